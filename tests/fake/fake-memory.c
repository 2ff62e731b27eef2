/* fake-memory.c: memory of the fake CUDA runtime
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every allocation has a slot of the simulator's address space, far above the slots of a module's
 * own variables, so that an address means the same in every library. What was freed stays readable:
 * whoever still reads it shall not crash here.
 */

#include "config.h"

#include "fake-device.h"
#include "fake-slots.h"

typedef struct
{
  guint8  *bytes;
  gsize    size;
} Allocation;

static GArray *allocations;     /* (element-type Allocation) */
static GMutex mutex;

/* bytes: the caller's, or NULL */
gpointer
fake_memory_new (gsize    size,
                 gpointer bytes)
{
  Allocation allocation = { bytes != NULL ? bytes : g_malloc0 (size), size };
  guint index;

  g_mutex_lock (&mutex);
  if (allocations == NULL)
    allocations = g_array_new (FALSE, FALSE, sizeof (Allocation));
  index = allocations->len;
  g_array_append_val (allocations, allocation);
  g_mutex_unlock (&mutex);
  return (gpointer) (guintptr) LOOM_SIM_SLOT_ADDRESS (FAKE_FIRST_SLOT + index);
}

/* The bytes behind an address; those of a module's variables are their own. */
gpointer
fake_memory_find (gconstpointer address)
{
  const guint64 number = (guint64) (guintptr) address;
  const guint64 slot = number >> LOOM_SIM_SLOT_BITS;
  gpointer found = (gpointer) address;

  g_mutex_lock (&mutex);
  if (slot >= FAKE_FIRST_SLOT && allocations != NULL && slot - FAKE_FIRST_SLOT < allocations->len)
    found = g_array_index (allocations, Allocation, slot - FAKE_FIRST_SLOT).bytes
            + (number - LOOM_SIM_SLOT_ADDRESS (slot));
  g_mutex_unlock (&mutex);
  return found;
}

guint
fake_memory_count (void)
{
  guint n;

  g_mutex_lock (&mutex);
  n = allocations != NULL ? allocations->len : 0;
  g_mutex_unlock (&mutex);
  return n;
}

gpointer
fake_memory_get (guint  index,
                 gsize *size)
{
  Allocation allocation;

  g_mutex_lock (&mutex);
  allocation = g_array_index (allocations, Allocation, index);
  g_mutex_unlock (&mutex);
  *size = allocation.size;
  return allocation.bytes;
}
