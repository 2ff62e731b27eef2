/* loom-sim-exec-approximate.c: handlers of single-precision functions that PTX calls approximate
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-float-private.h"
#include "loom-sim-exec-private.h"

/* Each gives the correctly rounded value or close to it, which is inside the tolerance that PTX
 * states. Without .ftz subnormal operands count and results may be subnormal, but for sin and cos,
 * which flush small operands only with it. */
#define FTZ(v) loom_sim_ftz (v)

#define APPROXIMATE(name, expression) \
  static inline float \
  name##_of (float a) \
  { \
    return loom_sim_one_nan (expression); \
  } \
  LOOM_SIM_MAP1 (name##_f32, float, float, name##_of (a)) \
  LOOM_SIM_MAP1 (name##_ftz_f32, float, float, FTZ (name##_of (FTZ (a))))

APPROXIMATE (rcp, 1.0f / a)
APPROXIMATE (sqrt, sqrtf (a))
APPROXIMATE (rsqrt, (float) (1.0 / sqrt ((double) a)))
APPROXIMATE (ex2, exp2f (a))
APPROXIMATE (lg2, log2f (a))
APPROXIMATE (sin, sinf (a))
APPROXIMATE (cos, cosf (a))
LOOM_SIM_MAP1 (tanh_f32, float, float, loom_sim_one_nan (tanhf (a)))

/* A divisor of more than 2^126 has a reciprocal that is subnormal, which div.approx loses (PTX ISA,
 * div). */
static inline float
divide_approximately (float a,
                      float b)
{
  const float size = fabsf (b);

  if (size > 0x1p126f && size < (float) INFINITY)
    return isfinite (a) ? copysignf (0.0f, copysignf (1.0f, a) * copysignf (1.0f, b))
                        : loom_sim_one_nan (NAN);
  return loom_sim_one_nan (a / b);
}

LOOM_SIM_MAP2 (div_approx_f32, float, float, float, divide_approximately (a, b))
LOOM_SIM_MAP2 (div_approx_ftz_f32, float, float, float,
               FTZ (divide_approximately (FTZ (a), FTZ (b))))
LOOM_SIM_MAP2 (div_full_f32, float, float, float, loom_sim_one_nan (a / b))
LOOM_SIM_MAP2 (div_full_ftz_f32, float, float, float, FTZ (loom_sim_one_nan (FTZ (a) / FTZ (b))))

#define ROWS(name) \
  LOOM_SIM_ROW (#name ".approx.f32", "4=4,p", name##_f32) \
  LOOM_SIM_ROW (#name ".approx.ftz.f32", "4=4,p", name##_ftz_f32)

LOOM_SIM_ROWS (approximate)
{
  ROWS (rcp)
  ROWS (sqrt)
  ROWS (rsqrt)
  ROWS (ex2)
  ROWS (lg2)
  ROWS (sin)
  ROWS (cos)
  LOOM_SIM_ROW ("tanh.approx.f32", "4=4,p", tanh_f32)
  LOOM_SIM_ROW ("div.approx.f32", "4=44,p", div_approx_f32)
  LOOM_SIM_ROW ("div.approx.ftz.f32", "4=44,p", div_approx_ftz_f32)
  LOOM_SIM_ROW ("div.full.f32", "4=44,p", div_full_f32)
  LOOM_SIM_ROW ("div.full.ftz.f32", "4=44,p", div_full_ftz_f32)
  LOOM_SIM_ROWS_END
};
