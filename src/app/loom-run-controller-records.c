/* loom-run-controller-records.c: what a controller has in flight, as jobs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

#include <glib/gi18n-lib.h>

static void
step_cb (LoomRunController *self,
         GCancellable      *call,
         guint              step)
{
  if (call == NULL)
    return;
  if (call == self->run && self->record != NULL)
    loom_run_record_set_step (self->record, step);
  else if (call == self->compare && self->beside != NULL)
    loom_run_record_set_step (self->beside, step);
}

void
_loom_run_controller_watch_steps (LoomRunController *self)
{
  g_signal_connect_object (self->client, "step", G_CALLBACK (step_cb), self, G_CONNECT_SWAPPED);
}

static void
drop_waiting (LoomRunController *self,
              const GError      *error)
{
  g_autoptr (LoomRunRecord) record = g_steal_pointer (&self->waiting);
  g_autoptr (GError) cancelled = NULL;

  if (record == NULL)
    return;
  if (error == NULL)
    error = cancelled = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "");
  loom_run_record_finish (record, NULL, error);
}

/* A run that somebody asked for is a job from then on; one that an edit would make is none before
 * it starts. */
void
_loom_run_controller_update_waiting (LoomRunController *self,
                                     const GError      *error)
{
  const char *backend = loom_session_get_backend (self->session);

  if (self->waiting != NULL
      && (!self->wanted || g_strcmp0 (loom_run_record_get_backend (self->waiting), backend) != 0))
    drop_waiting (self, error);
  if (!self->wanted || !self->explicit_run)
    return;
  if (self->waiting == NULL)
    self->waiting = g_object_ref (loom_session_add_record (self->session, backend));
  loom_run_record_set_compiling (self->waiting, self->compile != NULL);
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

/* Of the run that starts now. */
void
_loom_run_controller_begin_record (LoomRunController *self)
{
  const char *backend = loom_session_get_backend (self->session);

  if (self->waiting != NULL && g_str_equal (loom_run_record_get_backend (self->waiting), backend))
    g_set_object (&self->record, self->waiting);
  else
    g_set_object (&self->record, loom_session_add_record (self->session, backend));
  if (self->record == self->waiting)
    g_clear_object (&self->waiting);
  loom_run_record_set_plan (self->record, loom_session_get_plan (self->session));
  loom_run_record_set_by_hand (self->record, self->explicit_run);
  loom_run_record_start (self->record);
}
