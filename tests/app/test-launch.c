/* test-launch.c: the launch as the settings say it, edits and fixes of it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-expect-words.h"
#include "loom-fix.h"
#include "loom-format.h"
#include "loom-generator.h"
#include "loom-launch.h"
#include "loom-typeset.h"

#include <string.h>

#define SOURCE "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n"

static LoomSession *
session_new (const char *settings)
{
  LoomSession *session = loom_session_new ();
  g_autofree char *text = g_strconcat (SOURCE, settings, NULL);

  loom_session_set_text (session, text, -1);
  return session;
}

static const char *
get (LoomSession *session,
     const char  *group,
     const char  *key)
{
  return loom_document_get_value (loom_session_get_document (session), group, key);
}

static void
test_read_without_plan (void)
{
  g_autoptr (LoomSession) session = NULL;
  g_autofree char *x = NULL, *y = NULL;
  LoomLaunch launch;

  session = session_new ("/* gridloom\n[launch]\nrange=100,40\nblock=16,16\n*/\n");
  loom_launch_init (&launch);
  loom_launch_read (&launch, session);
  g_assert_cmpuint (launch.range.x, ==, 100);
  g_assert_cmpuint (launch.rank, ==, 2);
  g_assert_true (launch.grid_auto);
  g_assert_cmpuint (launch.grid.x, ==, 7);
  g_assert_cmpuint (launch.grid.y, ==, 3);
  x = loom_launch_explain (&launch, 0);
  g_assert_cmpstr (x, ==, "ceil(100 / 16) = 7");

  loom_launch_edit (session, NULL, "grid", "2,3", NULL);
  loom_launch_read (&launch, session);
  g_assert_false (launch.grid_auto);
  y = loom_launch_explain (&launch, 1);
  g_assert_cmpstr (y, ==, "3 × 16 = 48");
}

/* Of what a form wrote. */
static void
test_a_reference_follows_the_fill (void)
{
  g_auto (LoomDefinition) definition = { .form = LOOM_FORM_ELEMENTWISE };
  g_autoptr (LoomSession) session = loom_session_new ();
  g_autofree char *text = NULL;

  loom_definition_set_part (&definition, LOOM_PART_INPUTS, "float32 x");
  loom_definition_set_part (&definition, LOOM_PART_OUTPUTS, "float32 z");
  loom_definition_set_part (&definition, LOOM_PART_BODY, "z = x + 1");
  loom_definition_set_part (&definition, LOOM_PART_VALUES, "x=zeros");
  text = loom_generator_write (&definition, NULL, NULL, NULL);
  loom_session_set_text (session, text, -1);
  g_assert_nonnull (strstr (get (session, "expect z", "reference"), "(float) (0), "));
  g_assert_true (loom_launch_edit (session, "x", "fill", "ones", NULL));
  g_assert_cmpstr (get (session, "arg x", "fill"), ==, "ones");
  g_assert_cmpstr (get (session, "form", "values"), ==, "x=ones");
  g_assert_nonnull (strstr (get (session, "expect z", "reference"), "(float) (1), "));
  g_assert_true (loom_launch_try (session, "x", "fill", "zeros", TRUE, NULL));
  g_assert_cmpstr (loom_session_get_text (session), ==, text);
}

static void
test_own_group (void)
{
  g_autoptr (LoomSession) session = NULL;

  session = session_new ("/* gridloom\n[launch]\nkernel=fill\nblock=8\n[launch fill]\nblock=32\n"
                         "[arg fill/n]\nvalue=3\n*/\n");
  g_assert_true (loom_launch_edit (session, NULL, "block", "64", NULL));
  g_assert_cmpstr (get (session, "launch", "block"), ==, "8");
  g_assert_cmpstr (get (session, "launch fill", "block"), ==, "64");
  g_assert_true (loom_launch_edit (session, NULL, "grid", "auto", NULL));
  g_assert_cmpstr (get (session, "launch", "grid"), ==, "auto");
  g_assert_true (loom_launch_edit (session, "n", "value", "4", NULL));
  g_assert_cmpstr (get (session, "arg fill/n", "value"), ==, "4");
  g_assert_true (loom_launch_edit (session, "f", "fill", "ones", NULL));
  g_assert_cmpstr (get (session, "arg f", "fill"), ==, "ones");
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_reset_is_one_edit (void)
{
  g_autoptr (LoomSession) session = NULL;
  guint groups = 0;

  session = session_new ("/* gridloom\n[launch]\nblock=8\ngrid=2\nkernel=fill\n*/\n");
  g_signal_connect_swapped (session, "group-edits", G_CALLBACK (count_cb), &groups);
  loom_launch_reset (session);
  g_assert_cmpuint (groups, ==, 2);
  g_assert_null (get (session, "launch", "block"));
  g_assert_null (get (session, "launch", "grid"));
  g_assert_cmpstr (get (session, "launch", "kernel"), ==, "fill");
}

static void
test_scale (void)
{
  const LoomLimits *limits = loom_limits_get_simulator ();
  const struct { guint32 from; gboolean up; guint32 to; } rows[] = {
    { 8, TRUE, 16 }, { 8, FALSE, 4 }, { 1, FALSE, 1 }, { 7, FALSE, 3 }, { 1024, TRUE, 1024 },
    { G_MAXUINT32, TRUE, 1024 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomDim3 block = { rows[i].from, 5, 1 };

      block = loom_launch_scale (&block, 0, rows[i].up, &limits->block);
      g_assert_cmpuint (block.x, ==, rows[i].to);
      g_assert_cmpuint (block.y, ==, 5);
    }
}

static void
test_fixes (void)
{
  const LoomLimits *limits = loom_limits_get_simulator ();
  const struct
  {
    LoomDim3 block, grid;
    guint64 shared;
    LoomError code;
    const char *key, *value;
    guint max_threads;
  } rows[] = {
    { { 16, 16, 1 }, { 1, 1, 1 }, 0, LOOM_ERROR_LAUNCH, "block", "16,6", 100 },
    { { 64, 64, 1 }, { 1, 1, 1 }, 0, LOOM_ERROR_LAUNCH, "block", "64,16" },
    { { 2000, 1, 1 }, { 1, 1, 1 }, 0, LOOM_ERROR_LAUNCH, "block", "1024" },
    { { 0, 4, 1 }, { 1, 1, 1 }, 0, LOOM_ERROR_LAUNCH, "block", "1,4" },
    { { 8, 8, 1 }, { 1, 70000, 1 }, 0, LOOM_ERROR_LAUNCH, "grid", "1,65535" },
    { { 8, 8, 1 }, { 1, 1, 1 }, 1 << 20, LOOM_ERROR_LAUNCH, "shared", "49152" },
    { { 8, 8, 1 }, { 1, 1, 1 }, 0, LOOM_ERROR_LAUNCH, NULL, NULL },
    { { 8, 8, 1 }, { 1, 1, 1 }, 0, LOOM_ERROR_MISSING_GUARD, NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomLaunchFix) fix = NULL;
      LoomLaunch launch;

      loom_launch_init (&launch);
      launch.block = rows[i].block;
      launch.grid = rows[i].grid;
      launch.shared = rows[i].shared;
      launch.max_threads = rows[i].max_threads;
      fix = loom_launch_fix_new (&launch, limits, rows[i].code);
      g_assert_cmpstr (fix != NULL ? fix->key : NULL, ==, rows[i].key);
      g_assert_cmpstr (fix != NULL ? fix->value : NULL, ==, rows[i].value);
    }
}

/* A sentence begins with a capital, a name as it is written. */
static void
test_sentences_keep_names (void)
{
  static const char * const rows[][2] = {
    { "the argument a has no value", "The argument a has no value" },
    { "ärger", "Ärger" },
    { "matrix.cu is not UTF-8 text", "matrix.cu is not UTF-8 text" },
    { "my_kernel does not compile", "my_kernel does not compile" },
    { "scale<float> is too large", "scale<float> is too large" },
    { "[arg f] fill: wrong", "[arg f] fill: wrong" },
    { "blockIdx is not read", "blockIdx is not read" },
    { "a grid of 3 blocks", "A grid of 3 blocks" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *sentence = loom_format_sentence (rows[i][0]);

      g_assert_cmpstr (sentence, ==, rows[i][1]);
    }
}

/* A rank that is not known is asked for: each answer is the shape that it would have had. */
static void
test_unknown_rank_has_three_answers (void)
{
  static const char * const shapes[] = { "4096", "64,64", "16,16,16" };
  const LoomAdvice unknown = { LOOM_ERROR_RANK_UNKNOWN }, settings = { LOOM_ERROR_SETTINGS };
  g_autoptr (GPtrArray) fixes = loom_launch_list_mends (&unknown),
                        none = loom_launch_list_mends (&settings);

  g_assert_cmpuint (fixes->len, ==, G_N_ELEMENTS (shapes));
  for (guint i = 0; i < fixes->len; i++)
    {
      const LoomLaunchFix *fix = g_ptr_array_index (fixes, i);

      g_assert_cmpstr (fix->key, ==, "shape");
      g_assert_cmpstr (fix->value, ==, shapes[i]);
    }
  g_assert_cmpuint (none->len, ==, 0);
}

/* What a setting mends has its button first, then where to look; one that is a page needs no
 * setting. */
static void
test_advice_has_buttons (void)
{
  static const struct
  {
    LoomAdvice advice;
    const char *labels[3];
  } rows[] = {
    { { LOOM_ERROR_GRID_TOO_LARGE, NULL, 0, "grid", (char *) "auto" }, { "Cover the Range" } },
    { { LOOM_ERROR_RANGE_UNKNOWN, NULL, 0, "manual-grid", (char *) "true" },
      { "I Set the Grid Myself" } },
    { { LOOM_ERROR_RANGE_TOO_LARGE, NULL, 0, "range", (char *) "cols,rows" },
      { "Use the Array’s Range" } },
    { { LOOM_ERROR_TAIL, NULL, 0, "block", (char *) "32,4" }, { "Use 32 × 4", "Show Occupancy" } },
    { { LOOM_ERROR_UNCOALESCED, NULL, 7, "block", (char *) "32,8" },
      { "Use 32 × 8", "Show Line 7" } },
    { { LOOM_ERROR_BANK_CONFLICTS, NULL, 12 }, { "Show Banks", "Show Line 12" } },
    { { LOOM_ERROR_REPEATS_WORK }, { NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) fixes = loom_launch_list_mends (&rows[i].advice);
      guint n = 0;

      for (; n < 3 && rows[i].labels[n] != NULL; n++)
        g_assert_cmpstr (((LoomLaunchFix *) fixes->pdata[n])->label, ==, rows[i].labels[n]);
      g_assert_cmpuint (fixes->len, ==, n);
    }
}

static LoomProblem *
problem_new (LoomFix     kind,
             guint       line,
             const char *replacement)
{
  LoomDiagnostic diagnostic
      = { .severity = LOOM_SEVERITY_ERROR, .line = line, .column = 1, .text = (char *) "wrong",
          .fix = kind, .replacement = (char *) replacement };

  return loom_problem_new_diagnostic (&diagnostic);
}

static void
test_guard_host_code (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  g_autoptr (LoomProblem) problem = problem_new (LOOM_FIX_GUARD_HOST_CODE, 2, NULL);
  g_autoptr (LoomProblem) endless = problem_new (LOOM_FIX_GUARD_HOST_CODE, 5, NULL);
  g_autoptr (GError) error = NULL;

  loom_session_set_text (
      session, "// first\nint main ()\n{\n  puts (\"}\"); // }\n}\n__global__ void k () {\n", -1);
  g_assert_true (loom_fix_apply (session, problem, &error));
  g_assert_cmpstr (
      loom_session_get_text (session), ==,
      "// first\n#ifndef __CUDACC_RTC__\nint main ()\n{\n  puts (\"}\"); // }\n}\n#endif\n"
      "__global__ void k () {\n");
  loom_session_set_text (session, "\n\n\n\n__global__ void k () {\n", -1);
  g_assert_false (loom_fix_apply (session, endless, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
}

static void
test_move_block (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  g_autoptr (LoomProblem) problem = problem_new (LOOM_FIX_MOVE_BLOCK, 5, NULL);
  gsize length;

  loom_session_set_text (session, "one\n\n/* gridloom\n[launch]\nblock=8\n*/\ntwo\n", -1);
  g_assert_true (loom_fix_apply (session, problem, NULL));
  g_assert_cmpstr (get (session, "launch", "block"), ==, "8");
  loom_document_get_source (loom_session_get_document (session), &length);
  g_assert_true (g_str_has_prefix (loom_session_get_text (session), "one\n\ntwo\n"));
  g_assert_cmpuint (length, >=, strlen ("one\n\ntwo\n"));
  g_assert_cmpuint (loom_document_get_problems (loom_session_get_document (session))->len, ==, 0);
}

static void
test_rename_group (void)
{
  g_autoptr (LoomSession) session = NULL;
  g_autoptr (LoomProblem) problem = problem_new (LOOM_FIX_RENAME_GROUP, 3, "arg f");

  session = session_new ("/* gridloom\n[arg g]\nfill=ones\n*/\n");
  g_assert_true (loom_fix_apply (session, problem, NULL));
  g_assert_cmpstr (get (session, "arg f", "fill"), ==, "ones");
}

static void
test_set_shared (void)
{
  g_autoptr (LoomSession) session = session_new ("/* gridloom\n[launch]\nshared=32\n*/\n");
  g_autoptr (LoomFinding) finding = loom_finding_new (LOOM_ERROR_OOB, "past the end of pool");
  g_autoptr (LoomProblem) other = loom_problem_new_finding (finding, LOOM_SEVERITY_ERROR);
  g_autoptr (LoomProblem) problem = NULL;

  g_assert_cmpint (other->fix, ==, LOOM_FIX_NONE);
  finding->shared_needed = 1024;
  problem = loom_problem_new_finding (finding, LOOM_SEVERITY_ERROR);
  g_assert_cmpint (problem->fix, ==, LOOM_FIX_SET_SHARED);
  g_assert_true (loom_fix_apply (session, problem, NULL));
  g_assert_cmpstr (get (session, "launch", "shared"), ==, "1024");
}

static void
test_numbers (void)
{
  const struct { guint64 count; const char *text; } counts[] = {
    { 0, "0" }, { 9999, "9999" }, { 10000, "10\u202f000" }, { 1234567, "1\u202f234\u202f567" },
    { G_MAXUINT64, "18\u202f446\u202f744\u202f073\u202f709\u202f551\u202f615" },
  };
  const struct { double ms; const char *text; } times[] = {
    { 0.00123, "1.23 µs" }, { 0.0213, "21.3 µs" }, { 0.5432, "543 µs" }, { 2.5, "2.5 ms" },
    { 321.4, "321 ms" }, { 12345, "12.3 s" },
  };
  g_autofree char *share = loom_format_share (120, 256);
  g_autofree char *nearly = loom_format_share (1020, 1024);
  g_autofree char *hardly = loom_format_share (1, 1024);
  g_autofree char *whole = loom_format_share (256, 256);

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *text = loom_typeset_count (counts[i].count);

      g_assert_cmpstr (text, ==, counts[i].text);
    }
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autofree char *text = loom_format_ms (times[i].ms);

      g_assert_cmpstr (text, ==, times[i].text);
    }
  g_assert_cmpstr (share, ==, "120 (47 %)");
  g_assert_cmpstr (nearly, ==, "1020 (>99 %)");
  g_assert_cmpstr (hardly, ==, "1 (<1 %)");
  g_assert_cmpstr (whole, ==, "256 (100 %)");
}

static void
test_moments_are_for_people (void)
{
  static const struct { int year, month, day; const char *text; } rows[] = {
    { 2026, 3, 5, "today, 20:07" }, { 2026, 3, 4, "4 March 2026, 20:07" }, { 2025, 3, 5, "5 March 2025, 20:07" },
  };
  g_autoptr (GDateTime) now = g_date_time_new_local (2026, 3, 5, 23, 59, 0);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GDateTime) moment = g_date_time_new_local (rows[i].year, rows[i].month, rows[i].day, 20, 7, 12);
      g_autofree char *text = loom_format_moment (moment, now);

      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

/* What is chosen in the launch bar is the line that the settings have, there and back. */
static void
test_expectations_are_read_as_written (void)
{
  static const struct {
    LoomExpectKey key;
    const char *value, *title, *detail;
  } rows[] = {
    { LOOM_EXPECT_DOMAIN, NULL, "Not declared", NULL },
    { LOOM_EXPECT_DOMAIN, "1", "All cells", NULL },
    { LOOM_EXPECT_DOMAIN, "x <= y", "Lower triangle", NULL },
    { LOOM_EXPECT_DOMAIN, "x - y <= 2 && y - x <= 2", "Band", "2" },
    { LOOM_EXPECT_DOMAIN, "x < 3", "Condition", "x < 3" },
    { LOOM_EXPECT_DOMAIN, "file:mask.npy", "Mask in a file", "mask.npy" },
    { LOOM_EXPECT_REFERENCE, NULL, "None", NULL },
    { LOOM_EXPECT_REFERENCE, "expr:2*x", "Formula", "2*x" },
    { LOOM_EXPECT_REFERENCE, "file:wanted.csv", "File", "wanted.csv" },
    { LOOM_EXPECT_REFERENCE, "kernel:plain", "Another kernel", "plain" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomExpectKind kind;
      g_autofree char *detail = NULL, *written = NULL;
      const guint n = loom_expect_read (rows[i].key, rows[i].value, 2, &detail);

      loom_expect_kind_get (rows[i].key, n, &kind);
      g_assert_cmpstr (kind.title, ==, rows[i].title);
      g_assert_cmpstr (detail, ==, rows[i].detail);
      written = loom_expect_write (rows[i].key, n, detail, 2, NULL);
      g_assert_cmpstr (written, ==, rows[i].value);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/launch/sentences-keep-names", test_sentences_keep_names);
  g_test_add_func ("/app/launch/advice-has-buttons", test_advice_has_buttons);
  g_test_add_func ("/app/launch/unknown-rank-has-three-answers",
                   test_unknown_rank_has_three_answers);
  g_test_add_func ("/app/launch/reads-settings-without-a-plan", test_read_without_plan);
  g_test_add_func ("/app/launch/edits-the-kernels-own-group", test_own_group);
  g_test_add_func ("/app/launch/a-reference-follows-the-fill", test_a_reference_follows_the_fill);
  g_test_add_func ("/app/launch/reset-is-one-edit", test_reset_is_one_edit);
  g_test_add_func ("/app/launch/scale-stays-legal", test_scale);
  g_test_add_func ("/app/launch/fixes-by-code", test_fixes);
  g_test_add_func ("/app/launch/expectations-are-read-as-written",
                   test_expectations_are_read_as_written);
  g_test_add_func ("/app/fix/guards-host-code", test_guard_host_code);
  g_test_add_func ("/app/fix/moves-the-block", test_move_block);
  g_test_add_func ("/app/fix/renames-a-group", test_rename_group);
  g_test_add_func ("/app/fix/sets-shared-memory", test_set_shared);
  g_test_add_func ("/app/format/groups-and-units", test_numbers);
  g_test_add_func ("/app/format/moments", test_moments_are_for_people);
  return g_test_run ();
}
