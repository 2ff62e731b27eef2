/* loom-schedule.c: on which multiprocessor each block ran, from when to when
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-schedule.h"

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
  *self = (LoomSchedule) { g_bytes_ref (spans), n_multiprocessors };
  return self;
}

/**
 * loom_schedule_free:
 * @self: (transfer full) (nullable): a schedule
 *
 * Frees a schedule.
 */
void
loom_schedule_free (LoomSchedule *self)
{
  if (self == NULL)
    return;

  g_bytes_unref (self->spans);
  g_free (self);
}

/**
 * loom_schedule_get_spans:
 * @self: a schedule
 * @n_blocks: (out): how many
 *
 * Gets the spans of all blocks, by their linear numbers.
 *
 * Returns: (transfer none) (array length=n_blocks): the spans
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
