/* loom-timing-strip-draw.c: the samples of a kernel, drawn
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-timing-strip-private.h"

#include "loom-text.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define LABEL_SIZE 10
#define LEAST_RADIUS 1.2
#define LEAST_SIGN 2.5          /* of what is remarkable */
#define MOST_RADIUS 4.0
#define CURSOR_RADIUS 7.0
#define BLUE 0xff3584e4         /* these are seen on light and on dark */
#define ORANGE 0xffe66100

#define REMARKABLE (LOOM_TIMING_OUTLIER | LOOM_TIMING_THROTTLED)

typedef struct
{
  const LoomTimingStrip *strip;
  cairo_t               *cr;
  double                 width, height, text_scale;
  cairo_rectangle_t      area;
  gboolean               dark;
} Drawing;

static void
draw_words (const Drawing *self,
            const char    *words,
            double         x,
            double         y,
            double         x_align,
            double         y_align)
{
  const LoomText text = { .size = LABEL_SIZE * self->text_scale, .x_align = x_align,
                          .y_align = y_align, .color = loom_text_dim_ink (self->dark) };

  loom_text_draw (self->cr, &text, x, y, words);
}

static void
draw_line (const Drawing *self,
           double         y)
{
  cairo_move_to (self->cr, self->area.x, floor (y) + 0.5);
  cairo_line_to (self->cr, self->area.x + self->area.width, floor (y) + 0.5);
  cairo_stroke (self->cr);
}

/* The ends of the scale, and the numbers of the first and the last sample. */
static void
draw_axes (const Drawing *self)
{
  const double below = self->area.y + self->area.height, gap = 5 * self->text_scale;
  g_autofree char *low = _loom_timing_strip_dup_time (self->strip, self->strip->low);
  g_autofree char *high = _loom_timing_strip_dup_time (self->strip, self->strip->high);
  g_autofree char *last = g_strdup_printf ("%u", self->strip->samples->len);

  cairo_set_line_width (self->cr, 1);
  loom_text_color (self->cr, loom_text_ink (self->dark), 0.15);
  draw_line (self, self->area.y);
  draw_line (self, below);
  draw_words (self, high, self->area.x - gap, self->area.y, 1, 0.5);
  draw_words (self, low, self->area.x - gap, below, 1, 0.5);
  draw_words (self, "1", self->area.x, below + gap, 0, 0);
  draw_words (self, last, self->area.x + self->area.width, below + gap, 1, 0);
}

/* Names that would lie on each other are moved apart. */
static void
draw_summary (const Drawing *self)
{
  const LoomSummary *is = &self->strip->summary;
  const double dashes[] = { 4, 3 };
  const double low = _loom_timing_strip_get_y (self->strip, &self->area, is->low);
  const double high = _loom_timing_strip_get_y (self->strip, &self->area, is->high);
  const double median = _loom_timing_strip_get_y (self->strip, &self->area, is->median);
  const double p95 = _loom_timing_strip_get_y (self->strip, &self->area, is->p95);
  const double right = self->area.x + self->area.width + 5 * self->text_scale;
  const double row = (LABEL_SIZE + 4) * self->text_scale;

  loom_text_color (self->cr, BLUE, 0.18);
  cairo_rectangle (self->cr, self->area.x, high, self->area.width, MAX (low - high, 1));
  cairo_fill (self->cr);
  cairo_set_line_width (self->cr, 2);
  loom_text_color (self->cr, BLUE, 1);
  draw_line (self, median);
  cairo_set_line_width (self->cr, 1);
  cairo_set_dash (self->cr, dashes, G_N_ELEMENTS (dashes), 0);
  loom_text_color (self->cr, loom_text_ink (self->dark), 0.7);
  draw_line (self, p95);
  cairo_set_dash (self->cr, NULL, 0, 0);
  draw_words (self, _("median"), right, median, 0, 0.5);
  draw_words (self, is->p95 > self->strip->high
                        /* Translators: the next one, of a line that is above the scale */
                        ? _("95 % ↑")
                        /* Translators: beside the line that 95 of 100 samples don't exceed */
                        : _("95 %"), right, MIN (p95, median - row), 0, 0.5);
}

/* A dot; an outlier is a diamond, one that is too short is hollow, and a cross lies over one that
 * was taken while the clock was held back. */
static void
draw_sign (const Drawing   *self,
           LoomTimingMarks  marks,
           double           x,
           double           y,
           double           radius)
{
  cairo_t *cr = self->cr;

  loom_text_color (cr, marks & LOOM_TIMING_OUTLIER ? ORANGE : BLUE, 1);
  cairo_set_line_width (cr, MAX (radius / 3, 0.8));
  cairo_new_path (cr);
  if (marks & LOOM_TIMING_OUTLIER)
    {
      cairo_move_to (cr, x, y - 1.4 * radius);
      cairo_line_to (cr, x + 1.4 * radius, y);
      cairo_line_to (cr, x, y + 1.4 * radius);
      cairo_line_to (cr, x - 1.4 * radius, y);
      cairo_close_path (cr);
    }
  else
    cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
  if (marks & LOOM_TIMING_SHORT)
    cairo_stroke (cr);
  else
    cairo_fill (cr);
  if ((marks & LOOM_TIMING_THROTTLED) == 0)
    return;
  loom_text_color (cr, loom_text_ink (self->dark), 1);
  cairo_move_to (cr, x - 1.5 * radius, y - 1.5 * radius);
  cairo_line_to (cr, x + 1.5 * radius, y + 1.5 * radius);
  cairo_move_to (cr, x - 1.5 * radius, y + 1.5 * radius);
  cairo_line_to (cr, x + 1.5 * radius, y - 1.5 * radius);
  cairo_stroke (cr);
}

/* What is remarkable lies over what is not. */
static void
draw_samples (const Drawing *self,
              gboolean       remarkable)
{
  const LoomTimingStrip *strip = self->strip;
  const double radius = CLAMP (self->area.width / strip->samples->len / 2, LEAST_RADIUS,
                               MOST_RADIUS) * self->text_scale;

  for (guint i = 0; i < strip->samples->len; i++)
    {
      const LoomTimingMarks marks = strip->marks->data[i];
      double x, y;

      if (((marks & REMARKABLE) != 0) != remarkable)
        continue;
      loom_timing_strip_place (strip, self->width, self->height, self->text_scale, i, &x, &y);
      draw_sign (self, marks, x, y,
                 remarkable ? MAX (radius, LEAST_SIGN * self->text_scale) : radius);
    }
}

/* Of the signs that are there; words become smaller where there is no room. */
static void
draw_legend (const Drawing *self)
{
  static const struct { LoomTimingMarks mark; const char *words; } entries[] = {
    { LOOM_TIMING_OUTLIER, N_("outlier") },
    { LOOM_TIMING_THROTTLED, N_("clock held back") },
    { LOOM_TIMING_SHORT, N_("too short") },
  };
  const double radius = MOST_RADIUS * self->text_scale, y = self->area.y / 2;
  double x = 2 * radius;

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      const LoomText text = { .size = LABEL_SIZE * self->text_scale, .y_align = 0.5,
                              .room = MAX (self->width - x - 2.5 * radius, 1),
                              .color = loom_text_dim_ink (self->dark) };
      double width;

      if (self->strip->n_marked[entries[i].mark] == 0)
        continue;
      draw_sign (self, entries[i].mark, x, y, radius);
      loom_text_draw (self->cr, &text, x + 2.5 * radius, y, _(entries[i].words));
      loom_text_measure (self->cr, &text, _(entries[i].words), &width, NULL);
      x += width + 7 * radius;
    }
}

static void
draw_cursor (const Drawing *self,
             guint          sample)
{
  double x, y;

  loom_timing_strip_place (self->strip, self->width, self->height, self->text_scale, sample, &x,
                           &y);
  loom_text_color (self->cr, loom_text_ink (self->dark), 1);
  cairo_set_line_width (self->cr, 1.5);
  cairo_new_path (self->cr);
  cairo_arc (self->cr, x, y, CURSOR_RADIUS * self->text_scale, 0, 2 * G_PI);
  cairo_stroke (self->cr);
}

/**
 * loom_timing_strip_draw:
 * @dark: whether it lies on a dark ground
 * @text_scale: how large words are
 * @marked: a sample that stands out
 *
 * Draws the samples, their median, the band between their quartiles and what 95 of 100 don't
 * exceed.
 */
void
loom_timing_strip_draw (const LoomTimingStrip *self,
                        cairo_t               *cr,
                        double                 width,
                        double                 height,
                        gboolean               dark,
                        double                 text_scale,
                        guint                  marked)
{
  const Drawing drawing = {
    self, cr, width, height, text_scale, _loom_timing_strip_get_area (width, height, text_scale),
    dark,
  };

  g_return_if_fail (self != NULL && cr != NULL);

  draw_axes (&drawing);
  draw_summary (&drawing);
  draw_legend (&drawing);
  draw_samples (&drawing, FALSE);
  draw_samples (&drawing, TRUE);
  if (marked < self->samples->len)
    draw_cursor (&drawing, marked);
}
