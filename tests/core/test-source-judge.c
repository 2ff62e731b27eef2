/* test-source-judge.c: what #if lines come to
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-source-conditions-private.h"

#include <string.h>

/* Reads the directives of a text up to its end; "taken", "skipped" or "open" is its last branch. */
static const char *
judge_for (LoomSourceView  view,
           const char     *text)
{
  g_autoptr (LoomSourceConditions) conditions = _loom_source_conditions_new (view);
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

static const char *
judge (const char *text)
{
  return judge_for (LOOM_VIEW_DEVICE, text);
}

/* The same of the last #if by itself, which may stand within others that are open. */
static const char *
judge_inner (const char *text)
{
  g_autofree char *otherwise = g_strconcat (text, "#else\n", NULL);

  if (g_str_equal (judge (text), "skipped"))
    return "skipped";
  return g_str_equal (judge (otherwise), "skipped") ? "taken" : "open";
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
    { "#if 1 ? 0 : 1\n", "skipped" },
    { "#if UNKNOWN ? 1 : 1\n", "open" },
    { "#if 1 ? 2 > 1 : UNKNOWN\n", "taken" },
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
    { "#define A 1\n#ifdef X\n#undef A\n#endif\n#ifdef A\n", "open" },
    { "#ifndef A\n#define A 1\n#endif\n#ifdef A\n", "taken" },
    { "#ifndef A\n#define A 1\n#endif\n#if A\n", "open" },
    { "#define F(x) x\n#if F (1)\n", "taken" },
    { "#define F(a, ...) a - __VA_ARGS__\n#if F (3, 2) * 2 == -1\n", "taken" },
    { "#define F(a) a ## 1\n#if F (1)\n", "open" },
    { "#define A 1 + 1\n#if A * 2 == 3\n", "taken" },
    { "#define HAS defined (A) && A > 2\n#define A 3\n#if HAS\n", "taken" },
    { "#if ~0 == -1 && +1\n", "taken" },
    { "#if -1u > 0 && 0xffffffff > -1\n", "taken" },
    { "#if -7 / -1 == 7 && UNKNOWN || 2 == 1z + 1\n", "taken" },
    { "#define A A\n#if A\n", "open" },
    { "#define A B + B\n#define B A + A\n#if A\n", "open" },
    { "#if X\n#elif 1\n#else\n", "skipped" },
    { "#if 0\n#elif X\n#else\n", "open" },
    { "#if 0\n#if 1\n", "skipped" },
    { "#if X\n#endif\n", "taken" },
    { "#if UNTERMINATED (\n", "open" },
    { "#endif\n#else\n", "taken" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (judge (cases[i].text), ==, cases[i].expected);
    }
}

/* Whether A is defined, and whether it is 1, at the end of a text. */
static void
test_branches_leave_what_they_have_in_common (void)
{
  static const struct
  {
    const char *text, *is_defined, *is_one;
  } cases[] = {
    { "#ifdef X\n#define A 1\n", "taken", "taken" },
    { "#ifdef X\n#define A 1\n#else\n", "open", "open" },
    { "#define A 1\n#ifdef X\n#undef A\n#else\n", "taken", "taken" },
    { "#define A 1\n#ifdef X\n#undef A\n", "skipped", "skipped" },
    { "#ifdef X\n#define A 1\n#else\n#define A 2\n#endif\n", "taken", "open" },
    { "#ifdef X\n#define A 1\n#elif Y\n#define A 1\n#endif\n", "open", "open" },
    { "#if X\n#define A 1\n#elif 1\n#define A 2\n#endif\n", "taken", "open" },
    { "#if X\n#if 1\n#define A 1\n#endif\n", "taken", "taken" },
    { "#if X\n#ifdef Y\n#define A 1\n#endif\n#endif\n", "open", "open" },
    { "#define A 1\n#if X\n#define A 2\n#endif\n", "taken", "open" },
    { "#define A 1\n#if X\n#define B 1\n#endif\n", "taken", "taken" },
    { "#if !defined (A)\n#define A 1\n#endif\n", "taken", "open" },
    { "#ifdef A\n", "taken", "open" },
    { "#ifndef A\n", "skipped", "skipped" },
    { "#ifdef A\n#endif\n", "open", "open" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strconcat (cases[i].text, "#ifdef A\n", NULL);
      g_autofree char *value = g_strconcat (cases[i].text, "#if A == 1\n", NULL);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (judge_inner (name), ==, cases[i].is_defined);
      g_assert_cmpstr (judge_inner (value), ==, cases[i].is_one);
    }
}

/* What the source never defines is not defined, unless the compiler or its headers might. */
static void
test_hosts_see_what_is_never_defined (void)
{
  static const struct
  {
    const char *text, *device, *host;
  } cases[] = {
    { "#ifdef N\n", "open", "skipped" },
    { "#if N > 3\n", "open", "skipped" },
    { "#ifdef __CUDACC_RTC__\n", "taken", "skipped" },
    { "#ifdef __linux__\n", "open", "taken" },
    { "#ifdef _WIN32\n", "skipped", "skipped" },
    { "#ifdef __CUDACC__\n", "taken", "taken" },
    { "#ifdef CUDART_VERSION\n", "open", "open" },
    { "#ifndef _MINE_H\n#define _MINE_H // once\n", "taken", "taken" },
    { "#ifndef _MINE\n#define _MINE 1\n", "open", "taken" },
    { "#ifndef _MINE_H\n#ifdef X\n#endif\n#define _MINE_H\n", "open", "open" },
    { "#ifdef __X\n#define N 1\n#endif\n#ifndef N\n#define N 2\n", "open", "open" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (judge_for (LOOM_VIEW_DEVICE, cases[i].text), ==, cases[i].device);
      g_assert_cmpstr (judge_for (LOOM_VIEW_HOST, cases[i].text), ==, cases[i].host);
    }
}

/* Deep nests of what nobody knows, and macros that grow with each line, or not at all. */
static void
test_takes_little_time_for_the_worst (void)
{
  static const char * const lines[] = {
    "#ifdef X@\n#define A@\n", "#define A@ A@0 A@0\n#define A@0 A@1 A@1\n#if A@\n#endif\n",
    "#ifndef X@\n#define X@ 1\n#endif\n#if X@\n#else\n#define A 2\n#endif\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint n = 0; text->len < (1 << 20); n++)
        {
          g_autofree char *number = g_strdup_printf ("%u", n);
          g_autoptr (GString) line = g_string_new (lines[i]);

          g_string_replace (line, "@", number, 0);
          g_string_append (text, line->str);
        }
      g_assert_nonnull (judge (text->str));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/source-judge/judges-numbers-and-names", test_judges_numbers_and_names);

  g_test_add_func ("/core/source-judge/branches-leave-what-they-have-in-common",
                   test_branches_leave_what_they_have_in_common);
  g_test_add_func ("/core/source-judge/hosts-see-what-is-never-defined",
                   test_hosts_see_what_is_never_defined);
  g_test_add_func ("/core/source-judge/takes-little-time-for-the-worst",
                   test_takes_little_time_for_the_worst);

  return g_test_run ();
}
