/* loom-timeline.c: which stream did what, and when
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-timeline-private.h"

#include "loom-class.h"
#include "loom-number.h"
#include "loom-share.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define DIGITS 5

static void
loom_timeline_clear (LoomTimeline *self)
{
  loom_run_unref (self->run);
  g_array_unref (self->classes);
  g_array_unref (self->spans);
  g_array_unref (self->lanes);
  g_array_unref (self->lane_of);
  g_array_unref (self->times);
}

LOOM_DEFINE_SHARED (LoomTimeline, loom_timeline)

static const LoomRunStep *
get_step (LoomTimeline *self,
          guint         step)
{
  return g_ptr_array_index (self->run->steps, step);
}

/* Swaps and waits take no time of their own. */
static gboolean
is_drawn (LoomStatementKind kind)
{
  return kind == LOOM_STATEMENT_LAUNCH || kind == LOOM_STATEMENT_COPY ||
         kind == LOOM_STATEMENT_FILL || kind == LOOM_STATEMENT_RECORD;
}

/* Which way a copy goes stands in its text alone. */
static LoomTimelineClass
find_class (const LoomRunStep *step)
{
  static const LoomTimelineClass classes[LOOM_N_STATEMENTS] = {
    [LOOM_STATEMENT_LAUNCH] = LOOM_TIMELINE_LAUNCH, [LOOM_STATEMENT_COPY] = LOOM_TIMELINE_COPY,
    [LOOM_STATEMENT_FILL] = LOOM_TIMELINE_FILL, [LOOM_STATEMENT_RECORD] = LOOM_TIMELINE_EVENT,
  };
  g_autoptr (LoomStatement) copy
      = step->kind == LOOM_STATEMENT_COPY ? loom_statement_parse (step->text, NULL) : NULL;

  if (copy != NULL && g_strcmp0 (copy->subject, "host") == 0)
    return LOOM_TIMELINE_TO_DEVICE;
  if (copy != NULL && g_strcmp0 (copy->object, "host") == 0)
    return LOOM_TIMELINE_TO_HOST;
  return classes[step->kind];
}

/* When something begins or ends on a stream. */
typedef struct
{
  double at;
  int    change;                /* of how many are at work */
} Edge;

static int
compare_edges (gconstpointer a,
               gconstpointer b)
{
  const Edge *x = a, *y = b;

  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  return x->change - y->change;
}

/* Of one stream no two things are done at once. */
static void
measure_overlap (LoomTimeline *self)
{
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  int at_work = 0;

  for (guint i = 0; i < self->spans->len; i++)
    {
      const LoomRunSpan *span = &g_array_index (self->spans, LoomRunSpan, i);
      const Edge both[] = { { span->start_ms, 1 }, { span->end_ms, -1 } };

      if (span->end_ms > span->start_ms)
        g_array_append_vals (edges, both, G_N_ELEMENTS (both));
    }
  g_array_sort (edges, compare_edges);
  for (guint i = 0; i + 1 < edges->len; i++)
    {
      const Edge *edge = &g_array_index (edges, Edge, i);
      const double ms = edge[1].at - edge->at;

      at_work += edge->change;
      self->busy_ms += at_work > 0 ? ms : 0;
      self->several_ms += at_work > 1 ? ms : 0;
    }
}

/* Streams on which nothing was done have no lane. */
static void
lay_lanes (LoomTimeline *self)
{
  const guint n = self->run->streams->len;
  g_autofree gboolean *is_used = g_new0 (gboolean, n + 1);

  for (guint i = 0; i < self->spans->len; i++)
    is_used[g_array_index (self->spans, LoomRunSpan, i).stream] = TRUE;
  for (guint32 stream = 0; stream < n; stream++)
    {
      const guint32 lane = self->lanes->len;

      g_array_append_val (self->lane_of, lane);
      if (is_used[stream])
        g_array_append_val (self->lanes, stream);
    }
}

/**
 * loom_timeline_new:
 * @run: a run with steps
 *
 * Lays out when the steps of a run were done. Takes the time of sorting them.
 *
 * Returns: (transfer full): the timeline
 */
LoomTimeline *
loom_timeline_new (LoomRun *run)
{
  LoomTimeline *self = g_atomic_rc_box_new0 (LoomTimeline);
  /* of each step on each stream: several devices each do the same one */
  g_autofree guint32 *times = g_new0 (guint32, run->steps->len * run->streams->len + 1);

  self->run = loom_run_ref (run);
  self->classes = g_array_new (FALSE, FALSE, sizeof (LoomTimelineClass));
  for (guint i = 0; i < run->steps->len; i++)
    {
      const LoomTimelineClass its = find_class (get_step (self, i));

      g_array_append_val (self->classes, its);
    }
  self->spans = g_array_new (FALSE, FALSE, sizeof (LoomRunSpan));
  self->lanes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->lane_of = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->times = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < run->spans->len; i++)
    {
      const LoomRunSpan *span = &g_array_index (run->spans, LoomRunSpan, i);

      guint32 *time = &times[span->step * run->streams->len + span->stream];

      ++*time;
      if (!is_drawn (get_step (self, span->step)->kind))
        continue;
      g_array_append_vals (self->spans, span, 1);
      g_array_append_val (self->times, *time);
      self->end_ms = MAX (self->end_ms, span->end_ms);
    }
  lay_lanes (self);
  measure_overlap (self);
  return self;
}

/**
 * loom_timeline_get_span:
 * @span: its number, or %LOOM_NO_SPAN
 *
 * Returns: (transfer none) (nullable): it; %NULL where there is none
 */
const LoomRunSpan *
loom_timeline_get_span (LoomTimeline *self,
                        gint          span)
{
  return span >= 0 && (guint) span < self->spans->len
             ? &g_array_index (self->spans, LoomRunSpan, span) : NULL;
}

/**
 * loom_timeline_find_again:
 * @self: (nullable): what was done by a run
 * @before: (nullable): what was done by a run before it
 * @span: a number in @before, or %LOOM_NO_SPAN
 *
 * Looks for a span in another run of the same steps.
 *
 * Returns: its number in @self; %LOOM_NO_SPAN where something else stands in its place
 */
gint
loom_timeline_find_again (LoomTimeline *self,
                          LoomTimeline *before,
                          gint          span)
{
  const LoomRunSpan *was = before != NULL ? loom_timeline_get_span (before, span) : NULL;
  const LoomRunSpan *is = self != NULL ? loom_timeline_get_span (self, span) : NULL;

  return was != NULL && is != NULL && was->step == is->step && was->stream == is->stream
             ? span : LOOM_NO_SPAN;
}

/**
 * loom_timeline_get_end:
 *
 * Returns: milliseconds from the beginning of the steps to the end of the last that is drawn
 */
double
loom_timeline_get_end (LoomTimeline *self)
{
  return MAX (self->end_ms, 1e-6);
}

/**
 * loom_timeline_get_overlap:
 *
 * Returns: the part of the time in which two or more streams had something under way, of that in
 *   which one or more had
 */
double
loom_timeline_get_overlap (LoomTimeline *self)
{
  return self->busy_ms > 0 ? self->several_ms / self->busy_ms : 0;
}

LoomTimelineClass
_loom_timeline_get_class (LoomTimeline *self,
                          gint          span)
{
  return g_array_index (self->classes, LoomTimelineClass,
                        loom_timeline_get_span (self, span)->step);
}

/* How far a span is from another one, for who steps along a lane or to the next. */
static gboolean
is_nearer (const LoomRunSpan *from,
           const LoomRunSpan *span,
           const LoomRunSpan *best)
{
  return best == NULL
         || fabs (span->start_ms - from->start_ms) < fabs (best->start_ms - from->start_ms);
}

static int
get_lane (LoomTimeline      *self,
          const LoomRunSpan *span)
{
  return (int) g_array_index (self->lane_of, guint32, span->stream);
}

static gint
step_across (LoomTimeline      *self,
             const LoomRunSpan *from,
             int                across)
{
  const LoomRunSpan *best = NULL;
  gint found = LOOM_NO_SPAN;

  for (guint i = 0; i < self->spans->len; i++)
    {
      const LoomRunSpan *span = loom_timeline_get_span (self, (gint) i);

      if (get_lane (self, span) == get_lane (self, from) + across && is_nearer (from, span, best))
        {
          best = span;
          found = (gint) i;
        }
    }
  return found;
}

/**
 * loom_timeline_step:
 * @span: where one is, or %LOOM_NO_SPAN
 * @along: 1 for the next one of the stream, -1 for the one before
 * @across: 1 for the lane below, -1 for the one above
 *
 * Goes from one span to its neighbour.
 *
 * Returns: its number; @span where there is none, the first where one was nowhere
 */
gint
loom_timeline_step (LoomTimeline *self,
                    gint          span,
                    int           along,
                    int           across)
{
  const LoomRunSpan *from = loom_timeline_get_span (self, span);
  gint to = span;

  if (from == NULL)
    return self->spans->len > 0 ? 0 : LOOM_NO_SPAN;
  if (across != 0)
    {
      to = step_across (self, from, across);
      return to != LOOM_NO_SPAN ? to : span;
    }
  /* those of one stream are in their order */
  do
    to += along;
  while (loom_timeline_get_span (self, to) != NULL
         && loom_timeline_get_span (self, to)->stream != from->stream);
  return loom_timeline_get_span (self, to) != NULL ? to : span;
}

/* -- Words -- */

static char *
dup_ms (double ms)
{
  return loom_number_format (ms, DIGITS);
}

/**
 * loom_timeline_dup_text:
 * @span: its number, or %LOOM_NO_SPAN
 *
 * Says what was done, and when.
 *
 * Returns: (transfer full) (nullable): a sentence for people
 */
char *
loom_timeline_dup_text (LoomTimeline *self,
                        gint          span)
{
  const LoomRunSpan *what = loom_timeline_get_span (self, span);
  const LoomRunStep *step = what != NULL ? get_step (self, what->step) : NULL;
  g_autofree char *start = NULL, *end = NULL, *length = NULL;

  if (what == NULL)
    return NULL;
  start = dup_ms (what->start_ms);
  end = dup_ms (what->end_ms);
  length = dup_ms (what->end_ms - what->start_ms);
  if (step->kind == LOOM_STATEMENT_RECORD)
    /* Translators: 1 a step as it is written, 2 its line, 3 which time it was done, 4 of how many,
     * 5 a number of milliseconds */
    return g_strdup_printf (_("%1$s (line %2$u), %3$u of %4$llu: at %5$s ms"), step->text,
                            step->line, g_array_index (self->times, guint32, span),
                            (unsigned long long) step->times, start);
  if (step->line == 0)
    /* Translators: 1 what was done, 2 which time, 3 of how many, 4, 5 and 6 numbers of
     * milliseconds */
    return g_strdup_printf (_("%1$s, %2$u of %3$llu: %4$s ms, from %5$s to %6$s ms"), step->text,
                            g_array_index (self->times, guint32, span),
                            (unsigned long long) step->times, length, start, end);
  /* Translators: 1 a step as it is written, 2 its line, 3 which time it was done, 4 of how many,
   * 5, 6 and 7 numbers of milliseconds */
  return g_strdup_printf (_("%1$s (line %2$u), %3$u of %4$llu: %5$s ms, from %6$s to %7$s ms"),
                          step->text, step->line, g_array_index (self->times, guint32, span),
                          (unsigned long long) step->times, length, start, end);
}

/**
 * loom_timeline_dup_between:
 * @first: a number, or %LOOM_NO_SPAN
 * @second: another one, or %LOOM_NO_SPAN
 *
 * Says how long it was from one to the other, as between two events: one behind the earlier, one
 * before the later.
 *
 * Returns: (transfer full) (nullable): a sentence for people; %NULL where these are not two
 */
char *
loom_timeline_dup_between (LoomTimeline *self,
                           gint          first,
                           gint          second)
{
  const LoomRunSpan *a = loom_timeline_get_span (self, first);
  const LoomRunSpan *b = loom_timeline_get_span (self, second);
  g_autofree char *gap = NULL, *all = NULL;

  if (a == NULL || b == NULL || a == b)
    return NULL;
  if (b->start_ms < a->start_ms)
    {
      const LoomRunSpan *later = a;

      a = b;
      b = later;
    }
  gap = dup_ms (b->start_ms - a->end_ms);
  all = dup_ms (MAX (a->end_ms, b->end_ms) - a->start_ms);
  if (b->start_ms < a->end_ms)
    return g_strdup_printf (_("These two overlap; %s ms for both"), all);
  return g_strdup_printf (_("%1$s ms between them, %2$s ms with both"), gap, all);
}

/* How often all steps were done that are drawn, those with them that were too many to keep. Several
 * devices have spans of their own, and more than one for a step. */
static guint64
count_all (LoomTimeline *self)
{
  guint64 all = 0;

  for (guint i = 0; i < self->run->steps->len; i++)
    if (is_drawn (get_step (self, i)->kind))
      all += get_step (self, i)->times;
  return all;
}

static void
add_left_out (LoomTimeline *self,
              GString      *text)
{
  const gboolean is_split = self->run->parts->len > 0;
  const guint64 all = count_all (self);

  if (self->run->spans->len < LOOM_RUN_MAX_SPANS || (!is_split && all == self->spans->len))
    return;

  g_string_append (text, "; ");
  if (is_split)
    g_string_append_printf (text, _("only the first %u are drawn"), self->spans->len);
  else
    /* Translators: of all that steps did */
    g_string_append_printf (text, _("only the first %1$u of %2$" PRIu64 " are drawn"),
                            self->spans->len, all);
}

static void
add_streams (LoomTimeline *self,
             GString      *text,
             const char   *end)
{
  const guint n = self->lanes->len;

  g_string_append_printf (text, ngettext ("%1$u stream, %2$s ms", "%1$u streams, %2$s ms", n), n,
                          end);
  if (n > 1 && self->run->timings.fidelity == LOOM_FIDELITY_MEASURED)
    {
      g_autofree char *share = loom_share_format (loom_timeline_get_overlap (self), 1);

      g_string_append_printf (text, _("; two or more at work in %s of the time"), share);
    }
  else if (n > 1)
    g_string_append (text, _("; one step after the other"));
}

/**
 * loom_timeline_dup_sentence:
 *
 * Says how much is seen, and how much streams overlap.
 *
 * Returns: (transfer full): a sentence for people
 */
char *
loom_timeline_dup_sentence (LoomTimeline *self)
{
  const guint devices = self->run->parts->len;
  g_autofree char *end = dup_ms (self->end_ms);
  GString *text = g_string_new (NULL);

  if (devices > 0)
    g_string_append_printf (text, ngettext ("%1$u device, %2$s ms", "%1$u devices, %2$s ms",
                                            devices), devices, end);
  else
    add_streams (self, text, end);
  add_left_out (self, text);
  return g_string_free (text, FALSE);
}
