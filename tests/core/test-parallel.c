/* test-parallel.c: parts of a row of things, worked off by threads
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-parallel.h"

typedef struct
{
  LoomParallelRange range;
  guint64           sum;
  guint             times;
} Part;

static void
add_up (gpointer part,
        gpointer factor)
{
  Part *self = part;

  for (guint64 i = 0; i < self->range.n; i++)
    self->sum += (self->range.first + i) * *(const guint64 *) factor;
  self->times++;
}

static void
test_parts_are_all (void)
{
  static const guint64 numbers[] = { 0, 1, 2, 63, 64, 65, 1000, 131071, 131072, 1234567 };
  static const guint64 cells[] = { 0, 1, 7, 4096, 1 << 20 };
  const guint64 factor = 3;

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    for (guint k = 0; k < G_N_ELEMENTS (cells); k++)
      {
        const guint64 n = numbers[i];
        g_autoptr (GArray) parts = loom_parallel_cut (n, cells[k], sizeof (Part));
        guint64 next = 0, sum = 0;

        g_assert_cmpuint (parts->len, >=, 1);
        loom_parallel_each (parts, add_up, (gpointer) &factor);
        for (guint p = 0; p < parts->len; p++)
          {
            const Part *part = &g_array_index (parts, Part, p);

            g_assert_cmpuint (part->range.first, ==, next);
            g_assert_cmpuint (part->times, ==, 1);
            next += part->range.n;
            sum += part->sum;
          }
        g_assert_cmpuint (next, ==, n);
        g_assert_cmpuint (sum, ==, n > 0 ? factor * (n * (n - 1) / 2) : 0);
      }
}

static void
test_few_things_are_one_part (void)
{
  g_autoptr (GArray) few = loom_parallel_cut (1000, 1, sizeof (Part));
  g_autoptr (GArray) many = loom_parallel_cut (G_GUINT64_CONSTANT (1) << 28, 1, sizeof (Part));

  g_assert_cmpuint (few->len, ==, 1);
  g_assert_cmpuint (many->len, >, 8);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/parallel/parts-are-all", test_parts_are_all);
  g_test_add_func ("/core/parallel/few-things-are-one-part", test_few_things_are_one_part);
  return g_test_run ();
}
