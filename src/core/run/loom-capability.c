/* loom-capability.c: what each kind of backend can do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one table of it. The runner refuses by it, the command line names its own options by it, and
 * the window leaves out by it what the device that is chosen can't do.
 */

#include "config.h"

#include "loom-capability.h"

#include <glib/gi18n-lib.h>

#define ONLY_GPU (LOOM_CAPABILITY_COLD | LOOM_CAPABILITY_COPY | LOOM_CAPABILITY_SCHEDULE)
#define ONLY_SIMULATOR                                                                             \
  (LOOM_CAPABILITY_RACES | LOOM_CAPABILITY_UNINITIALISED | LOOM_CAPABILITY_AS_WRITTEN              \
   | LOOM_CAPABILITY_PROFILE | LOOM_CAPABILITY_TRACE | LOOM_CAPABILITY_CELL                        \
   | LOOM_CAPABILITY_SEED | LOOM_CAPABILITY_SEEDS | LOOM_CAPABILITY_WORKERS                        \
   | LOOM_CAPABILITY_BUDGET)

/* Of those that are not spare. */
static const struct
{
  LoomCapabilities capability;
  const char      *refusal;
} refusals[] = {
  { LOOM_CAPABILITY_RACES,
    N_("Only the simulator can look for races: leave that out, or run there") },
  { LOOM_CAPABILITY_UNINITIALISED,
    N_("Only the simulator can look for uninitialised reads: leave that out, or run there") },
  { LOOM_CAPABILITY_AS_WRITTEN,
    N_("Only the simulator can count accesses as written: leave that out, or run there") },
  { LOOM_CAPABILITY_PROFILE,
    N_("Only the simulator can profile: leave that out, or run there") },
  { LOOM_CAPABILITY_TRACE,
    N_("Only the simulator can tell what a thread executes: leave that out, or run there") },
  { LOOM_CAPABILITY_CELL,
    N_("Only the simulator can tell who wrote and read a cell: leave that out, or run there") },
  { LOOM_CAPABILITY_SEED,
    N_("Only the simulator can permute the order of warps: leave that out, or run there") },
  { LOOM_CAPABILITY_SEEDS,
    N_("Only the simulator can try other orders of warps: leave that out, or run there") },
  { LOOM_CAPABILITY_COPY,
    N_("The simulator has no other device to copy arrays to: run on a GPU") },
};

/**
 * loom_backend_kind_get_capabilities:
 *
 * Returns: what it can do of that which not every backend can
 */
LoomCapabilities
loom_backend_kind_get_capabilities (LoomBackendKind kind)
{
  return kind == LOOM_BACKEND_SIMULATOR ? ONLY_SIMULATOR : ONLY_GPU;
}

static LoomCapabilities
get_wanted (const LoomRunOptions *self)
{
  const struct { gboolean is_wanted; LoomCapabilities capability; } rows[] = {
    { (self->checks & LOOM_CHECK_RACES) != 0, LOOM_CAPABILITY_RACES },
    { (self->checks & LOOM_CHECK_UNINITIALISED) != 0, LOOM_CAPABILITY_UNINITIALISED },
    { self->as_written, LOOM_CAPABILITY_AS_WRITTEN },
    { self->profile, LOOM_CAPABILITY_PROFILE },
    { self->trace.whom != LOOM_TRACE_NOBODY || self->replay.n_steps > 0, LOOM_CAPABILITY_TRACE },
    { self->cell.array != NULL, LOOM_CAPABILITY_CELL },
    { self->schedule_seed >= 0, LOOM_CAPABILITY_SEED },
    { self->seeds > 0, LOOM_CAPABILITY_SEEDS },
    { self->workers != 0, LOOM_CAPABILITY_WORKERS },
    { self->budget != LOOM_DEFAULT_BUDGET, LOOM_CAPABILITY_BUDGET },
    { self->cold, LOOM_CAPABILITY_COLD },
    { self->copy_to.kind != LOOM_BACKEND_NONE, LOOM_CAPABILITY_COPY },
  };
  LoomCapabilities wanted = LOOM_CAPABILITY_NONE;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].is_wanted)
      wanted |= rows[i].capability;
  return wanted;
}

/**
 * loom_run_options_get_lacking:
 *
 * Returns: what they ask for that their backend can't do
 */
LoomCapabilities
loom_run_options_get_lacking (const LoomRunOptions *self)
{
  g_return_val_if_fail (self != NULL, LOOM_CAPABILITY_NONE);

  return get_wanted (self) & ~loom_backend_kind_get_capabilities (self->backend.kind);
}

/**
 * loom_run_options_leave_out:
 *
 * Makes options that don't ask for some of it.
 */
void
loom_run_options_leave_out (LoomRunOptions   *self,
                            LoomCapabilities  capabilities)
{
  g_return_if_fail (self != NULL);

  if (capabilities & LOOM_CAPABILITY_RACES)
    self->checks &= ~LOOM_CHECK_RACES;
  if (capabilities & LOOM_CAPABILITY_UNINITIALISED)
    self->checks &= ~LOOM_CHECK_UNINITIALISED;
  if (capabilities & LOOM_CAPABILITY_AS_WRITTEN)
    self->as_written = FALSE;
  if (capabilities & LOOM_CAPABILITY_PROFILE)
    self->profile = FALSE;
  if (capabilities & LOOM_CAPABILITY_TRACE)
    {
      self->trace = (LoomTraceTarget) { LOOM_TRACE_NOBODY };
      self->replay.n_steps = 0;
    }
  if (capabilities & LOOM_CAPABILITY_CELL)
    self->cell = (LoomCellTarget) { NULL };
  if (capabilities & LOOM_CAPABILITY_SEED)
    self->schedule_seed = -1;
  if (capabilities & LOOM_CAPABILITY_SEEDS)
    self->seeds = 0;
  if (capabilities & LOOM_CAPABILITY_WORKERS)
    self->workers = 0;
  if (capabilities & LOOM_CAPABILITY_BUDGET)
    self->budget = LOOM_DEFAULT_BUDGET;
  if (capabilities & LOOM_CAPABILITY_COLD)
    self->cold = FALSE;
  if (capabilities & LOOM_CAPABILITY_COPY)
    self->copy_to = (LoomBackendId) { LOOM_BACKEND_NONE, 0 };
}

/**
 * loom_run_options_check_backend:
 *
 * Errors: %LOOM_ERROR_USAGE.
 *
 * Returns: whether they ask for nothing that the backend can't do and a result would miss
 */
gboolean
loom_run_options_check_backend (const LoomRunOptions  *self,
                                GError               **error)
{
  LoomCapabilities lacking;

  g_return_val_if_fail (self != NULL, FALSE);

  lacking = loom_run_options_get_lacking (self) & ~LOOM_CAPABILITIES_SPARE;
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    if (lacking & refusals[i].capability)
      return loom_fail (error, LOOM_ERROR_USAGE, "%s", _(refusals[i].refusal));

  return TRUE;
}
