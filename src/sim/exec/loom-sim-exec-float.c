/* loom-sim-exec-float.c: handlers of arithmetic of single and double precision that IEEE 754
 * defines
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-float-private.h"
#include "loom-sim-exec-private.h"

#include <fenv.h>

#define FTZ(v) loom_sim_ftz (v)
#define SAT(v) loom_sim_saturate (v)
#define ONE_NAN(v) loom_sim_one_nan (v)

/* .ftz flushes what would be too small if exponents had no end (seen on an H200): just below the
 * least normal number that is a zero also where rounding to a subnormal gives the least normal
 * number. So it looks at the same operation with one operand scaled up. */
#define SCALE 0x1p24f
#define FLUSH(result, scaled) (fabsf (scaled) < 0x1p-102f ? copysignf (0.0f, result) : (result))

/* Each operation plain, .ftz (operands and result), .sat, and both. */
#define UNARY_FTZ(name, expression, flushed) \
  LOOM_SIM_MAP1 (name##_f32, float, float, ONE_NAN (expression)) \
  static inline float \
  name##_flushed (float a) \
  { \
    a = FTZ (a); \
    return flushed; \
  } \
  LOOM_SIM_MAP1 (name##_ftz_f32, float, float, ONE_NAN (name##_flushed (a)))

#define BINARY(name, expression, flushed) \
  static inline float \
  name##_flushed (float a, \
                  float b) \
  { \
    a = FTZ (a); \
    b = FTZ (b); \
    return flushed; \
  } \
  LOOM_SIM_MAP2 (name##_f32, float, float, float, ONE_NAN (expression)) \
  LOOM_SIM_MAP2 (name##_sat_f32, float, float, float, SAT (expression)) \
  LOOM_SIM_MAP2 (name##_ftz_f32, float, float, float, ONE_NAN (name##_flushed (a, b))) \
  LOOM_SIM_MAP2 (name##_ftz_sat_f32, float, float, float, SAT (name##_flushed (a, b)))

BINARY (add, a + b, FTZ (a + b))
BINARY (sub, a - b, FTZ (a - b))
BINARY (mul, a * b, FLUSH (a * b, a * SCALE * b))

static inline float
fma_flushed (float a,
             float b,
             float c)
{
  a = FTZ (a);
  b = FTZ (b);
  c = FTZ (c);
  return FLUSH (fmaf (a, b, c), fmaf (a * SCALE, b, c * SCALE));
}

LOOM_SIM_MAP3 (fma_f32, float, float, float, float, ONE_NAN (fmaf (a, b, c)))
LOOM_SIM_MAP3 (fma_sat_f32, float, float, float, float, SAT (fmaf (a, b, c)))
LOOM_SIM_MAP3 (fma_ftz_f32, float, float, float, float, ONE_NAN (fma_flushed (a, b, c)))
LOOM_SIM_MAP3 (fma_ftz_sat_f32, float, float, float, float, SAT (fma_flushed (a, b, c)))

LOOM_SIM_MAP2 (div_f32, float, float, float, ONE_NAN (a / b))
LOOM_SIM_MAP2 (div_ftz_f32, float, float, float,
               ONE_NAN (FLUSH (FTZ (a) / FTZ (b), FTZ (a) * SCALE / FTZ (b))))
UNARY_FTZ (rcp, 1.0f / a, FLUSH (1.0f / a, SCALE / a))
UNARY_FTZ (sqrt, sqrtf (a), sqrtf (a))
UNARY_FTZ (abs, fabsf (a), fabsf (a))
UNARY_FTZ (neg, -a, -a)

/* in: what becomes of an operand. */
#define EXTREME(name, ftz, in) \
  LOOM_SIM_MAP2 (name##_##ftz##f32, float, float, float, loom_sim_##name##_f32 (in (a), in (b))) \
  LOOM_SIM_MAP2 (name##_##ftz##nan_f32, float, float, float, \
                 loom_sim_nan_wins (a, b, loom_sim_##name##_f32 (in (a), in (b)))) \
  LOOM_SIM_MAP2 (name##_##ftz##xor_f32, float, float, float, \
                 ONE_NAN (XOR_SIGN (name, in (fabsf (a)), in (fabsf (b))))) \
  LOOM_SIM_MAP2 (name##_##ftz##nan_xor_f32, float, float, float, \
                 loom_sim_nan_wins (a, b, XOR_SIGN (name, in (fabsf (a)), in (fabsf (b)))))
#define XOR_SIGN(name, x, y) loom_sim_xor_sign (a, b, loom_sim_##name##_f32 (x, y))
#define AS_IT_IS(v) (v)
EXTREME (min, , AS_IT_IS)
EXTREME (min, ftz_, FTZ)
EXTREME (max, , AS_IT_IS)
EXTREME (max, ftz_, FTZ)

LOOM_SIM_MAP2 (copysign_f32, float, float, float, copysignf (b, a))

/* Directed rounding, lane by lane. */
#define ONCE(T, name, mode, expression) \
  static T \
  name (T a, \
        T b, \
        T c) \
  { \
    T r; \
    LOOM_SIM_OPAQUE (a); \
    LOOM_SIM_OPAQUE (b); \
    LOOM_SIM_OPAQUE (c); \
    LOOM_SIM_DIRECTED (r, mode, expression); \
    return r; \
  }
#define ROUNDED(name, mode, expression, scaled) \
  ONCE (float, name##_once, mode, expression) \
  ONCE (float, name##_scaled, mode, scaled) \
  static inline float \
  name##_flushed (float a, \
                  float b, \
                  float c) \
  { \
    a = FTZ (a); \
    b = FTZ (b); \
    c = FTZ (c); \
    return FLUSH (name##_once (a, b, c), name##_scaled (a, b, c)); \
  } \
  LOOM_SIM_EACH3 (name##_f32, float, float, float, float, d = ONE_NAN (name##_once (a, b, c));) \
  LOOM_SIM_EACH3 (name##_ftz_f32, float, float, float, float, \
                  d = ONE_NAN (name##_flushed (a, b, c));)
#define ROUNDED_SATURATED(name, mode, expression, scaled) \
  ROUNDED (name, mode, expression, scaled) \
  LOOM_SIM_EACH3 (name##_sat_f32, float, float, float, float, d = SAT (name##_once (a, b, c));) \
  LOOM_SIM_EACH3 (name##_ftz_sat_f32, float, float, float, float, \
                  d = SAT (name##_flushed (a, b, c));)
#define MODES(ROUNDED, name, expression, scaled) \
  ROUNDED (name##_rz, FE_TOWARDZERO, expression, scaled) \
  ROUNDED (name##_rm, FE_DOWNWARD, expression, scaled) \
  ROUNDED (name##_rp, FE_UPWARD, expression, scaled)

MODES (ROUNDED_SATURATED, add, a + b, a * SCALE + b * SCALE)
MODES (ROUNDED_SATURATED, sub, a - b, a * SCALE - b * SCALE)
MODES (ROUNDED_SATURATED, mul, a * b, a * SCALE * b)
MODES (ROUNDED_SATURATED, fma, fmaf (a, b, c), fmaf (a * SCALE, b, c * SCALE))
MODES (ROUNDED, div, a / b, a * SCALE / b)
MODES (ROUNDED, rcp, 1.0f / a, SCALE / a)
MODES (ROUNDED, sqrt, sqrtf (a), 1.0f)

/* mad.f32 is fma.f32 from sm_20 on (PTX ISA, mad). */
#define ARITHMETIC(name, dotted, signature, handler) \
  LOOM_SIM_ROW (name dotted ".f32", signature, handler##_f32) \
  LOOM_SIM_ROW (name dotted ".sat.f32", signature, handler##_sat_f32) \
  LOOM_SIM_ROW (name dotted ".ftz.f32", signature, handler##_ftz_f32) \
  LOOM_SIM_ROW (name dotted ".ftz.sat.f32", signature, handler##_ftz_sat_f32)
#define DIRECTED(name, signature, handler) \
  ARITHMETIC (name, ".rz", signature, handler##_rz) \
  ARITHMETIC (name, ".rm", signature, handler##_rm) \
  ARITHMETIC (name, ".rp", signature, handler##_rp)
#define FLUSHABLE(name, signature, handler) \
  LOOM_SIM_ROW (name ".f32", signature, handler##_f32) \
  LOOM_SIM_ROW (name ".ftz.f32", signature, handler##_ftz_f32)
#define EVERY_MODE(name, signature, handler) \
  FLUSHABLE (name ".rn", signature, handler) \
  FLUSHABLE (name ".rz", signature, handler##_rz) \
  FLUSHABLE (name ".rm", signature, handler##_rm) \
  FLUSHABLE (name ".rp", signature, handler##_rp)
#define EXTREME_ROWS(name) \
  FLUSHABLE (#name, "4=44,p", name) \
  LOOM_SIM_ROW (#name ".NaN.f32", "4=44,p", name##_nan_f32) \
  LOOM_SIM_ROW (#name ".ftz.NaN.f32", "4=44,p", name##_ftz_nan_f32) \
  LOOM_SIM_ROW (#name ".xorsign.abs.f32", "4=44,p", name##_xor_f32) \
  LOOM_SIM_ROW (#name ".ftz.xorsign.abs.f32", "4=44,p", name##_ftz_xor_f32) \
  LOOM_SIM_ROW (#name ".NaN.xorsign.abs.f32", "4=44,p", name##_nan_xor_f32) \
  LOOM_SIM_ROW (#name ".ftz.NaN.xorsign.abs.f32", "4=44,p", name##_ftz_nan_xor_f32)

/* Double precision. */
LOOM_SIM_MAP2 (add_f64, double, double, double, loom_sim_add_f64 (a, b))
LOOM_SIM_MAP2 (sub_f64, double, double, double, loom_sim_sub_f64 (a, b))
LOOM_SIM_MAP2 (mul_f64, double, double, double, loom_sim_mul_f64 (a, b))
LOOM_SIM_MAP2 (div_f64, double, double, double, a / b)
LOOM_SIM_MAP3 (fma_f64, double, double, double, double, loom_sim_fma_f64 (a, b, c))
LOOM_SIM_MAP1 (rcp_f64, double, double, 1.0 / a)
LOOM_SIM_MAP1 (sqrt_f64, double, double, sqrt (a))
LOOM_SIM_MAP1 (abs_f64, double, double, loom_sim_pass_nan (a, fabs (a)))
LOOM_SIM_MAP1 (neg_f64, double, double, loom_sim_pass_nan (a, -a))
LOOM_SIM_MAP2 (min_f64, double, double, double, loom_sim_min_f64 (a, b))
LOOM_SIM_MAP2 (max_f64, double, double, double, loom_sim_max_f64 (a, b))
LOOM_SIM_MAP2 (copysign_f64, double, double, double, copysign (b, a))

/* The approximations look only at the upper 32 bits of their operand, flush subnormals, and give 20
 * good bits in the upper half of the result (PTX ISA, rcp.approx.ftz.f64), of a NaN all of them
 * (seen on an H200). */
static inline double
upper_half (double value)
{
  const guint64 upper = loom_sim_double_bits (value) & G_GUINT64_CONSTANT (0xffffffff00000000);
  const double cut = loom_sim_double_from_bits (upper);

  return fabs (cut) < DBL_MIN ? copysign (0.0, cut) : cut;
}

static inline double
approximation (double value)
{
  const double nan = loom_sim_double_from_bits (G_GUINT64_CONSTANT (0x7fffffff00000000));

  return value == value ? upper_half (value) : nan;
}

LOOM_SIM_MAP1 (rcp_approx_f64, double, double, approximation (1.0 / upper_half (a)))
LOOM_SIM_MAP1 (rsqrt_approx_f64, double, double, approximation (1.0 / sqrt (upper_half (a))))
LOOM_SIM_MAP1 (rsqrt_full_f64, double, double, 1.0 / sqrt (a))

#define ROUNDED_64(name, mode, expression) \
  ONCE (double, name##_f64_once, mode, expression) \
  LOOM_SIM_EACH3 (name##_f64, double, double, double, double, d = name##_f64_once (a, b, c);)
#define MODES_64(name, expression) \
  ROUNDED_64 (name##_rz, FE_TOWARDZERO, expression) \
  ROUNDED_64 (name##_rm, FE_DOWNWARD, expression) \
  ROUNDED_64 (name##_rp, FE_UPWARD, expression)

MODES_64 (add, loom_sim_add_f64 (a, b))
MODES_64 (sub, loom_sim_sub_f64 (a, b))
MODES_64 (mul, loom_sim_mul_f64 (a, b))
MODES_64 (fma, loom_sim_fma_f64 (a, b, c))
MODES_64 (div, a / b)
MODES_64 (rcp, 1.0 / a)
MODES_64 (sqrt, sqrt (a))

#define DIRECTED_64(name, signature, handler) \
  LOOM_SIM_ROW (name ".rz.f64", signature, handler##_rz_f64) \
  LOOM_SIM_ROW (name ".rm.f64", signature, handler##_rm_f64) \
  LOOM_SIM_ROW (name ".rp.f64", signature, handler##_rp_f64)
#define EVERY_MODE_64(name, signature, handler) \
  LOOM_SIM_ROW (name ".rn.f64", signature, handler##_f64) \
  DIRECTED_64 (name, signature, handler)

LOOM_SIM_ROWS (float)
{
  ARITHMETIC ("add", "", "4=44,p", add)
  ARITHMETIC ("sub", "", "4=44,p", sub)
  ARITHMETIC ("mul", "", "4=44,p", mul)
  ARITHMETIC ("fma", ".rn", "4=444,p", fma)
  ARITHMETIC ("mad", ".rn", "4=444,p", fma)
  DIRECTED ("add", "4=44,p", add)
  DIRECTED ("sub", "4=44,p", sub)
  DIRECTED ("mul", "4=44,p", mul)
  DIRECTED ("fma", "4=444,p", fma)
  DIRECTED ("mad", "4=444,p", fma)
  EVERY_MODE ("div", "4=44,p", div)
  EVERY_MODE ("rcp", "4=4,p", rcp)
  EVERY_MODE ("sqrt", "4=4,p", sqrt)
  FLUSHABLE ("abs", "4=4,p", abs)
  FLUSHABLE ("neg", "4=4,p", neg)
  EXTREME_ROWS (min)
  EXTREME_ROWS (max)
  LOOM_SIM_ROW ("copysign.f32", "4=44,p", copysign_f32)
  LOOM_SIM_ROW ("add.f64", "8=88,p", add_f64)
  LOOM_SIM_ROW ("sub.f64", "8=88,p", sub_f64)
  LOOM_SIM_ROW ("mul.f64", "8=88,p", mul_f64)
  DIRECTED_64 ("add", "8=88,p", add)
  DIRECTED_64 ("sub", "8=88,p", sub)
  DIRECTED_64 ("mul", "8=88,p", mul)
  EVERY_MODE_64 ("fma", "8=888,p", fma)
  EVERY_MODE_64 ("mad", "8=888,p", fma)
  EVERY_MODE_64 ("div", "8=88,p", div)
  EVERY_MODE_64 ("rcp", "8=8,p", rcp)
  EVERY_MODE_64 ("sqrt", "8=8,p", sqrt)
  LOOM_SIM_ROW ("abs.f64", "8=8,p", abs_f64)
  LOOM_SIM_ROW ("neg.f64", "8=8,p", neg_f64)
  LOOM_SIM_ROW ("min.f64", "8=88,p", min_f64)
  LOOM_SIM_ROW ("max.f64", "8=88,p", max_f64)
  LOOM_SIM_ROW ("copysign.f64", "8=88,p", copysign_f64)
  LOOM_SIM_ROW ("rcp.approx.ftz.f64", "8=8,p", rcp_approx_f64)
  LOOM_SIM_ROW ("rsqrt.approx.ftz.f64", "8=8,p", rsqrt_approx_f64)
  LOOM_SIM_ROW ("rsqrt.approx.f64", "8=8,p", rsqrt_full_f64)
  LOOM_SIM_ROWS_END
};
