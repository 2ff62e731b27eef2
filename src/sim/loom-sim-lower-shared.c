/* loom-sim-lower-shared.c: which variable of shared memory an access means
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"
#include "loom-sim-memory-private.h"

/* Shared variables lie side by side, so an address alone does not tell where an index has left its array. What the address
 * was made from does: sums that begin with one variable's address mean that variable. */

/* One more than a variable's index, or one of these. */
typedef enum
{
  UNSEEN = 0,                                   /* nothing has been found yet */
  PLAIN = LOOM_SIM_MAX_SHARED + 1,              /* made of no variable's address */
  UNSURE,                                       /* of several, or who knows how */
} Whose;

static Whose
join (Whose a,
      Whose b)
{
  return a == UNSEEN || a == b ? b : b == UNSEEN ? a : UNSURE;
}

static gboolean
is_variable (Whose whose)
{
  return whose != UNSEEN && whose < PLAIN;
}

/* What an op makes of an address that is its only one: source i. */
static Whose
carry_on (const LoomSimForm *form,
          guint              i,
          Whose              whose)
{
  switch (form->opcode)
    {
    case LOOM_SIM_OPCODE_MOV:
    case LOOM_SIM_OPCODE_CVTA:
    case LOOM_SIM_OPCODE_CUT:
    case LOOM_SIM_OPCODE_CVT:
      return whose;
    case LOOM_SIM_OPCODE_ADD:
      return form->is_modified || loom_ptx_type_is_float (form->type) ? UNSURE : whose;
    case LOOM_SIM_OPCODE_OR:
      return form->type == LOOM_PTX_TYPE_PRED ? UNSURE : whose;
    case LOOM_SIM_OPCODE_SUB:
      return i == 0 ? whose : UNSURE;
    case LOOM_SIM_OPCODE_MAD_LO:
    case LOOM_SIM_OPCODE_MAD_WIDE:
      return i == 2 ? whose : UNSURE;
    default:
      return UNSURE;
    }
}

/* What an op makes of its sources. The difference of two addresses is none of a known variable, nor what it is added to. */
static Whose
find_whose (const LoomSimIrOp *op,
            const guint16     *whose)
{
  guint n = 0, last = 0;

  if (op->detail != NULL)
    return PLAIN;
  for (guint i = 0; i < 4; i++)
    {
      if (op->sources[i] < 0)
        continue;
      if (whose[op->sources[i]] == UNSEEN || whose[op->sources[i]] == UNSURE)
        return whose[op->sources[i]];
      n += is_variable (whose[op->sources[i]]);
      last = is_variable (whose[op->sources[i]]) ? i : last;
    }
  if (n == 0)
    return PLAIN;
  return n == 1 ? carry_on (op->form, last, whose[op->sources[last]]) : UNSURE;
}

static gboolean
note (const LoomSimIr *self,
      gint32           value,
      Whose            found,
      guint16         *whose)
{
  Whose both;

  if (value < 0 || found == UNSEEN)
    return FALSE;
  if (loom_sim_ir_get_width (self, value) < 4)
    found = PLAIN;
  both = join (whose[value], found);
  if (both == whose[value])
    return FALSE;
  whose[value] = (guint16) both;
  return TRUE;
}

static gboolean
find_in_ops (const LoomSimIr *self,
             guint16         *whose)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < self->ops->len; i++)
    {
      const LoomSimIrOp *op = loom_sim_ir_get_op (self, i);
      const Whose found = op->flow == LOOM_SIM_FLOW_LABEL ? UNSEEN : find_whose (op, whose);

      for (guint d = 0; d < 2; d++)
        changed |= note (self, op->results[d], found, whose);
      for (guint p = 0; p < op->n_parts && op->parts_written; p++)
        changed |= note (self, op->parts[p], PLAIN, whose);
    }
  return changed;
}

static void
set_extent (const LoomSimIr *self,
            LoomSimDetail   *detail,
            guint            index)
{
  const LoomSimShared *shared = &g_array_index (self->program->shared, LoomSimShared, index);

  detail->shared = (guint16) (index + 1);
  detail->from = shared->offset;
  detail->end = shared->size > 0 ? shared->offset + (guint32) shared->size : 0;
}

void
loom_sim_lower_find_shared (LoomSimIr *self)
{
  g_autofree guint16 *whose = NULL;

  if (self->program->shared->len < 2)
    return;
  whose = g_new0 (guint16, self->values->len);
  for (guint i = 0; i < self->heads->len; i++)
    {
      const gint32 value = g_array_index (self->heads, LoomSimIrOp, i).d;
      const guint shared = loom_sim_ir_get_value (self, value)->shared;

      whose[value] = (guint16) (shared != 0 ? shared : PLAIN);
    }
  while (find_in_ops (self, whose))
    ;
  for (guint i = 0; i < self->ops->len; i++)
    {
      const LoomSimIrOp *op = loom_sim_ir_get_op (self, i);

      if (op->detail != NULL && op->detail->size > 0 && op->a >= 0 && is_variable (whose[op->a]) &&
          (op->detail->space == LOOM_PTX_SPACE_SHARED || op->detail->space == LOOM_PTX_SPACE_GENERIC))
        set_extent (self, op->detail, whose[op->a] - 1u);
    }
}
