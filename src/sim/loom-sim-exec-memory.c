/* loom-sim-exec-memory.c: handlers of loads and stores
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-access-private.h"

/* Named by lowering after what moves: @ld.MEMORY.REGISTER with u8 s16 … in memory and the register's bytes,
 * @st.MEMORY.REGISTER in bytes. The address is op->a; a vector's parts are detail->registers. */

#define PEEK(T, host) (((const struct { T value; } __attribute__ ((packed)) *) (host))->value)
#define POKE(T, host) (((struct { T value; } __attribute__ ((packed)) *) (host))->value)

/* One register of each lane, `part` bytes into what the lane accesses. */
#define LOAD(name, M, D) \
  static inline void \
  name##_group (D *d, const LoomSimPlaces *places, guint g, guint part, guint size) \
  { \
    const guint8 *host = places->host[g] + part; \
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
  static const LoomSimOp * \
  name##_some (LoomSimVector *v, const LoomSimOp *op) \
  { \
    LoomSimPlaces places; \
    const LoomSimDetail *detail = op->detail; \
    \
    loom_sim_resolve (v, op, &places); \
    for (guint e = 0; e < detail->n_elements; e++) \
      { \
        D *d = LOOM_SIM_LANES (D, detail->registers[e]); \
        for (guint g = 0; g < v->n_warps * 2; g++) \
          name##_group (d + g * LOOM_SIM_GROUP, &places, g, e * sizeof (M), detail->size); \
      } \
    return loom_sim_access_done (v, op, &places); \
  } \
  static const LoomSimOp * \
  name##_all (LoomSimVector *v, const LoomSimOp *op) \
  { \
    return name##_some (v, op); \
  }

#define STORE(name, M, S) \
  static inline void \
  name##_group (const S *s, const LoomSimPlaces *places, guint g, guint part, guint size) \
  { \
    guint8 *host = places->host[g] + part; \
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
  static const LoomSimOp * \
  name##_some (LoomSimVector *v, const LoomSimOp *op) \
  { \
    LoomSimPlaces places; \
    const LoomSimDetail *detail = op->detail; \
    \
    loom_sim_resolve (v, op, &places); \
    for (guint e = 0; e < detail->n_elements; e++) \
      { \
        const S *s = LOOM_SIM_LANES (S, detail->registers[e]); \
        for (guint g = 0; g < v->n_warps * 2; g++) \
          name##_group (s + g * LOOM_SIM_GROUP, &places, g, e * sizeof (M), detail->size); \
      } \
    return loom_sim_access_done (v, op, &places); \
  } \
  static const LoomSimOp * \
  name##_all (LoomSimVector *v, const LoomSimOp *op) \
  { \
    return name##_some (v, op); \
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
