/* loom-sim-exec-double.c: handlers of double-precision arithmetic
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-float-private.h"
#include "loom-sim-exec-private.h"

#include <fenv.h>

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

#define ROUNDED(name, mode, expression) \
  static double \
  name##_once (double a, \
               double b, \
               double c) \
  { \
    double r; \
    LOOM_SIM_OPAQUE (a); \
    LOOM_SIM_OPAQUE (b); \
    LOOM_SIM_OPAQUE (c); \
    LOOM_SIM_DIRECTED (r, mode, expression); \
    return r; \
  } \
  LOOM_SIM_EACH3 (name##_f64, double, double, double, double, d = name##_once (a, b, c);)
#define ROUNDED_MODES(name, expression) \
  ROUNDED (name##_rz, FE_TOWARDZERO, expression) \
  ROUNDED (name##_rm, FE_DOWNWARD, expression) \
  ROUNDED (name##_rp, FE_UPWARD, expression)

ROUNDED_MODES (add, loom_sim_add_f64 (a, b))
ROUNDED_MODES (sub, loom_sim_sub_f64 (a, b))
ROUNDED_MODES (mul, loom_sim_mul_f64 (a, b))
ROUNDED_MODES (fma, loom_sim_fma_f64 (a, b, c))
ROUNDED_MODES (div, a / b)
ROUNDED_MODES (rcp, 1.0 / a)
ROUNDED_MODES (sqrt, sqrt (a))

#define DIRECTED(name, signature, handler) \
  LOOM_SIM_ROW (name ".rz.f64", signature, handler##_rz_f64) \
  LOOM_SIM_ROW (name ".rm.f64", signature, handler##_rm_f64) \
  LOOM_SIM_ROW (name ".rp.f64", signature, handler##_rp_f64)
#define EVERY_MODE(name, signature, handler) \
  LOOM_SIM_ROW (name ".rn.f64", signature, handler##_f64) \
  DIRECTED (name, signature, handler)

LOOM_SIM_ROWS (double)
{
  LOOM_SIM_ROW ("add.f64", "8=88,p", add_f64)
  LOOM_SIM_ROW ("sub.f64", "8=88,p", sub_f64)
  LOOM_SIM_ROW ("mul.f64", "8=88,p", mul_f64)
  DIRECTED ("add", "8=88,p", add)
  DIRECTED ("sub", "8=88,p", sub)
  DIRECTED ("mul", "8=88,p", mul)
  EVERY_MODE ("fma", "8=888,p", fma)
  EVERY_MODE ("mad", "8=888,p", fma)
  EVERY_MODE ("div", "8=88,p", div)
  EVERY_MODE ("rcp", "8=8,p", rcp)
  EVERY_MODE ("sqrt", "8=8,p", sqrt)
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
