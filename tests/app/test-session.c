/* test-session.c: the state of a window
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-error.h"
#include "loom-fix.h"
#include "loom-problem.h"
#include "loom-session.h"

#define SOURCE "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n"

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_notify_once (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  guint documents = 0, live = 0;

  g_signal_connect_swapped (session, "notify::document", G_CALLBACK (count_cb), &documents);
  g_signal_connect_swapped (loom_session_get_run_settings (session), "notify::live",
                            G_CALLBACK (count_cb), &live);
  loom_session_set_text (session, SOURCE, -1);
  g_assert_cmpuint (documents, ==, 1);
  loom_session_set_text (session, SOURCE, -1);
  g_assert_cmpuint (documents, ==, 1);
  g_object_set (loom_session_get_run_settings (session), "live", TRUE, NULL);
  g_assert_cmpuint (live, ==, 0);
  g_object_set (loom_session_get_run_settings (session), "live", FALSE, NULL);
  g_assert_cmpuint (live, ==, 1);
  g_assert_finalize_object (g_steal_pointer (&session));
}

/* As it is at the beginning, and otherwise. */
static void
set_all (LoomSession *session,
         gboolean     otherwise)
{
  loom_session_set_activity (session, otherwise ? LOOM_ACTIVITY_RUNNING : LOOM_ACTIVITY_IDLE);
  loom_session_set_modified (session, otherwise);
  loom_session_set_stale (session, otherwise);
  loom_session_set_measuring (session, otherwise);
  loom_session_set_lost (session, otherwise ? "killed" : NULL);
  loom_session_set_root (session, otherwise ? "/a" : NULL);
  loom_session_set_name (session, otherwise ? "k.cu" : "Untitled");
}

static void
test_what_is_set_again_is_told_to_nobody (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  guint told = 0;

  g_signal_connect_swapped (session, "notify", G_CALLBACK (count_cb), &told);
  set_all (session, FALSE);
  g_assert_cmpuint (told, ==, 0);
  set_all (session, TRUE);
  g_assert_cmpuint (told, ==, 7);
  set_all (session, TRUE);
  g_assert_cmpuint (told, ==, 7);
}

static void
test_edit_makes_block (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  g_autoptr (GError) error = NULL;

  loom_session_set_text (session, SOURCE, -1);
  g_assert_true (loom_session_edit (session, "launch", "block", "8,8", &error));
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (loom_session_get_text (session), SOURCE));
  g_assert_cmpstr (loom_document_get_value (loom_session_get_document (session), "launch", "block"),
                   ==, "8,8");
  g_assert_false (loom_session_edit (session, "launch", "block", "*/", &error));
  g_assert_nonnull (error);
}

static gboolean
apply_cb (LoomSession        *session,
          const LoomTextEdit *edit,
          guint              *count)
{
  g_autofree char *text = loom_text_edit_apply (edit, loom_session_get_text (session));

  (*count)++;
  loom_session_set_text (session, text, -1);
  return TRUE;
}

static void
test_edit_goes_through_the_editor (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  guint edits = 0, flushes = 0;

  g_signal_connect (session, "apply-edit", G_CALLBACK (apply_cb), &edits);
  g_signal_connect_swapped (session, "flush", G_CALLBACK (count_cb), &flushes);
  loom_session_set_text (session, SOURCE, -1);
  g_assert_true (loom_session_edit (session, "launch", "block", "8,8", NULL));
  g_assert_cmpuint (edits, ==, 1);
  g_assert_cmpuint (flushes, ==, 1);
  g_assert_true (loom_session_edit (session, "launch", "block", "8,8", NULL));
  g_assert_cmpuint (edits, ==, 1);
}

/* A race is at both of its lines, and each names its thread. */
static void
test_problems_of_two_lines (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  g_autoptr (LoomRun) run = loom_run_new ();
  LoomFinding *race = loom_finding_new (LOOM_ERROR_RACE, "two of them");
  GListModel *problems = loom_session_get_problems (session);

  race->has_site = race->has_other = TRUE;
  race->site.line = 5;
  race->site.thread = LOOM_DIM3 (32, 0, 0);
  race->other.line = 3;
  race->other.thread = LOOM_DIM3 (31, 0, 0);
  g_ptr_array_add (run->findings, race);
  loom_session_set_text (session, SOURCE, -1);
  loom_session_set_run (session, run);
  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 2);
  g_assert_cmpuint (loom_session_count_problems (session), ==, 1);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LoomProblem) problem = g_list_model_get_item (problems, i);

      g_assert_cmpuint (problem->line, ==, i == 0 ? 3 : 5);
      g_assert_cmpint (problem->severity, ==,
                       i == 0 ? LOOM_SEVERITY_NOTE : LOOM_SEVERITY_WARNING);
      g_assert_true (g_str_has_suffix (problem->text, i == 0 ? "thread (31, 0, 0)"
                                                             : "thread (32, 0, 0)"));
    }
}

/* A thread that leaves an array is kept from it by a test of its index, in one edit. */
static void
test_guard_is_offered (void)
{
  const LoomType type = loom_type_of (LOOM_SCALAR_F32, 1), number = loom_type_of (LOOM_SCALAR_I32, 1);
  const LoomShape shape = { .rank = 1, .cols = 3, .rows = 1, .planes = 1 };
  const float cells[3] = { 0 };
  const gint32 n = 3;
  g_autoptr (LoomSession) session = loom_session_new ();
  g_autoptr (LoomRun) run = loom_run_new ();
  g_autoptr (LoomProblem) problem = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new (cells, sizeof cells);
  g_autoptr (LoomArray) array = loom_array_new (&type, &shape, bytes, NULL);
  LoomRunArgument *f = loom_run_argument_new ("f", LOOM_PARAM_ARRAY, &type);
  LoomRunArgument *count = loom_run_argument_new ("n", LOOM_PARAM_SCALAR, &number);

  run->kernel = g_strdup ("k");
  run->trap = loom_finding_new (LOOM_ERROR_OOB, "too far");
  run->trap->has_site = TRUE;
  run->trap->site.line = 3;
  run->trap->array = g_strdup ("f");
  run->trap->array_size = run->trap->offset = sizeof cells;
  f->array = 0;
  g_ptr_array_add (run->arrays, loom_run_array_new ("f", array));
  g_ptr_array_add (run->arguments, f);
  loom_run_argument_set_values (count, &n, sizeof n);
  g_ptr_array_add (run->arguments, count);
  loom_session_set_text (session, "__global__ void k (float *f, int n)\n{\n"
                                  "  f[threadIdx.x] = 1;\n  f[i] = 2;\n}\n", -1);
  loom_session_set_run (session, run);
  problem = g_list_model_get_item (loom_session_get_problems (session), 0);
  g_assert_cmpint (problem->fix, ==, LOOM_FIX_NONE);

  g_clear_object (&problem);
  run->trap->site.line = 4;
  loom_session_set_run (session, NULL);
  loom_session_set_run (session, run);
  problem = g_list_model_get_item (loom_session_get_problems (session), 0);
  g_assert_cmpint (problem->fix, ==, LOOM_FIX_ADD_GUARD);
  g_assert_true (loom_fix_apply (session, problem, NULL));
  g_assert_nonnull (strstr (loom_session_get_text (session),
                            "  f[threadIdx.x] = 1;\n  if (i < n)\n    f[i] = 2;\n}\n"));
}

/* The launch is refused for a fault of the settings that has a row already. */
static void
test_problem_of_settings_stands_once (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  g_autoptr (LoomProblem) problem = NULL;
  GListModel *problems = loom_session_get_problems (session);
  GError *error = NULL;

  loom_session_set_text (session, SOURCE "/* gridloom\n[steps] launch k\n*/\n", -1);
  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 1);
  problem = g_list_model_get_item (problems, 0);
  loom_fail_at (&error, problem->line, 0, "line %u: %s", problem->line, problem->text);
  loom_session_take_error (session, error);
  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 1);
}

static void
test_problems_follow (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  g_autoptr (LoomCompiled) compiled = loom_compiled_new ();
  GListModel *problems = loom_session_get_problems (session);

  loom_session_set_text (session, SOURCE, -1);
  g_ptr_array_add (compiled->diagnostics,
                   loom_diagnostic_new (LOOM_SEVERITY_ERROR, 7, 2, "seventh"));
  g_ptr_array_add (compiled->diagnostics,
                   loom_diagnostic_new (LOOM_SEVERITY_WARNING, 3, 1, "third"));
  g_ptr_array_add (compiled->diagnostics,
                   loom_diagnostic_new (LOOM_SEVERITY_ERROR, 5, 1, "fifth"));
  loom_session_set_compiled (session, compiled);
  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      static const char * const texts[] = { "fifth", "seventh", "third" };
      g_autoptr (LoomProblem) problem = g_list_model_get_item (problems, i);

      g_assert_cmpstr (problem->text, ==, texts[i]);
    }

  loom_session_take_error (session, g_error_new (LOOM_ERROR, LOOM_ERROR_LAUNCH, "too many"));
  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 4);
  loom_session_take_error (session, NULL);
  loom_session_set_compiled (session, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 0);
}

/* They come behind those of the document, whatever their lines. */
static void
test_problems_of_headers (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  g_autoptr (LoomCompiled) compiled = loom_compiled_new ();
  g_autoptr (LoomProblem) first = NULL, second = NULL;
  GListModel *problems = loom_session_get_problems (session);
  LoomDiagnostic *inside = loom_diagnostic_new (LOOM_SEVERITY_ERROR, 2, 2, "inside");

  inside->file = g_strdup ("kernels.h");
  g_ptr_array_add (compiled->diagnostics, inside);
  g_ptr_array_add (compiled->diagnostics,
                   loom_diagnostic_new (LOOM_SEVERITY_ERROR, 3, 1, "outside"));
  loom_session_set_text (session, SOURCE, -1);
  loom_session_set_compiled (session, compiled);
  first = g_list_model_get_item (problems, 0);
  second = g_list_model_get_item (problems, 1);
  g_assert_cmpstr (first->file, ==, NULL);
  g_assert_cmpuint (first->line, ==, 3);
  g_assert_cmpstr (second->file, ==, "kernels.h");
  g_assert_cmpuint (second->line, ==, 2);
}

/* A launch that is refused marks the setting that it is refused for, and not the block of it. */
static void
test_error_is_where_its_setting_is (void)
{
  static const struct
  {
    guint       place_line, place_column;
    LoomError   code;
    const char *message;
    guint       line, column;
  } rows[] = {
    { 5, 3, LOOM_ERROR_LAUNCH, "shape in line 5: wrong", 5, 3 },
    { 0, 0, LOOM_ERROR_DOCUMENT, "[arg f] fill: the expression does not compile", 7, 1 },
    { 0, 0, LOOM_ERROR_LAUNCH, "the default is too large", 2, 0 },
    { 0, 0, LOOM_ERROR_DOCUMENT, "something else", 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomSession) session = loom_session_new ();
      GListModel *problems = loom_session_get_problems (session);
      GError *error = g_error_new_literal (LOOM_ERROR, rows[i].code, rows[i].message);
      g_autoptr (LoomProblem) problem = NULL;

      loom_session_set_text (session, "int a;\n/* gridloom\n[launch]\nblock=8,8\n  shape=abc\n"
                             "[arg f]\nfill=expr:?\n*/\n", -1);
      if (rows[i].place_line > 0)
        loom_error_set_place (error, rows[i].place_line, rows[i].place_column);
      loom_session_take_error (session, error);
      g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 1);
      problem = g_list_model_get_item (problems, 0);
      g_assert_cmpuint (problem->line, ==, rows[i].line);
      g_assert_cmpuint (problem->column, ==, rows[i].column);
    }
}

static void
test_empty_source_has_no_problems (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  g_autoptr (LoomCompiled) compiled = loom_compiled_new ();
  GListModel *problems = loom_session_get_problems (session);

  g_ptr_array_add (compiled->diagnostics,
                   loom_diagnostic_new (LOOM_SEVERITY_ERROR, 0, 0, "there is no kernel here"));
  loom_session_set_text (session, "\n  \n", -1);
  loom_session_set_compiled (session, compiled);
  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 0);
  loom_session_set_text (session, "int x;\n", -1);
  loom_session_set_compiled (session, compiled);
  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 1);
}

static void
test_stale_run_has_no_problems (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  g_autoptr (LoomRun) run = loom_run_new ();
  GListModel *problems = loom_session_get_problems (session);

  run->trap = loom_finding_new (LOOM_ERROR_OOB, "outside");
  loom_session_set_run (session, run);
  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 1);
  loom_session_set_stale (session, TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 0);
  g_assert_true (loom_session_get_run (session) == run);
}

static void
test_missing_backend_is_told_once (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  g_autoptr (LoomRun) run = loom_run_new ();
  GListModel *problems = loom_session_get_problems (session);

  /* a page in the picture's place says it; once there is a picture, nothing else would */
  loom_session_take_error (session, g_error_new_literal (LOOM_ERROR, LOOM_ERROR_BACKEND, "no"));
  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 0);
  loom_session_set_run (session, run);
  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 1);
}

static void
test_cells (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  LoomViewState *state = loom_session_get_view_state (session);
  LoomCell cell = { 3, 4, 0 };
  guint pins = 0;

  g_signal_connect_swapped (state, "notify::pin", G_CALLBACK (count_cb), &pins);
  g_assert_null (loom_view_state_get_pin (state));
  loom_view_state_set_pin (state, &cell);
  loom_view_state_set_pin (state, &cell);
  g_assert_cmpuint (pins, ==, 1);
  g_assert_cmpuint (loom_view_state_get_pin (state)->row, ==, 4);
  loom_view_state_set_pin (state, NULL);
  g_assert_null (loom_view_state_get_pin (state));
  g_assert_cmpuint (pins, ==, 2);
}

typedef struct
{
  gpointer  memory;
  gboolean *freed;
} Contents;

static void
free_contents (gpointer data)
{
  Contents *contents = data;

  *contents->freed = TRUE;
  g_free (contents->memory);
  g_free (contents);
}

static GBytes *
contents_new (gsize     size,
              gboolean *freed)
{
  Contents *contents = g_new (Contents, 1);

  *freed = FALSE;
  *contents = (Contents) { g_malloc0 (size), freed };
  return g_bytes_new_with_free_func (contents->memory, size, free_contents, contents);
}

#define MIB ((gsize) 1 << 20)

/* A run that was done: a half of it is an array, the other what was counted on that. */
static void
add_result (LoomSession *session,
            gsize        mib,
            gboolean     shown,
            gboolean    *freed)
{
  const LoomType type = loom_type_of (LOOM_SCALAR_F32, 1);
  const LoomShape shape = { 1, mib * MIB / 8, 1, 1 };
  g_autoptr (GBytes) bytes = contents_new (mib * MIB / 2, freed);
  g_autoptr (LoomArray) array = loom_array_new (&type, &shape, bytes, NULL);
  g_autoptr (LoomRun) run = loom_run_new ();
  LoomRunJob *job = loom_session_add_job (session, "sim");

  g_assert_nonnull (array);
  run->backend = LOOM_BACKEND_ID_SIMULATOR;
  run->kernel = g_strdup ("fill");
  g_ptr_array_add (run->arrays, loom_run_array_new ("f", array));
  ((LoomRunArray *) run->arrays->pdata[0])->writes = g_bytes_ref (bytes);
  loom_run_job_start (job);
  loom_run_job_finish (job, run, NULL);
  if (shown)
    loom_session_set_run (session, run);
}

/* Once it was added up, which is done in a thread. */
static gboolean
is_freed (gpointer freed)
{
  return *(gboolean *) freed;
}

/* The newest and the one that is shown are there in any case; of older ones as much as 256 MiB. */
static void
test_results_have_a_budget (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  static gboolean freed[5];              /* sums of a result may hold it for longer than this */

  for (guint i = 0; i < 4; i++)
    add_result (session, 100, TRUE, &freed[i]);
  loom_test_wait_until (is_freed, &freed[0], "a result to go");
  g_assert_false (freed[1]);
  g_assert_false (freed[2]);
  g_assert_false (freed[3]);

  /* on another device: the one that is shown stays */
  add_result (session, 400, FALSE, &freed[4]);
  g_assert_false (freed[4]);
  g_assert_false (freed[3]);
  g_assert_false (freed[1]);
}

static void
test_a_large_result_goes (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  static gboolean small[2], large;      /* likewise */

  add_result (session, 1, TRUE, &small[0]);
  add_result (session, 300, TRUE, &large);
  g_assert_false (large);
  add_result (session, 1, TRUE, &small[1]);
  loom_test_wait_until (is_freed, &large, "a result to go");
  g_assert_false (small[0]);

  /* a result that is only shown goes when another is */
  add_result (session, 300, FALSE, &large);
  {
    g_autoptr (LoomRunJob) job
        = g_list_model_get_item (loom_session_get_jobs (session), 0);

    loom_session_show_job (session, job);
    add_result (session, 1, FALSE, &small[1]);
    g_assert_false (large);
    loom_session_show_latest (session);
  }
  loom_test_wait_until (is_freed, &large, "a result to go");
}

/* One thing is selected: a cell or a thread, and no thread of a run that is not shown any more. */
static void
test_thread_or_cell (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  LoomViewState *state = loom_session_get_view_state (session);
  g_autoptr (LoomRun) run = loom_run_new ();
  const LoomSite thread = { NULL, 0, { 1, 0, 0 }, { 3, 0, 0 } };
  const LoomCell cell = { 3, 4, 0 };
  guint threads = 0;

  g_signal_connect_swapped (state, "notify::thread", G_CALLBACK (count_cb), &threads);
  loom_view_state_set_pin (state, &cell);
  loom_view_state_set_thread (state, &thread);
  loom_view_state_set_thread (state, &thread);
  g_assert_cmpuint (threads, ==, 1);
  g_assert_null (loom_view_state_get_pin (state));
  g_assert_cmpuint (loom_view_state_get_thread (state)->thread.x, ==, 3);
  loom_view_state_set_pin (state, &cell);
  g_assert_null (loom_view_state_get_thread (state));
  loom_view_state_set_thread (state, &thread);
  loom_session_set_run (session, run);
  g_assert_null (loom_view_state_get_thread (state));
  g_assert_cmpuint (threads, ==, 4);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/session/notifies-once", test_notify_once);
  g_test_add_func ("/app/session/what-is-set-again-is-told-to-nobody",
                   test_what_is_set_again_is_told_to_nobody);
  g_test_add_func ("/app/session/first-edit-makes-the-block", test_edit_makes_block);
  g_test_add_func ("/app/session/edit-goes-through-the-editor", test_edit_goes_through_the_editor);
  g_test_add_func ("/app/session/errors-come-first-and-then-lines", test_problems_follow);
  g_test_add_func ("/app/session/missing-backend-is-told-once", test_missing_backend_is_told_once);
  g_test_add_func ("/app/session/error-is-where-its-setting-is",
                   test_error_is_where_its_setting_is);
  g_test_add_func ("/app/session/problems-of-two-lines", test_problems_of_two_lines);
  g_test_add_func ("/app/session/guard-is-offered", test_guard_is_offered);
  g_test_add_func ("/app/session/problem-of-settings-stands-once", test_problem_of_settings_stands_once);
  g_test_add_func ("/app/session/problems-of-headers-come-behind", test_problems_of_headers);
  g_test_add_func ("/app/session/empty-source-has-no-problems", test_empty_source_has_no_problems);
  g_test_add_func ("/app/session/stale-run-has-no-problems", test_stale_run_has_no_problems);
  g_test_add_func ("/app/session/cells-notify-once", test_cells);
  g_test_add_func ("/app/session/thread-or-cell", test_thread_or_cell);
  g_test_add_func ("/app/session/results-have-a-budget", test_results_have_a_budget);
  g_test_add_func ("/app/session/a-large-result-goes-with-the-next", test_a_large_result_goes);

  return g_test_run ();
}
