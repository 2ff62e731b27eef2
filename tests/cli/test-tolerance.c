/* test-tolerance.c: when two arrays count as equal, and what is said if not
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-tolerance.h"

#include "loom-error.h"

#include <math.h>

static LoomArray *
new_array (LoomScalar    scalar,
           gconstpointer data,
           guint         cells)
{
  const LoomType type = loom_type_of (scalar, 1);
  const LoomShape shape = { 1, cells, 1, 1 };
  g_autoptr (GBytes) bytes = g_bytes_new (data, cells * loom_scalar_size (scalar));
  g_autoptr (GError) error = NULL;
  LoomArray *array = loom_array_new (&type, &shape, bytes, &error);

  g_assert_no_error (error);

  return array;
}

static char *
compare (LoomScalar    scalar,
         gconstpointer expected,
         gconstpointer got,
         guint         cells,
         const char   *tolerance_text,
         gboolean      as_bf16)
{
  g_autoptr (LoomArray) a = new_array (scalar, expected, cells);
  g_autoptr (LoomArray) b = new_array (scalar, got, cells);
  g_autoptr (GError) error = NULL;
  LoomCliTolerance tolerance;

  g_assert_true (loom_cli_tolerance_parse (tolerance_text, &tolerance, &error));
  g_assert_no_error (error);
  tolerance.as_bf16 = as_bf16;

  return loom_cli_tolerance_compare (a, b, &tolerance);
}

static void
test_tolerance_refuses_what_it_does_not_know (void)
{
  static const char *texts[] = { "", "about", "ulp:", "ulp:-1", "ulp:1x", "abs:1", "abs:1,rel:", "abs:1,rel:2x",
                                 "abs:-1,rel:0", "abs:nan,rel:0" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      LoomCliTolerance tolerance;

      g_assert_false (loom_cli_tolerance_parse (texts[i], &tolerance, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
    }
}

static void
test_floats_follow_the_tolerance (void)
{
  static const struct
  {
    float       expected, got;
    const char *tolerance;
    gboolean    equal;
  } rows[] = {
    { 1.0f, 1.0f, "exact", TRUE },
    { 1.0f, 1.00000012f, "exact", FALSE },
    { 0.0f, -0.0f, "exact", FALSE },
    { NAN, -NAN, "exact", TRUE },
    { NAN, 1.0f, "exact", FALSE },
    { NAN, NAN, "bits", TRUE },
    { NAN, -NAN, "bits", FALSE },
    { 0.0f, -0.0f, "bits", FALSE },
    { INFINITY, INFINITY, "exact", TRUE },
    { 1.0f, 1.00000012f, "ulp:1", TRUE },
    { 1.0f, 1.00000024f, "ulp:1", FALSE },
    { 0.0f, -0.0f, "ulp:0", TRUE },
    { 1e-45f, -1e-45f, "ulp:2", TRUE },
    { 1e-45f, -1e-45f, "ulp:1", FALSE },
    { 3.40282347e38f, INFINITY, "ulp:1", TRUE },
    { -3.40282347e38f, INFINITY, "ulp:1000", FALSE },
    { NAN, NAN, "ulp:0", TRUE },
    { 1.0f, NAN, "ulp:4000000000", FALSE },
    { 100.0f, 101.0f, "abs:0.5,rel:0.01", TRUE },
    { 100.0f, 102.0f, "abs:0.5,rel:0.01", FALSE },
    { INFINITY, 3.40282347e38f, "abs:1e300,rel:1", FALSE },
    { INFINITY, INFINITY, "abs:0,rel:0", TRUE },
    { NAN, 0.0f, "abs:1e300,rel:0", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = compare (LOOM_SCALAR_F32, &rows[i].expected, &rows[i].got, 1,
                                       rows[i].tolerance, FALSE);

      g_test_message ("row %u: %s", i, text);
      g_assert_true ((text == NULL) == rows[i].equal);
    }
}

static void
test_doubles_far_apart_do_not_wrap (void)
{
  const double expected = -INFINITY, got = INFINITY;
  g_autofree char *text = compare (LOOM_SCALAR_F64, &expected, &got, 1, "ulp:4294967295", FALSE);

  g_assert_nonnull (text);
}

static void
test_integers_are_always_exact (void)
{
  const gint32 expected = 1000, got = 1001;
  g_autofree char *text = compare (LOOM_SCALAR_I32, &expected, &got, 1, "abs:5,rel:5", FALSE);

  g_assert_nonnull (text);
}

static void
test_halves_hold_two_formats (void)
{
  const guint16 one = 0x3f80, next = 0x3f81, nan = 0x7fc0, other_nan = 0xffff;
  g_autofree char *near_text = compare (LOOM_SCALAR_U16, &one, &next, 1, "ulp:1", TRUE);
  g_autofree char *far_text = compare (LOOM_SCALAR_U16, &one, &next, 1, "ulp:0", TRUE);
  g_autofree char *nan_text = compare (LOOM_SCALAR_U16, &nan, &other_nan, 1, "exact", TRUE);
  g_autofree char *bits_text = compare (LOOM_SCALAR_U16, &one, &next, 1, "ulp:1", FALSE);

  g_assert_null (near_text);
  g_assert_nonnull (far_text);
  g_assert_null (nan_text);
  g_assert_nonnull (bits_text);
}

static void
test_message_shows_the_first_difference (void)
{
  const float expected[] = { 1, 2, 3, 4 }, got[] = { 1, 2, 2.5f, 5 };
  const gint8 minus = -1, two = 2;
  g_autofree char *text = compare (LOOM_SCALAR_F32, expected, got, 4, "exact", FALSE);
  g_autofree char *integers = compare (LOOM_SCALAR_I8, &minus, &two, 1, "exact", FALSE);

  g_assert_cmpstr (text, ==, "element 2: expected 3 (0x40400000), got 2.5 (0x40200000); 2 of 4 differ");
  g_assert_cmpstr (integers, ==, "element 0: expected -1 (0xff), got 2 (0x02); 1 of 1 differs");
}

static void
test_lengths_must_agree (void)
{
  const float values[] = { 1, 2 };
  const LoomCliTolerance exact = { LOOM_CLI_EXACT, };
  g_autoptr (LoomArray) two = new_array (LOOM_SCALAR_F32, values, 2);
  g_autoptr (LoomArray) one = new_array (LOOM_SCALAR_F32, values, 1);
  g_autofree char *text = loom_cli_tolerance_compare (two, one, &exact);

  g_assert_cmpstr (text, ==, "8 bytes expected, got 4");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/tolerance/tolerance-refuses-what-it-does-not-know",
                   test_tolerance_refuses_what_it_does_not_know);
  g_test_add_func ("/cli/tolerance/floats-follow-the-tolerance", test_floats_follow_the_tolerance);
  g_test_add_func ("/cli/tolerance/doubles-far-apart-do-not-wrap", test_doubles_far_apart_do_not_wrap);
  g_test_add_func ("/cli/tolerance/integers-are-always-exact", test_integers_are_always_exact);
  g_test_add_func ("/cli/tolerance/halves-hold-two-formats", test_halves_hold_two_formats);
  g_test_add_func ("/cli/tolerance/message-shows-the-first-difference", test_message_shows_the_first_difference);
  g_test_add_func ("/cli/tolerance/lengths-must-agree", test_lengths_must_agree);

  return g_test_run ();
}
