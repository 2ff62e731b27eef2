/* test-source-idle.c: libraries that a text includes and does not use
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-plain.h"

#define CUB "#include <cub/cub.cuh>\n"
#define NO_CUB "                      \n"

static const struct
{
  const char *name, *text, *expression;
  const char *left;             /* NULL: all of it */
} rows[] = {
  { "an-include", "int a;\n" CUB "int b;\n", "k", "int a;\n" NO_CUB "int b;\n" },
  { "quotes", " # include \"cub/block/x.cuh\" /* y\n*/", "k",
    "                             /* y\n*/" },
  { "each-of-a-library", CUB CUB "int a;", "k", NO_CUB NO_CUB "int a;" },
  { "an-opened-namespace", CUB "using namespace cub;", "k", NO_CUB "                   ;" },
  { "a-word-of-others", CUB "int cubic, cudaMalloc;", "k", NO_CUB "int cubic, cudaMalloc;" },
  { "a-comment", CUB "// cub", "k", NO_CUB "// cub" },
  { "one-of-two", CUB "#include <curand_kernel.h>\ncurandState a;", "k",
    NO_CUB "#include <curand_kernel.h>\ncurandState a;" },
  { "a-name", CUB "cub::Sum a;", "k", NULL },
  { "another-namespace", CUB "namespace b = cub;", "k", NULL },
  { "a-macro", CUB "#define A cub::Sum", "k", NULL },
  { "a-question", CUB "#ifdef CUB_VERSION\n#endif", "k", NULL },
  { "a-template-argument", CUB "int a;", "k<cub::Sum>", NULL },
  { "a-name-of-curand", "#include <curand_kernel.h>\nvoid f (curandState_t *a);", "k", NULL },
  { "other-headers", "#include <cuda_fp16.h>\n#include <cubic/a.h>\n#include A", "k", NULL },
  { "none", "int a;", "k", NULL },
  { "the-end", "#include", "k", NULL },
};

static void
test_row (gconstpointer data)
{
  const guint row = GPOINTER_TO_UINT (data);
  const char * const expressions[] = { rows[row].expression, NULL };
  g_autofree char *left = loom_source_dup_without_idle (rows[row].text, expressions);

  g_assert_cmpstr (left, ==, rows[row].left);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/core/source-idle/", rows[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_row);
    }
  return g_test_run ();
}
