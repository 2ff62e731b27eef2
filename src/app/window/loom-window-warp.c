/* loom-window-warp.c: asks what a warp did, and what it did with shared memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"

/* The parameter: the block, and the number of the warp in it. */
static void
tell_warp_action (LoomWindow *self,
                  GVariant   *parameter)
{
  LoomTraceTarget target = { .whom = LOOM_TRACE_WARP };

  g_variant_get (parameter, "(uuuu)", &target.block.x, &target.block.y, &target.block.z,
                 &target.warp);
  loom_run_controller_ask_warp (self->controller, &target);
}

/* The parameter: a block, as its linear number, and a warp of it. */
static void
tell_banks_action (LoomWindow *self,
                   GVariant   *parameter)
{
  LoomRun *run = loom_session_get_run (self->session);
  LoomTraceTarget target = { .whom = LOOM_TRACE_WARP };
  guint64 block;

  if (run == NULL)
    return;
  g_variant_get (parameter, "(tu)", &block, &target.warp);
  target.block = loom_dim3_unpack (&run->grid, block);
  loom_run_controller_ask_banks (self->controller, &target);
}

void
_loom_window_class_warp_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.tell-warp", "(uuuu)", G_CALLBACK (tell_warp_action) },
    { "win.tell-banks", "(tu)", G_CALLBACK (tell_banks_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
}
