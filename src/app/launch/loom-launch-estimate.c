/* loom-launch-estimate.c: how long the launch of a window would take on a device, from what the
 * compiler says of its machine code and what the simulator counts
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-estimate.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-launch-advice.h"

#include <glib/gi18n-lib.h>

static LoomRunQuery *
get_query (LoomSession *session)
{
  return loom_session_get_run_query (session, LOOM_RUN_QUERY_COSTS);
}

/**
 * loom_launch_ask_machine:
 * @widget: who wants to know
 * @session: whose launch
 *
 * Asks what the machine code takes of the device, once for each source, if somebody looks at
 * @widget. The answer is the session's (loom_session_get_machine_query()).
 */
void
loom_launch_ask_machine (GtkWidget   *widget,
                         LoomSession *session)
{
  const LoomDeviceProfile *profile = loom_launch_get_device (session);
  LoomCompiled *compiled = loom_session_get_compiled (session);
  g_autofree char *arch = NULL;

  if (profile == NULL)
    return;
  arch = loom_device_profile_dup_target (profile, "compute_");
  if (arch != NULL && compiled != NULL && compiled->ptx != NULL && gtk_widget_get_mapped (widget) &&
      !loom_machine_query_is_of (loom_session_get_machine_query (session), compiled, arch))
    loom_action_activate (widget, "win.tell-machine", "s", arch);
}

/**
 * loom_launch_get_machine_obstacle:
 * @session: whose launch
 *
 * Returns: why it is not known what the machine code takes, in the user's language
 */
const char *
loom_launch_get_machine_obstacle (LoomSession *session)
{
  LoomCompiled *compiled = loom_session_get_compiled (session);
  const char *error = loom_machine_query_get_error (loom_session_get_machine_query (session));

  if (loom_launch_get_device (session) == NULL)
    return _("The limits of this GPU’s compute capability are not known here.");
  if (compiled == NULL)
    return _("The compiler has not made anything yet.");
  if (compiled->ptx == NULL)
    return _("This source does not compile: Problems has the reasons.");
  if (loom_session_get_plan (session) == NULL)
    return _("There is no launch: Problems has the reasons.");
  return error != NULL ? error : _("The compiler makes machine code for this device…");
}

/**
 * loom_launch_needs_simulator:
 * @session: whose launch
 *
 * Returns: whether a GPU ran what is shown, and the simulator, which counts what a model is made
 *   of, was not asked to
 */
gboolean
loom_launch_needs_simulator (LoomSession *session)
{
  LoomRun *run = loom_session_get_run (session);

  return loom_session_has_current_run (session) &&
         run->backend.kind != LOOM_BACKEND_SIMULATOR &&
         loom_run_query_get_run (get_query (session)) != run;
}

/**
 * loom_launch_is_underway:
 * @session: whose launch
 *
 * Returns: whether the latest run is shown, and is not of the text as it is now, so that another
 *   one is to be expected
 */
gboolean
loom_launch_is_underway (LoomSession *session)
{
  return loom_session_get_run (session) != NULL && !loom_session_has_current_run (session) &&
         loom_session_get_older (session) == NULL;
}

/**
 * loom_launch_connect_estimate:
 * @session: whose launch
 * @callback: (scope forever): called swapped whenever loom_launch_estimate() may come to something
 *   else
 * @self: (type GObject): who is called, as long as it lives
 */
void
loom_launch_connect_estimate (LoomSession *session,
                              GCallback    callback,
                              gpointer     self)
{
  loom_connect_each (session, callback, self, "notify::run", "notify::compiled", "notify::plan",
                     "notify::stale", NULL);
  loom_connect_each (loom_session_get_run_settings (session), callback, self,
                     "notify::device-profile", "notify::backend", "notify::backends", NULL);
  g_signal_connect_object (loom_session_get_machine_query (session), "changed", callback, self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (get_query (session), "changed", callback, self, G_CONNECT_SWAPPED);
}

/**
 * loom_launch_ask_estimate:
 * @widget: who wants to know
 * @session: whose launch
 *
 * Asks for what loom_launch_estimate() is made of, once for each run, if somebody looks at @widget.
 * The answers are the session's.
 */
void
loom_launch_ask_estimate (GtkWidget   *widget,
                          LoomSession *session)
{
  LoomRun *run = loom_session_get_run (session);

  if (!loom_session_has_current_run (session) || !gtk_widget_get_mapped (widget) ||
      loom_launch_needs_simulator (session))
    return;
  loom_launch_ask_machine (widget, session);
  if (loom_run_query_get_run (get_query (session)) != run)
    loom_action_activate (widget, "win.tell-costs", NULL);
}

static char *
dup_obstacle (LoomSession *session)
{
  const char *error = loom_run_query_get_error (get_query (session));
  LoomRun *answer = loom_run_query_get_answer (get_query (session));

  if (loom_session_get_run (session) == NULL)
    return g_strdup (_("Nothing has run yet."));
  if (loom_session_get_older (session) != NULL)
    return g_strdup (_("Only the latest run is modelled."));
  if (loom_launch_needs_simulator (session))
    return g_strdup (_("A model is made of what the simulator counts: it runs the launch once "
                       "more."));
  if (error != NULL)
    return g_strdup (error);
  if (answer == NULL)
    return g_strdup (_("Asking the simulator…"));
  if (answer->trap != NULL)
    return g_strdup_printf (_("No time can be modelled, since the kernel was stopped: %s"),
                            answer->trap->text);
  if (answer->block_costs == NULL || answer->profile == NULL)
    return g_strdup (_("Times are modelled of one launch on one device; this document has steps or "
                       "a split"));
  return NULL;
}

/**
 * loom_launch_estimate:
 * @session: whose launch
 * @estimate: (out): the estimate
 * @why: (out) (transfer full) (optional): if there is none yet, what is missing
 *
 * Estimates how long the launch of the run that is shown takes on the device that is chosen, from
 * what was asked before (loom_launch_ask_estimate()).
 *
 * Returns: whether it could be estimated
 */
gboolean
loom_launch_estimate (LoomSession        *session,
                      LoomLaunchEstimate *estimate,
                      char              **why)
{
  g_autofree char *obstacle = dup_obstacle (session);
  LoomPlan *plan = loom_session_get_plan (session);
  g_autoptr (GError) error = NULL;
  LoomKernelResources resources;

  if (obstacle == NULL &&
      (plan == NULL || loom_launch_get_device (session) == NULL ||
       !loom_machine_query_find (loom_session_get_machine_query (session), plan->kernel,
                                 &resources)))
    obstacle = g_strdup (loom_launch_get_machine_obstacle (session));
  if (obstacle == NULL)
    {
      estimate->profile = loom_launch_get_device (session);
      estimate->counted = loom_run_query_get_answer (get_query (session));
      loom_occupancy_use_init (&estimate->use, plan, &resources);
      if (loom_launch_model_compute (&estimate->model, estimate->profile, &estimate->use,
                                     estimate->counted->block_costs, &error))
        {
          loom_profile_sum (estimate->counted->profile, &estimate->counts);
          loom_roofline_compute (&estimate->roofline, estimate->profile, &estimate->model,
                                 estimate->counted->block_costs, &estimate->counts);
          return TRUE;
        }
      obstacle = g_strdup (error->message);
    }
  if (why != NULL)
    *why = g_steal_pointer (&obstacle);
  return FALSE;
}

/**
 * loom_launch_estimate_new_run:
 *
 * Returns: (transfer full) (nullable): a run that has nothing but when and where its blocks would
 *   run; %NULL for more of them than are followed one by one
 */
LoomRun *
loom_launch_estimate_new_run (const LoomLaunchEstimate *self)
{
  LoomSchedule *schedule = loom_launch_model_new_schedule (self->profile, &self->use,
                                                           self->counted->block_costs);
  LoomRun *run;

  if (schedule == NULL)
    return NULL;
  run = loom_run_new ();
  run->kernel = g_strdup (self->counted->kernel);
  run->grid = self->counted->grid;
  run->block = self->counted->block;
  run->fidelity = LOOM_FIDELITY_MODELLED;
  run->schedule = schedule;
  return run;
}
