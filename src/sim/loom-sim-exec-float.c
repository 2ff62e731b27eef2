/* loom-sim-exec-float.c: handlers of single-precision arithmetic that IEEE 754 defines
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-float-private.h"
#include "loom-sim-exec-private.h"

#include <fenv.h>

#define FTZ(v) loom_sim_ftz (v)
#define SAT(v) loom_sim_saturate (v)

/* Each operation plain, .ftz (operands and result), .sat, and both. */
#define UNARY_FTZ(name, expression) \
  LOOM_SIM_MAP1 (name##_f32, float, float, expression) \
  static inline float \
  name##_flushed (float a) \
  { \
    a = FTZ (a); \
    return FTZ (expression); \
  } \
  LOOM_SIM_MAP1 (name##_ftz_f32, float, float, name##_flushed (a))

#define BINARY(name, expression) \
  static inline float \
  name##_plain (float a, \
                float b) \
  { \
    return expression; \
  } \
  LOOM_SIM_MAP2 (name##_f32, float, float, float, expression) \
  LOOM_SIM_MAP2 (name##_sat_f32, float, float, float, SAT (expression)) \
  LOOM_SIM_MAP2 (name##_ftz_f32, float, float, float, FTZ (name##_plain (FTZ (a), FTZ (b)))) \
  LOOM_SIM_MAP2 (name##_ftz_sat_f32, float, float, float, SAT (FTZ (name##_plain (FTZ (a), FTZ (b)))))

BINARY (add, a + b)
BINARY (sub, a - b)
BINARY (mul, a * b)

LOOM_SIM_MAP3 (fma_f32, float, float, float, float, fmaf (a, b, c))
LOOM_SIM_MAP3 (fma_sat_f32, float, float, float, float, SAT (fmaf (a, b, c)))
LOOM_SIM_MAP3 (fma_ftz_f32, float, float, float, float, FTZ (fmaf (FTZ (a), FTZ (b), FTZ (c))))
LOOM_SIM_MAP3 (fma_ftz_sat_f32, float, float, float, float, SAT (FTZ (fmaf (FTZ (a), FTZ (b), FTZ (c)))))

LOOM_SIM_MAP2 (div_f32, float, float, float, a / b)
LOOM_SIM_MAP2 (div_ftz_f32, float, float, float, FTZ (FTZ (a) / FTZ (b)))
UNARY_FTZ (rcp, 1.0f / a)
UNARY_FTZ (sqrt, sqrtf (a))
/* Of a NaN they make the one NaN that all operations give. */
UNARY_FTZ (abs, loom_sim_nan_wins (a, a, fabsf (a)))
UNARY_FTZ (neg, loom_sim_nan_wins (a, a, -a))

#define EXTREME(name) \
  LOOM_SIM_MAP2 (name##_f32, float, float, float, loom_sim_##name##_f32 (a, b)) \
  LOOM_SIM_MAP2 (name##_ftz_f32, float, float, float, loom_sim_##name##_f32 (FTZ (a), FTZ (b))) \
  LOOM_SIM_MAP2 (name##_nan_f32, float, float, float, loom_sim_nan_wins (a, b, loom_sim_##name##_f32 (a, b))) \
  LOOM_SIM_MAP2 (name##_ftz_nan_f32, float, float, float, \
                 loom_sim_nan_wins (a, b, loom_sim_##name##_f32 (FTZ (a), FTZ (b)))) \
  LOOM_SIM_MAP2 (name##_xor_f32, float, float, float, \
                 loom_sim_xor_sign (a, b, loom_sim_##name##_f32 (fabsf (a), fabsf (b)))) \
  LOOM_SIM_MAP2 (name##_ftz_xor_f32, float, float, float, \
                 loom_sim_xor_sign (a, b, loom_sim_##name##_f32 (FTZ (fabsf (a)), FTZ (fabsf (b))))) \
  LOOM_SIM_MAP2 (name##_nan_xor_f32, float, float, float, \
                 loom_sim_nan_wins (a, b, loom_sim_xor_sign (a, b, loom_sim_##name##_f32 (fabsf (a), fabsf (b))))) \
  LOOM_SIM_MAP2 (name##_ftz_nan_xor_f32, float, float, float, \
                 loom_sim_nan_wins (a, b, loom_sim_xor_sign (a, b, loom_sim_##name##_f32 (FTZ (fabsf (a)), FTZ (fabsf (b))))))
EXTREME (min)
EXTREME (max)

LOOM_SIM_MAP2 (copysign_f32, float, float, float, copysignf (b, a))

/* Directed rounding, lane by lane. */
#define ROUNDED(name, mode, expression) \
  static float \
  name##_once (float a, \
               float b, \
               float c) \
  { \
    float r; \
    LOOM_SIM_OPAQUE (a); \
    LOOM_SIM_OPAQUE (b); \
    LOOM_SIM_OPAQUE (c); \
    LOOM_SIM_DIRECTED (r, mode, expression); \
    return r; \
  } \
  LOOM_SIM_EACH (name##_f32, float, guint8, float, float, float, guint8, d = name##_once (a, b, c);) \
  LOOM_SIM_EACH (name##_ftz_f32, float, guint8, float, float, float, guint8, \
                 d = FTZ (name##_once (FTZ (a), FTZ (b), FTZ (c)));)
#define ROUNDED_SATURATED(name, mode, expression) \
  ROUNDED (name, mode, expression) \
  LOOM_SIM_EACH (name##_sat_f32, float, guint8, float, float, float, guint8, d = SAT (name##_once (a, b, c));) \
  LOOM_SIM_EACH (name##_ftz_sat_f32, float, guint8, float, float, float, guint8, \
                 d = SAT (FTZ (name##_once (FTZ (a), FTZ (b), FTZ (c))));)
#define MODES(ROUNDED, name, expression) \
  ROUNDED (name##_rz, FE_TOWARDZERO, expression) \
  ROUNDED (name##_rm, FE_DOWNWARD, expression) \
  ROUNDED (name##_rp, FE_UPWARD, expression)

MODES (ROUNDED_SATURATED, add, a + b)
MODES (ROUNDED_SATURATED, sub, a - b)
MODES (ROUNDED_SATURATED, mul, a * b)
MODES (ROUNDED_SATURATED, fma, fmaf (a, b, c))
MODES (ROUNDED, div, a / b)
MODES (ROUNDED, rcp, 1.0f / a)
MODES (ROUNDED, sqrt, sqrtf (a))

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
#define EXTREME_ROWS(name) \
  FLUSHABLE (#name, "4=44,p", name) \
  LOOM_SIM_ROW (#name ".NaN.f32", "4=44,p", name##_nan_f32) \
  LOOM_SIM_ROW (#name ".ftz.NaN.f32", "4=44,p", name##_ftz_nan_f32) \
  LOOM_SIM_ROW (#name ".xorsign.abs.f32", "4=44,p", name##_xor_f32) \
  LOOM_SIM_ROW (#name ".ftz.xorsign.abs.f32", "4=44,p", name##_ftz_xor_f32) \
  LOOM_SIM_ROW (#name ".NaN.xorsign.abs.f32", "4=44,p", name##_nan_xor_f32) \
  LOOM_SIM_ROW (#name ".ftz.NaN.xorsign.abs.f32", "4=44,p", name##_ftz_nan_xor_f32)

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
  FLUSHABLE ("div.rn", "4=44,p", div)
  FLUSHABLE ("div.rz", "4=44,p", div_rz)
  FLUSHABLE ("div.rm", "4=44,p", div_rm)
  FLUSHABLE ("div.rp", "4=44,p", div_rp)
  FLUSHABLE ("rcp.rn", "4=4,p", rcp)
  FLUSHABLE ("rcp.rz", "4=4,p", rcp_rz)
  FLUSHABLE ("rcp.rm", "4=4,p", rcp_rm)
  FLUSHABLE ("rcp.rp", "4=4,p", rcp_rp)
  FLUSHABLE ("sqrt.rn", "4=4,p", sqrt)
  FLUSHABLE ("sqrt.rz", "4=4,p", sqrt_rz)
  FLUSHABLE ("sqrt.rm", "4=4,p", sqrt_rm)
  FLUSHABLE ("sqrt.rp", "4=4,p", sqrt_rp)
  FLUSHABLE ("abs", "4=4,p", abs)
  FLUSHABLE ("neg", "4=4,p", neg)
  EXTREME_ROWS (min)
  EXTREME_ROWS (max)
  LOOM_SIM_ROW ("copysign.f32", "4=44,p", copysign_f32)
  LOOM_SIM_ROWS_END
};
