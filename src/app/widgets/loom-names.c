/* loom-names.c: what a screen reader is told where GTK 4.8 tells it wrongly
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-names.h"

#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

/* Names that are known to our code are given there or in ui/. What stands here mends what GTK makes
 * of them, in all windows, those of GTK and libadwaita as well:
 *
 * - A button with a mnemonic is named twice, by its label with the underscore and by the widget
 *   that shows it.
 * - A button with an icon is named by the class of the icon, although it has a tooltip; and again
 *   by each icon that it gets later.
 * - A row of a list says nothing of what stands in it.
 * - What has no name is named by its class. */

static gboolean
has_label (GtkWidget *widget)
{
  return gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

static gboolean
is_labelled (GtkWidget *widget)
{
  return gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget),
                                           GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

static void
set_label (GtkWidget  *widget,
           const char *label)
{
  loom_widget_set_spoken_name (widget, label);
}

static void
tooltip_cb (GtkWidget *widget)
{
  const char *tooltip = gtk_widget_get_tooltip_text (widget);

  set_label (widget, tooltip != NULL ? tooltip : "");
}

static void
add_labels (GtkWidget *widget,
            GPtrArray *labels)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LABEL (child))
      g_ptr_array_add (labels, child);
    else if (!GTK_IS_BUTTON (child))
      add_labels (child, labels);
}

/* A row or a button says what stands in it; the first three labels are what it is about. */
static gboolean
label_by_content (GtkWidget *row)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();

  add_labels (row, labels);
  if (labels->len == 0)
    return FALSE;
  switch (labels->len)
    {
    case 1:
      gtk_accessible_update_relation (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                      labels->pdata[0], NULL, -1);
      break;
    case 2:
      gtk_accessible_update_relation (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                      labels->pdata[0], labels->pdata[1], NULL, -1);
      break;
    default:
      gtk_accessible_update_relation (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                      labels->pdata[0], labels->pdata[1], labels->pdata[2], NULL,
                                      -1);
    }
  return TRUE;
}

static void
forget_icon (GtkButton *button)
{
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

/* Buttons of GTK's own windows that say nothing but by their icons: one that searches shortcuts,
 * and in dialogs for files those that shift the row of folders. */
static void
mend_icon_button (GtkButton *button)
{
  static const struct { const char *icon, *label; } names[] = {
    { "edit-find-symbolic", N_("Search") },
    { "pan-start-symbolic", N_("Outer folders") },
    { "pan-end-symbolic", N_("Inner folders") },
  };

  forget_icon (button);
  g_signal_handlers_disconnect_by_func (button, forget_icon, NULL);
  g_signal_connect (button, "notify::icon-name", G_CALLBACK (forget_icon), NULL);
  if (has_label (GTK_WIDGET (button)) || gtk_widget_get_tooltip_text (GTK_WIDGET (button)) != NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (gtk_button_get_icon_name (button), names[i].icon))
      set_label (GTK_WIDGET (button), _(names[i].label));
}

/* The first folder of a dialog for files is an icon, too. */
static void
mend_folder_button (GtkWidget *button)
{
  if (g_str_equal (G_OBJECT_TYPE_NAME (gtk_widget_get_parent (button)), "GtkPathBar"))
    set_label (button, _("File system"));
}

static void
mend_button (GtkButton *button)
{
  if (gtk_button_get_icon_name (button) != NULL)
    mend_icon_button (button);
  else if (!is_labelled (GTK_WIDGET (button)) && !has_label (GTK_WIDGET (button))
           && gtk_widget_get_tooltip_text (GTK_WIDGET (button)) == NULL
           && !label_by_content (GTK_WIDGET (button)))
    mend_folder_button (GTK_WIDGET (button));
  else if (gtk_button_get_use_underline (button) && is_labelled (GTK_WIDGET (button)))
    gtk_accessible_reset_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

/* A list is a button in GTK's eyes, and the button is what has the focus. */
static void
mend_drop_down (GtkWidget *drop_down)
{
  GtkAccessible *button = GTK_ACCESSIBLE (gtk_widget_get_first_child (drop_down));

  gtk_accessible_reset_property (button, GTK_ACCESSIBLE_PROPERTY_LABEL);
  gtk_accessible_update_relation (button, GTK_ACCESSIBLE_RELATION_LABELLED_BY, drop_down, NULL, -1);
}

/* libadwaita 1.2 says of the row that it is an entry, and that it has never the focus: what is
 * typed into is left out. */
static void
mend_entry_row (GtkWidget *text,
                GtkWidget *row)
{
  g_object_set (text, "accessible-role", GTK_ACCESSIBLE_ROLE_TEXT_BOX, NULL);
  loom_widget_set_spoken_name (text, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)));
}

/* libadwaita labels the list of a group by the group's title, also where that is empty. */
static void
mend_list (GtkWidget *list)
{
  GtkWidget *group = gtk_widget_get_ancestor (list, ADW_TYPE_PREFERENCES_GROUP);
  const char *title
      = group != NULL ? adw_preferences_group_get_title (ADW_PREFERENCES_GROUP (group)) : NULL;

  if (title != NULL && *title == '\0')
    gtk_accessible_reset_relation (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

/* The rows of views are of a class that GTK keeps to itself; libadwaita names its own, but for one
 * that unfolds: it names what unfolds it. */
static gboolean
is_row (GtkWidget *widget)
{
  return (GTK_IS_LIST_BOX_ROW (widget) && !ADW_IS_PREFERENCES_ROW (widget)) ||
         g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkListItemWidget");
}

static void
mend (GtkWidget *widget)
{
  GtkWidget *row
      = GTK_IS_TEXT (widget) ? gtk_widget_get_ancestor (widget, ADW_TYPE_ENTRY_ROW) : NULL;

  if (row != NULL)
    mend_entry_row (widget, row);
  else if (GTK_IS_LIST_BOX (widget))
    mend_list (widget);
  else if (is_row (widget) && !has_label (widget) && !is_labelled (widget))
    label_by_content (widget);
  else if (ADW_IS_EXPANDER_ROW (widget))
    set_label (widget, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)));
  if (GTK_IS_BUTTON (widget))
    mend_button (GTK_BUTTON (widget));
  else if (GTK_IS_DROP_DOWN (widget))
    mend_drop_down (widget);
  if (!has_label (widget) && !is_labelled (widget))
    {
      tooltip_cb (widget);
      g_signal_connect (widget, "notify::tooltip-text", G_CALLBACK (tooltip_cb), NULL);
    }
}

static gboolean
map_hook (GSignalInvocationHint *hint,
          guint                  n_values,
          const GValue          *values,
          gpointer               unused)
{
  mend (g_value_get_object (&values[0]));
  return TRUE;
}

/**
 * loom_names_install:
 *
 * From now on gives every widget that is shown the name that it should have.
 */
void
loom_names_install (void)
{
  g_type_class_unref (g_type_class_ref (GTK_TYPE_WIDGET));
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, map_hook, NULL, NULL);
}
