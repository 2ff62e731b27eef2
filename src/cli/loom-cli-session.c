/* loom-cli-session.c: a runner for the length of one verb, with calls that wait
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-session.h"

#include <glib-unix.h>
#include <glib/gi18n-lib.h>

#include <signal.h>

static gboolean
interrupted_cb (gpointer user_data)
{
  LoomCliSession *self = user_data;

  g_cancellable_cancel (self->cancellable);

  return G_SOURCE_CONTINUE;
}

static void
done_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  GAsyncResult **place = user_data;

  g_assert (*place == NULL);

  *place = g_object_ref (result);
}

/* A command line has nothing else to do meanwhile; the window must never do this. */
static GAsyncResult *
wait_for (GAsyncResult **place)
{
  while (*place == NULL)
    g_main_context_iteration (NULL, TRUE);

  return *place;
}

/* Ctrl+C in a terminal reaches the runner as well, so that its loss may be heard of first. */
static void
prefer_cancelled (LoomCliSession  *self,
                  GError         **error)
{
  if (error == NULL || *error == NULL || !g_cancellable_is_cancelled (self->cancellable))
    return;

  g_clear_error (error);
  g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

/**
 * loom_cli_session_init:
 * @self: memory for a session
 * @runner: (nullable): a command instead of the runner here
 *
 * Begins a session: the runner starts with the first call, and interrupts are caught from now on.
 */
void
loom_cli_session_init (LoomCliSession *self,
                       const char     *runner)
{
  self->client = loom_runner_client_new ();
  loom_runner_client_set_command (self->client, runner);
  self->cancellable = g_cancellable_new ();
  self->signals[0] = g_unix_signal_add (SIGINT, interrupted_cb, self);
  self->signals[1] = g_unix_signal_add (SIGTERM, interrupted_cb, self);
}

/**
 * loom_cli_session_clear:
 * @self: a session, or zeros
 *
 * Ends the runner and lets go of the signals.
 */
void
loom_cli_session_clear (LoomCliSession *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->signals); i++)
    g_clear_handle_id (&self->signals[i], g_source_remove);

  if (self->client != NULL)
    loom_runner_client_shutdown (self->client);

  g_clear_object (&self->client);
  g_clear_pointer (&self->recorded.program, loom_program_free);
  g_clear_pointer (&self->recorded.text, g_free);
  g_clear_pointer (&self->recorded.folder, g_free);
  g_clear_object (&self->cancellable);
}

/**
 * loom_cli_session_interrupted:
 *
 * Asks whether an interrupt came, also during work that did not wait.
 *
 * Returns: %TRUE with `G_IO_ERROR_CANCELLED`
 */
gboolean
loom_cli_session_interrupted (LoomCliSession  *self,
                              GError         **error)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;

  return g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

/* A compiler that did not answer was ended at a limit. Only here limits have names. */
static void
name_compile_limits (GError **error)
{
  g_autoptr (GError) given = NULL;

  if (error == NULL || !g_error_matches (*error, LOOM_ERROR, LOOM_ERROR_COMPILE))
    return;

  given = g_steal_pointer (error);
  g_set_error (error, LOOM_ERROR, LOOM_ERROR_COMPILE,
               _("%s (its limits are --compile-seconds and --compile-memory)"), given->message);
}

/**
 * loom_cli_session_compile:
 * @request: what to compile
 *
 * Compiles and waits for it; see loom_runner_client_compile_async().
 *
 * Returns: (transfer full): the result, also of a source that does not compile
 */
LoomCompiled *
loom_cli_session_compile (LoomCliSession            *self,
                          const LoomCompileRequest  *request,
                          GError                   **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  LoomCompiled *compiled;

  loom_runner_client_compile_async (self->client, request, self->cancellable, done_cb, &result);
  compiled = loom_runner_client_compile_finish (self->client, wait_for (&result), error);
  prefer_cancelled (self, error);
  if (compiled == NULL)
    name_compile_limits (error);

  return compiled;
}

/**
 * loom_cli_session_disassemble:
 * @request: what to disassemble
 *
 * Compiles to machine code, has that disassembled and waits for it; see
 * loom_runner_client_disassemble_async().
 *
 * Returns: (transfer full): the machine code, or %NULL
 */
LoomSass *
loom_cli_session_disassemble (LoomCliSession            *self,
                              const LoomCompileRequest  *request,
                              GError                   **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  LoomSass *sass;

  loom_runner_client_disassemble_async (self->client, request, self->cancellable, done_cb, &result);
  sass = loom_runner_client_disassemble_finish (self->client, wait_for (&result), error);
  prefer_cancelled (self, error);
  return sass;
}

/**
 * loom_cli_session_run:
 * @compiled: a compiled module
 * @plan: what to launch
 * @options: how
 * @folder: (nullable): where the plan's files are
 *
 * Runs and waits for it; see loom_runner_client_run_async().
 *
 * Returns: (transfer full): the run, also of a kernel that trapped
 */
LoomRun *
loom_cli_session_run (LoomCliSession        *self,
                      LoomCompiled          *compiled,
                      LoomPlan              *plan,
                      const LoomRunOptions  *options,
                      const char            *folder,
                      GError               **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  LoomRun *run;

  loom_runner_client_run_async (self->client, compiled, plan, options, folder,
                                self->cancellable, done_cb, &result);
  run = loom_runner_client_run_finish (self->client, wait_for (&result), error);
  prefer_cancelled (self, error);

  /* An interrupt that the run has answered is done with; the next one stops what follows. */
  if (run != NULL && run->trap != NULL && run->trap->code == LOOM_ERROR_STOPPED)
    g_cancellable_reset (self->cancellable);
  return run;
}

/**
 * loom_cli_session_describe:
 *
 * Asks the runner what it found; see loom_runner_client_describe_async().
 *
 * Returns: (transfer full): backends and libraries
 */
GVariant *
loom_cli_session_describe (LoomCliSession  *self,
                           GError         **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  GVariant *description;

  loom_runner_client_describe_async (self->client, self->cancellable, done_cb, &result);
  description = loom_runner_client_describe_finish (self->client, wait_for (&result), error);
  prefer_cancelled (self, error);

  return description;
}

/**
 * loom_cli_session_measure_copies:
 *
 * Measures copies and waits for it; see loom_runner_client_measure_copies_async().
 *
 * Returns: (transfer full): an aa{sv} for loom_copy_rate_list()
 */
GVariant *
loom_cli_session_measure_copies (LoomCliSession  *self,
                                 GError         **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  GVariant *copies;

  loom_runner_client_measure_copies_async (self->client, 0, self->cancellable, done_cb, &result);
  copies = loom_runner_client_measure_copies_finish (self->client, wait_for (&result), error);
  prefer_cancelled (self, error);

  return copies;
}
