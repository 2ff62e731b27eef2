/* loom-sim-exec-convert.c: handlers of cvt and cvt.pack
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-half-private.h"
#include "loom-sim-exec-private.h"

#include <fenv.h>

/* For each integer type of cvt: r… what its register holds, v… its value. An 8-bit operand is the
 * low byte of a 16-bit register; as a destination it fills the register by its sign. */
typedef guint16 ru8;
typedef gint16 rs8;
typedef guint16 ru16;
typedef gint16 rs16;
typedef guint32 ru32;
typedef gint32 rs32;
typedef guint64 ru64;
typedef gint64 rs64;
typedef guint8 vu8;
typedef gint8 vs8;
typedef guint16 vu16;
typedef gint16 vs16;
typedef guint32 vu32;
typedef gint32 vs32;
typedef guint64 vu64;
typedef gint64 vs64;

/* Their letters in a row's signature. */
#define WIDTH_u8 "2"
#define WIDTH_s8 "2"
#define WIDTH_u16 "2"
#define WIDTH_s16 "2"
#define WIDTH_u32 "4"
#define WIDTH_s32 "4"
#define WIDTH_u64 "8"
#define WIDTH_s64 "8"

#define EACH_INTEGER(MACRO) \
  MACRO (u8) \
  MACRO (s8) \
  MACRO (u16) \
  MACRO (s16) \
  MACRO (u32) \
  MACRO (s32) \
  MACRO (u64) \
  MACRO (s64)

/* For each rounding to an integral value: its name and the function of double precision. */
#define EACH_INTEGRAL(MACRO, ...) \
  MACRO (rni, rint, __VA_ARGS__) \
  MACRO (rzi, trunc, __VA_ARGS__) \
  MACRO (rmi, floor, __VA_ARGS__) \
  MACRO (rpi, ceil, __VA_ARGS__)

/* For each rounding. */
#define EACH_ROUNDING(MACRO, ...) \
  MACRO (rn, __VA_ARGS__) \
  MACRO (rz, __VA_ARGS__) \
  MACRO (rm, __VA_ARGS__) \
  MACRO (rp, __VA_ARGS__)

/* An integral float to integer, clamped. Bounds are powers of two or exact in a double; `over` is
 * the first float above the type. A NaN gives 0, or the top bit where the source or the destination
 * has 64 bits (seen on an H200: float to 32 bits and fewer gives 0, all else 0x8000…). */
#define LOOM_SIM_TO_INTEGER(D, over, under, most, least, nan, F) \
  static inline v##D \
  D##_from_##F (F a) \
  { \
    return a != a             ? (v##D) (nan) \
           : a >= (F) (over)  ? (v##D) (most) \
           : a <= (F) (under) ? (v##D) (least) \
                              : (v##D) a; \
  }
#define LOOM_SIM_TO_INTEGERS(F, nan32, nan16, nan8) \
  LOOM_SIM_TO_INTEGER (u8, 255.0, 0.0, G_MAXUINT8, 0, nan8, F) \
  LOOM_SIM_TO_INTEGER (s8, 127.0, -128.0, G_MAXINT8, G_MININT8, nan8, F) \
  LOOM_SIM_TO_INTEGER (u16, 65535.0, 0.0, G_MAXUINT16, 0, nan16, F) \
  LOOM_SIM_TO_INTEGER (s16, 32767.0, -32768.0, G_MAXINT16, G_MININT16, nan16, F) \
  LOOM_SIM_TO_INTEGER (u32, 0x1p32, 0.0, G_MAXUINT32, 0, nan32, F) \
  LOOM_SIM_TO_INTEGER (s32, 0x1p31, -0x1p31, G_MAXINT32, G_MININT32, nan32, F) \
  LOOM_SIM_TO_INTEGER (u64, 0x1p64, 0.0, G_MAXUINT64, 0, G_MININT64, F) \
  LOOM_SIM_TO_INTEGER (s64, 0x1p63, -0x1p63, G_MAXINT64, G_MININT64, G_MININT64, F)
LOOM_SIM_TO_INTEGERS (float, 0, 0, 0)
LOOM_SIM_TO_INTEGERS (double, 1u << 31, 1u << 15, 1u << 7)

/* Between integers. */
static inline gint64
clamp_signed (gint64 value,
              gint64 least,
              gint64 most)
{
  return value < least ? least : value > most ? most : value;
}

static inline guint64
clamp_unsigned (guint64 value,
                guint64 most)
{
  return value > most ? most : value;
}

/* .sat by the sign of the source (s, u) and of the destination. */
#define SAT_s_s(a, D) clamp_signed (a, MIN_##D, (gint64) MAX_##D)
#define SAT_s_u(a, D) ((a) < 0 ? 0 : clamp_unsigned ((guint64) (a), MAX_##D))
#define SAT_u_s(a, D) clamp_unsigned (a, MAX_##D)
#define SAT_u_u(a, D) clamp_unsigned (a, MAX_##D)
#define MIN_s8 G_MININT8
#define MIN_s16 G_MININT16
#define MIN_s32 G_MININT32
#define MIN_s64 G_MININT64
#define MAX_s8 G_MAXINT8
#define MAX_s16 G_MAXINT16
#define MAX_s32 G_MAXINT32
#define MAX_s64 G_MAXINT64
#define MAX_u8 G_MAXUINT8
#define MAX_u16 G_MAXUINT16
#define MAX_u32 G_MAXUINT32
#define MAX_u64 G_MAXUINT64

#define CONVERT(D, d_sign, A, a_sign) \
  LOOM_SIM_MAP1 (cvt_##D##_##A, r##D, r##A, (v##D) (v##A) a) \
  LOOM_SIM_EACH1 (cvt_sat_##D##_##A, r##D, r##A, \
                 d = (v##D) SAT_##a_sign##_##d_sign ((v##A) a, D);)

#define FROM_EACH(MACRO, D, d_sign) \
  MACRO (D, d_sign, u8, u) \
  MACRO (D, d_sign, s8, s) \
  MACRO (D, d_sign, u16, u) \
  MACRO (D, d_sign, s16, s) \
  MACRO (D, d_sign, u32, u) \
  MACRO (D, d_sign, s32, s) \
  MACRO (D, d_sign, u64, u) \
  MACRO (D, d_sign, s64, s)
#define EACH_PAIR(MACRO) \
  FROM_EACH (MACRO, u8, u) \
  FROM_EACH (MACRO, s8, s) \
  FROM_EACH (MACRO, u16, u) \
  FROM_EACH (MACRO, s16, s) \
  FROM_EACH (MACRO, u32, u) \
  FROM_EACH (MACRO, s32, s) \
  FROM_EACH (MACRO, u64, u) \
  FROM_EACH (MACRO, s64, s)

EACH_PAIR (CONVERT)

#define CONVERT_ROWS(D, d_sign, A, a_sign) \
  LOOM_SIM_ROW ("cvt." #D "." #A, WIDTH_##D "=" WIDTH_##A ",p", cvt_##D##_##A) \
  LOOM_SIM_ROW ("cvt.sat." #D "." #A, WIDTH_##D "=" WIDTH_##A ",p", cvt_sat_##D##_##A)

/* From and to single and double precision. */
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

/* From and to f16, bf16, tf32 and packed pairs. */
#define TO_f16(v) loom_sim_f16_to_float (v)
#define TO_bf16(v) loom_sim_bf16_to_float (v)

/* Rounding below and above is toward zero or away from it by the sign. */
#define TOWARD_rn(v) 0
#define TOWARD_rz(v) -1
#define TOWARD_rm(v) ((v) < 0.0 ? 1 : -1)
#define TOWARD_rp(v) ((v) < 0.0 ? -1 : 1)

static inline f16
f16_from (double value,
          gint   toward)
{
  return loom_sim_f16_round (value, toward);
}

static inline bf16
bf16_from (double value,
           gint   toward)
{
  return loom_sim_bf16_round (value, toward);
}

/* An integer as a double, rounded to odd where it has too many digits, so that rounding once more
 * is right. */
static inline double
double_of_u64 (guint64 value)
{
  const guint64 rest = value & 0xfff, odd = (value ^ rest) | (rest != 0 ? 0x800 : 0);

  return (double) (value >> 53 != 0 ? odd : value);
}

static inline double
double_of_s64 (gint64 value)
{
  const guint64 magnitude = value < 0 ? 0u - (guint64) value : (guint64) value;

  return value < 0 ? -double_of_u64 (magnitude) : double_of_u64 (magnitude);
}

#define WIDE_u8(v) ((double) (vu8) (v))
#define WIDE_s8(v) ((double) (vs8) (v))
#define WIDE_u16(v) ((double) (v))
#define WIDE_s16(v) ((double) (v))
#define WIDE_u32(v) ((double) (v))
#define WIDE_s32(v) ((double) (v))
#define WIDE_u64(v) double_of_u64 (v)
#define WIDE_s64(v) double_of_s64 (v)

/* H: f16 or bf16. A: what is converted, S its C type, wide: it as a double. */
#define ROUND(mode, H, A, S, wide) \
  LOOM_SIM_MAP1 (cvt_##mode##_##H##_##A, guint16, S, H##_from (wide (a), TOWARD_##mode (wide (a))))
#define HALF_FROM_INTEGER(A) \
  EACH_ROUNDING (ROUND, f16, A, r##A, WIDE_##A) \
  EACH_ROUNDING (ROUND, bf16, A, r##A, WIDE_##A)
#define WIDE_float(v) ((double) (v))
EACH_INTEGER (HALF_FROM_INTEGER)
EACH_ROUNDING (ROUND, f16, float, float, WIDE_float)
EACH_ROUNDING (ROUND, bf16, float, float, WIDE_float)
EACH_ROUNDING (ROUND, f16, bf16, guint16, TO_bf16)
EACH_ROUNDING (ROUND, bf16, f16, guint16, TO_f16)

/* A NaN of double precision is passed on, made quiet: its sign, and of its fraction what there is
 * room for. */
static inline guint16
half_of_nan (double nan,
             guint  digits)
{
  const guint64 bits = loom_sim_double_bits (nan);

  return (guint16) (bits >> 63 << 15 | (0xffffu >> digits << digits & 0x7fff) | 1u << (digits - 1) |
                    (bits >> (52 - digits) & ((1u << digits) - 1)));
}

#define DIGITS_f16 10
#define DIGITS_bf16 7
#define ROUND_DOUBLE(mode, H) \
  LOOM_SIM_MAP1 (cvt_##mode##_##H##_double, guint16, double, \
                 a == a ? H##_from (a, TOWARD_##mode (a)) : half_of_nan (a, DIGITS_##H))
EACH_ROUNDING (ROUND_DOUBLE, f16)
EACH_ROUNDING (ROUND_DOUBLE, bf16)

/* For each type and rounding that a float has as a half. */
#define EACH_HALF(MACRO) \
  MACRO (f16, rn) \
  MACRO (f16, rz) \
  MACRO (bf16, rn) \
  MACRO (bf16, rz)

/* A float as a half, by mode and type; .relu. */
#define HALF(H, mode, v) H##_from (WIDE_float (v), TOWARD_##mode (v))
#define RELU_HALF(H, mode, v) loom_sim_##H##_relu (HALF (H, mode, v))
#define RELU(H, mode) \
  LOOM_SIM_MAP1 (cvt_##mode##_relu_##H, guint16, float, \
                 RELU_HALF (H, mode, a))
EACH_HALF (RELU)
LOOM_SIM_MAP1 (cvt_rn_sat_f16_float, guint16, float,
               loom_sim_f16_sat (loom_sim_f16_round ((double) a, 0)))

/* .satfinite: the greatest finite number for an infinity; a NaN stays. */
#define GREATEST_f16 0x7bff
#define GREATEST_bf16 0x7f7f
#define FINITE(H, mode, v) finite_half (HALF (H, mode, v), GREATEST_##H)
#define RELU_FINITE(H, mode, v) loom_sim_##H##_relu (FINITE (H, mode, v))
static inline guint16
finite_half (guint16 value,
             guint16 greatest)
{
  return (value & 0x7fff) == greatest + 1 ? (value & 0x8000) | greatest : value;
}
#define SATFINITE(H, mode) \
  LOOM_SIM_MAP1 (cvt_##mode##_satfinite_##H, guint16, float, FINITE (H, mode, a)) \
  LOOM_SIM_MAP1 (cvt_##mode##_relu_satfinite_##H, guint16, float, RELU_FINITE (H, mode, a)) \
  LOOM_SIM_MAP2 (cvt_##mode##_satfinite_##H##x2, guint32, float, float, \
                 LOOM_SIM_PACK (FINITE (H, mode, b), FINITE (H, mode, a))) \
  LOOM_SIM_MAP2 (cvt_##mode##_relu_satfinite_##H##x2, guint32, float, float, \
                 LOOM_SIM_PACK (RELU_FINITE (H, mode, b), RELU_FINITE (H, mode, a)))
EACH_HALF (SATFINITE)

/* Two to a pair: the first operand goes above. */
#define PAIR(H, mode) \
  LOOM_SIM_MAP2 (cvt_##mode##_##H##x2, guint32, float, float, \
                 LOOM_SIM_PACK (HALF (H, mode, b), HALF (H, mode, a))) \
  LOOM_SIM_MAP2 (cvt_##mode##_relu_##H##x2, guint32, float, float, \
                 LOOM_SIM_PACK (RELU_HALF (H, mode, b), RELU_HALF (H, mode, a)))
EACH_HALF (PAIR)

/* A NaN becomes the one that all operations make. */
LOOM_SIM_MAP1 (cvt_float_f16, float, guint16,
               loom_sim_one_nan (loom_sim_f16_to_float (a)))
LOOM_SIM_MAP1 (cvt_sat_float_f16, float, guint16, loom_sim_saturate (loom_sim_f16_to_float (a)))
LOOM_SIM_MAP1 (cvt_double_f16, double, guint16, (double) loom_sim_f16_to_float (a))
LOOM_SIM_MAP1 (cvt_float_bf16, float, guint16, loom_sim_bf16_to_float (a))
LOOM_SIM_MAP1 (cvt_double_bf16, double, guint16, (double) loom_sim_bf16_to_float (a))
LOOM_SIM_MAP1 (cvt_half_half, guint16, guint16, a)
LOOM_SIM_MAP1 (sat_f16, guint16, guint16, loom_sim_f16_sat (a))

/* To an integral value, of the same type or of an integer one. */
#define HALF_INTEGRAL(mode, function, H) \
  LOOM_SIM_MAP1 (cvt_##mode##_##H##_##H, guint16, guint16, \
                 H##_from ((double) function##f (TO_##H (a)), 0))
#define HALF_TO_INTEGER(mode, function, D) \
  LOOM_SIM_MAP1 (cvt_##mode##_##D##_f16, r##D, guint16, D##_from_float (function##f (TO_f16 (a)))) \
  LOOM_SIM_MAP1 (cvt_##mode##_##D##_bf16, r##D, guint16, \
                 D##_from_float (function##f (TO_bf16 (a))))
#define HALF_TO_INTEGER_EACH(D) EACH_INTEGRAL (HALF_TO_INTEGER, D)
EACH_INTEGRAL (HALF_INTEGRAL, f16)
EACH_INTEGRAL (HALF_INTEGRAL, bf16)
EACH_INTEGER (HALF_TO_INTEGER_EACH)

/* tf32 has the range of a float and 10 binary digits after the point; the rest of the register is
 * zeros. Infinities and NaNs are cut off, so that a NaN may become an infinity (seen on an
 * H200). */
static inline guint32
tf32_round (float a)
{
  const guint32 bits = loom_sim_float_bits (a);
  const gboolean is_finite = (bits & 0x7f800000u) != 0x7f800000u;

  return (bits + (is_finite ? 0x1000 : 0)) & 0xffffe000u;
}

LOOM_SIM_MAP1 (cvt_rna_tf32, guint32, float, tf32_round (a))
/* What is not finite loses one in the last place, so that an infinity is the greatest number (seen
 * on an H200). */
LOOM_SIM_MAP1 (cvt_rna_satfinite_tf32, guint32, float,
               tf32_round (a) - ((tf32_round (a) & 0x7fffffff) >= 0x7f800000 ? 0x2000 : 0))

/* cvt.pack: both saturated, the first above the second, below what the third had. */
static inline guint32
clamp_packed (gint32 value,
       gint32 least,
       gint32 most,
       guint  bits)
{
  const gint32 clamped = value < least ? least : value > most ? most : value;

  return (guint32) clamped & ((1u << bits) - 1);
}

#define PACK(type, least, most, bits) \
  LOOM_SIM_MAP3 (cvt_pack_##type, guint32, gint32, gint32, guint32, \
                 c << (2 * bits) | clamp_packed (a, least, most, bits) << bits | \
                     clamp_packed (b, least, most, bits))
PACK (u8, 0, 255, 8)
PACK (s8, -128, 127, 8)
PACK (u4, 0, 15, 4)
PACK (s4, -8, 7, 4)
PACK (u2, 0, 3, 2)
PACK (s2, -2, 1, 2)
LOOM_SIM_MAP2 (cvt_pack_u16, guint32, gint32, gint32,
               clamp_packed (a, 0, 65535, 16) << 16 | clamp_packed (b, 0, 65535, 16))
LOOM_SIM_MAP2 (cvt_pack_s16, guint32, gint32, gint32,
               clamp_packed (a, -32768, 32767, 16) << 16 | clamp_packed (b, -32768, 32767, 16))

#define ROUND_ROW(mode, H, A, name, width) \
  LOOM_SIM_ROW ("cvt." #mode "." #H "." name, "2=" width ",p", cvt_##mode##_##H##_##A)
#define HALF_INTEGRAL_ROW(mode, function, H) \
  LOOM_SIM_ROW ("cvt." #mode "." #H "." #H, "2=2,p", cvt_##mode##_##H##_##H)
#define HALF_TO_INTEGER_ROWS(mode, function, D) \
  LOOM_SIM_ROW ("cvt." #mode "." #D ".f16", WIDTH_##D "=2,p", cvt_##mode##_##D##_f16) \
  LOOM_SIM_ROW ("cvt." #mode "." #D ".bf16", WIDTH_##D "=2,p", cvt_##mode##_##D##_bf16)
#define HALF_INTEGER_ROWS(T) \
  EACH_ROUNDING (ROUND_ROW, f16, T, #T, WIDTH_##T) \
  EACH_ROUNDING (ROUND_ROW, bf16, T, #T, WIDTH_##T) \
  EACH_INTEGRAL (HALF_TO_INTEGER_ROWS, T)
#define PAIR_ROWS(H, mode) \
  LOOM_SIM_ROW ("cvt." #mode "." #H "x2.f32", "4=44,p", cvt_##mode##_##H##x2) \
  LOOM_SIM_ROW ("cvt." #mode ".relu." #H "x2.f32", "4=44,p", cvt_##mode##_relu_##H##x2) \
  LOOM_SIM_ROW ("cvt." #mode ".relu." #H ".f32", "2=4,p", cvt_##mode##_relu_##H)
#define SATFINITE_ROWS(H, mode) \
  LOOM_SIM_ROW ("cvt." #mode ".satfinite." #H ".f32", "2=4,p", cvt_##mode##_satfinite_##H) \
  LOOM_SIM_ROW ("cvt." #mode ".relu.satfinite." #H ".f32", "2=4,p", \
                cvt_##mode##_relu_satfinite_##H) \
  LOOM_SIM_ROW ("cvt." #mode ".satfinite." #H "x2.f32", "4=44,p", cvt_##mode##_satfinite_##H##x2) \
  LOOM_SIM_ROW ("cvt." #mode ".relu.satfinite." #H "x2.f32", "4=44,p", \
                cvt_##mode##_relu_satfinite_##H##x2)
#define PACK_ROW(type) LOOM_SIM_ROW ("cvt.pack.sat." #type ".s32.b32", "4=444,p", cvt_pack_##type)

LOOM_SIM_ROWS (convert)
{
  EACH_PAIR (CONVERT_ROWS)
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
  EACH_INTEGER (HALF_INTEGER_ROWS)
  EACH_ROUNDING (ROUND_ROW, f16, float, "f32", "4")
  EACH_ROUNDING (ROUND_ROW, f16, double, "f64", "8")
  EACH_ROUNDING (ROUND_ROW, f16, bf16, "bf16", "2")
  EACH_ROUNDING (ROUND_ROW, bf16, float, "f32", "4")
  EACH_ROUNDING (ROUND_ROW, bf16, double, "f64", "8")
  EACH_ROUNDING (ROUND_ROW, bf16, f16, "f16", "2")
  EACH_HALF (SATFINITE_ROWS)
  EACH_HALF (PAIR_ROWS)
  LOOM_SIM_ROW ("cvt.rn.sat.f16.f32", "2=4,p", cvt_rn_sat_f16_float)
  LOOM_SIM_ROW ("cvt.f32.f16", "4=2,p", cvt_float_f16)
  LOOM_SIM_ROW ("cvt.ftz.f32.f16", "4=2,p", cvt_float_f16)
  LOOM_SIM_ROW ("cvt.sat.f32.f16", "4=2,p", cvt_sat_float_f16)
  LOOM_SIM_ROW ("cvt.f64.f16", "8=2,p", cvt_double_f16)
  LOOM_SIM_ROW ("cvt.f32.bf16", "4=2,p", cvt_float_bf16)
  LOOM_SIM_ROW ("cvt.f64.bf16", "8=2,p", cvt_double_bf16)
  LOOM_SIM_ROW ("cvt.f16.f16", "2=2,p", cvt_half_half)
  LOOM_SIM_ROW ("cvt.bf16.bf16", "2=2,p", cvt_half_half)
  LOOM_SIM_ROW ("@sat.f16", "2=2,p", sat_f16)
  EACH_INTEGRAL (HALF_INTEGRAL_ROW, f16)
  EACH_INTEGRAL (HALF_INTEGRAL_ROW, bf16)
  LOOM_SIM_ROW ("cvt.rna.tf32.f32", "4=4,p", cvt_rna_tf32)
  LOOM_SIM_ROW ("cvt.rna.satfinite.tf32.f32", "4=4,p", cvt_rna_satfinite_tf32)
  PACK_ROW (u8)
  PACK_ROW (s8)
  PACK_ROW (u4)
  PACK_ROW (s4)
  PACK_ROW (u2)
  PACK_ROW (s2)
  LOOM_SIM_ROW ("cvt.pack.sat.u16.s32", "4=44,p", cvt_pack_u16)
  LOOM_SIM_ROW ("cvt.pack.sat.s16.s32", "4=44,p", cvt_pack_s16)
  LOOM_SIM_ROWS_END
};
