/* loom-sweep-cache.c: what configurations came to in earlier sweeps
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An outcome is kept as it would cross to another process, and is checked on the way in. Its name
 * is the SHA-256 of all that it follows from.
 */

#include "config.h"

#include "loom-sweep-cache.h"

#include "loom-error.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

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

  loom_disk_cache_init (self, folder, "sweep");
  self->ending = ".outcome";
  self->most_entry = MOST_ENTRY;
  self->most_bytes = LOOM_SWEEP_CACHE_MOST_BYTES;
  self->most_files = LOOM_SWEEP_CACHE_MOST_FILES;
  return self;
}

void
loom_sweep_cache_free (LoomSweepCache *self)
{
  loom_disk_cache_clear (self);
  g_free (self);
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
  loom_disk_cache_add_text (sum, path);
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

  loom_disk_cache_add_text (sum, PACKAGE_VERSION);
  loom_disk_cache_add_text (sum, key->compiled->ptx);
  loom_disk_cache_add_text (sum, key->device);
  loom_disk_cache_add_variant (sum, loom_plan_to_variant (key->plan));
  loom_disk_cache_add_variant (sum, loom_run_options_to_variant (key->options));
  g_checksum_update (sum, (const guchar *) &key->rounds, sizeof key->rounds);
  g_checksum_update (sum, (const guchar *) &key->round_ms, sizeof key->round_ms);
  add_files (sum, key->plan->args, key->folder);
  add_files (sum, key->plan->symbols, key->folder);
  return g_strdup (g_checksum_get_string (sum));
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
  g_autofree char *path = loom_disk_cache_dup_path (self, key);
  g_autoptr (LoomSweepOutcome) outcome = NULL;
  g_autoptr (GVariant) kept = NULL;
  int why;

  kept = loom_disk_cache_load (self, key, &why);
  if (kept == NULL && why == ENOENT)
    return NULL;
  if (kept == NULL && why != 0)
    return loom_fail_null (error, LOOM_ERROR_FILE,
                           _("What is kept of an earlier sweep cannot be read: %1$s: %2$s"), path,
                           g_strerror (why));
  if (kept != NULL)
    outcome = loom_sweep_outcome_from_variant (kept);
  if (outcome == NULL || !loom_sweep_outcome_has_run (outcome))
    return loom_fail_null (error, LOOM_ERROR_FILE,
                           _("What is kept of an earlier sweep is damaged, and is replaced: %s"),
                           path);
  return g_steal_pointer (&outcome);
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
  g_autoptr (GError) cause = NULL;

  if (loom_disk_cache_save (self, key, outcome, &cause))
    return TRUE;
  return loom_fail (error, LOOM_ERROR_FILE, _("What this sweep comes to is not kept: %s"),
                    cause->message);
}
