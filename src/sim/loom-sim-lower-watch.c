/* loom-sim-lower-watch.c: what a watched program has besides: ops that tell observers what comes next
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"
#include "loom-sim-memory-private.h"
#include "loom-sim-observer-private.h"
#include "loom-sim-trace-private.h"

/* What calls pass is the compiler's own; only who follows undefined bits has to know of it. */
static gboolean
is_passed (const LoomSimIr     *self,
           const LoomSimDetail *detail)
{
  return self->current->modifiers.space == LOOM_PTX_SPACE_PARAM && detail->space == LOOM_PTX_SPACE_LOCAL;
}

static gboolean
is_watched (const LoomSimIr     *self,
            const LoomSimDetail *detail)
{
  if (is_passed (self, detail))
    return (self->program->watched & LOOM_SIM_WATCHED_REGISTERS) != 0;
  /* Nobody writes constants. */
  return (self->program->watched & LOOM_SIM_WATCHED_ACCESSES) != 0 && self->current->modifiers.space != LOOM_PTX_SPACE_PARAM &&
         detail->space != LOOM_PTX_SPACE_PARAM && detail->space != LOOM_PTX_SPACE_CONST;
}

/* Puts an @observe before the access just added, with the same detail; returns the access, which has moved. */
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
    loom_sim_ir_add (self, LOOM_SIM_KEY (ENTER_LOCAL))->immediate = (gint64) ((guint64) offset << 32 | size);
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

/* Fences order nothing more here than each instruction does; only observers care. */
void
loom_sim_lower_fence (LoomSimIr                *self,
                      const LoomPtxInstruction *instruction)
{
  if ((self->program->watched & LOOM_SIM_WATCHED_ACCESSES) != 0)
    loom_sim_ir_add (self, LOOM_SIM_KEY (FENCE))->immediate = instruction->modifiers.scope != LOOM_PTX_SCOPE_CTA;
}

/* Copies are done when they begin; only observers care who waits for them. */
void
loom_sim_lower_copies (LoomSimIr                *self,
                       const LoomPtxInstruction *instruction)
{
  if ((self->program->watched & LOOM_SIM_WATCHED_ACCESSES) != 0)
    loom_sim_ir_add (self, LOOM_SIM_KEY (COPIES))->immediate =
        instruction->opcode == LOOM_PTX_OP_CP_ASYNC_COMMIT_GROUP ? LOOM_SIM_COPIES_COMMIT
        : instruction->opcode == LOOM_PTX_OP_CP_ASYNC_WAIT_GROUP ? (gint64) (guint32) instruction->operands[0].bits
                                                                 : LOOM_SIM_COPIES_ALL;
}

static guint64
find_constant_base (guint64 bits)
{
  const guint64 slot = bits >> LOOM_SIM_SLOT_BITS;

  if (slot == LOOM_SIM_SHARED_SLOT || slot == LOOM_SIM_LOCAL_SLOT)
    return LOOM_SIM_BASE_WINDOW;
  /* A negative number is no address. */
  return slot >= LOOM_SIM_FIRST_SLOT && slot < G_MAXUINT16 ? LOOM_SIM_BASE_VARIABLE : 0;
}

static guint64
gather_bases (const LoomSimIrOp *op,
              const guint64     *bases)
{
  guint64 all = 0;

  for (guint i = 0; i < 4; i++)
    if (op->sources[i] >= 0)
      all |= bases[op->sources[i]];
  return all;
}

/* What an op makes of its sources. */
static guint64
find_bases (const LoomSimIr   *self,
            const LoomSimIrOp *op,
            const guint64     *bases)
{
  guint64 all;

  switch (op->form->opcode)
    {
    case LOOM_SIM_OPCODE_PARAM:
      return loom_sim_ir_get_width (self, op->d) < 8 ? 0
             : op->immediate / 8 < LOOM_SIM_BASE_PARAMS ? G_GUINT64_CONSTANT (1) << op->immediate / 8
                                                        : LOOM_SIM_BASE_UNKNOWN;
    case LOOM_SIM_OPCODE_CONST:
      return find_constant_base ((guint64) op->immediate);
    case LOOM_SIM_OPCODE_LOCAL_ADDRESS:
      return LOOM_SIM_BASE_WINDOW;
    default:
      break;
    }
  if (op->detail != NULL)
    return LOOM_SIM_BASE_UNKNOWN;
  all = gather_bases (op, bases);
  /* What is added to an address is an index, wherever it comes from. */
  if ((all & ~LOOM_SIM_BASE_UNKNOWN) != 0 && (op->form->flags & LOOM_SIM_OPCODE_ADDS) != 0)
    all &= ~LOOM_SIM_BASE_UNKNOWN;
  return all;
}

static gboolean
add_bases (const LoomSimIr *self,
           gint32           value,
           guint64          found,
           guint64         *bases)
{
  /* Half an address is none, and what is read from memory by halves is not one that was taken apart. */
  if (value < 0 || (loom_sim_ir_get_width (self, value) < 8 && (found &= ~LOOM_SIM_BASE_UNKNOWN) == 0) ||
      (bases[value] | found) == bases[value])
    return FALSE;
  bases[value] |= found;
  return TRUE;
}

static gboolean
trace_ops (const LoomSimIr *self,
           const GArray    *ops,
           guint64         *bases)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < ops->len; i++)
    {
      const LoomSimIrOp *op = &g_array_index (ops, LoomSimIrOp, i);
      const guint64 found = op->flow == LOOM_SIM_FLOW_LABEL ? 0 : find_bases (self, op, bases);

      for (guint d = 0; d < 2 && found != 0; d++)
        changed |= add_bases (self, op->results[d], found, bases);
      for (guint p = 0; p < op->n_parts && op->parts_written && found != 0; p++)
        changed |= add_bases (self, op->parts[p], found, bases);
    }
  return changed;
}

/* Finds, for each access that is told of, which parameters its address may come from: arrays that a launch only reads
 * need not be watched. */
void
loom_sim_lower_trace (LoomSimIr *self)
{
  g_autofree guint64 *bases = NULL;
  gboolean changed = TRUE;

  bases = g_new0 (guint64, MAX (self->values->len, 1));
  while (changed)
    changed = trace_ops (self, self->heads, bases) | trace_ops (self, self->ops, bases);
  for (guint i = 0; i < self->ops->len; i++)
    {
      const LoomSimIrOp *op = &g_array_index (self->ops, LoomSimIrOp, i);

      if (op->form->opcode == LOOM_SIM_OPCODE_OBSERVE)
        op->detail->bases = bases[op->a] != 0 ? bases[op->a] : LOOM_SIM_BASE_UNKNOWN;
    }
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

/* After it, with the ops it has become: whether other lanes may run from here on, and so another stretch begins. */
void
loom_sim_lower_stepped (LoomSimIr *self,
                        guint      first_op)
{
  const LoomPtxClass class = loom_ptx_opcode_get_facts (self->current->opcode)->op_class;
  gboolean ends = class == LOOM_PTX_CLASS_CONTROL || class == LOOM_PTX_CLASS_BARRIER || class == LOOM_PTX_CLASS_WARP ||
                  class == LOOM_PTX_CLASS_MATRIX;

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
  op->n_parts = (guint8) loom_sim_trace_list_written (self->current, op->parts);
  detail->n_elements = op->n_parts;
  for (guint i = 0; i < op->n_parts; i++)
    detail->width[i] = (guint8) loom_sim_ir_get_width (self, op->parts[i]);
}
