/* nasty: launches k out=1,1,1 */
#include <stdio.h>
#define main real_main
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf ("%s:%d: %s\n", __FILE__, __LINE__, #call); return 1; } } while (0)
#define if_debug if (0)
#define LOCAL(...) __shared__ __VA_ARGS__

__global__ void k (int *out) { LOCAL (int line[32], other); if_debug printf ("{"); line[threadIdx.x] = 1; out[threadIdx.x] = line[threadIdx.x]; (void) other; }

int main (argc, argv) int argc; char **argv;
{
  int *p;
  CHECK (cudaMalloc ((void **) &p, sizeof (int) * 32));
  k<<<1, 32>>> (p);
}
