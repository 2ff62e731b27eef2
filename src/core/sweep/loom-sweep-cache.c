/* loom-sweep-cache.c: what configurations came to in earlier sweeps
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file has the SHA-256 of what follows it, and then the outcome as it would cross to another
 * process, which is checked on the way in. Its name is the SHA-256 of all that the outcome follows
 * from.
 */

#include "config.h"

#include "loom-sweep-cache.h"

#include "loom-error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DIGEST 32
#define ENDING ".outcome"
/* An outcome with as many samples as it can have is smaller. */
#define MOST_ENTRY (1 << 20)

/**
 * loom_sweep_cache_new:
 * @folder: (nullable) (type filename): where its files are; %NULL: the user's cache
 *
 * Returns: (transfer full): a cache; nothing is made or read yet
 */
LoomSweepCache *
loom_sweep_cache_new (const char *folder)
{
  LoomSweepCache *self = g_new (LoomSweepCache, 1);

  self->folder = folder != NULL
                     ? g_strdup (folder)
                     : g_build_filename (g_get_user_cache_dir (), "gridloom", "sweep", NULL);
  return self;
}

void
loom_sweep_cache_free (LoomSweepCache *self)
{
  g_free (self->folder);
  g_free (self);
}

/* A name and what stands behind it cannot be taken for another name. */
static void
add_text (GChecksum  *sum,
          const char *text)
{
  const char *known = text != NULL ? text : "";

  g_checksum_update (sum, (const guchar *) known, (gssize) strlen (known) + 1);
}

static void
add_variant (GChecksum *sum,
             GVariant  *floating)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (floating);
  g_autoptr (GVariant) normal = g_variant_get_normal_form (variant);
  const guint64 size = g_variant_get_size (normal);

  g_checksum_update (sum, (const guchar *) &size, sizeof size);
  g_checksum_update (sum, g_variant_get_data (normal), (gssize) size);
}

/* Which file it is now: reading arrays that may be large would take longer than the run. */
static void
add_file (GChecksum  *sum,
          const char *folder,
          const char *name)
{
  g_autofree char *path = NULL;
  GStatBuf status;

  if (folder == NULL || name == NULL)
    return;
  path = g_build_filename (folder, name, NULL);
  add_text (sum, path);
  if (g_stat (path, &status) != 0)
    return;
  g_checksum_update (sum, (const guchar *) &status.st_ino, sizeof status.st_ino);
  g_checksum_update (sum, (const guchar *) &status.st_size, sizeof status.st_size);
  g_checksum_update (sum, (const guchar *) &status.st_mtim, sizeof status.st_mtim);
}

static void
add_files (GChecksum  *sum,
           GPtrArray  *args,
           const char *folder)
{
  for (guint i = 0; i < args->len; i++)
    {
      const LoomPlanArg *arg = args->pdata[i];

      if (arg->fill.kind == LOOM_FILL_FILE)
        add_file (sum, folder, arg->fill.text);
      add_file (sum, folder, arg->expect.domain_file);
      add_file (sum, folder, arg->expect.reference_file);
    }
}

/**
 * loom_sweep_cache_dup_key:
 *
 * Returns: (transfer full): a name for all that an outcome follows from: the code, the launch with
 *   its files, how it is run, the device, and this version of Gridloom
 */
char *
loom_sweep_cache_dup_key (const LoomSweepCacheKey *key)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  add_text (sum, PACKAGE_VERSION);
  add_text (sum, key->compiled->ptx);
  add_text (sum, key->device);
  add_variant (sum, loom_plan_to_variant (key->plan));
  add_variant (sum, loom_run_options_to_variant (key->options));
  g_checksum_update (sum, (const guchar *) &key->rounds, sizeof key->rounds);
  g_checksum_update (sum, (const guchar *) &key->round_ms, sizeof key->round_ms);
  add_files (sum, key->plan->args, key->folder);
  add_files (sum, key->plan->symbols, key->folder);
  return g_strdup (g_checksum_get_string (sum));
}

static char *
dup_path (const LoomSweepCache *self,
          const char           *key)
{
  g_autofree char *name = g_strconcat (key, ENDING, NULL);

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

/* Of a plain file only, and no more than an entry can have; NULL with errno set, or 0 if it is
 * something else. */
static GBytes *
read_entry (const char *path)
{
  g_autofree guint8 *data = NULL;
  const int fd = open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  struct stat status;
  gssize n = -1;

  if (fd < 0)
    return NULL;
  errno = 0;
  if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode) && status.st_size > DIGEST &&
      status.st_size <= MOST_ENTRY)
    {
      data = g_malloc ((gsize) status.st_size);
      n = read (fd, data, (gsize) status.st_size);
    }
  close (fd);
  return n > DIGEST ? g_bytes_new_take (g_steal_pointer (&data), (gsize) n) : NULL;
}

static LoomSweepOutcome *
read_outcome (GBytes *entry)
{
  g_autoptr (LoomSweepOutcome) outcome = NULL;
  g_autoptr (GVariant) boxed = NULL, variant = NULL;
  g_autoptr (GBytes) payload = NULL;
  guint8 wanted[DIGEST];
  gsize size;
  const guint8 *data = g_bytes_get_data (entry, &size);

  digest (data + DIGEST, size - DIGEST, wanted);
  if (memcmp (data, wanted, DIGEST) != 0)
    return NULL;
  payload = g_bytes_new (data + DIGEST, size - DIGEST);
  boxed = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE_VARIANT, payload, FALSE));
  if (!g_variant_is_normal_form (boxed))
    return NULL;
  variant = g_variant_get_variant (boxed);
  outcome = loom_sweep_outcome_from_variant (variant);
  return outcome != NULL && loom_sweep_outcome_has_run (outcome) ? g_steal_pointer (&outcome)
                                                                 : NULL;
}

/**
 * loom_sweep_cache_load:
 *
 * Looks an outcome up.
 *
 * Errors: %LOOM_ERROR_FILE names an entry that is no outcome, or cannot be read.
 *
 * Returns: (transfer full) (nullable): the outcome; %NULL without an error if there is none
 */
LoomSweepOutcome *
loom_sweep_cache_load (const LoomSweepCache  *self,
                       const char            *key,
                       GError               **error)
{
  g_autofree char *path = dup_path (self, key);
  g_autoptr (GBytes) entry = read_entry (path);
  LoomSweepOutcome *outcome = NULL;

  if (entry == NULL && errno == ENOENT)
    return NULL;
  if (entry == NULL && errno != 0)
    return loom_fail_null (error, LOOM_ERROR_FILE,
                           _("What is kept of an earlier sweep cannot be read: %1$s: %2$s"), path,
                           g_strerror (errno));
  if (entry != NULL)
    outcome = read_outcome (entry);
  if (outcome == NULL)
    return loom_fail_null (error, LOOM_ERROR_FILE,
                           _("What is kept of an earlier sweep is damaged, and is replaced: %s"),
                           path);
  return outcome;
}

/**
 * loom_sweep_cache_save:
 * @outcome: of loom_sweep_outcome_to_variant()
 *
 * Keeps an outcome: whole, or not at all.
 *
 * Errors: %LOOM_ERROR_FILE names the file and why it is not there.
 */
gboolean
loom_sweep_cache_save (const LoomSweepCache  *self,
                       const char            *key,
                       GVariant              *outcome,
                       GError               **error)
{
  g_autofree char *path = dup_path (self, key);
  g_autoptr (GVariant) boxed = g_variant_ref_sink (g_variant_new_variant (outcome));
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) cause = NULL;

  g_byte_array_set_size (bytes, DIGEST);
  g_byte_array_append (bytes, g_variant_get_data (boxed), (guint) g_variant_get_size (boxed));
  digest (bytes->data + DIGEST, bytes->len - DIGEST, bytes->data);
  errno = 0;
  if (g_mkdir_with_parents (self->folder, 0700) != 0)
    return loom_fail (error, LOOM_ERROR_FILE, _("What this sweep comes to is not kept: %1$s: %2$s"),
                      self->folder, g_strerror (errno));
  if (g_file_set_contents_full (path, (const char *) bytes->data, bytes->len,
                                G_FILE_SET_CONTENTS_CONSISTENT, 0600, &cause))
    return TRUE;
  return loom_fail (error, LOOM_ERROR_FILE, _("What this sweep comes to is not kept: %s"),
                    cause->message);
}

/* A file of the cache. */
typedef struct
{
  char    *path;
  guint64  size;
  gint64   modified;
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

  return (x->modified < y->modified) - (x->modified > y->modified);
}

static GArray *
list_entries (const LoomSweepCache *self)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_autoptr (GDir) folder = g_dir_open (self->folder, 0, NULL);
  const char *name;

  g_array_set_clear_func (entries, entry_clear);
  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      Entry entry = { g_build_filename (self->folder, name, NULL), 0, 0 };
      GStatBuf status;

      if (g_str_has_suffix (name, ENDING) && g_lstat (entry.path, &status) == 0 &&
          S_ISREG (status.st_mode))
        {
          entry.size = (guint64) status.st_size;
          entry.modified = status.st_mtim.tv_sec;
          g_array_append_val (entries, entry);
        }
      else
        entry_clear (&entry);
    }
  return entries;
}

/**
 * loom_sweep_cache_trim:
 *
 * Removes the oldest outcomes, down to the bounds of the cache. Nothing else there is touched.
 */
void
loom_sweep_cache_trim (const LoomSweepCache *self)
{
  g_autoptr (GArray) entries = list_entries (self);
  guint64 size = 0;

  g_array_sort (entries, compare_entries);
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      size += entry->size;
      if (i >= LOOM_SWEEP_CACHE_MOST_FILES || size > LOOM_SWEEP_CACHE_MOST_BYTES)
        g_unlink (entry->path);
    }
}
