/* fuzz-expression.c: any text as an expression over arrays
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-evaluator.h"
#include "loom-run-scope.h"

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

/* r: 2×3 shorts, of which x, y and z are the indices. */
static void
add_run (LoomScope *scope)
{
  static const gint16 cells[] = { 0, -1, 2, -3, 4, G_MAXINT16 };
  const LoomType type = loom_type_of (LOOM_SCALAR_I16, 1);
  const LoomShape shape = { 2, 3, 2, 1 };
  g_autoptr (GBytes) bytes = g_bytes_new_static (cells, sizeof cells);
  g_autoptr (LoomArray) array = loom_array_new (&type, &shape, bytes, NULL);
  g_autoptr (LoomRun) run = loom_run_new ();

  g_ptr_array_add (run->arrays, loom_run_array_new ("r", array));
  loom_scope_add_run (scope, run, -1);
}

/* f: 4×5 floats, n: 3×4×5 bytes, v: two float2, e and z: arrays without a cell. */
static LoomScope *
make_scope (void)
{
  static const struct
  {
    const char *name;
    LoomScalar  scalar;
    guint       lanes, rank;
    gint64      extents[3];
  } arrays[] = {
    { "f", LOOM_SCALAR_F32, 1, 2, { 4, 5 } }, { "n", LOOM_SCALAR_I8, 1, 3, { 3, 4, 5 } },
    { "v", LOOM_SCALAR_F32, 2, 1, { 2 } }, { "e", LOOM_SCALAR_U64, 1, 1, { 0 } },
    { "h", LOOM_SCALAR_F16, 1, 1, { 7 } }, { "z", LOOM_SCALAR_F64, 1, 2, { 0, 1000 } },
  };
  static guint8 cells[512];
  LoomScope *scope = loom_scope_new ();

  for (guint i = 0; i < sizeof cells; i++)
    cells[i] = i * 37;
  add_run (scope);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      const LoomType type = loom_type_of (arrays[i].scalar, arrays[i].lanes);
      gsize bytes = type.size;
      g_autoptr (GBytes) contents = NULL;
      g_autoptr (LoomValue) value = NULL;

      for (guint axis = 0; axis < arrays[i].rank; axis++)
        bytes *= arrays[i].extents[axis];
      contents = g_bytes_new (cells, bytes);
      value = loom_value_new (&type, arrays[i].rank, arrays[i].extents, contents);
      loom_scope_add (scope, arrays[i].name, value);
    }
  return scope;
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *expression = g_strndup ((const char *) data, size), *shown = NULL;
  g_autoptr (LoomScope) scope = make_scope ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomValue) value = loom_evaluate (expression, scope, NULL, &error);
  g_autoptr (LoomArray) array = NULL;

  g_assert_true ((value != NULL) == (error == NULL));
  if (value == NULL)
    return 0;
  shown = loom_value_format (value);
  array = loom_value_dup_array (value, NULL);
  g_assert_true ((array != NULL) == (loom_value_count (value) > 0));
  for (guint64 i = 0; array != NULL && i < loom_value_count (value); i++)
    g_assert_cmpmem (loom_array_get_cell (array, i), value->type.size,
                     loom_value_get_cell (value, i), value->type.size);
  return 0;
}
