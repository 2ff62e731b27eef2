/* test-adds.c: sums of floats by atomics have the same bits for any number of workers
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "sim-fixture.h"

#include <string.h>

typedef struct
{
  const char *name, *entry;
  guint       cells[3];         /* of the arrays; 0: none */
  gint        ints[2];          /* after them */
  guint       n_ints;
  guint       blocks;
  gboolean    aliased;          /* the second parameter is the first array as well */
  gboolean    serialises, traps;
} Case;

static void
digest (const Fixture *fixture,
        GChecksum     *sum)
{
  for (guint i = 0; i < fixture->n_arrays; i++)
    {
      const FixtureArray *array = &fixture->arrays[i];

      g_checksum_update (sum, (const guchar *) array->cells, array->n * 4);
      g_checksum_update (sum, (const guchar *) array->writes, array->n * 4);
      g_checksum_update (sum, (const guchar *) array->reads, array->n * 4);
      g_checksum_update (sum, (const guchar *) array->lowest, array->n * 4);
      g_checksum_update (sum, (const guchar *) array->highest, array->n * 4);
    }
  g_checksum_update (sum, (const guchar *) &fixture->outcome.idle_threads, 8);
  g_checksum_update (sum, (const guchar *) &fixture->outcome.warp_instructions, 8);
  g_checksum_update (sum, (const guchar *) &fixture->outcome.trapped_blocks, 8);
  if (fixture->outcome.trap != NULL)
    g_checksum_update (sum, (const guchar *) fixture->outcome.trap->text, -1);
}

static char *
run_case (const Case *test,
          guint       workers,
          guint       repeats)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  Fixture fixture;
  gboolean any = FALSE;

  fixture_init (&fixture, "adds.ptx");
  fixture.options.workers = workers;
  for (guint i = 0; i < G_N_ELEMENTS (test->cells) && test->cells[i] > 0; i++)
    fixture_array (&fixture, test->cells[i], 4);
  if (test->aliased)
    memcpy (fixture.params + 8, fixture.params, 8);
  for (guint i = 0; i < test->n_ints; i++)
    fixture_int (&fixture, test->ints[i]);
  /* Sums go on from launch to launch. */
  for (guint i = 0; i < repeats; i++)
    {
      g_assert_true (fixture_run (&fixture, test->entry, LOOM_DIM3 (test->blocks, 1, 1), LOOM_DIM3 (96, 1, 1)));
      g_assert_cmpint (fixture.outcome.trap != NULL, ==, test->traps);
      g_assert_cmpint (fixture.outcome.serialised, ==, test->serialises);
      digest (&fixture, sum);
    }
  for (guint i = 0; i < fixture.arrays[0].n; i++)
    any |= fixture.arrays[0].cells[i] != 0;
  g_assert_true (any);
  fixture_clear (&fixture);
  return g_strdup (g_checksum_get_string (sum));
}

static void
test_same (gconstpointer data)
{
  static const guint workers[] = { 2, 3, 7 };
  const Case *test = data;
  g_autofree char *first = run_case (test, 1, 2);

  for (guint i = 0; i < G_N_ELEMENTS (workers); i++)
    {
      g_autofree char *other = run_case (test, workers[i], 2);

      g_assert_cmpstr (other, ==, first);
    }
}

/* The sum of single precision as blocks in order give it. */
static void
test_order (void)
{
  Fixture fixture;
  float sum = 0;
  guint32 bits;

  fixture_init (&fixture, "adds.ptx");
  fixture.options.workers = 3;
  fixture_array (&fixture, 64, 4);
  fixture_array (&fixture, 1, 4);
  fixture_int (&fixture, 63);
  fixture_int (&fixture, -1);
  fixture_pass (&fixture, "floats", LOOM_DIM3 (200, 1, 1), LOOM_DIM3 (96, 1, 1));
  for (guint i = 0; i < 200 * 96; i++)
    sum += (float) (i * 2654435u & 0xffff);
  memcpy (&bits, &sum, sizeof bits);
  g_assert_cmphex (fixture.arrays[1].cells[0], ==, bits);
  fixture_clear (&fixture);
}

int
main (int    argc,
      char **argv)
{
  static const Case cases[] = {
    { "floats", "floats", { 64, 1 }, { 63, -1 }, 2, 200, FALSE, FALSE, FALSE },
    { "floats-in-one-place", "floats", { 1, 1 }, { 0, -1 }, 2, 200, FALSE, FALSE, FALSE },
    { "two-parameters-for-one-array", "floats", { 64, 1 }, { 63, -1 }, 2, 200, TRUE, FALSE, FALSE },
    { "a-thread-that-traps", "floats", { 64, 1 }, { 63, 5000 }, 2, 200, FALSE, FALSE, TRUE },
    { "past-the-end", "floats", { 64, 1 }, { 127, -1 }, 2, 200, FALSE, FALSE, TRUE },
    { "doubles-and-halves", "others", { 16, 4, 8 }, { 0, 0 }, 0, 200, FALSE, FALSE, FALSE },
    { "a-kernel-that-looks", "looks", { 1, 19200 }, { 0, 0 }, 0, 200, FALSE, TRUE, FALSE },
    { "shared-memory", "blocks", { 1, 1 }, { 0, 0 }, 0, 200, FALSE, FALSE, FALSE },
    { "more-than-are-put-off", "many", { 1, 1 }, { 0, 0 }, 0, 80, FALSE, FALSE, FALSE },
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/adds/in-the-order-of-blocks", test_order);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/sim/adds/%s-same-on-any-number-of-workers", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_same);
    }
  return g_test_run ();
}
