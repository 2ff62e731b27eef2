/* loom-sim-watch.c: the watchers that a launch is asked for, begun and heard out
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-watch-private.h"

#include <string.h>

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
  if (options->trace != NULL)
    ops |= LOOM_SIM_WATCHED_ACCESSES | LOOM_SIM_WATCHED_TRACE;
  return ops;
}

/* Whether a launch of a program can meet memory without contents at all, else nobody has to follow it. */
gboolean
loom_sim_watch_meets_undefined (const LoomSimProgram *program,
                                guint32               shared,
                                const LoomSimSlot    *slots,
                                guint                 n_slots)
{
  gboolean any = program->shuffles || program->has_heap || program->has_calls || program->entry_local > 0 ||
                 program->shared_size + shared > 0;

  for (guint i = 0; i < n_slots; i++)
    any |= slots[i].undefined != NULL;
  return any;
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

static guint64
get_param_slot (const LoomSimSlot *slots,
                guint              param)
{
  guint64 address = 0;

  if ((param + 1) * sizeof address <= slots[LOOM_SIM_PARAM_SLOT].size)
    memcpy (&address, slots[LOOM_SIM_PARAM_SLOT].bytes + param * sizeof address, sizeof address);
  return address >> LOOM_SIM_SLOT_BITS;
}

/* Where something may be stored to, by what its address is made of. */
typedef struct
{
  guint8   *slots;              /* by slot */
  gboolean  anywhere, variables;
} Stored;

typedef struct
{
  const LoomSimLaunchState *launch;
  const LoomSimSlot        *slots;
  Stored                    written;    /* anything */
  Stored                    undefined;  /* what has no contents */
  LoomChecks                checks;
} Survey;

static gboolean
is_global (const LoomSimDetail *detail)
{
  return detail->space == LOOM_PTX_SPACE_GLOBAL || detail->space == LOOM_PTX_SPACE_GENERIC;
}

static void
note_stored (const Survey        *self,
             const LoomSimDetail *detail,
             Stored              *stored)
{
  stored->anywhere |= (detail->bases & LOOM_SIM_BASE_UNKNOWN) != 0;
  stored->variables |= (detail->bases & LOOM_SIM_BASE_VARIABLE) != 0;
  for (guint p = 0; p < LOOM_SIM_BASE_PARAMS; p++)
    if ((detail->bases >> p & 1) != 0 && get_param_slot (self->slots, p) < self->launch->n_slots)
      stored->slots[get_param_slot (self->slots, p)] = TRUE;
}

static void
note_access (Survey              *self,
             const LoomSimDetail *detail)
{
  if (!is_global (detail) || detail->kind == LOOM_SIM_ACCESS_LOAD)
    return;
  note_stored (self, detail, &self->written);
  if (detail->carries)
    note_stored (self, detail, &self->undefined);
}

/* Whether all that may be accessed has contents, and goes on having them. */
static gboolean
is_defined (const Survey        *self,
            const LoomSimDetail *detail)
{
  if (self->undefined.anywhere || ((detail->bases & LOOM_SIM_BASE_VARIABLE) != 0 && self->undefined.variables))
    return FALSE;
  for (guint p = 0; p < LOOM_SIM_BASE_PARAMS; p++)
    {
      const guint64 slot = (detail->bases >> p & 1) != 0 ? get_param_slot (self->slots, p) : 0;

      if (slot >= LOOM_SIM_FIRST_SLOT && slot < self->launch->n_slots &&
          (self->slots[slot].undefined != NULL || self->undefined.slots[slot] != 0))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_only_read (const Survey        *self,
              const LoomSimDetail *detail)
{
  if (detail->kind != LOOM_SIM_ACCESS_LOAD || self->written.anywhere ||
      ((detail->bases & LOOM_SIM_BASE_VARIABLE) != 0 && self->written.variables))
    return FALSE;
  for (guint p = 0; p < LOOM_SIM_BASE_PARAMS; p++)
    {
      const guint64 slot = (detail->bases >> p & 1) != 0 ? get_param_slot (self->slots, p) : 0;

      if (slot >= LOOM_SIM_FIRST_SLOT && slot < self->launch->n_slots && self->written.slots[slot] != 0)
        return FALSE;
    }
  return TRUE;
}

/* Whether nothing can be found at an access: nobody writes there, and all of it has contents. */
static gboolean
is_quiet (const Survey        *self,
          const LoomSimDetail *detail)
{
  return is_global (detail) && (detail->bases & (LOOM_SIM_BASE_UNKNOWN | LOOM_SIM_BASE_WINDOW)) == 0 &&
         ((self->checks & LOOM_CHECK_RACES) == 0 || is_only_read (self, detail)) &&
         ((self->checks & LOOM_CHECK_UNINITIALISED) == 0 || is_defined (self, detail));
}

/* Which accesses need not be told of. */
static guint8 *
find_quiet (const LoomSimLaunchState *launch,
            const LoomSimSlot        *slots,
            LoomChecks                checks)
{
  const LoomSimProgram *program = launch->program;
  g_autofree guint8 *written = g_new0 (guint8, launch->n_slots), *undefined = g_new0 (guint8, launch->n_slots);
  Survey survey = { .launch = launch, .slots = slots, .checks = checks };
  guint8 *quiet = g_new0 (guint8, MAX (program->n_ops, 1));

  survey.written.slots = written;
  survey.undefined.slots = undefined;
  for (guint i = LOOM_SIM_FIRST_SLOT; i < launch->n_slots; i++)
    survey.undefined.variables |= !slots[i].is_array && slots[i].undefined != NULL;
  for (guint i = 0; i < program->n_ops; i++)
    if (program->ops[i].opcode == LOOM_SIM_OPCODE_OBSERVE)
      note_access (&survey, program->ops[i].detail);
  for (guint i = 0; i < program->n_ops; i++)
    if (program->ops[i].opcode == LOOM_SIM_OPCODE_OBSERVE)
      quiet[i] = (guint8) is_quiet (&survey, program->ops[i].detail);
  return quiet;
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
      if (options->profile != NULL)
        add_watcher (self, i, loom_sim_profiler_new (launch, slots, options->profile, options->threads));
      if (options->trace != NULL)
        add_watcher (self, i, loom_sim_tracer_new (launch, slots, options->trace));
    }
  if ((options->checks & LOOM_CHECK_UNINITIALISED) != 0)
    launch->watched_size += loom_sim_uninitialised_get_size (launch);
  if (races != NULL)
    launch->watched_size += loom_sim_races_get_size (launch);
  if (self->watchers[0][0] == NULL)
    return TRUE;
  launch->watchers = self->watchers;
  /* Profiles and traces are about reading as well. */
  if (options->profile == NULL && options->trace == NULL)
    launch->quiet = self->quiet = find_quiet (launch, slots, options->checks);
  return TRUE;
}

void
loom_sim_watch_end (LoomSimWatch             *self,
                    const LoomSimLaunchState *launch,
                    LoomSimOutcome           *outcome)
{
  for (guint i = 0; i < self->n_workers; i++)
    {
      for (guint n = 0; self->watchers[i][n] != NULL; n++)
        {
          LoomSimWatcher *watcher = (LoomSimWatcher *) self->watchers[i][n];

          if (watcher->end != NULL)
            watcher->end (watcher);
          loom_sim_findings_describe (&watcher->findings, launch, outcome->findings);
          outcome->equal_writes += watcher->equal_writes;
          loom_sim_findings_clear (&watcher->findings);
          watcher->free (watcher);
        }
      g_free (self->watchers[i]);
    }
  g_clear_pointer (&self->watchers, g_free);
  g_clear_pointer (&self->quiet, g_free);
}
