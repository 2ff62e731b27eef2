/* loom-sim-exec-carry.c: handlers of arithmetic with a carry
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-private.h"

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

#define ROWS(type, sign, bits, w) \
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

LOOM_SIM_ROWS (carry)
{
  ROWS ("u32", u, 32, "4")
  ROWS ("s32", s, 32, "4")
  ROWS ("u64", u, 64, "8")
  ROWS ("s64", s, 64, "8")
  LOOM_SIM_ROWS_END
};
