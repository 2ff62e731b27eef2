/* loom-sim-exec-convert-float.c: handlers of cvt from and to single and double precision
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-convert-private.h"
#include "loom-sim-exec-float-private.h"
#include "loom-sim-exec-private.h"

#include <fenv.h>

#define TO_INTEGER(mode, function, D) \
  LOOM_SIM_MAP1 (cvt_##mode##_##D##_float, r##D, float, D##_from_float (function##f (a))) \
  LOOM_SIM_MAP1 (cvt_##mode##_##D##_double, r##D, double, D##_from_double (function (a))) \
  LOOM_SIM_MAP1 (cvt_##mode##_ftz_##D##_float, r##D, float, \
                 D##_from_float (function##f (loom_sim_ftz (a))))
#define TO_INTEGER_EACH(D) EACH_INTEGRAL (TO_INTEGER, D)
EACH_INTEGER (TO_INTEGER_EACH)

/* From integer and from double: to nearest by plain conversion, otherwise lane by lane. */
#define FROM(F, A, V) \
  LOOM_SIM_MAP1 (cvt_rn_##F##_##A, F, r##A, (F) (V) a) \
  LOOM_SIM_MAP1 (cvt_rn_sat_##F##_##A, F, r##A, CLAMP ((F) (V) a, (F) 0, (F) 1)) \
  FROM_DIRECTED (rz, FE_TOWARDZERO, F, A, V) \
  FROM_DIRECTED (rm, FE_DOWNWARD, F, A, V) \
  FROM_DIRECTED (rp, FE_UPWARD, F, A, V)
#define FROM_DIRECTED(name, mode, F, A, V) \
  static F \
  name##_##F##_of_##A (V a) \
  { \
    F r; \
    LOOM_SIM_OPAQUE (a); \
    LOOM_SIM_DIRECTED (r, mode, (F) a); \
    return r; \
  } \
  LOOM_SIM_EACH1 (cvt_##name##_##F##_##A, F, r##A, d = name##_##F##_of_##A ((V) a);)
#define FROM_INTEGER(A) \
  FROM (float, A, v##A) \
  FROM (double, A, v##A)
EACH_INTEGER (FROM_INTEGER)
typedef double rdouble;
FROM_DIRECTED (rz, FE_TOWARDZERO, float, double, double)
FROM_DIRECTED (rm, FE_DOWNWARD, float, double, double)
FROM_DIRECTED (rp, FE_UPWARD, float, double, double)
LOOM_SIM_MAP1 (cvt_rn_float_double, float, double, (float) a)
/* .ftz flushes what would be too small if exponents had no end (seen on an H200), which a number
 * scaled up shows. */
#define SCALE 0x1p24
#define FLUSH(result, scaled) (fabsf (scaled) < 0x1p-102f ? copysignf (0.0f, result) : (result))
LOOM_SIM_MAP1 (cvt_rn_ftz_float_double, float, double, FLUSH ((float) a, (float) (a * SCALE)))
LOOM_SIM_MAP1 (cvt_rn_sat_float_double, float, double, loom_sim_saturate ((float) a))
LOOM_SIM_MAP1 (cvt_rn_ftz_sat_float_double, float, double,
               loom_sim_saturate (FLUSH ((float) a, (float) (a * SCALE))))
#define FLUSHED(mode) \
  LOOM_SIM_EACH1 (cvt_##mode##_ftz_float_double, float, double, \
                 d = FLUSH (mode##_float_of_double (a), mode##_float_of_double (a * SCALE));)
FLUSHED (rz)
FLUSHED (rm)
FLUSHED (rp)
LOOM_SIM_MAP1 (cvt_double_float, double, float, (double) a)
LOOM_SIM_MAP1 (cvt_ftz_double_float, double, float, (double) loom_sim_one_nan (loom_sim_ftz (a)))
LOOM_SIM_MAP1 (cvt_sat_double_float, double, float, (double) loom_sim_saturate (a))
LOOM_SIM_MAP1 (cvt_float_float, float, float, a)
LOOM_SIM_MAP1 (cvt_ftz_float_float, float, float, loom_sim_one_nan (loom_sim_ftz (a)))
LOOM_SIM_MAP1 (cvt_sat_float_float, float, float, loom_sim_saturate (a))
LOOM_SIM_MAP1 (cvt_ftz_sat_float_float, float, float, loom_sim_saturate (loom_sim_ftz (a)))
LOOM_SIM_MAP1 (cvt_double_double, double, double, a)
LOOM_SIM_MAP1 (cvt_sat_double_double, double, double, a > 0.0 ? (a < 1.0 ? a : 1.0) : 0.0)

/* To an integral value of the same type. */
#define INTEGRAL(mode, function, ftz) \
  LOOM_SIM_MAP1 (cvt_##mode##_float_float, float, float, loom_sim_one_nan (function##f (a))) \
  LOOM_SIM_MAP1 (cvt_##mode##_ftz_float_float, float, float, \
                 loom_sim_one_nan (function##f (ftz (a)))) \
  LOOM_SIM_MAP1 (cvt_##mode##_sat_float_float, float, float, loom_sim_saturate (function##f (a))) \
  LOOM_SIM_MAP1 (cvt_##mode##_ftz_sat_float_float, float, float, \
                 loom_sim_saturate (function##f (ftz (a)))) \
  LOOM_SIM_MAP1 (cvt_##mode##_double_double, double, double, loom_sim_pass_nan (a, function (a)))
EACH_INTEGRAL (INTEGRAL, loom_sim_ftz)

/* Clamping is what happens anyway, so .sat says nothing new. */
#define TO_INTEGER_ROW(mode, function, D) \
  LOOM_SIM_ROW ("cvt." #mode "." #D ".f32", WIDTH_##D "=4,p", cvt_##mode##_##D##_float) \
  LOOM_SIM_ROW ("cvt." #mode ".sat." #D ".f32", WIDTH_##D "=4,p", cvt_##mode##_##D##_float) \
  LOOM_SIM_ROW ("cvt." #mode ".ftz." #D ".f32", WIDTH_##D "=4,p", cvt_##mode##_ftz_##D##_float) \
  LOOM_SIM_ROW ("cvt." #mode ".ftz.sat." #D ".f32", WIDTH_##D "=4,p", \
                cvt_##mode##_ftz_##D##_float) \
  LOOM_SIM_ROW ("cvt." #mode "." #D ".f64", WIDTH_##D "=8,p", cvt_##mode##_##D##_double) \
  LOOM_SIM_ROW ("cvt." #mode ".sat." #D ".f64", WIDTH_##D "=8,p", cvt_##mode##_##D##_double)
#define FROM_ROW(mode, A) \
  LOOM_SIM_ROW ("cvt." #mode ".f32." #A, "4=" WIDTH_##A ",p", cvt_##mode##_float_##A) \
  LOOM_SIM_ROW ("cvt." #mode ".f64." #A, "8=" WIDTH_##A ",p", cvt_##mode##_double_##A)
#define INTEGER_ROWS(T) \
  EACH_INTEGRAL (TO_INTEGER_ROW, T) \
  EACH_ROUNDING (FROM_ROW, T) \
  LOOM_SIM_ROW ("cvt.rn.sat.f32." #T, "4=" WIDTH_##T ",p", cvt_rn_sat_float_##T) \
  LOOM_SIM_ROW ("cvt.rn.sat.f64." #T, "8=" WIDTH_##T ",p", cvt_rn_sat_double_##T)
#define INTEGRAL_ROWS(mode, function, type) \
  LOOM_SIM_ROW ("cvt." #mode "." type "." type, "4=4,p", cvt_##mode##_float_float) \
  LOOM_SIM_ROW ("cvt." #mode ".ftz." type "." type, "4=4,p", cvt_##mode##_ftz_float_float) \
  LOOM_SIM_ROW ("cvt." #mode ".sat." type "." type, "4=4,p", cvt_##mode##_sat_float_float) \
  LOOM_SIM_ROW ("cvt." #mode ".ftz.sat." type "." type, "4=4,p", cvt_##mode##_ftz_sat_float_float) \
  LOOM_SIM_ROW ("cvt." #mode ".f64.f64", "8=8,p", cvt_##mode##_double_double)
#define NARROWING_ROWS(mode, type) \
  LOOM_SIM_ROW ("cvt." #mode ".f32." type, "4=8,p", cvt_##mode##_float_double) \
  LOOM_SIM_ROW ("cvt." #mode ".ftz.f32." type, "4=8,p", cvt_##mode##_ftz_float_double)

LOOM_SIM_ROWS (convert_float)
{
  EACH_INTEGER (INTEGER_ROWS)
  EACH_INTEGRAL (INTEGRAL_ROWS, "f32")
  EACH_ROUNDING (NARROWING_ROWS, "f64")
  LOOM_SIM_ROW ("cvt.rn.sat.f32.f64", "4=8,p", cvt_rn_sat_float_double)
  LOOM_SIM_ROW ("cvt.rn.ftz.sat.f32.f64", "4=8,p", cvt_rn_ftz_sat_float_double)
  LOOM_SIM_ROW ("cvt.f64.f32", "8=4,p", cvt_double_float)
  LOOM_SIM_ROW ("cvt.ftz.f64.f32", "8=4,p", cvt_ftz_double_float)
  LOOM_SIM_ROW ("cvt.sat.f64.f32", "8=4,p", cvt_sat_double_float)
  LOOM_SIM_ROW ("cvt.f32.f32", "4=4,p", cvt_float_float)
  LOOM_SIM_ROW ("cvt.ftz.f32.f32", "4=4,p", cvt_ftz_float_float)
  LOOM_SIM_ROW ("@ftz.f32", "4=4,p", cvt_ftz_float_float)
  LOOM_SIM_ROW ("cvt.sat.f32.f32", "4=4,p", cvt_sat_float_float)
  LOOM_SIM_ROW ("@sat.f32", "4=4,p", cvt_sat_float_float)
  LOOM_SIM_ROW ("cvt.ftz.sat.f32.f32", "4=4,p", cvt_ftz_sat_float_float)
  LOOM_SIM_ROW ("cvt.f64.f64", "8=8,p", cvt_double_double)
  LOOM_SIM_ROW ("cvt.sat.f64.f64", "8=8,p", cvt_sat_double_double)
  LOOM_SIM_ROW ("@sat.f64", "8=8,p", cvt_sat_double_double)
  LOOM_SIM_ROWS_END
};
