/* loom-ipc-hold.c: results that wait to be fetched in chunks
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-ipc-inline.h"

#include "loom-error.h"
#include "loom-ipc-memory.h"

#include <glib/gi18n-lib.h>

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
 * @self: the results
 * @run: the a{sv} of a result
 * @fd: its sealed memory file; stays the caller's
 * @error: return location for an error
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
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_MEMORY,
                   _("Results of %1$zu bytes wait to be fetched, and at most %2$zu may: "
                     "release some"),
                   (gsize) self->sum, (gsize) self->limit);
      return NULL;
    }

  self->last++;
  self->sum += size;
  g_hash_table_replace (self->held, GUINT_TO_POINTER (self->last), g_steal_pointer (&bytes));
  g_variant_dict_init (&dict, run);
  g_variant_dict_insert (&dict, "inline", "(ut)", self->last, size);
  return g_variant_dict_end (&dict);
}

/**
 * loom_ipc_hold_read:
 * @self: the results
 * @memory: the number that "inline" gave
 * @offset: bytes from the start
 * @error: return location for an error
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
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL,
                   _("No result %1$u is held that has a byte %2$zu"), memory, (gsize) offset);
      return NULL;
    }

  chunk = g_bytes_new_from_bytes (bytes, offset,
                                  MIN (LOOM_IPC_CHUNK, g_bytes_get_size (bytes) - offset));
  return g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, chunk, TRUE);
}

/**
 * loom_ipc_hold_release:
 * @self: the results
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
