/* test-execution.c: how lanes, warps and blocks run together
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-profile.h"
#include "loom-trace.h"
#include "sim-fixture.h"

static guint
count_steps (guint x)
{
  guint steps = 0;

  for (; x > 1; steps++)
    {
      if (x % 3 == 0)
        x = (x & 1) != 0 ? x / 3 : x / 2 + 1;
      else
        x = (x & 1) != 0 ? x - 1 : x / 2;
    }
  return steps;
}

static void
test_divergence (gconstpointer data)
{
  const guint block = GPOINTER_TO_UINT (data), n = 777;
  Fixture fixture;
  guint32 *out;

  fixture_init (&fixture, "behaviour.ptx");
  out = fixture_array (&fixture, n, 4);
  fixture_int (&fixture, n);
  fixture_pass (&fixture, "diverge", LOOM_DIM3 ((n + block - 1) / block, 1, 1), LOOM_DIM3 (block, 1, 1));
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (out[i], ==, count_steps (i));
  fixture_clear (&fixture);
}

static void
test_lock_within_warp (void)
{
  Fixture fixture;
  guint32 *sum;

  fixture_init (&fixture, "behaviour.ptx");
  fixture_array (&fixture, 1, 4);
  sum = fixture_array (&fixture, 1, 4);
  fixture_pass (&fixture, "warp_lock", LOOM_DIM3 (3, 1, 1), LOOM_DIM3 (64, 1, 1));
  g_assert_cmpuint (sum[0], ==, 3 * 64 * 63 / 2);
  g_assert_true (fixture.outcome.serialised);
  fixture_clear (&fixture);
}

static void
test_lock_outside_loop (void)
{
  Fixture fixture;
  guint32 *sum;

  fixture_init (&fixture, "behaviour.ptx");
  fixture_array (&fixture, 1, 4);
  sum = fixture_array (&fixture, 1, 4);
  fixture_pass (&fixture, "warp_lock_outside", LOOM_DIM3 (2, 1, 1), LOOM_DIM3 (300, 1, 1));
  g_assert_cmpuint (sum[0], ==, 600);
  fixture_clear (&fixture);
}

static void
test_hand_shake_between_blocks (void)
{
  Fixture fixture;
  guint32 *out;

  fixture_init (&fixture, "behaviour.ptx");
  fixture_array (&fixture, 1, 4);
  out = fixture_array (&fixture, 32, 4);
  fixture_pass (&fixture, "hand_shake", LOOM_DIM3 (20, 1, 1), LOOM_DIM3 (32, 1, 1));
  for (guint i = 0; i < 32; i++)
    g_assert_cmpuint (out[i], ==, 7);
  fixture_clear (&fixture);
}

static guint
fibonacci (guint n)
{
  return n < 2 ? n : fibonacci (n - 1) + fibonacci (n - 2);
}

static void
test_recursion (void)
{
  Fixture fixture;
  guint32 *out;

  fixture_init (&fixture, "behaviour.ptx");
  out = fixture_array (&fixture, 100, 4);
  fixture_pass (&fixture, "recurse", LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (100, 1, 1));
  for (guint i = 0; i < 100; i++)
    g_assert_cmpuint (out[i], ==, fibonacci (i % 13));
  fixture_clear (&fixture);
}

static void
test_exit_before_barrier (void)
{
  Fixture fixture;
  guint32 *out;

  fixture_init (&fixture, "behaviour.ptx");
  out = fixture_array (&fixture, 256, 4);
  fixture_pass (&fixture, "exits_before_barrier", LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (256, 1, 1));
  for (guint i = 0; i < 200; i++)
    g_assert_cmpuint (out[i], ==, 199 - i);
  fixture_clear (&fixture);
}

static void
test_partial_masks (void)
{
  Fixture fixture;
  guint32 *out, ballot;
  guint value[32];

  fixture_init (&fixture, "behaviour.ptx");
  out = fixture_array (&fixture, 64, 4);
  fixture_pass (&fixture, "two_halves", LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (64, 1, 1));
  for (guint w = 0; w < 2; w++)
    {
      ballot = 0;
      for (guint i = 0; i < 32; i++)
        {
          value[i] = w * 32 + (i < 16 ? i ^ 1 : i < 31 ? i + 1 : i);
          ballot |= (value[i] & 1) << i;
        }
      for (guint i = 0; i < 32; i++)
        g_assert_cmpuint (out[w * 32 + i], ==, value[i] + ballot);
    }
  fixture_clear (&fixture);
}

static guint
shuffled (guint t,
          guint source,
          guint n_lanes)
{
  return source < n_lanes ? t / 32 * 32 + source + 100 : 0;
}

/* What a lane that takes no part gives is undefined; as on an H100 it is 0. */
static void
test_shuffle_with_absent (void)
{
  const guint n = 70;
  Fixture fixture;
  guint32 *out;

  fixture_init (&fixture, "behaviour.ptx");
  out = fixture_array (&fixture, n * 6, 4);
  fixture_pass (&fixture, "shuffle_with_absent", LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (n, 1, 1));
  for (guint t = 0; t < n; t++)
    {
      const guint lane = t % 32, n_lanes = MIN (n - t / 32 * 32, 32), part = MIN (n_lanes, 8);
      const guint32 *o = out + t * 6;

      g_assert_cmpuint (o[0], ==, 0);
      g_assert_cmpuint (o[1], ==, lane < 8 ? shuffled (t, lane + 3, part) : 0);
      g_assert_cmpuint (o[2], ==, 0);
      g_assert_cmpuint (o[3], ==, lane < 8 ? shuffled (t, t * 5 % 32, part) : 0);
      g_assert_cmpuint (o[4], ==, shuffled (t, MIN (lane + 1, 31), n_lanes));
      g_assert_cmpuint (o[5], ==, shuffled (t, lane > 0 ? lane - 1 : 0, n_lanes));
    }
  fixture_clear (&fixture);
}

static void
test_shared_addresses_have_32_bits (void)
{
  Fixture fixture;
  guint32 *out;

  fixture_init (&fixture, "behaviour.ptx");
  out = fixture_array (&fixture, 32, 4);
  fixture_pass (&fixture, "wrapped_index", LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (32, 1, 1));
  for (guint i = 0; i < 32; i++)
    g_assert_cmpuint (out[i], ==, 131 - i);
  fixture_clear (&fixture);
}

/* Each warp issues 6 instructions, half of its lanes 2 more, all of them 2, then 7 in a loop whose first round is its
 * last, and a return: also where nothing of it is left to be done at its place. */
static void
check_count (guint      block,
             gboolean   profiled,
             LoomChecks checks,
             gint64     seed)
{
  const LoomTraceTarget target = { .whom = LOOM_TRACE_WARP };
  g_autoptr (LoomProfile) profile = profiled ? loom_profile_new () : NULL;
  g_autoptr (LoomTrace) trace = profiled ? loom_trace_new (&target) : NULL;
  Fixture fixture;

  fixture_init (&fixture, "counts.ptx");
  fixture_array (&fixture, block, 4);
  fixture_int (&fixture, 5);
  fixture.options.profile = profile;
  fixture.options.trace = trace;
  fixture.options.checks = checks;
  fixture.options.schedule_seed = seed;
  fixture_pass (&fixture, "behind_a_branch", LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (block, 1, 1));
  g_assert_cmpuint (fixture.outcome.warp_instructions, ==, (block + 31) / 32 * (6 + 2 + 2 + 7 + 1));
  fixture_clear (&fixture);
}

static void
test_what_is_not_done_is_counted (void)
{
  static const guint blocks[] = { 32, 250, 1000 };

  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      check_count (blocks[i], FALSE, LOOM_CHECK_NONE, -1);
      check_count (blocks[i], TRUE, LOOM_CHECK_NONE, -1);
      check_count (blocks[i], FALSE, LOOM_CHECK_UNINITIALISED, -1);
      check_count (blocks[i], FALSE, LOOM_CHECK_ALL, 3);
    }
}

static LoomTrace *
trace_warp (gboolean shared)
{
  const LoomTraceTarget target = { .whom = LOOM_TRACE_WARP, .warp = 6, .shared = shared };
  LoomTrace *trace = loom_trace_new (&target);
  Fixture fixture;

  fixture_init (&fixture, "behaviour.ptx");
  fixture_array (&fixture, 256, 4);
  fixture.options.trace = trace;
  fixture_pass (&fixture, "exits_before_barrier", LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (256, 1, 1));
  fixture_clear (&fixture);
  return trace;
}

static gboolean
accesses_shared (const LoomTrace     *trace,
                 const LoomTraceStep *step)
{
  for (guint i = 0; i < step->n_lanes; i++)
    {
      const LoomTraceLane *lane = &g_array_index (trace->lanes, LoomTraceLane, step->first_lane + i);

      if (lane->n_accesses > 0 && lane->accesses[0].space == LOOM_SPACE_SHARED)
        return TRUE;
    }
  return FALSE;
}

/* A warp of which eight lanes are left stores to shared memory and loads from there. */
static void
test_steps_of_shared_memory_are_traced_alone (void)
{
  g_autoptr (LoomTrace) all = trace_warp (FALSE), shared = trace_warp (TRUE);
  guint n = 0;

  g_assert_cmpuint (all->total, ==, shared->total);
  for (guint i = 0; i < all->steps->len; i++)
    {
      const LoomTraceStep *step = &g_array_index (all->steps, LoomTraceStep, i);
      const LoomTraceStep *kept = &g_array_index (shared->steps, LoomTraceStep, n);

      if (!accesses_shared (all, step))
        continue;
      g_assert_cmpuint (n++, <, shared->steps->len);
      g_assert_cmpuint (kept->sequence, ==, step->sequence);
      g_assert_cmpuint (kept->active, ==, 0xff);
      g_assert_cmpuint (g_array_index (all->lanes, LoomTraceLane, step->first_lane).accesses[0].address, ==,
                        g_array_index (shared->lanes, LoomTraceLane, kept->first_lane).accesses[0].address);
    }
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (shared->steps->len, ==, n);
}

static void
test_launch_refused (void)
{
  Fixture fixture;

  fixture_init (&fixture, "behaviour.ptx");
  g_assert_false (fixture_run (&fixture, "nowhere", LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (1, 1, 1)));
  g_assert_error (fixture.error, LOOM_ERROR, LOOM_ERROR_LAUNCH);
  g_assert_false (fixture_run (&fixture, "triangle", LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (4096, 1, 1)));
  g_assert_error (fixture.error, LOOM_ERROR, LOOM_ERROR_LAUNCH);
  fixture_clear (&fixture);
  fixture_init (&fixture, "undefined.ptx");
  g_assert_false (fixture_run (&fixture, "too_much_local", LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (1, 1, 1)));
  g_assert_error (fixture.error, LOOM_ERROR, LOOM_ERROR_UNSUPPORTED);
  g_assert_cmpstr (fixture.error->message, ==,
                   "Function too_much_local needs 1048592 bytes of local memory for each thread; at most 1048576 are "
                   "simulated");
  fixture_clear (&fixture);
}

/* A register begins as zero in every block, whatever the block before left. */
static void
test_registers_begin_as_zeros (void)
{
  const guint block = 256, n = 8 * block;
  Fixture fixture;
  guint32 *out;

  fixture_init (&fixture, "undefined.ptx");
  out = fixture_array (&fixture, n, 4);
  fixture.options.workers = 1;
  fixture_pass (&fixture, "written_by_some", LOOM_DIM3 (8, 1, 1), LOOM_DIM3 (block, 1, 1));
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (out[i], ==, (i % block + i / block) % 2 != 0 ? i : 0);
  fixture_run (&fixture, "never_written", LOOM_DIM3 (8, 1, 1), LOOM_DIM3 (block, 1, 1));
  g_assert_nonnull (fixture.outcome.trap);
  g_assert_cmpint (fixture.outcome.trap->code, ==, LOOM_ERROR_NULL_ACCESS);
  fixture_clear (&fixture);
}

/* Who takes part in a warp operation is said by masks, not by who else is there: a lane of the other half is absent, as on
 * the hardware, where the lanes of each mask are a group of their own. */
static void
test_masks_make_groups (void)
{
  const guint n = 64;
  Fixture fixture;
  guint32 *out;

  fixture_init (&fixture, "undefined.ptx");
  out = fixture_array (&fixture, n * 6, 4);
  fixture_pass (&fixture, "masks_of_halves", LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (n, 1, 1));
  for (guint t = 0; t < n; t++)
    {
      const gboolean low = t % 32 < 16;
      const guint32 half = low ? 0x0000ffff : 0xffff0000, *o = out + t * 6;

      g_assert_cmpuint (o[0], ==, 0);
      g_assert_cmpuint (o[1], ==, (t ^ 1) + 100);
      g_assert_cmpuint (o[2], ==, low ? t / 32 * 32 + 3 + 100 : 0);
      g_assert_cmphex (o[3], ==, half & 0x55555555);
      g_assert_cmphex (o[4], ==, half);
      g_assert_cmpuint (o[5], ==, 16);
    }
  fixture_clear (&fixture);
}

/* As where a build for one processor stands on another computer. */
static void
test_no_level (void)
{
  g_autoptr (LoomPtxModule) module = NULL;
  g_autoptr (GError) error = NULL;

  module = loom_ptx_module_parse (".version 7.0\n.target sm_75\n.address_size 64\n", -1, &error);
  g_assert_no_error (error);
  loom_ptx_module_verify (module, &error);
  g_assert_no_error (error);
  g_setenv ("GRIDLOOM_ISA", "of another processor", TRUE);
  g_assert_null (loom_sim_new (module, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_BACKEND);
  g_unsetenv ("GRIDLOOM_ISA");
}

int
main (int    argc,
      char **argv)
{
  static const guint blocks[] = { 1, 31, 32, 37, 100, 256, 300, 1024 };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      g_autofree char *path = g_strdup_printf ("/sim/divergence/block-of-%u", blocks[i]);

      g_test_add_data_func (path, GUINT_TO_POINTER (blocks[i]), test_divergence);
    }
  g_test_add_func ("/sim/progress/lock-within-a-warp", test_lock_within_warp);
  g_test_add_func ("/sim/progress/lock-taken-outside-its-loop", test_lock_outside_loop);
  g_test_add_func ("/sim/progress/hand-shake-between-blocks", test_hand_shake_between_blocks);
  g_test_add_func ("/sim/calls/recursion-of-diverged-lanes", test_recursion);
  g_test_add_func ("/sim/barrier/exited-threads-do-not-count", test_exit_before_barrier);
  g_test_add_func ("/sim/warp/partial-masks", test_partial_masks);
  g_test_add_func ("/sim/warp/shuffle-with-absent-lanes", test_shuffle_with_absent);
  g_test_add_func ("/sim/warp/masks-make-groups", test_masks_make_groups);
  g_test_add_func ("/sim/shared/addresses-have-32-bits", test_shared_addresses_have_32_bits);
  g_test_add_func ("/sim/count/what-is-hoisted-or-dropped", test_what_is_not_done_is_counted);
  g_test_add_func ("/sim/registers/begin-as-zeros", test_registers_begin_as_zeros);
  g_test_add_func ("/sim/execution/steps-of-shared-memory-are-traced-alone", test_steps_of_shared_memory_are_traced_alone);
  g_test_add_func ("/sim/launch/refused-by-name", test_launch_refused);
  g_test_add_func ("/sim/levels/none-for-this-processor-is-an-error", test_no_level);
  return g_test_run ();
}
