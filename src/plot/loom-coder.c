/* loom-coder.c: cells to codes: what each lens makes of a cell
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
  if (!(self->scale_high > self->scale_low))
    return LOOM_CODE_FIRST + LOOM_CODE_LEVELS / 2;
  /* Halves: the difference of two doubles may overflow. */
  position = (value / 2 - self->scale_low / 2) / (self->scale_high / 2 - self->scale_low / 2);
  return LOOM_CODE_FIRST + (guint8) (CLAMP (position, 0, 1) * (LOOM_CODE_LEVELS - 1) + 0.5);
}

void
_loom_coder_encode_values (const LoomCoder *self,
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

void
_loom_coder_encode_counts (const LoomCoder *self,
                           guint64          first,
                           gsize            n,
                           guint8          *codes)
{
  const guint8 *counts = _loom_coder_get_plane (self);

  for (gsize i = 0; i < n; i++)
    codes[i] = LOOM_CODE_FIRST +
               MIN (loom_planes_get_count (counts, first + i), LOOM_COUNT_STEPS - 1);
}

void
_loom_coder_encode_writers (const LoomCoder *self,
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

double
_loom_coder_measure_sectors (const LoomCoder *self,
                             guint64          cell)
{
  const float sectors = loom_planes_get_sectors (&self->planes, cell);

  return sectors > 0 ? sectors : -1;
}

double
_loom_coder_measure_instructions (const LoomCoder *self,
                                  guint64          cell)
{
  const guint64 thread = _loom_coder_get_thread (self, cell);

  return thread < self->n_threads ? self->threads[thread] : -1.0;
}

/* When and where the block of a cell's writer ran; NULL if that is not known. */
static const LoomBlockSpan *
get_span (const LoomCoder *self,
          guint64          cell)
{
  const guint64 block = _loom_coder_get_thread (self, cell) / self->threads_per_block;

  return block < self->n_spans ? &self->spans[block] : NULL;
}

double
_loom_coder_measure_multiprocessor (const LoomCoder *self,
                                    guint64          cell)
{
  const LoomBlockSpan *span = get_span (self, cell);

  return span != NULL ? span->multiprocessor : -1.0;
}

double
_loom_coder_measure_start (const LoomCoder *self,
                           guint64          cell)
{
  const LoomBlockSpan *span = get_span (self, cell);

  return span != NULL ? span->start_ns / NS_PER_US : -1;
}

void
_loom_coder_encode_measures (const LoomCoder *self,
                             guint64          first,
                             gsize            n,
                             guint8          *codes)
{
  for (gsize i = 0; i < n; i++)
    {
      const double value = self->facts->measure (self, first + i);

      codes[i] = value < 0 ? LOOM_CODE_UNWRITTEN : get_level (self, value);
    }
}

void
_loom_coder_encode_expected (const LoomCoder *self,
                             guint64          first,
                             gsize            n,
                             guint8          *codes)
{
  const LoomPlanes *planes = &self->planes;

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

void
_loom_coder_encode_differences (const LoomCoder *self,
                                guint64          first,
                                gsize            n,
                                guint8          *codes)
{
  const guint counts = 1 << LOOM_COMPARED_WRITES | 1 << LOOM_COMPARED_READS;

  for (gsize i = 0; i < n; i++)
    {
      const guint8 bits = self->planes.difference[first + i];

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

guint8
_loom_coder_get_block_code (const LoomCoder *self,
                            const LoomOwner *owner)
{
  return LOOM_CODE_FIRST + owner->color;
}

guint8
_loom_coder_get_warp_code (const LoomCoder *self,
                           const LoomOwner *owner)
{
  const guint color = owner->thread / LOOM_CODER_WARP % self->warp_cycle;

  return LOOM_CODE_FIRST + color * LOOM_CATEGORY_TINTS + owner->tint;
}

/* Levels of one parity only, so that threads beside each other never share a code. */
guint8
_loom_coder_get_thread_code (const LoomCoder *self,
                             const LoomOwner *owner)
{
  const LoomDim3 *block = &owner->place;
  LoomDim3 place = loom_dim3_unpack (&self->block, owner->thread);
  guint parity = (block->x * self->block.x + place.x + block->y * self->block.y + place.y +
                  block->z * self->block.z + place.z) % 2;
  guint steps = LOOM_CODE_LEVELS / 2;
  guint level = self->threads_per_block > 1
                    ? (guint64) owner->thread * (steps - 1) / (self->threads_per_block - 1)
                    : steps / 2;

  return LOOM_CODE_FIRST + level * 2 + parity;
}

guint64
_loom_coder_get_block_number (const LoomCoder *self,
                              guint64          thread)
{
  return thread / self->threads_per_block;
}

guint64
_loom_coder_get_warp_number (const LoomCoder *self,
                             guint64          thread)
{
  return thread % self->threads_per_block / LOOM_CODER_WARP;
}

/* What a block looks like, for all of its threads. */
void
_loom_coder_look_at_block (const LoomCoder *self,
                           guint64          block,
                           LoomOwner       *owner)
{
  owner->block = block;
  owner->place = loom_dim3_unpack (&self->grid, block);
  owner->color = get_block_color (self, block);
  owner->tint = get_block_tint (self, block);
}

void
_loom_coder_encode_owners (const LoomCoder *self,
                           guint64          first,
                           gsize            n,
                           guint8          *codes)
{
  LoomOwner owner = { .block = LOOM_NO_WRITER };

  for (gsize i = 0; i < n; i++)
    {
      const guint64 thread = _loom_coder_get_thread (self, first + i);

      codes[i] = LOOM_CODE_UNWRITTEN;
      if (thread == LOOM_NO_WRITER)
        continue;
      _loom_coder_find_owner (self, thread, &owner);
      codes[i] = self->facts->get_code (self, &owner);
    }
}

/**
 * loom_coder_encode:
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

      self->facts->encode (self, first, part, codes);
      first += part;
      codes += part;
      n -= part;
    }
}

/**
 * loom_coder_encode_row:
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
