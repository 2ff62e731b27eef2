/* test-lens.c: every row of the table of lenses is whole
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-lens-private.h"
#include "loom-view-settings.h"

static void
test_every_lens_is_known_by_its_name (void)
{
  for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
    {
      LoomLens found = LOOM_N_LENSES;

      g_assert_true (loom_lens_from_name (loom_lens_get_name (lens), &found));
      g_assert_cmpint (found, ==, lens);
      g_assert_cmpstr (loom_lens_get_title (lens), !=, "");
      g_assert_cmpstr (loom_lens_get_help (lens), !=, "");
    }
}

/* What the legend, the cells and the sentence ask of a row, by what it shows. */
static void
test_every_lens_can_be_drawn (void)
{
  for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
    {
      const LoomLensFacts *facts = _loom_lens_get_facts (lens);
      const gboolean is_category = facts->shows == LOOM_SHOWS_CATEGORIES;

      g_test_message ("%s", facts->name);
      g_assert_nonnull (facts->no_plane);
      g_assert_nonnull (facts->encode);
      g_assert_nonnull (facts->format);
      g_assert_true (facts->tells_coverage || facts->tell != NULL);
      g_assert_true ((facts->shows == LOOM_SHOWS_NUMBERS) == (facts->find_range != NULL));
      g_assert_true ((facts->shows == LOOM_SHOWS_CLASSES) == (facts->classes != NULL));
      g_assert_true (is_category == (facts->name_category != NULL));
      g_assert_true (is_category == (facts->get_number != NULL));
      g_assert_true (is_category == (facts->tints > 0));
      g_assert_true (!is_category || (facts->get_code != NULL && facts->get_most != NULL));
    }
}

static void
test_nothing_to_see_has_a_reason (void)
{
  g_autoptr (LoomRun) run = loom_run_new ();

  for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
    {
      g_assert_nonnull (loom_lens_get_obstacle (lens, NULL, 0));
      g_assert_nonnull (loom_lens_get_obstacle (lens, run, 0));
    }
}

/* What is offered behind the keys of [view] is what it takes, and a word more is told of. */
static void
test_words_of_the_view_are_taken (void)
{
  static const char * const keys[] = { "lens", "colormap", "scale", "origin", "style" };
  g_auto (GStrv) lenses = loom_view_list_words ("lens");
  g_auto (GStrv) none = loom_view_list_words ("limits");

  g_assert_cmpuint (g_strv_length (lenses), ==, LOOM_N_LENSES);
  g_assert_null (none[0]);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_auto (GStrv) words = loom_view_list_words (keys[i]);

      g_assert_nonnull (words[0]);
      for (guint k = 0; words[k] != NULL; k++)
        for (guint is_wrong = 0; is_wrong < 2; is_wrong++)
          {
            g_autofree char *text = g_strdup_printf ("/* gridloom\n[view]\n%s=%s%s\n*/\n", keys[i],
                                                     words[k], is_wrong ? "x" : "");
            g_autoptr (LoomDocument) document = loom_document_parse (text, -1);
            g_autoptr (GPtrArray) problems = loom_view_check_settings (document, NULL, NULL);

            g_assert_cmpuint (loom_document_get_problems (document)->len, ==, 0);
            g_assert_cmpuint (problems->len, ==, is_wrong);
          }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/lens/is-known-by-its-name", test_every_lens_is_known_by_its_name);
  g_test_add_func ("/plot/lens/can-be-drawn", test_every_lens_can_be_drawn);
  g_test_add_func ("/plot/lens/nothing-to-see-has-a-reason", test_nothing_to_see_has_a_reason);
  g_test_add_func ("/plot/view/words-are-taken", test_words_of_the_view_are_taken);
  return g_test_run ();
}
