/* loom-window-profiles.c: profiles of devices, and one that was chosen and is no more
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-device-profiles-window.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
device_profiles_action (LoomWindow *self)
{
  gtk_window_present (loom_device_profiles_window_new (GTK_WINDOW (self), self->session));
}

/* What is wrong with the file of that id, if there is one. */
static const char *
find_problem (const LoomRunChoices *choices,
              const char           *id)
{
  g_autofree char *name = g_strdup_printf ("/%s.ini", id);

  for (guint i = 0; i < choices->device_problems->len; i++)
    if (strstr (choices->device_problems->pdata[i], name) != NULL)
      return choices->device_problems->pdata[i];
  return NULL;
}

static void
update_lost (LoomWindow *self)
{
  const LoomRunChoices *choices = loom_session_get_choices (self->session);
  g_autofree char *id = NULL, *text = NULL;
  const char *problem;

  g_object_get (loom_session_get_run_settings (self->session), "device-profile", &id, NULL);
  problem = find_problem (choices, id);
  if (choices->lost_device != NULL && problem != NULL)
    /* Translators: what is wrong with the profile of a device, and the name of another one */
    text = g_strdup_printf (_("%1$s. The simulator stands in for %2$s instead."), problem,
                            choices->device->name);
  else if (choices->lost_device != NULL)
    /* Translators: names of devices */
    text = g_strdup_printf (_("There is no device profile “%1$s” any more. The simulator stands "
                              "in for %2$s instead."), choices->lost_device, choices->device->name);
  loom_banner_set_title (self->profile_banner, text);
}

void
_loom_window_class_profiles_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.device-profiles", NULL, G_CALLBACK (device_profiles_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
}

void
_loom_window_profiles_init (LoomWindow *self)
{
  loom_connect (loom_session_get_run_settings (self->session), "notify::device-profile",
                update_lost, self);
  update_lost (self);
}
