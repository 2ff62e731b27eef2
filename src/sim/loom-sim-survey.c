/* loom-sim-survey.c: what is known of lanes before the kernel starts
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

/* How the thread's parts of an address lie from lane to lane is the same in every block, so the
 * prologue looks at it once (@survey, in loom-sim-exec-sum.c), for each part and size that an
 * access has; likewise from which to which number the parts of a compared sum reach. */

typedef struct
{
  LoomSimIr  *ir;
  GHashTable *known;            /* value and size -> number of the survey */
} Surveyor;

static void
add_survey (Surveyor    *self,
            LoomSimIrOp *op,
            const char  *name,
            guint        size)
{
  const gint64 key = (gint64) op->a << 8 | size;
  LoomSimIrOp survey = { LOOM_SIM_IR_NO_OPERANDS, .label = -1 };
  gpointer number;

  if (g_hash_table_lookup_extended (self->known, &key, NULL, &number))
    {
      op->detail->survey = (guint16) GPOINTER_TO_UINT (number);
      return;
    }
  if (self->ir->program->n_surveys == LOOM_SIM_MAX_SURVEYS)
    return;
  op->detail->survey = (guint16) ++self->ir->program->n_surveys;
  g_hash_table_insert (self->known, g_memdup2 (&key, sizeof key),
                       GUINT_TO_POINTER (op->detail->survey));
  loom_sim_ir_add_detail (self->ir, &survey)->survey = op->detail->survey;
  survey.a = op->a;
  survey.form = loom_sim_isa_find (self->ir->isa, name);
  survey.immediate = size;
  g_assert (survey.form != NULL);
  g_array_append_val (self->ir->heads, survey);
}

/* A load or store that takes its address as sums are made of, and that no other part of the program
 * looks at. */
gboolean
loom_sim_ir_op_is_plain_access (const LoomSimIrOp *op)
{
  return op->detail != NULL && op->a >= 0 &&
         (op->detail->kind == LOOM_SIM_ACCESS_LOAD || op->detail->kind == LOOM_SIM_ACCESS_STORE) &&
         (op->form->opcode == LOOM_SIM_OPCODE_LD || op->form->opcode == LOOM_SIM_OPCODE_ST);
}

/* Each lane has local memory of its own, and vectors of elements are moved register by register. */
static gboolean
can_be_surveyed (const LoomSimIr   *ir,
                 const LoomSimIrOp *op)
{
  return loom_sim_ir_op_is_plain_access (op) && op->detail->n_elements == 1 &&
         op->detail->space != LOOM_PTX_SPACE_LOCAL &&
         g_array_index (ir->values, LoomSimIrValue, op->a).is_constant;
}

void
loom_sim_ir_survey (LoomSimIr *ir)
{
  Surveyor self = { .ir = ir,
                    .known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL) };

  for (guint i = 0; i < ir->ops->len; i++)
    {
      LoomSimIrOp *op = &g_array_index (ir->ops, LoomSimIrOp, i);

      if (op->form->opcode == LOOM_SIM_OPCODE_COMPARE)
        add_survey (&self, op, "@survey.range", 0);
      else if (can_be_surveyed (ir, op))
        add_survey (&self, op, op->detail->width[0] == 8 ? "@survey.8" : "@survey.4",
                    op->detail->size);
    }
  g_hash_table_unref (self.known);
}
