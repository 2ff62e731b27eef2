/* loom-session-records.c: the runs of a session as jobs, the newest first
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-session-private.h"

#include "loom-run-figures.h"

/* What the list may keep: the figures of so many runs, and of so many older ones, as far as they fit
 * into so much memory together, the result as well. The run that is shown is held by whoever shows
 * it, and the newest result is what somebody waited for: neither counts. */
#define MOST_RECORDS 30
#define MOST_RESULTS 8
#define MOST_BYTES (G_GUINT64_CONSTANT (256) << 20)

static gboolean
is_held_anyway (LoomSession   *self,
                const LoomRun *run)
{
  return run == self->run || run == self->latest;
}

/* Lets go of the results of older runs beyond what may be kept. */
void
_loom_session_trim_records (LoomSession *self)
{
  GListModel *records = G_LIST_MODEL (self->records);
  guint64 bytes = 0;
  guint results = 0;

  for (guint i = 0; i < g_list_model_get_n_items (records); i++)
    {
      g_autoptr (LoomRunRecord) record = g_list_model_get_item (records, i);
      LoomRun *run = loom_run_record_get_run (record);
      guint64 size;

      if (run == NULL)
        continue;
      size = loom_run_get_size (run);
      results++;
      if (results == 1 || is_held_anyway (self, run))
        continue;
      if (results <= MOST_RESULTS && size <= MOST_BYTES - bytes)
        bytes += size;
      else
        loom_run_record_forget (record);
    }
}

/**
 * loom_session_get_records:
 * @self: a session
 *
 * Returns: (transfer none): a list of #LoomRunRecord, the newest first
 */
GListModel *
loom_session_get_records (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return G_LIST_MODEL (self->records);
}

/**
 * loom_session_add_record:
 * @self: a session
 * @backend: what is to run it
 *
 * Begins a record. A run before it that was only overtaken by the next edit leaves the list.
 *
 * Returns: (transfer none): the record
 */
LoomRunRecord *
loom_session_add_record (LoomSession *self,
                         const char  *backend)
{
  g_autoptr (LoomRunRecord) last = NULL;
  g_autoptr (LoomRunRecord) record = NULL;
  guint n;

  g_return_val_if_fail (LOOM_IS_SESSION (self) && backend != NULL, NULL);

  record = loom_run_record_new (backend);
  last = g_list_model_get_item (G_LIST_MODEL (self->records), 0);
  if (last != NULL && loom_run_record_get_state (last) == LOOM_RECORD_CANCELLED)
    g_list_store_remove (self->records, 0);
  g_signal_connect_object (record, "notify::state", G_CALLBACK (_loom_session_trim_records), self,
                           G_CONNECT_SWAPPED);
  g_list_store_insert (self->records, 0, record);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->records));
  if (n > MOST_RECORDS)
    g_list_store_remove (self->records, n - 1);
  return record;
}
