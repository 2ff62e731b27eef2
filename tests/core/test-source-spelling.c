/* test-source-spelling.c: words that lines cut, and digraphs
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-header-private.h"

#include <string.h>

static const struct
{
  const char *name, *text, *spelt;
} rows[] = {
  { "words", "__glo\\\nbal__ vo\\\r\nid k", "__global__\\\n void\\\r\n k" },
  { "a-word-of-three-lines", "a\\\nb\\\nc d\\\n\\\ne\\\n", "abc\\\n\\\n de\\\n\\\n\\\n" },
  { "numbers", "1\\\n0 + 0x\\\nf", "10\\\n + 0xf\\\n" },
  { "between-words", "a \\\n b\\\n + \\\nc", "a \\\n b\\\n + \\\nc" },
  { "directives", "#def\\\nine A\\\nB 8 \\\n + 1\nx", "#define\\\n AB\\\n 8 \\\n + 1\nx" },
  { "a-hash-alone", "#\\\ndefine A", "#define\\\n A" },
  { "comments", "// a\\\nb\n/* a\\\nb */ c\\\nd", "// a\\\nb\n/* a\\\nb */ cd\\\n" },
  { "strings", "\"a\\\nb\" 'a\\\nb'", "\"a\\\nb\" 'a\\\nb'" },
  { "raw-strings", "R\"(a\\\nb <% )\" c\\\nd", "R\"(a\\\nb <% )\" cd\\\n" },
  { "raw-strings-of-macros", "#define A R\"(a\\\nb)\"", "#define A R\"(a\\\nb)\"" },
  { "digraphs", "int a<:2:> = <% 1 %>;", "int a[ 2]  = {  1 } ;" },
  { "a-scope-in-brackets", "S<::T> s; a<:::b:>;", "S<::T> s; a[ ::b] ;" },
  { "a-directive-of-a-digraph", " %:def\\\nine A \"<%\"\n<%", " # define\\\n A \"<%\"\n{ " },
  { "no-digraphs", "a < % b; \"<%\"; '%>'; x ? y : > z", "a < % b; \"<%\"; '%>'; x ? y : > z" },
  { "the-end", "a\\", "a\\" },
  { "the-end-of-a-line", "a\\\n", "a\\\n" },
  { "half-a-digraph", "<", "<" },
};

static void
test_spelling (gconstpointer data)
{
  const guint row = GPOINTER_TO_UINT (data);
  g_autofree char *text = g_strdup (rows[row].text);

  _loom_source_respell (text, strlen (text));
  g_assert_cmpstr (text, ==, rows[row].spelt);
}

/* Each byte is looked at a bounded number of times. */
static void
test_many (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 200000; i++)
    g_string_append (text, "a\\\n");
  _loom_source_respell (text->str, text->len);
  g_assert_cmpint (text->str[199999], ==, 'a');
  g_assert_cmpint (text->str[200000], ==, '\\');
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/core/source-spelling/", rows[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_spelling);
    }
  g_test_add_func ("/core/source-spelling/many-lines", test_many);
  return g_test_run ();
}
