/* loom-sim-guards.c: the comparisons that guard an access, and how they came out there
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

/* `if (x >= w || y >= h) return;` bounds the threads of all that follows, and so does a guard the
 * one op behind it. Comparisons of affine forms (loom-sim-affine.c) get numbers, and each access
 * two sets of them: those that hold for every lane that comes there, and those that fail.
 * loom-sim-disjoint.c reads them. */

#define MAX_OPS 4096  /* the search is quadratic: longer kernels are not looked at */
#define MAX_DEPTH 8   /* predicates made of predicates */

typedef struct
{
  LoomSimIr *ir;
  gint32    *makers;            /* by value: the only op that makes it, or -1 */
  gint32    *labels;            /* by label: the op that is it, or -1 */
  guint      n_guards;
} Guards;

typedef struct
{
  guint64 holds, fails; /* comparisons, a bit each */
} Facts;

static void
note_maker (LoomSimIr   *ir,
            LoomSimIrOp *op,
            gint32       value,
            gpointer     data)
{
  gint32 *maker = &((Guards *) data)->makers[value];

  *maker = *maker == -1 ? (gint32) (op - loom_sim_ir_get_op (ir, 0)) : -2;
}

static void
find_makers_and_labels (Guards *self)
{
  for (guint value = 0; value < self->ir->values->len; value++)
    self->makers[value] = -1;
  for (guint label = 0; label < self->ir->n_labels; label++)
    self->labels[label] = -1;
  for (guint i = 0; i < self->ir->ops->len; i++)
    {
      LoomSimIrOp *op = loom_sim_ir_get_op (self->ir, i);

      loom_sim_ir_foreach_destination (self->ir, op, note_maker, self);
      if (op->flow == LOOM_SIM_FLOW_LABEL)
        self->labels[op->label] = (gint32) i;
    }
}

/* The first place behind `from` that an op may branch to, or the end. */
static guint
find_target (const Guards      *self,
             const LoomSimIrOp *op,
             guint              from)
{
  guint first = self->ir->ops->len;

  if (op->flow == LOOM_SIM_FLOW_BRANCH || op->flow == LOOM_SIM_FLOW_JUMP)
    first = self->labels[op->label] > (gint32) from ? (guint) self->labels[op->label] : first;
  for (guint t = 0; op->labels != NULL && t < op->labels->len; t++)
    {
      const gint32 place = self->labels[g_array_index (op->labels, gint32, t)];

      if (place > (gint32) from)
        first = MIN (first, (guint) place);
    }
  return first;
}

/* Whether lanes come to the ops behind `from` and before `to` by going on from it alone. */
static gboolean
is_entered_there_only (const Guards *self,
                       guint         from,
                       guint         to)
{
  for (guint i = 0; i < self->ir->ops->len; i++)
    if ((i < from || i >= to) && find_target (self, loom_sim_ir_get_op (self->ir, i), from) < to)
      return FALSE;
  return TRUE;
}

/* The end of the ops that lanes come to by one branch alone: from its label up to where others come
 * in; the label itself if they come there. */
static guint
find_end (const Guards *self,
          guint         branch,
          guint         label)
{
  const LoomSimFlow before =
      label > 0 ? loom_sim_ir_get_op (self->ir, label - 1)->flow : LOOM_SIM_FLOW_NEXT;
  guint end = self->ir->ops->len;

  if (label <= branch || (before != LOOM_SIM_FLOW_JUMP && before != LOOM_SIM_FLOW_END))
    return label;
  for (guint i = 0; i < self->ir->ops->len; i++)
    {
      if (i != branch && find_target (self, loom_sim_ir_get_op (self->ir, i), label - 1) == label)
        return label;
      if (i < label)
        end = MIN (end, find_target (self, loom_sim_ir_get_op (self->ir, i), label));
    }
  return is_entered_there_only (self, label, end) ? end : label;
}

/* What follows from a predicate's being so at an op. */
static void
learn (const Guards *self,
       gint32        predicate,
       gboolean      truth,
       guint         at,
       guint         depth,
       Facts        *facts)
{
  const gint32 maker = predicate >= 0 ? self->makers[predicate] : -1;
  const LoomSimIrOp *op;

  if (maker < 0 || maker >= (gint32) at || depth == MAX_DEPTH)
    return;
  op = loom_sim_ir_get_op (self->ir, (guint) maker);
  /* Another path would come with what the predicate was before. */
  if (op->guarded || !is_entered_there_only (self, (guint) maker, at + 1))
    return;
  if (op->detail != NULL && op->detail->guard > 0)
    *(truth ? &facts->holds : &facts->fails) |= G_GUINT64_CONSTANT (1) << (op->detail->guard - 1);
  else if (op->form->type == LOOM_PTX_TYPE_PRED &&
           op->form->opcode == (truth ? LOOM_SIM_OPCODE_AND : LOOM_SIM_OPCODE_OR))
    {
      learn (self, op->a, truth, (guint) maker, depth + 1, facts);
      learn (self, op->b, truth, (guint) maker, depth + 1, facts);
    }
  else if (op->form->type == LOOM_PTX_TYPE_PRED && op->form->opcode == LOOM_SIM_OPCODE_NOT)
    learn (self, op->a, !truth, (guint) maker, depth + 1, facts);
}

/* Applies what follows from the predicate of a branch or guard to the accesses of some ops. */
static void
apply (const Guards *self,
       guint         at,
       gboolean      truth,
       guint         from,
       guint         to)
{
  Facts facts = { 0, 0 };

  learn (self, loom_sim_ir_get_op (self->ir, at)->a, truth, at, 0, &facts);
  for (guint i = from; i < to; i++)
    {
      const LoomSimIrOp *op = loom_sim_ir_get_op (self->ir, i);

      if (loom_sim_ir_op_is_plain_access (op))
        {
          op->detail->holds |= facts.holds;
          op->detail->fails |= facts.fails;
        }
    }
}

static void
number_comparisons (Guards *self)
{
  for (guint i = 0; i < self->ir->ops->len && self->n_guards < LOOM_SIM_MAX_GUARDS; i++)
    {
      LoomSimIrOp *op = loom_sim_ir_get_op (self->ir, i);

      if (op->form->opcode != LOOM_SIM_OPCODE_COMPARE)
        continue;
      op->detail->guard = (guint8) ++self->n_guards;
      op->detail->is_signed = op->form->type == LOOM_PTX_TYPE_S32;
      op->detail->relation = (guint8) op->form->relation;
    }
}

/* Applies what is known where lanes go on at a branch that they do not take, or at a guard, and
 * where they go if they take it. */
static void
follow_both_ways (const Guards *self,
                  guint         at)
{
  const LoomSimIrOp *op = loom_sim_ir_get_op (self->ir, at);
  const gboolean is_branch = op->flow == LOOM_SIM_FLOW_BRANCH;
  const gint32 end = is_branch ? self->labels[op->label] : (gint32) at + 2;

  /* immediate.flip: all ones where the op means a false predicate. */
  if (end > (gint32) at && is_entered_there_only (self, at, (guint) end))
    apply (self, at, is_branch == (op->immediate.flip != 0), at + 1, (guint) end);
  if (is_branch && end >= 0)
    apply (self, at, op->immediate.flip == 0, (guint) end, find_end (self, at, (guint) end));
}

/* Finds what is known at each access. Predicates that are made twice tell nothing. */
void
loom_sim_ir_find_guards (LoomSimIr *ir)
{
  g_autofree gint32 *makers = g_new (gint32, ir->values->len);
  g_autofree gint32 *labels = g_new (gint32, (gsize) ir->n_labels);
  Guards self = { .ir = ir, .makers = makers, .labels = labels };

  if (ir->ops->len > MAX_OPS)
    return;
  find_makers_and_labels (&self);
  number_comparisons (&self);
  for (guint i = 0; self.n_guards > 0 && i < ir->ops->len; i++)
    {
      const LoomSimOpcode opcode = loom_sim_ir_get_op (ir, i)->form->opcode;

      if (opcode == LOOM_SIM_OPCODE_BRA_IF || opcode == LOOM_SIM_OPCODE_BRA_AROUND ||
          opcode == LOOM_SIM_OPCODE_GUARD)
        follow_both_ways (&self, i);
    }
}
