/* loom-sim-exec-compare.c: handlers of setp
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-compare-private.h"
#include "loom-sim-exec-float-private.h"

/* One handler for each relation and type; a predicate is 0 or 0xff. lo, ls, hi, hs are the unsigned
 * names. */
#define RELATION(name, T, test) LOOM_SIM_MAP2 (setp_##name, guint8, T, T, (test) ? 0xff : 0)

RELATION (eq_16, guint16, a == b)
RELATION (ne_16, guint16, a != b)
RELATION (lt_u16, guint16, a < b)
RELATION (le_u16, guint16, a <= b)
RELATION (gt_u16, guint16, a > b)
RELATION (ge_u16, guint16, a >= b)
RELATION (lt_s16, gint16, a < b)
RELATION (le_s16, gint16, a <= b)
RELATION (gt_s16, gint16, a > b)
RELATION (ge_s16, gint16, a >= b)

#define EQUALITY(type, T, find) \
  LOOM_SIM_RELATION (setp_eq_##type, T, a == b, find, _MM_CMPINT_EQ) \
  LOOM_SIM_RELATION (setp_ne_##type, T, a != b, find, _MM_CMPINT_NE)
#define ORDER(type, T, find) \
  LOOM_SIM_RELATION (setp_lt_##type, T, a < b, find, _MM_CMPINT_LT) \
  LOOM_SIM_RELATION (setp_le_##type, T, a <= b, find, _MM_CMPINT_LE) \
  LOOM_SIM_RELATION (setp_gt_##type, T, a > b, find, _MM_CMPINT_NLE) \
  LOOM_SIM_RELATION (setp_ge_##type, T, a >= b, find, _MM_CMPINT_NLT)

EQUALITY (32, guint32, LOOM_SIM_BITS_u32)
EQUALITY (64, guint64, LOOM_SIM_BITS_u64)
ORDER (u32, guint32, LOOM_SIM_BITS_u32)
ORDER (s32, gint32, LOOM_SIM_BITS_s32)
ORDER (u64, guint64, LOOM_SIM_BITS_u64)
ORDER (s64, gint64, LOOM_SIM_BITS_s64)

#define FLOAT_RELATION(name, test, how, type, T, find) \
  LOOM_SIM_RELATION (setp_##name##_##type, T, test, find, how)

LOOM_SIM_EACH_FLOAT_RELATION (FLOAT_RELATION, f32, float, LOOM_SIM_BITS_f32)
LOOM_SIM_EACH_FLOAT_RELATION (FLOAT_RELATION, f64, double, LOOM_SIM_BITS_f64)

/* The same of operands whose subnormals count as zeros. */
#define FLUSHED_RELATION(name, test, how, type) \
  LOOM_SIM_MAP (setp_##name##_##type, guint8, \
                LOOM_SIM_SOURCE (float, a) LOOM_SIM_SOURCE (float, b), \
                const float a = loom_sim_ftz (_a[n]); const float b = loom_sim_ftz (_b[n]);, \
                (test) ? 0xff : 0)

LOOM_SIM_EACH_FLOAT_RELATION (FLUSHED_RELATION, ftz_f32)

#define EQUALITY_ROWS(bits, signature) \
  LOOM_SIM_ROW ("setp.eq.b" #bits, signature, setp_eq_##bits) \
  LOOM_SIM_ROW ("setp.eq.u" #bits, signature, setp_eq_##bits) \
  LOOM_SIM_ROW ("setp.eq.s" #bits, signature, setp_eq_##bits) \
  LOOM_SIM_ROW ("setp.ne.b" #bits, signature, setp_ne_##bits) \
  LOOM_SIM_ROW ("setp.ne.u" #bits, signature, setp_ne_##bits) \
  LOOM_SIM_ROW ("setp.ne.s" #bits, signature, setp_ne_##bits)
#define ORDER_ROWS(type, signature) \
  LOOM_SIM_ROW ("setp.lt." #type, signature, setp_lt_##type) \
  LOOM_SIM_ROW ("setp.le." #type, signature, setp_le_##type) \
  LOOM_SIM_ROW ("setp.gt." #type, signature, setp_gt_##type) \
  LOOM_SIM_ROW ("setp.ge." #type, signature, setp_ge_##type)
#define UNSIGNED_ROWS(type, signature) \
  ORDER_ROWS (type, signature) \
  LOOM_SIM_ROW ("setp.lo." #type, signature, setp_lt_##type) \
  LOOM_SIM_ROW ("setp.ls." #type, signature, setp_le_##type) \
  LOOM_SIM_ROW ("setp.hi." #type, signature, setp_gt_##type) \
  LOOM_SIM_ROW ("setp.hs." #type, signature, setp_ge_##type)
#define FLOAT_ROW(relation, test, how, dotted, type, signature) \
  LOOM_SIM_ROW ("setp." #relation "." dotted, signature, setp_##relation##_##type)

LOOM_SIM_ROWS (compare)
{
  EQUALITY_ROWS (16, "1=22,p")
  EQUALITY_ROWS (32, "1=44,p")
  EQUALITY_ROWS (64, "1=88,p")
  UNSIGNED_ROWS (u16, "1=22,p")
  ORDER_ROWS (s16, "1=22,p")
  UNSIGNED_ROWS (u32, "1=44,p")
  ORDER_ROWS (s32, "1=44,p")
  UNSIGNED_ROWS (u64, "1=88,p")
  ORDER_ROWS (s64, "1=88,p")
  LOOM_SIM_EACH_FLOAT_RELATION (FLOAT_ROW, "f32", f32, "1=44,p")
  LOOM_SIM_EACH_FLOAT_RELATION (FLOAT_ROW, "ftz.f32", ftz_f32, "1=44,p")
  LOOM_SIM_EACH_FLOAT_RELATION (FLOAT_ROW, "f64", f64, "1=88,p")
  LOOM_SIM_ROWS_END
};
