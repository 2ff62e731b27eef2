/* loom-block-map.c: the threads of a block by where they are
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-block-map.h"

#include "loom-legend.h"
#include "loom-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* These grow with the words. */
#define LABEL_SIZE 11
#define LABEL_ROOM 22           /* for the number of a warp */
#define ABOVE 16                /* for the numbers of lanes */
#define COLUMN_GAP 14

#define LEAST_LABELLED 10       /* pixels of a cell whose row has its number */
#define MOST_CELL 24
#define GAP 0.12                /* of a cell */
#define GONE_INSET 0.26         /* of a cell: who is gone leaves an outline */
#define LABELLED_LANES 8        /* every so many lanes have a number */
#define PATTERNS 5

struct _LoomBlockMap
{
  LoomFinding *finding;
  guint        n_threads;
  guint        n_warps;
};

/**
 * loom_block_map_new:
 * @finding: one that has threads
 *
 * Returns: (transfer full): a picture of its block
 */
LoomBlockMap *
loom_block_map_new (const LoomFinding *finding)
{
  LoomBlockMap *self;
  guint64 n_threads = 0;

  g_return_val_if_fail (finding != NULL && finding->threads->len > 0, NULL);

  self = g_new0 (LoomBlockMap, 1);
  loom_dim3_volume (&finding->block_size, &n_threads);
  self->finding = loom_finding_copy (finding);
  self->n_threads = (guint) n_threads;
  self->n_warps = (self->n_threads + LOOM_WARP_LANES - 1) / LOOM_WARP_LANES;
  return self;
}

void
loom_block_map_free (LoomBlockMap *self)
{
  if (self == NULL)
    return;

  loom_finding_free (self->finding);
  g_free (self);
}

/**
 * loom_block_map_get_finding:
 *
 * Returns: (transfer none): what the picture is of
 */
const LoomFinding *
loom_block_map_get_finding (const LoomBlockMap *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->finding;
}

static const LoomThreadGroup *
get_group (const LoomBlockMap *self,
           guint               group)
{
  return self->finding->threads->pdata[group];
}

static gboolean
is_gone (const LoomBlockMap *self,
         guint               group)
{
  return get_group (self, group)->state == LOOM_THREADS_GONE;
}

/* Its place among the groups that are drawn as it is. */
static guint
get_rank (const LoomBlockMap *self,
          guint               group)
{
  guint rank = 0;

  for (guint i = 0; i < group; i++)
    rank += is_gone (self, i) == is_gone (self, group);
  return rank;
}

/**
 * loom_block_map_get_paint:
 * @group: index of a group
 * @dark: whether it is for a dark background
 * @paint: (out): how it is filled
 *
 * Groups differ in colour and, until patterns are used up, in pattern.
 */
void
loom_block_map_get_paint (const LoomBlockMap *self,
                          guint               group,
                          gboolean            dark,
                          LoomPaint          *paint)
{
  static const LoomPattern patterns[PATTERNS] = {
    LOOM_PATTERN_NONE, LOOM_PATTERN_HATCH, LOOM_PATTERN_DOTS, LOOM_PATTERN_BACK, LOOM_PATTERN_CROSS,
  };
  guint rank;

  g_return_if_fail (self != NULL && group < self->finding->threads->len);

  rank = get_rank (self, group);
  if (is_gone (self, group))
    *paint = loom_color_scale_meaning (LOOM_MEANING_UNWRITTEN, dark);
  else
    paint->color = loom_color_scale_category (rank, 0);
  paint->pattern = patterns[rank % PATTERNS];
  paint->ink = loom_color_ink_on (paint->color);
}

/**
 * loom_block_map_place:
 * @width: room in design pixels
 * @height: room in design pixels
 * @text_scale: how large words are
 * @place: (out): where the warps go
 *
 * Lays the warps out in as many columns as make cells the largest.
 */
void
loom_block_map_place (const LoomBlockMap *self,
                      double              width,
                      double              height,
                      double              text_scale,
                      LoomBlockMapPlace  *place)
{
  const double label = LABEL_ROOM * text_scale, above = ABOVE * text_scale;

  g_return_if_fail (self != NULL);

  *place = (LoomBlockMapPlace) { .x = label, .y = above };
  for (guint columns = 1; columns <= self->n_warps; columns++)
    {
      const guint rows = (self->n_warps + columns - 1) / columns;
      const double across = (width - (columns - 1) * COLUMN_GAP * text_scale) / columns - label;
      const double cell = floor (MIN (MIN (across / LOOM_WARP_LANES, (height - above) / rows),
                                      MOST_CELL * text_scale));

      if (cell <= place->cell)
        continue;
      place->cell = cell;
      place->rows = rows;
    }
  place->cell = MAX (place->cell, 1);
  place->rows = MAX (place->rows, 1);
  place->column = place->cell * LOOM_WARP_LANES + label + COLUMN_GAP * text_scale;
}

static void
get_cell (const LoomBlockMapPlace *place,
          guint                    thread,
          cairo_rectangle_t       *cell)
{
  const guint warp = thread / LOOM_WARP_LANES, lane = thread % LOOM_WARP_LANES;

  *cell = (cairo_rectangle_t) {
    place->x + warp / place->rows * place->column + lane * place->cell,
    place->y + warp % place->rows * place->cell, place->cell, place->cell,
  };
}

static void
shrink (cairo_rectangle_t *cell,
        double             by)
{
  cell->x += by;
  cell->y += by;
  cell->width -= 2 * by;
  cell->height -= 2 * by;
}

/* Who is gone leaves an outline around a spot, so that a print in grey tells the same. */
static void
draw_thread (const LoomBlockMap *self,
             cairo_t            *cr,
             guint               group,
             gboolean            dark,
             cairo_rectangle_t   cell)
{
  LoomPaint paint;

  loom_block_map_get_paint (self, group, dark, &paint);
  shrink (&cell, cell.width * GAP / 2);
  if (is_gone (self, group))
    {
      loom_text_color (cr, loom_text_dim_ink (dark), 1);
      cairo_set_line_width (cr, 1);
      cairo_rectangle (cr, cell.x + 0.5, cell.y + 0.5, cell.width - 1, cell.height - 1);
      cairo_stroke (cr);
      shrink (&cell, cell.width * GONE_INSET);
    }
  loom_legend_draw_fill (cr, &paint, &cell);
}

static void
draw_label (cairo_t  *cr,
            double    x,
            double    y,
            double    x_align,
            double    y_align,
            double    text_scale,
            gboolean  dark,
            guint     number)
{
  const LoomText text = {
    .size = LABEL_SIZE * text_scale, .x_align = x_align, .y_align = y_align,
    .color = loom_text_dim_ink (dark),
  };
  g_autofree char *label = g_strdup_printf ("%u", number);

  loom_text_draw (cr, &text, x, y, label);
}

static void
draw_labels (const LoomBlockMap      *self,
             cairo_t                 *cr,
             const LoomBlockMapPlace *place,
             gboolean                 dark,
             double                   text_scale)
{
  cairo_rectangle_t cell;

  for (guint warp = 0; warp < self->n_warps; warp++)
    {
      get_cell (place, warp * LOOM_WARP_LANES, &cell);
      if (place->cell >= LEAST_LABELLED * text_scale || warp % place->rows == 0)
        draw_label (cr, cell.x - 4, cell.y + cell.height / 2, 1, 0.5, text_scale, dark, warp);
      for (guint lane = 0; warp % place->rows == 0 && lane < LOOM_WARP_LANES;
           lane += LABELLED_LANES)
        draw_label (cr, cell.x + (lane + 0.5) * cell.width, cell.y - 2, 0.5, 1, text_scale, dark,
                    lane);
    }
}

/**
 * loom_block_map_draw:
 * @place: as loom_block_map_place() says
 * @marked: a thread that stands out, or %LOOM_NO_THREAD
 */
void
loom_block_map_draw (const LoomBlockMap      *self,
                     cairo_t                 *cr,
                     const LoomBlockMapPlace *place,
                     gboolean                 dark,
                     double                   text_scale,
                     int                      marked)
{
  cairo_rectangle_t cell;

  g_return_if_fail (self != NULL);

  draw_labels (self, cr, place, dark, text_scale);
  for (guint group = 0; group < self->finding->threads->len; group++)
    for (guint thread = 0; thread < self->n_threads; thread++)
      if (loom_thread_group_has (get_group (self, group), thread))
        {
          get_cell (place, thread, &cell);
          draw_thread (self, cr, group, dark, cell);
        }
  if (marked == LOOM_NO_THREAD)
    return;
  get_cell (place, (guint) marked, &cell);
  loom_text_color (cr, loom_text_ink (dark), 1);
  cairo_set_line_width (cr, 2);
  cairo_rectangle (cr, cell.x, cell.y, cell.width, cell.height);
  cairo_stroke (cr);
}

/**
 * loom_block_map_draw_swatch:
 * @group: index of a group
 * @side: of the swatch, from the origin on
 *
 * Draws what stands for a group in the legend.
 */
void
loom_block_map_draw_swatch (const LoomBlockMap *self,
                            cairo_t            *cr,
                            guint               group,
                            gboolean            dark,
                            double              side)
{
  g_return_if_fail (self != NULL && group < self->finding->threads->len);

  draw_thread (self, cr, group, dark, (cairo_rectangle_t) { 0, 0, side, side });
}

/**
 * loom_block_map_find_thread:
 *
 * Returns: the thread at a point, or %LOOM_NO_THREAD
 */
int
loom_block_map_find_thread (const LoomBlockMap      *self,
                            const LoomBlockMapPlace *place,
                            double                   x,
                            double                   y)
{
  const double column = floor ((x - place->x) / place->column);
  const double lane = floor ((x - place->x - column * place->column) / place->cell);
  const double row = floor ((y - place->y) / place->cell);
  const double thread = (column * place->rows + row) * LOOM_WARP_LANES + lane;

  g_return_val_if_fail (self != NULL, LOOM_NO_THREAD);

  return column >= 0 && lane >= 0 && lane < LOOM_WARP_LANES && row >= 0 && row < place->rows &&
                 thread < self->n_threads
             ? (int) thread
             : LOOM_NO_THREAD;
}

/**
 * loom_block_map_step:
 * @thread: where to go from, or %LOOM_NO_THREAD
 * @lanes: to the right
 * @warps: onwards
 *
 * Returns: the thread that is so far on, as far as the block goes
 */
int
loom_block_map_step (const LoomBlockMap *self,
                     int                 thread,
                     int                 lanes,
                     int                 warps)
{
  int lane, warp;

  g_return_val_if_fail (self != NULL, LOOM_NO_THREAD);

  if (thread == LOOM_NO_THREAD)
    return 0;
  lane = CLAMP (thread % LOOM_WARP_LANES + lanes, 0, LOOM_WARP_LANES - 1);
  warp = CLAMP (thread / LOOM_WARP_LANES + warps, 0, (int) self->n_warps - 1);
  return MIN (warp * LOOM_WARP_LANES + lane, (int) self->n_threads - 1);
}

/**
 * loom_block_map_dup_thread_text:
 * @thread: a thread, or %LOOM_NO_THREAD
 *
 * Returns: (transfer full) (nullable): which thread it is, and where its group is
 */
char *
loom_block_map_dup_thread_text (const LoomBlockMap *self,
                                int                 thread)
{
  const LoomThreadGroup *group;
  g_autofree char *text = NULL;
  LoomDim3 at;

  g_return_val_if_fail (self != NULL, NULL);

  group = thread != LOOM_NO_THREAD
              ? loom_thread_groups_find (self->finding->threads, (guint) thread)
              : NULL;
  if (group == NULL)
    return NULL;
  text = loom_thread_group_dup_text (group);
  at = loom_dim3_unpack (&self->finding->block_size, (guint64) thread);
  /* Translators: 1 to 3 a thread as x, y, z; 4 its lane, 5 its warp; 6 where it and others are, as
   * “32 threads wait at the barrier of line 14” */
  return g_strdup_printf (_("Thread (%1$u, %2$u, %3$u), lane %4$u of warp %5$u: %6$s"), at.x, at.y,
                          at.z, (guint) thread % LOOM_WARP_LANES, (guint) thread / LOOM_WARP_LANES,
                          text);
}

/**
 * loom_block_map_dup_description:
 *
 * Returns: (transfer full): all groups in words
 */
char *
loom_block_map_dup_description (const LoomBlockMap *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->finding->threads->len; i++)
    {
      g_autofree char *sentence = loom_thread_group_dup_text (get_group (self, i));

      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", sentence);
    }
  return g_string_free (text, FALSE);
}
