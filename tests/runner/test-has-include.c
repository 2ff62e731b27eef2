/* test-has-include.c: questions to the compiler whether a file exists, however they are written
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-has-include.h"

static const struct
{
  const char *name, *text;
  guint       line;
} rows[] = {
  { "none", "#include <cuda_fp16.h>\nint includes, has, _;", 0 },
  { "empty", "", 0 },
  { "plain", "\n#if __has_include (\"/etc/passwd\")\n#endif", 2 },
  { "next", "#if __has_include_next (<a>)", 1 },
  { "renamed", "int a;\n\n#define ASK __has_include", 3 },
  { "option", "-DASK=__has_include", 1 },
  { "split", "#if __has_\\\ninc\\\r\nlude (<a>)", 1 },
  { "split-by-a-trigraph", "#if __has_?\?/\ninclude (<a>)", 1 },
  { "pasted", "#define P(a, b) a##b\n#if P (__has_, include) (<a>)", 2 },
  { "pasted-after-the-underscores", "#define P(a, b) a##b\n#if P (__, x)", 2 },
  { "pasted-from-one", "#define P(a, b) a##b\n#if P (_, x)", 2 },
  { "pasted-by-a-digraph", "#define P(a, b) a%:%:b\n#if P (__has, x)", 2 },
  { "pasted-by-a-split", "#define P(a, b) a#\\\n#b\n#if P (__h, x)", 3 },
  { "pasted-otherwise", "#define P(a, b) a##b\nint P (x, y), __global, __has_feature;", 0 },
  { "beginning-without-pasting", "int __has, __;", 0 },
};

static void
test_is_found (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);

  g_assert_cmpuint (loom_has_include_find (rows[i].text), ==, rows[i].line);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/runner/has-include/", rows[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_is_found);
    }

  return g_test_run ();
}
