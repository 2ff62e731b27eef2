/* loom-sweeper-keep.c: outcomes of a sweep, kept for the next one and taken from the last one
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files are read and written in threads. What goes wrong with them is told, and the sweep goes on:
 * a configuration whose outcome cannot be read is run again.
 */

#include "config.h"

#include "loom-sweeper-private.h"

/* One file that is read or written. */
typedef struct
{
  LoomSweepCache   *cache;
  char             *key;
  GVariant         *outcome;    /* that is written, or NULL */
  guint             tile;
} Errand;

static void
errand_free (gpointer data)
{
  Errand *self = data;

  loom_sweep_cache_free (self->cache);
  g_clear_pointer (&self->outcome, g_variant_unref);
  g_free (self->key);
  g_free (self);
}

static GTask *
new_errand (LoomSweeper         *self,
            guint                tile,
            GAsyncReadyCallback  callback)
{
  GTask *task = g_task_new (self, NULL, callback, NULL);
  Errand *errand = g_new0 (Errand, 1);

  errand->cache = loom_sweep_cache_new (self->cache->folder);
  errand->key = g_strdup (_loom_sweeper_get_item (self, tile)->key);
  errand->tile = tile;
  g_task_set_task_data (task, errand, errand_free);
  return task;
}

static void
load_thread (GTask        *task,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  const Errand *errand = task_data;
  GError *error = NULL;
  LoomSweepOutcome *outcome = loom_sweep_cache_load (errand->cache, errand->key, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, outcome, (GDestroyNotify) loom_sweep_outcome_free);
}

/* Only what was done is kept, so nothing is left to do. */
static void
take_kept (LoomSweeper      *self,
           guint             index,
           LoomSweepOutcome *outcome)
{
  LoomSweepTile *tile = _loom_sweeper_get_tile (self, index);

  loom_sweep_outcome_free (tile->outcome);
  tile->outcome = outcome;
  tile->is_kept = TRUE;
  self->busy--;
  g_signal_emit_by_name (self, "changed", index);
  _loom_sweeper_pump (self);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  LoomSweeper *self = LOOM_SWEEPER (source);
  const Errand *errand = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  LoomSweepOutcome *outcome = g_task_propagate_pointer (G_TASK (result), &error);

  if (error != NULL)
    _loom_sweeper_add_problem (self, error->message);
  if (outcome != NULL)
    take_kept (self, errand->tile, outcome);
  else if (self->is_stopped)
    {
      self->busy--;
      _loom_sweeper_pump (self);
    }
  else
    _loom_sweeper_start (self, errand->tile);
}

/* Takes what an earlier sweep has kept of a configuration, or runs it. */
void
_loom_sweeper_look_up (LoomSweeper *self,
                       guint        tile)
{
  LoomSweeperItem *item = _loom_sweeper_get_item (self, tile);
  const LoomSweepCacheKey key = {
    item->compiled, item->plan, &self->options, self->rounds, self->round_ms, self->device,
    self->folder
  };
  g_autoptr (GTask) task = NULL;

  if (self->cache == NULL)
    {
      _loom_sweeper_start (self, tile);
      return;
    }
  item->key = loom_sweep_cache_dup_key (&key);
  if (self->anew)
    {
      _loom_sweeper_start (self, tile);
      return;
    }
  task = new_errand (self, tile, loaded_cb);
  g_task_run_in_thread (task, load_thread);
}

static void
save_thread (GTask        *task,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  const Errand *errand = task_data;
  GError *error = NULL;

  if (loom_sweep_cache_save (errand->cache, errand->key, errand->outcome, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  LoomSweeper *self = LOOM_SWEEPER (source);
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      /* of several that were on their way the first says it */
      if (!self->cache_is_broken)
        _loom_sweeper_add_problem (self, error->message);
      self->cache_is_broken = TRUE;
    }
  self->saving--;
  _loom_sweeper_pump (self);
}

/* Once a file could not be written, no other is tried: a full disk is told of once. */
void
_loom_sweeper_keep (LoomSweeper *self,
                    guint        tile)
{
  g_autoptr (GTask) task = NULL;

  if (self->cache == NULL || self->cache_is_broken)
    return;
  task = new_errand (self, tile, saved_cb);
  ((Errand *) g_task_get_task_data (task))->outcome
      = g_variant_ref_sink (loom_sweep_outcome_to_variant (
          _loom_sweeper_get_tile (self, tile)->outcome));
  self->saving++;
  g_task_run_in_thread (task, save_thread);
}

static void
trim_thread (GTask        *task,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  loom_disk_cache_trim (((const Errand *) task_data)->cache);
  g_task_return_boolean (task, TRUE);
}

static void
trimmed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  LoomSweeper *self = LOOM_SWEEPER (source);

  self->saving--;
  _loom_sweeper_pump (self);
}

/* Back to the bounds of the cache, once, when all is kept. */
void
_loom_sweeper_trim (LoomSweeper *self)
{
  g_autoptr (GTask) task = new_errand (self, 0, trimmed_cb);

  self->saving++;
  g_task_run_in_thread (task, trim_thread);
}
