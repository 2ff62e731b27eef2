/* loom-window-toasts.c: what passed or failed, in a few words over the window
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-widget.h"

/* In seconds: long enough to read a path in a sentence twice, and the pointer or the focus on it
 * keep it for longer. */
#define ERROR_TIMEOUT 10

/* All of the words, which may be a path, on as many lines as they need. */
static GtkWidget *
title_new (const char *text)
{
  GtkWidget *label = loom_label_new_wrapping (text, 50);

  gtk_widget_add_css_class (label, "heading");
  return label;
}

/**
 * loom_window_add_toast:
 * @toast: (transfer full): what passed, in plain words
 *
 * Shows a toast at once: what happened last is what a person waits to hear of, so that the one
 * before goes.
 */
void
loom_window_add_toast (LoomWindow *self,
                       AdwToast   *toast)
{
  g_autofree char *title = g_strdup (adw_toast_get_title (toast));

  g_return_if_fail (LOOM_IS_WINDOW (self));

  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  g_set_weak_pointer (&self->toast, toast);
  /* as a label: a title is markup, and a name may hold "&" or "<" */
  adw_toast_set_custom_title (toast, title_new (title));
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* Where nothing else in the window tells of it. */
void
_loom_window_tell_error (LoomWindow   *self,
                         const GError *error)
{
  AdwToast *toast = adw_toast_new (error->message);

  adw_toast_set_timeout (toast, ERROR_TIMEOUT);
  loom_window_add_toast (self, toast);
}
