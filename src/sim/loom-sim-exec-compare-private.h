#pragma once

#include "loom-sim-exec-private.h"

G_BEGIN_DECLS

/* Handlers of relations. A loop that makes a byte of each comparison is compiled into packing of
 * wide masks step by step; a processor that compares into bits spreads a warp's in one go. test: in
 * a, b; find: the bits of a warp, from its a and b, a LOOM_SIM_BITS macro with what it is asked
 * for. */

#if defined (__AVX512BW__) && defined (__AVX512VL__)
static inline __mmask32
loom_sim_join_16 (__mmask16 low,
                  __mmask16 high)
{
  return _mm512_kunpackw (high, low);
}

static inline __mmask32
loom_sim_join_8 (__mmask8 a,
                 __mmask8 b,
                 __mmask8 c,
                 __mmask8 d)
{
  return _mm512_kunpackw (_mm512_kunpackb (d, c), _mm512_kunpackb (b, a));
}

#define LOOM_SIM_BITS_4(find, load, a, b, how) \
  loom_sim_join_16 (find (load (a), load (b), how), find (load ((a) + 16), load ((b) + 16), how))
#define LOOM_SIM_BITS_8(find, load, a, b, how) \
  loom_sim_join_8 (find (load (a), load (b), how), find (load ((a) + 8), load ((b) + 8), how), \
                   find (load ((a) + 16), load ((b) + 16), how), \
                   find (load ((a) + 24), load ((b) + 24), how))
#define LOOM_SIM_BITS_s32(a, b, how) \
  LOOM_SIM_BITS_4 (_mm512_cmp_epi32_mask, _mm512_loadu_si512, a, b, how)
#define LOOM_SIM_BITS_u32(a, b, how) \
  LOOM_SIM_BITS_4 (_mm512_cmp_epu32_mask, _mm512_loadu_si512, a, b, how)
#define LOOM_SIM_BITS_s64(a, b, how) \
  LOOM_SIM_BITS_8 (_mm512_cmp_epi64_mask, _mm512_loadu_si512, a, b, how)
#define LOOM_SIM_BITS_u64(a, b, how) \
  LOOM_SIM_BITS_8 (_mm512_cmp_epu64_mask, _mm512_loadu_si512, a, b, how)
#define LOOM_SIM_BITS_f32(a, b, how) \
  LOOM_SIM_BITS_4 (_mm512_cmp_ps_mask, _mm512_loadu_ps, a, b, how)
#define LOOM_SIM_BITS_f64(a, b, how) \
  LOOM_SIM_BITS_8 (_mm512_cmp_pd_mask, _mm512_loadu_pd, a, b, how)

#define LOOM_SIM_RELATION(name, T, test, find, how) \
  static const LoomSimOp * \
  name##_all (LoomSimVector   *v, \
              const LoomSimOp *op) \
  { \
    const T *a = LOOM_SIM_LANES (T, op->a), *b = LOOM_SIM_LANES (T, op->b); \
    __m256i *d = LOOM_SIM_LANES (__m256i, op->d); \
    \
    for (guint w = 0; w < v->n_warps; w++) \
      d[w] = _mm256_movm_epi8 (find (a + w * LOOM_SIM_WARP, b + w * LOOM_SIM_WARP, how)); \
    return op + 1; \
  } \
  static const LoomSimOp * \
  name##_some (LoomSimVector   *v, \
               const LoomSimOp *op) \
  { \
    const T *a = LOOM_SIM_LANES (T, op->a), *b = LOOM_SIM_LANES (T, op->b); \
    __m256i *d = LOOM_SIM_LANES (__m256i, op->d); \
    \
    LOOM_SIM_FOREACH_WARP (w) \
      { \
        const __mmask32 bits = find (a + w * LOOM_SIM_WARP, b + w * LOOM_SIM_WARP, how); \
        \
        d[w] = _mm256_mask_mov_epi8 (d[w], v->bits[w], _mm256_movm_epi8 (bits)); \
      } \
    return op + 1; \
  }
#else
#define LOOM_SIM_RELATION(name, T, test, find, how) \
  LOOM_SIM_MAP2 (name, guint8, T, T, (test) ? 0xff : 0)
#endif

/* For each relation of floats a and b: its name, when it holds, and what a processor calls it. It
 * is false if one of them is a NaN; with `u` it is true. */
#define LOOM_SIM_EACH_FLOAT_RELATION(MACRO, ...) \
  MACRO (eq, a == b, _CMP_EQ_OQ, __VA_ARGS__) \
  MACRO (ne, a < b || a > b, _CMP_NEQ_OQ, __VA_ARGS__) \
  MACRO (lt, a < b, _CMP_LT_OQ, __VA_ARGS__) \
  MACRO (le, a <= b, _CMP_LE_OQ, __VA_ARGS__) \
  MACRO (gt, a > b, _CMP_GT_OQ, __VA_ARGS__) \
  MACRO (ge, a >= b, _CMP_GE_OQ, __VA_ARGS__) \
  MACRO (equ, !(a < b || a > b), _CMP_EQ_UQ, __VA_ARGS__) \
  MACRO (neu, a != b, _CMP_NEQ_UQ, __VA_ARGS__) \
  MACRO (ltu, !(a >= b), _CMP_NGE_UQ, __VA_ARGS__) \
  MACRO (leu, !(a > b), _CMP_NGT_UQ, __VA_ARGS__) \
  MACRO (gtu, !(a <= b), _CMP_NLE_UQ, __VA_ARGS__) \
  MACRO (geu, !(a < b), _CMP_NLT_UQ, __VA_ARGS__) \
  MACRO (num, a == a && b == b, _CMP_ORD_Q, __VA_ARGS__) \
  MACRO (nan, a != a || b != b, _CMP_UNORD_Q, __VA_ARGS__)

G_END_DECLS
