/* loom-sim-lower-watch.c: what a watched program has besides: ops that tell observers what comes next
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

static gboolean
is_watched (const LoomSimIr     *self,
            const LoomSimDetail *detail)
{
  /* What calls pass is the compiler's own, and nobody writes constants. */
  return self->program->watched && self->current->modifiers.space != LOOM_PTX_SPACE_PARAM &&
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
  at = self->ops->len - 1;
  observe = loom_sim_ir_add (self, "@observe", NULL);
  observe->detail = copy.detail;
  observe->immediate = copy.immediate;
  observe->values[2] = copy.values[2];
  g_array_index (self->ops, LoomSimIrOp, at) = *observe;
  *observe = copy;
  return observe;
}

/* At a function's beginning: its variables in local memory have no contents yet. */
void
loom_sim_lower_entered (LoomSimIr *self)
{
  const GPtrArray *variables = self->function->variables;

  for (guint i = 0; i < variables->len && self->program->watched; i++)
    {
      const LoomPtxVariable *variable = g_ptr_array_index (variables, i);
      LoomSimIrOp *op;
      gpointer offset;

      if (variable->space != LOOM_PTX_SPACE_LOCAL ||
          !g_hash_table_lookup_extended (self->local_offsets, variable, NULL, &offset))
        continue;
      op = loom_sim_ir_add (self, "@enter.local", NULL);
      op->immediate = (gint64) ((guint64) GPOINTER_TO_UINT (offset) << 32 | (guint32) variable->size);
    }
}

/* Fences order nothing more here than each instruction does; only observers care. */
void
loom_sim_lower_fence (LoomSimIr                *self,
                      const LoomPtxInstruction *instruction)
{
  if (self->program->watched)
    loom_sim_ir_add (self, "@fence", NULL)->immediate = instruction->modifiers.scope != LOOM_PTX_SCOPE_CTA;
}
