/* loom-sim-access.c: from the lanes' virtual addresses to checked places in the host's memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-access-private.h"
#include "loom-sim-observer-private.h"

/* The object that an address was found in. The next ones are most often in the same. */
typedef struct
{
  guint64   base;               /* the first byte's address */
  guint64   size;
  guint8   *bytes;
  guint32   slot;
  guint32   from;               /* where a shared variable lies in shared memory */
  gboolean  is_observed;
  guint64   one_end, row_end;   /* offsets below are inside, for one lane and for a row of
                                   sixteen */
} Region;

typedef struct
{
  LoomSimVector       *v;
  const LoomSimOp     *op;
  LoomSimResolveFlags  flags;
  LoomSimPlaces       *places;
  guint                size;    /* bytes that one lane accesses */
  Region               region;
} Resolver;

/* An object that has a slot of its own, unless op may not do to it what it does. */
static void
find_object (Resolver *self,
             guint64   slot)
{
  const LoomSimVector *v = self->v;
  const LoomSimSlot *object = &v->slots[slot];
  const guint kind = self->op->detail->kind;
  Region *region = &self->region;

  region->base = LOOM_SIM_SLOT_ADDRESS (slot);
  if (slot >= v->n_slots || object->bytes == NULL ||
      (kind != LOOM_SIM_ACCESS_LOAD && object->is_constant))
    {
      region->slot = LOOM_SIM_NULL_SLOT;
      region->size = 0;
      region->bytes = NULL;
      return;
    }
  region->size = object->size;
  region->bytes = object->bytes;
  region->is_observed |= v->observer != NULL && (object->hears >> kind & 1) != 0;
}

/* Makes the region the object that an address lies in or near, of no size if there is none; of
 * local memory that of lane n. */
static void
find_region (Resolver *self,
             guint     n,
             guint64   address)
{
  const LoomSimVector *v = self->v;
  const LoomSimDetail *detail = self->op->detail;
  const LoomPtxSpace space = (LoomPtxSpace) detail->space;
  const gboolean windowed = space == LOOM_PTX_SPACE_GENERIC;
  const guint64 slot = space == LOOM_PTX_SPACE_SHARED  ? LOOM_SIM_SHARED_SLOT
                       : space == LOOM_PTX_SPACE_LOCAL ? LOOM_SIM_LOCAL_SLOT
                                                       : address >> LOOM_SIM_SLOT_BITS;
  Region *region = &self->region;

  region->is_observed = (self->flags & LOOM_SIM_RESOLVE_PIECES) != 0;
  region->slot = (guint32) slot;
  region->one_end = region->row_end = region->from = 0;
  if (slot == LOOM_SIM_LOCAL_SLOT && (windowed || space == LOOM_PTX_SPACE_LOCAL))
    {
      region->base = windowed ? LOOM_SIM_LOCAL_WINDOW : 0;
      region->size = v->local_size;
      region->bytes = v->local + (gsize) n * v->local_size;
      return;
    }
  if (slot == LOOM_SIM_SHARED_SLOT && (windowed || space == LOOM_PTX_SPACE_SHARED))
    {
      region->base = (windowed ? LOOM_SIM_SHARED_WINDOW : 0) + detail->from;
      region->size = (detail->end != 0 ? detail->end : v->shared_size) - detail->from;
      region->bytes = v->shared + detail->from;
      region->from = detail->from;
    }
  else
    find_object (self, slot);
  if (region->size >= self->size)
    region->one_end = region->size - self->size + 1;
  if (region->size >= self->size * LOOM_SIM_GROUP)
    region->row_end = region->size - self->size * LOOM_SIM_GROUP + 1;
}

/* The host's address of what a lane accesses, NULL: it is not all one object's, the region's. */
static guint8 *
find_host (Resolver *self,
           guint     n,
           guint64   address)
{
  const Region *region = &self->region;

  if (address - region->base >= region->one_end)
    find_region (self, n, address);
  if (address - region->base >= region->size ||
      region->size - (address - region->base) < self->size)
    return NULL;
  return region->bytes + (address - region->base);
}

/* Shared and local memory have addresses of 32 bits, and what a wider register has above them is
 * dropped: an index that wraps round as an unsigned int, as in shared[~i], comes out where it was
 * meant to. Rare, so it is tried last. */
static guint8 *
find_host_narrowed (Resolver *self,
                    guint     n,
                    guint64   address)
{
  const LoomPtxSpace space = (LoomPtxSpace) self->op->detail->space;

  if ((space != LOOM_PTX_SPACE_SHARED && space != LOOM_PTX_SPACE_LOCAL) ||
      (guint32) address == address)
    return NULL;
  return find_host (self, n, (guint32) address);
}

/* Each lane by itself, which may be in any object, or fault. */
static void
place_each (Resolver      *self,
            guint          g,
            guint          lanes,
            const guint64 *addresses)
{
  LoomSimPlaces *places = self->places;
  guint placed = 0;

  for (; lanes != 0; lanes &= lanes - 1)
    {
      const guint i = (guint) __builtin_ctz (lanes), n = g * LOOM_SIM_GROUP + i;
      guint8 *host = NULL;

      if ((addresses[i] & (self->size - 1)) == 0)
        {
          host = find_host (self, n, addresses[i]);
          if (host == NULL)
            host = find_host_narrowed (self, n, addresses[i]);
        }
      places->lane[n] = host;
      if (host == NULL && places->fault < 0)
        {
          places->fault = (gint) n;
          places->fault_address = addresses[i];
        }
      if (host == NULL)
        continue;
      placed |= 1u << i;
      if (self->region.is_observed)
        loom_sim_add_piece (places, self->size, n, 1, self->region.slot,
                            (guint64) (host - self->region.bytes) + self->region.from, TRUE);
    }
  places->lanes[g] = (guint16) placed;
  places->shape[g] = placed != 0 ? LOOM_SIM_SHAPE_LANES : LOOM_SIM_SHAPE_NONE;
}

/* Lanes that lie in a row, or all at one place. */
static inline void
place_group (const Resolver *self,
             const Region   *region,
             guint           g,
             LoomSimShape    shape,
             guint           lanes,
             guint64         offset)
{
  const guint first = g * LOOM_SIM_GROUP;
  LoomSimPlaces *places = self->places;

  places->shape[g] = (guint8) shape;
  places->lanes[g] = (guint16) lanes;
  places->host[g] = (guint8 *) ((guintptr) region->bytes + offset);
  if (region->is_observed && shape == LOOM_SIM_SHAPE_ROW)
    loom_sim_add_row (places, self->size, first, lanes, region->slot, offset + region->from);
  else if (region->is_observed)
    loom_sim_add_piece (places, self->size, first, LOOM_SIM_GROUP, region->slot,
                        offset + region->from, FALSE);
}

/* Lanes that lie anywhere in the region. Those in a row are one piece if their places are, too. */
static inline void
place_lanes (const Resolver *self,
             const Region   *region,
             guint           g,
             guint           lanes)
{
  guint8 *const *host = self->places->lane + g * LOOM_SIM_GROUP;
  guint next = 0;

  self->places->shape[g] = LOOM_SIM_SHAPE_LANES;
  self->places->lanes[g] = (guint16) lanes;
  if (!region->is_observed)
    return;
  for (guint i = 1; i < LOOM_SIM_GROUP; i++)
    next |= (guint) (host[i] == host[i - 1] + self->size) << i;
  while (lanes != 0)
    {
      const guint first = (guint) __builtin_ctz (lanes);
      const guint more = (guint) __builtin_ctz (~((lanes & next) >> 1 >> first));

      loom_sim_add_piece (self->places, self->size, g * LOOM_SIM_GROUP + first, more + 1,
                          region->slot, (guint64) (host[first] - region->bytes) + region->from,
                          TRUE);
      lanes &= ~0u << first << more << 1;
    }
}

#define STEPS(n) { 0, n, 2 * n, 3 * n, 4 * n, 5 * n, 6 * n, 7 * n, 8 * n, 9 * n, 10 * n, 11 * n, \
                   12 * n, 13 * n, 14 * n, 15 * n }
#define ALL_STEPS \
  { STEPS (1), STEPS (2), STEPS (4), STEPS (8), STEPS (16), STEPS (32), STEPS (0) }

/* From lane to lane of a row, by the size's logarithm; at last of lanes at one place. */
#define NO_STEP 6
static const guint64 steps_guint64[][LOOM_SIM_GROUP] __attribute__ ((aligned (64))) = ALL_STEPS;
static const guint32 steps_guint32[][LOOM_SIM_GROUP] __attribute__ ((aligned (64))) = ALL_STEPS;

/* Whether the addresses of some lanes of a group are steps from the origin. */
#ifdef __AVX512F__
static inline gboolean
is_row_guint64 (const guint64 *a,
                guint          lanes,
                guint64        origin,
                const guint64 *steps)
{
  const __m512i first = _mm512_set1_epi64 ((gint64) origin);
  const __m512i low = _mm512_loadu_si512 (a) ^ _mm512_add_epi64 (first, _mm512_load_si512 (steps));
  const __m512i high = _mm512_loadu_si512 (a + 8) ^
                       _mm512_add_epi64 (first, _mm512_load_si512 (steps + 8));

  if (lanes == LOOM_SIM_GROUP_MASK)
    return _mm512_test_epi64_mask (low | high, low | high) == 0;
  return (_mm512_mask_test_epi64_mask ((__mmask8) lanes, low, low) |
          _mm512_mask_test_epi64_mask ((__mmask8) (lanes >> 8), high, high)) == 0;
}

static inline gboolean
is_row_guint32 (const guint32 *a,
                guint          lanes,
                guint32        origin,
                const guint32 *steps)
{
  const __m512i row = _mm512_add_epi32 (_mm512_set1_epi32 ((gint) origin),
                                        _mm512_load_si512 (steps));

  return _mm512_mask_cmpneq_epi32_mask ((__mmask16) lanes, _mm512_loadu_si512 (a), row) == 0;
}
#else
#define IS_ROW(A) \
  static inline gboolean \
  is_row_##A (const A *a, guint lanes, A origin, const A *steps) \
  { \
    A different = 0; \
    \
    if (lanes == LOOM_SIM_GROUP_MASK) \
      LOOM_SIM_GROUP_LOOP \
      for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
        different |= a[i] ^ (origin + steps[i]); \
    else \
      LOOM_SIM_GROUP_LOOP \
      for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
        different |= (a[i] ^ (origin + steps[i])) & ((A) 0 - (A) (lanes >> i & 1)); \
    return different == 0; \
  }

IS_ROW (guint64)
IS_ROW (guint32)
#endif

/* Where in the region each lane of a group goes; FALSE if one that runs is out of bounds or
 * misaligned. */
static inline gboolean
find_lanes (const Region  *region,
            guint          size,
            const guint64 *addresses,
            guint          lanes,
            guint8       **host)
{
  const guint64 base = region->base, end = region->one_end, odd = size - 1;
  const guintptr bytes = (guintptr) region->bytes;
#ifdef __AVX512F__
  guint bad = 0;

  for (guint i = 0; i < LOOM_SIM_GROUP; i += 8)
    {
      const __mmask8 on = (__mmask8) (lanes >> i);
      const __m512i offset = _mm512_sub_epi64 (_mm512_loadu_si512 (addresses + i),
                                               _mm512_set1_epi64 ((gint64) base));

      _mm512_storeu_si512 (host + i, _mm512_add_epi64 (offset, _mm512_set1_epi64 ((gint64) bytes)));
      bad |= (guint) _mm512_mask_cmpge_epu64_mask (on, offset, _mm512_set1_epi64 ((gint64) end)) |
             (guint) _mm512_mask_test_epi64_mask (on, offset, _mm512_set1_epi64 ((gint64) odd));
    }
#else
  guint64 bad = 0;

  LOOM_SIM_GROUP_LOOP
  for (guint i = 0; i < LOOM_SIM_GROUP; i++)
    {
      const guint64 offset = addresses[i] - base;

      host[i] = (guint8 *) (bytes + offset);
      bad |= ((offset >= end ? 1 : 0) | (offset & odd)) &
             (G_GUINT64_CONSTANT (0) - (lanes >> i & 1));
    }
#endif
  return bad == 0;
}

/* Running lanes of a group up to which each is looked at by itself at once. */
#define FEW 3

/* Lanes that do not lie in a row of the region of those before. The first lane's object is tried
 * for all of them before each is looked at by itself. How they lie need not be known where each
 * lane's place is wanted. */
static G_GNUC_NO_INLINE void
place_others (Resolver      *self,
              const guint64 *addresses,
              guint          g,
              guint          lanes)
{
  const Region *region = &self->region;
  const gboolean shaped = (self->flags & LOOM_SIM_RESOLVE_LANES) == 0;
  const guint size = self->size, lowest = (guint) __builtin_ctz (lanes);
  const guint64 first = addresses[lowest], origin = first - lowest * size, odd = size - 1;

  if (__builtin_popcount (lanes) <= FEW)
    {
      place_each (self, g, lanes, addresses);
      return;
    }
  if (first - region->base >= region->one_end)
    {
      find_region (self, g * LOOM_SIM_GROUP + lowest, first);
      if (shaped && origin - region->base < region->row_end &&
          ((origin - region->base) & odd) == 0 &&
          is_row_guint64 (addresses, lanes, origin, steps_guint64[__builtin_ctz (size)]))
        {
          place_group (self, region, g, LOOM_SIM_SHAPE_ROW, lanes, origin - region->base);
          return;
        }
    }
  if (shaped && lanes == LOOM_SIM_GROUP_MASK && first - region->base < region->one_end &&
      ((first - region->base) & odd) == 0 &&
      is_row_guint64 (addresses, LOOM_SIM_GROUP_MASK, first, steps_guint64[NO_STEP]))
    place_group (self, region, g, LOOM_SIM_SHAPE_SAME, lanes, first - region->base);
  else if (find_lanes (region, size, addresses, lanes, self->places->lane + g * LOOM_SIM_GROUP))
    place_lanes (self, region, g, lanes);
  else
    place_each (self, g, lanes, addresses);
}

#define GET_ADDRESSES(A) \
  static inline void \
  get_addresses_##A (const A *a, A plus, guint64 *addresses) \
  { \
    LOOM_SIM_GROUP_LOOP \
    for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
      addresses[i] = (A) (a[i] + plus); \
  }

/* The running lanes of a group if they lie in a row of the region; FALSE: they do not. */
#define PLACE_ROW(A) \
  static inline gboolean \
  place_row_##A (const Resolver *self, const A *a, A plus, guint g, guint lanes, const A *steps) \
  { \
    const guint size = self->size, lowest = (guint) __builtin_ctz (lanes); \
    const A origin = a[lowest] - (A) (lowest * size); \
    const guint64 row = (guint64) (A) (origin + plus) - self->region.base; \
    \
    if (row >= self->region.row_end || (row & (size - 1)) != 0 || \
        !is_row_##A (a, lanes, origin, steps)) \
      return FALSE; \
    place_group (self, &self->region, g, LOOM_SIM_SHAPE_ROW, lanes, row); \
    return TRUE; \
  }

static inline guint
get_lowest_lane (const LoomSimVector *v)
{
  const guint w = v->warps != 0 ? (guint) __builtin_ctz (v->warps) : 0;

  return w * LOOM_SIM_WARP + (v->bits[w] != 0 ? (guint) __builtin_ctz (v->bits[w]) : 0);
}

/* Groups that all are rows of the region, of whose lanes all run; FALSE: not all of them are. */
#define PLACE_ROWS(A) \
  static inline gboolean \
  place_rows_##A (const Resolver *self, const A *a, A plus, const A *steps) \
  { \
    const guint64 base = self->region.base, end = self->region.row_end, odd = self->size - 1; \
    const guintptr bytes = (guintptr) self->region.bytes; \
    const guint n_groups = self->v->n_lanes / LOOM_SIM_GROUP; \
    \
    for (guint g = 0; g < n_groups; g++, a += LOOM_SIM_GROUP) \
      { \
        const guint64 row = (guint64) (A) (a[0] + plus) - base; \
        \
        if (row >= end || (row & odd) != 0 || !is_row_##A (a, LOOM_SIM_GROUP_MASK, a[0], steps)) \
          return FALSE; \
        self->places->host[g] = (guint8 *) (bytes + row); \
      } \
    return TRUE; \
  }

/* Groups of which each may lie otherwise. Returns whether those with running lanes are rows. */
#define PLACE_GROUPS(A) \
  static G_GNUC_NO_INLINE gboolean \
  place_groups_##A (Resolver *self, const A *a, A plus, const A *steps) \
  { \
    const LoomSimVector *v = self->v; \
    const guint n_groups = v->n_warps * 2; \
    const gboolean shaped = (self->flags & LOOM_SIM_RESOLVE_LANES) == 0; \
    guint64 addresses[LOOM_SIM_GROUP] __attribute__ ((aligned (64))); \
    gboolean rows = TRUE; \
    \
    for (guint g = 0; g < n_groups; g++, a += LOOM_SIM_GROUP) \
      { \
        const guint lanes = loom_sim_get_group (v, g); \
        \
        self->places->shape[g] = LOOM_SIM_SHAPE_NONE; \
        self->places->lanes[g] = 0; \
        if (lanes == 0 || (shaped && place_row_##A (self, a, plus, g, lanes, steps))) \
          continue; \
        get_addresses_##A (a, plus, addresses); \
        place_others (self, addresses, g, lanes); \
        rows &= self->places->shape[g] == LOOM_SIM_SHAPE_ROW; \
      } \
    return rows; \
  }

/* The object of the lowest running lane is tried first. */
#define RESOLVE(A) \
  GET_ADDRESSES (A) \
  PLACE_ROW (A) \
  PLACE_ROWS (A) \
  PLACE_GROUPS (A) \
  static G_GNUC_NO_INLINE gboolean \
  resolve_##A (Resolver *self, const A *a, A plus) \
  { \
    const LoomSimVector *v = self->v; \
    const guint n = get_lowest_lane (v); \
    const A *steps = steps_##A[__builtin_ctz (self->size)]; \
    \
    find_region (self, n, (A) (a[n] + plus)); \
    if (!v->masked && v->n_lanes % LOOM_SIM_GROUP == 0 && !self->region.is_observed && \
        self->flags == LOOM_SIM_RESOLVE_DEFAULT && self->op->detail->n_elements == 1 && \
        place_rows_##A (self, a, plus, steps)) \
      return TRUE; \
    return place_groups_##A (self, a, plus, steps); \
  }

RESOLVE (guint64)
RESOLVE (guint32)

/* Bytes from where a block's lanes go to where those of the next one will, which is asked for
 * ahead: its rows may lie far apart, so that no processor sees by itself where they go on. */
static inline guint64
find_stride (const LoomSimVector *v,
             const LoomSimOp     *op)
{
  const guint32 columns = v->block->launch->grid.x;

  if (!op->detail->is_affine || op->detail->width[0] != 8)
    return 0;
  if (v->block->id.x + 1 < columns)
    return *LOOM_SIM_LANES (guint64, op->b);
  return *LOOM_SIM_LANES (guint64, op->c) - *LOOM_SIM_LANES (guint64, op->b) * (columns - 1);
}

/* Whether all lanes are in bounds, or at least each group that has a running lane, as a whole. */
static inline gboolean
has_rows (const Resolver      *self,
          const LoomSimSurvey *survey,
          guint64              offset)
{
  const LoomSimVector *v = self->v;
  const Region *region = &self->region;
  const guint64 end = survey->shape == LOOM_SIM_SHAPE_ROW ? region->row_end : region->one_end;

  if (offset < region->size && region->size - offset >= survey->span)
    return TRUE;
  for (guint g = 0; v->masked && g < v->n_warps * 2; g++)
    if (loom_sim_get_group (v, g) != 0 && offset + survey->at[g] >= end)
      return FALSE;
  return v->masked;
}

static inline void
place_survey (Resolver            *self,
              const LoomSimSurvey *survey,
              guint64              offset)
{
  const LoomSimVector *v = self->v;
  LoomSimPlaces *places = self->places;
  const guintptr host = (guintptr) self->region.bytes + offset;
  const guint64 stride = find_stride (v, self->op);
  const gboolean one = survey->shape == LOOM_SIM_SHAPE_SAME && survey->span == self->size;

  places->all = one ? LOOM_SIM_SHAPE_ONE : (LoomSimShape) survey->shape;
  places->offsets = survey->lane;
  /* Of all groups that there may be: their number need not be a variable. */
  LOOM_SIM_GROUP_LOOP
  for (guint g = 0; g < LOOM_SIM_MAX_GROUPS; g++)
    places->host[g] = (guint8 *) (host + survey->at[g]);
  for (guint g = 0; stride != 0 && !one && g < v->n_warps * 2; g++)
    __builtin_prefetch ((gconstpointer) (host + survey->at[g] + stride));
}

/* An access of whose lanes the prologue found how they lie: one place tells all. FALSE if it must
 * be looked at again. */
static inline gboolean
resolve_survey (Resolver            *self,
                const LoomSimSurvey *survey,
                guint64              plus)
{
  LoomSimVector *v = self->v;
  const LoomSimOp *op = self->op;
  const gboolean wide = op->detail->width[0] == 8;
  const guint64 first = wide ? *LOOM_SIM_LANES (guint64, op->a) : *LOOM_SIM_LANES (guint32, op->a);
  const guint32 at = v->masked ? survey->at[get_lowest_lane (v) / LOOM_SIM_GROUP] : 0;
  const guint64 address = first + plus + (guint64) survey->low + at;
  guint64 offset;

  if (survey->shape == LOOM_SIM_SHAPE_NONE ||
      (survey->shape != LOOM_SIM_SHAPE_ROW && op->detail->kind != LOOM_SIM_ACCESS_LOAD))
    return FALSE;
  find_region (self, 0, wide ? address : (guint32) address);
  offset = (wide ? address : (guint32) address) - self->region.base - at;
  if (((offset | survey->together) & (self->size - 1)) != 0 ||
      self->region.slot == LOOM_SIM_LOCAL_SLOT || !has_rows (self, survey, offset) ||
      (survey->shape == LOOM_SIM_SHAPE_OFFSETS && (v->masked || self->region.is_observed)))
    return FALSE;
  place_survey (self, survey, offset);
  if (self->region.is_observed)
    v->observer->rows (v->observer, v, op, self->region.slot, offset);
  return TRUE;
}

void
loom_sim_resolve (LoomSimVector       *v,
                  const LoomSimOp     *op,
                  LoomSimResolveFlags  flags,
                  LoomSimPlaces       *places)
{
  const LoomSimDetail *detail = op->detail;
  const guint64 plus = loom_sim_get_displacement (v, op);
  gboolean rows;
  Resolver self;

  self.v = v;
  self.op = op;
  self.flags = flags;
  self.places = places;
  self.size = detail->size;
  self.region.base = self.region.row_end = self.region.one_end = 0;
  places->n_pieces = 0;
  places->fault = -1;
  if (detail->survey != 0 && resolve_survey (&self, &v->surveys[detail->survey - 1], plus))
    return;
  if (detail->width[0] == 8)
    rows = resolve_guint64 (&self, LOOM_SIM_LANES (guint64, op->a), plus);
  else
    rows = resolve_guint32 (&self, LOOM_SIM_LANES (guint32, op->a), (guint32) plus);
  places->all = rows && detail->n_elements == 1 ? LOOM_SIM_SHAPE_ROW : LOOM_SIM_SHAPE_NONE;
  if (places->n_pieces > 0 && (flags & LOOM_SIM_RESOLVE_PIECES) == 0)
    v->observer->access (v->observer, v, op, places->pieces, places->n_pieces);
}
