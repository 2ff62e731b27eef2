/* loom-sim-races-report.c: whether two writes are at odds, and who is told of
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-races-private.h"

#include <string.h>

/* Bytes that a lane stores to a unit, or NULL if it is no lane's of this op. */
static gboolean
get_stored (const LoomSimLook *look,
            guint       lane,
            guint64     unit,
            guint8     *bytes)
{
  const LoomSimDetail *detail = look->op->detail;
  const guint element = detail->element, width = detail->register_width != 0 ? detail->register_width : element;
  const guint64 at = unit << look->shadow->shift;

  for (guint i = 0; i < look->n_pieces; i++)
    {
      const LoomSimPiece *piece = &look->pieces[i];
      guint64 offset;

      if (piece->slot != look->piece->slot || lane < piece->lane || lane >= piece->lane + (guint) piece->n_lanes)
        continue;
      offset = piece->offset + (piece->spread ? (guint64) (lane - piece->lane) * detail->size : 0);
      if (at < offset || at >= offset + detail->size)
        return FALSE;
      for (guint b = 0; b < 1u << look->shadow->shift; b++)
        {
          const guint64 byte = at + b - offset;

          bytes[b] = look->v->frame[detail->registers[byte / element] + lane * width + byte % element];
        }
      return TRUE;
    }
  return FALSE;
}

/* Whether two writes leave the same: that of this lane now, and the last one, by another lane of this very op or earlier. */
gboolean
loom_sim_look_is_same_value (const LoomSimLook *look,
               guint       lane,
               guint64     unit,
               guint64     last)
{
  const guint64 other = LOOM_SIM_RECORD_THREAD (last) - loom_sim_look_get_first_thread (look) - look->v->first;
  const LoomSimPiece *piece = look->piece;
  guint8 mine[16], theirs[16];
  const guint8 *memory;

  if (look->op->detail->kind != LOOM_SIM_ACCESS_STORE || !get_stored (look, lane, unit, mine))
    return FALSE;
  if (other < lane && LOOM_SIM_RECORD_ACCESS (last) == look->access && get_stored (look, (guint) other, unit, theirs))
    return memcmp (mine, theirs, (gsize) 1 << look->shadow->shift) == 0;
  memory = piece->slot == LOOM_SIM_SHARED_SLOT ? look->v->shared : look->self->slots[piece->slot].bytes;
  return memcmp (mine, memory + (unit << look->shadow->shift), (gsize) 1 << look->shadow->shift) == 0;
}

void
loom_sim_look_report (const LoomSimLook *look,
        guint       lane,
        guint64     unit,
        guint64     last,
        gboolean    unfinished)
{
  const guint stride = look->block->order.stride;
  const LoomSimRaceAccess *other = &g_array_index (look->self->accesses, LoomSimRaceAccess, LOOM_SIM_RECORD_ACCESS (last));
  const guint64 address = look->piece->slot == LOOM_SIM_SHARED_SLOT ? LOOM_SIM_SHARED_WINDOW
                          : LOOM_SIM_SLOT_ADDRESS (look->piece->slot);
  LoomSimSighting sighting = {
    .trap = {
      .code = LOOM_ERROR_RACE, .op = look->op, .other = other->op, .thread = loom_sim_look_get_thread (look, lane),
      .other_thread = (guint) (LOOM_SIM_RECORD_THREAD (last) % stride),
      .address = address + (unit << look->shadow->shift), .space = LOOM_PTX_SPACE_GENERIC,
      .cause = unfinished ? LOOM_SIM_CAUSE_UNFINISHED_COPY : LOOM_SIM_CAUSE_NONE,
    },
    .block = look->v->block->index,
    .other_block = LOOM_SIM_RECORD_THREAD (last) / stride,
    .count = 1,
  };
  const gboolean both = ((look->flags ^ other->flags) & LOOM_SIM_RACE_PLAIN_WRITE) == 0;

  if (other->op == NULL)
    return;
  /* The plain write is told of first; of two, or none, the one that stands first; of one, the lower thread's. */
  if (both ? other->op < look->op || (other->op == look->op && LOOM_SIM_RECORD_THREAD (last) <
                                                               loom_sim_look_get_first_thread (look) + sighting.trap.thread)
           : (other->flags & LOOM_SIM_RACE_PLAIN_WRITE) != 0)
    {
      sighting.trap.op = other->op;
      sighting.trap.other = look->op;
      sighting.trap.thread = sighting.trap.other_thread;
      sighting.trap.other_thread = loom_sim_look_get_thread (look, lane);
      sighting.block = sighting.other_block;
      sighting.other_block = look->v->block->index;
    }
  sighting.trap.size = sighting.trap.op->detail->size;
  loom_sim_findings_add (&look->self->watcher.findings, &sighting);
}
