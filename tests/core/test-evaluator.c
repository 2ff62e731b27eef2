/* test-evaluator.c: expressions over arrays
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-evaluator.h"

#include "loom-error.h"
#include "loom-record.h"
#include "loom-run-scope.h"

#include <locale.h>
#include <string.h>

/* f: 4×5 of 0, 0.5, …; v: two float2; n: no array is named so. */
static LoomScope *
make_scope (void)
{
  LoomScope *scope = loom_scope_new ();
  const LoomType types[] = { loom_type_of (LOOM_SCALAR_F32, 1), loom_type_of (LOOM_SCALAR_F32, 2) };
  const gint64 extents[][2] = { { 4, 5 }, { 2 } };
  float cells[20];

  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    cells[i] = i * 0.5f;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (cells, i == 0 ? sizeof cells : 4 * sizeof *cells);
      g_autoptr (LoomValue) value = loom_value_new (&types[i], 2 - i, extents[i], bytes);

      loom_scope_add (scope, i == 0 ? "f" : "v", value);
    }
  return scope;
}

static char *
dup_result (const char *text)
{
  g_autoptr (LoomScope) scope = make_scope ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomValue) value = loom_evaluate (text, scope, NULL, &error);
  g_autofree char *type = NULL, *cells = NULL;

  if (value == NULL)
    {
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
      return g_strdup_printf ("! %s", error->message);
    }
  g_assert_no_error (error);
  type = loom_value_format_type (value);
  cells = loom_value_format (value);
  return g_strdup_printf ("%s: %s", type, cells);
}

typedef struct
{
  const char *text, *result;
} Row;

static void
check_rows (const Row *rows,
            gsize      n)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *result = dup_result (rows[i].text);

      g_test_message ("%s", rows[i].text);
      g_assert_cmpstr (result, ==, rows[i].result);
    }
}

/* As the fills and references of a document are computed. */
static void
test_types_are_those_of_c (void)
{
  static const Row rows[] = {
    { "7 / 2", "int: 3" }, { "-7 / 2", "int: -3" }, { "-7 % 4", "int: -3" },
    { "7 / 2.0", "double: 3.5" }, { "7 / 2.f", "float: 3.5" }, { "1 / 3.f", "float: 0.33333334" },
    { "2147483647 + 1", "int: -2147483648" }, { "2147483648", "long long: 2147483648" },
    { "0xffffffff", "unsigned int: 4294967295" }, { "-1 < 0u", "bool: false" },
    { "(unsigned char) 300", "unsigned char: 44" }, { "(int8_t) 200", "char: -56" },
    { "(int) 3e9", "int: 2147483647" }, { "int(NAN)", "int: 0" },
    { "unsigned long long(3) - 4", "unsigned long long: 18446744073709551615" },
    { "true + true", "int: 2" }, { "1 ? 2 : 3.5", "double: 2" }, { "1'000", "int: 1000" },
    { "sizeof", "! character 1: “sizeof” is not defined here; there are f, v" },
  };

  check_rows (rows, G_N_ELEMENTS (rows));
}

static void
test_slices_are_those_of_numpy (void)
{
  static const Row rows[] = {
    { "f[3,4]", "float: 9.5" }, { "f[-1][-1]", "float: 9.5" },
    { "f[0, :3]", "float 3: [0 0.5 1]" }, { "f[::2, 1::3]", "float 2×2: [[0.5 2]\n [5.5 7]]" },
    { "f[0, ::-2]", "float 3: [2 1 0]" }, { "f[2:2]", "float 0×5: []" },
    { "f[9:, -99:2].x",
      "! character 13: a cell of the type float is one number; it has no members" },
    { "f[1 > 0 ? 1 : 2, 0]", "float: 2.5" }, { "v.y[1]", "float: 1.5" }, { "v[0].x", "float: 0" },
    { "v[1]", "float2: (1 1.5)" },
    { "f[:, 0] + f[0, :4]", "float 4: [0 3 6 9]" },
    { "f[f > 7.5]", "float 4: [8 8.5 9 9.5]" }, { "f[f > 99]", "float 0: []" },
    { "f[f[:, 0] > 6]", "float 1×5: [[7.5 8 8.5 9 9.5]]" },
    { "sum(f[f >= 1 && f < 2.5])", "double: 4.5" }, { "v[v.x > 0]", "float2 1: [(1 1.5)]" },
    { "f[..., 0]", "float 4: [0 2.5 5 7.5]" }, { "f[1, ...]", "float 5: [2.5 3 3.5 4 4.5]" },
    { "f[3, ..., 4]", "float: 9.5" }, { "f[..., 0] - f[:, 0]", "float 4: [0 0 0 0]" },
    { "f[:, :1] > f[0]", "bool 4×5: [[false false false false false]\n [true true true true true]\n"
      " [true true true true true]\n [true true true true true]]" },
  };

  check_rows (rows, G_N_ELEMENTS (rows));
}

static void
test_functions_of_whole_arrays (void)
{
  static const Row rows[] = {
    { "sum(f)", "double: 95" }, { "mean(f)", "double: 4.75" }, { "min(f[1:])", "float: 2.5" },
    { "max(f)", "float: 9.5" }, { "max(f, 9)[3]", "float 5: [9 9 9 9 9.5]" },
    { "count(f > 2)", "long long: 15" }, { "any(f < 0)", "bool: false" },
    { "all(f >= 0)", "bool: true" }, { "std(f[0])", "double: 0.7071067811865476" },
    { "allclose(f, f + 1e-9)", "bool: true" }, { "allclose(f, f + 1e-7, 0, 0)", "bool: false" },
    { "diff(f, f)[0]", "double 5: [0 0 0 0 0]" }, { "diff(NAN, NAN)", "double: 0" },
    { "sum(f, axis=0)", "double 5: [15 17 19 21 23]" },
    { "sum(f, axis=-1)", "double 4: [5 17.5 30 42.5]" },
    { "max(f, axis = 1)", "float 4: [2 4.5 7 9.5]" }, { "mean(f[0], axis=0)", "double: 1" },
    { "count(f > 2, axis=0)", "long long 5: [3 3 3 3 3]" },
    { "sum(f[:0], axis=0)", "double 5: [0 0 0 0 0]" },
    { "sum(f[:0], axis=1)", "double 0: []" }, { "max(f[:0], axis=1)", "float 0: []" },
    { "all(f[:0][0:0, 3:], axis=-1)", "bool 0: []" },
    { "sum(f[:0, :0], axis=1)", "double 0: []" }, { "any(f == 2, axis=0)[4]", "bool: true" },
    { "sum(f[:0])", "double: 0" }, { "mean(f[:0])", "double: NaN" }, { "all(f[:0])", "bool: true" },
    { "sqrtf(2)", "float: 1.4142135" }, { "pow(2, 10)", "double: 1024" }, { "abs(-3)", "int: 3" },
  };

  check_rows (rows, G_N_ELEMENTS (rows));
}

static void
test_errors_name_place_and_way_out (void)
{
  static const Row rows[] = {
    { "2*f + h", "! character 7: “h” is not defined here; there are f, v" },
    { "f[4]", "! character 3: there is no index 4 along axis 0, which has 4 cells; 0 is the first "
      "and -1 the last" },
    { "f[0, 5]", "! character 6: there is no index 5 along axis 1, which has 5 cells; 0 is the "
      "first and -1 the last" },
    { "f[1,2,3]", "! character 2: float 4×5 has 2 axes, fewer than there are indices (3); leave "
      "some out" },
    { "f[1.5]", "! character 3: an index is one whole number, and this is double; cast it, as with "
      "(int)" },
    { "f[f]", "! character 3: an index is one whole number, and this is float 4×5; cells are "
      "chosen by a condition alone, as in f[f > 0]" },
    { "f[f > 2, 0]", "! character 3: an index is one whole number, and this is bool 4×5; cells are "
      "chosen by a condition alone, as in f[f > 0]" },
    { "f[f[:2] > 2]", "! character 3: the condition is bool 2×5 and chooses cells of float 4×5; "
      "both need the same extents" },
    { "f[..., 0, ...]", "! character 11: “...” stands for all axes that are left, and "
      "can be used once" },
    { "f[..., 0, 0, 0]", "! character 2: float 4×5 has 2 axes, fewer than there are indices (3); "
      "leave some out" },
    { "sum(f, axis=2)", "! character 13: there is no axis 2 of float 4×5; 0 is the first and 1 the "
      "last" },
    { "sum(2, axis=0)", "! character 13: int is one number and has no axis; leave the axis out" },
    { "sqrt(f, axis=0)", "! character 14: sqrt() goes along no axis; sum, mean, std, min, max, any, "
      "all and count do" },
    { "max(f, 2, axis=0)", "! character 16: an axis follows one array, as in sum(f, axis=0)" },
    { "sum(f, axis=0", "! character 4: this “(” has no matching “)”" },
    { "min(f[:0], axis=0)", "! character 1: an array without a cell has no least and no most; widen "
      "the slice" },
    { "f[::0]", "! character 3: the step of a slice is not 0; -1 goes backwards" },
    { "f + f[0, :3]", "! character 3: float 4×5 and float 3 do not fit each other: along each axis, "
      "from the last on, both need as many cells, or one of them 1; slice one" },
    { "v + 1", "! character 3: this has cells of the type float2; say which number of them, as .x "
      "behind its name" },
    { "v.q", "! character 2: a cell of the type float2 has no number “q”; there are x, y" },
    { "f % 2", "! character 3: “%” is for whole numbers, and one side is float; cast it, as with "
      "(int), or use a function such as fmod()" },
    { "7 / (int) f", "! character 3: a whole number is divided by 0, in cell [0, 0]" },
    { "1 << 32", "! character 3: a number is shifted by less than 0 bits, or by as many as it has "
      "or more" },
    { "(f", "! character 1: this “(” has no matching “)”" },
    { "f)", "! character 2: this “)” closes nothing" },
    { "f f", "! character 3: found “f” where an operator is expected" },
    { "2,5*f", "! character 2: “2,5” has a comma; decimals are written with a point" },
    { "f,5", "! character 2: found “,” where an operator is expected" },
    { "f = 2", "! character 3: nothing is assigned here; “==” compares" },
    { "2 *", "! character 4: the expression ends where a number or an array is expected" },
    { "2 * / 3", "! character 5: found “/” where a number or an array is expected" },
    { "f ? 1", "! character 3: this “?” has no “:”" },
    { "010", "! character 1: “010” has a number that begins with 0, which C reads with base 8; "
      "leave the 0 out" },
    { "1'0x", "! character 1: “1'0x” is not a number" },
    { "1.5x", "! character 1: “1.5x” is not a number" }, { "f[0", "! character 2: this “[” has no matching “]”" },
    { "99999999999999999999", "! character 1: “99999999999999999999” needs more than 64 bits" },
    { "min(f[:0])", "! character 1: an array without a cell has no least and no most; widen the "
      "slice" },
    { "pow(f)", "! character 1: pow() is given 1 argument and needs 2" },
    { "median(f)", "! character 1: there is no function “median” here; there are those of CUDA such "
      "as sqrt, exp and min, and sum, mean, std, any, all, count, allclose and diff" },
  };

  check_rows (rows, G_N_ELEMENTS (rows));
}

/* Without a limit these would need 2^30 bytes and more for each step, or the stack. */
static void
test_memory_and_depth_have_limits (void)
{
  g_autoptr (LoomScope) scope = loom_scope_new ();
  g_autoptr (GString) nested = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  const LoomType type = loom_type_of (LOOM_SCALAR_U8, 1);
  const gint64 tall[] = { 1 << 17, 1 }, wide[] = { 1 << 17 };
  g_autofree guint8 *cells = g_malloc0 (1 << 17);
  g_autoptr (GBytes) bytes = g_bytes_new_static (cells, 1 << 17);
  g_autoptr (LoomValue) a = loom_value_new (&type, 2, tall, bytes);
  g_autoptr (LoomValue) b = loom_value_new (&type, 1, wide, bytes);

  loom_scope_add (scope, "a", a);
  loom_scope_add (scope, "b", b);
  g_assert_null (loom_evaluate ("a + b", scope, NULL, &error));
  g_assert_cmpstr (error->message, ==, "character 3: 65536 MiB more are needed, and an expression "
                   "may make 2048 MiB on its way; take a slice, or do it in parts");
  for (guint i = 0; i < 2000; i++)
    g_string_append_c (nested, "(-!"[i % 3]);
  g_clear_error (&error);
  g_assert_null (loom_evaluate (nested->str, scope, NULL, &error));
  g_assert_nonnull (strstr (error->message, "nested more than 64 deep"));
}

static void
test_cancelling_ends_it (void)
{
  g_autoptr (LoomScope) scope = make_scope ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (loom_evaluate ("2 * f", scope, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A struct of the field's kind: its numbers by their names, those of an array in it too. */
static void
test_members_of_structs_are_arrays (void)
{
  g_autoptr (LoomScope) scope = loom_scope_new ();
  const float cells[] = { 1, 2, 3, 4, 5, 6 };
  const LoomRecord *record = loom_record_parse ("\"P\"12{pos 0 float;w 4 float[2];}");
  g_autoptr (GBytes) bytes = g_bytes_new (cells, sizeof cells);
  g_autoptr (LoomValue) value = NULL, sum = NULL;
  g_autofree char *text = NULL;
  const gint64 extent = 2;
  LoomType type;

  g_assert_nonnull (record);
  type = loom_type_of_record (record);
  value = loom_value_new (&type, 1, &extent, bytes);
  loom_scope_add (scope, "p", value);
  sum = loom_evaluate ("p.pos + 10 * p.w.1", scope, NULL, NULL);
  g_assert_nonnull (sum);
  text = loom_value_format (sum);
  g_assert_cmpstr (text, ==, "[31 64]");
}

static LoomRun *
make_run (void)
{
  LoomRun *run = loom_run_new ();
  const LoomType type = loom_type_of (LOOM_SCALAR_I32, 1);
  const LoomShape shape = { 2, 3, 2, 1 };
  const gint32 cells[] = { 0, 1, 2, 3, 4, 5 };
  g_autoptr (GBytes) bytes = g_bytes_new (cells, sizeof cells);
  g_autoptr (LoomArray) array = loom_array_new (&type, &shape, bytes, NULL);

  g_ptr_array_add (run->arrays, loom_run_array_new ("out", array));
  return run;
}

static void
test_indices_are_those_of_the_shown_array (void)
{
  g_autoptr (LoomScope) scope = loom_scope_new ();
  g_autoptr (LoomRun) run = make_run ();
  g_autoptr (LoomValue) same = NULL;

  loom_scope_add_run (scope, run, -1);
  same = loom_evaluate ("all(out == y * cols + x) && rows == 2 && planes == 1", scope, NULL, NULL);
  g_assert_nonnull (same);
  g_assert_cmpuint (*same->data, ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/evaluator/types-are-those-of-c", test_types_are_those_of_c);
  g_test_add_func ("/core/evaluator/slices-are-those-of-numpy", test_slices_are_those_of_numpy);
  g_test_add_func ("/core/evaluator/functions-of-whole-arrays", test_functions_of_whole_arrays);
  g_test_add_func ("/core/evaluator/errors-name-place-and-way-out",
                   test_errors_name_place_and_way_out);
  g_test_add_func ("/core/evaluator/memory-and-depth-have-limits",
                   test_memory_and_depth_have_limits);
  g_test_add_func ("/core/evaluator/cancelling-ends-it", test_cancelling_ends_it);
  g_test_add_func ("/core/evaluator/members-of-structs-are-arrays",
                   test_members_of_structs_are_arrays);
  g_test_add_func ("/core/evaluator/indices-are-those-of-the-shown-array",
                   test_indices_are_those_of_the_shown_array);
  return g_test_run ();
}
