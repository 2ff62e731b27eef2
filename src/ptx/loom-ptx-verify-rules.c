/* loom-ptx-verify-rules.c: what a row of the table cannot say: targets, calls, conversions, spaces
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-verify-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
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
} targets[] = {
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
  for (guint i = 0; i < G_N_ELEMENTS (targets) && class != LOOM_PTX_CLASS_MATRIX; i++)
    if ((targets[i].opcode == ANY || targets[i].opcode == instruction->opcode) &&
        (targets[i].types == 0 || (targets[i].types & types) != 0) &&
        (targets[i].groups == 0 || (targets[i].groups & modifiers->groups) != 0) &&
        (targets[i].word == NULL || strstr (modifiers->suffix, targets[i].word) != NULL))
      target = MAX (target, targets[i].target);

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

/* What the CUDA device library leaves to the system, and the simulator stands in for. */
static const char *const system_functions[] = { "vprintf", "malloc", "free", "__assertfail" };

static gboolean
check_argument_list (LoomPtxVerifier      *self,
                     const LoomPtxOperand *given,
                     guint                 n_given,
                     GPtrArray            *wanted,
                     gboolean              is_variadic)
{
  guint n_fixed = wanted->len - (is_variadic ? 1 : 0);

  if (n_given < n_fixed || (n_given > n_fixed && !is_variadic))
    return _loom_ptx_verifier_refuse (
        self, FALSE, _("%1$u values are passed where %2$u are declared"), n_given, wanted->len);
  for (guint i = 0; i < n_given; i++)
    {
      const LoomPtxVariable *formal = i < n_fixed ? g_ptr_array_index (wanted, i) : NULL;
      const LoomPtxVariable *actual = NULL;

      if (given[i].kind == LOOM_PTX_OPERAND_UNDEFINED)
        return _loom_ptx_verifier_refuse (self, FALSE, _("“%s” is not defined"), given[i].name);
      if (given[i].kind == LOOM_PTX_OPERAND_SYMBOL)
        actual = loom_ptx_function_get_symbol (self->module, self->function, given[i].symbol);
      if (actual == NULL || actual->space != LOOM_PTX_SPACE_PARAM || given[i].offset != 0)
        return _loom_ptx_verifier_refuse (self, TRUE,
                                          _("values are passed in .param variables only"));
      if (formal != NULL && actual->size != formal->size)
        return _loom_ptx_verifier_refuse (self, FALSE, _("“%1$s” has %2$" PRIu64
                                                         " bytes where %3$" PRIu64 " are declared"),
                                          actual->name, actual->size, formal->size);
    }

  return TRUE;
}

static gboolean
find_callee (LoomPtxVerifier  *self,
             LoomPtxFunction **callee)
{
  const LoomPtxCall *call = self->instruction->call;

  switch (call->target.kind)
    {
    case LOOM_PTX_OPERAND_FUNCTION:
      *callee = g_ptr_array_index (self->module->functions, call->target.label);
      if ((*callee)->is_entry)
        return _loom_ptx_verifier_refuse (self, TRUE, _("a kernel cannot call a kernel"));
      if (!(*callee)->is_declared_only)
        return TRUE;
      for (guint i = 0; i < G_N_ELEMENTS (system_functions); i++)
        if (g_str_equal (system_functions[i], (*callee)->name))
          return TRUE;
      return _loom_ptx_verifier_refuse (
          self, TRUE, _("function “%s” is declared, but not in the module"), (*callee)->name);
    case LOOM_PTX_OPERAND_REGISTER:
      if (call->prototype < 0)
        return _loom_ptx_verifier_refuse (self, FALSE,
                                          _("a call through a register needs a prototype"));
      *callee = g_ptr_array_index (self->function->prototypes, call->prototype);
      return loom_ptx_type_bits (
                 g_array_index (self->function->registers, LoomPtxRegister, call->target.reg)
                     .type) == 64
                 ? TRUE
                 : _loom_ptx_verifier_refuse (self, FALSE,
                                              _("the address of a function has 64 bits"));
    default:
      return _loom_ptx_verifier_refuse (self, FALSE, _("there is no function of that name"));
    }
}

/* A call has its own shape: the function, and that values and declarations agree. */
gboolean
_loom_ptx_verify_call (LoomPtxVerifier *self)
{
  const LoomPtxCall *call = self->instruction->call;
  LoomPtxFunction *callee = NULL;
  guint n_forms;

  if (!find_callee (self, &callee))
    return FALSE;
  self->instruction->form = loom_ptx_opcode_get_forms (LOOM_PTX_OP_CALL, &n_forms);

  return check_argument_list (self, call->returns, call->n_returns, callee->returns, FALSE) &&
         check_argument_list (self, call->arguments, call->n_arguments, callee->params,
                              callee->is_variadic);
}

static gboolean
is_unsigned_compare (guint compare)
{
  return compare >= LOOM_PTX_COMPARE_LO && compare <= LOOM_PTX_COMPARE_HS;
}

/* PTX ISA, setp: bits know equality only, floats alone are unordered, and lo ls hi hs are for
 * unsigned integers. */
static gboolean
check_compare (LoomPtxVerifier *self,
               LoomPtxType      type)
{
  guint compare = self->instruction->modifiers.compare;
  gboolean is_float = loom_ptx_type_is_float (type);
  gboolean fits;

  if (loom_ptx_type_is_bits (type))
    fits = compare == LOOM_PTX_COMPARE_EQ || compare == LOOM_PTX_COMPARE_NE;
  else if (is_float)
    fits = !is_unsigned_compare (compare);
  else
    fits = compare <= LOOM_PTX_COMPARE_GE ||
           (is_unsigned_compare (compare) && !loom_ptx_type_is_signed (type));

  return fits || _loom_ptx_verifier_refuse (self, FALSE, _("type .%s is not compared in that way"),
                                            loom_ptx_type_get_name (type));
}

/* Assemblers take the names of signed comparisons alone, which mean unsigned ones of .u32. */
static gboolean
check_vset (LoomPtxVerifier *self)
{
  const LoomPtxModifiers *m = &self->instruction->modifiers;

  return !is_unsigned_compare (m->compare) ||
         _loom_ptx_verifier_refuse (self, FALSE, _("type .%s is not compared in that way"),
                                    loom_ptx_type_get_name (m->types[1]));
}

static gboolean
check_space (LoomPtxVerifier *self)
{
  static const struct
  {
    LoomPtxOpcode opcode;
    guint         spaces;       /* set of LoomPtxSpace */
  } rules[] = {
    { LOOM_PTX_OP_ST, 1 << LOOM_PTX_SPACE_GENERIC | 1 << LOOM_PTX_SPACE_GLOBAL |
                          1 << LOOM_PTX_SPACE_SHARED | 1 << LOOM_PTX_SPACE_LOCAL |
                          1 << LOOM_PTX_SPACE_PARAM },
    { LOOM_PTX_OP_LDU, 1 << LOOM_PTX_SPACE_GENERIC | 1 << LOOM_PTX_SPACE_GLOBAL },
    { LOOM_PTX_OP_ATOM,
      1 << LOOM_PTX_SPACE_GENERIC | 1 << LOOM_PTX_SPACE_GLOBAL | 1 << LOOM_PTX_SPACE_SHARED },
    { LOOM_PTX_OP_RED,
      1 << LOOM_PTX_SPACE_GENERIC | 1 << LOOM_PTX_SPACE_GLOBAL | 1 << LOOM_PTX_SPACE_SHARED },
    { LOOM_PTX_OP_CVTA, 1 << LOOM_PTX_SPACE_GLOBAL | 1 << LOOM_PTX_SPACE_SHARED |
                            1 << LOOM_PTX_SPACE_LOCAL | 1 << LOOM_PTX_SPACE_CONST |
                            1 << LOOM_PTX_SPACE_PARAM },
  };
  const LoomPtxModifiers *m = &self->instruction->modifiers;
  const gboolean converts = self->instruction->opcode == LOOM_PTX_OP_CVTA ||
                            self->instruction->opcode == LOOM_PTX_OP_ISSPACEP;

  if (converts && strstr (m->suffix, ".param::func") != NULL)
    return _loom_ptx_verifier_refuse (self, FALSE, _("space .%s is not for this instruction"),
                                      "param::func");

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (rules[i].opcode == self->instruction->opcode && (rules[i].spaces >> m->space & 1) == 0)
      return _loom_ptx_verifier_refuse (self, FALSE, _("space .%s is not for this instruction"),
                                        loom_ptx_space_get_name (m->space));

  return TRUE;
}

static gboolean
check_vote (LoomPtxVerifier *self)
{
  const LoomPtxModifiers *m = &self->instruction->modifiers;
  gboolean ballot = m->mode == LOOM_PTX_MODE_BALLOT;

  return ballot == (m->types[0] == LOOM_PTX_TYPE_B32) ||
         _loom_ptx_verifier_refuse (self, FALSE,
                                    _("only .ballot gives .b32, and the others give .pred"));
}

static gboolean
check_cp_async (LoomPtxVerifier *self)
{
  guint64 size = self->instruction->operands[2].bits;
  gboolean fits = size == 16 || (self->instruction->opcode == LOOM_PTX_OP_CP_ASYNC_CA &&
                                 (size == 4 || size == 8));

  return fits ||
         _loom_ptx_verifier_refuse (self, FALSE, _("%" PRIu64 " bytes cannot be copied so"), size);
}

/* What remains once a form fits. */
gboolean
_loom_ptx_verify_rules (LoomPtxVerifier *self)
{
  if (loom_ptx_opcode_get_facts (self->instruction->opcode)->op_class == LOOM_PTX_CLASS_MATRIX)
    return _loom_ptx_verify_matrix (self);

  switch (self->instruction->opcode)
    {
    case LOOM_PTX_OP_SETP: return check_compare (self, self->instruction->modifiers.types[0]);
    case LOOM_PTX_OP_SET: return check_compare (self, self->instruction->modifiers.types[1]);
    case LOOM_PTX_OP_VSET:
    case LOOM_PTX_OP_VSET2:
    case LOOM_PTX_OP_VSET4: return check_vset (self);
    case LOOM_PTX_OP_VOTE: return check_vote (self);
    case LOOM_PTX_OP_CP_ASYNC_CA:
    case LOOM_PTX_OP_CP_ASYNC_CG: return check_cp_async (self);
    default: return check_space (self);
    }
}
