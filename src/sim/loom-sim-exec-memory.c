/* loom-sim-exec-memory.c: handlers of loads and stores
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-access-private.h"

#include "loom-sim-coverage-private.h"

/* A load or store of one element by lanes that lie regularly in one object is done group by group, as it is found; from
 * the first group on that is otherwise (another object, out of bounds, misaligned) all places are found and checked
 * first. Named by lowering after what moves: @ld.MEMORY.REGISTER with u8 s16 … in memory and the register's bytes,
 * @st.MEMORY.REGISTER in bytes. The address is op->a; a vector's parts are detail->registers. */

#define PEEK(T, host) (((const struct { T value; } __attribute__ ((packed)) *) (host))->value)
#define POKE(T, host) (((struct { T value; } __attribute__ ((packed)) *) (host))->value)

/* Before it is known whether the offset is in bounds, so the sum is one of numbers. */
static inline guint8 *
get_host (guint8  *bytes,
          guint64  offset)
{
  return (guint8 *) ((guintptr) bytes + (guintptr) offset);
}

/* Whether a group may store at an offset without anybody having to copy what is there first. */
static inline gboolean
is_kept (const LoomSimRegion *region,
         guint64              offset,
         guint64              bytes)
{
  return region->undoable == NULL ||
         (bytes <= G_GUINT64_CONSTANT (1) << region->page_bits &&
          __atomic_load_n (&region->undoable[offset >> region->page_bits], __ATOMIC_ACQUIRE) == LOOM_SIM_UNDO_READY &&
          __atomic_load_n (&region->undoable[(offset + bytes - 1) >> region->page_bits], __ATOMIC_ACQUIRE) ==
          LOOM_SIM_UNDO_READY);
}

/* What sixteen lanes find at offsets in an object. */
static inline void
gather_guint32 (const guint8  *bytes,
                const guint64 *offsets,
                guint32       *to)
{
#ifdef __AVX512F__
  const __m256i low = _mm512_i64gather_epi32 (_mm512_loadu_si512 (offsets), bytes, 1);
  const __m256i high = _mm512_i64gather_epi32 (_mm512_loadu_si512 (offsets + 8), bytes, 1);

  _mm512_storeu_si512 (to, _mm512_inserti64x4 (_mm512_castsi256_si512 (low), high, 1));
#else
  for (guint i = 0; i < LOOM_SIM_GROUP; i++)
    to[i] = PEEK (guint32, bytes + offsets[i]);
#endif
}

static inline void
gather_guint64 (const guint8  *bytes,
                const guint64 *offsets,
                guint64       *to)
{
#ifdef __AVX512F__
  for (guint i = 0; i < LOOM_SIM_GROUP; i += 8)
    _mm512_storeu_si512 (to + i, _mm512_i64gather_epi64 (_mm512_loadu_si512 (offsets + i), bytes, 1));
#else
  for (guint i = 0; i < LOOM_SIM_GROUP; i++)
    to[i] = PEEK (guint64, bytes + offsets[i]);
#endif
}

/* The same for lanes that lie irregularly: they are if all are within one page's length. */
static inline gboolean
lanes_are_kept (const LoomSimRegion  *region,
                const LoomSimOffsets *offsets,
                guint                 size)
{
  guint64 lowest = G_MAXUINT64, highest = 0;

  if (region->undoable == NULL)
    return TRUE;
  for (guint i = 0; i < LOOM_SIM_GROUP; i++)
    {
      lowest = MIN (lowest, offsets->lane[i]);
      highest = MAX (highest, offsets->lane[i]);
    }
  return is_kept (region, lowest, highest - lowest + size);
}

/* Side by side, but for the lanes that do not run. */
static inline void
store_line (guint8        *host,
            const guint32 *values,
            guint          lanes)
{
#ifdef __AVX512F__
  _mm512_mask_storeu_epi32 (host, (__mmask16) lanes, _mm512_loadu_si512 (values));
#else
  for (; lanes != 0; lanes &= lanes - 1)
    {
      const guint i = (guint) __builtin_ctz (lanes);

      POKE (guint32, host + 4 * i) = values[i];
    }
#endif
}

/* `masked` is to be a constant, which the compiler would not make it of itself: these are large. */
#define ALWAYS_INLINE __attribute__ ((always_inline))

/* Where the lanes of an access lie in the host's memory whose shape the prologue found: the place of the lowest, NULL if
 * it must be looked at again. */
static inline guint8 *
find_surveyed (const LoomSimVector *v,
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
      ((offset | survey->together) & (size - 1)) != 0)
    return NULL;
  return region->bytes + offset;
}

static inline const LoomSimSurvey *
get_survey (const LoomSimVector *v,
            const LoomSimOp     *op)
{
  const LoomSimSurvey *survey = op->detail->survey != 0 ? &v->surveys[op->detail->survey - 1] : NULL;

  return survey != NULL && survey->shape != LOOM_SIM_SHAPE_NONE ? survey : NULL;
}

/* Whether all rows may be stored to without anybody having to copy what is there first. */
static inline gboolean
are_kept (const LoomSimRegion *region,
          const LoomSimSurvey *survey,
          guint64              offset,
          guint                size)
{
  if (region->undoable == NULL)
    return TRUE;
  for (guint i = 0; i < survey->n_rows; i++)
    if (!is_kept (region, offset + survey->rows[i].at, survey->rows[i].n_lanes * size))
      return FALSE;
  return TRUE;
}

/* Loads regular groups from the first on; returns the first that it left. A group's addresses are read before its
 * values are written, and values are no wider than addresses, so that both may have one slot. */
#define LOAD_REGULAR(name, M, D, A, shape_of) \
  static G_GNUC_NO_INLINE gboolean \
  name##_gather_##A (const A *at, A plus, const LoomSimBounds *bounds, guint lanes, D *to, guint n, \
                     LoomSimPlaces *places) \
  { \
    LoomSimOffsets offsets; \
    M found[LOOM_SIM_GROUP]; \
    \
    if (!loom_sim_get_offsets_##A (at, plus, bounds, lanes, sizeof (M), &offsets)) \
      return FALSE; \
    if (bounds->region.heard) \
      loom_sim_add_lanes (places, sizeof (M), n, lanes, bounds->region.slot, &offsets); \
    if (offsets.shape == LOOM_SIM_SHAPE_SPREAD) \
      memcpy (found, bounds->region.bytes + offsets.origin, sizeof found); \
    else if (offsets.shape == LOOM_SIM_SHAPE_SAME) \
      for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
        found[i] = PEEK (M, bounds->region.bytes + offsets.lane[0]); \
    else if (sizeof (M) == 4) \
      gather_guint32 (bounds->region.bytes, offsets.lane, (guint32 *) (gpointer) found); \
    else if (sizeof (M) == 8) \
      gather_guint64 (bounds->region.bytes, offsets.lane, (guint64 *) (gpointer) found); \
    else \
      for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
        found[i] = PEEK (M, bounds->region.bytes + offsets.lane[i]); \
    for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
      to[i] = (lanes >> i & 1) != 0 ? (D) found[i] : to[i]; \
    return TRUE; \
  } \
  static ALWAYS_INLINE inline guint \
  name##_regular_##A (LoomSimVector *v, const LoomSimOp *op, LoomSimPlaces *places, gboolean masked) \
  { \
    const A *a = LOOM_SIM_LANES (A, op->a); \
    D *d = LOOM_SIM_LANES (D, op->detail->registers[0]); \
    const A plus = (A) loom_sim_get_plus (v, op); \
    LoomSimBounds bounds; \
    /* In registers: the compiler must take it that storing to lanes changes what is in memory. */ \
    guint64 base, spread, one_end; \
    guint8 *bytes; \
    /* Lanes that do not exist are no lanes that are off. */ \
    const guint n_groups = masked ? v->n_warps * 2 : v->n_lanes / LOOM_SIM_GROUP; \
    guint g = 0; \
    \
    loom_sim_find_bounds (v, op, (A) (a[loom_sim_get_lowest_lane (v)] + plus), sizeof (M), &bounds); \
    base = bounds.region.base, spread = bounds.spread, one_end = bounds.one; \
    bytes = bounds.region.bytes; \
    for (; g < n_groups; g++) \
      { \
        const guint n = g * LOOM_SIM_GROUP, lanes = masked ? loom_sim_get_group (v, g) : LOOM_SIM_GROUP_MASK; \
        const A *at = a + n; \
        D *to = d + n; \
        const guint64 offset = (guint64) (A) (at[0] + plus) - base; \
        const guint8 *host = get_host (bytes, offset); \
        LoomSimShape shape = LOOM_SIM_SHAPE_LANES; \
        \
        if (lanes == 0) \
          continue; \
        if (lanes == LOOM_SIM_GROUP_MASK) \
          shape = shape_of (at, sizeof (M)); \
        if (shape == LOOM_SIM_SHAPE_SPREAD && offset < spread && offset % sizeof (M) == 0) \
          { \
            M whole[LOOM_SIM_GROUP]; \
            \
            memcpy (whole, host, sizeof whole); \
            for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
              to[i] = (D) whole[i]; \
            if (G_UNLIKELY (bounds.region.heard)) \
              loom_sim_add_piece (places, sizeof (M), n, LOOM_SIM_GROUP, bounds.region.slot, offset, TRUE); \
          } \
        else if (shape == LOOM_SIM_SHAPE_SAME && offset < one_end && offset % sizeof (M) == 0) \
          { \
            const M one = PEEK (M, host); \
            \
            for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
              to[i] = (D) one; \
            if (G_UNLIKELY (bounds.region.heard)) \
              loom_sim_add_piece (places, sizeof (M), n, LOOM_SIM_GROUP, bounds.region.slot, offset, FALSE); \
          } \
        else if (shape != LOOM_SIM_SHAPE_LANES || \
                 !name##_gather_##A (at, plus, &bounds, lanes, to, n, places)) \
          break; \
      } \
    return g; \
  }

static void
tell_rows (LoomSimVector       *v,
           const LoomSimOp     *op,
           const LoomSimSurvey *survey,
           guint32              slot,
           guint64              offset)
{
  LoomSimPiece pieces[LOOM_SIM_MAX_GROUPS];

  for (guint i = 0; i < survey->n_rows; i++)
    pieces[i] = (LoomSimPiece) {
      .offset = offset + survey->rows[i].at, .slot = slot,
      .lane = survey->rows[i].lane, .n_lanes = survey->rows[i].n_lanes, .spread = TRUE
    };
  v->observer->access (v->observer, v, op, pieces, survey->n_rows);
}

/* Loads by all lanes whose shape is known. */
#define LOAD_SURVEYED(name, M, D) \
  static inline gboolean \
  name##_surveyed (LoomSimVector *v, const LoomSimOp *op) \
  { \
    const LoomSimSurvey *survey = get_survey (v, op); \
    D *d = LOOM_SIM_LANES (D, op->detail->registers[0]); \
    const guint n_groups = v->n_lanes / LOOM_SIM_GROUP; \
    const guint8 *host; \
    LoomSimRegion region; \
    \
    if (survey == NULL) \
      return FALSE; \
    host = find_surveyed (v, op, survey, sizeof (M), &region); \
    if (host == NULL || region.heard) \
      return FALSE; \
    if (survey->shape == LOOM_SIM_SHAPE_SPREAD) \
      for (guint g = 0; g < n_groups; g++) \
        { \
          M whole[LOOM_SIM_GROUP]; \
          \
          memcpy (whole, host + survey->at[g], sizeof whole); \
          for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
            d[g * LOOM_SIM_GROUP + i] = (D) whole[i]; \
        } \
    else if (survey->shape == LOOM_SIM_SHAPE_LANES) \
      for (guint n = 0; n < v->n_lanes; n++) \
        d[n] = (D) PEEK (M, host + survey->lane[n]); \
    else \
      for (guint g = 0; g < n_groups; g++) \
        { \
          const M one = PEEK (M, host + survey->at[g]); \
          \
          for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
            d[g * LOOM_SIM_GROUP + i] = (D) one; \
        } \
    return TRUE; \
  }

/* One register of each lane, `part` bytes into what the lane accesses. */
#define LOAD(name, M, D) \
  LOAD_SURVEYED (name, M, D) \
  LOAD_REGULAR (name, M, D, guint64, loom_sim_find_shape_wide) \
  LOAD_REGULAR (name, M, D, guint32, loom_sim_find_shape_narrow) \
  static inline void \
  name##_group (D *d, const LoomSimPlaces *places, guint g, guint part, guint size) \
  { \
    const guint8 *host = (const guint8 *) ((guintptr) places->host[g] + part); \
    guint lanes; \
    M one; \
    \
    switch ((LoomSimShape) places->shape[g]) \
      { \
      case LOOM_SIM_SHAPE_SPREAD: \
        if (size == sizeof (M)) \
          { \
            M whole[LOOM_SIM_GROUP]; \
            \
            memcpy (whole, host, sizeof whole); \
            for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
              d[i] = (D) whole[i]; \
          } \
        else \
          for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
            d[i] = (D) PEEK (M, host + i * size); \
        break; \
      case LOOM_SIM_SHAPE_SAME: \
        one = PEEK (M, host); \
        for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
          d[i] = (D) one; \
        break; \
      case LOOM_SIM_SHAPE_LANES: \
        lanes = places->lanes[g]; \
        if (lanes == LOOM_SIM_GROUP_MASK) \
          for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
            d[i] = (D) PEEK (M, places->lane[g * LOOM_SIM_GROUP + i] + part); \
        else \
          for (; lanes != 0; lanes &= lanes - 1) \
            { \
              const guint i = (guint) __builtin_ctz (lanes); \
              d[i] = (D) PEEK (M, places->lane[g * LOOM_SIM_GROUP + i] + part); \
            } \
        break; \
      case LOOM_SIM_SHAPE_NONE: \
        break; \
      } \
  } \
  static G_GNUC_NO_INLINE const LoomSimOp * \
  name##_rest (LoomSimVector *v, const LoomSimOp *op, LoomSimPlaces *places, guint first) \
  { \
    const LoomSimDetail *detail = op->detail; \
    \
    loom_sim_resolve_from (v, op, places, first); \
    for (guint e = 0; e < detail->n_elements; e++) \
      { \
        D *d = LOOM_SIM_LANES (D, detail->registers[e]); \
        for (guint g = first; g < v->n_warps * 2; g++) \
          name##_group (d + g * LOOM_SIM_GROUP, places, g, e * sizeof (M), detail->size); \
      } \
    return loom_sim_access_done (v, op, places); \
  } \
  static ALWAYS_INLINE inline const LoomSimOp * \
  name##_lanes (LoomSimVector *v, const LoomSimOp *op, gboolean masked) \
  { \
    LoomSimPlaces places; \
    guint first = 0; \
    \
    places.n_pieces = 0; \
    if (op->detail->n_elements == 1 && op->detail->width[0] == 8 && sizeof (D) <= 8) \
      first = name##_regular_guint64 (v, op, &places, masked); \
    else if (op->detail->n_elements == 1 && op->detail->width[0] == 4 && sizeof (D) <= 4) \
      first = name##_regular_guint32 (v, op, &places, masked); \
    if (first != v->n_warps * 2) \
      return name##_rest (v, op, &places, first); \
    if (places.n_pieces > 0) \
      v->observer->access (v->observer, v, op, places.pieces, places.n_pieces); \
    return op + 1; \
  } \
  static const LoomSimOp * \
  name##_some (LoomSimVector *v, const LoomSimOp *op) \
  { \
    return name##_lanes (v, op, TRUE); \
  } \
  static const LoomSimOp * \
  name##_all (LoomSimVector *v, const LoomSimOp *op) \
  { \
    return name##_surveyed (v, op) ? op + 1 : name##_lanes (v, op, FALSE); \
  }

/* Stores by all lanes that lie side by side in rows. */
#define STORE_SURVEYED(name, M, S) \
  static inline gboolean \
  name##_surveyed (LoomSimVector *v, const LoomSimOp *op) \
  { \
    const LoomSimSurvey *survey = get_survey (v, op); \
    const S *s = LOOM_SIM_LANES (S, op->detail->registers[0]); \
    const guint n_groups = v->n_lanes / LOOM_SIM_GROUP; \
    guint8 *host; \
    LoomSimRegion region; \
    \
    if (survey == NULL || survey->shape != LOOM_SIM_SHAPE_SPREAD) \
      return FALSE; \
    host = find_surveyed (v, op, survey, sizeof (M), &region); \
    if (host == NULL || !are_kept (&region, survey, (guint64) (host - region.bytes), sizeof (M))) \
      return FALSE; \
    for (guint g = 0; g < n_groups; g++) \
      { \
        M whole[LOOM_SIM_GROUP]; \
        \
        for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
          whole[i] = (M) s[g * LOOM_SIM_GROUP + i]; \
        memcpy (host + survey->at[g], whole, sizeof whole); \
      } \
    if (region.heard) \
      tell_rows (v, op, survey, region.slot, (guint64) (host - region.bytes)); \
    return TRUE; \
  }

/* Stores regular groups from the first on, with their pieces; returns the first that it left. */
#define STORE_REGULAR(name, M, S, A, shape_of) \
  static G_GNUC_NO_INLINE gboolean \
  name##_scatter_##A (const A *a, A plus, const LoomSimBounds *bounds, guint lanes, const S *s, guint n, \
                      LoomSimPlaces *places) \
  { \
    LoomSimOffsets offsets; \
    \
    if (!loom_sim_get_offsets_##A (a + n, plus, bounds, lanes, sizeof (M), &offsets) || \
        !lanes_are_kept (&bounds->region, &offsets, sizeof (M))) \
      return FALSE; \
    if (sizeof (M) == 4 && sizeof (S) == 4 && offsets.shape == LOOM_SIM_SHAPE_SPREAD) \
      store_line (bounds->region.bytes + offsets.origin, (const guint32 *) (gconstpointer) (s + n), lanes); \
    else \
      for (guint left = lanes; left != 0; left &= left - 1) \
        { \
          const guint i = (guint) __builtin_ctz (left); \
          \
          POKE (M, bounds->region.bytes + offsets.lane[i]) = (M) s[n + i]; \
        } \
    if (bounds->region.heard) \
      loom_sim_add_lanes (places, sizeof (M), n, lanes, bounds->region.slot, &offsets); \
    return TRUE; \
  } \
  static ALWAYS_INLINE inline guint \
  name##_regular_##A (LoomSimVector *v, const LoomSimOp *op, LoomSimPlaces *places, gboolean masked) \
  { \
    const A *a = LOOM_SIM_LANES (A, op->a); \
    const S *s = LOOM_SIM_LANES (S, op->detail->registers[0]); \
    const A plus = (A) loom_sim_get_plus (v, op); \
    LoomSimBounds bounds; \
    /* In registers: the compiler must take it that storing to lanes changes what is in memory. */ \
    guint64 base, spread, one_end; \
    guint8 *bytes; \
    const guint n_groups = masked ? v->n_warps * 2 : v->n_lanes / LOOM_SIM_GROUP; \
    guint g = 0; \
    \
    loom_sim_find_bounds (v, op, (A) (a[loom_sim_get_lowest_lane (v)] + plus), sizeof (M), &bounds); \
    base = bounds.region.base, spread = bounds.spread, one_end = bounds.one; \
    bytes = bounds.region.bytes; \
    for (; g < n_groups; g++) \
      { \
        const guint n = g * LOOM_SIM_GROUP, lanes = masked ? loom_sim_get_group (v, g) : LOOM_SIM_GROUP_MASK; \
        const guint64 offset = (guint64) (A) (a[n] + plus) - base; \
        guint8 *host = get_host (bytes, offset); \
        LoomSimShape shape = LOOM_SIM_SHAPE_LANES; \
        \
        if (lanes == 0) \
          continue; \
        if (lanes == LOOM_SIM_GROUP_MASK) \
          shape = shape_of (a + n, sizeof (M)); \
        if (shape == LOOM_SIM_SHAPE_SPREAD && offset < spread && offset % sizeof (M) == 0 && \
            is_kept (&bounds.region, offset, sizeof (M) * LOOM_SIM_GROUP)) \
          { \
            M whole[LOOM_SIM_GROUP]; \
            \
            for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
              whole[i] = (M) s[n + i]; \
            memcpy (host, whole, sizeof whole); \
            if (bounds.region.heard) \
              loom_sim_add_piece (places, sizeof (M), n, LOOM_SIM_GROUP, bounds.region.slot, offset, TRUE); \
          } \
        else if (shape == LOOM_SIM_SHAPE_SAME && offset < one_end && offset % sizeof (M) == 0 && \
                 is_kept (&bounds.region, offset, sizeof (M))) \
          { \
            POKE (M, host) = (M) s[n + LOOM_SIM_GROUP - 1]; \
            if (bounds.region.heard) \
              loom_sim_add_piece (places, sizeof (M), n, LOOM_SIM_GROUP, bounds.region.slot, offset, FALSE); \
          } \
        else if (shape != LOOM_SIM_SHAPE_LANES || !name##_scatter_##A (a, plus, &bounds, lanes, s, n, places)) \
          break; \
      } \
    return g; \
  }

#define STORE(name, M, S) \
  STORE_SURVEYED (name, M, S) \
  STORE_REGULAR (name, M, S, guint64, loom_sim_find_shape_wide) \
  STORE_REGULAR (name, M, S, guint32, loom_sim_find_shape_narrow) \
  static inline void \
  name##_group (const S *s, const LoomSimPlaces *places, guint g, guint part, guint size) \
  { \
    guint8 *host = (guint8 *) ((guintptr) places->host[g] + part); \
    \
    switch ((LoomSimShape) places->shape[g]) \
      { \
      case LOOM_SIM_SHAPE_SPREAD: \
        if (size == sizeof (M)) \
          { \
            M whole[LOOM_SIM_GROUP]; \
            \
            for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
              whole[i] = (M) s[i]; \
            memcpy (host, whole, sizeof whole); \
          } \
        else \
          for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
            POKE (M, host + i * size) = (M) s[i]; \
        break; \
      case LOOM_SIM_SHAPE_SAME: \
        POKE (M, host) = (M) s[LOOM_SIM_GROUP - 1]; \
        break; \
      case LOOM_SIM_SHAPE_LANES: \
        for (guint lanes = places->lanes[g]; lanes != 0; lanes &= lanes - 1) \
          { \
            const guint i = (guint) __builtin_ctz (lanes); \
            POKE (M, places->lane[g * LOOM_SIM_GROUP + i] + part) = (M) s[i]; \
          } \
        break; \
      case LOOM_SIM_SHAPE_NONE: \
        break; \
      } \
  } \
  static ALWAYS_INLINE inline const LoomSimOp * \
  name##_lanes (LoomSimVector *v, const LoomSimOp *op, gboolean masked) \
  { \
    LoomSimPlaces places; \
    const LoomSimDetail *detail = op->detail; \
    guint first = 0; \
    \
    places.n_pieces = 0; \
    if (detail->n_elements == 1) \
      first = detail->width[0] == 8 ? name##_regular_guint64 (v, op, &places, masked) \
                                    : name##_regular_guint32 (v, op, &places, masked); \
    if (first == v->n_warps * 2) \
      { \
        if (places.n_pieces > 0) \
          v->observer->access (v->observer, v, op, places.pieces, places.n_pieces); \
        return op + 1; \
      } \
    loom_sim_resolve_from (v, op, &places, first); \
    for (guint e = 0; e < detail->n_elements; e++) \
      { \
        const S *s = LOOM_SIM_LANES (S, detail->registers[e]); \
        for (guint g = first; g < v->n_warps * 2; g++) \
          name##_group (s + g * LOOM_SIM_GROUP, &places, g, e * sizeof (M), detail->size); \
      } \
    return loom_sim_access_done (v, op, &places); \
  } \
  static const LoomSimOp * \
  name##_some (LoomSimVector *v, const LoomSimOp *op) \
  { \
    return name##_lanes (v, op, TRUE); \
  } \
  static const LoomSimOp * \
  name##_all (LoomSimVector *v, const LoomSimOp *op) \
  { \
    return name##_surveyed (v, op) ? op + 1 : name##_lanes (v, op, FALSE); \
  }

typedef struct { guint64 low, high; } Pair;

LOAD (ld_u8_2, guint8, guint16)
LOAD (ld_u8_4, guint8, guint32)
LOAD (ld_u8_8, guint8, guint64)
LOAD (ld_s8_2, gint8, gint16)
LOAD (ld_s8_4, gint8, gint32)
LOAD (ld_s8_8, gint8, gint64)
LOAD (ld_u16_2, guint16, guint16)
LOAD (ld_u16_4, guint16, guint32)
LOAD (ld_u16_8, guint16, guint64)
LOAD (ld_s16_4, gint16, gint32)
LOAD (ld_s16_8, gint16, gint64)
LOAD (ld_u32_4, guint32, guint32)
LOAD (ld_u32_8, guint32, guint64)
LOAD (ld_s32_8, gint32, gint64)
LOAD (ld_u64_8, guint64, guint64)
LOAD (ld_b128_x, Pair, Pair)

STORE (st_1_2, guint8, guint16)
STORE (st_1_4, guint8, guint32)
STORE (st_1_8, guint8, guint64)
STORE (st_2_2, guint16, guint16)
STORE (st_2_4, guint16, guint32)
STORE (st_2_8, guint16, guint64)
STORE (st_4_4, guint32, guint32)
STORE (st_4_8, guint32, guint64)
STORE (st_8_8, guint64, guint64)
STORE (st_16_x, Pair, Pair)

LOOM_SIM_ROWS (memory)
{
  LOOM_SIM_ROW ("@ld.u8.2", "=", ld_u8_2)
  LOOM_SIM_ROW ("@ld.u8.4", "=", ld_u8_4)
  LOOM_SIM_ROW ("@ld.u8.8", "=", ld_u8_8)
  LOOM_SIM_ROW ("@ld.s8.2", "=", ld_s8_2)
  LOOM_SIM_ROW ("@ld.s8.4", "=", ld_s8_4)
  LOOM_SIM_ROW ("@ld.s8.8", "=", ld_s8_8)
  LOOM_SIM_ROW ("@ld.u16.2", "=", ld_u16_2)
  LOOM_SIM_ROW ("@ld.s16.2", "=", ld_u16_2)
  LOOM_SIM_ROW ("@ld.u16.4", "=", ld_u16_4)
  LOOM_SIM_ROW ("@ld.u16.8", "=", ld_u16_8)
  LOOM_SIM_ROW ("@ld.s16.4", "=", ld_s16_4)
  LOOM_SIM_ROW ("@ld.s16.8", "=", ld_s16_8)
  LOOM_SIM_ROW ("@ld.u32.4", "=", ld_u32_4)
  LOOM_SIM_ROW ("@ld.s32.4", "=", ld_u32_4)
  LOOM_SIM_ROW ("@ld.u32.8", "=", ld_u32_8)
  LOOM_SIM_ROW ("@ld.s32.8", "=", ld_s32_8)
  LOOM_SIM_ROW ("@ld.u64.8", "=", ld_u64_8)
  LOOM_SIM_ROW ("@ld.s64.8", "=", ld_u64_8)
  LOOM_SIM_ROW ("@ld.u128.16", "=", ld_b128_x)
  LOOM_SIM_ROW ("@st.1.2", "=", st_1_2)
  LOOM_SIM_ROW ("@st.1.4", "=", st_1_4)
  LOOM_SIM_ROW ("@st.1.8", "=", st_1_8)
  LOOM_SIM_ROW ("@st.2.2", "=", st_2_2)
  LOOM_SIM_ROW ("@st.2.4", "=", st_2_4)
  LOOM_SIM_ROW ("@st.2.8", "=", st_2_8)
  LOOM_SIM_ROW ("@st.4.4", "=", st_4_4)
  LOOM_SIM_ROW ("@st.4.8", "=", st_4_8)
  LOOM_SIM_ROW ("@st.8.8", "=", st_8_8)
  LOOM_SIM_ROW ("@st.16.16", "=", st_16_x)
  LOOM_SIM_ROWS_END
};
