/* loom-choice-button.c: a list of what is often typed into a field
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-choice-button.h"

#include "loom-connect.h"
#include "loom-widget.h"

/* In pixels: a longer list is scrolled. */
#define MOST_HEIGHT 320

/* The list of a button types into its field, which has the keyboard afterwards. */
static void
activated_cb (LoomField     *field,
              GtkListBoxRow *row)
{
  GtkLabel *label = GTK_LABEL (gtk_list_box_row_get_child (row));
  g_autofree char *choice = g_strdup (gtk_label_get_label (label));

  gtk_popover_popdown (
      GTK_POPOVER (gtk_widget_get_ancestor (GTK_WIDGET (row), GTK_TYPE_POPOVER)));
  gtk_widget_grab_focus (GTK_WIDGET (field));
  loom_field_type (field, choice, TRUE);
}

static GtkWidget *
create_list (LoomField *field,
             GStrv      choices)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  for (guint i = 0; choices[i] != NULL; i++)
    {
      GtkWidget *label = gtk_label_new (choices[i]);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_list_box_append (GTK_LIST_BOX (list), label);
    }
  loom_connect (list, "row-activated", activated_cb, field);
  return list;
}

/**
 * loom_choice_button_new:
 * @field: what is chosen for
 * @label: what a screen reader calls the button
 * @choices: what can be chosen
 *
 * Makes a button that opens a list. A choice is typed into the field, and applied.
 *
 * Returns: (transfer floating): a button
 */
GtkWidget *
loom_choice_button_new (LoomField   *field,
                        const char  *label,
                        GStrv        choices)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();

  g_object_set (scroller,
                "hscrollbar-policy", GTK_POLICY_NEVER,
                "propagate-natural-height", TRUE,
                "propagate-natural-width", TRUE,
                "max-content-height", MOST_HEIGHT,
                "child", create_list (field, choices),
                NULL);
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  gtk_widget_add_css_class (popover, "menu");
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_widget_set_tooltip_text (button, label);
  loom_widget_set_spoken_name (button, label);
  return button;
}
