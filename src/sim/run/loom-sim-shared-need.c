/* loom-sim-shared-need.c: how much dynamic shared memory would do, where a launch asked for too
 * little
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-findings-private.h"

#include "loom-limits.h"

#include <string.h>

#define STEP 4u                         /* bytes: as exact as the answer is */
#define MAX_SAVED (G_GUINT64_CONSTANT (256) << 20)      /* bytes of arrays that are put aside
                                                           meanwhile */
#define MAX_ISSUED (1u << 22)           /* warp instructions of one try */

/* What the launch left in memory; tries must not change it. */
typedef struct
{
  const LoomSimLaunchState *launch;
  guint8                  **copies;     /* by slot; NULL: nothing is there that may change */
} Saved;

static gboolean
may_change (const LoomSimSlot *slot)
{
  return slot->bytes != NULL && !slot->is_constant && slot->size > 0;
}

static gboolean
save (Saved                    *self,
      const LoomSimLaunchState *launch)
{
  guint64 sum = 0;

  for (guint i = LOOM_SIM_FIRST_SLOT; i < launch->n_slots; i++)
    sum += may_change (&launch->slots[i]) ? launch->slots[i].size : 0;
  if (sum > MAX_SAVED)
    return FALSE;
  self->launch = launch;
  self->copies = g_new0 (guint8 *, launch->n_slots);
  for (guint i = LOOM_SIM_FIRST_SLOT; i < launch->n_slots; i++)
    if (may_change (&launch->slots[i]))
      self->copies[i] = g_memdup2 (launch->slots[i].bytes, launch->slots[i].size);
  return TRUE;
}

/* Whether a block gets by with so many bytes. */
static gboolean
try (const LoomSimLaunchState *launch,
     guint64                   index,
     guint32                   bytes)
{
  LoomSimLaunchState state = *launch;
  LoomSimFindings findings;
  LoomSimBlock *block;
  gboolean fits;

  state.shared_size = launch->program->shared_size + bytes;
  state.dynamic_shared = bytes;
  state.watchers = NULL;
  state.spare = NULL;
  loom_sim_findings_init (&findings);
  block = loom_sim_block_new (&state);
  block->findings = &findings;
  loom_sim_block_begin (block, index);
  while (loom_sim_block_run (block) == LOOM_SIM_BLOCK_TURN &&
         loom_sim_block_get_issued (block) < MAX_ISSUED)
    ;
  fits = !block->trap.happened || !loom_sim_trap_is_past_dynamic (&block->trap, &state);
  loom_sim_block_free (block);
  loom_sim_findings_clear (&findings);
  return fits;
}

void
loom_sim_find_shared_need (const LoomSimLaunchState *launch,
                           LoomSimTrap              *trap,
                           guint64                   block)
{
  const LoomLimits *limits = loom_limits_get_simulator ();
  guint32 low = launch->dynamic_shared / STEP, high;
  Saved saved;

  if (!loom_sim_trap_is_past_dynamic (trap, launch) || launch->program->has_heap ||
      limits->shared_per_block < launch->program->shared_size || !save (&saved, launch))
    return;
  high = (guint32) (limits->shared_per_block - launch->program->shared_size) / STEP;
  if (try (launch, block, high * STEP))
    {
      /* low does not do, high does. */
      while (high - low > 1)
        {
          const guint32 middle = low + (high - low) / 2;

          if (try (launch, block, middle * STEP))
            high = middle;
          else
            low = middle;
        }
      trap->shared_needed = high * STEP;
    }
  for (guint i = 0; i < saved.launch->n_slots; i++)
    if (saved.copies[i] != NULL)
      {
        memcpy (saved.launch->slots[i].bytes, saved.copies[i], saved.launch->slots[i].size);
        g_free (saved.copies[i]);
      }
  g_free (saved.copies);
}
