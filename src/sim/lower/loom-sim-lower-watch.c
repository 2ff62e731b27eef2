/* loom-sim-lower-watch.c: ops of a watched program that tell watchers what comes next
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"
#include "loom-sim-watcher-private.h"
#include "loom-sim-written-private.h"

/* What calls pass is the compiler's own; only who follows undefined bits has to know of it. */
static gboolean
is_passed (const LoomSimIr     *self,
           const LoomSimDetail *detail)
{
  return self->current->modifiers.space == LOOM_PTX_SPACE_PARAM
         && detail->space == LOOM_PTX_SPACE_LOCAL;
}

static gboolean
is_watched (const LoomSimIr     *self,
            const LoomSimDetail *detail)
{
  if (is_passed (self, detail))
    return (self->program->watched & LOOM_SIM_WATCHED_REGISTERS) != 0;
  /* Nobody writes constants. */
  if (detail->space == LOOM_PTX_SPACE_CONST
      && (self->program->watched & LOOM_SIM_WATCHED_CONSTANTS) == 0)
    return FALSE;
  return (self->program->watched & LOOM_SIM_WATCHED_ACCESSES) != 0
         && self->current->modifiers.space != LOOM_PTX_SPACE_PARAM
         && detail->space != LOOM_PTX_SPACE_PARAM;
}

/* Puts an @observe before the access just added, with the same detail; returns the access, which
 * has moved. */
LoomSimIrOp *
loom_sim_lower_observe (LoomSimIr   *self,
                        LoomSimIrOp *access)
{
  LoomSimIrOp copy = *access, *observe;
  guint at;

  if (!is_watched (self, access->detail))
    return access;
  access->detail->is_observed = TRUE;
  access->detail->passes = is_passed (self, access->detail);
  at = self->ops->len - 1;
  observe = loom_sim_ir_add (self, LOOM_SIM_KEY (OBSERVE));
  observe->detail = copy.detail;
  observe->immediate = copy.immediate;
  observe->a = copy.a;
  g_array_index (self->ops, LoomSimIrOp, at) = *observe;
  *observe = copy;
  return observe;
}

/* Local memory from an offset of the frame on has no contents yet. */
void
loom_sim_lower_enter_local (LoomSimIr *self,
                            guint32    offset,
                            guint32    size)
{
  if ((self->program->watched & LOOM_SIM_WATCHED_ACCESSES) != 0)
    {
      LoomSimIrOp *op = loom_sim_ir_add (self, LOOM_SIM_KEY (ENTER_LOCAL));

      op->immediate.frame.offset = offset;
      op->immediate.frame.size = size;
    }
}

/* At a function's beginning: so it is of its variables. */
void
loom_sim_lower_entered (LoomSimIr *self)
{
  const GPtrArray *variables = self->function->variables;

  for (guint i = 0; i < variables->len; i++)
    {
      const LoomPtxVariable *variable = g_ptr_array_index (variables, i);
      gpointer offset;

      if (variable->space == LOOM_PTX_SPACE_LOCAL &&
          g_hash_table_lookup_extended (self->local_offsets, variable, NULL, &offset))
        loom_sim_lower_enter_local (self, GPOINTER_TO_UINT (offset), (guint32) variable->size);
    }
}

/* Fences order nothing more here than each instruction does; only watchers care. */
void
loom_sim_lower_fence (LoomSimIr                *self,
                      const LoomPtxInstruction *instruction)
{
  if ((self->program->watched & LOOM_SIM_WATCHED_ACCESSES) != 0)
    loom_sim_ir_add (self, LOOM_SIM_KEY (FENCE))->immediate.is_wide
        = instruction->modifiers.scope != LOOM_PTX_SCOPE_CTA;
}

/* Copies are done when they begin; only watchers care who waits for them. */
void
loom_sim_lower_copies (LoomSimIr                *self,
                       const LoomPtxInstruction *instruction)
{
  if ((self->program->watched & LOOM_SIM_WATCHED_ACCESSES) != 0)
    loom_sim_ir_add (self, LOOM_SIM_KEY (COPIES))->immediate.left
        = instruction->opcode == LOOM_PTX_OP_CP_ASYNC_COMMIT_GROUP ? LOOM_SIM_COPIES_COMMIT
          : instruction->opcode == LOOM_PTX_OP_CP_ASYNC_WAIT_GROUP
              ? (gint64) (guint32)instruction->operands[0].bits
              : LOOM_SIM_COPIES_ALL;
}

/* Before an instruction: it begins a stretch, or prolongs that of the instructions before it. */
void
loom_sim_lower_step (LoomSimIr *self)
{
  if ((self->program->watched & LOOM_SIM_WATCHED_STEPS) == 0)
    return;
  if (self->stretch == NULL)
    self->stretch = loom_sim_ir_add_detail (self, loom_sim_ir_add (self, LOOM_SIM_KEY (STEP)));
  self->stretch->n_steps++;
}

/* After it, with the ops it has become: whether other lanes may run from here on, and so another
 * stretch begins. */
void
loom_sim_lower_stepped (LoomSimIr *self,
                        guint      first_op)
{
  const LoomPtxClass class = loom_ptx_opcode_get_facts (self->current->opcode)->op_class;
  gboolean ends = class == LOOM_PTX_CLASS_CONTROL || class == LOOM_PTX_CLASS_BARRIER
                  || class == LOOM_PTX_CLASS_WARP || class == LOOM_PTX_CLASS_MATRIX;

  for (guint i = first_op; i < self->ops->len && !ends; i++)
    ends = g_array_index (self->ops, LoomSimIrOp, i).flow != LOOM_SIM_FLOW_NEXT;
  if (ends)
    self->stretch = NULL;
}

/* Before an instruction of a program that is traced. */
void
loom_sim_lower_begin_step (LoomSimIr *self)
{
  LoomSimIrOp *op;
  LoomSimDetail *detail;

  if ((self->program->watched & LOOM_SIM_WATCHED_TRACE) == 0)
    return;
  op = loom_sim_ir_add (self, LOOM_SIM_KEY (TRACE_BEGIN));
  detail = loom_sim_ir_add_detail (self, op);
  detail->counted = self->current->guard >= 0;
  detail->invert = self->current->guard_negated;
  op->a = self->current->guard;
}

/* After it. The registers that it wrote live at least as long. */
void
loom_sim_lower_end_step (LoomSimIr *self)
{
  LoomSimIrOp *op;
  LoomSimDetail *detail;

  if ((self->program->watched & LOOM_SIM_WATCHED_TRACE) == 0)
    return;
  op = loom_sim_ir_add (self, LOOM_SIM_KEY (TRACE_END));
  op->ordinal++;                /* whoever comes here has issued the instruction */
  detail = loom_sim_ir_add_detail (self, op);
  op->n_parts = (guint8) loom_sim_list_written (self->current, op->parts);
  detail->n_elements = op->n_parts;
  for (guint i = 0; i < op->n_parts; i++)
    detail->width[i] = (guint8) loom_sim_ir_get_width (self, op->parts[i]);
}
