/* loom-heatmap.c: cells as pixels, at every scale
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-heatmap.h"

#include "loom-parallel.h"

#include <math.h>
#include <string.h>

/* A pixel that covers several cells looks at *all* of them: an alarm or a rare code among them wins
 * (loom-coder-init.c ranks them), so a single missed cell never vanishes; among ordinary cells the
 * first stands for the others. To be quick at that, the ranks are kept at halved scales, each
 * chosen from 2×2 in the same way: a pixel then covers at most 3×3 of them. They take a third of a
 * byte for each cell; the coder has the cells themselves. */
#define MAX_LEVELS 32
#define SMALLEST_LEVEL 256

typedef struct
{
  guint64  cols, rows;
  guint8  *ranks;               /* NULL: those of the cells, which the coder has */
} Level;

struct _LoomHeatmap
{
  const LoomCoder *coder;
  guint64          cols, rows;          /* of the picture */
  guint            shift;               /* the coder's cells stand for squares 1 << shift wide */
  Level            levels[MAX_LEVELS];
  guint            n_levels;
};

/* Which cells of a level one pixel covers, on one axis; first > last: none. */
typedef struct
{
  gint64 first, last;
} Range;

static void
fetch_row (const LoomHeatmap *self,
           guint              level,
           guint64            row,
           guint64            col,
           gsize              n,
           guint8            *ranks)
{
  const Level *source = &self->levels[level];

  if (source->ranks != NULL)
    memcpy (ranks, source->ranks + row * source->cols + col, n);
  else
    loom_coder_encode_row (self->coder, row, col, n, ranks);
}

static inline guint8
choose (guint8 first,
        guint8 other,
        guint8 common)
{
  guint8 highest = MAX (first, other);

  return highest > common ? highest : first;
}

static void
merge (guint8       *into,
       const guint8 *other,
       gsize         n,
       guint8        common)
{
  for (gsize i = 0; i < n; i++)
    into[i] = choose (into[i], other[i], common);
}

/* Some rows of a level that are made of one twice as fine. */
typedef struct
{
  LoomParallelRange rows;
} CoarseRows;

static void
halve_row (guint8       *coarse,
           const guint8 *fine,
           gsize         n,
           guint8        common)
{
  for (gsize i = 0; i < n / 2; i++)
    coarse[i] = choose (fine[i * 2], fine[i * 2 + 1], common);
  if (n % 2 == 1)
    coarse[n / 2] = fine[n - 1];
}

/* Of the last level, from the one before. */
static void
halve_rows (gpointer part,
            gpointer heatmap)
{
  const LoomHeatmap *self = heatmap;
  const CoarseRows *rows = part;
  const Level *fine = &self->levels[self->n_levels - 2], *coarse = fine + 1;
  g_autofree guint8 *upper = g_malloc (fine->cols);
  g_autofree guint8 *lower = g_malloc (fine->cols);

  for (guint64 row = rows->rows.first; row < rows->rows.first + rows->rows.n; row++)
    {
      fetch_row (self, self->n_levels - 2, row * 2, 0, fine->cols, upper);
      if (row * 2 + 1 < fine->rows)
        {
          fetch_row (self, self->n_levels - 2, row * 2 + 1, 0, fine->cols, lower);
          merge (upper, lower, fine->cols, self->coder->common);
        }
      halve_row (coarse->ranks + row * coarse->cols, upper, fine->cols, self->coder->common);
    }
}

static gboolean
add_level (LoomHeatmap *self)
{
  const Level *fine = &self->levels[self->n_levels - 1];
  Level coarse = { fine->cols / 2 + fine->cols % 2, fine->rows / 2 + fine->rows % 2, NULL };
  g_autoptr (GArray) parts = NULL;

  coarse.ranks = g_try_malloc (coarse.cols * coarse.rows);
  if (coarse.ranks == NULL)
    return FALSE;
  self->levels[self->n_levels++] = coarse;
  parts = loom_parallel_cut (coarse.rows, coarse.cols, sizeof (CoarseRows));
  loom_parallel_each (parts, halve_rows, self);
  return TRUE;
}

/**
 * loom_heatmap_new:
 * @coder: what turns cells into ranks, its plane encoded; must outlive the heatmap
 *
 * Prepares the cells of a plane for drawing.
 *
 * Returns: (transfer full): the heatmap
 */
LoomHeatmap *
loom_heatmap_new (const LoomCoder *coder)
{
  return loom_heatmap_new_sampled (coder, coder->layout.cols, coder->layout.rows, 0);
}

/**
 * loom_heatmap_new_sampled:
 * @coder: as for loom_heatmap_new(), of one cell of each square of cells
 * @cols: columns of the picture
 * @rows: rows of the picture
 * @shift: squares are 1 << @shift cells wide
 *
 * Prepares a plane for drawing of which some cells are known.
 *
 * Returns: (transfer full): the heatmap
 */
LoomHeatmap *
loom_heatmap_new_sampled (const LoomCoder *coder,
                          guint64          cols,
                          guint64          rows,
                          guint            shift)
{
  LoomHeatmap *self = g_new0 (LoomHeatmap, 1);

  self->coder = coder;
  self->cols = cols;
  self->rows = rows;
  self->shift = shift;
  self->levels[0] = (Level) { coder->layout.cols, coder->layout.rows, NULL };
  self->n_levels = 1;
  if (coder->layout.cells == 0)
    return self;
  while (self->n_levels < MAX_LEVELS &&
         MAX (self->levels[self->n_levels - 1].cols, self->levels[self->n_levels - 1].rows) >
             SMALLEST_LEVEL)
    if (!add_level (self))
      break;
  return self;
}

void
loom_heatmap_free (LoomHeatmap *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < self->n_levels; i++)
    g_free (self->levels[i].ranks);
  g_free (self);
}

/* The cells under each of n pixels. Below one cell for a pixel it is the one under the pixel's
 * centre, above it is every cell that the pixel touches. */
static Range *
cover (double  start,
       double  step,
       guint   n,
       guint64 limit)
{
  Range *ranges = g_new (Range, n);

  for (guint i = 0; i < n; i++)
    {
      double first = floor (step < 1 ? start + (i + 0.5) * step : start + i * step);
      double last = step < 1 ? first : ceil (start + (i + 1) * step) - 1;

      if (last < 0 || first >= limit || !(first <= last))
        ranges[i] = (Range) { 1, 0 };
      else
        ranges[i] = (Range) { (gint64) MAX (first, 0), (gint64) MIN (last, (double) (limit - 1)) };
    }
  return ranges;
}

static void
scale_ranges (Range *ranges,
              guint  n,
              guint  level)
{
  for (guint i = 0; i < n; i++)
    if (ranges[i].first <= ranges[i].last)
      ranges[i] = (Range) { ranges[i].first >> level, ranges[i].last >> level };
}

/* The first and last column that any pixel covers. */
static Range
hull (const Range *ranges,
      guint        n)
{
  Range all = { G_MAXINT64, -1 };

  for (guint i = 0; i < n; i++)
    if (ranges[i].first <= ranges[i].last)
      {
        all.first = MIN (all.first, ranges[i].first);
        all.last = MAX (all.last, ranges[i].last);
      }
  return all;
}

static guint
choose_level (const LoomHeatmap *self,
              double             step_x,
              double             step_y)
{
  double step = self->levels[0].rows == 1   ? step_x
                : self->levels[0].cols == 1 ? step_y
                                            : MIN (step_x, step_y);
  guint level = 0;

  while (level + 1 < self->n_levels &&
         step >= (double) (G_GUINT64_CONSTANT (2) << (level + self->shift)))
    level++;
  return level;
}

typedef struct
{
  const LoomHeatmap *heatmap;
  guint              level;
  Range              hull;
  Range             *cols, *rows;
  guint              pixels_x;
  guint8            *merged, *fetched;
  guint8            *codes;             /* of one row of pixels */
} Render;

static void
render_codes (Render      *render,
              const Range *rows)
{
  gsize n = render->hull.last - render->hull.first + 1;

  memset (render->codes, LOOM_CODE_OUTSIDE, render->pixels_x);
  if (rows->first > rows->last)
    return;
  fetch_row (render->heatmap, render->level, rows->first, render->hull.first, n, render->merged);
  for (gint64 row = rows->first + 1; row <= rows->last; row++)
    {
      fetch_row (render->heatmap, render->level, row, render->hull.first, n, render->fetched);
      merge (render->merged, render->fetched, n, render->heatmap->coder->common);
    }
  for (guint i = 0; i < render->pixels_x; i++)
    {
      const guint8 *ranks = render->merged - render->hull.first;
      const LoomCoder *coder = render->heatmap->coder;
      const Range *cols = &render->cols[i];
      guint8 rank;

      if (cols->first > cols->last)
        continue;
      rank = ranks[cols->first];
      for (gint64 col = cols->first + 1; col <= cols->last; col++)
        rank = choose (rank, ranks[col], coder->common);
      render->codes[i] = coder->codes[rank];
    }
}

static guint
wrapped (gint64 position,
         guint  unit)
{
  gint64 period = (gint64) LOOM_PATTERN_PERIOD * unit;

  return (guint) ((position % period + period) % period) / unit;
}

/* Patterns lie still on the cells while the picture is moved, hence the offsets of the picture's
 * corner. */
static void
paint_row (const LoomCoder *coder,
           const guint8    *codes,
           guint            n,
           gint64           offset_x,
           gint64           y,
           guint            unit,
           guint32         *pixels)
{
  guint pattern_y = wrapped (y, unit);

  for (guint i = 0; i < n; i++)
    {
      const LoomPaint *fill = &coder->fills[codes[i]];

      pixels[i] = codes[i] == LOOM_CODE_OUTSIDE ? 0 : fill->color;
      if (fill->pattern != LOOM_PATTERN_NONE &&
          loom_pattern_has_ink (fill->pattern, wrapped (offset_x + i, unit), pattern_y))
        pixels[i] = fill->ink;
    }
}

static void
render_rows (Render                *render,
             const LoomHeatmapPart *part,
             guint32               *pixels,
             guint                  pixels_y,
             gsize                  stride)
{
  gint64 offset_x = (gint64) floor (part->x / part->width * render->pixels_x);
  gint64 offset_y = (gint64) floor (part->y / part->height * pixels_y);

  for (guint y = 0; y < pixels_y; y++)
    {
      const Range *rows = &render->rows[y];

      if (y == 0 || rows->first != rows[-1].first || rows->last != rows[-1].last)
        render_codes (render, rows);
      paint_row (render->heatmap->coder, render->codes, render->pixels_x, offset_x, offset_y + y,
                 MAX (part->unit, 1), (guint32 *) ((guint8 *) pixels + y * stride));
    }
}

static gboolean
part_is_sane (const LoomHeatmapPart *part)
{
  return part->width > 0 && part->height > 0 && part->width < 1e15 && part->height < 1e15 &&
         fabs (part->x) < 1e15 && fabs (part->y) < 1e15;
}

/**
 * loom_heatmap_render:
 * @part: which part of the picture, and how
 * @pixels: (out caller-allocates): where the pixels go, opaque 0xffRRGGBB or 0 where there is no
 * cell
 * @pixels_x: pixels in a row
 * @pixels_y: rows of pixels
 * @stride: bytes from one row of pixels to the next, a multiple of 4
 *
 * Draws a part of the picture, each pixel as the highest ranking of the cells that it covers.
 *
 * The work grows with the number of pixels, not of cells.
 */
void
loom_heatmap_render (const LoomHeatmap     *self,
                     const LoomHeatmapPart *part,
                     guint32               *pixels,
                     guint                  pixels_x,
                     guint                  pixels_y,
                     gsize                  stride)
{
  Render render = { .heatmap = self, .pixels_x = pixels_x };
  double step_x = part->width / pixels_x, step_y = part->height / pixels_y;

  for (guint y = 0; y < pixels_y; y++)
    memset ((guint8 *) pixels + y * stride, 0, pixels_x * sizeof *pixels);
  if (self->coder->layout.cells == 0 || pixels_x == 0 || pixels_y == 0 || !part_is_sane (part))
    return;

  render.level = choose_level (self, step_x, step_y);
  render.cols = cover (part->x, step_x, pixels_x, self->cols);
  render.rows = cover (part->y, step_y, pixels_y, self->rows);
  if (part->flip)
    {
      const gint64 last = self->rows - 1;

      for (guint i = 0; i < pixels_y; i++)
        if (render.rows[i].first <= render.rows[i].last)
          render.rows[i] = (Range) { last - render.rows[i].last, last - render.rows[i].first };
    }
  scale_ranges (render.cols, pixels_x, render.level + self->shift);
  scale_ranges (render.rows, pixels_y, render.level + self->shift);
  render.hull = hull (render.cols, pixels_x);
  if (render.hull.first <= render.hull.last)
    {
      gsize n = render.hull.last - render.hull.first + 1;

      render.merged = g_malloc (n);
      render.fetched = g_malloc (n);
      render.codes = g_malloc (pixels_x);
      render_rows (&render, part, pixels, pixels_y, stride);
      g_free (render.codes);
      g_free (render.fetched);
      g_free (render.merged);
    }
  g_free (render.rows);
  g_free (render.cols);
}
