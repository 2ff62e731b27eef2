/* loom-sim-fuse.c: two ops of which the second alone reads the first become one
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

/* An address that is no sum is most often an index that is widened, scaled and added to a base: a
 * pass over the lanes' 64 bits for each. An addition takes the place of the op before it where both
 * stand in one stretch without labels and branches and nothing that the first one reads changes in
 * between. */

#define NOWHERE G_MAXUINT32

typedef struct
{
  LoomSimIr *ir;
  guint32   *uses;              /* by value */
  guint32   *defined;           /* by value: op of this stretch that last wrote it, or NOWHERE */
  guint      first;             /* op of the stretch */
} Fuser;

static const struct
{
  const char *first, *fused;
} pairs[] = {
  { "mul.wide.s32", "mad.wide.s32" }, { "mul.wide.u32", "mad.wide.u32" }, { "shl.b64", "@shl.add" },
  { "cvt.s64.s32", "@widen.add.s" },  { "cvt.u64.s32", "@widen.add.s" },
  { "cvt.s64.u32", "@widen.add.u" },  { "cvt.u64.u32", "@widen.add.u" },
  { "@widen.s.4.8", "@widen.add.s" }, { "@widen.u.4.8", "@widen.add.u" },
};

static const LoomSimRow *
find_fused (const Fuser *self,
            const char  *first)
{
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (g_str_equal (pairs[i].first, first))
      return loom_sim_isa_find (self->ir->isa, pairs[i].fused);
  return NULL;
}

/* Op of the stretch that made a value for this one reader only; NULL: there is none that may go. */
static const LoomSimIrOp *
find_first (const Fuser *self,
            gint32       value,
            guint        reader)
{
  const guint at = value >= 0 ? self->defined[value] : NOWHERE;
  const LoomSimIrOp *op;

  if (at == NOWHERE || at < self->first || self->uses[value] != 1 ||
      g_array_index (self->ir->values, LoomSimIrValue, value).definitions != 1)
    return NULL;
  op = &g_array_index (self->ir->ops, LoomSimIrOp, at);
  if (!op->pure || op->guarded || op->values[1] >= 0)
    return NULL;
  for (guint i = 2; i < 6; i++)
    {
      const guint32 changed = op->values[i] >= 0 ? self->defined[op->values[i]] : NOWHERE;

      if (changed != NOWHERE && changed >= at && changed < reader)
        return NULL;
    }
  return op;
}

static void
fuse (Fuser       *self,
      guint        i,
      LoomSimIrOp *op)
{
  for (guint s = 2; s < 4; s++)
    {
      const LoomSimIrOp *first = find_first (self, op->values[s], i);
      const LoomSimRow *row = first != NULL ? find_fused (self, first->row->name) : NULL;
      const gint32 other = op->values[s == 2 ? 3 : 2];

      if (row == NULL)
        continue;
      op->row = row;
      op->values[2] = first->values[2];
      op->values[3] = first->values[3] >= 0 ? first->values[3] : other;
      op->values[4] = first->values[3] >= 0 ? other : LOOM_SIM_NO_VALUE;
      return;
    }
}

static void
note_definitions (Fuser             *self,
                  const LoomSimIrOp *op,
                  guint              i)
{
  for (guint d = 0; d < 2; d++)
    if (op->values[d] >= 0)
      self->defined[op->values[d]] = i;
  for (guint p = 0; p < op->n_parts && op->parts_written; p++)
    self->defined[op->parts[p]] = i;
}

static void
count_uses (const Fuser       *self,
            const LoomSimIrOp *op)
{
  for (guint s = 2; s < 6; s++)
    if (op->values[s] >= 0)
      self->uses[op->values[s]]++;
  for (guint p = 0; p < op->n_parts && !op->parts_written; p++)
    self->uses[op->parts[p]]++;
}

/* After hoisting, for an entry whose steps nobody watches. What nobody reads any longer is the
 * caller's to drop. */
void
loom_sim_ir_fuse (LoomSimIr *ir)
{
  g_autofree guint32 *uses = g_new0 (guint32, ir->values->len);
  g_autofree guint32 *defined = g_new (guint32, ir->values->len);
  Fuser self = { .ir = ir, .uses = uses, .defined = defined };

  for (guint i = 0; i < ir->values->len; i++)
    defined[i] = NOWHERE;
  for (guint i = 0; i < ir->ops->len; i++)
    count_uses (&self, &g_array_index (ir->ops, LoomSimIrOp, i));
  for (guint i = 0; i < ir->ops->len; i++)
    {
      LoomSimIrOp *op = &g_array_index (ir->ops, LoomSimIrOp, i);

      if (op->flow != LOOM_SIM_FLOW_NEXT)
        self.first = i + 1;
      else if (g_str_equal (op->row->name, "add.s64") || g_str_equal (op->row->name, "add.u64"))
        fuse (&self, i, op);
      note_definitions (&self, op, i);
    }
}
