/* test-share.c: shares in per cent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-share.h"

static void
test_only_none_and_all_are_0_and_100 (void)
{
  const struct { double part, whole; const char *text; } rows[] = {
    { 0, 100, "0\u00a0%" },
    { 0, 0, "0\u00a0%" },
    { 95, 100096, "<1\u00a0%" },
    { 1, 1e15, "<1\u00a0%" },
    { 1, 160, "1\u00a0%" },
    { 28, 128, "22\u00a0%" },
    { 98.5, 100, "99\u00a0%" },
    { 99696, 100096, ">99\u00a0%" },
    { (double) ((G_GUINT64_CONSTANT (1) << 40) - 1), (double) (G_GUINT64_CONSTANT (1) << 40),
      ">99\u00a0%" },
    { 100, 100, "100\u00a0%" },
    { 0.1 + 0.2 - 0.3 + 1 - 1e-16, 1, "100\u00a0%" },
    { 104, 100, "104\u00a0%" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = loom_share_format (rows[i].part, rows[i].whole);

      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/share/only-none-and-all-are-0-and-100",
                   test_only_none_and_all_are_0_and_100);

  return g_test_run ();
}
