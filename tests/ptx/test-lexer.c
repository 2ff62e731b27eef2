/* test-lexer.c: PTX text cut into tokens
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-lexer-private.h"

#include <string.h>

static void
test_numbers (void)
{
  static const struct
  {
    const char *text;
    guint64     bits;
    guint       float_bits;
  } rows[] = {
    { "0", 0, 0 }, { "42", 42, 0 }, { "017", 15, 0 }, { "0x1F", 31, 0 }, { "0XfF", 255, 0 }, { "0b101", 5, 0 },
    { "4294967295U", 4294967295u, 0 }, { "18446744073709551615", G_MAXUINT64, 0 },
    { "0f3F800000", 0x3f800000, 32 }, { "0Fbf800000", 0xbf800000, 32 },
    { "0d3FF0000000000000", G_GUINT64_CONSTANT (0x3ff0000000000000), 64 },
    { "1.5", G_GUINT64_CONSTANT (0x3ff8000000000000), 64 }, { "1e2", G_GUINT64_CONSTANT (0x4059000000000000), 64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomPtxLexer lexer;
      LoomPtxToken token;

      loom_ptx_lexer_init (&lexer, rows[i].text, strlen (rows[i].text));
      loom_ptx_lexer_next (&lexer, &token);
      g_assert_cmpint (token.kind, ==, rows[i].float_bits != 0 ? LOOM_PTX_TOKEN_FLOAT : LOOM_PTX_TOKEN_INTEGER);
      g_assert_cmphex (token.bits, ==, rows[i].bits);
      g_assert_cmpuint (token.float_bits, ==, rows[i].float_bits);
      loom_ptx_lexer_next (&lexer, &token);
      g_assert_cmpint (token.kind, ==, LOOM_PTX_TOKEN_END);
    }
}

static void
test_bad_tokens (void)
{
  static const char *const rows[] = {
    "18446744073709551616", "08", "0x", "0f12", "0d12345", "12ab", "\"open", "\001", "\377",
    "1.0000000000000000000000000000000000000000000000000000000000000000000",
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomPtxLexer lexer;
      LoomPtxToken token;

      loom_ptx_lexer_init (&lexer, rows[i], strlen (rows[i]));
      loom_ptx_lexer_next (&lexer, &token);
      g_assert_cmpint (token.kind, ==, LOOM_PTX_TOKEN_BAD);
      g_assert_nonnull (token.message);
    }
}

static void
test_words_and_lines (void)
{
  static const char text[] = "// one\n@!%p1 ld.param::func.u64\t%rd1,[$a_b+-4]; /* two\n lines */ $L__BB0_1:\n\"q\\\"\"";
  static const struct
  {
    LoomPtxTokenKind kind;
    const char      *text;
    guint            line;
    gboolean         glued;
  } rows[] = {
    { LOOM_PTX_TOKEN_PUNCTUATION, "@", 2, FALSE }, { LOOM_PTX_TOKEN_PUNCTUATION, "!", 2, TRUE },
    { LOOM_PTX_TOKEN_WORD, "%p1", 2, TRUE }, { LOOM_PTX_TOKEN_WORD, "ld", 2, FALSE },
    { LOOM_PTX_TOKEN_DOT, "param::func", 2, TRUE }, { LOOM_PTX_TOKEN_DOT, "u64", 2, TRUE },
    { LOOM_PTX_TOKEN_WORD, "%rd1", 2, FALSE }, { LOOM_PTX_TOKEN_PUNCTUATION, ",", 2, TRUE },
    { LOOM_PTX_TOKEN_PUNCTUATION, "[", 2, TRUE }, { LOOM_PTX_TOKEN_WORD, "$a_b", 2, TRUE },
    { LOOM_PTX_TOKEN_PUNCTUATION, "+", 2, TRUE }, { LOOM_PTX_TOKEN_PUNCTUATION, "-", 2, TRUE },
    { LOOM_PTX_TOKEN_INTEGER, "4", 2, TRUE }, { LOOM_PTX_TOKEN_PUNCTUATION, "]", 2, TRUE },
    { LOOM_PTX_TOKEN_PUNCTUATION, ";", 2, TRUE }, { LOOM_PTX_TOKEN_WORD, "$L__BB0_1", 3, FALSE },
    { LOOM_PTX_TOKEN_PUNCTUATION, ":", 3, TRUE }, { LOOM_PTX_TOKEN_STRING, "q\\\"", 4, FALSE },
    { LOOM_PTX_TOKEN_END, "", 4, TRUE }, { LOOM_PTX_TOKEN_END, "", 4, TRUE },
  };
  LoomPtxLexer lexer;

  loom_ptx_lexer_init (&lexer, text, strlen (text));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomPtxToken token;
      g_autofree char *got = NULL;

      loom_ptx_lexer_next (&lexer, &token);
      got = g_strndup (token.text, token.length);
      g_assert_cmpint (token.kind, ==, rows[i].kind);
      g_assert_cmpstr (got, ==, rows[i].text);
      g_assert_cmpuint (token.line, ==, rows[i].line);
      g_assert_cmpint (token.glued, ==, rows[i].glued);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ptx/lexer/numbers", test_numbers);
  g_test_add_func ("/ptx/lexer/bad-tokens", test_bad_tokens);
  g_test_add_func ("/ptx/lexer/words-and-lines", test_words_and_lines);

  return g_test_run ();
}
