/* loom-sim-races.c: accesses to one byte that nothing orders, one of them a plain write
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-races-private.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <string.h>

#define MAX_THREADS G_MAXUINT32         /* of a launch */
#define MAX_SHADOW (G_GUINT64_CONSTANT (8) << 30)       /* bytes */
#define MAX_SITES 0xffffu               /* of a program */
#define STRONG (LOOM_SIM_RACE_STRONG_READ | LOOM_SIM_RACE_STRONG_WRITE)
#define UNIT_BYTES (3 * sizeof (guint64))               /* of shadow for each unit */

static gboolean
is_strong (const LoomPtxModifiers *modifiers)
{
  return modifiers->semantics != LOOM_PTX_SEMANTICS_NONE &&
         modifiers->semantics != LOOM_PTX_SEMANTICS_WEAK;
}

static guint
classify (const LoomSimOp *op)
{
  const LoomPtxModifiers *modifiers = &op->source->modifiers;
  const gboolean atomic = op->detail->kind == LOOM_SIM_ACCESS_ATOMIC,
                 loads = op->detail->kind == LOOM_SIM_ACCESS_LOAD;
  guint flags = 0;

  if (!atomic && !is_strong (modifiers))
    return loads ? 0 : LOOM_SIM_RACE_PLAIN_WRITE;
  /* Barriers in memory: who arrives writes, who waits reads. */
  if (loom_ptx_opcode_get_facts (op->source->opcode)->op_class == LOOM_PTX_CLASS_ASYNC)
    return op->source->opcode == LOOM_PTX_OP_MBARRIER_TEST_WAIT ||
                   op->source->opcode == LOOM_PTX_OP_MBARRIER_TEST_WAIT_PARITY
               ? LOOM_SIM_RACE_STRONG_READ
               : LOOM_SIM_RACE_STRONG_READ | LOOM_SIM_RACE_STRONG_WRITE | LOOM_SIM_RACE_FENCE |
                     LOOM_SIM_RACE_BLOCK_SCOPE;
  if (atomic || loads)
    flags |= LOOM_SIM_RACE_STRONG_READ;
  if (atomic || !loads)
    flags |= LOOM_SIM_RACE_STRONG_WRITE;
  if (modifiers->semantics == LOOM_PTX_SEMANTICS_RELEASE ||
      modifiers->semantics == LOOM_PTX_SEMANTICS_ACQ_REL ||
      modifiers->semantics == LOOM_PTX_SEMANTICS_SC)
    flags |= LOOM_SIM_RACE_FENCE;
  return flags | (modifiers->scope == LOOM_PTX_SCOPE_CTA ? LOOM_SIM_RACE_BLOCK_SCOPE : 0);
}

/* Numbers all sites, and finds the widest unit that none is narrower than: all lie at multiples
 * of their sizes. */
static void
find_sites (LoomSimRaces *self)
{
  const LoomSimProgram *program = self->launch->program;
  LoomSimRaceSite site = { NULL, 0 };

  self->sites = g_array_new (FALSE, FALSE, sizeof (LoomSimRaceSite));
  g_array_append_val (self->sites, site);
  self->site_of = g_new0 (guint16, program->n_ops);
  self->shared_shift = self->global_shift = 4;
  for (guint i = 0; i < program->n_ops; i++)
    {
      const LoomSimOp *op = &program->ops[i];
      guint shift, space;

      if (op->opcode != LOOM_SIM_OPCODE_OBSERVE)
        continue;
      shift = (guint) __builtin_ctz (op->detail->size);
      space = op->detail->space;
      if (space != LOOM_PTX_SPACE_GLOBAL && space != LOOM_PTX_SPACE_LOCAL)
        self->shared_shift = MIN (self->shared_shift, shift);
      if (space != LOOM_PTX_SPACE_SHARED && space != LOOM_PTX_SPACE_LOCAL)
        self->global_shift = MIN (self->global_shift, shift);
      site = (LoomSimRaceSite) { op, classify (op) };
      self->any_block_scope |= space != LOOM_PTX_SPACE_SHARED &&
                               (site.flags & LOOM_SIM_RACE_BLOCK_SCOPE) != 0 &&
                               (site.flags & STRONG) != 0;
      self->site_of[i] = (guint16) MIN (self->sites->len, MAX_SITES);
      if (self->sites->len < MAX_SITES)
        g_array_append_val (self->sites, site);
    }
}

/* The site of a record. */
static const LoomSimRaceSite *
get_site (const LoomSimRaces *self,
          guint64             record)
{
  return &g_array_index (self->sites, LoomSimRaceSite, LOOM_SIM_RECORD_SITE (record));
}

static void
make_others (LoomSimShadow *shadow)
{
  for (guint i = 0; i < 2; i++)
    shadow->others[i] = g_new0 (guint64, shadow->n_units);
}

static void
clear_shadow (LoomSimShadow *shadow)
{
  g_clear_pointer (&shadow->written, g_free);
  g_clear_pointer (&shadow->others[0], g_free);
  g_clear_pointer (&shadow->others[1], g_free);
}

/* Forgets what some threads did. */
static void
forget (LoomSimShadow *shadow,
        guint64        first,
        guint64        n)
{
  guint64 *const records[] = { shadow->written, shadow->others[0], shadow->others[1] };

  for (guint r = 0; r < G_N_ELEMENTS (records); r++)
    for (guint64 i = 0; records[r] != NULL && i < shadow->n_units; i++)
      if (LOOM_SIM_RECORD_THREAD (records[r][i]) - first < n)
        records[r][i] = 0;
}

/* The shadow of an object, made where there is none yet; NULL: nobody can race there. */
static LoomSimShadow *
find_shadow (LoomSimRaces     *self,
             LoomSimRaceBlock *block,
             guint             slot)
{
  const gboolean is_shared = slot == LOOM_SIM_SHARED_SLOT;
  LoomSimShadow *shadow = is_shared ? &block->shared : &self->shadows[slot];

  if (!is_shared && (slot < LOOM_SIM_FIRST_SLOT || self->slots[slot].is_constant))
    return NULL;
  block->used |= is_shared;
  if (shadow->written == NULL)
    {
      shadow->shift = is_shared ? self->shared_shift : self->global_shift;
      shadow->n_units = ((is_shared ? self->launch->shared_size : self->slots[slot].size) >>
                         shadow->shift) + 1;
      shadow->written = g_new0 (guint64, shadow->n_units);
    }
  return shadow;
}

/* Gets the bytes that a lane stores to a unit; FALSE if it stores none there. */
static gboolean
get_stored (const LoomSimRaceAccess *access,
            guint                    lane,
            guint64                  unit,
            guint8                  *bytes)
{
  const LoomSimDetail *detail = access->op->detail;
  const guint element = detail->element;
  const guint width = detail->register_width != 0 ? detail->register_width : element;
  const guint64 at = unit << access->shadow->shift;

  for (guint i = 0; i < access->n_pieces; i++)
    {
      const LoomSimPiece *piece = &access->pieces[i];
      guint64 offset;

      if (piece->slot != access->piece->slot || lane < piece->lane ||
          lane >= piece->lane + (guint) piece->n_lanes)
        continue;
      offset = loom_sim_piece_get_offset (piece, lane, detail->size);
      if (at < offset || at >= offset + detail->size)
        return FALSE;
      for (guint b = 0; b < 1u << access->shadow->shift; b++)
        {
          const guint64 byte = at + b - offset;

          bytes[b] =
              access->v->frame[detail->registers[byte / element] + lane * width + byte % element];
        }
      return TRUE;
    }
  return FALSE;
}

/* Whether two writes leave the same: that of this lane now, and the last one, by another lane of
 * this very op or earlier. */
static gboolean
is_same_value (const LoomSimRaceAccess *access,
               guint                    lane,
               guint64                  unit,
               guint64                  last)
{
  const guint64 other = LOOM_SIM_RECORD_THREAD (last) - access->first_thread - access->v->first;
  const gsize size = (gsize) 1 << access->shadow->shift;
  const LoomSimPiece *piece = access->piece;
  guint8 mine[16], theirs[16];
  const guint8 *memory;

  if (access->op->detail->kind != LOOM_SIM_ACCESS_STORE || !get_stored (access, lane, unit, mine))
    return FALSE;
  if (other < lane && LOOM_SIM_RECORD_SITE (last) == access->site &&
      get_stored (access, (guint) other, unit, theirs))
    return memcmp (mine, theirs, size) == 0;
  memory = piece->slot == LOOM_SIM_SHARED_SLOT ? access->v->shared
                                               : access->self->slots[piece->slot].bytes;
  return memcmp (mine, memory + (unit << access->shadow->shift), size) == 0;
}

/* Shared memory has no cells. */
static void
mark_cells (const LoomSimRaceAccess *access,
            guint64                  unit)
{
  const guint shift = access->shadow->shift;
  const LoomSimSlot *slot = &access->self->slots[access->piece->slot];

  if (access->piece->slot != LOOM_SIM_SHARED_SLOT)
    loom_sim_slot_mark (slot, slot->planes.races, unit << shift, G_GUINT64_CONSTANT (1) << shift,
                        TRUE);
}

void
loom_sim_race_access_report (const LoomSimRaceAccess *access,
                             guint                    lane,
                             guint64                  unit,
                             guint64                  last,
                             gboolean                 unfinished)
{
  const guint stride = access->block->order.stride, thread = access->v->first + lane;
  const LoomSimRaceSite *other = get_site (access->self, last);
  const LoomSimPiece *piece = access->piece;
  const guint64 other_thread = LOOM_SIM_RECORD_THREAD (last);
  LoomSimSighting sighting = {
    .trap = {
      .code = LOOM_ERROR_RACE, .op = access->op, .other = other->op,
      .thread = thread, .other_thread = (guint) (other_thread % stride),
      .address = loom_sim_get_slot_address (piece->slot) + (unit << access->shadow->shift),
      .space = LOOM_PTX_SPACE_GENERIC,
      .cause = unfinished ? LOOM_SIM_CAUSE_UNFINISHED_COPY : LOOM_SIM_CAUSE_NONE,
    },
    .block = access->v->block->index, .other_block = other_thread / stride, .count = 1,
  };
  gboolean other_first = (other->flags & LOOM_SIM_RACE_PLAIN_WRITE) != 0;

  if (other->op == NULL)
    return;
  mark_cells (access, unit);
  /* The plain write comes first; of two, or none, the one that stands first; of one, the lower
   * thread's. */
  if (((access->flags ^ other->flags) & LOOM_SIM_RACE_PLAIN_WRITE) == 0)
    other_first = other->op < access->op ||
                  (other->op == access->op && other_thread < access->first_thread + thread);
  if (other_first)
    {
      sighting.trap.op = other->op;
      sighting.trap.other = access->op;
      sighting.trap.thread = sighting.trap.other_thread;
      sighting.trap.other_thread = thread;
      sighting.block = sighting.other_block;
      sighting.other_block = access->v->block->index;
    }
  sighting.trap.size = sighting.trap.op->detail->size;
  loom_sim_findings_add (access->self->watcher.findings, &sighting);
}

static gboolean
is_known (const LoomSimRaceAccess *access,
          guint                    lane,
          guint64                  record)
{
  return record == 0 || loom_sim_block_order_knows (&access->block->order, access->v->first + lane,
                                                    LOOM_SIM_RECORD_THREAD (record),
                                                    (guint32) LOOM_SIM_RECORD_CLOCK (record));
}

/* As shadow_other() keeps it. */
static void
keep_other (const LoomSimRaceAccess *access,
            guint                    lane,
            guint64                  unit,
            guint64                  record)
{
  guint64 *first = &access->shadow->others[0][unit], *second = &access->shadow->others[1][unit];

  if (is_known (access, lane, *first))
    *first = record;
  else if (is_known (access, lane, *second) || (*first ^ record) > (*first ^ *second))
    *second = record;
}

/* Atomic and volatile accesses do not race, unless one is of its block's scope alone and the other
 * of another block. */
static void
check_scope (const LoomSimRaceAccess *access,
             guint                    lane,
             guint64                  unit)
{
  for (guint i = 0; i < 2; i++)
    {
      const guint64 other = access->shadow->others[i][unit];
      const guint flags = get_site (access->self, other)->flags, any = access->flags | flags;

      if (LOOM_SIM_RECORD_THREAD (other) - access->first_thread >= access->block->order.stride &&
          (access->flags & STRONG) != 0 && (flags & STRONG) != 0 &&
          (any & LOOM_SIM_RACE_BLOCK_SCOPE) != 0 && (any & LOOM_SIM_RACE_STRONG_WRITE) != 0 &&
          !is_known (access, lane, other))
        loom_sim_race_access_report (access, lane, unit, other, FALSE);
    }
}

/* Returns whether a write left what another thread had left, unordered. */
static gboolean
check_unit (const LoomSimRaceAccess *access,
            guint                    lane,
            guint64                  unit)
{
  const guint thread = access->v->first + lane;
  gboolean equal = FALSE;
  const guint64 record = LOOM_SIM_RECORD (access->first_thread + thread,
                                          access->block->order.clock[thread], access->site);
  guint64 *written = &access->shadow->written[unit];

  if (!is_known (access, lane, *written))
    {
      equal = is_same_value (access, lane, unit, *written);
      if (!equal)
        loom_sim_race_access_report (access, lane, unit, *written, FALSE);
    }
  if ((access->flags & LOOM_SIM_RACE_PLAIN_WRITE) == 0)
    {
      if (access->self->any_block_scope && access->piece->slot != LOOM_SIM_SHARED_SLOT)
        check_scope (access, lane, unit);
      keep_other (access, lane, unit, record);
      return FALSE;
    }
  for (guint i = 0; i < 2 && access->shadow->others[i] != NULL; i++)
    {
      guint64 *other = &access->shadow->others[i][unit];

      if (!is_known (access, lane, *other))
        loom_sim_race_access_report (access, lane, unit, *other, FALSE);
      *other = 0;
    }
  *written = record;
  return equal;
}

static void
check_lane (const LoomSimRaceAccess *access,
            guint                    lane)
{
  const LoomSimPiece *piece = access->piece;
  const guint size = access->op->detail->size, shift = access->shadow->shift;
  const guint64 offset = loom_sim_piece_get_offset (piece, lane, size);
  gboolean equal = FALSE;

  /* No write is narrower than a unit, so one that meets a unit that is used in part meets what is
   * used. */
  for (guint64 unit = offset >> shift; unit <= (offset + size - 1) >> shift; unit++)
    if (loom_sim_op_uses (access->op, (guint) ((unit << shift) - offset), 1u << shift))
      equal |= check_unit (access, lane, unit);
  access->self->watcher.equal_writes += (guint) equal;
}

/* A whole piece at once; FALSE if something may be out of order. */
static gboolean
check_run (const LoomSimRaceAccess *access)
{
  const LoomSimBlockOrder *order = &access->block->order;
  const LoomSimPiece *piece = access->piece;
  const guint first = access->v->first + piece->lane, warp = first / LOOM_SIM_WARP,
              shift = access->shadow->shift;
  const LoomSimShadowRun run = {
    .record = LOOM_SIM_RECORD (access->first_thread + first, order->clock[first], access->site),
    .start = piece->offset >> shift,
    .n = (guint) piece->n_lanes * access->op->detail->size >> shift,
    .shift = (guint) __builtin_ctz (access->op->detail->size) - shift,
    .block_first = access->first_thread, .block_threads = order->stride, .base = order->base,
    .warp_first = access->first_thread + warp * LOOM_SIM_WARP, .warp_base = order->warp_base[warp],
    .own_block = piece->slot == LOOM_SIM_SHARED_SLOT,
  };

  if ((access->flags & LOOM_SIM_RACE_PLAIN_WRITE) != 0)
    return access->self->launch->isa->shadow_write (access->shadow, &run);
  return access->self->launch->isa->shadow_other (access->shadow, &run);
}

/* All at one place. Of loads and atomics the lanes farthest apart stand for all. */
static void
check_same (LoomSimRaceAccess *access)
{
  LoomSimPiece one = *access->piece;  /* one lane of it */
  const guint last = one.lane + one.n_lanes - 1u;
  const guint step =
      (access->flags & LOOM_SIM_RACE_PLAIN_WRITE) != 0 ? 1 : MAX (one.n_lanes - 1u, 1);

  one.n_lanes = 1;
  access->piece = &one;
  for (guint lane = one.lane; lane <= last; lane += step)
    {
      one.lane = (guint16) lane;
      check_lane (access, lane);
    }
}

/* An atomic or volatile access of one lane orders it after what it reads from. */
static void
synchronize (const LoomSimRaceAccess *access,
             guint                    lane)
{
  LoomSimBlockOrder *order = &access->block->order;
  const LoomSimPiece *piece = access->piece;
  const guint thread = access->v->first + lane;
  const guint64 address = (guint64) piece->slot << LOOM_SIM_SLOT_BITS |
                          loom_sim_piece_get_offset (piece, lane, access->op->detail->size);

  if ((access->flags & LOOM_SIM_RACE_STRONG_READ) != 0)
    loom_sim_block_order_read (order, thread, address);
  if ((access->flags & LOOM_SIM_RACE_FENCE) != 0)
    loom_sim_block_order_fence (order, thread / LOOM_SIM_WARP, 1u << thread % LOOM_SIM_WARP,
                                (access->flags & LOOM_SIM_RACE_BLOCK_SCOPE) == 0);
  if ((access->flags & LOOM_SIM_RACE_STRONG_WRITE) != 0)
    loom_sim_block_order_write (order, thread, address,
                                (access->flags & LOOM_SIM_RACE_STRONG_READ) == 0);
}

static gboolean
synchronizes (const LoomSimRaceAccess *access)
{
  return (access->flags & STRONG) != 0 && ((access->flags & LOOM_SIM_RACE_FENCE) != 0 ||
                                           loom_sim_block_order_tells (&access->block->order));
}

static void
check_piece (LoomSimRaceAccess *access)
{
  const LoomSimPiece *piece = access->piece;

  if (!piece->spread && piece->n_lanes > 1)
    check_same (access);
  else if (!access->uniform || access->self->any_block_scope ||
           access->op->source->used_bytes != 0 || !check_run (access))
    for (guint i = 0; i < piece->n_lanes; i++)
      check_lane (access, piece->lane + i);
  access->piece = piece;
  for (guint i = 0; synchronizes (access) && i < piece->n_lanes; i++)
    synchronize (access, piece->lane + i);
}

/* The block's clocks begin again: what it did before is forgotten. */
static void
restart (LoomSimRaces     *self,
         LoomSimRaceBlock *block)
{
  const guint stride = block->order.stride;
  const guint64 first = block->order.block * stride;

  for (guint slot = 0; slot < self->launch->n_slots; slot++)
    forget (&self->shadows[slot], first, stride);
  forget (&block->shared, first, stride);
  loom_sim_block_order_restart (&block->order);
}

static gboolean
is_copy (const LoomSimOp *op)
{
  return op->source->opcode == LOOM_PTX_OP_CP_ASYNC_CA ||
         op->source->opcode == LOOM_PTX_OP_CP_ASYNC_CG;
}

static LoomSimRaceBlock *
get_block (const LoomSimWatcher  *watcher,
           const LoomSimBlock    *block)
{
  return block->watched[watcher->index];
}

static void
access_memory (LoomSimWatcher     *watcher,
               LoomSimVector      *v,
               const LoomSimOp    *op,
               const LoomSimPiece *pieces,
               guint               n_pieces)
{
  LoomSimRaces *self = (LoomSimRaces *) watcher;
  LoomSimRaceAccess access = {
    .self = self, .block = get_block (watcher, v->block), .v = v, .op = op, .pieces = pieces,
    .n_pieces = n_pieces,
    .site = self->site_of[op - v->ops],
  };

  access.first_thread = v->block->index * access.block->order.stride;
  access.flags = g_array_index (self->sites, LoomSimRaceSite, access.site).flags;
  if (access.block->order.overflows)
    restart (self, access.block);
  access.uniform = !access.block->order.mixed[v->first / LOOM_SIM_WARP];
  for (guint i = 0; i < n_pieces; i++)
    {
      access.piece = &pieces[i];
      access.shadow = find_shadow (self, access.block, pieces[i].slot);
      if (access.shadow == NULL)
        continue;
      if ((access.flags & LOOM_SIM_RACE_PLAIN_WRITE) == 0 && access.shadow->others[0] == NULL)
        make_others (access.shadow);
      access.block->order.dirty[v->first / LOOM_SIM_WARP] = TRUE;
      if (access.piece->slot == LOOM_SIM_SHARED_SLOT && access.block->copies.n_open > 0)
        loom_sim_race_access_check_copies (&access);
      check_piece (&access);
      if (access.piece->slot == LOOM_SIM_SHARED_SLOT && is_copy (op))
        loom_sim_race_access_begin_copies (&access);
    }
}

static void
block_begin (LoomSimWatcher  *watcher,
             LoomSimBlock    *block)
{
  LoomSimRaces *self = (LoomSimRaces *) watcher;
  LoomSimRaceBlock *own = get_block (watcher, block);

  if (own == NULL)
    own = block->watched[watcher->index] = g_new0 (LoomSimRaceBlock, 1);
  loom_sim_block_order_begin (&own->order, &self->order, block->index);
  if (own->used)
    {
      memset (own->shared.written, 0, own->shared.n_units * sizeof (guint64));
      for (guint i = 0; i < 2 && own->shared.others[i] != NULL; i++)
        memset (own->shared.others[i], 0, own->shared.n_units * sizeof (guint64));
    }
  own->used = FALSE;
  loom_sim_races_drop_copies (own);
}

static void
block_free (LoomSimWatcher  *watcher,
            LoomSimBlock    *block)
{
  LoomSimRaceBlock *own = get_block (watcher, block);

  if (own == NULL)
    return;
  loom_sim_block_order_clear (&own->order);
  loom_sim_races_drop_copies (own);
  clear_shadow (&own->shared);
  g_clear_pointer (&block->watched[watcher->index], g_free);
}

static void
warp_sync (LoomSimWatcher  *watcher,
           LoomSimVector   *v,
           guint            w,
           guint32          lanes)
{
  loom_sim_block_order_sync_warp (&get_block (watcher, v->block)->order,
                                  v->first / LOOM_SIM_WARP + w, lanes, (v->live[w] & ~lanes) == 0);
}

static void
block_sync (LoomSimWatcher  *watcher,
            LoomSimBlock    *block,
            guint            barrier)
{
  LoomSimRaceBlock *own = get_block (watcher, block);

  if (barrier == LOOM_SIM_WHOLE_BLOCK)
    loom_sim_block_order_sync_all (&own->order);
  else
    loom_sim_block_order_sync_some (&own->order, block, barrier);
}

static void
arrive (LoomSimWatcher  *watcher,
        LoomSimVector   *v,
        guint            w,
        guint            barrier)
{
  loom_sim_block_order_arrive (&get_block (watcher, v->block)->order, v->first / LOOM_SIM_WARP + w,
                               v->bits[w], barrier);
}

static void
fence (LoomSimWatcher  *watcher,
       LoomSimVector   *v,
       gboolean         wide)
{
  LoomSimRaceBlock *own = get_block (watcher, v->block);

  for (guint w = 0; w < v->n_warps; w++)
    loom_sim_block_order_fence (&own->order, v->first / LOOM_SIM_WARP + w, v->bits[w], wide);
}

static void
copies (LoomSimWatcher  *watcher,
        LoomSimVector   *v,
        gint64           left)
{
  loom_sim_races_copies ((LoomSimRaces *) watcher, get_block (watcher, v->block), v, left);
}

static void
races_free (LoomSimWatcher *watcher)
{
  LoomSimRaces *self = (LoomSimRaces *) watcher;

  for (guint i = 0; i < self->launch->n_slots; i++)
    clear_shadow (&self->shadows[i]);
  g_free (self->shadows);
  g_free (self->site_of);
  g_array_unref (self->sites);
  loom_sim_order_clear (&self->order);
  g_free (self);
}

/* Bytes that a block needs, but for what only rare kernels do. */
gsize
loom_sim_races_get_size (const LoomSimLaunchState *launch)
{
  return sizeof (LoomSimRaceBlock) + launch->block_threads * (sizeof (guint32) + 1) +
         launch->shared_size * UNIT_BYTES;
}

static gboolean
check_size (const LoomSimRaces  *self,
            GError             **error)
{
  guint64 units = 0;

  for (guint i = LOOM_SIM_FIRST_SLOT; i < self->launch->n_slots; i++)
    if (!self->slots[i].is_constant)
      units += self->slots[i].size >> self->global_shift;
  if (units > MAX_SHADOW / UNIT_BYTES)
    return loom_fail (error, LOOM_ERROR_MEMORY,
                      _ ("Looking for races needs %1$" PRIu64
                         " MiB to remember accesses; at most %2$" PRIu64
                         " MiB are allowed: choose a smaller shape or other checks"),
                      units * UNIT_BYTES >> 20, MAX_SHADOW >> 20);
  if (self->launch->first_block + self->launch->n_blocks <=
      MAX_THREADS / loom_sim_order_get_stride (self->launch))
    return TRUE;
  return loom_fail (error, LOOM_ERROR_LAUNCH,
                    _ ("Races are looked for in launches of at most 4,294,967,295 threads: "
                       "choose a smaller grid"));
}

static const LoomSimWatcherClass races_class = {
  .spaces = ~(1u << LOOM_PTX_SPACE_LOCAL),
  .access = access_memory,
  .block_begin = block_begin,
  .block_free = block_free,
  .warp_sync = warp_sync,
  .block_sync = block_sync,
  .arrive = arrive,
  .fence = fence,
  .copies = copies,
  .free = races_free,
};

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
  find_sites (self);
  self->watcher.class = &races_class;
  if (check_size (self, error))
    return &self->watcher;
  races_free (&self->watcher);
  return NULL;
}
