/* Convolution with constants
 *
 * Each number becomes a weighted sum of itself and its two neighbours on each side. All threads
 * need the same five weights at the same time. constants has them in constant memory, which gives
 * one number to all lanes of a warp at once and has a cache of its own. memory has them in an
 * array: each weight is one more request of global memory for every warp.
 *
 * Switch on Profile (Ctrl+3), choose Bytes of Global Memory beside the lines (Ctrl+Shift+G), and
 * one kernel after the other in the pane Launch. The line that multiplies asks for 10240 bytes in
 * constants, for 20480 in memory.
 */
#define RADIUS 2

__constant__ float weights[2 * RADIUS + 1] = { 1, 4, 6, 4, 1 };
__device__ float copies[2 * RADIUS + 1] = { 1, 4, 6, 4, 1 };

extern "C" __global__ void
constants (const float *in, float *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;

  if (i >= n)
    return;
  for (int k = 0; k <= 2 * RADIUS; k++)
    sum += weights[k] * in[i + k];      // by constants
  out[i] = sum;
}

extern "C" __global__ void
memory (const float *in, float *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;

  if (i >= n)
    return;
  for (int k = 0; k <= 2 * RADIUS; k++)
    sum += copies[k] * in[i + k];       // by an array
  out[i] = sum;
}

/* gridloom
[launch]
kernel=constants
over=out
block=128

[arg in]
shape=516
fill=iota

[arg out]
shape=512
fill=zeros

[arg n]
value=512

[expect out]
domain=1
reference=expr:16 * (x + 2)

[view]
array=in
lens=reads
*/
