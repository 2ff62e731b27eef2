/* test-typeset.c: minus signs and groups of digits in numbers that people read
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-typeset.h"

static void
test_signs_are_those_of_print (void)
{
  static const struct { const char *number, *set; } rows[] = {
    { "0", "0" }, { "12", "12" }, { "-12", "−12" }, { "-0.150073", "−0.150073" }, { "-inf", "−inf" },
    { "NaN", "NaN" }, { "1e-05", "1e−05" }, { "-1.5e-05", "−1.5e−05" }, { "1e+05", "1e+05" },
    { "(-1, 2, -3)", "(−1, 2, −3)" }, { ".x = -1, .y-z = 4", ".x = −1, .y-z = 4" },
    { "0x-", "0x-" }, { "a-1", "a-1" }, { "0-3", "0-3" }, { "-", "-" }, { "", "" },
  };

  g_assert_null (loom_typeset (NULL));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *set = loom_typeset (g_strdup (rows[i].number));

      g_assert_cmpstr (set, ==, rows[i].set);
    }
}

static void
test_digits_are_in_groups_from_five_on (void)
{
  static const struct { guint64 count; const char *set; } rows[] = {
    { 0, "0" }, { 9999, "9999" }, { 10000, "10\u202f000" }, { 123456, "123\u202f456" }, { 1234567, "1\u202f234\u202f567" },
    { G_MAXUINT64, "18\u202f446\u202f744\u202f073\u202f709\u202f551\u202f615" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *set = loom_typeset_count (rows[i].count);

      g_assert_cmpstr (set, ==, rows[i].set);
    }
}

static void
test_rough_numbers_have_no_exponent_for_what_people_count (void)
{
  static const struct { double number; const char *set; } rows[] = {
    { 0, "0" }, { 0.00444, "0.00444" }, { 2.3333, "2.33" }, { 12.25, "12.2" }, { 999.4, "999" }, { 999.6, "1000" },
    { 2000, "2000" }, { 1234.5, "1235" }, { 12345.2, "12\u202f345" }, { 1e20, "1e+20" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *set = loom_typeset_rough (rows[i].number);

      g_assert_cmpstr (set, ==, rows[i].set);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/typeset/signs-are-those-of-print", test_signs_are_those_of_print);
  g_test_add_func ("/core/typeset/digits-are-in-groups-from-five-on", test_digits_are_in_groups_from_five_on);
  g_test_add_func ("/core/typeset/rough-numbers-have-no-exponent-for-what-people-count",
                   test_rough_numbers_have_no_exponent_for_what_people_count);
  return g_test_run ();
}
