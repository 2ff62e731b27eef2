/* disjoint.cu: accesses of which it can be told before a launch whether blocks meet, and others
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What each thread that is in bounds stores and loads are numbers of the launch times its place. */
extern "C" __global__ void
affine (int *array, int x_factor, int y_factor, int plus, int load_x, int load_y, int load_plus, int w, int h)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x >= w || y >= h)
    return;
  array[x_factor * x + y_factor * y + plus] = array[load_x * x + load_y * y + load_plus] + 1;
}

extern "C" __global__ void
guarded (int *out, int w, int h)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < w && y < h)
    out[y * w + x] += x - y;
}

/* The grid is wider than a row, so the ends of rows are stored to twice. */
extern "C" __global__ void
unguarded (int *out, int w)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

  out[y * w + x] = 1000 * y + x;
}

/* One array within bounds, the other whatever they are. */
extern "C" __global__ void
half_guarded (int *out, int *other, int w, int h)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < w && y < h)
    out[y * w + x] = 1;
  __syncthreads ();
  other[y * w + x] = 1000 * y + x;
}

extern "C" __global__ void
transposed (int *out, int w, int h)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x >= w || y >= h)
    return;
  out[x * h + y] += y * w + x;
}

extern "C" __global__ void
deep (int *out, int w, int h, int d)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;

  if (x >= w || y >= h || z >= d)
    return;
  out[(z * h + y) * w + x] += x + y + z;
}

extern "C" __global__ void
next_cell (int *out, const int *in, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i + 1 < n)
    out[i] = in[i + 1];
}

extern "C" __global__ void
looked_up (int *out, const int *places, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    out[places[i]] = i;
}

extern "C" __global__ void
strided (int *out, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 4096)
    out[i]++;
}

/* One array is added to by all, the other by each thread alone: what the launch has to undo is both. */
extern "C" __global__ void
mixed (int *own, int *common, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i >= n)
    return;
  own[i] += i;
  common[i % 1000] = i;
}

/* Every thread loads one cell, each block another, and some of each block their own. */
extern "C" __global__ void
common_cells (int *out, const int *in, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = in[0] + in[1 + blockIdx.x];

  if (threadIdx.x % 3 == 0)
    sum += in[i];
  if (i < n)
    out[i] = sum;
}
