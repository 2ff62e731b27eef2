/* test-subscript.c: the arithmetic of an index with numbers put in
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-argument.h"
#include "loom-subscript.h"

/* The access is in the line with the mark. The thread is (5, 3) of block (1, 0) of 8 × 4 threads;
 * cols is 16. */
static const struct
{
  const char *body;
  guint64     cell;
  const char *told;             /* NULL: it is not certain */
} rows[] = {
  { "f[threadIdx.y * cols + threadIdx.x] = 1; // @", 53,
    "f[threadIdx.y * cols + threadIdx.x] = f[3 * 16 + 5] = f[53]" },
  { "int x = blockIdx.x * blockDim.x + threadIdx.x;\nint y = threadIdx.y;\nf[y * cols + x] = 1; // @",
    61, "f[y * cols + x] = f[3 * 16 + 13] = f[61]" },
  { "const int x = threadIdx.x, i = threadIdx.y * cols + x;\nf[i] = 1; // @", 53,
    "f[threadIdx.y * cols + x] = f[3 * 16 + 5] = f[53]" },
  { "unsigned i = 3u + 0x10;\n/* i = 5; */ f[i] = 1; // @", 19, "f[3u + 0x10] = f[3 + 0x10] = f[19]" },
  { "f[threadIdx.x - 1] = f[threadIdx.x + 1]; // @", 4, "f[threadIdx.x - 1] = f[5 - 1] = f[4]" },
  { "f[threadIdx.x - 1] = f[threadIdx.x + 1]; // @", 6, "f[threadIdx.x + 1] = f[5 + 1] = f[6]" },
  { "if (cols & 1 == 0 && cols > 3) f[cols] = 1; // @", 16, "f[cols] = f[16] = f[16]" },
  /* another cell */
  { "f[threadIdx.x] = 1; // @", 6, NULL },
  /* two that come to the same */
  { "f[threadIdx.x] = f[8 - threadIdx.y]; // @", 5, NULL },
  /* given a value more than once, or who knows where */
  { "int i = 4;\ni++;\nf[i] = 1; // @", 5, NULL },
  { "int i = 5;\ni = 5;\nf[i] = 1; // @", 5, NULL },
  { "int i = 5;\ni <<= 0;\nf[i] = 1; // @", 5, NULL },
  { "int i = 5;\nset (&i);\nf[i] = 1; // @", 5, NULL },
  { "int i;\ni = 5;\nf[i] = 1; // @", 5, NULL },
  { "for (int k = 5; k < 6; k++)\nf[k] = 1; // @", 5, NULL },
  { "cols = 5;\nf[cols] = 1; // @", 16, NULL },
  /* no whole numbers, casts, calls, arrays, other names */
  { "float i = 5;\nf[i] = 1; // @", 5, NULL },
  { "int *i = 5;\nf[i] = 1; // @", 5, NULL },
  { "f[(int) threadIdx.x] = 1; // @", 5, NULL },
  { "f[min (5, 6)] = 1; // @", 5, NULL },
  { "f[g[5]] = 1; // @", 5, NULL },
  { "f[N] = 1; // @", 5, NULL },
  { "f[0][5] = 1; // @", 0, NULL },
  { "ff[5] = a.f[5]; // @", 5, NULL },
  { "i[5] = 1; // @ f[5]", 5, NULL },
  { "int i = i;\nf[i] = 1; // @", 5, NULL },
  { "int i = j;\nint j = i;\nf[i] = 1; // @", 5, NULL },
  /* division by nothing, beyond what numbers hold */
  { "f[5 / (cols - 16)] = 1; // @", 0, NULL },
  { "f[cols << 62] = 1; // @", 0, NULL },
};

static void
argument_free (gpointer data)
{
  loom_run_argument_free (data);
}

static void
test_rows (void)
{
  const LoomType type = loom_type_of (LOOM_SCALAR_I32, 1);
  const gint32 cols = 16;
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (argument_free);
  LoomRunArgument *argument = loom_run_argument_new ("cols", LOOM_PARAM_SCALAR, &type);

  loom_run_argument_set_values (argument, &cols, sizeof cols);
  g_ptr_array_add (arguments, argument);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *source = g_strdup_printf ("__global__ void g () { int i = 5, x = 5; }\n"
                                                 "__global__ void k (int *f, int cols)\n{\n%s\n}\n",
                                                 rows[i].body);
      LoomSubscript access = {
        .source = source, .line = 1, .array = "f", .cell = rows[i].cell,
        .grid = LOOM_DIM3 (2, 1, 1), .block = LOOM_DIM3 (8, 4, 1),
        .block_index = LOOM_DIM3 (1, 0, 0), .thread_index = LOOM_DIM3 (5, 3, 0),
        .arguments = arguments,
      };
      g_autofree char *told = NULL;

      for (const char *p = source; *p != '@'; p++)
        access.line += *p == '\n';
      told = loom_subscript_dup_numbers (&access);
      g_assert_cmpstr (told, ==, rows[i].told);
    }
}

static void
test_anything (void)
{
  static const char *const texts[] = { "", "{", "}", "f[", "{ f[", "{ f[1", "{\"", "{ f[1] }", "/*", "{'\\" };
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (guint line = 0; line < 3; line++)
      {
        const LoomSubscript access = {
          .source = texts[i], .line = line, .array = "f", .cell = 1, .arguments = arguments,
        };
        g_autofree char *told = loom_subscript_dup_numbers (&access);

        if (told != NULL)
          g_assert_cmpstr (told, ==, "f[1] = f[1] = f[1]");
      }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/subscript/rows", test_rows);
  g_test_add_func ("/core/subscript/anything", test_anything);

  return g_test_run ();
}
