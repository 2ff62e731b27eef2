#pragma once

#include "loom-sim-block-private.h"

#define LOOM_SIM_HEAP_SIZE (8u << 20)           /* bytes that malloc() gives out in all, as the
                                                   hardware's default */
#define LOOM_SIM_HEAP_BLOCKS 65536u             /* calls of malloc() in one launch that succeed */
#define LOOM_SIM_MAX_OUTPUT (1u << 20)          /* bytes of printf output of one launch, as the
                                                   hardware's default */

/* loom-sim-runtime.c. Bytes at a generic address, at most `most`; how many there are in *length.
 * NULL: none. */
const guint8 *loom_sim_find_bytes   (const LoomSimVector *v,
                                     guint                n,
                                     guint64              address,
                                     gsize                most,
                                     gsize               *length);

/* For one lane; a trap is recorded with the vector. */
guint32  loom_sim_print          (LoomSimVector   *v,
                                  const LoomSimOp *op,
                                  guint            n);
guint64  loom_sim_heap_take      (LoomSimVector   *v,
                                  const LoomSimOp *op,
                                  guint            n);
guint32  loom_sim_heap_give_back (LoomSimVector   *v,
                                  const LoomSimOp *op,
                                  guint            n);
guint32  loom_sim_fail_assertion (LoomSimVector   *v,
                                  const LoomSimOp *op,
                                  guint            n);
