/* test-line-figure.c: what a line of the source cost, beside it and in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-line-figure.h"

static const LoomLineProfile lines[] = {
  { .line = 1, .executed = 12345, .lanes = 98760, .requests = 4, .sectors = 22, .bytes = 2048, .shared_requests = 3,
    .conflicts = 5 },
  { .line = 2, .executed = 1, .lanes = 32 },
  { .line = 3 },
};

/* Each kind of figure as "name: short, words, cost"; what a line has not is not told. */
static void
test_line_figures_are_told (void)
{
  static const char * const expected[] = {
    "executions: 12.3 k, 12\u202f345 warp instructions, 12345\n"
    "active-lanes: 25\u00a0%, 8.0 of 32 lanes active on average, 24\n"
    "sectors: 5.50, 5.50 sectors for each of 4 requests of global memory, 5.5\n"
    "conflicts: 5, 5 passes more for bank conflicts, in requests of shared memory: 3, 5\n"
    "bytes: 2048, 2048 bytes of global memory asked for, 2048\n",
    "executions: 1, 1 warp instruction, 1\nactive-lanes: 100\u00a0%, 32.0 of 32 lanes active on average, 0\n",
    "",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      const LoomLineFigure *figure;

      for (guint k = 0; (figure = loom_line_figure_get (k)) != NULL; k++)
        {
          g_autofree char *beside = figure->dup_short (&lines[i]);
          g_autofree char *words = beside != NULL ? figure->dup_words (&lines[i]) : NULL;

          g_assert_true (loom_line_figure_find (figure->name) == figure);
          if (beside != NULL)
            g_string_append_printf (text, "%s: %s, %s, %g\n", figure->name, beside, words, figure->cost (&lines[i]));
        }
      g_assert_cmpstr (text->str, ==, expected[i]);
    }
}

static void
test_line_figures_are_listed (void)
{
  g_autofree char *all = loom_line_figure_dup_all (&lines[1], "; ");
  g_autofree char *none = loom_line_figure_dup_all (&lines[2], "; ");

  g_assert_cmpstr (all, ==, "1 warp instruction; 32.0 of 32 lanes active on average");
  g_assert_cmpstr (none, ==, "");
}

/* Costs have the full shade where a line has the most, or at a number of their own. */
static void
test_line_figures_have_a_full_shade (void)
{
  static const double expected[] = { 12345, 32, 32, 5, 2048 };
  g_autoptr (LoomProfile) profile = loom_profile_new ();
  const LoomLineFigure *figure;

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    *loom_profile_take_line (profile, NULL, lines[i].line) = lines[i];
  for (guint k = 0; (figure = loom_line_figure_get (k)) != NULL; k++)
    g_assert_cmpfloat (loom_line_figure_get_most (figure, profile), ==, expected[k]);
  g_assert_true (loom_line_figure_find ("nothing") == loom_line_figure_get (0));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/line-figure/are-told", test_line_figures_are_told);
  g_test_add_func ("/app/line-figure/are-listed", test_line_figures_are_listed);
  g_test_add_func ("/app/line-figure/have-a-full-shade", test_line_figures_have_a_full_shade);
  return g_test_run ();
}
