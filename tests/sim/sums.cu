/* sums.cu: indices that are a thread's part and a block's, at their bounds
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sums of 32 bits, widened: with a large factor those of some blocks wrap. */
extern "C" __global__ void
widen_unsigned (unsigned long long *out, unsigned factor)
{
  unsigned sum = blockIdx.x * factor + threadIdx.x;

  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void
widen_signed (long long *out, unsigned factor)
{
  int sum = (int) (blockIdx.x * factor + threadIdx.x);

  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* Every relation of a sum and a number, as bits. */
extern "C" __global__ void
compare (int *out, int bound, unsigned factor, unsigned plus)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = (int) (i * factor + plus);
  unsigned positive = (unsigned) sum, limit = (unsigned) bound;

  out[i] = (sum < bound) | (sum <= bound) << 1 | (sum > bound) << 2 | (sum >= bound) << 3 |
           (sum == bound) << 4 | (sum != bound) << 5 |
           (positive < limit) << 6 | (positive <= limit) << 7 | (positive > limit) << 8 | (positive >= limit) << 9;
}

/* Turned by 180 degrees, from the far end. */
extern "C" __global__ void
turn (int *out, const int *in, int columns, int rows)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < columns && y < rows)
    out[(rows - 1 - y) * columns + columns - 1 - x] = in[y * columns + x];
}

/* Each cell is what its thread left there before: nobody else's. */
extern "C" __global__ void
add_own (int *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    out[i] += i;
}

/* Each lane's own local memory, at one generic address. */
extern "C" __global__ void
keep_own (unsigned *out)
{
  unsigned cells[2], *place = cells, i = blockIdx.x * blockDim.x + threadIdx.x, kept;

  asm volatile ("st.u32 [%0 + 4], %1;" :: "l" (place), "r" (i) : "memory");
  asm volatile ("ld.u32 %0, [%1 + 4];" : "=r" (kept) : "l" (place) : "memory");
  out[i] = kept;
}
