/* loom-ptx-verify-matrix.c: which shapes, types and layouts of matrices go together
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-verify-private.h"

#include <glib/gi18n-lib.h>

#define SET(NAME) (1u << LOOM_PTX_TYPE_##NAME)
#define FLOATS (SET (F16) | SET (BF16))
#define BYTES (SET (S8) | SET (U8))
#define NIBBLES (SET (S4) | SET (U4))

typedef enum
{
  FAMILY_MMA,
  FAMILY_SPARSE,
  FAMILY_WMMA,
} Family;

/* PTX ISA, tables of matrix shapes, as far as sm_80 goes: types of the first matrix. */
static const struct
{
  Family      family;
  LoomPtxMode mode;
  guint32     types;
} shapes[] = {
  { FAMILY_MMA, LOOM_PTX_MODE_M8N8K4, SET (F16) | SET (F64) },
  { FAMILY_MMA, LOOM_PTX_MODE_M8N8K16, BYTES },
  { FAMILY_MMA, LOOM_PTX_MODE_M8N8K32, NIBBLES },
  { FAMILY_MMA, LOOM_PTX_MODE_M8N8K128, SET (B1) },
  { FAMILY_MMA, LOOM_PTX_MODE_M16N8K4, SET (TF32) },
  { FAMILY_MMA, LOOM_PTX_MODE_M16N8K8, FLOATS | SET (TF32) },
  { FAMILY_MMA, LOOM_PTX_MODE_M16N8K16, FLOATS | BYTES },
  { FAMILY_MMA, LOOM_PTX_MODE_M16N8K32, BYTES | NIBBLES },
  { FAMILY_MMA, LOOM_PTX_MODE_M16N8K64, NIBBLES },
  { FAMILY_MMA, LOOM_PTX_MODE_M16N8K128, SET (B1) },
  { FAMILY_MMA, LOOM_PTX_MODE_M16N8K256, SET (B1) },
  { FAMILY_SPARSE, LOOM_PTX_MODE_M16N8K8, SET (TF32) },
  { FAMILY_SPARSE, LOOM_PTX_MODE_M16N8K16, FLOATS | SET (TF32) },
  { FAMILY_SPARSE, LOOM_PTX_MODE_M16N8K32, FLOATS | BYTES },
  { FAMILY_SPARSE, LOOM_PTX_MODE_M16N8K64, BYTES | NIBBLES },
  { FAMILY_SPARSE, LOOM_PTX_MODE_M16N8K128, NIBBLES },
  { FAMILY_WMMA, LOOM_PTX_MODE_M16N16K16, FLOATS | BYTES },
  { FAMILY_WMMA, LOOM_PTX_MODE_M32N8K16, FLOATS | BYTES },
  { FAMILY_WMMA, LOOM_PTX_MODE_M8N32K16, FLOATS | BYTES },
  { FAMILY_WMMA, LOOM_PTX_MODE_M16N16K8, SET (TF32) },
  { FAMILY_WMMA, LOOM_PTX_MODE_M8N8K4, SET (F64) },
  { FAMILY_WMMA, LOOM_PTX_MODE_M8N8K32, NIBBLES },
  { FAMILY_WMMA, LOOM_PTX_MODE_M8N8K128, SET (B1) },
};

static Family
get_family (LoomPtxOpcode opcode)
{
  if (opcode == LOOM_PTX_OP_MMA)
    return FAMILY_MMA;

  return opcode == LOOM_PTX_OP_MMA_SP || opcode == LOOM_PTX_OP_MMA_SP_ORDERED ? FAMILY_SPARSE
                                                                              : FAMILY_WMMA;
}

/* type: of the first matrix; NONE: any that the sum can be of. */
static gboolean
check_shape (LoomPtxVerifier *self,
             LoomPtxType      type,
             LoomPtxType      sum)
{
  const guint32 sums = sum == LOOM_PTX_TYPE_F16   ? SET (F16)
                       : sum == LOOM_PTX_TYPE_F64 ? SET (F64)
                       : sum == LOOM_PTX_TYPE_S32 ? BYTES | NIBBLES | SET (B1)
                                                  : FLOATS | SET (TF32);
  const guint32 wanted = type == LOOM_PTX_TYPE_NONE ? sums : 1u << type;
  const Family family = get_family (self->instruction->opcode);

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    if (shapes[i].family == family && shapes[i].mode == self->instruction->modifiers.mode &&
        (shapes[i].types & wanted) != 0)
      return TRUE;

  return _loom_ptx_verifier_refuse (self, TRUE, _("this shape of matrices is not supported"));
}

/* How many registers of one lane hold its part of a matrix of @cells cells. */
static guint
count_registers (guint       cells,
                 LoomPtxType type)
{
  if (type == LOOM_PTX_TYPE_F64)
    return cells / 32;

  return MAX (cells * loom_ptx_type_bits (type) / 1024, 1);
}

static gboolean
check_count (LoomPtxVerifier *self,
             guint            index,
             guint            wanted)
{
  const LoomPtxOperand *operand = &self->instruction->operands[index];
  guint n = operand->kind == LOOM_PTX_OPERAND_VECTOR ? operand->n_elements : 1;

  return n == wanted ||
         _loom_ptx_verifier_refuse (self, FALSE, _("operand %1$u has %2$u parts, but takes %3$u"),
                                    index + 1, n, wanted);
}

/* wmma holds every cell of f16 as often as it takes to fill eight registers. */
static guint
count_input (LoomPtxVerifier *self,
             guint            cells,
             LoomPtxType      type)
{
  const gboolean is_wmma = get_family (self->instruction->opcode) == FAMILY_WMMA;

  return is_wmma && type == LOOM_PTX_TYPE_F16 ? 8 : count_registers (cells, type);
}

static gboolean
check_layouts (LoomPtxVerifier *self,
               guint            n,
               gboolean         any)
{
  const LoomPtxModifiers *m = &self->instruction->modifiers;

  if ((m->layouts[1] != LOOM_PTX_LAYOUT_NONE) != (n == 2))
    return _loom_ptx_verifier_refuse (self, FALSE,
                                      ngettext ("it takes %u layout", "it takes %u layouts", n), n);
  if (!any && (m->layouts[0] != LOOM_PTX_LAYOUT_ROW || m->layouts[1] != LOOM_PTX_LAYOUT_COL))
    return _loom_ptx_verifier_refuse (self, TRUE, _("only .row.col is supported"));

  return TRUE;
}

/* PTX ISA, mma: what is summed up in f32 ends in f32, and but for .m8n8k4 the other way, too. */
static gboolean
check_sums (LoomPtxVerifier *self,
            LoomPtxType      result,
            LoomPtxType      addend,
            gboolean         is_free)
{
  const gboolean is_quad = self->instruction->modifiers.mode == LOOM_PTX_MODE_M8N8K4;

  if (is_free || result == addend || (is_quad && result == LOOM_PTX_TYPE_F32))
    return TRUE;

  return _loom_ptx_verifier_refuse (self, TRUE, _("no form of it has these types"));
}

static gboolean
is_small (LoomPtxType type)
{
  return loom_ptx_type_bits (type) < 8;
}

static gboolean
check_product (LoomPtxVerifier *self)
{
  const LoomPtxModifiers *m = &self->instruction->modifiers;
  const gboolean is_short = m->n_types == 2,
                 is_wmma = get_family (self->instruction->opcode) == FAMILY_WMMA;
  const LoomPtxType a = is_short ? LOOM_PTX_TYPE_F16 : m->types[1],
                    b = is_short ? LOOM_PTX_TYPE_F16 : m->types[2];
  const LoomPtxType c = m->types[is_short ? 1 : 3];
  const gboolean is_quad = m->mode == LOOM_PTX_MODE_M8N8K4 && a == LOOM_PTX_TYPE_F16;
  const guint copies = is_quad ? 4 : 1,
              holes = get_family (self->instruction->opcode) == FAMILY_SPARSE ? 2 : 1;
  LoomPtxShape shape;

  if (!check_shape (self, a, m->types[0]) || !loom_ptx_mode_get_shape (m->mode, &shape))
    return FALSE;

  return check_layouts (self, 2, is_quad || (is_wmma && !is_small (a))) &&
         check_sums (self, m->types[0], c, is_wmma) &&
         check_count (self, 0, count_registers (copies * shape.m * shape.n, m->types[0])) &&
         check_count (self, 1, count_input (self, copies * shape.m * shape.k / holes, a)) &&
         check_count (self, 2, count_input (self, copies * shape.n * shape.k, b)) &&
         check_count (self, 3, count_registers (copies * shape.m * shape.n, c));
}

/* Lanes of a group of four that give which cells a sparse matrix has: one, two or all of them. */
static gboolean
check_selector (LoomPtxVerifier *self)
{
  const LoomPtxModifiers *m = &self->instruction->modifiers;
  LoomPtxShape shape;
  guint lanes;

  if (!check_product (self) || !loom_ptx_mode_get_shape (m->mode, &shape))
    return FALSE;
  /* 32 bits of each are four for each two cells that are there; tf32: for each one; of four bits:
   * for each four. */
  lanes = 16 * (shape.k / 2) * 4 /
          (m->types[1] == LOOM_PTX_TYPE_TF32 ? 1
           : is_small (m->types[1])          ? 4
                                             : 2) /
          256;

  return self->instruction->operands[5].bits < 4 / MAX (lanes, 1) ||
         _loom_ptx_verifier_refuse (self, FALSE, _("operand %u is out of range"), 6);
}

static gboolean
check_memory (LoomPtxVerifier *self,
              char             which)
{
  const LoomPtxModifiers *m = &self->instruction->modifiers;
  const gboolean is_sum = which == 'c' || which == 'd';
  const LoomPtxType type = m->types[0];
  LoomPtxShape shape;
  guint cells;

  if (!check_shape (self, is_sum ? LOOM_PTX_TYPE_NONE : type, type) ||
      !loom_ptx_mode_get_shape (m->mode, &shape))
    return FALSE;
  if (is_small (type) &&
      m->layouts[0] != (which == 'a' ? LOOM_PTX_LAYOUT_ROW : LOOM_PTX_LAYOUT_COL))
    return _loom_ptx_verifier_refuse (self, TRUE, _("only .row.col is supported"));
  cells = is_sum ? shape.m * shape.n : which == 'a' ? shape.m * shape.k : shape.n * shape.k;

  return check_layouts (self, 1, TRUE) &&
         check_count (self, which == 'd' ? 1 : 0,
                      is_sum ? count_registers (cells, type) : count_input (self, cells, type));
}

static gboolean
check_ldmatrix (LoomPtxVerifier *self)
{
  const guint space = self->instruction->modifiers.space;

  if (space != LOOM_PTX_SPACE_SHARED && space != LOOM_PTX_SPACE_GENERIC)
    return _loom_ptx_verifier_refuse (self, FALSE, _("space .%s is not for this instruction"),
                                      loom_ptx_space_get_name (space));

  return check_count (self, 0, 1u << (self->instruction->modifiers.mode - LOOM_PTX_MODE_X1));
}

gboolean
_loom_ptx_verify_matrix (LoomPtxVerifier *self)
{
  switch (self->instruction->opcode)
    {
    case LOOM_PTX_OP_WMMA_LOAD_A: return check_memory (self, 'a');
    case LOOM_PTX_OP_WMMA_LOAD_B: return check_memory (self, 'b');
    case LOOM_PTX_OP_WMMA_LOAD_C: return check_memory (self, 'c');
    case LOOM_PTX_OP_WMMA_STORE_D: return check_memory (self, 'd');
    case LOOM_PTX_OP_LDMATRIX: return check_ldmatrix (self);
    case LOOM_PTX_OP_MOVMATRIX: return TRUE;
    case LOOM_PTX_OP_MMA_SP:
    case LOOM_PTX_OP_MMA_SP_ORDERED: return check_selector (self);
    default: return check_product (self);
    }
}
