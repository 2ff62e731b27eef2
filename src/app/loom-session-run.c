/* loom-session-run.c: what was compiled, planned and run, and what is being done
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-session-private.h"

/**
 * loom_session_get_compiled:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the last compilation; it may be older than the text
 */
LoomCompiled *
loom_session_get_compiled (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->compiled;
}

/**
 * loom_session_set_compiled:
 * @self: a session
 * @compiled: (nullable): a compilation
 */
void
loom_session_set_compiled (LoomSession  *self,
                           LoomCompiled *compiled)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (self->compiled == compiled)
    return;
  g_clear_pointer (&self->compiled, loom_compiled_unref);
  self->compiled = compiled != NULL ? loom_compiled_ref (compiled) : NULL;
  _loom_session_update_problems (self);
  _loom_session_notify (self, PROP_COMPILED);
}

/**
 * loom_session_get_plan:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the launch as the settings decide it; %NULL while they don't
 */
LoomPlan *
loom_session_get_plan (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->plan;
}

/**
 * loom_session_set_plan:
 * @self: a session
 * @plan: (nullable): a launch
 */
void
loom_session_set_plan (LoomSession *self,
                       LoomPlan    *plan)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (self->plan == plan)
    return;
  g_clear_pointer (&self->plan, loom_plan_unref);
  self->plan = plan != NULL ? loom_plan_ref (plan) : NULL;
  _loom_session_update_problems (self);
  _loom_session_notify (self, PROP_PLAN);
}

/**
 * loom_session_get_run:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the last run that came to a result
 */
LoomRun *
loom_session_get_run (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->run;
}

static void
show_run (LoomSession *self,
          LoomRun     *run)
{
  if (self->run == run)
    return;
  loom_session_set_thread (self, NULL);
  g_clear_pointer (&self->run, loom_run_unref);
  self->run = run != NULL ? loom_run_ref (run) : NULL;
  _loom_session_trim_jobs (self);
  if (self->comparison != NULL && self->comparison->a != run)
    {
      g_clear_pointer (&self->comparison, loom_comparison_unref);
      _loom_session_notify (self, PROP_COMPARISON);
    }
  _loom_session_update_problems (self);
  _loom_session_notify (self, PROP_RUN);
}

/**
 * loom_session_set_run:
 * @self: a session
 * @run: (nullable): a run
 */
void
loom_session_set_run (LoomSession *self,
                      LoomRun     *run)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  g_object_freeze_notify (G_OBJECT (self));
  if (self->latest != run)
    {
      g_clear_pointer (&self->latest, loom_run_unref);
      self->latest = run != NULL ? loom_run_ref (run) : NULL;
    }
  if (g_set_object (&self->older, NULL))
    _loom_session_notify (self, PROP_OLDER);
  show_run (self, run);
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * loom_session_show_job:
 * @self: a session
 * @job: a run of before, with its result
 *
 * Shows that result. Unless it is the latest one, "older" is @job until a run is set.
 */
void
loom_session_show_job (LoomSession *self,
                       LoomRunJob  *job)
{
  LoomRunJob *older;
  LoomRun *run;

  g_return_if_fail (LOOM_IS_SESSION (self));
  g_return_if_fail (LOOM_IS_RUN_JOB (job));

  run = loom_run_job_get_run (job);
  g_return_if_fail (run != NULL);

  older = run != self->latest ? job : NULL;
  g_object_freeze_notify (G_OBJECT (self));
  if (g_set_object (&self->older, older))
    _loom_session_notify (self, PROP_OLDER);
  show_run (self, run);
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * loom_session_show_latest:
 * @self: a session
 *
 * Goes back from the result of an older run.
 */
void
loom_session_show_latest (LoomSession *self)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (self->older == NULL)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  g_clear_object (&self->older);
  _loom_session_notify (self, PROP_OLDER);
  show_run (self, self->latest);
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * loom_session_get_older:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): whose result is shown, if it is not the latest
 */
LoomRunJob *
loom_session_get_older (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->older;
}

/**
 * loom_session_has_current_run:
 * @self: a session
 *
 * Returns: whether the run that is shown is the latest, and of the text and settings as they are
 */
gboolean
loom_session_has_current_run (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), FALSE);

  return self->run != NULL && !self->stale && self->older == NULL;
}

/**
 * loom_session_get_comparison:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the run beside one on another device
 */
LoomComparison *
loom_session_get_comparison (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->comparison;
}

/**
 * loom_session_set_comparison:
 * @self: a session
 * @comparison: two runs; the first becomes the session's run
 *
 * Shows a run with what differs in another.
 */
void
loom_session_set_comparison (LoomSession    *self,
                             LoomComparison *comparison)
{
  g_return_if_fail (LOOM_IS_SESSION (self));
  g_return_if_fail (comparison != NULL);

  g_clear_pointer (&self->comparison, loom_comparison_unref);
  self->comparison = loom_comparison_ref (comparison);
  loom_session_set_run (self, comparison->a);
  _loom_session_notify (self, PROP_COMPARISON);
}

/**
 * loom_session_get_error:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): why there is no run of the text as it is
 */
const GError *
loom_session_get_error (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->error;
}

/**
 * loom_session_take_error:
 * @self: a session
 * @error: (nullable) (transfer full): why there is no run, or %NULL to forget the last reason
 */
void
loom_session_take_error (LoomSession *self,
                         GError      *error)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (self->error == NULL && error == NULL)
    return;
  g_clear_error (&self->error);
  self->error = error;
  _loom_session_update_problems (self);
  _loom_session_notify (self, PROP_ERROR);
}

/**
 * loom_session_get_activity:
 * @self: a session
 *
 * Returns: what is being done right now
 */
LoomActivity
loom_session_get_activity (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), LOOM_ACTIVITY_IDLE);

  return self->activity;
}

/**
 * loom_session_set_activity:
 * @self: a session
 * @activity: what is being done right now
 */
void
loom_session_set_activity (LoomSession  *self,
                           LoomActivity  activity)
{
  gboolean was_busy;

  g_return_if_fail (LOOM_IS_SESSION (self));

  if (self->activity == activity)
    return;
  was_busy = self->activity != LOOM_ACTIVITY_IDLE;
  self->activity = activity;
  _loom_session_notify (self, PROP_ACTIVITY);
  if (was_busy != (activity != LOOM_ACTIVITY_IDLE))
    _loom_session_notify (self, PROP_BUSY);
}

/**
 * loom_session_get_stale:
 * @self: a session
 *
 * Returns: whether the run is not one of the text and settings as they are
 */
gboolean
loom_session_get_stale (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), FALSE);

  return self->stale;
}

/**
 * loom_session_set_stale:
 * @self: a session
 * @stale: whether the run is out of date
 */
void
loom_session_set_stale (LoomSession *self,
                        gboolean     stale)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (!self->stale == !stale)
    return;
  self->stale = !!stale;
  _loom_session_notify (self, PROP_STALE);
  _loom_session_update_problems (self);
}

/**
 * loom_session_get_lost:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): why the runner ended, until somebody was told
 */
const char *
loom_session_get_lost (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->lost;
}

/**
 * loom_session_set_lost:
 * @self: a session
 * @why: (nullable): why the runner ended; %NULL once the user knows
 */
void
loom_session_set_lost (LoomSession *self,
                       const char  *why)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (g_strcmp0 (self->lost, why) == 0)
    return;
  g_free (self->lost);
  self->lost = g_strdup (why);
  _loom_session_notify (self, PROP_LOST);
}
