/* loom-sim-exec-load.c: handlers of loads
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-access-private.h"

/* Named by lowering after what moves: @ld.MEMORY.REGISTER with u8 s16 … in memory and the
 * register's bytes. The address is op->a; a vector's parts are detail->registers. */

/* d := r for some lanes of a group. Of a loop with a condition in it the compiler makes sixteen
 * branches. */
#ifdef __AVX512F__
#define MERGE(T, width, many) \
  static inline void \
  merge_##T (T *d, const T *r, guint lanes) \
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

MERGE (guint32, 32, 16)
MERGE (guint64, 64, 8)
#else
#define MERGE(T) \
  static inline void \
  merge_##T (T *d, const T *r, guint lanes) \
  { \
    LOOM_SIM_GROUP_LOOP \
    for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
      d[i] ^= (d[i] ^ r[i]) & ((T) 0 - (T) (lanes >> i & 1)); \
  }

MERGE (guint32)
MERGE (guint64)
#endif

static inline void
merge (gpointer      d,
       gconstpointer r,
       gsize         size,
       guint         lanes)
{
  if (size == 4)
    merge_guint32 (d, r, lanes);
  else if (size == 8)
    merge_guint64 (d, r, lanes);
  else
    for (; lanes != 0; lanes &= lanes - 1)
      {
        const guint i = (guint) __builtin_ctz (lanes);

        memcpy ((guint8 *) d + i * size, (const guint8 *) r + i * size, size);
      }
}

/* To the running lanes of a group what lies at their offsets, by one instruction; FALSE if there is
 * none for these sizes. */
static inline gboolean
gather (gpointer       d,
        const guint8  *host,
        const guint32 *offsets,
        gsize          from,
        gsize          to,
        guint          lanes)
{
#ifdef __AVX512F__
  if (from == 4 && to == 4)
    {
      __m512i x = _mm512_mask_i32gather_epi32 (_mm512_loadu_si512 (d), (__mmask16) lanes,
                                               _mm512_loadu_si512 (offsets), host, 1);

      _mm512_storeu_si512 (d, x);
      return TRUE;
    }
#endif
  return FALSE;
}

/* Sixteen bytes side by side as words. A loop of them becomes vectors of four. */
static inline gboolean
widen_bytes (gpointer      d,
             const guint8 *host,
             gsize         to)
{
#ifdef __AVX512F__
  if (to == 4)
    {
      _mm512_storeu_si512 (d, _mm512_cvtepu8_epi32 (_mm_loadu_si128 ((gconstpointer) host)));
      return TRUE;
    }
#endif
  return FALSE;
}

/* Sixteen numbers side by side, to the lanes of a group that run. */
#define LOAD_ROW(name, M, D) \
  static inline void \
  name##_row (D *d, const guint8 *host, guint lanes) \
  { \
    D found[LOOM_SIM_GROUP] __attribute__ ((aligned (64))); \
    D *to = lanes == LOOM_SIM_GROUP_MASK ? d : found; \
    \
    if (!_Generic ((M *) NULL, guint8 *: widen_bytes (to, host, sizeof (D)), default: FALSE)) \
      LOOM_SIM_GROUP_LOOP \
      for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
        to[i] = (D) LOOM_SIM_PEEK (M, host + i * sizeof (M)); \
    if (lanes != LOOM_SIM_GROUP_MASK) \
      merge (d, found, sizeof (D), lanes); \
  }

/* The same of a vector's part: a step from one to the next. */
#define LOAD_PART(name, M, D) \
  static inline void \
  name##_part (D *d, const guint8 *host, guint step, guint lanes) \
  { \
    if (lanes == LOOM_SIM_GROUP_MASK) \
      for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
        d[i] = (D) LOOM_SIM_PEEK (M, host + i * step); \
    else \
      for (; lanes != 0; lanes &= lanes - 1) \
        { \
          const guint i = (guint) __builtin_ctz (lanes); \
          \
          d[i] = (D) LOOM_SIM_PEEK (M, host + i * step); \
        } \
  }

/* One number, to all lanes that run. */
#define LOAD_SAME(name, M, D) \
  static inline void \
  name##_same (D *d, const guint8 *host, guint lanes) \
  { \
    const M one = LOOM_SIM_PEEK (M, host); \
    \
    if (lanes == LOOM_SIM_GROUP_MASK) \
      LOOM_SIM_GROUP_LOOP \
      for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
        d[i] = (D) one; \
    else \
      for (; lanes != 0; lanes &= lanes - 1) \
        d[__builtin_ctz (lanes)] = (D) one; \
  }

/* To each running lane its own, `part` bytes behind its place. */
#define LOAD_LANES(name, M, D) \
  static inline void \
  name##_lanes (D *d, guint8 *const *host, guint part, guint lanes) \
  { \
    if (lanes == LOOM_SIM_GROUP_MASK) \
      for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
        d[i] = (D) LOOM_SIM_PEEK (M, host[i] + part); \
    else \
      for (; lanes != 0; lanes &= lanes - 1) \
        { \
          const guint i = (guint) __builtin_ctz (lanes); \
          \
          d[i] = (D) LOOM_SIM_PEEK (M, host[i] + part); \
        } \
  }

/* To each running lane its own, at an offset. */
#define LOAD_OFFSETS(name, M, D) \
  static inline void \
  name##_offsets (D *d, const guint8 *host, const guint32 *offsets, guint lanes) \
  { \
    if (gather (d, host, offsets, sizeof (M), sizeof (D), lanes)) \
      return; \
    if (lanes == LOOM_SIM_GROUP_MASK) \
      for (guint i = 0; i < LOOM_SIM_GROUP; i++) \
        d[i] = (D) LOOM_SIM_PEEK (M, host + offsets[i]); \
    else \
      for (; lanes != 0; lanes &= lanes - 1) \
        { \
          const guint i = (guint) __builtin_ctz (lanes); \
          \
          d[i] = (D) LOOM_SIM_PEEK (M, host + offsets[i]); \
        } \
  }

/* A group's part e of n, if groups have a shape of their own. */
#define LOAD_GROUP(name, M, D) \
  static inline void \
  name##_group (D *d, const LoomSimPlaces *places, guint g, guint e, guint n) \
  { \
    const guint part = e * sizeof (M), lanes = places->lanes[g]; \
    const guint8 *host = (const guint8 *) ((guintptr) places->host[g] + part); \
    \
    if (places->shape[g] == LOOM_SIM_SHAPE_ROW && n == 1) \
      name##_row (d, host, lanes); \
    else if (places->shape[g] == LOOM_SIM_SHAPE_LANES) \
      name##_lanes (d, places->lane + g * LOOM_SIM_GROUP, part, lanes); \
    else if (places->shape[g] == LOOM_SIM_SHAPE_OFFSETS) \
      name##_offsets (d, host, places->near + g * LOOM_SIM_GROUP, lanes); \
    else if (places->shape[g] == LOOM_SIM_SHAPE_SAME) \
      name##_same (d, host, lanes); \
    else if (places->shape[g] == LOOM_SIM_SHAPE_ROW) \
      name##_part (d, host, n * sizeof (M), lanes); \
  }

/* All lanes of groups of one shape. */
#define LOAD_ALL(name, M, D) \
  static inline void \
  name##_all (D *d, const LoomSimPlaces *places, guint n_groups) \
  { \
    const guint32 *offsets = places->offsets; \
    const guint8 *base = places->base; \
    \
    if (places->all == LOOM_SIM_SHAPE_ROW) \
      for (guint g = 0; g < n_groups; g++, d += LOOM_SIM_GROUP) \
        name##_row (d, base + offsets[g], LOOM_SIM_GROUP_MASK); \
    else if (places->all == LOOM_SIM_SHAPE_SAME) \
      for (guint g = 0; g < n_groups; g++, d += LOOM_SIM_GROUP) \
        name##_same (d, base + offsets[g], LOOM_SIM_GROUP_MASK); \
    else if (places->all == LOOM_SIM_SHAPE_ONE) \
      for (guint g = 0; g < n_groups; g++, d += LOOM_SIM_GROUP) \
        name##_same (d, base, LOOM_SIM_GROUP_MASK); \
    else \
      for (guint g = 0; g < n_groups; g++, d += LOOM_SIM_GROUP, offsets += LOOM_SIM_GROUP) \
        name##_offsets (d, base, offsets, LOOM_SIM_GROUP_MASK); \
  }

/* The running lanes of groups of one shape. */
#define LOAD_SOME(name, M, D) \
  static inline void \
  name##_some (D *d, const LoomSimVector *v, const LoomSimPlaces *places, guint n_groups) \
  { \
    const guint32 *offsets = places->offsets; \
    const guint8 *base = places->base; \
    \
    for (guint g = 0; g < n_groups; g++, d += LOOM_SIM_GROUP) \
      { \
        const guint lanes = loom_sim_get_group (v, g); \
        \
        if (lanes == 0) \
          continue; \
        if (places->all == LOOM_SIM_SHAPE_ROW) \
          name##_row (d, base + offsets[g], lanes); \
        else if (places->all == LOOM_SIM_SHAPE_OFFSETS) \
          name##_offsets (d, base, offsets + g * LOOM_SIM_GROUP, lanes); \
        else if (places->all == LOOM_SIM_SHAPE_SAME) \
          name##_same (d, base + offsets[g], lanes); \
        else \
          name##_same (d, base, lanes); \
      } \
  }

#define LOAD(name, M, D) \
  LOAD_ROW (name, M, D) \
  LOAD_PART (name, M, D) \
  LOAD_SAME (name, M, D) \
  LOAD_LANES (name, M, D) \
  LOAD_OFFSETS (name, M, D) \
  LOAD_GROUP (name, M, D) \
  LOAD_ALL (name, M, D) \
  LOAD_SOME (name, M, D) \
  static const LoomSimOp * \
  name (LoomSimVector *v, const LoomSimOp *op) \
  { \
    const guint n_groups = v->n_warps * 2, n = op->detail->n_elements; \
    LoomSimPlaces places; \
    \
    if (!loom_sim_resolve_tile (v, op, &places)) \
      loom_sim_resolve (v, op, LOOM_SIM_RESOLVE_DEFAULT, &places); \
    if (places.all != LOOM_SIM_SHAPE_NONE && !v->masked && v->n_lanes % LOOM_SIM_GROUP == 0) \
      name##_all (LOOM_SIM_LANES (D, op->detail->registers[0]), &places, \
                  v->n_lanes / LOOM_SIM_GROUP); \
    else if (places.all != LOOM_SIM_SHAPE_NONE) \
      name##_some (LOOM_SIM_LANES (D, op->detail->registers[0]), v, &places, n_groups); \
    else \
      for (guint e = 0; e < n; e++) \
        for (guint g = 0; g < n_groups; g++) \
          name##_group (LOOM_SIM_LANES (D, op->detail->registers[e]) + g * LOOM_SIM_GROUP, \
                        &places, g, e, n); \
    return loom_sim_access_done (v, op, &places); \
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
  LOOM_SIM_ROW_ONE ("@ld.u8.2", "=", ld_u8_2)
  LOOM_SIM_ROW_ONE ("@ld.u8.4", "=", ld_u8_4)
  LOOM_SIM_ROW_ONE ("@ld.u8.8", "=", ld_u8_8)
  LOOM_SIM_ROW_ONE ("@ld.s8.2", "=", ld_s8_2)
  LOOM_SIM_ROW_ONE ("@ld.s8.4", "=", ld_s8_4)
  LOOM_SIM_ROW_ONE ("@ld.s8.8", "=", ld_s8_8)
  LOOM_SIM_ROW_ONE ("@ld.u16.2", "=", ld_u16_2)
  LOOM_SIM_ROW_ONE ("@ld.s16.2", "=", ld_u16_2)
  LOOM_SIM_ROW_ONE ("@ld.u16.4", "=", ld_u16_4)
  LOOM_SIM_ROW_ONE ("@ld.u16.8", "=", ld_u16_8)
  LOOM_SIM_ROW_ONE ("@ld.s16.4", "=", ld_s16_4)
  LOOM_SIM_ROW_ONE ("@ld.s16.8", "=", ld_s16_8)
  LOOM_SIM_ROW_ONE ("@ld.u32.4", "=", ld_u32_4)
  LOOM_SIM_ROW_ONE ("@ld.s32.4", "=", ld_u32_4)
  LOOM_SIM_ROW_ONE ("@ld.u32.8", "=", ld_u32_8)
  LOOM_SIM_ROW_ONE ("@ld.s32.8", "=", ld_s32_8)
  LOOM_SIM_ROW_ONE ("@ld.u64.8", "=", ld_u64_8)
  LOOM_SIM_ROW_ONE ("@ld.s64.8", "=", ld_u64_8)
  LOOM_SIM_ROW_ONE ("@ld.b128.16", "=", ld_b128_x)
  LOOM_SIM_ROWS_END
};
