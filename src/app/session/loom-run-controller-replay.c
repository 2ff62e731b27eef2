/* loom-run-controller-replay.c: asks the simulator for the steps of a thread of the run that is
 * shown
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

#include "loom-connect.h"
#include "loom-replayer.h"

#include <glib/gi18n-lib.h>

static void fetch (LoomRunController *self);

static void
fetched_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (LoomRunControllerCall) call = user_data;
  LoomRunController *self = call->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = loom_runner_client_run_finish (LOOM_RUNNER_CLIENT (source), result,
                                                           &error);

  if (self->replay != call->cancellable)
    return;
  g_clear_object (&self->replay);
  loom_replayer_take (loom_session_get_replayer (self->session), run, error);
}

static gboolean
is_current (LoomRunController *self,
            LoomReplayer      *replayer)
{
  return _loom_run_controller_is_current (self) && loom_session_has_current_run (self->session) &&
         loom_replayer_get_run (replayer) == loom_session_get_run (self->session);
}

/* Asks for what is missing, one thing after the other. */
static void
fetch (LoomRunController *self)
{
  LoomReplayer *replayer = loom_session_get_replayer (self->session);
  const LoomRunChoices *choices = loom_session_get_choices (self->session);
  g_autofree char *folder = NULL;
  g_autoptr (GError) error = NULL;
  LoomRunOptions options;

  loom_run_options_init (&options);
  if (self->replay != NULL || !loom_replayer_get_missing (replayer, &options.replay))
    return;
  if (!is_current (self, replayer))
    {
      g_set_error_literal (&error, LOOM_ERROR, LOOM_ERROR_USAGE,
                           _("This run is not of the text as it is now. Run the text, then replay "
                             "again."));
      loom_replayer_take (replayer, NULL, error);
      return;
    }

  options.coverage = LOOM_COVERAGE_NONE;
  options.schedule_seed = choices->permute ? (gint64) choices->seed : -1;
  folder = _loom_run_controller_dup_folder (self);
  self->replay = g_cancellable_new ();
  loom_runner_client_run_async (self->client, loom_session_get_compiled (self->session),
                                loom_session_get_plan (self->session), &options, folder,
                                self->replay, fetched_cb,
                                _loom_run_controller_call_new (self, self->replay));
}

/**
 * loom_run_controller_replay:
 * @self: a controller, whose session has a run
 * @thread: a thread of its launch
 *
 * Has the simulator run the launch that is shown once more, as much of it as it takes, to tell
 * what a thread did. What it did is the session's (loom_session_get_replayer()), which asks for
 * more when it goes elsewhere.
 */
void
loom_run_controller_replay (LoomRunController *self,
                            const LoomSite    *thread)
{
  LoomRun *run;

  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));
  g_return_if_fail (thread != NULL);

  run = loom_session_get_run (self->session);
  loom_cancel (&self->replay);
  if (run != NULL)
    loom_replayer_begin (loom_session_get_replayer (self->session), run, thread);
}

/* Nobody waits for more of it. */
void
_loom_run_controller_drop_replay (LoomRunController *self)
{
  loom_cancel (&self->replay);
  loom_replayer_forget (loom_session_get_replayer (self->session));
}

void
_loom_run_controller_replay_init (LoomRunController *self)
{
  loom_connect (loom_session_get_replayer (self->session), "wanted", fetch, self);
}
