#pragma once

#include "loom-sim-block-private.h"
#include "loom-sim-private.h"

G_BEGIN_DECLS

/* Sets `apart` of every slot. chunk: blocks that a worker takes at a time, one after the other. */
void loom_sim_apart_find (LoomSim                  *sim,
                          const LoomSimLaunchState *launch,
                          guint64                   chunk);

/* What follows is between the files of the search, loom-sim-apart*.c. */
#define LOOM_SIM_N_AXES 3
/* The axis of a comparison that has no part of the block's. */
#define LOOM_SIM_THREADS_ALONE LOOM_SIM_N_AXES
/* Of an access; others are left out, which makes stretches longer. */
#define LOOM_SIM_MAX_LIMITS 16u

/* From the first byte to the one behind the last, from where the slot begins; or from the least
 * number to the most. Empty: the last comes first. */
typedef LoomSimRange LoomSimStretch;

#define LOOM_SIM_NOWHERE ((LoomSimStretch) { G_MAXINT64, G_MININT64 })

/* Of one comparison: for each thread, from which block to which on one axis it is as it must be. */
typedef struct
{
  guint   axis;
  gint32 *first, *last;         /* by thread; NULL: it always is, or nobody knows */
} LoomSimLimit;

/* One op that loads or stores, and where each chunk of blocks does so. */
typedef struct
{
  const LoomSimOp    *op;
  guint               slot, n_limits;
  const LoomSimLimit *limits[LOOM_SIM_MAX_LIMITS];
  gint64              factors[LOOM_SIM_N_AXES];
  /* Of blocks with y of 0: anywhere; of the last ones in y, as if they were there. */
  LoomSimStretch      inner, outer;
  LoomSimStretch     *chunks;
} LoomSimReached;

typedef struct
{
  LoomSim                  *sim;
  const LoomSimLaunchState *launch;
  const LoomSimBlock       *block;      /* whose prologue has run */
  guint64                   chunk, n_chunks;
  gboolean                  by_rows;    /* chunks are whole rows of blocks */
  const LoomSimOp          *comparisons[LOOM_SIM_MAX_BOUNDS];
  LoomSimLimit             *limits[LOOM_SIM_MAX_BOUNDS][2];     /* by comparison and outcome */
  GArray                   *accesses;   /* (element-type LoomSimReached) */
} LoomSimApart;

static inline void
loom_sim_stretch_include (LoomSimStretch *self,
                          gint64          low,
                          gint64          high)
{
  self->low = MIN (self->low, low);
  self->high = MAX (self->high, high);
}

/* The quotient, rounded down; b is positive. */
static inline gint64
loom_sim_divide_down (gint64 a,
                      gint64 b)
{
  return a / b - (a % b < 0);
}

static inline guint
loom_sim_apart_get_extent (const LoomSimApart *self,
                           guint               axis)
{
  const LoomDim3 *grid = &self->launch->grid;

  return axis == 0 ? grid->x : axis == 1 ? grid->y : grid->z;
}

/* loom-sim-apart-limits.c: what bounds the threads where a comparison came out so. */
const LoomSimLimit *loom_sim_apart_get_limit    (LoomSimApart   *self,
                                                 guint           comparison,
                                                 gboolean        holds);
void                loom_sim_apart_clear_limits (LoomSimApart   *self);

/* loom-sim-apart-stretch.c. Finds where chunks go; FALSE: perhaps out of the slot. */
gboolean            loom_sim_apart_find_chunks  (LoomSimApart   *self,
                                                 LoomSimReached *access);
/* How far apart lanes begin to lie that are not side by side: most often a row of the array. */
gint64              loom_sim_apart_find_period  (const LoomSimApart   *self,
                                                 const LoomSimReached *access);
/* Makes the chunks' stretches those within a row of the array; FALSE: they go over from row to
 * row. */
gboolean            loom_sim_apart_reduce       (LoomSimApart   *self,
                                                 LoomSimReached *access,
                                                 gint64          period);

G_END_DECLS
