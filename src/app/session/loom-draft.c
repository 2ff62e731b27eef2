/* loom-draft.c: unsaved text that outlives its window
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-draft.h"

#include "loom-class.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define GROUP "draft"

/* The files of one draft, shared by the object and the thread that writes for it. */
typedef struct
{
  grefcount  refs;
  GMutex     mutex;     /* guards all below: what is discarded must not come back */
  char      *folder;
  char      *id;
  int        lock;      /* descriptor, or -1 */
  gboolean   discarded;
} Slot;

/* One writing: what a draft is to hold. */
typedef struct
{
  Slot *slot;
  char *text;
  char *info;
  gsize info_length;
} Store;

struct _LoomDraft
{
  GObject         parent_instance;

  Slot           *slot;
  Store          *pending;      /* wanted while another is being written */
  LoomFoundDraft  found;

  guint           writing : 1;
  guint           stored : 1;
  guint           touched : 1;  /* there may be files */
};

G_DEFINE_FINAL_TYPE (LoomDraft, loom_draft, G_TYPE_OBJECT)

static void start_writing (LoomDraft *self,
                           Store     *store);

static Slot *
slot_new (const char *folder,
          const char *id)
{
  Slot *slot = g_new0 (Slot, 1);

  g_ref_count_init (&slot->refs);
  g_mutex_init (&slot->mutex);
  slot->folder = g_strdup (folder);
  slot->id = g_strdup (id);
  slot->lock = -1;
  return slot;
}

static void
slot_unref (Slot *slot)
{
  if (!g_ref_count_dec (&slot->refs))
    return;
  if (slot->lock >= 0)
    close (slot->lock);
  g_mutex_clear (&slot->mutex);
  g_free (slot->folder);
  g_free (slot->id);
  g_free (slot);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Slot, slot_unref)

static char *
slot_path (Slot       *slot,
           const char *ending)
{
  g_autofree char *basename = g_strconcat (slot->id, ending, NULL);

  return g_build_filename (slot->folder, basename, NULL);
}

static gboolean
set_errno_error (const char  *path,
                 GError     **error)
{
  int saved = errno;

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (saved), "%s: %s", path,
               g_strerror (saved));
  return FALSE;
}

/* The lock is of the open file, so it also keeps two windows of one process apart. */
static gboolean
slot_lock (Slot    *slot,
           GError **error)
{
  g_autofree char *path = NULL;
  int fd;

  if (slot->lock >= 0)
    return TRUE;
  path = slot_path (slot, ".lock");
  fd = g_open (path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (fd < 0)
    return set_errno_error (path, error);
  if (flock (fd, LOCK_EX | LOCK_NB) < 0)
    {
      set_errno_error (path, error);
      close (fd);
      return FALSE;
    }
  slot->lock = fd;
  return TRUE;
}

static void
slot_unlink (Slot *slot)
{
  static const char * const endings[] = { ".cu", ".info", ".part", ".lock" };

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *path = slot_path (slot, endings[i]);

      g_unlink (path);
    }
  if (slot->lock >= 0)
    close (slot->lock);
  slot->lock = -1;
}

static void
store_free (Store *store)
{
  slot_unref (store->slot);
  g_free (store->text);
  g_free (store->info);
  g_free (store);
}

static gboolean
slot_publish (Slot    *slot,
              GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&slot->mutex);
  g_autofree char *part = slot_path (slot, ".part");
  g_autofree char *path = slot_path (slot, ".cu");

  if (slot->discarded)
    {
      slot_unlink (slot);
      return TRUE;
    }
  if (g_rename (part, path) < 0)
    return set_errno_error (path, error);
  return TRUE;
}

static gboolean
slot_prepare (Slot    *slot,
              GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&slot->mutex);

  if (g_mkdir_with_parents (slot->folder, 0700) < 0)
    return set_errno_error (slot->folder, error);
  return slot->discarded || slot_lock (slot, error);
}

static void
store_thread (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  Store *store = data;
  g_autofree char *part = slot_path (store->slot, ".part");
  g_autofree char *info = slot_path (store->slot, ".info");
  GError *error = NULL;

  if (!slot_prepare (store->slot, &error)
      || !g_file_set_contents_full (info, store->info, (gssize) store->info_length,
                                    G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error)
      || !g_file_set_contents_full (part, store->text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600,
                                    &error)
      || !slot_publish (store->slot, &error))
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
stored_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  LoomDraft *self = LOOM_DRAFT (source);
  Store *store = g_task_get_task_data (G_TASK (result));
  Store *next = g_steal_pointer (&self->pending);
  gboolean current = store->slot == self->slot;
  g_autoptr (GError) error = NULL;

  self->writing = FALSE;
  self->stored = g_task_propagate_boolean (G_TASK (result), &error) && current;
  if (next != NULL)
    start_writing (self, next);
  else if (error != NULL && current)
    g_signal_emit_by_name (self, "failed", error);
}

static void
start_writing (LoomDraft *self,
               Store     *store)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, stored_cb, NULL);

  self->writing = TRUE;
  g_task_set_source_tag (task, start_writing);
  g_task_set_task_data (task, store, (GDestroyNotify) store_free);
  g_task_run_in_thread (task, store_thread);
}

static void
loom_draft_finalize (GObject *object)
{
  LoomDraft *self = LOOM_DRAFT (object);

  slot_unref (self->slot);
  g_clear_pointer (&self->pending, store_free);
  g_free (self->found.text);
  g_clear_object (&self->found.file);
  g_free (self->found.name);
  g_free (self->found.etag);
  g_clear_pointer (&self->found.time, g_date_time_unref);

  G_OBJECT_CLASS (loom_draft_parent_class)->finalize (object);
}

static void
loom_draft_class_init (LoomDraftClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_draft_finalize;

  LOOM_SIGNAL_NEW (klass, "failed", 1, G_TYPE_ERROR);
}

static void
loom_draft_init (LoomDraft *self)
{
}

/* Where the drafts of this user are, in $XDG_STATE_HOME. */
static char *
dup_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "gridloom", "drafts", NULL);
}

/**
 * loom_draft_new:
 * @folder: (nullable): where to keep it; %NULL for the user's own folder
 *
 * Makes a draft that holds nothing yet; no file is made before the first loom_draft_store().
 */
LoomDraft *
loom_draft_new (const char *folder)
{
  LoomDraft *self = g_object_new (LOOM_TYPE_DRAFT, NULL);
  g_autofree char *own = folder == NULL ? dup_folder () : NULL;
  g_autofree char *id = g_uuid_string_random ();

  self->slot = slot_new (folder != NULL ? folder : own, id);
  return self;
}

/**
 * loom_draft_store:
 * @text: the whole text
 * @file: (nullable): the file that it belongs to
 * @name: what the document is called
 * @etag: (nullable): the state of @file that the text grew from
 *
 * Keeps a text. Where an older one is still being written, the newest follows it.
 */
void
loom_draft_store (LoomDraft  *self,
                  const char *text,
                  GFile      *file,
                  const char *name,
                  const char *etag)
{
  g_autoptr (GKeyFile) info = g_key_file_new ();
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;
  Store *store;

  g_return_if_fail (LOOM_IS_DRAFT (self));
  g_return_if_fail (text != NULL && name != NULL);

  g_key_file_set_string (info, GROUP, "name", name);
  if (uri != NULL)
    g_key_file_set_string (info, GROUP, "uri", uri);
  if (etag != NULL)
    g_key_file_set_string (info, GROUP, "etag", etag);

  self->touched = TRUE;
  store = g_new0 (Store, 1);
  g_ref_count_inc (&self->slot->refs);
  store->slot = self->slot;
  store->text = g_strdup (text);
  store->info = g_key_file_to_data (info, &store->info_length, NULL);
  if (!self->writing)
    {
      start_writing (self, store);
    }
  else
    {
      g_clear_pointer (&self->pending, store_free);
      self->pending = store;
    }
}

/**
 * loom_draft_discard:
 *
 * Removes the draft: it was saved, or thrown away. What is being written at this moment goes as
 * well. The next loom_draft_store() begins a new one.
 */
void
loom_draft_discard (LoomDraft *self)
{
  g_autoptr (Slot) old = NULL;
  g_autofree char *id = NULL;

  g_return_if_fail (LOOM_IS_DRAFT (self));

  if (!self->touched)
    return;
  g_clear_pointer (&self->pending, store_free);
  self->touched = FALSE;
  self->stored = FALSE;
  id = g_uuid_string_random ();
  old = g_steal_pointer (&self->slot);
  self->slot = slot_new (old->folder, id);

  g_mutex_lock (&old->mutex);
  old->discarded = TRUE;
  slot_unlink (old);
  g_mutex_unlock (&old->mutex);
}

/**
 * loom_draft_is_stored:
 *
 * Returns: whether the text that was last handed over is on the disk
 */
gboolean
loom_draft_is_stored (LoomDraft *self)
{
  g_return_val_if_fail (LOOM_IS_DRAFT (self), FALSE);

  return self->stored && !self->writing;
}

const LoomFoundDraft *
loom_draft_get_found (LoomDraft *self)
{
  g_return_val_if_fail (LOOM_IS_DRAFT (self), NULL);

  return &self->found;
}

static void
read_info (LoomDraft *self)
{
  g_autofree char *path = slot_path (self->slot, ".info");
  g_autoptr (GKeyFile) info = g_key_file_new ();
  g_autofree char *uri = NULL;

  if (g_key_file_load_from_file (info, path, G_KEY_FILE_NONE, NULL))
    {
      uri = g_key_file_get_string (info, GROUP, "uri", NULL);
      self->found.name = g_key_file_get_string (info, GROUP, "name", NULL);
      self->found.etag = g_key_file_get_string (info, GROUP, "etag", NULL);
    }
  if (uri != NULL)
    self->found.file = g_file_new_for_uri (uri);
}

/* NULL where a running window holds it, or where no whole text is. */
static LoomDraft *
claim (const char *folder,
       const char *id)
{
  g_autoptr (LoomDraft) self = g_object_new (LOOM_TYPE_DRAFT, NULL);
  g_autofree char *path = NULL;
  GStatBuf status;

  self->slot = slot_new (folder, id);
  if (!slot_lock (self->slot, NULL))
    return NULL;
  path = slot_path (self->slot, ".cu");
  if (g_stat (path, &status) != 0 || !g_file_get_contents (path, &self->found.text, NULL, NULL) ||
      !g_utf8_validate (self->found.text, -1, NULL))
    return NULL;
  self->found.time = g_date_time_new_from_unix_local (status.st_mtime);
  self->stored = TRUE;
  self->touched = TRUE;
  read_info (self);
  return g_steal_pointer (&self);
}

static int
compare_time (gconstpointer a,
              gconstpointer b)
{
  LoomDraft *first = *(LoomDraft **) a;
  LoomDraft *second = *(LoomDraft **) b;

  return g_date_time_compare (second->found.time, first->found.time);
}

static void
list_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  g_autoptr (GPtrArray) drafts = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GDir) folder = g_dir_open (data, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *id = NULL;
      LoomDraft *draft;

      if (!g_str_has_suffix (name, ".cu"))
        continue;
      id = g_strndup (name, strlen (name) - strlen (".cu"));
      draft = claim (data, id);
      if (draft != NULL)
        g_ptr_array_add (drafts, draft);
    }
  g_ptr_array_sort (drafts, compare_time);
  g_task_return_pointer (task, g_steal_pointer (&drafts), (GDestroyNotify) g_ptr_array_unref);
}

/**
 * loom_draft_list_async:
 * @folder: (nullable): where to look; %NULL for the user's own folder
 *
 * Finds the drafts that no running window holds, and takes hold of them.
 */
void
loom_draft_list_async (const char          *folder,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, loom_draft_list_async);
  g_task_set_task_data (task, folder != NULL ? g_strdup (folder) : dup_folder (), g_free);
  g_task_run_in_thread (task, list_thread);
}

/**
 * loom_draft_list_finish:
 *
 * Returns: (transfer full) (element-type LoomDraft): drafts, the newest first. Each stays on the
 * disk until loom_draft_discard(), and is offered to nobody else while it is referenced
 */
GPtrArray *
loom_draft_list_finish (GAsyncResult  *result,
                        GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
