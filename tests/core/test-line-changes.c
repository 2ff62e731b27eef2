/* test-line-changes.c: tests of loom-line-changes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-line-changes.h"

#include <string.h>

#define MOST_LINES 40

typedef struct
{
  char  letters[MOST_LINES];
  guint n;
} Letters;

static char *
to_text (const Letters *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->n; i++)
    g_string_append_printf (text, "line %c\n", self->letters[i]);
  return g_string_free (text, FALSE);
}

static void
make_letters (Letters *self,
              guint    alphabet)
{
  self->n = (guint) g_test_rand_int_range (0, MOST_LINES);
  for (guint i = 0; i < self->n; i++)
    self->letters[i] = (char) ('a' + g_test_rand_int_range (0, (gint) alphabet));
}

/* Most lines that both have in one order, by trying all: the oracle. */
static guint
find_longest (const Letters *a,
              const Letters *b)
{
  guint longest[MOST_LINES + 1][MOST_LINES + 1] = { { 0 } };

  for (guint i = 1; i <= a->n; i++)
    for (guint j = 1; j <= b->n; j++)
      longest[i][j] = a->letters[i - 1] == b->letters[j - 1]
                          ? longest[i - 1][j - 1] + 1
                          : MAX (longest[i - 1][j], longest[i][j - 1]);
  return longest[a->n][b->n];
}

/* The later text, from the earlier one and the changes alone. */
static char *
replay (const char *before,
        GPtrArray  *changes)
{
  g_auto (GStrv) lines = g_strsplit (before, "\n", -1);
  GString *text = g_string_new (NULL);
  guint at = 1;

  for (guint i = 0; i < changes->len; i++)
    {
      const LoomLineChange *change = changes->pdata[i];

      for (; at < change->before; at++)
        g_string_append_printf (text, "%s\n", lines[at - 1]);
      if (change->was != NULL)
        {
          g_assert_cmpstr (change->was, ==, lines[at - 1]);
          at++;
        }
      if (change->is != NULL)
        g_string_append_printf (text, "%s\n", change->is);
    }
  for (; at < g_strv_length (lines); at++)
    g_string_append_printf (text, "%s\n", lines[at - 1]);
  return g_string_free (text, FALSE);
}

static void
test_line_changes_make_the_later_text (void)
{
  for (guint round = 0; round < 2000; round++)
    {
      const guint alphabet = 1 + round % 12;
      g_autofree char *before = NULL, *after = NULL, *replayed = NULL;
      g_autoptr (GPtrArray) changes = NULL;
      guint removed = 0, added = 0;
      Letters a, b;

      make_letters (&a, alphabet);
      make_letters (&b, alphabet);
      before = to_text (&a);
      after = to_text (&b);
      changes = loom_line_changes_list (before, after);
      replayed = replay (before, changes);
      g_assert_cmpstr (replayed, ==, after);
      for (guint i = 0; i < changes->len; i++)
        {
          const LoomLineChange *change = changes->pdata[i];

          removed += change->was != NULL;
          added += change->is != NULL;
          g_assert_cmpint (change->kind, ==,
                           change->was == NULL ? LOOM_LINE_ADDED
                           : change->is == NULL ? LOOM_LINE_REMOVED : LOOM_LINE_CHANGED);
        }
      g_assert_cmpuint (a.n - removed, ==, find_longest (&a, &b));
      g_assert_cmpuint (b.n - added, ==, find_longest (&a, &b));
    }
}

static void
test_line_changes_name_both_lines (void)
{
  g_autoptr (GPtrArray) changes = loom_line_changes_list ("a\nb\nc\nd\n", "a\nB\nc\nx\nd");
  const LoomLineChange *changed, *added;

  g_assert_cmpuint (changes->len, ==, 2);
  changed = changes->pdata[0];
  g_assert_cmpint (changed->kind, ==, LOOM_LINE_CHANGED);
  g_assert_cmpuint (changed->before, ==, 2);
  g_assert_cmpuint (changed->after, ==, 2);
  g_assert_cmpstr (changed->was, ==, "b");
  g_assert_cmpstr (changed->is, ==, "B");
  added = changes->pdata[1];
  g_assert_cmpint (added->kind, ==, LOOM_LINE_ADDED);
  g_assert_cmpuint (added->before, ==, 4);
  g_assert_cmpuint (added->after, ==, 4);
  g_assert_cmpstr (added->is, ==, "x");
}

static void
test_line_changes_leave_ends_of_lines_out (void)
{
  g_autoptr (GPtrArray) changes = loom_line_changes_list ("a\r\nb", "a\nb\n");
  g_autoptr (GPtrArray) none = loom_line_changes_list ("", "");

  g_assert_cmpuint (changes->len, ==, 0);
  g_assert_cmpuint (none->len, ==, 0);
}

/* Whoever looks for a character under ASan measures the text up to its end each time. */
#ifdef __SANITIZE_ADDRESS__
#define MANY_LINES 15000
#else
#define MANY_LINES 150000
#endif

/* Two megabytes that have nothing in common come to an end, as all lines. */
static void
test_line_changes_of_texts_without_a_line_in_common (void)
{
  GString *a = g_string_new (NULL), *b = g_string_new (NULL);
  g_autoptr (GPtrArray) changes = NULL;
  const guint n = MANY_LINES;

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (a, "was %u\n", i);
      g_string_append_printf (b, "is %u\n", i);
    }
  changes = loom_line_changes_list (a->str, b->str);
  g_assert_cmpuint (changes->len, ==, n);
  g_string_free (a, TRUE);
  g_string_free (b, TRUE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/line-changes/make-the-later-text",
                   test_line_changes_make_the_later_text);
  g_test_add_func ("/core/line-changes/name-both-lines", test_line_changes_name_both_lines);
  g_test_add_func ("/core/line-changes/leave-ends-of-lines-out",
                   test_line_changes_leave_ends_of_lines_out);
  g_test_add_func ("/core/line-changes/of-texts-without-a-line-in-common",
                   test_line_changes_of_texts_without_a_line_in_common);
  return g_test_run ();
}
