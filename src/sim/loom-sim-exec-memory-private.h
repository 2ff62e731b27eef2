#pragma once

#include "loom-sim-access-private.h"
#include "loom-sim-coverage-private.h"

G_BEGIN_DECLS

/* A load or store of one element by lanes that lie regularly in one object is done group by group, as it is found; from
 * the first group on that is otherwise (another object, out of bounds, misaligned) all places are found and checked
 * first. Named by lowering after what moves: @ld.MEMORY.REGISTER with u8 s16 … in memory and the register's bytes,
 * @st.MEMORY.REGISTER in bytes. The address is op->a; a vector's parts are detail->registers. */

#define LOOM_SIM_PEEK(T, host) (((const struct { T value; } __attribute__ ((packed)) *) (host))->value)
#define LOOM_SIM_POKE(T, host) (((struct { T value; } __attribute__ ((packed)) *) (host))->value)

/* Before it is known whether the offset is in bounds, so the sum is one of numbers. */
static inline guint8 *
loom_sim_get_host (guint8  *bytes,
                   guint64  offset)
{
  return (guint8 *) ((guintptr) bytes + (guintptr) offset);
}

/* `masked` is to be a constant, which the compiler would not make it of itself: these are large. */
#define LOOM_SIM_ALWAYS_INLINE __attribute__ ((always_inline))

/* Where the lanes of an access lie in the host's memory whose shape the prologue found: the place of the lowest, NULL if
 * it must be looked at again. */
static inline guint8 *
loom_sim_find_surveyed (const LoomSimVector *v,
                        const LoomSimOp     *op,
                        const LoomSimSurvey *survey,
                        guint                size,
                        LoomSimRegion       *region)
{
  const gboolean wide = op->detail->width[0] == 8;
  const guint64 first = wide ? *LOOM_SIM_LANES (guint64, op->a) : *LOOM_SIM_LANES (guint32, op->a);
  guint64 address = first + loom_sim_get_plus (v, op) + (guint64) survey->low, offset;

  if (!wide)
    address = (guint32) address;
  loom_sim_find_region (v, op, 0, address, region);
  offset = address - region->base;
  if (offset >= region->size || region->size - offset < survey->span ||
      ((offset | survey->together) & (size - 1)) != 0 || region->slot == LOOM_SIM_LOCAL_SLOT)
    return NULL;
  return region->bytes + offset;
}

/* The same where some lanes run: `offset` is where the lowest of all lanes would go in the object.
 * Each group with a running lane lies in bounds as a whole; others may lie anywhere. */
static inline gboolean
loom_sim_find_surveyed_part (const LoomSimVector *v,
                             const LoomSimOp     *op,
                             const LoomSimSurvey *survey,
                             guint                size,
                             LoomSimRegion       *region,
                             guint64             *offset)
{
  const gboolean wide = op->detail->width[0] == 8;
  const guint64 first = wide ? *LOOM_SIM_LANES (guint64, op->a) : *LOOM_SIM_LANES (guint32, op->a);
  const guint64 length = survey->shape == LOOM_SIM_SHAPE_SPREAD ? size * LOOM_SIM_GROUP : size;
  const guint lowest = loom_sim_get_lowest_lane (v) / LOOM_SIM_GROUP;
  guint64 address = first + loom_sim_get_plus (v, op) + (guint64) survey->low + survey->at[lowest];
  guint64 end;

  if (!wide)
    address = (guint32) address;
  loom_sim_find_region (v, op, 0, address, region);
  *offset = address - region->base - survey->at[lowest];
  if (((*offset | survey->together) & (size - 1)) != 0 || region->slot == LOOM_SIM_LOCAL_SLOT)
    return FALSE;
  if (*offset < region->size && region->size - *offset >= survey->span)
    return TRUE;
  end = region->size >= length ? region->size - length + 1 : 0;
  for (guint g = lowest; g < v->n_warps * 2; g++)
    if (loom_sim_get_group (v, g) != 0 && *offset + survey->at[g] >= end)
      return FALSE;
  return TRUE;
}

static inline const LoomSimSurvey *
loom_sim_get_survey (const LoomSimVector *v,
                     const LoomSimOp     *op)
{
  const LoomSimSurvey *survey = op->detail->survey != 0 ? &v->surveys[op->detail->survey - 1] : NULL;

  return survey != NULL && survey->shape != LOOM_SIM_SHAPE_NONE ? survey : NULL;
}

/* Bytes from where a block's lanes go to where those of the next one will, which is asked for ahead:
 * its rows may lie far apart, so that no processor sees by itself where they go on. */
static inline guint64
loom_sim_find_ahead (const LoomSimVector *v,
                     const LoomSimOp     *op)
{
  const guint32 columns = v->block->launch->grid.x;

  if (!op->detail->is_affine || op->detail->width[0] != 8)
    return 0;
  if (v->block->id.x + 1 < columns)
    return *LOOM_SIM_LANES (guint64, op->b);
  return *LOOM_SIM_LANES (guint64, op->c) - *LOOM_SIM_LANES (guint64, op->b) * (columns - 1);
}

#define loom_sim_prefetch(place, ahead, writes) \
  __builtin_prefetch ((gconstpointer) ((guintptr) (place) + (guintptr) (ahead)), (writes), 3)

/* Where the running lanes of a group go in the object, without a look at how they lie; FALSE if one
 * is out of bounds or misaligned. */
#ifdef __AVX512F__
static inline gboolean
loom_sim_check_lanes (__m512i              low,
                      __m512i              high,
                      const LoomSimBounds *bounds,
                      guint                lanes,
                      guint                size,
                      guint64             *offsets)
{
  const __mmask8 low_on = (__mmask8) lanes, high_on = (__mmask8) (lanes >> 8);
  const __m512i base = _mm512_set1_epi64 ((gint64) bounds->region.base);
  const __m512i one = _mm512_set1_epi64 ((gint64) bounds->one);
  const __m512i odd = _mm512_set1_epi64 (size - 1);

  low = _mm512_sub_epi64 (low, base);
  high = _mm512_sub_epi64 (high, base);
  _mm512_store_si512 (offsets, low);
  _mm512_store_si512 (offsets + 8, high);
  return (_mm512_mask_cmpge_epu64_mask (low_on, low, one) |
          _mm512_mask_cmpge_epu64_mask (high_on, high, one) |
          _mm512_mask_test_epi64_mask (low_on, low, odd) |
          _mm512_mask_test_epi64_mask (high_on, high, odd)) == 0;
}

static inline gboolean
loom_sim_find_lanes_guint64 (const guint64       *at,
                             guint64              plus,
                             const LoomSimBounds *bounds,
                             guint                lanes,
                             guint                size,
                             guint64             *offsets)
{
  const __m512i more = _mm512_set1_epi64 ((gint64) plus);

  return loom_sim_check_lanes (_mm512_add_epi64 (_mm512_loadu_si512 (at), more),
                               _mm512_add_epi64 (_mm512_loadu_si512 (at + 8), more), bounds, lanes,
                               size, offsets);
}

static inline gboolean
loom_sim_find_lanes_guint32 (const guint32       *at,
                             guint32              plus,
                             const LoomSimBounds *bounds,
                             guint                lanes,
                             guint                size,
                             guint64             *offsets)
{
  const __m512i all = _mm512_add_epi32 (_mm512_loadu_si512 (at), _mm512_set1_epi32 ((gint) plus));

  return loom_sim_check_lanes (_mm512_cvtepu32_epi64 (_mm512_castsi512_si256 (all)),
                               _mm512_cvtepu32_epi64 (_mm512_extracti64x4_epi64 (all, 1)), bounds,
                               lanes, size, offsets);
}
#else
#define LOOM_SIM_FIND_LANES(A) \
  static inline gboolean \
  loom_sim_find_lanes_##A (const A *at, A plus, const LoomSimBounds *bounds, guint lanes, \
                           guint size, guint64 *offsets) \
  { \
    guint64 bad = 0; \
    \
    for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
      { \
        const guint64 offset = (guint64) (A) (at[i] + plus) - bounds->region.base; \
        \
        offsets[i] = offset; \
        bad |= ((offset >= bounds->one ? 1 : 0) | (offset & (size - 1))) & \
               (G_GUINT64_CONSTANT (0) - (lanes >> i & 1)); \
      } \
    return bad == 0; \
  }

LOOM_SIM_FIND_LANES (guint64)
LOOM_SIM_FIND_LANES (guint32)
#endif

typedef struct { guint64 low, high; } LoomSimPair;

/* d := r for some lanes of a group. Of a loop with a condition in it the compiler makes sixteen
 * branches. */
#ifdef __AVX512F__
#define LOOM_SIM_MERGE_GROUP(T, width, many) \
  static inline void \
  loom_sim_merge_group_##T (T *d, const T *r, guint lanes) \
  { \
    for (guint i = 0; i < LOOM_SIM_GROUP; i += many) \
      { \
        __m512i x = _mm512_mask_mov_epi##width (_mm512_loadu_si512 (d + i), \
                                                (__mmask##many) (lanes >> i), \
                                                _mm512_loadu_si512 (r + i)); \
        \
        /* As in loom_sim_merge(): not one masked store. */ \
        __asm__ ("" : "+v" (x)); \
        _mm512_storeu_si512 (d + i, x); \
      } \
  }

LOOM_SIM_MERGE_GROUP (guint32, 32, 16)
LOOM_SIM_MERGE_GROUP (guint64, 64, 8)
#else
#define LOOM_SIM_MERGE_GROUP(T) \
  static inline void \
  loom_sim_merge_group_##T (T *d, const T *r, guint lanes) \
  { \
    LOOM_SIM_IVDEP \
    for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
      d[i] ^= (d[i] ^ r[i]) & ((T) 0 - (T) (lanes >> i & 1)); \
  }

LOOM_SIM_MERGE_GROUP (guint32)
LOOM_SIM_MERGE_GROUP (guint64)
#endif

static inline void
loom_sim_merge_group (gpointer      d,
                      gconstpointer r,
                      gsize         size,
                      guint         lanes)
{
  if (size == 4)
    loom_sim_merge_group_guint32 (d, r, lanes);
  else if (size == 8)
    loom_sim_merge_group_guint64 (d, r, lanes);
  else
    for (; lanes != 0; lanes &= lanes - 1)
      {
        const guint i = (guint) __builtin_ctz (lanes);

        memcpy ((guint8 *) d + i * size, (const guint8 *) r + i * size, size);
      }
}

/* Running lanes of a group up to which each is looked at by itself. */
#define LOOM_SIM_FEW 3

G_END_DECLS
