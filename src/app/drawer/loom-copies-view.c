/* loom-copies-view.c: how fast memory is copied between this computer and its GPUs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-copies-view.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-copy-table.h"
#include "loom-format.h"
#include "loom-resources.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

#define NAME_CHARS 13
#define CELL_CHARS 13

struct _LoomCopiesView
{
  LoomPane     parent_instance;

  LoomSession *session;
  GtkBox      *content;
  GtkBox      *tables;
  GtkLabel    *what;
  GtkLabel    *why;
  GtkSpinner  *spinner;
  GtkButton   *button;
};

G_DEFINE_FINAL_TYPE (LoomCopiesView, loom_copies_view, LOOM_TYPE_PANE)

/* Of a fixed width: a table in a scroller is asked for its height at its smallest width. */
static GtkWidget *
label_new (const char *text,
           const char *css_class,
           int         n_chars)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_width_chars (GTK_LABEL (label), n_chars);
  gtk_label_set_max_width_chars (GTK_LABEL (label), n_chars);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
box_new (GtkAccessibleRole  role,
         const char        *spoken)
{
  GtkWidget *box = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL,
                                 "accessible-role", role, NULL);

  gtk_widget_add_css_class (box, "cell");
  loom_widget_set_spoken_name (box, spoken);
  return box;
}

static GtkWidget *
name_new (const char        *name,
          GtkAccessibleRole  role,
          int                n_chars)
{
  GtkWidget *box = box_new (role, name);

  gtk_box_append (GTK_BOX (box), label_new (name, "dim-label", n_chars));
  return box;
}

static GtkWidget *
cell_new (const LoomCopyCell *cell)
{
  GtkWidget *box = box_new (GTK_ACCESSIBLE_ROLE_GRID_CELL, cell->spoken);

  gtk_widget_set_hexpand (box, TRUE);
  gtk_widget_set_tooltip_text (box, cell->why);
  gtk_box_append (GTK_BOX (box), label_new (cell->text, "tabular", CELL_CHARS));
  if (cell->note != NULL)
    {
      GtkWidget *note = label_new (cell->note, "caption", CELL_CHARS);

      gtk_widget_add_css_class (note, "dim-label");
      gtk_box_append (GTK_BOX (box), note);
    }
  return box;
}

static GtkWidget *
grid_new (const LoomCopyTable *table)
{
  GtkWidget *grid = g_object_new (GTK_TYPE_GRID, "accessible-role", GTK_ACCESSIBLE_ROLE_GRID, NULL);

  gtk_widget_add_css_class (grid, "copies");
  loom_widget_set_spoken_name (grid, table->title);
  gtk_grid_attach (GTK_GRID (grid),
                   name_new (table->corner, GTK_ACCESSIBLE_ROLE_GENERIC, NAME_CHARS), 0, 0, 1, 1);
  for (guint k = 0; k < table->columns->len; k++)
    {
      const char *name = table->columns->pdata[k];

      gtk_grid_attach (GTK_GRID (grid),
                       name_new (name, GTK_ACCESSIBLE_ROLE_COLUMN_HEADER, CELL_CHARS), k + 1, 0, 1,
                       1);
    }
  for (guint i = 0; i < table->rows->len; i++)
    {
      gtk_grid_attach (GTK_GRID (grid),
                       name_new (table->rows->pdata[i], GTK_ACCESSIBLE_ROLE_ROW_HEADER, NAME_CHARS),
                       0, i + 1, 1, 1);
      for (guint k = 0; k < table->columns->len; k++)
        gtk_grid_attach (GTK_GRID (grid), cell_new (loom_copy_table_get (table, i, k)), k + 1,
                         i + 1, 1, 1);
    }
  return grid;
}

/* Eight GPUs are wider than the window. */
static void
add_table (LoomCopiesView *self,
           LoomCopyTable  *table)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), grid_new (table));
  gtk_widget_add_css_class (scroller, "card");
  gtk_box_append (self->tables, label_new (table->title, "heading", -1));
  gtk_box_append (self->tables, scroller);
}

static char *
dup_what (GVariant *copies)
{
  const guint64 bytes = loom_copy_table_get_bytes (copies);
  g_autofree char *size = NULL;

  if (bytes == 0)
    return g_strdup (_("Measuring copies takes about a second for each GPU; runs wait meanwhile."));
  size = g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS);
  /* Translators: the sign of what was measured, in words, and a size */
  return g_strdup_printf (_("%1$s %2$s: the median of several copies of %3$s each"),
                          loom_format_badge (LOOM_FIDELITY_MEASURED),
                          loom_format_fidelity (LOOM_FIDELITY_MEASURED), size);
}

static void
update (LoomCopiesView *self)
{
  GVariant *backends = loom_session_get_choices (self->session)->backends;
  const LoomCopyMeasurement *copies = loom_session_get_copies (self->session);
  g_autoptr (LoomCopyTable) host = loom_copy_table_new_host (backends, copies->rates);
  g_autoptr (LoomCopyTable) peers = loom_copy_table_new_peers (backends, copies->rates);
  g_autofree char *what = dup_what (copies->rates);
  g_autofree char *sentence = copies->why != NULL ? loom_format_sentence (copies->why) : NULL;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->tables))) != NULL)
    gtk_box_remove (self->tables, child);
  gtk_widget_set_visible (GTK_WIDGET (self), host != NULL);
  gtk_spinner_set_spinning (self->spinner, copies->is_running);
  gtk_button_set_label (self->button, copies->is_running ? _("_Stop") : _("_Measure"));
  if (host == NULL)
    return;
  add_table (self, host);
  add_table (self, peers);
  gtk_label_set_label (self->what, what);
  gtk_label_set_label (self->why, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->why), sentence != NULL);
}

static void
clicked_cb (LoomCopiesView *self)
{
  g_signal_emit_by_name (self, "measure", !loom_session_get_copies (self->session)->is_running);
}

static void
loom_copies_view_set_session (LoomPane    *pane,
                              LoomSession *session)
{
  LoomCopiesView *self = LOOM_COPIES_VIEW (pane);

  self->session = session;
  loom_connect (loom_session_get_run_settings (session), "notify::backends", update, self);
  loom_connect (session, "notify::copies", update, self);
  update (self);
}

static void
loom_copies_view_class_init (LoomCopiesViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  LOOM_PANE_CLASS (klass)->set_session = loom_copies_view_set_session;
  LOOM_SIGNAL_NEW (klass, "measure", 1, G_TYPE_BOOLEAN);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-copies-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomCopiesView, content);
  gtk_widget_class_bind_template_child (widget_class, LoomCopiesView, tables);
  gtk_widget_class_bind_template_child (widget_class, LoomCopiesView, what);
  gtk_widget_class_bind_template_child (widget_class, LoomCopiesView, why);
  gtk_widget_class_bind_template_child (widget_class, LoomCopiesView, spinner);
  gtk_widget_class_bind_template_child (widget_class, LoomCopiesView, button);
  gtk_widget_class_bind_template_callback (widget_class, clicked_cb);
  gtk_widget_class_set_css_name (widget_class, "loomcopies");
}

static void
loom_copies_view_init (LoomCopiesView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
