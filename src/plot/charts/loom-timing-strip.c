/* loom-timing-strip.c: the samples of a kernel, one behind the other: where they are, and in words
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-timing-strip-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* These grow with the words. */
#define LEFT 58                 /* for the ends of the scale */
#define RIGHT 52                /* for the names of lines */
#define ABOVE 22                /* for the legend */
#define BELOW 18                /* for the first and the last number */

#define DIGITS 4
#define LEAST_SECONDS 10000     /* milliseconds that are told in seconds */

/* The scale ends at Tukey's outer fences, where samples reach as far, so that one that is a hundred
 * times as long does not make a line of all others; it goes over this share of the median at
 * least. */
#define FAR_SPREADS 3
#define LEAST_SCALE 0.01

static LoomTimingMarks
get_marks (const LoomRun     *run,
           const LoomSummary *summary,
           guint              sample)
{
  const double ms = g_array_index (run->timings.kernel_ms, double, sample);

  return (loom_summary_is_outlier (summary, ms) ? LOOM_TIMING_OUTLIER : 0) |
         (loom_measurement_is_marked (run->measurement, ms) ? LOOM_TIMING_SHORT : 0) |
         (loom_measurement_is_throttled (run->measurement, sample) ? LOOM_TIMING_THROTTLED : 0);
}

static void
choose_scale (LoomTimingStrip *self)
{
  const LoomSummary *is = &self->summary;
  const double least = LEAST_SCALE * MAX (is->median, G_MINDOUBLE);
  const double far = FAR_SPREADS * MAX (is->high - is->low, least);
  double missing;

  self->low = MAX (is->least, is->low - far);
  self->high = MIN (is->most, is->high + far);
  missing = MAX (least - (self->high - self->low), 0);
  self->low -= missing / 2;
  self->high += missing / 2;
}

/**
 * loom_timing_strip_new:
 * @run: any run
 *
 * Returns: (transfer full) (nullable): its samples; %NULL where it has fewer than two
 */
LoomTimingStrip *
loom_timing_strip_new (const LoomRun *run)
{
  const GArray *samples;
  LoomTimingStrip *self;

  g_return_val_if_fail (run != NULL, NULL);

  samples = run->timings.kernel_ms;
  if (samples->len < 2)
    return NULL;
  self = g_new0 (LoomTimingStrip, 1);
  self->samples = g_array_copy (run->timings.kernel_ms);
  self->marks = g_byte_array_new ();
  loom_summary_init (&self->summary, (const double *) samples->data, samples->len,
                     run->measurement != NULL ? run->measurement->floor_ms : -1);
  for (guint i = 0; i < self->samples->len; i++)
    {
      const guint8 marks = (guint8) get_marks (run, &self->summary, i);

      g_byte_array_append (self->marks, &marks, 1);
      for (guint mark = 1; mark < G_N_ELEMENTS (self->n_marked); mark <<= 1)
        self->n_marked[mark] += (marks & mark) != 0;
    }
  choose_scale (self);
  return self;
}

void
loom_timing_strip_free (LoomTimingStrip *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->samples);
  g_byte_array_unref (self->marks);
  g_free (self);
}

static char *
dup_number (double value)
{
  const int whole = value >= 1 ? (int) log10 (value) + 1 : 1;
  char text[G_ASCII_DTOSTR_BUF_SIZE], format[8];

  g_snprintf (format, sizeof format, "%%.%df", CLAMP (DIGITS - whole, 0, DIGITS));
  return g_strdup (g_ascii_formatd (text, sizeof text, format, value));
}

/* All times of a strip have the unit of its median. */
char *
_loom_timing_strip_dup_time (const LoomTimingStrip *self,
                             double                 ms)
{
  const double median = self->summary.median;
  g_autofree char *number
      = dup_number (median < 1 ? ms * 1000 : median < LEAST_SECONDS ? ms : ms / 1000);

  if (median < 1)
    return g_strdup_printf (_("%s µs"), number);
  return median < LEAST_SECONDS ? g_strdup_printf (_("%s ms"), number)
                                : g_strdup_printf (_("%s s"), number);
}

/* -- In words -- */

static void
add_counts (const LoomTimingStrip *self,
            GString               *text)
{
  const guint outliers = self->n_marked[LOOM_TIMING_OUTLIER];
  const guint throttled = self->n_marked[LOOM_TIMING_THROTTLED];
  const guint brief = self->n_marked[LOOM_TIMING_SHORT];

  if (outliers > 0)
    g_string_append_printf (text, ngettext (", %u outlier", ", %u outliers", outliers), outliers);
  if (throttled > 0)
    g_string_append_printf (text, ngettext (", %u while the clock was held back",
                                            ", %u while the clock was held back", throttled),
                            throttled);
  if (brief > 0)
    g_string_append_printf (text, ngettext (", %u too short to trust", ", %u too short to trust",
                                            brief), brief);
}

/**
 * loom_timing_strip_dup_sentence:
 *
 * Returns: (transfer full): what all samples come to
 */
char *
loom_timing_strip_dup_sentence (const LoomTimingStrip *self)
{
  g_autofree char *median = NULL, *p95 = NULL, *low = NULL, *high = NULL;
  GString *text;

  g_return_val_if_fail (self != NULL, NULL);

  median = _loom_timing_strip_dup_time (self, self->summary.median);
  p95 = _loom_timing_strip_dup_time (self, self->summary.p95);
  low = _loom_timing_strip_dup_time (self, self->summary.low);
  high = _loom_timing_strip_dup_time (self, self->summary.high);
  text = g_string_new (NULL);
  /* Translators: a number, then times */
  g_string_append_printf (text, _("%1$u samples: median %2$s, half of them from %3$s to %4$s, "
                                  "95 of 100 up to %5$s"), self->summary.n, median, low, high, p95);
  add_counts (self, text);
  return g_string_free (text, FALSE);
}

/**
 * loom_timing_strip_dup_text:
 * @sample: its number, from 0
 *
 * Returns: (transfer full): what is known of it
 */
char *
loom_timing_strip_dup_text (const LoomTimingStrip *self,
                            guint                  sample)
{
  g_autofree char *time = NULL;
  LoomTimingMarks marks;
  GString *text;

  g_return_val_if_fail (self != NULL && sample < self->samples->len, NULL);

  time = _loom_timing_strip_dup_time (self, g_array_index (self->samples, double, sample));
  marks = self->marks->data[sample];
  text = g_string_new (NULL);
  /* Translators: the number of a sample, of how many, and its time */
  g_string_append_printf (text, _("Sample %1$u of %2$u: %3$s"), sample + 1, self->samples->len,
                          time);
  if (marks & LOOM_TIMING_OUTLIER)
    g_string_append (text, _(", an outlier"));
  if (marks & LOOM_TIMING_THROTTLED)
    g_string_append (text, _(", while the clock was held back"));
  if (marks & LOOM_TIMING_SHORT)
    g_string_append (text, _(", too short to trust"));
  return g_string_free (text, FALSE);
}

/* -- Where they are -- */

cairo_rectangle_t
_loom_timing_strip_get_area (double width,
                             double height,
                             double text_scale)
{
  return (cairo_rectangle_t) {
    LEFT * text_scale, ABOVE * text_scale, MAX (width - (LEFT + RIGHT) * text_scale, 1),
    MAX (height - (ABOVE + BELOW) * text_scale, 1),
  };
}

/* What is beyond the scale is at its end. */
double
_loom_timing_strip_get_y (const LoomTimingStrip   *self,
                          const cairo_rectangle_t *area,
                          double                   ms)
{
  const double share = (self->high - ms) / (self->high - self->low);

  return area->y + area->height * CLAMP (share, 0, 1);
}

/**
 * loom_timing_strip_step:
 * @from: a sample
 * @by: how many samples further
 *
 * Returns: the sample there; the first or the last one where there are no more
 */
guint
loom_timing_strip_step (const LoomTimingStrip *self,
                        guint                  from,
                        gint                   by)
{
  g_return_val_if_fail (self != NULL, 0);

  return (guint) CLAMP ((gint64) from + by, 0, (gint64) self->samples->len - 1);
}

/**
 * loom_timing_strip_find:
 * @x: across the widget
 *
 * Returns: the nearest sample
 */
guint
loom_timing_strip_find (const LoomTimingStrip *self,
                        double                 width,
                        double                 text_scale,
                        double                 x)
{
  const cairo_rectangle_t area = _loom_timing_strip_get_area (width, 0, text_scale);

  g_return_val_if_fail (self != NULL, 0);

  return loom_timing_strip_step (
      self, 0, (gint) (CLAMP ((x - area.x) / area.width, 0, 1) * self->samples->len));
}

/**
 * loom_timing_strip_place:
 * @sample: its number, from 0
 * @x: (out): of its sign
 * @y: (out): of its sign
 *
 * Tells where a sample is drawn.
 */
void
loom_timing_strip_place (const LoomTimingStrip *self,
                         double                 width,
                         double                 height,
                         double                 text_scale,
                         guint                  sample,
                         double                *x,
                         double                *y)
{
  const cairo_rectangle_t area = _loom_timing_strip_get_area (width, height, text_scale);

  g_return_if_fail (self != NULL && sample < self->samples->len);

  *x = area.x + (sample + 0.5) * area.width / self->samples->len;
  *y = _loom_timing_strip_get_y (self, &area, g_array_index (self->samples, double, sample));
}
