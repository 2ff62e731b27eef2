/* loom-ipc-inline.c: results in chunks, where no descriptor can be passed: both ends
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-ipc-inline.h"

#include "loom-error.h"
#include "loom-ipc-memory.h"
#include "loom-ipc-run.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* What has come so far. The memory is sparse: a peer that promises much pays for it by sending. */
typedef struct
{
  LoomIpcCall   *call;
  LoomIpcRunner *runner;
  GVariant      *run;
  LoomIpcMemory *memory;
  guint8        *base;
  guint64        size;
  guint64        received;
  guint32        number;
} Fetch;

static void fetch_next (GTask *task);

static void
fetch_free (gpointer data)
{
  Fetch *fetch = data;

  if (fetch->run != NULL)
    loom_ipc_runner_call_release (fetch->runner, fetch->number, NULL, NULL, NULL);

  g_clear_pointer (&fetch->memory, loom_ipc_memory_free);
  g_clear_pointer (&fetch->run, g_variant_unref);
  g_clear_pointer (&fetch->call, loom_ipc_call_unref);
  g_object_unref (fetch->runner);
  g_free (fetch);
}

/**
 * loom_ipc_inline_is_needed:
 * @connection: an open connection
 *
 * Returns: whether memory has to travel in chunks
 */
gboolean
loom_ipc_inline_is_needed (GDBusConnection *connection)
{
  return (g_dbus_connection_get_capabilities (connection)
          & G_DBUS_CAPABILITY_FLAGS_UNIX_FD_PASSING) == 0;
}

static LoomRun *
read_run (Fetch   *fetch,
          GError **error)
{
  int fd = loom_ipc_memory_seal (fetch->memory, error);

  return fd >= 0 ? loom_ipc_run_from_fd (fetch->run, fd, error) : NULL;
}

static gboolean
take_chunk (Fetch     *fetch,
            GVariant  *chunk,
            GError   **error)
{
  guint64 expected = MIN (LOOM_IPC_CHUNK, fetch->size - fetch->received);
  gsize size = g_variant_get_size (chunk);

  if (size != expected)
    return loom_fail (error, LOOM_ERROR_PROTOCOL,
                      _("The runner sent %1$zu bytes of a result where %2$zu were to come"), size,
                      (gsize) expected);

  memcpy (fetch->base + fetch->received, g_variant_get_data (chunk), size);
  fetch->received += size;
  return TRUE;
}

static void
fetched_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Fetch *fetch = g_task_get_task_data (task);
  g_autoptr (GVariant) chunk = NULL;
  GError *error = NULL;
  LoomRun *run;

  if (!loom_ipc_runner_call_fetch_finish (fetch->runner, &chunk, result, &error)
      || !take_chunk (fetch, chunk, &error))
    g_task_return_error (task, error);
  else if (fetch->received < fetch->size)
    fetch_next (task);
  else if ((run = read_run (fetch, &error)) == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, run, (GDestroyNotify) loom_run_unref);
}

static void
fetch_next (GTask *task)
{
  Fetch *fetch = g_task_get_task_data (task);

  if (g_cancellable_is_cancelled (g_task_get_cancellable (fetch->call->task)))
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s", _("Stopped"));
  else
    loom_ipc_runner_call_fetch (fetch->runner, fetch->number, fetch->received, NULL, fetched_cb,
                                g_object_ref (task));
}

static gboolean
begin (Fetch     *fetch,
       GVariant  *run,
       GError   **error)
{
  if (!g_variant_lookup (run, "inline", "(ut)", &fetch->number, &fetch->size))
    return loom_ipc_run_from_fd (run, -1, error) != NULL;

  fetch->run = g_variant_ref (run);
  if (fetch->size == 0 || fetch->size > fetch->call->memory_limit || fetch->size > G_MAXSIZE / 2)
    return loom_fail (error, LOOM_ERROR_PROTOCOL,
                      _("The runner sent a result of %1$zu bytes, and said that it holds at most "
                        "%2$zu"), (gsize) fetch->size, (gsize) fetch->call->memory_limit);

  fetch->memory = loom_ipc_memory_new (loom_ipc_memory_align (fetch->size), error);
  if (fetch->memory == NULL)
    return FALSE;

  fetch->base = loom_ipc_memory_take (fetch->memory, fetch->size);
  return TRUE;
}

static void
ran_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Fetch *fetch = g_task_get_task_data (task);
  g_autoptr (GVariant) run = NULL;
  GError *error = NULL;

  if (!loom_ipc_runner_call_run_finish (fetch->runner, &run, NULL, NULL, result, &error)
      || !begin (fetch, run, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  /* The kernel has stopped: from here on nothing is worth ending the process for. */
  fetch->call->fetching = TRUE;
  loom_ipc_call_clear_patience (fetch->call);
  fetch_next (task);
}

/**
 * loom_ipc_inline_run_async:
 * @call: a run that is being sent; held until the answer
 * @callback: called with the #LoomRun, as pointer of a task of the call's runner that is tagged
 * with this function; its data is a reference to @call
 *
 * Runs, then fetches the memory of the result.
 */
void
loom_ipc_inline_run_async (LoomIpcCall         *call,
                           GAsyncReadyCallback  callback)
{
  g_autoptr (GTask) task = g_task_new (call->runner, NULL, callback, loom_ipc_call_ref (call));
  Fetch *fetch = g_new0 (Fetch, 1);

  fetch->call = loom_ipc_call_ref (call);
  fetch->runner = g_object_ref (call->runner);
  call->fetching = FALSE;
  g_task_set_source_tag (task, loom_ipc_inline_run_async);
  g_task_set_task_data (task, fetch, fetch_free);
  loom_ipc_runner_call_run (call->runner, call->job, call->compiled, call->plan, call->request,
                            call->folder, NULL, NULL, ran_cb, g_object_ref (task));
}

struct _LoomIpcHold
{
  GHashTable *held;             /* (element-type guint GBytes) */
  guint64     limit;
  guint64     sum;
  guint32     last;
};

/**
 * loom_ipc_hold_new:
 * @limit: bytes that may wait together
 *
 * Returns: (transfer full): a place for results, empty
 */
LoomIpcHold *
loom_ipc_hold_new (guint64 limit)
{
  LoomIpcHold *self = g_new0 (LoomIpcHold, 1);

  self->held = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_bytes_unref);
  self->limit = limit;
  return self;
}

/**
 * loom_ipc_hold_free:
 * @self: (nullable): the results
 *
 * Lets go of all that nobody fetched.
 */
void
loom_ipc_hold_free (LoomIpcHold *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->held);
  g_free (self);
}

/**
 * loom_ipc_hold_add:
 * @run: the a{sv} of a result
 * @fd: its sealed memory file; stays the caller's
 *
 * Holds a result's memory until loom_ipc_hold_release().
 *
 * Errors: %LOOM_ERROR_MEMORY if too much is waiting already.
 *
 * Returns: (transfer floating): @run with the key "inline", or %NULL
 */
GVariant *
loom_ipc_hold_add (LoomIpcHold  *self,
                   GVariant     *run,
                   int           fd,
                   GError      **error)
{
  g_autoptr (GBytes) bytes = loom_ipc_memory_map (fd, error);
  GVariantDict dict;
  guint64 size;

  if (bytes == NULL)
    return NULL;

  size = g_bytes_get_size (bytes);
  if (size > self->limit - self->sum)
    return loom_fail_null (error, LOOM_ERROR_MEMORY,
                           _("Results of %1$zu bytes wait to be fetched, and at most %2$zu may: "
                             "release some"), (gsize) self->sum, (gsize) self->limit);

  self->last++;
  self->sum += size;
  g_hash_table_replace (self->held, GUINT_TO_POINTER (self->last), g_steal_pointer (&bytes));
  g_variant_dict_init (&dict, run);
  g_variant_dict_insert (&dict, "inline", "(ut)", self->last, size);
  return g_variant_dict_end (&dict);
}

/**
 * loom_ipc_hold_read:
 * @memory: the number that "inline" gave
 * @offset: bytes from the start
 *
 * Gives the next %LOOM_IPC_CHUNK bytes, or those up to the end.
 *
 * Errors: %LOOM_ERROR_PROTOCOL.
 *
 * Returns: (transfer floating): an ay of at least one byte, or %NULL
 */
GVariant *
loom_ipc_hold_read (LoomIpcHold  *self,
                    guint32       memory,
                    guint64       offset,
                    GError      **error)
{
  GBytes *bytes = g_hash_table_lookup (self->held, GUINT_TO_POINTER (memory));
  g_autoptr (GBytes) chunk = NULL;

  if (bytes == NULL || offset >= g_bytes_get_size (bytes))
    return loom_fail_null (error, LOOM_ERROR_PROTOCOL,
                           _("No result %1$u is held that has a byte %2$zu"), memory,
                           (gsize) offset);

  chunk = g_bytes_new_from_bytes (bytes, offset,
                                  MIN (LOOM_IPC_CHUNK, g_bytes_get_size (bytes) - offset));
  return g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, chunk, TRUE);
}

/**
 * loom_ipc_hold_release:
 * @memory: the number that "inline" gave; one that names nothing is ignored
 *
 * Lets go of a result.
 */
void
loom_ipc_hold_release (LoomIpcHold *self,
                       guint32      memory)
{
  GBytes *bytes = g_hash_table_lookup (self->held, GUINT_TO_POINTER (memory));

  if (bytes == NULL)
    return;

  self->sum -= g_bytes_get_size (bytes);
  g_hash_table_remove (self->held, GUINT_TO_POINTER (memory));
}
