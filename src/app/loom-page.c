/* loom-page.c: what the windows beside a document's window have in common
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-page.h"

/**
 * loom_page_new:
 * @type: a class of windows
 * @parent: (nullable): the window that it belongs to
 *
 * Makes a page. It belongs to the application of its parent as well: GTK finds the actions `app.*`
 * only from the windows of an application.
 *
 * Returns: (transfer none): a window, owned by GTK
 */
GtkWindow *
loom_page_new (GType      type,
               GtkWindow *parent)
{
  return g_object_new (type,
                       "application", parent != NULL ? gtk_window_get_application (parent) : NULL,
                       "transient-for", parent,
                       NULL);
}

/**
 * loom_page_class_init:
 * @klass: the class of a page
 *
 * Binds the keys that close every page.
 */
void
loom_page_class_init (GtkWidgetClass *klass)
{
  gtk_widget_class_add_binding_action (klass, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_w, GDK_CONTROL_MASK, "window.close", NULL);
}
