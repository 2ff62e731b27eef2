/* loom-sim-lower-control.c: branches, barriers and calls to ops
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#include <glib/gi18n-lib.h>

static gboolean
add_flow (LoomSimIr    *self,
          const char   *name,
          LoomSimFlow   flow,
          gint32        label,
          GError      **error)
{
  LoomSimIrOp *op = loom_sim_ir_add (self, name, error);

  if (op == NULL)
    return FALSE;
  op->flow = (guint8) flow;
  op->label = label;
  return TRUE;
}

static gboolean
lower_table (LoomSimIr                 *self,
             const LoomPtxInstruction  *instruction,
             GError                   **error)
{
  const GArray *table = g_ptr_array_index (self->function->branch_tables,
                                           instruction->operands[1].label);
  gint32 index = loom_sim_lower_source (self, &instruction->operands[0], 4, error);
  LoomSimIrOp *op;

  if (index == LOOM_SIM_NO_VALUE)
    return FALSE;
  op = loom_sim_ir_add (self, "@brx", error);
  op->flow = LOOM_SIM_FLOW_TABLE;
  op->a = index;
  op->labels = g_array_new (FALSE, FALSE, sizeof (gint32));
  for (guint i = 0; i < table->len; i++)
    {
      gint32 label = (gint32) g_array_index (table, guint, i);

      g_array_append_val (op->labels, label);
    }
  loom_sim_ir_add_detail (self, op)->n_targets = op->labels->len;
  return TRUE;
}

/* bar and barrier: op->a the barrier, op->b how many threads, op->c a predicate, op->d what they
 * come to. */
static gboolean
lower_barrier (LoomSimIr                 *self,
               const LoomPtxInstruction  *instruction,
               const char                *name,
               GError                   **error)
{
  const gboolean reduces = instruction->opcode == LOOM_PTX_OP_BAR_RED ||
                           instruction->opcode == LOOM_PTX_OP_BARRIER_RED;
  const guint first = reduces ? 1 : 0;
  const guint n = instruction->n_operands - first - (reduces ? 1 : 0);
  gint32 values[3] = { LOOM_SIM_NO_VALUE, LOOM_SIM_NO_VALUE, LOOM_SIM_NO_VALUE };
  LoomSimDetail *detail;
  LoomSimIrOp *op;

  for (guint i = 0; i < n && i < 2; i++)
    if ((values[i] = loom_sim_lower_source (self, &instruction->operands[first + i], 4, error)) ==
        LOOM_SIM_NO_VALUE)
      return FALSE;
  if (reduces &&
      (values[2] = loom_sim_lower_source (self, &instruction->operands[instruction->n_operands - 1],
                                          1, error)) == LOOM_SIM_NO_VALUE)
    return FALSE;
  op = loom_sim_ir_add (self, name, error);
  detail = loom_sim_ir_add_detail (self, op);
  detail->aligned = instruction->opcode == LOOM_PTX_OP_BAR_SYNC ||
                    instruction->opcode == LOOM_PTX_OP_BAR_RED ||
                    (instruction->modifiers.flags & LOOM_PTX_FLAG_ALIGNED) != 0;
  detail->counted = n > 1;
  detail->mode = reduces ? instruction->modifiers.atomic : LOOM_PTX_ATOMIC_NONE;
  memcpy (op->sources, values, sizeof values);
  if (reduces)
    op->d = instruction->operands[0].reg;
  return TRUE;
}

gboolean
loom_sim_lower_control (LoomSimIr                 *self,
                        const LoomPtxInstruction  *instruction,
                        GError                   **error)
{
  switch (instruction->opcode)
    {
    case LOOM_PTX_OP_BRA:
      return add_flow (self, "@bra", LOOM_SIM_FLOW_JUMP, instruction->operands[0].label, error);
    case LOOM_PTX_OP_BRX_IDX:
      return lower_table (self, instruction, error);
    case LOOM_PTX_OP_RET:
      return add_flow (self, self->function->is_entry ? "@exit" : "@return", LOOM_SIM_FLOW_END, -1,
                       error);
    case LOOM_PTX_OP_EXIT:
      return add_flow (self, "@exit", LOOM_SIM_FLOW_END, -1, error);
    case LOOM_PTX_OP_TRAP:
    case LOOM_PTX_OP_BRKPT:
      return add_flow (self, "@trap", LOOM_SIM_FLOW_END, -1, error);
    case LOOM_PTX_OP_NANOSLEEP:
      return loom_sim_lower_operation (self, instruction, "@nanosleep", error);
    case LOOM_PTX_OP_BAR_SYNC:
    case LOOM_PTX_OP_BARRIER_SYNC:
    case LOOM_PTX_OP_BAR_RED:
    case LOOM_PTX_OP_BARRIER_RED:
      return lower_barrier (self, instruction, "@barrier", error);
    case LOOM_PTX_OP_BAR_ARRIVE:
    case LOOM_PTX_OP_BARRIER_ARRIVE:
      return lower_barrier (self, instruction, "@arrive", error);
    case LOOM_PTX_OP_MEMBAR:
    case LOOM_PTX_OP_FENCE:
    case LOOM_PTX_OP_FENCE_PROXY_ALIAS:
    case LOOM_PTX_OP_MEMBAR_PROXY_ALIAS:
      loom_sim_lower_fence (self, instruction);
      return TRUE;
    default:
      return TRUE;
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
  if (call->prototype >= 0)
    return g_ptr_array_index (self->function->prototypes, call->prototype);
  return NULL;
}

/* Offsets of the variables that a call passes, in the caller's frame. */
static gboolean
find_passed (LoomSimIr             *self,
             const LoomPtxOperand  *operand,
             guint32               *offset,
             GError               **error)
{
  LoomPtxSpace space;
  gint32 base;
  guint64 address;

  if ((operand->kind == LOOM_PTX_OPERAND_SYMBOL || operand->kind == LOOM_PTX_OPERAND_ADDRESS) &&
      loom_sim_lower_symbol (self, operand->symbol, &space, &base, &address) &&
      space == LOOM_PTX_SPACE_LOCAL)
    {
      *offset = (guint32) address;
      return TRUE;
    }
  g_propagate_error (error,
                     loom_sim_ir_unsupported (self, _("it passes what is no .param variable")));
  return FALSE;
}

static gboolean
pass_variables (LoomSimIr             *self,
                const LoomPtxCall     *call,
                const LoomPtxFunction *callee,
                LoomSimDetail         *detail,
                GError               **error)
{
  g_autoptr (GArray) offsets = g_array_new (FALSE, FALSE, sizeof (guint32));

  lay_out (callee->params, lay_out (callee->returns, 0, offsets), offsets);
  detail->n_returns = MIN (call->n_returns, callee->returns->len);
  detail->n_arguments = MIN (call->n_arguments, callee->params->len);
  detail->returns = g_malloc0 (sizeof *detail->returns * MAX (detail->n_returns, 1));
  detail->arguments = g_malloc0 (sizeof *detail->arguments * MAX (detail->n_arguments, 1));
  for (guint i = 0; i < detail->n_returns; i++)
    {
      detail->returns[i].size =
          (guint32) ((LoomPtxVariable *) g_ptr_array_index (callee->returns, i))->size;
      detail->returns[i].from = g_array_index (offsets, guint32, i);
      if (!find_passed (self, &call->returns[i], &detail->returns[i].to, error))
        return FALSE;
    }
  for (guint i = 0; i < detail->n_arguments; i++)
    {
      detail->arguments[i].size =
          (guint32) ((LoomPtxVariable *) g_ptr_array_index (callee->params, i))->size;
      detail->arguments[i].to = g_array_index (offsets, guint32, callee->returns->len + i);
      if (!find_passed (self, &call->arguments[i], &detail->arguments[i].from, error))
        return FALSE;
    }
  return TRUE;
}

/* What the device's run time offers, done by one op: the arguments are read from the caller's own
 * variables. */
static gboolean
lower_runtime_call (LoomSimIr             *self,
                    const LoomPtxFunction *callee,
                    const LoomPtxCall     *call,
                    GError               **error)
{
  g_autofree char *name = g_strdup_printf ("@%s", callee->name);
  LoomSimIrOp *op = loom_sim_ir_add (self, name, NULL);

  if (op == NULL)
    {
      g_propagate_error (
          error, loom_sim_ir_unsupported (self, _("the module only declares the function")));
      return FALSE;
    }
  if (g_str_equal (callee->name, "malloc") || g_str_equal (callee->name, "free"))
    self->program->order_matters = self->program->has_heap = TRUE;
  return pass_variables (self, call, callee, loom_sim_ir_add_detail (self, op), error);
}

gboolean
loom_sim_lower_call (LoomSimIr                 *self,
                     const LoomPtxInstruction  *instruction,
                     GError                   **error)
{
  const LoomPtxCall *call = instruction->call;
  const LoomPtxFunction *callee = get_callee (self, call);
  const gboolean direct = call->target.kind == LOOM_PTX_OPERAND_FUNCTION;
  gint32 address = LOOM_SIM_NO_VALUE;
  LoomSimDetail *detail;
  LoomSimIrOp *op;

  if (callee == NULL)
    {
      g_propagate_error (
          error, loom_sim_ir_unsupported (self, _("it does not say what its target looks like")));
      return FALSE;
    }
  if (direct && callee->is_declared_only)
    return lower_runtime_call (self, callee, call, error);
  if (!direct &&
      (address = loom_sim_lower_source (self, &call->target, 8, error)) == LOOM_SIM_NO_VALUE)
    return FALSE;
  if (!direct)
    loom_sim_ir_add_label (self, self->n_labels++);     /* for lanes that have another callee */
  op = loom_sim_ir_add (self, direct ? "@call" : "@call.address", error);
  detail = loom_sim_ir_add_detail (self, op);
  op->a = address;
  detail->mode = direct ? 1 : 0;
  detail->n_targets = direct ? (guint32) call->target.label : self->module->functions->len;
  self->program->has_calls = TRUE;
  if (!pass_variables (self, call, callee, detail, error))
    return FALSE;
  loom_sim_ir_add_label_behind (self, self->n_labels++);
  op = loom_sim_ir_add (self, "@take.returns", error);
  op->detail = detail;
  return TRUE;
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
