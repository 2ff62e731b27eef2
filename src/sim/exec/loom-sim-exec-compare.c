/* loom-sim-exec-compare.c: handlers of setp, of set on f16 and bf16, and of testp
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-half-private.h"
#include "loom-sim-exec-private.h"

/* Handlers of relations. A loop that makes a byte of each comparison is compiled into packing of
 * wide masks step by step; a processor that compares into bits spreads a warp's in one go. test: in
 * a, b; find: the bits of a warp, from its a and b, a BITS macro with what it is asked
 * for. */

#if defined (__AVX512BW__) && defined (__AVX512VL__)
static inline __mmask32
join_16 (__mmask16 low,
                  __mmask16 high)
{
  return _mm512_kunpackw (high, low);
}

static inline __mmask32
join_8 (__mmask8 a,
                 __mmask8 b,
                 __mmask8 c,
                 __mmask8 d)
{
  return _mm512_kunpackw (_mm512_kunpackb (d, c), _mm512_kunpackb (b, a));
}

#define BITS_4(find, load, a, b, how) \
  join_16 (find (load (a), load (b), how), find (load ((a) + 16), load ((b) + 16), how))
#define BITS_8(find, load, a, b, how) \
  join_8 (find (load (a), load (b), how), find (load ((a) + 8), load ((b) + 8), how), \
                   find (load ((a) + 16), load ((b) + 16), how), \
                   find (load ((a) + 24), load ((b) + 24), how))
#define BITS_s32(a, b, how) \
  BITS_4 (_mm512_cmp_epi32_mask, _mm512_loadu_si512, a, b, how)
#define BITS_u32(a, b, how) \
  BITS_4 (_mm512_cmp_epu32_mask, _mm512_loadu_si512, a, b, how)
#define BITS_s64(a, b, how) \
  BITS_8 (_mm512_cmp_epi64_mask, _mm512_loadu_si512, a, b, how)
#define BITS_u64(a, b, how) \
  BITS_8 (_mm512_cmp_epu64_mask, _mm512_loadu_si512, a, b, how)
#define BITS_f32(a, b, how) \
  BITS_4 (_mm512_cmp_ps_mask, _mm512_loadu_ps, a, b, how)
#define BITS_f64(a, b, how) \
  BITS_8 (_mm512_cmp_pd_mask, _mm512_loadu_pd, a, b, how)

#define RELATION_BY_BITS(name, T, test, find, how) \
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
#define RELATION_BY_BITS(name, T, test, find, how) \
  LOOM_SIM_MAP2 (name, guint8, T, T, (test) ? 0xff : 0)
#endif

/* For each relation of floats a and b: its name, when it holds, and what a processor calls it. It
 * is false if one of them is a NaN; with `u` it is true. */
#define EACH_FLOAT_RELATION(MACRO, ...) \
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

/* One handler for each relation and type; a predicate is 0 or 0xff. lo, ls, hi, hs are the unsigned
 * names. */
#define RELATION(name, T, test) LOOM_SIM_MAP2 (setp_##name, guint8, T, T, (test) ? 0xff : 0)

RELATION (eq_16, guint16, a == b)
RELATION (ne_16, guint16, a != b)
RELATION (lt_u16, guint16, a < b)
RELATION (le_u16, guint16, a <= b)
RELATION (gt_u16, guint16, a > b)
RELATION (ge_u16, guint16, a >= b)
RELATION (lt_s16, gint16, a < b)
RELATION (le_s16, gint16, a <= b)
RELATION (gt_s16, gint16, a > b)
RELATION (ge_s16, gint16, a >= b)

#define EQUALITY(type, T, find) \
  RELATION_BY_BITS (setp_eq_##type, T, a == b, find, _MM_CMPINT_EQ) \
  RELATION_BY_BITS (setp_ne_##type, T, a != b, find, _MM_CMPINT_NE)
#define ORDER(type, T, find) \
  RELATION_BY_BITS (setp_lt_##type, T, a < b, find, _MM_CMPINT_LT) \
  RELATION_BY_BITS (setp_le_##type, T, a <= b, find, _MM_CMPINT_LE) \
  RELATION_BY_BITS (setp_gt_##type, T, a > b, find, _MM_CMPINT_NLE) \
  RELATION_BY_BITS (setp_ge_##type, T, a >= b, find, _MM_CMPINT_NLT)

EQUALITY (32, guint32, BITS_u32)
EQUALITY (64, guint64, BITS_u64)
ORDER (u32, guint32, BITS_u32)
ORDER (s32, gint32, BITS_s32)
ORDER (u64, guint64, BITS_u64)
ORDER (s64, gint64, BITS_s64)

#define FLOAT_RELATION(name, test, how, type, T, find) \
  RELATION_BY_BITS (setp_##name##_##type, T, test, find, how)

EACH_FLOAT_RELATION (FLOAT_RELATION, f32, float, BITS_f32)
EACH_FLOAT_RELATION (FLOAT_RELATION, f64, double, BITS_f64)

/* The same of operands whose subnormals count as zeros. */
#define FLUSHED_RELATION(name, test, how, type) \
  LOOM_SIM_MAP (setp_##name##_##type, guint8, \
                LOOM_SIM_SOURCE (float, a) LOOM_SIM_SOURCE (float, b), \
                const float a = loom_sim_ftz (_a[n]); const float b = loom_sim_ftz (_b[n]);, \
                (test) ? 0xff : 0)

EACH_FLOAT_RELATION (FLUSHED_RELATION, ftz_f32)

#define EQUALITY_ROWS(bits, signature) \
  LOOM_SIM_ROW ("setp.eq.b" #bits, signature, setp_eq_##bits) \
  LOOM_SIM_ROW ("setp.eq.u" #bits, signature, setp_eq_##bits) \
  LOOM_SIM_ROW ("setp.eq.s" #bits, signature, setp_eq_##bits) \
  LOOM_SIM_ROW ("setp.ne.b" #bits, signature, setp_ne_##bits) \
  LOOM_SIM_ROW ("setp.ne.u" #bits, signature, setp_ne_##bits) \
  LOOM_SIM_ROW ("setp.ne.s" #bits, signature, setp_ne_##bits)
#define ORDER_ROWS(type, signature) \
  LOOM_SIM_ROW ("setp.lt." #type, signature, setp_lt_##type) \
  LOOM_SIM_ROW ("setp.le." #type, signature, setp_le_##type) \
  LOOM_SIM_ROW ("setp.gt." #type, signature, setp_gt_##type) \
  LOOM_SIM_ROW ("setp.ge." #type, signature, setp_ge_##type)
#define UNSIGNED_ROWS(type, signature) \
  ORDER_ROWS (type, signature) \
  LOOM_SIM_ROW ("setp.lo." #type, signature, setp_lt_##type) \
  LOOM_SIM_ROW ("setp.ls." #type, signature, setp_le_##type) \
  LOOM_SIM_ROW ("setp.hi." #type, signature, setp_gt_##type) \
  LOOM_SIM_ROW ("setp.hs." #type, signature, setp_ge_##type)
#define FLOAT_ROW(relation, test, how, dotted, type, signature) \
  LOOM_SIM_ROW ("setp." #relation "." dotted, signature, setp_##relation##_##type)

/* As floats: every f16 and bf16 is one. A subnormal f16 that .ftz makes zero is a normal float. */
#define TO_f16(v) loom_sim_f16_to_float (v)
#define TO_ftz_f16(v) loom_sim_f16_to_float (loom_sim_f16_ftz (v))
#define TO_bf16(v) loom_sim_bf16_to_float (v)
#define ONE_f16 0x3c00
#define ONE_ftz_f16 0x3c00
#define ONE_bf16 0x3f80

/* Of two pairs: what each half comes to. */
#define BY_HALVES(of, truth) \
  LOOM_SIM_PACK (of (LOOM_SIM_LOW (a), LOOM_SIM_LOW (b)) ? (truth) : 0, \
                 of (LOOM_SIM_HIGH (a), LOOM_SIM_HIGH (b)) ? (truth) : 0)
#define HALF_RELATION(name, test, how, type) \
  static inline gboolean \
  name##_##type (guint16 left, \
                 guint16 right) \
  { \
    const float a = TO_##type (left), b = TO_##type (right); \
    \
    return test; \
  } \
  LOOM_SIM_MAP2 (setp_##name##_##type, guint8, guint16, guint16, \
                 name##_##type (a, b) ? 0xff : 0) \
  LOOM_SIM_EACH2 (setp_##name##_##type##x2, guint8, guint32, guint32, \
                  d = name##_##type (LOOM_SIM_LOW (a), LOOM_SIM_LOW (b)) ? 0xff : 0; \
                  e = name##_##type (LOOM_SIM_HIGH (a), LOOM_SIM_HIGH (b)) ? 0xff : 0;) \
  LOOM_SIM_MAP2 (set_##name##_##type##x2, guint32, guint32, guint32, \
                 BY_HALVES (name##_##type, ONE_##type)) \
  LOOM_SIM_MAP2 (set_mask_##name##_##type##x2, guint32, guint32, guint32, \
                 BY_HALVES (name##_##type, 0xffff))

EACH_FLOAT_RELATION (HALF_RELATION, f16)
EACH_FLOAT_RELATION (HALF_RELATION, ftz_f16)
EACH_FLOAT_RELATION (HALF_RELATION, bf16)

#define SPELLED_f16 ".f16"
#define SPELLED_ftz_f16 ".ftz.f16"
#define SPELLED_bf16 ".bf16"
#define PACKED_f16 ".f16x2.f16x2"
#define PACKED_ftz_f16 ".ftz.f16x2.f16x2"
#define PACKED_bf16 ".bf16x2.bf16x2"
#define MASK_f16 ".u32.f16x2"
#define MASK_ftz_f16 ".ftz.u32.f16x2"
#define MASK_bf16 ".u32.bf16x2"
#define HALF_ROW(name, test, how, type) \
  LOOM_SIM_ROW ("set." #name MASK_##type, "4=44,p", set_mask_##name##_##type##x2) \
  LOOM_SIM_ROW ("setp." #name SPELLED_##type, "1=22,p", setp_##name##_##type) \
  LOOM_SIM_ROW ("setp." #name SPELLED_##type "x2", "11=44,p", setp_##name##_##type##x2) \
  LOOM_SIM_ROW ("set." #name PACKED_##type, "4=44,p", set_##name##_##type##x2)

/* By the bits; `most` is infinity, `least` the smallest normal number. .normal is true for
 * zeros, as on the hardware. */
#define CLASSES(bits, T, most, least) \
  TEST (finite, bits, T, x < (most)) \
  TEST (infinite, bits, T, x == (most)) \
  TEST (number, bits, T, x <= (most)) \
  TEST (notanumber, bits, T, x > (most)) \
  TEST (normal, bits, T, x == 0 || (x >= (least) && x < (most))) \
  TEST (subnormal, bits, T, x != 0 && x < (least))
#define TEST(name, bits, T, test) \
  static inline guint8 \
  name##_of_##bits (T a) \
  { \
    const T x = a & ~((T) 1 << (bits - 1)); \
    \
    return (test) ? 0xff : 0; \
  } \
  LOOM_SIM_MAP1 (testp_##name##_##bits, guint8, T, name##_of_##bits (a))

CLASSES (32, guint32, 0x7f800000u, 0x00800000u)
CLASSES (64,
         guint64,
         G_GUINT64_CONSTANT (0x7ff0000000000000),
         G_GUINT64_CONSTANT (0x0010000000000000))

#define TEST_ROW(name) \
  LOOM_SIM_ROW ("testp." #name ".f32", "1=4,p", testp_##name##_32) \
  LOOM_SIM_ROW ("testp." #name ".f64", "1=8,p", testp_##name##_64)

LOOM_SIM_ROWS (compare)
{
  EQUALITY_ROWS (16, "1=22,p")
  EQUALITY_ROWS (32, "1=44,p")
  EQUALITY_ROWS (64, "1=88,p")
  UNSIGNED_ROWS (u16, "1=22,p")
  ORDER_ROWS (s16, "1=22,p")
  UNSIGNED_ROWS (u32, "1=44,p")
  ORDER_ROWS (s32, "1=44,p")
  UNSIGNED_ROWS (u64, "1=88,p")
  ORDER_ROWS (s64, "1=88,p")
  EACH_FLOAT_RELATION (FLOAT_ROW, "f32", f32, "1=44,p")
  EACH_FLOAT_RELATION (FLOAT_ROW, "ftz.f32", ftz_f32, "1=44,p")
  EACH_FLOAT_RELATION (FLOAT_ROW, "f64", f64, "1=88,p")
  EACH_FLOAT_RELATION (HALF_ROW, f16)
  EACH_FLOAT_RELATION (HALF_ROW, ftz_f16)
  EACH_FLOAT_RELATION (HALF_ROW, bf16)
  TEST_ROW (finite)
  TEST_ROW (infinite)
  TEST_ROW (number)
  TEST_ROW (notanumber)
  TEST_ROW (normal)
  TEST_ROW (subnormal)
  LOOM_SIM_ROWS_END
};
