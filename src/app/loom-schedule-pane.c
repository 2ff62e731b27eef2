/* loom-schedule-pane.c: which multiprocessor ran each block, and when
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-class.h"
#include "loom-connect.h"
#include "loom-export-dialog.h"
#include "loom-export.h"
#include "loom-gantt-view.h"
#include "loom-template.h"

#include <glib/gi18n-lib.h>

/* More take longer to sort than a frame. */
#define MADE_AT_ONCE 10000

struct _LoomSchedulePane
{
  LoomPane       parent_instance;

  LoomSession   *session;
  GtkStack      *stack;
  GtkLabel      *why;
  GtkLabel      *sentence;
  GtkLabel      *readout;
  LoomGanttView *view;
  LoomGantt     *gantt;
  GCancellable  *making;        /* what a thread lays out, or NULL */
};

LOOM_DEFINE_TEMPLATE (LoomSchedulePane, loom_schedule_pane, LOOM_TYPE_PANE)

static LoomRunArray *
get_array (LoomRun        *run,
           const LoomView *view)
{
  return run != NULL && view->array < run->arrays->len ? run->arrays->pdata[view->array] : NULL;
}

static guint64
get_threads_per_block (const LoomRun *run)
{
  guint64 threads = 0;

  return loom_dim3_volume (&run->block, &threads) && threads > 0 ? threads : 1;
}

static void
readout_cb (LoomSchedulePane *self)
{
  g_autofree char *text = NULL;

  if (self->gantt != NULL)
    text = loom_gantt_dup_block_text (self->gantt, loom_gantt_view_get_marked (self->view));
  gtk_label_set_label (self->readout, text != NULL ? text : "");
}

/* The block of the pinned cell's lowest writer. */
static void
pin_cb (LoomSchedulePane *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  const LoomCell *pin = loom_view_state_get_pin (loom_session_get_view_state (self->session));
  LoomRunArray *array = get_array (run, loom_session_get_view (self->session));
  const LoomShape *shape;
  gint64 writer;

  if (self->gantt == NULL || pin == NULL || array == NULL || array->lowest == NULL)
    return;
  shape = loom_array_get_shape (array->array);
  if (shape->rank < 2 || pin->col >= shape->cols || pin->row >= shape->rows)
    return;
  writer = loom_run_array_get_writer (
      array, array->lowest, (pin->plane * shape->rows + pin->row) * shape->cols + pin->col);
  if (writer >= 0)
    loom_gantt_view_set_marked (self->view, writer / (gint64) get_threads_per_block (run));
}

/* The first cell of the shown array whose lowest writer is of a block. */
static gboolean
find_cell (LoomRun            *run,
           const LoomRunArray *array,
           gint64              block,
           LoomCell           *cell)
{
  const LoomShape *shape = loom_array_get_shape (array->array);
  const gint64 threads = (gint64) get_threads_per_block (run);
  guint64 cells = 0;

  loom_shape_cells (shape, &cells);
  for (guint64 i = 0; array->lowest != NULL && shape->rank >= 2 && i < cells; i++)
    {
      const gint64 writer = loom_run_array_get_writer (array, array->lowest, i);

      if (writer < 0 || writer / threads != block)
        continue;
      *cell = (LoomCell) { i % shape->cols, i / shape->cols % shape->rows,
                           i / shape->cols / shape->rows };
      return TRUE;
    }
  return FALSE;
}

static void
activated_cb (LoomSchedulePane *self,
              gint64            block)
{
  LoomRun *run = loom_session_get_run (self->session);
  LoomRunArray *array = get_array (run, loom_session_get_view (self->session));
  LoomCell cell;

  if (array != NULL && find_cell (run, array, block, &cell))
    loom_view_state_set_pin (loom_session_get_view_state (self->session), &cell);
}

static const char *
get_obstacle (LoomRun *run)
{
  if (run == NULL)
    return _("Nothing has run yet.");
  return run->fidelity == LOOM_FIDELITY_MEASURED
             ? _("When the blocks of this run started was not recorded.")
             : _("The simulator has no multiprocessors; only a GPU says where and when blocks "
                 "ran.");
}

/* Another layout, or none, and then words instead. */
static void
take_gantt (LoomSchedulePane *self,
            LoomGantt        *gantt)
{
  g_clear_pointer (&self->gantt, loom_gantt_unref);
  self->gantt = gantt;
  loom_gantt_view_set_gantt (self->view, gantt);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "schedule.export", gantt != NULL);
  if (gantt != NULL)
    {
      g_autofree char *sentence = loom_gantt_dup_sentence (gantt);

      gtk_label_set_label (self->sentence, sentence);
      pin_cb (self);
    }
  gtk_stack_set_visible_child_name (self->stack, gantt != NULL ? "schedule" : "empty");
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
  LoomSchedulePane *self = LOOM_SCHEDULE_PANE (source);
  g_autoptr (LoomGantt) gantt = g_task_propagate_pointer (G_TASK (result), NULL);

  if (gantt == NULL || self->making != g_task_get_cancellable (G_TASK (result)))
    return;
  g_clear_object (&self->making);
  take_gantt (self, g_steal_pointer (&gantt));
}

/* The layout of the last run stays until there is one of the new. */
static void
make (LoomSchedulePane *self,
      LoomRun          *run)
{
  g_autoptr (GTask) task = NULL;
  guint64 n;

  loom_schedule_get_spans (run->schedule, &n);
  if (n <= MADE_AT_ONCE)
    {
      take_gantt (self, loom_gantt_new (run));
      return;
    }
  self->making = g_cancellable_new ();
  task = g_task_new (self, self->making, made_cb, NULL);
  g_task_set_task_data (task, loom_run_ref (run), (GDestroyNotify) loom_run_unref);
  g_task_run_in_thread (task, make_thread);
}

static void
run_cb (LoomSchedulePane *self)
{
  LoomRun *run = loom_session_get_run (self->session);

  loom_cancel (&self->making);
  if (run != NULL && run->schedule != NULL)
    {
      make (self, run);
      return;
    }
  take_gantt (self, NULL);
  gtk_label_set_label (self->why, get_obstacle (run));
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (LoomSchedulePane) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = loom_export_finish (result, &error);

  if (path == NULL)
    loom_export_dialog_tell (GTK_WIDGET (self), _("The schedule was not exported"), error);
}

static void
chosen_cb (GtkWidget  *widget,
           const char *path,
           gboolean    replace)
{
  LoomSchedulePane *self = LOOM_SCHEDULE_PANE (widget);

  if (self->gantt != NULL)
    loom_export_schedule_async (self->gantt, path, replace, exported_cb, g_object_ref (self));
}

static void
export_action (LoomSchedulePane *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  g_autofree char *file = NULL;

  if (run == NULL)
    return;
  file = g_strdup_printf ("%s-schedule.png", run->kernel != NULL ? run->kernel : "gridloom");
  loom_export_dialog_show (GTK_WIDGET (self), _("Export Schedule"), file,
                           loom_export_figure_formats, chosen_cb);
}

LOOM_DEFINE_SET_SESSION (LoomSchedulePane, loom_schedule_pane)
{
  self->session = session;
  loom_connect (session, "notify::run", run_cb, self);
  loom_connect (loom_session_get_view_state (session), "notify::pin", pin_cb, self);
  run_cb (self);
}

LOOM_DEFINE_DISPOSE (LoomSchedulePane, loom_schedule_pane)
{
  loom_cancel (&self->making);
  g_clear_pointer (&self->gantt, loom_gantt_unref);
}

static void
loom_schedule_pane_class_init (LoomSchedulePaneClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "schedule.export", NULL, G_CALLBACK (export_action) },
  };

  G_OBJECT_CLASS (klass)->dispose = loom_schedule_pane_dispose;
  LOOM_PANE_CLASS (klass)->set_session = loom_schedule_pane_set_session;

  g_type_ensure (LOOM_TYPE_GANTT_VIEW);
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  LOOM_TEMPLATE (klass, LoomSchedulePane, "loom-schedule-pane.ui", stack, why, sentence, readout,
                 view);
  LOOM_TEMPLATE_CALLBACKS (klass, readout_cb, activated_cb);
}
