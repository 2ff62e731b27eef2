/* loom-cell-pane.c: who wrote and read the pinned cell, and what its writers read
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-cell-line.h"
#include "loom-connect.h"
#include "loom-format.h"
#include "loom-resources.h"
#include "loom-table-line.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

#define MAX_LINES 4096u         /* of a table */

struct _LoomCellPane
{
  LoomPane       parent_instance;

  LoomSession   *session;
  GtkStack      *stack;
  GtkLabel      *why;
  GtkWidget     *simulate;
  GtkLabel      *sentence;
  GtkColumnView *accesses;
  GtkColumnView *sources;
  GListStore    *access_lines;
  GListStore    *source_lines;
  gconstpointer  simulated;     /* the run of a GPU whose cells the simulator is to tell, to be
                                   compared; or NULL */
};

G_DEFINE_FINAL_TYPE (LoomCellPane, loom_cell_pane, LOOM_TYPE_PANE)

/* -- Columns -- */

#define LAUNCH 5                /* of the columns of accesses: one launch has no use for it */

static const LoomTableColumn access_columns[] = {
  { N_("Access"), 0, G_CALLBACK (loom_cell_line_dup_what) },
  { N_("Block"), 0, G_CALLBACK (loom_cell_line_dup_block) },
  { N_("Thread"), 0, G_CALLBACK (loom_cell_line_dup_thread) },
  { N_("Line"), LOOM_TABLE_NUMBER, G_CALLBACK (loom_cell_line_dup_place) },
  { N_("Value"), LOOM_TABLE_NUMBER, G_CALLBACK (loom_cell_line_dup_value) },
  [LAUNCH] = { N_("Launch"), 0, G_CALLBACK (loom_cell_line_dup_launch) },
  { N_("Index"), LOOM_TABLE_WIDE, G_CALLBACK (loom_cell_line_dup_index) },
};

static const LoomTableColumn source_columns[] = {
  { N_("Read by its writers"), 0, G_CALLBACK (loom_cell_line_dup_cell) },
  { N_("How often"), LOOM_TABLE_NUMBER, G_CALLBACK (loom_cell_line_dup_loads) },
  { N_("Line"), LOOM_TABLE_NUMBER, G_CALLBACK (loom_cell_line_dup_place) },
};

/* -- What is shown -- */

static char *
dup_sentence (LoomRun *answer,
              LoomRun *shown)
{
  const LoomCellHistory *history = answer->cell;
  const LoomRunArray *array = loom_run_find_array (shown, history->target.array);
  g_autofree char *place = loom_cell_dup_subscript (
      array != NULL ? loom_array_get_shape (array->array) : NULL, history->cell);
  g_autofree char *cell = g_strconcat (history->target.array, place, NULL);
  g_autofree char *n_writes = loom_typeset_count (history->n_writes);
  const guint64 all_reads = history->n_reads + history->n_atomics;
  g_autofree char *n_reads = loom_typeset_count (all_reads);
  g_autofree char *n_atomics = loom_typeset_count (history->n_atomics);
  g_autofree char *n_sources = loom_typeset_count (history->footprint->len);
  g_autofree char *n_others = loom_typeset_count (history->n_other_loads);
  g_autofree char *writes = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s write", "%s writes", (gulong) history->n_writes), n_writes);
  g_autofree char *reads = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s read", "%s reads", (gulong) all_reads), n_reads);
  GString *text = g_string_new (NULL);

  /* Translators: 1 an array and a place in it, 2 and 3 how often it was written and read */
  g_string_append_printf (text, _("%1$s: %2$s, %3$s"), cell, writes, reads);

  if (history->n_atomics > 0)
    g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "; %s atomic counts as both",
                                               "; %s atomics count as both",
                                               (gulong) history->n_atomics), n_atomics);
  if (history->footprint->len > 0)
    g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "; its writers read %s cell before",
                                               "; its writers read %s cells before",
                                               history->footprint->len), n_sources);
  if (history->n_other_loads > 0)
    g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "; shared memory %s time",
                                               "; shared memory %s times",
                                               (gulong) history->n_other_loads), n_others);
  if (history->loads_cut || history->footprint->len > MAX_LINES ||
      history->n_writes > MIN (history->writes->len, MAX_LINES) ||
      history->n_reads > MIN (history->reads->len, MAX_LINES))
    g_string_append (text, _("; not all are listed"));
  if (shown->backend.kind != LOOM_BACKEND_SIMULATOR)
    g_string_append (text, _("; as the simulator runs it"));
  return g_string_free (text, FALSE);
}

static void
add_lines (GListStore       *store,
           LoomRun          *answer,
           LoomRun          *shown,
           char             *source,
           LoomCellLineKind  kind,
           guint             n)
{
  /* of writes the last ones count most */
  const guint shows = MIN (n, MAX_LINES), first = kind == LOOM_CELL_LINE_WRITE ? n - shows : 0;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = first; i < first + shows; i++)
    g_ptr_array_add (lines, loom_cell_line_new (answer, shown, source, kind, i));
  g_list_store_splice (store, g_list_model_get_n_items (G_LIST_MODEL (store)), 0, lines->pdata,
                       lines->len);
}

static void
show_answer (LoomCellPane *self,
             LoomRun      *answer,
             LoomRun      *shown)
{
  g_autofree char *sentence = dup_sentence (answer, shown);
  char *source = g_ref_string_new (loom_session_get_text (self->session));
  const GPtrArray *launches = answer->cell->launches;

  loom_table_show_column (self->accesses, LAUNCH,
                          launches->len > 1 ||
                          (launches->len == 1 &&
                           ((const LoomCellLaunch *) launches->pdata[0])->number > 0));
  g_list_store_remove_all (self->access_lines);
  g_list_store_remove_all (self->source_lines);
  add_lines (self->access_lines, answer, shown, source, LOOM_CELL_LINE_WRITE,
             answer->cell->writes->len);
  add_lines (self->access_lines, answer, shown, source, LOOM_CELL_LINE_READ,
             answer->cell->reads->len);
  add_lines (self->source_lines, answer, shown, source, LOOM_CELL_LINE_SOURCE,
             answer->cell->footprint->len);
  g_ref_string_release (source);
  gtk_label_set_label (self->sentence, sentence);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->sentence), sentence);
  gtk_stack_set_visible_child_name (self->stack, "answer");
}

/* Whether the run that is shown is a GPU's, and nobody said that the simulator may tell. */
static gboolean
needs_simulator (LoomCellPane *self)
{
  LoomRun *run = loom_session_get_run (self->session);

  return run != NULL && run->backend.kind != LOOM_BACKEND_SIMULATOR && run != self->simulated;
}

static const char *
get_obstacle (LoomCellPane  *self,
              LoomRunQuery *query)
{
  if (loom_run_query_get_error (query) != NULL)
    return loom_run_query_get_error (query);
  if (loom_run_query_is_waiting (query))
    return _("Asking the simulator…");
  if (needs_simulator (self))
    return _("A GPU does not tell who wrote a cell. The simulator does: it runs the launch once "
             "more, in the order that it always has.");
  return _("Pin a cell of the picture to see which threads wrote it, which read it, and what its "
           "writers read.");
}

static void
changed_cb (LoomCellPane *self)
{
  LoomRunQuery *query = loom_session_get_run_query (self->session, LOOM_RUN_QUERY_CELL);
  LoomRun *answer = loom_run_query_get_answer (query);

  if (answer != NULL)
    {
      show_answer (self, answer, loom_run_query_get_run (query));
      return;
    }
  gtk_label_set_label (self->why, get_obstacle (self, query));
  gtk_widget_set_visible (self->simulate, needs_simulator (self) &&
                                          loom_run_query_get_question (query) == NULL);
  gtk_stack_set_visible_child_name (self->stack, "empty");
}

/* Who looks at the page wants to know of each cell that is pinned; nobody else is asked. */
static void
ask (LoomCellPane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && !needs_simulator (self))
    loom_action_activate (GTK_WIDGET (self), "win.tell-cell", NULL);
}

static void
run_cb (LoomCellPane *self)
{
  LoomRunQuery *query = loom_session_get_run_query (self->session, LOOM_RUN_QUERY_CELL);

  if (loom_run_query_get_run (query) != loom_session_get_run (self->session))
    loom_run_query_forget (query);
  changed_cb (self);
  ask (self);
}

static void
simulate_action (LoomCellPane *self)
{
  self->simulated = loom_session_get_run (self->session);
  changed_cb (self);
  ask (self);
}

/* The thread is framed in the picture, and the line takes the focus to the source. */
static void
activate_cb (LoomCellPane  *self,
             guint          position,
             GtkColumnView *view)
{
  g_autoptr (LoomCellLine) line = g_list_model_get_item (
      G_LIST_MODEL (gtk_column_view_get_model (view)), position);
  const LoomCellSite *place;
  LoomSite site;

  if (line == NULL)
    return;
  if (loom_cell_line_get_thread (line, &site))
    loom_view_state_set_thread (loom_session_get_view_state (self->session), &site);
  place = loom_cell_line_get_site (line);
  loom_action_activate (GTK_WIDGET (self), "win.show-place", "(su)",
                        place->file != NULL ? place->file : "", place->line);
}

/* The access that is selected, at first the first write; NULL if there is none. */
static LoomCellLine *
get_selected (LoomCellPane *self)
{
  GtkSelectionModel *selection = gtk_column_view_get_model (self->accesses);

  return gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (selection));
}

static void
replay_action (LoomCellPane *self)
{
  LoomCellLine *line = get_selected (self);
  LoomSite site;

  if (line != NULL && loom_cell_line_get_thread (line, &site))
    loom_action_activate (GTK_WIDGET (self), "win.replay-thread", "(uuuuuu)", site.block.x,
                          site.block.y, site.block.z, site.thread.x, site.thread.y,
                          site.thread.z);
}

static gboolean
is_edited (LoomCellPane *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return GTK_IS_TEXT_VIEW (focus) && gtk_text_view_get_editable (GTK_TEXT_VIEW (focus));
}

/* The line of what is selected is marked in the source while the page is seen; but the source does
 * not move under the hands of who edits it. */
static void
mark_line (LoomCellPane *self)
{
  LoomCellLine *line = get_selected (self);
  const LoomCellSite *place = line != NULL ? loom_cell_line_get_site (line) : NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || is_edited (self))
    return;
  loom_line_link_set_marked (loom_session_get_line_link (self->session),
                             place != NULL && place->file == NULL ? place->line : 0);
}

/* Only a thread of the launch that is shown can be replayed. */
static void
selected_cb (LoomCellPane *self)
{
  LoomCellLine *line = get_selected (self);
  LoomSite site;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "cell.replay",
                                 line != NULL && loom_cell_line_get_thread (line, &site));
  mark_line (self);
}

static void
map_cb (LoomCellPane *self)
{
  ask (self);
  mark_line (self);
}

static void
unmap_cb (LoomCellPane *self)
{
  loom_line_link_set_marked (loom_session_get_line_link (self->session), 0);
}

/* Goes to a cell that was read: the question goes on there. */
static void
go_cb (LoomCellPane *self,
       guint         position)
{
  g_autoptr (LoomCellLine) line = g_list_model_get_item (G_LIST_MODEL (self->source_lines),
                                                         position);
  LoomViewState *state = loom_session_get_view_state (self->session);
  LoomRun *run = loom_session_get_run (self->session);
  LoomView view = *loom_session_get_view (self->session);
  const LoomCellSource *source;
  const LoomShape *shape;
  const char *name;
  guint index;

  source = line != NULL ? loom_cell_line_get_source (line, &name) : NULL;
  if (source == NULL || run == NULL || loom_run_find_array (run, name) == NULL ||
      !g_ptr_array_find (run->arrays, loom_run_find_array (run, name), &index))
    return;
  shape = loom_array_get_shape (loom_run_find_array (run, name)->array);
  view.array = index;
  view.plane = source->cell / shape->cols / shape->rows;
  loom_view_state_choose (state, &view);
  loom_view_state_set_pin (state, &(LoomCell) { source->cell % shape->cols,
                                                source->cell / shape->cols % shape->rows,
                                                source->cell / shape->cols / shape->rows });
}

static void
loom_cell_pane_set_session (LoomPane    *pane,
                            LoomSession *session)
{
  LoomCellPane *self = LOOM_CELL_PANE (pane);

  self->session = session;
  loom_connect (session, "notify::run", run_cb, self);
  loom_connect (loom_session_get_view_state (session), "notify::pin", ask, self);
  loom_connect (loom_session_get_run_query (session, LOOM_RUN_QUERY_CELL), "changed", changed_cb,
                self);
  g_signal_connect (self, "map", G_CALLBACK (map_cb), NULL);
  g_signal_connect (self, "unmap", G_CALLBACK (unmap_cb), NULL);
  changed_cb (self);
}

static void
loom_cell_pane_dispose (GObject *object)
{
  LoomCellPane *self = LOOM_CELL_PANE (object);

  g_clear_object (&self->access_lines);
  g_clear_object (&self->source_lines);

  G_OBJECT_CLASS (loom_cell_pane_parent_class)->dispose (object);
}

static void
loom_cell_pane_class_init (LoomCellPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "cell.simulate", NULL, G_CALLBACK (simulate_action) },
    { "cell.replay", NULL, G_CALLBACK (replay_action) },
  };

  G_OBJECT_CLASS (klass)->dispose = loom_cell_pane_dispose;
  LOOM_PANE_CLASS (klass)->set_session = loom_cell_pane_set_session;

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-cell-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomCellPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomCellPane, why);
  gtk_widget_class_bind_template_child (widget_class, LoomCellPane, simulate);
  gtk_widget_class_bind_template_child (widget_class, LoomCellPane, sentence);
  gtk_widget_class_bind_template_child (widget_class, LoomCellPane, accesses);
  gtk_widget_class_bind_template_child (widget_class, LoomCellPane, sources);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, go_cb);
}

static void
loom_cell_pane_init (LoomCellPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->access_lines = g_list_store_new (LOOM_TYPE_CELL_LINE);
  self->source_lines = g_list_store_new (LOOM_TYPE_CELL_LINE);
  loom_table_add_columns (self->accesses, access_columns, G_N_ELEMENTS (access_columns));
  loom_table_add_columns (self->sources, source_columns, G_N_ELEMENTS (source_columns));
  loom_table_set_lines (self->sources, self->source_lines);
  loom_connect (loom_table_set_lines (self->accesses, self->access_lines),
                "notify::selected-item", selected_cb, self);
  selected_cb (self);
}
