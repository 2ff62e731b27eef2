/* test-advice.c: what a document dismisses, and that it is said of nothing else
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-advice-private.h"

#include "loom-dismissed.h"
#include "plan-fixture.h"

#include <string.h>

static void
test_dismiss_adds_a_name (void)
{
  static const struct { const char *before, *after; } rows[] = {
    { NULL, "tail" }, { "", "tail" }, { "divergence", "divergence,tail" },
    { "tail", "tail" }, { " divergence , tail", " divergence , tail" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *after = loom_dismissed_add (rows[i].before, LOOM_ERROR_TAIL);

      g_assert_cmpstr (after, ==, rows[i].after);
      g_assert_true (loom_dismissed_check (after, NULL));
    }
}

static void
test_only_rules_are_dismissed (void)
{
  g_autoptr (LoomDocument) document = loom_document_parse (
      "/* gridloom\n[launch]\ndismissed=oob,tail\n[launch b]\ndismissed=registers\n*/\n", -1);
  g_autoptr (GError) error = NULL;

  g_assert_true (loom_dismissed_has (document, "a", LOOM_ERROR_TAIL));
  g_assert_false (loom_dismissed_has (document, "a", LOOM_ERROR_OOB));
  g_assert_false (loom_dismissed_has (document, "a", LOOM_ERROR_REGISTERS));
  g_assert_false (loom_dismissed_has (NULL, "a", LOOM_ERROR_TAIL));
  /* a kernel may have its own */
  g_assert_false (loom_dismissed_has (document, "b", LOOM_ERROR_TAIL));
  g_assert_true (loom_dismissed_has (document, "b", LOOM_ERROR_REGISTERS));
  g_assert_cmpuint (loom_document_get_problems (document)->len, ==, 1);
  g_assert_false (loom_dismissed_check ("oob", &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
}

static void
test_findings_have_what_mends_them (void)
{
  g_autoptr (LoomPlan) plan = fixture_bind ("k: float* f", "[launch]\nblock=30,30\nshape=64,64\n",
                                            NULL, NULL);
  const LoomAdviceSubject subject = { .plan = plan, .limits = loom_limits_get_simulator () };
  g_autoptr (GPtrArray) list = loom_advice_list (&subject, NULL);
  const LoomAdvice *advice = NULL;

  for (guint i = 0; i < list->len; i++)
    if (((LoomAdvice *) list->pdata[i])->code == LOOM_ERROR_NOT_WARP_MULTIPLE)
      advice = list->pdata[i];
  g_assert_nonnull (advice);
  g_assert_cmpstr (advice->key, ==, "block");
  g_assert_cmpstr (advice->value, ==, "32,30");
  g_assert_true (loom_advice_is_wrong (advice));
}

/* Only a kernel that decides nothing is sure to have no guard. */
static void
test_what_decides (void)
{
  static const struct { const char *before, *body; gboolean decides; } rows[] = {
    { "", "f[i] = n;", FALSE },
    { "", "f[i & 7] = n | i;", FALSE },
    { "", "int &m = n; f[i] = m;", FALSE },
    { "__device__ int twice (int a) { return 2 * a; }", "f[i] = twice (n);", FALSE },
    { "", "if (i < n) f[i] = 1;", TRUE },
    { "", "if (i >= n) return; f[i] = 1;", TRUE },
    { "", "f[i] = i < n ? 1 : 2;", TRUE },
    { "", "i < n && (f[i] = 1);", TRUE },
    { "", "for (; i < n; i += 64) f[i] = 1;", TRUE },
    { "", "while (i < n) f[i++] = 1;", TRUE },
    { "", "asm (\"exit;\"); f[i] = 1;", TRUE },
    { "#define GUARD if (i >= n) return", "GUARD; f[i] = 1;", TRUE },
    { "__device__ int least (int a, int b) { return a < b ? a : b; }", "f[least (i, n)] = 1;",
      TRUE },
    { "#include \"guard.h\"", "GUARD (i, n); f[i] = 1;", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "%s\n__global__ void k (int *f, int n)\n{ int i = threadIdx.x; %s }\n", rows[i].before,
          rows[i].body);
      g_autoptr (LoomSourceScan) scan = loom_source_scan_new (text, strlen (text));
      LoomSourceIndices indices;

      g_test_message ("%s", text);
      loom_source_indices_read (&indices, scan, "k");
      g_assert_cmpint (indices.decides, ==, rows[i].decides);
    }
}

/* Of four rows of four threads those that work, by what they store or by how much they do. */
static void
test_patterns_are_told (void)
{
  static const struct { const char *range, *threads; LoomPattern pattern; } rows[] = {
    { "4,4", "xxxx" "xxxx" "xxxx" "xxxx", LOOM_PATTERN_NONE },
    { "4,3", "xxxx" "xxxx" "xxxx" "....", LOOM_PATTERN_TAIL },
    { "4,4", "x.x." ".x.x" "x.x." ".x.x", LOOM_PATTERN_CHECKERBOARD },
    { "4,4", ".x.x" "x.x." ".x.x" "x.x.", LOOM_PATTERN_CHECKERBOARD },
    { "4,4", "x..." "x..." "x..." "x...", LOOM_PATTERN_STRIPES },
    { "4,4", "...x" "..xx" ".xxx" "xxxx", LOOM_PATTERN_TRIANGLE },
    { "4,4", "xxxx" ".xxx" "..xx" "...x", LOOM_PATTERN_TRIANGLE },
    { "4,4", "xxxx" "xx.x" "xxxx" "x..x", LOOM_PATTERN_DATA },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (rows); i++)
    {
      const gboolean by_counts = i % 2;
      g_autofree char *settings
          = g_strdup_printf ("[launch]\nblock=4,4\nrange=%s\n", rows[i / 2].range);
      g_autoptr (LoomPlan) plan = fixture_bind ("k: float* f", settings, NULL, NULL);
      g_autoptr (LoomRun) run = loom_run_new ();
      g_autoptr (GBytes) bytes = NULL;
      guint32 counts[16];
      guint8 states[16];

      for (guint j = 0; j < 16; j++)
        {
          const gboolean works = rows[i / 2].threads[j] == 'x';

          counts[j] = works ? 5 : 4;
          states[j] = works || by_counts ? LOOM_THREAD_STORED : LOOM_THREAD_NO_STORE;
        }
      run->grid = LOOM_DIM3 (1, 1, 1);
      run->block = LOOM_DIM3 (4, 4, 1);
      run->threads = 16;
      run->profile = loom_profile_new ();
      run->profile->states = g_bytes_new (states, sizeof states);
      bytes = g_bytes_new (counts, sizeof counts);
      if (by_counts)
        loom_profile_set_threads (run->profile, bytes);
      g_test_message ("%s%s", rows[i / 2].threads, by_counts ? " by counts" : "");
      g_assert_cmpint (_loom_advice_find_pattern (plan, run), ==, rows[i / 2].pattern);
    }
}

/* Means have three digits, and no more zeros than a person would write. */
static void
test_means_are_rounded (void)
{
  static const struct
  {
    guint64     passes, conflicts;
    const char *means;
  } rows[] = {
    { 1234, 1000, "takes 12.3 passes where 2.34 would do" },
    { 3000, 2900, "takes 30 passes where 1 would do" },
    { 445, 320, "takes 4.45 passes where 1.25 would do" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomRun) run = loom_run_new ();
      const LoomAdviceSubject subject = { .run = run };
      LoomLineProfile *line;
      LoomAdvice advice = { .line = 0 };

      run->profile = loom_profile_new ();
      line = loom_profile_take_line (run->profile, NULL, 7);
      line->executed = line->shared_requests = 100;
      line->wavefronts = rows[i].passes;
      line->conflicts = rows[i].conflicts;
      _loom_advice_bank_conflicts (&subject, &advice);
      g_assert_cmpuint (advice.line, ==, 7);
      g_assert_nonnull (strstr (advice.text, rows[i].means));
      g_free (advice.text);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/advice/dismiss-adds-a-name", test_dismiss_adds_a_name);
  g_test_add_func ("/core/advice/only-rules-are-dismissed", test_only_rules_are_dismissed);
  g_test_add_func ("/core/advice/what-decides", test_what_decides);
  g_test_add_func ("/core/advice/patterns-are-told", test_patterns_are_told);
  g_test_add_func ("/core/advice/findings-have-what-mends-them",
                   test_findings_have_what_mends_them);
  g_test_add_func ("/core/advice/means-are-rounded", test_means_are_rounded);
  return g_test_run ();
}
