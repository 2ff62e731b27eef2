/* behaviour.cu: kernels for the tests of how blocks, warps and lanes run. behaviour.ptx is this file, compiled:
 * nvcc -ptx -arch=compute_75 -lineinfo behaviour.cu, with the path taken out of .file
 * SPDX-License-Identifier: GPL-3.0-or-later */

extern "C" {
__global__ void diverge (int *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, x = i, steps = 0;
  if (i >= n) return;
  while (x > 1)
    {
      if (x % 3 == 0) { if (x & 1) x = x / 3; else x = x / 2 + 1; }
      else if (x & 1) x = x - 1;
      else x = x / 2;
      steps++;
    }
  out[i] = steps;
}

__global__ void barrier_branches (int *out)
{
  if (threadIdx.x < 16)
    { out[threadIdx.x] = 1; __syncthreads (); }
  else
    { out[threadIdx.x] = 2; __syncthreads (); out[threadIdx.x] += 1; }
}

__global__ void warp_lock (int *lock, int *sum)
{
  bool done = false;
  while (!done)
    if (atomicCAS (lock, 0, 1) == 0)
      {
        *(volatile int *) sum += threadIdx.x;
        __threadfence ();
        atomicExch (lock, 0);
        done = true;
      }
}

__global__ void warp_lock_outside (int *lock, int *sum)
{
  while (atomicCAS (lock, 0, 1) != 0)
    ;
  *(volatile int *) sum += 1;
  __threadfence ();
  atomicExch (lock, 0);
}

__global__ void hand_shake (volatile int *flag, int *out)
{
  if (blockIdx.x == 0)
    { while (*flag == 0) ; out[threadIdx.x] = 7; }
  else if (blockIdx.x == gridDim.x - 1)
    *flag = 1;
}

__global__ void deadlock (int *out)
{
  if (threadIdx.x < 32) asm volatile ("bar.sync 1, 64;");
  else asm volatile ("bar.sync 2, 64;");
  out[threadIdx.x] = 1;
}

__global__ void endless_volatile (volatile int *flag, int *out)
{
  out[threadIdx.x] = 1;
  while (*flag == 0) ;
}

__global__ void endless_plain (int *flag, int *out)
{
  out[threadIdx.x] = 1;
  while (*flag == 0) ;
}

__global__ void endless_lane (int *out)
{
  out[threadIdx.x] = 1;
  for (;;)
    {
      if (threadIdx.x != 5) return;
      asm volatile ("");
    }
}

__global__ void outside (int *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
}

__global__ void through_null (int *out, const int *in)
{
  if (threadIdx.x >= 3) out[threadIdx.x] = in[0];
}

__global__ void misaligned (char *out) { *(int *) (out + threadIdx.x) = 1; }

__global__ void triangle (float *f, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows && x >= y) f[y * cols + x] = 1;
}

__global__ void ignores_block (int *out) { out[threadIdx.x] = blockIdx.x; }

__global__ void float3s (float3 *out) { out[threadIdx.x] = make_float3 (1, 2, 3); }

__global__ void float4s (float *out) { ((float4 *) out)[threadIdx.x] = make_float4 (1, 2, 3, 4); }

__global__ void sum_atomically (const int *in, int *sums, float *total, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { atomicAdd (&sums[in[i] & 7], 1); atomicAdd (total, 0.1f * in[i]); }
}

__global__ void saxpy_in_place (float *y, float a, int cols, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && r < rows) y[r * cols + x] = a * y[r * cols + x] + x;
}

__global__ void everybody_last (int *out, int n) { out[(blockIdx.x * blockDim.x + threadIdx.x) % n] = blockIdx.x; }

__global__ void neighbours_in_place (int *cells, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n) cells[i] = cells[i - 1] + 1;
}

__device__ int fibonacci (int n) { return n < 2 ? n : fibonacci (n - 1) + fibonacci (n - 2); }
__global__ void recurse (int *out) { out[threadIdx.x] = fibonacci (threadIdx.x % 13); }

__device__ int forever (int n) { return n < 0 ? 0 : 1 + forever (n + 1) * 2; }
__global__ void overflow (int *out) { out[threadIdx.x] = forever (threadIdx.x); }

__global__ void exits_before_barrier (int *out)
{
  __shared__ int s[256];
  if (threadIdx.x >= 200) return;
  s[threadIdx.x] = threadIdx.x;
  __syncthreads ();
  out[threadIdx.x] = s[199 - threadIdx.x];
}

__global__ void two_halves (int *out)
{
  unsigned mask = threadIdx.x % 32 < 16 ? 0xffffu : 0xffff0000u;
  int v = threadIdx.x;
  if (threadIdx.x % 32 < 16) v = __shfl_xor_sync (mask, v, 1);
  else v = __shfl_down_sync (mask, v, 1, 16);
  __syncwarp ();
  out[threadIdx.x] = v + __ballot_sync (0xffffffffu, v & 1);
}

/* Of each kind one whose source takes no part, then one in reach. */
__global__ void shuffle_with_absent (int *out)
{
  int t = threadIdx.x, *o = out + t * 6;
  if (t % 32 < 8)
    {
      o[0] = __shfl_down_sync (0xff, t + 100, 8);
      o[1] = __shfl_down_sync (0xff, t + 100, 3);
      o[2] = __shfl_xor_sync (0xff, t + 100, 16);
      o[3] = __shfl_sync (0xff, t + 100, t * 5);
    }
  /* The last warp has lanes that do not exist. */
  o[4] = __shfl_down_sync (0xffffffff, t + 100, 1);
  o[5] = __shfl_up_sync (0xffffffff, t + 100, 1);
}

/* ~i is about four thousand million; only in 32 bits does that come out one below. */
__global__ void wrapped_index (int *out)
{
  __shared__ int cells[64];
  unsigned i = threadIdx.x;
  int *end = cells + 32;
  cells[i] = 100 + i;
  cells[i + 32] = 200 + i;
  __syncthreads ();
  out[i] = end[~i];
}
}
