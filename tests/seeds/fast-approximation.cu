/* With -use_fast_math division, square root and exponential are approximations of the hardware.
 * The reference is exact; rtol says how far the kernel may be from it. */
extern "C" __global__ void
damped (const float *f, float *g, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int i = y * cols + x;

  if (x < cols && y < rows)
    g[i] = expf (-0.125f * x) * sqrtf (f[i]) / (1.0f + f[i]);
}

/* gridloom
[launch]
block=16,16
shape=30,40
options=-use_fast_math

[arg f]
fill=expr:1 + x + 40 * y

[expect g]
domain=1
reference=expr:exp (-0.125 * x) * sqrt (1.0 + x + 40 * y) / (2.0 + x + 40 * y)
rtol=1e-5
*/
