/* loom-sim-exec-half-convert.c: handlers of cvt from and to f16, bf16, tf32 and packed pairs, and
 * of cvt.pack SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-convert-private.h"
#include "loom-sim-exec-half-private.h"
#include "loom-sim-exec-private.h"

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
#define FROM_INTEGER(A) \
  EACH_ROUNDING (ROUND, f16, A, r##A, WIDE_##A) \
  EACH_ROUNDING (ROUND, bf16, A, r##A, WIDE_##A)
#define WIDE_float(v) ((double) (v))
EACH_INTEGER (FROM_INTEGER)
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

/* A float as a half, by mode and type; .relu. */
#define HALF(H, mode, v) H##_from (WIDE_float (v), TOWARD_##mode (v))
#define RELU_HALF(H, mode, v) loom_sim_##H##_relu (HALF (H, mode, v))
#define RELU(H, mode) \
  LOOM_SIM_MAP1 (cvt_##mode##_relu_##H, guint16, float, \
                 RELU_HALF (H, mode, a))
RELU (f16, rn)
RELU (f16, rz)
RELU (bf16, rn)
RELU (bf16, rz)
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
SATFINITE (f16, rn)
SATFINITE (f16, rz)
SATFINITE (bf16, rn)
SATFINITE (bf16, rz)

/* Two to a pair: the first operand goes above. */
#define PAIR(H, mode) \
  LOOM_SIM_MAP2 (cvt_##mode##_##H##x2, guint32, float, float, \
                 LOOM_SIM_PACK (HALF (H, mode, b), HALF (H, mode, a))) \
  LOOM_SIM_MAP2 (cvt_##mode##_relu_##H##x2, guint32, float, float, \
                 LOOM_SIM_PACK (RELU_HALF (H, mode, b), RELU_HALF (H, mode, a)))
PAIR (f16, rn)
PAIR (f16, rz)
PAIR (bf16, rn)
PAIR (bf16, rz)

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
#define INTEGRAL(mode, function, H) \
  LOOM_SIM_MAP1 (cvt_##mode##_##H##_##H, guint16, guint16, \
                 H##_from ((double) function##f (TO_##H (a)), 0))
#define TO_INTEGER(mode, function, D) \
  LOOM_SIM_MAP1 (cvt_##mode##_##D##_f16, r##D, guint16, D##_from_float (function##f (TO_f16 (a)))) \
  LOOM_SIM_MAP1 (cvt_##mode##_##D##_bf16, r##D, guint16, \
                 D##_from_float (function##f (TO_bf16 (a))))
#define TO_INTEGER_EACH(D) EACH_INTEGRAL (TO_INTEGER, D)
EACH_INTEGRAL (INTEGRAL, f16)
EACH_INTEGRAL (INTEGRAL, bf16)
EACH_INTEGER (TO_INTEGER_EACH)

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
clamp (gint32 value,
       gint32 least,
       gint32 most,
       guint  bits)
{
  const gint32 clamped = value < least ? least : value > most ? most : value;

  return (guint32) clamped & ((1u << bits) - 1);
}

#define PACK(type, least, most, bits) \
  LOOM_SIM_MAP3 (cvt_pack_##type, guint32, gint32, gint32, guint32, \
                 c << (2 * bits) | clamp (a, least, most, bits) << bits | \
                     clamp (b, least, most, bits))
PACK (u8, 0, 255, 8)
PACK (s8, -128, 127, 8)
PACK (u4, 0, 15, 4)
PACK (s4, -8, 7, 4)
PACK (u2, 0, 3, 2)
PACK (s2, -2, 1, 2)
LOOM_SIM_MAP2 (cvt_pack_u16, guint32, gint32, gint32,
               clamp (a, 0, 65535, 16) << 16 | clamp (b, 0, 65535, 16))
LOOM_SIM_MAP2 (cvt_pack_s16, guint32, gint32, gint32,
               clamp (a, -32768, 32767, 16) << 16 | clamp (b, -32768, 32767, 16))

#define ROUND_ROW(mode, H, A, name, width) \
  LOOM_SIM_ROW ("cvt." #mode "." #H "." name, "2=" width ",p", cvt_##mode##_##H##_##A)
#define INTEGRAL_ROW(mode, function, H) \
  LOOM_SIM_ROW ("cvt." #mode "." #H "." #H, "2=2,p", cvt_##mode##_##H##_##H)
#define TO_INTEGER_ROWS(mode, function, D) \
  LOOM_SIM_ROW ("cvt." #mode "." #D ".f16", WIDTH_##D "=2,p", cvt_##mode##_##D##_f16) \
  LOOM_SIM_ROW ("cvt." #mode "." #D ".bf16", WIDTH_##D "=2,p", cvt_##mode##_##D##_bf16)
#define INTEGER_ROWS(T) \
  EACH_ROUNDING (ROUND_ROW, f16, T, #T, WIDTH_##T) \
  EACH_ROUNDING (ROUND_ROW, bf16, T, #T, WIDTH_##T) \
  EACH_INTEGRAL (TO_INTEGER_ROWS, T)
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

LOOM_SIM_ROWS (half_convert)
{
  EACH_INTEGER (INTEGER_ROWS)
  EACH_ROUNDING (ROUND_ROW, f16, float, "f32", "4")
  EACH_ROUNDING (ROUND_ROW, f16, double, "f64", "8")
  EACH_ROUNDING (ROUND_ROW, f16, bf16, "bf16", "2")
  EACH_ROUNDING (ROUND_ROW, bf16, float, "f32", "4")
  EACH_ROUNDING (ROUND_ROW, bf16, double, "f64", "8")
  EACH_ROUNDING (ROUND_ROW, bf16, f16, "f16", "2")
  SATFINITE_ROWS (f16, rn)
  SATFINITE_ROWS (f16, rz)
  SATFINITE_ROWS (bf16, rn)
  SATFINITE_ROWS (bf16, rz)
  PAIR_ROWS (f16, rn)
  PAIR_ROWS (f16, rz)
  PAIR_ROWS (bf16, rn)
  PAIR_ROWS (bf16, rz)
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
  EACH_INTEGRAL (INTEGRAL_ROW, f16)
  EACH_INTEGRAL (INTEGRAL_ROW, bf16)
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
