/* loom-sim-fuse.c: two ops of which the second alone reads the first become one
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#include <string.h>

/* An address that is no sum is most often an index that is widened, scaled and added to a base: a
 * pass over the lanes' 64 bits for each. The later op takes in the one before where it alone reads
 * it, both stand in one stretch without labels and branches, and nothing that the first one reads
 * changes in between. */

#define NOWHERE G_MAXUINT32

typedef struct
{
  LoomSimIr *ir;
  guint32   *uses;              /* by value */
  guint32   *defined;           /* by value: op of this stretch that last wrote it, or NOWHERE */
  guint      first;             /* op of the stretch */
} Fuser;

/* Sources of the fused op are those of the first, then the others of the second. */
static const struct
{
  const char *first, *second, *fused;
  guint       n_slots;          /* how many sources of the second may be what the first made */
} pairs[] = {
  { "mul.wide.s32", "add.s64", "mad.wide.s32", 2 },
  { "mul.wide.u32", "add.s64", "mad.wide.u32", 2 },
  { "shl.b64", "add.s64", "@shl.add", 2 },
  { "cvt.s64.s32", "add.s64", "@widen.add.s", 2 },
  { "cvt.u64.s32", "add.s64", "@widen.add.s", 2 },
  { "cvt.s64.u32", "add.s64", "@widen.add.u", 2 },
  { "cvt.u64.u32", "add.s64", "@widen.add.u", 2 },
  { "@widen.s.4.8", "add.s64", "@widen.add.s", 2 },
  { "@widen.u.4.8", "add.s64", "@widen.add.u", 2 },
  { "add.s64", "@shl.add", "@add.shl.add", 1 },
  { "add.s32", "mad.wide.s32", "@add.mad.wide.s32", 2 },
  { "add.s32", "mad.wide.u32", "@add.mad.wide.u32", 2 },
};

/* Where the sign makes no difference. */
static const char *
get_plain_name (const LoomSimIrOp *op)
{
  const char *name = op->row->name;

  if (g_str_equal (name, "add.u64"))
    return "add.s64";
  return g_str_equal (name, "add.u32") ? "add.s32" : name;
}

/* Which pair two ops are, the second's source s being what the first made; -1: none. */
static gint
find_pair (const LoomSimIrOp *first,
           const LoomSimIrOp *second,
           guint              s)
{
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (s < 2 + pairs[i].n_slots && g_str_equal (pairs[i].first, get_plain_name (first)) &&
        g_str_equal (pairs[i].second, get_plain_name (second)))
      return (gint) i;
  return -1;
}

/* Op of the stretch that made a value for this one reader only; NULL: there is none that may go. */
static const LoomSimIrOp *
find_first (const Fuser *self,
            gint32       value)
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

      if (changed != NOWHERE && changed >= at)
        return NULL;
    }
  return op;
}

static void
put_together (LoomSimIrOp       *second,
              const LoomSimIrOp *first,
              guint              s)
{
  gint32 of[4];
  guint n = 2;

  memcpy (of, second->values + 2, sizeof of);
  for (guint i = 2; i < 6 && first->values[i] >= 0; i++)
    second->values[n++] = first->values[i];
  for (guint i = 0; n < 6; i++)
    if (i != s - 2)
      second->values[n++] = i < 4 ? of[i] : LOOM_SIM_NO_VALUE;
}

/* FALSE: there is nothing to take in. */
static gboolean
fuse (Fuser       *self,
      LoomSimIrOp *op)
{
  for (guint s = 2; s < 4; s++)
    {
      const LoomSimIrOp *first = find_first (self, op->values[s]);
      const gint pair = first != NULL ? find_pair (first, op, s) : -1;

      if (pair < 0)
        continue;
      op->row = loom_sim_isa_find (self->ir->isa, pairs[pair].fused);
      g_assert (op->row != NULL);
      put_together (op, first, s);
      return TRUE;
    }
  return FALSE;
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
      else if (op->pure)
        while (fuse (&self, op))
          ;
      note_definitions (&self, op, i);
    }
}
