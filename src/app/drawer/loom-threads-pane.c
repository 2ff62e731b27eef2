/* loom-threads-pane.c: the launched grid, beside what it did to the array
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-analyses.h"
#include "loom-banner.h"
#include "loom-connect.h"
#include "loom-format.h"
#include "loom-numbers.h"
#include "loom-resources.h"
#include "loom-thread-view.h"
#include "loom-typeset.h"
#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

struct _LoomThreadsPane
{
  LoomPane        parent_instance;

  LoomSession    *session;
  GtkStack       *stack;
  GtkLabel       *sentence;
  GtkWidget      *replay;
  GtkDropDown    *lens;
  LoomBanner     *offer;
  LoomThreadView *view;
  GtkLabel       *readout;
  LoomRun        *run;          /* that is shown, or NULL */
  char           *marked;       /* which threads are framed, or NULL */
};

G_DEFINE_FINAL_TYPE (LoomThreadsPane, loom_threads_pane, LOOM_TYPE_PANE)

static LoomViewState *
get_state (LoomThreadsPane *self)
{
  return loom_session_get_view_state (self->session);
}

static gboolean
is_seen (LoomThreadsPane *self)
{
  return gtk_widget_get_mapped (GTK_WIDGET (self)) && self->run != NULL;
}

/* A GPU does not tell; who wants to ask the simulator does so on the pages for that. */
static gboolean
can_ask (LoomThreadsPane *self)
{
  return self->run->backend.kind == LOOM_BACKEND_SIMULATOR;
}

/* -- In words -- */

static void
show_sentence (LoomThreadsPane *self)
{
  LoomThreadMap *map = loom_thread_view_get_map (self->view);
  g_autofree char *text = NULL;

  if (self->marked != NULL)
    text = g_strdup (self->marked);
  else if (map != NULL)
    text = loom_thread_map_dup_sentence (map);
  gtk_label_set_label (self->sentence, text != NULL ? text : "");
  loom_widget_set_tooltip (self->sentence, text);
}

static void
told_cb (LoomThreadsPane *self)
{
  const guint64 told = loom_thread_view_get_told (self->view);
  g_autofree char *text = NULL;

  if (told != LOOM_NO_PLACE)
    text = loom_thread_map_dup_thread_text (loom_thread_view_get_map (self->view), told);
  gtk_label_set_label (self->readout,
                       text != NULL ? text
                                    : _("Point at a thread to read it; click to see what it "
                                        "wrote."));
}

/* -- The pinned cell, and who wrote it -- */

/* What the simulator told of the cell, if it was asked about that one. */
static const LoomCellHistory *
find_history (LoomThreadsPane    *self,
              const LoomRunArray *array,
              guint64             cell)
{
  LoomRunQuery *query = loom_session_get_run_query (self->session, LOOM_RUN_QUERY_CELL);
  LoomRun *answer = loom_run_query_get_answer (query);
  g_autofree char *name = loom_run_dup_array_name (self->run, array);

  return answer != NULL && loom_run_query_get_run (query) == self->run &&
                 g_strcmp0 (answer->cell->target.array, name) == 0 && answer->cell->cell == cell
             ? answer->cell
             : NULL;
}

/* Threads of the launch that is shown. */
static void
add_writers (const LoomCellHistory  *history,
             const LoomRun          *run,
             const LoomThreadLayout *layout,
             GArray                 *threads)
{
  for (guint i = 0; i < history->writes->len; i++)
    {
      const LoomCellAccess *access = &g_array_index (history->writes, LoomCellAccess, i);
      const LoomCellLaunch *launch = history->launches->pdata[access->launch];
      const guint64 thread = access->block * layout->per_block + access->thread;

      if (g_strcmp0 (launch->kernel, run->kernel) == 0 &&
          loom_dim3_equal (&launch->grid, &run->grid) &&
          loom_dim3_equal (&launch->block, &run->block) && thread < layout->threads)
        g_array_append_val (threads, thread);
    }
}

/* Those that the run itself tells of. */
static void
add_outermost (const LoomRunArray *array,
               guint64             cell,
               GArray             *threads)
{
  const gint64 lowest = loom_run_array_get_writer (array, array->lowest, cell),
               highest = loom_run_array_get_writer (array, array->highest, cell);

  if (lowest >= 0)
    g_array_append_val (threads, lowest);
  if (highest >= 0 && highest != lowest)
    g_array_append_val (threads, highest);
}

static char *
dup_marked_text (guint    n,
                 gboolean is_whole)
{
  g_autofree char *number = loom_typeset_count (n);

  if (n == 0)
    return g_strdup (_("No thread wrote the pinned cell."));
  if (!is_whole)
    return g_strdup (_("Framed are the lowest and the highest thread that wrote the pinned cell."));
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s thread is framed: it wrote the pinned cell.",
                   "%s threads are framed: they wrote the pinned cell.", n), number);
}

/* More than two writers are told by the simulator alone. */
static gboolean
is_told_by_run (const LoomRunArray *array,
                guint64             cell)
{
  const guint32 *writes = array->writes != NULL ? g_bytes_get_data (array->writes, NULL) : NULL;

  return writes != NULL && writes[cell] <= 2 && array->lowest != NULL && array->highest != NULL;
}

static void
mark_writers (LoomThreadsPane *self)
{
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint64));
  LoomThreadMap *map = loom_thread_view_get_map (self->view);
  const LoomCellHistory *history;
  const LoomRunArray *array;
  guint64 cell = 0;

  if (!is_seen (self))
    return;
  g_clear_pointer (&self->marked, g_free);
  /* the run that is shown here gives way to the session's in a moment */
  array = map != NULL && self->run == loom_session_get_run (self->session)
              ? loom_session_find_pinned (self->session, &cell) : NULL;
  if (array != NULL)
    {
      history = find_history (self, array, cell);
      if (history != NULL)
        add_writers (history, self->run, loom_thread_map_get_layout (map), threads);
      else
        add_outermost (array, cell, threads);
      loom_sort_numbers (threads);
      self->marked = dup_marked_text (threads->len, history != NULL ||
                                                        is_told_by_run (array, cell));
    }
  loom_thread_view_set_marked (self->view, (const guint64 *) (gconstpointer) threads->data,
                               threads->len, self->marked);
  show_sentence (self);
}

/* -- The selection -- */

/* Who looks at the page wants to know of whatever is selected; nobody else is asked. */
static void
follow_pin (LoomThreadsPane *self)
{
  if (!is_seen (self))
    return;
  mark_writers (self);
  if (loom_view_state_get_pin (get_state (self)) != NULL && can_ask (self))
    loom_action_activate (GTK_WIDGET (self), "win.tell-cell", NULL);
}

static void
follow_thread (LoomThreadsPane *self)
{
  const LoomSite *thread = loom_view_state_get_thread (get_state (self));

  gtk_widget_set_sensitive (self->replay, thread != NULL);
  if (!is_seen (self))
    return;
  loom_thread_view_set_selected (self->view,
                                 thread != NULL ? loom_site_number (thread, &self->run->grid,
                                                                    &self->run->block)
                                                : LOOM_NO_PLACE);
  if (thread != NULL && can_ask (self))
    loom_action_activate (GTK_WIDGET (self), "win.tell-thread", NULL);
}

static void
activated_cb (LoomThreadsPane *self,
              guint64          thread)
{
  LoomSite site;

  loom_thread_map_get_site (loom_thread_view_get_map (self->view), thread, &site);
  loom_view_state_set_thread (get_state (self), &site);
}

/* -- What is shown -- */

static void
update_offer (LoomThreadsPane *self)
{
  LoomThreadMap *map = loom_thread_view_get_map (self->view);
  const LoomAnalysis *analysis = loom_analyses_find (LOOM_CAPABILITY_PROFILE);
  const char *why = map != NULL ? loom_thread_map_get_obstacle (map) : NULL;
  const char *button = NULL;
  g_autofree char *text = NULL;

  if (why != NULL)
    text = loom_analysis_dup_offer (analysis, self->session,
                                    loom_thread_lens_get_title (LOOM_THREAD_LENS_STATE), why,
                                    &button);
  g_object_set (self->offer, "button-label", button, NULL);
  loom_banner_set_title (self->offer, text);
}

/* The picture is made when it is seen, and not before. */
static void
update (LoomThreadsPane *self)
{
  const gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  LoomRun *run = self->session != NULL ? loom_session_get_run (self->session) : NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || self->session == NULL)
    return;
  g_clear_pointer (&self->run, loom_run_unref);
  self->run = run != NULL ? loom_run_ref (run) : NULL;
  loom_thread_view_take_map (self->view,
                             run != NULL ? loom_thread_map_new (
                                               run, gtk_drop_down_get_selected (self->lens), dark)
                                         : NULL);
  gtk_stack_set_visible_child_name (
      self->stack, loom_thread_view_get_map (self->view) != NULL ? "threads" : "empty");
  update_offer (self);
  follow_pin (self);
  follow_thread (self);
  show_sentence (self);
}

static void
chosen_cb (LoomThreadsPane *self)
{
  update (self);
}

static void
switch_on_action (LoomThreadsPane *self)
{
  loom_analysis_switch_on (loom_analyses_find (LOOM_CAPABILITY_PROFILE), self->session,
                           GTK_WIDGET (self));
}

static void
loom_threads_pane_set_session (LoomPane    *pane,
                               LoomSession *session)
{
  LoomThreadsPane *self = LOOM_THREADS_PANE (pane);
  LoomViewState *state = loom_session_get_view_state (session);

  self->session = session;
  loom_connect (session, "notify::run", update, self);
  loom_connect_each (state, G_CALLBACK (follow_pin), self, "notify::pin", "notify::view", NULL);
  loom_connect (state, "notify::thread", follow_thread, self);
  loom_connect (loom_session_get_run_query (session, LOOM_RUN_QUERY_CELL), "changed",
                mark_writers, self);
  update (self);
}

static gboolean
loom_threads_pane_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (LOOM_THREADS_PANE (widget)->view));
}

static void
loom_threads_pane_dispose (GObject *object)
{
  LoomThreadsPane *self = LOOM_THREADS_PANE (object);

  g_clear_pointer (&self->run, loom_run_unref);
  g_clear_pointer (&self->marked, g_free);

  G_OBJECT_CLASS (loom_threads_pane_parent_class)->dispose (object);
}

static void
loom_threads_pane_class_init (LoomThreadsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "threads.switch-on", NULL, G_CALLBACK (switch_on_action) },
  };

  G_OBJECT_CLASS (klass)->dispose = loom_threads_pane_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = loom_threads_pane_grab_focus;
  LOOM_PANE_CLASS (klass)->set_session = loom_threads_pane_set_session;

  g_type_ensure (LOOM_TYPE_BANNER);
  g_type_ensure (LOOM_TYPE_THREAD_VIEW);
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-threads-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomThreadsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomThreadsPane, sentence);
  gtk_widget_class_bind_template_child (widget_class, LoomThreadsPane, replay);
  gtk_widget_class_bind_template_child (widget_class, LoomThreadsPane, lens);
  gtk_widget_class_bind_template_child (widget_class, LoomThreadsPane, offer);
  gtk_widget_class_bind_template_child (widget_class, LoomThreadsPane, view);
  gtk_widget_class_bind_template_child (widget_class, LoomThreadsPane, readout);
  gtk_widget_class_bind_template_callback (widget_class, loom_menu_query_tooltip);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, told_cb);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
}

static void
loom_threads_pane_init (LoomThreadsPane *self)
{
  g_autoptr (GtkStringList) lenses = gtk_string_list_new (NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint lens = 0; lens < LOOM_N_THREAD_LENSES; lens++)
    gtk_string_list_append (lenses, loom_thread_lens_get_title (lens));
  gtk_drop_down_set_model (self->lens, G_LIST_MODEL (lenses));
  loom_connect (adw_style_manager_get_default (), "notify::dark", update, self);
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
  told_cb (self);
}
