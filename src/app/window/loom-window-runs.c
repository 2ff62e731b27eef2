/* loom-window-runs.c: an older run in the picture, and what is done when a run is done
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-device-menu.h"
#include "loom-export.h"
#include "loom-format.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
older_cb (LoomWindow *self)
{
  LoomRunJob *job = loom_session_get_older (self->session);
  g_autofree char *title = NULL;

  if (job != NULL)
    {
      g_autofree char *time = loom_run_job_dup_time (job);
      g_autofree char *device
          = loom_device_dup_name (loom_session_get_choices (self->session)->backends,
                                  loom_run_job_get_status (job)->backend);

      /* Translators: a time of day, and the name of a device */
      title = g_strdup_printf (_("The picture is of an older run, of %1$s on %2$s"), time, device);
    }
  loom_banner_set_title (self->older_banner, title);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.show-latest", job != NULL);
}

/* -- What is done when a run that was asked for is done -- */

void
_loom_window_tell_exported (LoomWindow *self,
                            const char *path)
{
  g_autofree char *text = g_strdup_printf (_("Exported to %s"), path);

  loom_window_add_toast (self, adw_toast_new (text));
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (LoomWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = loom_export_finish (result, &error);

  if (path != NULL)
    _loom_window_tell_exported (self, path);
  else
    _loom_window_show_error (self, error);
}

/* Beside the document, in its name: "triangle.cu" gives "triangle.png". */
static void
export_picture (LoomWindow *self,
                LoomRun    *run)
{
  GFile *file = loom_session_get_file (self->session);
  g_autofree char *document = file != NULL ? g_file_get_path (file) : NULL;
  g_autofree char *path = NULL;
  char *dot;

  if (document == NULL)
    {
      loom_window_add_toast (self, adw_toast_new (_("Not exported: save the document first, the "
                                                    "picture goes beside it")));
      return;
    }
  dot = strrchr (document, '.');
  if (dot != NULL && strchr (dot, G_DIR_SEPARATOR) == NULL)
    *dot = '\0';
  path = g_strconcat (document, ".png", NULL);
  loom_export_async (run, loom_session_get_view (self->session), path, TRUE, exported_cb,
                     g_object_ref (self));
}

static void
validate (LoomWindow *self,
          LoomRun    *run)
{
  guint64 compared = 0, mismatches = 0;
  g_autofree char *other
      = loom_device_find_other (loom_session_get_choices (self->session)->backends,
                                loom_backend_id_get_name (run->backend));
  g_autofree char *text = NULL;

  for (guint i = 0; i < run->arrays->len; i++)
    {
      const LoomRunArray *array = run->arrays->pdata[i];

      compared += array->compared;
      mismatches += array->mismatches;
    }
  if (compared > 0)
    {
      g_autofree char *all = loom_typeset_count (compared);
      g_autofree char *wrong = loom_format_share (mismatches, compared);

      text = mismatches > 0
                 ? g_strdup_printf (_("%1$s of %2$s compared cells differ from the reference"),
                                    wrong, all)
                 : g_strdup_printf (_("All %s compared cells equal the reference"), all);
    }
  else if (other != NULL)
    {
      loom_run_controller_compare (self->controller, other);
      return;
    }
  else
    text = g_strdup (_("Not validated: the document has no reference, and there is no other "
                       "device"));
  loom_window_add_toast (self, adw_toast_new (text));
}

static void
notify (LoomWindow *self,
        LoomRunJob *job)
{
  const char *name = loom_session_get_name (self->session);
  g_autofree char *title = NULL, *body = NULL, *time = NULL;
  g_autoptr (GNotification) notification = NULL;
  const LoomRunJobStatus *status = loom_run_job_get_status (job);

  title = g_strdup_printf (status->state == LOOM_RUN_JOB_DONE
                               ? _("%s is done") : _("%s has failed"), name);
  time = loom_format_ms (MAX (status->kernel_ms, 0));
  body = status->kernel_ms >= 0
             ? g_strdup_printf (_("Kernel %1$s, %2$s"), time,
                                loom_format_fidelity (status->fidelity))
             : g_strdup ("");
  notification = g_notification_new (title);
  g_notification_set_body (notification, body);
  g_application_send_notification (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))),
                                   "run", notification);
}

/* Not round again: the last device ends it. */
static void
run_on_next (LoomWindow *self)
{
  const LoomRunChoices *choices = loom_session_get_choices (self->session);
  g_autoptr (GPtrArray) devices = loom_device_list (choices->backends);
  gboolean passed = FALSE;

  for (guint i = 0; i < devices->len; i++)
    {
      const LoomDevice *device = devices->pdata[i];

      if (passed && device->available)
        {
          g_object_set (loom_session_get_run_settings (self->session), "backend", device->id, NULL);
          loom_run_controller_run (self->controller);
          return;
        }
      passed = passed || g_strcmp0 (device->id, choices->backend) == 0;
    }
  loom_window_add_toast (self, adw_toast_new (_("That was the last device")));
}

static void
run_cb (LoomWindow *self)
{
  g_autoptr (LoomRunJob) job
      = g_list_model_get_item (loom_session_get_jobs (self->session), 0);
  LoomRun *run = loom_session_get_run (self->session);
  g_autoptr (GVariant) state =
    g_action_group_get_action_state (G_ACTION_GROUP (self), "on-completion");
  const char *what = g_variant_get_string (state, NULL);

  if (job == NULL || run == NULL || loom_run_job_get_status (job)->run != run ||
      !loom_run_job_get_status (job)->by_hand)
    return;
  loom_run_job_set_by_hand (job, FALSE);
  _loom_window_run_chain (self, job);
  if (g_str_equal (what, "validate"))
    validate (self, run);
  else if (g_str_equal (what, "export"))
    export_picture (self, run);
  else if (g_str_equal (what, "notify"))
    notify (self, job);
  else if (g_str_equal (what, "next"))
    run_on_next (self);
}

/* The controller is in the middle of its own step when the run changes. */
static void
schedule (LoomWindow *self)
{
  loom_call_later (&self->completion_id, G_PRIORITY_DEFAULT_IDLE, 0, G_CALLBACK (run_cb), self);
}

void
_loom_window_class_runs_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.show-latest", NULL, G_CALLBACK (loom_session_show_latest),
      .object = G_STRUCT_OFFSET (LoomWindow, session) },
  };
  loom_action_install (GTK_WIDGET_CLASS (klass), actions, G_N_ELEMENTS (actions));
}

void
_loom_window_runs_init (LoomWindow *self)
{
  g_autoptr (GSimpleAction) action = NULL;

  action = g_simple_action_new_stateful ("on-completion", G_VARIANT_TYPE_STRING,
                                         g_variant_new_string ("nothing"));
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
  loom_connect (self->session, "notify::run", schedule, self);
  loom_connect (self->session, "notify::older", older_cb, self);
  older_cb (self);
}
