/* loom-roofline-pane.c: how long the launch would take on a device, and under which roofs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-export-dialog.h"
#include "loom-export.h"
#include "loom-format.h"
#include "loom-launch-estimate.h"
#include "loom-measurement.h"
#include "loom-resources.h"
#include "loom-roofline-view.h"
#include "loom-share.h"
#include "loom-typeset.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomRooflinePane
{
  LoomPane          parent_instance;

  LoomSession      *session;
  GtkStack         *stack;
  GtkLabel         *why;
  GtkWidget        *simulate;
  GtkLabel         *sentence;
  GtkGrid          *grid;
  LoomChartView    *view;
  GtkLabel         *readout;
};

G_DEFINE_FINAL_TYPE (LoomRooflinePane, loom_roofline_pane, LOOM_TYPE_PANE)

static void
readout_cb (LoomRooflinePane *self)
{
  g_autofree char *text = loom_chart_view_dup_text (self->view);

  gtk_label_set_label (self->readout, text != NULL ? text : "");
  loom_widget_set_tooltip (self->readout, text);
}

static void
add_row (LoomRooflinePane *self,
         const char       *title,
         char             *value,
         LoomFidelity      fidelity)
{
  g_autofree char *source = loom_format_dup_source (fidelity);
  int row = 0;

  while (gtk_grid_get_child_at (self->grid, 0, row) != NULL)
    row++;
  gtk_grid_attach (self->grid, loom_label_new (title, "title", 0), 0, row, 1, 1);
  gtk_grid_attach (self->grid, loom_label_new (value, "tabular", 1), 1, row, 1, 1);
  gtk_grid_attach (self->grid, loom_label_new (source, "dim-label", 0), 2, row, 1, 1);
  g_free (value);
}

/* The median of a GPU's samples; 0: no GPU ran it. */
static double
get_measured_ms (LoomSession *session)
{
  LoomRun *run = loom_session_get_run (session);
  LoomSummary summary;

  if (run == NULL || run->fidelity != LOOM_FIDELITY_MEASURED || run->timings.kernel_ms->len == 0)
    return 0;
  loom_summary_init (&summary, (const double *) run->timings.kernel_ms->data,
                     run->timings.kernel_ms->len, 0);
  return summary.median;
}

static void
add_counts (LoomRooflinePane         *self,
            const LoomLaunchEstimate *estimate)
{
  static const char * const titles[LOOM_N_FLOATS] = {
    N_("Half-precision operations"), N_("Single-precision operations"),
    N_("Double-precision operations"),
  };
  const LoomRoofline *roofline = &estimate->roofline;
  const LoomLineProfile *counts = &estimate->counts;

  for (LoomFloat i = 0; i < LOOM_N_FLOATS; i++)
    if (counts->flops[i] > 0)
      add_row (self, _(titles[i]), loom_typeset_count (counts->flops[i]),
               LOOM_FIDELITY_SIMULATED);
  if (roofline->counts_instructions)
    add_row (self, _("Warp instructions"), loom_typeset_count ((guint64) roofline->operations),
             LOOM_FIDELITY_SIMULATED);
  add_row (self, _("Bytes of memory"),
           g_format_size_full ((guint64) roofline->bytes, G_FORMAT_SIZE_IEC_UNITS),
           LOOM_FIDELITY_SIMULATED);
}

/* The schedule begins with the first block and ends with the last one. */
static char *
dup_modelled_time (double ms)
{
  g_autofree char *time = loom_format_ms (ms);
  g_autofree char *empty = loom_format_ms (LOOM_LAUNCH_MODEL_EMPTY_MS);

  /* Translators: times, as 2.73 µs and 2.00 µs */
  return g_strdup_printf (_("%1$s, of which the launch itself takes %2$s"), time, empty);
}

static char *
dup_waves (double waves)
{
  return waves < 999.5 ? g_strdup_printf ("%.3g", waves)
                       : loom_typeset_count ((guint64) (waves + 0.5));
}

static void
fill_grid (LoomRooflinePane         *self,
           const LoomLaunchEstimate *estimate,
           double                    measured_ms)
{
  const LoomLaunchModel *model = &estimate->model;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);
  if (measured_ms > 0)
    add_row (self, _("Time"), loom_format_ms (measured_ms), LOOM_FIDELITY_MEASURED);
  add_row (self, _("Time"), dup_modelled_time (estimate->roofline.modelled_ms),
           LOOM_FIDELITY_MODELLED);
  add_row (self, _("Bound by"), g_strdup (loom_bound_get_title (model->bound)),
           LOOM_FIDELITY_MODELLED);
  add_row (self, _("Waves"), dup_waves (model->waves), LOOM_FIDELITY_MODELLED);
  add_row (self, _("Tail"), loom_share_format (model->tail, 1), LOOM_FIDELITY_MODELLED);
  add_counts (self, estimate);
}

static void
show (LoomRooflinePane         *self,
      const LoomLaunchEstimate *estimate)
{
  const double measured_ms = get_measured_ms (self->session);
  g_autofree char *sentence = loom_roofline_dup_sentence (&estimate->roofline);
  /* Translators: the name of a device, and what is modelled for it */
  g_autofree char *text = g_strdup_printf (_("Modelled for %1$s: %2$s"), estimate->profile->name,
                                           sentence);
  LoomRooflineChart *chart
      = loom_roofline_chart_new (&estimate->roofline, estimate->counted->kernel,
                                 estimate->profile->name, measured_ms);

  gtk_label_set_label (self->sentence, text);
  fill_grid (self, estimate, measured_ms);
  loom_chart_view_take_chart (
      self->view, chart,
      loom_roofline_chart_step (chart, (guint) loom_chart_view_get_marked (self->view), 0));
}

/* Only while somebody looks; what is shown stays while another run is on its way. */
static void
update (LoomRooflinePane *self)
{
  g_autofree char *why = NULL;
  LoomLaunchEstimate estimate;
  gboolean is_known;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || loom_launch_is_underway (self->session))
    return;
  loom_launch_ask_estimate (GTK_WIDGET (self), self->session);
  is_known = loom_launch_estimate (self->session, &estimate, &why);
  if (is_known)
    show (self, &estimate);
  gtk_label_set_label (self->why, why != NULL ? why : "");
  gtk_widget_set_visible (self->simulate, loom_launch_needs_simulator (self->session));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "roofline.export", is_known);
  gtk_stack_set_visible_child_name (self->stack, is_known ? "roofline" : "empty");
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  loom_export_dialog_finish (user_data, result, _("The roofline was not exported"));
}

static void
chosen_cb (GtkWidget  *widget,
           const char *path,
           gboolean    replace)
{
  LoomRooflinePane *self = LOOM_ROOFLINE_PANE (widget);
  LoomRooflineChart *chart = loom_chart_view_get_chart (self->view);

  if (chart != NULL)
    loom_export_roofline_async (chart, path, replace, exported_cb, g_object_ref (self));
}

static void
export_action (LoomRooflinePane *self)
{
  LoomPlan *plan = loom_session_get_plan (self->session);
  g_autofree char *file = NULL;

  if (plan == NULL)
    return;
  file = g_strdup_printf ("%s-roofline.png", plan->kernel);
  loom_export_dialog_show (GTK_WIDGET (self), self->session, _("Export Roofline"), file,
                           loom_export_figure_formats, chosen_cb);
}

static gboolean
loom_roofline_pane_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (LOOM_ROOFLINE_PANE (widget)->view)) ||
         gtk_widget_child_focus (widget, GTK_DIR_TAB_FORWARD);
}

static void
loom_roofline_pane_set_session (LoomPane    *pane,
                                LoomSession *session)
{
  LoomRooflinePane *self = LOOM_ROOFLINE_PANE (pane);

  self->session = session;
  loom_launch_connect_estimate (session, G_CALLBACK (update), self);
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
}

static void
loom_roofline_pane_class_init (LoomRooflinePaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "roofline.export", NULL, G_CALLBACK (export_action) },
  };

  GTK_WIDGET_CLASS (klass)->grab_focus = loom_roofline_pane_grab_focus;
  LOOM_PANE_CLASS (klass)->set_session = loom_roofline_pane_set_session;

  g_type_ensure (LOOM_TYPE_ROOFLINE_VIEW);
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-roofline-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomRooflinePane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomRooflinePane, why);
  gtk_widget_class_bind_template_child (widget_class, LoomRooflinePane, simulate);
  gtk_widget_class_bind_template_child (widget_class, LoomRooflinePane, sentence);
  gtk_widget_class_bind_template_child (widget_class, LoomRooflinePane, grid);
  gtk_widget_class_bind_template_child (widget_class, LoomRooflinePane, view);
  gtk_widget_class_bind_template_child (widget_class, LoomRooflinePane, readout);
  gtk_widget_class_bind_template_callback (widget_class, readout_cb);
}

static void
loom_roofline_pane_init (LoomRooflinePane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
