/* test-plan-steps.c: [steps], bound: which array a name is in each launch, and what goes with what
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "plan-fixture.h"

#include "loom-error.h"

#include <string.h>

#define KERNELS "add: float* f, const float* g, float s\n" \
                "total: const float* in, float* out, int n\n" \
                "twice: float* f\n" \
                "wide: double* d\n" \
                "sampled: Particle p, float* f"

/* As fixture_bind() has it; fails the test where the settings are wrong. */
static LoomPlan *
bind_steps (const char *steps,
            const char *groups)
{
  g_autofree char *settings
      = g_strdup_printf ("[launch]\nblock=32\nshape=64\n[steps]\n%s\n%s", steps, groups);
  g_autoptr (GError) error = NULL;
  LoomPlan *plan = fixture_bind (KERNELS, settings, NULL, &error);

  g_assert_no_error (error);
  return plan;
}

static LoomPlanStep *
get_step (LoomPlan *plan,
          guint     index)
{
  g_assert_cmpuint (index, <, plan->steps->len);
  return plan->steps->pdata[index];
}

static LoomPlanArg *
get_array (LoomPlan   *plan,
           const char *name)
{
  const gint index = loom_plan_find_array (plan, name);

  g_assert_cmpint (index, >=, 0);
  return plan->args->pdata[index];
}

/* The names of the plan's arrays that a launch has, "-" for what is none. */
static char *
list_arrays (LoomPlan *plan,
             guint     index)
{
  const LoomPlanStep *step = get_step (plan, index);
  GString *names = g_string_new (NULL);

  g_assert_cmpuint (step->arrays->len, ==, step->launch->args->len);
  for (guint i = 0; i < step->arrays->len; i++)
    {
      const gint array = g_array_index (step->arrays, gint32, i);

      g_string_append_printf (names, "%s%s", i > 0 ? " " : "",
                              array < 0 ? "-" : ((LoomPlanArg *) plan->args->pdata[array])->name);
    }
  return g_string_free (names, FALSE);
}

static void
expect_arrays (LoomPlan   *plan,
               guint       index,
               const char *wanted)
{
  g_autofree char *names = list_arrays (plan, index);

  g_assert_cmpstr (names, ==, wanted);
}

static guint
count_arrays (LoomPlan *plan)
{
  guint count = 0;

  for (guint i = 0; i < plan->args->len; i++)
    count += ((LoomPlanArg *) plan->args->pdata[i])->kind == LOOM_PARAM_ARRAY &&
             ((LoomPlanArg *) plan->args->pdata[i])->same < 0;
  return count;
}

static void
test_a_name_is_one_array (void)
{
  g_autoptr (LoomPlan) plan = bind_steps ("launch add\nlaunch twice\nlaunch total in=f",
                                          "[arg f]\nfill=iota\n[arg out]\nshape=1");

  expect_arrays (plan, 0, "f g -");
  expect_arrays (plan, 1, "f");
  expect_arrays (plan, 2, "f out -");
  g_assert_cmpuint (count_arrays (plan), ==, 3);
  g_assert_false (get_array (plan, "f")->is_extra);
  g_assert_true (get_array (plan, "out")->is_extra);
  g_assert_cmpuint (get_array (plan, "out")->shape.cols, ==, 1);
  g_assert_cmpint (get_array (plan, "f")->fill.kind, ==, LOOM_FILL_IOTA);
  g_assert_true (get_array (plan, "g")->is_const);
}

static void
test_arguments_are_renamed (void)
{
  g_autoptr (LoomPlan) plan
      = bind_steps ("launch add f=A g=B\nlaunch add f=B g=A\nlaunch add f=A g=A",
                    "[arg A]\nshape=96\n[arg B]\nshape=96");

  expect_arrays (plan, 0, "A B -");
  expect_arrays (plan, 1, "B A -");
  expect_arrays (plan, 2, "A A -");
  g_assert_cmpuint (count_arrays (plan), ==, 2);
  g_assert_cmpint (loom_plan_find_array (plan, "f"), ==, -1);
  /* what one launch only reads another one writes */
  g_assert_false (get_array (plan, "B")->is_const);
  g_assert_true (((LoomPlanArg *) get_step (plan, 0)->launch->args->pdata[1])->is_const);
  g_assert_cmpuint (get_array (plan, "B")->shape.cols, ==, 96);
}

static void
test_an_array_that_is_changed_is_not_constant (void)
{
  static const char * const steps[] = {
    "launch add\nfill g = ones", "launch add\ncopy f to g", "launch add\ncopy host to g",
    "launch add\nswap f, g", "launch add\nlaunch twice f=g",
  };
  g_autoptr (LoomPlan) read = bind_steps ("launch add\ncopy g to host\ncopy g to f", "");

  g_assert_true (get_array (read, "g")->is_const);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (LoomPlan) plan = bind_steps (steps[i], "");

      g_assert_false (get_array (plan, "g")->is_const);
    }
}

static void
test_numbers_are_computed_when_their_turn_comes (void)
{
  g_autoptr (LoomPlan) plan
      = bind_steps ("launch add s=max (f[0], 2) + 1\nlaunch total in=f n=3\nlaunch total in=f",
                    "[arg out]\nshape=1\n[arg n]\nvalue=7");
  const LoomPlanValue *value;

  g_assert_cmpuint (get_step (plan, 0)->values->len, ==, 1);
  value = get_step (plan, 0)->values->pdata[0];
  g_assert_cmpuint (value->index, ==, 2);
  g_assert_cmpstr (value->text, ==, "max (f[0], 2) + 1");
  /* nothing has to be computed for what is written out */
  g_assert_cmpuint (get_step (plan, 1)->values->len, ==, 0);
  g_assert_cmpstr (((LoomPlanArg *) get_step (plan, 1)->launch->args->pdata[2])->value, ==, "3");
  g_assert_cmpuint (get_step (plan, 2)->values->len, ==, 0);
  g_assert_cmpstr (((LoomPlanArg *) get_step (plan, 2)->launch->args->pdata[2])->value, ==, "7");
}

static void
expect_extents (const LoomPlan *plan,
                const char     *block,
                const char     *grid)
{
  g_autofree char *got_block = loom_dim3_format (&plan->block);
  g_autofree char *got_grid = loom_dim3_format (&plan->grid);

  g_assert_cmpstr (got_block, ==, block);
  g_assert_cmpstr (got_grid, ==, grid);
}

static void
test_each_launch_has_its_own_extents (void)
{
  g_autoptr (LoomPlan) plan
      = bind_steps ("launch add\nlaunch add block=16\nlaunch twice grid=9 shared=128\n"
                    "launch twice range=8,8 block=4,4\nlaunch total in=f over=out",
                    "[launch twice]\nblock=8\n[arg out]\nshape=640");

  expect_extents (plan, "32", "2");
  expect_extents (get_step (plan, 0)->launch, "32", "2");
  expect_extents (get_step (plan, 1)->launch, "16", "4");
  expect_extents (get_step (plan, 2)->launch, "8", "9");
  g_assert_cmpuint (get_step (plan, 2)->launch->shared, ==, 128);
  expect_extents (get_step (plan, 3)->launch, "4,4", "2,2");
  expect_extents (get_step (plan, 4)->launch, "32", "20");
}

static void
test_what_is_shown (void)
{
  static const struct { const char *steps, *launch, *kernel; gint shown; } rows[] = {
    { "launch add\nlaunch twice", "", "add", 0 },
    { "fill f = ones\nlaunch twice\nlaunch add", "", "twice", 1 },
    { "launch add\nrepeat 2\nlaunch twice\nend\nlaunch twice", "kernel=twice", "twice", 2 },
    { "launch add\nlaunch total in=f", "kernel=total", "total", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *settings
          = g_strdup_printf ("[launch]\nshape=64\nblock=32\n%s\n[steps]\n%s\n", rows[i].launch,
                             rows[i].steps);
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomPlan) plan = fixture_bind (KERNELS, settings, NULL, &error);
      const LoomPlan *launch;

      g_assert_no_error (error);
      g_assert_cmpint (plan->shown, ==, rows[i].shown);
      g_assert_cmpstr (plan->kernel, ==, rows[i].kernel);
      launch = get_step (plan, (guint) plan->shown)->launch;
      g_assert_cmpstr (launch->kernel, ==, rows[i].kernel);
      g_assert_cmpuint (loom_plan_count_params (plan), ==, launch->args->len);
      g_assert_true (loom_dim3_equal (&launch->grid, &plan->grid));
    }
}

/* What is laid over the settings is laid over the launch that is shown. */
static void
test_overrides_are_of_what_is_shown (void)
{
  const LoomOverrides overrides = { .kernel = "twice", .block = "16" };
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan
      = fixture_bind (KERNELS, "[launch]\nshape=64\nblock=32\n[steps]\nlaunch add\nlaunch twice\n"
                      "launch twice", &overrides, &error);

  g_assert_no_error (error);
  g_assert_cmpint (plan->shown, ==, 1);
  expect_extents (plan, "16", "4");
  expect_extents (get_step (plan, 0)->launch, "32", "2");
  expect_extents (get_step (plan, 1)->launch, "16", "4");
  expect_extents (get_step (plan, 2)->launch, "32", "2");
}

static void
test_loops_know_their_ends (void)
{
  g_autoptr (LoomPlan) plan
      = bind_steps ("repeat 3 as k\nlaunch add\nrepeat until f[0] > 1\nlaunch twice\nend\n"
                    "repeat 2*k as j until f[1] > 2\nlaunch twice\nend\nend\nlaunch add", "");
  static const guint pairs[][2] = { { 0, 8 }, { 2, 4 }, { 5, 7 } };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_assert_cmpint (get_step (plan, pairs[i][0])->kind, ==, LOOM_STATEMENT_REPEAT);
      g_assert_cmpint (get_step (plan, pairs[i][1])->kind, ==, LOOM_STATEMENT_END);
      g_assert_cmpuint (get_step (plan, pairs[i][0])->partner, ==, pairs[i][1]);
      g_assert_cmpuint (get_step (plan, pairs[i][1])->partner, ==, pairs[i][0]);
    }
  g_assert_cmpstr (get_step (plan, 0)->count, ==, "3");
  g_assert_cmpstr (get_step (plan, 0)->counter, ==, "k");
  g_assert_null (get_step (plan, 0)->until);
  g_assert_null (get_step (plan, 2)->count);
  g_assert_cmpstr (get_step (plan, 2)->until, ==, "f[0] > 1");
  g_assert_cmpstr (get_step (plan, 5)->count, ==, "2*k");
  g_assert_cmpstr (get_step (plan, 5)->counter, ==, "j");
  g_assert_cmpstr (get_step (plan, 5)->until, ==, "f[1] > 2");
}

static void
test_streams_and_events_have_names (void)
{
  g_autoptr (LoomPlan) plan
      = bind_steps ("launch add on s\nrecord a on s\nwait a on t\ncopy f to g on t\nrecord b\n"
                    "wait b\nfill f on u = ones\nswap f, g", "");
  static const struct { const char *stream, *event; } wanted[] = {
    { "s", NULL }, { "s", "a" }, { "t", "a" }, { "t", NULL }, { NULL, "b" }, { NULL, "b" },
    { "u", NULL }, { NULL, NULL },
  };

  g_assert_cmpuint (plan->steps->len, ==, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_assert_cmpstr (get_step (plan, i)->stream, ==, wanted[i].stream);
      g_assert_cmpstr (get_step (plan, i)->event, ==, wanted[i].event);
      g_assert_cmpuint (get_step (plan, i)->line, ==, 7 + i);
    }
}

static void
test_copies_swaps_and_fills_know_their_arrays (void)
{
  g_autoptr (LoomPlan) plan
      = bind_steps ("launch add\ncopy f to g\ncopy host to f\ncopy g to host\nswap g, f\n"
                    "fill g = random(7)", "");
  const gint f = loom_plan_find_array (plan, "f"), g = loom_plan_find_array (plan, "g");
  const gint wanted[][2] = { { -1, -1 }, { f, g }, { -1, f }, { g, -1 }, { g, f }, { g, -1 } };

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_assert_cmpint (get_step (plan, i)->first, ==, wanted[i][0]);
      g_assert_cmpint (get_step (plan, i)->second, ==, wanted[i][1]);
      g_assert_true ((get_step (plan, i)->fill != NULL) == (i == 5));
      g_assert_true ((get_step (plan, i)->launch != NULL) == (i == 0));
    }
  g_assert_cmpint (get_step (plan, 5)->fill->fill.kind, ==, LOOM_FILL_RANDOM);
  g_assert_cmpuint (get_step (plan, 5)->fill->fill.number, ==, 7);
  g_assert_cmpuint (get_step (plan, 5)->fill->shape.cols, ==, 64);
}

/* An array that no kernel has is made by what is copied to it, if the settings name it. */
static void
test_a_copy_makes_an_array (void)
{
  g_autoptr (LoomPlan) plan = bind_steps ("launch add\ncopy f to kept\ncopy kept to later",
                                          "[arg f]\nshape=8,12\n[arg g]\nshape=8,12\n"
                                          "[arg kept]\nfill=poison\n[arg later]");
  const LoomPlanArg *kept = get_array (plan, "kept"), *later = get_array (plan, "later");

  g_assert_true (kept->is_extra && later->is_extra);
  g_assert_false (kept->is_const || later->is_const);
  g_assert_cmpuint (kept->shape.cols, ==, 12);
  g_assert_cmpuint (later->shape.rows, ==, 8);
  g_assert_true (loom_type_equal (&kept->type, &get_array (plan, "f")->type));
  g_assert_cmpint (kept->fill.kind, ==, LOOM_FILL_POISON);
  g_assert_cmpint (get_step (plan, 1)->second, ==, loom_plan_find_array (plan, "kept"));
}

static const struct
{
  const char *name, *steps, *groups, *words;
  guint       line;             /* of the steps, from 0 */
} wrong[] = {
  { "no-kernel", "launch none", "", "there is no kernel “none”", 0 },
  { "no-launch", "fill f = ones", "", "no step launches a kernel", 0 },
  { "unlike-types", "launch add\nlaunch wide d=f", "", "the array f has cells of float", 1 },
  { "copy-of-unlike-types", "launch add\nlaunch wide\ncopy f to d", "", "their types, shapes", 2 },
  { "copy-of-unlike-shapes", "launch add\ncopy f to g", "[arg g]\nshape=8", "their types, shapes",
    1 },
  { "swap-of-unlike-shapes", "launch add\nswap f, g", "[arg g]\nshape=8", "cannot be swapped", 1 },
  { "swap-of-unlike-types", "launch add\nlaunch wide\nswap f, d", "", "cannot be swapped", 2 },
  { "copy-from-nothing", "launch add\ncopy h to f", "", "there are f, g", 1 },
  { "copy-to-nothing", "launch add\ncopy f to h", "", "there are f, g", 1 },
  { "copy-host-to-an-array-that-is-none", "launch add\ncopy host to h", "[arg h]",
    "no launch has an array “h”", 1 },
  { "copy-of-the-host", "launch add\ncopy host to host", "", "nothing to copy to itself", 1 },
  { "swap-of-a-number", "launch add\nswap f, s", "", "no launch has an array “s”", 1 },
  { "fill-of-a-number", "launch add\nfill s = ones", "", "no launch has an array “s”", 1 },
  { "fill-with-too-few", "launch add\nfill f = values:1,2", "", "2 values", 1 },
  { "no-parameter", "launch add\nlaunch twice z=1", "", "has no parameter “z”; it has f", 1 },
  { "no-array", "launch add f=z", "", "there is no array “z”; write [arg z]", 0 },
  { "a-struct", "launch add\nlaunch sampled p=1", "", "write its members into [arg p]", 1 },
  { "counter-of-an-array", "repeat 2 as f\nlaunch add\nend", "", "“f” is the name of an array", 0 },
  { "counter-of-an-extent", "repeat 2 as size\nlaunch add\nend", "", "“size” is the name", 0 },
  { "no-rounds", "repeat 0\nlaunch add\nend", "", "from 1 to 1000000", 0 },
  { "many-rounds", "repeat 1000001\nlaunch add\nend", "", "from 1 to 1000000", 0 },
  { "endless-digits", "repeat 99999999999999999999\nlaunch add\nend", "", "from 1 to 1000000", 0 },
  { "nobody-records", "launch add\nwait a", "", "no step before this one records the event “a”", 1 },
  { "recorded-later", "launch add\nwait a\nrecord a", "", "records the event “a”", 1 },
  { "recorded-behind-the-loop", "repeat 2\nlaunch add\nwait a\nend\nrecord a", "",
    "records the event “a”", 2 },
  { "block-beyond-a-limit", "launch add\nlaunch twice block=64,64", "", "1024", 1 },
};

static void
test_what_is_wrong_has_its_line (gconstpointer data)
{
  const gsize i = GPOINTER_TO_SIZE (data);
  g_autofree char *settings
      = g_strdup_printf ("[launch]\nshape=64\nblock=32\n[steps]\n%s\n%s", wrong[i].steps,
                         wrong[i].groups);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan = fixture_bind (KERNELS, settings, NULL, &error);
  guint line, column;

  g_assert_null (plan);
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, wrong[i].words));
  g_assert_true (loom_error_get_place (error, &line, &column));
  g_assert_cmpuint (line, ==, 7 + wrong[i].line);
}

/* A loop that holds both steps lets each come before the other. */
static void
test_an_event_may_be_of_the_round_before (void)
{
  g_autoptr (LoomPlan) inner
      = bind_steps ("repeat 2\nwait a\nlaunch add\nrecord a\nend", "");
  g_autoptr (LoomPlan) outer
      = bind_steps ("repeat 2\nrepeat 3\nwait a\nend\nlaunch add\nrepeat 3\nrecord a\nend\nend", "");

  g_assert_cmpstr (get_step (inner, 1)->event, ==, "a");
  g_assert_cmpstr (get_step (outer, 2)->event, ==, "a");
}

static void
test_limits (void)
{
  GString *many = g_string_new ("launch add\n"), *deep = g_string_new (NULL);
  g_autoptr (LoomPlan) plan = NULL, nested = NULL;

  for (guint i = 1; i < LOOM_STATEMENTS_MAX; i++)
    g_string_append (many, "swap f, g\n");
  plan = bind_steps (many->str, "");
  g_assert_cmpuint (plan->steps->len, ==, LOOM_STATEMENTS_MAX);

  for (guint i = 0; i < LOOM_STATEMENTS_MAX_DEPTH; i++)
    g_string_append (deep, "repeat 2\n");
  g_string_append (deep, "launch add\n");
  for (guint i = 0; i < LOOM_STATEMENTS_MAX_DEPTH; i++)
    g_string_append (deep, "end\n");
  nested = bind_steps (deep->str, "");
  g_assert_cmpuint (get_step (nested, 0)->partner, ==, 2 * LOOM_STATEMENTS_MAX_DEPTH);

  g_string_free (many, TRUE);
  g_string_free (deep, TRUE);
}

/* What is said of a launch is said once, however often it stands there. */
static void
test_findings_are_told_once (void)
{
  g_autoptr (LoomPlan) plan
      = bind_steps ("launch add\nlaunch twice block=8\nlaunch twice block=8", "");
  guint found = 0;

  for (guint i = 0; i < plan->findings->len; i++)
    found += ((LoomFinding *) plan->findings->pdata[i])->code == LOOM_ERROR_NOT_WARP_MULTIPLE;
  g_assert_cmpuint (found, ==, 1);
}

static void
test_a_document_without_steps_is_bound_as_ever (void)
{
  static const char * const settings[] = {
    "[launch]\nblock=32\nshape=64\nkernel=add\nlaunches=3\nswap=f,g",
    "[launch]\nblock=32\nshape=64\nkernel=add\nlaunches=3\nswap=f,g\n[steps]\n# launch add\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomPlan) plan = fixture_bind (KERNELS, settings[i], NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (plan->steps->len, ==, 0);
      g_assert_cmpint (plan->shown, ==, -1);
      g_assert_cmpuint (plan->launches, ==, 3);
      g_assert_cmpuint (plan->swaps->len, ==, 2);
      g_assert_cmpuint (plan->args->len, ==, 3);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, name) g_test_add_func ("/core/plan-steps/" path, test_##name)
  ADD ("a-name-is-one-array", a_name_is_one_array);
  ADD ("arguments-are-renamed", arguments_are_renamed);
  ADD ("an-array-that-is-changed-is-not-constant", an_array_that_is_changed_is_not_constant);
  ADD ("numbers-are-computed-when-their-turn-comes",
       numbers_are_computed_when_their_turn_comes);
  ADD ("each-launch-has-its-own-extents", each_launch_has_its_own_extents);
  ADD ("what-is-shown", what_is_shown);
  ADD ("overrides-are-of-what-is-shown", overrides_are_of_what_is_shown);
  ADD ("loops-know-their-ends", loops_know_their_ends);
  ADD ("streams-and-events-have-names", streams_and_events_have_names);
  ADD ("copies-swaps-and-fills-know-their-arrays", copies_swaps_and_fills_know_their_arrays);
  ADD ("a-copy-makes-an-array", a_copy_makes_an_array);
  ADD ("an-event-may-be-of-the-round-before", an_event_may_be_of_the_round_before);
  ADD ("limits", limits);
  ADD ("findings-are-told-once", findings_are_told_once);
  ADD ("a-document-without-steps-is-bound-as-ever", a_document_without_steps_is_bound_as_ever);
#undef ADD
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *path = g_strconcat ("/core/plan-steps/wrong/", wrong[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_what_is_wrong_has_its_line);
    }

  return g_test_run ();
}
