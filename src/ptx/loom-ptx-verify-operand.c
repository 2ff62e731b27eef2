/* loom-ptx-verify-operand.c: whether an operand fits its place in a form
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-verify-private.h"

#include <glib/gi18n-lib.h>

static LoomPtxType
widen (LoomPtxType type)
{
  switch (type)
    {
    case LOOM_PTX_TYPE_U16: return LOOM_PTX_TYPE_U32;
    case LOOM_PTX_TYPE_S16: return LOOM_PTX_TYPE_S32;
    case LOOM_PTX_TYPE_U32: return LOOM_PTX_TYPE_U64;
    case LOOM_PTX_TYPE_S32: return LOOM_PTX_TYPE_S64;
    default: g_assert_not_reached ();
    }
}

static LoomPtxType
get_type (LoomPtxVerifier      *self,
          const LoomPtxPattern *pattern)
{
  const LoomPtxModifiers *modifiers = &self->instruction->modifiers;

  if (pattern->type_index == LOOM_PTX_WIDE)
    return widen (modifiers->types[0]);

  return pattern->type_index >= 0 ? modifiers->types[pattern->type_index] : pattern->type;
}

static gboolean
refuse_kind (LoomPtxVerifier *self,
             guint            number,
             const char      *expected)
{
  return _loom_ptx_verifier_refuse (self, FALSE, _("operand %1$u must be %2$s"), number, expected);
}

static const LoomPtxRegister *
get_register (LoomPtxVerifier *self,
              gint32           reg)
{
  return &g_array_index (self->function->registers, LoomPtxRegister, reg);
}

static gboolean
check_register (LoomPtxVerifier *self,
                gint32           index,
                LoomPtxType      type,
                gboolean         relaxed,
                guint            number)
{
  const LoomPtxRegister *reg = get_register (self, index);

  if (loom_ptx_type_accepts (type, reg->type, relaxed))
    return TRUE;

  return _loom_ptx_verifier_refuse (
      self, FALSE, _("operand %1$u needs type .%2$s, but %3$s is .%4$s"), number,
      loom_ptx_type_get_name (type), reg->name, loom_ptx_type_get_name (reg->type));
}

/* The float in the width of the operand, as the table promises to whoever executes it. */
static void
fit_float (LoomPtxOperand *operand,
           guint           bits)
{
  union { guint32 u; gfloat f; } narrow;
  union { guint64 u; gdouble f; } wide;

  if (operand->is_float == 32 && bits == 64)
    {
      narrow.u = (guint32) operand->bits;
      wide.f = narrow.f;
      operand->bits = wide.u;
      operand->is_float = 64;
    }
  else if (operand->is_float == 64 && bits == 32)
    {
      wide.u = operand->bits;
      narrow.f = (gfloat) wide.f;
      operand->bits = narrow.u;
      operand->is_float = 32;
    }
}

static gboolean
check_immediate (LoomPtxVerifier *self,
                 LoomPtxOperand  *operand,
                 LoomPtxType      type,
                 guint            number)
{
  guint bits = loom_ptx_type_bits (type);
  gboolean wants_float = type == LOOM_PTX_TYPE_F32 || type == LOOM_PTX_TYPE_F64;

  if (operand->is_float == 0 && !loom_ptx_type_is_float (type))
    return TRUE;
  if (operand->is_float != 0 &&
      (wants_float || (loom_ptx_type_is_bits (type) && bits >= 32 && bits <= 64)))
    {
      fit_float (operand, bits);
      return TRUE;
    }

  return _loom_ptx_verifier_refuse (self, FALSE,
                                    _("operand %1$u is a constant that does not fit type .%2$s"),
                                    number, loom_ptx_type_get_name (type));
}

static gboolean
check_source (LoomPtxVerifier *self,
              LoomPtxOperand  *operand,
              LoomPtxType      type,
              gboolean         relaxed,
              guint            number)
{
  if (operand->kind == LOOM_PTX_OPERAND_IMMEDIATE)
    return check_immediate (self, operand, type, number);
  if (operand->kind == LOOM_PTX_OPERAND_REGISTER)
    return check_register (self, operand->reg, type, relaxed, number);
  if (operand->kind == LOOM_PTX_OPERAND_SPECIAL && self->instruction->opcode == LOOM_PTX_OP_CVT &&
      loom_ptx_type_bits (type) ==
          loom_ptx_type_bits (loom_ptx_special_get_facts (operand->label)->type))
    return TRUE;

  return refuse_kind (self, number, _("a register or a constant"));
}

static gboolean
check_destination (LoomPtxVerifier *self,
                   LoomPtxOperand  *operand,
                   LoomPtxType      type,
                   gboolean         relaxed,
                   guint            number)
{
  if (operand->kind == LOOM_PTX_OPERAND_SINK)
    return TRUE;
  if (operand->kind == LOOM_PTX_OPERAND_REGISTER)
    return check_register (self, operand->reg, type, relaxed, number);

  return refuse_kind (self, number, _("a register"));
}

static gboolean
check_function_address (LoomPtxVerifier *self,
                        LoomPtxOperand  *operand,
                        guint            number)
{
  LoomPtxFunction *target = g_ptr_array_index (self->module->functions, operand->label);

  if (target->is_declared_only || target->is_entry)
    return _loom_ptx_verifier_refuse (
        self, TRUE, _("“%s” has no body whose address could be taken"), target->name);

  return TRUE;
}

static gboolean
check_movable (LoomPtxVerifier *self,
               LoomPtxOperand  *operand,
               LoomPtxType      type,
               guint            number)
{
  guint bits = loom_ptx_type_bits (type);
  LoomPtxType special;

  switch (operand->kind)
    {
    case LOOM_PTX_OPERAND_SPECIAL:
      special = loom_ptx_special_get_facts (operand->label)->type;
      /* What is wider gets zeros above; of 32 bits 16 may be taken, and of %gridid 32, as older PTX
       * does. */
      if (loom_ptx_type_is_float (type) || bits < 16 ||
          (bits < loom_ptx_type_bits (special) && bits == 32 &&
           operand->label != LOOM_PTX_SPECIAL_GRIDID) ||
          bits * 2 < loom_ptx_type_bits (special))
        break;
      return TRUE;
    case LOOM_PTX_OPERAND_SYMBOL:
    case LOOM_PTX_OPERAND_FUNCTION:
      if (bits < 32 || bits > 64 || loom_ptx_type_is_float (type))
        break;
      return operand->kind == LOOM_PTX_OPERAND_SYMBOL ||
             check_function_address (self, operand, number);
    default:
      return check_source (self, operand, type, FALSE, number);
    }

  return _loom_ptx_verifier_refuse (self, FALSE, _("operand %1$u does not fit type .%2$s"), number,
                                    loom_ptx_type_get_name (type));
}

/* A plain operand, or with .vN a vector of N. */
static gboolean
check_memory_value (LoomPtxVerifier *self,
                    LoomPtxOperand  *operand,
                    LoomPtxType      type,
                    gboolean         stored,
                    guint            number)
{
  guint vector = self->instruction->modifiers.vector;

  if (vector == 1)
    return stored ? check_source (self, operand, type, TRUE, number)
                  : check_destination (self, operand, type, TRUE, number);
  if (operand->kind != LOOM_PTX_OPERAND_VECTOR || operand->n_elements != vector)
    return _loom_ptx_verifier_refuse (self, FALSE, _("operand %1$u must be a vector of %2$u"),
                                      number, vector);

  for (guint i = 0; i < vector; i++)
    if (stored ? !check_source (self, &operand->elements[i], type, TRUE, number)
               : !check_destination (self, &operand->elements[i], type, TRUE, number))
      return FALSE;

  return TRUE;
}

static LoomPtxType
bits_type (guint bits)
{
  return bits == 8    ? LOOM_PTX_TYPE_B8
         : bits == 16 ? LOOM_PTX_TYPE_B16
         : bits == 32 ? LOOM_PTX_TYPE_B32
         : bits == 64 ? LOOM_PTX_TYPE_B64
                      : LOOM_PTX_TYPE_NONE;
}

/* {a, b} of mov: parts of the same width that fill the whole. */
static gboolean
check_packed (LoomPtxVerifier *self,
              LoomPtxOperand  *operand,
              LoomPtxType      type,
              guint            number)
{
  gboolean is_source = number > 1;
  LoomPtxType part;

  part = bits_type (loom_ptx_type_bits (type) / operand->n_elements);
  if (part == LOOM_PTX_TYPE_NONE ||
      loom_ptx_type_bits (part) * operand->n_elements != loom_ptx_type_bits (type))
    return _loom_ptx_verifier_refuse (
        self, FALSE, _("operand %1$u has %2$u parts, which do not fill type .%3$s"), number,
        operand->n_elements, loom_ptx_type_get_name (type));

  for (guint i = 0; i < operand->n_elements; i++)
    if (is_source ? !check_source (self, &operand->elements[i], part, FALSE, number)
                  : !check_destination (self, &operand->elements[i], part, FALSE, number))
      return FALSE;

  return TRUE;
}

static gboolean
check_fragment (LoomPtxVerifier *self,
                LoomPtxOperand  *operand,
                LoomPtxType      type,
                guint            number)
{
  const LoomPtxType held = type == LOOM_PTX_TYPE_F64 ? LOOM_PTX_TYPE_F64 : LOOM_PTX_TYPE_B32;

  if (operand->kind != LOOM_PTX_OPERAND_VECTOR && operand->kind != LOOM_PTX_OPERAND_REGISTER)
    return refuse_kind (self, number, _("a vector"));
  if (operand->kind == LOOM_PTX_OPERAND_REGISTER)
    return check_register (self, operand->reg, held, FALSE, number);

  for (guint i = 0; i < operand->n_elements; i++)
    if (operand->elements[i].kind != LOOM_PTX_OPERAND_REGISTER)
      return refuse_kind (self, number, _("a vector of registers"));
    else if (!check_register (self, operand->elements[i].reg, held, FALSE, number))
      return FALSE;

  return TRUE;
}

static gboolean
check_address_register (LoomPtxVerifier *self,
                        LoomPtxOperand  *operand,
                        LoomPtxType      type,
                        guint            number)
{
  const LoomPtxRegister *reg = get_register (self, operand->reg);
  guint bits = loom_ptx_type_bits (reg->type);
  LoomPtxSpace space = self->instruction->modifiers.space;
  gboolean near = space == LOOM_PTX_SPACE_SHARED || space == LOOM_PTX_SPACE_LOCAL ||
                  space == LOOM_PTX_SPACE_CONST || space == LOOM_PTX_SPACE_PARAM ||
                  type == LOOM_PTX_TYPE_U32;

  if (!loom_ptx_type_is_float (reg->type) && (bits == 64 || (bits == 32 && near)))
    return TRUE;

  return _loom_ptx_verifier_refuse (self, FALSE,
                                    _("operand %1$u is an address, but %2$s is .%3$s"), number,
                                    reg->name, loom_ptx_type_get_name (reg->type));
}

static gboolean
check_address (LoomPtxVerifier *self,
               LoomPtxOperand  *operand,
               LoomPtxType      type,
               guint            number)
{
  LoomPtxModifiers *modifiers = &self->instruction->modifiers;
  const LoomPtxVariable *variable;

  if (operand->kind == LOOM_PTX_OPERAND_UNDEFINED)
    return _loom_ptx_verifier_refuse (self, FALSE, _("“%s” is not defined"), operand->name);
  if (operand->kind != LOOM_PTX_OPERAND_ADDRESS)
    return refuse_kind (self, number, _("an address"));
  if (operand->reg >= 0)
    return check_address_register (self, operand, type, number);
  /* Parameters lie where the driver puts them. */
  if (operand->symbol < 0)
    return modifiers->space != LOOM_PTX_SPACE_PARAM ||
           refuse_kind (self, number, _("the name of a parameter"));

  variable = loom_ptx_function_get_symbol (self->module, self->function, operand->symbol);
  /* The two addresses of cp.async have a space each. */
  if (type == LOOM_PTX_TYPE_U32 || type == LOOM_PTX_TYPE_U64)
    {
      if (variable->space ==
          (type == LOOM_PTX_TYPE_U32 ? LOOM_PTX_SPACE_SHARED : LOOM_PTX_SPACE_GLOBAL))
        return TRUE;
    }
  else
    {
      if (modifiers->space == LOOM_PTX_SPACE_GENERIC)
        modifiers->space = variable->space;
      if (modifiers->space == variable->space)
        return TRUE;
    }

  return _loom_ptx_verifier_refuse (self, FALSE, _("operand %1$u: “%2$s” lies in .%3$s"), number,
                                    variable->name, loom_ptx_space_get_name (variable->space));
}

/* The dimensions of a texture or surface, and the layer before them; a third is padded to four. */
static gboolean
check_texel (LoomPtxVerifier *self,
             LoomPtxOperand  *operand,
             LoomPtxType      type,
             guint            number)
{
  const LoomPtxGeometry geometry = self->instruction->modifiers.geometry;
  const gboolean is_layered = geometry >= LOOM_PTX_GEOMETRY_A1D;
  const guint n = loom_ptx_geometry_count (geometry) + (is_layered ? 1 : 0);

  if (operand->kind != LOOM_PTX_OPERAND_TEXEL || operand->reg < 0 || operand->offset != 0)
    return refuse_kind (self, number, _("a texture or surface object with coordinates"));
  if (!check_register (self, operand->reg, LOOM_PTX_TYPE_U64, FALSE, number))
    return FALSE;
  if (operand->n_elements != (n == 3 ? 4 : n))
    return _loom_ptx_verifier_refuse (self, FALSE, _("operand %1$u must have %2$u coordinates"),
                                      number, n == 3 ? 4 : n);

  for (guint i = 0; i < operand->n_elements; i++)
    if (!check_source (self, &operand->elements[i],
                       i == 0 && is_layered ? LOOM_PTX_TYPE_U32 : type, FALSE, number))
      return FALSE;

  return TRUE;
}

static gboolean
check_slope (LoomPtxVerifier *self,
             LoomPtxOperand  *operand,
             LoomPtxType      type,
             guint            number)
{
  if (operand->kind != LOOM_PTX_OPERAND_VECTOR)
    return check_source (self, operand, type, FALSE, number);

  for (guint i = 0; i < operand->n_elements; i++)
    if (!check_source (self, &operand->elements[i], type, FALSE, number))
      return FALSE;

  return TRUE;
}

static gboolean
check_label (LoomPtxVerifier *self,
             LoomPtxOperand  *operand,
             gboolean         table,
             guint            number)
{
  if (operand->kind == LOOM_PTX_OPERAND_UNDEFINED)
    return _loom_ptx_verifier_refuse (self, FALSE, _("label “%s” is not defined"), operand->name);
  if (operand->kind != (table ? LOOM_PTX_OPERAND_TABLE : LOOM_PTX_OPERAND_LABEL))
    return refuse_kind (self, number, table ? _("the name of branch targets") : _("a label"));
  if (table &&
      ((GArray *)g_ptr_array_index (self->function->branch_tables, operand->label))->len == 0)
    return _loom_ptx_verifier_refuse (self, FALSE, _("“%s” has no branch targets"), operand->name);

  return TRUE;
}

static gboolean
is_written (const LoomPtxPattern *pattern)
{
  return pattern->kind == LOOM_PTX_PATTERN_DESTINATION || pattern->kind == LOOM_PTX_PATTERN_PAIR ||
         pattern->kind == LOOM_PTX_PATTERN_SHUFFLED;
}

/* Into how many parts a video instruction cuts a register: the last digit of its name says it. */
static guint
count_parts (LoomPtxOpcode opcode)
{
  const char *name = loom_ptx_opcode_get_facts (opcode)->mnemonic;
  const char last = name[strlen (name) - 1];

  return g_ascii_isdigit (last) ? (guint) g_ascii_digit_value (last) : 1;
}

static gboolean
fits_destination (const LoomPtxInstruction *instruction,
                  const LoomPtxOperand     *operand,
                  guint                     parts)
{
  const LoomPtxSelector selector = operand->selector;

  if (parts == 1)               /* merged into c, which is there for nothing else then */
    return selector < LOOM_PTX_SELECTOR_BYTES && instruction->n_operands == 4 &&
           instruction->opcode != LOOM_PTX_OP_VMAD &&
           instruction->modifiers.atomic == LOOM_PTX_ATOMIC_NONE;
  if (selector != LOOM_PTX_SELECTOR_BYTES && selector != LOOM_PTX_SELECTOR_HALVES)
    return (selector < LOOM_PTX_SELECTOR_H0) == (parts == 4);
  for (guint i = 0; i < operand->n_lanes; i++)
    if ((operand->lanes >> (4 * i) & 0xf) >= parts)
      return FALSE;
  return (selector == LOOM_PTX_SELECTOR_BYTES) == (parts == 4);
}

static gboolean
fits_source (const LoomPtxOperand *operand,
             guint                 parts,
             guint                 number)
{
  const LoomPtxSelector selector = operand->selector;

  if (number > 3)               /* c is taken whole */
    return FALSE;
  if (parts == 1)
    return selector < LOOM_PTX_SELECTOR_BYTES;
  return selector == (parts == 4 ? LOOM_PTX_SELECTOR_BYTES : LOOM_PTX_SELECTOR_HALVES) &&
         operand->n_lanes == parts;
}

/* vadd takes a byte or half of a register; vadd2 and vadd4 say for each of the halves or bytes
 * which one it is, and their destination's are a mask. */
static gboolean
check_selector (LoomPtxVerifier      *self,
                const LoomPtxPattern *pattern,
                const LoomPtxOperand *operand,
                guint                 number)
{
  const LoomPtxOpcode opcode = self->instruction->opcode;
  const guint parts = count_parts (opcode);

  if (operand->selector == LOOM_PTX_SELECTOR_NONE)
    return TRUE;
  if (loom_ptx_opcode_get_facts (opcode)->op_class == LOOM_PTX_CLASS_VIDEO &&
      (is_written (pattern) ? fits_destination (self->instruction, operand, parts)
                            : fits_source (operand, parts, number)))
    return TRUE;

  return _loom_ptx_verifier_refuse (self, FALSE, _("operand %u cannot be this part of a register"),
                                    number);
}

/* !p, p|q and r.b0 are allowed in few places only. */
static gboolean
check_decoration (LoomPtxVerifier      *self,
                  const LoomPtxPattern *pattern,
                  const LoomPtxOperand *operand,
                  guint                 number)
{
  if (operand->minus &&
      (self->instruction->opcode != LOOM_PTX_OP_VMAD || operand->kind != LOOM_PTX_OPERAND_REGISTER))
    return _loom_ptx_verifier_refuse (self, FALSE, _("operand %u cannot be negated"), number);
  if (operand->negated && (get_type (self, pattern) != LOOM_PTX_TYPE_PRED || is_written (pattern)))
    return _loom_ptx_verifier_refuse (self, FALSE, _("operand %u cannot be negated"), number);
  if (operand->pair >= 0 && pattern->kind != LOOM_PTX_PATTERN_PAIR &&
      pattern->kind != LOOM_PTX_PATTERN_SHUFFLED)
    return _loom_ptx_verifier_refuse (self, FALSE, _("operand %u cannot be a pair"), number);
  if (operand->pair >= 0)
    return check_register (self, operand->pair, LOOM_PTX_TYPE_PRED, FALSE, number);
  return check_selector (self, pattern, operand, number);
}

static gboolean
check_kind (LoomPtxVerifier      *self,
            const LoomPtxPattern *pattern,
            LoomPtxOperand       *operand,
            guint                 number)
{
  LoomPtxType type = get_type (self, pattern);

  switch ((LoomPtxPatternKind) pattern->kind)
    {
    case LOOM_PTX_PATTERN_DESTINATION:
    case LOOM_PTX_PATTERN_PAIR:
    case LOOM_PTX_PATTERN_SHUFFLED: return check_destination (self, operand, type, FALSE, number);
    case LOOM_PTX_PATTERN_RELAXED_DESTINATION:
      return check_destination (self, operand, type, TRUE, number);
    case LOOM_PTX_PATTERN_SOURCE:
    case LOOM_PTX_PATTERN_PREDICATE: return check_source (self, operand, type, FALSE, number);
    case LOOM_PTX_PATTERN_RELAXED_SOURCE: return check_source (self, operand, type, TRUE, number);
    case LOOM_PTX_PATTERN_MOVABLE: return check_movable (self, operand, type, number);
    case LOOM_PTX_PATTERN_IMMEDIATE:
      return operand->kind == LOOM_PTX_OPERAND_IMMEDIATE
                 ? check_immediate (self, operand, type, number)
                 : refuse_kind (self, number, _("a constant"));
    case LOOM_PTX_PATTERN_LOADED: return check_memory_value (self, operand, type, FALSE, number);
    case LOOM_PTX_PATTERN_STORED: return check_memory_value (self, operand, type, TRUE, number);
    case LOOM_PTX_PATTERN_PACKED: return check_packed (self, operand, type, number);
    case LOOM_PTX_PATTERN_FRAGMENT: return check_fragment (self, operand, type, number);
    case LOOM_PTX_PATTERN_ADDRESS: return check_address (self, operand, type, number);
    case LOOM_PTX_PATTERN_LABEL: return check_label (self, operand, FALSE, number);
    case LOOM_PTX_PATTERN_TABLE: return check_label (self, operand, TRUE, number);
    case LOOM_PTX_PATTERN_TEXEL: return check_texel (self, operand, type, number);
    case LOOM_PTX_PATTERN_SLOPE: return check_slope (self, operand, type, number);
    default: g_assert_not_reached ();
    }
}

/* Whether operand @number, from 1, fits @pattern. */
gboolean
_loom_ptx_verify_operand (LoomPtxVerifier      *self,
                          const LoomPtxPattern *pattern,
                          LoomPtxOperand       *operand,
                          guint                 number)
{
  if (operand->kind == LOOM_PTX_OPERAND_UNDEFINED && pattern->kind != LOOM_PTX_PATTERN_LABEL)
    return _loom_ptx_verifier_refuse (self, FALSE, _("“%s” is not defined"), operand->name);

  return check_decoration (self, pattern, operand, number) &&
         check_kind (self, pattern, operand, number);
}
