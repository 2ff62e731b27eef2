/* loom-analyses.c: what a run can be asked to look for: a table of what is known of each
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-analyses.h"

#include "loom-action.h"
#include "loom-device-menu.h"

#include <glib/gi18n-lib.h>

/* The times are those of an update in place, a tiled matrix product and a stencil. */
static const LoomAnalysis analyses[] = {
  { "check-races", LOOM_CAPABILITY_RACES, "<Control>1", N_("_Races"),
    N_("Threads that touch one byte, one of them writing, where nothing says which comes first."),
    N_("A run takes about ten times as long, on one core.") },
  { "check-uninitialised", LOOM_CAPABILITY_UNINITIALISED, "<Control>2",
    N_("_Uninitialised reads"),
    N_("Reads of memory that nothing was written to: variables, shared, local, from malloc, and of "
       "arrays that are filled with poison."),
    N_("The kernel is compiled and run once more, without optimisation, and a run takes two to "
       "eight times as long, on one core.") },
  { "profile", LOOM_CAPABILITY_PROFILE, "<Control>3", N_("_Profile"),
    N_("What each line, cell and thread costs: instructions, sectors of memory, bank conflicts."),
    N_("A run takes three times as long, up to thirty times where it computes much.") },
  { "as-written", LOOM_CAPABILITY_AS_WRITTEN, "<Control>4", N_("Accesses as _written"),
    N_("Counts what the source says, where the compiler merges accesses or drops them."),
    N_("The kernel is compiled and run once more.") },
  { "permute", LOOM_CAPABILITY_SEED, "<Control>5", N_("Another _order"),
    N_("Blocks and warps take turns in an order that follows from the number. A result that "
       "changes with the number depends on the order."),
    N_("A run takes three to twenty times as long, on one core.") },
  { "seeds", LOOM_CAPABILITY_SEEDS, "<Control>6", N_("_Seeds"),
    N_("Which cells come to other values in some other orders of blocks and warps: their result "
       "depends on who comes first."),
    N_("The kernel is run once more, and once for each order, like another order.") },
};

/**
 * loom_analyses_get:
 * @index: from 0
 *
 * Returns: (nullable): an analysis, in the order in which they are offered; %NULL behind the last
 */
const LoomAnalysis *
loom_analyses_get (guint index)
{
  return index < G_N_ELEMENTS (analyses) ? &analyses[index] : NULL;
}

/**
 * loom_analyses_find:
 * @needs: a capability
 *
 * Returns: (nullable): the analysis that needs it
 */
const LoomAnalysis *
loom_analyses_find (LoomCapabilities needs)
{
  for (guint i = 0; i < G_N_ELEMENTS (analyses); i++)
    if (analyses[i].needs == needs)
      return &analyses[i];
  return NULL;
}

/**
 * loom_analysis_dup_title:
 *
 * Returns: (transfer full): what it is called, translated, without a mnemonic
 */
char *
loom_analysis_dup_title (const LoomAnalysis *self)
{
  g_auto (GStrv) parts = g_strsplit (_(self->title), "_", -1);

  return g_strjoinv ("", parts);
}

static const LoomSplit *
get_split (LoomSession *session)
{
  const LoomPlan *plan = loom_session_get_plan (session);

  return plan != NULL && loom_split_is_split (&plan->split) ? &plan->split : NULL;
}

/**
 * loom_analyses_get_capabilities:
 *
 * Returns: what the device or the devices can do that run a session's kernel
 */
LoomCapabilities
loom_analyses_get_capabilities (LoomSession *session)
{
  const char *backend;

  g_return_val_if_fail (LOOM_IS_SESSION (session), LOOM_CAPABILITY_NONE);

  backend = loom_session_get_choices (session)->backend;
  return loom_backend_kind_get_capabilities (loom_backend_kind_of (backend))
         & ~(get_split (session) != NULL ? LOOM_CAPABILITIES_WHOLE : LOOM_CAPABILITY_NONE);
}

/**
 * loom_analysis_dup_obstacle:
 * @session: whose kernel is to be looked at
 *
 * Returns: (transfer full) (nullable): a sentence that says why it is not to be had now
 */
char *
loom_analysis_dup_obstacle (const LoomAnalysis *self,
                            LoomSession        *session)
{
  const LoomRunChoices *choices = loom_session_get_choices (session);
  g_autofree char *device = NULL;

  if ((self->needs & ~loom_analyses_get_capabilities (session)) == 0)
    return NULL;
  if (get_split (session) != NULL)
    return g_strdup_printf (_("Only where one device runs the kernel; [split] has it run on %u."),
                            get_split (session)->devices);
  device = loom_device_dup_name (choices->backends, choices->backend);
  /* Translators: %s is the name of a GPU */
  return g_strdup_printf (_("Only on the simulator; the kernel runs on %s."), device);
}

/**
 * loom_analysis_is_on:
 * @session: a session
 *
 * Returns: whether it was chosen, whether it is to be had now or not
 */
gboolean
loom_analysis_is_on (const LoomAnalysis *self,
                     LoomSession        *session)
{
  gboolean is_on;

  g_object_get (loom_session_get_run_settings (session), self->name, &is_on, NULL);
  return is_on;
}

/**
 * loom_analysis_dup_offer:
 * @session: a session
 * @what: the title of what can't be seen without it
 * @why: a sentence that says why
 * @button: (out) (nullable): what a button says that has a run look for it; %NULL: nothing helps
 *
 * Returns: (transfer full): what is missing, and what it takes to have it
 */
char *
loom_analysis_dup_offer (const LoomAnalysis  *self,
                         LoomSession         *session,
                         const char          *what,
                         const char          *why,
                         const char         **button)
{
  g_autofree char *title = loom_analysis_dup_title (self);
  g_autofree char *obstacle = loom_analysis_dup_obstacle (self, session);
  const char *backend = loom_session_get_choices (session)->backend;

  *button = _("Switch On and Run");
  if (obstacle != NULL)
    /* whether the simulator could do what the chosen device can't */
    *button = loom_backend_kind_of (backend) != LOOM_BACKEND_SIMULATOR ? _("Run on the Simulator")
                                                                       : NULL;
  if (obstacle == NULL)
    obstacle = g_strdup (_(self->cost));
  if (g_str_equal (what, title))
    /* Translators: as below, of a lens that is called like what a run is to look for */
    return g_strdup_printf (_("%1$s: %2$s %3$s"), what, why, obstacle);
  /* Translators: a lens, why there is nothing to see through it, what a run is to look for, and
   * what that costs or why it is not to be had: Sectors per request: This run was not profiled.
   * Profile: A run takes three times as long. */
  return g_strdup_printf (_("%1$s: %2$s %3$s: %4$s"), what, why, title, obstacle);
}

/**
 * loom_analysis_switch_on:
 * @session: the session of a window
 * @widget: a widget of that window
 *
 * Runs and looks for it, on the simulator where the chosen device can't. While edits run by
 * themselves, so does this, and is no run by hand that files are written after.
 */
void
loom_analysis_switch_on (const LoomAnalysis *self,
                         LoomSession        *session,
                         GtkWidget          *widget)
{
  LoomRunSettings *settings = loom_session_get_run_settings (session);

  g_object_set (settings, self->name, TRUE, NULL);
  if ((self->needs & ~loom_analyses_get_capabilities (session)) != 0)
    g_object_set (settings, "backend", LOOM_BACKEND_SIMULATOR_NAME, NULL);
  if (!loom_session_get_choices (session)->live)
    loom_action_activate (widget, "win.run", NULL);
}
