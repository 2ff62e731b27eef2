/* borders.cu: accesses by some lanes, of rows that reach over the ends of arrays and of cells
 * anywhere
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The sum of four neighbours, and 7 on the border. */
#define RIM(name, T) \
  extern "C" __global__ void \
  rim_##name (T *out, const T *in, int w, int h) \
  { \
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; \
    int i = y * w + x; \
 \
    if (x >= w || y >= h) \
      return; \
    if (x == 0 || y == 0 || x == w - 1 || y == h - 1) \
      out[i] = 7; \
    else \
      out[i] = in[i - 1] + in[i + 1] + in[i - w] + in[i + w]; \
  }

/* Some cells of one array to another's, moved at either side. */
#define MOVE(name, T) \
  extern "C" __global__ void \
  move_##name (T *out, const T *in, int from, int end, int put, int get) \
  { \
    int i = blockIdx.x * blockDim.x + threadIdx.x; \
 \
    if (i >= from && i < end) \
      out[i + put] = in[i + get]; \
  }

/* One cell for each block, to a third of its threads. */
#define DEAL(name, T) \
  extern "C" __global__ void \
  deal_##name (T *out, const T *in, int first) \
  { \
    if (threadIdx.x % 3 == 1) \
      out[blockIdx.x * blockDim.x + threadIdx.x] = in[first + blockIdx.x]; \
  }

/* Any cell to any place; some threads have none. */
#define PICK(name, T) \
  extern "C" __global__ void \
  pick_##name (T *out, const T *in, const int *put, const int *get, int end) \
  { \
    int i = blockIdx.x * blockDim.x + threadIdx.x; \
 \
    if (i < end && get[i] != -1) \
      out[put[i]] = in[get[i]]; \
  }

#define KERNELS(name, T) RIM (name, T) MOVE (name, T) DEAL (name, T) PICK (name, T)

KERNELS (1, unsigned char)
KERNELS (2, unsigned short)
KERNELS (4, unsigned)
KERNELS (8, unsigned long long)
