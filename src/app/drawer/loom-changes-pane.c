/* loom-changes-pane.c: what changed between the pinned run and the one that is shown
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-resources.h"
#include "loom-run-changes.h"
#include "loom-table-line.h"

#include <glib/gi18n-lib.h>

struct _LoomChangesPane
{
  LoomPane       parent_instance;

  LoomSession   *session;
  GtkStack      *stack;
  GtkLabel      *why;
  GtkLabel      *sentence;
  GtkColumnView *view;
  GListStore    *lines;
  GPtrArray     *changes;       /* (element-type LoomRunChange) that they show, or NULL */
};

G_DEFINE_FINAL_TYPE (LoomChangesPane, loom_changes_pane, LOOM_TYPE_PANE)

/* -- What is shown -- */

static void
show_why (LoomChangesPane *self,
          const char      *why)
{
  gtk_label_set_label (self->why, why);
  gtk_stack_set_visible_child_name (self->stack, "empty");
}

/* Blanks that a line begins with tell nothing here. */
static char *
dup_stripped (const char *text)
{
  return g_strstrip (g_strdup (text != NULL ? text : "–"));
}

static void
show_changes (LoomChangesPane *self,
              LoomRunJob      *a,
              LoomRunJob      *b,
              GPtrArray       *changes)
{
  g_autofree char *was = loom_run_job_dup_time (a), *is = loom_run_job_dup_time (b);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *sentence = NULL;

  for (guint i = 0; i < changes->len; i++)
    {
      const LoomRunChange *change = changes->pdata[i];
      char *const cells[] = {
        dup_stripped (change->what), dup_stripped (change->was), dup_stripped (change->is), NULL,
      };

      g_ptr_array_add (lines, loom_table_line_new (g_memdup2 (cells, sizeof cells)));
    }
  g_list_store_splice (self->lines, 0, g_list_model_get_n_items (G_LIST_MODEL (self->lines)),
                       lines->pdata, lines->len);
  g_clear_pointer (&self->changes, g_ptr_array_unref);
  self->changes = g_ptr_array_ref (changes);
  /* Translators: how much changed between two runs; times of day */
  sentence = g_strdup_printf (ngettext ("%1$u change between A, run of %2$s, and B, run of %3$s",
                                        "%1$u changes between A, run of %2$s, and B, run of %3$s",
                                        changes->len), changes->len, was, is);
  gtk_label_set_label (self->sentence, sentence);
  gtk_stack_set_visible_child_name (self->stack, "changes");
}

/* Only while somebody looks. */
static void
update (LoomChangesPane *self)
{
  LoomRunJob *a = loom_compare_get_job (loom_session_get_compare (self->session));
  LoomRunJob *b = loom_session_find_job (self->session);
  g_autoptr (GPtrArray) changes = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (a == NULL)
    {
      show_why (self, _("Pin a run as A (Ctrl+B), change something and run: what changed between "
                        "the two is listed here."));
      return;
    }
  if (a == b)
    {
      show_why (self, _("The run that is shown is A itself: change something and run, or show "
                        "another run."));
      return;
    }
  if (b == NULL || loom_run_job_get_origin (a) == NULL || loom_run_job_get_origin (b) == NULL)
    {
      show_why (self, _("What the run that is shown was made from is not known any more: run "
                        "again."));
      return;
    }
  changes = loom_run_changes_list (loom_run_job_get_origin (a), loom_run_job_get_origin (b));
  if (changes->len == 0)
    show_why (self, _("Nothing changed since A: source, launch, arguments and options are the "
                      "same."));
  else
    show_changes (self, a, b, changes);
}

/* Goes to the line that says so now. */
static void
activate_cb (LoomChangesPane *self,
             guint            position)
{
  const guint number = ((const LoomRunChange *) self->changes->pdata[position])->line;

  if (number > 0)
    loom_action_activate (GTK_WIDGET (self), "win.show-place", "(su)", "", number);
}

static void
loom_changes_pane_set_session (LoomPane    *pane,
                               LoomSession *session)
{
  LoomChangesPane *self = LOOM_CHANGES_PANE (pane);

  self->session = session;
  loom_connect (session, "notify::run", update, self);
  loom_connect (loom_session_get_compare (session), "notify::job", update, self);
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
}

static gboolean
loom_changes_pane_grab_focus (GtkWidget *widget)
{
  LoomChangesPane *self = LOOM_CHANGES_PANE (widget);

  return gtk_widget_child_focus (GTK_WIDGET (self->stack), GTK_DIR_TAB_FORWARD);
}

static void
loom_changes_pane_dispose (GObject *object)
{
  LoomChangesPane *self = LOOM_CHANGES_PANE (object);

  g_clear_object (&self->lines);
  g_clear_pointer (&self->changes, g_ptr_array_unref);

  G_OBJECT_CLASS (loom_changes_pane_parent_class)->dispose (object);
}

static void
loom_changes_pane_class_init (LoomChangesPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_changes_pane_dispose;
  GTK_WIDGET_CLASS (klass)->grab_focus = loom_changes_pane_grab_focus;
  LOOM_PANE_CLASS (klass)->set_session = loom_changes_pane_set_session;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-changes-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomChangesPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomChangesPane, why);
  gtk_widget_class_bind_template_child (widget_class, LoomChangesPane, sentence);
  gtk_widget_class_bind_template_child (widget_class, LoomChangesPane, view);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
}

static void
loom_changes_pane_init (LoomChangesPane *self)
{
  static const LoomTableColumn columns[] = {
    { N_("What changed"), LOOM_TABLE_CUT },
    { N_("In A"), LOOM_TABLE_CODE | LOOM_TABLE_WIDE | LOOM_TABLE_CUT },
    { N_("In B"), LOOM_TABLE_CODE | LOOM_TABLE_WIDE | LOOM_TABLE_CUT },
  };

  gtk_widget_init_template (GTK_WIDGET (self));
  self->lines = g_list_store_new (LOOM_TYPE_TABLE_LINE);
  loom_table_add_columns (self->view, columns, G_N_ELEMENTS (columns));
  loom_table_set_lines (self->view, self->lines);
}
