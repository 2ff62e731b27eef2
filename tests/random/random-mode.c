/* random-mode.c: ways to run a launch on the simulator, which must make no difference
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "random-mode.h"

#include "../sim/compiled-levels.h"

#include "loom-trace.h"

LoomSim *
random_mode_load (const RandomMode  *self,
                  LoomPtxModule     *module,
                  GError           **error)
{
  use_level (self->isa);
  return loom_sim_new (module, error);
}

static char *
find_failure (const LoomSimOutcome *outcome)
{
  const LoomFinding *finding = outcome->trap;

  if (finding == NULL && outcome->findings->len > 0)
    finding = g_ptr_array_index (outcome->findings, 0);
  return finding != NULL ? g_strdup_printf ("line %u: %s", finding->site.line, finding->text) : NULL;
}

char *
random_mode_run (const RandomMode    *self,
                 LoomSim             *sim,
                 const LoomSimLaunch *launch,
                 RandomCounts        *counts)
{
  const LoomTraceTarget target = { .whom = LOOM_TRACE_WARP };
  g_autoptr (LoomTrace) trace = self->traced ? loom_trace_new (&target) : NULL;
  g_autoptr (LoomProfile) profile = self->profiled ? loom_profile_new () : NULL;
  const LoomSimOptions options = {
    .workers = self->workers, .schedule_seed = self->seed, .checks = self->checks, .coverage = self->coverage,
    .profile = profile, .trace = trace
  };
  LoomSimOutcome outcome = { NULL, };
  g_autoptr (GError) error = NULL;
  char *failure;

  if (!loom_sim_run (sim, launch, &options, &outcome, &error))
    failure = g_strdup (error->message);
  else
    {
      loom_sim_collect (sim);
      failure = find_failure (&outcome);
      *counts = (RandomCounts) { outcome.warp_instructions, outcome.idle_threads };
    }
  loom_sim_outcome_clear (&outcome);
  return failure;
}
