/* loom-ptx-verify-target.c: which hardware an instruction needs at least
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-verify-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define TYPE(NAME) (1u << LOOM_PTX_TYPE_##NAME)
#define GROUP(NAME) (G_GUINT64_CONSTANT (1) << LOOM_PTX_GROUP_##NAME)
#define BF16 (TYPE (BF16) | TYPE (BF16X2))
#define HALF (TYPE (F16) | TYPE (F16X2))
#define ANY LOOM_PTX_OP_UNKNOWN

/* PTX ISA, target notes of each instruction, and what ptxas says of them; what sm_75 has is not
 * listed. */
static const struct
{
  LoomPtxOpcode opcode;
  guint32       types;          /* one of those must be written; 0: any */
  guint64       groups;         /* a word of one of those must be written; 0: any */
  const char   *word;           /* must be written; NULL: any */
  guint         target;
} rules[] = {
  { ANY, BF16 | TYPE (TF32), 0, NULL, 80 },
  { ANY, 0, GROUP (HINT) | GROUP (NAN) | GROUP (RELU) | GROUP (POLICY), NULL, 80 },
  { ANY, 0, GROUP (PREFETCH), ".L2::256B", 80 },
  { LOOM_PTX_OP_PREFETCH, 0, GROUP (LEVEL), ".L2::evict_", 80 },
  { LOOM_PTX_OP_MIN, HALF, 0, NULL, 80 },
  { LOOM_PTX_OP_MAX, HALF, 0, NULL, 80 },
  { LOOM_PTX_OP_CVT, TYPE (F16X2), 0, NULL, 80 },
  { LOOM_PTX_OP_REDUX, 0, 0, NULL, 80 },
  { LOOM_PTX_OP_DISCARD, 0, 0, NULL, 80 },
  { LOOM_PTX_OP_APPLYPRIORITY, 0, 0, NULL, 80 },
  { LOOM_PTX_OP_CREATEPOLICY_CVT, 0, 0, NULL, 80 },
  { LOOM_PTX_OP_MIN, 0, GROUP (XORSIGN), NULL, 86 },
  { LOOM_PTX_OP_MAX, 0, GROUP (XORSIGN), NULL, 86 },
  { LOOM_PTX_OP_CVT, TYPE (E4M3X2) | TYPE (E5M2X2), 0, NULL, 89 },
  { LOOM_PTX_OP_ADD, BF16, 0, NULL, 90 },
  { LOOM_PTX_OP_SUB, BF16, 0, NULL, 90 },
  { LOOM_PTX_OP_MUL, BF16, 0, NULL, 90 },
  { LOOM_PTX_OP_SETP, BF16, 0, NULL, 90 },
  { LOOM_PTX_OP_SET, BF16, 0, NULL, 90 },
  { LOOM_PTX_OP_EX2, BF16, 0, NULL, 90 },
  { LOOM_PTX_OP_TANH, BF16, 0, NULL, 90 },
};

static guint32
get_types (const LoomPtxModifiers *modifiers)
{
  guint32 types = 0;

  for (guint i = 0; i < modifiers->n_types; i++)
    types |= 1u << modifiers->types[i];

  return types;
}

/* The number of the least target: 75 of sm_75. */
guint
_loom_ptx_verify_get_target (const LoomPtxInstruction *instruction)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  const LoomPtxClass class = loom_ptx_opcode_get_facts (instruction->opcode)->op_class;
  const guint32 types = get_types (modifiers);
  guint target = class == LOOM_PTX_CLASS_ASYNC ? 80 : 75;

  /* Matrices have tables of their own, in which a type alone says little. */
  for (guint i = 0; i < G_N_ELEMENTS (rules) && class != LOOM_PTX_CLASS_MATRIX; i++)
    if ((rules[i].opcode == ANY || rules[i].opcode == instruction->opcode) &&
        (rules[i].types == 0 || (rules[i].types & types) != 0) &&
        (rules[i].groups == 0 || (rules[i].groups & modifiers->groups) != 0) &&
        (rules[i].word == NULL || strstr (modifiers->suffix, rules[i].word) != NULL))
      target = MAX (target, rules[i].target);

  return target;
}

/* As the assembler does: an instruction that the module's own target lacks is a mistake. */
gboolean
_loom_ptx_verify_target (LoomPtxVerifier *self)
{
  const guint needed = _loom_ptx_verify_get_target (self->instruction);
  const char *number = self->module->target != NULL ? strchr (self->module->target, '_') : NULL;
  const guint64 target = number != NULL ? g_ascii_strtoull (number + 1, NULL, 10) : 0;

  return needed == 75 || target >= needed ||
         _loom_ptx_verifier_refuse (self, FALSE,
                                    _("it needs sm_%1$u or later, and the module is for %2$s"),
                                    needed,
                                    self->module->target != NULL ? self->module->target : "?");
}
