/* loom-sim-watch.c: the watchers that a launch is asked for, begun and heard out
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-watch-private.h"

gboolean
loom_sim_watch_is_needed (const LoomSimOptions *options)
{
  return options->checks != LOOM_CHECK_NONE || options->schedule_seed >= 0;
}

guint
loom_sim_watch_get_lanes (const LoomSimOptions *options)
{
  return (options->checks & LOOM_CHECK_RACES) != 0 || options->schedule_seed >= 0 ? LOOM_SIM_WARP : LOOM_SIM_MAX_LANES;
}

static void
add_watcher (LoomSimWatch   *self,
             guint           worker,
             LoomSimWatcher *watcher)
{
  guint n = 0;

  while (self->watchers[worker][n] != NULL)
    n++;
  g_assert (n < LOOM_SIM_MAX_WATCHERS);
  watcher->observer.index = n;
  loom_sim_findings_init (&watcher->findings);
  self->watchers[worker][n] = &watcher->observer;
}

/* One worker: what watchers keep of memory has no locks. */
gboolean
loom_sim_watch_begin (LoomSimWatch          *self,
                      LoomSimLaunchState    *launch,
                      LoomSimSlot           *slots,
                      const LoomSimOptions  *options,
                      GError               **error)
{
  LoomSimWatcher *races = NULL;

  if ((options->checks & LOOM_CHECK_RACES) != 0 && (races = loom_sim_races_new (launch, slots, error)) == NULL)
    return FALSE;
  self->n_workers = 1;
  self->watchers = g_new0 (LoomSimObserver **, self->n_workers);
  for (guint i = 0; i < self->n_workers; i++)
    {
      self->watchers[i] = g_new0 (LoomSimObserver *, LOOM_SIM_MAX_WATCHERS + 1);
      if ((options->checks & LOOM_CHECK_UNINITIALISED) != 0)
        add_watcher (self, i, loom_sim_uninitialised_new (launch, slots));
      if (races != NULL)
        add_watcher (self, i, races);
    }
  if ((options->checks & LOOM_CHECK_UNINITIALISED) != 0)
    launch->watched_size += loom_sim_uninitialised_get_size (launch);
  if (races != NULL)
    launch->watched_size += loom_sim_races_get_size (launch);
  if (self->watchers[0][0] != NULL)
    launch->watchers = self->watchers;
  return TRUE;
}

void
loom_sim_watch_end (LoomSimWatch             *self,
                    const LoomSimLaunchState *launch,
                    GPtrArray                *findings)
{
  for (guint i = 0; i < self->n_workers; i++)
    {
      for (guint n = 0; self->watchers[i][n] != NULL; n++)
        {
          LoomSimWatcher *watcher = (LoomSimWatcher *) self->watchers[i][n];

          loom_sim_findings_describe (&watcher->findings, launch, findings);
          loom_sim_findings_clear (&watcher->findings);
          watcher->free (watcher);
        }
      g_free (self->watchers[i]);
    }
  g_clear_pointer (&self->watchers, g_free);
}
