/* loom-run-share.c: what one device of a split run has of an array
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-share.h"

/**
 * loom_run_share_init:
 * @plan: is split
 * @arg: an array or a variable
 * @device: which of the devices
 *
 * Returns: whether the size of the array is a number, and it has rows at all
 */
gboolean
loom_run_share_init (LoomRunShare      *self,
                     const LoomPlan    *plan,
                     const LoomPlanArg *arg,
                     guint              device)
{
  const guint64 rows = arg->symbol != NULL ? 1 : loom_shape_get_slowest (&arg->shape);
  guint64 size = 0;

  *self = (LoomRunShare) { .arg = arg };
  if (!loom_plan_arg_get_size (arg, &size) || rows == 0)
    return FALSE;
  self->held = arg->is_split ? loom_split_get_held (&plan->split, device)
                             : (LoomSplitRange) { 0, rows };
  self->row_size = size / rows;
  return TRUE;
}

/**
 * loom_run_share_get_size:
 *
 * Returns: bytes of the rows that are held
 */
gsize
loom_run_share_get_size (const LoomRunShare *self)
{
  return (self->held.end - self->held.begin) * self->row_size;
}

/**
 * loom_run_share_get_offset:
 * @row: one that is held
 *
 * Returns: bytes from the first row that is held to that one
 */
gsize
loom_run_share_get_offset (const LoomRunShare *self,
                           guint64             row)
{
  return (row - self->held.begin) * self->row_size;
}

static void
add_numbers (const guint32 *from,
             guint32       *to,
             guint64        n)
{
  for (guint64 i = 0; i < n && from != NULL && to != NULL; i++)
    to[i] += from[i];
}

/* Nobody is all bits one: for the highest that is no number, so it gives way. */
#define WIDEN(ctype) \
  for (guint64 i = 0; i < n; i++) \
    { \
      const ctype *low = (const ctype *) (gconstpointer) counted->lowest; \
      const ctype *high = (const ctype *) (gconstpointer) counted->highest; \
      ctype *to_low = (ctype *) (gpointer) whole->lowest; \
      ctype *to_high = (ctype *) (gpointer) whole->highest; \
\
      to_low[first + i] = MIN (to_low[first + i], low[i]); \
      if (high[i] != (ctype) -1 && \
          (to_high[first + i] == (ctype) -1 || to_high[first + i] < high[i])) \
        to_high[first + i] = high[i]; \
    }

/**
 * loom_run_share_add_counts:
 * @counted: what the device counted on the cells that it has
 * @whole: the planes of the whole array
 * @writer_size: bytes of a linear thread id, 4 or 8
 *
 * Adds the counts of a device to those of all.
 */
void
loom_run_share_add_counts (const LoomRunShare  *self,
                           const LoomRunPlanes *counted,
                           const LoomRunPlanes *whole,
                           guint                writer_size)
{
  const guint64 first = self->held.begin * self->row_size / self->arg->type.size;
  const guint64 n = loom_run_share_get_size (self) / self->arg->type.size;

  add_numbers (counted->writes, whole->writes != NULL ? whole->writes + first : NULL, n);
  add_numbers (counted->reads, whole->reads != NULL ? whole->reads + first : NULL, n);
  if (counted->lowest == NULL || whole->lowest == NULL)
    return;
  if (writer_size == 4)
    {
      WIDEN (guint32);
    }
  else
    {
      WIDEN (guint64);
    }
}

#undef WIDEN
