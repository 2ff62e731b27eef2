/* loom-sim-parts.c: the devices of a split run, simulated one after the other on this computer
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-sim-parts.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef struct
{
  LoomPlan  *plan;
  guint      writer_size;
  GPtrArray *parts;             /* (element-type LoomSimPart) */
} Parts;

static LoomSimPart *
get_part (Parts *self,
          guint  device)
{
  return self->parts->pdata[device];
}

static char *
dup_name (gpointer data,
          guint    device)
{
  return g_strdup_printf (_("Device %u"), device);
}

static gboolean
scatter (gpointer       data,
         guint          array,
         const guint8  *bytes,
         GError       **error)
{
  Parts *self = data;

  for (guint i = 0; i < self->parts->len; i++)
    {
      LoomSimPart *part = get_part (self, i);
      const LoomSplitRange held = loom_sim_part_get_held (part, array);
      const gsize size = loom_sim_part_get_row_size (part, array);

      memcpy (loom_sim_part_get_row (part, array, held.begin), bytes + held.begin * size,
              (held.end - held.begin) * size);
    }
  return TRUE;
}

/* The rows that one device has as its own go to another that has them as its halo. */
static void
copy_rows (LoomSimPart    *from,
           LoomSimPart    *to,
           guint           array,
           LoomSplitRange  rows)
{
  memcpy (loom_sim_part_get_row (to, array, rows.begin),
          loom_sim_part_get_row (from, array, rows.begin),
          (rows.end - rows.begin) * loom_sim_part_get_row_size (from, array));
}

static gboolean
exchange (gpointer   data,
          guint      step,
          guint      array,
          GError   **error)
{
  Parts *self = data;

  for (guint i = 0; i + 1 < self->parts->len; i++)
    {
      LoomSimPart *below = get_part (self, i), *above = get_part (self, i + 1);
      const guint64 cut = loom_split_get_band (&self->plan->split, i).end;

      copy_rows (above, below, array,
                 (LoomSplitRange) { cut, loom_sim_part_get_held (below, array).end });
      copy_rows (below, above, array,
                 (LoomSplitRange) { loom_sim_part_get_held (above, array).begin, cut });
    }
  return TRUE;
}

static gboolean
gather (gpointer   data,
        guint      array,
        guint8    *bytes,
        GError   **error)
{
  Parts *self = data;
  LoomSimPart *first = get_part (self, 0);
  const gsize size = loom_sim_part_get_row_size (first, array);

  if (!loom_sim_part_is_split (first, array))
    memcpy (bytes, loom_sim_part_get_row (first, array, 0),
            loom_sim_part_get_held (first, array).end * size);
  for (guint i = 0; i < self->parts->len && loom_sim_part_is_split (first, array); i++)
    {
      const LoomSplitRange band = loom_split_get_band (&self->plan->split, i);

      memcpy (bytes + band.begin * size, loom_sim_part_get_row (get_part (self, i), array,
                                                                band.begin),
              (band.end - band.begin) * size);
    }
  return TRUE;
}

static gboolean
copy (gpointer   data,
      guint      from,
      guint      to,
      GError   **error)
{
  Parts *self = data;

  for (guint i = 0; i < self->parts->len; i++)
    loom_sim_part_copy (get_part (self, i), from, to);
  return TRUE;
}

static gboolean
launch (gpointer               data,
        guint                  step,
        GPtrArray             *values,
        const gint32          *arrays,
        const LoomSimOptions  *how,
        LoomRunPartResult     *results,
        GError               **error)
{
  Parts *self = data;
  const gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < self->parts->len; i++)
    {
      results[i].start_ms = (g_get_monotonic_time () - start) / 1000.0;
      if (!loom_sim_part_launch (get_part (self, i), step, values, arrays, how,
                                 &results[i].outcome, error))
        return FALSE;
      results[i].end_ms = (g_get_monotonic_time () - start) / 1000.0;
    }
  return TRUE;
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
      const ctype *low = (const ctype *) (gconstpointer) from->lowest; \
      const ctype *high = (const ctype *) (gconstpointer) from->highest; \
      ctype *to_low = (ctype *) (gpointer) to->lowest; \
      ctype *to_high = (ctype *) (gpointer) to->highest; \
\
      to_low[first + i] = MIN (to_low[first + i], low[i]); \
      if (high[i] != (ctype) -1 && \
          (to_high[first + i] == (ctype) -1 || to_high[first + i] < high[i])) \
        to_high[first + i] = high[i]; \
    }

/**
 * loom_sim_parts_add_counts:
 * @from: what a device counted on its cells
 * @to: the planes of the whole array
 * @first: the cell there that is the device's first
 * @n: cells
 * @writer_size: bytes of a linear thread id, 4 or 8
 *
 * Adds the counts of a device to those of all.
 */
void
loom_sim_parts_add_counts (const LoomRunPlanes *from,
                           const LoomRunPlanes *to,
                           guint64              first,
                           guint64              n,
                           guint                writer_size)
{
  add_numbers (from->writes, to->writes != NULL ? to->writes + first : NULL, n);
  add_numbers (from->reads, to->reads != NULL ? to->reads + first : NULL, n);
  if (from->lowest == NULL || to->lowest == NULL)
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

static gboolean
count (gpointer              data,
       guint                 array,
       const LoomRunPlanes  *planes,
       GError              **error)
{
  Parts *self = data;

  for (guint i = 0; i < self->parts->len; i++)
    {
      LoomSimPart *part = get_part (self, i);
      const LoomSplitRange held = loom_sim_part_get_held (part, array);
      const gsize cells = loom_sim_part_count_cells (part, array);
      LoomRunPlanes own;

      loom_sim_part_collect (part);
      loom_sim_part_get_planes (part, array, &own);
      loom_sim_parts_add_counts (&own, planes, held.begin * cells, (held.end - held.begin) * cells,
                                 self->writer_size);
    }
  return TRUE;
}

static void
parts_free (gpointer data)
{
  Parts *self = data;

  g_ptr_array_unref (self->parts);
  g_free (self);
}

/**
 * loom_sim_parts_init:
 * @request: what is run; its plan is split
 * @module: what runs
 * @coverage: what is counted
 * @writer_size: bytes of a linear thread id
 * @parts: (out caller-allocates): the devices
 *
 * Makes simulated devices.
 *
 * Errors: those of loom_sim_part_new().
 *
 * Returns: whether they could be made
 */
gboolean
loom_sim_parts_init (const LoomBackendRequest  *request,
                     LoomPtxModule             *module,
                     LoomCoverageFlags          coverage,
                     guint                      writer_size,
                     LoomRunParts              *parts,
                     GError                   **error)
{
  Parts *self = g_new0 (Parts, 1);

  *parts = (LoomRunParts) {
    .data = self, .dup_name = dup_name, .scatter = scatter, .exchange = exchange, .gather = gather,
    .copy = copy, .launch = launch, .count = count, .free = parts_free,
  };
  self->plan = request->plan;
  self->writer_size = writer_size;
  self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_sim_part_free);
  for (guint i = 0; i < request->plan->split.devices; i++)
    {
      LoomSimPart *part
          = loom_sim_part_new (module, request->plan, i, coverage, writer_size, error);

      if (part == NULL)
        {
          parts_free (self);
          return FALSE;
        }
      g_ptr_array_add (self->parts, part);
    }
  return TRUE;
}
