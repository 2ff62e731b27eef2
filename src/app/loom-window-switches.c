/* loom-window-switches.c: switches in menus, which are properties of the session or the layout
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-capability.h"
#include "loom-connect.h"

/* A switch that needs a capability can't be moved while the device that is chosen lacks it; it
 * stays as it is, for the devices that don't. */
static const struct
{
  const char       *name;
  gboolean          of_layout;
  LoomCapabilities  needs;
} switches[] = {
  { "live", FALSE, LOOM_CAPABILITY_NONE },
  { "as-written", FALSE, LOOM_CAPABILITY_AS_WRITTEN },
  { "profile", FALSE, LOOM_CAPABILITY_PROFILE },
  { "cold", FALSE, LOOM_CAPABILITY_COLD },
  { "check-races", FALSE, LOOM_CAPABILITY_RACES },
  { "check-uninitialised", FALSE, LOOM_CAPABILITY_UNINITIALISED },
  { "backend", FALSE, LOOM_CAPABILITY_NONE },
  { "show-editor", TRUE, LOOM_CAPABILITY_NONE },
  { "show-launch", TRUE, LOOM_CAPABILITY_NONE },
  { "show-drawer", TRUE, LOOM_CAPABILITY_NONE },
};

static void
change_cb (GSimpleAction *action,
           GVariant      *state,
           LoomSession   *session)
{
  g_object_set (session, g_action_get_name (G_ACTION (action)), g_variant_get_boolean (state),
                NULL);
}

static void
changed_cb (LoomSession   *session,
            GParamSpec    *pspec,
            GSimpleAction *action)
{
  gboolean is_on;

  g_object_get (session, g_action_get_name (G_ACTION (action)), &is_on, NULL);
  g_simple_action_set_state (action, g_variant_new_boolean (is_on));
}

/* A GPropertyAction can't be disabled. */
static GAction *
demanding_action_new (LoomSession *session,
                      const char  *name)
{
  g_autofree char *signal = g_strconcat ("notify::", name, NULL);
  GSimpleAction *action
      = g_simple_action_new_stateful (name, NULL, g_variant_new_boolean (FALSE));

  changed_cb (session, NULL, action);
  g_signal_connect_object (action, "change-state", G_CALLBACK (change_cb), session, 0);
  g_signal_connect_object (session, signal, G_CALLBACK (changed_cb), action, 0);
  return G_ACTION (action);
}

static void
update_enabled (LoomWindow *self)
{
  const LoomCapabilities has
      = loom_backend_kind_get_capabilities (
          loom_backend_kind_of (loom_session_get_backend (self->session)));

  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    if (switches[i].needs != LOOM_CAPABILITY_NONE)
      {
        GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), switches[i].name);

        g_simple_action_set_enabled (G_SIMPLE_ACTION (action), (switches[i].needs & ~has) == 0);
      }
}

void
_loom_window_switches_init (LoomWindow *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    {
      gpointer object = switches[i].of_layout ? (gpointer) self->layout : (gpointer) self->session;
      g_autoptr (GAction) action = NULL;

      if (switches[i].needs != LOOM_CAPABILITY_NONE)
        action = demanding_action_new (self->session, switches[i].name);
      else
        action = G_ACTION (g_property_action_new (switches[i].name, object, switches[i].name));
      g_action_map_add_action (G_ACTION_MAP (self), action);
    }
  loom_connect (self->session, "notify::backend", update_enabled, self);
  update_enabled (self);
}

/* GTK 4.8 keeps the actions of a window that was shown after it is gone; with them they would keep
 * what they are properties of. */
void
_loom_window_switches_dispose (LoomWindow *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    g_action_map_remove_action (G_ACTION_MAP (self), switches[i].name);
}
