/* loom-schedule-pane.c: which multiprocessor ran each block, and when
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-connect.h"
#include "loom-launch-estimate.h"
#include "loom-resources.h"
#include "loom-schedule-column.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomSchedulePane
{
  LoomPane            parent_instance;

  LoomSession        *session;
  GtkStack           *stack;
  GtkLabel           *why;
  GtkWidget          *simulate;
  LoomScheduleColumn *recorded;
  LoomScheduleColumn *modelled;
  GtkWidget          *beside;           /* the two below: of a recorded one */
  GtkLabel           *no_model;         /* why none is beside it */
  GtkWidget          *simulate_beside;
};

G_DEFINE_FINAL_TYPE (LoomSchedulePane, loom_schedule_pane, LOOM_TYPE_PANE)

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

/* A block stands out in both. */
static void
mark_cb (LoomSchedulePane   *self,
         LoomScheduleColumn *column)
{
  LoomScheduleColumn *other = column == self->recorded ? self->modelled : self->recorded;
  const gint64 block = loom_schedule_column_get_marked (column);

  if (loom_schedule_column_get_marked (other) != block)
    loom_schedule_column_set_marked (other, block);
}

/* The block of the pinned cell's lowest writer. */
static void
pin_cb (LoomSchedulePane *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  guint64 cell;
  const LoomRunArray *array = loom_session_find_pinned (self->session, &cell);
  gint64 writer;

  if (array == NULL || loom_array_get_shape (array->array)->rank < 2)
    return;
  writer = loom_run_array_get_writer (array, array->lowest, cell);
  if (writer >= 0)
    {
      loom_schedule_column_set_marked (self->recorded,
                                       writer / (gint64) get_threads_per_block (run));
      loom_schedule_column_set_marked (self->modelled,
                                       writer / (gint64) get_threads_per_block (run));
    }
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

/* why: (out): if there is none, what is missing */
static gboolean
show_modelled (LoomSchedulePane  *self,
               char             **why)
{
  g_autoptr (LoomRun) run = NULL;
  g_autofree char *title = NULL;
  LoomLaunchEstimate estimate;

  if (loom_launch_estimate (self->session, &estimate, why))
    {
      run = loom_launch_estimate_new_run (&estimate);
      /* Translators: the name of a device */
      title = g_strdup_printf (_("Modelled for %s"), estimate.profile->name);
      if (run == NULL)
        *why = g_strdup (_("These are more blocks than a model follows one by one."));
    }
  loom_schedule_column_set_run (self->modelled, run, title);
  return run != NULL;
}

/* Only while somebody looks; what is modelled stays while another run is on its way. */
static void
update (LoomSchedulePane *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  const gboolean is_recorded = run != NULL && run->schedule != NULL;
  g_autofree char *why = NULL;
  gboolean is_modelled;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  loom_schedule_column_set_run (self->recorded, is_recorded ? run : NULL, _("Measured"));
  if (loom_launch_is_underway (self->session))
    return;
  loom_launch_ask_estimate (GTK_WIDGET (self), self->session);
  is_modelled = show_modelled (self, &why);
  gtk_label_set_label (self->why, why != NULL ? why : "");
  gtk_label_set_label (self->no_model, why != NULL ? why : "");
  loom_widget_set_tooltip (self->no_model, why);
  gtk_widget_set_visible (self->simulate, loom_launch_needs_simulator (self->session));
  gtk_widget_set_visible (self->simulate_beside, loom_launch_needs_simulator (self->session));
  gtk_widget_set_visible (self->beside, is_recorded && !is_modelled);
  gtk_stack_set_visible_child_name (self->stack,
                                    is_recorded || is_modelled ? "schedule" : "empty");
  pin_cb (self);
}

static gboolean
loom_schedule_pane_grab_focus (GtkWidget *widget)
{
  LoomSchedulePane *self = LOOM_SCHEDULE_PANE (widget);

  return gtk_widget_grab_focus (GTK_WIDGET (self->recorded)) ||
         gtk_widget_grab_focus (GTK_WIDGET (self->modelled)) ||
         gtk_widget_child_focus (widget, GTK_DIR_TAB_FORWARD);
}

static void
loom_schedule_pane_set_session (LoomPane    *pane,
                                LoomSession *session)
{
  LoomSchedulePane *self = LOOM_SCHEDULE_PANE (pane);

  self->session = session;
  loom_launch_connect_estimate (session, G_CALLBACK (update), self);
  loom_connect (loom_session_get_view_state (session), "notify::pin", pin_cb, self);
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
}

static void
loom_schedule_pane_class_init (LoomSchedulePaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  GTK_WIDGET_CLASS (klass)->grab_focus = loom_schedule_pane_grab_focus;
  LOOM_PANE_CLASS (klass)->set_session = loom_schedule_pane_set_session;

  g_type_ensure (LOOM_TYPE_SCHEDULE_COLUMN);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-schedule-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomSchedulePane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomSchedulePane, why);
  gtk_widget_class_bind_template_child (widget_class, LoomSchedulePane, simulate);
  gtk_widget_class_bind_template_child (widget_class, LoomSchedulePane, recorded);
  gtk_widget_class_bind_template_child (widget_class, LoomSchedulePane, modelled);
  gtk_widget_class_bind_template_child (widget_class, LoomSchedulePane, beside);
  gtk_widget_class_bind_template_child (widget_class, LoomSchedulePane, no_model);
  gtk_widget_class_bind_template_child (widget_class, LoomSchedulePane, simulate_beside);
  gtk_widget_class_bind_template_callback (widget_class, mark_cb);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
}

static void
loom_schedule_pane_init (LoomSchedulePane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
