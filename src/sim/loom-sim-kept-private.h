#pragma once

#include "loom-sim-coverage-private.h"
#include "loom-sim-access-private.h"

G_BEGIN_DECLS

/* Whether what is at an offset may be stored to without anybody having to copy it first. */
static inline gboolean
loom_sim_is_kept (const LoomSimRegion *region,
                  guint64              offset,
                  guint64              bytes)
{
  const guint8 *undoable = region->undoable;
  guint64 first, last;

  if (undoable == NULL)
    return TRUE;
  first = offset >> region->page_bits;
  last = (offset + bytes - 1) >> region->page_bits;
  return bytes <= G_GUINT64_CONSTANT (1) << region->page_bits &&
         __atomic_load_n (&undoable[first], __ATOMIC_ACQUIRE) == LOOM_SIM_UNDO_READY &&
         __atomic_load_n (&undoable[last], __ATOMIC_ACQUIRE) == LOOM_SIM_UNDO_READY;
}

/* The same for lanes that lie irregularly: they are if all are within one page's length. */
static inline gboolean
loom_sim_lanes_are_kept (const LoomSimRegion *region,
                         const guint64       *offsets,
                         guint                lanes,
                         guint                size)
{
  guint64 lowest = G_MAXUINT64, highest = 0;

  if (region->undoable == NULL)
    return TRUE;
  for (guint i = 0; i < LOOM_SIM_GROUP; i++)
    {
      const guint64 on = G_GUINT64_CONSTANT (0) - (lanes >> i & 1);

      lowest = MIN (lowest, offsets[i] | ~on);
      highest = MAX (highest, offsets[i] & on);
    }
  return loom_sim_is_kept (region, lowest, highest - lowest + size);
}

/* For all rows of a vector. */
static inline gboolean
loom_sim_rows_are_kept (const LoomSimRegion *region,
                        const LoomSimSurvey *survey,
                        guint64              offset,
                        guint                size)
{
  if (region->undoable == NULL)
    return TRUE;
  for (guint i = 0; i < survey->n_rows; i++)
    if (!loom_sim_is_kept (region, offset + survey->rows[i].at, survey->rows[i].n_lanes * size))
      return FALSE;
  return TRUE;
}

/* For its groups that have running lanes. */
static inline gboolean
loom_sim_part_is_kept (const LoomSimVector *v,
                       const LoomSimRegion *region,
                       const LoomSimSurvey *survey,
                       guint64              offset,
                       guint                size)
{
  if (region->undoable == NULL)
    return TRUE;
  for (guint g = 0; g < v->n_warps * 2; g++)
    if (loom_sim_get_group (v, g) != 0 &&
        !loom_sim_is_kept (region, offset + survey->at[g], size * LOOM_SIM_GROUP))
      return FALSE;
  return TRUE;
}

G_END_DECLS
