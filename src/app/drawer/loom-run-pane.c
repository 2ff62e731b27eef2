/* loom-run-pane.c: the runs as jobs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-device-menu.h"
#include "loom-format.h"
#include "loom-resources.h"
#include "loom-run-details.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomRunPane
{
  LoomPane      parent_instance;

  LoomSession  *session;
  GtkStack     *stack;
  GtkListBox   *list;
  GtkBox       *details;
  LoomRunJob   *job;            /* that is selected */
};

G_DEFINE_FINAL_TYPE (LoomRunPane, loom_run_pane, LOOM_TYPE_PANE)

/* A label whose words stand on one line with those beside it. */
static GtkWidget *
label_new (const char *text,
           const char *css_class,
           float       xalign)
{
  GtkWidget *label = loom_label_new (text, css_class, xalign);

  gtk_widget_set_valign (label, GTK_ALIGN_BASELINE);
  return label;
}

static char *
dup_device (LoomRunPane *self,
            LoomRunJob  *job)
{
  return loom_device_dup_name (loom_session_get_choices (self->session)->backends,
                               loom_run_job_get_status (job)->backend);
}

/* Where in the run a step was, and how long. */
static void
draw_step (GtkDrawingArea *area,
           cairo_t        *cr,
           int             width,
           int             height,
           gpointer        data)
{
  const double *span = data;
  GtkStyleContext *context = gtk_widget_get_style_context (GTK_WIDGET (area));
  GdkRGBA color;

  gtk_style_context_get_color (context, &color);
  color.alpha *= 0.12;
  gdk_cairo_set_source_rgba (cr, &color);
  cairo_rectangle (cr, 0, height / 2.0 - 3, width, 6);
  cairo_fill (cr);
  gtk_style_context_lookup_color (context, "accent_color", &color);
  gdk_cairo_set_source_rgba (cr, &color);
  cairo_rectangle (cr, span[0] * width, height / 2.0 - 3, MAX (span[1] * width, 1), 6);
  cairo_fill (cr);
}

static GtkWidget *
bar_new (const LoomDetail *detail)
{
  GtkWidget *bar = gtk_drawing_area_new ();
  double *span = g_new (double, 2);

  span[0] = detail->start;
  span[1] = detail->length;
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (bar), draw_step, span, g_free);
  gtk_widget_set_size_request (bar, 90, 12);
  gtk_widget_set_hexpand (bar, TRUE);
  loom_widget_set_spoken_name (bar, detail->title);
  return bar;
}

static void
add_line (GtkGrid          *grid,
          const LoomDetail *detail,
          int               line)
{
  GtkWidget *value = label_new (detail->value, "tabular", 0);

  gtk_label_set_selectable (GTK_LABEL (value), TRUE);
  gtk_label_set_wrap (GTK_LABEL (value), TRUE);
  gtk_grid_attach (grid, label_new (detail->title, "dim-label", 0), 0, line, 1, 1);
  gtk_grid_attach (grid, value, 1, line, 1, 1);
  if (detail->is_number)
    {
      g_autofree char *badge = loom_format_dup_source (detail->fidelity);

      gtk_grid_attach (grid, label_new (badge, "dim-label", 0), 2, line, 1, 1);
    }
  if (detail->length >= 0)
    gtk_grid_attach (grid, bar_new (detail), 3, line, 1, 1);
}

static void
add_kind (LoomRunPane    *self,
          GPtrArray      *details,
          LoomDetailKind  kind)
{
  GtkWidget *grid = gtk_grid_new ();
  int line = 0;

  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 3);
  for (guint i = 0; i < details->len; i++)
    if (((LoomDetail *) details->pdata[i])->kind == kind)
      add_line (GTK_GRID (grid), details->pdata[i], line++);
  if (line == 0)
    {
      g_object_ref_sink (grid);
      g_object_unref (grid);
      return;
    }
  gtk_box_append (self->details, label_new (loom_detail_kind_get_title (kind), "heading", 0));
  gtk_box_append (self->details, grid);
}

static void
update_details (LoomRunPane *self)
{
  LoomRun *run = self->job != NULL ? loom_run_job_get_status (self->job)->run : NULL;
  g_autoptr (GPtrArray) details = NULL;
  g_autofree char *device = NULL;
  GtkWidget *child;

  /* A list that is taken down lets go of its selection when the rest of the template is gone. */
  if (self->details == NULL)
    return;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->details))) != NULL)
    gtk_box_remove (self->details, child);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "run.show",
                                 run != NULL && run != loom_session_get_run (self->session));
  if (self->job == NULL)
    return;
  device = dup_device (self, self->job);
  details = loom_run_details_list (self->job, device);
  for (LoomDetailKind kind = 0; kind < LOOM_N_DETAILS; kind++)
    add_kind (self, details, kind);
}

static void
state_cb (LoomRunJob *job,
          GtkLabel   *label)
{
  const LoomRunJobStatus *status = loom_run_job_get_status (job);
  const char *state = loom_run_details_get_state (job);
  g_autofree char *time = status->kernel_ms >= 0 ? loom_format_ms (status->kernel_ms) : NULL;
  g_autofree char *text = NULL;

  /* Translators: the state of a run, its time and the sign of where that comes from */
  text = time != NULL ? g_strchomp (g_strdup_printf (_("%1$s, %2$s %3$s"), state, time,
                                                     loom_format_badge (status->fidelity)))
                      : g_strdup (state);
  gtk_label_set_label (label, text);
}

/* What is launched is known from its start on. */
static void
launch_cb (LoomRunJob *job,
           GtkLabel   *label)
{
  g_autofree char *launch = loom_run_details_dup_launch (job);

  gtk_label_set_label (label, launch != NULL ? launch : "");
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  LoomRunPane *self = user_data;
  g_autofree char *device = dup_device (self, item);
  g_autofree char *time = loom_run_job_dup_time (item);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *state = label_new ("", "tabular", 1), *name = label_new (device, NULL, 0);
  GtkWidget *launch = label_new ("", "tabular", 1);

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (name), 18);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_box_append (GTK_BOX (row), label_new (time, "dim-label", 0));
  gtk_box_append (GTK_BOX (row), name);
  gtk_box_append (GTK_BOX (row), launch);
  gtk_box_append (GTK_BOX (row), state);
  g_signal_connect_object (item, "changed", G_CALLBACK (launch_cb), launch, 0);
  g_signal_connect_object (item, "changed", G_CALLBACK (state_cb), state, 0);
  loom_connect (item, "changed", update_details, self);
  launch_cb (item, GTK_LABEL (launch));
  state_cb (item, GTK_LABEL (state));
  return row;
}

static void
row_selected_cb (LoomRunPane   *self,
                 GtkListBoxRow *row)
{
  g_autoptr (LoomRunJob) job = NULL;

  if (row != NULL)
    job = g_list_model_get_item (loom_session_get_jobs (self->session),
                                    gtk_list_box_row_get_index (row));
  if (g_set_object (&self->job, job))
    update_details (self);
}

/* A new run is what one wants to see. */
static void
jobs_cb (LoomRunPane *self,
         guint        position,
         guint        removed,
         guint        added)
{
  const guint n = g_list_model_get_n_items (loom_session_get_jobs (self->session));

  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "runs" : "empty");
  if (n > 0 && position == 0)
    gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, 0));
}

static void
show_action (LoomRunPane *self)
{
  if (self->job != NULL && loom_run_job_get_status (self->job)->run != NULL)
    loom_session_show_job (self->session, self->job);
}

static void
loom_run_pane_set_session (LoomPane    *pane,
                           LoomSession *session)
{
  LoomRunPane *self = LOOM_RUN_PANE (pane);
  GListModel *jobs = loom_session_get_jobs (session);

  self->session = session;
  gtk_list_box_bind_model (self->list, jobs, create_row, self, NULL);
  g_signal_connect_object (jobs, "items-changed", G_CALLBACK (jobs_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  loom_connect (session, "notify::run", update_details, self);
  jobs_cb (self, 0, 0, 0);
}

static void
loom_run_pane_finalize (GObject *object)
{
  LoomRunPane *self = LOOM_RUN_PANE (object);

  g_clear_object (&self->job);

  G_OBJECT_CLASS (loom_run_pane_parent_class)->finalize (object);
}

static void
loom_run_pane_class_init (LoomRunPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "run.show", NULL, G_CALLBACK (show_action) },
  };

  G_OBJECT_CLASS (klass)->finalize = loom_run_pane_finalize;
  LOOM_PANE_CLASS (klass)->set_session = loom_run_pane_set_session;

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-run-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomRunPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomRunPane, list);
  gtk_widget_class_bind_template_child (widget_class, LoomRunPane, details);
  gtk_widget_class_bind_template_callback (widget_class, loom_menu_query_tooltip);
  gtk_widget_class_bind_template_callback (widget_class, row_selected_cb);
}

static void
loom_run_pane_init (LoomRunPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
