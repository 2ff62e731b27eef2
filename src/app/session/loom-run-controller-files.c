/* loom-run-controller-files.c: the headers that a compilation read: one that changes on disk is a
 * change of the text
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

#include "loom-connect.h"
#include "loom-folder.h"

/* Nobody edits more headers at a time, and each takes a watch of the kernel. */
#define MAX_FILES 1024
#define CHANGED G_FILE_ATTRIBUTE_TIME_CHANGED "," G_FILE_ATTRIBUTE_TIME_CHANGED_USEC

/* A header that is watched from now on, and was read by a compilation before. */
typedef struct
{
  LoomRunController *self;
  char              *path;
  gint64             since;     /* when that began */
} Check;

static void
check_free (Check *check)
{
  g_object_unref (check->self);
  g_free (check->path);
  g_free (check);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Check, check_free)

static void
monitor_free (GFileMonitor *monitor)
{
  g_file_monitor_cancel (monitor);
  g_object_unref (monitor);
}

/* A file that is still being written tells again when it is done. */
static void
monitor_cb (LoomRunController *self,
            GFile             *file,
            GFile             *other,
            GFileMonitorEvent  event)
{
  if (event == G_FILE_MONITOR_EVENT_CHANGED || event == G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED)
    return;
  self->n_file_changes++;
  _loom_run_controller_changed (self);
}

/* One that was saved while it was compiled may have been read before, and nobody watched it then.
 * The clock of file systems is behind by some milliseconds, in which no compilation comes
 * to read. */
static void
check_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (Check) check = user_data;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, NULL);
  LoomRunController *self = check->self;
  gint64 changed;

  if (info == NULL || self->monitors == NULL
      || !g_hash_table_contains (self->monitors, check->path))
    return;

  changed = g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_CHANGED) * G_USEC_PER_SEC
            + g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_TIME_CHANGED_USEC);
  if (changed <= check->since || changed > g_get_real_time ())
    return;

  self->n_file_changes++;
  _loom_run_controller_changed (self);
}

static void
check_file (LoomRunController *self,
            GFile             *file,
            const char        *path)
{
  Check *check = g_new0 (Check, 1);

  check->self = g_object_ref (self);
  check->path = g_strdup (path);
  check->since = self->compile_start;
  g_file_query_info_async (file, CHANGED, G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT, NULL,
                           check_cb, check);
}

/* Those that are watched already stay so: whoever writes a file while it is compiled is not missed.
 */
static void
watch (LoomRunController *self,
       GHashTable        *monitors,
       const char        *path)
{
  GFileMonitor *monitor = NULL;
  g_autoptr (GFile) file = NULL;
  char *key = NULL;

  if (g_hash_table_contains (monitors, path))
    return;
  if (self->monitors != NULL
      && g_hash_table_steal_extended (self->monitors, path, (gpointer *) &key,
                                      (gpointer *) &monitor))
    {
      g_hash_table_insert (monitors, key, monitor);
      return;
    }

  file = g_file_new_for_path (path);
  monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (monitor == NULL)
    return;
  loom_connect (monitor, "changed", monitor_cb, self);
  g_hash_table_insert (monitors, g_strdup (path), monitor);
  check_file (self, file, path);
}

/* The compiler could have read no others; what it says is not taken on trust. */
static gboolean
may_be_read (const char *path,
             const char *folder,
             const char *root)
{
  g_autofree char *beneath = loom_folder_dup_name (root != NULL ? root : folder, path);

  return !g_path_is_absolute (beneath);
}

void
_loom_run_controller_watch_files (LoomRunController *self)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);
  GHashTable *monitors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                (GDestroyNotify) monitor_free);
  g_autofree char *folder = _loom_run_controller_dup_folder (self);
  const char *root = loom_session_get_root (self->session);

  for (guint i = 0; folder != NULL && i < compiled->files->len && i < MAX_FILES; i++)
    {
      g_autofree char *path
          = g_canonicalize_filename (g_ptr_array_index (compiled->files, i), folder);

      if (may_be_read (path, folder, root))
        watch (self, monitors, path);
    }
  _loom_run_controller_unwatch_files (self);
  self->monitors = monitors;
}

void
_loom_run_controller_unwatch_files (LoomRunController *self)
{
  g_clear_pointer (&self->monitors, g_hash_table_unref);
}
