/* nasty: launches k out=1,1,1 */
#include <stdexcept>

__global__ void k (int *out) { out[threadIdx.x] = 1; }

struct Guard { Guard () try : x { 1 } { } catch (...) { throw; } int x; };

int main () try
{
  goto end;
end:
  switch (Guard ().x) { case 1: k<<<1, 32>>> (nullptr); default: throw std::runtime_error ("}"); }
}
catch (const std::exception &e) { return 1; }
catch (...) { return 2; }

__device__ int unused;
