/* loom-sim-shadow.c: many units of shadow memory at once, where nothing is out of order
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-level-private.h"
#include "loom-sim-shadow-private.h"
#include "loom-sim-vector-private.h"

#include <string.h>

#define loom_sim_shadow_write LOOM_SIM_ISA (loom_sim_shadow_write)
#define loom_sim_shadow_other LOOM_SIM_ISA (loom_sim_shadow_other)

gboolean loom_sim_shadow_write (const LoomSimShadow    *shadow,
                                const LoomSimShadowRun *run);
gboolean loom_sim_shadow_other (const LoomSimShadow    *shadow,
                                const LoomSimShadowRun *run);

/* What a run need not check: of shared memory all records are the block's own; after a barrier a
 * warp knows no more than its block. Each combination is a function of its own. */
typedef struct
{
  gboolean own_block, with_warp;
} Shape;

/* 1 if a record is none, the thread's own, or ordered before by a barrier or a sync of the whole
 * warp. */
static inline __attribute__ ((always_inline)) guint64
is_known (const LoomSimShadowRun *run,
          Shape                   shape,
          guint64                 record,
          guint64                 thread)
{
  const guint64 who = record >> 32, clock = record >> 16 & 0xffff;
  const guint64 in_block =
      shape.own_block || who - run->block_first < run->block_threads ? run->base : 0;
  const guint64 below =
      shape.with_warp && who - run->warp_first < LOOM_SIM_WARP ? run->warp_base : in_block;

  return (guint64) (record == 0) | (guint64) (who == thread) | (guint64) (clock < below);
}

static inline __attribute__ ((always_inline)) gboolean
write_run (const LoomSimShadow    *shadow,
           const LoomSimShadowRun *run,
           Shape                   shape)
{
  guint64 *written = shadow->written + run->start, *first = NULL, *second = NULL;
  const guint64 thread = run->record >> 32;
  const LoomSimShadowRun at = *run;
  const gboolean alone = shadow->others[0] == NULL;
  guint64 known = 1;

  for (guint64 i = 0; i < at.n; i++)
    known &= is_known (&at, shape, written[i], thread + (i >> at.shift));
  if (!alone)
    {
      first = shadow->others[0] + run->start;
      second = shadow->others[1] + run->start;
      for (guint64 i = 0; i < at.n; i++)
        known &= is_known (&at, shape, first[i], thread + (i >> at.shift)) &
                 is_known (&at, shape, second[i], thread + (i >> at.shift));
    }
  if (known == 0)
    return FALSE;
  LOOM_SIM_IVDEP
  for (guint64 i = 0; i < at.n; i++)
    written[i] = at.record + ((i >> at.shift) << 32);
  if (!alone)
    {
      memset (first, 0, at.n * sizeof *first);
      memset (second, 0, at.n * sizeof *second);
    }
  return TRUE;
}

/* The two that are kept are those farthest apart in their threads' numbers, so that a later writer
 * of any warp or block finds one that is not its own. */
static inline __attribute__ ((always_inline)) gboolean
other_run (const LoomSimShadow    *shadow,
           const LoomSimShadowRun *run,
           Shape                   shape)
{
  const guint64 *written = shadow->written + run->start;
  guint64 *first = shadow->others[0] + run->start, *second = shadow->others[1] + run->start;
  const guint64 thread = run->record >> 32;
  const LoomSimShadowRun at = *run;
  guint64 known = 1;

  for (guint64 i = 0; i < at.n; i++)
    known &= is_known (&at, shape, written[i], thread + (i >> at.shift));
  if (known == 0)
    return FALSE;
  LOOM_SIM_IVDEP
  for (guint64 i = 0; i < at.n; i++)
    {
      const guint64 new = at.record + ((i >> at.shift) << 32), x = first[i], y = second[i];
      const guint64 who = thread + (i >> at.shift);
      const guint64 free_first = is_known (&at, shape, x, who);
      const guint64 farther = (guint64) ((x ^ new) > (x ^ y)) | is_known (&at, shape, y, who);

      first[i] = free_first != 0 ? new : x;
      second[i] = free_first == 0 && farther != 0 ? new : y;
    }
  return TRUE;
}

#define BY_SHAPE(func, shadow, run)                                                                \
  if ((run)->warp_base == (run)->base)                                                             \
    return (run)->own_block ? func (shadow, run, (Shape){ TRUE, FALSE })                           \
                            : func (shadow, run, (Shape){ FALSE, FALSE });                         \
  return (run)->own_block ? func (shadow, run, (Shape){ TRUE, TRUE })                              \
                          : func (shadow, run, (Shape){ FALSE, TRUE });

gboolean
loom_sim_shadow_write (const LoomSimShadow    *shadow,
                       const LoomSimShadowRun *run)
{
  BY_SHAPE (write_run, shadow, run)
}

gboolean
loom_sim_shadow_other (const LoomSimShadow    *shadow,
                       const LoomSimShadowRun *run)
{
  BY_SHAPE (other_run, shadow, run)
}
