/* test-source-launches.c: the launches of host code: what is read, and what is left alone
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-source-launches.h"

#include <string.h>

static void
add_number (GString              *text,
            const LoomReadNumber *number)
{
  if (number->is_certain)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, number->value);
  else
    g_string_append_c (text, '?');
}

static void
add_extent (GString              *text,
            const LoomReadExtent *extent)
{
  for (guint axis = 0; axis < extent->rank; axis++)
    {
      g_string_append (text, axis > 0 ? "," : "");
      add_number (text, &extent->axes[axis]);
    }
  if (extent->rank == 0)
    g_string_append_c (text, '-');
}

/* "add@3 4 256 (4000b 1000)": grid, block and arguments; ? is not certain, - of no known rank. */
static char *
describe (const char *source)
{
  g_autoptr (GPtrArray) launches = loom_source_launches_read (source, strlen (source));
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < launches->len; i++)
    {
      LoomSourceLaunch *launch = g_ptr_array_index (launches, i);

      g_string_append_printf (text, "%s%s@%u ", i > 0 ? "; " : "", launch->kernel, launch->line);
      add_extent (text, &launch->grid);
      g_string_append_c (text, ' ');
      add_extent (text, &launch->block);
      for (guint j = 0; j < launch->arguments->len; j++)
        {
          LoomReadArgument *argument = &g_array_index (launch->arguments, LoomReadArgument, j);

          g_string_append (text, j > 0 ? " " : " (");
          add_number (text, argument->bytes.is_certain ? &argument->bytes : &argument->value);
          g_string_append (text, argument->bytes.is_certain ? "b" : "");
        }
      g_string_append (text, launch->arguments->len > 0 ? ")" : "");
    }

  return g_string_free (text, FALSE);
}

#define MAIN(text) "int main () { " text " }"

static const struct
{
  const char *name, *source, *expected;
} rows[] = {
  { "none", "__global__ void k () {}", "" },
  { "numbers", MAIN ("k<<<4, 256>>>();"), "k@1 4 256" },
  { "guarded", "#ifndef __CUDACC_RTC__\nint main () { k<<<1, 2>>> (); }\n#endif", "k@2 1 2" },
  { "for-nvrtc-only", "#ifdef __CUDACC_RTC__\nint main () { k<<<1, 2>>> (); }\n#endif", "" },
  { "shared-and-stream", MAIN ("k<<<4, 64, 64 * sizeof (float), s>>> (7);"), "k@1 4 64 (7)" },
  { "rounded-up", MAIN ("int n = 1000; k<<<(n + 255) / 256, 256>>> (n);"), "k@1 4 256 (1000)" },
  { "power", MAIN ("const int n = 1 << 20; k<<<n / 256, 256>>> (n);"), "k@1 4096 256 (1048576)" },
  { "macro", "#define N 1024\n#define T 256\n" MAIN ("k<<<N / T, T>>> (N);"), "k@3 4 256 (1024)" },
  { "macro-of-macro", "#define W 32\n#define A (W * W)\n" MAIN ("k<<<1, A>>> ();"), "k@3 1 1024" },
  { "macro-without-parentheses", "#define N 2 + 3\n" MAIN ("k<<<N * 2, 1>>> ();"), "k@2 8 1" },
  { "macro-with-parameters", "#define UP(a, b) (((a) + (b) - 1) / (b))\n"
                             MAIN ("int n = 1000; k<<<UP (n, 128), 128>>> (n);"), "k@2 8 128 (1000)" },
  { "macro-of-itself", "#define N N\n" MAIN ("k<<<N, 1>>> ();"), "k@2 - 1" },
  { "macro-twice", "#define N 1\n#define N 2\n" MAIN ("k<<<N, 1>>> ();"), "k@3 - 1" },
  { "macro-taken-back", "#define N 1\n#undef N\n" MAIN ("k<<<N, 1>>> ();"), "k@3 - 1" },
  { "macro-under-a-condition", "#ifdef BIG\n#define N 1\n#endif\n" MAIN ("k<<<N, 1>>> ();"), "k@4 - 1" },
  { "dim3", MAIN ("dim3 b (16, 8); dim3 g (4, 2, 3); k<<<g, b>>> ();"), "k@1 4,2,3 16,8" },
  { "dim3-assigned", MAIN ("dim3 b = dim3 (16, 16); k<<<1, b>>> ();"), "k@1 1 16,16" },
  { "dim3-braces", MAIN ("dim3 b {8, 4}; k<<<1, b>>> ();"), "k@1 1 8,4" },
  { "dim3-in-place", MAIN ("k<<<dim3 (2, 3), dim3 (32)>>> ();"), "k@1 2,3 32" },
  { "dim3-several", MAIN ("dim3 b (16, 16), g (2, 4); k<<<g, b>>> ();"), "k@1 2,4 16,16" },
  { "dim3-of-ones", MAIN ("dim3 b (64, 1, 1); k<<<1, b>>> ();"), "k@1 1 64" },
  { "dim3-of-names", MAIN ("int w = 640, h = 480; dim3 b (16, 16); "
                           "dim3 g ((w + b.x - 1) / b.x, (h + 15) / 16); k<<<g, b>>> (w, h);"),
    "k@1 ?,30 16,16 (640 480)" },
  { "dim3-changed", MAIN ("dim3 b (16, 16); b.x = 32; k<<<1, b>>> ();"), "k@1 1 -" },
  { "rank-without-values", "int f (int w, int h) { dim3 g ((w + 15) / 16, (h + 15) / 16); "
                           "k<<<g, dim3 (16, 16)>>> (w, h); }", "k@1 ?,? 16,16 (? ?)" },
  { "arithmetic-of-unknowns", "void f (int n) { k<<<(n + 255) / 256, 256>>> (n); }", "k@1 ? 256 (?)" },
  { "ceil", MAIN ("int n = 100; k<<<ceil (n / 32.0), 32>>> (n);"), "k@1 ? 32 (100)" },
  { "unknown-function", MAIN ("k<<<blocks (9), 32>>> ();"), "k@1 - 32" },
  { "parameter", "void f (int n) { k<<<1, 1>>> (n); }\nint n = 3;", "k@1 1 1 (?)" },
  { "parameter-hides-a-constant", "const int n = 3; void f (int n) { k<<<1, 1>>> (n); }", "k@1 1 1 (?)" },
  { "global", "const int n = 3; void f () { k<<<1, 1>>> (n); }", "k@1 1 1 (3)" },
  { "global-changed-elsewhere", "int n = 3; void g () { n = 4; } void f () { k<<<1, 1>>> (n); }", "k@1 1 1 (?)" },
  { "inner-hides-outer", MAIN ("int n = 3; { int n = 4; k<<<1, 1>>> (n); }"), "k@1 1 1 (4)" },
  { "inner-is-over", MAIN ("const int n = 3; { const int n = 4; f (n); } k<<<1, 1>>> (n);"), "k@1 1 1 (3)" },
  { "inner-of-unknown-type", MAIN ("int n = 3; { Size n = 4; k<<<1, 1>>> (n); }"), "k@1 1 1 (?)" },
  { "other-function-has-the-name", "void g () { int n = 9; } " MAIN ("int n = 3; k<<<1, 1>>> (n);"), "k@1 1 1 (3)" },
  { "declared-behind", MAIN ("k<<<1, 1>>> (n); int n = 3;"), "k@1 1 1 (?)" },
  { "reassigned", MAIN ("int n = 3; n = 4; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "reassigned-in-a-branch", MAIN ("int n = 3; if (argc > 1) n = atoi (argv[1]); k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "counted", MAIN ("int n = 3; n++; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "counted-before", MAIN ("int n = 3; --n; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "multiplied", MAIN ("int n = 3; n *= 2; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "shifted", MAIN ("int n = 3; n <<= 2; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "compared", MAIN ("int n = 3; if (n <= 4 && n == 3 && n >= 1 && m > n) k<<<1, 1>>> (n);"), "k@1 1 1 (3)" },
  { "computed-in-conditions", MAIN ("int n = 3; for (i = 0; i < w * n; i++) { if (2 * n) f (); } "
                                    "if (a > n) { k<<<1, 1>>> (n); }"), "k@1 1 1 (3)" },
  { "loop", MAIN ("for (int n = 1; n < 9; n *= 2) k<<<1, n>>> (n);"), "k@1 1 - (?)" },
  { "address-taken", MAIN ("int n = 3; scanf (\"%d\", &n); k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "ands", MAIN ("int n = 3; int m = 6 & n; k<<<1, 1>>> (n, m);"), "k@1 1 1 (3 ?)" },
  { "streamed-in", MAIN ("int n = 3; std::cin >> n; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "bound-to-a-reference", MAIN ("int n = 3; int &m = n; m = 4; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "passed-by-reference", "void read (int &n) {} " MAIN ("int n = 3; read (n); k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "passed-by-value", "void show (int n) {} " MAIN ("int n = 3; show (n); k<<<1, 1>>> (n);"), "k@1 1 1 (3)" },
  { "passed-to-who-knows", MAIN ("int n = 3; parse (argc, argv, n); k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "passed-to-the-library", MAIN ("int n = 3; printf (\"%d\", n); memset (p, 0, n); k<<<1, 1>>> (n);"), "k@1 1 1 (3)" },
  { "vector", MAIN ("int n = 3; std::vector<float> v (n); k<<<1, 1>>> (n);"), "k@1 1 1 (3)" },
  { "ternary", MAIN ("int n = argc > 1 ? 5 : 3; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "call", MAIN ("int n = get (); k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "float", MAIN ("float n = 3; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "char-wraps", MAIN ("unsigned char n = 300; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "int-overflows", MAIN ("int n = 1 << 30; int m = n * 4; k<<<1, 1>>> (n, m);"), "k@1 1 1 (1073741824 ?)" },
  { "long", MAIN ("size_t n = 1 << 20; unsigned long long m = n * n; k<<<1, 1>>> (m);"), "k@1 1 1 (1099511627776)" },
  { "negative", MAIN ("int n = 3 - 4; k<<<1, 1>>> (n, -1);"), "k@1 1 1 (? ?)" },
  { "division-by-zero", MAIN ("int n = 3 / 0; k<<<1, 1>>> (n % 0);"), "k@1 1 1 (?)" },
  { "precedence", MAIN ("int n = 2 + 3 * 4 << 1; k<<<1, 1>>> (n, (2 + 3) * 4 - 1 - 1);"), "k@1 1 1 (28 18)" },
  { "digits", MAIN ("int n = 0x10 + 010 + 1'000u; k<<<1, 1>>> (n, 1e6, 2.0f);"), "k@1 1 1 (1024 ? ?)" },
  { "cast", MAIN ("int n = (int) 5; k<<<(unsigned int) (n + 1), 1>>> ((long) n);"), "k@1 6 1 (5)" },
  { "of-itself", MAIN ("int n = n; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "of-each-other", "const int a = b; const int b = a; void f () { k<<<1, 1>>> (a, b); }", "k@1 1 1 (? ?)" },
  { "allocated", MAIN ("float *d; int n = 1000; cudaMalloc (&d, n * sizeof (float)); k<<<4, 256>>> (d, n);"),
    "k@1 4 256 (4000b 1000)" },
  { "allocated-with-a-cast", MAIN ("int n = 10; size_t bytes = n * sizeof (double); "
                                   "cudaMalloc ((void **) &d, bytes); k<<<1, 1>>> (d);"), "k@1 1 1 (80b)" },
  { "allocated-in-a-macro", MAIN ("CHECK (cudaMalloc ((void **) &d, 12)); k<<<1, 1>>> (d);"), "k@1 1 1 (12b)" },
  { "allocated-twice", MAIN ("cudaMalloc (&d, 12); cudaMalloc (&d, 16); k<<<1, 1>>> (d);"), "k@1 1 1 (?)" },
  { "managed", MAIN ("cudaMallocManaged (&d, 12); k<<<1, 1>>> (d);"), "k@1 1 1 (12b)" },
  { "template", MAIN ("k<float, 4><<<1, 32>>> (3);"), "k@1 1 32 (3)" },
  { "namespace", MAIN ("a::b::k<<<1, 32>>> (3);"), "k@1 1 32 (3)" },
  { "several", MAIN ("a<<<1, 2>>> ();\nb<<<3, 4>>> ();\na<<<5, 6>>> ();"), "a@1 1 2; b@2 3 4; a@3 5 6" },
  { "comment", MAIN ("/* k<<<1, 2>>> (); */ // k<<<1, 2>>> ();\n"), "" },
  { "string", MAIN ("puts (\"k<<<1, 2>>> ();\");"), "" },
  { "shift", MAIN ("k<<<n >> 8, 256>>> ();"), "k@1 - 256" },
  { "shifts-in-place", MAIN ("k<<<1 << 12, 1 << 8>>> (1 << 20, f<int, 3> (4));"), "k@1 4096 256 (1048576 ?)" },
  { "shift-known", MAIN ("int n = 1 << 12; k<<<n >> 8, 256>>> ();"), "k@1 16 256" },
  { "not-closed", MAIN ("k<<<1, 2;"), "" },
  { "without-arguments-list", MAIN ("k<<<1, 2>>>;"), "" },
  { "one-argument", MAIN ("k<<<1>>> ();"), "" },
};

static void
test_reads (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autofree char *found = describe (rows[i].source);

  g_assert_cmpstr (found, ==, rows[i].expected);
}

/* Pieces of host code in random order. */
static void
test_any_text_is_survived (void)
{
  static const char * const pieces[] = {
    "k", "<<<", ">>>", "(", ")", "{", "}", "<", ">", ";", ",", "dim3 ", "int ", "n", "=", "*", "&", "+", "1", "0x", "sizeof ",
    "#define n (n)\n", "#define f(a, b) a b f\n", "f (n, n)", "\n", "cudaMalloc (&n, n)", ".", "x", "const ", "::", "for (",
    "[", "]", "-", "/", "%", "\"",
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint round = 0; round < 20000; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GPtrArray) launches = NULL;
      guint n = g_rand_int_range (random, 0, 60);
      g_autofree char *copy = NULL;

      for (guint i = 0; i < n; i++)
        g_string_append (text, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
      copy = g_memdup2 (text->str, text->len);
      launches = loom_source_launches_read (copy != NULL ? copy : "", text->len);
      g_assert_nonnull (launches);
    }
}

static void
test_two_megabytes_take_no_time (void)
{
  static const char * const pieces[] = {
    "k<<<n, n>>> (n);", "k<<<", "k<<<(", "k<<<1, 1>>> (a, ", "int n = n;", "n ", "(n) a ", "n = (", "n * n * ", "dim3 n (n, n);",
    "#define n (n)\n", "f (n);", "f (n, ", "{ int n = 1; k<<<n, n>>> (n); ", "cudaMalloc (&n, n);", "k<a<", "int a = n, ",
    "int ", "k<<<n + n, ", ">>>(", "void f (int ", "&n,",
  };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) text = g_string_new (i % 2 ? "void f () { int n = 1; " : "");
      gint64 start = g_get_monotonic_time ();

      while (text->len < 2 * 1024 * 1024)
        g_string_append (text, pieces[i]);
      g_string_append (text, "} k<<<n, n>>> (n); }");
      g_ptr_array_unref (loom_source_launches_read (text->str, text->len));
      if (g_test_verbose ())
        g_test_message ("%s: %" G_GINT64_FORMAT " ms", pieces[i],
                        (g_get_monotonic_time () - start) / 1000);
      g_assert_cmpint (g_get_monotonic_time () - start, <, 20 * G_USEC_PER_SEC);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/core/source-launches/reads/", rows[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_reads);
    }
  g_test_add_func ("/core/source-launches/any-text-is-survived", test_any_text_is_survived);
  g_test_add_func ("/core/source-launches/two-megabytes-take-no-time",
                   test_two_megabytes_take_no_time);

  return g_test_run ();
}
