/* loom-window-replay.c: replays a thread
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"

static void
replay (LoomWindow     *self,
        const LoomSite *thread)
{
  g_object_set (self->layout, "show-drawer", TRUE, NULL);
  loom_run_controller_replay (self->controller, thread);
  loom_drawer_focus_page (self->drawer, "replay");
}

/* The thread that is chosen, or the lowest writer of the pinned cell, or the first thread. */
static void
replay_action (LoomWindow *self)
{
  const LoomSite *chosen
      = loom_view_state_get_thread (loom_session_get_view_state (self->session));
  LoomSite thread = { NULL };

  if (loom_session_get_run (self->session) == NULL)
    {
      loom_action_activate (GTK_WIDGET (self), "win.show-page", "s", "replay");
      return;
    }
  if (chosen != NULL)
    thread = *chosen;
  else
    loom_session_find_writer (self->session, &thread);
  replay (self, &thread);
}

/* The lowest writer of the pinned cell, whichever thread is chosen. */
static void
replay_writer_action (LoomWindow *self)
{
  LoomSite thread;

  if (loom_session_find_writer (self->session, &thread))
    replay (self, &thread);
  else
    loom_action_activate (GTK_WIDGET (self), "win.show-page", "s", "replay");
}

/* The parameter: a block and a thread of it. */
static void
replay_thread_action (LoomWindow *self,
                      GVariant   *parameter)
{
  LoomSite thread = { NULL };

  g_variant_get (parameter, "(uuuuuu)", &thread.block.x, &thread.block.y, &thread.block.z,
                 &thread.thread.x, &thread.thread.y, &thread.thread.z);
  if (loom_session_get_run (self->session) != NULL)
    replay (self, &thread);
}

void
_loom_window_class_replay_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.replay", NULL, G_CALLBACK (replay_action) },
    { "win.replay-writer", NULL, G_CALLBACK (replay_writer_action) },
    { "win.replay-thread", "(uuuuuu)", G_CALLBACK (replay_thread_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
}
