/* loom-launch-panel-facts.c: what a launch comes to: extents, threads, warps, costs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-panel-private.h"

#include "loom-format.h"
#include "loom-run-details.h"

#include <glib/gi18n-lib.h>

static void
set_count (GtkLabel *label,
           gboolean  known,
           guint64   part,
           guint64   whole)
{
  g_autofree char *text = known ? loom_format_share (part, whole) : NULL;

  gtk_label_set_label (label, known ? text : "–");
}

/* Without a kernel there is nothing to launch; one that was there before the last typing error
 * still counts. */
gboolean
_loom_launch_panel_has_kernel (LoomLaunchPanel *self)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);

  return self->arguments_key != NULL ||
         (compiled != NULL && compiled->ptx != NULL && compiled->kernels->len > 0);
}

/* One that is to follow from a range that is not known can't be told before it ran. */
static gboolean
has_grid (LoomLaunchPanel *self)
{
  return _loom_launch_panel_has_kernel (self)
         && (!self->launch.grid_auto || self->launch.range_known
             || loom_session_get_plan (self->session) != NULL);
}

void
_loom_launch_panel_update_facts (LoomLaunchPanel *self)
{
  const LoomLaunch *launch = &self->launch;
  const guint warp_size = loom_limits_get_simulator ()->warp_size;
  LoomRun *run = loom_session_get_run (self->session);
  guint64 blocks = 0, per_block = 0, threads = 0, wanted = 0;
  gboolean known = has_grid (self) && loom_dim3_volume (&launch->grid, &blocks)
                   && loom_dim3_volume (&launch->block, &per_block)
                   && g_uint64_checked_mul (&threads, blocks, per_block);
  gboolean fresh = loom_session_has_current_run (self->session) && run->idle_threads >= 0;
  g_autofree char *count = loom_format_count (threads);

  gtk_label_set_label (self->threads, known ? count : "–");
  set_count (self->warps, known, known ? blocks * ((per_block + warp_size - 1) / warp_size) : 0, 0);
  /* a grid that is smaller than the range has none outside; how much it misses is said as advice */
  known = known && launch->range_known && loom_dim3_volume (&launch->range, &wanted);
  set_count (self->outside, known && threads >= wanted, known ? threads - wanted : 0, threads);
  set_count (self->idle, fresh, fresh ? run->idle_threads : 0, fresh ? run->threads : 0);
}

/* What the kernel takes of a GPU is known of the launch that ran there, and of no other. */
void
_loom_launch_panel_update_costs (LoomLaunchPanel *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  const gboolean known = loom_session_has_current_run (self->session) && run->costs != NULL;
  g_autofree char *occupancy = known ? loom_run_details_dup_costs (run->costs) : NULL;
  g_autofree char *registers = NULL;

  if (known)
    {
      g_autofree char *shared = g_format_size_full (
          run->costs->shared_static + run->costs->shared_dynamic, G_FORMAT_SIZE_IEC_UNITS);
      g_autofree char *local = g_format_size_full (run->costs->local, G_FORMAT_SIZE_IEC_UNITS);

      registers = g_strdup_printf (
          ngettext ("%1$u register and %3$s of local memory a thread, %2$s of shared memory "
                    "a block",
                    "%1$u registers and %3$s of local memory a thread, %2$s of shared memory "
                    "a block",
                    run->costs->registers),
          run->costs->registers, shared, local);
    }
  gtk_label_set_label (self->occupancy, occupancy != NULL ? occupancy : "");
  gtk_label_set_label (self->registers, registers != NULL ? registers : "");
  gtk_widget_set_visible (self->costs, known);
}

static char *
dup_arithmetic (LoomLaunchPanel *self)
{
  static const char axes[] = "xyz";
  const guint32 grid[] = { self->launch.grid.x, self->launch.grid.y, self->launch.grid.z };
  GString *text = g_string_new (NULL);

  for (guint axis = 0; axis < G_N_ELEMENTS (grid); axis++)
    {
      g_autofree char *line = NULL;

      if (axis >= self->launch.rank && grid[axis] == 1)
        continue;
      line = loom_launch_explain (&self->launch, axis);
      g_string_append_printf (text, "%s%c: %s", text->len > 0 ? "\n" : "", axes[axis], line);
    }
  return g_string_free (text, FALSE);
}

static char *
dup_block_text (LoomLaunchPanel *self)
{
  const guint warp_size = loom_limits_get_simulator ()->warp_size;
  guint64 threads = 0, warps;
  g_autofree char *threads_text = NULL, *warps_text = NULL, *most = NULL;

  if (!loom_dim3_volume (&self->launch.block, &threads))
    return NULL;
  warps = threads / warp_size + (threads % warp_size != 0);
  threads_text = loom_format_count (threads);
  warps_text = loom_format_count (warps);
  if (self->launch.max_threads > 0)
    {
      most = loom_format_count (self->launch.max_threads);
      /* Translators: of one block: its threads, the warps that these fill, and the most threads
       * that the kernel was compiled for. */
      return g_strdup_printf (_("Threads in a block: %1$s, warps: %2$s; __launch_bounds__ allows "
                                "%3$s threads"), threads_text, warps_text, most);
    }
  /* Translators: of one block: how many threads it has, and how many warps these fill. */
  return g_strdup_printf (_("Threads in a block: %1$s, warps: %2$s"), threads_text, warps_text);
}

void
_loom_launch_panel_update_rows (LoomLaunchPanel *self)
{
  gboolean known = _loom_launch_panel_has_kernel (self);
  LoomPlan *plan = loom_session_get_plan (self->session);
  const char *reason = plan != NULL ? plan->reason : NULL;
  g_autofree char *arithmetic = has_grid (self) ? dup_arithmetic (self) : NULL;
  g_autofree char *block = known ? dup_block_text (self) : NULL;

  loom_dim3_row_set_known (self->range, known && self->launch.range_known);
  loom_dim3_row_set_known (self->block, known);
  loom_dim3_row_set_known (self->grid, has_grid (self));
  loom_dim3_row_set_value (self->range, &self->launch.range);
  loom_dim3_row_set_value (self->block, &self->launch.block);
  loom_dim3_row_set_value (self->grid, &self->launch.grid);
  g_object_set (self->range, "editable", self->launch.range_known, NULL);
  g_object_set (self->grid, "editable", !self->launch.grid_auto, NULL);
  loom_dim3_row_set_explanation (self->range,
                                 known && !self->launch.range_known ? _("Not known") : reason);
  loom_dim3_row_set_explanation (self->block, block);
  loom_dim3_row_set_explanation (self->grid, arithmetic);
  gtk_toggle_button_set_active (self->auto_button, self->launch.grid_auto);
  gtk_button_set_icon_name (GTK_BUTTON (self->auto_button), self->launch.grid_auto
                                                                ? "changes-prevent-symbolic"
                                                                : "changes-allow-symbolic");
  gtk_widget_set_visible (self->manual, self->launch.manual_grid);
}
