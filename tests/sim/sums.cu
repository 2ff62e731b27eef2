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

/* Pairs and threes of which each reads what the one before made: 14 numbers for each thread. */
extern "C" __global__ void
pairs (unsigned long long *out, const int *narrow, const unsigned long long *wide, int factor)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long *mine = out + i * 14, b = wide[i];
  int a = narrow[i];

#define PAIR(n, body) \
  asm volatile ("{ .reg .b64 t, u; .reg .b32 x; .reg .pred p; " body " }" \
                : "+l" (mine[n]) : "r" (a), "l" (b), "r" (factor) : "memory")

  PAIR (0, "mul.wide.s32 t, %1, %3; add.s64 %0, t, %2;");
  PAIR (1, "mul.wide.u32 t, %1, %3; add.u64 %0, %2, t;");
  PAIR (2, "cvt.s64.s32 t, %1; add.s64 %0, t, %2;");
  PAIR (3, "cvt.u64.u32 t, %1; add.s64 %0, %2, t;");
  PAIR (4, "shl.b64 t, %2, %1; add.s64 %0, %2, t;");
  PAIR (5, "shl.b64 t, %2, 3; add.s64 %0, t, t;");
  PAIR (6, "mov.b32 x, %1; cvt.s64.s32 t, x; mov.b32 x, %3; add.s64 %0, t, %2;");
  PAIR (7, "cvt.s64.s32 t, %1; setp.gt.s32 p, %1, 0; mov.b64 %0, 9; @p add.s64 %0, t, %2;");
  PAIR (8, "cvt.s64.s32 t, %1; setp.gt.s32 p, %1, 0; mov.b64 %0, 9; @p bra PAST;"
           "add.s64 %0, t, %2; PAST:");
  PAIR (9, "mov.b32 x, 3; mov.b64 %0, 0; LOOP: cvt.s64.s32 t, x; add.s64 %0, t, %0;"
           "sub.s32 x, x, 1; setp.ne.s32 p, x, 0; @p bra LOOP; add.s64 %0, %0, %2;");
  PAIR (10, "add.s32 x, %1, %3; mul.wide.s32 t, x, 12; add.s64 %0, t, %2;");
  PAIR (11, "add.u32 x, %1, %3; mul.wide.u32 t, %3, x; add.s64 %0, %2, t;");
  PAIR (12, "add.s64 t, %2, %2; shl.b64 u, t, %1; add.s64 %0, u, %2;");
  PAIR (13, "add.s32 x, %1, 1; mul.wide.s32 t, x, x; add.s64 %0, t, %2;");
}
