/* loom-sim-lower-instruction.c: the ops of one PTX instruction
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

/* The name that a handler's row has: the mnemonic and its suffix, less what makes no difference to
 * the result. */
static char *
spell (const LoomPtxInstruction *instruction)
{
  const gboolean default_nearest = instruction->opcode == LOOM_PTX_OP_ADD ||
                                   instruction->opcode == LOOM_PTX_OP_SUB ||
                                   instruction->opcode == LOOM_PTX_OP_MUL;
  const gboolean combines = instruction->modifiers.combine != LOOM_PTX_COMBINE_NONE;
  g_auto (GStrv) words = g_strsplit (
      instruction->modifiers.suffix != NULL ? instruction->modifiers.suffix : "", ".", -1);
  GString *name = g_string_new (loom_ptx_opcode_get_facts (instruction->opcode)->mnemonic);

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (*words[i] == '\0' || (default_nearest && g_str_equal (words[i], "rn")))
        continue;
      if (combines && (g_str_equal (words[i], "and") || g_str_equal (words[i], "or") ||
                       g_str_equal (words[i], "xor")))
        continue;
      g_string_append_printf (name, ".%s", words[i]);
    }
  return g_string_free (name, FALSE);
}

static guint
get_signature_width (char letter)
{
  switch (letter)
    {
    case '1':
    case 'c':
      return 1;
    case 'x':
      return 16;
    default:
      return (guint) (letter - '0');
    }
}

gint32
loom_sim_lower_not (LoomSimIr *self,
                    gint32     predicate)
{
  return loom_sim_ir_add_result (self, LOOM_SIM_KEY (NOT, .type = LOOM_PTX_TYPE_PRED), 1,
                                 predicate, LOOM_SIM_NO_VALUE);
}

/* Reads a special register into a value of its own width. */
void
loom_sim_lower_special (LoomSimIr *self,
                        gint32     special,
                        gint32     value)
{
  const char *name = loom_ptx_special_get_facts ((LoomPtxSpecial) special)->name;

  loom_sim_ir_add_form (self, loom_sim_isa_find (self->isa, name))->d = value;
  /* Cooperative groups find the barrier of their grid through these. */
  self->program->syncs_grid |= special == LOOM_PTX_SPECIAL_ENVREG1 ||
                               special == LOOM_PTX_SPECIAL_ENVREG2;
}

static gint32
add_special (LoomSimIr *self,
             gint32     special)
{
  const LoomPtxType type = loom_ptx_special_get_facts ((LoomPtxSpecial) special)->type;
  const gint32 value = loom_sim_ir_add_value (self, loom_ptx_type_bits (type) / 8);

  loom_sim_lower_special (self, special, value);
  return value;
}

static gint32
lower_symbol (LoomSimIr            *self,
              const LoomPtxOperand *operand,
              guint                 width)
{
  LoomPtxSpace space;
  gint32 base;
  guint64 address;

  if (!loom_sim_lower_symbol (self, operand->symbol, &space, &base, &address))
    return LOOM_SIM_NO_VALUE;
  address += (guint64) operand->offset;
  if (base == LOOM_SIM_NO_VALUE)
    return loom_sim_lower_symbol_address (self, operand->symbol, width, address);
  return width == 8 ? loom_sim_ir_local_address (self, (guint32) address) : base;
}

static gint32
lower_value (LoomSimIr            *self,
             const LoomPtxOperand *operand,
             guint                 width)
{
  switch ((LoomPtxOperandKind) operand->kind)
    {
    case LOOM_PTX_OPERAND_REGISTER:
      return operand->negated ? loom_sim_lower_not (self, operand->reg) : operand->reg;
    case LOOM_PTX_OPERAND_IMMEDIATE:
      return loom_sim_ir_constant (self, width, operand->bits);
    case LOOM_PTX_OPERAND_SPECIAL:
      return add_special (self, operand->label);
    case LOOM_PTX_OPERAND_SYMBOL:
      return lower_symbol (self, operand, width);
    case LOOM_PTX_OPERAND_FUNCTION:
      return loom_sim_ir_constant (
          self, width, LOOM_SIM_FUNCTION_BASE + (guint64) operand->label * LOOM_SIM_FUNCTION_STEP);
    default:
      return LOOM_SIM_NO_VALUE;
    }
}

/* The value of a source operand, of at least `width` bytes cut to it. */
gint32
loom_sim_lower_source (LoomSimIr            *self,
                       const LoomPtxOperand *operand,
                       guint                 width)
{
  const gint32 value = lower_value (self, operand, width);

  if (value != LOOM_SIM_NO_VALUE && loom_sim_ir_get_width (self, value) == width)
    return value;
  if (value != LOOM_SIM_NO_VALUE && loom_sim_ir_get_width (self, value) > width)
    {
      const guint8 from = (guint8) loom_sim_ir_get_width (self, value);

      /* The low bytes of a value. */
      return loom_sim_ir_add_result (self, LOOM_SIM_KEY (CUT, .widths = { from, (guint8) width }),
                                     width, value, LOOM_SIM_NO_VALUE);
    }
  loom_sim_ir_add_form (self, NULL);
  return loom_sim_ir_constant (self, width, 0);
}

static gint32
get_destination (LoomSimIr            *self,
                 const LoomPtxOperand *operand,
                 gboolean              second,
                 guint                 width)
{
  gint32 reg = second ? operand->pair : operand->reg;

  return operand->kind == LOOM_PTX_OPERAND_REGISTER && reg >= 0
             ? reg
             : loom_sim_ir_add_value (self, width);
}

static gint32
get_carry (LoomSimIr *self)
{
  if (self->carry == LOOM_SIM_NO_VALUE)
    self->carry = loom_sim_ir_add_value (self, 1);
  return self->carry;
}

/* After the op whose destination was made narrower than the register: widens it as the type
 * says. */
static void
add_widening (LoomSimIr *self,
              gint32     from,
              gint32     to,
              gboolean   is_signed)
{
  const LoomSimKey key = {
    .opcode = is_signed ? LOOM_SIM_OPCODE_WIDEN_S : LOOM_SIM_OPCODE_WIDEN_U,
    .widths = { (guint8) loom_sim_ir_get_width (self, from),
                (guint8) loom_sim_ir_get_width (self, to) },
  };

  loom_sim_ir_add_to (self, key, to, from, LOOM_SIM_NO_VALUE);
}

/* What a row's signature says of an op's operands, given in its order. */
static guint
lower_sources (LoomSimIr                *self,
               const LoomPtxInstruction *instruction,
               const char               *letters,
               guint                     next,
               gint32                   *sources)
{
  for (guint i = 0; letters[i] != '\0' && letters[i] != ','; i++)
    if (letters[i] == 'c')
      sources[i] = get_carry (self);
    else if (next < instruction->n_operands)
      sources[i] = loom_sim_lower_source (self, &instruction->operands[next++],
                                          get_signature_width (letters[i]));
    else
      return FALSE;
  return TRUE;
}

/* An instruction that is one op: operands in the order of the row's signature. A register that is
 * wider than its result takes it as the type says. */
void
loom_sim_lower_operation (LoomSimIr                *self,
                          const LoomPtxInstruction *instruction,
                          const LoomSimForm        *form)
{
  gint32 results[2] = { -1, -1 }, sources[4] = { -1, -1, -1, -1 }, wide = LOOM_SIM_NO_VALUE;
  guint n_destinations;
  LoomSimIrOp *op;

  n_destinations = form != NULL ? (guint) (strchr (form->signature, '=') - form->signature) : 0;
  if (form == NULL ||
      !lower_sources (self, instruction, form->signature + n_destinations + 1,
                      n_destinations > 0 && form->signature[0] != 'c' ? 1 : 0, sources))
    {
      loom_sim_ir_add_form (self, NULL);
      return;
    }
  for (guint i = 0; i < n_destinations; i++)
    {
      const guint width = get_signature_width (form->signature[i]);

      results[i] = form->signature[i] == 'c'
                       ? get_carry (self)
                       : get_destination (self, &instruction->operands[0], i > 0, width);
      if (loom_sim_ir_get_width (self, results[i]) <= width)
        continue;
      wide = results[i];
      results[i] = loom_sim_ir_add_value (self, width);
    }
  op = loom_sim_ir_add_form (self, form);
  memcpy (op->results, results, sizeof results);
  memcpy (op->sources, sources, sizeof sources);
  if (wide != LOOM_SIM_NO_VALUE)
    add_widening (self, results[0], wide,
                  loom_ptx_type_is_signed (instruction->modifiers.types[0]));
}

/* Selections depend on the width alone of what is selected. */
static const LoomSimForm *
find_selection (const LoomSimIr          *self,
                const LoomPtxInstruction *instruction)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  LoomSimKey key = LOOM_SIM_KEY (SELP);

  key.widths[0] = (guint8) (loom_ptx_type_bits (modifiers->types[0]) / 8);
  if (instruction->opcode == LOOM_PTX_OP_SLCT)
    {
      key.opcode = (modifiers->flags & LOOM_PTX_FLAG_FTZ) != 0 ? LOOM_SIM_OPCODE_SLCT_FTZ
                                                               : LOOM_SIM_OPCODE_SLCT;
      key.type = modifiers->types[1];
    }
  return loom_sim_isa_find_key (self->isa, key);
}

/* .sync may stand before or after what is matched or voted on. */
static const LoomSimForm *
find_warp_operation (const LoomSimIr          *self,
                     const LoomPtxInstruction *instruction)
{
  static const LoomSimOpcode votes[] = {
    LOOM_SIM_OPCODE_VOTE_ALL, LOOM_SIM_OPCODE_VOTE_ANY,
    LOOM_SIM_OPCODE_VOTE_UNI, LOOM_SIM_OPCODE_VOTE_BALLOT,
  };
  const LoomPtxMode mode = (LoomPtxMode) instruction->modifiers.mode;
  LoomSimKey key = LOOM_SIM_KEY (MATCH_ALL, .type = instruction->modifiers.types[0]);

  if (instruction->opcode == LOOM_PTX_OP_VOTE)
    key.opcode = votes[mode - LOOM_PTX_MODE_ALL];
  else if (mode == LOOM_PTX_MODE_ANY)
    key.opcode = LOOM_SIM_OPCODE_MATCH_ANY;
  return loom_sim_isa_find_key (self->isa, key);
}

/* The lanes that a warp operation names come together before it. */
static void
add_converge (LoomSimIr                *self,
              const LoomPtxInstruction *instruction)
{
  const LoomPtxOperand *mask = &instruction->operands[instruction->n_operands - 1];
  const gint32 value = loom_sim_lower_source (self, mask, 4);

  loom_sim_ir_add_to (self, LOOM_SIM_KEY (CONVERGE), LOOM_SIM_NO_VALUE, value, LOOM_SIM_NO_VALUE)
      ->immediate.is_full = mask->kind == LOOM_PTX_OPERAND_IMMEDIATE &&
                            (guint32) mask->bits == G_MAXUINT32;
}

static void
lower_plain (LoomSimIr                *self,
             const LoomPtxInstruction *instruction)
{
  g_autofree char *name = spell (instruction);
  const LoomSimForm *form;

  switch (instruction->opcode)
    {
    case LOOM_PTX_OP_SETP:
      loom_sim_lower_setp (self, instruction, name);
      return;
    case LOOM_PTX_OP_SET:
      loom_sim_lower_set (self, instruction);
      return;
    case LOOM_PTX_OP_LOP3:
      loom_sim_lower_lop3 (self, instruction);
      return;
    case LOOM_PTX_OP_CVT:
      loom_sim_lower_convert (self, instruction);
      return;
    case LOOM_PTX_OP_SELP:
    case LOOM_PTX_OP_SLCT:
      form = find_selection (self, instruction);
      break;
    case LOOM_PTX_OP_BAR_WARP_SYNC:
      add_converge (self, instruction);
      return;
    case LOOM_PTX_OP_VOTE:
    case LOOM_PTX_OP_MATCH:
      add_converge (self, instruction);
      form = find_warp_operation (self, instruction);
      break;
    case LOOM_PTX_OP_SHFL:
    case LOOM_PTX_OP_REDUX:
      add_converge (self, instruction);
      G_GNUC_FALLTHROUGH;
    default:
      form = loom_sim_isa_find (self->isa, name);
      break;
    }
  loom_sim_lower_operation (self, instruction, form);
}

/* Appends what an instruction does when its guard holds. */
void
loom_sim_lower_instruction (LoomSimIr                *self,
                            const LoomPtxInstruction *instruction)
{
  static LoomSimLowerFunc * const by_class[] = {
    [LOOM_PTX_CLASS_MEMORY] = loom_sim_lower_access,
    [LOOM_PTX_CLASS_ASYNC] = loom_sim_lower_async,
    [LOOM_PTX_CLASS_STACK] = loom_sim_lower_stack,
    [LOOM_PTX_CLASS_ATOMIC] = loom_sim_lower_atomic,
    [LOOM_PTX_CLASS_CONTROL] = loom_sim_lower_control,
    [LOOM_PTX_CLASS_BARRIER] = loom_sim_lower_control,
    [LOOM_PTX_CLASS_MATRIX] = loom_sim_lower_matrix,
    [LOOM_PTX_CLASS_TEXTURE] = loom_sim_lower_texture,
    [LOOM_PTX_CLASS_VIDEO] = loom_sim_lower_video,
  };
  const LoomPtxClass class = loom_ptx_opcode_get_facts (instruction->opcode)->op_class;

  switch (instruction->opcode)
    {
    case LOOM_PTX_OP_CALL:
      loom_sim_lower_call (self, instruction);
      break;
    case LOOM_PTX_OP_MOV:
    case LOOM_PTX_OP_CVTA:
      loom_sim_lower_move (self, instruction);
      break;
    case LOOM_PTX_OP_BAR_WARP_SYNC:
      lower_plain (self, instruction);
      break;
    default:
      if (class < G_N_ELEMENTS (by_class) && by_class[class] != NULL)
        by_class[class] (self, instruction);
      else
        lower_plain (self, instruction);
      break;
    }
}
