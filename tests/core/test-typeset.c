/* test-typeset.c: the minus signs of numbers that people read
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

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/typeset/signs-are-those-of-print", test_signs_are_those_of_print);
  return g_test_run ();
}
