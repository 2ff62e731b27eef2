/* loom-sim-reach.c: what of its arrays some blocks of a launch can access, told before they run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-reach-private.h"
#include "loom-sim-ranges-private.h"
#include "loom-sim-modref-private.h"

/* All blocks are one share (loom-sim-ranges.c), so what is told is the hull of what they access.
 * Of an access whose address has no affine form it is everything that it may be to. */

#define NOWHERE ((LoomSimReach) { G_MAXINT64, G_MININT64, G_MAXINT64, G_MININT64 })

static void
include_loads (LoomSimReach *self,
               gint64        begin,
               gint64        end)
{
  self->load_begin = MIN (self->load_begin, begin);
  self->load_end = MAX (self->load_end, end);
}

static void
include_stores (LoomSimReach *self,
                gint64        begin,
                gint64        end)
{
  self->store_begin = MIN (self->store_begin, begin);
  self->store_end = MAX (self->store_end, end);
}

static void
include (LoomSimReach        *self,
         const LoomSimDetail *access,
         gint64               begin,
         gint64               end)
{
  if (access->kind != LOOM_SIM_ACCESS_STORE)
    include_loads (self, begin, end);
  if (access->kind != LOOM_SIM_ACCESS_LOAD)
    include_stores (self, begin, end);
}

/* An access that may be one to a slot. */
typedef struct
{
  LoomSimReach        *reaches;
  const LoomSimDetail *access;
} Anywhere;

static void
include_all (const LoomSimLaunchState *launch,
             guint                     slot,
             gpointer                  data)
{
  const Anywhere *self = data;

  include (&self->reaches[slot], self->access, G_MININT64, G_MAXINT64);
}

static void
add_access (LoomSimRanges   *ranges,
            const LoomSimOp *op,
            LoomSimReach    *reaches)
{
  Anywhere anywhere = { reaches, op->detail };
  LoomSimRanged access;
  const gboolean is_known = loom_sim_ranges_read (ranges, op, &access);

  if (is_known && loom_sim_ranges_find (ranges, &access))
    {
      const LoomSimRange *all = &access.chunks[0];

      if (!loom_sim_range_is_empty (all))
        include (&reaches[access.slot], op->detail, all->low - (gint64) LOOM_SIM_SLOT_MIDDLE,
                 all->high - (gint64) LOOM_SIM_SLOT_MIDDLE);
    }
  else
    loom_sim_modref_foreach_slot (ranges->launch, op->detail, include_all, &anywhere);
  if (is_known)
    g_free (access.chunks);
}

/* What may be loaded or stored where nothing else is known. */
static void
find_without_ranges (const LoomSimLaunchState *launch,
                     LoomSimReach             *reaches)
{
  for (guint i = LOOM_SIM_FIRST_SLOT; i < launch->n_slots; i++)
    {
      if (launch->regions[i].may.load != 0)
        include_loads (&reaches[i], G_MININT64, G_MAXINT64);
      if (launch->regions[i].may.store != 0)
        include_stores (&reaches[i], G_MININT64, G_MAXINT64);
    }
}

void
loom_sim_reach_find (const LoomSimLaunchState *launch,
                     LoomSimReach             *reaches)
{
  const LoomSimProgram *program = launch->program;
  LoomSimRanges ranges;

  for (guint i = 0; i < launch->n_slots; i++)
    reaches[i] = NOWHERE;
  if (!loom_sim_ranges_init (&ranges, launch, launch->n_blocks))
    {
      find_without_ranges (launch, reaches);
      return;
    }
  for (guint i = 0; i < program->n_ops; i++)
    if (loom_sim_modref_is_global (program->ops[i].detail))
      add_access (&ranges, &program->ops[i], reaches);
  loom_sim_ranges_clear (&ranges);
}
