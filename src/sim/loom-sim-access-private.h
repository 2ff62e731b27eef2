#pragma once

#include "loom-sim-exec-private.h"
#include "loom-sim-sum-private.h"

G_BEGIN_DECLS

typedef enum
{
  LOOM_SIM_SHAPE_NONE,          /* no lane */
  LOOM_SIM_SHAPE_SPREAD,        /* each lane a size after the one before */
  LOOM_SIM_SHAPE_SAME,          /* all lanes at one place */
  LOOM_SIM_SHAPE_LANES,         /* each running lane has its own host address */
} LoomSimShape;

/* Where the lanes of one access go, checked. */
typedef struct
{
  guint8        shape[LOOM_SIM_MAX_GROUPS];     /* LoomSimShape */
  guint8       *host[LOOM_SIM_MAX_GROUPS];      /* of a group's first lane */
  guint16       lanes[LOOM_SIM_MAX_GROUPS];     /* of shape LANES */
  guint8       *lane[LOOM_SIM_MAX_LANES];       /* of shape LANES */
  guint         n_pieces;                       /* only where an observer looks */
  LoomSimPiece  pieces[LOOM_SIM_MAX_LANES];
  gint          fault;                          /* lowest lane that may not, or -1 */
  guint64       fault_address;
} LoomSimPlaces;

/* An object that addresses were found in. The next ones are most often in the same, which costs one comparison. */
typedef struct
{
  guint64  base;                /* the first byte's address */
  guint64  size;
  guint8  *bytes;
  guint32  slot;
  gboolean heard;               /* somebody is told of such accesses to it */
  const guint8 *undoable;       /* by page: whether it was copied, as it must be before a store; NULL: need not be */
  guint    page_bits;
} LoomSimRegion;

#define loom_sim_resolve LOOM_SIM_ISA (loom_sim_resolve)
#define loom_sim_resolve_from LOOM_SIM_ISA (loom_sim_resolve_from)
#define loom_sim_find_region LOOM_SIM_ISA (loom_sim_find_region)

/* Finds the running lanes' places for op's detail: space, size, kind; registers at op->a, plus op->immediate. Tells the
 * observer of them, before the access. Lanes that fault have no place. */
void          loom_sim_resolve      (LoomSimVector   *v,
                                     const LoomSimOp *op,
                                     LoomSimPlaces   *places);
/* The same for the groups from `first` on; others have no places, but may have pieces. */
void          loom_sim_resolve_from (LoomSimVector   *v,
                                     const LoomSimOp *op,
                                     LoomSimPlaces   *places,
                                     guint            first);
/* The object that an address of op lies in or near, of no size if there is none. For lane n, of local memory. Written
 * in place: to return it would copy what was just stored, in wider pieces than it was stored in, and the processor waits
 * for that. */
void          loom_sim_find_region  (const LoomSimVector *v,
                                     const LoomSimOp     *op,
                                     guint                n,
                                     guint64              address,
                                     LoomSimRegion       *region);

/* What is added to each lane's register to make its address. */
static inline guint64
loom_sim_get_plus (const LoomSimVector *v,
                   const LoomSimOp     *op)
{
  if (!op->detail->is_affine)
    return (guint64) op->immediate;
  if (op->detail->width[0] == 8)
    return (guint64) op->immediate + loom_sim_get_block_sum (v, op);
  return (guint64) op->immediate + loom_sim_get_block_sum_narrow (v, op);
}

/* Where lane 0 would go if all running lanes of a group lay in a line; FALSE: they do not. */
#ifdef __AVX512F__
static inline gboolean
loom_sim_find_line_wide (const guint64 *address,
                         guint          lanes,
                         guint          size,
                         guint64       *origin)
{
  const guint first = (guint) __builtin_ctz (lanes);
  const __m512i iota = _mm512_set_epi64 (7, 6, 5, 4, 3, 2, 1, 0);
  __mmask8 low_off, high_off;
  __m512i low, high;

  *origin = address[first] - first * size;
  low = _mm512_mullo_epi64 (iota, _mm512_set1_epi64 (size));
  low = _mm512_add_epi64 (_mm512_set1_epi64 ((gint64) *origin), low);
  high = _mm512_add_epi64 (low, _mm512_set1_epi64 (8 * size));
  low_off = _mm512_mask_cmpneq_epi64_mask ((__mmask8) lanes, _mm512_loadu_si512 (address), low);
  high_off = _mm512_mask_cmpneq_epi64_mask ((__mmask8) (lanes >> 8), _mm512_loadu_si512 (address + 8), high);
  return (low_off | high_off) == 0;
}

static inline gboolean
loom_sim_find_line_narrow (const guint32 *address,
                           guint          lanes,
                           guint          size,
                           guint32       *origin)
{
  const guint first = (guint) __builtin_ctz (lanes);
  const __m512i iota = _mm512_set_epi32 (15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  __m512i line;

  *origin = address[first] - first * size;
  line = _mm512_mullo_epi32 (iota, _mm512_set1_epi32 ((gint) size));
  line = _mm512_add_epi32 (_mm512_set1_epi32 ((gint) *origin), line);
  return _mm512_mask_cmpneq_epi32_mask ((__mmask16) lanes, _mm512_loadu_si512 (address), line) == 0;
}
#else
#define LOOM_SIM_FIND_LINE(name, A) \
  static inline gboolean \
  loom_sim_find_line_##name (const A *address, guint lanes, guint size, A *origin) \
  { \
    const guint first = (guint) __builtin_ctz (lanes); \
    A different = 0; \
    \
    *origin = address[first] - (A) first * size; \
    for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
      different |= (address[i] ^ (*origin + i * size)) & ((A) 0 - (lanes >> i & 1)); \
    return different == 0; \
  }

LOOM_SIM_FIND_LINE (wide, guint64)
LOOM_SIM_FIND_LINE (narrow, guint32)
#endif

#ifdef __AVX512F__
typedef guint64 LoomSimWide __attribute__ ((vector_size (64), aligned (8)));
typedef guint32 LoomSimNarrow __attribute__ ((vector_size (64), aligned (4)));

static inline gboolean
loom_sim_any_wide (LoomSimWide x)
{
  return _mm512_test_epi64_mask ((__m512i) x, (__m512i) x) != 0;
}

/* Whether a whole group's addresses are not each a step after the one before. */
static inline gboolean
loom_sim_is_crooked_wide (const guint64 *address,
                          guint          step)
{
  static const LoomSimWide iota = { 0, 1, 2, 3, 4, 5, 6, 7 };
  const LoomSimWide low = *(const LoomSimWide *) address, high = *(const LoomSimWide *) (address + 8);
  const LoomSimWide line = iota * step + address[0];

  return loom_sim_any_wide ((low ^ line) | (high ^ (line + 8 * step)));
}

static inline gboolean
loom_sim_is_crooked_narrow (const guint32 *address,
                            guint          step)
{
  static const LoomSimNarrow iota = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
  const LoomSimNarrow x = *(const LoomSimNarrow *) address ^ (iota * step + address[0]);

  return _mm512_test_epi32_mask ((__m512i) x, (__m512i) x) != 0;
}
#else
/* Vectors wider than the processor's are taken apart badly; these loops become its own. */
#define LOOM_SIM_IS_CROOKED(name, A) \
  static inline gboolean \
  loom_sim_is_crooked_##name (const A *address, guint step) \
  { \
    A different = 0; \
    \
    for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
      different |= address[i] ^ (address[0] + i * step); \
    return different != 0; \
  }

LOOM_SIM_IS_CROOKED (wide, guint64)
LOOM_SIM_IS_CROOKED (narrow, guint32)
#endif

/* How a whole group's addresses lie. */
static inline LoomSimShape
loom_sim_find_shape_wide (const guint64 *address,
                          guint          size)
{
  return !loom_sim_is_crooked_wide (address, size) ? LOOM_SIM_SHAPE_SPREAD
         : !loom_sim_is_crooked_wide (address, 0) ? LOOM_SIM_SHAPE_SAME : LOOM_SIM_SHAPE_LANES;
}

static inline LoomSimShape
loom_sim_find_shape_narrow (const guint32 *address,
                            guint          size)
{
  return !loom_sim_is_crooked_narrow (address, size) ? LOOM_SIM_SHAPE_SPREAD
         : !loom_sim_is_crooked_narrow (address, 0) ? LOOM_SIM_SHAPE_SAME : LOOM_SIM_SHAPE_LANES;
}

static inline guint
loom_sim_get_group (const LoomSimVector *v,
                    guint                g)
{
  return v->bits[g / 2] >> (g % 2 * LOOM_SIM_GROUP) & LOOM_SIM_GROUP_MASK;
}

/* Where whole groups may go: offsets below these are in bounds. */
typedef struct
{
  LoomSimRegion region;
  guint64       spread, one;    /* for sixteen elements side by side, for one */
} LoomSimBounds;

static inline void
loom_sim_find_bounds (const LoomSimVector *v,
                      const LoomSimOp     *op,
                      guint64              address,
                      guint                size,
                      LoomSimBounds       *self)
{
  loom_sim_find_region (v, op, 0, address, &self->region);
  self->spread = self->one = 0;
  if (self->region.slot == LOOM_SIM_LOCAL_SLOT)
    return;
  if (self->region.size >= size)
    self->one = self->region.size - size + 1;
  if (self->region.size >= size * LOOM_SIM_GROUP)
    self->spread = self->region.size - size * LOOM_SIM_GROUP + 1;
}

/* Where the running lanes of a group go in an object. Others go where the first one goes. */
typedef struct
{
  guint64      lane[LOOM_SIM_GROUP] __attribute__ ((aligned (64)));
  guint64      origin;          /* of shape SPREAD: where lane 0 would go */
  LoomSimShape shape;           /* SPREAD: the whole line is in bounds, also where lanes do not run */
} LoomSimOffsets;

/* What is to be known of a group's offsets. */
typedef struct
{
  gboolean bad;                 /* out of bounds or misaligned */
  gboolean different;           /* not all the first one's */
  gboolean crooked;             /* not in a line */
} LoomSimLook;

/* From addresses to offsets. first: of the lowest running lane; origin: where a line through it begins. */
static inline LoomSimLook
loom_sim_look_at_offsets (LoomSimOffsets      *self,
                          const LoomSimBounds *bounds,
                          guint                lanes,
                          guint                size,
                          guint64              first,
                          guint64              origin)
{
  const guint64 base = bounds->region.base, one = bounds->one;
#ifdef __AVX512F__
  static const LoomSimWide iota = { 0, 1, 2, 3, 4, 5, 6, 7 }, bits = { 1, 2, 4, 8, 16, 32, 64, 128 }, none = { 0, };
  const LoomSimWide low_on = (LoomSimWide) (((none + lanes) & bits) != 0);
  const LoomSimWide high_on = (LoomSimWide) (((none + (lanes >> 8)) & bits) != 0);
  LoomSimWide *low = (LoomSimWide *) self->lane, *high = low + 1;

  *low = ((*low - base - first) & low_on) + first;
  *high = ((*high - base - first) & high_on) + first;
  return (LoomSimLook) {
    loom_sim_any_wide ((LoomSimWide) (*low >= one) | (LoomSimWide) (*high >= one) | ((*low | *high) & (size - 1))),
    loom_sim_any_wide ((*low ^ first) | (*high ^ first)),
    loom_sim_any_wide (((*low ^ (origin + iota * size)) & low_on) |
                       ((*high ^ (origin + 8 * size + iota * size)) & high_on)),
  };
#else
  guint64 bad = 0, different = 0, crooked = 0;

  for (guint i = 0; i < LOOM_SIM_GROUP; i++)
    {
      const guint64 on = G_GUINT64_CONSTANT (0) - (lanes >> i & 1);
      const guint64 offset = ((self->lane[i] - base - first) & on) + first;

      self->lane[i] = offset;
      bad |= (offset >= one ? 1 : 0) | (offset & (size - 1));
      different |= offset ^ first;
      crooked |= (offset ^ (origin + i * size)) & on;
    }
  return (LoomSimLook) { bad != 0, different != 0, crooked != 0 };
#endif
}

/* From addresses to offsets; FALSE if a lane is out of bounds or misaligned. */
static inline gboolean
loom_sim_check_offsets (LoomSimOffsets      *self,
                        const LoomSimBounds *bounds,
                        guint                lanes,
                        guint                size)
{
  const guint one = (guint) __builtin_ctz (lanes);
  const guint64 first = self->lane[one] - bounds->region.base, origin = first - one * size;
  const LoomSimLook look = loom_sim_look_at_offsets (self, bounds, lanes, size, first, origin);

  self->origin = origin;
  self->shape = !look.different ? LOOM_SIM_SHAPE_SAME
                : !look.crooked && origin < bounds->spread ? LOOM_SIM_SHAPE_SPREAD : LOOM_SIM_SHAPE_LANES;
  return !look.bad;
}

#define LOOM_SIM_OFFSETS(A) \
  static inline gboolean \
  loom_sim_get_offsets_##A (const A *a, A plus, const LoomSimBounds *bounds, guint lanes, guint size, \
                            LoomSimOffsets *self) \
  { \
    for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
      self->lane[i] = (A) (a[i] + plus); \
    return loom_sim_check_offsets (self, bounds, lanes, size); \
  }

LOOM_SIM_OFFSETS (guint64)
LOOM_SIM_OFFSETS (guint32)

static inline guint
loom_sim_get_lowest_lane (const LoomSimVector *v)
{
  const guint w = v->warps != 0 ? (guint) __builtin_ctz (v->warps) : 0;

  return w * LOOM_SIM_WARP + (v->bits[w] != 0 ? (guint) __builtin_ctz (v->bits[w]) : 0);
}

/* Notes that lanes access an object, for whoever is told. */
static inline void
loom_sim_add_piece (LoomSimPlaces *places,
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

/* Lanes whose place is a size after the one before. */
static inline guint
loom_sim_find_next (const LoomSimOffsets *offsets,
                    guint                 size)
{
#ifdef __AVX512F__
  const __m512i low = _mm512_load_si512 (offsets->lane), high = _mm512_load_si512 (offsets->lane + 8);
  const __m512i step = _mm512_set1_epi64 (size);
  const __mmask8 low_next = _mm512_cmpeq_epi64_mask (low, _mm512_add_epi64 (_mm512_alignr_epi64 (low, low, 7), step));
  const __mmask8 high_next = _mm512_cmpeq_epi64_mask (high, _mm512_add_epi64 (_mm512_alignr_epi64 (high, low, 7), step));

  return (low_next & ~1u) | (guint) high_next << 8;
#else
  guint next = 0;

  for (guint i = 1; i < LOOM_SIM_GROUP; i++)
    next |= (guint) (offsets->lane[i] == offsets->lane[i - 1] + size) << i;
  return next;
#endif
}

/* The same for the running lanes of a group: one piece for those in a row whose places are in a row. */
static inline void
loom_sim_add_lanes (LoomSimPlaces        *places,
                    guint                 size,
                    guint                 lane,
                    guint                 lanes,
                    guint32               slot,
                    const LoomSimOffsets *offsets)
{
  const guint next = offsets->shape == LOOM_SIM_SHAPE_SPREAD ? LOOM_SIM_GROUP_MASK : loom_sim_find_next (offsets, size);

  while (lanes != 0)
    {
      const guint first = (guint) __builtin_ctz (lanes);
      const guint more = (guint) __builtin_ctz (~((lanes & next) >> 1 >> first));

      loom_sim_add_piece (places, size, lane + first, more + 1, slot, offsets->lane[first], TRUE);
      lanes &= ~0u << first << more << 1;
    }
}

/* The same for lanes in a line, from where lane 0 would be: one piece for those in a row. */
static inline void
loom_sim_add_line (LoomSimPlaces *places,
                   guint          size,
                   guint          lane,
                   guint          lanes,
                   guint32        slot,
                   guint64        origin)
{
  while (lanes != 0)
    {
      const guint first = (guint) __builtin_ctz (lanes);
      const guint many = (guint) __builtin_ctz (~(lanes >> first));

      loom_sim_add_piece (places, size, lane + first, many, slot, origin + first * size, TRUE);
      lanes &= ~0u << first << many;
    }
}

/* The op to go on with once the lanes that may have had their access. */
static inline const LoomSimOp *
loom_sim_access_done (LoomSimVector       *v,
                      const LoomSimOp     *op,
                      const LoomSimPlaces *places)
{
  if (G_UNLIKELY (places->fault >= 0))
    return loom_sim_trap_access (v, op, (guint) places->fault, places->fault_address);
  return op + 1;
}

/* Host address of a lane that has a place. */
static inline guint8 *
loom_sim_place (const LoomSimPlaces *places,
                guint                n,
                guint                size)
{
  const guint g = n / LOOM_SIM_GROUP;

  switch ((LoomSimShape) places->shape[g])
    {
    case LOOM_SIM_SHAPE_SPREAD:
      return places->host[g] + n % LOOM_SIM_GROUP * size;
    case LOOM_SIM_SHAPE_SAME:
      return places->host[g];
    case LOOM_SIM_SHAPE_LANES:
      return places->lane[n];
    case LOOM_SIM_SHAPE_NONE:
      break;
    }
  return NULL;
}

/* Whether a lane has a place: it ran and did not fault. */
static inline guint
loom_sim_placed (const LoomSimPlaces *places,
                 guint                g)
{
  switch ((LoomSimShape) places->shape[g])
    {
    case LOOM_SIM_SHAPE_SPREAD:
    case LOOM_SIM_SHAPE_SAME:
      return LOOM_SIM_GROUP_MASK;
    case LOOM_SIM_SHAPE_LANES:
      return places->lanes[g];
    case LOOM_SIM_SHAPE_NONE:
      break;
    }
  return 0;
}

G_END_DECLS
