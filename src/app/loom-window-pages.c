/* loom-window-pages.c: the windows that a window opens
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-form-window.h"
#include "loom-gallery-window.h"
#include "loom-preferences-window.h"
#include "loom-why-window.h"

static void
gallery_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  gtk_window_present (loom_gallery_window_new (GTK_WINDOW (widget)));
}

static void
new_from_form_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  gtk_window_present (loom_form_window_new (GTK_WINDOW (widget)));
}

static void
preferences_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  LoomWindow *self = LOOM_WINDOW (widget);

  gtk_window_present (
      loom_preferences_window_new (GTK_WINDOW (self), self->settings, self->session));
}

static void
why_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  LoomWindow *self = LOOM_WINDOW (widget);

  gtk_window_present (loom_why_window_new (GTK_WINDOW (self), self->session));
}

void
_loom_window_class_pages_init (LoomWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.gallery", NULL, gallery_action);
  gtk_widget_class_install_action (widget_class, "win.new-from-form", NULL, new_from_form_action);
  gtk_widget_class_install_action (widget_class, "win.preferences", NULL, preferences_action);
  gtk_widget_class_install_action (widget_class, "win.why", NULL, why_action);
}
