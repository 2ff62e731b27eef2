/* loom-sim-exec-compare.c: handlers of setp
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-compare-private.h"
#include "loom-sim-exec-float-private.h"

/* One handler for each relation and type; a predicate is 0 or 0xff. lo, ls, hi, hs are the unsigned names. */
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

/* A relation of floats is false if one of them is a NaN; with `u` it is true. */
#define FLOAT_RELATIONS(type, T, find) \
  LOOM_SIM_RELATION (setp_eq_##type, T, a == b, find, _CMP_EQ_OQ) \
  LOOM_SIM_RELATION (setp_ne_##type, T, a < b || a > b, find, _CMP_NEQ_OQ) \
  LOOM_SIM_RELATION (setp_lt_##type, T, a < b, find, _CMP_LT_OQ) \
  LOOM_SIM_RELATION (setp_le_##type, T, a <= b, find, _CMP_LE_OQ) \
  LOOM_SIM_RELATION (setp_gt_##type, T, a > b, find, _CMP_GT_OQ) \
  LOOM_SIM_RELATION (setp_ge_##type, T, a >= b, find, _CMP_GE_OQ) \
  LOOM_SIM_RELATION (setp_equ_##type, T, !(a < b || a > b), find, _CMP_EQ_UQ) \
  LOOM_SIM_RELATION (setp_neu_##type, T, a != b, find, _CMP_NEQ_UQ) \
  LOOM_SIM_RELATION (setp_ltu_##type, T, !(a >= b), find, _CMP_NGE_UQ) \
  LOOM_SIM_RELATION (setp_leu_##type, T, !(a > b), find, _CMP_NGT_UQ) \
  LOOM_SIM_RELATION (setp_gtu_##type, T, !(a <= b), find, _CMP_NLE_UQ) \
  LOOM_SIM_RELATION (setp_geu_##type, T, !(a < b), find, _CMP_NLT_UQ) \
  LOOM_SIM_RELATION (setp_num_##type, T, a == a && b == b, find, _CMP_ORD_Q) \
  LOOM_SIM_RELATION (setp_nan_##type, T, a != a || b != b, find, _CMP_UNORD_Q)

FLOAT_RELATIONS (f32, float, LOOM_SIM_BITS_f32)
FLOAT_RELATIONS (f64, double, LOOM_SIM_BITS_f64)

/* The same of operands whose subnormals count as zeros. */
#define FLUSHED_RELATION(name, test) \
  LOOM_SIM_MAP (setp_##name##_ftz_f32, guint8, \
                LOOM_SIM_SOURCE (float, a) LOOM_SIM_SOURCE (float, b), \
                const float a = loom_sim_ftz (_a[n]); const float b = loom_sim_ftz (_b[n]);, \
                (test) ? 0xff : 0)

FLUSHED_RELATION (eq, a == b)
FLUSHED_RELATION (ne, a < b || a > b)
FLUSHED_RELATION (lt, a < b)
FLUSHED_RELATION (le, a <= b)
FLUSHED_RELATION (gt, a > b)
FLUSHED_RELATION (ge, a >= b)
FLUSHED_RELATION (equ, !(a < b || a > b))
FLUSHED_RELATION (neu, a != b)
FLUSHED_RELATION (ltu, !(a >= b))
FLUSHED_RELATION (leu, !(a > b))
FLUSHED_RELATION (gtu, !(a <= b))
FLUSHED_RELATION (geu, !(a < b))
FLUSHED_RELATION (num, a == a && b == b)
FLUSHED_RELATION (nan, a != a || b != b)

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
#define FLOAT_ROW(relation, dotted, type, signature) \
  LOOM_SIM_ROW ("setp." #relation "." dotted, signature, setp_##relation##_##type)
#define FLOAT_ROWS(dotted, type, signature) \
  FLOAT_ROW (eq, dotted, type, signature) \
  FLOAT_ROW (ne, dotted, type, signature) \
  FLOAT_ROW (lt, dotted, type, signature) \
  FLOAT_ROW (le, dotted, type, signature) \
  FLOAT_ROW (gt, dotted, type, signature) \
  FLOAT_ROW (ge, dotted, type, signature) \
  FLOAT_ROW (equ, dotted, type, signature) \
  FLOAT_ROW (neu, dotted, type, signature) \
  FLOAT_ROW (ltu, dotted, type, signature) \
  FLOAT_ROW (leu, dotted, type, signature) \
  FLOAT_ROW (gtu, dotted, type, signature) \
  FLOAT_ROW (geu, dotted, type, signature) \
  FLOAT_ROW (num, dotted, type, signature) \
  FLOAT_ROW (nan, dotted, type, signature)

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
  FLOAT_ROWS ("f32", f32, "1=44,p")
  FLOAT_ROWS ("ftz.f32", ftz_f32, "1=44,p")
  FLOAT_ROWS ("f64", f64, "1=88,p")
  LOOM_SIM_ROWS_END
};
