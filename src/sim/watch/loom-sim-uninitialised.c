/* loom-sim-uninitialised.c: uses of bytes that nothing has written, and of registers that nobody
 * gave
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-watch-private.h"

#include <string.h>

#define MAX_ORIGINS (1u << 20) /* that are told apart by their threads, the rest by their ops */

/* A bit for each byte, 1 if it has no contents: of shared memory from a block's beginning, of local
 * memory from that of the function whose variable it is, of what malloc() gives, and of arrays that
 * begin with nothing. Such bytes may be copied (loom-sim-lower-undefined.c); who uses them is
 * reported with where they came from first. */

/* Where undefined bits came from: a thread's load of what nothing has written, its read of a
 * register that nobody gave anything, or its shuffle with a lane that takes no part. */
typedef struct
{
  const LoomSimOp *op;
  guint64          block;
  guint            thread;
  guint            slot;                /* of what it loaded from */
  guint64          address;
  guint            size;
  LoomSimCause     cause;
  guint            other_thread;        /* of a shuffle: the lane that takes no part */
  gboolean         is_reported;
  gboolean         is_of_many;          /* threads; it has the first one's place */
} Origin;

/* Of memory that undefined bits were stored to: for each byte which of its bits, and their origin,
 * 0 if nobody has stored there. */
typedef struct
{
  guint32 *origins;             /* NULL: none were */
  guint8  *bits;
} Carried;

typedef struct
{
  LoomSimWatcher  watcher;
  LoomSimSlot    *slots;
  Carried        *carried;      /* by slot */
  guint           n_slots;
  GPtrArray      *origins;      /* (element-type Origin) by number, from 1 on */
  GHashTable     *numbers;      /* Origin -> number */
} Uninitialised;

/* Of one block. */
typedef struct
{
  gsize    shared_size, local_size;     /* of bits; of local: for one thread */
  Carried  shared;
  Carried *local;               /* by thread */
  guint    n_threads;
  guint8   bits[];              /* of shared memory, then of each thread's local memory */
} Memory;

/* Where a lane accesses: its object's bits, and what was carried there. */
typedef struct
{
  guint8  **bits;               /* NULL inside: all has contents */
  guint8   *own;                /* where bits points, for shared and local memory */
  Carried  *carried;
  guint64   size;               /* of the object, bytes */
  guint64   offset;
  guint     lane;
} Place;

static guint
hash_origin (gconstpointer key)
{
  const Origin *origin = key;

  return (g_direct_hash (origin->op) * 31 + origin->slot) * 31 +
         (origin->is_of_many ? 0 : origin->thread + (guint) origin->block * 0x9e3779b1u);
}

static gboolean
equal_origins (gconstpointer a,
               gconstpointer b)
{
  const Origin *x = a, *y = b;

  return x->op == y->op && x->slot == y->slot && x->is_of_many == y->is_of_many &&
         (x->is_of_many || (x->thread == y->thread && x->block == y->block));
}

/* The number of an origin of the same op, object and thread, which is made if there is none yet. */
static guint32
add_origin (Uninitialised *self,
            const Origin  *origin)
{
  Origin key = *origin, *added;
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, &key));

  if (number == 0 && self->origins->len >= MAX_ORIGINS)
    {
      key.is_of_many = TRUE;
      number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, &key));
    }
  if (number != 0)
    return number;
  added = g_memdup2 (&key, sizeof key);
  g_ptr_array_add (self->origins, added);
  number = self->origins->len;
  g_hash_table_insert (self->numbers, added, GUINT_TO_POINTER (number));
  return number;
}

static gsize
count_bytes (guint64 bits)
{
  return (gsize) (bits + 7) / 8;
}

gsize
loom_sim_uninitialised_get_size (const LoomSimLaunchState *launch)
{
  return sizeof (Memory) + count_bytes (launch->shared_size) +
         launch->block_threads * (count_bytes (launch->local_size) + sizeof (Carried));
}

/* The first of n bits from one on that lie in one byte, and how many they are. */
static inline guint8
get_mask (guint64  from,
          guint64  n,
          guint64 *count)
{
  *count = MIN (8 - from % 8, n);
  return (guint8) (((1u << *count) - 1) << from % 8);
}

static void
set_range (guint8   *bits,
           guint64   from,
           guint64   n,
           gboolean  undefined)
{
  for (guint64 count; n > 0; from += count, n -= count)
    if (from % 8 == 0 && n >= 8)
      {
        count = n / 8 * 8;
        memset (bits + from / 8, undefined ? 0xff : 0, count / 8);
      }
    else
      {
        const guint8 mask = get_mask (from, n, &count);

        bits[from / 8] = (guint8) (undefined ? bits[from / 8] | mask : bits[from / 8] & ~mask);
      }
}

static gboolean
has_undefined (const guint8 *bits,
               guint64       from,
               guint64       n)
{
  guint8 any = 0;

  for (guint64 count; n > 0; from += count, n -= count)
    any |= bits[from / 8] & get_mask (from, n, &count);
  return any != 0;
}

static gboolean
is_undefined (const guint8 *bits,
              guint64       at)
{
  return (bits[at / 8] >> at % 8 & 1) != 0;
}

static guint64
count_undefined (const guint8 *bits,
                 guint64       from,
                 guint64       n)
{
  guint64 count = 0;

  for (guint64 at = from; at < from + n; at++)
    count += is_undefined (bits, at);
  return count;
}

static void
clear_carried (Carried *self)
{
  g_clear_pointer (&self->origins, g_free);
  g_clear_pointer (&self->bits, g_free);
}

static guint8 *
get_local_bits (const Memory *memory,
                guint         thread)
{
  return (guint8 *) memory->bits + memory->shared_size + thread * memory->local_size;
}

/* Where the first lane of a piece accesses. */
static void
find_place (Uninitialised       *self,
            const LoomSimVector *v,
            const LoomSimPiece  *piece,
            Place               *place)
{
  Memory *memory = v->block->watched[self->watcher.index];

  *place = (Place) { .bits = &place->own, .offset = piece->offset, .lane = piece->lane };
  if (piece->slot == LOOM_SIM_SHARED_SLOT)
    {
      place->own = memory->bits;
      place->carried = &memory->shared;
      place->size = v->shared_size;
    }
  else if (piece->slot == LOOM_SIM_LOCAL_SLOT)
    {
      place->own = get_local_bits (memory, v->first + piece->lane);
      place->carried = &memory->local[v->first + piece->lane];
      place->size = v->local_size;
    }
  else
    {
      place->bits = &self->slots[piece->slot].undefined;
      place->carried = &self->carried[piece->slot];
      place->size = self->slots[piece->slot].size;
    }
}

/* Somebody uses undefined bits; op NULL: they are what the launch leaves in a slot. */
static void
report_use (Uninitialised   *self,
            guint32          number,
            guint64          block,
            const LoomSimOp *op,
            guint            thread,
            guint            slot)
{
  Origin *origin = g_ptr_array_index (self->origins, number - 1);
  LoomSimSighting sighting;

  if (origin->is_reported)
    return;
  origin->is_reported = TRUE;
  sighting = (LoomSimSighting) {
    .trap = { .code = LOOM_ERROR_UNINITIALISED,
              .op = origin->op,
              .thread = origin->thread,
              .size = origin->size,
              .address = origin->address,
              .space = LOOM_PTX_SPACE_GENERIC,
              .cause = origin->cause,
              .other_thread = origin->other_thread,
              .user = op,
              .user_thread = thread,
              .left_in = slot },
    .block = origin->block,
    .other_block = block,
    .count = 1,
  };
  loom_sim_findings_add (self->watcher.findings, &sighting);
}

/* Nobody has written what a lane reads. What may be a structure's padding is no reason to warn. */
static void
mark_read (const Uninitialised *self,
           guint                index,
           guint64              at)
{
  const LoomSimSlot *slot = &self->slots[index];
  const guint64 n = MAX (slot->no_padding, 1);

  if (index >= LOOM_SIM_FIRST_SLOT && slot->planes.uninitialised != NULL &&
      count_undefined (slot->undefined, at - at % n, n) == n)
    loom_sim_slot_mark (slot, slot->planes.uninitialised, at, 1, LOOM_UNINITIALISED_READ);
}

/* The undefined bits of a lane's byte, and their origin, if anybody asks for it. */
static guint8
read_byte (Uninitialised       *self,
           const LoomSimVector *v,
           const LoomSimOp     *op,
           guint                slot,
           const Place         *place,
           guint                i,
           guint32             *number)
{
  const guint64 at = place->offset + i;

  if (!is_undefined (*place->bits, at) || !loom_sim_op_uses (op, i, 1))
    return 0;
  if (place->carried->origins != NULL && place->carried->origins[at] != 0)
    {
      *number = place->carried->origins[at];
      return place->carried->bits[at];
    }
  mark_read (self, slot, at);
  *number = add_origin (self, &(Origin) {
    .op = op,
    .block = v->block->index,
    .thread = v->first + place->lane,
    .slot = slot,
    .address = loom_sim_get_slot_address (slot) + place->offset,
    .size = op->detail->size,
  });
  return 0xff;
}

#define WIDEST 16               /* bytes of a register */

/* The registers of a lane get the undefined bits of what it loads. */
static void
load_lane (Uninitialised   *self,
           LoomSimVector   *v,
           const LoomSimOp *op,
           guint            slot,
           const Place     *place)
{
  const LoomSimDetail *detail = op->detail;

  for (guint e = 0; e < detail->n_elements; e++)
    {
      const guint width = detail->widths[e];
      guint32 *origins = (guint32 *) (gpointer) (v->frame + detail->undefined[2 * e + 1]);
      guint8 bits[WIDEST] = { 0, };
      guint32 number = 0, found = 0;

      for (guint i = detail->element; i-- > 0; )
        {
          bits[i] = read_byte (self, v, op, slot, place, e * detail->element + i, &found);
          number = bits[i] != 0 ? found : number;
        }
      if (number == 0)
        continue;
      v->has_undefined = TRUE;
      if (detail->is_signed && bits[detail->element - 1] >> 7 != 0)
        memset (bits + detail->element, 0xff, width - detail->element);
      memcpy (v->frame + detail->undefined[2 * e] + place->lane * width, bits, width);
      origins[place->lane] = number;
    }
}

/* An atomic uses what is there. */
static void
change_lane (Uninitialised       *self,
             const LoomSimVector *v,
             const LoomSimOp     *op,
             guint                slot,
             const Place         *place)
{
  guint32 number = 0;

  for (guint i = 0; i < op->detail->size; i++)
    if (read_byte (self, v, op, slot, place, i, &number) != 0)
      report_use (self, number, v->block->index, op, v->first + place->lane, 0);
}

static void
mark_byte (Place   *place,
           guint    i,
           guint8   bits,
           guint32  origin)
{
  const guint64 at = place->offset + i;

  if (*place->bits == NULL)
    *place->bits = g_malloc0 (count_bytes (place->size) + 1);
  if (place->carried->origins == NULL)
    {
      place->carried->origins = g_new0 (guint32, place->size);
      place->carried->bits = g_malloc0 (place->size);
    }
  set_range (*place->bits, at, 1, TRUE);
  place->carried->origins[at] = origin;
  place->carried->bits[at] = bits;
}

/* Memory gets the undefined bits of a lane's registers; all else that it stores is defined. */
static void
store_lane (const LoomSimVector *v,
            const LoomSimOp     *op,
            Place               *place)
{
  const LoomSimDetail *detail = op->detail;

  for (guint e = 0; e < detail->n_elements && detail->carries; e++)
    {
      const guint8 *bits = v->frame + detail->undefined[2 * e] + place->lane * detail->widths[e];
      const guint32 *origins = (const guint32 *) (gpointer) (v->frame +
                                                             detail->undefined[2 * e + 1]);

      for (guint i = 0; i < detail->element; i++)
        if (bits[i] != 0)
          mark_byte (place, e * detail->element + i, bits[i], origins[place->lane]);
        else if (*place->bits != NULL)
          set_range (*place->bits, place->offset + e * detail->element + i, 1, FALSE);
    }
}

static gboolean
stores_undefined (const LoomSimVector *v,
                  const LoomSimOp     *op,
                  const LoomSimPiece  *piece)
{
  const LoomSimDetail *detail = op->detail;
  guint8 any = 0;

  for (guint e = 0; e < detail->n_elements && detail->carries; e++)
    {
      const guint width = detail->widths[e];
      const guint8 *bits = v->frame + detail->undefined[2 * e] + piece->lane * width;

      for (guint i = 0; i < piece->n_lanes * width; i++)
        any |= bits[i];
    }
  return any != 0;
}

static void
access_piece (Uninitialised      *self,
              LoomSimVector      *v,
              const LoomSimOp    *op,
              const LoomSimPiece *piece)
{
  const guint size = op->detail->size, kind = op->detail->kind;
  const guint64 n = (guint64) size * (piece->spread ? piece->n_lanes : 1u);
  Place place;
  gboolean reads, stores;

  find_place (self, v, piece, &place);
  stores = kind == LOOM_SIM_ACCESS_STORE && v->has_undefined && stores_undefined (v, op, piece);
  reads = kind != LOOM_SIM_ACCESS_STORE && *place.bits != NULL &&
          has_undefined (*place.bits, piece->offset, n);
  for (guint i = 0; i < piece->n_lanes && reads; i++, place.lane++)
    {
      place.offset = loom_sim_piece_get_offset (piece, place.lane, size);
      if (kind == LOOM_SIM_ACCESS_LOAD)
        load_lane (self, v, op, piece->slot, &place);
      else
        change_lane (self, v, op, piece->slot, &place);
    }
  if (kind != LOOM_SIM_ACCESS_LOAD && *place.bits != NULL)
    set_range (*place.bits, piece->offset, n, FALSE);
  for (guint i = 0; i < piece->n_lanes && stores; i++, place.lane++)
    {
      place.offset = loom_sim_piece_get_offset (piece, place.lane, size);
      store_lane (v, op, &place);
    }
}

static void
access_memory (LoomSimWatcher     *watcher,
               LoomSimVector      *v,
               const LoomSimOp    *op,
               const LoomSimPiece *pieces,
               guint               n_pieces)
{
  for (guint i = 0; i < n_pieces; i++)
    access_piece ((Uninitialised *) watcher, v, op, &pieces[i]);
}

static void
access_passed (LoomSimWatcher  *watcher,
               LoomSimVector   *v,
               const LoomSimOp *op,
               guint64          offset)
{
  const Memory *memory = v->block->watched[watcher->index];
  const guint size = op->detail->size;
  const gboolean stores = op->detail->kind == LOOM_SIM_ACCESS_STORE;

  for (guint w = 0; w < v->n_warps; w++)
    for (guint32 left = v->bits[w]; left != 0; left &= left - 1)
      {
        const guint lane = w * LOOM_SIM_WARP + (guint) __builtin_ctz (left);
        guint8 *bits = get_local_bits (memory, v->first + lane);
        const LoomSimPiece piece = {
          .slot = LOOM_SIM_LOCAL_SLOT, .offset = offset, .lane = (guint16) lane, .n_lanes = 1,
        };

        if (stores ? v->has_undefined : has_undefined (bits, offset, size))
          access_piece ((Uninitialised *) watcher, v, op, &piece);
        else if (stores)
          set_range (bits, offset, size, FALSE);
      }
}

static void
use (LoomSimWatcher  *watcher,
     LoomSimVector   *v,
     const LoomSimOp *op)
{
  const gsize width = (gsize) op->immediate.size;
  const guint32 *origins = (const guint32 *) (gpointer) (v->frame + op->b);

  for (guint w = 0; w < v->n_warps; w++)
    for (guint32 left = v->bits[w]; left != 0; left &= left - 1)
      {
        const guint lane = w * LOOM_SIM_WARP + (guint) __builtin_ctz (left);
        guint8 any = 0;

        for (guint i = 0; i < width; i++)
          any |= v->frame[op->a + lane * width + i];
        if (any != 0)
          report_use ((Uninitialised *)watcher, origins[lane], v->block->index, op,
                      v->first + lane, 0);
      }
}

static void
absent_source (LoomSimWatcher  *watcher,
               LoomSimVector   *v,
               const LoomSimOp *op,
               guint            lane,
               guint            source,
               guint32         *origin)
{
  *origin = add_origin ((Uninitialised *) watcher, &(Origin) {
    .op = op,
    .block = v->block->index,
    .thread = v->first + lane,
    .cause = LOOM_SIM_CAUSE_ABSENT_LANE,
    .other_thread = source,
  });
}

static void
read_unset (LoomSimWatcher  *watcher,
            LoomSimVector   *v,
            const LoomSimOp *op,
            guint            lane,
            guint32         *origin)
{
  *origin = add_origin ((Uninitialised *) watcher, &(Origin) {
    .op = op,
    .block = v->block->index,
    .thread = v->first + lane,
    .cause = LOOM_SIM_CAUSE_UNSET,
  });
}

/* Bytes of a thread's local memory are what others of it are. */
static void
copy_local (const Memory *memory,
            guint         thread,
            guint64       local_size,
            guint32       from,
            guint32       to,
            guint32       n)
{
  guint8 *bits = get_local_bits (memory, thread);
  Carried *carried = &memory->local[thread];
  Place place = { .bits = &bits, .carried = carried, .size = local_size, .offset = to };

  if (!has_undefined (bits, from, n))
    {
      set_range (bits, to, n, FALSE);
      return;
    }
  for (guint32 i = 0; i < n; i++)
    if (!is_undefined (bits, from + i))
      set_range (bits, to + i, 1, FALSE);
    else if (carried->origins != NULL)
      mark_byte (&place, i, carried->bits[from + i], carried->origins[from + i]);
    else
      set_range (bits, to + i, 1, TRUE);
}

/* The run time uses its arguments, and what it returns is defined. */
static void
pass_to_runtime (Uninitialised       *self,
                 const LoomSimVector *v,
                 const LoomSimOp     *op,
                 guint                lane)
{
  const LoomSimDetail *detail = op->detail;
  const guint thread = v->first + lane;
  Memory *memory = v->block->watched[self->watcher.index];

  for (guint i = 0; i < detail->n_arguments; i++)
    self->watcher.class->look (&self->watcher, v, op, lane,
                                 LOOM_SIM_LOCAL_WINDOW + v->local_frame + detail->arguments[i].from,
                                 detail->arguments[i].size);
  for (guint i = 0; i < detail->n_returns; i++)
    set_range (get_local_bits (memory, thread), v->local_frame + detail->returns[i].to,
               detail->returns[i].size, FALSE);
}

static void
pass_lane (Uninitialised       *self,
           const LoomSimVector *v,
           const LoomSimOp     *op,
           LoomSimPassed        how,
           guint                lane)
{
  const LoomSimDetail *detail = op->detail;
  const Memory *memory = v->block->watched[self->watcher.index];
  const guint32 callee = loom_sim_vector_get_local_frame (v, v->depth + 1);

  if (how == LOOM_SIM_PASSED_TO_RUNTIME)
    {
      pass_to_runtime (self, v, op, lane);
      return;
    }
  for (guint i = 0; i < detail->n_arguments && how == LOOM_SIM_PASSED_TO; i++)
    copy_local (memory, v->first + lane, v->local_size, v->local_frame + detail->arguments[i].from,
                callee + detail->arguments[i].to, detail->arguments[i].size);
  for (guint i = 0; i < detail->n_returns && how == LOOM_SIM_PASSED_BACK; i++)
    copy_local (memory, v->first + lane, v->local_size, callee + detail->returns[i].from,
                v->local_frame + detail->returns[i].to, detail->returns[i].size);
}

static void
pass (LoomSimWatcher  *watcher,
      LoomSimVector   *v,
      const LoomSimOp *op,
      LoomSimPassed    how)
{
  const guint32 callee = loom_sim_vector_get_local_frame (v, v->depth + 1);

  /* A call that the stack has no room for is a trap. */
  if (how == LOOM_SIM_PASSED_TO && callee + v->block->launch->program->call_local > v->local_size)
    return;
  for (guint w = 0; w < v->n_warps; w++)
    for (guint32 left = v->bits[w]; left != 0; left &= left - 1)
      pass_lane ((Uninitialised *) watcher, v, op, how,
                 w * LOOM_SIM_WARP + (guint) __builtin_ctz (left));
}

static void
look (LoomSimWatcher      *watcher,
      const LoomSimVector *v,
      const LoomSimOp     *op,
      guint                lane,
      guint64              address,
      guint                size)
{
  Uninitialised *self = (Uninitialised *) watcher;
  const guint64 slot = address >> LOOM_SIM_SLOT_BITS;
  const LoomSimPiece piece = {
    .slot = (guint32) slot,
    .offset = slot <= LOOM_SIM_LOCAL_SLOT ? address & (LOOM_SIM_SHARED_WINDOW - 1)
                                          : address - LOOM_SIM_SLOT_ADDRESS (slot),
    .lane = (guint16) lane,
    .n_lanes = 1,
  };
  Place place;

  find_place (self, v, &piece, &place);
  for (guint64 at = place.offset; at < place.offset + size && *place.bits != NULL; at++)
    if (is_undefined (*place.bits, at) && place.carried->origins != NULL &&
        place.carried->origins[at] != 0)
      report_use (self, place.carried->origins[at], v->block->index, op, v->first + lane, 0);
}

static void
block_begin (LoomSimWatcher  *watcher,
             LoomSimBlock    *block)
{
  const LoomSimLaunchState *launch = block->launch;
  Memory *memory = block->watched[watcher->index];

  if (memory == NULL)
    {
      memory = block->watched[watcher->index] = g_malloc0 (
          sizeof (Memory) + count_bytes (launch->shared_size) +
          launch->block_threads * count_bytes (launch->local_size));
      memory->shared_size = count_bytes (launch->shared_size);
      memory->local_size = count_bytes (launch->local_size);
      memory->n_threads = launch->block_threads;
      memory->local = g_new0 (Carried, launch->block_threads);
    }
  clear_carried (&memory->shared);
  for (guint i = 0; i < memory->n_threads; i++)
    clear_carried (&memory->local[i]);
  memset (memory->bits, 0xff, memory->shared_size);
  memset (memory->bits + memory->shared_size, 0, memory->n_threads * memory->local_size);
}

static void
block_free (LoomSimWatcher  *watcher,
            LoomSimBlock    *block)
{
  Memory *memory = g_steal_pointer (&block->watched[watcher->index]);

  if (memory == NULL)
    return;
  clear_carried (&memory->shared);
  for (guint i = 0; i < memory->n_threads; i++)
    clear_carried (&memory->local[i]);
  g_free (memory->local);
  g_free (memory);
}

static void
enter_local (LoomSimWatcher  *watcher,
             LoomSimVector   *v,
             guint32          offset,
             guint32          size)
{
  const Memory *memory = v->block->watched[watcher->index];

  for (guint w = 0; w < v->n_warps; w++)
    for (guint32 left = v->bits[w]; left != 0; left &= left - 1)
      {
        const guint thread = v->first + w * LOOM_SIM_WARP + (guint) __builtin_ctz (left);
        const Carried *carried = &memory->local[thread];

        set_range (get_local_bits (memory, thread), offset, size, TRUE);
        if (carried->origins != NULL)
          memset (carried->origins + offset, 0, size * sizeof *carried->origins);
      }
}

static void
heap_taken (LoomSimWatcher  *watcher,
            guint            slot)
{
  LoomSimSlot *taken = ((Uninitialised *) watcher)->slots + slot;

  taken->undefined = g_malloc (count_bytes (taken->size));
  memset (taken->undefined, 0xff, count_bytes (taken->size));
}

/* The origin of some undefined bytes, 0 if one of them is defined or nobody stored there. */
static guint32
find_kept (const Uninitialised *self,
           guint                slot,
           guint64              from,
           guint64              n)
{
  const guint8 *bits = self->slots[slot].undefined;
  guint32 origin = 0;

  for (guint64 at = from + n; at-- > from; )
    {
      if (!is_undefined (bits, at))
        return 0;
      if (self->carried[slot].origins[at] != 0)
        origin = self->carried[slot].origins[at];
    }
  return origin;
}

/* Cells that an earlier launch left with undefined bits, and this one wrote. */
static void
unmark_written (const LoomSimSlot *slot)
{
  guint8 *plane = slot->planes.uninitialised;

  for (guint64 cell = 0; plane != NULL && cell < slot->size / slot->cell_size; cell++)
    if ((plane[cell] & LOOM_UNINITIALISED_LEFT) != 0 &&
        (slot->undefined == NULL ||
         !has_undefined (slot->undefined, cell * slot->cell_size, slot->cell_size)))
      plane[cell] &= (guint8) ~LOOM_UNINITIALISED_LEFT;
}

/* Undefined bytes that a launch leaves in arrays are reported, but where they may be
 * the padding of a structure. */
static void
end (LoomSimWatcher *watcher)
{
  Uninitialised *self = (Uninitialised *) watcher;

  for (guint i = LOOM_SIM_FIRST_SLOT; i < self->n_slots; i++)
    {
      const LoomSimSlot *slot = &self->slots[i];
      const guint64 n = MAX (slot->no_padding, 1);

      unmark_written (slot);
      if (self->carried[i].origins == NULL || slot->is_heap)
        continue;
      for (guint64 from = 0; from < slot->size; from += n)
        {
          const guint32 origin = find_kept (self, i, from, MIN (n, slot->size - from));

          if (origin == 0)
            continue;
          report_use (self, origin, 0, NULL, 0, i);
          loom_sim_slot_mark (slot, slot->planes.uninitialised, from, n, LOOM_UNINITIALISED_LEFT);
        }
    }
}

static void
uninitialised_free (LoomSimWatcher *watcher)
{
  Uninitialised *self = (Uninitialised *) watcher;

  for (guint i = 0; i < self->n_slots; i++)
    clear_carried (&self->carried[i]);
  g_free (self->carried);
  g_hash_table_unref (self->numbers);
  g_ptr_array_unref (self->origins);
  g_free (self);
}

static const LoomSimWatcherClass uninitialised_class = {
  .spaces = G_MAXUINT,
  .registers = TRUE,
  .access = access_memory,
  .access_passed = access_passed,
  .block_begin = block_begin,
  .block_free = block_free,
  .enter_local = enter_local,
  .absent_source = absent_source,
  .read_unset = read_unset,
  .use = use,
  .pass = pass,
  .look = look,
  .heap_taken = heap_taken,
  .free = uninitialised_free,
  .end = end,
};

LoomSimWatcher *
loom_sim_uninitialised_new (const LoomSimLaunchState *launch,
                            LoomSimSlot              *slots)
{
  Uninitialised *self = g_new0 (Uninitialised, 1);

  self->slots = slots;
  self->n_slots = launch->n_slots;
  self->carried = g_new0 (Carried, launch->n_slots);
  self->origins = g_ptr_array_new_with_free_func (g_free);
  self->numbers = g_hash_table_new (hash_origin, equal_origins);
  self->watcher.class = &uninitialised_class;
  return &self->watcher;
}
