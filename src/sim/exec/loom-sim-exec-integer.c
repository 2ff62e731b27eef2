/* loom-sim-exec-integer.c: handlers of integer arithmetic, also with a carry
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-private.h"

/* Both signs wrap alike, so one handler serves the signed and the unsigned spelling. */
LOOM_SIM_MAP2 (add_16, guint16, guint16, guint16, a + b)
LOOM_SIM_MAP2 (add_32, guint32, guint32, guint32, a + b)
LOOM_SIM_MAP2 (add_64, guint64, guint64, guint64, a + b)
LOOM_SIM_MAP2 (sub_16, guint16, guint16, guint16, a - b)
LOOM_SIM_MAP2 (sub_32, guint32, guint32, guint32, a - b)
LOOM_SIM_MAP2 (sub_64, guint64, guint64, guint64, a - b)

/* Products in twice the width, through unsigned types where the sign makes no difference. */
LOOM_SIM_MAP2 (mul_lo_16, guint16, guint16, guint16, (guint32) a * b)
LOOM_SIM_MAP2 (mul_lo_32, guint32, guint32, guint32, a * b)
LOOM_SIM_MAP2 (mul_lo_64, guint64, guint64, guint64, a * b)
LOOM_SIM_MAP2 (mul_hi_u16, guint16, guint16, guint16, ((guint32) a * b) >> 16)
LOOM_SIM_MAP2 (mul_hi_s16, guint16, gint16, gint16, ((gint32) a * b) >> 16)
LOOM_SIM_MAP2 (mul_hi_u32, guint32, guint32, guint32, ((guint64) a * b) >> 32)
LOOM_SIM_MAP2 (mul_hi_s32, guint32, gint32, gint32, ((gint64) a * b) >> 32)
LOOM_SIM_MAP2 (mul_hi_u64, guint64, guint64, guint64, ((unsigned __int128) a * b) >> 64)
LOOM_SIM_MAP2 (mul_hi_s64, guint64, gint64, gint64, ((__int128) a * b) >> 64)
LOOM_SIM_MAP2 (mul_wide_u16, guint32, guint16, guint16, (guint32) a * b)
LOOM_SIM_MAP2 (mul_wide_s16, guint32, gint16, gint16, (gint32) a * b)
LOOM_SIM_MAP2 (mul_wide_u32, guint64, guint32, guint32, (guint64) a * b)
LOOM_SIM_MAP2 (mul_wide_s32, guint64, gint32, gint32, (gint64) a * b)

LOOM_SIM_MAP3 (mad_lo_16, guint16, guint16, guint16, guint16, (guint32) a * b + c)
LOOM_SIM_MAP3 (mad_lo_32, guint32, guint32, guint32, guint32, a * b + c)
LOOM_SIM_MAP3 (mad_lo_64, guint64, guint64, guint64, guint64, a * b + c)
LOOM_SIM_MAP3 (mad_hi_u16, guint16, guint16, guint16, guint16, (((guint32) a * b) >> 16) + c)
LOOM_SIM_MAP3 (mad_hi_s16, guint16, gint16, gint16, guint16, (guint32) (((gint32) a * b) >> 16) + c)
LOOM_SIM_MAP3 (mad_hi_u32, guint32, guint32, guint32, guint32,
               (guint32) (((guint64) a * b) >> 32) + c)
LOOM_SIM_MAP3 (mad_hi_s32, guint32, gint32, gint32, guint32, (guint32) (((gint64) a * b) >> 32) + c)
LOOM_SIM_MAP3 (mad_hi_u64, guint64, guint64, guint64, guint64,
               (guint64) (((unsigned __int128) a * b) >> 64) + c)
LOOM_SIM_MAP3 (mad_hi_s64, guint64, gint64, gint64, guint64,
               (guint64) (((__int128) a * b) >> 64) + c)
LOOM_SIM_MAP3 (mad_wide_u16, guint32, guint16, guint16, guint32, (guint32) a * b + c)
LOOM_SIM_MAP3 (mad_wide_s16, guint32, gint16, gint16, guint32, (guint32) ((gint32) a * b) + c)
LOOM_SIM_MAP3 (mad_wide_u32, guint64, guint32, guint32, guint64, (guint64) a * b + c)
LOOM_SIM_MAP3 (mad_wide_s32, guint64, gint32, gint32, guint64, (guint64) ((gint64) a * b) + c)

static inline gint32
clamp_s32 (gint64 value)
{
  return (gint32) CLAMP (value, (gint64) G_MININT32, (gint64) G_MAXINT32);
}

LOOM_SIM_MAP2 (add_sat_s32, gint32, gint32, gint32, clamp_s32 ((gint64) a + b))
LOOM_SIM_MAP2 (sub_sat_s32, gint32, gint32, gint32, clamp_s32 ((gint64) a - b))
LOOM_SIM_MAP3 (mad_hi_sat_s32, gint32, gint32, gint32, gint32,
               clamp_s32 ((((gint64) a * b) >> 32) + c))

/* Products of the low 24 bits. */
static inline gint64
mul24_signed (guint32 a,
              guint32 b)
{
  return ((gint64) ((gint32) (a << 8) >> 8)) * ((gint32) (b << 8) >> 8);
}

static inline guint64
mul24_unsigned (guint32 a,
                guint32 b)
{
  return (guint64) (a & 0xffffff) * (b & 0xffffff);
}

LOOM_SIM_MAP2 (mul24_lo_u32, guint32, guint32, guint32, mul24_unsigned (a, b))
LOOM_SIM_MAP2 (mul24_lo_s32, guint32, guint32, guint32, mul24_signed (a, b))
LOOM_SIM_MAP2 (mul24_hi_u32, guint32, guint32, guint32, mul24_unsigned (a, b) >> 16)
LOOM_SIM_MAP2 (mul24_hi_s32, guint32, guint32, guint32, mul24_signed (a, b) >> 16)
LOOM_SIM_MAP3 (mad24_lo_u32, guint32, guint32, guint32, guint32,
               (guint32) mul24_unsigned (a, b) + c)
LOOM_SIM_MAP3 (mad24_lo_s32, guint32, guint32, guint32, guint32, (guint32) mul24_signed (a, b) + c)
LOOM_SIM_MAP3 (mad24_hi_u32, guint32, guint32, guint32, guint32,
               (guint32) (mul24_unsigned (a, b) >> 16) + c)
LOOM_SIM_MAP3 (mad24_hi_s32, guint32, guint32, guint32, guint32,
               (guint32) (mul24_signed (a, b) >> 16) + c)
LOOM_SIM_MAP3 (mad24_hi_sat_s32, gint32, guint32, guint32, gint32,
               clamp_s32 ((gint64) (gint32) (mul24_signed (a, b) >> 16) + c))

/* Division by zero gives all ones and leaves the dividend over; the least number by -1 wraps. As
 * the hardware does. */
#define UNSIGNED_DIVISION(bits) \
  LOOM_SIM_EACH2 (div_u##bits, guint##bits, guint##bits, guint##bits, \
                 d = b == 0 ? (guint##bits) -1 : (guint##bits) (a / b);) \
  LOOM_SIM_EACH2 (rem_u##bits, guint##bits, guint##bits, guint##bits, \
                 d = b == 0 ? a : (guint##bits) (a % b);)
#define SIGNED_DIVISION(bits) \
  LOOM_SIM_EACH2 (div_s##bits, gint##bits, gint##bits, gint##bits, \
                 d = b == 0    ? -1 \
                     : b == -1 ? (gint##bits) (0u - (guint##bits) a) \
                               : (gint##bits) (a / b);) \
  LOOM_SIM_EACH2 (rem_s##bits, gint##bits, gint##bits, gint##bits, \
                 d = b == 0 ? a : b == -1 ? 0 : (gint##bits) (a % b);)
UNSIGNED_DIVISION (16)
UNSIGNED_DIVISION (32)
UNSIGNED_DIVISION (64)
SIGNED_DIVISION (16)
SIGNED_DIVISION (32)
SIGNED_DIVISION (64)

#define EXTREMES(suffix, T) \
  LOOM_SIM_MAP2 (min_##suffix, T, T, T, a < b ? a : b) \
  LOOM_SIM_MAP2 (max_##suffix, T, T, T, a > b ? a : b)
/* Lane by lane: gcc 12 does not get over masked 16-bit extremes for AVX-512. */
#define EXTREMES_16(suffix, T) \
  LOOM_SIM_EACH2 (min_##suffix, T, T, T, d = a < b ? a : b;) \
  LOOM_SIM_EACH2 (max_##suffix, T, T, T, d = a > b ? a : b;)
EXTREMES_16 (u16, guint16)
EXTREMES_16 (s16, gint16)
EXTREMES (u32, guint32)
EXTREMES (s32, gint32)
EXTREMES (u64, guint64)
EXTREMES (s64, gint64)

/* min and max of two 16-bit halves. */
#define HALVES(T, op) \
  ((guint32) (guint16) ((T) a op (T) b ? (T) a : (T) b) | \
   (guint32) (guint16) ((T) (a >> 16) op (T) (b >> 16) ? (T) (a >> 16) : (T) (b >> 16)) << 16)
static inline guint32
relu_halves (guint32 value)
{
  return ((value & 0x8000) != 0 ? 0 : value & 0xffff) |
         ((value >> 31) != 0 ? 0 : value & 0xffff0000);
}

LOOM_SIM_MAP2 (min_u16x2, guint32, guint32, guint32, HALVES (guint16, <))
LOOM_SIM_MAP2 (max_u16x2, guint32, guint32, guint32, HALVES (guint16, >))
LOOM_SIM_MAP2 (min_s16x2, guint32, guint32, guint32, HALVES (gint16, <))
LOOM_SIM_MAP2 (max_s16x2, guint32, guint32, guint32, HALVES (gint16, >))
LOOM_SIM_MAP2 (min_relu_s16x2, guint32, guint32, guint32, relu_halves (HALVES (gint16, <)))
LOOM_SIM_MAP2 (max_relu_s16x2, guint32, guint32, guint32, relu_halves (HALVES (gint16, >)))
LOOM_SIM_MAP2 (add_16x2, guint32, guint32, guint32,
               ((a + b) & 0xffff) | ((a & 0xffff0000) + (b & 0xffff0000)))
LOOM_SIM_MAP2 (min_relu_s32, gint32, gint32, gint32, MAX (MIN (a, b), 0))
LOOM_SIM_MAP2 (max_relu_s32, gint32, gint32, gint32, MAX (MAX (a, b), 0))

LOOM_SIM_MAP1 (abs_16, guint16, guint16, (a >> 15) != 0 ? 0u - a : a)
LOOM_SIM_MAP1 (abs_32, guint32, guint32, (a >> 31) != 0 ? 0u - a : a)
LOOM_SIM_MAP1 (abs_64, guint64, guint64, (a >> 63) != 0 ? 0u - a : a)
LOOM_SIM_MAP1 (neg_16, guint16, guint16, 0u - a)
LOOM_SIM_MAP1 (neg_32, guint32, guint32, 0u - a)
LOOM_SIM_MAP1 (neg_64, guint64, guint64, 0u - a)

#define DISTANCE(suffix, T, U) \
  LOOM_SIM_MAP3 (sad_##suffix, U, T, T, U, \
                 (U) (c + (a < b ? (U) ((U) b - (U) a) : (U) ((U) a - (U) b))))
DISTANCE (u16, guint16, guint16)
DISTANCE (s16, gint16, guint16)
DISTANCE (u32, guint32, guint32)
DISTANCE (s32, gint32, guint32)
DISTANCE (u64, guint64, guint64)
DISTANCE (s64, gint64, guint64)

#define BOTH_SIGNS(name, bits, signature, handler) \
  LOOM_SIM_ROW (name ".u" #bits, signature, handler) \
  LOOM_SIM_ROW (name ".s" #bits, signature, handler)
#define EACH_SIGN(name, bits, signature, handler) \
  LOOM_SIM_ROW (name ".u" #bits, signature, handler##_u##bits) \
  LOOM_SIM_ROW (name ".s" #bits, signature, handler##_s##bits)
#define EACH_WIDTH(name, of, handler) \
  BOTH_SIGNS (name, 16, "2=" of (2) ",p", handler##_16) \
  BOTH_SIGNS (name, 32, "4=" of (4) ",p", handler##_32) \
  BOTH_SIGNS (name, 64, "8=" of (8) ",p", handler##_64)
#define EACH_TYPE(name, of, handler) \
  EACH_SIGN (name, 16, "2=" of (2) ",p", handler) \
  EACH_SIGN (name, 32, "4=" of (4) ",p", handler) \
  EACH_SIGN (name, 64, "8=" of (8) ",p", handler)
#define TWO(width) #width #width
#define THREE(width) #width #width #width

/* A carry is 0 or 1. A subtraction adds the complement and 1, so that it leaves 1 if nothing was
 * borrowed: what addc makes of it shows that the hardware does so. Lane by lane: long numbers
 * are rare. `in` names the source that the carry is: c after two operands, f after three. */
#define ADDITION(name, bits, T, WIDE, second, in) \
  LOOM_SIM_EACH (name##_cc_##bits, T, guint8, T, T, guint8, guint8, \
                 const WIDE t = (WIDE) a + (T) (second) + (in); \
                 d = (T) t; \
                 e = (guint8) (t >> bits & 1);)
#define PRODUCT(name, bits, T, WIDE, product, in) \
  LOOM_SIM_EACH (name##_cc_##bits, T, guint8, T, T, T, guint8, \
                 const WIDE t = (WIDE) (T) (product) + c + (in); \
                 d = (T) t; \
                 e = (guint8) (t >> bits & 1);)
#define PRODUCT_IN(name, bits, T, product) \
  LOOM_SIM_EACH (name##_##bits, T, guint8, T, T, T, guint8, d = (T) (product) + c + f;)

#define CHAIN(bits, T, S, WIDE, SWIDE) \
  ADDITION (add, bits, T, WIDE, b, 0u) \
  ADDITION (addc, bits, T, WIDE, b, c) \
  ADDITION (sub, bits, T, WIDE, ~b, 1u) \
  ADDITION (subc, bits, T, WIDE, ~b, c) \
  LOOM_SIM_EACH (addc_##bits, T, guint8, T, T, guint8, guint8, d = a + b + c;) \
  LOOM_SIM_EACH (subc_##bits, T, guint8, T, T, guint8, guint8, d = a + ~b + c;) \
  PRODUCT (mad_lo, bits, T, WIDE, a * b, 0u) \
  PRODUCT (mad_hi_u, bits, T, WIDE, (WIDE) a * b >> bits, 0u) \
  PRODUCT (mad_hi_s, bits, T, WIDE, (SWIDE) (S) a * (S) b >> bits, 0u) \
  PRODUCT (madc_lo, bits, T, WIDE, a * b, f) \
  PRODUCT (madc_hi_u, bits, T, WIDE, (WIDE) a * b >> bits, f) \
  PRODUCT (madc_hi_s, bits, T, WIDE, (SWIDE) (S) a * (S) b >> bits, f) \
  PRODUCT_IN (madc_lo, bits, T, a * b) \
  PRODUCT_IN (madc_hi_u, bits, T, (WIDE) a * b >> bits) \
  PRODUCT_IN (madc_hi_s, bits, T, (SWIDE) (S) a * (S) b >> bits)

CHAIN (32, guint32, gint32, guint64, gint64)
CHAIN (64, guint64, gint64, unsigned __int128, __int128)

#define CARRY_ROWS(type, sign, bits, w) \
  LOOM_SIM_ROW ("add.cc." type, w "c=" w w ",p", add_cc_##bits) \
  LOOM_SIM_ROW ("sub.cc." type, w "c=" w w ",p", sub_cc_##bits) \
  LOOM_SIM_ROW ("addc." type, w "=" w w "c,p", addc_##bits) \
  LOOM_SIM_ROW ("subc." type, w "=" w w "c,p", subc_##bits) \
  LOOM_SIM_ROW ("addc.cc." type, w "c=" w w "c,p", addc_cc_##bits) \
  LOOM_SIM_ROW ("subc.cc." type, w "c=" w w "c,p", subc_cc_##bits) \
  LOOM_SIM_ROW ("mad.lo.cc." type, w "c=" w w w ",p", mad_lo_cc_##bits) \
  LOOM_SIM_ROW ("mad.hi.cc." type, w "c=" w w w ",p", mad_hi_##sign##_cc_##bits) \
  LOOM_SIM_ROW ("madc.lo." type, w "=" w w w "c,p", madc_lo_##bits) \
  LOOM_SIM_ROW ("madc.hi." type, w "=" w w w "c,p", madc_hi_##sign##_##bits) \
  LOOM_SIM_ROW ("madc.lo.cc." type, w "c=" w w w "c,p", madc_lo_cc_##bits) \
  LOOM_SIM_ROW ("madc.hi.cc." type, w "c=" w w w "c,p", madc_hi_##sign##_cc_##bits)

LOOM_SIM_ROWS (integer)
{
  EACH_WIDTH ("add", TWO, add)
  EACH_WIDTH ("sub", TWO, sub)
  EACH_WIDTH ("mul.lo", TWO, mul_lo)
  EACH_TYPE ("mul.hi", TWO, mul_hi)
  EACH_SIGN ("mul.wide", 16, "4=22,p", mul_wide)
  EACH_SIGN ("mul.wide", 32, "8=44,p", mul_wide)
  EACH_WIDTH ("mad.lo", THREE, mad_lo)
  EACH_TYPE ("mad.hi", THREE, mad_hi)
  EACH_SIGN ("mad.wide", 16, "4=224,p", mad_wide)
  EACH_SIGN ("mad.wide", 32, "8=448,p", mad_wide)
  LOOM_SIM_ROW ("add.sat.s32", "4=44,p", add_sat_s32)
  LOOM_SIM_ROW ("sub.sat.s32", "4=44,p", sub_sat_s32)
  LOOM_SIM_ROW ("mad.hi.sat.s32", "4=444,p", mad_hi_sat_s32)
  EACH_SIGN ("mul24.lo", 32, "4=44,p", mul24_lo)
  EACH_SIGN ("mul24.hi", 32, "4=44,p", mul24_hi)
  EACH_SIGN ("mad24.lo", 32, "4=444,p", mad24_lo)
  EACH_SIGN ("mad24.hi", 32, "4=444,p", mad24_hi)
  LOOM_SIM_ROW ("mad24.hi.sat.s32", "4=444,p", mad24_hi_sat_s32)
  EACH_TYPE ("div", TWO, div)
  EACH_TYPE ("rem", TWO, rem)
  EACH_TYPE ("min", TWO, min)
  EACH_TYPE ("max", TWO, max)
  LOOM_SIM_ROW ("min.u16x2", "4=44,p", min_u16x2)
  LOOM_SIM_ROW ("max.u16x2", "4=44,p", max_u16x2)
  LOOM_SIM_ROW ("min.s16x2", "4=44,p", min_s16x2)
  LOOM_SIM_ROW ("max.s16x2", "4=44,p", max_s16x2)
  LOOM_SIM_ROW ("add.u16x2", "4=44,p", add_16x2)
  LOOM_SIM_ROW ("add.s16x2", "4=44,p", add_16x2)
  LOOM_SIM_ROW ("min.relu.s16x2", "4=44,p", min_relu_s16x2)
  LOOM_SIM_ROW ("max.relu.s16x2", "4=44,p", max_relu_s16x2)
  LOOM_SIM_ROW ("min.relu.s32", "4=44,p", min_relu_s32)
  LOOM_SIM_ROW ("max.relu.s32", "4=44,p", max_relu_s32)
  LOOM_SIM_ROW ("abs.s16", "2=2,p", abs_16)
  LOOM_SIM_ROW ("abs.s32", "4=4,p", abs_32)
  LOOM_SIM_ROW ("abs.s64", "8=8,p", abs_64)
  LOOM_SIM_ROW ("neg.s16", "2=2,p", neg_16)
  LOOM_SIM_ROW ("neg.s32", "4=4,p", neg_32)
  LOOM_SIM_ROW ("neg.s64", "8=8,p", neg_64)
  EACH_TYPE ("sad", THREE, sad)
  CARRY_ROWS ("u32", u, 32, "4")
  CARRY_ROWS ("s32", s, 32, "4")
  CARRY_ROWS ("u64", u, 64, "8")
  CARRY_ROWS ("s64", s, 64, "8")
  LOOM_SIM_ROWS_END
};
