/* loom-page.c: what the windows beside a document's window have in common
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-page.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-resources.h"
#include "loom-template.h"
#include "loom-widget.h"

/* GTK destroys a page with its parent, but the page still points to the parent. A page that a task
 * holds for longer would then use what is freed. */
static void
parent_destroyed_cb (GtkWindow *page)
{
  gtk_window_set_transient_for (page, NULL);
}

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
  GtkApplication *application = parent != NULL ? gtk_window_get_application (parent) : NULL;
  GtkWindow *page = g_object_new (type, "application", application, "transient-for", parent, NULL);

  if (parent != NULL)
    loom_connect (parent, "destroy", parent_destroyed_cb, page);
  return page;
}

/**
 * loom_page_class_init:
 * @klass: the class of a page
 * @file: its template, a file of ui/
 *
 * Sets the template of a page, and binds the keys that close every one.
 */
void
loom_page_class_init (gpointer    klass,
                      const char *file)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  g_autofree char *path = g_strconcat (LOOM_RESOURCE_PATH "/", file, NULL);

  G_OBJECT_CLASS (klass)->dispose = loom_template_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, path);
  loom_action_bind (klass, "Escape <Control>w", "window.close");
}

/**
 * loom_page_row_new:
 * @title: what it is about
 * @state: what is known of that
 * @good: whether there is nothing wrong with it
 * @spoken: what the sign of that is called
 * @details: (element-type GtkWidget): rows that it unfolds to; none: it does not unfold
 *
 * Makes a row of a list of what there is, with a sign whether it can be used.
 *
 * Returns: (transfer floating): an #AdwExpanderRow or #AdwActionRow
 */
GtkWidget *
loom_page_row_new (const char *title,
                   const char *state,
                   gboolean    good,
                   const char *spoken,
                   GPtrArray  *details)
{
  GtkWidget *row = details->len > 0 ? adw_expander_row_new () : adw_action_row_new ();
  GtkWidget *icon
      = gtk_image_new_from_icon_name (good ? "object-select-symbolic" : "dialog-warning-symbolic");
  g_autofree char *subtitle = g_markup_escape_text (state, -1);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  g_object_set (row, "subtitle", subtitle, NULL);
  loom_widget_set_spoken_name (icon, spoken);
  if (!good)
    gtk_widget_add_css_class (icon, "warning");
  if (ADW_IS_EXPANDER_ROW (row))
    adw_expander_row_add_prefix (ADW_EXPANDER_ROW (row), icon);
  else
    adw_action_row_add_prefix (ADW_ACTION_ROW (row), icon);
  for (guint i = 0; i < details->len; i++)
    adw_expander_row_add_row (ADW_EXPANDER_ROW (row), g_ptr_array_index (details, i));
  return row;
}
