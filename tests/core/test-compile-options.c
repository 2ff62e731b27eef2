/* test-compile-options.c: options pass that change the code; those that touch files do not
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-compile-options.h"
#include "loom-error.h"

#include <string.h>

static const char * const passing[] = {
  "-DX", "-DX=1", "-D X=1", "-UX", "--define-macro=X", "-std=c++17", "--std=c++20", "-std c++14", "-fmad=false",
  "--ftz=true", "-prec-div=false", "-prec-sqrt=true", "-use_fast_math", "--use_fast_math", "-maxrregcount=32", "--device-int128", "--Ofast-compile=mid",
  "-diag-suppress=177", "--diag-error=1,2", "-Iinclude", "-I include/deep", "--include-path=include", "-I.",
  "-DX=/etc/passwd", "-DX=..",
};

static const struct
{
  const char *options;
  const char *word;             /* in the message */
} refused[] = {
  { "--time=out.csv", "--time=out.csv" },
  { "-time=out.csv", "-time=out.csv" },
  { "--pre-include=/etc/passwd", "--pre-include" },
  { "-include=x.h", "-include" },
  { "-DX --time=out.csv", "--time" },
  { "-I/etc", "/etc" },
  { "-I /etc", "/etc" },
  { "--include-path=/etc", "/etc" },
  { "--include-path /etc", "/etc" },
  { "-I", "" },
  { "-D", "-D" },
  { "-D --time=x", "--time=x" },
  { "--D=X", "--D" },
  { "---std=c++17", "---std" },
  { "-std=/etc/passwd", "/etc/passwd" },
  { "-fmad=1", "“1”" },
  { "-fmad", "-fmad" },
  { "-fmad=", "-fmad=" },
  { "-use_fast_math=x", "x" },
  { "-maxrregcount=0", "“0”" },
  { "-maxrregcount=99999999999999999999", "9999" },
  { "@response", "@response" },
  { "file.cu", "file.cu" },
  { "-G", "-G" },
  { "-dlto", "-dlto" },
  { "-arch=sm_90", "-arch" },
  { "-fmadness=true", "-fmadness" },
  { "-", "“-”" },
};

static void
test_passes (gconstpointer data)
{
  g_auto (GStrv) options = g_strsplit (data, " ", -1);
  g_autoptr (GError) error = NULL;

  loom_compile_options_check ((const char * const *) options, &error);
  g_assert_no_error (error);
}

static void
test_refuses (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_auto (GStrv) options = g_strsplit (refused[i].options, " ", -1);
  g_autoptr (GError) error = NULL;

  g_assert_false (loom_compile_options_check ((const char * const *) options, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
  g_assert_nonnull (strstr (error->message, refused[i].word));
}

static void
test_folders_stay_inside (void)
{
  static const char * const inner[] = { "-Iinclude", "-I", "a/../b", "--include-path=.",
                                         "-DX=..", NULL };
  static const char * const above[] = { "-I../common", NULL };
  static const char * const outside[] = { "-Iinclude", "-I", "include/../../../x", NULL };
  g_auto (GStrv) listed = loom_compile_options_list_folders (inner);
  g_autofree char *first = NULL, *second = NULL;

  g_assert_cmpuint (g_strv_length (listed), ==, 3);
  g_assert_cmpstr (listed[1], ==, "a/../b");
  g_assert_null (loom_compile_options_find_outside (inner, "/a/b", "/a/b"));
  g_assert_null (loom_compile_options_find_outside (above, "/a/b", "/a"));
  first = loom_compile_options_find_outside (above, "/a/b", "/a/b");
  g_assert_cmpstr (first, ==, "../common");
  second = loom_compile_options_find_outside (outside, "/a/b", "/a");
  g_assert_cmpstr (second, ==, "include/../../../x");
}

static void
test_one_option_is_changed_and_the_rest_stays (void)
{
  static const struct { const char *text, *name, *value, *changed; } rows[] = {
    { NULL, "use_fast_math", "", "-use_fast_math" },
    { "-std=c++17 -DN=4", "use_fast_math", "", "-std=c++17 -DN=4 -use_fast_math" },
    { "--use_fast_math -DN=4", "use_fast_math", NULL, "-DN=4" },
    { "-fmad=true --fmad false -I inc", "fmad", "false", "-I inc -fmad=false" },
    { "-maxrregcount 32", "maxrregcount", "64", "-maxrregcount=64" },
    { "-maxrregcount=32 -D 'S=a b'", "maxrregcount", NULL, "-D 'S=a b'" },
    { "-maxrregcount=32", "maxrregcount", "0", NULL },
    { "-maxrregcount=32", "maxrregcount", "many", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *changed
          = loom_compile_options_set (rows[i].text, rows[i].name, rows[i].value, &error);
      g_autofree char *value = NULL;

      g_assert_cmpstr (changed, ==, rows[i].changed);
      if (changed == NULL)
        {
          g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
          continue;
        }
      g_assert_no_error (error);
      value = loom_compile_options_get (changed, rows[i].name);
      g_assert_cmpstr (value, ==, rows[i].value);
    }
}

static void
test_macros_are_changed_and_the_rest_stays (void)
{
  static const struct { const char *text, *macros, *changed; } rows[] = {
    { "", "N=16 DEBUG", "-DN=16 -DDEBUG" },
    { "-DOLD -U NEW --define-macro=A=1 -ftz=true", " N=1 ", "-DN=1 -U NEW -ftz=true" },
    { "-fmad=false", "'TEXT=a b' X='(1 + 2)'", "'-DTEXT=a b' '-DX=(1 + 2)' -fmad=false" },
    { "-DA -fmad=false", "", "-fmad=false" },
    { "-DA", "-o /etc/passwd", NULL },
    { "-DA", "'open", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *changed
          = loom_compile_options_set_defined (rows[i].text, rows[i].macros, &error);
      g_autofree char *again = NULL, *macros = NULL;

      g_assert_cmpstr (changed, ==, rows[i].changed);
      if (changed == NULL)
        {
          g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
          continue;
        }
      macros = loom_compile_options_get_defined (changed);
      again = loom_compile_options_set_defined (changed, macros, &error);
      g_assert_cmpstr (again, ==, changed);
    }
}

static void
test_fast_math_is_exact_without_what_it_stands_for (void)
{
  static const char text[] = "-ftz=true -DN=1 -use_fast_math -fmad=false -prec-div=false";
  g_autofree char *fast = loom_compile_options_set_fast_math (text, TRUE);
  g_autofree char *exact = loom_compile_options_set_fast_math (text, FALSE);
  g_autofree char *none = loom_compile_options_set_fast_math (NULL, FALSE);

  g_assert_cmpstr (fast, ==, "-DN=1 -fmad=false -use_fast_math");
  g_assert_cmpstr (exact, ==, "-DN=1 -fmad=false");
  g_assert_cmpstr (none, ==, "");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (passing); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/compile-options/passes/%" G_GSIZE_FORMAT, i);

      g_test_add_data_func (path, passing[i], test_passes);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/compile-options/refuses/%" G_GSIZE_FORMAT, i);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_refuses);
    }

  g_test_add_func ("/core/compile-options/folders-stay-inside", test_folders_stay_inside);

  g_test_add_func ("/core/compile-options/one-option-is-changed-and-the-rest-stays",
                   test_one_option_is_changed_and_the_rest_stays);
  g_test_add_func ("/core/compile-options/macros-are-changed-and-the-rest-stays",
                   test_macros_are_changed_and_the_rest_stays);
  g_test_add_func ("/core/compile-options/fast-math-is-exact-without-what-it-stands-for",
                   test_fast_math_is_exact_without_what_it_stands_for);

  return g_test_run ();
}
