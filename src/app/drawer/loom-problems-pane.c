/* loom-problems-pane.c: problems as a list that jumps
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-format.h"
#include "loom-problem.h"
#include "loom-resources.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomProblemsPane
{
  LoomPane      parent_instance;

  LoomSession  *session;
  GtkStack     *stack;
  GtkListView  *list;
};

G_DEFINE_FINAL_TYPE (LoomProblemsPane, loom_problems_pane, LOOM_TYPE_PANE)

static void
show_severity (GtkWidget    *icon,
               LoomSeverity  severity)
{
  static const char * const names[] = {
    "dialog-information-symbolic", "dialog-warning-symbolic", "dialog-error-symbolic",
  };
  static const char * const classes[] = { "dim-label", "warning", "error" };
  const char *const only[] = { classes[severity], NULL };

  gtk_image_set_from_icon_name (GTK_IMAGE (icon), names[severity]);
  gtk_widget_set_css_classes (icon, (const char **) only);
}

static void
setup_cb (LoomProblemsPane *self,
          GtkListItem      *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *icon = gtk_image_new ();
  GtkWidget *text = loom_label_new_wrapping (NULL, -1);
  GtkWidget *line = gtk_label_new (NULL);
  GtkWidget *button = gtk_button_new ();

  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_add_css_class (line, "dim-label");
  gtk_widget_add_css_class (line, "tabular");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (box), line);
  gtk_list_item_set_child (item, box);
}

static const char *
get_fix_label (LoomFix fix)
{
  switch (fix)
    {
    case LOOM_FIX_GUARD_HOST_CODE:
      return _("Guard Host Code");
    case LOOM_FIX_CHOOSE_TEMPLATE:
      return _("Choose Arguments…");
    case LOOM_FIX_MOVE_BLOCK:
      return _("Move Block to the End");
    case LOOM_FIX_RENAME_GROUP:
      return _("Rename Group");
    case LOOM_FIX_SET_SHARED:
      return _("Set Shared Memory");
    case LOOM_FIX_ALLOW_FOLDER:
      return _("Allow Reading");
    case LOOM_FIX_WRITE_KERNEL:
      return _("Examples");
    case LOOM_FIX_OPEN_FILE:
      return _("Open File");
    case LOOM_FIX_SET_KEY:
      return _("Change Setting");
    case LOOM_FIX_SET_LINE:
      return _("Correct Line");
    case LOOM_FIX_ADD_GUARD:
      return _("Add Guard");
    case LOOM_FIX_INCLUDE:
      return _("Include Header");
    case LOOM_FIX_TEXTURE_OBJECT:
      return _("Make It a Parameter");
    case LOOM_FIX_USE_SEED:
      return _("Use This Seed");
    case LOOM_FIX_SHOW_THREADS:
      return _("Show Threads");
    case LOOM_FIX_NONE:
    default:
      return NULL;
    }
}

static void
bind_cb (LoomProblemsPane *self,
         GtkListItem      *item)
{
  LoomProblem *problem = gtk_list_item_get_item (item);
  GtkWidget *icon = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *text = gtk_widget_get_next_sibling (icon);
  GtkWidget *button = gtk_widget_get_next_sibling (text);
  GtkWidget *line = gtk_widget_get_next_sibling (button);
  const char *fix = get_fix_label (problem->fix);
  g_autofree char *sentence = loom_format_sentence (problem->text);
  g_autofree char *place = NULL;

  if (problem->file != NULL)
    place = g_strdup_printf ("%s:%u", problem->file,
                             problem->line);
  else if (problem->line > 0)
    place = g_strdup_printf (_("Line %u"), problem->line);
  show_severity (icon, problem->severity);
  gtk_label_set_label (GTK_LABEL (text), sentence);
  gtk_label_set_label (GTK_LABEL (line), place != NULL ? place : "");
  gtk_widget_set_visible (button, fix != NULL);
  gtk_button_set_label (GTK_BUTTON (button), fix != NULL ? fix : "");
  /* a line is shown as it will be */
  gtk_widget_set_tooltip_text (button, problem->fix == LOOM_FIX_SET_LINE
                                       || problem->fix == LOOM_FIX_ADD_GUARD
                                           ? problem->replacement : NULL);
  /* the target first: an action with a name and no target is taken for one without parameter */
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u",
                                    gtk_list_item_get_position (item));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.fix-problem");
}

static void
activate_cb (LoomProblemsPane *self,
             guint             position)
{
  loom_action_activate (GTK_WIDGET (self), "win.show-problem", "u", position);
}

static void
changed_cb (LoomProblemsPane *self)
{
  guint n = g_list_model_get_n_items (loom_session_get_problems (self->session));

  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "problems" : "empty");
}

static void
loom_problems_pane_set_session (LoomPane    *pane,
                                LoomSession *session)
{
  LoomProblemsPane *self = LOOM_PROBLEMS_PANE (pane);
  GtkNoSelection *selection;

  self->session = session;
  selection = gtk_no_selection_new (g_object_ref (loom_session_get_problems (session)));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
  g_object_unref (selection);
  loom_connect (loom_session_get_problems (session), "items-changed", changed_cb, self);
  changed_cb (self);
}

static void
loom_problems_pane_class_init (LoomProblemsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  LOOM_PANE_CLASS (klass)->set_session = loom_problems_pane_set_session;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-problems-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomProblemsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomProblemsPane, list);
  gtk_widget_class_bind_template_callback (widget_class, setup_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
}

static void
loom_problems_pane_init (LoomProblemsPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
