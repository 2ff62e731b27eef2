/* loom-sim-lower-memory.c: symbols, addresses, moves, loads, stores and atomics to ops
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#include <glib/gi18n-lib.h>

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
  LoomPtxVariable *variable = loom_ptx_function_get_symbol (self->module, (LoomPtxFunction *) self->function, symbol);
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

/* A value for what loom_sim_lower_symbol() found, or for an address near it, where it gave no base. */
gint32
loom_sim_lower_symbol_address (LoomSimIr *self,
                               gint32     symbol,
                               guint      width,
                               guint64    address)
{
  const LoomPtxVariable *variable = loom_ptx_function_get_symbol (self->module, (LoomPtxFunction *) self->function, symbol);
  guint shared;

  return variable->space == LOOM_PTX_SPACE_SHARED && find_shared (self->program, variable, &shared)
             ? loom_sim_ir_shared_address (self, width, shared, address)
             : loom_sim_ir_constant (self, width, address);
}

/* Base register and offset of an address operand; space: what the instruction says, made precise. */
gboolean
loom_sim_lower_address (LoomSimIr             *self,
                        const LoomPtxOperand  *operand,
                        LoomPtxSpace          *space,
                        gint32                *base,
                        gint64                *offset,
                        GError               **error)
{
  LoomPtxSpace own;
  guint64 address = 0;

  *offset = operand->offset;
  if (operand->reg >= 0)
    {
      *base = operand->reg;
      if (*space == LOOM_PTX_SPACE_PARAM && !self->function->is_entry)
        *space = LOOM_PTX_SPACE_LOCAL;
      return TRUE;
    }
  if (operand->symbol < 0)
    {
      *base = loom_sim_ir_constant (self, 8, 0);
      return TRUE;
    }
  if (!loom_sim_lower_symbol (self, operand->symbol, &own, base, &address))
    {
      g_propagate_error (error, loom_sim_ir_unsupported (self, _("its address names a symbol that has none here")));
      return FALSE;
    }
  *space = own;
  if (*base == LOOM_SIM_NO_VALUE)
    *base = loom_sim_lower_symbol_address (self, operand->symbol, own == LOOM_PTX_SPACE_SHARED ? 4 : 8, address);
  return TRUE;
}

/* Makes an op an access; returns the op, which others may have come before. */
LoomSimIrOp *
loom_sim_lower_set_access (LoomSimIr   *self,
                           LoomSimIrOp *op,
                           LoomPtxSpace space,
                           guint        element,
                           guint        n_elements,
                           guint        kind,
                           gint32       base,
                           gint64       offset)
{
  LoomSimDetail *detail = loom_sim_ir_add_detail (self, op);

  detail->space = (guint8) space;
  detail->element = (guint8) element;
  detail->n_elements = (guint8) n_elements;
  detail->size = (guint8) (element * n_elements);
  detail->kind = (guint8) kind;
  detail->width[0] = (guint8) loom_sim_ir_get_width (self, base);
  op->a = base;
  op->immediate = offset;
  return loom_sim_lower_observe (self, op);
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
  return modifiers->semantics != LOOM_PTX_SEMANTICS_NONE && modifiers->semantics != LOOM_PTX_SEMANTICS_WEAK;
}

static const LoomPtxOperand *
get_part (const LoomPtxOperand *operand,
          guint                 i)
{
  return operand->kind == LOOM_PTX_OPERAND_VECTOR ? &operand->elements[i] : operand;
}

/* A parameter of the entry: the same for all lanes, known before the kernel starts. */
static gboolean
lower_param_load (LoomSimIr       *self,
                  const char      *type,
                  guint            width,
                  gint32           destination,
                  gint64           offset,
                  GError         **error)
{
  g_autofree char *name = g_strdup_printf ("@param.%s.%u", type, width);
  LoomSimIrOp *op = loom_sim_ir_add (self, name, error);

  if (op == NULL)
    return FALSE;
  op->d = destination;
  op->immediate = offset;
  op->pure = TRUE;
  return TRUE;
}

static gboolean
lower_load (LoomSimIr                 *self,
            const LoomPtxInstruction  *instruction,
            GError                   **error)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  const LoomPtxOperand *destination = &instruction->operands[0], *source = &instruction->operands[1];
  const guint n = MAX (modifiers->vector, 1), element = loom_ptx_type_bits (modifiers->types[0]) / 8;
  LoomPtxSpace space = (LoomPtxSpace) modifiers->space;
  g_autofree char *type = g_strdup_printf ("%c%u", loom_ptx_type_is_signed (modifiers->types[0]) ? 's' : 'u', element * 8);
  g_autofree char *name = NULL;
  gint32 base, parts[8], width = MAX ((gint32) element, 2);
  gint64 offset;
  LoomSimIrOp *op;

  if (!loom_sim_lower_address (self, source, &space, &base, &offset, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const LoomPtxOperand *part = get_part (destination, i);

      if (part->kind == LOOM_PTX_OPERAND_REGISTER)
        width = (gint32) loom_sim_ir_get_width (self, part->reg);
    }
  for (guint i = 0; i < n; i++)
    {
      const LoomPtxOperand *part = get_part (destination, i);

      parts[i] = part->kind == LOOM_PTX_OPERAND_REGISTER ? part->reg : loom_sim_ir_add_value (self, (guint) width);
      if (space == LOOM_PTX_SPACE_PARAM && source->reg < 0 &&
          !lower_param_load (self, type, (guint) width, parts[i],
                             (gint64) loom_ptx_function_get_symbol (self->module, (LoomPtxFunction *) self->function,
                                                                    source->symbol)->offset + offset + i * element,
                             error))
        return FALSE;
    }
  if (space == LOOM_PTX_SPACE_PARAM && source->reg < 0)
    return TRUE;
  if (is_global (space) && is_strong (modifiers))
    self->program->order_matters = TRUE;
  name = g_strdup_printf ("@ld.%s.%d", type, width);
  op = loom_sim_ir_add (self, name, error);
  if (op == NULL)
    return FALSE;
  op = loom_sim_lower_set_access (self, op, space, element, n, LOOM_SIM_ACCESS_LOAD, base, offset);
  op->n_parts = (guint8) n;
  op->parts_written = TRUE;
  memcpy (op->parts, parts, sizeof parts);
  return TRUE;
}

static gboolean
lower_store (LoomSimIr                 *self,
             const LoomPtxInstruction  *instruction,
             GError                   **error)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  const LoomPtxOperand *source = &instruction->operands[1];
  const guint n = MAX (modifiers->vector, 1), element = loom_ptx_type_bits (modifiers->types[0]) / 8;
  LoomPtxSpace space = (LoomPtxSpace) modifiers->space;
  g_autofree char *name = NULL;
  gint32 base, parts[8];
  guint width = MAX (element, 2);
  gint64 offset;
  LoomSimIrOp *op;

  if (!loom_sim_lower_address (self, &instruction->operands[0], &space, &base, &offset, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (get_part (source, i)->kind == LOOM_PTX_OPERAND_REGISTER)
      width = loom_sim_ir_get_width (self, get_part (source, i)->reg);
  for (guint i = 0; i < n; i++)
    {
      parts[i] = loom_sim_lower_source (self, get_part (source, i), width, error);
      if (parts[i] == LOOM_SIM_NO_VALUE)
        return FALSE;
    }
  name = g_strdup_printf ("@st.%u.%u", element, width);
  op = loom_sim_ir_add (self, name, error);
  if (op == NULL)
    return FALSE;
  op = loom_sim_lower_set_access (self, op, space, element, n, LOOM_SIM_ACCESS_STORE, base, offset);
  op->detail->mode = (guint8) width;
  op->n_parts = (guint8) n;
  memcpy (op->parts, parts, sizeof parts);
  return TRUE;
}

/* What caches keep is not simulated: any number says it. */
static gboolean
lower_policy (LoomSimIr                 *self,
              const LoomPtxInstruction  *instruction,
              GError                   **error)
{
  const gint32 policy = loom_sim_ir_constant (self, 8, 0);
  LoomSimIrOp *op;

  if (instruction->operands[0].kind != LOOM_PTX_OPERAND_REGISTER)
    return TRUE;
  op = loom_sim_ir_add (self, "@mov.8", error);
  if (op == NULL)
    return FALSE;
  op->d = instruction->operands[0].reg;
  op->a = policy;
  return TRUE;
}

gboolean
loom_sim_lower_access (LoomSimIr                 *self,
                       const LoomPtxInstruction  *instruction,
                       GError                   **error)
{
  switch (instruction->opcode)
    {
    case LOOM_PTX_OP_LD:
    case LOOM_PTX_OP_LDU:
      return lower_load (self, instruction, error);
    case LOOM_PTX_OP_ST:
      return lower_store (self, instruction, error);
    case LOOM_PTX_OP_CREATEPOLICY_FRACTIONAL:
    case LOOM_PTX_OP_CREATEPOLICY_RANGE:
    case LOOM_PTX_OP_CREATEPOLICY_CVT:
      return lower_policy (self, instruction, error);
    default:
      return TRUE;
    }
}

/* atom and red are one: an unused result is dropped when the program is made, and with it the order of blocks. */
gboolean
loom_sim_lower_atomic (LoomSimIr                 *self,
                       const LoomPtxInstruction  *instruction,
                       GError                   **error)
{
  static const char *const names[] = {
    "", "and", "or", "xor", "exch", "cas", "add", "inc", "dec", "min", "max", ""
  };
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  const guint at = instruction->opcode == LOOM_PTX_OP_ATOM ? 1 : 0;
  const guint n_operands = instruction->n_operands - ((modifiers->flags & LOOM_PTX_FLAG_HINT) != 0 ? 1 : 0);
  const guint width = loom_ptx_type_bits (modifiers->types[0]) / 8;
  g_autofree char *name = g_strdup_printf ("@atom.%s.%s", names[modifiers->atomic], loom_ptx_type_get_name (modifiers->types[0]));
  LoomPtxSpace space = (LoomPtxSpace) modifiers->space;
  gint32 base, operands[2] = { LOOM_SIM_NO_VALUE, LOOM_SIM_NO_VALUE };
  gint64 offset;
  LoomSimIrOp *op;

  if (!loom_sim_lower_address (self, &instruction->operands[at], &space, &base, &offset, error))
    return FALSE;
  for (guint i = 0; at + 1 + i < n_operands; i++)
    {
      operands[i] = loom_sim_lower_source (self, &instruction->operands[at + 1 + i], width, error);
      if (operands[i] == LOOM_SIM_NO_VALUE)
        return FALSE;
    }
  op = loom_sim_ir_add (self, name, error);
  if (op == NULL)
    return FALSE;
  op = loom_sim_lower_set_access (self, op, space, width, 1, LOOM_SIM_ACCESS_ATOMIC, base, offset);
  op->d = at == 1 && instruction->operands[0].kind == LOOM_PTX_OPERAND_REGISTER ? instruction->operands[0].reg
                                                                                     : LOOM_SIM_NO_VALUE;
  op->b = operands[0];
  op->c = operands[1];
  return TRUE;
}

static gboolean
add_unary (LoomSimIr   *self,
           const char  *name,
           gint32       destination,
           gint32       source,
           gint64       immediate,
           GError     **error)
{
  LoomSimIrOp *op = loom_sim_ir_add (self, name, error);

  if (op == NULL)
    return FALSE;
  op->d = destination;
  op->a = source;
  op->immediate = immediate;
  return TRUE;
}

static gboolean
lower_pack (LoomSimIr             *self,
            const LoomPtxOperand  *destination,
            const LoomPtxOperand  *vector,
            GError               **error)
{
  const guint width = loom_sim_ir_get_width (self, destination->reg), part = width / vector->n_elements;
  g_autofree char *name = g_strdup_printf ("@pack.%u.%u", width, part);
  gint32 parts[4] = { -1, -1, -1, -1 };
  LoomSimIrOp *op;

  for (guint i = 0; i < vector->n_elements && i < 4; i++)
    {
      /* Registers of 8 bits have 16. */
      parts[i] = loom_sim_lower_source (self, &vector->elements[i], MAX (part, 2), error);
      if (parts[i] == LOOM_SIM_NO_VALUE)
        return FALSE;
    }
  op = loom_sim_ir_add (self, name, error);
  if (op == NULL)
    return FALSE;
  op->d = destination->reg;
  memcpy (op->sources, parts, sizeof parts);
  return TRUE;
}

static gboolean
lower_unpack (LoomSimIr             *self,
              const LoomPtxOperand  *vector,
              gint32                 source,
              GError               **error)
{
  const guint width = loom_sim_ir_get_width (self, source), part = width / vector->n_elements;
  g_autofree char *name = g_strdup_printf ("@part.%u.%u", width, part);

  for (guint i = 0; i < vector->n_elements; i++)
    if (vector->elements[i].kind == LOOM_PTX_OPERAND_REGISTER &&
        !add_unary (self, name, vector->elements[i].reg, source, (gint64) i, error))
      return FALSE;
  return TRUE;
}

static gboolean
lower_mov (LoomSimIr                 *self,
           const LoomPtxInstruction  *instruction,
           GError                   **error)
{
  const LoomPtxOperand *destination = &instruction->operands[0], *source = &instruction->operands[1];
  g_autofree char *name = NULL;
  guint width;
  gint32 value;

  if (destination->kind == LOOM_PTX_OPERAND_VECTOR)
    {
      width = MAX (loom_ptx_type_bits (instruction->modifiers.types[0]) / 8, 1);
      value = loom_sim_lower_source (self, source, width, error);
      return value != LOOM_SIM_NO_VALUE && lower_unpack (self, destination, value, error);
    }
  if (destination->kind != LOOM_PTX_OPERAND_REGISTER)
    return TRUE;
  if (source->kind == LOOM_PTX_OPERAND_VECTOR)
    return lower_pack (self, destination, source, error);
  width = loom_sim_ir_get_width (self, destination->reg);
  if (source->kind == LOOM_PTX_OPERAND_SPECIAL &&
      loom_ptx_type_bits (loom_ptx_special_get_facts ((LoomPtxSpecial) source->label)->type) / 8 == width)
    return loom_sim_lower_special (self, source->label, destination->reg, error);
  value = loom_sim_lower_source (self, source, width, error);
  name = g_strdup_printf ("@mov.%u", width);
  return value != LOOM_SIM_NO_VALUE && add_unary (self, name, destination->reg, value, 0, error);
}

/* Only shared and local memory have a window in generic space; elsewhere the two addresses are one. */
static gboolean
lower_cvta (LoomSimIr                 *self,
            const LoomPtxInstruction  *instruction,
            GError                   **error)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  guint64 window = modifiers->space == LOOM_PTX_SPACE_SHARED ? LOOM_SIM_SHARED_WINDOW
                   : modifiers->space == LOOM_PTX_SPACE_LOCAL ? LOOM_SIM_LOCAL_WINDOW : 0;
  gint32 value, constant;
  LoomSimIrOp *op;

  if (loom_sim_ir_get_width (self, instruction->operands[0].reg) != 8)
    {
      g_propagate_error (error, loom_sim_ir_unsupported (self, _("addresses have 64 bits")));
      return FALSE;
    }
  value = loom_sim_lower_source (self, &instruction->operands[1], 8, error);
  if (value == LOOM_SIM_NO_VALUE)
    return FALSE;
  if (window == 0)
    return add_unary (self, "@mov.8", instruction->operands[0].reg, value, 0, error);
  constant = loom_sim_ir_constant (self, 8, (modifiers->flags & LOOM_PTX_FLAG_TO) != 0 ? 0 - window : window);
  op = loom_sim_ir_add (self, "@cvta", error);
  if (op == NULL)
    return FALSE;
  op->d = instruction->operands[0].reg;
  op->a = value;
  op->b = constant;
  return TRUE;
}

gboolean
loom_sim_lower_move (LoomSimIr                 *self,
                     const LoomPtxInstruction  *instruction,
                     GError                   **error)
{
  g_autofree char *name = NULL;

  if (instruction->opcode == LOOM_PTX_OP_MOV)
    return lower_mov (self, instruction, error);
  if (instruction->opcode == LOOM_PTX_OP_CVTA)
    return lower_cvta (self, instruction, error);
  name = loom_sim_lower_name (instruction);
  return loom_sim_lower_operation (self, instruction, name, error);
}
