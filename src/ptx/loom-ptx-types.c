/* loom-ptx-types.c: the types and spaces of PTX and what may hold what
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-types.h"

enum
{
  BITS     = 1 << 0,
  SIGNED   = 1 << 1,
  FLOATING = 1 << 2,
};

static const struct
{
  const char *name;
  guint8      bits;
  guint8      kind;
} types[LOOM_PTX_N_TYPES] = {
  [LOOM_PTX_TYPE_NONE]   = { "", 0, 0 },
  [LOOM_PTX_TYPE_PRED]   = { "pred", 1, 0 },
  [LOOM_PTX_TYPE_B8]     = { "b8", 8, BITS },
  [LOOM_PTX_TYPE_B16]    = { "b16", 16, BITS },
  [LOOM_PTX_TYPE_B32]    = { "b32", 32, BITS },
  [LOOM_PTX_TYPE_B64]    = { "b64", 64, BITS },
  [LOOM_PTX_TYPE_B128]   = { "b128", 128, BITS },
  [LOOM_PTX_TYPE_U8]     = { "u8", 8, 0 },
  [LOOM_PTX_TYPE_U16]    = { "u16", 16, 0 },
  [LOOM_PTX_TYPE_U32]    = { "u32", 32, 0 },
  [LOOM_PTX_TYPE_U64]    = { "u64", 64, 0 },
  [LOOM_PTX_TYPE_S8]     = { "s8", 8, SIGNED },
  [LOOM_PTX_TYPE_S16]    = { "s16", 16, SIGNED },
  [LOOM_PTX_TYPE_S32]    = { "s32", 32, SIGNED },
  [LOOM_PTX_TYPE_S64]    = { "s64", 64, SIGNED },
  [LOOM_PTX_TYPE_F16]    = { "f16", 16, FLOATING },
  [LOOM_PTX_TYPE_F16X2]  = { "f16x2", 32, FLOATING },
  [LOOM_PTX_TYPE_BF16]   = { "bf16", 16, FLOATING },
  [LOOM_PTX_TYPE_BF16X2] = { "bf16x2", 32, FLOATING },
  [LOOM_PTX_TYPE_TF32]   = { "tf32", 32, FLOATING },
  [LOOM_PTX_TYPE_F32]    = { "f32", 32, FLOATING },
  [LOOM_PTX_TYPE_F64]    = { "f64", 64, FLOATING },
  [LOOM_PTX_TYPE_U16X2]  = { "u16x2", 32, 0 },
  [LOOM_PTX_TYPE_S16X2]  = { "s16x2", 32, SIGNED },
  [LOOM_PTX_TYPE_S4]     = { "s4", 4, SIGNED },
  [LOOM_PTX_TYPE_U4]     = { "u4", 4, 0 },
  [LOOM_PTX_TYPE_B1]     = { "b1", 1, BITS },
  [LOOM_PTX_TYPE_S2]     = { "s2", 2, SIGNED },
  [LOOM_PTX_TYPE_U2]     = { "u2", 2, 0 },
  [LOOM_PTX_TYPE_E4M3X2] = { "e4m3x2", 16, FLOATING },
  [LOOM_PTX_TYPE_E5M2X2] = { "e5m2x2", 16, FLOATING },
};

guint
loom_ptx_type_bits (LoomPtxType type)
{
  g_return_val_if_fail (type < LOOM_PTX_N_TYPES, 0);

  return types[type].bits;
}

gboolean
loom_ptx_type_is_float (LoomPtxType type)
{
  g_return_val_if_fail (type < LOOM_PTX_N_TYPES, FALSE);

  return (types[type].kind & FLOATING) != 0;
}

gboolean
loom_ptx_type_is_signed (LoomPtxType type)
{
  g_return_val_if_fail (type < LOOM_PTX_N_TYPES, FALSE);

  return (types[type].kind & SIGNED) != 0;
}

gboolean
loom_ptx_type_is_bits (LoomPtxType type)
{
  g_return_val_if_fail (type < LOOM_PTX_N_TYPES, FALSE);

  return (types[type].kind & BITS) != 0;
}

const char *
loom_ptx_type_get_name (LoomPtxType type)
{
  g_return_val_if_fail (type < LOOM_PTX_N_TYPES, NULL);

  return types[type].name;
}

/**
 * loom_ptx_type_from_name: the type of that name (without the dot), %LOOM_PTX_TYPE_NONE if there is
 * none.
 */
LoomPtxType
loom_ptx_type_from_name (const char *name)
{
  g_return_val_if_fail (name != NULL, LOOM_PTX_TYPE_NONE);

  for (guint i = LOOM_PTX_TYPE_NONE + 1; i < LOOM_PTX_N_TYPES; i++)
    if (g_str_equal (types[i].name, name))
      return i;

  return LOOM_PTX_TYPE_NONE;
}

/* Floats narrower than a register of their own, and pairs, live in untyped registers. */
static gboolean
is_plain_float (LoomPtxType type)
{
  return type == LOOM_PTX_TYPE_F32 || type == LOOM_PTX_TYPE_F64;
}

/**
 * loom_ptx_type_accepts: whether an operand of type @type may be a register declared as @held.
 * @relaxed: loads, stores and conversions take wider registers too
 *
 * PTX ISA, "Operand Type Checking": the widths agree, and an integer never meets a float except as
 * bits.
 */
gboolean
loom_ptx_type_accepts (LoomPtxType type,
                       LoomPtxType held,
                       gboolean    relaxed)
{
  guint bits, held_bits;

  g_return_val_if_fail (type < LOOM_PTX_N_TYPES && held < LOOM_PTX_N_TYPES, FALSE);

  if (type == LOOM_PTX_TYPE_PRED || held == LOOM_PTX_TYPE_PRED)
    return type == held;

  bits = types[type].bits;
  held_bits = types[held].bits;
  if (relaxed ? held_bits < bits : held_bits != bits)
    return FALSE;

  if (type == held || loom_ptx_type_is_bits (held))
    return TRUE;
  if (loom_ptx_type_is_bits (type))
    return held_bits == bits || !loom_ptx_type_is_float (held);
  if (loom_ptx_type_is_float (type))
    return !is_plain_float (type) && !loom_ptx_type_is_float (held);
  return !loom_ptx_type_is_float (held);
}

/**
 * loom_ptx_space_get_name: the name of a state space as PTX writes it, without the dot; "" for the
 * generic one.
 */
const char *
loom_ptx_space_get_name (LoomPtxSpace space)
{
  static const char *const names[] = { "", "global", "shared", "local", "const", "param", "reg" };

  g_return_val_if_fail (space < G_N_ELEMENTS (names), NULL);

  return names[space];
}
