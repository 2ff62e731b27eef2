/* loom-arguments-pane.c: what the kernel got of each argument, as a table
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-argument-line.h"
#include "loom-class.h"
#include "loom-connect.h"
#include "loom-template.h"

#include <glib/gi18n-lib.h>

struct _LoomArgumentsPane
{
  LoomPane             parent_instance;

  LoomSession         *session;
  GtkStack            *stack;
  GtkColumnView       *view;
  LoomRun             *run;             /* that the lines are of, or NULL */
  GCancellable        *cancellable;     /* of what adds its arrays up */
};

G_DEFINE_FINAL_TYPE (LoomArgumentsPane, loom_arguments_pane, LOOM_TYPE_PANE)

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "tabular");
  gtk_list_item_set_child (item, label);
}

static void
show_text (LoomArgumentLine *line,
           GtkLabel         *label)
{
  const guint field = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (label), "field"));
  const char *text = loom_argument_line_get_text (line, field);

  gtk_label_set_label (label, text != NULL ? text : "–");
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         gpointer                  field)
{
  LoomArgumentLine *line = gtk_list_item_get_item (item);
  GtkLabel *label = GTK_LABEL (gtk_list_item_get_child (item));

  g_object_set_data (G_OBJECT (label), "field", field);
  g_signal_connect_object (line, "changed", G_CALLBACK (show_text), label, 0);
  show_text (line, label);
}

static void
unbind_cb (GtkSignalListItemFactory *factory,
           GtkListItem              *item)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), show_text,
                                        gtk_list_item_get_child (item));
}

static void
add_columns (LoomArgumentsPane *self)
{
  for (guint i = 0; i < LOOM_N_ARGUMENT_FIELDS; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = NULL;

      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), GUINT_TO_POINTER (i));
      g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
      column = gtk_column_view_column_new (loom_argument_field_get_title (i), factory);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_column_set_expand (column, TRUE);
      gtk_column_view_append_column (self->view, column);
    }
}

/* Arrays are added up only for somebody who looks. */
static void
update (LoomArgumentsPane *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  g_autoptr (GListStore) lines = NULL;
  g_autoptr (GtkNoSelection) selection = NULL;

  if (run == self->run || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  loom_cancel (&self->cancellable);
  g_clear_pointer (&self->run, loom_run_unref);
  lines = g_list_store_new (LOOM_TYPE_ARGUMENT_LINE);
  if (run != NULL)
    {
      self->run = loom_run_ref (run);
      self->cancellable = g_cancellable_new ();
      loom_argument_lines_add (lines, run);
      loom_argument_lines_add_up (lines, run, self->cancellable);
    }
  selection = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (lines)));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (selection));
  gtk_stack_set_visible_child_name (self->stack, run == NULL ? "empty"
                                                 : run->arguments->len == 0 ? "none"
                                                                            : "arguments");
}

LOOM_DEFINE_SET_SESSION (LoomArgumentsPane, loom_arguments_pane)
{
  self->session = session;
  loom_connect (session, "notify::run", update, self);
  g_signal_connect_after (self, "map", G_CALLBACK (update), NULL);
}

LOOM_DEFINE_DISPOSE (LoomArgumentsPane, loom_arguments_pane)
{
  loom_cancel (&self->cancellable);
  g_clear_pointer (&self->run, loom_run_unref);
}

static void
loom_arguments_pane_class_init (LoomArgumentsPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = loom_arguments_pane_dispose;
  LOOM_PANE_CLASS (klass)->set_session = loom_arguments_pane_set_session;

  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "argumentspane");
  LOOM_TEMPLATE (klass, LoomArgumentsPane, "loom-arguments-pane.ui", stack, view);
}

static void
loom_arguments_pane_init (LoomArgumentsPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_columns (self);
}
