/* loom-sim-exec-store.c: handlers of stores
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-access-private.h"

/* Named by lowering after what moves: @st.MEMORY.REGISTER in bytes. The address is op->a; a
 * vector's parts are detail->registers. */

/* Words of a group's lanes that run, side by side. */
static inline void
store_some (guint8        *host,
            const guint32 *s,
            guint          lanes)
{
#ifdef __AVX512F__
  _mm512_mask_storeu_epi32 (host, (__mmask16) lanes, _mm512_loadu_si512 (s));
#else
  for (; lanes != 0; lanes &= lanes - 1)
    {
      const guint i = (guint) __builtin_ctz (lanes);

      LOOM_SIM_POKE (guint32, host + 4 * i) = s[i];
    }
#endif
}

/* The numbers of a group's lanes that run, a step from one to the next. */
#define STORE_ROW(name, M, S) \
  static inline void \
  name##_row (const S *s, guint8 *host, guint step, guint lanes) \
  { \
    if (lanes == LOOM_SIM_GROUP_MASK && step == sizeof (M)) \
      { \
        LOOM_SIM_GROUP_LOOP \
        for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
          LOOM_SIM_POKE (M, host + i * sizeof (M)) = (M) s[i]; \
        return; \
      } \
    if (sizeof (M) == 4 && sizeof (S) == 4 && step == 4) \
      { \
        store_some (host, (const guint32 *) (gconstpointer) s, lanes); \
        return; \
      } \
    for (; lanes != 0; lanes &= lanes - 1) \
      { \
        const guint i = (guint) __builtin_ctz (lanes); \
        \
        LOOM_SIM_POKE (M, host + i * step) = (M) s[i]; \
      } \
  }

/* Each running lane's, `part` bytes behind its place. */
#define STORE_LANES(name, M, S) \
  static inline void \
  name##_lanes (const S *s, guint8 *const *host, guint part, guint lanes) \
  { \
    for (; lanes != 0; lanes &= lanes - 1) \
      { \
        const guint i = (guint) __builtin_ctz (lanes); \
        \
        LOOM_SIM_POKE (M, host[i] + part) = (M) s[i]; \
      } \
  }

/* The same at offsets. */
#define STORE_OFFSETS(name, M, S) \
  static inline void \
  name##_offsets (const S *s, guint8 *host, const guint32 *offsets, guint lanes) \
  { \
    for (; lanes != 0; lanes &= lanes - 1) \
      { \
        const guint i = (guint) __builtin_ctz (lanes); \
        \
        LOOM_SIM_POKE (M, host + offsets[i]) = (M) s[i]; \
      } \
  }

/* A group's part behind its places. Of lanes that store to one place the last one's stays. */
#define STORE_GROUP(name, M, S) \
  static inline void \
  name##_group (const S *s, const LoomSimPlaces *places, guint g, guint part, guint step) \
  { \
    if (places->shape[g] == LOOM_SIM_SHAPE_ROW) \
      name##_row (s, places->host[g] + part, step, places->lanes[g]); \
    else if (places->shape[g] == LOOM_SIM_SHAPE_LANES) \
      name##_lanes (s, places->lane + g * LOOM_SIM_GROUP, part, places->lanes[g]); \
    else if (places->shape[g] == LOOM_SIM_SHAPE_OFFSETS) \
      name##_offsets (s, places->host[g] + part, places->near + g * LOOM_SIM_GROUP, \
                      places->lanes[g]); \
    else if (places->shape[g] == LOOM_SIM_SHAPE_SAME) \
      LOOM_SIM_POKE (M, places->host[g] + part) = (M) s[LOOM_SIM_GROUP - 1]; \
  }

#define STORE(name, M, S) \
  STORE_ROW (name, M, S) \
  STORE_LANES (name, M, S) \
  STORE_OFFSETS (name, M, S) \
  STORE_GROUP (name, M, S) \
  static const LoomSimOp * \
  name (LoomSimVector *v, const LoomSimOp *op) \
  { \
    const guint n_groups = v->n_warps * 2, n = op->detail->n_elements; \
    const S *s = LOOM_SIM_LANES (S, op->detail->registers[0]); \
    LoomSimPlaces places; \
    \
    if (!loom_sim_resolve_tile (v, op, &places)) \
      loom_sim_resolve (v, op, LOOM_SIM_RESOLVE_DEFAULT, &places); \
    if (places.all == LOOM_SIM_SHAPE_ROW) \
      for (guint g = 0; g < n_groups; g++, s += LOOM_SIM_GROUP) \
        name##_row (s, places.base + places.offsets[g], sizeof (M), loom_sim_get_group (v, g)); \
    else if (places.all == LOOM_SIM_SHAPE_OFFSETS) \
      for (guint g = 0; g < n_groups; g++, s += LOOM_SIM_GROUP) \
        name##_offsets (s, places.base, places.offsets + g * LOOM_SIM_GROUP, \
                        loom_sim_get_group (v, g)); \
    else \
      for (guint e = 0; e < n; e++) \
        for (guint g = 0; g < n_groups; g++) \
          name##_group (LOOM_SIM_LANES (S, op->detail->registers[e]) + g * LOOM_SIM_GROUP, \
                        &places, g, e * sizeof (M), n * sizeof (M)); \
    return loom_sim_access_done (v, op, &places); \
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
  LOOM_SIM_ROW_ONE ("@st.1.2", "=", st_1_2)
  LOOM_SIM_ROW_ONE ("@st.1.4", "=", st_1_4)
  LOOM_SIM_ROW_ONE ("@st.1.8", "=", st_1_8)
  LOOM_SIM_ROW_ONE ("@st.2.2", "=", st_2_2)
  LOOM_SIM_ROW_ONE ("@st.2.4", "=", st_2_4)
  LOOM_SIM_ROW_ONE ("@st.2.8", "=", st_2_8)
  LOOM_SIM_ROW_ONE ("@st.4.4", "=", st_4_4)
  LOOM_SIM_ROW_ONE ("@st.4.8", "=", st_4_8)
  LOOM_SIM_ROW_ONE ("@st.8.8", "=", st_8_8)
  LOOM_SIM_ROW_ONE ("@st.16.16", "=", st_16_x)
  LOOM_SIM_ROWS_END
};
