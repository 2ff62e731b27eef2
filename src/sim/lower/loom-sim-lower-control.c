/* loom-sim-lower-control.c: branches, barriers and calls to ops
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#include <string.h>

static void
lower_table (LoomSimIr                *self,
             const LoomPtxInstruction *instruction)
{
  const GArray *table = g_ptr_array_index (self->function->branch_tables,
                                           instruction->operands[1].label);
  const gint32 index = loom_sim_lower_source (self, &instruction->operands[0], 4);
  LoomSimIrOp *op = loom_sim_ir_add_flow (self, LOOM_SIM_OPCODE_BRX, LOOM_SIM_FLOW_TABLE, -1);

  op->a = index;
  op->labels = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_array_append_vals (op->labels, table->data, table->len);
  loom_sim_ir_add_detail (self, op)->n_targets = op->labels->len;
}

/* bar and barrier: op->a the barrier, op->b how many threads, op->c a predicate, op->d what they
 * come to. */
static void
lower_barrier (LoomSimIr                *self,
               const LoomPtxInstruction *instruction,
               LoomSimKey                key)
{
  const gboolean reduces = instruction->opcode == LOOM_PTX_OP_BAR_RED ||
                           instruction->opcode == LOOM_PTX_OP_BARRIER_RED;
  const guint first = reduces ? 1 : 0, last = instruction->n_operands - 1;
  const guint n = instruction->n_operands - 2 * first;
  gint32 values[3] = { LOOM_SIM_NO_VALUE, LOOM_SIM_NO_VALUE, LOOM_SIM_NO_VALUE };
  LoomSimDetail *detail;
  LoomSimIrOp *op;

  for (guint i = 0; i < n && i < 2; i++)
    values[i] = loom_sim_lower_source (self, &instruction->operands[first + i], 4);
  if (reduces)
    values[2] = loom_sim_lower_source (self, &instruction->operands[last], 1);
  op = loom_sim_ir_add (self, key);
  detail = loom_sim_ir_add_detail (self, op);
  detail->aligned = instruction->opcode == LOOM_PTX_OP_BAR_SYNC ||
                    instruction->opcode == LOOM_PTX_OP_BAR_RED ||
                    (instruction->modifiers.flags & LOOM_PTX_FLAG_ALIGNED) != 0;
  detail->counted = n > 1;
  detail->reduction = reduces ? instruction->modifiers.atomic : LOOM_PTX_ATOMIC_NONE;
  memcpy (op->sources, values, sizeof values);
  if (reduces)
    op->d = instruction->operands[0].reg;
}

void
loom_sim_lower_control (LoomSimIr                *self,
                        const LoomPtxInstruction *instruction)
{
  LoomSimOpcode end = LOOM_SIM_OPCODE_TRAP;

  switch (instruction->opcode)
    {
    case LOOM_PTX_OP_BRA:
      loom_sim_ir_add_flow (self, LOOM_SIM_OPCODE_BRA, LOOM_SIM_FLOW_JUMP,
                            instruction->operands[0].label);
      break;
    case LOOM_PTX_OP_BRX_IDX:
      lower_table (self, instruction);
      break;
    case LOOM_PTX_OP_RET:
    case LOOM_PTX_OP_EXIT:
      end = instruction->opcode == LOOM_PTX_OP_EXIT || self->function->is_entry
                ? LOOM_SIM_OPCODE_EXIT
                : LOOM_SIM_OPCODE_RETURN;
      G_GNUC_FALLTHROUGH;
    case LOOM_PTX_OP_TRAP:
    case LOOM_PTX_OP_BRKPT:
      loom_sim_ir_add_flow (self, end, LOOM_SIM_FLOW_END, -1);
      break;
    case LOOM_PTX_OP_NANOSLEEP:
      loom_sim_lower_operation (self, instruction,
                                loom_sim_isa_find_key (self->isa, LOOM_SIM_KEY (NANOSLEEP)));
      break;
    case LOOM_PTX_OP_BAR_SYNC:
    case LOOM_PTX_OP_BARRIER_SYNC:
    case LOOM_PTX_OP_BAR_RED:
    case LOOM_PTX_OP_BARRIER_RED:
      lower_barrier (self, instruction, LOOM_SIM_KEY (BARRIER));
      break;
    case LOOM_PTX_OP_BAR_ARRIVE:
    case LOOM_PTX_OP_BARRIER_ARRIVE:
      lower_barrier (self, instruction, LOOM_SIM_KEY (ARRIVE));
      break;
    case LOOM_PTX_OP_MEMBAR:
    case LOOM_PTX_OP_FENCE:
    case LOOM_PTX_OP_FENCE_PROXY_ALIAS:
    case LOOM_PTX_OP_MEMBAR_PROXY_ALIAS:
      loom_sim_lower_fence (self, instruction);
      break;
    default:
      break;
    }
}

static guint32
align_to (guint32 offset,
          guint   align)
{
  align = MAX (align, 1);
  return (offset + align - 1) / align * align;
}

/* Returned values, then parameters, in the callee's frame of local memory: from a declaration
 * alone, so that a call through a pointer finds them as well. */
static guint32
lay_out (const GPtrArray *variables,
         guint32          offset,
         GArray          *offsets)
{
  for (guint i = 0; i < variables->len; i++)
    {
      const LoomPtxVariable *variable = g_ptr_array_index (variables, i);

      offset = align_to (offset, MAX (variable->align, loom_ptx_type_bits (variable->type) / 8));
      g_array_append_val (offsets, offset);
      offset += (guint32) variable->size;
    }
  return offset;
}

static const LoomPtxFunction *
get_callee (const LoomSimIr   *self,
            const LoomPtxCall *call)
{
  if (call->target.kind == LOOM_PTX_OPERAND_FUNCTION)
    return g_ptr_array_index (self->module->functions, call->target.label);
  return g_ptr_array_index (self->function->prototypes, call->prototype);
}

/* Where the values lie that a call passes one way: in the caller's variables, and at their offsets
 * in the callee's frame, from the first of them on. */
static LoomSimArgument *
find_passed (LoomSimIr            *self,
             const LoomPtxOperand *operands,
             const GPtrArray      *variables,
             const GArray         *offsets,
             guint                 first,
             guint                 n,
             gboolean              back)
{
  LoomSimArgument *passed = g_new0 (LoomSimArgument, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      const guint32 offset = g_array_index (offsets, guint32, first + i);
      LoomPtxSpace space = LOOM_PTX_SPACE_LOCAL;
      gint32 base;
      guint64 address = 0;

      if (!loom_sim_lower_symbol (self, operands[i].symbol, &space, &base, &address) ||
          space != LOOM_PTX_SPACE_LOCAL)
        loom_sim_ir_add_form (self, NULL);
      passed[i].from = back ? offset : (guint32) address;
      passed[i].to = back ? (guint32) address : offset;
      passed[i].size = (guint32) ((LoomPtxVariable *) g_ptr_array_index (variables, i))->size;
    }
  return passed;
}

static void
pass_variables (LoomSimIr             *self,
                const LoomPtxCall     *call,
                const LoomPtxFunction *callee,
                LoomSimDetail         *detail)
{
  g_autoptr (GArray) offsets = g_array_new (FALSE, FALSE, sizeof (guint32));

  lay_out (callee->params, lay_out (callee->returns, 0, offsets), offsets);
  detail->n_returns = MIN (call->n_returns, callee->returns->len);
  detail->n_arguments = MIN (call->n_arguments, callee->params->len);
  detail->returns =
      find_passed (self, call->returns, callee->returns, offsets, 0, detail->n_returns, TRUE);
  detail->arguments = find_passed (self, call->arguments, callee->params, offsets,
                                   callee->returns->len, detail->n_arguments, FALSE);
}

/* What the device's run time offers, done by one op: the arguments are read from the caller's own
 * variables. */
static void
lower_runtime_call (LoomSimIr             *self,
                    const LoomPtxFunction *callee,
                    const LoomPtxCall     *call)
{
  g_autofree char *name = g_strdup_printf ("@%s", callee->name);
  LoomSimIrOp *op = loom_sim_ir_add_form (self, loom_sim_isa_find (self->isa, name));

  if (op->form->opcode == LOOM_SIM_OPCODE_MALLOC || op->form->opcode == LOOM_SIM_OPCODE_FREE)
    self->program->order_matters = self->program->has_heap = TRUE;
  pass_variables (self, call, callee, loom_sim_ir_add_detail (self, op));
}

void
loom_sim_lower_call (LoomSimIr                *self,
                     const LoomPtxInstruction *instruction)
{
  const LoomPtxCall *call = instruction->call;
  const LoomPtxFunction *callee = get_callee (self, call);
  const gboolean direct = call->target.kind == LOOM_PTX_OPERAND_FUNCTION;
  gint32 address = LOOM_SIM_NO_VALUE;
  LoomSimDetail *detail;
  LoomSimIrOp *op;

  if (direct && callee->is_declared_only)
    {
      lower_runtime_call (self, callee, call);
      return;
    }
  if (!direct)
    {
      address = loom_sim_lower_source (self, &call->target, 8);
      loom_sim_ir_add_label (self, self->n_labels++);   /* for lanes that have another callee */
    }
  op = loom_sim_ir_add (self, direct ? LOOM_SIM_KEY (CALL) : LOOM_SIM_KEY (CALL_ADDRESS));
  detail = loom_sim_ir_add_detail (self, op);
  op->a = address;
  if (direct)
    detail->callee = (guint32) call->target.label;
  else
    detail->n_targets = self->module->functions->len;
  self->program->has_calls = TRUE;
  pass_variables (self, call, callee, detail);
  loom_sim_ir_add_label_behind (self, self->n_labels++);
  loom_sim_ir_add (self, LOOM_SIM_KEY (TAKE_RETURNS))->detail = detail;
}

/* Where a function's own returned values, parameters and local variables lie in its frame. */
void
loom_sim_lower_layout (LoomSimIr *self)
{
  const LoomPtxFunction *function = self->function;
  guint32 offset = 0;

  for (guint list = function->is_entry ? 2 : 0; list < 3; list++)
    {
      const GPtrArray *variables = list == 0   ? function->returns
                                   : list == 1 ? function->params
                                               : function->variables;

      for (guint i = 0; i < variables->len; i++)
        {
          const LoomPtxVariable *variable = g_ptr_array_index (variables, i);

          if (variable->space == LOOM_PTX_SPACE_SHARED ||
              variable->space == LOOM_PTX_SPACE_GLOBAL || variable->space == LOOM_PTX_SPACE_CONST)
            continue;
          offset = align_to (offset,
                             MAX (variable->align, loom_ptx_type_bits (variable->type) / 8));
          g_hash_table_insert (self->local_offsets, (gpointer) variable, GUINT_TO_POINTER (offset));
          offset += (guint32) variable->size;
        }
    }
  self->local_size = align_to (offset, 16);
}
