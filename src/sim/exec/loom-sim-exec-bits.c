/* loom-sim-exec-bits.c: handlers of logic, shifts and what looks at single bits or bytes
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

/* Sums of neighbours side by side in a word, for the compiler has no vector instruction that
 * counts. */
static inline guint32
count_ones_32 (guint32 value)
{
  value -= value >> 1 & 0x55555555;
  value = (value & 0x33333333) + (value >> 2 & 0x33333333);
  value = (value + (value >> 4)) & 0x0f0f0f0f;
  value += value >> 8;
  return (value + (value >> 16)) & 0x3f;
}

LOOM_SIM_MAP1 (popc_32, guint32, guint32, count_ones_32 (a))
LOOM_SIM_MAP1 (popc_64, guint32, guint64,
               count_ones_32 ((guint32) a) + count_ones_32 ((guint32) (a >> 32)))
/* Counting is undefined for zero in C, hence the tests. */
LOOM_SIM_MAP1 (clz_32, guint32, guint32, a == 0 ? 32 : (guint32) __builtin_clz (a))
LOOM_SIM_MAP1 (clz_64, guint32, guint64, a == 0 ? 64 : (guint32) __builtin_clzll (a))

static inline guint32
highest_one (guint64 value)
{
  return value == 0 ? G_MAXUINT32 : 63 - (guint32) __builtin_clzll (value);
}

static inline guint32
left_of (guint32 position,
         guint32 highest)
{
  return position == G_MAXUINT32 ? position : highest - position;
}

#define UNSIGNED_SIGN(v) (v)
#define LESS_SIGN(v) ((v) < 0 ? ~(v) : (v))
#define FIND(suffix, T, U, highest, magnitude) \
  LOOM_SIM_MAP1 (bfind_##suffix, guint32, T, highest_one ((U) magnitude (a))) \
  LOOM_SIM_MAP1 (bfind_shift_##suffix, guint32, T, \
                 left_of (highest_one ((U) magnitude (a)), highest))
FIND (u32, guint32, guint32, 31, UNSIGNED_SIGN)
FIND (s32, gint32, guint32, 31, LESS_SIGN)
FIND (u64, guint64, guint64, 63, UNSIGNED_SIGN)
FIND (s64, gint64, guint64, 63, LESS_SIGN)

/* The |offset|-th one of mask, from base upwards or downwards (PTX ISA, fns). */
static guint32
find_nth_set (guint32 mask,
              guint32 base,
              gint32  offset)
{
  gint64 left = offset < 0 ? -(gint64) offset : offset;

  if (base > 31)
    return G_MAXUINT32;
  if (offset == 0)
    return ((mask >> base) & 1) != 0 ? base : G_MAXUINT32;
  for (gint position = (gint) base; position >= 0 && position < 32; position += offset > 0 ? 1 : -1)
    if (((mask >> position) & 1) != 0 && --left == 0)
      return (guint32) position;
  return G_MAXUINT32;
}

LOOM_SIM_EACH3 (fns, guint32, guint32, guint32, gint32, d = find_nth_set (a, b, c);)

static inline guint32
reverse_32 (guint32 value)
{
  value = (value & 0x55555555) << 1 | ((value >> 1) & 0x55555555);
  value = (value & 0x33333333) << 2 | ((value >> 2) & 0x33333333);
  value = (value & 0x0f0f0f0f) << 4 | ((value >> 4) & 0x0f0f0f0f);
  return GUINT32_SWAP_LE_BE_CONSTANT (value);
}

LOOM_SIM_MAP1 (brev_32, guint32, guint32, reverse_32 (a))
LOOM_SIM_MAP1 (brev_64, guint64, guint64,
               (guint64) reverse_32 ((guint32) a) << 32 | reverse_32 ((guint32) (a >> 32)))

/* Positions and lengths count modulo 256; what lies past the word reads as 0, or as its sign. */
#define FIELDS(bits) \
  static inline guint##bits \
  ones_##bits (guint32 length) \
  { \
    return length > bits - 1 ? (guint##bits) -1 : ((guint##bits) 1 << (length & (bits - 1))) - 1; \
  } \
  static inline guint##bits \
  extract_u##bits (guint##bits value, guint32 position, guint32 length) \
  { \
    return position > bits - 1 ? 0 : (value >> (position & (bits - 1))) & ones_##bits (length); \
  } \
  static inline guint##bits \
  extract_s##bits (guint##bits value, guint32 position, guint32 length) \
  { \
    const gint##bits down = (gint##bits) value >> MIN (position, bits - 1); \
    const guint32 spare = length > bits - 1 ? 0 : (bits - length) & (bits - 1); \
    \
    return length == 0 ? 0 : (guint##bits) ((gint##bits) ((guint##bits) down << spare) >> spare); \
  } \
  static inline guint##bits \
  insert_##bits (guint##bits field, guint##bits base, guint32 position, guint32 length) \
  { \
    const guint##bits mask = \
        position > bits - 1 ? 0 : ones_##bits (length) << (position & (bits - 1)); \
    \
    return (base & ~mask) | ((field << (position & (bits - 1))) & mask); \
  }
FIELDS (32)
FIELDS (64)

LOOM_SIM_MAP3 (bfe_u32, guint32, guint32, guint32, guint32, extract_u32 (a, b & 255, c & 255))
LOOM_SIM_MAP3 (bfe_s32, guint32, guint32, guint32, guint32, extract_s32 (a, b & 255, c & 255))
/* Of 64 bits, the hardware looks at more than the position's and length's eight bits. */
LOOM_SIM_MAP3 (bfe_u64, guint64, guint64, guint32, guint32, extract_u64 (a, b, c))
LOOM_SIM_MAP3 (bfe_s64, guint64, guint64, guint32, guint32, extract_s64 (a, b, c))
LOOM_SIM_MAP4 (bfi_32, guint32, guint32, guint32, guint32, guint32,
               insert_32 (a, b, c & 255, f & 255))
LOOM_SIM_MAP4 (bfi_64, guint64, guint64, guint64, guint32, guint32,
               insert_64 (a, b, c & 255, f & 255))

LOOM_SIM_MAP2 (bmsk_wrap, guint32, guint32, guint32, insert_32 (G_MAXUINT32, 0, a & 31, b & 31))
LOOM_SIM_MAP2 (bmsk_clamp, guint32, guint32, guint32,
               insert_32 (G_MAXUINT32, 0, MIN (a, 32u), MIN (b, 32u)))
LOOM_SIM_MAP2 (szext_wrap_u32, guint32, guint32, guint32, extract_u32 (a, 0, b & 31))
LOOM_SIM_MAP2 (szext_wrap_s32, guint32, guint32, guint32, extract_s32 (a, 0, b & 31))
LOOM_SIM_MAP2 (szext_clamp_u32, guint32, guint32, guint32, extract_u32 (a, 0, MIN (b, 32u)))
LOOM_SIM_MAP2 (szext_clamp_s32, guint32, guint32, guint32, extract_s32 (a, 0, MIN (b, 32u)))

/* prmt: four bytes out of eight. Bit 3 of a selector spreads the byte's sign. */
static inline guint32
pick_byte (guint64 bytes,
           guint32 selector)
{
  const guint32 byte = (guint32) (bytes >> ((selector & 7) * 8)) & 0xff;

  return (selector & 8) != 0 ? (byte >> 7) * 0xff : byte;
}

static inline guint32
permute (guint32 a,
         guint32 b,
         guint32 s0,
         guint32 s1,
         guint32 s2,
         guint32 s3)
{
  const guint64 bytes = (guint64) b << 32 | a;

  return pick_byte (bytes, s0) | pick_byte (bytes, s1) << 8 | pick_byte (bytes, s2) << 16 |
         pick_byte (bytes, s3) << 24;
}

#define PERMUTE(name, s0, s1, s2, s3) \
  LOOM_SIM_MAP3 (prmt_##name, guint32, guint32, guint32, guint32, permute (a, b, s0, s1, s2, s3))
PERMUTE (any, c & 15, (c >> 4) & 15, (c >> 8) & 15, (c >> 12) & 15)
PERMUTE (f4e, c & 3, (c & 3) + 1, (c & 3) + 2, (c & 3) + 3)
PERMUTE (b4e, c & 3, ((c & 3) + 7) & 7, ((c & 3) + 6) & 7, ((c & 3) + 5) & 7)
PERMUTE (rc8, c & 3, c & 3, c & 3, c & 3)
PERMUTE (ecl, c & 3, MAX (c & 3, 1u), MAX (c & 3, 2u), 3)
PERMUTE (ecr, 0, MIN (c & 3, 1u), MIN (c & 3, 2u), c & 3)
PERMUTE (rc16, (c & 1) * 2, (c & 1) * 2 + 1, (c & 1) * 2, (c & 1) * 2 + 1)

/* Sums of products of bytes; the signs of a and b are their types'. */
#define BYTE_OF(T, word, i) ((gint32) (T) ((word) >> (8 * (i))))
#define HALF_OF(T, word, i) ((gint32) (T) ((word) >> (16 * (i))))
#define PRODUCT(A, B, i) (BYTE_OF (A, a, i) * BYTE_OF (B, b, i))
#define DOT4(A, B) \
  (guint32) (PRODUCT (A, B, 0) + PRODUCT (A, B, 1) + PRODUCT (A, B, 2) + PRODUCT (A, B, 3)) + c
#define DOT2(A, B, high) (guint32) (HALF_OF (A, a, 0) * BYTE_OF (B, b, high)) + \
                         (guint32) (HALF_OF (A, a, 1) * BYTE_OF (B, b, (high) + 1)) + c
#define DOTS(suffix, A8, A16, B8) \
  LOOM_SIM_MAP3 (dp4a_##suffix, guint32, guint32, guint32, guint32, DOT4 (A8, B8)) \
  LOOM_SIM_MAP3 (dp2a_lo_##suffix, guint32, guint32, guint32, guint32, DOT2 (A16, B8, 0)) \
  LOOM_SIM_MAP3 (dp2a_hi_##suffix, guint32, guint32, guint32, guint32, DOT2 (A16, B8, 2))
DOTS (uu, guint8, guint16, guint8)
DOTS (us, guint8, guint16, gint8)
DOTS (su, gint8, gint16, guint8)
DOTS (ss, gint8, gint16, gint8)

#define FIND_ROWS(type, width) \
  LOOM_SIM_ROW ("bfind." #type, "4=" width ",p", bfind_##type) \
  LOOM_SIM_ROW ("bfind.shiftamt." #type, "4=" width ",p", bfind_shift_##type)
#define DOT_ROWS(types, suffix) \
  LOOM_SIM_ROW ("dp4a." types, "4=444,p", dp4a_##suffix) \
  LOOM_SIM_ROW ("dp2a.lo." types, "4=444,p", dp2a_lo_##suffix) \
  LOOM_SIM_ROW ("dp2a.hi." types, "4=444,p", dp2a_hi_##suffix)
#define PERMUTE_ROW(mode) LOOM_SIM_ROW ("prmt.b32." #mode, "4=444,p", prmt_##mode)

LOOM_SIM_ROWS (bits)
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
  LOOM_SIM_ROW ("popc.b32", "4=4,p", popc_32)
  LOOM_SIM_ROW ("popc.b64", "4=8,p", popc_64)
  LOOM_SIM_ROW ("clz.b32", "4=4,p", clz_32)
  LOOM_SIM_ROW ("clz.b64", "4=8,p", clz_64)
  FIND_ROWS (u32, "4")
  FIND_ROWS (s32, "4")
  FIND_ROWS (u64, "8")
  FIND_ROWS (s64, "8")
  LOOM_SIM_ROW ("fns.b32", "4=444,p", fns)
  LOOM_SIM_ROW ("brev.b32", "4=4,p", brev_32)
  LOOM_SIM_ROW ("brev.b64", "8=8,p", brev_64)
  LOOM_SIM_ROW ("bfe.u32", "4=444,p", bfe_u32)
  LOOM_SIM_ROW ("bfe.s32", "4=444,p", bfe_s32)
  LOOM_SIM_ROW ("bfe.u64", "8=844,p", bfe_u64)
  LOOM_SIM_ROW ("bfe.s64", "8=844,p", bfe_s64)
  LOOM_SIM_ROW ("bfi.b32", "4=4444,p", bfi_32)
  LOOM_SIM_ROW ("bfi.b64", "8=8844,p", bfi_64)
  LOOM_SIM_ROW ("bmsk.wrap.b32", "4=44,p", bmsk_wrap)
  LOOM_SIM_ROW ("bmsk.clamp.b32", "4=44,p", bmsk_clamp)
  LOOM_SIM_ROW ("szext.wrap.u32", "4=44,p", szext_wrap_u32)
  LOOM_SIM_ROW ("szext.wrap.s32", "4=44,p", szext_wrap_s32)
  LOOM_SIM_ROW ("szext.clamp.u32", "4=44,p", szext_clamp_u32)
  LOOM_SIM_ROW ("szext.clamp.s32", "4=44,p", szext_clamp_s32)
  LOOM_SIM_ROW ("prmt.b32", "4=444,p", prmt_any)
  PERMUTE_ROW (f4e)
  PERMUTE_ROW (b4e)
  PERMUTE_ROW (rc8)
  PERMUTE_ROW (ecl)
  PERMUTE_ROW (ecr)
  PERMUTE_ROW (rc16)
  DOT_ROWS ("u32.u32", uu)
  DOT_ROWS ("u32.s32", us)
  DOT_ROWS ("s32.u32", su)
  DOT_ROWS ("s32.s32", ss)
  LOOM_SIM_ROWS_END
};
