/* test-kernel-template.c: the parameters of templates are read, and arguments for them checked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-kernel-template.h"

#include <string.h>

/* Each parameter: kind, type, name, default; and what a message gives as an example. */
static const struct
{
  const char *name, *declared, *params, *title, *example;
} rows[] = {
  { "type", "typename T", "type T;", "k<T>", "k<float>" },
  { "class", "class T, class U", "type T; type U;", "k<T, U>", "k<float, float>" },
  { "three", "typename T, int N, bool B", "type T; value int N; value bool B;", "k<T, N, B>",
    "k<float, 16, true>" },
  { "defaults", "typename T = double, unsigned int N = 4 * 8", "type T=double; value unsigned int N=4 * 8;",
    "k<T, N>", "k<double, 4 * 8>" },
  { "default-of-another", "typename T, typename A = T, int N = sizeof (T)",
    "type T; type A=T; value int N=sizeof (T);", "k<T, A, N>", "k<float>" },
  { "comparison", "int N = (1 > 0), class T = pair<int, float>", "value int N=(1 > 0); type T=pair<int, float>;",
    "k<N, T>", "k<(1 > 0), pair<int, float>>" },
  { "unnamed", "typename, int = 3, typename = void", "type ; value int =3; type =void;", "k<>",
    "k<float, 3, void>" },
  { "sizes", "std::size_t N, unsigned M, const long long L", "value std::size_t N; value unsigned M; value const long long L;",
    "k<N, M, L>", "k<16, 16, 16>" },
  { "packs", "typename T, typename... Ts", "type T; type Ts...;", "k<T, Ts…>", "k<float>" },
  { "pack-of-values", "int... Ns", "value int Ns...;", "k<Ns…>", "k<>" },
  { "enumeration", "typename T, Op op", "type T; value Op op;", "k<T, op>", "k<float, …>" },
  { "dependent", "typename T, T first", "type T; value T first;", "k<T, first>", "k<float, …>" },
  { "nested-type", "class T, typename T::size_type N", "type T; value typename T::size_type N;",
    "k<T, N>", "k<float, …>" },
  { "template", "template <typename> class C, int N", "template C; value int N;", "k<C, N>", "k<…, 16>" },
  { "function", "float (*f) (float), typename T", "value float(*)(float) f; type T;", "k<f, T>",
    "k<…, float>" },
  { "comments", "typename T /* of a cell */, int N // of them", "type T; value int N;", "k<T, N>",
    "k<float, 16>" },
  { "nothing", "", "", "k<>", "k<>" },
};

static char *
describe (const LoomKernelTemplate *template)
{
  static const char * const kinds[] = { "type", "value", "template" };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < template->params->len; i++)
    {
      const LoomTemplateParam *param = g_ptr_array_index (template->params, i);

      g_string_append_printf (text, "%s%s%s%s %s%s%s%s;", i > 0 ? " " : "", kinds[param->kind],
                              param->type != NULL ? " " : "",
                              param->type != NULL ? param->type : "", param->name,
                              param->is_pack ? "..." : "", param->fallback != NULL ? "=" : "",
                              param->fallback != NULL ? param->fallback : "");
    }

  return g_string_free (text, FALSE);
}

static void
test_reads (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (LoomKernelTemplate) template = loom_kernel_template_new ("k", 1, rows[i].declared);
  g_autofree char *params = describe (template);
  g_autofree char *title = loom_kernel_template_dup_title (template);
  g_autofree char *example = loom_kernel_template_dup_example (template);

  g_assert_cmpstr (params, ==, rows[i].params);
  g_assert_cmpstr (title, ==, rows[i].title);
  g_assert_cmpstr (example, ==, rows[i].example);
}

/* What is typed for `typename T, int N = 4, bool B = N > 2`, and what comes of it: an instance, or
 * the words of a reason. */
static const struct
{
  const char *name, *declared;
  const char *arguments[7];
  const char *instance, *reason;
} choices[] = {
  { "plain", "typename T, int N, bool B", { "float", "4", "true" }, "k<float, 4, true>", NULL },
  { "spaces", "typename T, int N", { " unsigned int ", " 4 " }, "k<unsigned int, 4>", NULL },
  { "arithmetic", "int N, unsigned M", { "16 * 16", "(1000 + 255) / 256" }, "k<256, 4>", NULL },
  { "negative", "int N", { "-3" }, "k<-3>", NULL },
  { "negative-unsigned", "unsigned N", { "-3" }, NULL, "-3" },
  { "too-large", "unsigned char N", { "256" }, NULL, "255" },
  { "bool-as-number", "bool B", { "1" }, "k<1>", NULL },
  { "bool-too-large", "bool B", { "2" }, NULL, "1" },
  { "half-a-sum", "int N", { "16 *" }, NULL, "" },
  { "name", "int N", { "TILE * 2" }, "k<TILE * 2>", NULL },
  { "name-compared", "bool B", { "(N > 2)" }, "k<(N > 2)>", NULL },
  { "character", "char C", { "'a'" }, "k<'a'>", NULL },
  { "nested-type", "class T", { "pair<int, vec<float>>" }, "k<pair<int, vec<float>>>", NULL },
  { "two-types", "class T", { "int, float" }, NULL, "comma" },
  { "open", "class T", { "vec<float" }, NULL, "not closed" },
  { "closed", "class T", { "float>" }, NULL, "not opened" },
  { "semicolon", "class T", { "int; int" }, NULL, "character" },
  { "no-type", "class T", { "" }, NULL, "a type is needed" },
  { "no-value", "int N", { "  " }, NULL, "a value is needed" },
  { "left-out", "class T, int N = sizeof (T)", { "int", "" }, "k<int>", NULL },
  { "left-out-between", "class T = int, int N = 3", { "", "4" }, NULL, "left out" },
  { "type-of-another", "class T, T v", { "unsigned char", "300" }, NULL, "255" },
  { "type-of-another-kind", "class T, T v", { "Op", "Op::add" }, "k<Op, Op::add>", NULL },
  { "pack", "class T, class... Ts", { "int", "float, double" }, "k<int, float, double>", NULL },
  { "empty-pack", "class T, class... Ts", { "int", "" }, "k<int>", NULL },
  { "six", "class T, class U, int A, int B, bool C, Op op",
    { "float", "half", "4", "8*8", "false", "Op (1)" }, "k<float, half, 4, 64, false, Op (1)>", NULL },
};

static void
test_checks (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (LoomKernelTemplate) template = loom_kernel_template_new ("k", 1, choices[i].declared);
  g_autoptr (GError) error = NULL;
  g_autofree char *instance
    = loom_kernel_template_dup_instance (template, choices[i].arguments, &error);

  g_assert_cmpstr (instance, ==, choices[i].instance);
  if (choices[i].reason == NULL)
    {
      g_assert_no_error (error);
      return;
    }
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, choices[i].reason));
}

static void
test_goes_on_from_an_instance (void)
{
  g_autoptr (LoomKernelTemplate) template
    = loom_kernel_template_new ("ns::k", 1, "class T, int N, class... Ts");
  g_auto (GStrv) arguments
    = loom_kernel_template_read_instance (template, "ns::k< pair<int, char>, 4,a , b<c> >");
  g_auto (GStrv) few = loom_kernel_template_read_instance (template, "ns::k<int>");
  g_autofree char *joined = g_strjoinv ("|", arguments);
  g_autofree char *joined_few = g_strjoinv ("|", few);

  g_assert_cmpstr (joined, ==, "pair<int, char>|4|a , b<c>");
  g_assert_cmpstr (joined_few, ==, "int||");
  g_assert_null (loom_kernel_template_read_instance (template, "k<int>"));
  g_assert_null (loom_kernel_template_read_instance (template, "ns::k"));
}

static void
test_finds_by_instance (void)
{
  g_autoptr (GPtrArray) templates
    = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_kernel_template_free);

  g_ptr_array_add (templates, loom_kernel_template_new ("a", 1, "class T"));
  g_ptr_array_add (templates, loom_kernel_template_new ("n::b", 2, "class T"));
  g_assert_true (loom_kernel_template_find (templates, "n::b <float>") == templates->pdata[1]);
  g_assert_true (loom_kernel_template_find (templates, "a") == templates->pdata[0]);
  g_assert_null (loom_kernel_template_find (templates, "b"));
}

/* Whatever a template is declared with, in time that is linear. */
static void
test_reads_anything (void)
{
  static const char * const pieces[] = { "<", "(", ",", "=", "class ", "T<", ">>", "...", "{" };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (LoomKernelTemplate) template = NULL;
      g_autofree char *example = NULL;

      while (text->len < 1 << 20)
        g_string_append (text, pieces[i]);
      template = loom_kernel_template_new ("k", 1, text->str);
      example = loom_kernel_template_dup_example (template);
      g_assert_nonnull (example);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/core/kernel-template/reads/", rows[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_reads);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_autofree char *path = g_strconcat ("/core/kernel-template/checks/", choices[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_checks);
    }
  g_test_add_func ("/core/kernel-template/goes-on-from-an-instance", test_goes_on_from_an_instance);
  g_test_add_func ("/core/kernel-template/finds-by-instance", test_finds_by_instance);
  g_test_add_func ("/core/kernel-template/reads-anything", test_reads_anything);

  return g_test_run ();
}
