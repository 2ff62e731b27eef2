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

static GArray *
read_frames (const char *text)
{
  g_autoptr (GVariant) variant = g_variant_parse (NULL, text, NULL, NULL, NULL);

  g_assert_nonnull (variant);
  return loom_run_frames_from_variant (variant);
}

static void
test_frames_are_in_order (void)
{
  static const struct { const char *text; gint n; } rows[] = {
    { "(@a(ttuu) [],)", 0 },
    { "([(uint64 0, uint64 0, uint32 0, uint32 0)],)", 1 },
    { "([(uint64 18446744073709551615, uint64 7, uint32 4294967295, uint32 3)],)", 1 },
    { "([(uint64 0, uint64 0, uint32 0, uint32 1), (2, 5, 1, 0), (4, 9, 1, 2)],)", 3 },
    { "([(uint64 2, uint64 0, uint32 0, uint32 1), (1, 0, 0, 0)],)", -1 },
    { "([(uint64 2, uint64 0, uint32 0, uint32 1), (2, 1, 0, 0)],)", -1 },
    { "([(uint64 0, uint64 0, uint32 0, uint32 1), (4, 0, 0, 0), (3, 0, 0, 0)],)", -1 },
    { "([(0, uint64 0, uint32 0, uint32 0)],)", -1 },
    { "(@a(uudd) [],)", -1 },
    { "@a(ttuu) []", -1 },
    { "'text'", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GArray) frames = read_frames (rows[i].text);
      g_autoptr (GVariant) again = NULL, variant = NULL;

      g_test_message ("%s", rows[i].text);
      g_assert_cmpint (frames != NULL ? (gint) frames->len : -1, ==, rows[i].n);
      if (frames == NULL)
        continue;
      variant = g_variant_parse (NULL, rows[i].text, NULL, NULL, NULL);
      again = g_variant_ref_sink (loom_run_frames_to_variant (frames));
      g_assert_true (g_variant_equal (variant, again));
    }
}

static void
test_spans_end_after_they_start (void)
{
  static const struct { double start, end; gboolean is_good; } rows[] = {
    { 0, 0, TRUE }, { 1, 2.5, TRUE }, { 1e300, 1e300, TRUE },
    { 2, 1, FALSE }, { -1, 1, FALSE }, { -2, -1, FALSE }, { NAN, 1, FALSE }, { 0, NAN, FALSE },
    { NAN, NAN, FALSE }, { 0, INFINITY, FALSE }, { INFINITY, INFINITY, FALSE },
    { -INFINITY, 0, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GArray) spans = g_array_new (FALSE, TRUE, sizeof (LoomRunSpan)), copy = NULL;
      const LoomRunSpan good = { 0, 1, 0, 1 }, span = { 3, 2, rows[i].start, rows[i].end };
      g_autoptr (GVariant) variant = NULL, again = NULL;

      g_array_append_val (spans, good);
      g_array_append_val (spans, span);
      variant = g_variant_ref_sink (loom_run_spans_to_variant (spans));
      copy = loom_run_spans_from_variant (variant);
      g_test_message ("from %g to %g", span.start_ms, span.end_ms);
      g_assert_true ((copy != NULL) == rows[i].is_good);
      if (copy == NULL)
        continue;
      again = g_variant_ref_sink (loom_run_spans_to_variant (copy));
      g_assert_true (g_variant_equal (variant, again));
      g_assert_cmpuint (g_array_index (copy, LoomRunSpan, 1).step, ==, 3);
      g_assert_cmpuint (g_array_index (copy, LoomRunSpan, 1).stream, ==, 2);
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

static void
check_frames (GVariant *variant)
{
  g_autoptr (GArray) frames = loom_run_frames_from_variant (variant);

  for (guint i = 1; frames != NULL && i < frames->len; i++)
    g_assert_cmpuint (g_array_index (frames, LoomRunFrame, i - 1).moment, <,
                      g_array_index (frames, LoomRunFrame, i).moment);
}

static void
check_spans (GVariant *variant)
{
  g_autoptr (GArray) spans = loom_run_spans_from_variant (variant);

  for (guint i = 0; spans != NULL && i < spans->len; i++)
    {
      const LoomRunSpan *span = &g_array_index (spans, LoomRunSpan, i);

      g_assert_cmpfloat (span->start_ms, >=, 0);
      g_assert_cmpfloat (span->end_ms, >=, span->start_ms);
      g_assert_true (isfinite (span->end_ms));
    }
}

#define SEED 15
#define MUTATIONS 20000

static void
test_mutations (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  g_autoptr (LoomRunStep) step = make_step ();
  g_autoptr (GVariant) packed = g_variant_ref_sink (loom_run_step_to_variant (step));
  g_autoptr (GVariant) frames = g_variant_parse (
      NULL, "([(uint64 0, uint64 0, uint32 0, uint32 1), (2, 5, 1, 0), (4, 9, 1, 2)],)", NULL, NULL,
      NULL);
  g_autoptr (GVariant) spans
      = g_variant_parse (NULL, "([(uint32 0, uint32 1, 0.0, 1.5), (1, 0, 0.5, 0.5)],)", NULL, NULL,
                         NULL);
  GVariant * const originals[] = { packed, frames, spans };
  void (* const checks[]) (GVariant *) = { check_step, check_frames, check_spans };

  for (guint i = 0; i < MUTATIONS; i++)
    {
      g_autoptr (GVariant) changed = fixture_mutate (originals[i % 3], rand);

      checks[i % 3] (changed);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/run-step/figures-are-of-all-times", test_figures_are_of_all_times);
  g_test_add_func ("/core/run-step/a-step-crosses-whole", test_a_step_crosses_whole);
  g_test_add_func ("/core/run-step/a-step-that-cannot-be-is-refused",
                   test_a_step_that_cannot_be_is_refused);
  g_test_add_func ("/core/run-step/frames-are-in-order", test_frames_are_in_order);
  g_test_add_func ("/core/run-step/spans-end-after-they-start", test_spans_end_after_they_start);
  g_test_add_func ("/core/run-step/mutations", test_mutations);

  return g_test_run ();
}
