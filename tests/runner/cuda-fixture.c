/* cuda-fixture.c: documents on a GPU that the tests bring along
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cuda-fixture.h"

#include <glib/gstdio.h>

static char *rules_file;
static GHashTable *compiled;    /* (element-type utf8 LoomCompiled) by document */

int
cuda_fixture_run (int    argc,
                  char  *argv[],
                  void (*add_tests) (void))
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("gridloom-cuda-XXXXXX", &error);
  g_assert_no_error (error);
  rules_file = g_build_filename (folder, "rules", NULL);
  g_setenv ("GRIDLOOM_FAKE_RULES", rules_file, TRUE);

  compiled = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                    (GDestroyNotify) loom_compiled_unref);
  add_tests ();
  status = g_test_run ();

  fixture_drop_client ();
  g_remove (rules_file);
  g_rmdir (folder);
  g_clear_pointer (&compiled, g_hash_table_unref);
  g_clear_pointer (&rules_file, g_free);
  return status;
}

void
cuda_set_rules (const char *rules)
{
  g_assert_true (g_file_set_contents (rules_file, rules, -1, NULL));
  fixture_drop_client ();
}

static void
init_options (LoomRunOptions *options,
              guint           repeat,
              guint           wall_ms)
{
  loom_run_options_init (options);
  options->backend = LOOM_BACKEND_ID_CUDA (0);
  options->repeat = repeat;
  options->wall_ms = wall_ms;
}

/* What is run in one process after the other needs no compiler in each. */
static LoomCompiled *
compile_once (const char   *document,
              LoomDocument *parsed)
{
  LoomCompiled *known = g_hash_table_lookup (compiled, document);

  if (known == NULL)
    {
      known = fixture_compile (loom_document_get_source (parsed, NULL));
      if (known->ptx == NULL)
        g_error ("does not compile: %s", known->log);
      g_hash_table_insert (compiled, g_strdup (document), known);
    }

  return known;
}

LoomRun *
cuda_try_run (const char  *document,
              guint        repeat,
              guint        wall_ms,
              GError     **error)
{
  g_autoptr (LoomDocument) parsed = loom_document_parse (document, -1);
  LoomRunOptions options;
  LoomRun *run;

  init_options (&options, repeat, wall_ms);
  run = fixture_run_compiled (parsed, compile_once (document, parsed), &options, NULL, error);
  return run;
}

LoomRun *
cuda_run_well (const char *document,
               guint       repeat)
{
  g_autoptr (GError) error = NULL;
  LoomRun *run = cuda_try_run (document, repeat, 0, &error);

  g_assert_no_error (error);
  if (run->trap != NULL)
    g_error ("%s", run->trap->text);
  return run;
}

static void
state_cb (LoomRunnerClient *client,
          GParamSpec       *pspec,
          guint            *lost)
{
  if (loom_runner_client_get_state (client) == LOOM_RUNNER_INITIAL)
    (*lost)++;
}

/* A rule that is still to come would meet the next run instead of this one. */
static gboolean
cancel_after_rules_cb (gpointer cancellable)
{
  g_autofree char *rules = NULL;

  g_file_get_contents (g_getenv ("GRIDLOOM_FAKE_RULES"), &rules, NULL, NULL);
  return rules != NULL && *rules != '\0' ? G_SOURCE_CONTINUE : fixture_cancel_cb (cancellable);
}

/* Stops a run after so long, which must not be its end. Returns how many processes ended for it. */
guint
cuda_stop (const char *document,
           guint       repeat,
           guint       after_ms)
{
  g_autoptr (LoomDocument) parsed = loom_document_parse (document, -1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  LoomCompiled *known = compile_once (document, parsed);
  g_autoptr (LoomPlan) plan
      = loom_plan_bind (parsed, known, NULL, loom_limits_get_simulator (), NULL, NULL);
  FixtureStopped answer = { FALSE };
  LoomRunOptions options;
  guint lost = 0;
  gulong handler;

  init_options (&options, repeat, 0);
  handler = g_signal_connect (fixture_get_client (), "notify::state", G_CALLBACK (state_cb), &lost);
  loom_runner_client_run_async (fixture_get_client (), known, plan, &options, NULL, cancellable,
                                fixture_run_stopped_cb, &answer);
  g_timeout_add (after_ms, cancel_after_rules_cb, cancellable);
  while (!g_cancellable_is_cancelled (cancellable))
    g_main_context_iteration (NULL, TRUE);

  if (answer.done)
    g_error ("it was over already: %s", answer.error != NULL ? answer.error->message : "");
  fixture_wait (&answer.done);
  /* A process that was taken away has ended before the next answer. */
  g_variant_unref (fixture_describe ());
  g_signal_handler_disconnect (fixture_get_client (), handler);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&answer.error);
  return lost;
}

const gint32 *
cuda_get_ints (LoomRun    *run,
               const char *name)
{
  return g_bytes_get_data (loom_array_get_bytes (loom_run_find_array (run, name)->array), NULL);
}

LoomFinding *
cuda_find (LoomRun   *run,
           LoomError  code)
{
  for (guint i = 0; i < run->findings->len; i++)
    {
      LoomFinding *finding = run->findings->pdata[i];

      if (finding->code == code)
        return finding;
    }

  return NULL;
}
