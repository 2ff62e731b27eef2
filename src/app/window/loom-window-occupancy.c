/* loom-window-occupancy.c: asks what the machine code takes, and what the launch costs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"

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
    { "win.tell-machine", "s", G_CALLBACK (tell_machine_action) },
    { "win.tell-costs", NULL, G_CALLBACK (tell_costs_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
}
