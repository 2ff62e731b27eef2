/* loom-window-actions.c: everything that a key, a button or a menu can do to a window
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

static void
run_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  loom_run_controller_run (LOOM_WINDOW (widget)->controller);
}

static void
stop_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  loom_run_controller_stop (LOOM_WINDOW (widget)->controller);
}

/* The one place that decides what can be done now. */
void
_loom_window_actions_update (LoomWindow *self)
{
  gboolean busy = loom_session_get_activity (self->session) != LOOM_ACTIVITY_IDLE;
  gboolean has_text = *loom_session_get_text (self->session) != '\0';

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.run", has_text);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.stop", busy);
}

void
_loom_window_class_actions_init (LoomWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.run", NULL, run_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK, "win.run", NULL);
  gtk_widget_class_install_action (widget_class, "win.stop", NULL, stop_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.stop", NULL);
}
