/* loom-timings-pane.c: how long each step took, and how the samples of the kernel are spread
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-error.h"
#include "loom-export-dialog.h"
#include "loom-format.h"
#include "loom-report-timings.h"
#include "loom-resources.h"
#include "loom-run-details.h"
#include "loom-share.h"
#include "loom-timing-view.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

#define FIGURE_CHARS 24         /* of a line, before it wraps */

struct _LoomTimingsPane
{
  LoomPane        parent_instance;

  LoomSession    *session;
  GtkGrid        *grid, *figures;
  GtkStack       *stack, *samples;
  LoomChartView  *view;
  GtkLabel       *why, *readout, *only_on_gpu;
  GtkWidget      *count;
  GtkAdjustment  *count_adjustment;
};

G_DEFINE_FINAL_TYPE (LoomTimingsPane, loom_timings_pane, LOOM_TYPE_PANE)

static const LoomExportFormat formats[] = {
  { N_("Table of numbers (.csv)"), ".csv" },
  { N_("Report (.json)"), ".json" },
  { NULL, NULL },
};

typedef struct
{
  const char   *title;
  double        ms;             /* negative: not done */
  double        spread;         /* of ms, as a share; negative: one sample */
  guint         n_samples;
  LoomFidelity  fidelity;
  const char   *source;         /* instead of the fidelity's words, or NULL */
  gboolean      is_past;        /* spent for an earlier run */
} Row;

/* The median, which one slow sample does not move, and half the range between the quartiles. */
static void
summarise (const GArray *samples,
           Row          *row)
{
  LoomSummary summary;

  loom_summary_init (&summary, (const double *) samples->data, samples->len, 0);
  row->ms = summary.median;
  row->n_samples = summary.n;
  row->spread = summary.n > 1 && summary.median > 0 ? summary.spread / 2 : -1;
}

static char *
dup_amount (const Row *row)
{
  g_autofree char *ms = loom_format_ms (row->ms);
  g_autofree char *spread = NULL;

  if (row->is_past)
    return g_strdup_printf ("(%s)", ms);
  if (row->spread < 0)
    return g_steal_pointer (&ms);
  spread = loom_share_format (row->spread, 1);
  /* Translators: the median time of a kernel, its spread, and how many samples: 0.02 ms ± 3 %
   * (9). */
  return g_strdup_printf (_("%1$s ± %2$s (%3$u)"), ms, spread, row->n_samples);
}

static void
add_row (LoomTimingsPane *self,
         const Row       *row,
         int              position,
         double           longest)
{
  GtkWidget *bar = gtk_progress_bar_new ();
  g_autofree char *amount = dup_amount (row);
  g_autofree char *source = row->source != NULL ? g_strdup (row->source)
                                                : loom_format_dup_source (row->fidelity);

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (bar),
                                 longest > 0 && !row->is_past ? row->ms / longest : 0);
  gtk_widget_set_hexpand (bar, TRUE);
  gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (bar, "timing");
  loom_widget_set_spoken_name (bar, row->title);
  gtk_grid_attach (self->grid, loom_label_new (row->title, "title", 0), 0, position, 1, 1);
  gtk_grid_attach (self->grid, bar, 1, position, 1, 1);
  gtk_grid_attach (self->grid, loom_label_new (amount, "tabular", 1), 2, position, 1, 1);
  gtk_grid_attach (self->grid, loom_label_new_cut (source, "dim-label"), 3, position, 1, 1);
}

static void
show_timings (LoomTimingsPane   *self,
              const LoomTimings *timings)
{
  Row rows[] = {
    { _("Compile"), timings->compile_ms, -1, 1, LOOM_FIDELITY_HOST,
      loom_format_compilation (timings->compilation),
      timings->compilation == LOOM_COMPILATION_REUSED },
    { _("Upload"), timings->upload_ms, -1, 1, timings->fidelity },
    /* the time that this computer took to simulate is nobody's idea of how long a kernel takes */
    { timings->fidelity == LOOM_FIDELITY_HOST ? _("Simulation") : _("Kernel"), -1, -1, 0,
      timings->fidelity },
    { _("Download"), timings->download_ms, -1, 1, timings->fidelity },
    { _("Callback"), timings->callback_ms, -1, 1, timings->fidelity },
  };
  double longest = 0;
  int position = 0;

  if (timings->kernel_ms != NULL && timings->kernel_ms->len > 0)
    summarise (timings->kernel_ms, &rows[2]);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    longest = MAX (longest, rows[i].is_past ? 0 : rows[i].ms);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].ms >= 0)
      add_row (self, &rows[i], position++, longest);
}

static void
add_figure (LoomTimingsPane  *self,
            const LoomDetail *detail,
            int               position)
{
  g_autofree char *value
      = g_strconcat (detail->value, " ",
                     detail->is_number ? loom_format_badge (detail->fidelity) : "", NULL);
  GtkWidget *label = loom_label_new_value (g_strchomp (value), FIGURE_CHARS);
  GtkWidget *title = loom_label_new (detail->title, "title", 0);

  gtk_widget_set_valign (title, GTK_ALIGN_START);
  gtk_grid_attach (self->figures, title, 0, position, 1, 1);
  gtk_grid_attach (self->figures, label, 1, position, 1, 1);
}

static const char *
get_obstacle (const LoomTimings *timings)
{
  if (timings->kernel_ms->len == 0)
    return _("No sample of the kernel was taken.");
  return timings->fidelity == LOOM_FIDELITY_HOST
             ? _("Samples are taken on a GPU: how long the simulator takes says nothing "
                 "about the kernel.")
             : _("One sample says nothing about how they are spread: choose more.");
}

static void
readout_cb (LoomTimingsPane *self)
{
  g_autofree char *text = loom_chart_view_dup_text (self->view);

  gtk_label_set_label (self->readout, text != NULL ? text : _("In the order they were taken in"));
}

/* The strip, and what its samples come to, or why there is none. */
static void
show_samples (LoomTimingsPane *self,
              const LoomRun   *run)
{
  LoomTimingStrip *strip = loom_timing_strip_new (run);
  g_autoptr (GPtrArray) details = loom_run_details_list_samples (run);

  loom_chart_view_take_chart (self->view, strip, LOOM_NO_MARK);
  readout_cb (self);
  gtk_stack_set_visible_child_name (self->samples, strip != NULL ? "strip" : "none");
  if (strip == NULL)
    {
      gtk_label_set_label (self->why, get_obstacle (&run->timings));
      return;
    }
  for (guint i = 0; i < details->len; i++)
    add_figure (self, details->pdata[i], (int) i);
}

static void
clear (GtkGrid *grid)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (grid))) != NULL)
    gtk_grid_remove (grid, child);
}

static void
run_cb (LoomTimingsPane *self)
{
  LoomRun *run = loom_session_get_run (self->session);

  clear (self->grid);
  clear (self->figures);
  gtk_stack_set_visible_child_name (self->stack, run != NULL ? "timings" : "empty");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "timings.export", run != NULL);
  if (run == NULL)
    return;
  show_timings (self, &run->timings);
  show_samples (self, run);
}

static void
export_cb (GtkWidget  *widget,
           const char *path,
           gboolean    replace)
{
  LoomRun *run = loom_session_get_run (LOOM_TIMINGS_PANE (widget)->session);
  g_autoptr (GError) error = NULL;

  if (run == NULL)
    return;
  if (!replace && g_file_test (path, G_FILE_TEST_EXISTS))
    loom_fail (&error, LOOM_ERROR_FILE, _("“%s” is there already"), path);
  else
    loom_report_timings_write (run, path, &error);
  loom_export_dialog_told (widget, path, _("The timings were not exported"), error);
}

static void
export_action (LoomTimingsPane *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  g_autofree char *name
      = g_strdup_printf ("%s-timings.csv", run->kernel != NULL ? run->kernel : "gridloom");

  loom_export_dialog_show (GTK_WIDGET (self), self->session, _("Export Timings"), name,
                           formats, export_cb);
}

static void
backend_cb (LoomTimingsPane *self)
{
  const char *backend = loom_session_get_choices (self->session)->backend;
  const gboolean is_gpu = loom_backend_kind_of (backend) == LOOM_BACKEND_CUDA;

  gtk_widget_set_sensitive (self->count, is_gpu);
  gtk_widget_set_visible (GTK_WIDGET (self->only_on_gpu), !is_gpu);
}

static void
loom_timings_pane_set_session (LoomPane    *pane,
                               LoomSession *session)
{
  LoomTimingsPane *self = LOOM_TIMINGS_PANE (pane);
  LoomRunSettings *settings = loom_session_get_run_settings (session);

  self->session = session;
  g_object_bind_property (settings, "samples", self->count_adjustment, "value",
                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  loom_connect (settings, "notify::backend", backend_cb, self);
  backend_cb (self);
  loom_connect (self->session, "notify::run", run_cb, self);
  run_cb (self);
}

static void
loom_timings_pane_class_init (LoomTimingsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "timings.export", NULL, G_CALLBACK (export_action) },
  };

  LOOM_PANE_CLASS (klass)->set_session = loom_timings_pane_set_session;

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  g_type_ensure (LOOM_TYPE_TIMING_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-timings-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomTimingsPane, grid);
  gtk_widget_class_bind_template_child (widget_class, LoomTimingsPane, figures);
  gtk_widget_class_bind_template_child (widget_class, LoomTimingsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomTimingsPane, samples);
  gtk_widget_class_bind_template_child (widget_class, LoomTimingsPane, view);
  gtk_widget_class_bind_template_child (widget_class, LoomTimingsPane, why);
  gtk_widget_class_bind_template_child (widget_class, LoomTimingsPane, readout);
  gtk_widget_class_bind_template_child (widget_class, LoomTimingsPane, only_on_gpu);
  gtk_widget_class_bind_template_child (widget_class, LoomTimingsPane, count);
  gtk_widget_class_bind_template_child (widget_class, LoomTimingsPane, count_adjustment);
  gtk_widget_class_bind_template_callback (widget_class, readout_cb);
}

static void
loom_timings_pane_init (LoomTimingsPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
