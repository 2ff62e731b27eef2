/* loom-sim-exec-half.c: handlers of f16 and bf16 arithmetic, single and packed
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-half-private.h"
#include "loom-sim-exec-private.h"

#define AS_IT_IS(v) (v)
#define D16(v) ((double) loom_sim_f16_to_float (v))
#define DB16(v) ((double) loom_sim_bf16_to_float (v))
#define R16(v) loom_sim_f16_round (v, 0)
#define RB16(v) loom_sim_bf16_round (v, 0)
#define FTZ(v) loom_sim_f16_ftz (v)
#define SAT(v) loom_sim_f16_sat (v)
#define FTZ_SAT(v) SAT (FTZ (v))

/* A function of one, two or three halves, as handlers of one and of a pair. */
#define ONE(name) \
  LOOM_SIM_MAP1 (name, guint16, guint16, name##_of (a)) \
  LOOM_SIM_MAP1 (name##x2, guint32, guint32, \
                 LOOM_SIM_PACK (name##_of (LOOM_SIM_LOW (a)), name##_of (LOOM_SIM_HIGH (a))))
#define TWO(name) \
  LOOM_SIM_MAP2 (name, guint16, guint16, guint16, name##_of (a, b)) \
  LOOM_SIM_MAP2 (name##x2, guint32, guint32, guint32, \
                 LOOM_SIM_PACK (name##_of (LOOM_SIM_LOW (a), LOOM_SIM_LOW (b)), \
                                name##_of (LOOM_SIM_HIGH (a), LOOM_SIM_HIGH (b))))
#define THREE(name) \
  LOOM_SIM_MAP3 (name, guint16, guint16, guint16, guint16, name##_of (a, b, c)) \
  LOOM_SIM_MAP3 (name##x2, guint32, guint32, guint32, guint32, \
                 LOOM_SIM_PACK ( \
                     name##_of (LOOM_SIM_LOW (a), LOOM_SIM_LOW (b), LOOM_SIM_LOW (c)), \
                     name##_of (LOOM_SIM_HIGH (a), LOOM_SIM_HIGH (b), LOOM_SIM_HIGH (c))))

/* in: what becomes of an operand; value: of it as a double; out: of the rounded result. */
#define UNARY(name, result) \
  static inline guint16 \
  name##_of (guint16 a) \
  { \
    return (guint16) (result); \
  } \
  ONE (name)
#define BINARY(name, result) \
  static inline guint16 \
  name##_of (guint16 a, \
             guint16 b) \
  { \
    return (guint16) (result); \
  } \
  TWO (name)
#define FUSED(name, result) \
  static inline guint16 \
  name##_of (guint16 a, \
             guint16 b, \
             guint16 c) \
  { \
    return (guint16) (result); \
  } \
  THREE (name)

#define ARITHMETIC(name, op) \
  BINARY (name##_f16, R16 (D16 (a) op D16 (b))) \
  BINARY (name##_sat_f16, SAT (R16 (D16 (a) op D16 (b)))) \
  BINARY (name##_ftz_f16, FTZ (R16 (D16 (FTZ (a)) op D16 (FTZ (b))))) \
  BINARY (name##_ftz_sat_f16, FTZ_SAT (R16 (D16 (FTZ (a)) op D16 (FTZ (b))))) \
  BINARY (name##_bf16, RB16 (DB16 (a) op DB16 (b)))
ARITHMETIC (add, +)
ARITHMETIC (sub, -)
ARITHMETIC (mul, *)

#define FMA16 R16 (loom_sim_fma_to_odd (D16 (a), D16 (b), D16 (c)))
#define FMA16_FTZ FTZ (R16 (loom_sim_fma_to_odd (D16 (FTZ (a)), D16 (FTZ (b)), D16 (FTZ (c)))))
#define FMAB16 RB16 (loom_sim_fma_to_odd (DB16 (a), DB16 (b), DB16 (c)))
FUSED (fma_f16, FMA16)
FUSED (fma_sat_f16, SAT (FMA16))
FUSED (fma_relu_f16, loom_sim_f16_relu (FMA16))
FUSED (fma_ftz_f16, FMA16_FTZ)
FUSED (fma_ftz_sat_f16, SAT (FMA16_FTZ))
FUSED (fma_ftz_relu_f16, loom_sim_f16_relu (FMA16_FTZ))
FUSED (fma_bf16, FMAB16)
FUSED (fma_relu_bf16, loom_sim_bf16_relu (FMAB16))

#define SIGNED(a, infinity, value) (((a) & 0x7fff) > (infinity) ? LOOM_SIM_HALF_NAN : (value))
UNARY (abs_f16, SIGNED (a, 0x7c00, a & 0x7fff))
UNARY (abs_ftz_f16, SIGNED (a, 0x7c00, FTZ (a) & 0x7fff))
UNARY (abs_bf16, SIGNED (a, 0x7f80, a & 0x7fff))
UNARY (neg_f16, SIGNED (a, 0x7c00, a ^ 0x8000))
UNARY (neg_ftz_f16, SIGNED (a, 0x7c00, FTZ (a) ^ 0x8000))
UNARY (neg_bf16, SIGNED (a, 0x7f80, a ^ 0x8000))

/* On bits: a NaN has a magnitude above infinity, and a sign-magnitude number orders as the integer
 * it is turned into. */
static inline gint32
order_of (guint16 value)
{
  return (value & 0x8000) != 0 ? -(gint32) (value & 0x7fff) - 1 : value;
}

static inline guint16
choose (guint16  a,
        guint16  b,
        guint16  infinity,
        gboolean most,
        gboolean nan_wins)
{
  const gboolean a_nan = (a & 0x7fff) > infinity, b_nan = (b & 0x7fff) > infinity;
  const gboolean first = most ? order_of (a) >= order_of (b) : order_of (a) <= order_of (b);
  const guint16 number = a_nan ? (b_nan ? LOOM_SIM_HALF_NAN : b) : b_nan ? a : first ? a : b;

  return nan_wins && (a_nan || b_nan) ? LOOM_SIM_HALF_NAN : number;
}

static inline guint16
xor_sign (guint16 a,
          guint16 b,
          guint16 magnitude)
{
  return (magnitude & 0x7fff) | ((a ^ b) & 0x8000);
}

#define EXTREMES(name, most, type, infinity, in, dot) \
  BINARY (name##_##dot##type, choose (in (a), in (b), infinity, most, FALSE)) \
  BINARY (name##_##dot##nan_##type, choose (in (a), in (b), infinity, most, TRUE)) \
  BINARY (name##_##dot##xor_##type, \
          xor_sign (a, b, choose (in (a) & 0x7fff, in (b) & 0x7fff, infinity, most, FALSE))) \
  BINARY (name##_##dot##nan_xor_##type, \
          xor_sign (a, b, choose (in (a) & 0x7fff, in (b) & 0x7fff, infinity, most, TRUE)))
EXTREMES (min, FALSE, f16, 0x7c00, AS_IT_IS, )
EXTREMES (min, FALSE, f16, 0x7c00, FTZ, ftz_)
EXTREMES (min, FALSE, bf16, 0x7f80, AS_IT_IS, )
EXTREMES (max, TRUE, f16, 0x7c00, AS_IT_IS, )
EXTREMES (max, TRUE, f16, 0x7c00, FTZ, ftz_)
EXTREMES (max, TRUE, bf16, 0x7f80, AS_IT_IS, )

/* Approximate functions, rounded once more. */
UNARY (ex2_f16, loom_sim_f16_round ((double) exp2f (loom_sim_f16_to_float (a)), 0))
UNARY (ex2_ftz_f16, FTZ (loom_sim_f16_round ((double) exp2f (loom_sim_f16_to_float (FTZ (a))), 0)))
UNARY (ex2_ftz_bf16,
       RB16 ((double) loom_sim_ftz (exp2f (loom_sim_ftz (loom_sim_bf16_to_float (a))))))
UNARY (tanh_f16, loom_sim_f16_round ((double) tanhf (loom_sim_f16_to_float (a)), 0))
UNARY (tanh_bf16, loom_sim_bf16_round ((double) tanhf (loom_sim_bf16_to_float (a)), 0))

#define PAIR_OF_ROWS(stem, tail, single, pair, handler) \
  LOOM_SIM_ROW (stem tail, single, handler) \
  LOOM_SIM_ROW (stem tail "x2", pair, handler##x2)
#define UNARY_ROW(stem, tail, handler) PAIR_OF_ROWS (stem, tail, "2=2,p", "4=4,p", handler)
#define BINARY_ROW(stem, tail, handler) PAIR_OF_ROWS (stem, tail, "2=22,p", "4=44,p", handler)
#define FUSED_ROW(stem, tail, handler) PAIR_OF_ROWS (stem, tail, "2=222,p", "4=444,p", handler)
#define ARITHMETIC_ROWS(name) \
  BINARY_ROW (#name, ".f16", name##_f16) \
  BINARY_ROW (#name, ".sat.f16", name##_sat_f16) \
  BINARY_ROW (#name, ".ftz.f16", name##_ftz_f16) \
  BINARY_ROW (#name, ".ftz.sat.f16", name##_ftz_sat_f16) \
  BINARY_ROW (#name, ".bf16", name##_bf16)
#define EXTREME_ROWS(name, ftz, type, dot) \
  BINARY_ROW (#name, ftz "." #type, name##_##dot##type) \
  BINARY_ROW (#name, ftz ".NaN." #type, name##_##dot##nan_##type) \
  BINARY_ROW (#name, ftz ".xorsign.abs." #type, name##_##dot##xor_##type) \
  BINARY_ROW (#name, ftz ".NaN.xorsign.abs." #type, name##_##dot##nan_xor_##type)

LOOM_SIM_ROWS (half)
{
  ARITHMETIC_ROWS (add)
  ARITHMETIC_ROWS (sub)
  ARITHMETIC_ROWS (mul)
  FUSED_ROW ("fma.rn", ".f16", fma_f16)
  FUSED_ROW ("fma.rn", ".sat.f16", fma_sat_f16)
  FUSED_ROW ("fma.rn", ".relu.f16", fma_relu_f16)
  FUSED_ROW ("fma.rn", ".ftz.f16", fma_ftz_f16)
  FUSED_ROW ("fma.rn", ".ftz.sat.f16", fma_ftz_sat_f16)
  FUSED_ROW ("fma.rn", ".ftz.relu.f16", fma_ftz_relu_f16)
  FUSED_ROW ("fma.rn", ".bf16", fma_bf16)
  FUSED_ROW ("fma.rn", ".relu.bf16", fma_relu_bf16)
  UNARY_ROW ("abs", ".f16", abs_f16)
  UNARY_ROW ("abs", ".ftz.f16", abs_ftz_f16)
  UNARY_ROW ("abs", ".bf16", abs_bf16)
  UNARY_ROW ("neg", ".f16", neg_f16)
  UNARY_ROW ("neg", ".ftz.f16", neg_ftz_f16)
  UNARY_ROW ("neg", ".bf16", neg_bf16)
  EXTREME_ROWS (min, "", f16, )
  EXTREME_ROWS (min, ".ftz", f16, ftz_)
  EXTREME_ROWS (min, "", bf16, )
  EXTREME_ROWS (max, "", f16, )
  EXTREME_ROWS (max, ".ftz", f16, ftz_)
  EXTREME_ROWS (max, "", bf16, )
  UNARY_ROW ("ex2.approx", ".f16", ex2_f16)
  UNARY_ROW ("ex2.approx", ".ftz.f16", ex2_ftz_f16)
  UNARY_ROW ("ex2.approx", ".ftz.bf16", ex2_ftz_bf16)
  UNARY_ROW ("tanh.approx", ".f16", tanh_f16)
  UNARY_ROW ("tanh.approx", ".bf16", tanh_bf16)
  LOOM_SIM_ROWS_END
};
