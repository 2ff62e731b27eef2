/* loom-sim-shadow.c: many units of shadow memory at once, where nothing is out of order
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-exec-private.h"
#include "loom-sim-shadow-private.h"

#define loom_sim_shadow_write LOOM_SIM_ISA (loom_sim_shadow_write)
#define loom_sim_shadow_other LOOM_SIM_ISA (loom_sim_shadow_other)

gboolean loom_sim_shadow_write (const LoomSimShadow    *shadow,
                                const LoomSimShadowRun *run);
gboolean loom_sim_shadow_other (const LoomSimShadow    *shadow,
                                const LoomSimShadowRun *run);

/* 1 if a record is none, the thread's own, or ordered before by a barrier or a sync of the whole warp. */
static inline guint64
is_known (const LoomSimShadowRun *run,
          guint64                 record,
          guint64                 thread)
{
  const guint64 who = record >> 32, clock = record >> 16 & 0xffff;
  const guint64 in_block = who - run->block_first < run->block_threads ? run->base : 0;
  const guint64 below = who - run->warp_first < LOOM_SIM_WARP ? run->warp_base : in_block;

  return (guint64) (record == 0) | (guint64) (who == thread) | (guint64) (clock < below);
}

/* Where nobody did anything but plain writes. */
static gboolean
write_alone (guint64                *written,
             const LoomSimShadowRun *run)
{
  const guint64 thread = run->record >> 32;
  const LoomSimShadowRun at = *run;
  guint64 known = 1;

  for (guint64 i = 0; i < at.n; i++)
    known &= is_known (&at, written[i], thread + (i >> at.shift));
  if (known == 0)
    return FALSE;
  LOOM_SIM_IVDEP
  for (guint64 i = 0; i < at.n; i++)
    written[i] = at.record + ((i >> at.shift) << 32);
  return TRUE;
}

gboolean
loom_sim_shadow_write (const LoomSimShadow    *shadow,
                       const LoomSimShadowRun *run)
{
  guint64 *written = shadow->written + run->start, *first, *second;
  const guint64 thread = run->record >> 32;
  const LoomSimShadowRun at = *run;
  guint64 known = 1;

  if (shadow->others[0] == NULL)
    return write_alone (written, &at);
  first = shadow->others[0] + run->start;
  second = shadow->others[1] + run->start;
  for (guint64 i = 0; i < at.n; i++)
    {
      const guint64 who = thread + (i >> at.shift);

      known &= is_known (&at, written[i], who) & is_known (&at, first[i], who) & is_known (&at, second[i], who);
    }
  if (known == 0)
    return FALSE;
  LOOM_SIM_IVDEP
  for (guint64 i = 0; i < at.n; i++)
    {
      written[i] = at.record + ((i >> at.shift) << 32);
      first[i] = 0;
      second[i] = 0;
    }
  return TRUE;
}

/* The two that are kept are those farthest apart in their threads' numbers, so that a later writer of any warp or block
 * finds one that is not its own. */
gboolean
loom_sim_shadow_other (const LoomSimShadow    *shadow,
                       const LoomSimShadowRun *run)
{
  const guint64 *written = shadow->written + run->start;
  guint64 *first = shadow->others[0] + run->start, *second = shadow->others[1] + run->start;
  const guint64 thread = run->record >> 32;
  const LoomSimShadowRun at = *run;
  guint64 known = 1;

  for (guint64 i = 0; i < at.n; i++)
    known &= is_known (&at, written[i], thread + (i >> at.shift));
  if (known == 0)
    return FALSE;
  LOOM_SIM_IVDEP
  for (guint64 i = 0; i < at.n; i++)
    {
      const guint64 new = at.record + ((i >> at.shift) << 32), x = first[i], y = second[i];
      const guint64 who = thread + (i >> at.shift);
      const guint64 free_first = is_known (&at, x, who);
      const guint64 farther = (guint64) ((x ^ new) > (x ^ y)) | is_known (&at, y, who);

      first[i] = free_first != 0 ? new : x;
      second[i] = free_first == 0 && farther != 0 ? new : y;
    }
  return TRUE;
}
