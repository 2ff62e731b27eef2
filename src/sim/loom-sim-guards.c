/* loom-sim-guards.c: which comparisons are known to have come out how wherever an access stands
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

/* `if (x >= w || y >= h) return;` bounds the threads of all that follows, and so does a guard the
 * one op behind it. Comparisons of sums (loom-sim-affine.c) get numbers, and each access two sets of
 * them: those that hold for every lane that comes there, and those that fail. loom-sim-disjoint.c
 * reads them. */

#define MAX_OPS 4096  /* the search is quadratic: longer kernels are not looked at */
#define MAX_DEPTH 8   /* predicates made of predicates */

typedef struct
{
  LoomSimIr *ir;
  GArray *makers; /* (element-type gint32) by value: the only op that makes it, or -1 */
  GArray *labels; /* (element-type gint32) by label: the op that is it, or -1 */
  guint n_bounds;
} Bounds;

typedef struct
{
  guint64 holds, fails; /* comparisons, a bit each */
} Facts;

static gint32
get_place (const Bounds *self,
           gint32        label)
{
  return g_array_index (self->labels, gint32, label);
}

static void
note_maker (Bounds *self,
            gint32  value,
            guint   op)
{
  gint32 *maker = value >= 0 ? &g_array_index (self->makers, gint32, value) : NULL;

  if (maker != NULL)
    *maker = *maker == -1 ? (gint32) op : -2;
}

static void
find_makers_and_labels (Bounds *self)
{
  const gint32 none = -1;

  for (guint i = 0; i < self->ir->values->len; i++)
    g_array_append_val (self->makers, none);
  for (gint32 i = 0; i < self->ir->n_labels; i++)
    g_array_append_val (self->labels, none);
  for (guint i = 0; i < self->ir->ops->len; i++)
    {
      const LoomSimIrOp *op = loom_sim_ir_get_op (self->ir, i);

      note_maker (self, op->d, i);
      note_maker (self, op->e, i);
      for (guint p = 0; p < op->n_parts && op->parts_written; p++)
        note_maker (self, op->parts[p], i);
      if (op->flow == LOOM_SIM_FLOW_LABEL)
        g_array_index (self->labels, gint32, op->label) = (gint32) i;
    }
}

/* The first place behind `from` that an op may branch to, or the end. */
static guint
find_target (const Bounds      *self,
             const LoomSimIrOp *op,
             guint              from)
{
  guint first = self->ir->ops->len;

  if (op->flow == LOOM_SIM_FLOW_BRANCH || op->flow == LOOM_SIM_FLOW_JUMP)
    first =
        get_place (self, op->label) > (gint32) from ? (guint) get_place (self, op->label) : first;
  for (guint t = 0; op->labels != NULL && t < op->labels->len; t++)
    {
      const gint32 place = get_place (self, g_array_index (op->labels, gint32, t));

      if (place > (gint32) from)
        first = MIN (first, (guint) place);
    }
  return first;
}

/* Whether lanes come to the ops behind `from` and before `to` by going on from it alone. */
static gboolean
is_entered_there_only (const Bounds *self,
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
find_end (const Bounds *self,
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
learn (const Bounds *self,
       gint32        predicate,
       gboolean      truth,
       guint         at,
       guint         depth,
       Facts        *facts)
{
  const gint32 maker = predicate >= 0 ? g_array_index (self->makers, gint32, predicate) : -1;
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

static void
apply (const Bounds *self,
       const Facts  *facts,
       guint         from,
       guint         to)
{
  for (guint i = from; i < to; i++)
    if (loom_sim_ir_op_is_plain_access (loom_sim_ir_get_op (self->ir, i)))
      {
        loom_sim_ir_get_op (self->ir, i)->detail->holds |= facts->holds;
        loom_sim_ir_get_op (self->ir, i)->detail->fails |= facts->fails;
      }
}

static void
number_comparisons (Bounds *self)
{
  for (guint i = 0; i < self->ir->ops->len && self->n_bounds < LOOM_SIM_MAX_GUARDS; i++)
    {
      LoomSimIrOp *op = loom_sim_ir_get_op (self->ir, i);

      if (op->form->opcode != LOOM_SIM_OPCODE_COMPARE)
        continue;
      op->detail->guard = (guint8) ++self->n_bounds;
      op->detail->is_signed = op->form->type == LOOM_PTX_TYPE_S32;
      op->detail->relation = (guint8) op->form->relation;
    }
}

/* What is known where lanes go on at a branch that they do not take, or at a guard. */
static void
look_behind (const Bounds *self,
             guint         at)
{
  const LoomSimIrOp *op = loom_sim_ir_get_op (self->ir, at);
  const gboolean is_branch = op->flow == LOOM_SIM_FLOW_BRANCH;
  const gint32 end = is_branch ? get_place (self, op->label) : (gint32) at + 2;
  Facts facts = { 0, 0 };

  if (end <= (gint32) at || !is_entered_there_only (self, at, (guint) end))
    return;
  /* immediate: all ones where the op means a false predicate. */
  learn (self, op->a, is_branch == (op->immediate != 0), at, 0, &facts);
  apply (self, &facts, at + 1, (guint) end);
}

/* And where they go if they take it. */
static void
look_ahead (const Bounds *self,
            guint         at)
{
  const LoomSimIrOp *op = loom_sim_ir_get_op (self->ir, at);
  const gint32 label = get_place (self, op->label);
  const guint end = label >= 0 ? find_end (self, at, (guint) label) : 0;
  Facts facts = { 0, 0 };

  if (label < 0 || end <= (guint) label)
    return;
  learn (self, op->a, op->immediate == 0, at, 0, &facts);
  apply (self, &facts, (guint) label, end);
}

/* Finds what is known at each access. Predicates that are made twice tell nothing. */
void
loom_sim_ir_find_guards (LoomSimIr *ir)
{
  Bounds self = { .ir = ir };

  if (ir->ops->len > MAX_OPS)
    return;
  self.makers = g_array_new (FALSE, FALSE, sizeof (gint32));
  self.labels = g_array_new (FALSE, FALSE, sizeof (gint32));
  find_makers_and_labels (&self);
  number_comparisons (&self);
  for (guint i = 0; self.n_bounds > 0 && i < ir->ops->len; i++)
    {
      const LoomSimOpcode opcode = loom_sim_ir_get_op (ir, i)->form->opcode;
      const gboolean is_branch = opcode == LOOM_SIM_OPCODE_BRA_IF ||
                                 opcode == LOOM_SIM_OPCODE_BRA_AROUND;

      if (is_branch || opcode == LOOM_SIM_OPCODE_GUARD)
        look_behind (&self, i);
      if (is_branch)
        look_ahead (&self, i);
    }
  g_array_unref (self.makers);
  g_array_unref (self.labels);
}
