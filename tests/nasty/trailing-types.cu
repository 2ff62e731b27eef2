/* nasty: launches k out=3,3,3 */
#include <utility>

__device__ auto three () -> int { return 3; }
template <class T> __device__ auto id (T x) -> decltype (x) { return x; }
auto __global__ k (int *out) -> void { out[threadIdx.x] = id (three ()); }
auto main () -> int { return std::make_pair (1, 2).first; }
