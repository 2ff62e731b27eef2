/* loom-legend.c: what the colours mean
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-legend-private.h"
#include "loom-text.h"

#include <math.h>

/* All of these grow with the desktop's text. */
#define TEXT_SIZE 11
#define SWATCH 16
#define LINE 22
#define TIGHTEST_LINE 17        /* where there are more lines than room */
#define GAP 7
#define TITLE_GAP 10
#define BAR_LEAST 60
#define BAR_MOST 240
#define TICK_SPACE 34
#define COLUMN_GAP 14
#define REMARK_WIDTH 84         /* a longer remark is wrapped in a narrow legend */
#define MOST_TICKS 8

static LoomText
entry_text (LoomPicture *picture)
{
  return (LoomText) { .size = _loom_picture_scale_text (picture, TEXT_SIZE),
                     .y_align = 0.5,
                     .color = loom_text_ink (picture->view.dark) };
}

static LoomText
title_text (LoomPicture *picture)
{
  LoomText text = entry_text (picture);

  text.bold = TRUE;
  text.y_align = 0;
  return text;
}

static LoomText
remark_text (LoomPicture *picture,
             double       width)
{
  LoomText text = entry_text (picture);

  text.color = loom_text_dim_ink (picture->view.dark);
  text.y_align = 0;
  text.width = width;
  return text;
}

static double
text_indent (LoomPicture *picture)
{
  return _loom_picture_scale_text (picture, SWATCH + GAP);
}

static gboolean
has_bar (LoomPicture *picture)
{
  return picture->coder.shows == LOOM_SHOWS_NUMBERS && picture->coder.low <= picture->coder.high;
}

static void
widen (double         *widest,
       cairo_t        *ruler,
       const LoomText *text,
       const char     *words,
       double          indent)
{
  double width;

  loom_text_measure (ruler, text, words, &width, NULL);
  *widest = MAX (*widest, indent + width);
}

/* A title may be broken between its words. */
static double
measure_room (LoomPicture *picture)
{
  const LoomText text = entry_text (picture), bold = title_text (picture);
  const double indent = text_indent (picture);
  double widest = _loom_picture_scale_text (picture, REMARK_WIDTH);
  cairo_t *ruler = loom_text_new_ruler ();

  for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
    {
      g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
      g_autofree char *title = _loom_legend_dup_title (picture, lens);
      g_auto (GStrv) words = g_strsplit (title, " ", -1);

      if (!loom_lens_is_available (lens, picture->run, picture->view.array))
        continue;
      for (guint i = 0; words[i] != NULL; i++)
        widen (&widest, ruler, &bold, words[i], 0);
      _loom_legend_add_widest (picture, lens, texts);
      for (guint i = 0; i < texts->len; i++)
        widen (&widest, ruler, &text, g_ptr_array_index (texts, i), indent);
    }
  cairo_destroy (ruler);
  return ceil (widest) + 2;
}

/**
 * loom_legend_get_room:
 * @picture: a picture
 *
 * The width in design pixels that is enough for the legend of each lens of the array, so that
 * another lens need not move what stands beside it.
 */
double
loom_legend_get_room (LoomPicture *picture)
{
  if (g_once_init_enter (&picture->legend_room))
    g_once_init_leave (&picture->legend_room, (gsize) measure_room (picture));
  return picture->legend_room;
}

/**
 * loom_legend_get_width:
 * @picture: a picture
 *
 * The width of the legend in design pixels, where nothing need be broken into lines but remarks.
 */
double
loom_legend_get_width (LoomPicture *picture)
{
  const LoomText text = entry_text (picture), bold = title_text (picture);
  g_autoptr (GArray) entries = _loom_legend_list_entries (picture);
  g_autofree char *title = _loom_legend_dup_title (picture, picture->view.lens);
  cairo_t *ruler = loom_text_new_ruler ();
  double widest = 0;

  widen (&widest, ruler, &bold, title, 0);
  for (guint i = 0; i < entries->len; i++)
    {
      const LoomLegendEntry *entry = &g_array_index (entries, LoomLegendEntry, i);

      if (entry->n_codes > 0)
        widen (&widest, ruler, &text, entry->text, text_indent (picture));
      else
        widest = MAX (widest, _loom_picture_scale_text (picture, REMARK_WIDTH));
    }
  if (has_bar (picture))
    {
      g_autoptr (GArray) ticks = _loom_legend_list_ticks (&picture->coder, MOST_TICKS);

      for (guint i = 0; i < ticks->len; i++)
        {
          g_autofree char *label
              = _loom_legend_format_tick (&picture->coder, g_array_index (ticks, double, i));

          widen (&widest, ruler, &text, label, text_indent (picture));
        }
    }
  cairo_destroy (ruler);
  return ceil (widest) + 2;
}

static double
measure_height (cairo_t    *cr,
                LoomText    text,
                double      width,
                const char *words)
{
  double height;

  text.width = width;
  loom_text_measure (cr, &text, words, NULL, &height);
  return height;
}

static double
measure_remarks (LoomPicture *picture,
                 cairo_t     *cr,
                 GArray      *entries,
                 double       width)
{
  double height = 0;

  for (guint i = 0; i < entries->len; i++)
    {
      const LoomLegendEntry *entry = &g_array_index (entries, LoomLegendEntry, i);

      if (entry->n_codes == 0)
        height += measure_height (cr, remark_text (picture, width), width, entry->text);
    }
  return height;
}

/* From column to column, where lines stand in several. */
static double
measure_column (LoomPicture *picture,
                cairo_t     *cr,
                GArray      *entries)
{
  const LoomText text = entry_text (picture);
  double widest = 0;

  for (guint i = 0; i < entries->len; i++)
    if (g_array_index (entries, LoomLegendEntry, i).n_codes > 0)
      widen (&widest, cr, &text, g_array_index (entries, LoomLegendEntry, i).text,
             text_indent (picture));
  return widest + _loom_picture_scale_text (picture, COLUMN_GAP);
}

static guint
count_swatches (GArray *entries)
{
  guint n = 0;

  for (guint i = 0; i < entries->len; i++)
    n += g_array_index (entries, LoomLegendEntry, i).n_codes > 0;
  return n;
}

/*
 * _loom_legend_plan:
 * @picture: a picture
 * @cr: where to draw
 * @entries: the lines of its legend
 * @area: where the legend goes
 * @plan: (out): where its parts go
 *
 * Finds places for the title, the colour bar and the lines. Where there are more lines than room,
 * they stand closer together, then in as many columns as @area is wide; what has no room even so is
 * left out, the last ones first.
 */
void
_loom_legend_plan (LoomPicture             *picture,
                   cairo_t                 *cr,
                   GArray                  *entries,
                   const cairo_rectangle_t *area,
                   LoomLegendPlan          *plan)
{
  g_autofree char *title = _loom_legend_dup_title (picture, picture->view.lens);
  const double line = _loom_picture_scale_text (picture, LINE);
  const guint n = count_swatches (entries);
  double left = area->height - measure_remarks (picture, cr, entries, area->width);

  *plan = (LoomLegendPlan) {
    .title_height = measure_height (cr, title_text (picture), area->width, title),
    .x = area->x,
    .swatch = round (_loom_picture_scale_text (picture, SWATCH)),
  };
  plan->first = area->y + plan->title_height + _loom_picture_scale_text (picture, TITLE_GAP);
  left -= plan->first - area->y;
  if (has_bar (picture))
    {
      const double bar = CLAMP (left - line * (n + 0.5),
                                _loom_picture_scale_text (picture, BAR_LEAST),
                                _loom_picture_scale_text (picture, BAR_MOST));

      plan->bar = (cairo_rectangle_t) { area->x, plan->first, plan->swatch, bar };
      plan->first += bar + line / 2;
      left -= bar + line / 2;
    }
  plan->line = n > 0 ? CLAMP (left / n, _loom_picture_scale_text (picture, TIGHTEST_LINE), line)
                     : line;
  plan->per_column = MIN (n, (guint) MAX (left / plan->line + 0.25, 1));
  plan->column = measure_column (picture, cr, entries);
  plan->n_entries = plan->per_column < n
                        ? MIN (n, plan->per_column * MAX ((guint) (area->width / plan->column), 1))
                        : n;
}

/**
 * loom_legend_get_height:
 * @picture: a picture
 * @width: of the legend
 *
 * The height of the legend in design pixels with a short colour bar.
 */
double
loom_legend_get_height (LoomPicture *picture,
                        double       width)
{
  g_autoptr (GArray) entries = _loom_legend_list_entries (picture);
  const cairo_rectangle_t area = { 0, 0, width, 0 };
  cairo_t *ruler = loom_text_new_ruler ();
  LoomLegendPlan plan;
  double height;

  _loom_legend_plan (picture, ruler, entries, &area, &plan);
  height = plan.first + count_swatches (entries) * _loom_picture_scale_text (picture, LINE)
           + measure_remarks (picture, ruler, entries, width);
  cairo_destroy (ruler);
  return ceil (height);
}

/**
 * loom_legend_has_room:
 * @picture: a picture
 * @area: where the legend would go
 *
 * Returns: whether none of its lines would be left out there
 */
gboolean
loom_legend_has_room (LoomPicture             *picture,
                      const cairo_rectangle_t *area)
{
  g_autoptr (GArray) entries = _loom_legend_list_entries (picture);
  cairo_t *ruler = loom_text_new_ruler ();
  LoomLegendPlan plan;

  _loom_legend_plan (picture, ruler, entries, area, &plan);
  cairo_destroy (ruler);
  return plan.n_entries == count_swatches (entries);
}

static void
draw_lines (cairo_t                 *cr,
            const cairo_rectangle_t *area,
            gboolean                 rising,
            gboolean                 falling)
{
  double span = area->width + area->height;

  for (double d = 0; d < span; d += LOOM_PATTERN_PERIOD)
    {
      if (rising)
        {
          cairo_move_to (cr, area->x + d, area->y);
          cairo_line_to (cr, area->x + d - area->height, area->y + area->height);
        }
      if (falling)
        {
          cairo_move_to (cr, area->x + d - area->height, area->y);
          cairo_line_to (cr, area->x + d, area->y + area->height);
        }
    }
  cairo_stroke (cr);
}

static void
draw_dots (cairo_t                 *cr,
           const cairo_rectangle_t *area)
{
  const double half = LOOM_PATTERN_PERIOD / 2;
  guint row = 0;

  for (double y = half / 2; y < area->height; y += half, row++)
    for (double x = half / 2 + row % 2 * half; x < area->width; x += half * 2)
      cairo_rectangle (cr, area->x + x - 1, area->y + y - 1, 2, 2);
  cairo_fill (cr);
}

/**
 * loom_legend_draw_fill:
 * @cr: where to draw
 * @fill: what to draw
 * @area: the rectangle to cover
 *
 * Fills a rectangle with a colour and its pattern, as vectors.
 */
void
loom_legend_draw_fill (cairo_t                 *cr,
                       const LoomPaint         *fill,
                       const cairo_rectangle_t *area)
{
  cairo_rectangle (cr, area->x, area->y, area->width, area->height);
  loom_text_color (cr, fill->color, 1);
  if (fill->pattern == LOOM_PATTERN_NONE)
    {
      cairo_fill (cr);
      return;
    }
  cairo_fill_preserve (cr);
  cairo_save (cr);
  cairo_clip (cr);
  loom_text_color (cr, fill->ink, 1);
  cairo_set_line_width (cr, 1.2);
  if (fill->pattern == LOOM_PATTERN_DOTS)
    draw_dots (cr, area);
  else
    draw_lines (cr, area, fill->pattern != LOOM_PATTERN_BACK, fill->pattern != LOOM_PATTERN_HATCH);
  cairo_restore (cr);
}

/* The colours of one meaning stand side by side. */
static void
draw_swatch (LoomPicture           *picture,
             cairo_t               *cr,
             const LoomLegendEntry *entry,
             double                 x,
             double                 y,
             double                 side)
{
  const double width = side / entry->n_codes;

  for (guint i = 0; i < entry->n_codes; i++)
    {
      const cairo_rectangle_t stripe = { x + i * width, y, width, side };

      loom_legend_draw_fill (cr, &picture->coder.fills[entry->codes[i]], &stripe);
    }
  loom_text_color (cr, loom_text_ink (picture->view.dark), 0.5);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, x + 0.5, y + 0.5, side - 1, side - 1);
  cairo_stroke (cr);
}

static void
draw_bar_ticks (LoomPicture             *picture,
                cairo_t                 *cr,
                const cairo_rectangle_t *bar,
                double                   room)
{
  const LoomCoder *coder = &picture->coder;
  LoomText text = entry_text (picture);
  const guint room_for = (guint) (bar->height / _loom_picture_scale_text (picture, TICK_SPACE));
  g_autoptr (GArray) ticks = _loom_legend_list_ticks (coder, CLAMP (room_for, 2, MOST_TICKS));

  text.room = room;
  cairo_set_line_width (cr, 1);
  for (guint i = 0; i < ticks->len; i++)
    {
      double tick = g_array_index (ticks, double, i);
      double position = loom_value_scale_get_position (&coder->scale, tick);
      double place = bar->y + (1 - position) * bar->height;
      g_autofree char *label = _loom_legend_format_tick (coder, tick);

      loom_text_color (cr, text.color, 1);
      cairo_move_to (cr, bar->x + bar->width, place);
      cairo_rel_line_to (cr, 4, 0);
      cairo_stroke (cr);
      loom_text_draw (cr, &text, bar->x + text_indent (picture), place, label);
    }
}

/* One tint of the bar. */
static void
draw_levels (LoomPicture             *picture,
             cairo_t                 *cr,
             const cairo_rectangle_t *bar,
             guint                    clear,
             guint                    set)
{
  const LoomCoder *coder = &picture->coder;
  const gboolean constant = !(coder->scale.high > coder->scale.low);

  for (guint i = 0; i < LOOM_CODE_LEVELS; i++)
    {
      const guint level = ((constant ? LOOM_CODE_LEVELS / 2 : i) & ~clear) | set;

      /* Steps overlap downwards so that no seam shows at any scale. */
      loom_text_color (cr, coder->fills[LOOM_CODE_FIRST + level].color, 1);
      cairo_rectangle (cr, bar->x, bar->y, bar->width,
                       bar->height - i * bar->height / LOOM_CODE_LEVELS);
      cairo_fill (cr);
    }
}

/* Threads have two tints, one for each parity of their place. */
static void
draw_bar (LoomPicture             *picture,
          cairo_t                 *cr,
          const cairo_rectangle_t *bar)
{
  const double half = round (bar->width / 2);
  const cairo_rectangle_t left = { bar->x, bar->y, half, bar->height };
  const cairo_rectangle_t right = { bar->x + half, bar->y, bar->width - half, bar->height };

  if (!picture->coder.facts->alternates)
    {
      draw_levels (picture, cr, bar, 0, 0);
      return;
    }
  draw_levels (picture, cr, &left, 1, 0);
  draw_levels (picture, cr, &right, 1, 1);
}

static void
draw_entries (LoomPicture          *picture,
              cairo_t              *cr,
              GArray               *entries,
              const LoomLegendPlan *plan,
              double                width)
{
  const LoomText remark = remark_text (picture, width);
  LoomText text = entry_text (picture);
  double below = plan->first + MIN (plan->per_column, plan->n_entries) * plan->line;

  text.room = width - text_indent (picture);
  for (guint i = 0, n = 0; i < entries->len; i++)
    {
      const LoomLegendEntry *entry = &g_array_index (entries, LoomLegendEntry, i);
      double x, y;

      if (entry->n_codes == 0)
        {
          loom_text_draw (cr, &remark, plan->x, below, entry->text);
          below += measure_height (cr, remark, width, entry->text);
          continue;
        }
      if (n >= plan->n_entries)
        continue;
      x = plan->x + n / plan->per_column * plan->column;
      y = plan->first + n % plan->per_column * plan->line;
      draw_swatch (picture, cr, entry, x, y, plan->swatch);
      loom_text_draw (cr, &text, x + text_indent (picture), y + plan->swatch / 2, entry->text);
      n++;
    }
}

/**
 * loom_legend_draw:
 * @picture: a picture
 * @cr: where to draw
 * @area: where the legend goes; its height decides how long a colour bar is
 *
 * Draws the legend: a title, a colour bar for magnitudes, a line for each meaning.
 */
void
loom_legend_draw (LoomPicture             *picture,
                  cairo_t                 *cr,
                  const cairo_rectangle_t *area)
{
  g_autoptr (GArray) entries = _loom_legend_list_entries (picture);
  g_autofree char *title = _loom_legend_dup_title (picture, picture->view.lens);
  LoomText text = title_text (picture);
  LoomLegendPlan plan;

  if (picture->coder.layout.cells == 0)
    return;
  _loom_legend_plan (picture, cr, entries, area, &plan);
  cairo_save (cr);
  text.width = area->width;
  loom_text_draw (cr, &text, area->x, area->y, title);
  if (plan.bar.height > 0)
    {
      draw_bar (picture, cr, &plan.bar);
      draw_bar_ticks (picture, cr, &plan.bar, area->width - text_indent (picture));
    }
  draw_entries (picture, cr, entries, &plan, area->width);
  cairo_restore (cr);
}
