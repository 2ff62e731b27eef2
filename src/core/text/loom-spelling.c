/* loom-spelling.c: which word was meant by one that is misspelt
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-spelling.h"

#include <string.h>

#define MOST_LETTERS 32         /* of words that are looked for */
#define MOST_COMPARED 64

/**
 * loom_spelling_count_changes:
 * @folds_case: whether capitals count as small letters
 *
 * Counts by Levenshtein's dynamic programme over one row.
 *
 * Returns: how many letters are to be changed, put in or left out to make one word the other,
 *   %G_MAXUINT where one is longer than 64
 */
guint
loom_spelling_count_changes (const char *a,
                             const char *b,
                             gboolean    folds_case)
{
  const gsize length = strlen (b);
  guint row[MOST_COMPARED + 1];

  if (length > MOST_COMPARED || strlen (a) > MOST_COMPARED)
    return G_MAXUINT;

  for (gsize j = 0; j <= length; j++)
    row[j] = (guint) j;
  for (gsize i = 0; a[i] != '\0'; i++)
    {
      guint diagonal = row[0]++;

      for (gsize j = 0; j < length; j++)
        {
          const gboolean differs = folds_case ? g_ascii_tolower (a[i]) != g_ascii_tolower (b[j])
                                              : a[i] != b[j];
          const guint changed = diagonal + differs;

          diagonal = row[j + 1];
          row[j + 1] = MIN (changed, MIN (row[j], row[j + 1]) + 1);
        }
    }
  return row[length];
}

/* The first of the words with the fewest changes, and whether another one has as few. */
static const char *
find_nearest (const char         *word,
              const char * const *known,
              gboolean           *is_tied)
{
  const char *found = NULL;
  guint least = G_MAXUINT;

  *is_tied = FALSE;
  for (; strlen (word) <= MOST_LETTERS && *known != NULL; known++)
    {
      const gsize length = strlen (*known);
      const guint changes = length <= MOST_LETTERS
                            ? loom_spelling_count_changes (word, *known, TRUE) : G_MAXUINT;

      if (changes > least || changes == G_MAXUINT || changes * 3 >= length)
        continue;
      if (changes < least)
        found = *known;
      *is_tied = changes == least && (*is_tied || !g_str_equal (found, *known));
      least = changes;
    }
  return found;
}

/**
 * loom_spelling_find:
 * @word: what somebody wrote
 * @known: (array zero-terminated): words that would do
 *
 * Finds the word that was most likely meant: the first of those with the fewest changes, if these
 * are fewer than a third of its letters.
 *
 * Returns: (nullable): one of @known, or %NULL
 */
const char *
loom_spelling_find (const char         *word,
                    const char * const *known)
{
  gboolean is_tied;

  g_return_val_if_fail (word != NULL && known != NULL, NULL);

  return find_nearest (word, known, &is_tied);
}

/**
 * loom_spelling_find_only:
 * @word: what somebody wrote
 * @known: (array zero-terminated): words that would do
 *
 * Finds the word that was meant where no other one is as near: names that people choose differ by a
 * letter.
 *
 * Returns: (nullable): one of @known, or %NULL
 */
const char *
loom_spelling_find_only (const char         *word,
                         const char * const *known)
{
  gboolean is_tied;
  const char *found;

  g_return_val_if_fail (word != NULL && known != NULL, NULL);

  found = find_nearest (word, known, &is_tied);
  return is_tied ? NULL : found;
}
