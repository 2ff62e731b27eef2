/* loom-widget.c: what is done with many widgets
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-widget.h"

/* In the unit of the setting for the size of words. */
#define USUAL_DPI (96 * 1024)

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

/**
 * loom_text_scale_get:
 *
 * How much larger than usual the user wants words, 1 for as usual. Labels follow by themselves;
 * what is drawn or counted in pixels has to ask.
 */
double
loom_text_scale_get (GtkWidget *widget)
{
  int dpi = 0;

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? dpi / (double) USUAL_DPI : 1;
}

/**
 * loom_text_scale_watch:
 * @callback: called with @widget alone
 *
 * Calls back whenever the user wants words of another size, as long as @widget lives.
 */
void
loom_text_scale_watch (GtkWidget *widget,
                       GCallback  callback)
{
  g_signal_connect_object (gtk_widget_get_settings (widget), "notify::gtk-xft-dpi", callback,
                           widget, G_CONNECT_SWAPPED);
}
