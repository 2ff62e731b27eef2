/* loom-window-devices.c: what runs the kernels: choosing, falling back, comparing, all of them
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-device-menu.h"
#include "loom-pages.h"

#include <glib/gi18n-lib.h>

static gboolean
is_gpu (const char *backend)
{
  return loom_backend_kind_of (backend) == LOOM_BACKEND_CUDA;
}

static char *
find_other (LoomWindow *self)
{
  const LoomRunChoices *choices = loom_session_get_choices (self->session);

  return loom_device_find_other (choices->backends, choices->backend);
}

static char **
list_available (LoomWindow *self)
{
  g_autoptr (GPtrArray) devices
      = loom_device_list (loom_session_get_choices (self->session)->backends);
  GStrvBuilder *builder = g_strv_builder_new ();
  char **ids;

  for (guint i = 0; i < devices->len; i++)
    if (((LoomDevice *) devices->pdata[i])->available)
      g_strv_builder_add (builder, ((LoomDevice *) devices->pdata[i])->id);
  ids = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return ids;
}

static void
compare_action (LoomWindow *self)
{
  g_autofree char *with = find_other (self);

  if (with != NULL && _loom_window_may_run (self))
    loom_run_controller_compare (self->controller, with);
}

static void
compare_math_action (LoomWindow *self)
{
  if (_loom_window_may_run (self))
    loom_run_controller_compare_math (self->controller);
}

/* Where the two differ is what one wants to see; where they don't, the words suffice. */
static void
compared_cb (LoomWindow     *self,
             LoomComparison *comparison,
             GError         *error)
{
  LoomView view = *loom_session_get_view (self->session);
  g_autofree char *text = NULL;

  if (comparison == NULL)
    {
      _loom_window_show_error (self, error);
      return;
    }
  text = loom_comparison_dup_sentence (comparison);
  view.lens = LOOM_LENS_DIFFERENCE;
  loom_view_state_set_view (loom_session_get_view_state (self->session), &view);
  loom_window_add_toast (self, adw_toast_new (text));
}

static void
run_everywhere_action (LoomWindow *self)
{
  g_auto (GStrv) ids = list_available (self);

  if (!_loom_window_may_run (self))
    return;
  loom_drawer_show_page (self->drawer, "run");
  loom_run_controller_run_everywhere (self->controller, (const char * const *) ids);
}

static void
copy_to_action (LoomWindow *self,
                GVariant   *parameter)
{
  loom_drawer_show_page (self->drawer, "run");
  loom_run_controller_copy (self->controller, loom_session_get_choices (self->session)->backend,
                            g_variant_get_string (parameter, NULL));
}

static void
measure_cb (LoomRunController *controller,
            gboolean           start)
{
  if (start)
    loom_run_controller_measure_copies (controller);
  else
    loom_run_controller_stop_measuring (controller);
}

static void
devices_action (LoomWindow *self)
{
  GtkWindow *devices = loom_devices_window_new (GTK_WINDOW (self), self->session);

  /* what the runner holds by now */
  loom_run_controller_describe (self->controller);
  loom_connect (devices, "measure", measure_cb, self->controller);
  gtk_window_present (devices);
}

/* The GPU's last good picture stays until the simulator has one of its own. */
static void
simulate (LoomWindow *self)
{
  const LoomRunChoices *choices = loom_session_get_choices (self->session);
  g_autofree char *gpu = g_strdup (choices->backend);
  g_autofree char *name = loom_device_dup_name (choices->backends, gpu);
  g_autofree char *title = NULL;

  if (!is_gpu (gpu))
    return;
  g_free (self->left_gpu);
  self->left_gpu = g_steal_pointer (&gpu);
  g_object_set (loom_session_get_run_settings (self->session), "backend",
                LOOM_BACKEND_SIMULATOR_NAME, NULL);
  loom_run_controller_run (self->controller);
  title = g_strdup_printf (
      _("Running on the simulator after a fault on %s; it names block, thread, "
        "line and array"),
      name);
  g_object_set (self->device_banner, "button-label", _("Back on the GPU"), "action-name",
                "win.back-on-gpu", NULL);
  loom_banner_set_title (self->device_banner, title);
}

static void
simulate_action (LoomWindow *self)
{
  if (_loom_window_may_run (self))
    simulate (self);
}

static void
back_on_gpu_action (LoomWindow *self)
{
  if (self->left_gpu == NULL)
    return;
  loom_banner_set_title (self->device_banner, NULL);
  g_object_set (loom_session_get_run_settings (self->session), "backend", self->left_gpu, NULL);
  g_clear_pointer (&self->left_gpu, g_free);
}

/* Who chooses a device by hand has seen what the banner said. */
static void
backend_cb (LoomWindow *self)
{
  const LoomRunChoices *choices = loom_session_get_choices (self->session);

  self->has_device = TRUE;
  if (is_gpu (choices->backend) && loom_device_list_has (choices->backends, choices->backend))
    loom_banner_set_title (self->device_banner, NULL);
}

static gboolean
has_gpu_fault (LoomWindow *self)
{
  LoomRun *run = loom_session_get_run (self->session);

  if (!is_gpu (loom_session_get_choices (self->session)->backend))
    return FALSE;
  return loom_session_get_lost (self->session) != NULL ||
         (loom_session_has_current_run (self->session) && run->trap != NULL &&
          run->backend.kind == LOOM_BACKEND_CUDA);
}

/* A GPU says less about a fault than the simulator: that is what the first button offers then. */
static void
update_fault (LoomWindow *self)
{
  const gboolean fault = has_gpu_fault (self);
  LoomRun *run = loom_session_get_run (self->session);
  const LoomFinding *trap = run != NULL ? run->trap : NULL;
  const gboolean has_line = trap != NULL && trap->has_site;
  const gboolean has_threads = trap != NULL && trap->threads->len > 0;
  const gboolean stopped = trap != NULL && trap->code == LOOM_ERROR_STOPPED;

  g_object_set (self->trap_banner,
                "kind", stopped ? LOOM_BANNER_NEUTRAL : LOOM_BANNER_ERROR,
                "button-label", stopped ? NULL : fault ? _("Run on Simulator") : _("Show Line"),
                "action-name", fault ? "win.simulate" : "win.show-trap-line",
                "second-label", stopped ? NULL
                                : has_threads ? _("Show Threads")
                                : !fault    ? _("Show Thread")
                                : has_line  ? _("Show Line")
                                            : NULL,
                "second-action", has_threads ? "win.show-threads"
                                 : fault     ? "win.show-trap-line"
                                             : "win.show-trap-thread", NULL);
  g_object_set (self->lost_banner, "second-label", fault ? _("Run on Simulator") : NULL,
                "second-action", "win.simulate", NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.simulate", fault);
  if (fault && g_settings_get_boolean (self->settings, "simulate-faults"))
    simulate (self);
}

/* The preferred device, once it is known whether it is there; a choice in this window comes
 * later, and holds when devices are told of again. */
static void
prefer_device (LoomWindow *self)
{
  GVariant *description = loom_session_get_choices (self->session)->backends;
  g_autofree char *preferred = g_settings_get_string (self->settings, "backend");
  g_autofree char *why = NULL, *title = NULL;

  if (self->has_device)
    return;
  if (g_str_equal (preferred, LOOM_BACKEND_AUTOMATIC_NAME))
    {
      g_free (preferred);
      preferred = loom_device_find_other (description, LOOM_BACKEND_SIMULATOR_NAME);
    }
  if (preferred == NULL)
    return;
  if (loom_device_list_has (description, preferred))
    {
      g_object_set (loom_session_get_run_settings (self->session), "backend", preferred, NULL);
      return;
    }
  if (!is_gpu (preferred))
    return;
  why = loom_device_dup_why (description, preferred);
  /* Translators: why the GPU that was chosen in the preferences can't be used */
  title = g_strdup_printf (_("The simulator runs instead of the GPU: %s"), why != NULL ? why : "");
  g_object_set (self->device_banner, "button-label", _("Devices"), "action-name", "win.devices",
                NULL);
  loom_banner_set_title (self->device_banner, title);
}

/* What can be done with several devices now. */
static void
update_actions (LoomWindow *self)
{
  const gboolean current = loom_session_has_current_run (self->session) &&
                           loom_session_get_activity (self->session) == LOOM_ACTIVITY_IDLE;
  const char *backend = loom_session_get_choices (self->session)->backend;
  g_auto (GStrv) ids = list_available (self);
  g_autofree char *other = find_other (self);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.compare", current && other != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.compare-math", current);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.copy-to",
                                 current && is_gpu (backend));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.run-everywhere",
                                 current && g_strv_length (ids) > 1);
}

/* Where an action can do nothing, its key would open GTK's Inspector. */
static gboolean
loom_window_enable_debugging (GtkWindow *window,
                              gboolean   toggle)
{
  LoomWindow *self = LOOM_WINDOW (window);
  g_autofree char *other = find_other (self);

  loom_window_add_toast (self, adw_toast_new (toggle && other == NULL
                                                  ? _("There is no other device to compare with")
                                                  : _("This can be done after a run")));
  return TRUE;
}

void
_loom_window_class_devices_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.compare", NULL, G_CALLBACK (compare_action) },
    { "win.compare-math", NULL, G_CALLBACK (compare_math_action) },
    { "win.run-everywhere", NULL, G_CALLBACK (run_everywhere_action) },
    { "win.copy-to", "s", G_CALLBACK (copy_to_action) },
    { "win.devices", NULL, G_CALLBACK (devices_action) },
    { "win.simulate", NULL, G_CALLBACK (simulate_action) },
    { "win.back-on-gpu", NULL, G_CALLBACK (back_on_gpu_action) },
  };

  GTK_WINDOW_CLASS (klass)->enable_debugging = loom_window_enable_debugging;
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
}

void
_loom_window_devices_init (LoomWindow *self)
{
  LoomRunSettings *settings = loom_session_get_run_settings (self->session);

  loom_connect (settings, "notify::backends", prefer_device, self);
  loom_connect (settings, "notify::backend", backend_cb, self);
  loom_connect (settings, "notify::backend", update_fault, self);
  loom_connect (settings, "notify::backend", update_actions, self);
  loom_connect (settings, "notify::backends", update_actions, self);
  loom_connect_each (self->session, G_CALLBACK (update_fault), self,
                     "notify::run", "notify::stale", "notify::lost", NULL);
  loom_connect_each (self->session, G_CALLBACK (update_actions), self,
                     "notify::run", "notify::stale", "notify::activity", NULL);
  loom_connect (self->controller, "compared", compared_cb, self);
  update_actions (self);
  update_fault (self);
}
