/* loom-coder.c: cells to codes, the one place that knows what a lens makes of a cell
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-coder-private.h"

#include <math.h>
#include <string.h>

#define NS_PER_US 1000.0

/* The code of a number, those that are none included. */
static guint8
get_level (const LoomCoder *self,
           double           value)
{
  double position;

  if (isnan (value))
    return LOOM_CODE_NAN;
  if (isinf (value))
    return value > 0 ? LOOM_CODE_INFINITE : LOOM_CODE_MINUS_INFINITE;
  if (!(self->high > self->low))
    return LOOM_CODE_FIRST + LOOM_CODE_LEVELS / 2;
  /* Halves: the difference of two doubles may overflow. */
  position = (value / 2 - self->low / 2) / (self->high / 2 - self->low / 2);
  return LOOM_CODE_FIRST + (guint8) (CLAMP (position, 0, 1) * (LOOM_CODE_LEVELS - 1) + 0.5);
}

static void
encode_values (const LoomCoder *self,
               guint64          first,
               gsize            n,
               guint8          *codes)
{
  double values[LOOM_CODER_STRETCH];

  loom_planes_read_values (&self->planes, first, n, values);
  if (self->shows == LOOM_SHOWS_CLASSES)
    for (gsize i = 0; i < n; i++)
      codes[i] = LOOM_CODE_FIRST + (values[i] != 0);
  else
    for (gsize i = 0; i < n; i++)
      codes[i] = get_level (self, values[i]);
}

static void
encode_counts (const guint8 *counts,
               guint64       first,
               gsize         n,
               guint8       *codes)
{
  for (gsize i = 0; i < n; i++)
    codes[i] = LOOM_CODE_FIRST +
               MIN (loom_planes_get_count (counts, first + i), LOOM_COUNT_STEPS - 1);
}

static void
encode_writers (const LoomCoder *self,
                guint64          first,
                gsize            n,
                guint8          *codes)
{
  for (gsize i = 0; i < n; i++)
    {
      guint64 thread = _loom_coder_get_thread (self, first + i);
      codes[i] = thread == LOOM_NO_WRITER ? LOOM_CODE_UNWRITTEN
                                          : get_level (self, thread);
    }
}

static double
measure_block (const LoomCoder *self,
               guint64          block)
{
  if (block >= self->n_spans)
    return -1;
  return self->lens == LOOM_LENS_START ? self->spans[block].start_ns / NS_PER_US
                                       : self->spans[block].multiprocessor;
}

/**
 * loom_coder_is_measure:
 * @lens: a lens
 *
 * Whether a lens shows what loom_coder_measure() tells.
 */
gboolean
loom_coder_is_measure (LoomLens lens)
{
  return lens == LOOM_LENS_SECTORS || lens == LOOM_LENS_INSTRUCTIONS ||
         lens == LOOM_LENS_MULTIPROCESSOR || lens == LOOM_LENS_START;
}

/**
 * loom_coder_measure:
 * @self: a coder of sectors, instructions, multiprocessors or times
 * @cell: index of a cell
 *
 * What was measured for a cell; negative where there was nothing to measure.
 */
double
loom_coder_measure (const LoomCoder *self,
                    guint64          cell)
{
  guint64 thread;

  if (self->lens == LOOM_LENS_SECTORS)
    {
      const float sectors = loom_planes_get_sectors (&self->planes, cell);

      return sectors > 0 ? sectors : -1;
    }
  thread = _loom_coder_get_thread (self, cell);
  if (self->lens == LOOM_LENS_INSTRUCTIONS)
    return thread < self->n_threads ? self->threads[thread] : -1.0;
  return measure_block (self, thread / self->threads_per_block);
}

static void
encode_measures (const LoomCoder *self,
                 guint64          first,
                 gsize            n,
                 guint8          *codes)
{
  for (gsize i = 0; i < n; i++)
    {
      const double value = loom_coder_measure (self, first + i);

      codes[i] = value < 0 ? LOOM_CODE_UNWRITTEN : get_level (self, value);
    }
}

static void
encode_expected (const LoomPlanes *planes,
                 guint64           first,
                 gsize             n,
                 guint8           *codes)
{
  for (gsize i = 0; i < n; i++)
    {
      guint32 writes = loom_planes_get_count (planes->writes, first + i);
      gboolean wanted = planes->domain[first + i] != 0;

      if (writes == 0)
        codes[i] = wanted ? LOOM_CODE_MISSED : LOOM_CODE_NOT_EXPECTED;
      else if (!wanted)
        codes[i] = LOOM_CODE_EXTRA;
      else
        codes[i] = writes > 1 ? LOOM_CODE_REWRITTEN : LOOM_CODE_COVERED;
    }
}

static void
encode_differences (const LoomPlanes *planes,
                    guint64           first,
                    gsize             n,
                    guint8           *codes)
{
  const guint counts = 1 << LOOM_COMPARED_WRITES | 1 << LOOM_COMPARED_READS;

  for (gsize i = 0; i < n; i++)
    {
      const guint8 bits = planes->difference[first + i];

      if (bits & 1 << LOOM_COMPARED_VALUES)
        codes[i] = LOOM_CODE_VALUES_DIFFER;
      else if (bits & counts)
        codes[i] = LOOM_CODE_COUNTS_DIFFER;
      else
        codes[i] = bits != 0 ? LOOM_CODE_WRITERS_DIFFER : LOOM_CODE_SAME;
    }
}

static guint
get_block_color (const LoomCoder *self,
                 guint64          linear)
{
  LoomDim3 block;

  if (self->cycle > 0)
    return linear % self->cycle;
  block = loom_dim3_unpack (&self->grid, linear);
  return (block.x % 3 + block.y % 3 * 3 + block.z % LOOM_CATEGORIES * 4) % LOOM_CATEGORIES;
}

/* Blocks beside each other never share a tint; nor do, in a wrapped picture, those of one row and
 * the next, since rows are powers of two. */
static guint
get_block_tint (const LoomCoder *self,
                guint64          linear)
{
  LoomDim3 block;

  if (self->cycle > 0)
    return linear % LOOM_CATEGORY_TINTS;
  block = loom_dim3_unpack (&self->grid, linear);
  return (block.x % LOOM_CATEGORY_TINTS + block.y % LOOM_CATEGORY_TINTS
          + block.z % LOOM_CATEGORY_TINTS) % LOOM_CATEGORY_TINTS;
}

static guint8
warp_code (const LoomCoder *self,
           guint            tint,
           guint            thread)
{
  const guint color = thread / LOOM_CODER_WARP % self->warp_cycle;

  return LOOM_CODE_FIRST + color * LOOM_CATEGORY_TINTS + tint;
}

/**
 * loom_coder_get_warps:
 * @self: a coder
 *
 * The warps of one block.
 */
guint
loom_coder_get_warps (const LoomCoder *self)
{
  return (guint) ((self->threads_per_block + LOOM_CODER_WARP - 1) / LOOM_CODER_WARP);
}

/**
 * loom_coder_get_category:
 * @self: a coder of categories
 * @block: linear number of a block
 * @thread: linear number of a thread in it
 *
 * The code of a thread's block or warp.
 */
guint8
loom_coder_get_category (const LoomCoder *self,
                         guint64          block,
                         guint            thread)
{
  if (self->lens == LOOM_LENS_BLOCK)
    return LOOM_CODE_FIRST + get_block_color (self, block);
  return warp_code (self, get_block_tint (self, block), thread);
}

/* Levels of one parity only, so that threads beside each other never share a code. */
static guint8
thread_code (const LoomCoder *self,
             const LoomDim3  *block,
             guint            thread)
{
  LoomDim3 place = loom_dim3_unpack (&self->block, thread);
  guint parity = (block->x * self->block.x + place.x + block->y * self->block.y + place.y +
                  block->z * self->block.z + place.z) % 2;
  guint steps = LOOM_CODE_LEVELS / 2;
  guint level = self->threads_per_block > 1
                    ? (guint64) thread * (steps - 1) / (self->threads_per_block - 1)
                    : steps / 2;

  return LOOM_CODE_FIRST + level * 2 + parity;
}

/* Neighbours mostly share a block: it is unpacked once for a run of them. */
static void
encode_categories (const LoomCoder *self,
                   guint64          first,
                   gsize            n,
                   guint8          *codes)
{
  guint64 block = LOOM_NO_WRITER;
  LoomDim3 place = LOOM_DIM3 (0, 0, 0);
  guint color = 0, tint = 0;

  for (gsize i = 0; i < n; i++)
    {
      guint64 thread = _loom_coder_get_thread (self, first + i);

      if (thread == LOOM_NO_WRITER)
        {
          codes[i] = LOOM_CODE_UNWRITTEN;
          continue;
        }
      if (thread / self->threads_per_block != block)
        {
          block = thread / self->threads_per_block;
          place = loom_dim3_unpack (&self->grid, block);
          color = get_block_color (self, block);
          tint = get_block_tint (self, block);
        }
      thread -= block * self->threads_per_block;
      if (self->lens == LOOM_LENS_BLOCK)
        codes[i] = LOOM_CODE_FIRST + color;
      else if (self->lens == LOOM_LENS_WARP)
        codes[i] = warp_code (self, tint, thread);
      else
        codes[i] = thread_code (self, &place, thread);
    }
}

/**
 * loom_coder_encode:
 * @self: a coder
 * @first: index of the first cell in the array
 * @n: how many cells; all must be cells of the array
 * @codes: (out caller-allocates) (array length=n): where the codes go
 *
 * The codes of a stretch of cells.
 */
void
loom_coder_encode (const LoomCoder *self,
                   guint64          first,
                   gsize            n,
                   guint8          *codes)
{
  while (n > 0)
    {
      gsize part = MIN (n, LOOM_CODER_STRETCH);

      switch (self->lens)
        {
        case LOOM_LENS_VALUE:
          encode_values (self, first, part, codes);
          break;
        case LOOM_LENS_WRITES:
          encode_counts (self->planes.writes, first, part, codes);
          break;
        case LOOM_LENS_READS:
          encode_counts (self->planes.reads, first, part, codes);
          break;
        case LOOM_LENS_LOWEST:
        case LOOM_LENS_HIGHEST:
          encode_writers (self, first, part, codes);
          break;
        case LOOM_LENS_SECTORS:
        case LOOM_LENS_INSTRUCTIONS:
        case LOOM_LENS_MULTIPROCESSOR:
        case LOOM_LENS_START:
          encode_measures (self, first, part, codes);
          break;
        case LOOM_LENS_DIFFERENCE:
          encode_differences (&self->planes, first, part, codes);
          break;
        case LOOM_LENS_EXPECTED:
          encode_expected (&self->planes, first, part, codes);
          break;
        default:
          encode_categories (self, first, part, codes);
          break;
        }
      first += part;
      codes += part;
      n -= part;
    }
}

/**
 * loom_coder_encode_row:
 * @self: a coder
 * @row: a row of the data
 * @col: the first column
 * @n: how many columns, none beyond the last
 * @ranks: (out caller-allocates) (array length=n): where the ranks go
 *
 * The ranks of a part of one row; 0 where a short last row has no cell.
 */
void
loom_coder_encode_row (const LoomCoder *self,
                       guint64          row,
                       guint64          col,
                       gsize            n,
                       guint8          *ranks)
{
  guint64 start = row * self->layout.cols + col;
  gsize present = start < self->layout.cells ? MIN (n, self->layout.cells - start) : 0;

  loom_coder_encode (self, self->layout.first + start, present, ranks);
  for (gsize i = 0; i < present; i++)
    ranks[i] = self->ranks[ranks[i]];
  memset (ranks + present, LOOM_CODE_OUTSIDE, n - present);
}
