/* loom-window-occupancy.c: shows what is resident, and asks what the machine code takes
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"

/* The page asks by itself once it is seen. */
static void
occupancy_action (LoomWindow *self)
{
  g_object_set (self->layout, "show-drawer", TRUE, NULL);
  loom_drawer_focus_page (self->drawer, "occupancy");
}

/* The parameter: a virtual architecture. */
static void
tell_machine_action (LoomWindow *self,
                     GVariant   *parameter)
{
  loom_run_controller_ask_machine (self->controller, g_variant_get_string (parameter, NULL));
}

static void
tell_costs_action (LoomWindow *self)
{
  loom_run_controller_ask_costs (self->controller);
}

void
_loom_window_class_occupancy_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.occupancy", NULL, G_CALLBACK (occupancy_action) },
    { "win.tell-machine", "s", G_CALLBACK (tell_machine_action) },
    { "win.tell-costs", NULL, G_CALLBACK (tell_costs_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
}
