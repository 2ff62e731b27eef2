/* test-profile.c: lines of a profile, their sums, how threads spread
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-profile.h"

static LoomProfile *
make_profile (void)
{
  static const guint lines[] = { 7, 3, 12, 3 };
  LoomProfile *profile = loom_profile_new ();

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      LoomLineProfile *line = loom_profile_take_line (profile, NULL, lines[i]);

      line->instructions++;
      line->executed += 10;
      line->lanes += 200;
      line->wavefronts += i;
      line->bytes += 128;
    }
  return profile;
}

static void
test_lines_are_in_order (void)
{
  g_autoptr (LoomProfile) profile = make_profile ();
  LoomLineProfile sum;

  g_assert_cmpuint (profile->lines->len, ==, 3);
  g_assert_cmpuint (g_array_index (profile->lines, LoomLineProfile, 0).line, ==, 3);
  g_assert_cmpuint (g_array_index (profile->lines, LoomLineProfile, 2).line, ==, 12);
  g_assert_cmpuint (loom_profile_find_line (profile, 3)->executed, ==, 20);
  g_assert_null (loom_profile_find_line (profile, 4));
  g_assert_null (loom_profile_find_line (profile, 13));
  loom_profile_sum (profile, &sum);
  g_assert_cmpuint (sum.executed, ==, 40);
  g_assert_cmpuint (sum.wavefronts, ==, 6);
  g_assert_cmpuint (sum.bytes, ==, 512);
}

/* Each figure of two lines has a number of its own. */
static void
test_sum_has_every_figure (void)
{
  g_autoptr (LoomProfile) profile = loom_profile_new ();
  const LoomLineProfile figures = { .instructions = 1, .executed = 2, .lanes = 3, .requests = 4,
                                    .sectors = 5, .bytes = 6, .shared_requests = 7,
                                    .wavefronts = 8, .conflicts = 9, .flops = { 10, 11, 12 } };
  LoomLineProfile sum;

  for (guint i = 1; i <= 2; i++)
    {
      LoomLineProfile *line = loom_profile_take_line (profile, NULL, i);

      *line = figures;
      line->line = i;
    }
  loom_profile_sum (profile, &sum);
  g_assert_cmpuint (sum.instructions, ==, 2);
  for (const guint64 *each = &figures.executed, *twice = &sum.executed;
       each < &figures.flops[LOOM_N_FLOATS]; each++, twice++)
    g_assert_cmpuint (*twice, ==, 2 * *each);
}

static void
test_round_trip (void)
{
  g_autoptr (LoomProfile) profile = make_profile ();
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_profile_to_variant (profile));
  g_autoptr (LoomProfile) back = loom_profile_from_variant (variant);
  g_autoptr (GVariant) again = g_variant_ref_sink (loom_profile_to_variant (back));

  g_assert_true (g_variant_equal (variant, again));
}

static void
test_refuses (void)
{
  g_autoptr (GVariant) other = g_variant_ref_sink (g_variant_new ("(s)", "x"));
  g_autoptr (LoomProfile) profile = make_profile ();
  g_autoptr (GVariant) twice = NULL;

  g_array_append_val (profile->lines, g_array_index (profile->lines, LoomLineProfile, 0));
  twice = g_variant_ref_sink (loom_profile_to_variant (profile));
  g_assert_null (loom_profile_from_variant (other));
  g_assert_null (loom_profile_from_variant (twice));
}

/* Those of the document come first, and only they are looked up by their number alone. */
static void
test_lines_of_headers_are_others (void)
{
  g_autoptr (LoomProfile) profile = make_profile ();
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (LoomProfile) back = NULL;
  const LoomLineProfile *last;

  loom_profile_take_line (profile, "a.h", 3)->executed = 500;
  loom_profile_take_line (profile, "a.h", 4)->executed = 600;
  loom_profile_take_line (profile, "a.h", 3)->executed++;
  variant = g_variant_ref_sink (loom_profile_to_variant (profile));
  back = loom_profile_from_variant (variant);
  g_assert_cmpuint (back->lines->len, ==, 5);
  last = &g_array_index (back->lines, LoomLineProfile, 3);
  g_assert_cmpstr (last->file, ==, "a.h");
  g_assert_cmpuint (last->executed, ==, 501);
  g_assert_cmpuint (loom_profile_find_line (back, 3)->executed, ==, 20);
  g_assert_null (loom_profile_find_line (back, 4));
}

static void
test_threads_spread (void)
{
  static const guint32 counts[] = { 5, 1, 9, 3 };
  g_autoptr (LoomProfile) profile = loom_profile_new ();
  g_autoptr (GBytes) threads = g_bytes_new_static (counts, sizeof counts);

  loom_profile_set_threads (profile, threads);
  g_assert_cmpuint (profile->spread.least, ==, 1);
  g_assert_cmpuint (profile->spread.median, ==, 3);
  g_assert_cmpuint (profile->spread.most, ==, 9);
  loom_profile_set_threads (profile, NULL);
  g_assert_cmpuint (profile->spread.most, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/profile/lines-are-in-order", test_lines_are_in_order);
  g_test_add_func ("/core/profile/sum-has-every-figure", test_sum_has_every_figure);
  g_test_add_func ("/core/profile/round-trip", test_round_trip);
  g_test_add_func ("/core/profile/refuses", test_refuses);
  g_test_add_func ("/core/profile/lines-of-headers-are-others",
                   test_lines_of_headers_are_others);
  g_test_add_func ("/core/profile/threads-spread", test_threads_spread);

  return g_test_run ();
}
