/* loom-legend.c: what the colours mean
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-legend.h"
#include "loom-number.h"
#include "loom-picture-private.h"
#include "loom-text.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <math.h>

#define TEXT_SIZE 11
#define SWATCH 16
#define LINE 22
#define GAP 7
#define BAR_LEAST 60
#define BAR_MOST 240

/* One line of the legend. */
typedef struct
{
  guint8  code;
  char   *text;
} Entry;

static void
clear_entry (gpointer data)
{
  g_free (((Entry *) data)->text);
}

static void
add_entry (GArray *entries,
           guint8  code,
           char   *text)
{
  Entry entry = { code, text };

  g_array_append_val (entries, entry);
}

static void
add_counts (GArray *entries)
{
  add_entry (entries, LOOM_CODE_FIRST, g_strdup ("0"));
  add_entry (entries, LOOM_CODE_FIRST + 1, g_strdup ("1"));
  add_entry (entries, LOOM_CODE_FIRST + 2, g_strdup ("2"));
  add_entry (entries, LOOM_CODE_FIRST + 3, g_strdup (_("3 or more")));
}

static void
add_classes (const LoomCoder *coder,
             GArray          *entries)
{
  if (coder->lens == LOOM_LENS_VALUE)
    {
      add_entry (entries, LOOM_CODE_FIRST + 1, g_strdup ("true"));
      add_entry (entries, LOOM_CODE_FIRST, g_strdup ("false"));
      return;
    }
  if (coder->lens == LOOM_LENS_DIFFERENCE)
    {
      add_entry (entries, LOOM_CODE_SAME, g_strdup (_("the same")));
      add_entry (entries, LOOM_CODE_VALUES_DIFFER, g_strdup (_("other value")));
      add_entry (entries, LOOM_CODE_COUNTS_DIFFER, g_strdup (_("other counts")));
      add_entry (entries, LOOM_CODE_WRITERS_DIFFER, g_strdup (_("other writers")));
      return;
    }
  add_entry (entries, LOOM_CODE_COVERED, g_strdup (_("covered")));
  add_entry (entries, LOOM_CODE_MISSED, g_strdup (_("missed")));
  add_entry (entries, LOOM_CODE_EXTRA, g_strdup (_("extra")));
  add_entry (entries, LOOM_CODE_REWRITTEN, g_strdup (_("rewritten")));
  add_entry (entries, LOOM_CODE_NOT_EXPECTED, g_strdup (_("not expected")));
}

static char *
category_name (const LoomCoder *coder,
               guint64          number)
{
  LoomDim3 block;

  if (coder->lens == LOOM_LENS_WARP)
    return g_strdup_printf (_("warp %" PRIu64), number);
  block = loom_dim3_unpack (&coder->grid, number);
  if (coder->grid.z > 1)
    return g_strdup_printf (_("block (%u, %u, %u)"), block.x, block.y, block.z);
  if (coder->grid.y > 1)
    return g_strdup_printf (_("block (%u, %u)"), block.x, block.y);
  return g_strdup_printf (_("block %u"), block.x);
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b,
                 gpointer      firsts)
{
  const guint64 x = ((const guint64 *) firsts)[((const Entry *) a)->code];
  const guint64 y = ((const guint64 *) firsts)[((const Entry *) b)->code];

  return x < y ? -1 : x > y;
}

/* The blocks that wrote into the plane, or the warps of the first of these, each colour once. */
static void
add_categories (const LoomCoder *coder,
                GArray          *entries)
{
  const guint64 unit = coder->lens == LOOM_LENS_WARP ? loom_coder_get_warps (coder) : G_MAXUINT64;
  guint64 lowest = LOOM_NO_WRITER;

  for (guint code = LOOM_CODE_FIRST; code < LOOM_N_CODES; code++)
    lowest = MIN (lowest, coder->firsts[code]);
  for (guint code = LOOM_CODE_FIRST; code < LOOM_N_CODES; code++)
    if (coder->firsts[code] != LOOM_NO_WRITER && coder->firsts[code] / unit == lowest / unit)
      add_entry (entries, code, category_name (coder, coder->firsts[code] % unit));
  g_array_sort_with_data (entries, compare_entries, (gpointer) coder->firsts);
  if (coder->repeats)
    add_entry (entries, LOOM_CODE_OUTSIDE, g_strdup (_("… colours repeat")));
}

/* What is no magnitude is named only where it occurs. */
static void
add_specials (const LoomCoder *coder,
              GArray          *entries)
{
  if (coder->shows == LOOM_SHOWS_COUNTS || coder->shows == LOOM_SHOWS_CLASSES)
    return;
  if (coder->counts[LOOM_CODE_UNWRITTEN] > 0)
    add_entry (entries, LOOM_CODE_UNWRITTEN,
               g_strdup (coder->lens == LOOM_LENS_SECTORS ? _("not accessed") : _("unwritten")));
  if (coder->counts[LOOM_CODE_NAN] > 0)
    add_entry (entries, LOOM_CODE_NAN, g_strdup ("NaN"));
  if (coder->counts[LOOM_CODE_INFINITE] > 0)
    add_entry (entries, LOOM_CODE_INFINITE, g_strdup ("+∞"));
  if (coder->counts[LOOM_CODE_MINUS_INFINITE] > 0)
    add_entry (entries, LOOM_CODE_MINUS_INFINITE, g_strdup ("−∞"));
}

static GArray *
list_entries (const LoomCoder *coder)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));

  g_array_set_clear_func (entries, clear_entry);
  if (coder->shows == LOOM_SHOWS_COUNTS)
    add_counts (entries);
  else if (coder->shows == LOOM_SHOWS_CLASSES)
    add_classes (coder, entries);
  else if (coder->shows == LOOM_SHOWS_CATEGORIES)
    add_categories (coder, entries);
  add_specials (coder, entries);
  return entries;
}

static gboolean
is_whole (const LoomCoder *coder)
{
  if (coder->lens == LOOM_LENS_SECTORS || coder->lens == LOOM_LENS_START)
    return FALSE;
  return coder->lens != LOOM_LENS_VALUE || !loom_scalar_is_float (coder->planes.type.scalar);
}

/* Whole numbers in full while that is short. */
static guint
tick_digits (const LoomCoder *coder)
{
  return is_whole (coder) && MAX (fabs (coder->low), fabs (coder->high)) < 1e7 ? 17 : 5;
}

static GArray *
bar_ticks (const LoomCoder *coder,
           double           height)
{
  return loom_axes_nice_ticks (coder->low, coder->high, CLAMP ((guint) (height / 34), 2, 8),
                               is_whole (coder));
}

static char *
dup_title (LoomPicture *picture)
{
  const LoomType *type = &picture->coder.planes.type;

  if (picture->view.lens == LOOM_LENS_VALUE && type->scalar == LOOM_SCALAR_BYTES)
    return g_strdup (_("First byte"));
  if (picture->view.lens == LOOM_LENS_START)
    return g_strdup (_("Start (µs)"));
  if (picture->view.lens == LOOM_LENS_VALUE && type->lanes > 1)
    return g_strdup (_("Value of .x"));
  return g_strdup (loom_lens_get_title (picture->view.lens));
}

static LoomText
entry_text (LoomPicture *picture)
{
  return (LoomText) { .size = TEXT_SIZE,
                     .y_align = 0.5,
                     .color = loom_text_ink (picture->view.dark) };
}

static cairo_t *
new_ruler (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);

  cairo_surface_destroy (surface);
  return cr;
}

/**
 * loom_legend_get_width:
 * @picture: a picture
 *
 * The width of the legend in design pixels.
 */
double
loom_legend_get_width (LoomPicture *picture)
{
  const LoomCoder *coder = &picture->coder;
  LoomText text = entry_text (picture), bold = text;
  g_autoptr (GArray) entries = list_entries (coder);
  g_autofree char *title = dup_title (picture);
  cairo_t *ruler = new_ruler ();
  double widest, width;

  bold.bold = TRUE;
  loom_text_measure (ruler, &bold, title, &widest, NULL);
  for (guint i = 0; i < entries->len; i++)
    {
      loom_text_measure (ruler, &text, g_array_index (entries, Entry, i).text, &width, NULL);
      widest = MAX (widest, SWATCH + GAP + width);
    }
  if (coder->shows == LOOM_SHOWS_NUMBERS)
    {
      g_autoptr (GArray) ticks = bar_ticks (coder, BAR_MOST);

      for (guint i = 0; i < ticks->len; i++)
        {
          g_autofree char *label = loom_number_format (g_array_index (ticks, double, i),
                                                       tick_digits (coder));

          loom_text_measure (ruler, &text, label, &width, NULL);
          widest = MAX (widest, SWATCH + GAP + width);
        }
    }
  cairo_destroy (ruler);
  return ceil (widest) + 2;
}

/**
 * loom_legend_get_height:
 * @picture: a picture
 *
 * The least height of the legend in design pixels.
 */
double
loom_legend_get_height (LoomPicture *picture)
{
  g_autoptr (GArray) entries = list_entries (&picture->coder);

  return LINE * (entries->len + 1) +
         (picture->coder.shows == LOOM_SHOWS_NUMBERS ? BAR_LEAST + LINE : 0);
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

static void
draw_entry (LoomPicture *picture,
            cairo_t     *cr,
            const Entry *entry,
            double       x,
            double       y)
{
  LoomText text = entry_text (picture);
  cairo_rectangle_t swatch = { x, y, SWATCH, SWATCH };

  if (entry->code == LOOM_CODE_OUTSIDE)
    {
      text.color = loom_text_dim_ink (picture->view.dark);
      loom_text_draw (cr, &text, x, y + SWATCH / 2.0, entry->text);
      return;
    }
  loom_legend_draw_fill (cr, &picture->coder.fills[entry->code], &swatch);
  loom_text_color (cr, text.color, 0.5);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, x + 0.5, y + 0.5, SWATCH - 1, SWATCH - 1);
  cairo_stroke (cr);
  loom_text_draw (cr, &text, x + SWATCH + GAP, y + SWATCH / 2.0, entry->text);
}

static void
draw_bar_ticks (LoomPicture *picture,
                cairo_t     *cr,
                double       x,
                double       y,
                double       height)
{
  const LoomCoder *coder = &picture->coder;
  LoomText text = entry_text (picture);
  g_autoptr (GArray) ticks = bar_ticks (coder, height);

  cairo_set_line_width (cr, 1);
  for (guint i = 0; i < ticks->len; i++)
    {
      double tick = g_array_index (ticks, double, i);
      double position = coder->high > coder->low
                          ? (tick / 2 - coder->low / 2) / (coder->high / 2 - coder->low / 2) : 0.5;
      double place = y + (1 - position) * height;
      g_autofree char *label = loom_number_format (tick, tick_digits (coder));

      loom_text_color (cr, text.color, 1);
      cairo_move_to (cr, x + SWATCH, place);
      cairo_rel_line_to (cr, 4, 0);
      cairo_stroke (cr);
      loom_text_draw (cr, &text, x + SWATCH + GAP, place, label);
    }
}

static void
draw_bar (LoomPicture *picture,
          cairo_t     *cr,
          double       x,
          double       y,
          double       height)
{
  const LoomCoder *coder = &picture->coder;
  gboolean constant = !(coder->high > coder->low);
  gboolean fine = picture->view.lens != LOOM_LENS_THREAD;

  for (guint i = 0; i < LOOM_CODE_LEVELS; i++)
    {
      guint level = constant ? LOOM_CODE_LEVELS / 2 : fine ? i : i & ~1u;

      /* Steps overlap downwards so that no seam shows at any scale. */
      loom_text_color (cr, coder->fills[LOOM_CODE_FIRST + level].color, 1);
      cairo_rectangle (cr, x, y, SWATCH, height - i * height / LOOM_CODE_LEVELS);
      cairo_fill (cr);
    }
  draw_bar_ticks (picture, cr, x, y, height);
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
  g_autoptr (GArray) entries = list_entries (&picture->coder);
  g_autofree char *title = dup_title (picture);
  LoomText text = entry_text (picture);
  double y = area->y;

  if (picture->coder.layout.cells == 0)
    return;
  cairo_save (cr);
  text.bold = TRUE;
  text.y_align = 0;
  loom_text_draw (cr, &text, area->x, y, title);
  y += LINE + 2;
  if (picture->coder.shows == LOOM_SHOWS_NUMBERS && picture->coder.low <= picture->coder.high)
    {
      double height = CLAMP (area->height - LINE * (entries->len + 2.0), BAR_LEAST, BAR_MOST);

      y += 4;
      draw_bar (picture, cr, area->x, y, height);
      y += height + LINE / 2.0;
    }
  for (guint i = 0; i < entries->len; i++, y += LINE)
    draw_entry (picture, cr, &g_array_index (entries, Entry, i), area->x, y);
  cairo_restore (cr);
}
