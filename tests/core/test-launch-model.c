/* test-launch-model.c: modelled times against those of another way to the same model
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-error.h"
#include "loom-launch-model.h"
#include "loom-roofline.h"

#include <math.h>

static const LoomDeviceProfile *
find_profile (GPtrArray  *profiles,
              const char *id)
{
  const LoomDeviceProfile *profile = loom_device_profile_find (profiles, id, NULL);

  g_assert_nonnull (profile);
  return profile;
}

static LoomBlockCosts *
new_costs (guint64 n_blocks,
           guint64 least,
           guint64 most)
{
  LoomBlockCosts *costs = loom_block_costs_new ();

  loom_block_costs_begin (costs, n_blocks);
  for (guint64 i = 0; i < n_blocks; i++)
    loom_block_costs_add (costs, i, least + (guint64) g_test_rand_int_range (
                                        0, (gint32) (most - least + 1)));
  costs->sampled = MIN (n_blocks, 32);
  costs->sampled_instructions = costs->sampled * (least + most) / 2;
  costs->busy_warps = costs->sampled * (guint64) g_test_rand_int_range (0, 33);
  costs->requests = costs->sampled * (guint64) g_test_rand_int_range (0, 200);
  costs->wavefronts = costs->requests * (guint64) g_test_rand_int_range (1, 9);
  costs->sectors = costs->requests * (guint64) g_test_rand_int_range (1, 33);
  costs->footprint = (guint64) g_test_rand_int () % (200 << 20);
  return costs;
}

/* A block that is resident: where, what is left of it. */
typedef struct
{
  guint  multiprocessor;
  double left;
} Step;

/* The multiprocessor with the fewest blocks. */
static guint
find_emptiest (const guint *n,
               guint        n_multiprocessors)
{
  guint best = 0;

  for (guint i = 1; i < n_multiprocessors; i++)
    if (n[i] < n[best])
      best = i;
  return best;
}

static double
norm (double a,
      double b,
      double c,
      double d)
{
  return pow (pow (a, 4) + pow (b, 4) + pow (c, 4) + pow (d, 4), 0.25);
}

/* How much of the mean block's work each of k on a multiprocessor does in a cycle. What waits for
 * memory takes `delay` times what it takes elsewhere. */
static double
get_rate (const LoomLaunchModel *model,
          double                 waits,
          double                 delay,
          guint                  k)
{
  const double *cycles = model->cycles;
  const double usual = norm (cycles[LOOM_BOUND_ISSUE], cycles[LOOM_BOUND_L1], cycles[LOOM_BOUND_L2],
                             cycles[LOOM_BOUND_MEMORY]);
  const double own = norm (cycles[LOOM_BOUND_ISSUE], cycles[LOOM_BOUND_L1],
                           cycles[LOOM_BOUND_L2] * delay, cycles[LOOM_BOUND_MEMORY] * delay);
  const double latency = cycles[LOOM_BOUND_LATENCY] - waits + waits * delay;

  return MAX (usual, 1) / norm (k * MAX (own, 1), latency, 0, 0);
}

/* What the documentation of the model says, from one event to the next: what is left of each block
 * is kept, and looked at each time. The cycles of the mean block are taken as they are; `waits` are
 * those for memory among them. */
static double
step_through (const LoomLaunchModel *model,
              const LoomBlockCosts  *costs,
              double                 waits,
              guint                  n_multiprocessors,
              guint                  room)
{
  const double mean = (double) loom_block_costs_sum (costs) / (double) costs->n_blocks;
  g_autoptr (GArray) resident = g_array_new (FALSE, FALSE, sizeof (Step));
  g_autofree guint *n = g_new0 (guint, n_multiprocessors);
  g_autofree double *delays = g_new (double, n_multiprocessors);
  const double work = MAX (norm (model->cycles[LOOM_BOUND_ISSUE], model->cycles[LOOM_BOUND_L1],
                                 model->cycles[LOOM_BOUND_L2], model->cycles[LOOM_BOUND_MEMORY]),
                           1) / mean;
  double dispatch = 0, now = 0;

  for (guint i = 0; i < n_multiprocessors; i++)
    {
      const double turns = i * (sqrt (5) - 1) / 2;

      delays[i] = 0.89 + 0.22 * (turns - floor (turns));
    }
  for (guint64 block = 0; block < costs->n_blocks || resident->len > 0; )
    {
      const guint emptiest = find_emptiest (n, n_multiprocessors);
      double step = INFINITY;
      guint first = 0;

      for (guint i = 0; i < resident->len; i++)
        {
          const Step *is = &g_array_index (resident, Step, i);
          const guint on = is->multiprocessor;
          const double cycles = is->left / get_rate (model, waits, delays[on], n[on]);

          if (cycles < step)
            {
              step = cycles;
              first = i;
            }
        }
      if (block < costs->n_blocks && n[emptiest] < room && MAX (dispatch - now, 0) <= step)
        {
          step = MAX (dispatch - now, 0);
          first = G_MAXUINT;
        }
      now += step;
      for (guint i = 0; i < resident->len; i++)
        {
          Step *is = &g_array_index (resident, Step, i);

          is->left -= step * get_rate (model, waits, delays[is->multiprocessor],
                                       n[is->multiprocessor]);
        }
      if (first == G_MAXUINT)
        {
          const Step new = { emptiest, work * loom_block_costs_get (costs, block++) };

          g_array_append_val (resident, new);
          n[emptiest]++;
          dispatch = now + 1.2;
        }
      else
        {
          n[g_array_index (resident, Step, first).multiprocessor]--;
          g_array_remove_index_fast (resident, first);
        }
    }
  return now;
}

/* Both agree to rounding, unless two blocks end at the same time, of which either may be first. */
static void
test_blocks_are_executed_as_from_event_to_event (void)
{
  static const char * const ids[] = { "thor", "rtx-3060", "h100", "t4" };
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);

  for (guint i = 0; i < 40; i++)
    {
      const LoomDeviceProfile *profile = find_profile (profiles, ids[i % G_N_ELEMENTS (ids)]);
      const guint64 least = (guint64) g_test_rand_int_range (100, 1000);
      const guint64 n_blocks = (guint64) g_test_rand_int_range (1, 600);
      g_autoptr (LoomBlockCosts) costs = new_costs (n_blocks, least, least * (i % 3 + 2));
      const LoomOccupancyUse use = {
        .threads = (guint) g_test_rand_int_range (1, 1025), .registers = 32,
        .carveout = LOOM_CARVEOUT_DEFAULT,
      };
      LoomOccupancy occupancy;
      LoomLaunchModel model, without;
      guint64 requests;
      double cycles, stepped;

      g_assert_true (loom_launch_model_compute (&model, profile, &use, costs, NULL));
      loom_occupancy_compute (profile, &use, &occupancy);
      /* nothing else depends on the requests */
      requests = costs->requests;
      costs->requests = 0;
      g_assert_true (loom_launch_model_compute (&without, profile, &use, costs, NULL));
      costs->requests = requests;
      cycles = (model.ms - 0.002) * 1000 * (double) profile->clock.value;
      stepped = step_through (&model, costs,
                              model.cycles[LOOM_BOUND_LATENCY] - without.cycles[LOOM_BOUND_LATENCY],
                              (guint) profile->multiprocessors.value,
                              occupancy.blocks);
      g_assert_cmpfloat_with_epsilon (cycles, stepped, stepped * 5e-3);
      g_assert_cmpfloat_with_epsilon (
          model.waves, (double) n_blocks / occupancy.blocks /
                           (double) profile->multiprocessors.value, 1e-9);
    }
}

static void
test_a_schedule_has_each_block_where_there_is_room (void)
{
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);
  const LoomDeviceProfile *profile = find_profile (profiles, "rtx-3060");
  const LoomOccupancyUse use = { .threads = 256, .registers = 64,
                                 .carveout = LOOM_CARVEOUT_DEFAULT };

  for (guint64 n_blocks = 1; n_blocks < 20000; n_blocks = n_blocks * 3 + 1)
    {
      g_autoptr (LoomBlockCosts) costs = new_costs (n_blocks, 500, 2000);
      g_autoptr (LoomSchedule) schedule = NULL;
      LoomScheduleSummary summary;
      LoomLaunchModel model;

      g_assert_true (loom_launch_model_compute (&model, profile, &use, costs, NULL));
      schedule = loom_launch_model_new_schedule (profile, &use, costs);
      loom_schedule_summarise (schedule, &summary);
      g_assert_cmpuint (summary.n_blocks, ==, n_blocks);
      g_assert_cmpuint (summary.n_used, ==, MIN (n_blocks, 28));
      g_assert_cmpuint (summary.peak, <=, 28 * 4);      /* 65536 registers hold four */
      g_assert_cmpfloat_with_epsilon ((double) summary.end_ns / 1e6 + 0.002, model.ms, 2e-6);
      g_assert_cmpfloat_with_epsilon (summary.tail, model.tail, 0.01);
    }
}

/* Blocks that are not followed one by one take as long as those that are. */
static void
test_time_grows_evenly_with_the_grid (void)
{
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);
  const LoomDeviceProfile *profile = find_profile (profiles, "h100");
  const LoomOccupancyUse use = { .threads = 256, .registers = 32,
                                 .carveout = LOOM_CARVEOUT_DEFAULT };
  double last = 0;

  for (guint64 n_blocks = 25000; n_blocks <= 400000; n_blocks *= 2)
    {
      g_autoptr (LoomBlockCosts) costs = loom_block_costs_new ();
      LoomLaunchModel model;

      loom_block_costs_begin (costs, n_blocks);
      for (guint64 i = 0; i < n_blocks; i++)
        loom_block_costs_add (costs, i, 4000);
      g_assert_true (loom_launch_model_compute (&model, profile, &use, costs, NULL));
      g_assert_true (last == 0 || fabs ((model.ms - 0.002) / last - 2) < 0.02);
      g_assert_null (n_blocks > 32768 ? loom_launch_model_new_schedule (profile, &use, costs)
                                      : NULL);
      last = model.ms - 0.002;
    }
}

static void
test_what_cannot_be_modelled_says_so (void)
{
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);
  g_autoptr (LoomBlockCosts) costs = new_costs (10, 100, 100);
  LoomOccupancyUse use = { .threads = 256, .registers = 32, .carveout = LOOM_CARVEOUT_DEFAULT };
  g_autoptr (GError) error = NULL;
  LoomLaunchModel model;

  g_assert_false (loom_launch_model_compute (&model, find_profile (profiles, "9.0"), &use, costs,
                                             &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_UNSUPPORTED);
  g_clear_error (&error);
  use.shared = 300 << 10;
  g_assert_false (loom_launch_model_compute (&model, find_profile (profiles, "h100"), &use, costs,
                                             &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH);
}

/* Changes one member, as a hostile process might. */
static LoomBlockCosts *
read_changed (const LoomBlockCosts *costs,
              guint                 member,
              GVariant             *changed)
{
  g_autoptr (GVariant) given = g_variant_ref_sink (changed);
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_block_costs_to_variant (costs));
  g_autoptr (GVariant) other = NULL;
  GVariant *members[10];

  g_assert_cmpuint (g_variant_n_children (variant), ==, G_N_ELEMENTS (members));
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    members[i] = i == member ? g_variant_ref (given) : g_variant_get_child_value (variant, i);
  other = g_variant_ref_sink (g_variant_new_tuple (members, G_N_ELEMENTS (members)));
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    g_variant_unref (members[i]);
  return loom_block_costs_from_variant (other);
}

static void
test_costs_that_cannot_be_are_refused (void)
{
  g_autoptr (LoomBlockCosts) costs = new_costs (40000, 100, 300);
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_block_costs_to_variant (costs));
  g_autoptr (LoomBlockCosts) same = loom_block_costs_from_variant (variant);

  g_assert_nonnull (same);
  g_assert_cmpuint (same->per_group, ==, 3);
  g_assert_cmpuint (loom_block_costs_sum (same), ==, loom_block_costs_sum (costs));
  g_assert_cmpfloat (loom_block_costs_get (same, 39999), ==, loom_block_costs_get (costs, 39999));
  g_assert_null (read_changed (costs, 0, g_variant_new_uint64 (0)));
  g_assert_null (read_changed (costs, 0, g_variant_new_uint64 (G_MAXUINT64)));
  g_assert_null (read_changed (costs, 1, g_variant_new_uint64 (0)));
  g_assert_null (read_changed (costs, 1, g_variant_new_uint64 (2)));
  g_assert_null (read_changed (costs, 4, g_variant_new_uint64 (40001)));
}

/* Operations of each format take their own time, and one multiprocessor does them one after another. */
static void
test_operations (void)
{
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);
  const LoomDeviceProfile *profile = find_profile (profiles, "h100");
  g_autoptr (LoomBlockCosts) costs = new_costs (64, 400, 500);
  const double hertz = (double) profile->clock.value * 1e6 * (double) profile->multiprocessors.value;

  for (guint formats = 0; formats < 1 << LOOM_N_FLOATS; formats++)
    {
      const LoomLaunchModel model = { .ms = 0 };
      LoomLineProfile counts = { 0 };
      LoomRoofline roofline;
      double operations = 0, seconds = 0;

      for (guint i = 0; i < LOOM_N_FLOATS; i++)
        if ((formats >> i & 1) != 0)
          {
            counts.flops[i] = 1000 + 7 * i;
            operations += 1000 + 7 * i;
            seconds += (1000 + 7 * i) / (2 * (double) profile->flops[i].value * hertz);
          }
      loom_roofline_compute (&roofline, profile, &model, costs, &counts);
      g_assert_cmpint (roofline.counts_instructions, ==, formats == 0);
      if (formats == 0)
        continue;
      g_assert_cmpfloat (roofline.operations, ==, operations);
      g_assert_cmpfloat_with_epsilon (roofline.peak * seconds / operations, 1, 1e-12);
      g_assert_cmpfloat_with_epsilon (roofline.modelled_ms, seconds * 1000, 1e-12);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/launch-model/blocks-are-executed-as-from-event-to-event",
                   test_blocks_are_executed_as_from_event_to_event);
  g_test_add_func ("/launch-model/a-schedule-has-each-block-where-there-is-room",
                   test_a_schedule_has_each_block_where_there_is_room);
  g_test_add_func ("/launch-model/time-grows-evenly-with-the-grid",
                   test_time_grows_evenly_with_the_grid);
  g_test_add_func ("/launch-model/operations-of-all-formats-make-the-roof", test_operations);
  g_test_add_func ("/launch-model/what-cannot-be-modelled-says-so",
                   test_what_cannot_be_modelled_says_so);
  g_test_add_func ("/launch-model/costs-that-cannot-be-are-refused",
                   test_costs_that_cannot_be_are_refused);
  return g_test_run ();
}
