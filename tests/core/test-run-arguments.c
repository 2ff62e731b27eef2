/* test-run-arguments.c: what is told of each kind of argument, column by column
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-argument-text.h"
#include "plan-fixture.h"

/* All columns that have something, but for the name, as "title=text". */
static char *
describe (LoomRun               *run,
          const LoomRunArgument *argument)
{
  GString *text = g_string_new (argument->name);

  for (LoomArgumentField field = LOOM_ARGUMENT_TYPE; field < LOOM_N_ARGUMENT_FIELDS; field++)
    {
      g_autofree char *told = loom_run_argument_dup_text (run, argument, field);

      if (told != NULL)
        g_string_append_printf (text, " %s=%s", loom_argument_field_get_title (field), told);
    }
  return g_string_free (text, FALSE);
}

static LoomRunArgument *
add_argument (LoomRun       *run,
              const char    *name,
              LoomParamKind  kind,
              LoomType       type,
              gconstpointer  bytes,
              gsize          size)
{
  LoomRunArgument *argument = loom_run_argument_new (name, kind, &type);

  argument->array = -1;
  if (bytes != NULL)
    loom_run_argument_set_values (argument, bytes, size);
  g_ptr_array_add (run->arguments, argument);
  return argument;
}

/* An array with a pitch, one without, numbers, a pointer that points at nothing, and variables of the module. */
static void
test_run_arguments_have_their_columns (void)
{
  static const float cells[] = { 1, 2, 3.5f, 4, 5, 6 };
  static const char * const expected[] = {
    "f Type=float Shape=2,3 Sum=21.5 Checksum=d45d9dfc Place=Simulator Bytes=512 Pitch=256 Base=0x1000 Pointer=0x2000",
    "g Type=float Shape=2,3 Sum=21.5 Checksum=d45d9dfc Place=Simulator Bytes=24",
    "n Type=int Value=-7 Place=Host Bytes=4",
    "p Type=unsigned long long Value=0 Place=Host Bytes=8",
    "v Type=int2 Place=Host Bytes=8",
    "table Type=float Shape=16 Place=Simulator Bytes=64 Base=0x3000",
    "one Type=int Shape=1 Value=-7 Place=Simulator Bytes=4",
  };
  static const int number = -7, pair[] = { 1, 2 };
  static const guint64 nothing = 0;
  const LoomType real = loom_type_of (LOOM_SCALAR_F32, 1), integer = loom_type_of (LOOM_SCALAR_I32, 1);
  const LoomShape shape = { 2, 3, 2, 1 };
  g_autoptr (GBytes) bytes = g_bytes_new_static (cells, sizeof cells);
  g_autoptr (LoomArray) array = loom_array_new (&real, &shape, bytes, NULL);
  g_autoptr (LoomRun) run = loom_run_new ();
  LoomRunArgument *argument;

  run->backend = LOOM_BACKEND_ID_SIMULATOR;
  g_ptr_array_add (run->arrays, loom_run_array_new ("f", array));
  argument = add_argument (run, "f", LOOM_PARAM_ARRAY, real, NULL, 0);
  argument->array = 0;
  argument->pitch = 256;
  argument->base = 0x1000;
  argument->pointer = 0x2000;
  add_argument (run, "g", LOOM_PARAM_ARRAY, real, NULL, 0)->array = 0;
  add_argument (run, "n", LOOM_PARAM_SCALAR, integer, &number, sizeof number);
  add_argument (run, "p", LOOM_PARAM_SCALAR, loom_type_of (LOOM_SCALAR_U64, 1), &nothing, sizeof nothing);
  add_argument (run, "v", LOOM_PARAM_STRUCT, loom_type_of (LOOM_SCALAR_I32, 2), pair, sizeof pair);
  argument = add_argument (run, "table", LOOM_PARAM_ARRAY, real, NULL, 0);
  argument->is_symbol = TRUE;
  argument->shape = (LoomShape) { 1, 16, 1, 1 };
  argument->base = 0x3000;
  argument = add_argument (run, "one", LOOM_PARAM_ARRAY, integer, &number, sizeof number);
  argument->is_symbol = TRUE;
  argument->shape = (LoomShape) { 1, 1, 1, 1 };

  g_assert_cmpuint (run->arguments->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < run->arguments->len; i++)
    {
      g_autofree char *text = describe (run, run->arguments->pdata[i]);

      g_assert_cmpstr (text, ==, expected[i]);
    }
}

/* "name type value bytes" of each number of a struct; what else there is, members have not. */
static char *
describe_members (const char    *type_name,
                  gconstpointer  bytes,
                  gsize          size)
{
  static const LoomArgumentField fields[]
      = { LOOM_ARGUMENT_NAME, LOOM_ARGUMENT_TYPE, LOOM_ARGUMENT_VALUE, LOOM_ARGUMENT_BYTES };
  g_autofree char *signature = g_strdup_printf ("k: %s p", type_name);
  g_autoptr (LoomCompiled) compiled = fixture_compile (signature);
  const LoomParam *param = ((const LoomKernel *) compiled->kernels->pdata[0])->params->pdata[0];
  LoomRunArgument *argument = loom_run_argument_new ("p", LOOM_PARAM_STRUCT, &param->type);
  GString *text = g_string_new (NULL);

  argument->array = -1;
  loom_run_argument_set_values (argument, bytes, size);
  for (guint i = 0; i < loom_run_argument_count_members (argument); i++)
    {
      for (guint k = 0; k < G_N_ELEMENTS (fields); k++)
        {
          g_autofree char *told = loom_run_argument_dup_member_text (argument, i, fields[k]);

          g_string_append_printf (text, "%s%s", told, k + 1 < G_N_ELEMENTS (fields) ? " " : "; ");
        }
      g_assert_null (loom_run_argument_dup_member_text (argument, i, LOOM_ARGUMENT_SHAPE));
    }
  loom_run_argument_free (argument);
  return g_string_free (text, FALSE);
}

/* Also of one whose pointer points at nothing. */
static void
test_run_arguments_have_members (void)
{
  const struct { float x, y, z; int id; guint16 w[2]; guint32 pad; guint64 next; } particle
      = { 1.5f, 2, -3, 7, { 0 }, 0, 1 };
  const struct { int width, height; guint64 elements; } matrix = { 3, 4, 0 };
  const int pair[] = { 5, -6 };
  g_autofree char *of_particle = describe_members ("Particle", &particle, sizeof particle);
  g_autofree char *of_matrix = describe_members ("Matrix", &matrix, sizeof matrix);
  g_autofree char *of_pair = describe_members ("int2", pair, sizeof pair);

  g_assert_cmpstr (of_particle, ==, "p.pos.x float 1.5 4; p.pos.y float 2 4; p.pos.z float -3 4; p.id int 7 4; "
                                    "p.w.0 half 0 2; p.w.1 half 0 2; p.next unsigned long long 1 8; ");
  g_assert_cmpstr (of_matrix, ==, "p.width int 3 4; p.height int 4 4; p.elements unsigned long long null 8; ");
  g_assert_cmpstr (of_pair, ==, "p.x int 5 4; p.y int -6 4; ");
}

/* What the settings give: of arrays, numbers, a pointer to nothing, the same array, and a struct by value. */
static void
test_run_arguments_are_given (void)
{
  static const struct
  {
    const char *settings, *argument, *given;
  } rows[] = {
    { "[arg f]\nfill=random(3)", "f", "random(3)" },
    { "", "f", "iota" },
    { "", "g", "zeros" },
    { "[arg f]\nfill=expr:x+1", "f", "expr:x+1" },
    { "[arg n]\nvalue=7", "n", "7" },
    { "[launch]\nover=g\n[arg f]\nvalue=null", "f", "null" },
    { "[arg g]\nsame=f", "g", NULL },
    { "[arg p]\nvalue.id=2", "p", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *settings = g_strconcat ("[launch]\nblock=8\nshape=16\n", rows[i].settings, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomPlan) plan
          = fixture_bind ("k: const float* f, float* g, int n, Particle p", settings, NULL, &error);
      const LoomPlanArg *argument = NULL;
      g_autofree char *given = NULL;

      g_assert_no_error (error);
      for (guint k = 0; k < plan->args->len; k++)
        if (g_str_equal (((const LoomPlanArg *) plan->args->pdata[k])->name, rows[i].argument))
          argument = plan->args->pdata[k];
      given = loom_plan_arg_dup_given (argument, NULL);
      g_assert_cmpstr (given, ==, rows[i].given);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/run-arguments/have-their-columns", test_run_arguments_have_their_columns);
  g_test_add_func ("/core/run-arguments/have-members", test_run_arguments_have_members);
  g_test_add_func ("/core/run-arguments/are-given", test_run_arguments_are_given);
  return g_test_run ();
}
