/* loom-sim-uninitialised.c: loads of bytes that nothing has written, and of registers that nobody gave
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-watch-private.h"

#include <string.h>

/* A bit for each byte, 1 if it has no contents: of shared memory from a block's beginning, of local
 * memory from that of the function whose variable it is, of what malloc() gives, and of arrays that
 * begin with nothing. */

typedef struct
{
  LoomSimWatcher  watcher;
  LoomSimSlot    *slots;
} Uninitialised;

/* Of one block. */
typedef struct
{
  gsize  shared_size, local_size;       /* of local: for one thread */
  guint8 bits[];                        /* of shared memory, then of each thread's local memory */
} Memory;

static gsize
count_bytes (guint64 bits)
{
  return (gsize) (bits + 7) / 8;
}

gsize
loom_sim_uninitialised_get_size (const LoomSimLaunchState *launch)
{
  return sizeof (Memory) + count_bytes (launch->shared_size) +
         launch->block_threads * count_bytes (launch->local_size);
}

static void
set_range (guint8   *bits,
           guint64   from,
           guint64   n,
           gboolean  undefined)
{
  if (n <= 8 && from % 8 + n <= 8)
    {
      const guint8 mask = (guint8) (((1u << n) - 1) << from % 8);

      bits[from / 8] = (guint8) (undefined ? bits[from / 8] | mask : bits[from / 8] & ~mask);
      return;
    }
  for (; n > 0 && from % 8 != 0; from++, n--)
    bits[from / 8] = (guint8) ((bits[from / 8] & ~(1u << from % 8)) |
                               (undefined ? 1u << from % 8 : 0));
  memset (bits + from / 8, undefined ? 0xff : 0, n / 8);
  for (from += n / 8 * 8, n %= 8; n > 0; from++, n--)
    bits[from / 8] = (guint8) ((bits[from / 8] & ~(1u << from % 8)) |
                               (undefined ? 1u << from % 8 : 0));
}

static gboolean
has_undefined (const guint8 *bits,
               guint64       from,
               guint64       n)
{
  guint8 any = 0;

  if (n <= 8 && from % 8 + n <= 8)
    return (bits[from / 8] >> from % 8 & ((1u << n) - 1)) != 0;
  any |= (guint8) (bits[from / 8] >> from % 8);
  for (guint64 i = from / 8 + 1; i < (from + n) / 8; i++)
    any |= bits[i];
  if ((from + n) % 8 != 0)
    any |= (guint8) (bits[(from + n) / 8] & ((1u << (from + n) % 8) - 1));
  return any != 0;
}

/* Whether an access of one lane asks for a byte without contents. */
static gboolean
asks_for_undefined (const LoomSimOp *op,
                    const guint8    *bits,
                    guint64          from)
{
  gboolean found = FALSE;

  if (op->source->used_bytes == 0)
    return has_undefined (bits, from, op->detail->size);
  for (guint i = 0; i < op->detail->size; i++)
    found |= loom_sim_op_uses (op, i, 1) && has_undefined (bits, from + i, 1);
  return found;
}

/* The bits of the object that a piece lies in, NULL if all of it has contents. */
static guint8 *
find_bits (const Uninitialised *self,
           const LoomSimVector *v,
           const LoomSimPiece  *piece)
{
  Memory *memory = v->block->watched[self->watcher.observer.index];

  if (piece->slot == LOOM_SIM_SHARED_SLOT)
    return memory->bits;
  if (piece->slot == LOOM_SIM_LOCAL_SLOT)
    return memory->bits + memory->shared_size + (v->first + piece->lane) * memory->local_size;
  return self->slots[piece->slot].undefined;
}

static guint64
get_address (const LoomSimPiece *piece,
             guint64             offset)
{
  if (piece->slot == LOOM_SIM_SHARED_SLOT)
    return LOOM_SIM_SHARED_WINDOW + offset;
  if (piece->slot == LOOM_SIM_LOCAL_SLOT)
    return LOOM_SIM_LOCAL_WINDOW + offset;
  return LOOM_SIM_SLOT_ADDRESS (piece->slot) + offset;
}

static void
warn (Uninitialised      *self,
      LoomSimVector      *v,
      const LoomSimOp    *op,
      const LoomSimPiece *piece,
      const guint8       *bits)
{
  const guint size = op->detail->size;
  LoomSimSighting sighting = {
    .trap = { .code = LOOM_ERROR_UNINITIALISED,
              .op = op,
              .size = size,
              .space = LOOM_PTX_SPACE_GENERIC },
    .block = v->block->index,
    .count = 1,
  };

  for (guint i = 0; i < piece->n_lanes; i++)
    {
      const guint64 offset = piece->offset + (piece->spread ? i * size : 0);

      if (!asks_for_undefined (op, bits, offset))
        continue;
      sighting.trap.thread = v->first + piece->lane + i;
      sighting.trap.address = get_address (piece, offset);
      loom_sim_findings_add (&self->watcher.findings, &sighting);
    }
}

static void
access_memory (LoomSimObserver    *observer,
               LoomSimVector      *v,
               const LoomSimOp    *op,
               const LoomSimPiece *pieces,
               guint               n_pieces)
{
  Uninitialised *self = (Uninitialised *) observer;

  for (guint i = 0; i < n_pieces; i++)
    {
      const LoomSimPiece *piece = &pieces[i];
      const guint64 n = (guint64) op->detail->size * (piece->spread ? piece->n_lanes : 1u);
      guint8 *bits = find_bits (self, v, piece);

      if (bits == NULL)
        continue;
      if (op->detail->kind != LOOM_SIM_ACCESS_STORE && has_undefined (bits, piece->offset, n))
        warn (self, v, op, piece, bits);
      if (op->detail->kind != LOOM_SIM_ACCESS_LOAD)
        set_range (bits, piece->offset, n, FALSE);
    }
}

static void
block_begin (LoomSimObserver *observer,
             LoomSimBlock    *block)
{
  const LoomSimLaunchState *launch = block->launch;
  Memory *memory = block->watched[observer->index];

  if (memory == NULL)
    {
      memory = block->watched[observer->index] = g_malloc (
          loom_sim_uninitialised_get_size (launch));
      memory->shared_size = count_bytes (launch->shared_size);
      memory->local_size = count_bytes (launch->local_size);
    }
  memset (memory->bits, 0xff, memory->shared_size);
  memset (memory->bits + memory->shared_size, 0, launch->block_threads * memory->local_size);
}

static void
block_free (LoomSimObserver *observer,
            LoomSimBlock    *block)
{
  g_clear_pointer (&block->watched[observer->index], g_free);
}

static void
enter_local (LoomSimObserver *observer,
             LoomSimVector   *v,
             guint32          offset,
             guint32          size)
{
  Memory *memory = v->block->watched[observer->index];

  for (guint w = 0; w < v->n_warps; w++)
    for (guint32 left = v->bits[w]; left != 0; left &= left - 1)
      {
        const guint thread = v->first + w * LOOM_SIM_WARP + (guint) __builtin_ctz (left);

        set_range (memory->bits + memory->shared_size + thread * memory->local_size, offset, size,
                   TRUE);
      }
}

static void
absent_source (LoomSimObserver *observer,
               LoomSimVector   *v,
               const LoomSimOp *op,
               guint            lane,
               guint            source)
{
  const LoomSimSighting sighting = {
    .trap = { .code = LOOM_ERROR_UNINITIALISED,
              .op = op,
              .thread = v->first + lane,
              .other_thread = source,
              .cause = LOOM_SIM_CAUSE_ABSENT_LANE },
    .block = v->block->index,
    .count = 1,
  };

  loom_sim_findings_add (&((Uninitialised *) observer)->watcher.findings, &sighting);
}

static void
heap_taken (LoomSimObserver *observer,
            guint            slot)
{
  LoomSimSlot *taken = ((Uninitialised *) observer)->slots + slot;

  taken->undefined = g_malloc (count_bytes (taken->size));
  memset (taken->undefined, 0xff, count_bytes (taken->size));
}

LoomSimWatcher *
loom_sim_uninitialised_new (const LoomSimLaunchState *launch,
                            LoomSimSlot              *slots)
{
  Uninitialised *self = g_new0 (Uninitialised, 1);

  self->slots = slots;
  self->watcher.free = (void (*) (LoomSimWatcher *)) g_free;
  self->watcher.observer = (LoomSimObserver) {
    .wants = 1u << LOOM_SIM_ACCESS_LOAD | 1u << LOOM_SIM_ACCESS_STORE |
             1u << LOOM_SIM_ACCESS_ATOMIC,
    .spaces = G_MAXUINT,
    .access = access_memory,
    .block_begin = block_begin,
    .block_free = block_free,
    .enter_local = enter_local,
    .absent_source = absent_source,
    .heap_taken = heap_taken,
  };
  return &self->watcher;
}
