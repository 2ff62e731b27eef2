/* test-hoisted.c: what is the same in every block is worked out once, and is right
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "sim-fixture.h"

#include "loom-trace.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

#define RESULTS 16              /* of hoisted.cu, for each thread */

/* Not folded by the compiler, so that they are rounded as was asked. */
static guint32
add_towards_zero (volatile float a,
                  volatile float b)
{
  volatile float sum;
  float result;
  guint32 bits;

  fesetround (FE_TOWARDZERO);
  sum = a + b;
  fesetround (FE_TONEAREST);
  result = sum;
  memcpy (&bits, &result, sizeof bits);

  return bits;
}

static guint32
get_root_towards_zero (float x)
{
  const double root = sqrt ((double) x);
  float result = (float) root;
  guint32 bits;

  if ((double) result > root)
    result = nextafterf (result, 0);
  memcpy (&bits, &result, sizeof bits);

  return bits;
}

static guint32
convert_downwards (gint32 n)
{
  float result = (float) n;
  guint32 bits;

  if ((double) result > (double) n)
    result = nextafterf (result, -INFINITY);
  memcpy (&bits, &result, sizeof bits);

  return bits;
}

static guint64
square_upwards (volatile double y)
{
  volatile double square;
  double result;
  guint64 bits;

  fesetround (FE_UPWARD);
  square = y * y;
  fesetround (FE_TONEAREST);
  result = square;
  memcpy (&bits, &result, sizeof bits);

  return bits;
}

/* The n-th bit that is set, counted from bit 0; bit 0 itself for none. */
static guint32
find_nth_set (guint32 mask,
              guint   n)
{
  if (n == 0)
    return (mask & 1) != 0 ? 0 : G_MAXUINT32;
  for (guint i = 0; i < 32; i++)
    if ((mask >> i & 1) != 0 && --n == 0)
      return i;

  return G_MAXUINT32;
}

static void
get_results (gint32  n,
             gint32  d,
             float   x,
             double  y,
             guint64 results[RESULTS])
{
  const guint64 sum = (guint64) (guint32) n + 0xffffff00u;
  const gint16 a = (gint16) n, b = (gint16) d;
  const guint64 expected[RESULTS] = {
    (guint64) (gint64) (n / d),
    (guint64) (gint64) (n % d),
    (guint32) n / (guint32) d,
    (guint32) n % (guint32) d,
    (guint64) (gint64) (n / d),
    (guint64) (gint64) (n % d),
    add_towards_zero (x, 1e-9f),
    get_root_towards_zero (x),
    convert_downwards (n + 0x1000000),
    square_upwards (y),
    (guint32) sum,
    (guint32) ((guint32) n + (guint32) (sum >> 32)),
    (guint32) CLAMP (n, 0, 255),
    find_nth_set (0xf0f0f0f0u, (guint) n & 15),
    (guint32) MIN (a, b),
    (guint32) MAX (a, b),
  };

  memcpy (results, expected, sizeof expected);
}

typedef struct
{
  const char *name, *entry;
  guint       block, workers;
  LoomChecks  checks;
  gboolean    traced;
} Case;

static void
test_results (gconstpointer data)
{
  const Case *run = data;
  const gboolean of_launch = g_str_equal (run->entry, "of_launch");
  const guint grid = 5, n = of_launch ? 1001 : 7;
  const float x = 2.7f;
  const double y = 1.1;
  const LoomTraceTarget target = { .whom = LOOM_TRACE_WARP, .block = { 3, 0, 0 }, .warp = 1 };
  g_autoptr (LoomTrace) trace = run->traced ? loom_trace_new (&target) : NULL;
  const guint64 *results;
  Fixture fixture;

  fixture_init (&fixture, "hoisted.ptx");
  results = (const guint64 *) (gpointer) fixture_array (&fixture, grid * run->block * RESULTS * 2, 4);
  fixture_int (&fixture, (gint32) n);
  fixture_float (&fixture, x);
  fixture_double (&fixture, y);
  fixture.options.workers = run->workers;
  fixture.options.checks = run->checks;
  fixture.options.trace = trace;
  fixture_pass (&fixture, run->entry, LOOM_DIM3 (grid, 1, 1), LOOM_DIM3 (run->block, 1, 1));
  for (guint i = 0; i < grid * run->block; i++)
    {
      const gint32 t = (gint32) (i % run->block);
      guint64 expected[RESULTS];

      if (of_launch)
        get_results ((gint32) n, (gint32) (grid * run->block), x, y, expected);
      else
        get_results (t, (gint32) n, x + (float) t, y + t, expected);
      for (guint r = 0; r < RESULTS; r++)
        if (results[i * RESULTS + r] != expected[r])
          {
            g_test_message ("thread %u, result %u: %" G_GINT64_MODIFIER "x, not %" G_GINT64_MODIFIER "x",
                            i, r, results[i * RESULTS + r], expected[r]);
            g_test_fail ();
          }
    }
  fixture_clear (&fixture);
}

int
main (int    argc,
      char **argv)
{
  static const Case cases[] = {
    { "of-the-launch", "of_launch", 64, 1, LOOM_CHECK_NONE, FALSE },
    { "of-the-launch/ragged", "of_launch", 300, 3, LOOM_CHECK_NONE, FALSE },
    { "of-the-launch/watched", "of_launch", 37, 1, LOOM_CHECK_ALL, FALSE },
    { "of-the-launch/traced", "of_launch", 64, 1, LOOM_CHECK_NONE, TRUE },
    { "of-the-thread", "of_thread", 64, 1, LOOM_CHECK_NONE, FALSE },
    { "of-the-thread/ragged", "of_thread", 300, 3, LOOM_CHECK_NONE, FALSE },
    { "of-the-thread/watched", "of_thread", 37, 1, LOOM_CHECK_ALL, FALSE },
    { "of-the-thread/traced", "of_thread", 64, 1, LOOM_CHECK_NONE, TRUE },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/sim/hoisted/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_results);
    }
  return g_test_run ();
}
