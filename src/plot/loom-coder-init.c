/* loom-coder-init.c: what a coder knows of its plane: range, colours, codes that occur, their ranks
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-coder-private.h"

#include <math.h>
#include <string.h>

#define RARE_CLASS (1.0 / 16)   /* share of the cells */
#define RARE_LEVEL (1.0 / 1024)
#define MOST_THREADS 1024       /* of a block, on any device; more is nonsense from a broken peer */

/* Over the whole array, not the plane: planes are compared with each other. */
void
_loom_coder_find_range_of_values (LoomCoder *self)
{
  double values[LOOM_CODER_STRETCH];

  for (guint64 first = 0; first < self->planes.cells; first += LOOM_CODER_STRETCH)
    {
      gsize n = MIN (LOOM_CODER_STRETCH, self->planes.cells - first);

      loom_planes_read_values (&self->planes, first, n, values);
      for (gsize i = 0; i < n; i++)
        if (isfinite (values[i]))
          {
            self->low = MIN (self->low, values[i]);
            self->high = MAX (self->high, values[i]);
          }
    }
}

/* All moments of a run have one scale, so that their colours mean the same. */
static void
find_scale (LoomCoder      *self,
            const LoomView *view)
{
  self->scale_low = self->low;
  self->scale_high = self->high;
  if (view->lens != LOOM_LENS_VALUE || !(self->planes.frames_low <= self->planes.frames_high))
    return;
  self->scale_low = MIN (self->low, self->planes.frames_low);
  self->scale_high = MAX (self->high, self->planes.frames_high);
}

void
_loom_coder_find_range_of_writers (LoomCoder *self)
{
  for (guint64 cell = 0; cell < self->planes.cells; cell++)
    {
      guint64 thread = _loom_coder_get_thread (self, cell);

      if (thread == LOOM_NO_WRITER)
        continue;
      self->low = MIN (self->low, thread);
      self->high = MAX (self->high, thread);
    }
}

void
_loom_coder_find_range_of_measures (LoomCoder *self)
{
  for (guint64 cell = 0; cell < self->planes.cells; cell++)
    {
      const double value = self->facts->measure (self, cell);

      if (value < 0)
        continue;
      self->low = MIN (self->low, value);
      self->high = MAX (self->high, value);
    }
}

void
_loom_coder_find_range_of_threads (LoomCoder *self)
{
  self->low = 0;
  self->high = _loom_coder_get_last_in_block (self);
}

guint64
_loom_coder_get_last_in_block (const LoomCoder *self)
{
  return self->threads_per_block - 1;
}

guint64
_loom_coder_get_last_block (const LoomCoder *self)
{
  return (guint64) self->grid.x * self->grid.y * self->grid.z - 1;
}

guint64
_loom_coder_get_warps (const LoomCoder *self)
{
  return (self->threads_per_block + LOOM_CODER_WARP - 1) / LOOM_CODER_WARP;
}

guint64
_loom_coder_get_threads (const LoomCoder *self)
{
  return self->threads_per_block * self->grid.x * self->grid.y * self->grid.z;
}

/* A cycle that neither the end of a row of blocks nor the end of a wrapped row of cells (a power of
 * two) meets. */
static guint
find_cycle (const LoomDim3 *grid)
{
  guint64 blocks = (guint64) grid->x * grid->y * grid->z;

  if ((grid->x > 1) + (grid->y > 1) + (grid->z > 1) > 1)
    return 0;
  if (blocks % 7 != 1)
    return 7;
  return blocks % 5 != 1 ? 5 : 3;
}

/* Rows of a block that lie on each other are of other warps, if each row is of several: as many
 * farther as there are in a row, or one more where the rows are no whole warps. */
static guint
find_warp_cycle (const LoomDim3 *block)
{
  const guint in_row = block->x / LOOM_CODER_WARP;
  guint cycle = LOOM_CATEGORIES;

  while (block->y > 1 && in_row > 0 && (in_row % cycle == 0 || (in_row + 1) % cycle == 0))
    cycle--;
  return cycle;
}

/**
 * loom_coder_find_shows:
 * @lens: a lens
 * @scalar: the number that stands for a cell
 *
 * What a lens shows of cells of a type.
 */
LoomShows
loom_coder_find_shows (LoomLens   lens,
                       LoomScalar scalar)
{
  const LoomShows shows = _loom_lens_get_facts (lens)->shows;

  return lens == LOOM_LENS_VALUE && scalar == LOOM_SCALAR_BOOL ? LOOM_SHOWS_CLASSES : shows;
}

static void
fill_numbers (LoomCoder      *self,
              const LoomView *view)
{
  static const LoomMeaning meanings[] = {
    LOOM_MEANING_UNWRITTEN, LOOM_MEANING_NAN, LOOM_MEANING_INFINITE, LOOM_MEANING_MINUS_INFINITE,
  };

  for (guint i = 0; i < LOOM_CODE_LEVELS; i++)
    {
      double position = (double) i / (LOOM_CODE_LEVELS - 1);
      LoomColor color = loom_color_scale_map (view->colormap, position);

      if (self->facts->alternates && i % 2 == 1)
        color = loom_color_shade (color, 0.3);
      self->fills[LOOM_CODE_FIRST + i] = (LoomPaint) { .color = color };
    }
  for (guint i = 0; i < G_N_ELEMENTS (meanings); i++)
    self->fills[LOOM_CODE_UNWRITTEN + i] = loom_color_scale_meaning (meanings[i], view->dark);
}

static void
fill_classes (LoomCoder      *self,
              const LoomView *view)
{
  if (self->facts->classes == NULL)
    {
      self->fills[LOOM_CODE_FIRST].color = loom_color_scale_map (view->colormap, 0.15);
      self->fills[LOOM_CODE_FIRST + 1].color = loom_color_scale_map (view->colormap, 0.85);
      return;
    }
  for (const LoomLensClass *class = self->facts->classes; class->code != 0; class++)
    self->fills[class->code] = loom_color_scale_meaning (class->meaning, view->dark);
}

static void
fill (LoomCoder      *self,
      const LoomView *view)
{
  fill_numbers (self, view);
  switch (self->shows)
    {
    case LOOM_SHOWS_CLASSES:
      fill_classes (self, view);
      break;
    case LOOM_SHOWS_COUNTS:
      for (guint i = 0; i < LOOM_COUNT_STEPS; i++)
        self->fills[LOOM_CODE_FIRST + i] = loom_color_scale_count (view->colormap, i, view->dark);
      break;
    case LOOM_SHOWS_CATEGORIES:
      for (guint i = 0; i < LOOM_CATEGORIES * LOOM_CATEGORY_TINTS; i++)
        self->fills[LOOM_CODE_FIRST + i].color
          = loom_color_scale_category (i / self->facts->tints, i % self->facts->tints);
      break;
    case LOOM_SHOWS_NUMBERS:
    default:
      break;
    }
}

static void
count_codes (LoomCoder *self)
{
  guint8 codes[LOOM_CODER_STRETCH];

  for (guint64 done = 0; done < self->layout.cells; done += LOOM_CODER_STRETCH)
    {
      gsize n = MIN (LOOM_CODER_STRETCH, self->layout.cells - done);

      loom_coder_encode (self, self->layout.first + done, n, codes);
      for (gsize i = 0; i < n; i++)
        self->counts[codes[i]]++;
    }
}

/* Which blocks or warps the colours stand for: those of this plane. A colour in other tints is the
 * same colour. */
static void
find_firsts (LoomCoder *self)
{
  guint64 numbers[LOOM_CATEGORIES];
  LoomOwner owner = { .block = LOOM_NO_WRITER };

  for (guint color = 0; color < LOOM_CATEGORIES; color++)
    numbers[color] = LOOM_NO_WRITER;
  for (guint code = 0; code < LOOM_N_CODES; code++)
    self->firsts[code] = LOOM_NO_WRITER;
  for (guint64 i = 0; i < self->layout.cells; i++)
    {
      guint64 thread = _loom_coder_get_thread (self, self->layout.first + i), number, *known;
      guint8 code;

      if (thread == LOOM_NO_WRITER)
        continue;
      number = self->facts->get_number (self, thread);
      _loom_coder_find_owner (self, thread, &owner);
      code = self->facts->get_code (self, &owner);
      known = &numbers[(code - LOOM_CODE_FIRST) / self->facts->tints];
      self->repeats |= *known != LOOM_NO_WRITER && *known != number;
      *known = number;
      self->firsts[code] = MIN (self->firsts[code], number);
    }
}

typedef struct
{
  guint8 code;
  double weight;
} Weighed;

static int
compare_weights (gconstpointer a,
                 gconstpointer b)
{
  const Weighed *x = a, *y = b;

  if (x->weight != y->weight)
    return x->weight < y->weight ? -1 : 1;
  return x->code < y->code ? -1 : x->code > y->code;
}

/* What must be seen however small it is drawn. */
static gboolean
is_alarm (const LoomCoder *self,
          guint            code)
{
  const LoomLensClass *class = self->facts->classes;

  for (; class != NULL && class->code != 0; class++)
    if (class->code == code)
      return class->is_alarm;
  return self->shows == LOOM_SHOWS_NUMBERS && code >= LOOM_CODE_NAN;
}

/* Alarms come first, in the order of their codes; then what is rare, the rarest first; what is
 * common weighs less than 1, and not by how common it is. */
static double
weigh (const LoomCoder *self,
       guint            code)
{
  gboolean few = self->shows == LOOM_SHOWS_COUNTS || self->shows == LOOM_SHOWS_CLASSES;
  double share = (double) self->counts[code] / MAX (self->layout.cells, 1);

  if (is_alarm (self, code))
    return 3 + code;
  return share < (few ? RARE_CLASS : RARE_LEVEL) ? 2 - share : 0;
}

static void
rank (LoomCoder *self)
{
  Weighed weighed[LOOM_N_CODES - 1];

  for (guint i = LOOM_CODE_FIRST; i < LOOM_N_CODES; i++)
    weighed[i - 1] = (Weighed) { i, weigh (self, i) };
  qsort (weighed, G_N_ELEMENTS (weighed), sizeof weighed[0], compare_weights);
  for (guint i = 0; i < G_N_ELEMENTS (weighed); i++)
    {
      self->ranks[weighed[i].code] = i + 1;
      self->codes[i + 1] = weighed[i].code;
      if (weighed[i].weight < 1)
        self->common = i + 1;
    }
}

/**
 * loom_coder_init:
 * @self: (out): the coder
 * @run: the run
 * @array: (nullable): an array of it
 * @view: how to look at it; its lens must be available
 *
 * Makes a coder. Reads every cell of the array (the range of its values) and of the plane (which
 * codes occur).
 */
void
loom_coder_init (LoomCoder          *self,
                 const LoomRun      *run,
                 const LoomRunArray *array,
                 const LoomView     *view)
{
  memset (self, 0, sizeof *self);
  loom_planes_init (&self->planes, array);
  loom_planes_choose (&self->planes, view->member);
  if (run->profile != NULL && run->profile->threads != NULL)
    {
      gsize size;

      self->threads = g_bytes_get_data (run->profile->threads, &size);
      self->n_threads = size / sizeof (guint32);
    }
  if (run->schedule != NULL)
    self->spans = loom_schedule_get_spans (run->schedule, &self->n_spans);
  if (self->planes.cells > 0)
    loom_cell_layout_init (&self->layout, loom_array_get_shape (array->array), view->plane);
  self->facts = _loom_lens_get_facts (view->lens);
  self->block = run->block;
  self->grid = run->grid;
  if (!loom_dim3_volume (&self->block, &self->threads_per_block) ||
      self->threads_per_block == 0 || self->threads_per_block > MOST_THREADS)
    {
      self->block = LOOM_DIM3 (1, 1, 1);
      self->threads_per_block = 1;
    }
  if (self->grid.x == 0 || self->grid.y == 0 || self->grid.z == 0)
    self->grid = LOOM_DIM3 (1, 1, 1);
  self->cycle = find_cycle (&self->grid);
  self->warp_cycle = find_warp_cycle (&self->block);
  self->shows = loom_coder_find_shows (view->lens, self->planes.value.scalar);
  if (self->shows == LOOM_SHOWS_NUMBERS)
    {
      self->low = INFINITY;
      self->high = -INFINITY;
      self->facts->find_range (self);
      find_scale (self, view);
    }
  fill (self, view);
  count_codes (self);
  if (self->shows == LOOM_SHOWS_CATEGORIES)
    find_firsts (self);
  rank (self);
}
