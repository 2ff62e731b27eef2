/* loom-sim-exec-convert-float.c: handlers of cvt from and to single and double precision
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-convert-private.h"
#include "loom-sim-exec-float-private.h"
#include "loom-sim-exec-private.h"

#include <fenv.h>

#define TO_INTEGER(D, F) \
  LOOM_SIM_MAP1 (cvt_rni_##D##_##F, r##D, F, D##_from_##F (NEAREST_##F (a))) \
  LOOM_SIM_MAP1 (cvt_rzi_##D##_##F, r##D, F, D##_from_##F (TRUNCATE_##F (a))) \
  LOOM_SIM_MAP1 (cvt_rmi_##D##_##F, r##D, F, D##_from_##F (FLOOR_##F (a))) \
  LOOM_SIM_MAP1 (cvt_rpi_##D##_##F, r##D, F, D##_from_##F (CEILING_##F (a)))
#define NEAREST_float(a) rintf (a)
#define TRUNCATE_float(a) truncf (a)
#define FLOOR_float(a) floorf (a)
#define CEILING_float(a) ceilf (a)
#define NEAREST_double(a) rint (a)
#define TRUNCATE_double(a) trunc (a)
#define FLOOR_double(a) floor (a)
#define CEILING_double(a) ceil (a)

#define TO_INTEGER_EACH(F) \
  TO_INTEGER (u8, F) \
  TO_INTEGER (s8, F) \
  TO_INTEGER (u16, F) \
  TO_INTEGER (s16, F) \
  TO_INTEGER (u32, F) \
  TO_INTEGER (s32, F) \
  TO_INTEGER (u64, F) \
  TO_INTEGER (s64, F)
TO_INTEGER_EACH (float)
TO_INTEGER_EACH (double)

#define TO_INTEGER_FTZ(D) \
  LOOM_SIM_MAP1 (cvt_rni_ftz_##D##_float, r##D, float, D##_from_float (rintf (loom_sim_ftz (a)))) \
  LOOM_SIM_MAP1 (cvt_rzi_ftz_##D##_float, r##D, float, D##_from_float (truncf (loom_sim_ftz (a)))) \
  LOOM_SIM_MAP1 (cvt_rmi_ftz_##D##_float, r##D, float, D##_from_float (floorf (loom_sim_ftz (a)))) \
  LOOM_SIM_MAP1 (cvt_rpi_ftz_##D##_float, r##D, float, D##_from_float (ceilf (loom_sim_ftz (a))))
EACH_INTEGER (TO_INTEGER_FTZ)

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
  LOOM_SIM_EACH (cvt_##name##_##F##_##A, F, guint8, r##A, guint8, guint8, guint8, d = name##_##F##_of_##A ((V) a);)
#define FROM_INTEGER(A) \
  FROM (float, A, v##A) \
  FROM (double, A, v##A)
EACH_INTEGER (FROM_INTEGER)
typedef double rdouble;
FROM_DIRECTED (rz, FE_TOWARDZERO, float, double, double)
FROM_DIRECTED (rm, FE_DOWNWARD, float, double, double)
FROM_DIRECTED (rp, FE_UPWARD, float, double, double)
LOOM_SIM_MAP1 (cvt_rn_float_double, float, double, (float) a)
/* .ftz flushes what would be too small if exponents had no end (seen on an H200), which a number scaled up shows. */
#define SCALE 0x1p24
#define FLUSH(result, scaled) (fabsf (scaled) < 0x1p-102f ? copysignf (0.0f, result) : (result))
LOOM_SIM_MAP1 (cvt_rn_ftz_float_double, float, double, FLUSH ((float) a, (float) (a * SCALE)))
LOOM_SIM_MAP1 (cvt_rn_sat_float_double, float, double, loom_sim_saturate ((float) a))
LOOM_SIM_MAP1 (cvt_rn_ftz_sat_float_double, float, double, loom_sim_saturate (FLUSH ((float) a, (float) (a * SCALE))))
#define FLUSHED(mode) \
  LOOM_SIM_EACH (cvt_##mode##_ftz_float_double, float, guint8, double, guint8, guint8, guint8, \
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
#define INTEGRAL(mode, function) \
  LOOM_SIM_MAP1 (cvt_##mode##_float_float, float, float, loom_sim_one_nan (function##f (a))) \
  LOOM_SIM_MAP1 (cvt_##mode##_ftz_float_float, float, float, loom_sim_one_nan (function##f (loom_sim_ftz (a)))) \
  LOOM_SIM_MAP1 (cvt_##mode##_sat_float_float, float, float, loom_sim_saturate (function##f (a))) \
  LOOM_SIM_MAP1 (cvt_##mode##_ftz_sat_float_float, float, float, loom_sim_saturate (function##f (loom_sim_ftz (a)))) \
  LOOM_SIM_MAP1 (cvt_##mode##_double_double, double, double, loom_sim_pass_nan (a, function (a)))
INTEGRAL (rni, rint)
INTEGRAL (rzi, trunc)
INTEGRAL (rmi, floor)
INTEGRAL (rpi, ceil)

#define MODE_ROWS(MACRO, D) \
  MACRO (rni, D) \
  MACRO (rzi, D) \
  MACRO (rmi, D) \
  MACRO (rpi, D)
/* Clamping is what happens anyway, so .sat says nothing new. */
#define TO_INTEGER_ROW(mode, D) \
  LOOM_SIM_ROW ("cvt." #mode "." #D ".f32", WIDTH_##D "=4,p", cvt_##mode##_##D##_float) \
  LOOM_SIM_ROW ("cvt." #mode ".sat." #D ".f32", WIDTH_##D "=4,p", cvt_##mode##_##D##_float) \
  LOOM_SIM_ROW ("cvt." #mode ".ftz." #D ".f32", WIDTH_##D "=4,p", cvt_##mode##_ftz_##D##_float) \
  LOOM_SIM_ROW ("cvt." #mode ".ftz.sat." #D ".f32", WIDTH_##D "=4,p", cvt_##mode##_ftz_##D##_float) \
  LOOM_SIM_ROW ("cvt." #mode "." #D ".f64", WIDTH_##D "=8,p", cvt_##mode##_##D##_double) \
  LOOM_SIM_ROW ("cvt." #mode ".sat." #D ".f64", WIDTH_##D "=8,p", cvt_##mode##_##D##_double)
#define FROM_ROW(mode, A) \
  LOOM_SIM_ROW ("cvt." #mode ".f32." #A, "4=" WIDTH_##A ",p", cvt_##mode##_float_##A) \
  LOOM_SIM_ROW ("cvt." #mode ".f64." #A, "8=" WIDTH_##A ",p", cvt_##mode##_double_##A)
#define INTEGER_ROWS(T) \
  MODE_ROWS (TO_INTEGER_ROW, T) \
  FROM_ROW (rn, T) \
  FROM_ROW (rz, T) \
  FROM_ROW (rm, T) \
  FROM_ROW (rp, T) \
  LOOM_SIM_ROW ("cvt.rn.sat.f32." #T, "4=" WIDTH_##T ",p", cvt_rn_sat_float_##T) \
  LOOM_SIM_ROW ("cvt.rn.sat.f64." #T, "8=" WIDTH_##T ",p", cvt_rn_sat_double_##T)
#define INTEGRAL_ROWS(mode) \
  LOOM_SIM_ROW ("cvt." #mode ".f32.f32", "4=4,p", cvt_##mode##_float_float) \
  LOOM_SIM_ROW ("cvt." #mode ".ftz.f32.f32", "4=4,p", cvt_##mode##_ftz_float_float) \
  LOOM_SIM_ROW ("cvt." #mode ".sat.f32.f32", "4=4,p", cvt_##mode##_sat_float_float) \
  LOOM_SIM_ROW ("cvt." #mode ".ftz.sat.f32.f32", "4=4,p", cvt_##mode##_ftz_sat_float_float) \
  LOOM_SIM_ROW ("cvt." #mode ".f64.f64", "8=8,p", cvt_##mode##_double_double)
#define NARROWING_ROWS(mode) \
  LOOM_SIM_ROW ("cvt." #mode ".f32.f64", "4=8,p", cvt_##mode##_float_double) \
  LOOM_SIM_ROW ("cvt." #mode ".ftz.f32.f64", "4=8,p", cvt_##mode##_ftz_float_double)

LOOM_SIM_ROWS (convert_float)
{
  EACH_INTEGER (INTEGER_ROWS)
  INTEGRAL_ROWS (rni)
  INTEGRAL_ROWS (rzi)
  INTEGRAL_ROWS (rmi)
  INTEGRAL_ROWS (rpi)
  NARROWING_ROWS (rn)
  NARROWING_ROWS (rz)
  NARROWING_ROWS (rm)
  NARROWING_ROWS (rp)
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
