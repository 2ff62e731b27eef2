/* loom-window-threads.c: asks what the selected thread did
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"

static gboolean
is_asked (LoomWindow     *self,
          const LoomSite *thread)
{
  LoomRunQuery *query = loom_session_get_run_query (self->session, LOOM_RUN_QUERY_THREAD);
  const LoomRunOptions *asked = loom_run_query_get_question (query);

  return asked != NULL && loom_dim3_equal (&asked->trace.block, &thread->block) &&
         loom_dim3_equal (&asked->trace.thread, &thread->thread) &&
         loom_run_query_get_run (query) == loom_session_get_run (self->session);
}

/* Asks what the selected thread did, unless that was done. */
static void
tell_thread_action (LoomWindow *self)
{
  const LoomSite *thread
      = loom_view_state_get_thread (loom_session_get_view_state (self->session));

  if (thread != NULL && loom_session_get_run (self->session) != NULL && !is_asked (self, thread))
    loom_run_controller_ask_thread (self->controller, thread);
}

void
_loom_window_class_threads_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.tell-thread", NULL, G_CALLBACK (tell_thread_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
}
