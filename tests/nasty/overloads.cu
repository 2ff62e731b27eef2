/* nasty: launches k out=2,2,2 */
/* One name, on both sides. */
#include <cstdlib>

void helper (const char *text) { exit (text[0]); }
__device__ int helper (int x) { return x + 1; }
__host__ int helper (long x) { return system ("true") + (int) x; }
int k (int x, int y) { return x + y; }

__global__ void k (int *out) { out[threadIdx.x] = helper (1); }
