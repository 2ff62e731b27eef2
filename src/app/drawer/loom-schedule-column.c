/* loom-schedule-column.c: one schedule, under what it is and comes to
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-schedule-column.h"

#include "loom-action.h"
#include "loom-class.h"
#include "loom-connect.h"
#include "loom-export-dialog.h"
#include "loom-export.h"
#include "loom-pane.h"
#include "loom-resources.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

/* More take longer to sort than a frame. */
#define MADE_AT_ONCE 10000

struct _LoomScheduleColumn
{
  GtkBox         parent_instance;

  GtkLabel      *sentence;
  GtkLabel      *readout;
  LoomChartView *view;
  LoomRun       *run;           /* or NULL */
  char          *title;
  LoomGantt     *gantt;
  GCancellable  *making;        /* what a thread lays out, or NULL */
};

G_DEFINE_FINAL_TYPE (LoomScheduleColumn, loom_schedule_column, GTK_TYPE_BOX)

static void
mark_cb (LoomScheduleColumn *self)
{
  g_autofree char *text = loom_chart_view_dup_text (self->view);

  gtk_label_set_label (self->readout, text != NULL ? text : "");
  loom_widget_set_tooltip (self->readout, text);
  g_signal_emit_by_name (self, "mark-changed");
}

static void
activated_cb (LoomScheduleColumn *self,
              gint64              block)
{
  g_signal_emit_by_name (self, "block-activated", block);
}

static void
take_gantt (LoomScheduleColumn *self,
            LoomGantt          *gantt)
{
  const gint64 marked = loom_chart_view_get_marked (self->view);
  g_autofree char *sentence = NULL, *text = NULL;

  g_clear_pointer (&self->gantt, loom_gantt_unref);
  self->gantt = gantt;
  loom_gantt_view_set_gantt (LOOM_GANTT_VIEW (self->view), gantt);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "schedule.export", gantt != NULL);
  if (gantt == NULL)
    return;
  sentence = loom_gantt_dup_sentence (gantt);
  /* Translators: what a schedule is, and what it comes to */
  text = g_strdup_printf (_("%1$s: %2$s"), self->title, sentence);
  gtk_label_set_label (self->sentence, text);
  loom_widget_set_tooltip (self->sentence, text);
  loom_chart_view_set_marked (self->view, marked);
}

static void
make_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  g_task_return_pointer (task, loom_gantt_new (task_data), (GDestroyNotify) loom_gantt_unref);
}

static void
made_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  LoomScheduleColumn *self = LOOM_SCHEDULE_COLUMN (source);
  g_autoptr (LoomGantt) gantt = g_task_propagate_pointer (G_TASK (result), NULL);

  if (gantt == NULL || self->making != g_task_get_cancellable (G_TASK (result)))
    return;
  g_clear_object (&self->making);
  take_gantt (self, g_steal_pointer (&gantt));
}

/* The layout of the last run stays until there is one of the new. */
static void
make (LoomScheduleColumn *self)
{
  g_autoptr (GTask) task = NULL;
  guint64 n;

  loom_schedule_get_spans (self->run->schedule, &n);
  if (n <= MADE_AT_ONCE)
    {
      take_gantt (self, loom_gantt_new (self->run));
      return;
    }
  self->making = g_cancellable_new ();
  task = g_task_new (self, self->making, made_cb, NULL);
  g_task_set_task_data (task, loom_run_ref (self->run), (GDestroyNotify) loom_run_unref);
  g_task_run_in_thread (task, make_thread);
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  loom_export_dialog_finish (user_data, result, _("The schedule was not exported"));
}

static void
chosen_cb (GtkWidget  *widget,
           const char *path,
           gboolean    replace)
{
  LoomScheduleColumn *self = LOOM_SCHEDULE_COLUMN (widget);

  if (self->gantt != NULL)
    loom_export_schedule_async (self->gantt, path, replace, exported_cb, g_object_ref (self));
}

static void
export_action (LoomScheduleColumn *self)
{
  g_autofree char *file = NULL;

  if (self->run == NULL)
    return;
  file = g_strdup_printf ("%s-schedule.png",
                          self->run->kernel != NULL ? self->run->kernel : "gridloom");
  loom_export_dialog_show (GTK_WIDGET (self), loom_pane_find_session (GTK_WIDGET (self)),
                           _("Export Schedule"), file, loom_export_figure_formats, chosen_cb);
}

static gboolean
loom_schedule_column_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (LOOM_SCHEDULE_COLUMN (widget)->view));
}

static void
loom_schedule_column_dispose (GObject *object)
{
  LoomScheduleColumn *self = LOOM_SCHEDULE_COLUMN (object);

  loom_cancel (&self->making);
  g_clear_pointer (&self->gantt, loom_gantt_unref);
  g_clear_pointer (&self->run, loom_run_unref);
  g_clear_pointer (&self->title, g_free);

  G_OBJECT_CLASS (loom_schedule_column_parent_class)->dispose (object);
}

static void
loom_schedule_column_class_init (LoomScheduleColumnClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "schedule.export", NULL, G_CALLBACK (export_action) },
  };

  G_OBJECT_CLASS (klass)->dispose = loom_schedule_column_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = loom_schedule_column_grab_focus;
  LOOM_SIGNAL_NEW (klass, "block-activated", 1, G_TYPE_INT64);
  LOOM_SIGNAL_NEW (klass, "mark-changed", 0);
  g_type_ensure (LOOM_TYPE_GANTT_VIEW);
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-schedule-column.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomScheduleColumn, sentence);
  gtk_widget_class_bind_template_child (widget_class, LoomScheduleColumn, readout);
  gtk_widget_class_bind_template_child (widget_class, LoomScheduleColumn, view);
  gtk_widget_class_bind_template_callback (widget_class, mark_cb);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
}

static void
loom_schedule_column_init (LoomScheduleColumn *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * loom_schedule_column_set_run:
 * @run: (nullable): a run with a schedule; %NULL: nothing is shown, and the column neither
 * @title: what the schedule is, in the user's language
 */
void
loom_schedule_column_set_run (LoomScheduleColumn *self,
                              LoomRun            *run,
                              const char         *title)
{
  g_return_if_fail (LOOM_IS_SCHEDULE_COLUMN (self));

  if (run != NULL && run == self->run && g_strcmp0 (title, self->title) == 0)
    return;
  loom_cancel (&self->making);
  if (run != NULL)
    loom_run_ref (run);
  g_clear_pointer (&self->run, loom_run_unref);
  self->run = run;
  g_free (self->title);
  self->title = g_strdup (title);
  gtk_widget_set_visible (GTK_WIDGET (self), run != NULL);
  if (run != NULL)
    make (self);
  else
    take_gantt (self, NULL);
}

/**
 * loom_schedule_column_get_marked:
 *
 * Returns: the block that stands out, or %LOOM_NO_BLOCK
 */
gint64
loom_schedule_column_get_marked (LoomScheduleColumn *self)
{
  g_return_val_if_fail (LOOM_IS_SCHEDULE_COLUMN (self), LOOM_NO_BLOCK);

  return loom_chart_view_get_marked (self->view);
}

/**
 * loom_schedule_column_set_marked:
 * @block: to stand out, or %LOOM_NO_BLOCK
 */
void
loom_schedule_column_set_marked (LoomScheduleColumn *self,
                                 gint64              block)
{
  g_return_if_fail (LOOM_IS_SCHEDULE_COLUMN (self));

  loom_chart_view_set_marked (self->view, block);
}
