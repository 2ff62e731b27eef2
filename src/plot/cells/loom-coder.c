/* loom-coder.c: cells to codes: what each lens makes of a cell
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-coder-private.h"

#include <math.h>
#include <string.h>

#define NS_PER_US 1000.0

static guint8
get_level_at (double position)
{
  return LOOM_CODE_FIRST + (guint8) (position * (LOOM_CODE_LEVELS - 1) + 0.5);
}

/* The code of a number, those that are none included. */
static guint8
get_level (const LoomCoder *self,
           double           value)
{
  if (isnan (value))
    return LOOM_CODE_NAN;
  if (isinf (value))
    return value > 0 ? LOOM_CODE_INFINITE : LOOM_CODE_MINUS_INFINITE;
  return get_level_at (loom_value_scale_get_position (&self->scale, value));
}

static void
encode_numbers (const LoomCoder *self,
                const double    *values,
                gsize            n,
                guint8          *codes)
{
  double positions[LOOM_CODER_STRETCH];
  gboolean are_finite = TRUE;

  loom_value_scale_get_positions (&self->scale, values, n, positions);
  for (gsize i = 0; i < n; i++)
    {
      codes[i] = get_level_at (positions[i]);
      are_finite &= fabs (values[i]) <= G_MAXDOUBLE;
    }
  for (gsize i = 0; !are_finite && i < n; i++)
    if (!isfinite (values[i]))
      codes[i] = get_level (self, values[i]);
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
    encode_numbers (self, values, n, codes);
}

void
_loom_coder_encode_changes (const LoomCoder *self,
                            guint64          first,
                            gsize            n,
                            guint8          *codes)
{
  double changes[LOOM_CODER_STRETCH];

  loom_planes_read_changes (&self->planes, first, n, changes);
  encode_numbers (self, changes, n, codes);
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

/* Of the number that stands for the cell. */
static LoomDeviation
get_deviation (const LoomPlanes *planes,
               guint64           cell)
{
  const gsize at = cell * planes->type.size + planes->value.offset;
  LoomDeviation deviation = { 0 };

  loom_deviation_add (&deviation, cell, planes->value.scalar, planes->data + at,
                      planes->reference + at);
  return deviation;
}

double
_loom_coder_measure_deviation (const LoomCoder *self,
                               guint64          cell)
{
  return get_deviation (&self->planes, cell).absolute;
}

double
_loom_coder_measure_relative (const LoomCoder *self,
                              guint64          cell)
{
  const LoomPlanes *planes = &self->planes;
  const LoomDeviation deviation = get_deviation (planes, cell);
  const gsize at = cell * planes->type.size + planes->value.offset;

  if (isinf (deviation.absolute))
    return INFINITY;
  if (deviation.absolute > 0 &&
      loom_scalar_to_double (planes->value.scalar, planes->reference + at) == 0)
    return -1;
  return deviation.relative;
}

double
_loom_coder_measure_ulps (const LoomCoder *self,
                          guint64          cell)
{
  const guint64 ulps = get_deviation (&self->planes, cell).ulps;

  return ulps == LOOM_NO_DISTANCE ? INFINITY : (double) ulps;
}

double
_loom_coder_measure_sectors (const LoomCoder *self,
                             guint64          cell)
{
  const float sectors = loom_planes_get_sectors (_loom_coder_get_plane (self), cell);

  return sectors > 0 ? sectors : -1;
}

double
_loom_coder_measure_seeds (const LoomCoder *self,
                           guint64          cell)
{
  return self->planes.seeds[cell] > 0 ? self->planes.seeds[cell] : -1.0;
}

double
_loom_coder_measure_instructions (const LoomCoder *self,
                                  guint64          cell)
{
  const guint64 thread = _loom_coder_get_thread (self, cell);

  return thread < self->n_threads ? self->threads[thread] : -1.0;
}

/* Per cent. */
double
_loom_coder_measure_divergence (const LoomCoder *self,
                                guint64          cell)
{
  const guint64 thread = _loom_coder_get_thread (self, cell);

  if (thread >= self->n_threads || thread >= self->n_lanes || self->threads[thread] == 0)
    return -1;
  return 100.0 * self->lanes[thread] / ((double) self->threads[thread] * LOOM_WARP_LANES);
}

double
_loom_coder_measure_first_write (const LoomCoder *self,
                                 guint64          cell)
{
  const guint32 number = loom_planes_get_count (_loom_coder_get_plane (self), cell);

  return number > 0 ? number : -1.0;
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

double
_loom_coder_measure_wave (const LoomCoder *self,
                          guint64          cell)
{
  const LoomBlockSpan *span = get_span (self, cell);

  return span != NULL ? self->places[span - self->spans].wave + 1.0 : -1;
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
_loom_coder_encode_mismatches (const LoomCoder *self,
                               guint64          first,
                               gsize            n,
                               guint8          *codes)
{
  for (gsize i = 0; i < n; i++)
    codes[i] = self->planes.mismatch[first + i] != 0 ? LOOM_CODE_MISMATCHES : LOOM_CODE_MATCHES;
}

void
_loom_coder_encode_races (const LoomCoder *self,
                          guint64          first,
                          gsize            n,
                          guint8          *codes)
{
  for (gsize i = 0; i < n; i++)
    codes[i] = self->planes.races[first + i] != 0 ? LOOM_CODE_RACED : LOOM_CODE_IN_ORDER;
}

/* That a cell was read tells more than what was left in it. */
void
_loom_coder_encode_uninitialised (const LoomCoder *self,
                                  guint64          first,
                                  gsize            n,
                                  guint8          *codes)
{
  for (gsize i = 0; i < n; i++)
    {
      const guint8 bits = self->planes.uninitialised[first + i];

      if (bits & LOOM_UNINITIALISED_READ)
        codes[i] = LOOM_CODE_READ_TOO_SOON;
      else
        codes[i] = bits & LOOM_UNINITIALISED_LEFT ? LOOM_CODE_LEFT_UNDEFINED
                                                  : LOOM_CODE_INITIALISED;
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
      else if (planes->mismatch != NULL && planes->mismatch[first + i] != 0)
        codes[i] = LOOM_CODE_WRONG;
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
  const guint color = owner->thread / LOOM_WARP_LANES % self->warp_cycle;

  return LOOM_CODE_FIRST + color * LOOM_CATEGORY_TINTS + owner->tint;
}

/* Levels of one parity only, so that threads beside each other never share a code. */
/* Steps of two tints each. */
static guint8
get_step_code (guint number,
               guint most,
               guint parity)
{
  const guint steps = LOOM_CODE_LEVELS / 2;
  const guint level = most > 0 ? (guint64) number * (steps - 1) / most : steps / 2;

  return LOOM_CODE_FIRST + level * 2 + parity;
}

guint8
_loom_coder_get_lane_code (const LoomCoder *self,
                           const LoomOwner *owner)
{
  const guint lane = owner->thread % LOOM_WARP_LANES;

  return get_step_code (lane, (guint) _loom_coder_get_last_lane (self), lane % 2);
}

guint8
_loom_coder_get_thread_code (const LoomCoder *self,
                             const LoomOwner *owner)
{
  const LoomDim3 *block = &owner->place;
  LoomDim3 place = loom_dim3_unpack (&self->block, owner->thread);
  guint parity = (block->x * self->block.x + place.x + block->y * self->block.y + place.y +
                  block->z * self->block.z + place.z) % 2;

  return get_step_code (owner->thread, (guint) _loom_coder_get_last_in_block (self), parity);
}

guint64
_loom_coder_get_block_number (const LoomCoder *self,
                              guint64          thread)
{
  return thread / self->threads_per_block;
}

/* The device that has the block of a thread. */
guint64
_loom_coder_get_device_number (const LoomCoder *self,
                               guint64          thread)
{
  const guint64 block = thread / self->threads_per_block;
  guint device = 0;

  while (device + 1 < self->parts->len &&
         block >= ((LoomRunPart *) self->parts->pdata[device])->blocks.end)
    device++;
  return device;
}

guint8
_loom_coder_get_device_code (const LoomCoder *self,
                             const LoomOwner *owner)
{
  const guint64 device
      = _loom_coder_get_device_number (self, owner->block * self->threads_per_block);

  return LOOM_CODE_FIRST + device % LOOM_CATEGORIES;
}

guint64
_loom_coder_get_warp_number (const LoomCoder *self,
                             guint64          thread)
{
  return thread % self->threads_per_block / LOOM_WARP_LANES;
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

double
_loom_coder_get_count (const LoomCoder *self,
                       guint64          cell)
{
  return loom_planes_get_count (_loom_coder_get_plane (self), cell);
}

double
_loom_coder_get_writer (const LoomCoder *self,
                        guint64          cell)
{
  const guint64 thread = _loom_coder_get_thread (self, cell);

  return thread == LOOM_NO_WRITER ? NAN : (double) thread;
}

double
_loom_coder_get_measure (const LoomCoder *self,
                         guint64          cell)
{
  const double value = self->facts->measure (self, cell);

  return value < 0 ? NAN : value;
}

double
_loom_coder_get_change (const LoomCoder *self,
                        guint64          cell)
{
  double change;

  loom_planes_read_changes (&self->planes, cell, 1, &change);
  return change;
}

/**
 * loom_coder_get_number:
 * @cell: index of a cell in the array
 *
 * Returns: the number that the lens shows of a cell, or its value where the lens shows none; NaN if
 *   there is none
 */
double
loom_coder_get_number (const LoomCoder *self,
                       guint64          cell)
{
  double value;

  if (self->facts->number != NULL)
    return self->facts->number (self, cell);
  if (self->planes.data == NULL)
    return NAN;
  loom_planes_read_values (&self->planes, cell, 1, &value);
  return value;
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

  if (self->kept != NULL)
    memcpy (ranks, self->kept + start, present);
  else
    loom_coder_encode (self, self->layout.first + start, present, ranks);
  for (gsize i = 0; i < present; i++)
    ranks[i] = self->ranks[ranks[i]];
  memset (ranks + present, LOOM_CODE_OUTSIDE, n - present);
}
