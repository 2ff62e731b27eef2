/* loom-sim-access.c: from the lanes' virtual addresses to checked places in the host's memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-access-private.h"

#include "loom-sim-observer-private.h"

typedef guint64 Wide __attribute__ ((vector_size (64), aligned (8)));
typedef guint32 Narrow __attribute__ ((vector_size (64), aligned (4)));

static inline gboolean
any_wide (Wide x)
{
#ifdef __AVX512F__
  return _mm512_test_epi64_mask ((__m512i) x, (__m512i) x) != 0;
#else
  return (x[0] | x[1] | x[2] | x[3] | x[4] | x[5] | x[6] | x[7]) != 0;
#endif
}

static inline gboolean
any_narrow (Narrow x)
{
#ifdef __AVX512F__
  return _mm512_test_epi32_mask ((__m512i) x, (__m512i) x) != 0;
#else
  return any_wide ((Wide) x);
#endif
}

static LoomSimShape
find_shape_wide (const guint64 *address,
                 guint          size)
{
  static const Wide iota = { 0, 1, 2, 3, 4, 5, 6, 7 };
  const Wide low = *(const Wide *) address, high = *(const Wide *) (address + 8);
  const Wide first = (Wide) { 0, } + address[0];
  const Wide step = iota * size;

  if (!any_wide ((low ^ (first + step)) | (high ^ (first + step + 8 * size))))
    return LOOM_SIM_SHAPE_SPREAD;
  if (!any_wide ((low ^ first) | (high ^ first)))
    return LOOM_SIM_SHAPE_SAME;
  return LOOM_SIM_SHAPE_LANES;
}

static LoomSimShape
find_shape_narrow (const guint32 *address,
                   guint          size)
{
  static const Narrow iota = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
  const Narrow all = *(const Narrow *) address;
  const Narrow first = (Narrow) { 0, } + address[0];

  if (!any_narrow (all ^ (first + iota * size)))
    return LOOM_SIM_SHAPE_SPREAD;
  if (!any_narrow (all ^ first))
    return LOOM_SIM_SHAPE_SAME;
  return LOOM_SIM_SHAPE_LANES;
}

/* The host's address of `length` bytes at a virtual address, NULL if they are not all one object's. */
static inline guint8 *
find_host (const LoomSimVector *v,
           LoomPtxSpace         space,
           gboolean             writes,
           guint                n,
           guint64              address,
           guint64              length,
           guint32             *slot_out,
           guint64             *offset_out)
{
  guint64 offset = address, slot = address >> LOOM_SIM_SLOT_BITS;

  if (space == LOOM_PTX_SPACE_GENERIC && slot == LOOM_SIM_SHARED_SLOT)
    {
      space = LOOM_PTX_SPACE_SHARED;
      offset -= LOOM_SIM_SHARED_WINDOW;
    }
  else if (space == LOOM_PTX_SPACE_GENERIC && slot == LOOM_SIM_LOCAL_SLOT)
    {
      space = LOOM_PTX_SPACE_LOCAL;
      offset -= LOOM_SIM_LOCAL_WINDOW;
    }
  if (space == LOOM_PTX_SPACE_SHARED)
    {
      *slot_out = LOOM_SIM_SHARED_SLOT;
      *offset_out = offset;
      return offset < v->shared_size && v->shared_size - offset >= length ? v->shared + offset : NULL;
    }
  if (space == LOOM_PTX_SPACE_LOCAL)
    {
      *slot_out = LOOM_SIM_LOCAL_SLOT;
      *offset_out = offset;
      return offset < v->local_size && v->local_size - offset >= length
             ? v->local + (gsize) n * v->local_size + offset : NULL;
    }
  if (slot >= v->n_slots || v->slots[slot].bytes == NULL || (writes && v->slots[slot].is_constant))
    return NULL;
  offset -= LOOM_SIM_SLOT_ADDRESS (slot);
  *slot_out = (guint32) slot;
  *offset_out = offset;
  return offset < v->slots[slot].size && v->slots[slot].size - offset >= length ? v->slots[slot].bytes + offset : NULL;
}

static void
add_piece (LoomSimPlaces *places,
           guint          size,
           guint          lane,
           guint          n_lanes,
           guint32        slot,
           guint64        offset,
           gboolean       spread)
{
  LoomSimPiece *piece = places->pieces + places->n_pieces;

  if (places->n_pieces > 0 && spread)
    {
      LoomSimPiece *last = piece - 1;

      if (last->spread && last->slot == slot && last->lane + last->n_lanes == lane &&
          last->offset + (guint64) last->n_lanes * size == offset)
        {
          last->n_lanes += n_lanes;
          return;
        }
    }
  *piece = (LoomSimPiece) {
    .offset = offset, .slot = slot, .lane = (guint16) lane, .n_lanes = (guint16) n_lanes, .spread = spread
  };
  places->n_pieces++;
}

typedef struct
{
  LoomSimVector   *v;
  LoomSimPlaces   *places;
  LoomPtxSpace     space;
  guint            size;
  gboolean         writes, observed;
} Search;

static void
place_lanes (const Search  *self,
             guint          first,
             guint          lanes,
             const guint64 *addresses)
{
  LoomSimPlaces *places = self->places;
  guint placed = 0, slot = 0;

  for (; lanes != 0; lanes &= lanes - 1)
    {
      const guint i = (guint) __builtin_ctz (lanes), n = first + i;
      const guint64 address = addresses[i];
      guint64 offset = 0;
      guint8 *host = NULL;

      if ((address & (self->size - 1)) == 0)
        host = find_host (self->v, self->space, self->writes, n, address, self->size, &slot, &offset);
      places->lane[n] = host;
      if (host == NULL)
        {
          if (places->fault < 0)
            {
              places->fault = (gint) n;
              places->fault_address = address;
            }
          continue;
        }
      placed |= 1u << i;
      if (self->observed)
        add_piece (places, self->size, n, 1, slot, offset, TRUE);
    }
  places->lanes[first / LOOM_SIM_GROUP] = (guint16) placed;
  places->shape[first / LOOM_SIM_GROUP] = placed != 0 ? LOOM_SIM_SHAPE_LANES : LOOM_SIM_SHAPE_NONE;
}

/* A whole group of known shape; FALSE if it must be looked at lane by lane. */
static inline gboolean
place_group (const Search *self,
             guint         first,
             LoomSimShape  shape,
             guint64       address)
{
  const guint g = first / LOOM_SIM_GROUP;
  const gboolean spread = shape == LOOM_SIM_SHAPE_SPREAD;
  guint32 slot;
  guint64 offset;
  guint8 *host;

  if (shape == LOOM_SIM_SHAPE_LANES || (address & (self->size - 1)) != 0)
    return FALSE;
  host = find_host (self->v, self->space, self->writes, first, address,
                    spread ? self->size * LOOM_SIM_GROUP : self->size, &slot, &offset);
  if (host == NULL || slot == LOOM_SIM_LOCAL_SLOT)
    return FALSE;
  self->places->shape[g] = (guint8) shape;
  self->places->host[g] = host;
  if (self->observed)
    add_piece (self->places, self->size, first, LOOM_SIM_GROUP, slot, offset, spread);
  return TRUE;
}

static void
resolve_wide (const Search  *self,
              const guint64 *addresses,
              guint64        plus)
{
  LoomSimVector *v = self->v;

  for (guint g = 0; g < v->n_warps * 2; g++)
    {
      const guint first = g * LOOM_SIM_GROUP;
      const guint lanes = v->bits[g / 2] >> (g % 2 * LOOM_SIM_GROUP) & LOOM_SIM_GROUP_MASK;
      guint64 moved[LOOM_SIM_GROUP];

      self->places->shape[g] = LOOM_SIM_SHAPE_NONE;
      if (lanes == 0)
        continue;
      if (lanes == LOOM_SIM_GROUP_MASK &&
          place_group (self, first, find_shape_wide (addresses + first, self->size), addresses[first] + plus))
        continue;
      for (guint i = 0; i < LOOM_SIM_GROUP; i++)
        moved[i] = addresses[first + i] + plus;
      place_lanes (self, first, lanes, moved);
    }
}

/* Shared memory has 32-bit addresses, and what is not side by side is still checked sixteen lanes at once. */
static inline gboolean
place_shared_lanes (const Search  *self,
                    guint          first,
                    const guint32 *addresses,
                    guint32        plus)
{
  const LoomSimVector *v = self->v;
  LoomSimPlaces *places = self->places;
  guint32 highest = 0, together = 0;

  if (self->space != LOOM_PTX_SPACE_SHARED || v->shared_size < self->size || self->observed)
    return FALSE;
  for (guint i = 0; i < LOOM_SIM_GROUP; i++)
    {
      const guint32 address = addresses[first + i] + plus;

      highest = MAX (highest, address);
      together |= address;
    }
  if (highest > v->shared_size - self->size || (together & (self->size - 1)) != 0)
    return FALSE;
  for (guint i = 0; i < LOOM_SIM_GROUP; i++)
    places->lane[first + i] = v->shared + (guint32) (addresses[first + i] + plus);
  places->lanes[first / LOOM_SIM_GROUP] = LOOM_SIM_GROUP_MASK;
  places->shape[first / LOOM_SIM_GROUP] = LOOM_SIM_SHAPE_LANES;
  return TRUE;
}

static void
resolve_narrow (const Search  *self,
                const guint32 *addresses,
                guint32        plus)
{
  LoomSimVector *v = self->v;

  for (guint g = 0; g < v->n_warps * 2; g++)
    {
      const guint first = g * LOOM_SIM_GROUP;
      const guint lanes = v->bits[g / 2] >> (g % 2 * LOOM_SIM_GROUP) & LOOM_SIM_GROUP_MASK;
      guint64 moved[LOOM_SIM_GROUP];

      self->places->shape[g] = LOOM_SIM_SHAPE_NONE;
      if (lanes == 0)
        continue;
      if (lanes == LOOM_SIM_GROUP_MASK &&
          (place_group (self, first, find_shape_narrow (addresses + first, self->size),
                        (guint32) (addresses[first] + plus)) ||
           place_shared_lanes (self, first, addresses, plus)))
        continue;
      for (guint i = 0; i < LOOM_SIM_GROUP; i++)
        moved[i] = (guint32) (addresses[first + i] + plus);
      place_lanes (self, first, lanes, moved);
    }
}

void
loom_sim_resolve (LoomSimVector   *v,
                  const LoomSimOp *op,
                  LoomSimPlaces   *places)
{
  const LoomSimDetail *detail = op->detail;
  const Search search = {
    .v = v,
    .places = places,
    .space = (LoomPtxSpace) detail->space,
    .size = detail->size,
    .writes = detail->kind != LOOM_SIM_ACCESS_LOAD,
    .observed = v->observer != NULL && (v->observer->wants & 1u << detail->kind) != 0 &&
                (v->observer->spaces & 1u << detail->space) != 0,
  };

  places->fault = -1;
  places->n_pieces = 0;
  if (detail->width[0] == 8)
    resolve_wide (&search, LOOM_SIM_LANES (guint64, op->a), (guint64) op->immediate);
  else
    resolve_narrow (&search, LOOM_SIM_LANES (guint32, op->a), (guint32) op->immediate);
  if (places->n_pieces > 0)
    v->observer->access (v->observer, v, op, places->pieces, places->n_pieces);
}
