/* test-source-steps.c: the steps of host code: what is read, and what is said to be left out
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-source-steps.h"
#include "loom-statement.h"

#include <string.h>

#define KERNELS "__global__ void one (float *a, int n) {} __global__ void two (float *a, float *b) {} " \
                "__global__ void real (float *a, float t) {} "
#define ARRAYS "float *p, *q, *r; cudaMalloc (&p, 400); cudaMalloc (&q, 400); cudaMalloc (&r, 400); "
#define MAIN(text) KERNELS "int main () { " ARRAYS text " }"
#define ONE "one<<<4, 32>>> (p, 7);"

/* Of the first function; notes behind their line. */
static char *
describe (const char *source)
{
  g_autoptr (GPtrArray) all = loom_source_steps_read (source, strlen (source));

  return all->len > 0 ? loom_source_steps_dup_text (all->pdata[0]) : g_strdup ("");
}

static const struct
{
  const char *name, *source, *expected;
} rows[] = {
#include "source-steps-rows.h"
};

static void
test_row (gconstpointer data)
{
  const guint row = GPOINTER_TO_UINT (data);
  g_autofree char *text = describe (rows[row].source);

  g_assert_cmpstr (text, ==, rows[row].expected);
}

static void
test_arrays_have_their_bytes (void)
{
  const char *source = MAIN ("one<<<4, 32>>> (p, 7);");
  g_autoptr (GPtrArray) all = loom_source_steps_read (source, strlen (source));
  const LoomSourceSteps *steps = all->pdata[0];
  const LoomReadArray *array;

  g_assert_cmpuint (steps->arrays->len, ==, 1);
  array = steps->arrays->pdata[0];
  g_assert_cmpstr (array->name, ==, "p");
  g_assert_true (array->bytes.is_certain);
  g_assert_cmpint (array->bytes.value, ==, 400);
  g_assert_cmpstr (steps->function, ==, "main");
  g_assert_cmpuint (loom_source_steps_count_notes (steps), ==, 0);
}

static void
test_summaries (void)
{
  static const struct
  {
    const char *source, *expected;
    gboolean    is_several;
  } cases[] = {
    { MAIN (ONE), "main(): 1 launch", FALSE },
    { MAIN (ONE ONE), "main(): 2 launches", TRUE },
    { MAIN ("for (int i = 0; i < 100; i++) { " ONE "two<<<1, 1>>> (p, q); " ONE " }"),
      "main(): 3 launches in a loop of 100", TRUE },
    { MAIN (ONE "for (int i = 0; i < 3; i++) two<<<1, 1>>> (p, q); " ONE ONE),
      "main(): 1 launch, 1 launch in a loop of 3, 2 launches", TRUE },
    { MAIN ("for (int k = 0; k < 2; k++) { " ONE " for (int i = 0; i < 3; i++) two<<<1, 1>>> (p, q); }"
            ONE "for (int i = 0; i < 3; i++) two<<<1, 1>>> (p, q); " ONE),
      "main(): 5 launches, some in loops", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) all = loom_source_steps_read (cases[i].source,
                                                          strlen (cases[i].source));
      g_autofree char *summary = loom_source_steps_dup_summary (all->pdata[0]);

      g_assert_cmpstr (summary, ==, cases[i].expected);
      g_assert_true (loom_source_steps_is_several (all->pdata[0]) == cases[i].is_several);
    }
}

/* main comes first, then whoever nobody calls. */
static void
test_functions (void)
{
  const char *source = KERNELS "void a (float *x) { one<<<1, 1>>> (x, 1); } "
                       "void b (float *y) { one<<<1, 1>>> (y, 2); } "
                       "int main () { " ARRAYS " a (p); a (q); }";
  g_autoptr (GPtrArray) all = loom_source_steps_read (source, strlen (source));
  g_autofree char *first = NULL, *second = NULL;

  g_assert_cmpuint (all->len, ==, 2);
  g_assert_cmpstr (((LoomSourceSteps *) all->pdata[0])->function, ==, "main");
  g_assert_cmpstr (((LoomSourceSteps *) all->pdata[1])->function, ==, "b");
  first = loom_source_steps_dup_text (all->pdata[0]);
  second = loom_source_steps_dup_text (all->pdata[1]);
  g_assert_cmpstr (first, ==, "launch one a=p n=1 block=1 grid=1\nlaunch one a=q n=1 block=1 grid=1\n");
  g_assert_cmpstr (second, ==, "launch one a=y n=2 block=1 grid=1\n");
}

static void
test_the_wire_keeps_all (void)
{
  const char *source = MAIN ("for (int i = 0; i < 3; i++) { " ONE " one<<<m, 1>>> (q, i); }");
  g_autoptr (GPtrArray) all = loom_source_steps_read (source, strlen (source));
  g_autoptr (GVariant) variant
    = g_variant_ref_sink (loom_source_steps_to_variant (all->pdata[0]));
  g_autoptr (LoomSourceSteps) steps = loom_source_steps_from_variant (variant);
  g_autofree char *before = loom_source_steps_dup_text (all->pdata[0]), *after = NULL;

  g_assert_nonnull (steps);
  after = loom_source_steps_dup_text (steps);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpuint (steps->arrays->len, ==, 2);
}

/* What would leave the settings is refused on the way in. */
static void
test_the_wire_refuses_what_ends_a_comment (void)
{
  static const char * const texts[] = { "launch k */ x", "launch\nk", "" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (LoomSourceSteps) steps = loom_source_steps_new ("main");
      g_autoptr (GVariant) variant = NULL;

      loom_source_steps_add (steps, 0, 1, FALSE, texts[i]);
      variant = g_variant_ref_sink (loom_source_steps_to_variant (steps));
      g_assert_null (loom_source_steps_from_variant (variant));
    }
}

static void
test_any_text_is_survived (void)
{
  const char *source = MAIN ("for (int i = 0; i < 3; i++) { float *t = p; p = q; q = t; " ONE " }"
                             "dim3 b (4); if (x) one<<<b.x, b>>> (p + 1, i); else { do " ONE " while (0); }");
  const gsize length = strlen (source);
  g_autoptr (GRand) rng = g_rand_new_with_seed (5);

  for (gsize cut = 0; cut < length; cut++)
    {
      g_autoptr (GPtrArray) all = loom_source_steps_read (source, cut);

      g_assert_nonnull (all);
    }
  for (guint n = 0; n < 1000; n++)
    {
      g_autofree char *text = g_strdup (source);

      for (guint k = 0; k < 4; k++)
        text[g_rand_int_range (rng, 0, (gint) length)]
          = "(){};,<>=+*&[]\"#ip0"[g_rand_int_range (rng, 0, 20)];
      g_ptr_array_unref (loom_source_steps_read (text, length));
    }
}

/* As with texts of launches: what looked at the same bytes again and again would not end. */
static void
test_no_text_takes_long (void)
{
  static const char * const parts[] = {
    "for (int i = 0; i < 1000000; i++) ", "if (x) ", "while (1) ", "{ int a = 1; ", "p[0].", "f (",
    ONE, "a = a + 1; ", "case 1: ", "do ",
  };

  /* With sanitizers, what is read is what matters. */
  const gsize size = g_getenv ("ASAN_OPTIONS") != NULL ? 8 * 1024 : 512 * 1024;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (GString) text = g_string_new (KERNELS "int main () { " ARRAYS);

      while (text->len < size)
        g_string_append (text, parts[i]);
      g_string_append (text, ONE " }");
      g_ptr_array_unref (loom_source_steps_read (text->str, text->len));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/core/source-steps/reads/", rows[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_row);
    }
  g_test_add_func ("/core/source-steps/arrays-have-their-bytes", test_arrays_have_their_bytes);
  g_test_add_func ("/core/source-steps/summaries", test_summaries);
  g_test_add_func ("/core/source-steps/functions", test_functions);
  g_test_add_func ("/core/source-steps/the-wire-keeps-all", test_the_wire_keeps_all);
  g_test_add_func ("/core/source-steps/the-wire-refuses-what-ends-a-comment",
                   test_the_wire_refuses_what_ends_a_comment);
  g_test_add_func ("/core/source-steps/any-text-is-survived", test_any_text_is_survived);
  g_test_add_func ("/core/source-steps/no-text-takes-long", test_no_text_takes_long);
  return g_test_run ();
}
