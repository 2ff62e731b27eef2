/* loom-sweep-window.c: many configurations of the launch beside each other
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Axes are chosen in rows, and what they come to is a map. A tile that is chosen becomes the
 * document's launch, as one edit. Who closes the window finds the map as it was when he opens it
 * again. What runs goes on, and the process goes with the last of it.
 */

#include "config.h"

#include "loom-pages.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-export-dialog.h"
#include "loom-page.h"
#include "loom-report-sweep.h"
#include "loom-resources.h"
#include "loom-sweep-row.h"
#include "loom-sweep-settings.h"
#include "loom-sweep-view.h"
#include "loom-template.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomSweepWindow
{
  AdwWindow          parent_instance;

  LoomSession       *session;
  LoomRunController *controller;
  LoomSweeper       *sweeper;
  GCancellable      *cancellable;       /* of the sweep at hand, or NULL */

  GtkBox            *axes;              /* of LoomSweepRow */
  GtkDropDown       *figure;
  GtkCheckButton    *anew;
  GtkProgressBar    *progress;
  GtkStack          *stack, *buttons;
  GtkLabel          *count, *problem, *told;
  LoomSweepView     *view;
};

G_DEFINE_FINAL_TYPE (LoomSweepWindow, loom_sweep_window, ADW_TYPE_WINDOW)

static const LoomExportFormat formats[] = {
  { N_("Pixels (PNG)"), ".png" },
  { N_("Vectors (SVG)"), ".svg" },
  { N_("Document (PDF)"), ".pdf" },
  { N_("Table of numbers (.csv)"), ".csv" },
  { N_("Report (.json)"), ".json" },
  { NULL, NULL },
};

static LoomSweep *
get_sweep (LoomSweepWindow *self)
{
  return self->sweeper != NULL ? loom_sweeper_get_sweep (self->sweeper) : NULL;
}

static gint64
get_marked (LoomSweepWindow *self)
{
  return loom_chart_view_get_marked (LOOM_CHART_VIEW (self->view));
}

/* What keeps it from being done, below the axes. */
static void
show_problem (LoomSweepWindow *self,
              const char      *text)
{
  gtk_label_set_label (self->problem, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), text != NULL);
}

static void
update_actions (LoomSweepWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  LoomSweep *sweep = get_sweep (self);
  const gboolean has_plan = loom_session_get_plan (self->session) != NULL;
  const gboolean is_running = self->cancellable != NULL;

  gtk_widget_action_set_enabled (widget, "sweep.start", has_plan && !is_running);
  gtk_widget_action_set_enabled (widget, "sweep.stop", is_running);
  gtk_widget_action_set_enabled (widget, "sweep.export", sweep != NULL);
  gtk_widget_action_set_enabled (widget, "sweep.next-best", sweep != NULL && !is_running);
  gtk_widget_action_set_enabled (widget, "sweep.apply",
                                 has_plan && sweep != NULL && get_marked (self) >= 0);
  gtk_stack_set_visible_child_name (self->buttons, is_running ? "stop" : "start");
}

static void
update_told (LoomSweepWindow *self)
{
  g_autofree char *tile = loom_chart_view_dup_text (LOOM_CHART_VIEW (self->view));
  g_autofree char *sentence
      = get_sweep (self) != NULL ? loom_sweep_dup_sentence (get_sweep (self)) : NULL;

  gtk_label_set_label (self->told, tile != NULL ? tile : sentence != NULL ? sentence : "");
  update_actions (self);
}

static void
update_progress (LoomSweepWindow *self)
{
  const LoomSweep *sweep = get_sweep (self);
  const guint n = loom_sweep_count_ended (sweep);
  g_autofree char *text = g_strdup_printf (_("%1$u of %2$u"), n, sweep->tiles->len);

  /* what is told behind the window's back */
  if (self->view == NULL)
    return;
  gtk_progress_bar_set_fraction (self->progress, (double) n / sweep->tiles->len);
  gtk_label_set_label (self->count, text);
  loom_chart_view_set_marked (LOOM_CHART_VIEW (self->view), get_marked (self));
}

/* -- Axes -- */

/* The text of all rows that are in use. */
static char *
dup_axes (LoomSweepWindow *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->axes)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      g_autofree char *axis = loom_sweep_row_dup_axis (LOOM_SWEEP_ROW (row));

      if (axis != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", axis);
    }
  return g_strdup (text->str);
}

static GPtrArray *
read_axes (LoomSweepWindow *self,
           GError         **error)
{
  g_autofree char *text = dup_axes (self);
  g_autoptr (GPtrArray) axes = loom_sweep_axes_parse (text, error);

  if (axes == NULL || !loom_sweep_axes_check (axes, loom_session_get_document (self->session),
                                              loom_session_get_plan (self->session), error))
    return NULL;
  return g_steal_pointer (&axes);
}

/* Those of the document, else the usual ones, in a row each; one more is free. */
static void
fill_axes (LoomSweepWindow *self)
{
  LoomDocument *document = loom_session_get_document (self->session);
  LoomPlan *plan = loom_session_get_plan (self->session);
  const char *written = loom_document_get_value (document, "sweep", "axes");
  g_autoptr (GPtrArray) axes = written != NULL ? loom_sweep_axes_parse (written, NULL) : NULL;
  g_auto (GStrv) names = loom_sweep_list_names (document, plan);

  if (axes == NULL)
    axes = loom_sweep_axes_parse (loom_sweep_get_default (plan), NULL);
  for (guint i = 0; i < CLAMP (axes->len + 1, 2, LOOM_SWEEP_MAX_AXES); i++)
    gtk_box_append (self->axes,
                    loom_sweep_row_new ((const char * const *) names,
                                        i < axes->len ? axes->pdata[i] : NULL));
}

/* As soon as there is a launch that can be varied. */
static void
plan_cb (LoomSweepWindow *self)
{
  const gboolean has_plan = loom_session_get_plan (self->session) != NULL;

  if (has_plan && gtk_widget_get_first_child (GTK_WIDGET (self->axes)) == NULL)
    fill_axes (self);
  if (get_sweep (self) == NULL)
    gtk_stack_set_visible_child_name (self->stack, has_plan ? "ready" : "waiting");
  update_actions (self);
}

/* -- Doing it -- */

static const LoomSweepFigure *
get_figure (LoomSweepWindow *self)
{
  guint n;
  const LoomSweepFigure *figures = loom_sweep_figures_get (&n);
  const guint chosen = gtk_drop_down_get_selected (self->figure);

  return chosen >= 1 && chosen <= n ? &figures[chosen - 1] : NULL;
}

static void
show_chart (LoomSweepWindow *self)
{
  if (get_sweep (self) == NULL)
    return;
  loom_sweep_view_take_chart (self->view,
                              loom_sweep_chart_new (get_sweep (self), get_figure (self)));
  gtk_stack_set_visible_child_name (self->stack, "map");
  update_told (self);
}

/* What went wrong beside it, in a line each. */
static void
show_problems (LoomSweepWindow *self,
               const GError    *error)
{
  GPtrArray *problems = loom_sweeper_get_problems (self->sweeper);
  g_autoptr (GString) text = g_string_new (NULL);

  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_string_append (text, error->message);
  for (guint i = 0; i < problems->len; i++)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", (char *) problems->pdata[i]);
  show_problem (self, text->len > 0 ? text->str : NULL);
}

/* A window that nobody sees needs no process, unless it is still at work. */
static void
release_if_hidden (LoomSweepWindow *self)
{
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    loom_sweeper_release (self->sweeper);
}

static void
swept_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (LoomSweepWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  loom_sweeper_sweep_finish (LOOM_SWEEPER (source), result, &error);
  if (self->view == NULL)
    return;
  g_clear_object (&self->cancellable);
  release_if_hidden (self);
  show_problems (self, error);
  update_progress (self);
  update_told (self);
}

static void
start_action (LoomSweepWindow *self)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *axes;

  loom_session_flush (self->session);
  if (self->cancellable != NULL || loom_session_get_plan (self->session) == NULL)
    return;
  axes = read_axes (self, &error);
  show_problem (self, error != NULL ? error->message : NULL);
  if (axes == NULL)
    return;
  /* the last sweep is about to go */
  loom_sweep_view_take_chart (self->view, NULL);
  self->cancellable = g_cancellable_new ();
  loom_run_controller_sweep_async (self->controller, self->sweeper, axes,
                                   gtk_check_button_get_active (self->anew), self->cancellable,
                                   swept_cb, g_object_ref (self));
  show_chart (self);
  update_progress (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
stop_action (LoomSweepWindow *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

/* The settings of a tile become those of the document, which one step undoes. */
static void
apply_action (LoomSweepWindow *self)
{
  const gint64 marked = get_marked (self);
  g_autoptr (GPtrArray) settings = NULL;
  g_autoptr (GError) error = NULL;
  const LoomSweepTile *tile;

  if (get_sweep (self) == NULL || marked < 0 || loom_session_get_plan (self->session) == NULL)
    return;
  loom_session_flush (self->session);
  tile = get_sweep (self)->tiles->pdata[marked];
  settings = loom_sweep_list_settings (get_sweep (self)->axes, tile->picks,
                                       loom_session_get_document (self->session),
                                       loom_session_get_plan (self->session), &error);
  loom_session_begin_edits (self->session);
  for (guint i = 0; settings != NULL && error == NULL && i < settings->len; i++)
    {
      const LoomSweepSetting *setting = settings->pdata[i];

      loom_session_edit (self->session, setting->group, setting->key, setting->value, &error);
    }
  loom_session_end_edits (self->session);
  show_problem (self, error != NULL ? error->message : NULL);
}

static void
next_best_action (LoomSweepWindow *self)
{
  loom_sweep_view_mark_next_best (self->view);
}

/* The axes become the document's own. */
static void
keep_action (LoomSweepWindow *self)
{
  g_autofree char *text = dup_axes (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) axes = loom_sweep_axes_parse (text, &error);

  if (axes != NULL)
    loom_session_edit (self->session, "sweep", "axes", text, &error);
  show_problem (self, error != NULL ? error->message : NULL);
}

static gboolean
write_file (LoomSweepWindow *self,
            const char      *path,
            GError         **error)
{
  g_autoptr (LoomSweepChart) chart = NULL;
  g_autofree char *text = NULL;

  if (g_str_has_suffix (path, ".csv"))
    text = loom_report_sweep_format_csv (get_sweep (self));
  else if (g_str_has_suffix (path, ".json"))
    text = loom_report_sweep_format (get_sweep (self), loom_sweeper_get_problems (self->sweeper));
  if (text != NULL)
    return g_file_set_contents (path, text, -1, error);
  chart = loom_sweep_chart_new (get_sweep (self), get_figure (self));
  return loom_sweep_chart_export (chart, path, error);
}

static void
export_cb (GtkWidget  *widget,
           const char *path,
           gboolean    replace)
{
  LoomSweepWindow *self = LOOM_SWEEP_WINDOW (widget);
  g_autoptr (GError) error = NULL;

  if (!replace && g_file_test (path, G_FILE_TEST_EXISTS))
    g_set_error (&error, LOOM_ERROR, LOOM_ERROR_FILE, _("“%s” is there already"), path);
  else
    write_file (self, path, &error);
  loom_export_dialog_told (GTK_WIDGET (self->buttons), path, _("The file was not written"), error);
}

static void
export_action (LoomSweepWindow *self)
{
  g_autofree char *name = g_strdup_printf ("%s-sweep.png", get_sweep (self)->kernel);

  loom_export_dialog_show (GTK_WIDGET (self), self->session, _("Export Sweep"), name, formats,
                           export_cb);
}

/* -- The class -- */

static void
fill_figures (LoomSweepWindow *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  guint n;
  const LoomSweepFigure *figures = loom_sweep_figures_get (&n);

  gtk_string_list_append (titles, _("what they are ranked by"));
  for (guint i = 0; i < n; i++)
    gtk_string_list_append (titles, _(figures[i].title));
  gtk_drop_down_set_model (self->figure, G_LIST_MODEL (titles));
}

static void
loom_sweep_window_dispose (GObject *object)
{
  LoomSweepWindow *self = LOOM_SWEEP_WINDOW (object);

  stop_action (self);
  /* the chart looks at the sweep */
  if (self->view != NULL)
    loom_sweep_view_take_chart (self->view, NULL);
  loom_template_dispose (object);
  self->view = NULL;
}

static void
loom_sweep_window_finalize (GObject *object)
{
  LoomSweepWindow *self = LOOM_SWEEP_WINDOW (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->sweeper);
  g_clear_object (&self->controller);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (loom_sweep_window_parent_class)->finalize (object);
}

static void
loom_sweep_window_class_init (LoomSweepWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "sweep.start", NULL, G_CALLBACK (start_action) },
    { "sweep.stop", NULL, G_CALLBACK (stop_action) },
    { "sweep.apply", NULL, G_CALLBACK (apply_action) },
    { "sweep.next-best", NULL, G_CALLBACK (next_best_action) },
    { "sweep.keep", NULL, G_CALLBACK (keep_action) },
    { "sweep.export", NULL, G_CALLBACK (export_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  loom_page_class_init (klass, "loom-sweep-window.ui");
  G_OBJECT_CLASS (klass)->dispose = loom_sweep_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = loom_sweep_window_finalize;
  loom_action_bind (klass, "<Control>Return", "sweep.start");
  g_type_ensure (LOOM_TYPE_SWEEP_VIEW);
  gtk_widget_class_bind_template_child (widget_class, LoomSweepWindow, axes);
  gtk_widget_class_bind_template_child (widget_class, LoomSweepWindow, figure);
  gtk_widget_class_bind_template_child (widget_class, LoomSweepWindow, anew);
  gtk_widget_class_bind_template_child (widget_class, LoomSweepWindow, progress);
  gtk_widget_class_bind_template_child (widget_class, LoomSweepWindow, count);
  gtk_widget_class_bind_template_child (widget_class, LoomSweepWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomSweepWindow, buttons);
  gtk_widget_class_bind_template_child (widget_class, LoomSweepWindow, problem);
  gtk_widget_class_bind_template_child (widget_class, LoomSweepWindow, told);
  gtk_widget_class_bind_template_child (widget_class, LoomSweepWindow, view);
  gtk_widget_class_bind_template_callback (widget_class, show_chart);
  gtk_widget_class_bind_template_callback (widget_class, update_told);
  gtk_widget_class_bind_template_callback (widget_class, apply_action);
  gtk_widget_class_bind_template_callback (widget_class, stop_action);
}

static void
loom_sweep_window_init (LoomSweepWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWindow *
loom_sweep_window_new (GtkWindow         *parent,
                       LoomSession       *session,
                       LoomRunController *controller)
{
  LoomSweepWindow *self = LOOM_SWEEP_WINDOW (loom_page_new (LOOM_TYPE_SWEEP_WINDOW, parent));

  self->session = g_object_ref (session);
  self->controller = g_object_ref (controller);
  self->sweeper = loom_run_controller_new_sweeper (controller);
  loom_connect (self->sweeper, "changed", update_progress, self);
  loom_connect (session, "notify::plan", plan_cb, self);
  g_signal_connect (self, "notify::visible", G_CALLBACK (release_if_hidden), NULL);
  fill_figures (self);
  plan_cb (self);
  return GTK_WINDOW (self);
}
