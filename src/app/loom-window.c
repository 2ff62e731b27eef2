/* loom-window.c: what a window is made of
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-application.h"

#include <glib/gi18n-lib.h>

G_DEFINE_FINAL_TYPE (LoomWindow, loom_window, ADW_TYPE_APPLICATION_WINDOW)

static void
update_title (LoomWindow *self)
{
  const char *name = loom_session_get_name (self->session);
  g_autofree char *title = NULL;

  /* Translators: a document with unsaved changes; %s is its name. */
  title = loom_session_get_modified (self->session) ? g_strdup_printf (_("• %s"), name) : g_strdup (name);
  adw_window_title_set_title (self->title, title);
  gtk_window_set_title (GTK_WINDOW (self), title);
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (LoomWindow) self = user_data;
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  if (!g_file_load_contents_finish (G_FILE (source), result, &contents, &length, NULL, &error))
    {
      loom_window_add_toast (self, adw_toast_new (error->message));
      return;
    }
  loom_session_set_file (self->session, G_FILE (source));
  loom_session_set_text (self->session, contents, length);
}

static void
watch_session (LoomWindow *self)
{
  g_signal_connect_object (self->session, "notify::name", G_CALLBACK (update_title), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::modified", G_CALLBACK (update_title), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::activity", G_CALLBACK (_loom_window_actions_update),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::document", G_CALLBACK (_loom_window_actions_update),
                           self, G_CONNECT_SWAPPED);
  update_title (self);
  _loom_window_actions_update (self);
}

static void
restore_state (LoomWindow *self)
{
  int width, height;

  g_settings_get (self->settings, "window-size", "(ii)", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  g_settings_bind (self->settings, "window-maximized", self, "maximized",
                   G_SETTINGS_BIND_SET);
  g_settings_bind (self->settings, "editor-width", self->editor_paned, "position", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "live", self->session, "live", G_SETTINGS_BIND_GET);
}

static gboolean
loom_window_close_request (GtkWindow *window)
{
  LoomWindow *self = LOOM_WINDOW (window);
  int width, height;

  gtk_window_get_default_size (window, &width, &height);
  g_settings_set (self->settings, "window-size", "(ii)", width, height);
  return GTK_WINDOW_CLASS (loom_window_parent_class)->close_request (window);
}

static void
loom_window_dispose (GObject *object)
{
  LoomWindow *self = LOOM_WINDOW (object);

  if (self->controller != NULL)
    loom_run_controller_close (self->controller);
  g_clear_object (&self->controller);
  gtk_widget_dispose_template (GTK_WIDGET (self), LOOM_TYPE_WINDOW);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (loom_window_parent_class)->dispose (object);
}

static void
loom_window_class_init (LoomWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = loom_window_close_request;

  g_type_ensure (LOOM_TYPE_EDITOR_PANE);
  g_type_ensure (LOOM_TYPE_PICTURE_PANE);
  gtk_widget_class_set_template_from_resource (widget_class, LOOM_RESOURCE_PATH "/loom-window.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, title);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, editor_paned);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, editor_pane);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, picture_pane);
  gtk_widget_class_bind_template_child (widget_class, LoomWindow, run_button);
  _loom_window_class_actions_init (klass);
}

static void
loom_window_init (LoomWindow *self)
{
  self->session = loom_session_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * loom_window_new:
 * @application: whose window it is
 * @settings: where its state is kept
 * @executor: what compiles and runs for it
 *
 * Makes a window with an empty document.
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
LoomWindow *
loom_window_new (GtkApplication *application,
                 GSettings      *settings,
                 LoomExecutor   *executor)
{
  LoomWindow *self = g_object_new (LOOM_TYPE_WINDOW, "application", application, NULL);

  self->settings = g_object_ref (settings);
  self->controller = loom_run_controller_new (self->session, executor);
  g_object_set (self->editor_pane, "session", self->session, NULL);
  g_object_set (self->picture_pane, "session", self->session, NULL);
  restore_state (self);
  watch_session (self);
  loom_run_controller_describe (self->controller);
  return self;
}

/**
 * loom_window_get_session:
 * @self: a window
 *
 * Returns: (transfer none): its state
 */
LoomSession *
loom_window_get_session (LoomWindow *self)
{
  g_return_val_if_fail (LOOM_IS_WINDOW (self), NULL);

  return self->session;
}

/**
 * loom_window_is_blank:
 * @self: a window
 *
 * Returns: whether it shows an empty, untitled document, so that a file can be opened in it
 */
gboolean
loom_window_is_blank (LoomWindow *self)
{
  g_return_val_if_fail (LOOM_IS_WINDOW (self), FALSE);

  return loom_session_get_file (self->session) == NULL && !loom_session_get_modified (self->session) &&
         *loom_session_get_text (self->session) == '\0';
}

/**
 * loom_window_open_file:
 * @self: a window
 * @file: a document
 *
 * Reads a file into the window; what goes wrong is told in a toast.
 */
void
loom_window_open_file (LoomWindow *self,
                       GFile      *file)
{
  g_return_if_fail (LOOM_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  g_file_load_contents_async (file, NULL, opened_cb, g_object_ref (self));
}

/**
 * loom_window_add_toast:
 * @self: a window
 * @toast: (transfer full): what passed
 *
 * Shows a toast.
 */
void
loom_window_add_toast (LoomWindow *self,
                       AdwToast   *toast)
{
  g_return_if_fail (LOOM_IS_WINDOW (self));

  adw_toast_overlay_add_toast (self->toasts, toast);
}
