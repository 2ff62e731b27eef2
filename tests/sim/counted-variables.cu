/* counted-variables.cu: kernels whose accesses to variables are easily counted wrong. counted-variables.ptx is this file,
 * compiled: nvcc -ptx -arch=compute_80 -lineinfo counted-variables.cu, with the path taken out of .file
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <mma.h>

struct Triple { float x, y, z; };

__device__ int table[48];
__device__ float4 wide[9];
__device__ unsigned char bytes[37];
__device__ Triple triples[10];
__device__ unsigned long long total;
__device__ int other[16];
__managed__ int shared_table[20];
__constant__ float weights[16];
__constant__ Triple shape[3];
__constant__ unsigned char small_table[21];
__constant__ int limit;
/* Inline assembly has predicates of this name. */
__device__ int p;

__device__ int *places[] = { table + 1, other, table };

__device__ __noinline__ void put (int *place, int value)
{
  *place = value;
  atomicAdd (place, 1);
}

extern "C" {
__global__ void by_name (int *out)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i % 5 == 0)
    table[3] = i;
  if (i == 7)
    total += limit;
  if (i < 3)
    wide[1].y = i;
  out[i] = table[0] + (int) weights[2] + small_table[20];
}

__global__ void by_index (float *out, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    table[i % 48] += (int) weights[i % 16];
  bytes[i % 37] = (unsigned char) i;
  triples[i % 10].y = shape[i % 3].z;
  wide[i % 9] = make_float4 (i, weights[(i + 1) % 16], 1, 2);
  other[i % 16] = i;
  out[i] = small_table[i % 21] + limit;
}

/* Which memory it is only the address tells. */
__global__ void by_pointer (int *out, int which)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int kept[64];
  int *place = which == 0 ? table : which == 1 ? out : which == 2 ? kept : shared_table;

  kept[threadIdx.x] = 0;
  __syncthreads ();
  put (place + (i + which) % 20, i);
  put (places[i % 3] + i % 16, i);
  out[i] = kept[threadIdx.x];
}

__global__ void constants_by_pointer (float *out, int which)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float *from = (i + which) % 3 == 0 ? weights : (i + which) % 3 == 1 ? out : &shape[1].x;

  out[i + 64] = from[i % 3];
}

__global__ void atomics (unsigned *out)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  atomicAdd (&total, 3ull);
  atomicMax (&table[i % 7], i);
  if (i % 2 == 0)
    out[i] = atomicExch (&table[40], i) > 0;
  if (i % 3 == 0)
    atomicCAS (&shared_table[i % 20], 0, i);
}

__global__ void predicated (int *out)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = 5;

  asm volatile ("{ .reg .pred p, q; setp.eq.s32 p, %1, 0; setp.lt.s32 q, %1, 2;\n"
                "  @!p ld.global.s32 %0, [table+8];\n"
                "  @q st.global.s32 [%2+4], %0;\n"
                "  @!q red.global.add.s32 [table+12], 3; }"
                : "+r"(x) : "r"(i % 3), "l"(__cvta_generic_to_global (&table[i % 40])) : "memory");
  out[i] = x + (i % 4 == 0 ? p : 0);
  if (i % 9 == 0)
    p = i;
}

/* From variables to shared memory, some of it filled with zeros. */
__global__ void copies (int *out)
{
  const int i = threadIdx.x;
  __shared__ __align__ (16) int kept[4 * 32];
  const unsigned to = (unsigned) __cvta_generic_to_shared (kept + 4 * i);

  asm volatile ("cp.async.ca.shared.global [%0], [%1], 16, %2;\n"
                "cp.async.wait_all;" : : "r"(to), "l"(__cvta_generic_to_global (&table[4 * (i % 12)])), "r"(i % 5 * 4)
                : "memory");
  __syncthreads ();
  out[i] = kept[4 * i];
}
}

__device__ __align__ (32) unsigned short tile[16 * 24];

extern "C" __global__ void matrices (float *out)
{
  using namespace nvcuda::wmma;
  fragment<matrix_a, 16, 16, 16, half, row_major> a;
  fragment<accumulator, 16, 16, 16, half> sum;

  load_matrix_sync (a, (const half *) tile, 24);
  fill_fragment (sum, 1.0f);
  store_matrix_sync ((half *) tile + 8, sum, 24, mem_row_major);
  out[threadIdx.x] = a.x[0];
}
