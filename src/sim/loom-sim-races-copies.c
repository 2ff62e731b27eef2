/* loom-sim-races-copies.c: asynchronous copies that somebody accesses before they were waited for
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-races-private.h"

/* One thread's copy. Copies of the group that its thread has not committed yet have the number of the next one. */
typedef struct
{
  guint    thread;              /* in the block */
  guint    access;
  guint32  group;
  gboolean is_open;
  guint64  first, n;            /* units */
  guint32  clock;               /* of its thread, when it began */
} LoomSimCopy;

static guint64
get_record (const LoomSimLook *look,
            const LoomSimCopy *copy)
{
  return LOOM_SIM_RECORD (loom_sim_look_get_first_thread (look) + copy->thread, copy->clock, copy->access);
}

static void
get_units (const LoomSimLook *look,
           guint              lane,
           guint64           *first,
           guint64           *last)
{
  const guint size = look->op->detail->size;
  const guint64 offset = look->piece->offset + (look->piece->spread ? (guint64) (lane - look->piece->lane) * size : 0);

  *first = offset >> look->shadow->shift;
  *last = (offset + size - 1) >> look->shadow->shift;
}

/* Whether a lane looks at any byte of a unit that it accesses. */
static gboolean
uses_unit (const LoomSimLook *look,
           guint              lane,
           guint64            unit)
{
  const guint size = look->op->detail->size, shift = look->shadow->shift;
  const guint64 offset = look->piece->offset + (look->piece->spread ? (guint64) (lane - look->piece->lane) * size : 0);

  return loom_sim_op_uses (look->op, (guint) ((unit << shift) - offset), 1u << shift);
}

/* Whoever accesses a unit that a copy may still write to, be it the thread that began it, is told of. */
void
loom_sim_look_check_copies (const LoomSimLook *look)
{
  const LoomSimCopies *copies = &look->block->copies;

  for (guint lane = look->piece->lane; lane < look->piece->lane + (guint) look->piece->n_lanes; lane++)
    {
      guint64 first, last;

      get_units (look, lane, &first, &last);
      for (guint64 unit = first; unit <= last; unit++)
        if (copies->open[unit] != 0 && uses_unit (look, lane, unit))
          {
            const LoomSimCopy *copy = &g_array_index (copies->begun, LoomSimCopy, copies->open[unit] - 1);

            loom_sim_look_report (look, lane, unit, get_record (look, copy), TRUE);
            break;
          }
    }
}

static void
add_copy (const LoomSimLook *look,
          guint              lane)
{
  LoomSimCopies *copies = &look->block->copies;
  const guint thread = loom_sim_look_get_thread (look, lane);
  LoomSimCopy copy = {
    .thread = thread, .access = look->access, .group = copies->groups[thread], .is_open = TRUE,
    .clock = look->block->order.clock[thread],
  };
  guint64 last;

  get_units (look, lane, &copy.first, &last);
  copy.n = last - copy.first + 1;
  g_array_append_val (copies->begun, copy);
  copies->n_open++;
  for (guint64 unit = copy.first; unit <= last; unit++)
    copies->open[unit] = copies->begun->len;
}

void
loom_sim_look_begin_copies (const LoomSimLook *look)
{
  LoomSimCopies *copies = &look->block->copies;

  if (copies->open == NULL)
    {
      copies->open = g_new0 (guint32, look->shadow->n_units);
      copies->groups = g_new0 (guint32, (gsize) look->block->order.n_warps * LOOM_SIM_WARP);
      copies->begun = g_array_new (FALSE, FALSE, sizeof (LoomSimCopy));
    }
  for (guint lane = look->piece->lane; lane < look->piece->lane + (guint) look->piece->n_lanes; lane++)
    add_copy (look, lane);
}

/* The copy is over: from here on it is as if its thread had written just now. */
static void
finish_copy (LoomSimRaces     *self,
             LoomSimRaceBlock *block,
             const LoomSimVector *v,
             guint             index)
{
  LoomSimCopies *copies = &block->copies;
  LoomSimCopy *copy = &g_array_index (copies->begun, LoomSimCopy, index);
  const guint64 thread = v->block->index * block->order.stride + copy->thread;
  const guint64 before = LOOM_SIM_RECORD (thread, copy->clock, copy->access);

  copy->is_open = FALSE;
  copies->n_open--;
  for (guint64 unit = copy->first; unit < copy->first + copy->n; unit++)
    {
      if (copies->open[unit] == index + 1)
        copies->open[unit] = 0;
      if (block->shared.written[unit] == before)
        block->shared.written[unit] = LOOM_SIM_RECORD (thread, block->order.clock[copy->thread], copy->access);
    }
  block->order.dirty[copy->thread / LOOM_SIM_WARP] = TRUE;
}

static gboolean
is_running (const LoomSimVector *v,
            guint                thread)
{
  const guint lane = thread - v->first;

  return thread >= v->first && lane < v->n_warps * LOOM_SIM_WARP && (v->bits[lane / LOOM_SIM_WARP] >> lane % LOOM_SIM_WARP & 1) != 0;
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
          (left == LOOM_SIM_COPIES_ALL || (gint64) copies->groups[copy->thread] - copy->group > left))
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
