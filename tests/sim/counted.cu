/* counted.cu: kernels whose accesses are easily counted wrong. counted.ptx is this file, compiled:
 * nvcc -ptx -arch=compute_75 -lineinfo counted.cu, with the path taken out of .file
 * SPDX-License-Identifier: GPL-3.0-or-later */

struct View { float *data; int n; };
struct Triple { float x, y, z; };

__device__ unsigned tickets;
typedef void (*Put) (int *, int);

__device__ __noinline__ void put (int *place, int value)
{
  *place = value;
  if (value % 5 == 0)
    *place += 1;
}

__device__ __noinline__ void put_twice (int *place, int value)
{
  put (place, value);
  atomicAdd (place, 1);
}

__device__ __noinline__ void leave (int *out, int i)
{
  if (i % 2 == 0)
    asm volatile ("exit;");
  out[i] = i;
}

__device__ Put ways[] = { put, put_twice };

extern "C" {
/* All sums live at once: more registers than a block of 1024 threads may have each. */
__global__ void full_block (float *out, const float *in)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sums[56];

#pragma unroll
  for (int k = 0; k < 56; k++)
    sums[k] = in[(i + k * 37) % 2048] * (k + 1);
#pragma unroll
  for (int r = 0; r < 3; r++)
#pragma unroll
    for (int k = 0; k < 56; k++)
      sums[k] += sums[(k * 5 + 1) % 56] * 0.5f;
  float all = 0;
#pragma unroll
  for (int k = 0; k < 56; k++)
    all = all * 0.25f + sums[k];
  out[i] = all;
}

__global__ void own_address (int *out, const long long *in)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  long long p = (long long) __cvta_generic_to_global (in + i / 3);

  asm volatile ("ld.global.u64 %0, [%0];" : "+l"(p));
  out[i] = (int) p;
}

__global__ void in_a_struct (float *out, View view)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < view.n)
    view.data[view.n - 1 - i] = view.data[i] + 1;
}

__global__ void divergent_atomics (unsigned *out, unsigned *flags)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i % 3 == 0)
    atomicAdd (&out[i % 16], 1u);
  else if (i % 3 == 1)
    {
      if (i % 7 < 4)
        atomicCAS (&flags[i % 32], 1000u, 7u);
      else
        atomicMax (&flags[i % 32 + 32], (unsigned) i);
    }
  else if (i % 11 == 0)
    atomicInc (&tickets, 1000000u);
}

__global__ void callees (int *out, int which)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int kept[256];

  put (threadIdx.x % 2 ? &kept[threadIdx.x] : &out[i], i);
  ways[which & 1] (threadIdx.x % 3 ? &out[i] : &kept[threadIdx.x], i + 1);
  if (i % 8 == 0)
    out[i] += kept[threadIdx.x];
}

__global__ void vectors (float *out, float4 *wide, uchar4 *bytes, const float2 *in)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float2 pair = in[i];

  ((float4 *) out)[i] = make_float4 (i, pair.x, pair.y, 1);
  wide[i / 2] = make_float4 (1, 2, 3, 4);
  bytes[i] = make_uchar4 (i, 1, 2, 3);
  ((unsigned char *) bytes)[i] = 1;
}

__global__ void triples (Triple *out, const Triple *in)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  out[i] = in[i / 2];
  if (i % 4 == 0)
    out[i].y = in[i].z;
}

__global__ void predicated (int *out, const int *in)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = 5;

  asm volatile ("{ .reg .pred p, q; setp.eq.s32 p, %2, 0; setp.lt.s32 q, %2, 2;\n"
                "  @!p ld.global.s32 %0, [%3+4];\n"
                "  @q st.global.s32 [%1+-4], %0;\n"
                "  @!q red.global.add.s32 [%1], 3; }"
                : "+r"(x) : "l"(__cvta_generic_to_global (out + i + 1)), "r"(i % 3), "l"(__cvta_generic_to_global (in + i))
                : "memory");
}

__global__ void leaves (int *out, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i >= n)
    return;
  if (threadIdx.x % 4 == 3)
    leave (out, i);
  else
    out[i] = 2 * i;
  if (threadIdx.x < 32)
    return;
  out[i] += 1;
}

__global__ void mixed (float *out, const unsigned char *in, short *half, long long *all)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  out[i] = in[i] * 0.5f;
  half[i] = in[i / 2];
  all[i / 4] = i;
}

__global__ void three_dims (int *out)
{
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;

  out[(x + y * 7 + z * 11) % 64] = 1;
}
}
