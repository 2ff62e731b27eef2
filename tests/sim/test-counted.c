/* test-counted.c: kernels that are easily counted wrong, printed again and instrumented, against what the simulator counts
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "rewritten.h"

#include <string.h>

#define MAX_ARGS 4
#define MAX_VARIABLES 5

/* An array of so many bytes, or (0 bytes) a number; or a view: the first argument's address and a number. */
typedef struct
{
  gsize size, cell_size;
  gint  number;
  gboolean is_view;
} Arg;

/* A variable of the module, whose first cells are numbers. */
typedef struct
{
  const char *name;
  gsize       size, cell_size;
} Variable;

#define VARIABLE(name, n, cell) { name, (n) * (cell), (cell) }
#define ARRAY(n, cell) { (n) * (cell), (cell), 0, FALSE }
#define NUMBER(n) { 0, 0, (n), FALSE }
#define VIEW(n) { 0, 0, (n), TRUE }

typedef struct
{
  const char *entry;
  LoomDim3    grid, block;
  guint       n_args;
  Arg         args[MAX_ARGS];
  Variable    variables[MAX_VARIABLES];
} Kernel;

#define TABLE VARIABLE ("table", 48, 4)
#define MANAGED VARIABLE ("shared_table", 20, 4)

static const Kernel kernels[] = {
  { "full_block", { 2, 1, 1 }, { 1024, 1, 1 }, 2, { ARRAY (2048, 4), ARRAY (2048, 4) } },
  { "own_address", { 3, 1, 1 }, { 64, 1, 1 }, 2, { ARRAY (192, 4), ARRAY (64, 8) } },
  { "in_a_struct", { 3, 1, 1 }, { 64, 1, 1 }, 2, { ARRAY (192, 4), VIEW (150) } },
  { "divergent_atomics", { 4, 1, 1 }, { 96, 1, 1 }, 2, { ARRAY (16, 4), ARRAY (64, 4) } },
  { "callees", { 2, 1, 1 }, { 256, 1, 1 }, 2, { ARRAY (512, 4), NUMBER (0) } },
  { "callees", { 2, 1, 1 }, { 256, 1, 1 }, 2, { ARRAY (512, 4), NUMBER (1) } },
  { "vectors", { 2, 1, 1 }, { 64, 1, 1 }, 4, { ARRAY (512, 4), ARRAY (64, 16), ARRAY (128, 4), ARRAY (128, 8) } },
  { "vectors", { 2, 1, 1 }, { 64, 1, 1 }, 4, { ARRAY (512, 4), ARRAY (256, 4), ARRAY (512, 1), ARRAY (256, 4) } },
  { "triples", { 2, 1, 1 }, { 64, 1, 1 }, 2, { ARRAY (128, 12), ARRAY (128, 12) } },
  { "predicated", { 2, 1, 1 }, { 64, 1, 1 }, 2, { ARRAY (130, 4), ARRAY (130, 4) } },
  { "leaves", { 3, 1, 1 }, { 48, 1, 1 }, 2, { ARRAY (144, 4), NUMBER (120) } },
  { "mixed", { 2, 1, 1 }, { 64, 1, 1 }, 4, { ARRAY (128, 4), ARRAY (128, 1), ARRAY (128, 2), ARRAY (32, 8) } },
  { "three_dims", { 2, 2, 3 }, { 3, 5, 2 }, 1, { ARRAY (64, 4) } },
  { "by_name", { 2, 1, 1 }, { 48, 1, 1 }, 1, { ARRAY (96, 4) },
    { TABLE, VARIABLE ("weights", 16, 4), VARIABLE ("small_table", 21, 1), VARIABLE ("wide", 9, 16),
      VARIABLE ("total", 1, 8) } },
  { "by_index", { 2, 1, 1 }, { 64, 1, 1 }, 2, { ARRAY (128, 4), NUMBER (100) },
    { TABLE, VARIABLE ("weights", 16, 4), VARIABLE ("bytes", 37, 1), VARIABLE ("triples", 10, 12),
      VARIABLE ("shape", 3, 12) } },
  { "by_index", { 2, 1, 1 }, { 64, 1, 1 }, 2, { ARRAY (128, 4), NUMBER (77) },
    { VARIABLE ("limit", 1, 4), VARIABLE ("wide", 36, 4), VARIABLE ("small_table", 21, 1) } },
  { "by_pointer", { 2, 1, 1 }, { 64, 1, 1 }, 2, { ARRAY (128, 4), NUMBER (0) }, { TABLE } },
  { "by_pointer", { 2, 1, 1 }, { 64, 1, 1 }, 2, { ARRAY (128, 4), NUMBER (1) }, { TABLE, MANAGED } },
  { "by_pointer", { 2, 1, 1 }, { 64, 1, 1 }, 2, { ARRAY (128, 4), NUMBER (2) }, { MANAGED, TABLE } },
  { "by_pointer", { 2, 1, 1 }, { 64, 1, 1 }, 2, { ARRAY (128, 4), NUMBER (3) },
    { VARIABLE ("other", 16, 4), MANAGED, VARIABLE ("places", 3, 8) } },
  { "constants_by_pointer", { 1, 1, 1 }, { 64, 1, 1 }, 2, { ARRAY (128, 4), NUMBER (0) },
    { VARIABLE ("weights", 16, 4), VARIABLE ("shape", 9, 4) } },
  { "atomics", { 3, 1, 1 }, { 64, 1, 1 }, 1, { ARRAY (192, 4) },
    { VARIABLE ("total", 1, 8), TABLE, MANAGED } },
  { "predicated", { 2, 1, 1 }, { 64, 1, 1 }, 1, { ARRAY (128, 4) }, { TABLE, VARIABLE ("p", 1, 4) } },
  { "copies", { 1, 1, 1 }, { 32, 1, 1 }, 1, { ARRAY (32, 4) }, { TABLE } },
  { "matrices", { 1, 1, 1 }, { 32, 1, 1 }, 1, { ARRAY (32, 4) }, { VARIABLE ("tile", 384, 2) } },
};

typedef struct
{
  const Kernel *kernel;
  Rewritten     way;
} Case;

static RewrittenArg
make_arg (const Arg *arg,
          GPtrArray *kept)
{
  const gsize size = arg->size > 0 ? arg->size : arg->is_view ? 16 : 4;
  guint8 *bytes = g_malloc0 (size);

  g_ptr_array_add (kept, bytes);
  /* Small whole numbers in single precision: sums of them are the same in any order. */
  for (gsize i = 0; i + 4 <= arg->size; i += 4)
    {
      const float value = (float) (i / 4 % 101);

      memcpy (bytes + i, &value, sizeof value);
    }
  if (arg->size == 0)
    memcpy (bytes + size - (arg->is_view ? 8 : 4), &arg->number, sizeof arg->number);
  return (RewrittenArg) { bytes, size, arg->cell_size, arg->is_view ? 1 : 0 };
}

/* Only what is plain memory is filled: places holds addresses. */
static RewrittenSymbol
make_symbol (const Variable *variable,
             GPtrArray      *kept)
{
  guint8 *bytes = NULL;

  if (!g_str_equal (variable->name, "places"))
    {
      g_ptr_array_add (kept, bytes = g_malloc (variable->size));
      for (gsize i = 0; i < variable->size; i++)
        bytes[i] = (guint8) (i % 4 == 1 ? i : 0);
    }
  return (RewrittenSymbol) { variable->name, bytes, variable->size, variable->cell_size };
}

static void
test_kernel (gconstpointer data)
{
  const Case *test = data;
  const gboolean has_variables = test->kernel->variables[0].name != NULL;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "sim",
                                                 has_variables ? "counted-variables.ptx" : "counted.ptx", NULL);
  g_autofree char *ptx = NULL;
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) args = g_array_new (FALSE, TRUE, sizeof (RewrittenArg));
  g_autoptr (GArray) symbols = g_array_new (FALSE, TRUE, sizeof (RewrittenSymbol));
  g_autofree char *difference = NULL;
  RewrittenLaunch launch = {
    .entry = test->kernel->entry, .grid = test->kernel->grid, .block = test->kernel->block, .launches = 1, .args = args,
    .symbols = symbols,
  };
  gboolean trapped;

  g_assert_true (g_file_get_contents (path, &ptx, NULL, NULL));
  launch.ptx = ptx;
  for (guint i = 0; i < test->kernel->n_args; i++)
    {
      const RewrittenArg arg = make_arg (&test->kernel->args[i], kept);

      g_array_append_val (args, arg);
    }
  for (guint i = 0; i < MAX_VARIABLES && test->kernel->variables[i].name != NULL; i++)
    {
      const RewrittenSymbol symbol = make_symbol (&test->kernel->variables[i], kept);

      g_array_append_val (symbols, symbol);
    }
  difference = rewritten_compare (&launch, test->way, &trapped);
  g_assert_cmpstr (difference, ==, NULL);
  g_assert_false (trapped);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    for (guint way = 0; way < REWRITTEN_N; way++)
      {
        g_autofree char *path = g_strdup_printf ("/sim/counted/%u-%s/%s", i, kernels[i].entry,
                                                 rewritten_get_name (way));
        Case *test = g_new (Case, 1);

        *test = (Case) { &kernels[i], way };
        g_test_add_data_func_full (path, test, test_kernel, g_free);
      }
  return g_test_run ();
}
