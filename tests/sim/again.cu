/* again.cu: a kernel for the test of accesses that are too many to be kept until a launch is done. again.ptx is this
 * file, compiled: nvcc -ptx -arch=compute_75 again.cu, with what names the compiler taken out
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Threads of the last columns store nothing. */
extern "C" __global__ void again (int *f, int cols)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;

#pragma unroll
  for (int k = 0; k < 32; k++)
    {
      if (x < cols - 5)
        f[y * cols + x] = k;
      __syncthreads ();         /* or nothing but the last store is made */
    }
}
