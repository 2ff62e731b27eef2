/* more.cu: ten kernels of shapes that the first set has not; more.cl says the same in OpenCL C
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define RADIUS 4
#define CENTRES 16

/* Rows, then columns, of a separable filter; the tile and its border lie in shared memory. */
extern "C" __global__ void
m1_convolve (const float *in, const float *weights, float *out, int w, int h)
{
  __shared__ float tile[16 + 2 * RADIUS][16 + 2 * RADIUS], rows[16 + 2 * RADIUS][16];
  int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * 16, y0 = blockIdx.y * 16;

  for (int j = ty; j < 16 + 2 * RADIUS; j += 16)
    for (int i = tx; i < 16 + 2 * RADIUS; i += 16)
      {
        int x = min (max (x0 + i - RADIUS, 0), w - 1), y = min (max (y0 + j - RADIUS, 0), h - 1);

        tile[j][i] = in[y * w + x];
      }
  __syncthreads ();
  for (int j = ty; j < 16 + 2 * RADIUS; j += 16)
    {
      float sum = 0.0f;

      for (int k = 0; k <= 2 * RADIUS; k++)
        sum += weights[k] * tile[j][tx + k];
      rows[j][tx] = sum;
    }
  __syncthreads ();
  if (x0 + tx < w && y0 + ty < h)
    {
      float sum = 0.0f;

      for (int k = 0; k <= 2 * RADIUS; k++)
        sum += weights[k] * rows[ty + k][tx];
      out[(y0 + ty) * w + x0 + tx] = sum;
    }
}

/* Two sorted tiles of 256 become one of 512: each value's place is its own rank and its rank in the other tile. */
extern "C" __global__ void
m2_merge (const unsigned *in, unsigned *out)
{
  __shared__ unsigned tile[512];
  int t = threadIdx.x, base = blockIdx.x * 512;

  tile[t] = in[base + t];
  tile[t + 256] = in[base + 256 + t];
  __syncthreads ();
  for (int part = 0; part < 2; part++)
    {
      unsigned value = tile[part * 256 + t];
      int low = 0, high = 256, other = (1 - part) * 256;

      while (low < high)
        {
          int middle = (low + high) / 2;
          unsigned seen = tile[other + middle];

          if (seen < value || (part == 1 && seen == value))
            low = middle + 1;
          else
            high = middle;
        }
      out[base + t + low] = value;
    }
}

/* Hillis and Steele's inclusive scan of each block, between two halves of shared memory. */
extern "C" __global__ void
m3_scan (const unsigned *in, unsigned *out, int n)
{
  __shared__ unsigned sums[2][256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t, from = 0;

  sums[0][t] = i < n ? in[i] : 0;
  __syncthreads ();
  for (int step = 1; step < 256; step *= 2)
    {
      sums[1 - from][t] = sums[from][t] + (t >= step ? sums[from][t - step] : 0);
      from = 1 - from;
      __syncthreads ();
    }
  if (i < n)
    out[i] = sums[from][t];
}

/* One step of an LU factorisation: the trailing matrix loses the pivot's row times each row's multiplier. */
extern "C" __global__ void
m4_lu (float *a, int n, int k)
{
  int x = k + 1 + blockIdx.x * blockDim.x + threadIdx.x, y = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;

  if (x < n && y < n)
    a[y * n + x] -= a[y * n + k] / a[k * n + k] * a[k * n + x];
}

/* The nearest of sixteen centres for each point of four coordinates. */
extern "C" __global__ void
m5_kmeans (const float *points, const float *centres, int *nearest, int n)
{
  __shared__ float shared[CENTRES * 4];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, best = 0;
  float least = 3.0e38f;

  if (t < CENTRES * 4)
    shared[t] = centres[t];
  __syncthreads ();
  if (i >= n)
    return;
  float p0 = points[i], p1 = points[n + i], p2 = points[2 * n + i], p3 = points[3 * n + i];
  for (int c = 0; c < CENTRES; c++)
    {
      float d0 = p0 - shared[4 * c], d1 = p1 - shared[4 * c + 1];
      float d2 = p2 - shared[4 * c + 2], d3 = p3 - shared[4 * c + 3];
      float distance = d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3;

      if (distance < least)
        {
          least = distance;
          best = c;
        }
    }
  nearest[i] = best;
}

/* Newton's method for z^3 = 1 in double precision: how many steps until two iterates are close. */
extern "C" __global__ void
m6_newton (int *steps, int w, int h, int limit, double left, double top, double cell)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, step = 0;

  if (x >= w || y >= h)
    return;
  double re = left + cell * x, im = top + cell * y;
  while (step < limit)
    {
      double re2 = re * re - im * im, im2 = 2.0 * re * im, norm = re2 * re2 + im2 * im2;

      if (norm < 1e-30)
        break;
      double next_re = (2.0 * re + re2 / norm) / 3.0, next_im = (2.0 * im - im2 / norm) / 3.0;
      double dx = next_re - re, dy = next_im - im;

      re = next_re;
      im = next_im;
      step++;
      if (dx * dx + dy * dy < 1e-12)
        break;
    }
  steps[y * w + x] = step;
}

/* The largest of nine bytes. */
extern "C" __global__ void
m7_dilate (const unsigned char *in, unsigned char *out, int w, int h)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned char most = 0;

  if (x >= w || y >= h)
    return;
  for (int j = max (y - 1, 0); j <= min (y + 1, h - 1); j++)
    for (int i = max (x - 1, 0); i <= min (x + 1, w - 1); i++)
      most = max (most, in[j * w + i]);
  out[y * w + x] = most;
}

/* Lx = b, one right-hand side for each block: rows of a level need only rows of levels before it. */
extern "C" __global__ void
m8_sweep (const int *levels, const int *starts, const int *columns, const float *values, const float *right,
          float *solution, int n_levels, int rows)
{
  const float *b = right + blockIdx.x * rows;
  float *x = solution + blockIdx.x * rows;

  for (int level = 0; level < n_levels; level++)
    {
      for (int row = levels[level] + threadIdx.x; row < levels[level + 1]; row += blockDim.x)
        {
          float sum = b[row];

          for (int k = starts[row]; k < starts[row + 1]; k++)
            sum -= values[k] * x[columns[k]];
          x[row] = sum;
        }
      __syncthreads ();
    }
}

/* Each block moves its odd values to the front, in order, and says how many there are. */
extern "C" __global__ void
m9_compact (const unsigned *in, unsigned *out, unsigned *counts)
{
  __shared__ unsigned warps[8];
  int t = threadIdx.x, lane = t % 32, warp = t / 32, i = blockIdx.x * 256 + t;
  unsigned value = in[i], before = 0;
  unsigned kept = __ballot_sync (0xffffffffu, value & 1);

  if (lane == 0)
    warps[warp] = __popc (kept);
  __syncthreads ();
  for (int k = 0; k < warp; k++)
    before += warps[k];
  if (value & 1)
    out[blockIdx.x * 256 + before + __popc (kept & ((1u << lane) - 1))] = value;
  if (t == 255)
    counts[blockIdx.x] = before + warps[warp];
}

/* A step of the wave equation on a grid of three dimensions, at rest on its border. */
extern "C" __global__ void
m10_wave (const float *now, const float *before, float *next, float speed, int w, int h, int d)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;

  if (x >= w || y >= h || z >= d)
    return;
  int i = (z * h + y) * w + x;
  if (x == 0 || y == 0 || z == 0 || x == w - 1 || y == h - 1 || z == d - 1)
    {
      next[i] = 0.0f;
      return;
    }
  float around = now[i - 1] + now[i + 1] + now[i - w] + now[i + w] + now[i - w * h] + now[i + w * h];
  next[i] = 2.0f * now[i] - before[i] + speed * (around - 6.0f * now[i]);
}
