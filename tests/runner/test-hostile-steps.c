/* test-hostile-steps.c: the real runner, told to execute steps by a peer that lies, survives that
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../core/variant-fixture.h"
#include "runner-fixture.h"

static const char source[] =
    "struct Pair { int a, b; };\n"
    "__global__ void add (float *f, const float *g, float s) "
    "{ f[threadIdx.x] += s * g[threadIdx.x]; }\n"
    "__global__ void total (const float *in, float *out, int n) { if (threadIdx.x < n) "
    "atomicAdd (out, in[threadIdx.x]); }\n"
    "__global__ void wide (double *d, Pair p) { d[threadIdx.x] = p.a + p.b; }\n";

static const char settings[] =
    "/* gridloom\n[launch]\nblock=32\nshape=32\n[steps]\nlaunch add s=f[0]\n"
    "repeat 3 as k until f[0] > 1e6\nrepeat 2\nlaunch total in=f n=k+1\nend\nswap f, g\nend\n"
    "copy f to kept on s\ncopy host to g on t\ncopy g to host\nfill f on s = iota\nrecord a on s\n"
    "wait a on t\nlaunch add f=kept g=kept\nlaunch wide\n[arg f]\nfill=ones\n[arg kept]\n"
    "[arg out]\nshape=1\n[arg p]\nvalue=1,2\n*/\n";

typedef struct
{
  LoomRun  *run;
  GError   *error;
  gboolean  done;
} Reply;

static void
ran_cb (GObject      *client,
        GAsyncResult *result,
        gpointer      user_data)
{
  Reply *reply = user_data;

  reply->run = loom_runner_client_run_finish (LOOM_RUNNER_CLIENT (client), result, &reply->error);
  reply->done = TRUE;
}

/* NULL: it ran, whatever came of that. */
static GError *
run_plan (LoomCompiled *compiled,
          LoomPlan     *plan)
{
  LoomRunOptions options;
  Reply reply = { NULL };

  loom_run_options_init (&options);
  options.budget = 20000;
  options.wall_ms = 1000;
  options.history_mib = 1;
  loom_runner_client_run_async (fixture_get_client (), compiled, plan, &options, NULL, NULL, ran_cb,
                                &reply);
  fixture_wait (&reply.done);
  g_assert_true ((reply.run != NULL) == (reply.error == NULL));
  g_clear_pointer (&reply.run, loom_run_unref);
  return reply.error;
}

static LoomPlan *
bind_steps (LoomCompiled *compiled,
            const char   *text)
{
  g_autofree char *whole = g_strconcat (source, text, NULL);
  g_autoptr (LoomDocument) document = loom_document_parse (whole, -1);
  g_autoptr (GError) error = NULL;
  LoomPlan *plan
      = loom_plan_bind (document, compiled, NULL, loom_limits_get_simulator (), NULL, &error);

  g_assert_no_error (error);
  return plan;
}

static void
copy_to_what_has_no_memory (LoomPlan *plan)
{
  ((LoomPlanStep *) plan->steps->pdata[1])->second = 1;
}

static void
make_a_number_large (LoomPlan *plan)
{
  const LoomPlanStep *step = plan->steps->pdata[0];

  ((LoomPlanArg *) step->launch->args->pdata[2])->type
      = (LoomType) { LOOM_SCALAR_BYTES, 1, 1 << 20, NULL };
}

static void
give_more_than_is_launched (LoomPlan *plan)
{
  for (guint i = 0; i < 4096; i++)
    {
      LoomPlanArg *arg = loom_plan_arg_new ();

      arg->name = g_strdup ("more");
      arg->type = loom_type_of (LOOM_SCALAR_I32, 1);
      g_ptr_array_add (plan->args, arg);
    }
}

static void
test_a_lie_is_refused (void)
{
  static const struct { const char *steps; void (*tell) (LoomPlan *plan); } rows[] = {
    { "launch add f=kept g=kept\ncopy host to kept", copy_to_what_has_no_memory },
    { "launch add s=f[0]", make_a_number_large },
    { "launch add", give_more_than_is_launched },
  };
  g_autoptr (LoomCompiled) compiled = fixture_compile (source);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text
          = g_strconcat ("/* gridloom\n[launch]\nblock=32\nshape=32\n[steps]\n", rows[i].steps,
                         "\n[arg kept]\n*/\n", NULL);
      g_autoptr (LoomPlan) plan = bind_steps (compiled, text);
      g_autoptr (GError) error = run_plan (compiled, plan), refused = NULL;

      g_assert_no_error (error);
      rows[i].tell (plan);
      refused = run_plan (compiled, plan);
      g_assert_error (refused, LOOM_ERROR, LOOM_ERROR_PROTOCOL);
    }
  fixture_drop_client ();
}

#define SEED 15
#define RUNS 1000

static void
test_what_is_taken_ends (void)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (source);
  g_autoptr (LoomPlan) plan = bind_steps (compiled, settings);
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_plan_to_variant (plan));
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  g_autoptr (GError) good = run_plan (compiled, plan);
  guint sent = 0, ran = 0;

  g_assert_no_error (good);
  while (sent < RUNS)
    {
      g_autoptr (GVariant) changed = fixture_mutate (variant, rand);
      g_autoptr (LoomPlan) lie = loom_plan_from_variant (changed, NULL);
      g_autoptr (GError) error = NULL;

      if (lie == NULL)
        continue;
      error = run_plan (compiled, lie);
      g_assert_false (g_error_matches (error, LOOM_ERROR, LOOM_ERROR_RUNNER));
      g_assert_false (g_error_matches (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL));
      ran += error == NULL;
      sent++;
    }
  g_test_message ("%u of %u ran", ran, sent);
  g_assert_cmpuint (ran, >, RUNS / 10);
  fixture_drop_client ();
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/runner/hostile-steps/a-lie-is-refused", test_a_lie_is_refused);
  g_test_add_func ("/runner/hostile-steps/what-is-taken-ends", test_what_is_taken_ends);

  return g_test_run ();
}
