/* test-sweep.c: the grammar of axes, and which configurations of a sweep are best
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-error.h"
#include "loom-sweep-settings.h"
#include "loom-sweep.h"
#include "plan-fixture.h"

static LoomSweep *
new_sweep (const char    *axes,
           LoomBackendId  backend)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *parsed = loom_sweep_axes_parse (axes, &error);

  g_assert_no_error (error);
  return loom_sweep_new (parsed, backend, "k", NULL);
}

static void
test_axes_are_read_and_written (void)
{
  static const char * const rows[][2] = {
    { "block.x=8,16,32", "block.x=8,16,32" },
    { " block.x = 8..64*2 ;; block.y=1..4 ; ", "block.x=8,16,32,64; block.y=1,2,3,4" },
    { "-DT=float,double;n=100..1000+450", "-DT=float,double; n=100,550,1000" },
    { "shape.rows=3; shared=0..10+4", "shape.rows=3; shared=0,4,8" },
    { "n=-1.5,cols*2", "n=-1.5,cols*2" },
    { "n=9223372036854775806..9223372036854775807",
      "n=9223372036854775806,9223372036854775807" },
    { "n=4611686018427387904..9223372036854775807*4", "n=4611686018427387904" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) axes = loom_sweep_axes_parse (rows[i][0], &error);
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      text = loom_sweep_axes_format (axes);
      g_assert_cmpstr (text, ==, rows[i][1]);
    }
}

static void
test_the_first_axis_is_the_fastest (void)
{
  g_autoptr (LoomSweep) sweep = new_sweep ("block.x=8,16; -DT=1,2,3", LOOM_BACKEND_ID_SIMULATOR);
  g_autofree char *first = loom_sweep_dup_name (sweep, sweep->tiles->pdata[1]);
  g_autofree char *last = loom_sweep_dup_name (sweep, sweep->tiles->pdata[5]);

  g_assert_cmpuint (sweep->tiles->len, ==, 6);
  g_assert_cmpstr (first, ==, "block.x=16, -DT=1");
  g_assert_cmpstr (last, ==, "block.x=16, -DT=3");
}

/* Samples around a median, as noise has them. */
static void
add_samples (LoomSweep *sweep,
             guint      tile,
             double     median)
{
  LoomSweepOutcome *outcome = ((LoomSweepTile *) sweep->tiles->pdata[tile])->outcome;

  outcome->state = LOOM_OUTCOME_DONE;
  for (gint i = -7; i <= 7; i++)
    {
      const double sample = median * (1 + 0.001 * i);

      g_array_append_val (outcome->samples, sample);
    }
  loom_decile_init (&outcome->decile, (const double *) (gpointer) outcome->samples->data,
                    outcome->samples->len);
}

/* Extents that the array has not, and what is no number, do not vary. */
static void
test_what_can_vary_is_listed (void)
{
  g_autoptr (LoomDocument) document = loom_document_parse (
      "#ifndef N\n#define N 8\n#endif\n", -1);
  g_autoptr (LoomPlan) plan = fixture_bind ("k: float* f, int n, float a", "[arg f]\nshape=4,8\n",
                                            NULL, NULL);
  g_auto (GStrv) names = loom_sweep_list_names (document, plan);
  g_autofree char *listed = g_strjoinv (" ", names);

  g_assert_cmpstr (listed, ==, "block.x block.y block.z grid.x grid.y grid.z shared shape.cols "
                               "shape.rows n a -DN");
}

static void
test_who_cannot_be_told_from_the_best_is_best (void)
{
  static const double medians[] = { 1.3, 1.004, 1.0, 1.008, 2.0, 0.5 };
  static const gboolean best[] = { FALSE, TRUE, TRUE, TRUE, FALSE, FALSE };
  static const guint ranks[] = { 4, 2, 1, 3, 5, 0 };
  g_autoptr (LoomSweep) sweep = new_sweep ("n=1..6", LOOM_BACKEND_ID_CUDA (0));

  for (guint i = 0; i < G_N_ELEMENTS (medians); i++)
    add_samples (sweep, i, medians[i]);
  /* what is wrong is not best, however fast it is */
  loom_sweep_outcome_set (((LoomSweepTile *) sweep->tiles->pdata[5])->outcome, LOOM_OUTCOME_WRONG,
                          NULL);
  loom_sweep_rank (sweep);
  for (guint i = 0; i < G_N_ELEMENTS (medians); i++)
    {
      const LoomSweepTile *tile = sweep->tiles->pdata[i];

      g_assert_cmpint (tile->is_best, ==, best[i]);
      g_assert_cmpuint (tile->rank, ==, ranks[i]);
    }
}

/* Those that the model does not tell apart are told in the order of their times. */
static void
test_the_best_are_told_best_first (void)
{
  static const double modelled[] = { 0.00272, 0.00270, 0.00271, 0.5 };
  g_autoptr (LoomSweep) sweep = new_sweep ("n=1..4", LOOM_BACKEND_ID_SIMULATOR);
  g_autofree char *sentence = NULL;

  g_free (sweep->device);
  sweep->device = g_strdup ("a GPU");
  for (guint i = 0; i < G_N_ELEMENTS (modelled); i++)
    {
      LoomSweepOutcome *outcome = ((LoomSweepTile *) sweep->tiles->pdata[i])->outcome;

      outcome->state = LOOM_OUTCOME_DONE;
      outcome->modelled_ms = modelled[i];
    }
  loom_sweep_rank (sweep);
  sentence = loom_sweep_dup_sentence (sweep);
  g_assert_cmpstr (sentence, ==,
                   "Fastest as modelled for a GPU; 3 are too close to tell apart: n=2; n=3; n=1");
}

/* Few samples leave open whether one that seems slower is; one that is ranked before it need not be
 * among the best. */
static void
test_the_best_need_not_be_ranked_together (void)
{
  static const LoomDecile deciles[] = { { 1, 1, 1 }, { 1.1, 1.1, 1.1 }, { 1.2, 0.9, 1.5 } };
  g_autoptr (LoomSweep) sweep = new_sweep ("n=1..3", LOOM_BACKEND_ID_CUDA (0));
  g_autofree char *sentence = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (deciles); i++)
    {
      add_samples (sweep, i, 1);
      ((LoomSweepTile *) sweep->tiles->pdata[i])->outcome->decile = deciles[i];
    }
  loom_sweep_rank (sweep);
  sentence = loom_sweep_dup_sentence (sweep);
  g_assert_cmpstr (sentence, ==, "Fastest as measured; 2 are too close to tell apart: n=1; n=3");
}

static void
test_counts_are_told_apart_exactly (void)
{
  static const guint64 counts[] = { 1001, 1000, 1000 };
  g_autoptr (LoomSweep) sweep = new_sweep ("n=1..3", LOOM_BACKEND_ID_SIMULATOR);

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      LoomSweepOutcome *outcome = ((LoomSweepTile *) sweep->tiles->pdata[i])->outcome;

      outcome->state = LOOM_OUTCOME_DONE;
      outcome->warp_instructions = counts[i];
    }
  loom_sweep_rank (sweep);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    g_assert_cmpint (((LoomSweepTile *) sweep->tiles->pdata[i])->is_best, ==, counts[i] == 1000);
}

static void
test_an_interval_of_many_samples_is_narrow (void)
{
  double samples[1001];
  LoomDecile decile;

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    samples[i] = i * 617 % 1001;        /* 0 to 1000, in no order */
  loom_decile_init (&decile, samples, G_N_ELEMENTS (samples));
  g_assert_cmpfloat (decile.value, ==, 100);
  /* 1.96 standard deviations of a binomial, as the normal distribution has it */
  g_assert_cmpfloat_with_epsilon (decile.low, 100 - 18.6, 2);
  g_assert_cmpfloat_with_epsilon (decile.high, 100 + 18.6, 2);
}

static LoomSweepOutcome *
read_changed (GVariant *variant,
              guint     child,
              GVariant *changed)
{
  g_autoptr (GVariant) given = g_variant_ref_sink (changed);
  const gsize n = g_variant_n_children (variant);
  GVariant *children[16];
  g_autoptr (GVariant) tuple = NULL;

  for (gsize i = 0; i < n; i++)
    children[i] = i == child ? g_variant_ref (given) : g_variant_get_child_value (variant, i);
  tuple = g_variant_ref_sink (g_variant_new_tuple (children, n));
  for (gsize i = 0; i < n; i++)
    g_variant_unref (children[i]);
  return loom_sweep_outcome_from_variant (tuple);
}

static void
test_an_outcome_crosses_and_a_hostile_one_does_not (void)
{
  const double bad_sample = -1;
  g_autoptr (LoomSweepOutcome) outcome = loom_sweep_outcome_new (), copy = NULL;
  g_autoptr (GVariant) variant = NULL;
  double sample = 0.25;

  loom_sweep_outcome_set (outcome, LOOM_OUTCOME_STOPPED, "why");
  outcome->block = LOOM_DIM3 (8, 4, 1);
  outcome->tally.thumbnail.width = outcome->tally.thumbnail.height = 2;
  outcome->tally.thumbnail.codes[3] = LOOM_THUMBNAIL_MISSED;
  g_array_append_val (outcome->samples, sample);
  variant = g_variant_ref_sink (loom_sweep_outcome_to_variant (outcome));
  copy = loom_sweep_outcome_from_variant (variant);
  g_assert_nonnull (copy);
  g_assert_cmpstr (copy->text, ==, "why");
  g_assert_cmpuint (loom_thumbnail_get_code (&copy->tally.thumbnail, 1, 1), ==,
                    LOOM_THUMBNAIL_MISSED);
  g_assert_cmpfloat (g_array_index (copy->samples, double, 0), ==, 0.25);

  g_assert_null (read_changed (variant, 0, g_variant_new_uint32 (LOOM_N_OUTCOMES)));
  g_assert_null (read_changed (variant, 8, g_variant_new_fixed_array (
      G_VARIANT_TYPE_BYTE, &bad_sample, sizeof bad_sample, 1)));
  g_assert_null (read_changed (variant, 8, g_variant_new_fixed_array (
      G_VARIANT_TYPE_BYTE, &bad_sample, 3, 1)));
  g_assert_null (read_changed (variant, 1, g_variant_new_uint32 (1)));
  outcome->tally.thumbnail.codes[3] = LOOM_N_THUMBNAIL_CODES;
  g_clear_pointer (&variant, g_variant_unref);
  variant = g_variant_ref_sink (loom_sweep_outcome_to_variant (outcome));
  g_assert_null (loom_sweep_outcome_from_variant (variant));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/Loom/sweep/axes_are_read_and_written", test_axes_are_read_and_written);
  g_test_add_func ("/Loom/sweep/what_can_vary_is_listed", test_what_can_vary_is_listed);
  g_test_add_func ("/Loom/sweep/the_first_axis_is_the_fastest",
                   test_the_first_axis_is_the_fastest);
  g_test_add_func ("/Loom/sweep/the_best_are_told_best_first", test_the_best_are_told_best_first);
  g_test_add_func ("/Loom/sweep/the_best_need_not_be_ranked_together",
                   test_the_best_need_not_be_ranked_together);
  g_test_add_func ("/Loom/sweep/who_cannot_be_told_from_the_best_is_best",
                   test_who_cannot_be_told_from_the_best_is_best);
  g_test_add_func ("/Loom/sweep/counts_are_told_apart_exactly",
                   test_counts_are_told_apart_exactly);
  g_test_add_func ("/Loom/sweep/an_interval_of_many_samples_is_narrow",
                   test_an_interval_of_many_samples_is_narrow);
  g_test_add_func ("/Loom/sweep/an_outcome_crosses_and_a_hostile_one_does_not",
                   test_an_outcome_crosses_and_a_hostile_one_does_not);
  return g_test_run ();
}
