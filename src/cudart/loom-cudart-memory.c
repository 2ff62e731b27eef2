/* loom-cudart-memory.c: what a program allocated, where kernels find it, and where its bytes lie
 *
 * Each allocation has a slot of the simulator's address space, so that whatever a kernel does
 * behind its end is seen. Memory of the device has slots above those that a process can map: a
 * program that reads it on the host crashes, as it does beside a GPU, but for one whose libraries
 * work on that memory on the host: gridloom_share_memory(). Managed and pinned memory is
 * mapped where its slot lies, so that host and kernels have one address for it; there are a few
 * dozen of those slots, and once all are taken allocations share the last one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cudart-private.h"

#include <string.h>
#include <sys/mman.h>

/* Slots that a process can map: below 2^47, above what the simulator keeps for itself, and neither
 * where Linux loads programs (0x55…, 0x56…) nor where it maps libraries and stacks (0x7f…). */
#define FIRST_MAPPED 16
#define LAST_MAPPED 83
#define POOL_SLOT 84
#define FIRST_SLOT 128          /* behind all that can be mapped */

#define POOL_SIZE ((gsize) 1 << 30)
#define ALIGNMENT 256           /* of each allocation, as cudaMalloc() gives it */

/* Slots of memory that was freed stay empty until so many are: a pointer that is used too late
 * should not find another array. */
#define FREED_SLOTS 64

static GPtrArray *by_slot;      /* (element-type LoomCudartMemory): NULL where a slot is empty */
static GArray *pooled;          /* (element-type LoomCudartMemory *) by their addresses */
static GArray *changes;         /* (element-type guint) slots, in the order of their changes */
static GQueue freed = G_QUEUE_INIT;     /* of slots */
static guint8 *pool;
static gsize pool_used;
static guint next_slot = FIRST_SLOT, allocations;
static gboolean is_shared;      /* the host may touch memory of the device */

static void
set_slot (guint             slot,
          LoomCudartMemory *memory)
{
  if (by_slot == NULL)
    {
      by_slot = g_ptr_array_new ();
      changes = g_array_new (FALSE, FALSE, sizeof (guint));
      pooled = g_array_new (FALSE, FALSE, sizeof (LoomCudartMemory *));
    }
  if (slot >= by_slot->len)
    g_ptr_array_set_size (by_slot, (gint) slot + 1);
  by_slot->pdata[slot] = memory;
  g_array_append_val (changes, slot);
}

static gpointer
map (guint slot,
     gsize size)
{
  gpointer address = (gpointer) (guintptr) loom_sim_address_of_slot (slot);
  gpointer mapped = mmap (address, size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

  if (mapped != address && mapped != MAP_FAILED)
    munmap (mapped, size);
  return mapped == address ? mapped : NULL;
}

static gsize
round_up (gsize size,
          gsize to)
{
  return (size + to - 1) / to * to;
}

static gint
compare_addresses (gconstpointer a,
                   gconstpointer b)
{
  const LoomCudartMemory *x = *(LoomCudartMemory * const *) a;
  const LoomCudartMemory *y = *(LoomCudartMemory * const *) b;

  return x->address < y->address ? -1 : x->address > y->address;
}

/* A piece of the slot that allocations share; pieces are never used again. */
static gboolean
take_from_pool (LoomCudartMemory *memory)
{
  const gsize size = round_up (MAX (memory->size, 1), ALIGNMENT);

  if (pool == NULL)
    {
      pool = map (POOL_SLOT, POOL_SIZE);
      if (pool == NULL)
        return FALSE;
      set_slot (POOL_SLOT, g_memdup2 (&(LoomCudartMemory) {
        .place = LOOM_CUDART_MANAGED, .address = loom_sim_address_of_slot (POOL_SLOT),
        .bytes = pool, .size = POOL_SIZE }, sizeof (LoomCudartMemory)));
    }
  if (size > POOL_SIZE - pool_used)
    return FALSE;

  memory->pooled = TRUE;
  memory->bytes = pool + pool_used;
  memory->address = (guint64) (guintptr) memory->bytes;
  pool_used += size;
  g_array_append_val (pooled, memory);
  return TRUE;
}

/* One address for host and kernels. */
static gboolean
map_memory (LoomCudartMemory *memory)
{
  const gsize size = round_up (MAX (memory->size, 1), 4096);

  for (guint slot = FIRST_MAPPED; slot <= LAST_MAPPED; slot++)
    {
      if (by_slot != NULL && slot < by_slot->len && by_slot->pdata[slot] != NULL)
        continue;
      memory->bytes = map (slot, size);
      if (memory->bytes == NULL)
        continue;
      memory->address = (guint64) (guintptr) memory->bytes;
      set_slot (slot, memory);
      return TRUE;
    }
  return take_from_pool (memory);
}

void
gridloom_share_memory (void)
{
  is_shared = TRUE;
}

/**
 * _loom_cudart_memory_new:
 * @bytes: (nullable): where the contents lie, of memory that the program or a module has
 *
 * Makes an allocation of zeros.
 *
 * Returns: (nullable) (transfer none): the allocation; %NULL where there is no more memory
 */
LoomCudartMemory *
_loom_cudart_memory_new (LoomCudartPlace  place,
                         gsize            size,
                         guint8          *bytes)
{
  const gboolean is_mapped = place == LOOM_CUDART_MANAGED || place == LOOM_CUDART_PINNED ||
                             (place == LOOM_CUDART_DEVICE && bytes == NULL && is_shared);
  g_autofree LoomCudartMemory *memory = g_new0 (LoomCudartMemory, 1);
  guint slot;

  memory->place = place;
  memory->size = size;
  memory->bytes = bytes;
  memory->device = _loom_cudart_get_device ();
  if (is_mapped && !map_memory (memory))
    return NULL;
  if (!is_mapped)
    {
      if (bytes == NULL)
        memory->bytes = calloc (MAX (size, 1), 1);
      if (memory->bytes == NULL)
        return NULL;
      slot = g_queue_get_length (&freed) >= FREED_SLOTS
             ? GPOINTER_TO_UINT (g_queue_pop_head (&freed)) : next_slot++;
      memory->address = loom_sim_address_of_slot (slot);
      set_slot (slot, memory);
    }

  memory->number = ++allocations;
  return g_steal_pointer (&memory);
}

/* The memory of a module's variable, which has its address already. */
LoomCudartMemory *
_loom_cudart_memory_new_variable (guint64  address,
                                  gsize    size,
                                  guint8  *bytes)
{
  LoomCudartMemory *memory = g_new0 (LoomCudartMemory, 1);

  memory->place = LOOM_CUDART_VARIABLE;
  memory->address = address;
  memory->size = size;
  memory->bytes = bytes;
  memory->number = ++allocations;
  set_slot (loom_sim_slot_of_address (address), memory);
  return memory;
}

/* Frees an allocation that begins at an address and is of that place. */
cudaError_t
_loom_cudart_memory_free (guint64         address,
                          LoomCudartPlace place)
{
  LoomCudartMemory *memory = _loom_cudart_memory_find (address);
  const guint slot = loom_sim_slot_of_address (address);

  if (memory == NULL || memory->address != address || memory->place != place)
    return cudaErrorInvalidValue;

  if (memory->pooled)
    {
      guint index;

      if (g_array_binary_search (pooled, &memory, compare_addresses, &index))
        g_array_remove_index (pooled, index);
    }
  else
    {
      set_slot (slot, NULL);
      if (slot < FIRST_SLOT)
        munmap (memory->bytes, round_up (MAX (memory->size, 1), 4096));
      else
        g_queue_push_tail (&freed, GUINT_TO_POINTER (slot));
    }
  if (place == LOOM_CUDART_DEVICE && slot >= FIRST_SLOT)
    free (memory->bytes);
  g_free (memory);
  return cudaSuccess;
}

/* Whether the host may read and write it at the address that kernels have. */
gboolean
_loom_cudart_memory_is_mapped (const LoomCudartMemory *self)
{
  return loom_sim_slot_of_address (self->address) < FIRST_SLOT;
}

/**
 * _loom_cudart_memory_find:
 * @address: as kernels have it
 *
 * Returns: (nullable) (transfer none): the allocation that an address lies in or just behind
 */
LoomCudartMemory *
_loom_cudart_memory_find (guint64 address)
{
  const guint64 slot = loom_sim_slot_of_address (address);
  LoomCudartMemory *memory = by_slot != NULL && slot < by_slot->len ? by_slot->pdata[slot] : NULL;

  if (slot == POOL_SLOT && memory != NULL)
    {
      guint low = 0, high = pooled->len;

      while (high - low > 1)
        {
          const guint middle = low + (high - low) / 2;

          if (g_array_index (pooled, LoomCudartMemory *, middle)->address <= address)
            low = middle;
          else
            high = middle;
        }
      memory = pooled->len > 0 ? g_array_index (pooled, LoomCudartMemory *, low) : NULL;
    }
  return memory != NULL && address >= memory->address && address - memory->address <= memory->size
         ? memory : NULL;
}

/* The allocation whose bytes are memory of the host that the program registered. */
LoomCudartMemory *
_loom_cudart_memory_find_host (const void *bytes)
{
  for (guint slot = FIRST_SLOT; by_slot != NULL && slot < by_slot->len; slot++)
    {
      LoomCudartMemory *memory = by_slot->pdata[slot];

      if (memory != NULL && memory->place == LOOM_CUDART_REGISTERED &&
          (const guint8 *) bytes >= memory->bytes &&
          (const guint8 *) bytes < memory->bytes + memory->size)
        return memory;
    }
  return NULL;
}

/* The allocation whose bytes an object shows; any other is its own. */
static LoomCudartMemory *
find_owner (LoomCudartMemory *memory)
{
  for (guint slot = 0; memory->has_texture && slot < by_slot->len; slot++)
    {
      LoomCudartMemory *other = by_slot->pdata[slot];

      if (other != NULL && !other->has_texture && memory->bytes >= other->bytes &&
          memory->bytes < other->bytes + other->size)
        return other;
    }
  return memory;
}

/* Whether nothing is known to have written memory that only calls and kernels can write. A kernel
 * may have come to it by pointers that lie in memory themselves, and then it is rarely all zeros
 * still. */
gboolean
_loom_cudart_memory_is_undefined (LoomCudartMemory *self)
{
  const LoomCudartMemory *owner = find_owner (self);

  return owner->place == LOOM_CUDART_DEVICE && !owner->is_written &&
         !_loom_cudart_memory_is_mapped (owner) && self->size > 0 && self->bytes[0] == 0 &&
         memcmp (self->bytes, self->bytes + 1, self->size - 1) == 0;
}

void
_loom_cudart_memory_set_written (guint64 address)
{
  LoomCudartMemory *memory = _loom_cudart_memory_find (address);

  if (memory != NULL)
    find_owner (memory)->is_written = TRUE;
}

/**
 * _loom_cudart_memory_resolve:
 * @address: of a kernel's memory, or the host's own
 * @size: bytes that are to be read or written there
 * @bytes: (out): where they lie
 *
 * Returns: cudaErrorInvalidValue where an allocation does not have so many from there
 */
cudaError_t
_loom_cudart_memory_resolve (const void  *address,
                             gsize        size,
                             guint8     **bytes)
{
  const guint64 number = (guint64) (guintptr) address;
  const LoomCudartMemory *memory = _loom_cudart_memory_find (number);

  if (memory == NULL && loom_sim_slot_of_address (number) >= FIRST_SLOT)
    return cudaErrorInvalidValue;
  if (memory == NULL)
    {
      *bytes = (guint8 *) address;
      return address != NULL || size == 0 ? cudaSuccess : cudaErrorInvalidValue;
    }

  *bytes = memory->bytes + (number - memory->address);
  return size <= memory->size - (number - memory->address) ? cudaSuccess : cudaErrorInvalidValue;
}

/* Slots that nothing else will have, for the variables of a module. Returns the first. */
guint
_loom_cudart_memory_take_slots (guint n)
{
  const guint first = next_slot;

  next_slot += n;
  return first;
}

/* A module has slots up to this one, which its kernels' heap may have taken. */
void
_loom_cudart_memory_keep_above (guint slot)
{
  next_slot = MAX (next_slot, slot);
}

void
_loom_cudart_memory_set_texture (LoomCudartMemory  *self,
                                 const LoomTexture *texture,
                                 const LoomType    *type,
                                 const LoomShape   *shape)
{
  self->has_texture = TRUE;
  self->texture = *texture;
  self->type = *type;
  self->shape = *shape;
  set_slot (loom_sim_slot_of_address (self->address), self);
}

/**
 * _loom_cudart_memory_tell:
 * @sim: a module
 * @known: (inout): how many changes it has been told of
 *
 * Tells a module of all that was allocated and freed since it was told last.
 */
void
_loom_cudart_memory_tell (LoomSim *sim,
                          guint   *known)
{
  for (; changes != NULL && *known < changes->len; (*known)++)
    {
      const guint slot = g_array_index (changes, guint, *known);
      const LoomCudartMemory *memory = by_slot->pdata[slot];

      /* A module has its own variables already. */
      if (memory != NULL && memory->place == LOOM_CUDART_VARIABLE &&
          loom_sim_has_variable (sim, memory->address))
        continue;
      loom_sim_place_array (sim, loom_sim_address_of_slot (slot), "allocation",
                            memory != NULL ? memory->bytes : NULL,
                            memory != NULL ? memory->size : 0, 1);
      if (memory != NULL && memory->has_texture)
        loom_sim_set_texture (sim, memory->address, &memory->texture, &memory->type,
                              &memory->shape);
    }
}
