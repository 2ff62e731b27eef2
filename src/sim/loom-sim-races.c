/* loom-sim-races.c: accesses to one byte that nothing orders, one of them a plain write
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-order-private.h"
#include "loom-sim-watch-private.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <string.h>

#define MAX_ACCESSES 0xffffu            /* of a program */
#define MAX_THREADS G_MAXUINT32         /* of a launch */
#define MAX_SHADOW (G_GUINT64_CONSTANT (8) << 30)       /* bytes */
#define UNIT_BYTES (3 * sizeof (guint64))               /* of shadow for each unit */

/* What the rules make of an access. */
typedef enum
{
  PLAIN_WRITE = 1 << 0,
  HEARS       = 1 << 1,         /* an atomic or volatile read */
  TELLS       = 1 << 2,         /* an atomic or volatile write */
  RELEASES    = 1 << 3,         /* is a fence as well */
  NARROW      = 1 << 4,         /* as a fence within the block alone */
} AccessFlags;

typedef struct
{
  const LoomSimOp *op;
  guint            flags;
} Access;

typedef struct
{
  LoomSimWatcher            watcher;
  const LoomSimLaunchState *launch;
  LoomSimSlot              *slots;
  GArray                   *accesses;   /* (element-type Access); the first is none */
  guint16                  *access_of;  /* by op */
  LoomSimShadow            *shadows;    /* by slot, made on first use */
  guint                     shared_shift, global_shift;
  LoomSimOrder              order;
} Races;

/* Of one block. */
typedef struct
{
  LoomSimBlockOrder order;
  LoomSimShadow     shared;
  gboolean          used;       /* shared has records */
} Block;

/* One access of all running lanes. */
typedef struct
{
  Races              *self;
  Block              *block;
  LoomSimVector      *v;
  const LoomSimOp    *op;
  const LoomSimPiece *pieces;
  guint               n_pieces;
  guint               access, flags;
  gboolean            uniform;  /* all lanes of the vector, which is one warp, are at one clock */
  LoomSimShadow      *shadow;   /* of the piece looked at */
  const LoomSimPiece *piece;
} Look;

static gboolean
is_strong (const LoomPtxModifiers *modifiers)
{
  return modifiers->semantics != LOOM_PTX_SEMANTICS_NONE && modifiers->semantics != LOOM_PTX_SEMANTICS_WEAK;
}

static guint
classify (const LoomSimOp *op)
{
  const LoomPtxModifiers *modifiers = &op->source->modifiers;
  const gboolean atomic = op->detail->kind == LOOM_SIM_ACCESS_ATOMIC, loads = op->detail->kind == LOOM_SIM_ACCESS_LOAD;
  guint flags = 0;

  if (!atomic && !is_strong (modifiers))
    return loads ? 0 : PLAIN_WRITE;
  /* Barriers in memory: who arrives tells, who waits hears. */
  if (loom_ptx_opcode_get_facts (op->source->opcode)->op_class == LOOM_PTX_CLASS_ASYNC)
    return op->source->opcode == LOOM_PTX_OP_MBARRIER_TEST_WAIT ||
           op->source->opcode == LOOM_PTX_OP_MBARRIER_TEST_WAIT_PARITY ? HEARS : HEARS | TELLS | RELEASES | NARROW;
  if (atomic || loads)
    flags |= HEARS;
  if (atomic || !loads)
    flags |= TELLS;
  if (modifiers->semantics == LOOM_PTX_SEMANTICS_RELEASE || modifiers->semantics == LOOM_PTX_SEMANTICS_ACQ_REL ||
      modifiers->semantics == LOOM_PTX_SEMANTICS_SC)
    flags |= RELEASES;
  return flags | (modifiers->scope == LOOM_PTX_SCOPE_CTA ? NARROW : 0);
}

static void
note_size (guint *shift,
           guint  size)
{
  *shift = MIN (*shift, (guint) __builtin_ctz (size));
}

/* Numbers all accesses, and finds the widest unit that none is narrower than: all lie at multiples of their sizes. */
static void
find_accesses (Races *self)
{
  const LoomSimProgram *program = self->launch->program;
  const LoomSimRow *row = loom_sim_isa_find (self->launch->isa, "@observe");
  Access access = { NULL, 0 };

  self->accesses = g_array_new (FALSE, FALSE, sizeof (Access));
  g_array_append_val (self->accesses, access);
  self->access_of = g_new0 (guint16, program->n_ops);
  self->shared_shift = self->global_shift = 4;
  for (guint i = 0; i < program->n_ops; i++)
    {
      const LoomSimOp *op = &program->ops[i];

      if (op->run[0] != row->all)
        continue;
      if (op->detail->space != LOOM_PTX_SPACE_GLOBAL && op->detail->space != LOOM_PTX_SPACE_LOCAL)
        note_size (&self->shared_shift, op->detail->size);
      if (op->detail->space != LOOM_PTX_SPACE_SHARED && op->detail->space != LOOM_PTX_SPACE_LOCAL)
        note_size (&self->global_shift, op->detail->size);
      access = (Access) { op, classify (op) };
      self->access_of[i] = (guint16) MIN (self->accesses->len, MAX_ACCESSES);
      if (self->accesses->len < MAX_ACCESSES)
        g_array_append_val (self->accesses, access);
    }
}

static void
make_shadow (LoomSimShadow *shadow,
             guint64        size,
             guint          shift)
{
  shadow->shift = shift;
  shadow->n_units = (size >> shift) + 1;
  shadow->written = g_new0 (guint64, shadow->n_units);
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

/* NULL: nobody can race there. */
static LoomSimShadow *
find_shadow (Look               *look,
             const LoomSimPiece *piece)
{
  Races *self = look->self;
  LoomSimShadow *shadow;

  if (piece->slot == LOOM_SIM_SHARED_SLOT)
    {
      if (look->block->shared.written == NULL)
        make_shadow (&look->block->shared, self->launch->shared_size, self->shared_shift);
      look->block->used = TRUE;
      return &look->block->shared;
    }
  if (piece->slot < LOOM_SIM_FIRST_SLOT || self->slots[piece->slot].is_constant)
    return NULL;
  shadow = &self->shadows[piece->slot];
  if (shadow->written == NULL)
    make_shadow (shadow, self->slots[piece->slot].size, self->global_shift);
  return shadow;
}

static guint
get_thread (const Look *look,
            guint       lane)
{
  return look->v->first + lane;
}

static guint64
get_first_thread (const Look *look)
{
  return look->v->block->index * look->self->launch->block_threads;
}

/* Bytes that a lane stores to a unit, or NULL if it is no lane's of this op. */
static gboolean
get_stored (const Look *look,
            guint       lane,
            guint64     unit,
            guint8     *bytes)
{
  const LoomSimDetail *detail = look->op->detail;
  const guint element = detail->element, width = detail->mode != 0 ? detail->mode : element;
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
static gboolean
is_same_value (const Look *look,
               guint       lane,
               guint64     unit,
               guint64     last)
{
  const guint64 other = LOOM_SIM_RECORD_THREAD (last) - get_first_thread (look) - look->v->first;
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

static void
report (const Look *look,
        guint       lane,
        guint64     unit,
        guint64     last)
{
  const guint block_threads = look->self->launch->block_threads;
  const Access *other = &g_array_index (look->self->accesses, Access, LOOM_SIM_RECORD_ACCESS (last));
  const guint64 address = look->piece->slot == LOOM_SIM_SHARED_SLOT ? LOOM_SIM_SHARED_WINDOW
                          : LOOM_SIM_SLOT_ADDRESS (look->piece->slot);
  LoomSimSighting sighting = {
    .trap = {
      .code = LOOM_ERROR_RACE, .op = look->op, .other = other->op, .thread = get_thread (look, lane),
      .other_thread = (guint) (LOOM_SIM_RECORD_THREAD (last) % block_threads),
      .address = address + (unit << look->shadow->shift), .space = LOOM_PTX_SPACE_GENERIC,
    },
    .block = look->v->block->index,
    .other_block = LOOM_SIM_RECORD_THREAD (last) / block_threads,
    .count = 1,
  };
  const gboolean both = (look->flags & other->flags & PLAIN_WRITE) != 0;

  if (other->op == NULL)
    return;
  /* The plain write is told of first; of two, the one that stands first; of one, the lower thread's. */
  if (both ? other->op < look->op || (other->op == look->op && LOOM_SIM_RECORD_THREAD (last) <
                                                               get_first_thread (look) + sighting.trap.thread)
           : (other->flags & PLAIN_WRITE) != 0)
    {
      sighting.trap.op = other->op;
      sighting.trap.other = look->op;
      sighting.trap.thread = sighting.trap.other_thread;
      sighting.trap.other_thread = get_thread (look, lane);
      sighting.block = sighting.other_block;
      sighting.other_block = look->v->block->index;
    }
  sighting.trap.size = sighting.trap.op->detail->size;
  loom_sim_findings_add (&look->self->watcher.findings, &sighting);
}

static gboolean
is_known (const Look *look,
          guint       lane,
          guint64     record)
{
  return record == 0 || loom_sim_block_order_knows (&look->block->order, get_thread (look, lane),
                                                    LOOM_SIM_RECORD_THREAD (record),
                                                    (guint32) LOOM_SIM_RECORD_CLOCK (record));
}

/* As shadow_other() keeps it. */
static void
keep_other (const Look *look,
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

static void
touch_unit (const Look *look,
            guint       lane,
            guint64     unit)
{
  const guint thread = get_thread (look, lane);
  const guint64 record = LOOM_SIM_RECORD (get_first_thread (look) + thread, look->block->order.clock[thread], look->access);
  guint64 *written = &look->shadow->written[unit];

  if (!is_known (look, lane, *written) && !((look->op->detail->kind == LOOM_SIM_ACCESS_STORE) &&
                                            is_same_value (look, lane, unit, *written)))
    report (look, lane, unit, *written);
  if ((look->flags & PLAIN_WRITE) == 0)
    {
      keep_other (look, lane, unit, record);
      return;
    }
  for (guint i = 0; i < 2 && look->shadow->others[i] != NULL; i++)
    {
      guint64 *other = &look->shadow->others[i][unit];

      if (!is_known (look, lane, *other))
        report (look, lane, unit, *other);
      *other = 0;
    }
  *written = record;
}

static void
touch_lane (const Look *look,
            guint       lane)
{
  const LoomSimPiece *piece = look->piece;
  const guint size = look->op->detail->size;
  const guint64 offset = piece->offset + (piece->spread ? (guint64) (lane - piece->lane) * size : 0);

  for (guint64 unit = offset >> look->shadow->shift; unit <= (offset + size - 1) >> look->shadow->shift; unit++)
    touch_unit (look, lane, unit);
}

/* A whole piece at once; FALSE if something may be out of order. */
static gboolean
touch_run (const Look *look)
{
  const LoomSimBlockOrder *order = &look->block->order;
  const LoomSimPiece *piece = look->piece;
  const guint first = get_thread (look, piece->lane), warp = first / LOOM_SIM_WARP, shift = look->shadow->shift;
  const LoomSimShadowRun run = {
    .record = LOOM_SIM_RECORD (get_first_thread (look) + first, order->clock[first], look->access),
    .start = piece->offset >> shift,
    .n = (guint) piece->n_lanes * look->op->detail->size >> shift,
    .shift = (guint) __builtin_ctz (look->op->detail->size) - shift,
    .block_first = get_first_thread (look), .block_threads = order->n_threads, .base = order->base,
    .warp_first = get_first_thread (look) + warp * LOOM_SIM_WARP, .warp_base = order->warp_base[warp],
    .own_block = piece->slot == LOOM_SIM_SHARED_SLOT,
  };

  if ((look->flags & PLAIN_WRITE) != 0)
    return look->self->launch->isa->shadow_write (look->shadow, &run);
  return look->self->launch->isa->shadow_other (look->shadow, &run);
}

/* All at one place. Of loads and atomics the lanes farthest apart stand for all. */
static void
touch_same (Look *look)
{
  LoomSimPiece one = *look->piece;  /* one lane of it */
  const guint last = one.lane + one.n_lanes - 1u;
  const guint step = (look->flags & PLAIN_WRITE) != 0 ? 1 : MAX (one.n_lanes - 1u, 1);

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
communicate (const Look *look,
             guint       lane)
{
  LoomSimBlockOrder *order = &look->block->order;
  const LoomSimPiece *piece = look->piece;
  const guint thread = get_thread (look, lane);
  const guint64 address = (guint64) piece->slot << LOOM_SIM_SLOT_BITS |
                          (piece->offset + (piece->spread ? (guint64) (lane - piece->lane) * look->op->detail->size : 0));

  if ((look->flags & HEARS) != 0)
    loom_sim_block_order_read (order, thread, address);
  if ((look->flags & RELEASES) != 0)
    loom_sim_block_order_fence (order, thread / LOOM_SIM_WARP, 1u << thread % LOOM_SIM_WARP, (look->flags & NARROW) == 0);
  if ((look->flags & TELLS) != 0)
    loom_sim_block_order_write (order, thread, address, (look->flags & HEARS) == 0);
}

static gboolean
communicates (const Look *look)
{
  return (look->flags & (HEARS | TELLS)) != 0 &&
         ((look->flags & RELEASES) != 0 || loom_sim_block_order_tells (&look->block->order));
}

static void
touch_piece (Look *look)
{
  const LoomSimPiece *piece = look->piece;

  if (!piece->spread && piece->n_lanes > 1)
    touch_same (look);
  else if (!look->uniform || !touch_run (look))
    for (guint lane = piece->lane; lane < piece->lane + (guint) piece->n_lanes; lane++)
      touch_lane (look, lane);
  look->piece = piece;
  for (guint lane = piece->lane; communicates (look) && lane < piece->lane + (guint) piece->n_lanes; lane++)
    communicate (look, lane);
}

/* The block's clocks begin again: what it did is not told apart from now on, and so is forgotten. */
static void
restart (Races *self,
         Block *block)
{
  const guint64 first = block->order.block * self->launch->block_threads;

  for (guint slot = 0; slot < self->launch->n_slots; slot++)
    forget (&self->shadows[slot], first, self->launch->block_threads);
  forget (&block->shared, first, self->launch->block_threads);
  loom_sim_block_order_restart (&block->order);
}

static void
access_memory (LoomSimObserver    *observer,
               LoomSimVector      *v,
               const LoomSimOp    *op,
               const LoomSimPiece *pieces,
               guint               n_pieces)
{
  Races *self = (Races *) observer;
  Look look = {
    .self = self, .block = v->block->watched[observer->index], .v = v, .op = op, .pieces = pieces, .n_pieces = n_pieces,
    .access = self->access_of[op - v->ops],
  };

  look.flags = g_array_index (self->accesses, Access, look.access).flags;
  if (look.block->order.overflows)
    restart (self, look.block);
  look.uniform = !look.block->order.mixed[v->first / LOOM_SIM_WARP];
  for (guint i = 0; i < n_pieces; i++)
    {
      look.piece = &pieces[i];
      look.shadow = find_shadow (&look, look.piece);
      if (look.shadow == NULL)
        continue;
      if ((look.flags & PLAIN_WRITE) == 0 && look.shadow->others[0] == NULL)
        make_others (look.shadow);
      look.block->order.dirty[v->first / LOOM_SIM_WARP] = TRUE;
      touch_piece (&look);
    }
}

static void
clear_records (LoomSimShadow *shadow)
{
  memset (shadow->written, 0, shadow->n_units * sizeof (guint64));
  for (guint i = 0; i < 2 && shadow->others[i] != NULL; i++)
    memset (shadow->others[i], 0, shadow->n_units * sizeof (guint64));
}

static void
block_begin (LoomSimObserver *observer,
             LoomSimBlock    *block)
{
  Races *self = (Races *) observer;
  Block *own = block->watched[observer->index];

  if (own == NULL)
    own = block->watched[observer->index] = g_new0 (Block, 1);
  loom_sim_block_order_begin (&own->order, &self->order, block->index);
  if (own->used)
    clear_records (&own->shared);
  own->used = FALSE;
}

static void
block_free (LoomSimObserver *observer,
            LoomSimBlock    *block)
{
  Block *own = block->watched[observer->index];

  if (own == NULL)
    return;
  loom_sim_block_order_clear (&own->order);
  clear_shadow (&own->shared);
  g_clear_pointer (&block->watched[observer->index], g_free);
}

static void
warp_sync (LoomSimObserver *observer,
           LoomSimVector   *v,
           guint            w,
           guint32          lanes)
{
  Block *own = v->block->watched[observer->index];

  loom_sim_block_order_sync_warp (&own->order, v->first / LOOM_SIM_WARP + w, lanes, (v->live[w] & ~lanes) == 0);
}

static void
block_sync (LoomSimObserver *observer,
            LoomSimBlock    *block,
            guint            barrier)
{
  Block *own = block->watched[observer->index];

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
  Block *own = v->block->watched[observer->index];

  loom_sim_block_order_arrive (&own->order, v->first / LOOM_SIM_WARP + w, v->bits[w], barrier);
}

static void
fence (LoomSimObserver *observer,
       LoomSimVector   *v,
       gboolean         wide)
{
  Block *own = v->block->watched[observer->index];

  for (guint w = 0; w < v->n_warps; w++)
    loom_sim_block_order_fence (&own->order, v->first / LOOM_SIM_WARP + w, v->bits[w], wide);
}

static void
races_free (LoomSimWatcher *watcher)
{
  Races *self = (Races *) watcher;

  for (guint i = 0; i < self->launch->n_slots; i++)
    clear_shadow (&self->shadows[i]);
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
  return sizeof (Block) + launch->block_threads * (sizeof (guint32) + 1) + launch->shared_size * UNIT_BYTES;
}

static gboolean
check_size (const Races *self,
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
  if (self->launch->n_blocks <= MAX_THREADS / self->launch->block_threads)
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
  Races *self = g_new0 (Races, 1);

  self->launch = launch;
  self->slots = slots;
  self->shadows = g_new0 (LoomSimShadow, launch->n_slots);
  loom_sim_order_init (&self->order, launch);
  find_accesses (self);
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
  };
  if (check_size (self, error))
    return &self->watcher;
  races_free (&self->watcher);
  return NULL;
}
