/* test-run-step.c: what steps came to, the moments that were kept and when steps were done: figures,
 * and the wire
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "variant-fixture.h"

#include "loom-run-step.h"

#include <math.h>

static void
test_figures_are_of_all_times (void)
{
  g_autoptr (LoomRunStep) step = loom_run_step_new (LOOM_STATEMENT_FILL, "fill f = ones", 7, 2);

  g_assert_cmpuint (step->times, ==, 0);
  g_assert_cmpfloat (step->least_ms, <, 0);
  loom_run_step_add (step, 2);
  loom_run_step_add (step, 0.5);
  loom_run_step_add (step, 3);
  g_assert_cmpuint (step->times, ==, 3);
  g_assert_cmpfloat (step->total_ms, ==, 5.5);
  g_assert_cmpfloat (step->least_ms, ==, 0.5);
  g_assert_cmpfloat (step->most_ms, ==, 3);
}

/* 1 KiB in 2 ms */
static LoomRunStep *
make_copy (void)
{
  LoomRunStep *step = loom_run_step_new (LOOM_STATEMENT_COPY, "copy f to g", 1, 0);

  loom_run_step_add (step, 2);
  step->bytes = 1024;
  return step;
}

static void
test_rates_have_the_unit_that_fits (void)
{
  static const struct { double rate; const char *text; } rows[] = {
    { 390e9, "390 GB/s" }, { 12.34e9, "12.3 GB/s" }, { 1e9, "1.00 GB/s" }, { 999e6, "999 MB/s" },
    { 62.3e3, "62.3 kB/s" }, { 12, "12.0 B/s" }, { 0.5, "0.50 B/s" },
  };
  g_autoptr (LoomRunStep) step = make_copy ();
  g_autofree char *text = loom_run_step_dup_rate (step);

  g_assert_true (g_str_has_suffix (text, "KiB, 512 kB/s"));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *rate = loom_rate_format (rows[i].rate);

      g_assert_cmpstr (rate, ==, rows[i].text);
    }
}

static LoomRunStep *
make_step (void)
{
  LoomRunStep *step = loom_run_step_new (LOOM_STATEMENT_LAUNCH, "launch f", 9,
                                         LOOM_STATEMENTS_MAX_DEPTH);

  loom_run_step_add (step, 0.25);
  step->warp_instructions = G_MAXUINT64;
  return step;
}

static void
test_a_step_crosses_whole (void)
{
  g_autoptr (LoomRunStep) step = make_step (), copy = NULL, none = NULL;
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_run_step_to_variant (step)), again = NULL;
  g_autoptr (GVariant) other = g_variant_ref_sink (g_variant_new_string ("launch f"));

  copy = loom_run_step_from_variant (variant);
  g_assert_nonnull (copy);
  again = g_variant_ref_sink (loom_run_step_to_variant (copy));
  g_assert_true (g_variant_equal (variant, again));
  g_assert_cmpstr (copy->text, ==, "launch f");
  none = loom_run_step_from_variant (other);
  g_assert_null (none);
}

/* Depths are columns, and figures are written as numbers. */
static void
test_a_step_that_cannot_be_is_refused (void)
{
  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (LoomRunStep) step = make_step (), copy = NULL;
      g_autoptr (GVariant) variant = NULL;

      step->kind = i == 0 ? LOOM_N_STATEMENTS : step->kind;
      step->depth = i == 1 ? LOOM_STATEMENTS_MAX_DEPTH + 1 : i == 2 ? G_MAXUINT : step->depth;
      step->total_ms = i == 3 ? NAN : step->total_ms;
      step->least_ms = i == 4 ? -INFINITY : step->least_ms;
      step->most_ms = i == 5 ? INFINITY : step->most_ms;
      variant = g_variant_ref_sink (loom_run_step_to_variant (step));
      copy = loom_run_step_from_variant (variant);
      g_assert_null (copy);
    }
}

static void
check_step (GVariant *variant)
{
  g_autoptr (LoomRunStep) step = loom_run_step_from_variant (variant);

  if (step == NULL)
    return;
  g_assert_cmpuint (step->kind, <, LOOM_N_STATEMENTS);
  g_assert_cmpuint (step->depth, <=, LOOM_STATEMENTS_MAX_DEPTH);
  g_assert_nonnull (step->text);
  g_assert_true (isfinite (step->total_ms) && isfinite (step->least_ms) &&
                 isfinite (step->most_ms));
}

#define SEED 15
#define MUTATIONS 20000

static void
test_mutations (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  g_autoptr (LoomRunStep) step = make_step ();
  g_autoptr (GVariant) packed = g_variant_ref_sink (loom_run_step_to_variant (step));

  for (guint i = 0; i < MUTATIONS; i++)
    {
      g_autoptr (GVariant) changed = fixture_mutate (packed, rand);

      check_step (changed);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/run-step/figures-are-of-all-times", test_figures_are_of_all_times);
  g_test_add_func ("/core/run-step/rates-have-the-unit-that-fits",
                   test_rates_have_the_unit_that_fits);
  g_test_add_func ("/core/run-step/a-step-crosses-whole", test_a_step_crosses_whole);
  g_test_add_func ("/core/run-step/a-step-that-cannot-be-is-refused",
                   test_a_step_that_cannot_be_is_refused);
  g_test_add_func ("/core/run-step/mutations", test_mutations);

  return g_test_run ();
}
