/* loom-sim-watch.c: the watchers that a launch is asked for, begun and heard out
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-watch-private.h"
#include "loom-sim-modref-private.h"

gboolean
loom_sim_watch_is_needed (const LoomSimOptions *options)
{
  return loom_sim_watch_get_ops (options) != LOOM_SIM_WATCHED_NOT;
}

LoomSimWatched
loom_sim_watch_get_ops (const LoomSimOptions *options)
{
  LoomSimWatched ops = LOOM_SIM_WATCHED_NOT;

  if (options->checks != LOOM_CHECK_NONE || options->schedule_seed >= 0)
    ops |= LOOM_SIM_WATCHED_ACCESSES;
  if ((options->checks & LOOM_CHECK_UNINITIALISED) != 0)
    ops |= LOOM_SIM_WATCHED_REGISTERS;
  if (options->profile != NULL)
    ops |= LOOM_SIM_WATCHED_ACCESSES | LOOM_SIM_WATCHED_STEPS;
  if (options->costs != NULL)
    ops |= LOOM_SIM_WATCHED_ACCESSES;
  if (options->trace != NULL || options->replay != NULL)
    ops |= LOOM_SIM_WATCHED_ACCESSES | LOOM_SIM_WATCHED_TRACE;
  if (options->n_cells > 0)
    ops |= LOOM_SIM_WATCHED_ACCESSES | LOOM_SIM_WATCHED_CONSTANTS;
  return ops;
}

/* Whether a launch of a program can meet memory without contents at all, else nobody has to
 * follow it. */
gboolean
loom_sim_watch_meets_undefined (const LoomSimProgram *program,
                                guint32               shared,
                                const LoomSimSlot    *slots,
                                guint                 n_slots)
{
  gboolean any = program->shuffles || program->unset || program->has_heap || program->has_calls
                 || program->entry_local > 0 || program->shared_size + shared > 0;

  for (guint i = 0; i < n_slots; i++)
    any |= slots[i].undefined != NULL;
  return any;
}

guint
loom_sim_watch_get_lanes (const LoomSimOptions *options)
{
  return (options->checks & LOOM_CHECK_RACES) != 0 || options->schedule_seed >= 0
             ? LOOM_SIM_WARP
             : LOOM_SIM_MAX_LANES;
}

static void
add_watcher (LoomSimWatch   *self,
             LoomSimWatcher *watcher)
{
  guint n = 0;

  while (self->watchers[n] != NULL)
    n++;
  g_assert (n < LOOM_SIM_MAX_WATCHERS);
  watcher->index = n;
  watcher->findings = &self->findings[n];
  loom_sim_findings_init (watcher->findings);
  self->watchers[n] = watcher;
}

/* What watchers ask of an access, slot by slot. */
typedef struct
{
  LoomChecks checks;
  gboolean   unobserved;
} Question;

static void
check_slot (const LoomSimLaunchState *launch,
            guint                     slot,
            gpointer                  data)
{
  const LoomSimAccesses *may = &launch->regions[slot].may;
  Question *self = data;

  if (((self->checks & LOOM_CHECK_RACES) != 0 && may->store != 0) ||
      ((self->checks & LOOM_CHECK_UNINITIALISED) != 0 &&
       (launch->slots[slot].undefined != NULL || may->undefined)))
    self->unobserved = FALSE;
}

/* Whether nothing can be found at an access: nobody writes there, and all of it has contents and
 * goes on having them. */
static gboolean
is_unobserved (const LoomSimLaunchState *launch,
               const LoomSimDetail      *access,
               LoomChecks                checks)
{
  const guint64 elsewhere = LOOM_SIM_PROVENANCE_WINDOW | LOOM_SIM_PROVENANCE_UNKNOWN;
  Question question = { checks, TRUE };

  if (!loom_sim_modref_is_global (access) || (access->provenance & elsewhere) != 0 ||
      access->provenance == LOOM_SIM_PROVENANCE_NUMBER ||
      ((checks & LOOM_CHECK_RACES) != 0 && access->kind != LOOM_SIM_ACCESS_LOAD))
    return FALSE;
  loom_sim_modref_foreach_slot (launch, access, check_slot, &question);
  return question.unobserved;
}

static guint8 *
find_unobserved (const LoomSimLaunchState *launch,
                 LoomChecks                checks)
{
  const LoomSimProgram *program = launch->program;
  guint8 *unobserved = g_new0 (guint8, MAX (program->n_ops, 1));

  for (guint i = 0; i < program->n_ops; i++)
    if (program->ops[i].opcode == LOOM_SIM_OPCODE_OBSERVE)
      unobserved[i] = (guint8) is_unobserved (launch, program->ops[i].detail, checks);
  return unobserved;
}

/* Blocks that nobody but their costs' watcher looks at, and that not either, have none. */
static void
watch_costs (LoomSimWatch         *self,
             LoomSimLaunchState   *launch,
             const LoomSimOptions *options)
{
  const gboolean is_alone = self->watchers[0] == NULL;

  loom_block_costs_begin (options->costs, launch->n_blocks);
  loom_sim_block_sample_init (&self->sample, launch->n_blocks);
  add_watcher (self, loom_sim_block_costs_new (launch, &self->sample, options->costs));
  if (is_alone)
    launch->watched_blocks = &self->sample;
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

  if ((options->checks & LOOM_CHECK_RACES) != 0
      && (races = loom_sim_races_new (launch, slots, error)) == NULL)
    return FALSE;
  if ((options->checks & LOOM_CHECK_UNINITIALISED) != 0)
    add_watcher (self, loom_sim_uninitialised_new (launch, slots));
  if (races != NULL)
    add_watcher (self, races);
  if (options->profile != NULL)
    add_watcher (self, loom_sim_profiler_new (launch, slots, options->profile, &options->threads));
  if (options->profile != NULL && options->threads.states != NULL)
    add_watcher (self, loom_sim_threads_new (launch, options->threads.states));
  if (options->trace != NULL)
    add_watcher (self, loom_sim_tracer_new (launch, options->trace));
  if (options->replay != NULL)
    add_watcher (self, loom_sim_replayer_new (launch, options->replay, options->may_end));
  if (options->n_cells > 0)
    add_watcher (self, loom_sim_cells_new (launch, options->cells, options->n_cells));
  if (options->costs != NULL)
    watch_costs (self, launch, options);
  if ((options->checks & LOOM_CHECK_UNINITIALISED) != 0)
    launch->watched_size += loom_sim_uninitialised_get_size (launch);
  if (races != NULL)
    launch->watched_size += loom_sim_races_get_size (launch);
  if (self->watchers[0] == NULL)
    return TRUE;
  launch->watchers = self->watchers;
  /* Profiles, costs, traces and histories are about reading as well. */
  if (options->profile == NULL && options->costs == NULL && options->trace == NULL &&
      options->replay == NULL && options->n_cells == 0)
    launch->unobserved = self->unobserved = find_unobserved (launch, options->checks);
  return TRUE;
}

void
loom_sim_watch_end (LoomSimWatch             *self,
                    const LoomSimLaunchState *launch,
                    LoomSimOutcome           *outcome)
{
  for (guint n = 0; self->watchers[n] != NULL; n++)
    {
      LoomSimWatcher *watcher = self->watchers[n];

      if (watcher->class->end != NULL)
        watcher->class->end (watcher);
      loom_sim_findings_describe (watcher->findings, launch, outcome->findings);
      outcome->equal_writes += watcher->equal_writes;
      loom_sim_findings_clear (watcher->findings);
      watcher->class->free (watcher);
    }
  g_clear_pointer (&self->unobserved, g_free);
}
