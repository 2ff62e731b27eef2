/* loom-sim-races.c: accesses to one byte that nothing orders, one of them a plain write
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-races-private.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <string.h>

#define MAX_THREADS G_MAXUINT32         /* of a launch */
#define MAX_SHADOW (G_GUINT64_CONSTANT (8) << 30)       /* bytes */
#define UNIT_BYTES (3 * sizeof (guint64))               /* of shadow for each unit */

static gboolean
is_known (const LoomSimLook *look,
          guint       lane,
          guint64     record)
{
  return record == 0 || loom_sim_block_order_knows (&look->block->order, loom_sim_look_get_thread (look, lane),
                                                    LOOM_SIM_RECORD_THREAD (record),
                                                    (guint32) LOOM_SIM_RECORD_CLOCK (record));
}

/* As shadow_other() keeps it. */
static void
keep_other (const LoomSimLook *look,
            guint       lane,
            guint64     unit,
            guint64     record)
{
  guint64 *first = &look->shadow->others[0][unit], *second = &look->shadow->others[1][unit];

  if (is_known (look, lane, *first))
    *first = record;
  else if (is_known (look, lane, *second) || (*first ^ record) > (*first ^ *second))
    *second = record;
}

/* Atomic and volatile accesses are not at odds, unless one holds within its own block alone and the other is of another. */
static void
check_scope (const LoomSimLook *look,
             guint              lane,
             guint64            unit)
{
  const guint64 first = loom_sim_look_get_first_thread (look);

  for (guint i = 0; i < 2; i++)
    {
      const guint64 other = look->shadow->others[i][unit], thread = LOOM_SIM_RECORD_THREAD (other);
      const guint flags = g_array_index (look->self->accesses, LoomSimRaceAccess, LOOM_SIM_RECORD_ACCESS (other)).flags;
      const guint both = LOOM_SIM_RACE_HEARS | LOOM_SIM_RACE_TELLS, any = look->flags | flags;

      if (thread - first >= look->block->order.stride && (look->flags & both) != 0 && (flags & both) != 0 &&
          (any & LOOM_SIM_RACE_NARROW) != 0 && (any & LOOM_SIM_RACE_TELLS) != 0 && !is_known (look, lane, other))
        loom_sim_look_report (look, lane, unit, other, FALSE);
    }
}

/* Whether it left what another thread had left, unordered. */
static gboolean
touch_unit (const LoomSimLook *look,
            guint       lane,
            guint64     unit)
{
  const guint thread = loom_sim_look_get_thread (look, lane);
  gboolean equal = FALSE;
  const guint64 record = LOOM_SIM_RECORD (loom_sim_look_get_first_thread (look) + thread, look->block->order.clock[thread], look->access);
  guint64 *written = &look->shadow->written[unit];

  if (!is_known (look, lane, *written))
    {
      equal = loom_sim_look_is_same_value (look, lane, unit, *written);
      if (!equal)
        loom_sim_look_report (look, lane, unit, *written, FALSE);
    }
  if ((look->flags & LOOM_SIM_RACE_PLAIN_WRITE) == 0)
    {
      if (look->self->any_narrow && look->piece->slot != LOOM_SIM_SHARED_SLOT)
        check_scope (look, lane, unit);
      keep_other (look, lane, unit, record);
      return FALSE;
    }
  for (guint i = 0; i < 2 && look->shadow->others[i] != NULL; i++)
    {
      guint64 *other = &look->shadow->others[i][unit];

      if (!is_known (look, lane, *other))
        loom_sim_look_report (look, lane, unit, *other, FALSE);
      *other = 0;
    }
  *written = record;

  return equal;
}

static void
touch_lane (const LoomSimLook *look,
            guint       lane)
{
  const LoomSimPiece *piece = look->piece;
  const guint size = look->op->detail->size, shift = look->shadow->shift;
  const guint64 offset = piece->offset + (piece->spread ? (guint64) (lane - piece->lane) * size : 0);
  gboolean equal = FALSE;

  /* No write is narrower than a unit, so one that meets a unit that is used in part meets what is used. */
  for (guint64 unit = offset >> shift; unit <= (offset + size - 1) >> shift; unit++)
    if (loom_sim_op_uses (look->op, (guint) ((unit << shift) - offset), 1u << shift))
      equal |= touch_unit (look, lane, unit);
  look->self->watcher.equal_writes += (guint) equal;
}

/* A whole piece at once; FALSE if something may be out of order. */
static gboolean
touch_run (const LoomSimLook *look)
{
  const LoomSimBlockOrder *order = &look->block->order;
  const LoomSimPiece *piece = look->piece;
  const guint first = loom_sim_look_get_thread (look, piece->lane), warp = first / LOOM_SIM_WARP, shift = look->shadow->shift;
  const LoomSimShadowRun run = {
    .record = LOOM_SIM_RECORD (loom_sim_look_get_first_thread (look) + first, order->clock[first], look->access),
    .start = piece->offset >> shift,
    .n = (guint) piece->n_lanes * look->op->detail->size >> shift,
    .shift = (guint) __builtin_ctz (look->op->detail->size) - shift,
    .block_first = loom_sim_look_get_first_thread (look), .block_threads = order->stride, .base = order->base,
    .warp_first = loom_sim_look_get_first_thread (look) + warp * LOOM_SIM_WARP, .warp_base = order->warp_base[warp],
    .own_block = piece->slot == LOOM_SIM_SHARED_SLOT,
  };

  if ((look->flags & LOOM_SIM_RACE_PLAIN_WRITE) != 0)
    return look->self->launch->isa->shadow_write (look->shadow, &run);
  return look->self->launch->isa->shadow_other (look->shadow, &run);
}

/* All at one place. Of loads and atomics the lanes farthest apart stand for all. */
static void
touch_same (LoomSimLook *look)
{
  LoomSimPiece one = *look->piece;  /* one lane of it */
  const guint last = one.lane + one.n_lanes - 1u;
  const guint step = (look->flags & LOOM_SIM_RACE_PLAIN_WRITE) != 0 ? 1 : MAX (one.n_lanes - 1u, 1);

  one.n_lanes = 1;
  look->piece = &one;
  for (guint lane = one.lane; lane <= last; lane += step)
    {
      one.lane = (guint16) lane;
      touch_lane (look, lane);
    }
}

/* An atomic or volatile access of one lane: what it hears, and what it tells. */
static void
communicate (const LoomSimLook *look,
             guint       lane)
{
  LoomSimBlockOrder *order = &look->block->order;
  const LoomSimPiece *piece = look->piece;
  const guint thread = loom_sim_look_get_thread (look, lane);
  const guint64 address = (guint64) piece->slot << LOOM_SIM_SLOT_BITS |
                          (piece->offset + (piece->spread ? (guint64) (lane - piece->lane) * look->op->detail->size : 0));

  if ((look->flags & LOOM_SIM_RACE_HEARS) != 0)
    loom_sim_block_order_read (order, thread, address);
  if ((look->flags & LOOM_SIM_RACE_RELEASES) != 0)
    loom_sim_block_order_fence (order, thread / LOOM_SIM_WARP, 1u << thread % LOOM_SIM_WARP, (look->flags & LOOM_SIM_RACE_NARROW) == 0);
  if ((look->flags & LOOM_SIM_RACE_TELLS) != 0)
    loom_sim_block_order_write (order, thread, address, (look->flags & LOOM_SIM_RACE_HEARS) == 0);
}

static gboolean
communicates (const LoomSimLook *look)
{
  return (look->flags & (LOOM_SIM_RACE_HEARS | LOOM_SIM_RACE_TELLS)) != 0 &&
         ((look->flags & LOOM_SIM_RACE_RELEASES) != 0 || loom_sim_block_order_tells (&look->block->order));
}

static void
touch_piece (LoomSimLook *look)
{
  const LoomSimPiece *piece = look->piece;

  if (!piece->spread && piece->n_lanes > 1)
    touch_same (look);
  else if (!look->uniform || look->self->any_narrow || look->op->source->used_bytes != 0 ||
           !touch_run (look))
    for (guint lane = piece->lane; lane < piece->lane + (guint) piece->n_lanes; lane++)
      touch_lane (look, lane);
  look->piece = piece;
  for (guint lane = piece->lane; communicates (look) && lane < piece->lane + (guint) piece->n_lanes; lane++)
    communicate (look, lane);
}

/* The block's clocks begin again: what it did is not told apart from now on, and so is forgotten. */
static void
restart (LoomSimRaces *self,
         LoomSimRaceBlock *block)
{
  const guint stride = block->order.stride;
  const guint64 first = block->order.block * stride;

  for (guint slot = 0; slot < self->launch->n_slots; slot++)
    loom_sim_races_forget (&self->shadows[slot], first, stride);
  loom_sim_races_forget (&block->shared, first, stride);
  loom_sim_block_order_restart (&block->order);
}

static void
access_memory (LoomSimObserver    *observer,
               LoomSimVector      *v,
               const LoomSimOp    *op,
               const LoomSimPiece *pieces,
               guint               n_pieces)
{
  LoomSimRaces *self = (LoomSimRaces *) observer;
  LoomSimLook look = {
    .self = self, .block = v->block->watched[observer->index], .v = v, .op = op, .pieces = pieces, .n_pieces = n_pieces,
    .access = self->access_of[op - v->ops],
  };

  look.flags = g_array_index (self->accesses, LoomSimRaceAccess, look.access).flags;
  if (look.block->order.overflows)
    restart (self, look.block);
  look.uniform = !look.block->order.mixed[v->first / LOOM_SIM_WARP];
  for (guint i = 0; i < n_pieces; i++)
    {
      look.piece = &pieces[i];
      look.shadow = loom_sim_races_find_shadow (&look, look.piece);
      if (look.shadow == NULL)
        continue;
      if ((look.flags & LOOM_SIM_RACE_PLAIN_WRITE) == 0 && look.shadow->others[0] == NULL)
        loom_sim_races_make_others (look.shadow);
      look.block->order.dirty[v->first / LOOM_SIM_WARP] = TRUE;
      if (look.piece->slot == LOOM_SIM_SHARED_SLOT && look.block->copies.n_open > 0)
        loom_sim_look_check_copies (&look);
      touch_piece (&look);
      if (look.piece->slot == LOOM_SIM_SHARED_SLOT && loom_sim_look_is_copy (&look))
        loom_sim_look_begin_copies (&look);
    }
}

static void
block_begin (LoomSimObserver *observer,
             LoomSimBlock    *block)
{
  LoomSimRaces *self = (LoomSimRaces *) observer;
  LoomSimRaceBlock *own = block->watched[observer->index];

  if (own == NULL)
    own = block->watched[observer->index] = g_new0 (LoomSimRaceBlock, 1);
  loom_sim_block_order_begin (&own->order, &self->order, block->index);
  if (own->used)
    loom_sim_races_clear_records (&own->shared);
  own->used = FALSE;
  loom_sim_races_drop_copies (own);
}

static void
block_free (LoomSimObserver *observer,
            LoomSimBlock    *block)
{
  LoomSimRaceBlock *own = block->watched[observer->index];

  if (own == NULL)
    return;
  loom_sim_block_order_clear (&own->order);
  loom_sim_races_drop_copies (own);
  loom_sim_races_clear_shadow (&own->shared);
  g_clear_pointer (&block->watched[observer->index], g_free);
}

static void
warp_sync (LoomSimObserver *observer,
           LoomSimVector   *v,
           guint            w,
           guint32          lanes)
{
  LoomSimRaceBlock *own = v->block->watched[observer->index];

  loom_sim_block_order_sync_warp (&own->order, v->first / LOOM_SIM_WARP + w, lanes, (v->live[w] & ~lanes) == 0);
}

static void
block_sync (LoomSimObserver *observer,
            LoomSimBlock    *block,
            guint            barrier)
{
  LoomSimRaceBlock *own = block->watched[observer->index];

  if (barrier == LOOM_SIM_WHOLE_BLOCK)
    loom_sim_block_order_sync_all (&own->order);
  else
    loom_sim_block_order_sync_some (&own->order, block, barrier);
}

static void
arrive (LoomSimObserver *observer,
        LoomSimVector   *v,
        guint            w,
        guint            barrier)
{
  LoomSimRaceBlock *own = v->block->watched[observer->index];

  loom_sim_block_order_arrive (&own->order, v->first / LOOM_SIM_WARP + w, v->bits[w], barrier);
}

static void
fence (LoomSimObserver *observer,
       LoomSimVector   *v,
       gboolean         wide)
{
  LoomSimRaceBlock *own = v->block->watched[observer->index];

  for (guint w = 0; w < v->n_warps; w++)
    loom_sim_block_order_fence (&own->order, v->first / LOOM_SIM_WARP + w, v->bits[w], wide);
}

static void
copies (LoomSimObserver *observer,
        LoomSimVector   *v,
        gint64           left)
{
  loom_sim_races_copies ((LoomSimRaces *) observer, v->block->watched[observer->index], v, left);
}

static void
races_free (LoomSimWatcher *watcher)
{
  LoomSimRaces *self = (LoomSimRaces *) watcher;

  for (guint i = 0; i < self->launch->n_slots; i++)
    loom_sim_races_clear_shadow (&self->shadows[i]);
  g_free (self->shadows);
  g_free (self->access_of);
  g_array_unref (self->accesses);
  loom_sim_order_clear (&self->order);
  g_free (self);
}

/* Bytes that a block needs, but for what only rare kernels do. */
gsize
loom_sim_races_get_size (const LoomSimLaunchState *launch)
{
  return sizeof (LoomSimRaceBlock) + launch->block_threads * (sizeof (guint32) + 1) + launch->shared_size * UNIT_BYTES;
}

static gboolean
check_size (const LoomSimRaces *self,
            GError     **error)
{
  guint64 units = 0;

  for (guint i = LOOM_SIM_FIRST_SLOT; i < self->launch->n_slots; i++)
    if (!self->slots[i].is_constant)
      units += self->slots[i].size >> self->global_shift;
  if (units > MAX_SHADOW / UNIT_BYTES)
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_MEMORY,
                   _("Looking for races needs %1$" PRIu64 " MiB to remember accesses; at most %2$" PRIu64
                     " MiB are allowed: choose a smaller shape or other checks"),
                   units * UNIT_BYTES >> 20, MAX_SHADOW >> 20);
      return FALSE;
    }
  if (self->launch->n_blocks <= MAX_THREADS / loom_sim_order_get_stride (self->launch))
    return TRUE;
  g_set_error_literal (error, LOOM_ERROR, LOOM_ERROR_LAUNCH,
                       _("Races are looked for in launches of at most 4,294,967,295 threads: choose a smaller grid"));
  return FALSE;
}

/* Errors: MEMORY, LAUNCH. */
LoomSimWatcher *
loom_sim_races_new (const LoomSimLaunchState  *launch,
                    LoomSimSlot               *slots,
                    GError                   **error)
{
  LoomSimRaces *self = g_new0 (LoomSimRaces, 1);

  self->launch = launch;
  self->slots = slots;
  self->shadows = g_new0 (LoomSimShadow, launch->n_slots);
  loom_sim_order_init (&self->order, launch);
  loom_sim_races_find_accesses (self);
  self->watcher.free = races_free;
  self->watcher.observer = (LoomSimObserver) {
    .wants = 1u << LOOM_SIM_ACCESS_LOAD | 1u << LOOM_SIM_ACCESS_STORE | 1u << LOOM_SIM_ACCESS_ATOMIC,
    .spaces = ~(1u << LOOM_PTX_SPACE_LOCAL),
    .access = access_memory,
    .block_begin = block_begin,
    .block_free = block_free,
    .warp_sync = warp_sync,
    .block_sync = block_sync,
    .arrive = arrive,
    .fence = fence,
    .copies = copies,
  };
  if (check_size (self, error))
    return &self->watcher;
  races_free (&self->watcher);
  return NULL;
}
