/* test-plan-pointers.c: arrays that structs point to, which kernels are given by value
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "plan-fixture.h"

#include <string.h>

static const char matmul[] = "k: float* out, Matrix A, const Matrix B";
static const char mesh[] = "k: Mesh m";

static LoomPlan *
bind (const char  *signature,
      const char  *settings,
      GStrv        set,
      GError     **error)
{
  g_autofree char *text = g_strdup_printf ("\n/* gridloom\n[launch]\nblock=8\n%s\n*/\n", settings);
  g_autoptr (LoomCompiled) compiled = fixture_compile (signature);
  g_autoptr (LoomDocument) document = loom_document_parse (text, -1);
  LoomOverrides overrides = { .set = set };

  g_assert_cmpuint (loom_document_get_problems (document)->len, ==, 0);
  return loom_plan_bind (document, compiled, &overrides, loom_limits_get_simulator (), NULL, error);
}

static char *
format_fill (const LoomFill *fill)
{
  static const char * const words[] = {
    "zeros", "ones", "iota", "poison", "random", "values", "file", "expr",
  };

  return fill->text != NULL ? g_strconcat (words[fill->kind], ":", fill->text, NULL)
                            : g_strdup (words[fill->kind]);
}

/* "NAME type shape fill @owner+offset; …" of what structs point to. */
static char *
describe (LoomPlan *plan)
{
  GString *text = g_string_new (NULL);

  for (guint i = loom_plan_count_params (plan); i < plan->args->len; i++)
    {
      const LoomPlanArg *arg = plan->args->pdata[i];
      g_autofree char *type = loom_type_format (&arg->type);
      g_autofree char *shape = loom_shape_format (&arg->shape);
      g_autofree char *fill = loom_plan_arg_is_null (arg) ? g_strdup ("null")
                                                          : format_fill (&arg->fill);

      g_string_append_printf (text, "%s%s %s%s %s ", text->len > 0 ? "; " : "", arg->name, type,
                              arg->is_rows ? "*" : "", shape);
      if (arg->same >= 0)
        g_string_append_printf (text, "same %d", arg->same);
      else
        g_string_append (text, fill);
      g_string_append_printf (text, " @%d+%u", arg->owner, arg->offset);
    }

  return g_string_free (text, FALSE);
}

static const struct
{
  const char *name, *signature, *settings, *set, *arrays;
} rows[] = {
  { "as-an-array", matmul, "[arg A.elements]\nshape=4,5\nfill=ones", NULL,
    "A.elements float 4,5 ones @1+8; B.elements float 4096 zeros @2+8" },
  { "default-shape", matmul, "shape=3,7", NULL,
    "A.elements float 3,7 zeros @1+8; B.elements float 3,7 zeros @2+8" },
  { "same", matmul, "shape=6\n[arg B.elements]\nsame=A.elements", NULL,
    "A.elements float 6 zeros @1+8; B.elements float 6 same 3 @2+8" },
  { "same-as-a-parameter", matmul, "shape=6\n[arg A.elements]\nsame=out", NULL,
    "A.elements float 6 same 0 @1+8; B.elements float 6 zeros @2+8" },
  { "of-a-kernel", matmul,
    "shape=6\n[arg A.elements]\nfill=ones\n[arg k/A.elements]\nfill=iota", NULL,
    "A.elements float 6 iota @1+8; B.elements float 6 zeros @2+8" },
  { "laid-over", matmul, "shape=6\n[arg B.elements]\nfill=ones", "B.elements=expr:x",
    "A.elements float 6 zeros @1+8; B.elements float 6 expr:x @2+8" },
  { "null", matmul, "shape=6\n[arg B.elements]\nvalue=null", NULL,
    "A.elements float 6 zeros @1+8; B.elements unsigned long long 1 null @2+8" },
  { "null-laid-over", matmul, "shape=6\n[arg B]\nvalue=1,2", "B.elements=null",
    "A.elements float 6 zeros @1+8; B.elements unsigned long long 1 null @2+8" },
  { "null-set-aside", matmul, "shape=6\n[arg B.elements]\nvalue=null", "B.elements=ones",
    "A.elements float 6 zeros @1+8; B.elements float 6 ones @2+8" },
  { "nested", mesh, "shape=2,3\n[arg m.parts.1.at]\nshape=9", NULL,
    "m.weights double 2,3 iota @0+0; m.parts.0.at float4 2,3 zeros @0+16; "
    "m.parts.1.at float4 9 zeros @0+32; m.rows int* 2,3 iota @0+48" },
};

static void
test_pointer_is_bound (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  char *set[] = { (char *) rows[i].set, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan = bind (rows[i].signature, rows[i].settings, set, &error);
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (LoomPlan) back = NULL;
  g_autofree char *arrays = NULL, *crossed = NULL;

  g_assert_no_error (error);
  arrays = describe (plan);
  g_assert_cmpstr (arrays, ==, rows[i].arrays);
  g_assert_cmpuint (plan->problems->len, ==, 0);

  variant = g_variant_ref_sink (loom_plan_to_variant (plan));
  back = loom_plan_from_variant (variant, &error);
  g_assert_no_error (error);
  crossed = describe (back);
  g_assert_cmpstr (crossed, ==, rows[i].arrays);
}

static const struct
{
  const char *name, *signature, *settings, *message;
} bad_rows[] = {
  { "value", matmul, "[arg A]\nvalue.elements=0",
    "the setting value.elements: A.elements is an array of its own: write its settings "
    "into [arg A.elements]" },
  { "list-with-it", matmul, "[arg A]\nvalue=1,2,0", "A has 2 numbers (width, height)" },
  { "same-of-another-type", mesh, "shape=8\n[arg m.weights]\nsame=m.parts.0.at",
    "their cells are double and float4" },
  { "rows-in-one-axis", mesh, "shape=8\n[arg m.rows]\nshape=8", "its shape is rows,cols" },
  { "over", matmul, "over=A.width", "no array “A.width”" },
  { "same-as-null", matmul, "[arg A.elements]\nvalue=null\n[arg B.elements]\nsame=A.elements",
    "no array “A.elements”" },
  { "null-number", matmul, "[arg A]\nvalue.width=null\n[arg A.elements]\nvalue=null\nsame=out",
    "A.elements is not an array" },
};

static void
test_pointer_is_refused (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (GError) error = NULL;

  g_assert_null (bind (bad_rows[i].signature, bad_rows[i].settings, NULL, &error));
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, bad_rows[i].message));
}

static const char *
find_value (LoomPlan   *plan,
            guint       index,
            const char *name)
{
  const LoomPlanArg *arg = plan->args->pdata[index];

  for (guint i = 0; arg->members != NULL && i < arg->members->len; i++)
    if (strcmp (((LoomPlanArg *) arg->members->pdata[i])->name, name) == 0)
      return ((LoomPlanArg *) arg->members->pdata[i])->value;

  return NULL;
}

/* What a matrix says of itself is what its array is. */
static void
test_extents_follow_the_array (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan
      = bind (matmul, "shape=3,7\nover=B.elements\n[arg A]\nvalue.height=2", NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (plan->main_array, ==, 4);
  g_assert_cmpstr (find_value (plan, 1, "width"), ==, "7");
  g_assert_cmpstr (find_value (plan, 1, "height"), ==, "2");
  g_assert_cmpstr (find_value (plan, 2, "height"), ==, "3");
  g_assert_null (find_value (plan, 2, "elements"));
  for (guint i = 0; i < plan->findings->len; i++)
    g_assert_cmpint (((LoomFinding *) plan->findings->pdata[i])->code, !=, LOOM_ERROR_SETTINGS);
}

static void
test_expected_and_swapped (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan = bind (matmul, "shape=8\nlaunches=3\nswap=A.elements,B.elements\n"
                                    "[expect A.elements]\ndomain=x < 3", NULL, &error);
  const LoomPlanArg *array;

  g_assert_no_error (error);
  array = plan->args->pdata[3];
  g_assert_cmpstr (array->expect.domain, ==, "x < 3");
  g_assert_cmpuint (plan->swaps->len, ==, 2);
  g_assert_cmpuint (g_array_index (plan->swaps, guint, 0), ==, 3);
  g_assert_cmpuint (g_array_index (plan->swaps, guint, 1), ==, 4);
}

static void
test_unknown_pointer_is_named (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan = bind (matmul, "shape=8\n[arg A.element]\nfill=ones", NULL, &error);
  const LoomDiagnostic *problem;

  g_assert_no_error (error);
  g_assert_cmpuint (plan->problems->len, ==, 1);
  problem = plan->problems->pdata[0];
  g_assert_cmpstr (problem->replacement, ==, "arg A.elements");
}

/* From a peer that lies: no struct, out of it, no array, before the parameters. */
static void
test_hostile_owner_is_refused (void)
{
  static const struct { guint index; gint owner; guint offset; LoomParamKind kind; } lies[] = {
    { 3, 0, 8, LOOM_PARAM_ARRAY }, { 3, 1, 9, LOOM_PARAM_ARRAY }, { 3, 4, 0, LOOM_PARAM_ARRAY },
    { 3, 1, G_MAXUINT, LOOM_PARAM_ARRAY }, { 3, -2, 8, LOOM_PARAM_ARRAY },
    { 3, 1, 8, LOOM_PARAM_SCALAR }, { 0, 1, 8, LOOM_PARAM_ARRAY },
    { 4, 99, 8, LOOM_PARAM_ARRAY },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomPlan) plan = bind (matmul, "shape=8", NULL, &error);
      g_autoptr (GVariant) variant = NULL;
      LoomPlanArg *arg;

      g_assert_no_error (error);
      arg = plan->args->pdata[lies[i].index];
      arg->owner = lies[i].owner;
      arg->offset = lies[i].offset;
      arg->kind = lies[i].kind;
      variant = g_variant_ref_sink (loom_plan_to_variant (plan));
      g_test_message ("%u", i);
      g_assert_null (loom_plan_from_variant (variant, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL);
    }
}

/* Another process hears of the parameters alone, and finds the same pointers in them. */
static void
test_pointers_cross (void)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (mesh);
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_compiled_to_variant (compiled));
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomCompiled) back = loom_compiled_from_variant (variant, &error);
  const LoomKernel *kernel;

  g_assert_no_error (error);
  kernel = back->kernels->pdata[0];
  g_assert_cmpuint (kernel->params->len, ==, 1);
  g_assert_cmpuint (kernel->pointers->len, ==, 4);
  g_assert_cmpstr (((LoomParam *) kernel->pointers->pdata[2])->name, ==, "m.parts.1.at");
}

#define ADD_ROWS(prefix, table, function) \
  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) \
    { \
      g_autofree char *path = g_strconcat (prefix, table[i].name, NULL); \
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), function); \
    }

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD_ROWS ("/core/plan-pointers/bound/", rows, test_pointer_is_bound);
  ADD_ROWS ("/core/plan-pointers/refused/", bad_rows, test_pointer_is_refused);
  g_test_add_func ("/core/plan-pointers/extents-follow-the-array", test_extents_follow_the_array);
  g_test_add_func ("/core/plan-pointers/expected-and-swapped", test_expected_and_swapped);
  g_test_add_func ("/core/plan-pointers/unknown-is-named", test_unknown_pointer_is_named);
  g_test_add_func ("/core/plan-pointers/hostile-owner", test_hostile_owner_is_refused);
  g_test_add_func ("/core/plan-pointers/cross", test_pointers_cross);
  return g_test_run ();
}
