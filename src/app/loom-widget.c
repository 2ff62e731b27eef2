/* loom-widget.c: what is done with many widgets
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-widget.h"

GtkWidget *
loom_label_new (const char *text,
                const char *css_class,
                float       xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/**
 * loom_label_new_wrapping:
 * @text: (nullable): what it says
 * @max_chars: the width that it asks for, in characters; -1: that of the text
 *
 * Makes a label that cuts nothing, not even a long word.
 */
GtkWidget *
loom_label_new_wrapping (const char *text,
                         int         max_chars)
{
  GtkWidget *label = loom_label_new (text, NULL, 0);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), max_chars);
  return label;
}

void
loom_list_box_clear (GtkListBox *list)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (list))) != NULL)
    gtk_list_box_remove (list, row);
}

void
loom_widget_set_css_class (gpointer    widget,
                           const char *css_class,
                           gboolean    has)
{
  if (has)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

/**
 * loom_widget_set_spoken_name:
 * @name: what a screen reader calls it
 *
 * Names a widget that does not say itself what it is.
 */
void
loom_widget_set_spoken_name (gpointer    widget,
                             const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}
