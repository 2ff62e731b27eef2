/* loom-run-controller-jobs.c: the job that waits, and how a job starts
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

#include <glib/gi18n-lib.h>

static void
drop_waiting (LoomRunController *self,
              const GError      *error)
{
  g_autoptr (LoomRunJob) job = g_steal_pointer (&self->waiting);

  if (job == NULL)
    return;
  if (error != NULL)
    loom_run_job_finish (job, NULL, error);
  else
    loom_run_job_cancel (job);
}

/* A run that somebody asked for is a job from then on; one that an edit would make is none before
 * it starts. */
void
_loom_run_controller_update_waiting (LoomRunController *self,
                                     const GError      *error)
{
  const char *backend = loom_session_get_backend (self->session);

  if (self->waiting != NULL
      && (!self->wanted || g_strcmp0 (loom_run_job_get_backend (self->waiting), backend) != 0))
    drop_waiting (self, error);
  if (!self->wanted)
    return;
  if (self->waiting == NULL)
    self->waiting = g_object_ref (loom_session_add_job (self->session, backend));
  loom_run_job_set_compiling (self->waiting, self->compile != NULL);
}

/* There is no launch of the text as it is. */
void
_loom_run_controller_fail_waiting (LoomRunController *self)
{
  const GError *why = loom_session_get_error (self->session);
  g_autoptr (GError) error
      = why != NULL ? g_error_copy (why)
                    : g_error_new_literal (LOOM_ERROR, LOOM_ERROR_COMPILE,
                                           _("the source does not compile: see Problems"));

  drop_waiting (self, error);
}

/* The one that waits for the session's device, or a new one. */
LoomRunJob *
_loom_run_controller_take_job (LoomRunController *self)
{
  const char *backend = loom_session_get_backend (self->session);

  if (self->waiting != NULL && g_str_equal (loom_run_job_get_backend (self->waiting), backend))
    return g_steal_pointer (&self->waiting);
  return g_object_ref (loom_session_add_job (self->session, backend));
}

/* @ended: void (*) (LoomRunController *, LoomRun *, const GError *, LoomRunJob *) */
void
_loom_run_controller_start_job (LoomRunController    *self,
                                LoomRunJob           *job,
                                const LoomRunOptions *options,
                                GCallback             ended)
{
  g_autofree char *folder = _loom_run_controller_dup_folder (self);

  g_signal_connect_object (job, "ended", ended, self, G_CONNECT_SWAPPED);
  loom_run_job_run (job, self->client, loom_session_get_compiled (self->session),
                    loom_session_get_plan (self->session), options, folder);
}
