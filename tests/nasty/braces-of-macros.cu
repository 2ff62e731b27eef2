/* nasty: launches k out=5,5,5 */
#include <cstdio>
#define BEGIN {
#define END }
#define FOREVER for (;;) {

__global__ void k (int *out)
BEGIN
  out[threadIdx.x] = 5;
END

int main ()
BEGIN
  FOREVER puts ("{"); break; END
END

__device__ int last;
