#pragma once

#include "loom-sim-block-private.h"

/* loom-sim-ranges.c: which part of an array each share of the blocks of a launch can access */

#define LOOM_SIM_RANGED_GUARDS 16u      /* of an access; others are left out, which makes ranges
                                           longer */
#define LOOM_SIM_RANGES_AXES 3

/* Ranges are from the first byte to the one behind the last, from where the slot begins; or from
 * the least number to the most. Empty: the last comes first. */
#define LOOM_SIM_EMPTY_RANGE ((LoomSimRange) { G_MAXINT64, G_MININT64 })

/* A comparison that came out in a certain way. */
typedef struct
{
  guint   axis;
  gint32 *first, *last;         /* by thread: from which block to which on the axis; NULL: all */
} LoomSimGuard;

/* One op that loads or stores, and the range of each chunk of blocks. */
typedef struct
{
  const LoomSimOp    *op;
  guint               slot, n_guards;
  const LoomSimGuard *guards[LOOM_SIM_RANGED_GUARDS];
  gint64              factors[LOOM_SIM_RANGES_AXES];
  /* Of blocks with y of 0: anywhere; of the last ones in y, as if they were there. */
  LoomSimRange        inner, outer;
  LoomSimRange       *chunks;
} LoomSimRanged;

typedef struct
{
  const LoomSimLaunchState *launch;
  const LoomSimBlock       *block;      /* whose prologue has run */
  guint64                   chunk, n_chunks;
  gboolean                  by_rows;    /* chunks are whole rows of blocks */
  const LoomSimOp          *comparisons[LOOM_SIM_MAX_GUARDS];
  LoomSimGuard             *guards[LOOM_SIM_MAX_GUARDS][2];     /* by comparison and outcome */
} LoomSimRanges;

static inline gboolean
loom_sim_range_is_empty (const LoomSimRange *range)
{
  return range->low > range->high;
}

static inline void
loom_sim_range_include (LoomSimRange *self,
                        gint64        low,
                        gint64        high)
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

gboolean loom_sim_ranges_init        (LoomSimRanges            *self,
                                      const LoomSimLaunchState *launch,
                                      guint64                   chunk);
gboolean loom_sim_ranges_read        (const LoomSimRanges      *self,
                                      const LoomSimOp          *op,
                                      LoomSimRanged            *access);
gboolean loom_sim_ranges_find        (LoomSimRanges            *self,
                                      LoomSimRanged            *access);
gint64   loom_sim_ranges_get_offset  (const LoomSimRanges      *self,
                                      const LoomSimRanged      *access,
                                      guint                     thread);
gboolean loom_sim_ranges_get_blocks  (const LoomSimRanges      *self,
                                      const LoomSimRanged      *access,
                                      guint                     thread,
                                      gboolean                  y_is_last,
                                      LoomSimRange             *x);
gboolean loom_sim_ranges_find_chunks (const LoomSimRanges      *self,
                                      LoomSimRanged            *access,
                                      gint64                    size);
void     loom_sim_ranges_clear       (LoomSimRanges            *self);
