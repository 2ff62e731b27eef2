/* test-traps.c: what ends a block, how it is told, and that nothing else is harmed
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "sim-fixture.h"

#include "loom-dim3.h"

#define ONE LOOM_DIM3 (1, 1, 1)

static void
assert_trap (Fixture   *fixture,
             LoomError  code)
{
  const LoomFinding *trap = fixture->outcome.trap;

  g_assert_no_error (fixture->error);
  g_assert_nonnull (trap);
  g_test_message ("%s", trap->text);
  g_assert_cmpstr (loom_error_get_name (trap->code), ==, loom_error_get_name (code));
}

static void
test_outside (gconstpointer data)
{
  const LoomDim3 block = LOOM_DIM3 (32, 1, 1), thread = LOOM_DIM3 (8, 0, 0), second = LOOM_DIM3 (2, 0, 0);
  Fixture fixture;
  guint32 *out, *neighbour;

  fixture_init (&fixture, "behaviour.ptx");
  fixture.options.workers = GPOINTER_TO_UINT (data);
  out = fixture_array (&fixture, 72, 4);
  neighbour = fixture_array (&fixture, 72, 4);
  g_assert_true (fixture_run (&fixture, "outside", LOOM_DIM3 (4, 1, 1), block));
  assert_trap (&fixture, LOOM_ERROR_OOB);
  g_assert_true (loom_dim3_equal (&fixture.outcome.trap->site.block, &second));
  g_assert_true (loom_dim3_equal (&fixture.outcome.trap->site.thread, &thread));
  g_assert_cmpuint (fixture.outcome.trap->site.line, ==, 90);
  g_assert_cmpstr (fixture.outcome.trap->array, ==, "array0");
  g_assert_cmpint (fixture.outcome.trap->offset, ==, 72 * 4);
  g_assert_cmpuint (fixture.outcome.trap->array_size, ==, 72 * 4);
  g_assert_cmpuint (fixture.outcome.trap->access_size, ==, 4);
  g_assert_cmpint (fixture.outcome.trap->space, ==, LOOM_SPACE_GLOBAL);
  g_assert_cmpuint (fixture.outcome.trapped_blocks, ==, 2);
  g_assert_nonnull (strstr (fixture.outcome.trap->text,
                            " 4 bytes just past the end of array0 (288 bytes)"));
  for (guint i = 0; i < 72; i++)
    {
      g_assert_cmpuint (out[i], ==, i);
      g_assert_cmpuint (fixture.arrays[0].writes[i], ==, 1);
      g_assert_cmpuint (neighbour[i], ==, 0);
      g_assert_cmpuint (fixture.arrays[1].writes[i], ==, 0);
    }
  g_assert_cmpuint (fixture.outcome.idle_threads, ==, 128 - 72);
  fixture_clear (&fixture);
}

static void
test_null (void)
{
  Fixture fixture;

  fixture_init (&fixture, "behaviour.ptx");
  fixture_array (&fixture, 32, 4);
  fixture_null (&fixture);
  g_assert_true (fixture_run (&fixture, "through_null", ONE, LOOM_DIM3 (32, 1, 1)));
  assert_trap (&fixture, LOOM_ERROR_NULL_ACCESS);
  g_assert_cmpuint (fixture.outcome.trap->site.thread.x, ==, 3);
  fixture_clear (&fixture);
}

static void
test_misaligned (void)
{
  Fixture fixture;
  guint32 *out;

  fixture_init (&fixture, "behaviour.ptx");
  out = fixture_array (&fixture, 32, 4);
  g_assert_true (fixture_run (&fixture, "misaligned", ONE, LOOM_DIM3 (32, 1, 1)));
  assert_trap (&fixture, LOOM_ERROR_MISALIGNED);
  g_assert_cmpuint (fixture.outcome.trap->site.thread.x, ==, 1);
  g_assert_cmpint (fixture.outcome.trap->offset, ==, 1);
  g_assert_cmpuint (out[0], ==, 1);
  fixture_clear (&fixture);
}

static void
test_barrier_branches (void)
{
  Fixture fixture;

  fixture_init (&fixture, "behaviour.ptx");
  fixture_array (&fixture, 32, 4);
  g_assert_true (fixture_run (&fixture, "barrier_branches", ONE, LOOM_DIM3 (32, 1, 1)));
  assert_trap (&fixture, LOOM_ERROR_BARRIER);
  g_assert_true (fixture.outcome.trap->has_other);
  g_assert_cmpuint (MIN (fixture.outcome.trap->site.line, fixture.outcome.trap->other.line), ==, 23);
  g_assert_cmpuint (MAX (fixture.outcome.trap->site.line, fixture.outcome.trap->other.line), ==, 25);
  fixture_clear (&fixture);
}

static void
test_deadlock (void)
{
  Fixture fixture;

  fixture_init (&fixture, "behaviour.ptx");
  fixture_array (&fixture, 64, 4);
  g_assert_true (fixture_run (&fixture, "deadlock", ONE, LOOM_DIM3 (64, 1, 1)));
  assert_trap (&fixture, LOOM_ERROR_DEADLOCK);
  g_assert_cmpuint (fixture.outcome.trap->site.line, ==, 60);
  g_assert_cmpuint (fixture.outcome.trap->other.line, ==, 61);
  fixture_clear (&fixture);
}

static void
test_stack (void)
{
  Fixture fixture;

  fixture_init (&fixture, "behaviour.ptx");
  fixture_array (&fixture, 32, 4);
  g_assert_true (fixture_run (&fixture, "overflow", ONE, LOOM_DIM3 (32, 1, 1)));
  assert_trap (&fixture, LOOM_ERROR_STACK);
  fixture_clear (&fixture);
}

typedef struct
{
  const char *entry;
  guint       arrays, lane;
} Endless;

static void
test_endless (gconstpointer data)
{
  const Endless *endless = data;
  Fixture fixture;

  fixture_init (&fixture, "behaviour.ptx");
  fixture.options.budget = 200000;
  for (guint i = 0; i < endless->arrays; i++)
    fixture_array (&fixture, 64, 4);
  g_assert_true (fixture_run (&fixture, endless->entry, LOOM_DIM3 (2, 1, 1), LOOM_DIM3 (32, 1, 1)));
  assert_trap (&fixture, LOOM_ERROR_ENDLESS);
  g_assert_cmpuint (fixture.outcome.trap->site.block.x, ==, 0);
  g_assert_cmpuint (fixture.outcome.trap->site.thread.x, ==, endless->lane);
  fixture_clear (&fixture);
}

static gpointer
stop_soon (gpointer data)
{
  g_usleep (20000);
  g_atomic_int_set ((gint *) data, 1);
  return NULL;
}

static void
test_cancel (gconstpointer data)
{
  const Endless *endless = data;
  gint cancel = 0;
  Fixture fixture;
  GThread *thread;

  fixture_init (&fixture, "behaviour.ptx");
  fixture.options.cancel = &cancel;
  for (guint i = 0; i < endless->arrays; i++)
    fixture_array (&fixture, 64, 4);
  thread = g_thread_new ("stop", stop_soon, &cancel);
  g_assert_false (fixture_run (&fixture, endless->entry, LOOM_DIM3 (2, 1, 1), LOOM_DIM3 (32, 1, 1)));
  g_thread_join (thread);
  g_assert_error (fixture.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  fixture_clear (&fixture);
}

int
main (int    argc,
      char **argv)
{
  static const Endless kinds[] = {
    { "endless_volatile", 2, 0 }, { "endless_plain", 2, 0 }, { "endless_lane", 1, 5 }
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/sim/trap/outside-with-neighbours-intact", GUINT_TO_POINTER (1), test_outside);
  g_test_add_data_func ("/sim/trap/outside-on-two-workers", GUINT_TO_POINTER (2), test_outside);
  g_test_add_func ("/sim/trap/through-null", test_null);
  g_test_add_func ("/sim/trap/misaligned", test_misaligned);
  g_test_add_func ("/sim/trap/barriers-in-both-branches", test_barrier_branches);
  g_test_add_func ("/sim/trap/deadlock-says-who-waits-where", test_deadlock);
  g_test_add_func ("/sim/trap/stack-overflow", test_stack);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *budget = g_strdup_printf ("/sim/trap/%s-ends-with-the-budget", kinds[i].entry);
      g_autofree char *cancel = g_strdup_printf ("/sim/cancel/%s", kinds[i].entry);

      g_test_add_data_func (budget, &kinds[i], test_endless);
      g_test_add_data_func (cancel, &kinds[i], test_cancel);
    }
  return g_test_run ();
}
