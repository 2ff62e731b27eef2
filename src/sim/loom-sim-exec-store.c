/* loom-sim-exec-store.c: handlers of stores
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-memory-private.h"
#include "loom-sim-kept-private.h"

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

      LOOM_SIM_POKE (guint32, host + 4 * i) = values[i];
    }
#endif
}

/* Stores by all lanes that lie side by side in rows. */
#define STORE_SURVEYED(name, M, S) \
  static inline gboolean \
  name##_surveyed (LoomSimVector *v, const LoomSimOp *op) \
  { \
    const LoomSimSurvey *survey = loom_sim_get_survey (v, op); \
    const S *s = LOOM_SIM_LANES (S, op->detail->registers[0]); \
    const guint n_groups = v->n_lanes / LOOM_SIM_GROUP; \
    const guint64 ahead = loom_sim_find_ahead (v, op); \
    guint8 *host; \
    LoomSimRegion region; \
    \
    if (survey == NULL || survey->shape != LOOM_SIM_SHAPE_SPREAD) \
      return FALSE; \
    host = loom_sim_find_surveyed (v, op, survey, sizeof (M), &region); \
    if (host == NULL || !loom_sim_rows_are_kept (&region, survey, (guint64) (host - region.bytes), \
                                                 sizeof (M))) \
      return FALSE; \
    for (guint g = 0; g < n_groups; g++) \
      { \
        M whole[LOOM_SIM_GROUP]; \
        \
        for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
          whole[i] = (M) s[g * LOOM_SIM_GROUP + i]; \
        memcpy (host + survey->at[g], whole, sizeof whole); \
        loom_sim_prefetch (host + survey->at[g], ahead, TRUE); \
      } \
    if (region.heard) \
      v->observer->rows (v->observer, v, op, region.slot, (guint64) (host - region.bytes)); \
    return TRUE; \
  }

/* Stores by some lanes, of a vector whose lanes lie side by side in rows. */
#define STORE_SURVEYED_PART(name, M, S) \
  static inline gboolean \
  name##_surveyed_part (LoomSimVector *v, const LoomSimOp *op) \
  { \
    const LoomSimSurvey *survey = loom_sim_get_survey (v, op); \
    const S *s = LOOM_SIM_LANES (S, op->detail->registers[0]); \
    const guint64 ahead = loom_sim_find_ahead (v, op); \
    LoomSimRegion region; \
    guint64 offset; \
    \
    if (survey == NULL || survey->shape != LOOM_SIM_SHAPE_SPREAD || \
        !loom_sim_find_surveyed_part (v, op, survey, sizeof (M), &region, &offset) || \
        !loom_sim_part_is_kept (v, &region, survey, offset, sizeof (M))) \
      return FALSE; \
    for (guint g = 0; g < v->n_warps * 2; g++) \
      { \
        const guint n = g * LOOM_SIM_GROUP, lanes = loom_sim_get_group (v, g); \
        const guint64 at = offset + survey->at[g]; \
        \
        if (lanes == 0) \
          continue; \
        loom_sim_prefetch (region.bytes + at, ahead, TRUE); \
        if (sizeof (M) == 4 && sizeof (S) == 4) \
          store_line (region.bytes + at, (const guint32 *) (gconstpointer) (s + n), lanes); \
        else \
          for (guint left = lanes; left != 0; left &= left - 1) \
            { \
              const guint i = (guint) __builtin_ctz (left); \
              \
              LOOM_SIM_POKE (M, region.bytes + at + i * sizeof (M)) = (M) s[n + i]; \
            } \
      } \
    if (region.heard) \
      v->observer->rows (v->observer, v, op, region.slot, offset); \
    return TRUE; \
  }

/* Stores groups from the first on, with their pieces; returns the first that it left. Lanes in a line
 * go together, a few without a look at the group. */
#define STORE_REGULAR(name, M, S, A, kind) \
  static inline gboolean \
  name##_few_##A (const A *at, A plus, const LoomSimBounds *bounds, guint lanes, const S *s, \
                  guint n, LoomSimPlaces *places) \
  { \
    guint64 offsets[LOOM_SIM_FEW], *next = offsets; \
    \
    for (guint left = lanes; left != 0; left &= left - 1, next++) \
      { \
        *next = (guint64) (A) (at[__builtin_ctz (left)] + plus) - bounds->region.base; \
        if (*next >= bounds->one || *next % sizeof (M) != 0 || \
            !loom_sim_is_kept (&bounds->region, *next, sizeof (M))) \
          return FALSE; \
      } \
    next = offsets; \
    for (guint left = lanes; left != 0; left &= left - 1, next++) \
      { \
        const guint i = (guint) __builtin_ctz (left); \
        \
        LOOM_SIM_POKE (M, bounds->region.bytes + *next) = (M) s[n + i]; \
        if (bounds->region.heard) \
          loom_sim_add_piece (places, sizeof (M), n + i, 1, bounds->region.slot, *next, TRUE); \
      } \
    return TRUE; \
  } \
  static G_GNUC_NO_INLINE gboolean \
  name##_scatter_##A (const A *a, A plus, const LoomSimBounds *bounds, guint lanes, const S *s, guint n, \
                      LoomSimPlaces *places) \
  { \
    LoomSimOffsets offsets; \
    \
    offsets.shape = LOOM_SIM_SHAPE_LANES; \
    if (!loom_sim_find_lanes_##A (a + n, plus, bounds, lanes, sizeof (M), offsets.lane) || \
        !loom_sim_lanes_are_kept (&bounds->region, offsets.lane, lanes, sizeof (M))) \
      return FALSE; \
    for (guint left = lanes; left != 0; left &= left - 1) \
      { \
        const guint i = (guint) __builtin_ctz (left); \
        \
        LOOM_SIM_POKE (M, bounds->region.bytes + offsets.lane[i]) = (M) s[n + i]; \
      } \
    if (bounds->region.heard) \
      loom_sim_add_lanes (places, sizeof (M), n, lanes, bounds->region.slot, &offsets); \
    return TRUE; \
  } \
  static inline gboolean \
  name##_part_##A (const A *a, A plus, const LoomSimBounds *bounds, guint lanes, const S *s, \
                   guint n, LoomSimPlaces *places) \
  { \
    guint64 offset; \
    A origin; \
    \
    if (__builtin_popcount (lanes) <= LOOM_SIM_FEW) \
      return name##_few_##A (a + n, plus, bounds, lanes, s, n, places); \
    if (sizeof (M) != 4 || sizeof (S) != 4 || \
        !loom_sim_find_line_##kind (a + n, lanes, sizeof (M), &origin)) \
      return name##_scatter_##A (a, plus, bounds, lanes, s, n, places); \
    offset = (guint64) (A) (origin + plus) - bounds->region.base; \
    if (offset >= bounds->spread || offset % sizeof (M) != 0 || \
        !loom_sim_is_kept (&bounds->region, offset, sizeof (M) * LOOM_SIM_GROUP)) \
      return name##_scatter_##A (a, plus, bounds, lanes, s, n, places); \
    store_line (bounds->region.bytes + offset, (const guint32 *) (gconstpointer) (s + n), lanes); \
    if (bounds->region.heard) \
      loom_sim_add_line (places, sizeof (M), n, lanes, bounds->region.slot, offset); \
    return TRUE; \
  } \
  static LOOM_SIM_ALWAYS_INLINE inline guint \
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
        guint8 *host = loom_sim_get_host (bytes, offset); \
        LoomSimShape shape; \
        \
        if (lanes == 0) \
          continue; \
        if (lanes != LOOM_SIM_GROUP_MASK) \
          { \
            if (!name##_part_##A (a, plus, &bounds, lanes, s, n, places)) \
              break; \
            continue; \
          } \
        shape = loom_sim_find_shape_##kind (a + n, sizeof (M)); \
        if (shape == LOOM_SIM_SHAPE_SPREAD && offset < spread && offset % sizeof (M) == 0 && \
            loom_sim_is_kept (&bounds.region, offset, sizeof (M) * LOOM_SIM_GROUP)) \
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
                 loom_sim_is_kept (&bounds.region, offset, sizeof (M))) \
          { \
            LOOM_SIM_POKE (M, host) = (M) s[n + LOOM_SIM_GROUP - 1]; \
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
  STORE_SURVEYED_PART (name, M, S) \
  STORE_REGULAR (name, M, S, guint64, wide) \
  STORE_REGULAR (name, M, S, guint32, narrow) \
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
            LOOM_SIM_POKE (M, host + i * size) = (M) s[i]; \
        break; \
      case LOOM_SIM_SHAPE_SAME: \
        LOOM_SIM_POKE (M, host) = (M) s[LOOM_SIM_GROUP - 1]; \
        break; \
      case LOOM_SIM_SHAPE_LANES: \
        for (guint lanes = places->lanes[g]; lanes != 0; lanes &= lanes - 1) \
          { \
            const guint i = (guint) __builtin_ctz (lanes); \
            LOOM_SIM_POKE (M, places->lane[g * LOOM_SIM_GROUP + i] + part) = (M) s[i]; \
          } \
        break; \
      case LOOM_SIM_SHAPE_NONE: \
        break; \
      } \
  } \
  static LOOM_SIM_ALWAYS_INLINE inline const LoomSimOp * \
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
    return name##_surveyed_part (v, op) ? op + 1 : name##_lanes (v, op, TRUE); \
  } \
  static const LoomSimOp * \
  name##_all (LoomSimVector *v, const LoomSimOp *op) \
  { \
    return name##_surveyed (v, op) ? op + 1 : name##_lanes (v, op, FALSE); \
  }

STORE (st_1_2, guint8, guint16)
STORE (st_1_4, guint8, guint32)
STORE (st_1_8, guint8, guint64)
STORE (st_2_2, guint16, guint16)
STORE (st_2_4, guint16, guint32)
STORE (st_2_8, guint16, guint64)
STORE (st_4_4, guint32, guint32)
STORE (st_4_8, guint32, guint64)
STORE (st_8_8, guint64, guint64)
STORE (st_16_x, LoomSimPair, LoomSimPair)

LOOM_SIM_ROWS (store)
{
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
