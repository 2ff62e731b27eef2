/* loom-arguments-pane.c: what the kernel is given and got of each argument, as a table that is
 * edited
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-argument-cell.h"
#include "loom-connect.h"
#include "loom-content.h"
#include "loom-field.h"
#include "loom-field-note.h"
#include "loom-resources.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomArgumentsPane
{
  LoomPane             parent_instance;

  LoomSession         *session;
  GtkStack            *stack;
  GtkColumnView       *view;
  GtkLabel            *cell_title;
  LoomField           *place, *value;
  LoomFieldNote       *note;
  GListStore          *lines;
  GtkSingleSelection  *selection;
  LoomRun             *run;             /* that the sums are of, or NULL */
  GCancellable        *cancellable;     /* of what adds its arrays up */
};

G_DEFINE_FINAL_TYPE (LoomArgumentsPane, loom_arguments_pane, LOOM_TYPE_PANE)

static LoomArgumentLine *
get_selected (LoomArgumentsPane *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

static void
edit_line (LoomArgumentsPane *self,
           guint              position)
{
  g_autoptr (LoomArgumentLine) line
      = g_list_model_get_item (G_LIST_MODEL (self->lines), position);

  if (line != NULL)
    g_signal_emit_by_name (line, "edit");
}

static void
scroll_to (LoomArgumentsPane *self,
           guint              position)
{
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (self->view));

  while (list != NULL && !GTK_IS_LIST_VIEW (list))
    list = gtk_widget_get_prev_sibling (list);
  if (list != NULL)
    loom_list_view_go_to (GTK_LIST_VIEW (list), position);
}

static void
edit_action (LoomArgumentsPane *self)
{
  edit_line (self, gtk_single_selection_get_selected (self->selection));
}

/* The next line that can be edited, the first behind the last. */
static void
move_cb (LoomArgumentsPane *self,
         int                direction,
         LoomArgumentCell  *cell)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->lines));
  guint position;

  if (!g_list_store_find (self->lines, loom_argument_cell_get_line (cell), &position))
    return;
  for (guint i = 1; i <= n; i++)
    {
      const guint at = (position + n + (direction < 0 ? n - i : i)) % n;
      g_autoptr (LoomArgumentLine) line = g_list_model_get_item (G_LIST_MODEL (self->lines), at);

      if (!loom_argument_line_can_edit (line))
        continue;
      gtk_single_selection_set_selected (self->selection, at);
      scroll_to (self, at);
      g_signal_emit_by_name (line, "edit");
      return;
    }
}

static void
copy_action (LoomArgumentsPane *self)
{
  LoomArgumentLine *line = get_selected (self);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < LOOM_N_ARGUMENT_FIELDS && line != NULL; i++)
    {
      const char *cell = loom_argument_line_get_text (line, i);

      g_string_append_printf (text, "%s%s", i > 0 ? "\t" : "", cell != NULL ? cell : "");
    }
  loom_content_copy_text (GTK_WIDGET (self), text->str);
}

static void
activate_cb (LoomArgumentsPane *self,
             guint              position)
{
  edit_line (self, position);
}

/* -- Columns -- */

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item)
{
  gtk_list_item_set_child (item, loom_label_new (NULL, "tabular", 0));
}

/* A row is read out as a whole, and each cell with its title. */
static void
speak (GtkWidget        *cell,
       LoomArgumentLine *line,
       guint             field)
{
  const char *text = loom_argument_line_get_text (line, field);
  GtkWidget *row = cell;
  g_autofree char *name = NULL, *spoken = NULL;

  /* Translators: a cell of a table as it is read out: 1 the title of its column, 2 what it holds */
  name = g_strdup_printf (_("%1$s: %2$s"), loom_argument_field_get_title (field),
                          text != NULL ? text : _("none"));
  loom_widget_set_spoken_name (cell, name);
  while (row != NULL && g_strcmp0 (gtk_widget_get_css_name (row), "row") != 0)
    row = gtk_widget_get_parent (row);
  spoken = loom_argument_line_dup_spoken (line);
  if (row != NULL && field == LOOM_ARGUMENT_NAME)
    loom_widget_set_spoken_name (row, spoken);
}

static void
show_text (LoomArgumentLine *line,
           GtkWidget        *child)
{
  const guint field = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (child), "field"));
  const char *text = loom_argument_line_get_text (line, field);

  if (GTK_IS_LABEL (child))
    gtk_label_set_label (GTK_LABEL (child), text != NULL ? text : "");
  speak (child, line, field);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         gpointer                  field)
{
  LoomArgumentLine *line = gtk_list_item_get_item (item);
  GtkWidget *child = gtk_list_item_get_child (item);

  g_object_set_data (G_OBJECT (child), "field", field);
  if (LOOM_IS_ARGUMENT_CELL (child))
    loom_argument_cell_set_line (LOOM_ARGUMENT_CELL (child), line);
  g_signal_connect_object (line, "changed", G_CALLBACK (show_text), child, 0);
  show_text (line, child);
}

static void
unbind_cb (GtkSignalListItemFactory *factory,
           GtkListItem              *item)
{
  GtkWidget *child = gtk_list_item_get_child (item);

  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), show_text, child);
  if (LOOM_IS_ARGUMENT_CELL (child))
    loom_argument_cell_set_line (LOOM_ARGUMENT_CELL (child), NULL);
}

static void
setup_given_cb (LoomArgumentsPane        *self,
                GtkListItem              *item,
                GtkSignalListItemFactory *factory)
{
  GtkWidget *cell = loom_argument_cell_new (self->session);

  loom_connect (cell, "move", move_cb, self);
  gtk_list_item_set_child (item, cell);
}

static void
add_columns (LoomArgumentsPane *self)
{
  for (guint i = 0; i < LOOM_N_ARGUMENT_FIELDS; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = NULL;

      if (i == LOOM_ARGUMENT_GIVEN)
        loom_connect (factory, "setup", setup_given_cb, self);
      else
        g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), GUINT_TO_POINTER (i));
      g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
      column = gtk_column_view_column_new (loom_argument_field_get_title (i), factory);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_column_set_expand (column, TRUE);
      gtk_column_view_append_column (self->view, column);
    }
}

/* -- A cell of the selected array -- */

static void
update_note (LoomArgumentsPane *self)
{
  const char *reason = loom_field_get_reason (self->place);

  loom_field_note_set_reason (self->note,
                              reason != NULL ? reason : loom_field_get_reason (self->value));
}

/* The selected array, or that which the selected member or cell is of; NULL: there is none. */
static LoomArgumentLine *
get_array (LoomArgumentsPane *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);
  LoomArgumentLine *selected = get_selected (self);

  for (; selected != NULL && position != G_MAXUINT; position--)
    {
      g_autoptr (LoomArgumentLine) line
          = g_list_model_get_item (G_LIST_MODEL (self->lines), position);

      if (!loom_argument_line_is_of (selected, line))
        return NULL;
      if (loom_argument_line_has_cells (line))
        return line;
    }

  return NULL;
}

/* Nothing where the fill gives the cell what it has. */
static void
show_cell (LoomArgumentsPane *self)
{
  LoomArgumentLine *line = get_array (self);
  g_autofree char *given = NULL;

  if (line == NULL)
    return;
  given = loom_argument_line_dup_cell (line, self->session, loom_field_get_text (self->place));
  loom_field_show (self->value, given != NULL ? given : "");
}

static void
update_cell (LoomArgumentsPane *self)
{
  LoomArgumentLine *line = get_array (self);
  const gboolean has_cells = line != NULL;
  g_autofree char *title = NULL;

  /* Translators: a field behind it takes the place of a cell of the array %s */
  title = has_cells ? g_strdup_printf (_("Cell of %s"),
                                       loom_argument_line_get_text (line, LOOM_ARGUMENT_NAME))
                    : g_strdup (_("Cell of an array"));
  gtk_label_set_label (self->cell_title, title);
  gtk_widget_set_sensitive (GTK_WIDGET (self->place), has_cells);
  gtk_widget_set_sensitive (GTK_WIDGET (self->value), has_cells);
  if (!has_cells)
    {
      loom_field_revert (self->place);
      loom_field_revert (self->value);
    }
  show_cell (self);
  update_note (self);
}

static void
try_place_cb (LoomArgumentsPane  *self,
              gboolean            apply,
              GError            **error,
              LoomField          *field)
{
  LoomArgumentLine *line = get_array (self);
  const char *text = loom_field_get_text (field);

  if (*text == '\0' || line == NULL ||
      !loom_argument_line_try_cell (line, self->session, text, NULL, FALSE, error) || !apply)
    return;
  loom_field_show (field, text);
  show_cell (self);
}

static void
try_value_cb (LoomArgumentsPane  *self,
              gboolean            apply,
              GError            **error,
              LoomField          *field)
{
  LoomArgumentLine *line = get_array (self);

  if (line != NULL)
    loom_argument_line_try_cell (line, self->session, loom_field_get_text (self->place),
                                 loom_field_get_text (field), apply, error);
}

/* On to the value of the cell. */
static void
place_activate_cb (LoomArgumentsPane *self)
{
  if (!loom_field_is_refused (self->place) && *loom_field_get_text (self->place) != '\0')
    gtk_widget_grab_focus (GTK_WIDGET (self->value));
}

static void
set_cell_action (LoomArgumentsPane *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->place));
}

/* The cell that is pinned in the picture is the one to be set. */
static void
follow_pin (LoomArgumentsPane *self)
{
  LoomViewState *state = loom_session_get_view_state (self->session);
  const LoomCell *pin = loom_view_state_get_pin (state);
  const guint shown = loom_view_state_get_view (state)->array;

  if (pin == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->lines)); i++)
    {
      g_autoptr (LoomArgumentLine) line = g_list_model_get_item (G_LIST_MODEL (self->lines), i);
      g_autofree char *place = NULL;

      if (!loom_argument_line_has_cells (line) ||
          loom_argument_line_get_array (line) != (gint) shown)
        continue;
      gtk_single_selection_set_selected (self->selection, i);
      place = loom_argument_line_dup_place (line, pin->plane, pin->row, pin->col);
      loom_field_type (self->place, place, TRUE);
      return;
    }
}

/* -- Lines -- */

/* Arrays are added up only for somebody who looks. */
static void
add_up (LoomArgumentsPane *self)
{
  LoomRun *run = loom_session_get_run (self->session);

  if (run == self->run)
    return;
  loom_cancel (&self->cancellable);
  g_clear_pointer (&self->run, loom_run_unref);
  if (run == NULL)
    return;
  self->run = loom_run_ref (run);
  self->cancellable = g_cancellable_new ();
  loom_argument_lines_add_up (self->lines, run, self->cancellable);
}

static void
update (LoomArgumentsPane *self)
{
  const char *page = "arguments";

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  loom_argument_lines_update (self->lines, self->session);
  add_up (self);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->lines)) == 0)
    page = loom_session_get_plan (self->session) == NULL ? "empty" : "none";
  gtk_stack_set_visible_child_name (self->stack, page);
  update_cell (self);
}

static void
opened_cb (LoomArgumentsPane *self)
{
  g_list_store_remove_all (self->lines);
  g_clear_pointer (&self->run, loom_run_unref);
}

static void
loom_arguments_pane_set_session (LoomPane    *pane,
                                 LoomSession *session)
{
  LoomArgumentsPane *self = LOOM_ARGUMENTS_PANE (pane);

  self->session = session;
  loom_connect (session, "opened", opened_cb, self);
  loom_connect (session, "notify::plan", update, self);
  loom_connect (session, "notify::run", update, self);
  loom_connect (session, "notify::error", update, self);
  loom_connect (loom_session_get_view_state (session), "notify::pin", follow_pin, self);
  g_signal_connect_after (self, "map", G_CALLBACK (update), NULL);
  add_columns (self);
}

static void
loom_arguments_pane_dispose (GObject *object)
{
  LoomArgumentsPane *self = LOOM_ARGUMENTS_PANE (object);

  loom_cancel (&self->cancellable);
  g_clear_pointer (&self->run, loom_run_unref);
  g_clear_object (&self->lines);
  g_clear_object (&self->selection);

  G_OBJECT_CLASS (loom_arguments_pane_parent_class)->dispose (object);
}

static void
loom_arguments_pane_class_init (LoomArgumentsPaneClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "arguments.edit", NULL, G_CALLBACK (edit_action) },
    { "arguments.copy", NULL, G_CALLBACK (copy_action) },
    { "arguments.set-cell", NULL, G_CALLBACK (set_cell_action) },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_arguments_pane_dispose;
  LOOM_PANE_CLASS (klass)->set_session = loom_arguments_pane_set_session;

  g_type_ensure (LOOM_TYPE_FIELD);
  g_type_ensure (LOOM_TYPE_FIELD_NOTE);
  gtk_widget_class_set_css_name (widget_class, "argumentspane");
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  loom_action_bind (widget_class, "F2", "arguments.edit");
  loom_action_bind (widget_class, "<Shift>F2", "arguments.set-cell");
  loom_action_bind (widget_class, "<Control>c", "arguments.copy");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-arguments-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomArgumentsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomArgumentsPane, view);
  gtk_widget_class_bind_template_child (widget_class, LoomArgumentsPane, cell_title);
  gtk_widget_class_bind_template_child (widget_class, LoomArgumentsPane, place);
  gtk_widget_class_bind_template_child (widget_class, LoomArgumentsPane, value);
  gtk_widget_class_bind_template_child (widget_class, LoomArgumentsPane, note);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
}

static void
loom_arguments_pane_init (LoomArgumentsPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->lines = g_list_store_new (LOOM_TYPE_ARGUMENT_LINE);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->lines)));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  loom_connect (self->selection, "notify::selected-item", update_cell, self);
  loom_connect (self->place, "try", try_place_cb, self);
  loom_connect (self->place, "activate", place_activate_cb, self);
  loom_connect (self->place, "reason-changed", update_note, self);
  loom_connect (self->value, "try", try_value_cb, self);
  loom_connect (self->value, "reason-changed", update_note, self);
  loom_field_note_set_text (self->note, _("Row and column, then a value; leave it empty for the "
                                          "fill’s"));
}
