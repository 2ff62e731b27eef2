/* test-plan-members.c: members of structs and vectors, and arrays that are the same, bound
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "plan-fixture.h"

#include <string.h>

static LoomPlan *
bind_with (const char     *signature,
           const char     *settings,
           LoomOverrides  *overrides,
           GError        **error)
{
  g_autofree char *text = g_strdup_printf ("\n/* gridloom\n[launch]\nshape=8\nblock=8\n%s\n*/\n",
                                           settings);
  g_autoptr (LoomCompiled) compiled = fixture_compile (signature);
  g_autoptr (LoomDocument) document = loom_document_parse (text, -1);

  g_assert_cmpuint (loom_document_get_problems (document)->len, ==, 0);
  return loom_plan_bind (document, compiled, overrides, loom_limits_get_simulator (), NULL, error);
}

/* "name=value; …" of what is given by name: a value, a fill, or a reference. */
static char *
describe_members (const LoomPlanArg *arg)
{
  static const char * const fills[] = {
    "zeros", "ones", "iota", "poison", "random", "values", "file", "expr", "byte", "keep",
  };
  GString *text = g_string_new (NULL);

  for (guint i = 0; arg->members != NULL && i < arg->members->len; i++)
    {
      const LoomPlanArg *member = arg->members->pdata[i];

      g_string_append_printf (text, "%s%s=", i > 0 ? " " : "", member->name);
      if (member->value != NULL)
        g_string_append (text, member->value);
      else
        g_string_append (text, fills[member->fill.kind]);
      if (member->fill.kind == LOOM_FILL_RANDOM)
        g_string_append_printf (text, "(%u)", (guint) member->fill.number);
      if (member->expect.reference_expr != NULL)
        g_string_append_printf (text, "→%s", member->expect.reference_expr);
    }

  return g_string_free (text, FALSE);
}

static const struct
{
  const char *name, *signature, *settings, *members;    /* of the second parameter */
} good_rows[] = {
  { "list", "k: float* f, Particle p", "[arg p]\nvalue=1, 2.5,cols , 4, max (1, 2), 6, 0",
    "pos.x=1 pos.y=2.5 pos.z=cols id=4 w.0=max (1, 2) w.1=6 next=0" },
  { "by-name", "k: float* f, Particle p", "[arg p]\nvalue.id=7\nvalue.pos.y=1", "id=7 pos.y=1" },
  { "nested", "k: float* f, Particle p", "[arg p]\nvalue.pos=2\nvalue.w=1",
    "w.0=1 w.1=1 pos.x=2 pos.y=2 pos.z=2" },
  { "nested-list", "k: float* f, Particle p", "[arg p]\nvalue.pos=2,(3,5),max (1,4)\nvalue.w=1,6",
    "w.0=1 w.1=6 pos.x=2 pos.y=(3,5) pos.z=max (1,4)" },
  { "name-over-list", "k: float* f, Particle p", "[arg p]\nvalue=1,2,3,4,5,6,0\nvalue.id=9",
    "pos.x=1 pos.y=2 pos.z=3 id=9 w.0=5 w.1=6 next=0" },
  { "number-over-whole", "k: float* f, Particle p", "[arg p]\nvalue.pos.y=1\nvalue.pos=2",
    "pos.x=2 pos.y=1 pos.z=2" },
  { "vector", "k: float* f, float4 p", "[arg p]\nvalue=1,2,3,4", "x=1 y=2 z=3 w=4" },
  { "component", "k: float* f, int2 p", "[arg p]\nvalue.y=3", "y=3" },
  { "zeros", "k: float* f, Particle p", "[arg p]\nvalue=zeros", "" },
  { "kernel-group", "k: float* f, Particle p", "[arg p]\nvalue.id=1\n[arg k/p]\nvalue.id=2",
    "id=2" },
  { "fills", "k: float* f, Particle* p", "[arg p]\nfill=ones\nfill.id=iota\nfill.pos=random(5)",
    "id=iota pos.x=random(5) pos.y=random(6) pos.z=random(7)" },
  { "fill-of-a-vector", "k: float* f, float2* p", "[arg p]\nfill.y=expr:x", "y=expr" },
  { "values", "k: float* f, Particle* p", "[arg p]\nfill.id=values:1,2,3,4,5,6,7,8",
    "id=values" },
  { "reference", "k: float* f, Particle* p", "[expect p]\nreference.id=expr:x", "id=keep→x" },
};

static void
test_members_are_bound (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan
      = bind_with (good_rows[i].signature, good_rows[i].settings, NULL, &error);
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (LoomPlan) back = NULL;
  g_autofree char *members = NULL, *crossed = NULL;

  g_assert_no_error (error);
  members = describe_members (plan->args->pdata[1]);
  g_assert_cmpstr (members, ==, good_rows[i].members);

  variant = g_variant_ref_sink (loom_plan_to_variant (plan));
  back = loom_plan_from_variant (variant, &error);
  g_assert_no_error (error);
  crossed = describe_members (back->args->pdata[1]);
  g_assert_cmpstr (crossed, ==, good_rows[i].members);
}

static const struct
{
  const char *name, *signature, *settings, *message;
} bad_rows[] = {
  { "too-few", "k: float* f, Particle p", "[arg p]\nvalue=1,2",
    "7 numbers (pos.x, pos.y, pos.z, id, w.0, w.1, next), but the value gives 2" },
  { "too-many", "k: float* f, int2 p", "[arg p]\nvalue=1,2,3", "2 numbers (x, y)" },
  { "empty", "k: float* f, int2 p", "[arg p]\nvalue=1,", "2 numbers (x, y)" },
  { "nested-too-few", "k: float* f, Particle p", "[arg p]\nvalue.pos=1,2",
    "leads to 3 numbers, but the value gives 2" },
  { "nested-empty", "k: float* f, Particle p", "[arg p]\nvalue.w=1,",
    "leads to 2 numbers, but the value gives 1" },
  { "two-for-one", "k: float* f, Particle p", "[arg p]\nvalue.id=1,2",
    "leads to 1 number, but the value gives 2" },
  { "unknown", "k: float* f, Particle p", "[arg p]\nvalue.mass=1", "no member “mass”" },
  { "part-of-a-name", "k: float* f, Particle p", "[arg p]\nvalue.po=1", "no member “po”" },
  { "no-members", "k: float* f, float* p", "[arg p]\nfill.x=ones", "p has no members" },
  { "bytes", "k: float* f, byte[12] p", "[arg p]\nvalue=1,2,3", "are not known" },
  { "fill-of-a-value", "k: float* f, Particle p", "[arg p]\nfill.id=ones", "“value.id”" },
  { "value-of-an-array", "k: float* f, Particle* p", "[arg p]\nvalue.id=1", "“fill.id”" },
  { "poison", "k: float* f, Particle* p", "[arg p]\nfill.id=poison", "whole cells" },
  { "poisoned", "k: float* f, Particle* p", "[arg p]\nfill=poison\nfill.id=ones", "as a whole" },
  { "values-of-several", "k: float* f, Particle* p", "[arg p]\nfill.pos=values:1,2",
    "name one, such as pos.x" },
  { "too-few-values", "k: float* f, Particle* p", "[arg p]\nfill.id=values:1,2", "2 values" },
  { "reference", "k: float* f, Particle* p", "[expect p]\nreference.mass=expr:x",
    "no member “mass”" },
  { "same-unknown", "k: float* f, float* p", "[arg p]\nsame=g", "no array “g”" },
  { "same-scalar", "k: float* f, float* p, int n", "[arg p]\nsame=n", "no array “n”" },
  { "same-of-a-scalar", "k: float* f, int n", "[arg n]\nsame=f", "n is not an array" },
  { "same-itself", "k: float* f, float* p", "[arg p]\nsame=p", "circle" },
  { "same-in-a-circle", "k: float* f, float* p", "[arg p]\nsame=f\n[arg f]\nsame=p", "circle" },
  { "same-of-another-type", "k: float* f, int* p", "[arg p]\nsame=f",
    "their cells are int and float" },
  { "same-with-a-fill", "k: float* f, float* p", "[arg p]\nsame=f\nfill=ones",
    "write this into [arg f]" },
};

static void
test_members_are_refused (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (GError) error = NULL;

  g_assert_null (bind_with (bad_rows[i].signature, bad_rows[i].settings, NULL, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, bad_rows[i].message));
}

static void
test_members_are_overridden (void)
{
  const char *set[] = { "p.id=5", "g.pos.y=ones", NULL };
  const char *unknown[] = { "q.id=5", NULL };
  LoomOverrides overrides = { .set = (GStrv) set };
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan = bind_with ("k: Particle* g, Particle p", "[arg p]\nvalue.id=1",
                                         &overrides, &error);
  g_autofree char *value = NULL, *fill = NULL;

  g_assert_no_error (error);
  value = describe_members (plan->args->pdata[1]);
  fill = describe_members (plan->args->pdata[0]);
  g_assert_cmpstr (value, ==, "id=5");
  g_assert_cmpstr (fill, ==, "pos.y=ones");

  overrides.set = (GStrv) unknown;
  g_assert_null (bind_with ("k: Particle p", "", &overrides, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_USAGE);
}

/* What nobody gave is zeros, and said so with the names. */
static void
test_struct_without_a_value_is_told (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan = bind_with ("k: float* f, int2 p", "", NULL, &error);
  gboolean told = FALSE;

  g_assert_no_error (error);
  for (guint i = 0; i < plan->findings->len; i++)
    told |= strstr (((LoomFinding *) plan->findings->pdata[i])->text,
                    "a number for each of x, y") != NULL;
  g_assert_true (told);
}

/* The main array may be the same as another, which then is the main array. */
static void
test_same_is_one_array (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan
      = bind_with ("k: const float* f, float* g, float* h",
                   "[arg f]\nshape=4,4\n[arg g]\nsame=f\n[arg h]\nsame=g\n[expect]\ndomain=x",
                   NULL, &error);
  const LoomPlanArg *f, *h;
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (LoomPlan) back = NULL;

  g_assert_no_error (error);
  f = plan->args->pdata[0];
  h = plan->args->pdata[2];
  g_assert_cmpint (plan->main_array, ==, 0);
  g_assert_cmpint (f->same, ==, -1);
  g_assert_cmpint (((LoomPlanArg *) plan->args->pdata[1])->same, ==, 0);
  g_assert_cmpint (h->same, ==, 0);
  g_assert_true (loom_shape_equal (&h->shape, &f->shape));
  g_assert_cmpstr (f->expect.domain, ==, "x");

  variant = g_variant_ref_sink (loom_plan_to_variant (plan));
  back = loom_plan_from_variant (variant, &error);
  g_assert_no_error (error);
  g_assert_cmpint (((LoomPlanArg *) back->args->pdata[2])->same, ==, 0);
}

/* From a peer that lies. */
static void
test_hostile_same_is_refused (void)
{
  static const gint lies[] = { 1, 2, 7, -2, 3 };

  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomPlan) plan = bind_with ("k: float* f, float* g, int* h, int n",
                                             "[arg g]\nsame=f", NULL, &error);
      g_autoptr (GVariant) variant = NULL;

      g_assert_no_error (error);
      ((LoomPlanArg *) plan->args->pdata[1])->same = lies[i];
      variant = g_variant_ref_sink (loom_plan_to_variant (plan));
      g_assert_null (loom_plan_from_variant (variant, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL);
    }
}

#define ADD_ROWS(prefix, rows, function) \
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) \
    { \
      g_autofree char *path = g_strconcat (prefix, rows[i].name, NULL); \
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), function); \
    }

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD_ROWS ("/core/plan-members/bound/", good_rows, test_members_are_bound);
  ADD_ROWS ("/core/plan-members/refused/", bad_rows, test_members_are_refused);
  g_test_add_func ("/core/plan-members/are-overridden", test_members_are_overridden);
  g_test_add_func ("/core/plan-members/without-a-value-is-told",
                   test_struct_without_a_value_is_told);
  g_test_add_func ("/core/plan-members/same-is-one-array", test_same_is_one_array);
  g_test_add_func ("/core/plan-members/hostile-same", test_hostile_same_is_refused);
  return g_test_run ();
}
