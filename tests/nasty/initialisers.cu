/* nasty: launches k out=2,2,2 */
#include <map>
#include <string>
#include <functional>

const std::map<std::string, std::function<int (int)>> table = {
  { "a", [] (int x) { return x; } }, { "}", {} },
};
int values[] { 1, 2, 3 }, (*pointer) (int) = nullptr, &reference = values[0];
__device__ int mine[] { 1, 2, 3 };
static struct { int a; struct { int b; } c; } nested = { 1, { 2 } };
int (*choose (int x)) (int) { return pointer; }

__global__ void k (int *out) { out[threadIdx.x] = mine[1]; }
