/* loom-sim-access.c: from the lanes' virtual addresses to checked places in the host's memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-access-private.h"

#include "loom-sim-coverage-private.h"

typedef struct
{
  LoomSimVector   *v;
  LoomSimPlaces   *places;
  guint            size;
  const LoomSimOp *op;
  LoomSimRegion    region;
} Search;

void
loom_sim_find_region (const LoomSimVector *v,
                      const LoomSimOp     *op,
                      guint                n,
                      guint64              address,
                      LoomSimRegion       *region)
{
  const LoomPtxSpace space = (LoomPtxSpace) op->detail->space;
  const guint kind = op->detail->kind;
  const guint64 slot = space == LOOM_PTX_SPACE_SHARED  ? LOOM_SIM_SHARED_SLOT
                       : space == LOOM_PTX_SPACE_LOCAL ? LOOM_SIM_LOCAL_SLOT : address >> LOOM_SIM_SLOT_BITS;
  const gboolean windowed = space == LOOM_PTX_SPACE_GENERIC;
  const LoomSimSlot *object = &v->slots[slot];

  region->heard = FALSE;
  region->undoable = NULL;
  region->slot = (guint32) slot;
  if (slot == LOOM_SIM_SHARED_SLOT && (windowed || space == LOOM_PTX_SPACE_SHARED))
    {
      region->base = (windowed ? LOOM_SIM_SHARED_WINDOW : 0) + op->detail->from;
      region->size = (op->detail->end != 0 ? op->detail->end : v->shared_size) - op->detail->from;
      region->bytes = v->shared + op->detail->from;
      return;
    }
  if (slot == LOOM_SIM_LOCAL_SLOT && (windowed || space == LOOM_PTX_SPACE_LOCAL))
    {
      region->base = windowed ? LOOM_SIM_LOCAL_WINDOW : 0;
      region->size = v->local_size;
      region->bytes = v->local + (gsize) n * v->local_size;
      return;
    }
  region->base = LOOM_SIM_SLOT_ADDRESS (slot);
  if (slot >= v->n_slots || object->bytes == NULL || (kind != LOOM_SIM_ACCESS_LOAD && object->is_constant))
    {
      region->slot = 0;
      region->size = 0;
      region->bytes = NULL;
      return;
    }
  region->size = object->size;
  region->bytes = object->bytes;
  region->heard = v->observer != NULL && (object->hears >> kind & 1) != 0;
  if (region->heard && object->coverage != NULL && object->coverage->undoable != NULL)
    {
      region->undoable = object->coverage->undoable;
      region->page_bits = (guint) __builtin_ctz (LOOM_SIM_PAGE_UNITS * object->coverage->unit);
    }
}

static inline gboolean
region_has (const LoomSimRegion *self,
            guint64              address,
            guint64              length)
{
  return address - self->base < self->size && self->size - (address - self->base) >= length;
}

/* The host's address of `length` bytes at a virtual address, NULL if they are not all one object's; which one is in
 * self->region. */
static inline guint8 *
find_host (Search  *self,
           guint    n,
           guint64  address,
           guint64  length)
{
  if (G_UNLIKELY (!region_has (&self->region, address, length) || self->region.slot == LOOM_SIM_LOCAL_SLOT))
    {
      loom_sim_find_region (self->v, self->op, n, address, &self->region);
      if (!region_has (&self->region, address, length))
        return NULL;
    }
  return self->region.bytes + (address - self->region.base);
}

/* Shared and local memory have addresses of 32 bits, and what a wider register has above them is dropped: an index that
 * wraps round as an unsigned int, as in shared[~i], comes out where it was meant to. Rare, so it is tried last. */
static guint8 *
find_host_narrowed (Search  *self,
                    guint    n,
                    guint64 *address)
{
  const LoomPtxSpace space = (LoomPtxSpace) self->op->detail->space;
  const guint64 narrow = (guint32) *address;

  if ((space != LOOM_PTX_SPACE_SHARED && space != LOOM_PTX_SPACE_LOCAL) || narrow == *address)
    return NULL;
  *address = narrow;
  return find_host (self, n, narrow, self->size);
}

static void
place_lanes (Search        *self,
             guint          first,
             guint          lanes,
             const guint64 *addresses)
{
  LoomSimPlaces *places = self->places;
  guint placed = 0;

  for (; lanes != 0; lanes &= lanes - 1)
    {
      const guint i = (guint) __builtin_ctz (lanes), n = first + i;
      guint64 address = addresses[i];
      guint8 *host = NULL;

      if ((address & (self->size - 1)) == 0)
        {
          host = find_host (self, n, address, self->size);
          if (host == NULL)
            host = find_host_narrowed (self, n, &address);
        }
      places->lane[n] = host;
      if (host == NULL)
        {
          if (places->fault < 0)
            {
              places->fault = (gint) n;
              places->fault_address = addresses[i];
            }
          continue;
        }
      placed |= 1u << i;
      if (self->region.heard)
        loom_sim_add_piece (places, self->size, n, 1, self->region.slot, address - self->region.base, TRUE);
    }
  places->lanes[first / LOOM_SIM_GROUP] = (guint16) placed;
  places->shape[first / LOOM_SIM_GROUP] = placed != 0 ? LOOM_SIM_SHAPE_LANES : LOOM_SIM_SHAPE_NONE;
}

/* A whole group of known shape; FALSE if it must be looked at lane by lane. */
static inline gboolean
place_group (Search       *self,
             guint         first,
             LoomSimShape  shape,
             guint64       address)
{
  const guint g = first / LOOM_SIM_GROUP;
  const gboolean spread = shape == LOOM_SIM_SHAPE_SPREAD;
  guint8 *host;

  if (shape == LOOM_SIM_SHAPE_LANES || (address & (self->size - 1)) != 0)
    return FALSE;
  host = find_host (self, first, address, spread ? self->size * LOOM_SIM_GROUP : self->size);
  if (host == NULL || self->region.slot == LOOM_SIM_LOCAL_SLOT)
    return FALSE;
  self->places->shape[g] = (guint8) shape;
  self->places->host[g] = host;
  if (self->region.heard)
    loom_sim_add_piece (self->places, self->size, first, LOOM_SIM_GROUP, self->region.slot,
                        address - self->region.base, spread);
  return TRUE;
}

static void
resolve_wide (Search        *self,
              const guint64 *addresses,
              guint64        plus,
              guint          from)
{
  LoomSimVector *v = self->v;

  for (guint g = from; g < v->n_warps * 2; g++)
    {
      const guint first = g * LOOM_SIM_GROUP, lanes = loom_sim_get_group (v, g);
      guint64 moved[LOOM_SIM_GROUP];

      if (lanes == 0)
        continue;
      if (lanes == LOOM_SIM_GROUP_MASK &&
          place_group (self, first, loom_sim_find_shape_wide (addresses + first, self->size), addresses[first] + plus))
        continue;
      for (guint i = 0; i < LOOM_SIM_GROUP; i++)
        moved[i] = addresses[first + i] + plus;
      place_lanes (self, first, lanes, moved);
    }
}

static void
resolve_narrow (Search        *self,
                const guint32 *addresses,
                guint32        plus,
                guint          from)
{
  LoomSimVector *v = self->v;

  for (guint g = from; g < v->n_warps * 2; g++)
    {
      const guint first = g * LOOM_SIM_GROUP, lanes = loom_sim_get_group (v, g);
      guint64 moved[LOOM_SIM_GROUP];

      if (lanes == 0)
        continue;
      if (lanes == LOOM_SIM_GROUP_MASK &&
          place_group (self, first, loom_sim_find_shape_narrow (addresses + first, self->size),
                       (guint32) (addresses[first] + plus)))
        continue;
      for (guint i = 0; i < LOOM_SIM_GROUP; i++)
        moved[i] = (guint32) (addresses[first + i] + plus);
      place_lanes (self, first, lanes, moved);
    }
}

void
loom_sim_resolve_from (LoomSimVector   *v,
                       const LoomSimOp *op,
                       LoomSimPlaces   *places,
                       guint            first)
{
  const LoomSimDetail *detail = op->detail;
  Search search = {
    .v = v, .places = places, .op = op, .size = detail->size
  };

  places->fault = -1;
  memset (places->shape, LOOM_SIM_SHAPE_NONE, sizeof places->shape);
  memset (places->host, 0, sizeof places->host);
  if (detail->width[0] == 8)
    resolve_wide (&search, LOOM_SIM_LANES (guint64, op->a), loom_sim_get_plus (v, op), first);
  else
    resolve_narrow (&search, LOOM_SIM_LANES (guint32, op->a), (guint32) loom_sim_get_plus (v, op), first);
  if (places->n_pieces > 0)
    v->observer->access (v->observer, v, op, places->pieces, places->n_pieces);
}

void
loom_sim_resolve (LoomSimVector   *v,
                  const LoomSimOp *op,
                  LoomSimPlaces   *places)
{
  places->n_pieces = 0;
  loom_sim_resolve_from (v, op, places, 0);
}
