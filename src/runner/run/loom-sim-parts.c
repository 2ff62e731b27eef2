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
      const LoomRunShare *share = loom_sim_part_get_share (part, array);

      memcpy (loom_sim_part_get_row (part, array, share->held.begin),
              bytes + share->held.begin * share->row_size, loom_run_share_get_size (share));
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
          (rows.end - rows.begin) * loom_sim_part_get_share (from, array)->row_size);
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
      const LoomSplitCut cut = loom_split_get_cut (&self->plan->split, i);

      copy_rows (above, below, array, cut.down);
      copy_rows (below, above, array, cut.up);
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
  const LoomRunShare *share = loom_sim_part_get_share (get_part (self, 0), array);

  if (!share->arg->is_split)
    memcpy (bytes, loom_sim_part_get_row (get_part (self, 0), array, 0),
            loom_run_share_get_size (share));
  for (guint i = 0; i < self->parts->len && share->arg->is_split; i++)
    {
      const LoomSplitRange band = loom_split_get_band (&self->plan->split, i);

      memcpy (bytes + band.begin * share->row_size,
              loom_sim_part_get_row (get_part (self, i), array, band.begin),
              (band.end - band.begin) * share->row_size);
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
      LoomRunPlanes own;

      loom_sim_part_collect (part, array, &own);
      loom_run_share_add_counts (loom_sim_part_get_share (part, array), &own, planes,
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
