/* loom-disk-cache.c: results that are kept on disk, a file for each
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file has the SHA-256 of what follows it, and then the pair of its key and the result, so that
 * neither a damaged file nor one under another name passes for a result. It is written beside its
 * place and renamed, whole or not at all.
 */

#include "config.h"

#include "loom-disk-cache.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DIGEST 32
#define PAIR "(sv)"
/* After which a file that was never renamed is nobody's any more. */
#define UNFINISHED_SECONDS 600

/**
 * loom_disk_cache_init:
 * @self: (out caller-allocates): a cache, whose bounds and ending the caller sets; nothing is made
 *   or read yet
 * @folder: (nullable) (type filename): where its files are; %NULL: in the user's cache
 * @name: of its folder there
 */
void
loom_disk_cache_init (LoomDiskCache *self,
                      const char    *folder,
                      const char    *name)
{
  *self = (LoomDiskCache) { NULL };
  self->folder = folder != NULL
                     ? g_strdup (folder)
                     : g_build_filename (g_get_user_cache_dir (), "gridloom", name, NULL);
}

/**
 * loom_disk_cache_init_kernels:
 * @self: (out caller-allocates): the cache of compiled kernels, which the runner fills and the
 *   preferences empty
 */
void
loom_disk_cache_init_kernels (LoomDiskCache *self)
{
  loom_disk_cache_init (self, NULL, "compiled");
  self->ending = ".kernels";
  self->most_entry = 32 << 20;
  self->most_bytes = LOOM_DISK_CACHE_KERNELS_MOST_BYTES;
  self->most_files = LOOM_DISK_CACHE_KERNELS_MOST_FILES;
}

void
loom_disk_cache_clear (LoomDiskCache *self)
{
  g_clear_pointer (&self->folder, g_free);
}

/**
 * loom_disk_cache_dup_path:
 * @key: hexadecimal digits of a checksum
 *
 * Returns: (transfer full) (type filename): of the file of a result
 */
char *
loom_disk_cache_dup_path (const LoomDiskCache *self,
                          const char          *key)
{
  g_autofree char *name = g_strconcat (key, self->ending, NULL);

  return g_build_filename (self->folder, name, NULL);
}

static void
digest (gconstpointer data,
        gsize         size,
        guint8        bytes[DIGEST])
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize length = DIGEST;

  g_checksum_update (sum, data, (gssize) size);
  g_checksum_get_digest (sum, bytes, &length);
}

/* Of a plain file only, and no more than an entry can have, which was used now; NULL with errno
 * set, or 0 if it is something else. */
static GBytes *
read_entry (const LoomDiskCache *self,
            const char          *path)
{
  g_autofree guint8 *data = NULL;
  const int fd = open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  struct stat status;
  gssize n = -1;

  if (fd < 0)
    return NULL;
  errno = 0;
  if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode) && status.st_size > DIGEST &&
      (guint64) status.st_size <= self->most_entry)
    {
      data = g_malloc ((gsize) status.st_size);
      n = read (fd, data, (gsize) status.st_size);
      futimens (fd, NULL);
    }
  close (fd);
  return n > DIGEST ? g_bytes_new_take (g_steal_pointer (&data), (gsize) n) : NULL;
}

static GVariant *
read_result (GBytes     *entry,
             const char *key)
{
  g_autoptr (GVariant) pair = NULL;
  g_autoptr (GVariant) result = NULL;
  g_autoptr (GBytes) payload = NULL;
  const char *name;
  guint8 wanted[DIGEST];
  gsize size;
  const guint8 *data = g_bytes_get_data (entry, &size);

  digest (data + DIGEST, size - DIGEST, wanted);
  if (memcmp (data, wanted, DIGEST) != 0)
    return NULL;
  payload = g_bytes_new_from_bytes (entry, DIGEST, size - DIGEST);
  pair = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (PAIR), payload, FALSE));
  if (!g_variant_is_normal_form (pair))
    return NULL;
  g_variant_get (pair, "(&sv)", &name, &result);
  return g_str_equal (name, key) ? g_steal_pointer (&result) : NULL;
}

/**
 * loom_disk_cache_load:
 * @key: what the result is kept under
 * @why: (out) (optional): where there is none, a code of errno, %ENOENT where none was kept; 0 for
 *   a damaged file, which is removed
 *
 * Looks a result up, which counts as using it.
 *
 * Returns: (transfer full) (nullable): the result, in normal form
 */
GVariant *
loom_disk_cache_load (const LoomDiskCache *self,
                      const char          *key,
                      int                 *why)
{
  g_autofree char *path = loom_disk_cache_dup_path (self, key);
  g_autoptr (GBytes) entry = read_entry (self, path);
  const int code = entry == NULL ? errno : 0;
  GVariant *result = entry != NULL ? read_result (entry, key) : NULL;

  if (result == NULL && code == 0)
    g_unlink (path);
  if (why != NULL)
    *why = code;
  return result;
}

/**
 * loom_disk_cache_save:
 * @key: what the result follows from
 * @result: (transfer floating): the result
 *
 * Keeps a result: whole, or not at all. One that is larger than a file may be is not kept, without
 * an error.
 *
 * Errors: %G_FILE_ERROR names the file.
 *
 * Returns: whether it can be kept
 */
gboolean
loom_disk_cache_save (const LoomDiskCache  *self,
                      const char           *key,
                      GVariant             *result,
                      GError              **error)
{
  g_autofree char *path = loom_disk_cache_dup_path (self, key);
  g_autoptr (GVariant) pair = g_variant_ref_sink (g_variant_new (PAIR, key, result));
  const gsize size = g_variant_get_size (pair);
  g_autofree guint8 *bytes = NULL;

  if (size > self->most_entry - DIGEST)
    return TRUE;
  bytes = g_malloc (DIGEST + size);
  g_variant_store (pair, bytes + DIGEST);
  digest (bytes + DIGEST, size, bytes);
  errno = 0;
  if (g_mkdir_with_parents (self->folder, 0700) != 0)
    {
      g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno), "%s: %s",
                   self->folder, g_strerror (errno));
      return FALSE;
    }
  /* In the place of a file that is there it would wait for the disk. */
  g_unlink (path);
  return g_file_set_contents_full (path, (const char *) bytes, (gssize) (DIGEST + size),
                                   G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
}

/* A file of the cache. */
typedef struct
{
  char    *path;
  guint64  size;
  gint64   used;                /* microseconds */
  gboolean is_unfinished;       /* it is being written, or its writer is gone */
} Entry;

static void
entry_clear (gpointer data)
{
  g_free (((Entry *) data)->path);
}

static gint
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const Entry *x = a, *y = b;

  return (x->used < y->used) - (x->used > y->used);
}

/* What stands behind the name of a result, nothing unless it is unfinished; NULL: no file of
 * ours. */
static const char *
find_ending (const LoomDiskCache *self,
             const char          *name)
{
  const gsize length = strspn (name, "0123456789abcdef");
  const char *rest = name + length + strlen (self->ending);

  if (length != 2 * DIGEST || !g_str_has_prefix (name + length, self->ending))
    return NULL;
  return *rest == '\0' || (*rest == '.' && strlen (rest) == strlen (".XXXXXX")) ? rest : NULL;
}

static GArray *
list_entries (const LoomDiskCache *self)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_autoptr (GDir) folder = g_dir_open (self->folder, 0, NULL);
  const char *name;

  g_array_set_clear_func (entries, entry_clear);
  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      const char *ending = find_ending (self, name);
      Entry entry = { g_build_filename (self->folder, name, NULL), };
      GStatBuf status;

      if (ending != NULL && g_lstat (entry.path, &status) == 0 && S_ISREG (status.st_mode))
        {
          entry.size = (guint64) status.st_size;
          entry.used = status.st_mtim.tv_sec * G_USEC_PER_SEC + status.st_mtim.tv_nsec / 1000;
          entry.is_unfinished = *ending != '\0';
          g_array_append_val (entries, entry);
        }
      else
        entry_clear (&entry);
    }
  return entries;
}

/**
 * loom_disk_cache_trim:
 *
 * Removes results down to the bounds of the cache, those that were of use longest ago, and what
 * processes left unfinished that are gone. Nothing else there is touched.
 *
 * Returns: the bytes of what is left
 */
guint64
loom_disk_cache_trim (const LoomDiskCache *self)
{
  g_autoptr (GArray) entries = list_entries (self);
  const gint64 abandoned = g_get_real_time () - UNFINISHED_SECONDS * G_USEC_PER_SEC;
  guint64 size = 0;

  g_array_sort (entries, compare_entries);
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      if (i >= self->most_files || size + entry->size > self->most_bytes ||
          (entry->is_unfinished && entry->used < abandoned))
        g_unlink (entry->path);
      else
        size += entry->size;
    }
  return size;
}

/**
 * loom_disk_cache_empty:
 *
 * Removes all results.
 */
void
loom_disk_cache_empty (const LoomDiskCache *self)
{
  g_autoptr (GArray) entries = list_entries (self);

  for (guint i = 0; i < entries->len; i++)
    g_unlink (g_array_index (entries, Entry, i).path);
}

/**
 * loom_disk_cache_add_text:
 * @sum: of what a result follows from
 * @text: (nullable): a part of it
 *
 * Adds a text so that it and what is added behind it cannot be taken for another one.
 */
void
loom_disk_cache_add_text (GChecksum  *sum,
                          const char *text)
{
  const char *known = text != NULL ? text : "";

  g_checksum_update (sum, (const guchar *) known, (gssize) strlen (known) + 1);
}

/**
 * loom_disk_cache_add_variant:
 * @sum: of what a result follows from
 * @floating: a part of it; a floating reference is taken
 *
 * Adds a value, whole.
 */
void
loom_disk_cache_add_variant (GChecksum *sum,
                             GVariant  *floating)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (floating);
  g_autoptr (GVariant) normal = g_variant_get_normal_form (variant);
  const guint64 size = g_variant_get_size (normal);

  g_checksum_update (sum, (const guchar *) &size, sizeof size);
  g_checksum_update (sum, g_variant_get_data (normal), (gssize) size);
}
