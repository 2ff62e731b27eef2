/* more.h: the second set, ten kernels of other shapes (more.cu, more.cl): sizes, inputs, scalar
 * references
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "problem.h"

#define MORE_RADIUS 4
#define MORE_CENTRES 16
#define MORE_TILE 256
#define MORE_BLOCK 256
#define MORE_LEVELS 16
#define MORE_ROWS 256
#define MORE_NEEDS 4            /* earlier rows that a row of the sweep needs */

static uint32_t more_state;

static uint32_t
more_random (uint32_t below)
{
  more_state = more_state * 1664525u + 1013904223u;
  return (more_state >> 8) % below;
}

static void
more_fill (ProblemBuffer *buffer,
           uint32_t       below,
           float          scale)
{
  float *cells = buffer->initial;

  for (size_t i = 0; i < buffer->size / sizeof *cells; i++)
    cells[i] = (float) more_random (below) * scale;
}

static void
more_fill_words (ProblemBuffer *buffer,
                 uint32_t       below)
{
  uint32_t *cells = buffer->initial;

  for (size_t i = 0; i < buffer->size / sizeof *cells; i++)
    cells[i] = more_random (below);
}

static int
more_clamp (int value,
            int last)
{
  return value < 0 ? 0 : value > last ? last : value;
}

/* Blocks of 16 by 16 over a square. */
static void
more_launch_square (Problem *self,
                    int      side)
{
  problem_set_launch (self, (side + 15) / 16, (side + 15) / 16, 1, 16, 16, 1);
}

static void
more_begin (Problem    *self,
            const char *kernel)
{
  self->kernel = kernel;
  more_state = 12345;
}

static void
more_make_convolve (Problem *self,
                    int      side)
{
  const size_t cells = (size_t) side * side;
  ProblemBuffer *in, *weights, *out;
  float *rows = malloc (cells * sizeof *rows);

  more_begin (self, "m1_convolve");
  more_launch_square (self, side);
  in = problem_add_buffer (self, "in", PROBLEM_INPUT, 4, cells);
  weights = problem_add_buffer (self, "weights", PROBLEM_INPUT, 4, 2 * MORE_RADIUS + 1);
  out = problem_add_buffer (self, "out", PROBLEM_FLOATS, 4, cells);
  problem_add_int (self, side);
  problem_add_int (self, side);
  more_fill (in, 1000, 0.001f);
  for (int k = 0; k <= 2 * MORE_RADIUS; k++)
    ((float *) weights->initial)[k] = (float) (1 + (k < MORE_RADIUS ? k : 2 * MORE_RADIUS - k)) /
                                      25.0f;

  for (int pass = 0; pass < 2; pass++)
    for (int y = 0; y < side; y++)
      for (int x = 0; x < side; x++)
        {
          const float *from = pass == 0 ? in->initial : rows;
          float sum = 0;

          for (int k = -MORE_RADIUS; k <= MORE_RADIUS; k++)
            sum += ((float *) weights->initial)[k + MORE_RADIUS] *
                   (pass == 0 ? from[y * side + more_clamp (x + k, side - 1)]
                              : from[more_clamp (y + k, side - 1) * side + x]);
          (pass == 0 ? rows : (float *) out->expected)[y * side + x] = sum;
        }
  free (rows);
}

static int
more_compare_words (const void *a,
                    const void *b)
{
  const uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;

  return (x > y) - (x < y);
}

static void
more_make_merge (Problem *self,
                 int      side)
{
  const int pairs = side * side / (2 * MORE_TILE);
  ProblemBuffer *in, *out;

  more_begin (self, "m2_merge");
  problem_set_launch (self, pairs, 1, 1, MORE_TILE, 1, 1);
  in = problem_add_buffer (self, "in", PROBLEM_INPUT, 4, (size_t) pairs * 2 * MORE_TILE);
  out = problem_add_buffer (self, "out", PROBLEM_EXACT, 4, (size_t) pairs * 2 * MORE_TILE);
  more_fill_words (in, 5000);
  memcpy (out->expected, in->initial, in->size);
  for (int i = 0; i < 2 * pairs; i++)
    qsort ((uint32_t *) in->initial + i * MORE_TILE, MORE_TILE, 4, more_compare_words);
  for (int i = 0; i < pairs; i++)
    qsort ((uint32_t *) out->expected + i * 2 * MORE_TILE, 2 * MORE_TILE, 4, more_compare_words);
}

static void
more_make_scan (Problem *self,
                int      side)
{
  const int n = side * side;
  ProblemBuffer *in, *out;
  uint32_t sum = 0;

  more_begin (self, "m3_scan");
  problem_set_launch (self, (n + MORE_BLOCK - 1) / MORE_BLOCK, 1, 1, MORE_BLOCK, 1, 1);
  in = problem_add_buffer (self, "in", PROBLEM_INPUT, 4, n);
  out = problem_add_buffer (self, "out", PROBLEM_EXACT, 4, n);
  problem_add_int (self, n);
  more_fill_words (in, 1000);
  for (int i = 0; i < n; i++)
    {
      sum = (i % MORE_BLOCK == 0 ? 0 : sum) + ((uint32_t *) in->initial)[i];
      ((uint32_t *) out->expected)[i] = sum;
    }
}

static void
more_make_lu (Problem *self,
              int      side)
{
  const int k = side / 8;
  ProblemBuffer *a;
  float *cells;

  more_begin (self, "m4_lu");
  more_launch_square (self, side - k - 1);
  a = problem_add_buffer (self, "a", PROBLEM_FLOATS, 4, (size_t) side * side);
  problem_add_int (self, side);
  problem_add_int (self, k);
  more_fill (a, 1000, 0.001f);
  for (int i = 0; i < side; i++)
    ((float *) a->initial)[i * side + i] += 4.0f;
  memcpy (a->expected, a->initial, a->size);
  cells = a->expected;
  for (int y = k + 1; y < side; y++)
    for (int x = k + 1; x < side; x++)
      cells[y * side + x] -= cells[y * side + k] / cells[k * side + k] * cells[k * side + x];
}

static int
more_find_nearest (const float *points,
                   const float *centres,
                   int          n,
                   int          i)
{
  float least = 3.0e38f;
  int best = 0;

  for (int c = 0; c < MORE_CENTRES; c++)
    {
      float distance = 0;

      for (int d = 0; d < 4; d++)
        {
          const float away = points[d * n + i] - centres[c * 4 + d];

          distance += away * away;
        }
      if (distance < least)
        {
          least = distance;
          best = c;
        }
    }
  return best;
}

/* Coordinates are small whole numbers: distances are exact, with or without contraction. */
static void
more_make_kmeans (Problem *self,
                  int      side)
{
  const int n = side * side / 4;
  ProblemBuffer *points, *centres, *nearest;

  more_begin (self, "m5_kmeans");
  problem_set_launch (self, (n + MORE_BLOCK - 1) / MORE_BLOCK, 1, 1, MORE_BLOCK, 1, 1);
  points = problem_add_buffer (self, "points", PROBLEM_INPUT, 4, (size_t) 4 * n);
  centres = problem_add_buffer (self, "centres", PROBLEM_INPUT, 4, 4 * MORE_CENTRES);
  nearest = problem_add_buffer (self, "nearest", PROBLEM_EXACT, 4, n);
  problem_add_int (self, n);
  more_fill (points, 256, 1.0f);
  more_fill (centres, 256, 1.0f);
  for (int i = 0; i < n; i++)
    ((int32_t *) nearest->expected)[i] = more_find_nearest (points->initial, centres->initial, n,
                                                            i);
}

static int
more_newton (double re,
             double im,
             int    limit)
{
  int step = 0;

  while (step < limit)
    {
      const double re2 = re * re - im * im, im2 = 2.0 * re * im, norm = re2 * re2 + im2 * im2;
      double dx, dy;

      if (norm < 1e-30)
        break;
      dx = (2.0 * re + re2 / norm) / 3.0 - re;
      dy = (2.0 * im - im2 / norm) / 3.0 - im;
      re += dx;
      im += dy;
      step++;
      if (dx * dx + dy * dy < 1e-12)
        break;
    }
  return step;
}

static void
more_make_newton (Problem *self,
                  int      side)
{
  const int w = side / 2, limit = 64;
  const double cell = 4.0 / w;
  ProblemBuffer *steps;

  more_begin (self, "m6_newton");
  more_launch_square (self, w);
  steps = problem_add_buffer (self, "steps", PROBLEM_MOSTLY, 4, (size_t) w * w);
  problem_add_int (self, w);
  problem_add_int (self, w);
  problem_add_int (self, limit);
  problem_add_double (self, -2.0);
  problem_add_double (self, -2.0);
  problem_add_double (self, cell);
  for (int y = 0; y < w; y++)
    for (int x = 0; x < w; x++)
      ((int32_t *) steps->expected)[y * w + x] = more_newton (-2.0 + cell * x, -2.0 + cell * y,
                                                              limit);
}

static void
more_make_dilate (Problem *self,
                  int      side)
{
  ProblemBuffer *in, *out;

  more_begin (self, "m7_dilate");
  more_launch_square (self, side);
  in = problem_add_buffer (self, "in", PROBLEM_INPUT, 1, (size_t) side * side);
  out = problem_add_buffer (self, "out", PROBLEM_EXACT, 1, (size_t) side * side);
  problem_add_int (self, side);
  problem_add_int (self, side);
  for (size_t i = 0; i < in->size; i++)
    ((uint8_t *) in->initial)[i] = (uint8_t) more_random (256);
  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++)
      for (int k = 0; k < 9; k++)
        {
          const uint8_t seen =
              ((uint8_t *) in->initial)[more_clamp (y + k / 3 - 1, side - 1) * side +
                                        more_clamp (x + k % 3 - 1, side - 1)];
          uint8_t *most = (uint8_t *) out->expected + y * side + x;

          *most = seen > *most ? seen : *most;
        }
}

/* A unit lower triangle whose rows stand in order of their levels, each level of another width. */
static void
more_fill_triangle (int32_t *levels,
                    int32_t *starts,
                    int32_t *columns,
                    float   *values)
{
  int n = 0;

  for (int level = 0; level <= MORE_LEVELS; level++)
    levels[level] = level == MORE_LEVELS
                        ? MORE_ROWS
                        : level * MORE_ROWS / MORE_LEVELS + (level % 3) * (level != 0);
  for (int level = 0; level < MORE_LEVELS; level++)
    for (int row = levels[level]; row < levels[level + 1]; row++)
      {
        starts[row] = n;
        for (int k = 0; level > 0 && k < 1 + row % MORE_NEEDS; k++, n++)
          {
            columns[n] = (int32_t) more_random (levels[level]);
            values[n] = (float) more_random (1000) * 0.0004f;
          }
      }
  starts[MORE_ROWS] = n;
}

static void
more_solve (float         *x,
            const int32_t *starts,
            const int32_t *columns,
            const float   *values)
{
  for (int row = 0; row < MORE_ROWS; row++)
    for (int k = starts[row]; k < starts[row + 1]; k++)
      x[row] -= values[k] * x[columns[k]];
}

static void
more_make_sweep (Problem *self,
                 int      side)
{
  const int systems = side * side / 1024;
  ProblemBuffer *levels, *starts, *columns, *values, *right, *solution;

  more_begin (self, "m8_sweep");
  problem_set_launch (self, systems, 1, 1, 32, 1, 1);
  levels = problem_add_buffer (self, "levels", PROBLEM_INPUT, 4, MORE_LEVELS + 1);
  starts = problem_add_buffer (self, "starts", PROBLEM_INPUT, 4, MORE_ROWS + 1);
  columns = problem_add_buffer (self, "columns", PROBLEM_INPUT, 4, MORE_ROWS * MORE_NEEDS);
  values = problem_add_buffer (self, "values", PROBLEM_INPUT, 4, MORE_ROWS * MORE_NEEDS);
  right = problem_add_buffer (self, "right", PROBLEM_INPUT, 4, (size_t) systems * MORE_ROWS);
  solution = problem_add_buffer (self, "solution", PROBLEM_FLOATS, 4, (size_t) systems * MORE_ROWS);
  problem_add_int (self, MORE_LEVELS);
  problem_add_int (self, MORE_ROWS);
  more_fill_triangle (levels->initial, starts->initial, columns->initial, values->initial);
  more_fill (right, 1000, 0.001f);
  memcpy (solution->expected, right->initial, right->size);
  for (int i = 0; i < systems; i++)
    more_solve ((float *) solution->expected + i * MORE_ROWS, starts->initial, columns->initial,
                values->initial);
}

static void
more_make_compact (Problem *self,
                   int      side)
{
  const int blocks = side * side / MORE_BLOCK;
  ProblemBuffer *in, *out, *counts;

  more_begin (self, "m9_compact");
  problem_set_launch (self, blocks, 1, 1, MORE_BLOCK, 1, 1);
  in = problem_add_buffer (self, "in", PROBLEM_INPUT, 4, (size_t) blocks * MORE_BLOCK);
  out = problem_add_buffer (self, "out", PROBLEM_EXACT, 4, (size_t) blocks * MORE_BLOCK);
  counts = problem_add_buffer (self, "counts", PROBLEM_EXACT, 4, blocks);
  more_fill_words (in, 1u << 20);
  for (int i = 0; i < blocks * MORE_BLOCK; i++)
    {
      const uint32_t value = ((uint32_t *) in->initial)[i];
      uint32_t *kept = (uint32_t *) counts->expected + i / MORE_BLOCK;

      if (value % 2 == 1)
        ((uint32_t *) out->expected)[i / MORE_BLOCK * MORE_BLOCK + (*kept)++] = value;
    }
}

static void
more_make_wave (Problem *self,
                int      side)
{
  const int w = side / 8, h = side / 8, d = side / 16;
  const size_t cells = (size_t) w * h * d;
  const float speed = 0.1f;
  ProblemBuffer *now, *before, *next;
  const float *u, *old;

  more_begin (self, "m10_wave");
  problem_set_launch (self, (w + 31) / 32, (h + 3) / 4, (d + 1) / 2, 32, 4, 2);
  now = problem_add_buffer (self, "now", PROBLEM_INPUT, 4, cells);
  before = problem_add_buffer (self, "before", PROBLEM_INPUT, 4, cells);
  next = problem_add_buffer (self, "next", PROBLEM_FLOATS, 4, cells);
  problem_add_float (self, speed);
  problem_add_int (self, w);
  problem_add_int (self, h);
  problem_add_int (self, d);
  more_fill (now, 1000, 0.001f);
  more_fill (before, 1000, 0.001f);
  u = now->initial;
  old = before->initial;
  for (int z = 1; z < d - 1; z++)
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        {
          const int i = (z * h + y) * w + x;
          const float around = u[i - 1] + u[i + 1] + u[i - w] + u[i + w] + u[i - w * h] +
                               u[i + w * h];

          ((float *) next->expected)[i] = 2.0f * u[i] - old[i] + speed * (around - 6.0f * u[i]);
        }
}

static const ProblemRow more_set[] = {
  { "m1_convolve", more_make_convolve },
  { "m2_merge", more_make_merge },
  { "m3_scan", more_make_scan },
  { "m4_lu", more_make_lu },
  { "m5_kmeans", more_make_kmeans },
  { "m6_newton", more_make_newton },
  { "m7_dilate", more_make_dilate },
  { "m8_sweep", more_make_sweep },
  { "m9_compact", more_make_compact },
  { "m10_wave", more_make_wave },
  { NULL, NULL }
};
