/* loom-sim-exec-move.c: handlers of moves, constants, parameters, widths, selections and address
 * spaces SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-private.h"

typedef struct { guint64 low, high; } Pair;

#define CONSTANT(width, T) \
  LOOM_SIM_MAP1 (mov_##width, T, T, a) \
  LOOM_SIM_MAP0 (const_##width, T, op->immediate.value) /* in all lanes */

CONSTANT (1, guint8)
CONSTANT (2, guint16)
CONSTANT (4, guint32)
CONSTANT (8, guint64)
LOOM_SIM_EACH1 (mov_16, Pair, Pair, d = a;)

/* op->immediate.offset bytes into the running frame of local memory. */
LOOM_SIM_MAP0 (local_address, guint64, v->local_frame + (guint64) op->immediate.offset)

/* The entry's parameters are the same for all lanes. */
#define PARAM(T) \
  (((const struct { T value; } __attribute__ ((packed)) *) \
    (v->slots[LOOM_SIM_PARAM_SLOT].bytes + op->immediate.offset))->value)

LOOM_SIM_MAP0 (param_u8_2, guint16, PARAM (guint8))
LOOM_SIM_MAP0 (param_u8_4, guint32, PARAM (guint8))
LOOM_SIM_MAP0 (param_u8_8, guint64, PARAM (guint8))
LOOM_SIM_MAP0 (param_s8_2, gint16, PARAM (gint8))
LOOM_SIM_MAP0 (param_s8_4, gint32, PARAM (gint8))
LOOM_SIM_MAP0 (param_s8_8, gint64, PARAM (gint8))
LOOM_SIM_MAP0 (param_u16_2, guint16, PARAM (guint16))
LOOM_SIM_MAP0 (param_u16_4, guint32, PARAM (guint16))
LOOM_SIM_MAP0 (param_u16_8, guint64, PARAM (guint16))
LOOM_SIM_MAP0 (param_s16_4, gint32, PARAM (gint16))
LOOM_SIM_MAP0 (param_s16_8, gint64, PARAM (gint16))
LOOM_SIM_MAP0 (param_u32_4, guint32, PARAM (guint32))
LOOM_SIM_MAP0 (param_u32_8, guint64, PARAM (guint32))
LOOM_SIM_MAP0 (param_s32_8, gint64, PARAM (gint32))
LOOM_SIM_MAP0 (param_u64_8, guint64, PARAM (guint64))

/* Only the low bytes of a register are asked for. */
LOOM_SIM_MAP1 (cut_4_2, guint16, guint32, a)
LOOM_SIM_MAP1 (cut_8_2, guint16, guint64, a)
LOOM_SIM_MAP1 (cut_8_4, guint32, guint64, a)

/* A result goes to a register that is wider than its type. */
LOOM_SIM_MAP1 (widen_u_2_4, guint32, guint16, a)
LOOM_SIM_MAP1 (widen_u_2_8, guint64, guint16, a)
LOOM_SIM_MAP1 (widen_u_4_8, guint64, guint32, a)
LOOM_SIM_MAP1 (widen_s_2_4, gint32, gint16, a)
LOOM_SIM_MAP1 (widen_s_2_8, gint64, gint16, a)
LOOM_SIM_MAP1 (widen_s_4_8, gint64, gint32, a)

/* mov.b64 d, {a, b} and the like, lowest first; and one part of a whole: op->immediate.part says
 * which. */
LOOM_SIM_MAP2 (pack_2_1, guint16, guint16, guint16, (a & 0xff) | b << 8)
LOOM_SIM_MAP2 (pack_4_2, guint32, guint16, guint16, a | (guint32) b << 16)
LOOM_SIM_MAP4 (pack_4_1, guint32, guint16, guint16, guint16, guint16,
               (a & 0xff) | (b & 0xffu) << 8 | (c & 0xffu) << 16 | (guint32) f << 24)
LOOM_SIM_MAP2 (pack_8_4, guint64, guint32, guint32, a | (guint64) b << 32)
LOOM_SIM_MAP4 (pack_8_2, guint64, guint16, guint16, guint16, guint16,
               a | (guint64) b << 16 | (guint64) c << 32 | (guint64) f << 48)
LOOM_SIM_EACH2 (pack_16_8, Pair, guint64, guint64, d.low = a; d.high = b;)
LOOM_SIM_EACH (pack_16_4, Pair, guint8, guint32, guint32, guint32, guint32,
               d.low = a | (guint64) b << 32; d.high = c | (guint64) f << 32;)

LOOM_SIM_MAP1 (part_2_1, guint16, guint16, (a >> (op->immediate.part * 8)) & 0xff)
LOOM_SIM_MAP1 (part_4_1, guint16, guint32, (a >> (op->immediate.part * 8)) & 0xff)
LOOM_SIM_MAP1 (part_4_2, guint16, guint32, a >> (op->immediate.part * 16))
LOOM_SIM_MAP1 (part_8_2, guint16, guint64, a >> (op->immediate.part * 16))
LOOM_SIM_MAP1 (part_8_4, guint32, guint64, a >> (op->immediate.part * 32))
LOOM_SIM_EACH1 (part_16_8, guint64, Pair, d = op->immediate.part == 0 ? a.low : a.high;)
LOOM_SIM_EACH1 (part_16_4, guint32, Pair,
               d = (guint32) ((op->immediate.part < 2 ? a.low : a.high)
                              >> (op->immediate.part % 2 * 32));)

/* Flushed, a subnormal counts as zero with its sign, and -0 >= 0. */
#define SELECTION(width, T) \
  LOOM_SIM_MAP3 (selp_##width, T, T, T, guint8, c != 0 ? a : b) \
  LOOM_SIM_MAP3 (slct_##width##_s32, T, T, T, gint32, c >= 0 ? a : b) \
  LOOM_SIM_MAP3 (slct_##width##_f32, T, T, T, gfloat, c >= 0 ? a : b) \
  LOOM_SIM_MAP3 (slct_##width##_ftz_f32, T, T, T, gfloat, c > -G_MINFLOAT ? a : b)

SELECTION (2, guint16)
SELECTION (4, guint32)
SELECTION (8, guint64)

LOOM_SIM_MAP2 (cvta, guint64, guint64, guint64, a + b)

#define IS_IN(slot) (a >> LOOM_SIM_SLOT_BITS == (slot) ? 0xff : 0)
LOOM_SIM_MAP1 (isspacep_shared, guint8, guint64, IS_IN (LOOM_SIM_SHARED_SLOT))
LOOM_SIM_MAP1 (isspacep_local, guint8, guint64, IS_IN (LOOM_SIM_LOCAL_SLOT))
LOOM_SIM_MAP1 (isspacep_param, guint8, guint64, IS_IN (LOOM_SIM_PARAM_SLOT))
#define SLOT (a >> LOOM_SIM_SLOT_BITS)
LOOM_SIM_MAP1 (isspacep_global, guint8, guint64,
               SLOT > LOOM_SIM_PARAM_SLOT && SLOT < v->n_slots && !v->slots[SLOT].is_constant
                   ? 0xff : 0)
LOOM_SIM_MAP1 (isspacep_const, guint8, guint64,
               SLOT < v->n_slots && v->slots[SLOT].is_constant ? 0xff : 0)

#define CONSTANT_ROWS(width) \
  LOOM_SIM_ROW ("@mov." #width, #width "=" #width ",p", mov_##width) \
  LOOM_SIM_ROW ("@const." #width, #width "=,p", const_##width)
#define SELECTION_ROWS(width) \
  LOOM_SIM_ROW ("@selp." #width, #width "=" #width #width "1,p", selp_##width) \
  LOOM_SIM_ROW ("@slct." #width ".s32", #width "=" #width #width "4,p", slct_##width##_s32) \
  LOOM_SIM_ROW ("@slct." #width ".f32", #width "=" #width #width "4,p", slct_##width##_f32) \
  LOOM_SIM_ROW ("@slct.ftz." #width ".f32", #width "=" #width #width "4,p", slct_##width##_ftz_f32)

LOOM_SIM_ROWS (move)
{
  CONSTANT_ROWS (1)
  CONSTANT_ROWS (2)
  CONSTANT_ROWS (4)
  CONSTANT_ROWS (8)
  LOOM_SIM_ROW ("@mov.16", "x=x", mov_16)
  LOOM_SIM_ROW ("@local.address", "8=,p", local_address)
  LOOM_SIM_ROW ("@param.u8.2", "2=,p", param_u8_2)
  LOOM_SIM_ROW ("@param.u8.4", "4=,p", param_u8_4)
  LOOM_SIM_ROW ("@param.u8.8", "8=,p", param_u8_8)
  LOOM_SIM_ROW ("@param.s8.2", "2=,p", param_s8_2)
  LOOM_SIM_ROW ("@param.s8.4", "4=,p", param_s8_4)
  LOOM_SIM_ROW ("@param.s8.8", "8=,p", param_s8_8)
  LOOM_SIM_ROW ("@param.u16.2", "2=,p", param_u16_2)
  LOOM_SIM_ROW ("@param.s16.2", "2=,p", param_u16_2)
  LOOM_SIM_ROW ("@param.u16.4", "4=,p", param_u16_4)
  LOOM_SIM_ROW ("@param.u16.8", "8=,p", param_u16_8)
  LOOM_SIM_ROW ("@param.s16.4", "4=,p", param_s16_4)
  LOOM_SIM_ROW ("@param.s16.8", "8=,p", param_s16_8)
  LOOM_SIM_ROW ("@param.u32.4", "4=,p", param_u32_4)
  LOOM_SIM_ROW ("@param.s32.4", "4=,p", param_u32_4)
  LOOM_SIM_ROW ("@param.u32.8", "8=,p", param_u32_8)
  LOOM_SIM_ROW ("@param.s32.8", "8=,p", param_s32_8)
  LOOM_SIM_ROW ("@param.u64.8", "8=,p", param_u64_8)
  LOOM_SIM_ROW ("@param.s64.8", "8=,p", param_u64_8)
  LOOM_SIM_ROW ("@cut.4.2", "2=4,p", cut_4_2)
  LOOM_SIM_ROW ("@cut.8.2", "2=8,p", cut_8_2)
  LOOM_SIM_ROW ("@cut.8.4", "4=8,p", cut_8_4)
  LOOM_SIM_ROW ("@widen.u.2.4", "4=2,p", widen_u_2_4)
  LOOM_SIM_ROW ("@widen.u.2.8", "8=2,p", widen_u_2_8)
  LOOM_SIM_ROW ("@widen.u.4.8", "8=4,p", widen_u_4_8)
  LOOM_SIM_ROW ("@widen.s.2.4", "4=2,p", widen_s_2_4)
  LOOM_SIM_ROW ("@widen.s.2.8", "8=2,p", widen_s_2_8)
  LOOM_SIM_ROW ("@widen.s.4.8", "8=4,p", widen_s_4_8)
  LOOM_SIM_ROW ("@pack.2.1", "2=22,p", pack_2_1)
  LOOM_SIM_ROW ("@pack.4.2", "4=22,p", pack_4_2)
  LOOM_SIM_ROW ("@pack.4.1", "4=2222,p", pack_4_1)
  LOOM_SIM_ROW ("@pack.8.4", "8=44,p", pack_8_4)
  LOOM_SIM_ROW ("@pack.8.2", "8=2222,p", pack_8_2)
  LOOM_SIM_ROW ("@pack.16.8", "x=88", pack_16_8)
  LOOM_SIM_ROW ("@pack.16.4", "x=4444", pack_16_4)
  LOOM_SIM_ROW ("@part.2.1", "2=2,p", part_2_1)
  LOOM_SIM_ROW ("@part.4.1", "2=4,p", part_4_1)
  LOOM_SIM_ROW ("@part.4.2", "2=4,p", part_4_2)
  LOOM_SIM_ROW ("@part.8.2", "2=8,p", part_8_2)
  LOOM_SIM_ROW ("@part.8.4", "4=8,p", part_8_4)
  LOOM_SIM_ROW ("@part.16.8", "8=x", part_16_8)
  LOOM_SIM_ROW ("@part.16.4", "4=x", part_16_4)
  SELECTION_ROWS (2)
  SELECTION_ROWS (4)
  SELECTION_ROWS (8)
  LOOM_SIM_ROW ("@cvta", "8=88,p", cvta)
  LOOM_SIM_ROW ("isspacep.shared", "1=8", isspacep_shared)
  LOOM_SIM_ROW ("isspacep.shared::cta", "1=8", isspacep_shared)
  LOOM_SIM_ROW ("isspacep.local", "1=8", isspacep_local)
  LOOM_SIM_ROW ("isspacep.param", "1=8", isspacep_param)
  LOOM_SIM_ROW ("isspacep.param::entry", "1=8", isspacep_param)
  LOOM_SIM_ROW ("isspacep.global", "1=8", isspacep_global)
  LOOM_SIM_ROW ("isspacep.const", "1=8", isspacep_const)
  LOOM_SIM_ROWS_END
};
