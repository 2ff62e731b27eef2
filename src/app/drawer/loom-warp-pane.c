/* loom-warp-pane.c: what the lanes of one warp did, step by step
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-line-link.h"
#include "loom-resources.h"
#include "loom-warp-view.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomWarpPane
{
  LoomPane          parent_instance;

  LoomSession      *session;
  GtkStack         *stack;
  GtkLabel         *why;
  GtkWidget        *simulate;
  GtkEntry         *block;
  GtkSpinButton    *warp;
  GtkLabel         *sentence;
  GtkLabel         *readout;
  LoomChartView    *view;
  LoomWarpTimeline *timeline;   /* that is shown, or NULL */
  LoomTraceTarget   target;     /* that was asked about last */
  gconstpointer     simulated;  /* the run of a GPU whose warps the simulator is to tell, to be
                                   compared; or NULL */
};

G_DEFINE_FINAL_TYPE (LoomWarpPane, loom_warp_pane, LOOM_TYPE_PANE)

/* -- Which warp -- */

/* The warp of a thread, by its place in the block. */
static void
set_thread (LoomTraceTarget *target,
            const LoomRun   *run,
            const LoomDim3  *block,
            const LoomDim3  *thread)
{
  target->block = *block;
  target->warp = (guint) ((((guint64) thread->z * run->block.y + thread->y) * run->block.x
                           + thread->x) / LOOM_WARP_LANES);
}

/* That of the thread that is selected in the picture, or of the lowest that wrote the cell that is;
 * else the one that was asked about last. */
static void
choose_target (LoomWarpPane *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  const LoomSite *thread
      = loom_view_state_get_thread (loom_session_get_view_state (self->session));
  LoomSite writer;

  if (thread != NULL)
    set_thread (&self->target, run, &thread->block, &thread->thread);
  else if (loom_session_find_writer (self->session, &writer))
    set_thread (&self->target, run, &writer.block, &writer.thread);
}

static void
show_target (LoomWarpPane *self)
{
  const LoomDim3 *block = &self->target.block;
  g_autofree char *text = g_strdup_printf ("%u,%u,%u", block->x, block->y, block->z);

  gtk_editable_set_text (GTK_EDITABLE (self->block), text);
  loom_widget_set_css_class (self->block, "error", FALSE);
  gtk_spin_button_set_value (self->warp, self->target.warp);
}

/* A GPU does not tell; nobody said that the simulator may. */
static gboolean
needs_simulator (LoomWarpPane *self)
{
  LoomRun *run = loom_session_get_run (self->session);

  return run != NULL && run->backend.kind != LOOM_BACKEND_SIMULATOR && run != self->simulated;
}

static void
ask (LoomWarpPane *self)
{
  const LoomDim3 *block = &self->target.block;

  loom_action_activate (GTK_WIDGET (self), "win.tell-warp", "(uuuu)", block->x, block->y, block->z,
                        self->target.warp);
}

/* Who looks at the page wants to know of whatever is selected; nobody else is asked. */
static void
follow (LoomWarpPane *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || needs_simulator (self) ||
      loom_session_get_run (self->session) == NULL)
    return;
  choose_target (self);
  show_target (self);
  ask (self);
}

/* A warp was chosen by its block and number. */
static void
chosen_cb (LoomWarpPane *self)
{
  g_autofree char *text
      = g_strdup_printf ("%s:warp=%d", gtk_editable_get_text (GTK_EDITABLE (self->block)),
                         gtk_spin_button_get_value_as_int (self->warp));
  g_autoptr (GError) error = NULL;
  LoomTraceTarget target;

  if (loom_session_get_run (self->session) == NULL)
    return;
  loom_widget_set_css_class (self->block, "error",
                             !loom_trace_target_parse (text, &target, &error));
  if (error != NULL)
    {
      gtk_label_set_label (self->sentence, _("A block is written as its place in the grid, x,y,z, "
                                             "from 0."));
      return;
    }
  if (loom_dim3_equal (&target.block, &self->target.block) && target.warp == self->target.warp)
    return;
  self->target = target;
  ask (self);
}

/* -- What is shown -- */

/* A step in words, and its line of the source. */
static void
tell_step (LoomWarpPane *self,
           gint64        step)
{
  g_autofree char *text = NULL;
  const char *file = NULL;
  guint line = 0;

  if (self->timeline != NULL)
    {
      text = loom_warp_timeline_dup_text (self->timeline, (gint) step);
      line = loom_warp_timeline_get_line (self->timeline, (gint) step, &file);
    }
  gtk_label_set_label (self->readout, text != NULL ? text : "");
  loom_line_link_set_marked (loom_session_get_line_link (self->session), file == NULL ? line : 0);
}

static void
marked_cb (LoomWarpPane *self)
{
  tell_step (self, loom_chart_view_get_marked (self->view));
}

static void
hovered_cb (LoomWarpPane *self,
            gint64        step)
{
  tell_step (self, step != LOOM_NO_MARK ? step : loom_chart_view_get_marked (self->view));
}

static void
unmap_cb (LoomWarpPane *self)
{
  loom_line_link_set_marked (loom_session_get_line_link (self->session), 0);
}

static void
activated_cb (LoomWarpPane *self,
              gint64        step)
{
  const char *file;
  const guint line = loom_warp_timeline_get_line (self->timeline, (gint) step, &file);

  if (line > 0)
    loom_action_activate (GTK_WIDGET (self), "win.show-place", "(su)", file != NULL ? file : "",
                          line);
}

static const char *
get_obstacle (LoomWarpPane *self)
{
  if (loom_session_get_run (self->session) == NULL)
    return _("Nothing has run yet.");
  if (needs_simulator (self))
    return _("A GPU does not tell what a warp does. The simulator does: it runs the launch once "
             "more.");
  return _("Asking the simulator…");
}

static void
show_answer (LoomWarpPane *self,
             LoomRun      *answer)
{
  g_autofree char *sentence = NULL;

  g_clear_pointer (&self->timeline, loom_warp_timeline_unref);
  self->timeline = answer != NULL ? loom_warp_timeline_new (answer) : NULL;
  loom_chart_view_take_chart (
      self->view, self->timeline != NULL ? loom_warp_timeline_ref (self->timeline) : NULL,
      LOOM_NO_MARK);
  sentence = self->timeline != NULL ? loom_warp_timeline_dup_sentence (self->timeline)
                                    : g_strdup (_("This warp executed nothing."));
  gtk_label_set_label (self->sentence, sentence);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->sentence), sentence);
}

/* While it is asked about another warp, the last one stays. */
static void
changed_cb (LoomWarpPane *self)
{
  LoomRunQuery *query = loom_session_get_run_query (self->session, LOOM_RUN_QUERY_WARP);

  const char *error = loom_run_query_get_error (query);
  const gboolean is_waiting = loom_run_query_is_waiting (query);

  if (!is_waiting)
    show_answer (self, loom_run_query_get_answer (query));
  if (error != NULL)
    gtk_label_set_label (self->sentence, error);
  gtk_label_set_label (self->why, get_obstacle (self));
  gtk_widget_set_visible (self->simulate, needs_simulator (self));
  gtk_stack_set_visible_child_name (
      self->stack, loom_run_query_get_question (query) != NULL &&
                           (!is_waiting || self->timeline != NULL) ? "answer" : "empty");
}

static void
run_cb (LoomWarpPane *self)
{
  loom_run_query_forget (loom_session_get_run_query (self->session, LOOM_RUN_QUERY_WARP));
  changed_cb (self);
  follow (self);
}

static void
simulate_action (LoomWarpPane *self)
{
  self->simulated = loom_session_get_run (self->session);
  changed_cb (self);
  follow (self);
}

static void
loom_warp_pane_set_session (LoomPane    *pane,
                            LoomSession *session)
{
  LoomWarpPane *self = LOOM_WARP_PANE (pane);
  LoomViewState *state = loom_session_get_view_state (session);

  self->session = session;
  loom_connect (session, "notify::run", run_cb, self);
  loom_connect_each (state, G_CALLBACK (follow), self, "notify::pin", "notify::thread", NULL);
  loom_connect (loom_session_get_run_query (session, LOOM_RUN_QUERY_WARP), "changed", changed_cb,
                self);
  g_signal_connect (self, "map", G_CALLBACK (follow), NULL);
  g_signal_connect (self, "unmap", G_CALLBACK (unmap_cb), NULL);
  changed_cb (self);
}

/* The timeline first, and the fields where there is none. */
static gboolean
loom_warp_pane_grab_focus (GtkWidget *widget)
{
  LoomWarpPane *self = LOOM_WARP_PANE (widget);

  return gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
loom_warp_pane_dispose (GObject *object)
{
  LoomWarpPane *self = LOOM_WARP_PANE (object);

  g_clear_pointer (&self->timeline, loom_warp_timeline_unref);

  G_OBJECT_CLASS (loom_warp_pane_parent_class)->dispose (object);
}

static void
loom_warp_pane_class_init (LoomWarpPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "warp.simulate", NULL, G_CALLBACK (simulate_action) },
  };

  G_OBJECT_CLASS (klass)->dispose = loom_warp_pane_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = loom_warp_pane_grab_focus;
  LOOM_PANE_CLASS (klass)->set_session = loom_warp_pane_set_session;

  g_type_ensure (LOOM_TYPE_WARP_VIEW);
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-warp-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomWarpPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomWarpPane, why);
  gtk_widget_class_bind_template_child (widget_class, LoomWarpPane, simulate);
  gtk_widget_class_bind_template_child (widget_class, LoomWarpPane, block);
  gtk_widget_class_bind_template_child (widget_class, LoomWarpPane, warp);
  gtk_widget_class_bind_template_child (widget_class, LoomWarpPane, sentence);
  gtk_widget_class_bind_template_child (widget_class, LoomWarpPane, readout);
  gtk_widget_class_bind_template_child (widget_class, LoomWarpPane, view);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, marked_cb);
  gtk_widget_class_bind_template_callback (widget_class, hovered_cb);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
}

static void
loom_warp_pane_init (LoomWarpPane *self)
{
  self->target.whom = LOOM_TRACE_WARP;
  gtk_widget_init_template (GTK_WIDGET (self));
}
