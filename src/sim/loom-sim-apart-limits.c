/* loom-sim-apart-limits.c: what bounds the threads that come to an access
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-apart-private.h"
#include "loom-sim-sum-private.h"

/* What a comparison says of its sum. */
static LoomSimStretch
get_allowed (const LoomSimOp *op,
             gboolean         holds,
             gint64           with)
{
  static const LoomSimRelation opposite[] = { LOOM_SIM_RELATION_GE, LOOM_SIM_RELATION_GT,
                                              LOOM_SIM_RELATION_LE, LOOM_SIM_RELATION_LT,
                                              LOOM_SIM_RELATION_NE, LOOM_SIM_RELATION_EQ };
  const LoomSimRelation relation = op->detail->relation;

  switch (holds ? relation : opposite[relation])
    {
    case LOOM_SIM_RELATION_LT:
      return (LoomSimStretch) { G_MININT64, with - 1 };
    case LOOM_SIM_RELATION_LE:
      return (LoomSimStretch) { G_MININT64, with };
    case LOOM_SIM_RELATION_GT:
      return (LoomSimStretch) { with + 1, G_MAXINT64 };
    case LOOM_SIM_RELATION_GE:
      return (LoomSimStretch) { with, G_MAXINT64 };
    case LOOM_SIM_RELATION_EQ:
      return (LoomSimStretch) { with, with };
    case LOOM_SIM_RELATION_NE:
      break;
    }
  return (LoomSimStretch) { G_MININT64, G_MAXINT64 };
}

/* The axis that a comparison's sum changes along, and by how much; FALSE: along several, or
 * backwards. */
static gboolean
get_axis (const LoomSimVector *v,
          const LoomSimOp     *op,
          guint               *axis,
          gint64              *factor)
{
  const gint32 factors[LOOM_SIM_N_AXES] = { *LOOM_SIM_LANES (gint32, op->b),
                                            *LOOM_SIM_LANES (gint32, op->c),
                                            *LOOM_SIM_LANES (gint32, op->f) };

  *axis = LOOM_SIM_THREADS_ALONE;
  *factor = 1;
  for (guint i = 0; i < LOOM_SIM_N_AXES; i++)
    {
      if (factors[i] < 0 || (factors[i] > 0 && *axis != LOOM_SIM_THREADS_ALONE))
        return FALSE;
      if (factors[i] > 0)
        {
          *axis = i;
          *factor = factors[i];
        }
    }
  return TRUE;
}

/* From the lowest to the highest sum that any thread of the launch compares. */
static LoomSimStretch
get_sums (const LoomSimApart *self,
          const LoomSimOp    *op,
          guint               axis,
          gint64              factor)
{
  LoomSimStretch all = LOOM_SIM_NOWHERE;

  for (guint i = 0; i < self->launch->n_vectors; i++)
    {
      const LoomSimVector *v = &self->block->vectors[i];
      const gint32 *parts = LOOM_SIM_LANES (gint32, op->a);

      for (guint n = 0; n < v->n_lanes; n++)
        loom_sim_stretch_include (&all, parts[n], parts[n]);
    }
  if (axis != LOOM_SIM_THREADS_ALONE)
    all.high += factor * (loom_sim_apart_get_extent (self, axis) - 1);
  return all;
}

static void
fill_limit (const LoomSimApart   *self,
            const LoomSimOp      *op,
            const LoomSimStretch *allowed,
            gint64                factor,
            LoomSimLimit         *limit)
{
  const gint64 most =
      limit->axis == LOOM_SIM_THREADS_ALONE ? 0 : loom_sim_apart_get_extent (self, limit->axis) - 1;
  guint thread = 0;

  limit->first = g_new (gint32, self->launch->block_threads);
  limit->last = g_new (gint32, self->launch->block_threads);
  for (guint i = 0; i < self->launch->n_vectors; i++)
    {
      const LoomSimVector *v = &self->block->vectors[i];
      const gint32 *parts = LOOM_SIM_LANES (gint32, op->a);

      for (guint n = 0; n < v->n_lanes; n++, thread++)
        {
          /* Sums are 32 bits wide: what is allowed beyond them is as good as their ends. */
          const gint64 low = MAX (allowed->low, G_MININT32) - parts[n],
                       high = MIN (allowed->high, G_MAXUINT32) - parts[n];

          limit->first[thread] = (gint32) CLAMP (-loom_sim_divide_down (-low, factor), 0, most + 1);
          limit->last[thread] = (gint32) CLAMP (loom_sim_divide_down (high, factor), -1, most);
        }
    }
}

/* Of a comparison that is known to have come out so. */
const LoomSimLimit *
loom_sim_apart_get_limit (LoomSimApart *self,
                          guint         comparison,
                          gboolean      holds)
{
  LoomSimLimit **limit = &self->limits[comparison][holds];
  const LoomSimOp *op = self->comparisons[comparison];
  const LoomSimVector *v = &self->block->vectors[0];
  gint64 factor, with;
  LoomSimStretch sums, allowed;

  if (*limit != NULL)
    return *limit;
  *limit = g_new0 (LoomSimLimit, 1);
  if (op == NULL || !get_axis (v, op, &(*limit)->axis, &factor))
    return *limit;
  with = op->detail->is_signed ? *LOOM_SIM_LANES (gint32, op->detail->registers[0])
                               : (gint64) *LOOM_SIM_LANES (guint32, op->detail->registers[0]);
  sums = get_sums (self, op, (*limit)->axis, factor);
  allowed = get_allowed (op, holds, with);
  /* A sum that wraps may compare otherwise than its parts say. */
  if (sums.low < (op->detail->is_signed ? G_MININT32 : 0) || sums.high > G_MAXINT32 ||
      (sums.low >= allowed.low && sums.high <= allowed.high))
    return *limit;
  fill_limit (self, op, &allowed, factor, *limit);
  return *limit;
}

void
loom_sim_apart_clear_limits (LoomSimApart *self)
{
  for (guint i = 0; i < LOOM_SIM_MAX_BOUNDS; i++)
    for (guint outcome = 0; outcome < 2; outcome++)
      if (self->limits[i][outcome] != NULL)
        {
          g_free (self->limits[i][outcome]->first);
          g_free (self->limits[i][outcome]->last);
          g_free (self->limits[i][outcome]);
        }
}
