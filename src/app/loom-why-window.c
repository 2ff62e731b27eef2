/* loom-why-window.c: why can't I run?
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-why-window.h"

#include "loom-page.h"
#include "loom-resources.h"
#include "loom-why.h"

#include <glib/gi18n-lib.h>

struct _LoomWhyWindow
{
  AdwWindow        parent_instance;

  LoomSession     *session;
  GtkListBox      *list;
  GtkStack        *stack;
  AdwToastOverlay *toasts;
};

G_DEFINE_FINAL_TYPE (LoomWhyWindow, loom_why_window, ADW_TYPE_WINDOW)

static void
add_place (AdwExpanderRow *row,
           const char     *place)
{
  GtkWidget *label = gtk_label_new (place);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "place");
  adw_expander_row_add_row (row, label);
}

/* What was found has no need to tell where it was not. */
static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  GStrv searched = loom_library_get_searched (item);
  gboolean found = loom_library_get_found (item);
  gboolean expands = searched[0] != NULL;
  GtkWidget *row = expands ? adw_expander_row_new () : adw_action_row_new ();
  GtkWidget *icon
      = gtk_image_new_from_icon_name (found ? "object-select-symbolic" : "dialog-warning-symbolic");
  g_autofree char *state = g_markup_escape_text (loom_library_get_state (item), -1);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), loom_library_get_name (item));
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  found ? _("Found") : _("Missing"), -1);
  if (!found)
    gtk_widget_add_css_class (icon, "warning");
  if (expands)
    {
      adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), state);
      adw_expander_row_add_prefix (ADW_EXPANDER_ROW (row), icon);
      for (guint i = 0; searched[i] != NULL; i++)
        add_place (ADW_EXPANDER_ROW (row), searched[i]);
      adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), !found);
    }
  else
    {
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), state);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), icon);
    }
  return row;
}

static void
update (LoomWhyWindow *self)
{
  GVariant *description = loom_session_get_backends (self->session);
  g_autoptr (GListModel) libraries = loom_why_list_libraries (description);

  gtk_list_box_bind_model (self->list, libraries, create_row, NULL, NULL);
  gtk_stack_set_visible_child_name (self->stack, description != NULL ? "list" : "waiting");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "why.copy", description != NULL);
}

static void
copy_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  LoomWhyWindow *self = LOOM_WHY_WINDOW (widget);
  g_autofree char *text = loom_why_dup_text (loom_session_get_backends (self->session));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_("Copied")));
}

static void
loom_why_window_dispose (GObject *object)
{
  LoomWhyWindow *self = LOOM_WHY_WINDOW (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), LOOM_TYPE_WHY_WINDOW);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (loom_why_window_parent_class)->dispose (object);
}

static void
loom_why_window_class_init (LoomWhyWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_why_window_dispose;
  gtk_widget_class_install_action (widget_class, "why.copy", NULL, copy_action);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-why-window.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomWhyWindow, list);
  gtk_widget_class_bind_template_child (widget_class, LoomWhyWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomWhyWindow, toasts);
  loom_page_class_init (widget_class);
}

static void
loom_why_window_init (LoomWhyWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * loom_why_window_new:
 * @parent: (nullable): the window that it belongs to
 * @session: whose runner described what there is
 *
 * Returns: (transfer none): a window that explains, owned by GTK
 */
GtkWindow *
loom_why_window_new (GtkWindow   *parent,
                     LoomSession *session)
{
  LoomWhyWindow *self = LOOM_WHY_WINDOW (loom_page_new (LOOM_TYPE_WHY_WINDOW, parent));

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::backends", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  update (self);
  return GTK_WINDOW (self);
}
