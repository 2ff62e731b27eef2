/* runner-fixture.c: the real runner for tests, called as if its answers came at once
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "runner-fixture.h"

#include <string.h>

typedef struct
{
  gboolean  done;
  gpointer  answer;
  GError   *error;
} Reply;

/* What a GPU allows is the runner's to say. */
static const LoomLimits anything = {
  .device = (char *) "nothing",
  .block = { G_MAXUINT32, G_MAXUINT32, G_MAXUINT32 },
  .grid = { G_MAXUINT32, G_MAXUINT32, G_MAXUINT32 },
  .threads_per_block = G_MAXUINT32,
  .shared_per_block = G_MAXUINT64,
  .warp_size = 32,
  .multiprocessors = 1,
  .threads_per_multiprocessor = 1024,
  .blocks_per_multiprocessor = 1,
};

static LoomRunnerClient *client;

void
fixture_wait (const gboolean *done)
{
  while (!*done)
    g_main_context_iteration (NULL, TRUE);
}

LoomRunnerClient *
fixture_get_client (void)
{
  if (client == NULL)
    client = loom_runner_client_new ();
  return client;
}

static void
finalized_cb (gpointer  data,
              GObject  *where_it_was)
{
  *(gboolean *) data = TRUE;
}

void
fixture_drop_client (void)
{
  gboolean finalized = FALSE;

  if (client == NULL)
    return;

  loom_runner_client_shutdown (client);
  g_object_weak_ref (G_OBJECT (client), finalized_cb, &finalized);
  g_clear_object (&client);
  fixture_wait (&finalized);
}

static void
compiled_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Reply *reply = user_data;

  reply->answer
      = loom_runner_client_compile_finish (LOOM_RUNNER_CLIENT (source), result, &reply->error);
  reply->done = TRUE;
}

static void
ran_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  Reply *reply = user_data;

  reply->answer
      = loom_runner_client_run_finish (LOOM_RUNNER_CLIENT (source), result, &reply->error);
  reply->done = TRUE;
}

static void
described_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Reply *reply = user_data;

  reply->answer
      = loom_runner_client_describe_finish (LOOM_RUNNER_CLIENT (source), result, &reply->error);
  reply->done = TRUE;
}

GVariant *
fixture_describe (void)
{
  Reply reply = { FALSE };

  loom_runner_client_describe_async (fixture_get_client (), NULL, described_cb, &reply);
  fixture_wait (&reply.done);
  g_assert_no_error (reply.error);
  return reply.answer;
}

LoomCompiled *
fixture_try_compile (const LoomCompileRequest  *request,
                     GError                   **error)
{
  Reply reply = { FALSE };

  loom_runner_client_compile_async (fixture_get_client (), request, NULL, compiled_cb, &reply);
  fixture_wait (&reply.done);
  if (reply.error != NULL)
    g_propagate_error (error, reply.error);
  return reply.answer;
}

LoomCompiled *
fixture_compile (const char *source)
{
  const LoomCompileRequest request
      = { .source = source, .length = strlen (source), .name = "test.cu" };
  g_autoptr (GError) error = NULL;
  LoomCompiled *compiled = fixture_try_compile (&request, &error);

  g_assert_no_error (error);
  return compiled;
}

LoomRun *
fixture_try_run (const char            *document,
                 const LoomRunOptions  *options,
                 const char            *folder,
                 GError               **error)
{
  g_autoptr (LoomDocument) parsed = loom_document_parse (document, -1);
  g_autoptr (LoomCompiled) compiled = NULL;
  LoomCompileRequest request
      = { .name = "test.cu", .folder = folder, .as_written = options->as_written };

  request.source = loom_document_get_source (parsed, &request.length);
  compiled = fixture_try_compile (&request, error);
  if (compiled == NULL)
    return NULL;
  if (compiled->ptx == NULL)
    g_error ("does not compile: %s", compiled->log);

  return fixture_run_compiled (parsed, compiled, options, folder, error);
}

LoomRun *
fixture_run_compiled (LoomDocument          *document,
                      LoomCompiled          *compiled,
                      const LoomRunOptions  *options,
                      const char            *folder,
                      GError               **error)
{
  g_autoptr (GFile) file = folder != NULL ? g_file_new_for_path (folder) : NULL;
  g_autoptr (LoomPlan) plan = NULL;
  Reply reply = { FALSE };
  const LoomLimits *limits;

  limits = options->backend.kind == LOOM_BACKEND_SIMULATOR ? loom_limits_get_simulator ()
                                                           : &anything;
  plan = loom_plan_bind (document, compiled, NULL, limits, file, error);
  if (plan == NULL)
    return NULL;

  loom_runner_client_run_async (fixture_get_client (), compiled, plan, options, folder, NULL,
                                ran_cb, &reply);
  fixture_wait (&reply.done);
  if (reply.error != NULL)
    g_propagate_error (error, reply.error);
  return reply.answer;
}

LoomRun *
fixture_run (const char *document)
{
  g_autoptr (GError) error = NULL;
  LoomRunOptions options;
  LoomRun *run;

  loom_run_options_init (&options);
  run = fixture_try_run (document, &options, NULL, &error);
  g_assert_no_error (error);
  return run;
}

const LoomDiagnostic *
fixture_find (LoomCompiled *compiled,
              const char   *text)
{
  for (guint i = 0; i < compiled->diagnostics->len; i++)
    {
      const LoomDiagnostic *diagnostic = compiled->diagnostics->pdata[i];

      if (strstr (diagnostic->text, text) != NULL)
        return diagnostic;
    }

  return NULL;
}

void
fixture_compile_stopped_cb (GObject      *source,
                            GAsyncResult *result,
                            gpointer      user_data)
{
  FixtureStopped *stopped = user_data;
  g_autoptr (LoomCompiled) compiled
      = loom_runner_client_compile_finish (LOOM_RUNNER_CLIENT (source), result, &stopped->error);

  stopped->done = TRUE;
}

void
fixture_run_stopped_cb (GObject      *source,
                        GAsyncResult *result,
                        gpointer      user_data)
{
  FixtureStopped *stopped = user_data;

  stopped->run = loom_runner_client_run_finish (LOOM_RUNNER_CLIENT (source), result,
                                                &stopped->error);
  stopped->done = TRUE;
}

gboolean
fixture_cancel_cb (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_REMOVE;
}
