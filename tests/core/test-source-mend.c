/* test-source-mend.c: lines as they should be
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-mend.h"

static void
test_word (void)
{
  const char *source = "__global__ void k (float *f)\n{\n\tint a = threadIdX.x; // threadIdX\n}\n";
  g_autofree char *mended = loom_source_mend_word (source, 3, "threadIdX", "threadIdx");

  g_assert_cmpstr (mended, ==, "int a = threadIdx.x; // threadIdX");
  g_assert_null (loom_source_mend_word (source, 3, "threadId", "threadIdx"));
  g_assert_null (loom_source_mend_word (source, 2, "threadIdX", "threadIdx"));
  g_assert_null (loom_source_mend_word (source, 9, "threadIdX", "threadIdx"));
}

static const struct
{
  const char *name, *source;
  guint line, column;           /* where the compiler met something else */
  const char *mended;           /* NULL: the cure is not known */
  guint in_line, at_column;
} semicolons[] = {
  { "the-line-before", "void k ()\n{\n  int i = 1\n  f (i);\n}\n", 4, 3, "int i = 1;", 3, 12 },
  { "before-a-brace", "void k ()\n{\n  f (1)\n}\n", 4, 1, "f (1);", 3, 8 },
  { "before-a-comment", "void k ()\n{\n  f (1) // é\n  /* x */\n\n  g ();\n}\n", 6, 3,
    "f (1); // é", 3, 8 },
  { "characters-are-counted", "void k ()\n{\n  f (\"é\")\n/* é */ g ();\n}\n", 4, 9,
    "f (\"é\");", 3, 10 },
  { "not-within-a-line", "void k ()\n{\n  int i = 1 int j;\n}\n", 3, 13, NULL, 3, 13 },
  { "not-where-nothing-is", "void k ()\n", 7, 1, NULL, 7, 1 },
  { "not-at-the-beginning", "void k ()\n", 1, 1, NULL, 1, 1 },
};

static void
test_semicolon (gconstpointer data)
{
  const guint row = GPOINTER_TO_UINT (data);
  guint line = semicolons[row].line, column = semicolons[row].column;
  g_autofree char *mended = loom_source_mend_semicolon (semicolons[row].source, &line, &column);

  g_assert_cmpstr (mended, ==, semicolons[row].mended);
  g_assert_cmpuint (line, ==, semicolons[row].in_line);
  g_assert_cmpuint (column, ==, semicolons[row].at_column);
}

#define BODY(line) "__global__ void\nk (float *f, int n)\n{\n" line "\n}\n"

static const struct
{
  const char *name, *source;
  guint line;
  guint64 rows, cols;           /* rows 0: one axis */
  const char *mended;
} indices[] = {
  { "one-axis", BODY ("  f[i] = 2.0f * i; // x"), 4, 0, 12, "if (i < n)\n  f[i] = 2.0f * i; // x" },
  { "a-call", BODY ("  atomicAdd (&f[i], 1.0f);"), 4, 0, 12,
    "if (i < n)\n  atomicAdd (&f[i], 1.0f);" },
  { "through-a-pointer", BODY ("*g = f[i];"), 4, 0, 12, "if (i < n)\n  *g = f[i];" },
  { "no-such-number", BODY ("  f[i] = 1;"), 4, 0, 13, NULL },
  { "another-index", BODY ("  f[i + 1] = 1;"), 4, 0, 12, NULL },
  { "another-array", BODY ("  g[i] = 1;"), 4, 0, 12, NULL },
  { "two-axes", BODY ("  f[y * cols + x] = 1;"), 4, 3, 4,
    "if (x < cols && y < rows)\n  f[y * cols + x] = 1;" },
  { "a-square", BODY ("  f[y * side + x] = 1;"), 4, 7, 7,
    "if (x < side && y < side)\n  f[y * side + x] = 1;" },
  { "a-wrong-row", BODY ("  f[y * rows + x] = 1;"), 4, 3, 4, NULL },
  { "columns-first", BODY ("  f[x + y * cols] = 1;"), 4, 3, 4, NULL },
  { "a-declaration", BODY ("  float v = f[i];"), 4, 0, 12, NULL },
  { "a-pointer-declared", BODY ("  float *v = &f[i];"), 4, 0, 12, NULL },
  { "two-statements", BODY ("  f[i] = 1; g = 2;"), 4, 0, 12, NULL },
  { "a-head", BODY ("  if (a) f[i] = 1;"), 4, 0, 12, NULL },
  { "under-a-head", BODY ("  if (a)\n    f[i] = 1;"), 5, 0, 12, NULL },
  { "a-result", BODY ("  return f[i];"), 4, 0, 12, NULL },
  { "half-a-statement", BODY ("  f[i] =\n    1;"), 4, 0, 12, NULL },
  { "another-function", "__device__ void\ng (float *f)\n{\n  f[i] = 1;\n}\n" BODY (""), 4, 0, 12,
    NULL },
};

static void
test_index (gconstpointer data)
{
  static const LoomSourceParameter numbers[] = {
    { "n", 12 }, { "rows", 3 }, { "cols", 4 }, { "side", 7 },
  };
  const guint row = GPOINTER_TO_UINT (data);
  const LoomShape shape = { .rank = indices[row].rows > 0 ? 2 : 1, .cols = indices[row].cols,
                            .rows = MAX (indices[row].rows, 1), .planes = 1 };
  g_autofree char *mended
      = loom_source_mend_index (indices[row].source, indices[row].line, "k<int>", "f", &shape,
                                numbers, G_N_ELEMENTS (numbers));

  g_assert_cmpstr (mended, ==, indices[row].mended);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source-mend/word", test_word);
  for (guint i = 0; i < G_N_ELEMENTS (semicolons); i++)
    {
      g_autofree char *path = g_strconcat ("/source-mend/semicolon/", semicolons[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_semicolon);
    }
  for (guint i = 0; i < G_N_ELEMENTS (indices); i++)
    {
      g_autofree char *path = g_strconcat ("/source-mend/index/", indices[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_index);
    }
  return g_test_run ();
}
