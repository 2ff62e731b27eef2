/* loom-coder-init.c: what a coder knows before it encodes a cell: range and colours
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-coder-private.h"

#include "loom-parallel.h"

#include <math.h>
#include <string.h>

#define MOST_SORTED (1 << 20)
#define WIDE 8
#define LEAST_SHARE 1e-9       /* of a logarithmic scale through 0 */
#define MOST_THREADS 1024       /* of a block, on any device; more is nonsense from a broken peer */

/* Of some of the cells; low > high: there is no number. */
typedef struct
{
  LoomParallelRange cells;
  double            low, high;
} NumberRange;

/* Over the whole array, not the plane: planes are compared with each other. find: of a part. */
static void
find_range (LoomCoder        *self,
            LoomParallelFunc  find)
{
  g_autoptr (GArray) parts = loom_parallel_cut (self->planes.cells, 1, sizeof (NumberRange));

  for (guint i = 0; i < parts->len; i++)
    {
      NumberRange *range = &g_array_index (parts, NumberRange, i);

      range->low = INFINITY;
      range->high = -INFINITY;
    }
  loom_parallel_each (parts, find, self);
  for (guint i = 0; i < parts->len; i++)
    {
      const NumberRange *range = &g_array_index (parts, NumberRange, i);

      self->low = MIN (self->low, range->low);
      self->high = MAX (self->high, range->high);
    }
}

/* A comparison waits for the one before it; several are under way at a time. */
static void
widen (NumberRange  *range,
       const double *values,
       gsize         n)
{
  double low[WIDE], high[WIDE];
  gsize i = 0;

  for (guint k = 0; k < WIDE; k++)
    {
      low[k] = range->low;
      high[k] = range->high;
    }
  for (; i + WIDE <= n; i += WIDE)
    for (guint k = 0; k < WIDE; k++)
      {
        const double value = values[i + k];
        const gboolean is_finite = fabs (value) <= G_MAXDOUBLE;

        low[k] = is_finite && value < low[k] ? value : low[k];
        high[k] = is_finite && value > high[k] ? value : high[k];
      }
  for (; i < n; i++)
    if (isfinite (values[i]))
      {
        low[0] = MIN (low[0], values[i]);
        high[0] = MAX (high[0], values[i]);
      }
  for (guint k = 0; k < WIDE; k++)
    {
      range->low = MIN (range->low, low[k]);
      range->high = MAX (range->high, high[k]);
    }
}

static void
find_range_of_values (gpointer part,
                      gpointer coder)
{
  const LoomCoder *self = coder;
  NumberRange *range = part;
  const guint64 end = range->cells.first + range->cells.n;
  double values[LOOM_CODER_STRETCH];

  for (guint64 first = range->cells.first; first < end; first += LOOM_CODER_STRETCH)
    {
      const gsize n = MIN (LOOM_CODER_STRETCH, end - first);

      loom_planes_read_values (&self->planes, first, n, values);
      widen (range, values, n);
    }
}

void
_loom_coder_find_range_of_values (LoomCoder *self)
{
  find_range (self, find_range_of_values);
}

static void
find_range_of_changes (gpointer part,
                       gpointer coder)
{
  const LoomCoder *self = coder;
  NumberRange *range = part;
  const guint64 end = range->cells.first + range->cells.n;
  double changes[LOOM_CODER_STRETCH];

  for (guint64 first = range->cells.first; first < end; first += LOOM_CODER_STRETCH)
    {
      const gsize n = MIN (LOOM_CODER_STRETCH, end - first);

      loom_planes_read_changes (&self->planes, first, n, changes);
      widen (range, changes, n);
    }
}

/* As far down as up, so that 0 is in the middle. */
void
_loom_coder_find_range_of_changes (LoomCoder *self)
{
  find_range (self, find_range_of_changes);
  self->high = MAX (self->high, -self->low);
  self->low = -self->high;
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  const double *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

/* Without so many percent at either end. Of more values than MOST_SORTED some are taken, evenly. */
static void
cut_scale (LoomCoder *self,
           double     percent)
{
  const guint64 step = self->planes.cells / MOST_SORTED + 1;
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  guint cut;

  for (guint64 cell = 0; cell < self->planes.cells; cell += step)
    {
      double value;

      loom_planes_read_values (&self->planes, cell, 1, &value);
      if (isfinite (value))
        g_array_append_val (values, value);
    }
  if (values->len == 0)
    return;
  g_array_sort (values, compare_doubles);
  cut = MIN ((guint) (percent / 100 * values->len), (values->len - 1) / 2);
  self->scale.low = g_array_index (values, double, cut);
  self->scale.high = g_array_index (values, double, values->len - 1 - cut);
}

/* The least magnitude above 0, but none so small that the rest would have no room. */
static double
find_least (LoomCoder *self)
{
  const double reach = MAX (fabs (self->scale.low), fabs (self->scale.high));
  double values[LOOM_CODER_STRETCH], least = reach;

  for (guint64 first = 0; first < self->planes.cells; first += LOOM_CODER_STRETCH)
    {
      gsize n = MIN (LOOM_CODER_STRETCH, self->planes.cells - first);

      loom_planes_read_values (&self->planes, first, n, values);
      for (gsize i = 0; i < n; i++)
        if (isfinite (values[i]) && values[i] != 0)
          least = MIN (least, fabs (values[i]));
    }
  return MAX (least, reach * LEAST_SHARE);
}

/* All moments of a run have one scale, so that their colours mean the same. A map with a middle has
 * it at 0. */
static void
find_scale (LoomCoder      *self,
            const LoomView *view)
{
  LoomValueScale *scale = &self->scale;

  *scale = (LoomValueScale) { self->low, self->high, 0 };
  if (view->lens != LOOM_LENS_VALUE || self->low > self->high)
    return;
  if (view->limits.low < view->limits.high)
    *scale = (LoomValueScale) { view->limits.low, view->limits.high, 0 };
  else if (view->limits.cut > 0)
    cut_scale (self, view->limits.cut);
  else if (self->planes.frames_low <= self->planes.frames_high)
    *scale = (LoomValueScale) { MIN (self->low, self->planes.frames_low),
                                MAX (self->high, self->planes.frames_high), 0 };
  if (loom_colormap_has_middle (view->colormap))
    {
      scale->high = MAX (fabs (scale->low), fabs (scale->high));
      scale->low = -scale->high;
    }
  if (view->logarithmic && scale->low < scale->high)
    scale->least = find_least (self);
}

static void
find_range_of_writers (gpointer part,
                       gpointer coder)
{
  NumberRange *range = part;
  guint64 low = LOOM_NO_WRITER, high = 0;

  for (guint64 i = 0; i < range->cells.n; i++)
    {
      const guint64 thread = _loom_coder_get_thread (coder, range->cells.first + i);

      low = MIN (low, thread);
      high = thread == LOOM_NO_WRITER ? high : MAX (high, thread);
    }
  if (low == LOOM_NO_WRITER)
    return;
  range->low = (double) low;
  range->high = (double) high;
}

void
_loom_coder_find_range_of_writers (LoomCoder *self)
{
  find_range (self, find_range_of_writers);
}

static void
find_range_of_measures (gpointer part,
                        gpointer coder)
{
  const LoomCoder *self = coder;
  NumberRange *range = part;

  for (guint64 i = 0; i < range->cells.n; i++)
    {
      const double value = self->facts->measure (self, range->cells.first + i);

      if (value < 0 || isinf (value))
        continue;
      range->low = MIN (range->low, value);
      range->high = MAX (range->high, value);
    }
}

void
_loom_coder_find_range_of_measures (LoomCoder *self)
{
  find_range (self, find_range_of_measures);
}

void
_loom_coder_find_range_of_threads (LoomCoder *self)
{
  self->low = 0;
  self->high = _loom_coder_get_last_in_block (self);
}

void
_loom_coder_find_range_of_lanes (LoomCoder *self)
{
  self->low = 0;
  self->high = _loom_coder_get_last_lane (self);
}

/* A block smaller than a warp has fewer lanes. */
guint64
_loom_coder_get_last_lane (const LoomCoder *self)
{
  return MIN (self->threads_per_block, LOOM_WARP_LANES) - 1;
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
_loom_coder_get_last_device (const LoomCoder *self)
{
  return self->parts->len - 1;
}

guint64
_loom_coder_get_warps (const LoomCoder *self)
{
  return (self->threads_per_block + LOOM_WARP_LANES - 1) / LOOM_WARP_LANES;
}

/* The warp of a thread, counted over all blocks. */
guint64
_loom_coder_number_warp (const LoomCoder *self,
                         guint64          thread)
{
  return thread / self->threads_per_block * _loom_coder_get_warps (self)
         + _loom_coder_get_warp_number (self, thread);
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
  const guint in_row = block->x / LOOM_WARP_LANES;
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

/* Only values and what they changed by have a 0 that a middle could stand for. */
static LoomColormap
choose_map (const LoomCoder *self,
            const LoomView  *view)
{
  if (self->facts->has_middle)
    return LOOM_COLORMAP_BLUE_RED;
  return view->lens == LOOM_LENS_VALUE ? view->colormap
                                       : loom_colormap_get_rising (view->colormap);
}

static void
fill_numbers (LoomCoder      *self,
              const LoomView *view)
{
  static const LoomMeaning meanings[] = {
    LOOM_MEANING_UNWRITTEN, LOOM_MEANING_NAN, LOOM_MEANING_INFINITE, LOOM_MEANING_MINUS_INFINITE,
    LOOM_MEANING_GHOST, LOOM_MEANING_LOST_WARP,
  };
  const LoomColormap map = choose_map (self, view);

  for (guint i = 0; i < LOOM_CODE_LEVELS; i++)
    {
      double position = (double) i / (LOOM_CODE_LEVELS - 1);
      LoomColor color = loom_color_scale_map (map, position);

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
      const LoomColormap map = loom_colormap_get_rising (view->colormap);

      self->fills[LOOM_CODE_FIRST].color = loom_color_scale_map (map, 0.15);
      self->fills[LOOM_CODE_FIRST + 1].color = loom_color_scale_map (map, 0.85);
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
take_threads (LoomCoder         *self,
              const LoomProfile *profile)
{
  gsize size = 0;

  if (profile->threads != NULL)
    self->threads = g_bytes_get_data (profile->threads, &size);
  self->n_threads = size / sizeof (guint32);
  size = 0;
  if (profile->lanes != NULL)
    self->lanes = g_bytes_get_data (profile->lanes, &size);
  self->n_lanes = size / sizeof (guint64);
}

/* The range and the colours of the cells. */
static void
find_colors (LoomCoder      *self,
             const LoomView *view)
{
  if (self->shows == LOOM_SHOWS_NUMBERS)
    {
      self->low = INFINITY;
      self->high = -INFINITY;
      self->facts->find_range (self);
      find_scale (self, view);
    }
  fill (self, view);
}

/**
 * loom_coder_init:
 * @self: (out): the coder
 * @run: the run
 * @array: (nullable): an array of it
 * @view: how to look at it; its lens must be available
 *
 * Makes a coder. Reads every cell of the array where its lens shows numbers (their range).
 */
void
loom_coder_init (LoomCoder          *self,
                 const LoomRun      *run,
                 const LoomRunArray *array,
                 const LoomView     *view)
{
  loom_coder_begin (self, run, array, view);
  find_colors (self, view);
}

/**
 * loom_coder_begin:
 * @self: (out): the coder
 * @run: the run
 * @array: (nullable): an array of it
 * @view: how to look at it; its lens must be available
 *
 * Makes a coder without colours, as for loom_coder_init_sample(). Reads no cell.
 */
void
loom_coder_begin (LoomCoder          *self,
                 const LoomRun      *run,
                 const LoomRunArray *array,
                 const LoomView     *view)
{
  memset (self, 0, sizeof *self);
  loom_planes_init (&self->planes, array);
  loom_planes_choose (&self->planes, view->member);
  if (run->profile != NULL)
    take_threads (self, run->profile);
  if (run->schedule != NULL)
    self->spans = loom_schedule_get_spans (run->schedule, &self->n_spans);
  if (run->schedule != NULL && view->lens == LOOM_LENS_WAVE)
    self->places = loom_schedule_get_places (run->schedule);
  self->parts = run->parts;
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
}

/**
 * loom_coder_init_sample:
 * @self: (out): a coder of the sample
 * @coder: the coder of all cells, begun
 * @sample: some of them; must outlive @self
 * @view: how to look at them
 *
 * Makes a coder whose range and colours are those of a sample.
 */
void
loom_coder_init_sample (LoomCoder        *self,
                        const LoomCoder  *coder,
                        const LoomSample *sample,
                        const LoomView   *view)
{
  *self = *coder;
  self->planes = sample->planes;
  self->layout = sample->layout;
  find_colors (self, view);
}
