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

  return g_test_run ();
}
