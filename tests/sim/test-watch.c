/* test-watch.c: what threads know of each other, and what watching costs nobody else
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "sim-fixture.h"

#include "loom-dim3.h"
#include "loom-sim-clock-private.h"

#include <string.h>

#define BLOCKS 300u
#define CLOCKS 12u

/* What a clock should know, said plainly: for each thread, accesses below. */
typedef struct
{
  guint32       below[CLOCKS][BLOCKS][4];       /* of four threads of each block */
  LoomSimClock *clocks[CLOCKS];
} Model;

static const guint threads[] = { 0, 1, 31, 63 };

static void
add_random (Model *self,
            guint  c,
            GRand *random)
{
  const guint64 block = (guint64) g_rand_int_range (random, 0, BLOCKS);
  const guint32 base = (guint32) g_rand_int_range (random, 0, 20);
  const LoomSimSpan span = {
    (guint16) (g_rand_boolean (random) ? 0 : 31), g_rand_boolean (random) ? 32 : 1, base + (guint32) g_rand_int_range (random, 0, 9)
  };
  LoomSimClock *one = loom_sim_clock_new (loom_sim_clock_get_height (BLOCKS), block, base, &span, 1);

  loom_sim_clock_add (&self->clocks[c], one);
  loom_sim_clock_unref (one);
  for (guint t = 0; t < G_N_ELEMENTS (threads); t++)
    {
      guint32 *below = &self->below[c][block][t];

      *below = MAX (*below, base);
      if (threads[t] >= span.first && threads[t] < span.first + (guint) span.n)
        *below = MAX (*below, span.below);
    }
}

static void
join_random (Model *self,
             GRand *random)
{
  const guint c = (guint) g_rand_int_range (random, 0, CLOCKS), d = (guint) g_rand_int_range (random, 0, CLOCKS);

  loom_sim_clock_add (&self->clocks[c], self->clocks[d]);
  for (guint b = 0; b < BLOCKS; b++)
    for (guint t = 0; t < G_N_ELEMENTS (threads); t++)
      self->below[c][b][t] = MAX (self->below[c][b][t], self->below[d][b][t]);
}

static void
test_clocks (void)
{
  g_autofree Model *model = g_new0 (Model, 1);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint step = 0; step < 4000; step++)
    if (g_rand_int_range (random, 0, 3) > 0)
      add_random (model, (guint) g_rand_int_range (random, 0, CLOCKS), random);
    else
      join_random (model, random);
  for (guint c = 0; c < CLOCKS; c++)
    {
      for (guint b = 0; b < BLOCKS; b++)
        for (guint t = 0; t < G_N_ELEMENTS (threads); t++)
          for (guint32 clock = 0; clock < 30; clock++)
            g_assert_cmpint (loom_sim_clock_knows (model->clocks[c], b, threads[t], clock), ==,
                             clock < model->below[c][b][t]);
      loom_sim_clock_unref (model->clocks[c]);
    }
}

/* Joining what is known already makes nothing new, so that what many threads hear is stored once. */
static void
test_clocks_are_shared (void)
{
  const LoomSimSpan span = { 0, 1, 5 };
  LoomSimClock *a = loom_sim_clock_new (loom_sim_clock_get_height (5000), 4711, 3, &span, 1), *b = NULL;

  loom_sim_clock_add (&b, a);
  g_assert_true (a == b);
  loom_sim_clock_add (&b, a);
  g_assert_true (a == b);
  g_assert_true (loom_sim_clock_knows (b, 4711, 0, 4));
  g_assert_false (loom_sim_clock_knows (b, 4711, 0, 5));
  g_assert_false (loom_sim_clock_knows (b, 4711, 1, 3));
  g_assert_false (loom_sim_clock_knows (b, 4712, 0, 0));
  loom_sim_clock_unref (a);
  loom_sim_clock_unref (b);
}

/* A launch that is watched leaves the same behind, and so does one in any order. */
static void
test_same_result (gconstpointer data)
{
  const LoomChecks checks = GPOINTER_TO_UINT (data) & LOOM_CHECK_ALL;
  const gint64 seed = GPOINTER_TO_UINT (data) > LOOM_CHECK_ALL ? 3 : -1;
  guint32 plain[64];

  for (guint watched = 0; watched < 2; watched++)
    {
      Fixture fixture;
      guint32 *out;

      fixture_init (&fixture, "behaviour.ptx");
      out = fixture_array (&fixture, 64, 4);
      if (watched)
        {
          fixture.options.checks = checks;
          fixture.options.schedule_seed = seed;
        }
      fixture_pass (&fixture, "two_halves", LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (64, 1, 1));
      g_assert_cmpuint (fixture.outcome.findings->len, ==, 0);
      for (guint i = 0; i < 64; i++)
        g_assert_cmpuint (fixture.arrays[0].writes[i], ==, 1);
      if (watched)
        g_assert_cmpmem (out, sizeof plain, plain, sizeof plain);
      memcpy (plain, out, sizeof plain);
      fixture_clear (&fixture);
    }
}

/* Bytes that the compiler says nobody looks at are neither read before they are written nor raced for. */
static void
test_used_bytes (void)
{
  static const struct
  {
    const char *entry;
    LoomChecks  checks;
    guint       n_findings;
  } rows[] = {
    { "padding", LOOM_CHECK_ALL, 0 },
    { "masked", LOOM_CHECK_ALL, 0 },
    { "all_of_it", LOOM_CHECK_ALL, 1 },
    { "neighbours", LOOM_CHECK_ALL, 0 },
    { "neighbours_all", LOOM_CHECK_RACES, 1 },
    { "copied", LOOM_CHECK_ALL, 0 },
    { "copied_all", LOOM_CHECK_RACES, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Fixture fixture;

      fixture_init (&fixture, "used-bytes.ptx");
      fixture_array (&fixture, 128, 4);
      if (g_str_has_prefix (rows[i].entry, "copied"))
        fixture_array (&fixture, 128, 4);
      fixture.options.checks = rows[i].checks;
      g_assert_true (fixture_run (&fixture, rows[i].entry, LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (64, 1, 1)));
      g_assert_cmpuint (fixture.outcome.findings->len, ==, rows[i].n_findings);
      fixture_clear (&fixture);
    }
}

/* What a launch leaves without contents in an array is told of, but for what may be a structure's padding. */
static void
test_padding (void)
{
  for (guint is_padded = 0; is_padded < 2; is_padded++)
    {
      Fixture fixture;

      fixture_init (&fixture, "used-bytes.ptx");
      fixture_array (&fixture, 128, 8);
      if (is_padded)
        loom_sim_set_padded (fixture.sim, fixture.arrays[0].address);
      fixture.options.checks = LOOM_CHECK_UNINITIALISED;
      g_assert_true (fixture_run (&fixture, "whole", LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (64, 1, 1)));
      g_assert_cmpuint (fixture.outcome.findings->len, ==, is_padded ? 0 : 1);
      if (!is_padded)
        {
          const LoomFinding *finding = fixture.outcome.findings->pdata[0];

          g_assert_cmpstr (finding->array, ==, "cells");
          g_assert_nonnull (strstr (finding->text, "; it ends up in array0"));
          g_assert_cmpuint (finding->count, ==, 64);
        }
      fixture_clear (&fixture);
    }
}

/* A register that some threads read and have not written is told of once, where it is first read; the trap that an address
 * which nobody wrote leads to comes after that. */
static void
test_register_that_nobody_gave (void)
{
  static const char * const kernels[] = { "written_by_some", "never_written" };

  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      Fixture fixture;
      const LoomFinding *found;

      fixture_init (&fixture, "undefined.ptx");
      fixture_array (&fixture, 8 * 64, 4);
      fixture.options.checks = LOOM_CHECK_UNINITIALISED;
      fixture_run (&fixture, kernels[i], LOOM_DIM3 (8, 1, 1), LOOM_DIM3 (64, 1, 1));
      g_assert_cmpuint (fixture.outcome.findings->len, ==, 1);
      found = fixture.outcome.findings->pdata[0];
      g_assert_cmpint (found->code, ==, LOOM_ERROR_UNINITIALISED);
      g_assert_cmpuint (found->site.block.x, ==, 0);
      g_assert_cmpuint (found->site.thread.x, ==, 0);
      g_assert_null (found->array);
      g_assert_cmpint (fixture.outcome.trap != NULL, ==, i == 1);
      fixture_clear (&fixture);
    }
}

/* A copy of a register that nobody gave anything tells of nobody; who stores it does. */
static void
test_copy_of_what_nobody_gave (void)
{
  Fixture fixture;
  const LoomFinding *found;

  fixture_init (&fixture, "undefined.ptx");
  fixture_array (&fixture, 64, 4);
  fixture.options.checks = LOOM_CHECK_UNINITIALISED;
  g_assert_true (fixture_run (&fixture, "copied_by_some", LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (64, 1, 1)));
  g_assert_cmpuint (fixture.outcome.findings->len, ==, 1);
  found = fixture.outcome.findings->pdata[0];
  g_assert_cmpuint (found->site.thread.x, ==, 6);
  g_assert_cmpuint (found->count, ==, 58);
  fixture_clear (&fixture);
}

/* Whichever byte of its own a thread reads. */
static void
test_each_byte (void)
{
  Fixture fixture;

  fixture_init (&fixture, "undefined.ptx");
  fixture_array (&fixture, 64, 4);
  fixture.options.checks = LOOM_CHECK_UNINITIALISED;
  g_assert_true (fixture_run (&fixture, "each_byte", LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (64, 1, 1)));
  g_assert_cmpuint (fixture.outcome.findings->len, ==, 1);
  g_assert_cmpuint (((LoomFinding *) fixture.outcome.findings->pdata[0])->count, ==, 64);
  fixture_clear (&fixture);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/watch/clocks-are-as-a-plain-model", test_clocks);
  g_test_add_func ("/sim/watch/clocks-are-shared", test_clocks_are_shared);
  g_test_add_data_func ("/sim/watch/same-result/races", GUINT_TO_POINTER (LOOM_CHECK_RACES), test_same_result);
  g_test_add_func ("/sim/watch/register-that-nobody-gave", test_register_that_nobody_gave);
  g_test_add_func ("/sim/watch/copy-of-what-nobody-gave", test_copy_of_what_nobody_gave);
  g_test_add_func ("/sim/watch/each-byte-that-nobody-wrote", test_each_byte);
  g_test_add_data_func ("/sim/watch/same-result/uninitialised", GUINT_TO_POINTER (LOOM_CHECK_UNINITIALISED),
                        test_same_result);
  g_test_add_data_func ("/sim/watch/same-result/all-by-a-seed", GUINT_TO_POINTER (LOOM_CHECK_ALL | 4), test_same_result);
  g_test_add_func ("/sim/watch/unused-bytes-are-no-alarm", test_used_bytes);
  g_test_add_func ("/sim/watch/padding-may-be-left", test_padding);
  return g_test_run ();
}
