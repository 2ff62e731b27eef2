/* loom-sim-access.c: from the lanes' virtual addresses to checked places in the host's memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-access-private.h"
#include "loom-sim-coverage-exec-private.h"

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
static inline void
find_object (const Resolver *self,
             guint64         slot,
             Region         *region)
{
  const LoomSimVector *v = self->v;
  const LoomSimSlot *object = &v->slots[slot];
  const guint kind = self->op->detail->kind;

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
  region->is_observed |= v->tracker != NULL && (v->regions[slot].counted >> kind & 1) != 0;
}

/* The object that an address lies in or near, of no size if there is none; of local memory that of
 * lane n. */
static inline __attribute__ ((always_inline)) Region
get_region (const Resolver *self,
            guint           n,
            guint64         address)
{
  const LoomSimVector *v = self->v;
  const LoomSimDetail *detail = self->op->detail;
  const LoomPtxSpace space = (LoomPtxSpace) detail->space;
  const gboolean windowed = space == LOOM_PTX_SPACE_GENERIC;
  const guint64 slot = space == LOOM_PTX_SPACE_SHARED  ? LOOM_SIM_SHARED_SLOT
                       : space == LOOM_PTX_SPACE_LOCAL ? LOOM_SIM_LOCAL_SLOT
                                                       : address >> LOOM_SIM_SLOT_BITS;
  Region region = { .slot = (guint32) slot,
                    .is_observed = (self->flags & LOOM_SIM_RESOLVE_PIECES) != 0 };

  if (slot == LOOM_SIM_LOCAL_SLOT && (windowed || space == LOOM_PTX_SPACE_LOCAL))
    {
      region.base = windowed ? LOOM_SIM_LOCAL_WINDOW : 0;
      region.size = v->local_size;
      region.bytes = v->local + (gsize) n * v->local_size;
      return region;
    }
  if (slot == LOOM_SIM_SHARED_SLOT && (windowed || space == LOOM_PTX_SPACE_SHARED))
    {
      region.base = (windowed ? LOOM_SIM_SHARED_WINDOW : 0) + detail->from;
      region.size = (detail->end != 0 ? detail->end : v->shared_size) - detail->from;
      region.bytes = v->shared + detail->from;
      region.from = detail->from;
    }
  else
    find_object (self, slot, &region);
  if (region.size >= self->size)
    region.one_end = region.size - self->size + 1;
  if (region.size >= self->size * LOOM_SIM_GROUP)
    region.row_end = region.size - self->size * LOOM_SIM_GROUP + 1;
  return region;
}

static G_GNUC_NO_INLINE void
find_region (Resolver *self,
             guint     n,
             guint64   address)
{
  self->region = get_region (self, n, address);
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

/* Lanes that lie anywhere in the region, where `near` says. Those in a row are one piece if their
 * places are, too. */
static inline void
place_near (const Resolver *self,
            const Region   *region,
            guint           g,
            guint           lanes)
{
  LoomSimPlaces *places = self->places;
  const guint32 *near = places->near + g * LOOM_SIM_GROUP;
  guint next = 0;

  places->shape[g] = LOOM_SIM_SHAPE_OFFSETS;
  places->lanes[g] = (guint16) lanes;
  places->host[g] = region->bytes;
  if (!region->is_observed)
    return;
  for (guint i = 1; i < LOOM_SIM_GROUP; i++)
    next |= (guint) (near[i] == near[i - 1] + self->size) << i;
  while (lanes != 0)
    {
      const guint first = (guint) __builtin_ctz (lanes);
      const guint more = (guint) __builtin_ctz (~((lanes & next) >> 1 >> first));

      loom_sim_add_piece (places, self->size, g * LOOM_SIM_GROUP + first, more + 1, region->slot,
                          near[first] + region->from, TRUE);
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
 * misaligned. The region has one lane at least, and ends where an index of a gather does. */
#ifdef __AVX512F__
static inline gboolean
find_near_guint64 (const Region  *region,
                   guint          size,
                   const guint64 *a,
                   guint64        plus,
                   guint          lanes,
                   guint32       *near)
{
  const __m512i from = _mm512_set1_epi64 ((gint64) (plus - region->base));
  const __m512i end = _mm512_set1_epi64 ((gint64) region->one_end);
  const __m512i odd = _mm512_set1_epi64 (size - 1);
  const __m512i low = _mm512_add_epi64 (_mm512_loadu_si512 (a), from);
  const __m512i high = _mm512_add_epi64 (_mm512_loadu_si512 (a + 8), from);
  const __mmask8 lower = (__mmask8) lanes, higher = (__mmask8) (lanes >> 8);

  _mm256_store_si256 ((__m256i *) near, _mm512_cvtepi64_epi32 (low));
  _mm256_store_si256 ((__m256i *) near + 1, _mm512_cvtepi64_epi32 (high));
  return (_mm512_mask_cmpge_epu64_mask (lower, low, end) |
          _mm512_mask_cmpge_epu64_mask (higher, high, end) |
          _mm512_mask_test_epi64_mask (lower, low, odd) |
          _mm512_mask_test_epi64_mask (higher, high, odd)) == 0;
}

static inline gboolean
find_near_guint32 (const Region  *region,
                   guint          size,
                   const guint32 *a,
                   guint32        plus,
                   guint          lanes,
                   guint32       *near)
{
  const guint32 from = plus - (guint32) region->base, odd = size - 1;
  const __m512i at = _mm512_add_epi32 (_mm512_loadu_si512 (a), _mm512_set1_epi32 ((gint) from));
  const __m512i end = _mm512_set1_epi32 ((gint) region->one_end);

  _mm512_store_si512 (near, at);
  return (_mm512_mask_cmpge_epu32_mask ((__mmask16) lanes, at, end) |
          _mm512_mask_test_epi32_mask ((__mmask16) lanes, at, _mm512_set1_epi32 ((gint) odd))) == 0;
}
#else
#define FIND_NEAR(A) \
  static inline gboolean \
  find_near_##A (const Region *region, guint size, const A *a, A plus, guint lanes, guint32 *near) \
  { \
    const A from = plus - (A) region->base, end = (A) region->one_end, odd = size - 1; \
    A bad = 0; \
    \
    LOOM_SIM_GROUP_LOOP \
    for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
      { \
        const A offset = a[i] + from; \
        \
        near[i] = (guint32) offset; \
        bad |= ((offset >= end ? 1 : 0) | (offset & odd)) & ((A) 0 - (A) (lanes >> i & 1)); \
      } \
    return bad == 0; \
  }

FIND_NEAR (guint64)
FIND_NEAR (guint32)
#endif

/* Each lane's place by itself, where what knows no shapes wants it so. */
static void
spread_near (LoomSimPlaces *places,
             guint          g)
{
  const guintptr bytes = (guintptr) places->host[g];
  const guint first = g * LOOM_SIM_GROUP;

  places->shape[g] = LOOM_SIM_SHAPE_LANES;
  LOOM_SIM_GROUP_LOOP
  for (guint i = first; i < first + LOOM_SIM_GROUP; i++)
    places->lane[i] = (guint8 *) (bytes + places->near[i]);
}

#define PLACE_EACH(A) \
  static G_GNUC_NO_INLINE void \
  place_each_##A (Resolver *self, const A *a, A plus, guint g, guint lanes) \
  { \
    guint64 addresses[LOOM_SIM_GROUP] __attribute__ ((aligned (64))); \
    \
    LOOM_SIM_GROUP_LOOP \
    for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
      addresses[i] = (A) (a[i] + plus); \
    place_each (self, g, lanes, addresses); \
  }

/* Lanes of a group, each in its own local memory, where `near` says. */
static void
take_local (Resolver *self,
            guint     g,
            guint     lanes)
{
  LoomSimPlaces *places = self->places;

  places->shape[g] = LOOM_SIM_SHAPE_OFFSETS;
  places->lanes[g] = (guint16) lanes;
  places->host[g] = self->v->local;
  for (; self->region.is_observed && lanes != 0; lanes &= lanes - 1)
    {
      const guint n = g * LOOM_SIM_GROUP + (guint) __builtin_ctz (lanes);

      loom_sim_add_piece (places, self->size, n, 1, LOOM_SIM_LOCAL_SLOT,
                          places->near[n] - n * self->v->local_size, TRUE);
    }
}

/* The running lanes of a group in their local memories, which lie one behind the other; FALSE: one
 * is elsewhere or misaligned. Looked at one by one, a kernel that calls functions that are not
 * inlined takes twice as long. */
#define PLACE_LOCAL(A) \
  static inline gboolean \
  place_local_##A (Resolver *self, const A *a, A plus, guint g, guint lanes) \
  { \
    const guint first = g * LOOM_SIM_GROUP; \
    const guint32 stride = self->v->local_size; \
    const A from = plus - (A) self->region.base, odd = self->size - 1; \
    const A end = stride >= self->size ? stride - self->size + 1 : 0; \
    guint32 *near = self->places->near + first; \
    A bad = (guint64) self->v->n_lanes * stride > G_MAXINT32; \
    \
    LOOM_SIM_GROUP_LOOP \
    for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
      { \
        const A offset = a[i] + from; \
        \
        near[i] = (guint32) offset + (first + i) * stride; \
        bad |= ((offset >= end ? 1 : 0) | (offset & odd)) & ((A) 0 - (A) (lanes >> i & 1)); \
      } \
    if (bad == 0) \
      take_local (self, g, lanes); \
    return bad == 0; \
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

/* Lanes that do not lie in a row of the region of those before. The first lane's object is tried
 * for all of them before each is looked at by itself. How they lie need not be known where each
 * lane's place is wanted. */
#define PLACE_OTHERS(A) \
  static inline void \
  place_others_##A (Resolver *self, const A *a, A plus, guint g, guint lanes) \
  { \
    const Region *region = &self->region; \
    const gboolean shaped = (self->flags & LOOM_SIM_RESOLVE_LANES) == 0; \
    const guint size = self->size, lowest = (guint) __builtin_ctz (lanes); \
    const guint64 first = (A) (a[lowest] + plus), odd = size - 1; \
    guint32 *near = self->places->near + g * LOOM_SIM_GROUP; \
    \
    if (first - region->base >= region->one_end) \
      { \
        find_region (self, g * LOOM_SIM_GROUP + lowest, first); \
        if (shaped && place_row_##A (self, a, plus, g, lanes, steps_##A[__builtin_ctz (size)])) \
          return; \
      } \
    if (region->slot == LOOM_SIM_LOCAL_SLOT && place_local_##A (self, a, plus, g, lanes)) \
      return; \
    if (first - region->base >= region->one_end || region->one_end > G_MAXINT32 || \
        ((first - region->base) & odd) != 0) \
      place_each_##A (self, a, plus, g, lanes); \
    else if (shaped && lanes == LOOM_SIM_GROUP_MASK && \
             is_row_##A (a, LOOM_SIM_GROUP_MASK, a[0], steps_##A[NO_STEP])) \
      place_group (self, region, g, LOOM_SIM_SHAPE_SAME, lanes, first - region->base); \
    else if (!find_near_##A (region, size, a, plus, lanes, near)) \
      place_each_##A (self, a, plus, g, lanes); \
    else \
      place_near (self, region, g, lanes); \
  }

static inline guint
get_lowest_lane (const LoomSimVector *v)
{
  const guint w = v->warps != 0 ? (guint) __builtin_ctz (v->warps) : 0;

  return w * LOOM_SIM_WARP + (v->bits[w] != 0 ? (guint) __builtin_ctz (v->bits[w]) : 0);
}

static inline guint
get_lanes (const LoomSimVector *v,
           gboolean             whole,
           guint                g)
{
  return whole ? LOOM_SIM_GROUP_MASK : loom_sim_get_group (v, g);
}

/* Groups whose running lanes are rows of the region, or all SAME; FALSE: not all of them are. */
#define PLACE_ALL(A) \
  static inline __attribute__ ((always_inline)) gboolean \
  place_all_##A (const Resolver *self, const A *a, A plus, gboolean whole, LoomSimShape shape) \
  { \
    const Region *region = &self->region; \
    const gboolean is_row = shape == LOOM_SIM_SHAPE_ROW; \
    const guint64 end = is_row ? region->row_end : region->one_end, odd = self->size - 1; \
    const guint step = is_row ? self->size : 0, n_groups = self->v->n_warps * 2; \
    LoomSimPlaces *places = self->places; \
    const A *steps = steps_##A[is_row ? __builtin_ctz (self->size) : NO_STEP]; \
    \
    for (guint g = 0; g < n_groups; g++, a += LOOM_SIM_GROUP) \
      { \
        const guint lanes = get_lanes (self->v, whole, g); \
        const guint lowest = lanes != 0 ? (guint) __builtin_ctz (lanes) : 0; \
        const A origin = a[lowest] - (A) (lowest * step); \
        const guint64 at = (guint64) (A) (origin + plus) - region->base; \
        \
        if (lanes != 0 && \
            (at >= end || (at & odd) != 0 || !is_row_##A (a, lanes, origin, steps))) \
          return FALSE; \
        places->near[g] = (guint32) at; \
      } \
    places->base = region->bytes; \
    places->offsets = places->near; \
    return region->size <= G_MAXUINT32; \
  }

/* Groups whose running lanes all lie somewhere in the region; FALSE: one is elsewhere. */
#define PLACE_ALL_NEAR(A) \
  static inline gboolean \
  place_all_near_##A (const Resolver *self, const A *a, A plus, gboolean whole) \
  { \
    LoomSimPlaces *places = self->places; \
    const guint n_groups = self->v->n_warps * 2, size = self->size; \
    guint32 *near = places->near; \
    \
    if (self->region.one_end == 0 || self->region.one_end > G_MAXINT32) \
      return FALSE; \
    for (guint g = 0; g < n_groups; g++, a += LOOM_SIM_GROUP, near += LOOM_SIM_GROUP) \
      if (!find_near_##A (&self->region, size, a, plus, get_lanes (self->v, whole, g), near)) \
        return FALSE; \
    places->base = self->region.bytes; \
    places->offsets = places->near; \
    return TRUE; \
  }

/* Groups of which each may lie otherwise. */
#define PLACE_GROUPS(A) \
  static G_GNUC_NO_INLINE LoomSimShape \
  place_groups_##A (Resolver *self, const A *a, A plus) \
  { \
    const LoomSimVector *v = self->v; \
    const guint n_groups = v->n_warps * 2; \
    const gboolean shaped = (self->flags & LOOM_SIM_RESOLVE_LANES) == 0; \
    LoomSimPlaces *places = self->places; \
    \
    for (guint g = 0; g < n_groups; g++, a += LOOM_SIM_GROUP) \
      { \
        const guint lanes = loom_sim_get_group (v, g); \
        \
        places->shape[g] = LOOM_SIM_SHAPE_NONE; \
        places->lanes[g] = 0; \
        if (lanes == 0 || (shaped && place_row_##A (self, a, plus, g, lanes, \
                                                    steps_##A[__builtin_ctz (self->size)]))) \
          continue; \
        place_others_##A (self, a, plus, g, lanes); \
        if (!shaped && places->shape[g] == LOOM_SIM_SHAPE_OFFSETS) \
          spread_near (places, g); \
      } \
    return LOOM_SIM_SHAPE_NONE; \
  }

/* The shape of all groups. The object of the lowest running lane is tried for all of them, and how
 * its group lies. */
#define RESOLVE(A) \
  PLACE_ROW (A) \
  PLACE_ALL (A) \
  PLACE_ALL_NEAR (A) \
  PLACE_EACH (A) \
  PLACE_LOCAL (A) \
  PLACE_OTHERS (A) \
  PLACE_GROUPS (A) \
  static G_GNUC_NO_INLINE LoomSimShape \
  resolve_##A (Resolver *self, const A *a, A plus) \
  { \
    const LoomSimVector *v = self->v; \
    const guint n = get_lowest_lane (v); \
    const A *group = a + n / LOOM_SIM_GROUP * LOOM_SIM_GROUP; \
    const gboolean whole = !v->masked && v->n_lanes % LOOM_SIM_GROUP == 0; \
    const gboolean same = group[0] == group[1] && \
                          self->op->detail->kind == LOOM_SIM_ACCESS_LOAD; \
    const LoomSimShape shape = same ? LOOM_SIM_SHAPE_SAME : LOOM_SIM_SHAPE_ROW; \
    \
    find_region (self, n, (A) (a[n] + plus)); \
    if (self->region.is_observed || self->flags != LOOM_SIM_RESOLVE_DEFAULT || \
        self->op->detail->n_elements != 1) \
      return place_groups_##A (self, a, plus); \
    if (whole ? place_all_##A (self, a, plus, TRUE, shape) \
              : place_all_##A (self, a, plus, FALSE, shape)) \
      return shape; \
    if (self->size == 4 && place_all_near_##A (self, a, plus, whole)) \
      return LOOM_SIM_SHAPE_OFFSETS; \
    return place_groups_##A (self, a, plus); \
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
          const Region        *region,
          const LoomSimSurvey *survey,
          guint64              offset)
{
  const LoomSimVector *v = self->v;
  const guint64 end = survey->shape == LOOM_SIM_SHAPE_ROW ? region->row_end : region->one_end;

  if (offset < region->size && region->size - offset >= survey->span)
    return TRUE;
  for (guint warps = v->masked ? v->warps : 0; warps != 0; warps &= warps - 1)
    {
      const guint w = (guint) __builtin_ctz (warps);

      if (((v->bits[w] & LOOM_SIM_GROUP_MASK) != 0 && offset + survey->at[2 * w] >= end) ||
          (v->bits[w] >> LOOM_SIM_GROUP != 0 && offset + survey->at[2 * w + 1] >= end))
        return FALSE;
    }
  return v->masked;
}

static inline void
place_survey (Resolver            *self,
              const Region        *region,
              const LoomSimSurvey *survey,
              guint64              offset)
{
  const LoomSimVector *v = self->v;
  LoomSimPlaces *places = self->places;
  const guintptr host = (guintptr) region->bytes + offset;
  const guint64 stride = find_stride (v, self->op);
  const gboolean one = survey->shape == LOOM_SIM_SHAPE_SAME && survey->span == self->size;

  places->all = one ? LOOM_SIM_SHAPE_ONE : (LoomSimShape) survey->shape;
  places->base = (guint8 *) host;
  places->offsets = survey->shape == LOOM_SIM_SHAPE_OFFSETS ? survey->lane : survey->at;
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
  Region region;

  if (survey->shape == LOOM_SIM_SHAPE_NONE ||
      (survey->shape != LOOM_SIM_SHAPE_ROW && op->detail->kind != LOOM_SIM_ACCESS_LOAD))
    return FALSE;
  region = get_region (self, 0, wide ? address : (guint32) address);
  offset = (wide ? address : (guint32) address) - region.base - at;
  if (((offset | survey->together) & (self->size - 1)) != 0 ||
      region.slot == LOOM_SIM_LOCAL_SLOT || !has_rows (self, &region, survey, offset) ||
      (survey->shape == LOOM_SIM_SHAPE_OFFSETS && (v->masked || region.is_observed)))
    return FALSE;
  place_survey (self, &region, survey, offset);
  if (region.is_observed)
    loom_sim_coverage_rows (v->tracker, v, op, region.slot, offset);
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
    places->all = resolve_guint64 (&self, LOOM_SIM_LANES (guint64, op->a), plus);
  else
    places->all = resolve_guint32 (&self, LOOM_SIM_LANES (guint32, op->a), (guint32) plus);
  if (places->n_pieces > 0 && (flags & LOOM_SIM_RESOLVE_PIECES) == 0)
    loom_sim_coverage_access (v->tracker, v, op, places->pieces, places->n_pieces);
}
