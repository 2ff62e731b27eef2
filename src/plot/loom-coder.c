/* loom-coder.c: cells to codes, the one place that knows what a lens makes of a cell
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-coder.h"

#include <math.h>
#include <string.h>

#define STRETCH 4096            /* cells encoded at a time */
#define RARE_CLASS (1.0 / 16)   /* share of the cells */
#define RARE_LEVEL (1.0 / 1024)
#define WARP 32
#define NS_PER_US 1000.0
#define MOST_THREADS 1024       /* of a block, on any device; more is nonsense from a broken peer */

static guint64
thread_number (const LoomCoder *self,
               guint64          cell)
{
  return loom_planes_get_writer (&self->planes,
                                 self->lens == LOOM_LENS_HIGHEST ? self->planes.highest
                                                                 : self->planes.lowest,
                                 cell);
}

/**
 * loom_coder_get_level:
 * @self: a coder of numbers
 * @value: a number
 *
 * The code of a number, those that are none included.
 */
guint8
loom_coder_get_level (const LoomCoder *self,
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
  double values[STRETCH];

  loom_planes_read_values (&self->planes, first, n, values);
  if (self->shows == LOOM_SHOWS_CLASSES)
    for (gsize i = 0; i < n; i++)
      codes[i] = LOOM_CODE_FIRST + (values[i] != 0);
  else
    for (gsize i = 0; i < n; i++)
      codes[i] = loom_coder_get_level (self, values[i]);
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
      guint64 thread = thread_number (self, first + i);
      codes[i] = thread == LOOM_NO_WRITER ? LOOM_CODE_UNWRITTEN
                                          : loom_coder_get_level (self, thread);
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
  thread = thread_number (self, cell);
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

      codes[i] = value < 0 ? LOOM_CODE_UNWRITTEN : loom_coder_get_level (self, value);
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

static guint
get_warp_shade (const LoomCoder *self,
                guint            thread)
{
  guint warp = thread / WARP, warps_per_row = self->block.x / WARP;

  if (warps_per_row <= 1)
    return warp % LOOM_CATEGORY_SHADES;
  return warp % warps_per_row % 2 + warp / warps_per_row % 2 * 2;
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
  return (guint) ((self->threads_per_block + WARP - 1) / WARP);
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
  guint color = get_block_color (self, block);

  if (self->lens == LOOM_LENS_BLOCK)
    return LOOM_CODE_FIRST + color;
  return LOOM_CODE_FIRST + color * LOOM_CATEGORY_SHADES + get_warp_shade (self, thread);
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
                    : 0;

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
  guint color = 0;

  for (gsize i = 0; i < n; i++)
    {
      guint64 thread = thread_number (self, first + i);

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
        }
      thread -= block * self->threads_per_block;
      if (self->lens == LOOM_LENS_BLOCK)
        codes[i] = LOOM_CODE_FIRST + color;
      else if (self->lens == LOOM_LENS_WARP)
        codes[i] = LOOM_CODE_FIRST + color * LOOM_CATEGORY_SHADES + get_warp_shade (self, thread);
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
      gsize part = MIN (n, STRETCH);

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

/* Over the whole array, not the plane: planes are compared with each other. */
static void
find_range_of_values (LoomCoder *self)
{
  double values[STRETCH];

  for (guint64 first = 0; first < self->planes.cells; first += STRETCH)
    {
      gsize n = MIN (STRETCH, self->planes.cells - first);

      loom_planes_read_values (&self->planes, first, n, values);
      for (gsize i = 0; i < n; i++)
        if (isfinite (values[i]))
          {
            self->low = MIN (self->low, values[i]);
            self->high = MAX (self->high, values[i]);
          }
    }
}

static void
find_range_of_writers (LoomCoder *self)
{
  for (guint64 cell = 0; cell < self->planes.cells; cell++)
    {
      guint64 thread = thread_number (self, cell);

      if (thread == LOOM_NO_WRITER)
        continue;
      self->low = MIN (self->low, thread);
      self->high = MAX (self->high, thread);
    }
}

static void
find_range_of_measures (LoomCoder *self)
{
  for (guint64 cell = 0; cell < self->planes.cells; cell++)
    {
      const double value = loom_coder_measure (self, cell);

      if (value < 0)
        continue;
      self->low = MIN (self->low, value);
      self->high = MAX (self->high, value);
    }
}

static void
find_range (LoomCoder *self)
{
  self->low = INFINITY;
  self->high = -INFINITY;
  if (self->lens == LOOM_LENS_VALUE)
    find_range_of_values (self);
  else if (loom_coder_is_measure (self->lens))
    find_range_of_measures (self);
  else if (self->lens == LOOM_LENS_THREAD)
    {
      self->low = 0;
      self->high = self->threads_per_block - 1;
    }
  else
    find_range_of_writers (self);
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

static LoomShows
find_shows (const LoomCoder *self)
{
  switch (self->lens)
    {
    case LOOM_LENS_WRITES:
    case LOOM_LENS_READS:
      return LOOM_SHOWS_COUNTS;
    case LOOM_LENS_EXPECTED:
    case LOOM_LENS_DIFFERENCE:
      return LOOM_SHOWS_CLASSES;
    case LOOM_LENS_BLOCK:
    case LOOM_LENS_WARP:
      return LOOM_SHOWS_CATEGORIES;
    case LOOM_LENS_VALUE:
      return self->planes.type.scalar == LOOM_SCALAR_BOOL ? LOOM_SHOWS_CLASSES : LOOM_SHOWS_NUMBERS;
    default:
      return LOOM_SHOWS_NUMBERS;
    }
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

      if (self->lens == LOOM_LENS_THREAD && i % 2 == 1)
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
  static const LoomMeaning meanings[] = {
    LOOM_MEANING_UNWRITTEN, LOOM_MEANING_COVERED, LOOM_MEANING_REWRITTEN,
    LOOM_MEANING_EXTRA,     LOOM_MEANING_MISSED,
  };
  static const LoomMeaning differences[] = {
    LOOM_MEANING_UNWRITTEN, LOOM_MEANING_EXTRA, LOOM_MEANING_REWRITTEN, LOOM_MEANING_MISSED,
  };

  if (self->lens == LOOM_LENS_VALUE)
    {
      self->fills[LOOM_CODE_FIRST].color = loom_color_scale_map (view->colormap, 0.15);
      self->fills[LOOM_CODE_FIRST + 1].color = loom_color_scale_map (view->colormap, 0.85);
      return;
    }
  if (self->lens == LOOM_LENS_DIFFERENCE)
    for (guint i = 0; i < G_N_ELEMENTS (differences); i++)
      self->fills[LOOM_CODE_FIRST + i] = loom_color_scale_meaning (differences[i], view->dark);
  else
    for (guint i = 0; i < G_N_ELEMENTS (meanings); i++)
      self->fills[LOOM_CODE_FIRST + i] = loom_color_scale_meaning (meanings[i], view->dark);
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
      for (guint i = 0; i < LOOM_CATEGORIES * LOOM_CATEGORY_SHADES; i++)
        self->fills[LOOM_CODE_FIRST + i].color = self->lens == LOOM_LENS_BLOCK
          ? loom_color_scale_category (i, 0)
          : loom_color_scale_category (i / LOOM_CATEGORY_SHADES, i % LOOM_CATEGORY_SHADES);
      break;
    case LOOM_SHOWS_NUMBERS:
    default:
      break;
    }
}

static void
count_codes (LoomCoder *self)
{
  guint8 codes[STRETCH];

  for (guint64 done = 0; done < self->layout.cells; done += STRETCH)
    {
      gsize n = MIN (STRETCH, self->layout.cells - done);

      loom_coder_encode (self, self->layout.first + done, n, codes);
      for (gsize i = 0; i < n; i++)
        self->counts[codes[i]]++;
    }
}

static guint64
get_category_number (const LoomCoder *self,
                     guint64          thread)
{
  const guint64 block = thread / self->threads_per_block;

  if (self->lens == LOOM_LENS_BLOCK)
    return block;
  return block * loom_coder_get_warps (self) + thread % self->threads_per_block / WARP;
}

/* Which blocks or warps the colours stand for: those of this plane. */
static void
find_firsts (LoomCoder *self)
{
  for (guint code = 0; code < LOOM_N_CODES; code++)
    self->firsts[code] = LOOM_NO_WRITER;
  for (guint64 i = 0; i < self->layout.cells; i++)
    {
      guint64 thread = thread_number (self, self->layout.first + i), number;
      guint8 code;

      if (thread == LOOM_NO_WRITER)
        continue;
      number = get_category_number (self, thread);
      code = loom_coder_get_category (self, thread / self->threads_per_block,
                                      (guint) (thread % self->threads_per_block));
      self->repeats |= self->firsts[code] != LOOM_NO_WRITER && self->firsts[code] != number;
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
  if (self->lens == LOOM_LENS_EXPECTED)
    return code == LOOM_CODE_REWRITTEN || code == LOOM_CODE_EXTRA || code == LOOM_CODE_MISSED;
  if (self->lens == LOOM_LENS_DIFFERENCE)
    return code > LOOM_CODE_SAME && code <= LOOM_CODE_VALUES_DIFFER;
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
  self->lens = view->lens;
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
  self->shows = find_shows (self);
  if (self->shows == LOOM_SHOWS_NUMBERS)
    find_range (self);
  fill (self, view);
  count_codes (self);
  if (self->shows == LOOM_SHOWS_CATEGORIES)
    find_firsts (self);
  rank (self);
}
