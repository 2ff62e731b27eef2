/* more.cl: the ten kernels of more.cu in OpenCL C 1.2
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define RADIUS 4
#define CENTRES 16

/* Rows, then columns, of a separable filter; the tile and its border lie in shared memory. */
__kernel void
m1_convolve (__global const float *in, __global const float *weights, __global float *out, int w, int h)
{
  __local float tile[16 + 2 * RADIUS][16 + 2 * RADIUS], rows[16 + 2 * RADIUS][16];
  int tx = get_local_id (0), ty = get_local_id (1), x0 = get_group_id (0) * 16, y0 = get_group_id (1) * 16;

  for (int j = ty; j < 16 + 2 * RADIUS; j += 16)
    for (int i = tx; i < 16 + 2 * RADIUS; i += 16)
      {
        int x = min (max (x0 + i - RADIUS, 0), w - 1), y = min (max (y0 + j - RADIUS, 0), h - 1);

        tile[j][i] = in[y * w + x];
      }
  barrier (CLK_LOCAL_MEM_FENCE);
  for (int j = ty; j < 16 + 2 * RADIUS; j += 16)
    {
      float sum = 0.0f;

      for (int k = 0; k <= 2 * RADIUS; k++)
        sum += weights[k] * tile[j][tx + k];
      rows[j][tx] = sum;
    }
  barrier (CLK_LOCAL_MEM_FENCE);
  if (x0 + tx < w && y0 + ty < h)
    {
      float sum = 0.0f;

      for (int k = 0; k <= 2 * RADIUS; k++)
        sum += weights[k] * rows[ty + k][tx];
      out[(y0 + ty) * w + x0 + tx] = sum;
    }
}

/* Two sorted tiles of 256 become one of 512: each value's place is its own rank and its rank in the other tile. */
__kernel void
m2_merge (__global const unsigned *in, __global unsigned *out)
{
  __local unsigned tile[512];
  int t = get_local_id (0), base = get_group_id (0) * 512;

  tile[t] = in[base + t];
  tile[t + 256] = in[base + 256 + t];
  barrier (CLK_LOCAL_MEM_FENCE);
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
__kernel void
m3_scan (__global const unsigned *in, __global unsigned *out, int n)
{
  __local unsigned sums[2][256];
  int t = get_local_id (0), i = get_group_id (0) * 256 + t, from = 0;

  sums[0][t] = i < n ? in[i] : 0;
  barrier (CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < 256; step *= 2)
    {
      sums[1 - from][t] = sums[from][t] + (t >= step ? sums[from][t - step] : 0);
      from = 1 - from;
      barrier (CLK_LOCAL_MEM_FENCE);
    }
  if (i < n)
    out[i] = sums[from][t];
}

/* One step of an LU factorisation: the trailing matrix loses the pivot's row times each row's multiplier. */
__kernel void
m4_lu (__global float *a, int n, int k)
{
  int x = k + 1 + get_global_id (0), y = k + 1 + get_global_id (1);

  if (x < n && y < n)
    a[y * n + x] -= a[y * n + k] / a[k * n + k] * a[k * n + x];
}

/* The nearest of sixteen centres for each point of four coordinates. */
__kernel void
m5_kmeans (__global const float *points, __global const float *centres, __global int *nearest, int n)
{
  __local float shared[CENTRES * 4];
  int t = get_local_id (0), i = get_global_id (0), best = 0;
  float least = 3.0e38f;

  if (t < CENTRES * 4)
    shared[t] = centres[t];
  barrier (CLK_LOCAL_MEM_FENCE);
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
__kernel void
m6_newton (__global int *steps, int w, int h, int limit, double left, double top, double cell)
{
  int x = get_global_id (0), y = get_global_id (1), step = 0;

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
__kernel void
m7_dilate (__global const unsigned char *in, __global unsigned char *out, int w, int h)
{
  int x = get_global_id (0), y = get_global_id (1);
  unsigned char most = 0;

  if (x >= w || y >= h)
    return;
  for (int j = max (y - 1, 0); j <= min (y + 1, h - 1); j++)
    for (int i = max (x - 1, 0); i <= min (x + 1, w - 1); i++)
      most = max (most, in[j * w + i]);
  out[y * w + x] = most;
}

/* Lx = b, one right-hand side for each block: rows of a level need only rows of levels before it. */
__kernel void
m8_sweep (__global const int *levels, __global const int *starts, __global const int *columns,
          __global const float *values, __global const float *right, __global float *solution, int n_levels, int rows)
{
  __global const float *b = right + get_group_id (0) * rows;
  __global float *x = solution + get_group_id (0) * rows;

  for (int level = 0; level < n_levels; level++)
    {
      for (int row = levels[level] + get_local_id (0); row < levels[level + 1]; row += get_local_size (0))
        {
          float sum = b[row];

          for (int k = starts[row]; k < starts[row + 1]; k++)
            sum -= values[k] * x[columns[k]];
          x[row] = sum;
        }
      barrier (CLK_GLOBAL_MEM_FENCE);
    }
}

/* Each block moves its odd values to the front, in order, and says how many there are. A word for each 32 work-items,
 * gathered in local memory, stands for the ballot. */
__kernel void
m9_compact (__global const unsigned *in, __global unsigned *out, __global unsigned *counts)
{
  __local unsigned warps[8];
  int t = get_local_id (0), lane = t % 32, warp = t / 32;
  unsigned value = in[get_global_id (0)], before = 0, kept;

  if (t < 8)
    warps[t] = 0;
  barrier (CLK_LOCAL_MEM_FENCE);
  if (value & 1)
    atomic_or (&warps[warp], 1u << lane);
  barrier (CLK_LOCAL_MEM_FENCE);
  kept = warps[warp];
  for (int k = 0; k < warp; k++)
    before += popcount (warps[k]);
  if (value & 1)
    out[get_group_id (0) * 256 + before + popcount (kept & ((1u << lane) - 1))] = value;
  if (t == 255)
    counts[get_group_id (0)] = before + popcount (kept);
}

/* A step of the wave equation on a grid of three dimensions, at rest on its border. */
__kernel void
m10_wave (__global const float *now, __global const float *before, __global float *next, float speed,
          int w, int h, int d)
{
  int x = get_global_id (0), y = get_global_id (1);
  int z = get_global_id (2);

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
