/* loom-window-compare.c: the run that is pinned, and how it is looked at with the one that is shown
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"
#include "loom-connect.h"

static LoomCompare *
get_compare (LoomWindow *self)
{
  return loom_session_get_compare (self->session);
}

static void
pin_action (LoomWindow *self)
{
  LoomRunJob *job = loom_session_find_job (self->session);

  if (job != NULL)
    loom_compare_pin (get_compare (self), job);
}

static void
unpin_action (LoomWindow *self)
{
  loom_compare_pin (get_compare (self), NULL);
}

/* -- How both are looked at: a way that is in use already is left -- */

static const char *
get_mode_name (LoomWindow *self)
{
  g_autoptr (GEnumClass) class = g_type_class_ref (LOOM_TYPE_COMPARE_MODE);

  return g_enum_get_value (class, loom_compare_get_mode (get_compare (self)))->value_nick;
}

static void
compare_as_cb (LoomWindow *self,
               GVariant   *parameter)
{
  g_autoptr (GEnumClass) class = g_type_class_ref (LOOM_TYPE_COMPARE_MODE);
  const char *name = g_variant_get_string (parameter, NULL);
  const GEnumValue *value = g_enum_get_value_by_nick (class, name);

  if (value != NULL)
    loom_compare_set_mode (get_compare (self), g_str_equal (name, get_mode_name (self))
                                                   ? LOOM_COMPARE_OFF : value->value);
}

static void
update (LoomWindow *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "compare-as");
  const gboolean is_pinned = loom_compare_get_job (get_compare (self)) != NULL;

  if (action == NULL)
    return;
  g_simple_action_set_state (G_SIMPLE_ACTION (action),
                             g_variant_new_string (get_mode_name (self)));
  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_pinned);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.unpin-run", is_pinned);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.pin-run",
                                 loom_session_find_job (self->session) != NULL);
}

void
_loom_window_class_compare_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.pin-run", NULL, G_CALLBACK (pin_action) },
    { "win.unpin-run", NULL, G_CALLBACK (unpin_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
}

void
_loom_window_compare_init (LoomWindow *self)
{
  g_autoptr (GSimpleAction) action = NULL;

  action = g_simple_action_new_stateful ("compare-as", G_VARIANT_TYPE_STRING,
                                         g_variant_new_string ("off"));
  loom_connect (action, "activate", compare_as_cb, self);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
  loom_connect_each (get_compare (self), G_CALLBACK (update), self, "notify::job", "notify::mode",
                     NULL);
  loom_connect (self->session, "notify::run", update, self);
  update (self);
}
