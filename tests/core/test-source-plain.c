/* test-source-plain.c: texts without what means nothing to a compiler
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-plain.h"

#include "loom-lexer-private.h"

#include <string.h>

#define SEED 20260611
#define N_TEXTS 4000
#define MAX_PIECES 40

static const struct
{
  const char *name, *text, *plain;
} rows[] = {
  { "nothing", "", "" },
  { "code", "int a; // of b\nint b;\n", "int a;\nint b;\n" },
  { "columns", "f (a, /* why */ b);\n", "f (a,           b);\n" },
  { "columns-are-characters", "f (/* \xc3\xa9\xe2\x82\xac */ b);\n", "f (         b);\n" },
  { "tabs", "\ta /*\t*/ b\t\n", "\ta   \t   b\n" },
  { "lines", "a /* b\n c\r\n d */ e\n", "a\n\r\n      e\n" },
  { "a-comment-that-goes-on", "a // b \\\n c\nd", "a\n\nd" },
  { "ends-of-lines", "a  \n \t \n  b\r\n  \r\n", "a\n\n  b\r\n\r\n" },
  { "the-end", "a  ", "a" },
  { "no-comments", "\"// a  \" '/*' R\"(/* a */  \n)\" 1'000 // b\n",
    "\"// a  \" '/*' R\"(/* a */  \n)\" 1'000\n" },
  { "directives", "#define A /* b\n */ 1 // c\n/* d */ #if A\n",
    "#define A /* b\n */ 1 // c\n        #if A\n" },
  { "never-closed", "a /* b  \n c", "a /* b  \n c" },
  { "a-space-of-a-parameter",
    "void f (volatile __shared__ int *a, __constant__ int *b) // c\n{ __shared__ int d[4]; }\n",
    "void f (volatile            int *a,              int *b)\n{ __shared__ int d[4]; }\n" },
  { "a-space-of-no-function", "M (__shared__ int *a);\nf (g (__shared__ int b; {}));\n",
    "M (__shared__ int *a);\nf (g (__shared__ int b; {}));\n" },
  { "a-slash-between", "a /*/ b", "a /*/ b" },
  { "a-trigraph-goes-on", "a // b ?\?/\nc", "a // b ?\?/\nc" },
  { "a-backslash-within-a-line", "a \\ // b\nc \\/* */\n \\  ", "a \\ \nc \\ \n \\ " },
  { "a-backslash-at-its-end", "a \\\nb // c", "a \\\nb" },
};

static void
test_plain (gconstpointer data)
{
  const guint row = GPOINTER_TO_UINT (data);
  g_autofree char *plain = loom_source_dup_plain (rows[row].text, strlen (rows[row].text));

  g_assert_cmpstr (plain, ==, rows[row].plain);
}

static void
test_a_launch_becomes_a_stop (void)
{
  static const struct
  {
    const char *text, *without;
  } launches[] = {
    { "a; k<<<1, 32>>> (b); c;", "a; __trap (); c;" },
    { "{ math::k<T, 3><<<dim3 (2),\nf (1, (2)), 0>>> (a,\n (b)); c; }", "{ __trap ()\n\n; c; }" },
    { "if (a) k<<<1, 1>>> (); else ::k<<<1, 1>>> ();", "if (a) __trap (); else __trap ();" },
    { "a << b >> c; d = x < y; \"k<<<1, 1>>> ()\"; /* k<<<1, 1>>> () */", NULL },
    { "k<<<1, 1 (a); b", NULL },
    { "k<<<1, 1>>> (a", "__trap ()" },
    { "<<<>>>()", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (launches); i++)
    {
      const char *text = launches[i].text;
      g_autofree char *without = loom_source_dup_without_launches (text, strlen (text));

      g_assert_cmpstr (without, ==, launches[i].without != NULL ? launches[i].without : text);
    }
}

/* The next token that is no comment, with the characters before it in its line. */
static gboolean
next (LoomLexer *lexer,
      LoomToken *token,
      glong     *column)
{
  const char *line;

  do
    if (!_loom_lexer_next (lexer, token))
      return FALSE;
  while (token->kind == LOOM_TOKEN_COMMENT);

  line = lexer->text + token->offset;
  while (line > lexer->text && line[-1] != '\n')
    line--;
  *column = g_utf8_strlen (line, lexer->text + token->offset - line);
  return TRUE;
}

static void
assert_same_tokens (const char *text,
                    const char *plain)
{
  LoomLexer lexer, plain_lexer;
  LoomToken token, plain_token;
  glong column, plain_column;

  _loom_lexer_init (&lexer, text, strlen (text));
  _loom_lexer_init (&plain_lexer, plain, strlen (plain));
  while (next (&lexer, &token, &column))
    {
      g_assert_true (next (&plain_lexer, &plain_token, &plain_column));
      g_assert_cmpmem (text + token.offset, token.length, plain + plain_token.offset,
                       plain_token.length);
      g_assert_cmpuint (token.line, ==, plain_token.line);
      g_assert_cmpint (column, ==, plain_column);
    }
  g_assert_false (next (&plain_lexer, &plain_token, &plain_column));
}

/* All tokens stand where they stood, and nothing is left to take away. */
static void
test_random (void)
{
  static const char * const pieces[] = {
    "a", "1'0", "\"//\"", "'\\''", "'", "R\"(/*\n)\"", "// b", "// b \\\n", "/* c */", "/* c\n */",
    "/*\xc3\xa9\t*/", "\n", "\r\n", " ", "  ", "\t", "\\", "\\\n", "\n#if A /* d */ // e\n", "/", "*/",
    "+", "\xc3\xa9",
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);

  for (guint i = 0; i < N_TEXTS; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *plain = NULL, *again = NULL;

      for (guint n = g_rand_int_range (rand, 0, MAX_PIECES); n > 0; n--)
        g_string_append (text, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
      plain = loom_source_dup_plain (text->str, text->len);
      again = loom_source_dup_plain (plain, strlen (plain));
      assert_same_tokens (text->str, plain);
      g_assert_cmpstr (again, ==, plain);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/core/source-plain/", rows[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_plain);
    }
  g_test_add_func ("/core/source-plain/a-launch-becomes-a-stop", test_a_launch_becomes_a_stop);
  g_test_add_func ("/core/source-plain/keeps-all-tokens-in-their-places", test_random);
  return g_test_run ();
}
