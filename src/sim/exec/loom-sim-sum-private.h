#pragma once

#include "loom-sim-block-private.h"
#include "loom-sim-exec-private.h"

/* What is added to the thread's parts in a vector's block (loom-sim-affine.c): factors at op->b,
 * op->c, op->f, each the same in all lanes. */
static inline guint64
loom_sim_get_block_sum (const LoomSimVector *v,
                        const LoomSimOp     *op)
{
  const LoomDim3 *id = &v->block->id;

  return *LOOM_SIM_LANES (guint64, op->b) * id->x + *LOOM_SIM_LANES (guint64, op->c) * id->y +
         *LOOM_SIM_LANES (guint64, op->f) * id->z;
}

static inline guint32
loom_sim_get_block_sum_narrow (const LoomSimVector *v,
                               const LoomSimOp     *op)
{
  const LoomDim3 *id = &v->block->id;

  return *LOOM_SIM_LANES (guint32, op->b) * id->x + *LOOM_SIM_LANES (guint32, op->c) * id->y +
         *LOOM_SIM_LANES (guint32, op->f) * id->z;
}

/* The same number before it wraps, its factors signed. A grid has fewer than 2^31 blocks in x
 * and 2^16 in y and z, so nothing overflows. */
static inline gint64
loom_sim_get_exact_sum (const LoomSimVector *v,
                        const LoomSimOp     *op,
                        const LoomDim3      *id)
{
  return (gint64)*LOOM_SIM_LANES (gint32, op->b) * id->x
         + (gint64)*LOOM_SIM_LANES (gint32, op->c) * id->y
         + (gint64)*LOOM_SIM_LANES (gint32, op->f) * id->z;
}
