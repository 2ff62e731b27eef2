/* A block of 1024 threads leaves each 64 registers, and all sums are live at once: counting must spill, not fail. */
__global__ void full_block (float *out, const float *in)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sums[56], all = 0;

#pragma unroll
  for (int k = 0; k < 56; k++)
    sums[k] = in[(i + k * 37) % 4096] * (k + 1);
#pragma unroll
  for (int r = 0; r < 3; r++)
#pragma unroll
    for (int k = 0; k < 56; k++)
      sums[k] += sums[(k * 5 + 1) % 56] * 0.5f;
#pragma unroll
  for (int k = 0; k < 56; k++)
    all = all * 0.25f + sums[k];
  out[i] = all;
}

/* gridloom
[launch]
block=1024
grid=4
manual-grid=true
[arg out]
shape=4096
[arg in]
shape=4096
*/
