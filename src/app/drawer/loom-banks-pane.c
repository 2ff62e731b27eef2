/* loom-banks-pane.c: which lane of a warp touches which bank of shared memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-bank-view.h"
#include "loom-connect.h"
#include "loom-content.h"
#include "loom-format.h"
#include "loom-resources.h"
#include "loom-table-line.h"
#include "loom-tile-pane.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

struct _LoomBanksPane
{
  LoomPane            parent_instance;

  LoomSession        *session;
  GtkWidget          *root;
  GtkStack           *stack;
  GtkLabel           *why;
  GtkWidget          *simulate;
  GtkWidget          *whom;     /* the fields below */
  GtkSpinButton      *block;
  GtkSpinButton      *warp;
  GtkLabel           *sentence;
  GtkColumnView      *accesses;
  GtkSpinButton      *request;
  GtkLabel           *requests; /* how many there are */
  GtkLabel           *summary;
  GtkLabel           *readout;
  LoomChartView      *view;
  LoomTilePane       *tile;
  GListStore         *lines;    /* of the accesses */
  GtkSingleSelection *selection;        /* theirs */
  LoomBankMap        *map;      /* that is shown, or NULL */
  gconstpointer       simulated;        /* the run of a GPU that the simulator is to tell of, to be
                                           compared; or NULL */
};

G_DEFINE_FINAL_TYPE (LoomBanksPane, loom_banks_pane, LOOM_TYPE_PANE)

static LoomRunQuery *
get_query (LoomBanksPane *self)
{
  return loom_session_get_run_query (self->session, LOOM_RUN_QUERY_BANKS);
}

/* -- What is asked -- */

/* Whether the run that is shown is a GPU's, and nobody said that the simulator may tell. */
static gboolean
needs_simulator (LoomBanksPane *self)
{
  LoomRun *run = loom_session_get_run (self->session);

  return run != NULL && run->backend.kind != LOOM_BACKEND_SIMULATOR && run != self->simulated;
}

/* Who looks at the page wants to know of each run; nobody else is asked. */
static void
ask (LoomBanksPane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && !needs_simulator (self) &&
      loom_session_get_run (self->session) != NULL)
    loom_action_activate (GTK_WIDGET (self), "win.tell-banks", "(tu)",
                          (guint64) gtk_spin_button_get_value (self->block),
                          (guint) gtk_spin_button_get_value_as_int (self->warp));
}

static void
whom_cb (LoomBanksPane *self)
{
  if (loom_run_query_get_question (get_query (self)) != NULL)
    ask (self);
}

static void
ask_once (LoomBanksPane *self)
{
  if (loom_run_query_get_run (get_query (self)) != loom_session_get_run (self->session))
    ask (self);
}

/* As many blocks, and warps in one, as the launch has. */
static void
update_ranges (LoomBanksPane *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  guint64 blocks = 1, threads = 1;

  if (run != NULL && (!loom_dim3_volume (&run->grid, &blocks) ||
                      !loom_dim3_volume (&run->block, &threads)))
    blocks = threads = 1;
  gtk_spin_button_set_range (self->block, 0, (double) (MAX (blocks, 1) - 1));
  gtk_spin_button_set_range (self->warp, 0,
                             (double) ((MAX (threads, 1) - 1) / LOOM_WARP_LANES));
}

/* -- What is shown -- */

static const LoomBankAccess *
get_access (LoomBanksPane *self)
{
  const guint at = gtk_single_selection_get_selected (self->selection);

  return self->map != NULL && at < self->map->accesses->len ? self->map->accesses->pdata[at]
                                                            : NULL;
}

static LoomTableLine *
make_line (const LoomBankAccess *access)
{
  g_autoptr (GStrvBuilder) cells = g_strv_builder_new ();
  g_autofree char *place = loom_place_format (access->file, access->line);
  g_autofree char *size = loom_typeset_count (access->size);
  g_autofree char *requests = loom_typeset_count (access->requests->len);
  g_autofree char *passes = loom_typeset_count (access->passes);
  g_autofree char *conflicts = loom_typeset_count (access->conflicts);
  static const char *const names[] = {
    [LOOM_CELL_READ] = N_("Load"), [LOOM_CELL_WRITE] = N_("Store"),
    [LOOM_CELL_ATOMIC] = N_("Atomic"),
  };

  g_strv_builder_add_many (cells, place, _(names[access->kind]),
                           access->variable != NULL ? access->variable : "", conflicts, passes,
                           requests, size, NULL);
  return loom_table_line_new (g_strv_builder_end (cells));
}

static char *
dup_sentence (LoomBankMap *map)
{
  guint64 n_requests = 0, n_passes = 0, n_conflicts = 0;
  g_autofree char *requests = NULL, *passes = NULL, *conflicts = NULL;

  for (guint i = 0; i < map->accesses->len; i++)
    {
      const LoomBankAccess *access = map->accesses->pdata[i];

      n_requests += access->requests->len;
      n_passes += access->passes;
      n_conflicts += access->conflicts;
    }
  requests = loom_typeset_count (n_requests);
  passes = loom_typeset_count (n_passes);
  conflicts = loom_typeset_count (n_conflicts);
  if (map->is_cut)
    return g_strdup_printf (_("The last %1$s requests: %2$s passes, %3$s for conflicts"), requests,
                            passes, conflicts);
  /* Translators: 1 is a number of requests, 2 of passes, 3 of conflicts */
  return g_strdup_printf (_("%1$s requests: %2$s passes, %3$s for conflicts"), requests, passes,
                          conflicts);
}

static void
readout_cb (LoomBanksPane *self)
{
  g_autofree char *text = loom_chart_view_dup_text (self->view);

  gtk_label_set_label (self->readout, text != NULL ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->readout), text);
}

/* The request that is chosen, as the layout that is tried has it. */
static void
update_chart (LoomBanksPane *self)
{
  const LoomBankAccess *access = get_access (self);
  const guint at = (guint) gtk_spin_button_get_value_as_int (self->request) - 1;
  g_autofree char *summary = NULL;
  LoomBankChart *chart = NULL;

  if (access != NULL && at < access->requests->len)
    {
      LoomBankMapRequest request = g_array_index (access->requests, LoomBankMapRequest, at);

      loom_tile_pane_move (self->tile, &request);
      chart = loom_bank_chart_new (&request, access->variable);
      summary = loom_bank_chart_dup_sentence (chart);
    }
  gtk_label_set_label (self->summary, summary != NULL ? summary : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->summary), summary);
  loom_bank_view_take_chart (LOOM_BANK_VIEW (self->view), chart);
}

static void
selected_cb (LoomBanksPane *self)
{
  const LoomBankAccess *access = get_access (self);
  g_autofree char *n = loom_typeset_count (access != NULL ? access->requests->len : 0);
  /* Translators: behind a field with a number: 1 of 16 */
  g_autofree char *of = g_strdup_printf (_("of %s"), n);

  gtk_label_set_label (self->requests, of);
  gtk_spin_button_set_range (self->request, 1, access != NULL ? access->requests->len : 1);
  if (access != NULL)
    loom_tile_pane_show (self->tile, self->map, access->variable);
  update_chart (self);
}

/* The one with most conflicts, unless there is one where the last one was. */
static guint
choose_access (LoomBankMap *map,
               guint        last)
{
  guint chosen = 0;

  if (last < map->accesses->len)
    return last;
  for (guint i = 1; i < map->accesses->len; i++)
    if (((const LoomBankAccess *) map->accesses->pdata[i])->conflicts >
        ((const LoomBankAccess *) map->accesses->pdata[chosen])->conflicts)
      chosen = i;
  return chosen;
}

static void
show_map (LoomBanksPane *self,
          LoomBankMap   *map)
{
  const guint last = self->map != NULL ? gtk_single_selection_get_selected (self->selection)
                                       : GTK_INVALID_LIST_POSITION;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *sentence = dup_sentence (map);

  for (guint i = 0; i < map->accesses->len; i++)
    g_ptr_array_add (lines, make_line (map->accesses->pdata[i]));
  g_clear_pointer (&self->map, loom_bank_map_unref);
  g_list_store_splice (self->lines, 0, g_list_model_get_n_items (G_LIST_MODEL (self->lines)),
                       lines->pdata, lines->len);
  self->map = loom_bank_map_ref (map);
  gtk_single_selection_set_selected (self->selection, choose_access (map, last));
  gtk_label_set_label (self->sentence, sentence);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->sentence), sentence);
  selected_cb (self);
}

static const char *
get_obstacle (LoomBanksPane *self)
{
  if (loom_run_query_get_error (get_query (self)) != NULL)
    return loom_run_query_get_error (get_query (self));
  if (loom_session_get_run (self->session) == NULL)
    return _("Nothing has run yet.");
  if (needs_simulator (self))
    return _("A GPU does not tell which lane touched which bank. The simulator does: it runs the "
             "launch once more, in the order that it always has.");
  if (loom_run_query_get_answer (get_query (self)) != NULL)
    return _("This warp accesses no shared memory. Arrays that are declared with __shared__ lie "
             "there.");
  return _("Asking the simulator…");
}

/* What is shown stays until there is something else to show. */
static void
changed_cb (LoomBanksPane *self)
{
  LoomRunQuery *query = get_query (self);
  LoomRun *answer = loom_run_query_get_answer (query);
  g_autoptr (LoomBankMap) map = answer != NULL ? loom_bank_map_new (answer->trace) : NULL;
  const gboolean is_asked = loom_run_query_get_run (query) != NULL;

  if (map != NULL && map->accesses->len > 0)
    {
      show_map (self, map);
      gtk_stack_set_visible_child_name (self->stack, "map");
      return;
    }
  if (is_asked && answer == NULL && loom_run_query_get_error (query) == NULL && self->map != NULL)
    return;
  g_clear_pointer (&self->map, loom_bank_map_unref);
  g_list_store_remove_all (self->lines);
  gtk_label_set_label (self->sentence, "");
  gtk_label_set_label (self->why, get_obstacle (self));
  gtk_widget_set_visible (self->simulate, needs_simulator (self) && !is_asked);
  gtk_stack_set_visible_child_name (self->stack, "empty");
}

static void
run_cb (LoomBanksPane *self)
{
  LoomRun *run = loom_session_get_run (self->session);

  update_ranges (self);
  gtk_widget_set_visible (self->whom, run != NULL);
  if (run == NULL || needs_simulator (self))
    {
      loom_run_query_forget (get_query (self));
      changed_cb (self);
    }
  ask_once (self);
}

static void
simulate_action (LoomBanksPane *self)
{
  self->simulated = loom_session_get_run (self->session);
  changed_cb (self);
  ask (self);
}

static void
copy_action (LoomBanksPane *self)
{
  LoomBankChart *chart = loom_chart_view_get_chart (self->view);
  g_autofree char *text = chart != NULL ? loom_bank_chart_dup_table (chart) : NULL;

  if (text != NULL)
    loom_content_copy_text (GTK_WIDGET (self), text);
}

/* A row leads to its line. */
static void
activate_cb (LoomBanksPane *self,
             guint          position)
{
  const LoomBankAccess *access
      = self->map != NULL && position < self->map->accesses->len
            ? self->map->accesses->pdata[position] : NULL;

  if (access != NULL && access->line > 0)
    loom_action_activate (GTK_WIDGET (self), "win.show-place", "(su)",
                          access->file != NULL ? access->file : "", access->line);
}

static gboolean
loom_banks_pane_grab_focus (GtkWidget *widget)
{
  LoomBanksPane *self = LOOM_BANKS_PANE (widget);

  return gtk_widget_grab_focus (GTK_WIDGET (self->view)) ||
         gtk_widget_child_focus (widget, GTK_DIR_TAB_FORWARD);
}

static void
loom_banks_pane_set_session (LoomPane    *pane,
                             LoomSession *session)
{
  LoomBanksPane *self = LOOM_BANKS_PANE (pane);

  self->session = session;
  g_object_set (self->tile, "session", session, NULL);
  loom_connect (session, "notify::run", run_cb, self);
  loom_connect (get_query (self), "changed", changed_cb, self);
  g_signal_connect (self, "map", G_CALLBACK (ask_once), NULL);
  run_cb (self);
  changed_cb (self);
}

static void
loom_banks_pane_dispose (GObject *object)
{
  LoomBanksPane *self = LOOM_BANKS_PANE (object);

  g_clear_object (&self->lines);
  g_clear_pointer (&self->map, loom_bank_map_unref);

  G_OBJECT_CLASS (loom_banks_pane_parent_class)->dispose (object);
}

static void
loom_banks_pane_class_init (LoomBanksPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "banks.simulate", NULL, G_CALLBACK (simulate_action) },
    { "banks.copy", NULL, G_CALLBACK (copy_action) },
  };

  G_OBJECT_CLASS (klass)->dispose = loom_banks_pane_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = loom_banks_pane_grab_focus;
  LOOM_PANE_CLASS (klass)->set_session = loom_banks_pane_set_session;

  g_type_ensure (LOOM_TYPE_BANK_VIEW);
  g_type_ensure (LOOM_TYPE_TILE_PANE);
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-banks-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomBanksPane, root);
  gtk_widget_class_bind_template_child (widget_class, LoomBanksPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomBanksPane, why);
  gtk_widget_class_bind_template_child (widget_class, LoomBanksPane, simulate);
  gtk_widget_class_bind_template_child (widget_class, LoomBanksPane, whom);
  gtk_widget_class_bind_template_child (widget_class, LoomBanksPane, block);
  gtk_widget_class_bind_template_child (widget_class, LoomBanksPane, warp);
  gtk_widget_class_bind_template_child (widget_class, LoomBanksPane, sentence);
  gtk_widget_class_bind_template_child (widget_class, LoomBanksPane, accesses);
  gtk_widget_class_bind_template_child (widget_class, LoomBanksPane, request);
  gtk_widget_class_bind_template_child (widget_class, LoomBanksPane, requests);
  gtk_widget_class_bind_template_child (widget_class, LoomBanksPane, summary);
  gtk_widget_class_bind_template_child (widget_class, LoomBanksPane, readout);
  gtk_widget_class_bind_template_child (widget_class, LoomBanksPane, view);
  gtk_widget_class_bind_template_child (widget_class, LoomBanksPane, tile);
  gtk_widget_class_bind_template_callback (widget_class, whom_cb);
  gtk_widget_class_bind_template_callback (widget_class, update_chart);
  gtk_widget_class_bind_template_callback (widget_class, readout_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
}

static void
loom_banks_pane_init (LoomBanksPane *self)
{
  static const LoomTableColumn columns[] = {
    { N_("Line"), LOOM_TABLE_NUMBER },
    { N_("Access") },
    { N_("Array") },
    { N_("Conflicts"), LOOM_TABLE_NUMBER },
    { N_("Passes"), LOOM_TABLE_NUMBER },
    { N_("Requests"), LOOM_TABLE_NUMBER },
    { N_("Bytes"), LOOM_TABLE_NUMBER },
  };

  gtk_widget_init_template (GTK_WIDGET (self));
  self->lines = g_list_store_new (LOOM_TYPE_TABLE_LINE);
  loom_table_add_columns (self->accesses, columns, G_N_ELEMENTS (columns));
  self->selection = loom_table_set_lines (self->accesses, self->lines);
  loom_connect (self->selection, "notify::selected", selected_cb, self);
}
