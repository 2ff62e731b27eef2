/* test-plan-steps-wire.c: steps over the wire: whatever a peer says, what is taken can be executed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "plan-fixture.h"
#include "variant-fixture.h"

#include "loom-error.h"
#include "loom-scalar-text.h"

#define KERNELS "add: float* f, const float* g, float s\n" \
                "total: const float* in, float* out, int n\n" \
                "wide: double* d, Matrix m"

#define SETTINGS "[launch]\nblock=32\nshape=64\n[steps]\n%s\n[arg kept]\n[arg out]\nshape=1\n" \
                 "[arg m]\nvalue.width=2\n[arg m.elements]\nshape=8\n"

/* One step of each kind, by the names that the tables below have for them. */
enum
{
  SHOWN, OUTER, INNER, TOTAL, INNER_END, SWAP, OUTER_END, COPY, FROM_HOST, TO_HOST, FILL, RECORD,
  WAIT, SAME, WIDE,
};

static const char steps[] = "launch add s=f[0]\nrepeat 3 as k until f[0] > 1\nrepeat 2\n"
                            "launch total in=f n=k+1\nend\nswap f, g\nend\ncopy f to kept on s\n"
                            "copy host to g on t\ncopy g to host\nfill f on s = ones\n"
                            "record a on s\nwait a on t\nlaunch add f=kept g=kept\nlaunch wide";

static LoomPlan *
bind_text (const char *text)
{
  g_autofree char *settings = g_strdup_printf (SETTINGS, text);
  g_autoptr (GError) error = NULL;
  LoomPlan *plan = fixture_bind (KERNELS, settings, NULL, &error);

  g_assert_no_error (error);
  return plan;
}

static LoomPlan *
bind_all (void)
{
  return bind_text (steps);
}

static LoomPlanStep *
get_step (LoomPlan *plan,
          guint     index)
{
  g_assert_cmpuint (index, <, plan->steps->len);
  return plan->steps->pdata[index];
}

static LoomPlanArg *
get_arg (LoomPlan *plan,
         guint     index)
{
  g_assert_cmpuint (index, <, plan->args->len);
  return plan->args->pdata[index];
}

static LoomPlan *
cross (LoomPlan  *plan,
       GError   **error)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_plan_to_variant (plan));

  return loom_plan_from_variant (variant, error);
}

static void
test_steps_cross_whole (void)
{
  g_autoptr (LoomPlan) plan = bind_all (), copy = NULL;
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_plan_to_variant (plan)), again = NULL;
  g_autoptr (GError) error = NULL;

  copy = loom_plan_from_variant (variant, &error);
  g_assert_no_error (error);
  again = g_variant_ref_sink (loom_plan_to_variant (copy));
  g_assert_true (g_variant_equal (variant, again));
  g_assert_cmpuint (copy->steps->len, ==, WIDE + 1);
  g_assert_cmpint (copy->shown, ==, SHOWN);
  g_assert_cmpuint (get_step (copy, OUTER)->partner, ==, OUTER_END);
  g_assert_cmpstr (get_step (copy, OUTER)->until, ==, "f[0] > 1");
  g_assert_null (get_step (copy, INNER)->until);
  g_assert_cmpstr (get_step (copy, COPY)->stream, ==, "s");
  g_assert_cmpint (get_step (copy, FROM_HOST)->first, ==, -1);
  g_assert_cmpstr (get_step (copy, TOTAL)->launch->kernel, ==, "total");
  g_assert_cmpint (((LoomPlanArg *) get_step (copy, SAME)->launch->args->pdata[1])->same, ==, 0);
  g_assert_cmpint (get_step (copy, FILL)->fill->fill.kind, ==, LOOM_FILL_ONES);
}

static void
set_index (LoomPlan *plan,
           guint     step,
           guint     argument,
           gint32    index)
{
  g_array_index (get_step (plan, step)->arrays, gint32, argument) = index;
}

static LoomPlanArg *
get_launch_arg (LoomPlan *plan,
                guint     step,
                guint     index)
{
  return get_arg (get_step (plan, step)->launch, index);
}

static LoomPlanValue *
get_value (LoomPlan *plan,
           guint     step)
{
  return get_step (plan, step)->values->pdata[0];
}

/* A plan that has no steps, as a peer could put it where none may be. */
static LoomPlan *
make_launch (void)
{
  g_autoptr (LoomPlan) plan = bind_all ();

  return loom_plan_ref (get_step (plan, SHOWN)->launch);
}

static void
take_launch (LoomPlan *plan,
             guint     step,
             LoomPlan *launch)
{
  g_clear_pointer (&get_step (plan, step)->launch, loom_plan_unref);
  get_step (plan, step)->launch = launch;
}

static void
add_steps (LoomPlan          *plan,
           LoomStatementKind  kind,
           guint              n)
{
  for (guint i = 0; i < n; i++)
    {
      LoomPlanStep *step = loom_plan_step_new (kind);

      step->text = g_strdup ("a step");
      step->event = g_strdup ("a");
      step->count = g_strdup ("1");
      step->partner = plan->steps->len + 2 * (n - i) - 1;
      g_ptr_array_add (plan->steps, step);
    }
}

/* As many loops in each other, of which each knows its end. */
static void
add_loops (LoomPlan *plan,
           guint     n)
{
  const guint first = plan->steps->len;

  add_steps (plan, LOOM_STATEMENT_REPEAT, n);
  add_steps (plan, LOOM_STATEMENT_END, n);
  for (guint i = 0; i < n; i++)
    {
      get_step (plan, first + i)->partner = first + 2 * n - 1 - i;
      get_step (plan, first + 2 * n - 1 - i)->partner = first + i;
    }
}

#define LIE(name, code) \
  static void \
  name (LoomPlan *plan) \
  { \
    code; \
  }

#define FIRST(index) get_step (plan, index)->first
#define SECOND(index) get_step (plan, index)->second
#define PARTNER(index) get_step (plan, index)->partner

LIE (nothing, (void) plan)
LIE (kind_that_is_none, get_step (plan, SWAP)->kind = LOOM_N_STATEMENTS)
LIE (copy_from_below, FIRST (COPY) = -2)
LIE (copy_from_far_below, FIRST (COPY) = G_MININT)
LIE (copy_from_beyond, FIRST (COPY) = (gint) plan->args->len)
LIE (copy_to_beyond, SECOND (COPY) = G_MAXINT)
LIE (copy_of_a_number, FIRST (COPY) = 2)
LIE (copy_to_a_number, SECOND (FROM_HOST) = 2)
LIE (copy_from_the_host_to_beyond, SECOND (FROM_HOST) = (gint) plan->args->len)
LIE (copy_from_the_host_to_below, SECOND (FROM_HOST) = -2)
LIE (copy_to_the_host_from_beyond, FIRST (TO_HOST) = G_MAXINT)
LIE (copy_of_the_host, FIRST (TO_HOST) = -1)
LIE (copy_of_unlike_types, SECOND (COPY) = loom_plan_find_array (plan, "d"))
LIE (copy_of_unlike_shapes, SECOND (COPY) = loom_plan_find_array (plan, "out"))
LIE (copy_with_a_launch, take_launch (plan, COPY, make_launch ()))
LIE (swap_with_the_host, FIRST (SWAP) = -1)
LIE (swap_with_beyond, SECOND (SWAP) = (gint) plan->args->len)
LIE (swap_of_unlike_types, SECOND (SWAP) = loom_plan_find_array (plan, "d"))
LIE (swap_with_a_fill, get_step (plan, SWAP)->fill = loom_plan_arg_copy (get_arg (plan, 0)))
LIE (fill_of_nothing, FIRST (FILL) = -1)
LIE (fill_of_beyond, FIRST (FILL) = (gint) plan->args->len)
LIE (fill_of_a_number, FIRST (FILL) = 2)
LIE (fill_without_a_fill, g_clear_pointer (&get_step (plan, FILL)->fill, loom_plan_arg_free))
LIE (fill_of_another_shape, get_step (plan, FILL)->fill->shape.cols = 65)
LIE (fill_of_another_type, get_step (plan, FILL)->fill->type = loom_type_of (LOOM_SCALAR_F64, 1))
LIE (fill_as_a_number, get_step (plan, FILL)->fill->kind = LOOM_PARAM_SCALAR)
LIE (fill_with_a_second_array, SECOND (FILL) = 0)
LIE (loop_with_arrays, FIRST (OUTER) = SECOND (OUTER) = G_MAXINT)
LIE (no_launch, take_launch (plan, TOTAL, NULL))
LIE (launch_with_steps, take_launch (plan, TOTAL, bind_all ()))
LIE (launch_with_a_reference, get_step (plan, TOTAL)->launch->reference = make_launch ())
LIE (launch_of_no_blocks, get_step (plan, TOTAL)->launch->grid.x = 0)
LIE (launch_with_a_variable, g_ptr_array_add (get_step (plan, TOTAL)->launch->symbols,
                                              loom_plan_arg_copy (get_arg (plan, 0))))
LIE (launch_with_too_few_arrays, g_array_set_size (get_step (plan, TOTAL)->arrays, 2))
LIE (launch_with_too_many_arrays, g_array_set_size (get_step (plan, TOTAL)->arrays, 4))
LIE (array_beyond, set_index (plan, TOTAL, 0, (gint32) plan->args->len))
LIE (array_below, set_index (plan, TOTAL, 0, -2))
LIE (array_that_is_none, set_index (plan, TOTAL, 0, -1))
LIE (array_that_is_a_number, set_index (plan, TOTAL, 0, 2))
LIE (array_of_another_type, set_index (plan, TOTAL, 0, loom_plan_find_array (plan, "d")))
LIE (array_of_another_shape, set_index (plan, TOTAL, 0, loom_plan_find_array (plan, "out")))
LIE (number_that_is_an_array, set_index (plan, TOTAL, 2, 0))
LIE (value_beyond, get_value (plan, TOTAL)->index = 3)
LIE (value_far_beyond, get_value (plan, TOTAL)->index = G_MAXUINT)
LIE (value_of_an_array, get_value (plan, TOTAL)->index = 0)
LIE (value_of_many_bytes, get_launch_arg (plan, TOTAL, 2)->type.size = 4096)
LIE (value_of_bytes, (get_launch_arg (plan, TOTAL, 2)->type
                      = (LoomType) { LOOM_SCALAR_BYTES, 1, 4096, NULL }))
LIE (value_of_a_vector, get_launch_arg (plan, TOTAL, 2)->type = loom_type_of (LOOM_SCALAR_F64, 4))
LIE (partner_beyond, PARTNER (OUTER) = plan->steps->len)
LIE (partner_that_is_itself, PARTNER (OUTER) = OUTER)
LIE (partner_that_is_no_end, PARTNER (INNER) = TOTAL)
LIE (end_of_beyond, PARTNER (OUTER_END) = G_MAXUINT)
LIE (end_of_itself, PARTNER (INNER_END) = INNER_END)
LIE (loops_that_cross, PARTNER (INNER) = OUTER_END; PARTNER (OUTER) = INNER_END;
     PARTNER (INNER_END) = OUTER; PARTNER (OUTER_END) = INNER)
LIE (loop_without_an_end, get_step (plan, OUTER_END)->kind = LOOM_STATEMENT_WAIT;
     get_step (plan, OUTER_END)->event = g_strdup ("a"))
LIE (end_without_a_loop, get_step (plan, OUTER)->kind = LOOM_STATEMENT_WAIT;
     get_step (plan, OUTER)->event = g_strdup ("a"))
LIE (loop_for_ever, g_clear_pointer (&get_step (plan, INNER)->count, g_free))
LIE (loops_as_deep_as_may_be, add_loops (plan, LOOM_STATEMENTS_MAX_DEPTH))
LIE (loops_too_deep, add_loops (plan, LOOM_STATEMENTS_MAX_DEPTH + 1))
LIE (record_of_nothing, g_clear_pointer (&get_step (plan, RECORD)->event, g_free))
LIE (wait_for_nothing, g_clear_pointer (&get_step (plan, WAIT)->event, g_free))
LIE (as_many_as_may_be, add_steps (plan, LOOM_STATEMENT_WAIT,
                                   LOOM_STATEMENTS_MAX - plan->steps->len))
LIE (too_many, add_steps (plan, LOOM_STATEMENT_WAIT, LOOM_STATEMENTS_MAX))
LIE (nothing_shown, plan->shown = -1)
LIE (below_nothing_shown, plan->shown = -2)
LIE (shown_beyond, plan->shown = (gint) plan->steps->len)
LIE (shown_that_is_no_launch, plan->shown = SWAP)
LIE (shown_with_other_parameters, plan->shown = WIDE; plan->grid = get_step (plan, WIDE)->launch->grid)
LIE (shown_with_another_grid, plan->grid.x++)
LIE (shown_without_steps, g_ptr_array_set_size (plan->steps, 0))

#undef LIE

#define ROW(name, good) { #name, name, good }

static const struct
{
  const char *name;
  void      (*tell) (LoomPlan *plan);
  gboolean    is_good;
} lies[] = {
  ROW (nothing, TRUE), ROW (loops_as_deep_as_may_be, TRUE), ROW (as_many_as_may_be, TRUE),
  ROW (kind_that_is_none, FALSE), ROW (copy_from_below, FALSE), ROW (copy_from_far_below, FALSE),
  ROW (copy_from_beyond, FALSE), ROW (copy_to_beyond, FALSE), ROW (copy_of_a_number, FALSE),
  ROW (copy_to_a_number, FALSE), ROW (copy_from_the_host_to_beyond, FALSE),
  ROW (copy_from_the_host_to_below, FALSE), ROW (copy_to_the_host_from_beyond, FALSE),
  ROW (copy_of_the_host, FALSE), ROW (copy_of_unlike_types, FALSE),
  ROW (copy_of_unlike_shapes, FALSE), ROW (copy_with_a_launch, FALSE),
  ROW (swap_with_the_host, FALSE), ROW (swap_with_beyond, FALSE),
  ROW (swap_of_unlike_types, FALSE), ROW (swap_with_a_fill, FALSE), ROW (fill_of_nothing, FALSE),
  ROW (fill_of_beyond, FALSE), ROW (fill_of_a_number, FALSE), ROW (fill_without_a_fill, FALSE),
  ROW (fill_of_another_shape, FALSE), ROW (fill_of_another_type, FALSE),
  ROW (fill_as_a_number, FALSE), ROW (fill_with_a_second_array, FALSE),
  ROW (loop_with_arrays, FALSE), ROW (no_launch, FALSE), ROW (launch_with_steps, FALSE),
  ROW (launch_with_a_reference, FALSE), ROW (launch_of_no_blocks, FALSE),
  ROW (launch_with_a_variable, FALSE), ROW (launch_with_too_few_arrays, FALSE),
  ROW (launch_with_too_many_arrays, FALSE), ROW (array_beyond, FALSE), ROW (array_below, FALSE),
  ROW (array_that_is_none, FALSE), ROW (array_that_is_a_number, FALSE),
  ROW (array_of_another_type, FALSE), ROW (array_of_another_shape, FALSE),
  ROW (number_that_is_an_array, FALSE), ROW (value_beyond, FALSE), ROW (value_far_beyond, FALSE),
  ROW (value_of_an_array, FALSE), ROW (value_of_many_bytes, FALSE), ROW (value_of_bytes, FALSE),
  ROW (value_of_a_vector, FALSE), ROW (partner_beyond, FALSE), ROW (partner_that_is_itself, FALSE),
  ROW (partner_that_is_no_end, FALSE), ROW (end_of_beyond, FALSE), ROW (end_of_itself, FALSE),
  ROW (loops_that_cross, FALSE), ROW (loop_without_an_end, FALSE), ROW (end_without_a_loop, FALSE),
  ROW (loop_for_ever, FALSE), ROW (loops_too_deep, FALSE), ROW (record_of_nothing, FALSE),
  ROW (wait_for_nothing, FALSE), ROW (too_many, FALSE), ROW (nothing_shown, FALSE),
  ROW (below_nothing_shown, FALSE), ROW (shown_beyond, FALSE),
  ROW (shown_that_is_no_launch, FALSE), ROW (shown_with_other_parameters, FALSE),
  ROW (shown_with_another_grid, FALSE), ROW (shown_without_steps, FALSE),
};

static void
test_a_lie (gconstpointer data)
{
  const gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (LoomPlan) plan = bind_all (), copy = NULL;
  g_autoptr (GError) error = NULL;

  lies[i].tell (plan);
  copy = cross (plan, &error);
  g_assert_true ((copy != NULL) == lies[i].is_good);
  if (copy == NULL)
    g_assert_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL);
}

/* What has no memory of its own is nothing that a step can name. */
static void
test_what_is_the_same_as_another_is_no_array_of_a_step (void)
{
  static const gint rows[][2] = { { -1, 1 }, { 1, -1 }, { 1, 0 }, { 0, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomPlan) plan = bind_text ("launch add f=kept g=kept\ncopy host to kept");
      g_autoptr (LoomPlan) copy = cross (plan, NULL), wrong = NULL;

      g_assert_nonnull (copy);
      g_assert_cmpint (get_arg (plan, 1)->same, ==, 0);
      get_step (plan, 1)->first = rows[i][0];
      get_step (plan, 1)->second = rows[i][1];
      wrong = cross (plan, NULL);
      g_assert_null (wrong);
    }
}

/* An argument of the plan has memory of its own, of so many bytes. */
static guint64
expect_memory (LoomPlan *plan,
               gint      index)
{
  const LoomPlanArg *arg;
  guint64 size;

  g_assert_cmpint (index, >=, 0);
  arg = get_arg (plan, (guint) index);
  g_assert_cmpint (arg->kind, ==, LOOM_PARAM_ARRAY);
  g_assert_cmpint (arg->same, <, 0);
  g_assert_true (loom_plan_arg_get_size (arg, &size));
  return size;
}

/* Addresses are put where the values of the parameters have room for them. */
static void
expect_room (LoomPlan *plan,
             LoomPlan *values)
{
  const guint n = loom_plan_count_params (values);

  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *arg = get_arg (plan, i);

      if (arg->is_extra)
        continue;
      g_assert_cmpuint (arg->owner >= 0 ? (guint) arg->owner : i, <, n);
      g_assert_cmpint (arg->same, <, (gint) plan->args->len);
      if (arg->owner >= 0)
        g_assert_cmpuint ((guint64) arg->offset + 8, <=,
                          MAX (get_arg (values, (guint) arg->owner)->type.size, 8));
      else if (arg->kind != LOOM_PARAM_ARRAY)
        g_assert_cmpuint (arg->type.size, <=, MAX (get_arg (values, i)->type.size, 8));
    }
}

static void
check_launch (LoomPlan           *plan,
              const LoomPlanStep *step)
{
  LoomPlan *launch = step->launch;

  g_assert_nonnull (launch);
  g_assert_cmpuint (launch->steps->len, ==, 0);
  g_assert_cmpuint (step->arrays->len, ==, launch->args->len);
  expect_room (launch, launch);
  for (guint i = 0; i < launch->args->len; i++)
    {
      const LoomPlanArg *arg = get_arg (launch, i);
      const gint array = g_array_index (step->arrays, gint32, i);
      guint64 size;

      g_assert_true (loom_plan_arg_get_size (arg, &size));
      if (arg->kind == LOOM_PARAM_ARRAY)
        g_assert_cmpuint (expect_memory (plan, array), ==, size);
      else
        g_assert_cmpint (array, ==, -1);
    }
  for (guint i = 0; i < step->values->len; i++)
    {
      const LoomPlanValue *value = step->values->pdata[i];

      g_assert_cmpuint (value->index, <, loom_plan_count_params (launch));
      g_assert_cmpint (get_arg (launch, value->index)->kind, ==, LOOM_PARAM_SCALAR);
      g_assert_cmpuint (get_arg (launch, value->index)->type.size, <=, sizeof (LoomScalarBits));
      g_assert_nonnull (value->text);
    }
}

static void
check_fill (LoomPlan           *plan,
            const LoomPlanStep *step)
{
  guint64 size;

  g_assert_nonnull (step->fill);
  g_assert_true (loom_plan_arg_get_size (step->fill, &size));
  g_assert_cmpuint (expect_memory (plan, step->first), ==, size);
}

static void
check_step (LoomPlan           *plan,
            const LoomPlanStep *step)
{
  g_assert_true ((step->launch != NULL) == (step->kind == LOOM_STATEMENT_LAUNCH));
  g_assert_true ((step->fill != NULL) == (step->kind == LOOM_STATEMENT_FILL));
  switch (step->kind)
    {
    case LOOM_STATEMENT_LAUNCH:
      check_launch (plan, step);
      break;
    case LOOM_STATEMENT_COPY:
      g_assert_true (step->first >= 0 || step->second >= 0);
      if (step->first < 0 || step->second < 0)
        expect_memory (plan, MAX (step->first, step->second));
      else
        g_assert_cmpuint (expect_memory (plan, step->first), ==,
                          expect_memory (plan, step->second));
      break;
    case LOOM_STATEMENT_SWAP:
      g_assert_cmpuint (expect_memory (plan, step->first), ==, expect_memory (plan, step->second));
      break;
    case LOOM_STATEMENT_FILL:
      check_fill (plan, step);
      break;
    case LOOM_STATEMENT_REPEAT:
      g_assert_true (step->count != NULL || step->until != NULL);
      break;
    case LOOM_STATEMENT_RECORD:
    case LOOM_STATEMENT_WAIT:
      g_assert_nonnull (step->event);
      break;
    case LOOM_STATEMENT_END:
      break;
    case LOOM_N_STATEMENTS:
    default:
      g_assert_not_reached ();
    }
}

/* What src/runner takes for granted of a plan that came over the wire. */
static void
check_preconditions (LoomPlan *plan)
{
  guint open[LOOM_STATEMENTS_MAX_DEPTH], depth = 0;

  expect_room (plan, plan);
  for (guint i = 0; i < plan->steps->len; i++)
    {
      const LoomPlanStep *step = get_step (plan, i);

      check_step (plan, step);
      if (step->kind == LOOM_STATEMENT_REPEAT)
        {
          g_assert_cmpuint (depth, <, G_N_ELEMENTS (open));
          open[depth++] = i;
        }
      else if (step->kind == LOOM_STATEMENT_END)
        {
          g_assert_cmpuint (depth, >, 0);
          g_assert_cmpuint (step->partner, ==, open[--depth]);
          g_assert_cmpuint (get_step (plan, open[depth])->partner, ==, i);
        }
    }
  g_assert_cmpuint (depth, ==, 0);
  g_assert_cmpuint (plan->steps->len, <=, LOOM_STATEMENTS_MAX);
  if (plan->steps->len == 0)
    return;
  g_assert_cmpint (plan->shown, >=, 0);
  g_assert_nonnull (get_step (plan, (guint) plan->shown)->launch);
  g_assert_cmpuint (loom_plan_count_params (plan), ==,
                    loom_plan_count_params (get_step (plan, (guint) plan->shown)->launch));
  expect_room (plan, get_step (plan, (guint) plan->shown)->launch);
}

#define SEED 15
#define MUTATIONS 40000

/* From one to three lies about a good plan: refused, or what can be executed all the same. */
static void
test_mutations (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  g_autoptr (LoomPlan) plan = bind_all ();
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_plan_to_variant (plan));
  guint taken = 0;

  for (guint i = 0; i < MUTATIONS; i++)
    {
      g_autoptr (GVariant) changed = g_variant_ref (variant);
      g_autoptr (LoomPlan) copy = NULL;

      for (gint n = g_rand_int_range (rand, 1, 4); n > 0; n--)
        {
          GVariant *next = fixture_mutate (changed, rand);

          g_variant_unref (changed);
          changed = next;
        }
      copy = loom_plan_from_variant (changed, NULL);
      if (copy == NULL)
        continue;
      check_preconditions (copy);
      taken++;
    }
  g_test_message ("%u of %u are taken", taken, MUTATIONS);
  g_assert_cmpuint (taken, >, MUTATIONS / 20);
  g_assert_cmpuint (taken, <, MUTATIONS - MUTATIONS / 20);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/plan-steps-wire/steps-cross-whole", test_steps_cross_whole);
  for (gsize i = 0; i < G_N_ELEMENTS (lies); i++)
    {
      g_autofree char *path = g_strconcat ("/core/plan-steps-wire/lies/", lies[i].name, NULL);

      g_strdelimit (path, "_", '-');
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_a_lie);
    }
  g_test_add_func ("/core/plan-steps-wire/what-is-the-same-as-another-is-no-array-of-a-step",
                   test_what_is_the_same_as_another_is_no_array_of_a_step);
  g_test_add_func ("/core/plan-steps-wire/mutations", test_mutations);

  return g_test_run ();
}
