/* loom-window-runs.c: the result of an older run in the picture
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-device-menu.h"

#include <glib/gi18n-lib.h>

static void
show_latest_action (LoomWindow *self)
{
  loom_session_show_latest (self->session);
}

static void
older_cb (LoomWindow *self)
{
  LoomRunJob *job = loom_session_get_older (self->session);
  g_autofree char *title = NULL;

  if (job != NULL)
    {
      g_autofree char *time = loom_run_job_dup_time (job);
      g_autofree char *device
          = loom_device_dup_name (loom_session_get_backends (self->session),
                                  loom_run_job_get_backend (job));

      /* Translators: a time of day, and the name of a device */
      title = g_strdup_printf (_("The picture is of an older run, of %1$s on %2$s"), time, device);
    }
  loom_banner_set_title (self->older_banner, title);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.show-latest", job != NULL);
}

void
_loom_window_class_runs_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.show-latest", NULL, G_CALLBACK (show_latest_action) },
  };
  loom_action_install (GTK_WIDGET_CLASS (klass), actions, G_N_ELEMENTS (actions));
}

void
_loom_window_runs_init (LoomWindow *self)
{
  loom_connect (self->session, "notify::older", older_cb, self);
  older_cb (self);
}
