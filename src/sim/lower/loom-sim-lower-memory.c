/* loom-sim-lower-memory.c: symbols, addresses, moves, loads, stores, atomics and alloca to
 * ops
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#include <string.h>

static gboolean
find_shared (const LoomSimProgram  *program,
             const LoomPtxVariable *variable,
             guint                 *index)
{
  for (*index = 0; *index < program->shared->len; ++*index)
    if (g_array_index (program->shared, LoomSimShared, *index).variable == variable)
      return TRUE;
  return FALSE;
}

static gint
find_module_variable (const LoomPtxModule   *module,
                      const LoomPtxVariable *variable)
{
  guint index;

  return g_ptr_array_find (module->variables, variable, &index) ? (gint) index : -1;
}

/* Where a symbol lies: an address, or an offset from a base in the frame's local memory. */
gboolean
loom_sim_lower_symbol (LoomSimIr    *self,
                       gint32        symbol,
                       LoomPtxSpace *space,
                       gint32       *base,
                       guint64      *address)
{
  LoomPtxVariable *variable =
      loom_ptx_function_get_symbol (self->module, (LoomPtxFunction *) self->function, symbol);
  gpointer offset;
  guint shared;
  gint index;

  *base = LOOM_SIM_NO_VALUE;
  if (variable == NULL)
    return FALSE;
  *space = variable->space;
  if (variable->space == LOOM_PTX_SPACE_SHARED)
    {
      if (!find_shared (self->program, variable, &shared))
        return FALSE;
      *address = g_array_index (self->program->shared, LoomSimShared, shared).offset;
      return TRUE;
    }
  if (g_hash_table_lookup_extended (self->local_offsets, variable, NULL, &offset))
    {
      *space = LOOM_PTX_SPACE_LOCAL;
      *address = GPOINTER_TO_UINT (offset);
      *base = loom_sim_ir_local_address (self, GPOINTER_TO_UINT (offset));
      return TRUE;
    }
  if (variable->offset >= 0)
    {
      *space = LOOM_PTX_SPACE_PARAM;
      *address = LOOM_SIM_SLOT_ADDRESS (LOOM_SIM_PARAM_SLOT) + (guint64) variable->offset;
      return TRUE;
    }
  index = find_module_variable (self->module, variable);
  if (index < 0)
    return FALSE;
  *address = self->addresses[index];
  return TRUE;
}

/* A value for what loom_sim_lower_symbol() found, or for an address near it, where it gave no
 * base. */
gint32
loom_sim_lower_symbol_address (LoomSimIr *self,
                               gint32     symbol,
                               guint      width,
                               guint64    address)
{
  const LoomPtxVariable *variable =
      loom_ptx_function_get_symbol (self->module, (LoomPtxFunction *) self->function, symbol);
  guint shared;

  return variable->space == LOOM_PTX_SPACE_SHARED && find_shared (self->program, variable, &shared)
             ? loom_sim_ir_shared_address (self, width, shared, address)
             : loom_sim_ir_constant (self, width, address);
}

/* Where an address operand points to; its space is what the instruction says, made precise. */
LoomSimIrPlace
loom_sim_lower_place (LoomSimIr            *self,
                      const LoomPtxOperand *operand,
                      LoomPtxSpace          space)
{
  LoomSimIrPlace place = { .space = space, .base = operand->reg, .offset = operand->offset };
  guint64 address = 0;

  if (operand->reg >= 0 && space == LOOM_PTX_SPACE_PARAM && !self->function->is_entry)
    place.space = LOOM_PTX_SPACE_LOCAL;
  if (operand->reg >= 0)
    return place;
  if (operand->symbol < 0 ||
      !loom_sim_lower_symbol (self, operand->symbol, &place.space, &place.base, &address))
    {
      place.base = loom_sim_ir_constant (self, 8, 0);
      if (operand->symbol >= 0)
        loom_sim_ir_add_form (self, NULL);
    }
  else if (place.base == LOOM_SIM_NO_VALUE)
    place.base = loom_sim_lower_symbol_address (
        self, operand->symbol, place.space == LOOM_PTX_SPACE_SHARED ? 4 : 8, address);
  return place;
}

/* Makes an op an access; returns the op, which others may have come before. */
LoomSimIrOp *
loom_sim_lower_set_access (LoomSimIr            *self,
                           LoomSimIrOp          *op,
                           const LoomSimIrPlace *place,
                           guint                 element,
                           guint                 n_elements,
                           guint                 kind)
{
  LoomSimDetail *detail = loom_sim_ir_add_detail (self, op);

  detail->space = (guint8) place->space;
  detail->element = (guint8) element;
  detail->n_elements = (guint8) n_elements;
  detail->size = (guint8) (element * n_elements);
  detail->kind = (guint8) kind;
  detail->width[0] = (guint8) loom_sim_ir_get_width (self, place->base);
  op->a = place->base;
  op->immediate.offset = place->offset;
  return loom_sim_lower_observe (self, op);
}

/* An element of `type`, U8 to U64, S8 to S64 or B128, to each of the registers. */
void
loom_sim_lower_add_load (LoomSimIr            *self,
                         const LoomSimIrPlace *place,
                         LoomPtxType           type,
                         const gint32         *parts,
                         guint                 n_parts)
{
  const guint8 width = (guint8) loom_sim_ir_get_width (self, parts[0]);
  LoomSimIrOp *op = loom_sim_ir_add (self, LOOM_SIM_KEY (LD, .type = type, .widths = { width }));

  op = loom_sim_lower_set_access (self, op, place, loom_ptx_type_bits (type) / 8, n_parts,
                                  LOOM_SIM_ACCESS_LOAD);
  op->n_parts = (guint8) n_parts;
  op->parts_written = TRUE;
  memcpy (op->parts, parts, n_parts * sizeof *parts);
}

/* The low bytes of each of the registers. */
void
loom_sim_lower_add_store (LoomSimIr            *self,
                          const LoomSimIrPlace *place,
                          guint                 element,
                          const gint32         *parts,
                          guint                 n_parts)
{
  const guint8 width = (guint8) loom_sim_ir_get_width (self, parts[0]);
  LoomSimIrOp *op =
      loom_sim_ir_add (self, LOOM_SIM_KEY (ST, .widths = { (guint8) element, width }));

  op = loom_sim_lower_set_access (self, op, place, element, n_parts, LOOM_SIM_ACCESS_STORE);
  op->detail->register_width = width;
  op->n_parts = (guint8) n_parts;
  memcpy (op->parts, parts, n_parts * sizeof *parts);
}

static gboolean
is_global (LoomPtxSpace space)
{
  return space == LOOM_PTX_SPACE_GLOBAL || space == LOOM_PTX_SPACE_GENERIC;
}

/* Whether others' stores are looked for: then the order of blocks may decide. */
static gboolean
is_strong (const LoomPtxModifiers *modifiers)
{
  return modifiers->semantics != LOOM_PTX_SEMANTICS_NONE &&
         modifiers->semantics != LOOM_PTX_SEMANTICS_WEAK;
}

static const LoomPtxOperand *
get_part (const LoomPtxOperand *operand,
          guint                 i)
{
  return operand->kind == LOOM_PTX_OPERAND_VECTOR ? &operand->elements[i] : operand;
}

/* The bytes of the registers of a load or store; `element` of which none is a register. */
static guint
find_width (const LoomSimIr      *self,
            const LoomPtxOperand *operand,
            guint                 n,
            guint                 element)
{
  guint width = MAX (element, 2);

  for (guint i = 0; i < n; i++)
    if (get_part (operand, i)->kind == LOOM_PTX_OPERAND_REGISTER)
      width = loom_sim_ir_get_width (self, get_part (operand, i)->reg);
  return width;
}

/* A parameter of the entry: the same for all lanes, known before the kernel starts. */
static void
lower_param_load (LoomSimIr    *self,
                  LoomPtxType   type,
                  const gint32 *parts,
                  guint         n_parts,
                  gint64        offset)
{
  const guint8 width = (guint8) loom_sim_ir_get_width (self, parts[0]);

  for (guint i = 0; i < n_parts; i++)
    {
      LoomSimIrOp *op =
          loom_sim_ir_add (self, LOOM_SIM_KEY (PARAM, .type = type, .widths = { width }));

      op->d = parts[i];
      op->immediate.offset = offset + i * (loom_ptx_type_bits (type) / 8);
      op->pure = TRUE;
    }
}

static void
lower_load (LoomSimIr                *self,
            const LoomPtxInstruction *instruction)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  const LoomPtxOperand *source = &instruction->operands[1];
  const guint n = MAX (modifiers->vector, 1),
              element = loom_ptx_type_bits (modifiers->types[0]) / 8,
              width = find_width (self, &instruction->operands[0], n, element);
  const LoomPtxType least = loom_ptx_type_is_signed (modifiers->types[0]) ? LOOM_PTX_TYPE_S8
                                                                          : LOOM_PTX_TYPE_U8,
                    type = element == 16 ? LOOM_PTX_TYPE_B128
                                         : least + (guint) __builtin_ctz (element);
  const LoomSimIrPlace place =
      loom_sim_lower_place (self, source, (LoomPtxSpace) modifiers->space);
  gint32 parts[8];

  for (guint i = 0; i < n; i++)
    {
      const LoomPtxOperand *part = get_part (&instruction->operands[0], i);

      parts[i] = part->kind == LOOM_PTX_OPERAND_REGISTER ? part->reg
                                                         : loom_sim_ir_add_value (self, width);
    }
  if (place.space == LOOM_PTX_SPACE_PARAM && source->reg < 0)
    {
      const LoomPtxVariable *variable = loom_ptx_function_get_symbol (
          self->module, (LoomPtxFunction *) self->function, source->symbol);

      lower_param_load (self, type, parts, n, (gint64) variable->offset + place.offset);
      return;
    }
  self->program->order_matters |= is_global (place.space) && is_strong (modifiers);
  loom_sim_lower_add_load (self, &place, type, parts, n);
}

static void
lower_store (LoomSimIr                *self,
             const LoomPtxInstruction *instruction)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  const LoomPtxOperand *source = &instruction->operands[1];
  const guint n = MAX (modifiers->vector, 1),
              element = loom_ptx_type_bits (modifiers->types[0]) / 8,
              width = find_width (self, source, n, element);
  const LoomSimIrPlace place =
      loom_sim_lower_place (self, &instruction->operands[0], (LoomPtxSpace) modifiers->space);
  gint32 parts[8];

  for (guint i = 0; i < n; i++)
    parts[i] = loom_sim_lower_source (self, get_part (source, i), width);
  loom_sim_lower_add_store (self, &place, element, parts, n);
}

void
loom_sim_lower_access (LoomSimIr                *self,
                       const LoomPtxInstruction *instruction)
{
  switch (instruction->opcode)
    {
    case LOOM_PTX_OP_LD:
    case LOOM_PTX_OP_LDU:
      lower_load (self, instruction);
      break;
    case LOOM_PTX_OP_ST:
      lower_store (self, instruction);
      break;
    /* What caches keep is not simulated: any number says it. */
    case LOOM_PTX_OP_CREATEPOLICY_FRACTIONAL:
    case LOOM_PTX_OP_CREATEPOLICY_RANGE:
    case LOOM_PTX_OP_CREATEPOLICY_CVT:
      if (instruction->operands[0].kind == LOOM_PTX_OPERAND_REGISTER)
        loom_sim_ir_add_copy (self, loom_sim_ir_constant (self, 8, 0),
                              instruction->operands[0].reg);
      break;
    default:
      break;
    }
}

/* atom and red are one: an unused result is dropped when the program is made, and with it the order
 * of blocks. */
void
loom_sim_lower_atomic (LoomSimIr                *self,
                       const LoomPtxInstruction *instruction)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  const guint at = instruction->opcode == LOOM_PTX_OP_ATOM ? 1 : 0;
  const guint n = instruction->n_operands - ((modifiers->flags & LOOM_PTX_FLAG_HINT) != 0 ? 1 : 0);
  const guint width = loom_ptx_type_bits (modifiers->types[0]) / 8;
  const LoomSimKey key = {
    .opcode = LOOM_SIM_OPCODE_ATOM_AND + (modifiers->atomic - LOOM_PTX_ATOMIC_AND),
    .type = modifiers->types[0],
  };
  const LoomSimIrPlace place =
      loom_sim_lower_place (self, &instruction->operands[at], (LoomPtxSpace) modifiers->space);
  gint32 operands[2] = { LOOM_SIM_NO_VALUE, LOOM_SIM_NO_VALUE };
  LoomSimIrOp *op;

  for (guint i = 0; at + 1 + i < n; i++)
    operands[i] = loom_sim_lower_source (self, &instruction->operands[at + 1 + i], width);
  op = loom_sim_ir_add (self, key);
  op = loom_sim_lower_set_access (self, op, &place, width, 1, LOOM_SIM_ACCESS_ATOMIC);
  if (at == 1 && instruction->operands[0].kind == LOOM_PTX_OPERAND_REGISTER)
    op->d = instruction->operands[0].reg;
  op->b = operands[0];
  op->c = operands[1];
}

static void
lower_pack (LoomSimIr            *self,
            const LoomPtxOperand *destination,
            const LoomPtxOperand *vector)
{
  const guint width = loom_sim_ir_get_width (self, destination->reg),
              part = width / vector->n_elements;
  gint32 parts[4] = { -1, -1, -1, -1 };
  LoomSimIrOp *op;

  /* Registers of 8 bits have 16. */
  for (guint i = 0; i < vector->n_elements && i < 4; i++)
    parts[i] = loom_sim_lower_source (self, &vector->elements[i], MAX (part, 2));
  op = loom_sim_ir_add (self, LOOM_SIM_KEY (PACK, .widths = { (guint8) width, (guint8) part }));
  op->d = destination->reg;
  memcpy (op->sources, parts, sizeof parts);
}

static void
lower_unpack (LoomSimIr            *self,
              const LoomPtxOperand *vector,
              gint32                source)
{
  const guint width = loom_sim_ir_get_width (self, source), part = width / vector->n_elements;
  const LoomSimKey key = LOOM_SIM_KEY (PART, .widths = { (guint8) width, (guint8) part });

  for (guint i = 0; i < vector->n_elements; i++)
    if (vector->elements[i].kind == LOOM_PTX_OPERAND_REGISTER)
      loom_sim_ir_add_to (self, key, vector->elements[i].reg, source, LOOM_SIM_NO_VALUE)
          ->immediate.part = i;
}

static void
lower_mov (LoomSimIr                *self,
           const LoomPtxInstruction *instruction)
{
  const LoomPtxOperand *destination = &instruction->operands[0],
                       *source = &instruction->operands[1];
  guint width = MAX (loom_ptx_type_bits (instruction->modifiers.types[0]) / 8, 1);

  if (destination->kind == LOOM_PTX_OPERAND_VECTOR)
    {
      lower_unpack (self, destination, loom_sim_lower_source (self, source, width));
      return;
    }
  if (destination->kind != LOOM_PTX_OPERAND_REGISTER)
    return;
  width = loom_sim_ir_get_width (self, destination->reg);
  if (source->kind == LOOM_PTX_OPERAND_VECTOR)
    lower_pack (self, destination, source);
  else if (source->kind == LOOM_PTX_OPERAND_SPECIAL &&
           loom_ptx_type_bits (
               loom_ptx_special_get_facts ((LoomPtxSpecial) source->label)->type) / 8 == width)
    loom_sim_lower_special (self, source->label, destination->reg);
  else
    loom_sim_ir_add_copy (self, loom_sim_lower_source (self, source, width), destination->reg);
}

/* Only shared and local memory have a window in generic space; elsewhere the two addresses are
 * one. */
static void
lower_cvta (LoomSimIr                *self,
            const LoomPtxInstruction *instruction)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  const gboolean to = (modifiers->flags & LOOM_PTX_FLAG_TO) != 0;
  const guint64 window = modifiers->space == LOOM_PTX_SPACE_SHARED  ? LOOM_SIM_SHARED_WINDOW
                         : modifiers->space == LOOM_PTX_SPACE_LOCAL ? LOOM_SIM_LOCAL_WINDOW
                                                                    : 0;
  const gint32 value = loom_sim_lower_source (self, &instruction->operands[1], 8),
               d = instruction->operands[0].reg;

  if (instruction->operands[0].kind != LOOM_PTX_OPERAND_REGISTER)
    return;
  if (loom_sim_ir_get_width (self, d) != 8)
    loom_sim_ir_add_form (self, NULL);
  else if (window == 0)
    loom_sim_ir_add_copy (self, value, d);
  else
    loom_sim_ir_add_to (self, LOOM_SIM_KEY (CVTA), d, value,
                        loom_sim_ir_constant (self, 8, to ? 0 - window : window));
}

void
loom_sim_lower_move (LoomSimIr                *self,
                     const LoomPtxInstruction *instruction)
{
  if (instruction->opcode == LOOM_PTX_OP_MOV)
    lower_mov (self, instruction);
  else
    lower_cvta (self, instruction);
}

/* Arrays of variable size on the stack. */

#define SPACE 8192              /* bytes that a function with alloca has for it */
#define LEAST_ALIGN 8

static gboolean
uses_stack (const LoomPtxFunction *function)
{
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const LoomPtxOpcode opcode =
          g_array_index (function->instructions, LoomPtxInstruction, i).opcode;

      if (loom_ptx_opcode_get_facts (opcode)->op_class == LOOM_PTX_CLASS_STACK)
        return TRUE;
    }
  return FALSE;
}

/* At a function's beginning, after its variables were laid out: room behind them. */
void
loom_sim_lower_stack_begin (LoomSimIr *self)
{
  if (!uses_stack (self->function))
    return;
  self->stack = loom_sim_ir_add_value (self, 8);
  self->stack_end = loom_sim_ir_local_address (self, self->local_size + SPACE);
  loom_sim_ir_add_copy (self, loom_sim_ir_local_address (self, self->local_size), self->stack);
  loom_sim_lower_enter_local (self, self->local_size, SPACE);
  self->local_size += SPACE;
}

/* The next multiple of the alignment, and as much more as is asked for; a trap where there is no
 * room. */
static void
lower_alloca (LoomSimIr                *self,
              const LoomPtxInstruction *instruction)
{
  static const LoomSimKey add = LOOM_SIM_KEY (ADD, .type = LOOM_PTX_TYPE_U64),
                          and = LOOM_SIM_KEY (AND, .type = LOOM_PTX_TYPE_B64),
                          min = LOOM_SIM_KEY (MIN, .type = LOOM_PTX_TYPE_U64),
                          is_within = LOOM_SIM_KEY (SETP, .compare = LOOM_PTX_COMPARE_LE,
                                                    .type = LOOM_PTX_TYPE_U64);
  const guint64 align = instruction->n_operands > 2
                            ? MAX (instruction->operands[2].bits, LEAST_ALIGN)
                            : LEAST_ALIGN;
  const gint32 size = loom_sim_lower_source (self, &instruction->operands[1], 8);
  const gint32 mask = loom_sim_ir_constant (self, 8, 0 - align),
               slack = loom_sim_ir_constant (self, 8, align - 1);
  const gint32 begin = loom_sim_ir_add_value (self, 8), end = loom_sim_ir_add_value (self, 8);
  const gint32 too_much = loom_sim_ir_constant (self, 8, 2 * SPACE);
  const gint32 fits = loom_sim_ir_add_value (self, 1), label = self->n_labels++;

  loom_sim_ir_add_to (self, add, begin, self->stack, slack);
  loom_sim_ir_add_to (self, and, begin, begin, mask);
  loom_sim_ir_add_to (self, min, end, size, too_much);
  loom_sim_ir_add_to (self, add, end, begin, end);
  loom_sim_ir_add_to (self, is_within, fits, end, self->stack_end);
  loom_sim_ir_add_branch (self, fits, TRUE, label);
  loom_sim_ir_add_flow (self, LOOM_SIM_OPCODE_TRAP, LOOM_SIM_FLOW_END, -1);
  loom_sim_ir_add_label (self, label);
  loom_sim_ir_add_copy (self, end, self->stack);
  if (instruction->operands[0].kind == LOOM_PTX_OPERAND_REGISTER)
    loom_sim_ir_add_copy (self, begin, instruction->operands[0].reg);
}

/* Appends alloca, stacksave or stackrestore. */
void
loom_sim_lower_stack (LoomSimIr                *self,
                      const LoomPtxInstruction *instruction)
{
  if (instruction->opcode == LOOM_PTX_OP_ALLOCA)
    lower_alloca (self, instruction);
  else if (instruction->opcode != LOOM_PTX_OP_STACKSAVE)
    loom_sim_ir_add_copy (self, loom_sim_lower_source (self, &instruction->operands[0], 8),
                          self->stack);
  else if (instruction->operands[0].kind == LOOM_PTX_OPERAND_REGISTER)
    loom_sim_ir_add_copy (self, self->stack, instruction->operands[0].reg);
}
