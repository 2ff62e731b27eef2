/* loom-sim-runtime.c: what the device's malloc(), free() and assert() do, for one thread
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-runtime-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_STRING 65536u       /* bytes of a string that the device's code hands over */

/* Bytes at a generic address, at most `most`; how many there are in *length. */
const guint8 *
loom_sim_find_bytes (const LoomSimVector *v,
                     guint                n,
                     guint64              address,
                     gsize                most,
                     gsize               *length)
{
  const guint64 slot = address >> LOOM_SIM_SLOT_BITS;
  guint64 offset = address - LOOM_SIM_SLOT_ADDRESS (slot), size = 0;
  const guint8 *bytes = NULL;

  if (slot == LOOM_SIM_LOCAL_SLOT)
    {
      offset = address - LOOM_SIM_LOCAL_WINDOW;
      bytes = v->local + (gsize) n * v->local_size;
      size = v->local_size;
    }
  else if (slot == LOOM_SIM_SHARED_SLOT)
    {
      offset = address - LOOM_SIM_SHARED_WINDOW;
      bytes = v->shared;
      size = v->shared_size;
    }
  else if (slot < v->n_slots)
    {
      bytes = v->slots[slot].bytes;
      size = v->slots[slot].size;
    }
  if (bytes == NULL || offset >= size)
    return NULL;
  *length = MIN (most, size - offset);
  return bytes + offset;
}

char *
loom_sim_dup_string (const LoomSimVector *v,
                     guint                n,
                     guint64              address)
{
  gsize length;
  const guint8 *bytes = loom_sim_find_bytes (v, n, address, MAX_STRING, &length);

  return bytes != NULL ? g_strndup ((const char *) bytes, length) : NULL;
}

guint64
loom_sim_get_argument (const LoomSimVector *v,
                       const LoomSimOp     *op,
                       guint                n,
                       guint                i)
{
  guint64 value = 0;

  if (i < op->detail->n_arguments)
    memcpy (&value,
            v->local + (gsize) n * v->local_size + v->local_frame + op->detail->arguments[i].from,
            MIN (op->detail->arguments[i].size, sizeof value));
  return value;
}

/* __assertfail (message, file, line, function, size of a character) */
guint32
loom_sim_fail_assertion (LoomSimVector   *v,
                         const LoomSimOp *op,
                         guint            n)
{
  g_autofree char *message = loom_sim_dup_string (v, n, loom_sim_get_argument (v, op, n, 0));
  g_autofree char *function = loom_sim_dup_string (v, n, loom_sim_get_argument (v, op, n, 3));

  loom_sim_trap (v, op, LOOM_ERROR_ASSERT, n);
  if (v->block->trap.text == NULL)
    /* Translators: 1 an expression in C, 2 a function's name */
    v->block->trap.text = g_strdup_printf (_("“%1$s” in %2$s"), message != NULL ? message : "?",
                                           function != NULL ? function : "?");
  return 0;
}

/* malloc(): a slot of its own for each block, which free() never gives to another. Only one worker
 * runs such kernels. */
guint64
loom_sim_heap_take (LoomSimVector   *v,
                    const LoomSimOp *op,
                    guint            n)
{
  LoomSimHeap *heap = v->block->launch->heap;
  const guint64 size = loom_sim_get_argument (v, op, n, 0);
  LoomSimSlot *slot;

  if (size == 0 || size > LOOM_SIM_HEAP_SIZE - heap->taken || heap->next >= v->n_slots)
    return 0;
  slot = heap->slots + heap->next;
  slot->bytes = g_malloc0 (size);
  slot->size = size;
  slot->is_owned = TRUE;
  slot->is_heap = TRUE;
  heap->taken += size;
  LOOM_SIM_TELL (v->block, heap_taken, heap->next);
  return LOOM_SIM_SLOT_ADDRESS (heap->next++);
}

guint32
loom_sim_heap_give_back (LoomSimVector   *v,
                         const LoomSimOp *op,
                         guint            n)
{
  LoomSimHeap *heap = v->block->launch->heap;
  const guint64 address = loom_sim_get_argument (v, op, n, 0);
  const guint64 slot = address >> LOOM_SIM_SLOT_BITS;

  if (address == 0)
    return 0;
  if (slot >= heap->next || !heap->slots[slot].is_heap || heap->slots[slot].bytes == NULL ||
      address != LOOM_SIM_SLOT_ADDRESS (slot))
    {
      loom_sim_trap (v, op, LOOM_ERROR_HEAP, n);
      v->block->trap.address = address;
      return 0;
    }
  heap->taken -= heap->slots[slot].size;
  g_clear_pointer (&heap->slots[slot].bytes, g_free);
  g_clear_pointer (&heap->slots[slot].undefined, g_free);
  return 0;
}
