#pragma once

#include <glib.h>

/* What a thread knows of the accesses of others that it did not meet at a barrier: immutable,
 * shared, counted. For each block that it heard of, all accesses at clocks below `base` and, of
 * spans of threads, those below more. A tree over the blocks, sixteen children to a node, so that
 * what many threads learn one after the other is stored once. NULL: nothing. */
typedef struct _LoomSimClock LoomSimClock;

typedef struct
{
  guint16 first, n;             /* threads of the block */
  guint32 below;
} LoomSimSpan;

guint          loom_sim_clock_get_height (guint64             n_blocks);
LoomSimClock  *loom_sim_clock_new        (guint               height,
                                          guint64             block,
                                          guint32             base,
                                          const LoomSimSpan  *spans,
                                          guint               n_spans);
LoomSimClock  *loom_sim_clock_ref        (LoomSimClock       *self);
void           loom_sim_clock_unref      (LoomSimClock       *self);
/* Either may be NULL. */
LoomSimClock  *loom_sim_clock_join       (LoomSimClock       *a,
                                          LoomSimClock       *b);
gboolean       loom_sim_clock_knows      (const LoomSimClock *self,
                                          guint64             block,
                                          guint               thread,
                                          guint32             clock);
/* *clock := what both know. */
void           loom_sim_clock_add        (LoomSimClock      **clock,
                                          LoomSimClock       *other);
