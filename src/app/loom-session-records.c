/* loom-session-records.c: the runs of a session as jobs, the newest first
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-session-private.h"

#define MOST_RECORDS 30
#define MOST_RESULTS 8          /* that are kept with their arrays */
#define MOST_BYTES (G_GUINT64_CONSTANT (256) << 20)

/* Results are large, and the run that is shown is held elsewhere too. */
static void
forget_old_ones (GListModel *records)
{
  const guint n = g_list_model_get_n_items (records);
  guint64 bytes = 0;
  guint results = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LoomRunRecord) record = g_list_model_get_item (records, i);

      if (loom_run_record_get_run (record) == NULL)
        continue;
      bytes += loom_run_record_get_bytes (record);
      results++;
      if (results > MOST_RESULTS || bytes > MOST_BYTES)
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
  forget_old_ones (G_LIST_MODEL (self->records));
  g_list_store_insert (self->records, 0, record);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->records));
  if (n > MOST_RECORDS)
    g_list_store_remove (self->records, n - 1);
  return record;
}
