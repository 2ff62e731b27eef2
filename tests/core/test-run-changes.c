/* test-run-changes.c: tests of loom-run-changes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-changes.h"
#include "plan-fixture.h"

#include <string.h>

#define SIGNATURES "k: const float* f, float* g, int n, Particle p"
#define N_LINES 30

/* A document, and what it says of everything that a test changes. */
typedef struct
{
  char       *lines[N_LINES];   /* of the source */
  const char *block, *shared, *shape, *fill, *value, *id, *options;
  gboolean    races;
  gint64      seed;
} Draft;

static const Draft plain = {
  .block = "8,8", .shared = "0", .shape = "16,16", .fill = "zeros", .value = "7", .id = "1",
  .seed = -1,
};

static LoomRunOrigin *
make_origin (const Draft *draft)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (SIGNATURES);
  g_autoptr (LoomDocument) document = NULL;
  g_autoptr (LoomPlan) plan = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  GString *source = g_string_new (NULL);
  LoomRunOptions options;

  for (guint i = 0; i < N_LINES; i++)
    if (draft->lines[i] != NULL)
      g_string_append_printf (source, "%s\n", draft->lines[i]);
  text = g_strdup_printf ("%s/* gridloom\n[launch]\nblock=%s\nrange=16,16\nshared=%s\n\n"
                          "[arg f]\nshape=%s\nfill=%s\n\n[arg g]\nshape=16,16\n\n"
                          "[arg n]\nvalue=%s\n\n[arg p]\nvalue.id=%s\n*/\n",
                          source->str, draft->block, draft->shared, draft->shape, draft->fill,
                          draft->value, draft->id);
  g_string_free (source, TRUE);
  document = loom_document_parse (text, -1);
  plan = loom_plan_bind (document, compiled, NULL, loom_limits_get_simulator (), NULL, &error);
  g_assert_no_error (error);
  loom_run_options_init (&options);
  options.checks = draft->races ? LOOM_CHECK_RACES : LOOM_CHECK_NONE;
  options.schedule_seed = draft->seed;
  return loom_run_origin_new (document, draft->options, plan, &options);
}

/* A line each: what, what it was and is. */
static char *
describe (GPtrArray *changes)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < changes->len; i++)
    {
      const LoomRunChange *change = changes->pdata[i];

      g_string_append_printf (text, "%s|%s|%s\n", change->what,
                              change->was != NULL ? change->was : "",
                              change->is != NULL ? change->is : "");
    }
  return g_string_free (text, FALSE);
}

static void
assert_changes (const Draft *before,
                const Draft *after,
                const char  *expected)
{
  g_autoptr (LoomRunOrigin) was = make_origin (before), is = make_origin (after);
  g_autoptr (GPtrArray) changes = loom_run_changes_list (was, is);
  g_autofree char *text = describe (changes);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_run_changes_of_the_same (void)
{
  assert_changes (&plain, &plain, "");
}

/* One change after the other, none of which brings another with it. */
static void
test_run_changes_tell_each_part (void)
{
  const struct
  {
    gsize       offset;
    const char *value, *expected;
  } rows[] = {
    { G_STRUCT_OFFSET (Draft, block), "16,8", "Block|8,8|16,8\nGrid|2,2|1,2\n" },
    { G_STRUCT_OFFSET (Draft, shared), "256",
      "Dynamic shared memory|0 bytes|256 bytes\n" },
    { G_STRUCT_OFFSET (Draft, shape), "16,32", "f: shape|16,16|16,32\n" },
    { G_STRUCT_OFFSET (Draft, fill), "random(7)", "f: fill|zeros|random(7)\n" },
    { G_STRUCT_OFFSET (Draft, value), "9", "n: value|7|9\n" },
    { G_STRUCT_OFFSET (Draft, id), "2", "p.id: value|1|2\n" },
    { G_STRUCT_OFFSET (Draft, options), "-G", "Options of the compiler||-G\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Draft after = plain;

      G_STRUCT_MEMBER (const char *, &after, rows[i].offset) = rows[i].value;
      assert_changes (&plain, &after, rows[i].expected);
    }
}

static void
test_run_changes_tell_options (void)
{
  Draft after = plain;

  after.races = TRUE;
  after.seed = 0;
  assert_changes (&plain, &after,
                  "Looks for races|off|on\nOrder of blocks and warps|as always|order 0\n");
}

static void
test_run_changes_tell_arguments_that_came_or_went (void)
{
  g_autoptr (LoomRunOrigin) was = make_origin (&plain), is = NULL;
  g_autoptr (LoomPlan) plan = fixture_bind ("k: const float* f, float* g, double h, Particle p",
                                            "[launch]\nblock=8,8\nrange=16,16\n[arg f]\n"
                                            "shape=16,16\nfill=zeros\n[arg g]\nshape=16,16\n"
                                            "[arg h]\nvalue=1\n[arg p]\nvalue.id=1\n", NULL,
                                            NULL);
  g_autoptr (GPtrArray) changes = NULL;
  g_autofree char *text = NULL;

  is = loom_run_origin_new (was->document, NULL, plan, &was->options);
  changes = loom_run_changes_list (was, is);
  text = describe (changes);
  g_assert_cmpstr (text, ==, "h||double\nn|int|\n");
}

/* A document with one line of source. */
static char *
dup_document (const char *settings)
{
  return g_strconcat ("int line;\n/* gridloom\n[launch]\nkernel=k\n", settings, "\n*/\n", NULL);
}

static LoomRunOrigin *
make_origin_of (const char *settings)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (SIGNATURES);
  g_autofree char *text = dup_document (settings);
  g_autoptr (LoomDocument) document = loom_document_parse (text, -1);
  g_autoptr (LoomPlan) plan = NULL;
  g_autoptr (GError) error = NULL;
  LoomRunOptions options;

  plan = loom_plan_bind (document, compiled, NULL, loom_limits_get_simulator (), NULL, &error);
  g_assert_no_error (error);
  loom_run_options_init (&options);
  return loom_run_origin_new (document, NULL, plan, &options);
}

/* "what|was|is" of each change, and the line that it leads to, as it is written. */
static char *
describe_with_lines (GPtrArray  *changes,
                     const char *settings)
{
  g_autofree char *whole = dup_document (settings);
  g_auto (GStrv) lines = g_strsplit (whole, "\n", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < changes->len; i++)
    {
      const LoomRunChange *change = changes->pdata[i];

      g_assert_cmpuint (change->line, <, g_strv_length (lines));
      g_string_append_printf (text, "%s%s|%s|%s -> %s", i > 0 ? "; " : "", change->what,
                              change->was != NULL ? change->was : "", change->is != NULL ? change->is : "",
                              change->line > 0 ? lines[change->line - 1] : "nowhere");
    }
  return g_string_free (text, FALSE);
}

/* All that a launch and an argument have, one by one: each leads to where the later document says it. */
static void
test_run_changes_lead_to_their_lines (void)
{
  static const struct
  {
    const char *before, *after, *expected;
  } rows[] = {
    { "range=16\nblock=8", "range=16\nblock=16", "Block|8|16 -> block=16; Grid|2|1 -> nowhere" },
    { "range=16\nblock=8\ngrid=2", "range=16\nblock=8\ngrid=3", "Grid|2|3 -> grid=3" },
    { "range=16\nblock=8\n[launch k]\ngrid=2", "range=16\nblock=8\n[launch k]\ngrid=3", "Grid|2|3 -> grid=3" },
    { "block=8\nlaunches=2\nswap=f,g", "block=8\nlaunches=3\nswap=f,g", "Launches in a row|2|3 -> launches=3" },
    { "block=8", "block=8\n[steps]\nlaunch k", "Steps||launch k -> nowhere" },
    { "block=8\nshared=16", "block=8\nshared=32", "Dynamic shared memory|16 bytes|32 bytes -> shared=32" },
    { "block=8\n[arg f]\nshape=16\n[arg g]\nshape=16", "block=8\n[arg f]\nshape=8\n[arg g]\nshape=16",
      "f: shape|16|8 -> shape=8" },
    { "block=8\n[arg k/f]\nfill=ones", "block=8\n[arg k/f]\nfill=iota", "f: fill|ones|iota -> fill=iota" },
    { "block=8\n[arg f]\nfill=ones", "block=8\n[arg f]\nfill=ones\n[arg k/f]\nfill=iota",
      "f: fill|ones|iota -> fill=iota" },
    { "block=8\n[arg f]\nshape=4,4\npitch=32", "block=8\n[arg f]\nshape=4,4\npitch=64",
      "f: pitch|32 bytes|64 bytes -> pitch=64" },
    { "block=8\n[arg f]\ncells=1=2", "block=8\n[arg f]\ncells=1=3", "f: single cells|1=2|1=3 -> cells=1=3" },
    { "block=8\n[arg n]\nvalue=7", "block=8\n[arg n]\nvalue=9", "n: value|7|9 -> value=9" },
    { "block=8\n[arg p]\nvalue.id=1", "block=8\n[arg p]\nvalue.id=2", "p.id: value|1|2 -> value.id=2" },
    { "block=8\n[symbol coefficients]\nfill=ones", "block=8\n[symbol coefficients]\nfill=iota",
      "coefficients: fill|ones|iota -> fill=iota" },
    { "block=8\n[expect g]\ndomain=x < 3", "block=8\n[expect g]\ndomain=x < 4",
      "g: expected cells|x < 3|x < 4 -> domain=x < 4" },
    { "block=8\nover=g\n[expect]\ndomain=x < 3", "block=8\nover=g\n[expect]\ndomain=x < 4",
      "g: expected cells|x < 3|x < 4 -> domain=x < 4" },
    { "block=8\nover=g\n[expect]\ndomain=cells: 0", "block=8\nover=g\n[expect]\ndomain=cells: 1",
      "g: expected cells|0|1 -> domain=cells: 1" },
    { "block=8\nover=g\n[expect]\nreference=expr: x", "block=8\nover=g\n[expect]\nreference=expr: y",
      "g: reference|x|y -> reference=expr: y" },
    { "block=8\nover=f\n[expect]\nreference=expr: x\n[expect g]\nreference=expr: x",
      "block=8\nover=f\n[expect]\nreference=expr: x\n[expect g]\nreference=expr: y",
      "g: reference|x|y -> reference=expr: y" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomRunOrigin) was = make_origin_of (rows[i].before), is = make_origin_of (rows[i].after);
      g_autoptr (GPtrArray) changes = loom_run_changes_list (was, is);
      g_autofree char *text = describe_with_lines (changes, rows[i].after);

      g_assert_cmpstr (text, ==, rows[i].expected);
    }
}

/* Each option alone, there and back. */
static void
test_run_changes_tell_each_option (void)
{
  g_autoptr (LoomRunOrigin) plain_origin = make_origin (&plain);
  const LoomRunOptions usual = plain_origin->options;
  LoomRunOptions changed[7];
  static const char * const expected[] = {
    "Device|Simulator|GPU 0\n", "Looks for uninitialised reads|off|on\n", "Profile|off|on\n",
    "Accesses as written|off|on\n", "Samples|1|5\n", "Empty cache before each sample|off|on\n",
    "Order of blocks and warps|as always|order 12\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (changed); i++)
    changed[i] = usual;
  changed[0].backend = LOOM_BACKEND_ID_CUDA (0);
  changed[1].checks |= LOOM_CHECK_UNINITIALISED;
  changed[2].profile = TRUE;
  changed[3].as_written = TRUE;
  changed[4].repeat = 5;
  changed[5].cold = TRUE;
  changed[6].schedule_seed = 12;
  for (guint i = 0; i < G_N_ELEMENTS (changed); i++)
    {
      g_autoptr (LoomRunOrigin) other
          = loom_run_origin_new (plain_origin->document, NULL, plain_origin->plan, &changed[i]);
      g_autoptr (GPtrArray) changes = loom_run_changes_list (plain_origin, other);
      g_autofree char *text = describe (changes);

      g_assert_cmpstr (text, ==, expected[i]);
      g_assert_cmpint (((const LoomRunChange *) changes->pdata[0])->kind, ==, LOOM_RUN_CHANGE_OPTION);
      g_assert_cmpuint (((const LoomRunChange *) changes->pdata[0])->line, ==, 0);
    }
}

/* Random edits of a source and its launch: they are the list, no more and no less. Between two
 * edited lines lies one that is not. */
static void
test_run_changes_are_what_was_edited (void)
{
  for (guint round = 0; round < 200; round++)
    {
      Draft before = plain, after = plain;
      GString *expected = g_string_new (NULL);
      guint line = 0;

      for (guint i = 0; i < N_LINES; i++)
        {
          const int edit = i % 2 == 1 ? g_test_rand_int_range (0, 6) : 5;

          if (edit != 0)
            before.lines[i] = g_strdup_printf ("int line_%u;", i);
          if (edit != 1)
            {
              after.lines[i] = g_strdup_printf ("int %s_%u;", edit == 2 ? "other" : "line", i);
              line++;
            }
          if (edit == 0)
            g_string_append_printf (expected, "Line %u, added||%s\n", line, after.lines[i]);
          else if (edit == 1)
            g_string_append_printf (expected, "Line @, removed|%s|\n", before.lines[i]);
          else if (edit == 2)
            g_string_append_printf (expected, "Line %u|%s|%s\n", line, before.lines[i],
                                    after.lines[i]);
        }
      for (guint i = 0, old = 0; i < N_LINES; i++)
        {
          g_autofree char *number = NULL, *name = NULL;

          old += before.lines[i] != NULL;
          if (before.lines[i] == NULL || after.lines[i] != NULL)
            continue;
          number = g_strdup_printf ("Line %u, removed|%s", old, before.lines[i]);
          name = g_strdup_printf ("Line @, removed|%s", before.lines[i]);
          g_string_replace (expected, name, number, 1);
        }
      if (g_test_rand_bit ())
        {
          after.fill = "ones";
          g_string_append (expected, "f: fill|zeros|ones\n");
        }
      if (g_test_rand_bit ())
        {
          after.value = "11";
          g_string_append (expected, "n: value|7|11\n");
        }
      assert_changes (&before, &after, expected->str);
      for (guint i = 0; i < N_LINES; i++)
        {
          g_free (before.lines[i]);
          g_free (after.lines[i]);
        }
      g_string_free (expected, TRUE);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/run-changes/of-the-same", test_run_changes_of_the_same);
  g_test_add_func ("/core/run-changes/tell-each-part", test_run_changes_tell_each_part);
  g_test_add_func ("/core/run-changes/tell-options", test_run_changes_tell_options);
  g_test_add_func ("/core/run-changes/tell-arguments-that-came-or-went",
                   test_run_changes_tell_arguments_that_came_or_went);
  g_test_add_func ("/core/run-changes/lead-to-their-lines", test_run_changes_lead_to_their_lines);
  g_test_add_func ("/core/run-changes/tell-each-option", test_run_changes_tell_each_option);
  g_test_add_func ("/core/run-changes/are-what-was-edited", test_run_changes_are_what_was_edited);
  return g_test_run ();
}
