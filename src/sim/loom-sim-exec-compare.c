/* loom-sim-exec-compare.c: handlers of setp
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-float-private.h"
#include "loom-sim-exec-private.h"

/* One handler for each relation and type; a predicate is 0 or 0xff. lo, ls, hi, hs are the unsigned names. */
#define RELATION(name, T, test) LOOM_SIM_MAP2 (setp_##name, guint8, T, T, (test) ? 0xff : 0)

#define EQUALITY(type, T) \
  RELATION (eq_##type, T, a == b) \
  RELATION (ne_##type, T, a != b)
#define ORDER(type, T) \
  RELATION (lt_##type, T, a < b) \
  RELATION (le_##type, T, a <= b) \
  RELATION (gt_##type, T, a > b) \
  RELATION (ge_##type, T, a >= b)

EQUALITY (16, guint16)
EQUALITY (32, guint32)
EQUALITY (64, guint64)
ORDER (u16, guint16)
ORDER (s16, gint16)
ORDER (u32, guint32)
ORDER (s32, gint32)
ORDER (u64, guint64)
ORDER (s64, gint64)

/* A relation of floats is false if one of them is a NaN; with `u` it is true. x (v): what ftz makes of an operand. */
#define FLOAT_RELATIONS(type, T, x) \
  RELATION (eq_##type, T, x (a) == x (b)) \
  RELATION (ne_##type, T, x (a) < x (b) || x (a) > x (b)) \
  RELATION (lt_##type, T, x (a) < x (b)) \
  RELATION (le_##type, T, x (a) <= x (b)) \
  RELATION (gt_##type, T, x (a) > x (b)) \
  RELATION (ge_##type, T, x (a) >= x (b)) \
  RELATION (equ_##type, T, !(x (a) < x (b) || x (a) > x (b))) \
  RELATION (neu_##type, T, x (a) != x (b)) \
  RELATION (ltu_##type, T, !(x (a) >= x (b))) \
  RELATION (leu_##type, T, !(x (a) > x (b))) \
  RELATION (gtu_##type, T, !(x (a) <= x (b))) \
  RELATION (geu_##type, T, !(x (a) < x (b))) \
  RELATION (num_##type, T, a == a && b == b) \
  RELATION (nan_##type, T, a != a || b != b)

#define AS_IT_IS(v) (v)
#define FLUSHED(v) loom_sim_ftz (v)

FLOAT_RELATIONS (f32, float, AS_IT_IS)
FLOAT_RELATIONS (ftz_f32, float, FLUSHED)
FLOAT_RELATIONS (f64, double, AS_IT_IS)

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
