/* test-source-judge.c: what #if lines come to
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-source-conditions-private.h"

#include <string.h>

/* Reads the directives of a text up to its end; "taken", "skipped" or "open" is its last branch. */
static const char *
judge (const char *text)
{
  g_autoptr (LoomSourceConditions) conditions =
    _loom_source_conditions_new ();
  LoomSourceBranch branch;
  LoomToken token;
  LoomLexer lexer;

  _loom_lexer_init (&lexer, text, strlen (text));
  while (_loom_lexer_next (&lexer, &token))
    if (token.kind == LOOM_TOKEN_DIRECTIVE)
      _loom_source_conditions_read (conditions, text, &token);

  branch = _loom_source_conditions_branch (conditions);
  return !branch.is_possible ? "skipped" : branch.is_conditional ? "open" : "taken";
}

static void
test_judges_numbers_and_names (void)
{
  static const struct
  {
    const char *text, *expected;
  } cases[] = {
    { "#if 0\n", "skipped" },
    { "#if 1\n", "taken" },
    { "#if 0x10 > 017 && (3 + 4 * 2 == 11) // eleven\n", "taken" },
    { "#if 1 - 2 < 0 || UNKNOWN\n", "taken" },
    { "#if UNKNOWN && 0\n", "skipped" },
    { "#if !UNKNOWN\n", "open" },
    { "#if 1 / 0\n", "open" },
    { "#if 1 << 70\n", "open" },
    { "#if -9223372036854775807 - 1 < 0\n", "taken" },
    { "#if 1 ? 0 : 1\n", "open" },
    { "#if\n", "open" },
    { "#if ((((1))\n", "open" },
    { "#if __has_include (<vector>)\n", "open" },
    { "#if defined (__CUDACC__) && !defined _WIN32 && \\\n  defined(__CUDA_ARCH__)\n", "taken" },
    { "#ifdef __CUDACC_RTC__\n#else\n", "skipped" },
    { "#ifndef _MSC_VER\n", "taken" },
    { "#if __CUDA_ARCH__ >= 700\n", "open" },
    { "#define A 3\n#define B (A + 1)\n#if B == 4\n", "taken" },
    { "#define A\n#ifdef A\n", "taken" },
    { "#define A 1\n#undef A\n#ifdef A\n", "skipped" },
    { "#define A 1\n#undef A\n#if A\n", "skipped" },
    { "#ifdef X\n#define A 1\n#endif\n#ifdef A\n", "open" },
    { "#ifndef A\n#define A 1\n#endif\n#ifdef A\n", "taken" },
    { "#ifndef A\n#define A 1\n#endif\n#if A\n", "open" },
    { "#define F(x) x\n#if F (1)\n", "open" },
    { "#define A A\n#if A\n", "open" },
    { "#define A B + B\n#define B A + A\n#if A\n", "open" },
    { "#if X\n#elif 1\n#else\n", "skipped" },
    { "#if 0\n#elif X\n#else\n", "open" },
    { "#if 0\n#if 1\n", "skipped" },
    { "#if X\n#endif\n", "taken" },
    { "#endif\n#else\n", "taken" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (judge (cases[i].text), ==, cases[i].expected);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/source-judge/judges-numbers-and-names", test_judges_numbers_and_names);

  return g_test_run ();
}
