/* hoisted.cu: values that are the same in every block, of instructions that run lane by lane. hoisted.ptx is this file,
 * compiled: nvcc -ptx -arch=compute_75 -lineinfo hoisted.cu, with the path taken out of .file
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define RESULTS 16

/* What is made of three numbers and stored side by side. */
static __device__ void
store_results (unsigned long long *out, int n, int d, float x, double y)
{
  unsigned low, high, narrow;
  short least, most;

  asm ("add.cc.u32 %0, %2, %3; addc.u32 %1, %2, 0;" : "=r" (low), "=r" (high) : "r" (n), "r" (0xffffff00u));
  asm ("{ .reg .u8 t; cvt.sat.u8.s32 t, %1; cvt.u32.u8 %0, t; }" : "=r" (narrow) : "r" (n));
  asm ("min.s16 %0, %1, %2;" : "=h" (least) : "h" ((short) n), "h" ((short) d));
  asm ("max.s16 %0, %1, %2;" : "=h" (most) : "h" ((short) n), "h" ((short) d));
  out[0] = n / d;
  out[1] = n % d;
  out[2] = (unsigned) n / (unsigned) d;
  out[3] = (unsigned) n % (unsigned) d;
  out[4] = (long long) n / d;
  out[5] = (long long) n % d;
  out[6] = __float_as_uint (__fadd_rz (x, 1e-9f));
  out[7] = __float_as_uint (__fsqrt_rz (x));
  out[8] = __float_as_uint (__int2float_rd (n + 0x1000000));
  out[9] = (unsigned long long) __double_as_longlong (__dmul_ru (y, y));
  out[10] = low;
  out[11] = high;
  out[12] = narrow;
  out[13] = __fns (0xf0f0f0f0u, 0, n & 15);
  out[14] = (unsigned) least;
  out[15] = (unsigned) most;
}

extern "C" {
__global__ void of_launch (unsigned long long *out, int n, float x, double y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  store_results (out + i * RESULTS, n, (int) (gridDim.x * blockDim.x), x, y);
}

__global__ void of_thread (unsigned long long *out, int w, float x, double y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = (int) threadIdx.x;

  store_results (out + i * RESULTS, t, w, x + (float) t, y + t);
}
}
