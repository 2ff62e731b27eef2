/* loom-schedule.c: on which multiprocessor each block ran, from when to when
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-schedule.h"

#include "loom-share.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

/**
 * loom_schedule_new:
 * @spans: a #LoomBlockSpan for each block, perhaps from a hostile process; a reference is taken
 * @blocks: of the launch
 * @n_multiprocessors: of the device
 *
 * Makes a schedule after checking it: a span for each block, none that ends before it starts, each
 * on a multiprocessor that there is.
 *
 * Returns: (transfer full) (nullable): the schedule, or %NULL if this is none
 */
LoomSchedule *
loom_schedule_new (GBytes  *spans,
                   guint64  blocks,
                   guint    n_multiprocessors)
{
  const LoomBlockSpan *data;
  LoomSchedule *self;
  gsize size;

  g_return_val_if_fail (spans != NULL, NULL);

  data = g_bytes_get_data (spans, &size);
  if (n_multiprocessors > LOOM_MAX_MULTIPROCESSORS || size % sizeof *data != 0
      || size / sizeof *data != blocks)
    return NULL;

  for (guint64 i = 0; i < blocks; i++)
    if (data[i].end_ns < data[i].start_ns || data[i].multiprocessor >= n_multiprocessors)
      return NULL;

  self = g_new (LoomSchedule, 1);
  *self = (LoomSchedule) { g_bytes_ref (spans), n_multiprocessors, NULL };
  return self;
}

void
loom_schedule_free (LoomSchedule *self)
{
  if (self == NULL)
    return;

  g_free (self->places);
  g_bytes_unref (self->spans);
  g_free (self);
}

/**
 * loom_schedule_get_spans:
 *
 * Returns: (transfer none) (array length=n_blocks): the spans of all blocks, by their linear
 *   numbers
 */
const LoomBlockSpan *
loom_schedule_get_spans (const LoomSchedule *self,
                         guint64            *n_blocks)
{
  gconstpointer data;
  gsize size;

  g_return_val_if_fail (self != NULL && n_blocks != NULL, NULL);

  data = g_bytes_get_data (self->spans, &size);
  *n_blocks = size / sizeof (LoomBlockSpan);
  return data;
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/* The most that ran at a time: starts and ends are met in order, an end before a start of the same
 * time, since the one makes room for the other. */
static guint64
find_peak (const LoomBlockSpan *spans,
           guint64              n)
{
  g_autofree guint64 *starts = g_new (guint64, n);
  g_autofree guint64 *ends = g_new (guint64, n);
  guint64 ended = 0, peak = 0;

  for (guint64 i = 0; i < n; i++)
    {
      starts[i] = spans[i].start_ns;
      ends[i] = spans[i].end_ns;
    }
  qsort (starts, n, sizeof *starts, compare_times);
  qsort (ends, n, sizeof *ends, compare_times);

  for (guint64 started = 0; started < n; started++)
    {
      while (ended < started && ends[ended] <= starts[started])
        ended++;
      peak = MAX (peak, started + 1 - ended);
    }

  return peak;
}

/**
 * loom_schedule_summarise:
 *
 * Counts waves, the blocks of the launch by the most that ran at a time, and measures the tail:
 * the time at the end when a multiprocessor that had run blocks had none left. One that never had
 * any does not count, else a small grid were nothing but tail.
 */
void
loom_schedule_summarise (const LoomSchedule  *self,
                         LoomScheduleSummary *summary)
{
  g_autofree guint64 *last = NULL;
  const LoomBlockSpan *spans;
  guint64 first_idle = G_MAXUINT64;

  g_return_if_fail (self != NULL && summary != NULL);

  *summary = (LoomScheduleSummary) { 0 };
  spans = loom_schedule_get_spans (self, &summary->n_blocks);
  if (summary->n_blocks == 0)
    return;

  last = g_new0 (guint64, self->n_multiprocessors);
  for (guint64 i = 0; i < summary->n_blocks; i++)
    {
      guint64 *end = &last[spans[i].multiprocessor];

      *end = MAX (*end, spans[i].end_ns + 1);   /* 0: none */
      summary->end_ns = MAX (summary->end_ns, spans[i].end_ns);
    }
  for (guint i = 0; i < self->n_multiprocessors; i++)
    if (last[i] > 0)
      {
        summary->n_used++;
        first_idle = MIN (first_idle, last[i] - 1);
      }

  summary->peak = find_peak (spans, summary->n_blocks);
  summary->waves = (double) summary->n_blocks / summary->peak;
  summary->tail_ns = summary->end_ns - first_idle;
  summary->tail = summary->end_ns > 0 ? (double) summary->tail_ns / summary->end_ns : 0;
}

/**
 * loom_schedule_dup_sentence:
 *
 * Returns: (transfer full): what a schedule comes to, in the user's language, as a clause: "132 of
 *   132 SMs, waves: 2.1, with 1056 blocks at a time, tail 12 %"
 */
char *
loom_schedule_dup_sentence (const LoomSchedule *self)
{
  LoomScheduleSummary summary;
  g_autofree char *waves = NULL, *peak = NULL, *tail = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  loom_schedule_summarise (self, &summary);
  waves = loom_typeset_rough (summary.waves);
  tail = loom_share_format (summary.tail, 1);
  peak = g_strdup_printf (ngettext ("%u block", "%u blocks", MIN (summary.peak, G_MAXUINT)),
                          (guint) MIN (summary.peak, G_MAXUINT));

  /* Translators: multiprocessors used and there, waves, "1056 blocks", and the last time when not
   * all of them had work. */
  return g_strdup_printf (_("%1$u of %2$u SMs, waves: %3$s, with %4$s at a time, tail %5$s"),
                          summary.n_used, self->n_multiprocessors, waves, peak, tail);
}
