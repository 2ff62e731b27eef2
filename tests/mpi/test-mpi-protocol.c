/* test-mpi-protocol.c: what ranks answer: whole again, refused or harmless
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "variant-fixture.h"

#include "loom-error.h"
#include "loom-mpi-protocol.h"

#define MUTATIONS 20000

static void
fill_result (LoomRunPartResult *result)
{
  *result = (LoomRunPartResult) { .start_ms = 1, .end_ms = 3.5 };
  result->outcome.trap = loom_finding_new (LOOM_ERROR_OOB, "%s", "beyond");
  result->outcome.trap->array = g_strdup ("f");
  result->outcome.findings
      = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_finding_free);
  g_ptr_array_add (result->outcome.findings, loom_finding_new (LOOM_ERROR_RACE, "%s", "a race"));
  result->outcome.output = g_string_new_len ("a\0\xff", 3);
  result->outcome.idle_threads = 7;
  result->outcome.warp_instructions = 1234567890123;
  result->outcome.equal_writes = 3;
  result->outcome.serialised = TRUE;
}

static void
test_results_cross_whole (void)
{
  LoomRunPartResult result, copy = { 0 };
  g_autoptr (GVariant) variant = NULL;

  fill_result (&result);
  variant = g_variant_ref_sink (loom_mpi_result_to_variant (&result));
  g_assert_true (loom_mpi_result_from_variant (variant, &copy));
  g_assert_cmpstr (copy.outcome.trap->text, ==, "beyond");
  g_assert_cmpstr (copy.outcome.trap->array, ==, "f");
  g_assert_cmpuint (copy.outcome.findings->len, ==, 1);
  g_assert_cmpmem (copy.outcome.output->str, copy.outcome.output->len, "a\0\xff", 3);
  g_assert_cmpuint (copy.outcome.idle_threads, ==, 7);
  g_assert_cmpuint (copy.outcome.warp_instructions, ==, 1234567890123);
  g_assert_cmpuint (copy.outcome.equal_writes, ==, 3);
  g_assert_true (copy.outcome.serialised);
  g_assert_cmpfloat (copy.end_ms, ==, 2.5);
  loom_sim_outcome_clear (&result.outcome);
  loom_sim_outcome_clear (&copy.outcome);
}

static void
test_answers_have_errors_of_the_rank (void)
{
  g_autoptr (GError) error = g_error_new (LOOM_ERROR, LOOM_ERROR_MEMORY, "%s", "full"), got = NULL;
  g_autoptr (GVariant) bad = g_variant_ref_sink (loom_mpi_answer_new (error, NULL));
  g_autoptr (GVariant) good = g_variant_ref_sink (
      loom_mpi_answer_new (NULL, g_variant_new_uint32 (5)));
  g_autoptr (GVariant) unknown = g_variant_ref_sink (
      g_variant_new ("(usv)", 12345, "?", g_variant_new_boolean (TRUE)));
  g_autoptr (GVariant) payload = NULL;

  g_assert_false (loom_mpi_answer_check (bad, NULL, &got));
  g_assert_error (got, LOOM_ERROR, LOOM_ERROR_MEMORY);
  g_assert_cmpstr (got->message, ==, "full");
  g_clear_error (&got);
  g_assert_true (loom_mpi_answer_check (good, &payload, &got));
  g_assert_cmpuint (g_variant_get_uint32 (payload), ==, 5);
  g_assert_false (loom_mpi_answer_check (unknown, NULL, &got));
  g_assert_error (got, LOOM_ERROR, LOOM_ERROR_PROTOCOL);
}

static void
test_mutations (void)
{
  LoomRunPartResult result;
  g_autoptr (GVariant) good = NULL;
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint taken = 0;

  fill_result (&result);
  good = g_variant_ref_sink (loom_mpi_result_to_variant (&result));
  for (guint i = 0; i < MUTATIONS; i++)
    {
      g_autoptr (GVariant) changed = fixture_mutate (good, rand);
      LoomRunPartResult copy = { 0 };

      if (loom_mpi_result_from_variant (changed, &copy))
        {
          g_assert_nonnull (copy.outcome.output);
          g_assert_nonnull (copy.outcome.findings);
          g_assert_true (copy.end_ms >= 0);
          taken++;
        }
      loom_sim_outcome_clear (&copy.outcome);
    }
  g_test_message ("%u of %u are taken", taken, MUTATIONS);
  g_assert_cmpuint (taken, >, MUTATIONS / 20);
  g_assert_cmpuint (taken, <, MUTATIONS);
  loom_sim_outcome_clear (&result.outcome);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/mpi/protocol/results-cross-whole", test_results_cross_whole);
  g_test_add_func ("/mpi/protocol/answers-have-errors-of-the-rank",
                   test_answers_have_errors_of_the_rank);
  g_test_add_func ("/mpi/protocol/mutations", test_mutations);

  return g_test_run ();
}
