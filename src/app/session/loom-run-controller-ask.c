/* loom-run-controller-ask.c: asks the simulator about the run that is shown: who wrote and read a
 * cell, what a warp or a thread did
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

#include "loom-connect.h"

#include <glib/gi18n-lib.h>

static void
asked_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (LoomRunControllerCall) call = user_data;
  LoomRunController *self = call->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = loom_runner_client_run_finish (LOOM_RUNNER_CLIENT (source), result,
                                                           &error);

  for (guint kind = 0; kind < LOOM_N_RUN_QUERIES; kind++)
    if (self->asked[kind] == call->cancellable)
      {
        g_clear_object (&self->asked[kind]);
        loom_run_query_answer (loom_session_get_run_query (self->session, kind), run, error);
        return;
      }
}

/* question: what of a run is wanted, and none of its coverage; refused: why it makes no sense of
 * the run, or NULL */
static void
ask (LoomRunController *self,
     LoomRunQueryKind   kind,
     LoomRunOptions    *question,
     const GError      *refused)
{
  LoomRunQuery *query = loom_session_get_run_query (self->session, kind);
  LoomRun *run = loom_session_get_run (self->session);
  GCancellable **asked = &self->asked[kind];
  g_autofree char *folder = NULL;
  g_autoptr (GError) error = NULL;

  loom_cancel (asked);
  if (run == NULL)
    return;
  question->coverage = LOOM_COVERAGE_NONE;
  loom_run_query_ask (query, run, question);
  if (!_loom_run_controller_is_current (self) || !loom_session_has_current_run (self->session))
    g_set_error_literal (&error, LOOM_ERROR, LOOM_ERROR_USAGE,
                         _("This run is not of the text as it is now. Run the text, then ask "
                           "again."));
  if (error != NULL || refused != NULL)
    {
      loom_run_query_answer (query, NULL, error != NULL ? error : refused);
      return;
    }

  folder = _loom_run_controller_dup_folder (self);
  *asked = g_cancellable_new ();
  loom_runner_client_run_async (self->client, loom_session_get_compiled (self->session),
                                loom_session_get_plan (self->session), question, folder, *asked,
                                asked_cb, _loom_run_controller_call_new (self, *asked));
}

/**
 * loom_run_controller_ask_cell:
 * @self: a controller, whose session has a run
 * @target: a cell of it
 *
 * Has the simulator run the launch that is shown once more, or as much of it as it takes, to tell
 * who wrote and read a cell. The answer is the session's (loom_session_get_run_query()). Asking
 * again ends what was asked before.
 */
void
loom_run_controller_ask_cell (LoomRunController    *self,
                              const LoomCellTarget *target)
{
  LoomRunOptions question;

  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));
  g_return_if_fail (target != NULL);

  loom_run_options_init (&question);
  question.cell = *target;
  question.cell.alone = TRUE;
  ask (self, LOOM_RUN_QUERY_CELL, &question, NULL);
}

static void
ask_trace (LoomRunController     *self,
           LoomRunQueryKind       kind,
           const LoomTraceTarget *target)
{
  LoomRun *run = loom_session_get_run (self->session);
  g_autoptr (GError) error = NULL;
  LoomRunOptions question;

  loom_run_options_init (&question);
  question.trace = *target;
  question.trace.shared = kind == LOOM_RUN_QUERY_BANKS;
  question.figures = TRUE;
  if (run != NULL)
    loom_trace_target_check (target, &run->grid, &run->block, &error);
  ask (self, kind, &question, error);
}

/**
 * loom_run_controller_ask_warp:
 * @self: a controller, whose session has a run
 * @target: a warp of it
 *
 * Asks what a warp did, step by step, as loom_run_controller_ask_cell() does of a cell.
 */
void
loom_run_controller_ask_warp (LoomRunController     *self,
                              const LoomTraceTarget *target)
{
  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));
  g_return_if_fail (target != NULL);

  ask_trace (self, LOOM_RUN_QUERY_WARP, target);
}

/**
 * loom_run_controller_ask_banks:
 * @self: a controller, whose session has a run
 * @target: a warp of it
 *
 * Asks for the steps of a warp that access shared memory, as loom_run_controller_ask_warp() does
 * for all.
 */
void
loom_run_controller_ask_banks (LoomRunController     *self,
                               const LoomTraceTarget *target)
{
  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));
  g_return_if_fail (target != NULL);

  ask_trace (self, LOOM_RUN_QUERY_BANKS, target);
}

/**
 * loom_run_controller_ask_thread:
 * @self: a controller, whose session has a run
 * @thread: a thread of it
 *
 * Asks what a thread did, as loom_run_controller_ask_warp() does of a warp.
 */
void
loom_run_controller_ask_thread (LoomRunController *self,
                                const LoomSite    *thread)
{
  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));
  g_return_if_fail (thread != NULL);

  ask_trace (self, LOOM_RUN_QUERY_THREAD,
             &(LoomTraceTarget) { .whom = LOOM_TRACE_THREAD, .block = thread->block,
                                  .thread = thread->thread });
}

/**
 * loom_run_controller_ask_costs:
 * @self: a controller, whose session has a run
 *
 * Asks what blocks and lines cost, as loom_run_controller_ask_cell() does of a cell.
 */
void
loom_run_controller_ask_costs (LoomRunController *self)
{
  LoomRunOptions question;

  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));

  loom_run_options_init (&question);
  question.figures = question.block_costs = question.profile = TRUE;
  ask (self, LOOM_RUN_QUERY_COSTS, &question, NULL);
}

/* Nobody waits for answers any more. */
void
_loom_run_controller_drop_asked (LoomRunController *self)
{
  for (guint kind = 0; kind < LOOM_N_RUN_QUERIES; kind++)
    if (self->asked[kind] != NULL)
      {
        loom_cancel (&self->asked[kind]);
        loom_run_query_forget (loom_session_get_run_query (self->session, kind));
      }
}
