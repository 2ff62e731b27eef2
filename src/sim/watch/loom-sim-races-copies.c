/* loom-sim-races-copies.c: asynchronous copies that somebody accesses before they were waited for
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-races-private.h"

/* One thread's copy. Copies of the group that its thread has not committed yet have the number of
 * the next one. */
typedef struct
{
  guint    thread;              /* in the block */
  guint    site;
  guint32  group;
  gboolean is_open;
  guint64  first, n;            /* units */
  guint32  clock;               /* of its thread, when it began */
} LoomSimCopy;

/* The units that a lane accesses. Returns where in the object its access begins. */
static guint64
get_units (const LoomSimRaceAccess *access,
           guint                    lane,
           guint64                 *first,
           guint64                 *last)
{
  const guint size = access->op->detail->size;
  const guint64 offset = loom_sim_piece_get_offset (access->piece, lane, size);

  *first = offset >> access->shadow->shift;
  *last = (offset + size - 1) >> access->shadow->shift;
  return offset;
}

static void
check_lane (const LoomSimRaceAccess *access,
            guint                    lane)
{
  const LoomSimCopies *copies = &access->block->copies;
  const guint shift = access->shadow->shift;
  guint64 unit, last;
  const guint64 offset = get_units (access, lane, &unit, &last);

  for (; unit <= last; unit++)
    if (copies->open[unit] != 0 &&
        loom_sim_op_uses (access->op, (guint) ((unit << shift) - offset), 1u << shift))
      {
        const LoomSimCopy *copy = &g_array_index (copies->begun, LoomSimCopy,
                                                  copies->open[unit] - 1);
        const guint64 thread = access->first_thread + copy->thread;

        loom_sim_race_access_report (access, lane, unit,
                                     LOOM_SIM_RECORD (thread, copy->clock, copy->site), TRUE);
        return;
      }
}

/* Reports who accesses a unit that a copy may still write to, be it the thread that began it. */
void
loom_sim_race_access_check_copies (const LoomSimRaceAccess *access)
{
  for (guint i = 0; i < access->piece->n_lanes; i++)
    check_lane (access, access->piece->lane + i);
}

static void
add_copy (const LoomSimRaceAccess *access,
          guint                    lane)
{
  LoomSimCopies *copies = &access->block->copies;
  const guint thread = access->v->first + lane;
  LoomSimCopy copy = {
    .thread = thread, .site = access->site, .group = copies->groups[thread], .is_open = TRUE,
    .clock = access->block->order.clock[thread],
  };
  guint64 last;

  get_units (access, lane, &copy.first, &last);
  copy.n = last - copy.first + 1;
  g_array_append_val (copies->begun, copy);
  copies->n_open++;
  for (guint64 unit = copy.first; unit <= last; unit++)
    copies->open[unit] = copies->begun->len;
}

void
loom_sim_race_access_begin_copies (const LoomSimRaceAccess *access)
{
  LoomSimCopies *copies = &access->block->copies;

  if (copies->open == NULL)
    {
      copies->open = g_new0 (guint32, access->shadow->n_units);
      copies->groups = g_new0 (guint32, (gsize) access->block->order.n_warps * LOOM_SIM_WARP);
      copies->begun = g_array_new (FALSE, FALSE, sizeof (LoomSimCopy));
    }
  for (guint i = 0; i < access->piece->n_lanes; i++)
    add_copy (access, access->piece->lane + i);
}

/* The copy is over: from here on it is as if its thread had written just now. */
static void
finish_copy (LoomSimRaces        *self,
             LoomSimRaceBlock    *block,
             const LoomSimVector *v,
             guint                index)
{
  LoomSimCopies *copies = &block->copies;
  LoomSimCopy *copy = &g_array_index (copies->begun, LoomSimCopy, index);
  const guint64 thread = v->block->index * block->order.stride + copy->thread;
  const guint64 before = LOOM_SIM_RECORD (thread, copy->clock, copy->site);

  copy->is_open = FALSE;
  copies->n_open--;
  for (guint64 unit = copy->first; unit < copy->first + copy->n; unit++)
    {
      if (copies->open[unit] == index + 1)
        copies->open[unit] = 0;
      if (block->shared.written[unit] == before)
        block->shared.written[unit] =
            LOOM_SIM_RECORD (thread, block->order.clock[copy->thread], copy->site);
    }
  block->order.dirty[copy->thread / LOOM_SIM_WARP] = TRUE;
}

static gboolean
is_running (const LoomSimVector *v,
            guint                thread)
{
  const guint lane = thread - v->first;

  return thread >= v->first && lane < v->n_warps * LOOM_SIM_WARP &&
         (v->bits[lane / LOOM_SIM_WARP] >> lane % LOOM_SIM_WARP & 1) != 0;
}

void
loom_sim_races_copies (LoomSimRaces        *self,
                       LoomSimRaceBlock    *block,
                       const LoomSimVector *v,
                       gint64               left)
{
  LoomSimCopies *copies = &block->copies;

  if (copies->open == NULL)
    return;
  for (guint w = 0; w < v->n_warps && left == LOOM_SIM_COPIES_COMMIT; w++)
    for (guint32 lanes = v->bits[w]; lanes != 0; lanes &= lanes - 1)
      copies->groups[v->first + w * LOOM_SIM_WARP + (guint) __builtin_ctz (lanes)]++;
  for (guint i = 0; i < copies->begun->len && left >= 0; i++)
    {
      const LoomSimCopy *copy = &g_array_index (copies->begun, LoomSimCopy, i);

      if (copy->is_open && is_running (v, copy->thread) &&
          (left == LOOM_SIM_COPIES_ALL ||
           (gint64) copies->groups[copy->thread] - copy->group > left))
        finish_copy (self, block, v, i);
    }
  if (copies->n_open == 0)
    g_array_set_size (copies->begun, 0);
}

void
loom_sim_races_drop_copies (LoomSimRaceBlock *block)
{
  g_clear_pointer (&block->copies.open, g_free);
  g_clear_pointer (&block->copies.groups, g_free);
  g_clear_pointer (&block->copies.begun, g_array_unref);
  block->copies.n_open = 0;
}
