/* Numbers of 16 bits: the mean of two neighbours, calculated with as float and stored as half.
 * All of them are small multiples of 1/2, so nothing is rounded. */
#include <cuda_fp16.h>

extern "C" __global__ void
mean (const __half *f, __half *g, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int i = y * cols + x;

  if (x > 0 && x < cols - 1 && y < rows)
    g[i] = __float2half (0.5f * (__half2float (f[i - 1]) + __half2float (f[i + 1])));
}

/* gridloom
[launch]
block=16,16
shape=20,33

[arg f]
fill=expr:x + 3 * y

[expect g]
domain=x > 0 && x < cols - 1
reference=expr:x > 0 && x < cols - 1 ? x + 3 * y : 0
*/
