/* loom-sim-exec-load.c: handlers of loads
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-memory-private.h"

/* Loads groups from the first on; returns the first that it left. Lanes in a line go together, a few
 * each by itself, others are gathered. A group's addresses are read before its values are written,
 * and values are no wider than addresses, so that both may have one slot. */
#define LOAD_REGULAR(name, M, D, A, kind) \
  static inline gboolean \
  name##_few_##A (const A *at, A plus, const LoomSimBounds *bounds, guint lanes, D *to, guint n, \
                  LoomSimPlaces *places) \
  { \
    guint64 offsets[LOOM_SIM_FEW], *next = offsets; \
    \
    for (guint left = lanes; left != 0; left &= left - 1, next++) \
      { \
        *next = (guint64) (A) (at[__builtin_ctz (left)] + plus) - bounds->region.base; \
        if (*next >= bounds->one || *next % sizeof (M) != 0) \
          return FALSE; \
      } \
    next = offsets; \
    for (guint left = lanes; left != 0; left &= left - 1, next++) \
      { \
        const guint i = (guint) __builtin_ctz (left); \
        \
        to[i] = (D) LOOM_SIM_PEEK (M, bounds->region.bytes + *next); \
        if (bounds->region.heard) \
          loom_sim_add_piece (places, sizeof (M), n + i, 1, bounds->region.slot, *next, TRUE); \
      } \
    return TRUE; \
  } \
  static inline gboolean \
  name##_gather_##A (const A *at, A plus, const LoomSimBounds *bounds, guint lanes, D *to, guint n, \
                     LoomSimPlaces *places) \
  { \
    LoomSimOffsets offsets; \
    \
    if (!loom_sim_find_lanes_##A (at, plus, bounds, lanes, sizeof (M), offsets.lane)) \
      return FALSE; \
    offsets.shape = LOOM_SIM_SHAPE_LANES; \
    if (bounds->region.heard) \
      loom_sim_add_lanes (places, sizeof (M), n, lanes, bounds->region.slot, &offsets); \
    if (lanes == LOOM_SIM_GROUP_MASK) \
      for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
        to[i] = (D) LOOM_SIM_PEEK (M, bounds->region.bytes + offsets.lane[i]); \
    else \
      for (; lanes != 0; lanes &= lanes - 1) \
        { \
          const guint i = (guint) __builtin_ctz (lanes); \
          \
          to[i] = (D) LOOM_SIM_PEEK (M, bounds->region.bytes + offsets.lane[i]); \
        } \
    return TRUE; \
  } \
  static inline gboolean \
  name##_part_##A (const A *at, A plus, const LoomSimBounds *bounds, guint lanes, D *to, guint n, \
                   LoomSimPlaces *places) \
  { \
    M whole[LOOM_SIM_GROUP]; \
    D found[LOOM_SIM_GROUP] __attribute__ ((aligned (64))); \
    guint64 offset; \
    A origin; \
    \
    if (__builtin_popcount (lanes) <= LOOM_SIM_FEW) \
      return name##_few_##A (at, plus, bounds, lanes, to, n, places); \
    if (!loom_sim_find_line_##kind (at, lanes, sizeof (M), &origin)) \
      return name##_gather_##A (at, plus, bounds, lanes, to, n, places); \
    offset = (guint64) (A) (origin + plus) - bounds->region.base; \
    if (offset >= bounds->spread || offset % sizeof (M) != 0) \
      return name##_gather_##A (at, plus, bounds, lanes, to, n, places); \
    memcpy (whole, bounds->region.bytes + offset, sizeof whole); \
    for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
      found[i] = (D) whole[i]; \
    loom_sim_merge_group (to, found, sizeof (D), lanes); \
    if (G_UNLIKELY (bounds->region.heard)) \
      loom_sim_add_line (places, sizeof (M), n, lanes, bounds->region.slot, offset); \
    return TRUE; \
  } \
  static LOOM_SIM_ALWAYS_INLINE inline guint \
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
        const guint8 *host = loom_sim_get_host (bytes, offset); \
        LoomSimShape shape; \
        \
        if (lanes == 0) \
          continue; \
        if (lanes != LOOM_SIM_GROUP_MASK) \
          { \
            if (!name##_part_##A (at, plus, &bounds, lanes, to, n, places)) \
              break; \
            continue; \
          } \
        shape = loom_sim_find_shape_##kind (at, sizeof (M)); \
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
            const M one = LOOM_SIM_PEEK (M, host); \
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

/* Loads by all lanes whose shape is known. */
#define LOAD_SURVEYED(name, M, D) \
  static inline gboolean \
  name##_surveyed (LoomSimVector *v, const LoomSimOp *op) \
  { \
    const LoomSimSurvey *survey = loom_sim_get_survey (v, op); \
    D *d = LOOM_SIM_LANES (D, op->detail->registers[0]); \
    const guint n_groups = v->n_lanes / LOOM_SIM_GROUP; \
    const guint64 ahead = loom_sim_find_ahead (v, op); \
    const guint8 *host; \
    LoomSimRegion region; \
    \
    if (survey == NULL) \
      return FALSE; \
    host = loom_sim_find_surveyed (v, op, survey, sizeof (M), &region); \
    if (host == NULL || (region.heard && survey->shape == LOOM_SIM_SHAPE_LANES)) \
      return FALSE; \
    if (survey->shape == LOOM_SIM_SHAPE_SPREAD) \
      for (guint g = 0; g < n_groups; g++) \
        { \
          M whole[LOOM_SIM_GROUP]; \
          \
          memcpy (whole, host + survey->at[g], sizeof whole); \
          loom_sim_prefetch (host + survey->at[g], ahead, FALSE); \
          for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
            d[g * LOOM_SIM_GROUP + i] = (D) whole[i]; \
        } \
    else if (survey->shape == LOOM_SIM_SHAPE_LANES) \
      for (guint n = 0; n < v->n_lanes; n++) \
        d[n] = (D) LOOM_SIM_PEEK (M, host + survey->lane[n]); \
    else \
      for (guint g = 0; g < n_groups; g++) \
        { \
          const M one = LOOM_SIM_PEEK (M, host + survey->at[g]); \
          \
          for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
            d[g * LOOM_SIM_GROUP + i] = (D) one; \
        } \
    if (G_UNLIKELY (region.heard)) \
      v->observer->rows (v->observer, v, op, region.slot, (guint64) (host - region.bytes)); \
    return TRUE; \
  }

/* The same by some lanes: rows are read whole, also where lanes do not run. */
#define LOAD_SURVEYED_PART(name, M, D) \
  static inline gboolean \
  name##_surveyed_part (LoomSimVector *v, const LoomSimOp *op) \
  { \
    const LoomSimSurvey *survey = loom_sim_get_survey (v, op); \
    D *d = LOOM_SIM_LANES (D, op->detail->registers[0]); \
    const guint64 ahead = loom_sim_find_ahead (v, op); \
    LoomSimRegion region; \
    guint64 offset; \
    \
    if (survey == NULL || survey->shape == LOOM_SIM_SHAPE_LANES || \
        !loom_sim_find_surveyed_part (v, op, survey, sizeof (M), &region, &offset)) \
      return FALSE; \
    for (guint g = 0; g < v->n_warps * 2; g++) \
      { \
        const guint lanes = loom_sim_get_group (v, g); \
        const guint8 *host = region.bytes + (offset + survey->at[g]); \
        D *to = d + g * LOOM_SIM_GROUP; \
        D found[LOOM_SIM_GROUP] __attribute__ ((aligned (64))); \
        M whole[LOOM_SIM_GROUP]; \
        \
        if (lanes == 0) \
          continue; \
        loom_sim_prefetch (host, ahead, FALSE); \
        if (survey->shape == LOOM_SIM_SHAPE_SPREAD) \
          memcpy (whole, host, sizeof whole); \
        else \
          for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
            whole[i] = LOOM_SIM_PEEK (M, host); \
        for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
          found[i] = (D) whole[i]; \
        if (lanes == LOOM_SIM_GROUP_MASK) \
          memcpy (to, found, sizeof found); \
        else \
          loom_sim_merge_group (to, found, sizeof (D), lanes); \
      } \
    if (G_UNLIKELY (region.heard)) \
      v->observer->rows (v->observer, v, op, region.slot, offset); \
    return TRUE; \
  }

/* One register of each lane, `part` bytes into what the lane accesses. */
#define LOAD(name, M, D) \
  LOAD_SURVEYED (name, M, D) \
  LOAD_SURVEYED_PART (name, M, D) \
  LOAD_REGULAR (name, M, D, guint64, wide) \
  LOAD_REGULAR (name, M, D, guint32, narrow) \
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
            d[i] = (D) LOOM_SIM_PEEK (M, host + i * size); \
        break; \
      case LOOM_SIM_SHAPE_SAME: \
        one = LOOM_SIM_PEEK (M, host); \
        for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
          d[i] = (D) one; \
        break; \
      case LOOM_SIM_SHAPE_LANES: \
        lanes = places->lanes[g]; \
        if (lanes == LOOM_SIM_GROUP_MASK) \
          for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
            d[i] = (D) LOOM_SIM_PEEK (M, places->lane[g * LOOM_SIM_GROUP + i] + part); \
        else \
          for (; lanes != 0; lanes &= lanes - 1) \
            { \
              const guint i = (guint) __builtin_ctz (lanes); \
              d[i] = (D) LOOM_SIM_PEEK (M, places->lane[g * LOOM_SIM_GROUP + i] + part); \
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
  static LOOM_SIM_ALWAYS_INLINE inline const LoomSimOp * \
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
    return name##_surveyed_part (v, op) ? op + 1 : name##_lanes (v, op, TRUE); \
  } \
  static const LoomSimOp * \
  name##_all (LoomSimVector *v, const LoomSimOp *op) \
  { \
    return name##_surveyed (v, op) ? op + 1 : name##_lanes (v, op, FALSE); \
  }

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
LOAD (ld_b128_x, LoomSimPair, LoomSimPair)

LOOM_SIM_ROWS (load)
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
  LOOM_SIM_ROW ("@ld.b128.16", "=", ld_b128_x)
  LOOM_SIM_ROWS_END
};
