/* loom-sim-exec-logic.c: handlers of logic and shifts
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-private.h"

#define LOGIC(suffix, T) \
  LOOM_SIM_MAP2 (and_##suffix, T, T, T, a & b) \
  LOOM_SIM_MAP2 (or_##suffix, T, T, T, a | b) \
  LOOM_SIM_MAP2 (xor_##suffix, T, T, T, a ^ b) \
  LOOM_SIM_MAP1 (not_##suffix, T, T, ~a)
LOGIC (pred, guint8)
LOGIC (b16, guint16)
LOGIC (b32, guint32)
LOGIC (b64, guint64)
LOOM_SIM_MAP1 (cnot_b16, guint16, guint16, a == 0 ? 1 : 0)
LOOM_SIM_MAP1 (cnot_b32, guint32, guint32, a == 0 ? 1 : 0)
LOOM_SIM_MAP1 (cnot_b64, guint64, guint64, a == 0 ? 1 : 0)

/* Bit by bit a choice among the eight bits of the table: first by c, then by b, then by a. */
static inline guint32
table_bit (guint32 table,
           guint   bit)
{
  return 0u - ((table >> bit) & 1);
}

static inline guint32
choose (guint32 by,
        guint32 off,
        guint32 on)
{
  return off ^ ((off ^ on) & by);
}

static inline guint32
look_up (guint32 a,
         guint32 b,
         guint32 c,
         guint32 table)
{
  const guint32 neither = choose (c, table_bit (table, 0), table_bit (table, 1));
  const guint32 only_b = choose (c, table_bit (table, 2), table_bit (table, 3));
  const guint32 only_a = choose (c, table_bit (table, 4), table_bit (table, 5));
  const guint32 both = choose (c, table_bit (table, 6), table_bit (table, 7));

  return choose (a, choose (b, neither, only_b), choose (b, only_a, both));
}

LOOM_SIM_MAP4 (lop3, guint32, guint32, guint32, guint32, guint32, look_up (a, b, c, f))

/* A count past the width leaves nothing, or the sign. */
LOOM_SIM_MAP2 (shl_16, guint16, guint16, guint32, b > 15 ? 0 : (guint32) a << (b & 15))
LOOM_SIM_MAP2 (shl_32, guint32, guint32, guint32, b > 31 ? 0 : a << (b & 31))
LOOM_SIM_MAP2 (shl_64, guint64, guint64, guint32, b > 63 ? 0 : a << (b & 63))
LOOM_SIM_MAP2 (shr_u16, guint16, guint16, guint32, b > 15 ? 0 : a >> (b & 15))
LOOM_SIM_MAP2 (shr_s16, gint16, gint16, guint32, a >> (b > 15 ? 15 : b))
LOOM_SIM_MAP2 (shr_u32, guint32, guint32, guint32, b > 31 ? 0 : a >> (b & 31))
LOOM_SIM_MAP2 (shr_s32, gint32, gint32, guint32, a >> (b > 31 ? 31 : b))
LOOM_SIM_MAP2 (shr_u64, guint64, guint64, guint32, b > 63 ? 0 : a >> (b & 63))
LOOM_SIM_MAP2 (shr_s64, gint64, gint64, guint32, a >> (b > 63 ? 63 : b))

/* Funnels: a is the lower word. */
#define FUNNEL ((guint64) b << 32 | a)
LOOM_SIM_MAP3 (shf_l_wrap, guint32, guint32, guint32, guint32, (FUNNEL << (c & 31)) >> 32)
LOOM_SIM_MAP3 (shf_r_wrap, guint32, guint32, guint32, guint32, FUNNEL >> (c & 31))
LOOM_SIM_MAP3 (shf_l_clamp, guint32, guint32, guint32, guint32, (FUNNEL << MIN (c, 32u)) >> 32)
LOOM_SIM_MAP3 (shf_r_clamp, guint32, guint32, guint32, guint32, FUNNEL >> MIN (c, 32u))

#define LOGIC_ROWS(type, width) \
  LOOM_SIM_ROW ("and." #type, #width "=" #width #width ",p", and_##type) \
  LOOM_SIM_ROW ("or." #type, #width "=" #width #width ",p", or_##type) \
  LOOM_SIM_ROW ("xor." #type, #width "=" #width #width ",p", xor_##type) \
  LOOM_SIM_ROW ("not." #type, #width "=" #width ",p", not_##type)

LOOM_SIM_ROWS (logic)
{
  LOGIC_ROWS (pred, 1)
  LOGIC_ROWS (b16, 2)
  LOGIC_ROWS (b32, 4)
  LOGIC_ROWS (b64, 8)
  LOOM_SIM_ROW ("cnot.b16", "2=2,p", cnot_b16)
  LOOM_SIM_ROW ("cnot.b32", "4=4,p", cnot_b32)
  LOOM_SIM_ROW ("cnot.b64", "8=8,p", cnot_b64)
  LOOM_SIM_ROW ("lop3.b32", "4=4444,p", lop3)
  LOOM_SIM_ROW ("shl.b16", "2=24,p", shl_16)
  LOOM_SIM_ROW ("shl.b32", "4=44,p", shl_32)
  LOOM_SIM_ROW ("shl.b64", "8=84,p", shl_64)
  LOOM_SIM_ROW ("shr.b16", "2=24,p", shr_u16)
  LOOM_SIM_ROW ("shr.u16", "2=24,p", shr_u16)
  LOOM_SIM_ROW ("shr.s16", "2=24,p", shr_s16)
  LOOM_SIM_ROW ("shr.b32", "4=44,p", shr_u32)
  LOOM_SIM_ROW ("shr.u32", "4=44,p", shr_u32)
  LOOM_SIM_ROW ("shr.s32", "4=44,p", shr_s32)
  LOOM_SIM_ROW ("shr.b64", "8=84,p", shr_u64)
  LOOM_SIM_ROW ("shr.u64", "8=84,p", shr_u64)
  LOOM_SIM_ROW ("shr.s64", "8=84,p", shr_s64)
  LOOM_SIM_ROW ("shf.l.wrap.b32", "4=444,p", shf_l_wrap)
  LOOM_SIM_ROW ("shf.r.wrap.b32", "4=444,p", shf_r_wrap)
  LOOM_SIM_ROW ("shf.l.clamp.b32", "4=444,p", shf_l_clamp)
  LOOM_SIM_ROW ("shf.r.clamp.b32", "4=444,p", shf_r_clamp)
  LOOM_SIM_ROWS_END
};
