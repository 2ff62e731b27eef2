/* batches.cu: kernels of narrow blocks, of which several run in one vector
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Blocks go round one of two loops of barriers, for different times, and lose different numbers of
 * threads before it. */
extern "C" __global__ void
pass_on (int *out, int *rounds)
{
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int size = blockDim.x * blockDim.y * blockDim.z, n = size - block % 3;
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int *own = out + block * size;

  if (t >= n)
    return;
  if (block % 2 == 0)
    for (int i = 0; i <= block % 5; i++)
      {
        int next = own[(t + 1) % n];

        __syncthreads ();
        own[t] = next + i;
        __syncthreads ();
      }
  else
    for (int i = 0; i <= block % 5; i++)
      {
        int next = own[(t + 1) % n];

        __syncthreads ();
        own[t] = 3 * next;
        __syncthreads ();
      }
  rounds[block * size + t] = block % 5 + 1;
}

/* One thread leaves the array before its block's others have added to it. */
extern "C" __global__ void
stray (int *out, int block, int thread)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  out[blockIdx.x == block && threadIdx.x == thread ? -5 : i] += i;
}

/* Which block and warp a thread is in. */
extern "C" __global__ void
tell (int *out)
{
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x, warp;

  asm volatile ("mov.u32 %0, %%warpid;" : "=r" (warp));
  out[block * blockDim.x + threadIdx.x] = blockIdx.x << 24 | blockIdx.y << 16 | blockIdx.z << 8 | warp;
}
