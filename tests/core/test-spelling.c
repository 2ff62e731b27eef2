/* test-spelling.c: which word was meant
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-spelling.h"

#include <string.h>

/* From the definition: the first letters are the same, or one is changed, put in or left out. */
static guint
count_by_definition (const char *a,
                     const char *b)
{
  guint least;

  if (*a == '\0' || *b == '\0')
    return (guint) (strlen (a) + strlen (b));
  if (*a == *b)
    return count_by_definition (a + 1, b + 1);
  least = count_by_definition (a + 1, b + 1);
  least = MIN (least, count_by_definition (a + 1, b));
  return 1 + MIN (least, count_by_definition (a, b + 1));
}

static void
make_word (char  *word,
           gint32 most)
{
  const gint32 length = g_test_rand_int_range (0, most + 1);

  for (gint32 i = 0; i < length; i++)
    word[i] = (char) ('a' + g_test_rand_int_range (0, 3));
  word[length] = '\0';
}

static void
test_changes_are_counted (void)
{
  for (guint i = 0; i < 2000; i++)
    {
      char a[8], b[8];

      make_word (a, 7);
      make_word (b, 7);
      g_assert_cmpuint (loom_spelling_count_changes (a, b, FALSE), ==, count_by_definition (a, b));
    }
  g_assert_cmpuint (loom_spelling_count_changes ("aB", "Ab", FALSE), ==, 2);
  g_assert_cmpuint (loom_spelling_count_changes ("aB", "Ab", TRUE), ==, 0);
}

static void
test_long_words_are_not_compared (void)
{
  g_autofree char *longest = g_strnfill (64, 'x'), *longer = g_strnfill (65, 'x');

  g_assert_cmpuint (loom_spelling_count_changes (longest, longest, FALSE), ==, 0);
  g_assert_cmpuint (loom_spelling_count_changes ("x", longest, FALSE), ==, 63);
  g_assert_cmpuint (loom_spelling_count_changes (longest, "", FALSE), ==, 64);
  g_assert_cmpuint (loom_spelling_count_changes (longer, "x", FALSE), ==, G_MAXUINT);
  g_assert_cmpuint (loom_spelling_count_changes ("x", longer, FALSE), ==, G_MAXUINT);
}

static void
test_the_nearest_word_is_meant (void)
{
  static const char *const known[] = { "threadIdx", "blockIdx", "blockDim", "rows", "cows", NULL };

  g_assert_cmpstr (loom_spelling_find ("thraedidx", known), ==, "threadIdx");
  g_assert_cmpstr (loom_spelling_find ("blockDin", known), ==, "blockDim");
  g_assert_cmpstr (loom_spelling_find ("rowz", known), ==, "rows");
  g_assert_cmpstr (loom_spelling_find ("nothing", known), ==, NULL);
  /* one letter from each of two */
  g_assert_cmpstr (loom_spelling_find ("tows", known), ==, "rows");
  g_assert_cmpstr (loom_spelling_find_only ("tows", known), ==, NULL);
  g_assert_cmpstr (loom_spelling_find_only ("rowz", known), ==, "rows");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/spelling/changes-are-counted-as-by-the-definition", test_changes_are_counted);
  g_test_add_func ("/spelling/words-that-are-too-long-are-not-compared", test_long_words_are_not_compared);
  g_test_add_func ("/spelling/the-nearest-word-is-meant", test_the_nearest_word_is_meant);

  return g_test_run ();
}
