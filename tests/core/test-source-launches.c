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
  { "macro-twice", "#define N 1\n#define N 2\n" MAIN ("k<<<N, 1>>> ();"), "k@3 2 1" },
  { "macro-taken-back", "#define N 1\n#undef N\n" MAIN ("k<<<N, 1>>> ();"), "k@3 - 1" },
  { "macro-further-down", MAIN ("const int n = 3; k<<<n, 1>>> ();") "\n#define n 5\n", "k@1 ? 1" },
  { "macro-brought-back", "#define N 1\n#pragma push_macro (\"N\")\n#undef N\n#define N 2\n#pragma pop_macro (\"N\")\n"
                          MAIN ("k<<<N, 1>>> ();"), "k@6 - 1" },
  { "macro-under-a-condition", "#ifdef BIG\n#define N 1\n#endif\n" MAIN ("k<<<N, 1>>> ();"), "k@4 - 1" },
  { "dim3", MAIN ("dim3 b (16, 8); dim3 g (4, 2, 3); k<<<g, b>>> ();"), "k@1 4,2,3 16,8" },
  { "dim3-assigned", MAIN ("dim3 b = dim3 (16, 16); k<<<1, b>>> ();"), "k@1 1 16,16" },
  { "dim3-braces", MAIN ("dim3 b {8, 4}; k<<<1, b>>> ();"), "k@1 1 8,4" },
  { "dim3-in-place", MAIN ("k<<<dim3 (2, 3), dim3 (32)>>> ();"), "k@1 2,3 32" },
  { "dim3-several", MAIN ("dim3 b (16, 16), g (2, 4); k<<<g, b>>> ();"), "k@1 2,4 16,16" },
  { "dim3-of-ones", MAIN ("dim3 b (64, 1, 1); k<<<1, b>>> ();"), "k@1 1 64" },
  { "dim3-of-names", MAIN ("int w = 640, h = 480; dim3 b (16, 16); "
                           "dim3 g ((w + b.x - 1) / b.x, (h + 15) / 16); k<<<g, b>>> (w, h);"),
    "k@1 40,30 16,16 (640 480)" },
  { "dim3-changed", MAIN ("dim3 b (16, 16); b.x = 32; k<<<1, b>>> ();"), "k@1 1 32,16" },
  { "rank-without-values", "int f (int w, int h) { dim3 g ((w + 15) / 16, (h + 15) / 16); "
                           "k<<<g, dim3 (16, 16)>>> (w, h); }", "k@1 ?,? 16,16 (? ?)" },
  { "arithmetic-of-unknowns", "void f (int n) { k<<<(n + 255) / 256, 256>>> (n); }", "k@1 ? 256 (?)" },
  { "ceil", MAIN ("int n = 100; k<<<ceil (n / 32.0), 32>>> (n);"), "k@1 4 32 (100)" },
  { "unknown-function", MAIN ("k<<<blocks (9), 32>>> ();"), "k@1 - 32" },
  { "parameter", "void f (int n) { k<<<1, 1>>> (n); }\nint n = 3;", "k@1 1 1 (?)" },
  { "parameter-hides-a-constant", "const int n = 3; void f (int n) { k<<<1, 1>>> (n); }", "k@1 1 1 (?)" },
  { "global", "const int n = 3; void f () { k<<<1, 1>>> (n); }", "k@1 1 1 (3)" },
  { "global-that-may-change", "int n = 3; void f () { k<<<1, 1>>> (n); }", "k@1 1 1 (?)" },
  { "assigned-twice", MAIN ("int n; n = 3; n = 4; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "jumped-over", MAIN ("int n = 3; if (a) goto on; n = 4; on: k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "launched-by-a-lambda", MAIN ("int n = 4; auto f = [&] { k<<<1, 1>>> (n); }; f ();"), "k@1 1 1 (?)" },
  { "kept-in-a-struct", MAIN ("int n = 4; Pair p = { &n, 1 }; step (p); k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "const-in-a-cast", MAIN ("int m = (const int) 1, n = 5; n += m; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "global-changed-elsewhere", "int n = 3; void g () { n = 4; } void f () { k<<<1, 1>>> (n); }", "k@1 1 1 (?)" },
  { "inner-hides-outer", MAIN ("int n = 3; { int n = 4; k<<<1, 1>>> (n); }"), "k@1 1 1 (4)" },
  { "inner-is-over", MAIN ("const int n = 3; { const int n = 4; f (n); } k<<<1, 1>>> (n);"), "k@1 1 1 (3)" },
  { "inner-of-unknown-type", MAIN ("int n = 3; { Size n = 4; k<<<1, 1>>> (n); }"), "k@1 1 1 (?)" },
  { "other-function-has-the-name", "void g () { int n = 9; } " MAIN ("int n = 3; k<<<1, 1>>> (n);"), "k@1 1 1 (3)" },
  { "declared-behind", MAIN ("k<<<1, 1>>> (n); int n = 3;"), "k@1 1 1 (?)" },
  { "reassigned", MAIN ("int n = 3; n = 4; k<<<1, 1>>> (n);"), "k@1 1 1 (4)" },
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
  { "address-taken-with-a-cast", MAIN ("int n = 3; scanf (\"%d\", (int *) &n); k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "ands", MAIN ("int n = 3; int m = 6 & n; k<<<1, 1>>> (n, m);"), "k@1 1 1 (3 2)" },
  { "streamed-in", MAIN ("int n = 3; std::cin >> n; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "bound-to-a-reference", MAIN ("int n = 3; int &m = n; m = 4; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "bound-to-a-reference-by-braces", MAIN ("int n = 3; int &m {n}; m = 4; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "passed-by-reference", "void read (int &n) {} " MAIN ("int n = 3; read (n); k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "passed-by-value", "void show (int n) {} " MAIN ("int n = 3; show (n); k<<<1, 1>>> (n);"), "k@1 1 1 (3)" },
  { "passed-to-who-knows", MAIN ("int n = 3; parse (argc, argv, n); k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "passed-to-the-library", MAIN ("int n = 3; printf (\"%d\", n); memset (p, 0, n); k<<<1, 1>>> (n);"), "k@1 1 1 (3)" },
  { "made-of-values", MAIN ("int n = 3; f (make_cudaExtent (n, 1, 1)); k<<<1, 1>>> (n);"), "k@1 1 1 (3)" },
  { "made-by-reference", "void make_room (int &n);\n" "void make_room (int &n) { n = 4; }\n"
                         MAIN ("int n = 3; make_room (n); k<<<1, 1>>> (n);"), "k@3 1 1 (?)" },
  { "vector", MAIN ("int n = 3; std::vector<float> v (n); k<<<1, 1>>> (n);"), "k@1 1 1 (3)" },
  { "ternary", MAIN ("int n = argc > 1 ? 5 : 3; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "call", MAIN ("int n = get (); k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "float", MAIN ("float n = 3; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "char-wraps", MAIN ("unsigned char n = 300; k<<<1, 1>>> (n);"), "k@1 1 1 (44)" },
  { "int-overflows", MAIN ("int n = 1 << 30; int m = n * 4; k<<<1, 1>>> (n, m);"), "k@1 1 1 (1073741824 ?)" },
  { "long", MAIN ("size_t n = 1 << 20; unsigned long long m = n * n; k<<<1, 1>>> (m);"), "k@1 1 1 (1099511627776)" },
  { "negative", MAIN ("int n = 3 - 4; k<<<1, 1>>> (n, -1);"), "k@1 1 1 (-1 -1)" },
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
  { "allocated-of-nothing", "cudaMalloc (&d, ) f (d, e)\n" MAIN ("k<<<1, 1>>> (d);"), "k@2 1 1 (?)" },
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
  { "macro-under-a-known-condition", "#define BIG\n#ifdef BIG\n#define N 8\n#else\n#define N 1\n#endif\n"
                                     MAIN ("k<<<N, 1>>> ();"), "k@7 8 1" },
  { "macro-unless-it-is-given", "#ifndef N\n#define N 8\n#endif\n" MAIN ("k<<<N, 1>>> ();"), "k@4 8 1" },
  { "macro-under-what-the-compiler-knows", "#if CUDART_VERSION > 9000\n#define N 8\n#else\n#define N 4\n#endif\n"
                                           MAIN ("k<<<N, 1>>> ();"), "k@6 - 1" },
  { "declared-under-what-the-compiler-knows", MAIN ("\n#ifdef __FAST__\nint n = 8;\n#else\nint n = 4;\n#endif\n"
                                                    "k<<<1, 1>>> (n);"), "k@7 1 1 (?)" },
  { "assigned-under-what-the-compiler-knows", MAIN ("int n = 4;\n#ifdef __FAST__\nf ();\n#else\nn = 8;\n#endif\n"
                                                    "k<<<1, 1>>> (n);"), "k@7 1 1 (?)" },
  { "counted-conditions", "#define V 3\n#if V >= 2 && !defined (X) || __FAST__\n#define N 8\n#endif\n" MAIN ("k<<<N, 1>>> ();"), "k@5 8 1" },
  { "windows", "#ifdef _WIN32\n#define N 1\n#else\n#define N 2\n#endif\n" MAIN ("k<<<N, 1>>> ();"), "k@6 2 1" },
  { "named-rest-of-a-macro", "#define RUN(a...) k<<<3, 64>>> (a)\n" MAIN ("\nRUN (7, 8);"), "k@3 3 64 (7 8)" },
  { "launch-in-a-macro", "#define RUN(name, n, ...) name<<<(n), 64>>> (__VA_ARGS__)\n" MAIN ("\nRUN (k, 3, 7, 8);"), "k@3 3 64 (7 8)" },
  { "launch-in-a-pasted-macro", "#define RUN(n) kernel_##n<<<n, 64>>> (n)\n" MAIN ("RUN (2); RUN (4);"),
    "kernel_2@2 2 64 (2); kernel_4@2 4 64 (4)" },
  { "macro-assigns", "#define SET(x) x = 9\n" MAIN ("int n = 3; if (a) SET (n); k<<<1, 1>>> (n);"), "k@2 1 1 (?)" },
  { "assigned-later", MAIN ("int n; n = 7; k<<<1, 1>>> (n); n = 8;"), "k@1 1 1 (7)" },
  { "assigned-between", MAIN ("int n = 1; k<<<1, 1>>> (n); n = 2; k<<<1, 1>>> (n);"), "k@1 1 1 (1); k@1 1 1 (2)" },
  { "assigned-from-itself", MAIN ("int n = 8; n = n / 2; k<<<1, 1>>> (n);"), "k@1 1 1 (4)" },
  { "made-before-a-change", MAIN ("int n = 8; int m = n; n = 2; k<<<1, 1>>> (m, n);"), "k@1 1 1 (8 2)" },
  { "assigned-behind-a-loop", MAIN ("int n = 8; for (i = 0; i < n; i++) { f (); } while (i) i--; k<<<1, 1>>> (n); n = 4;"), "k@1 1 1 (8)" },
  { "assigned-later-in-a-loop", MAIN ("int n = 8; while (a) { k<<<1, 1>>> (n); n = 4; }"), "k@1 1 1 (?)" },
  { "assigned-later-in-a-loop-without-braces", MAIN ("int n = 8; for (;;) if (a) { k<<<1, 1>>> (n); } else n = 4;"), "k@1 1 1 (?)" },
  { "assigned-in-the-condition-of-a-loop", MAIN ("int n = 8; do { k<<<1, 1>>> (n); } while (n = g ());"), "k@1 1 1 (?)" },
  { "assigned-first-in-a-loop", MAIN ("int n; while (a) { n = 4; k<<<1, 1>>> (n); }"), "k@1 1 1 (4)" },
  { "assigned-in-a-lambda", MAIN ("int n = 4; auto f = [&] { n = 5; }; f (); k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "assigned-behind-a-lambda", MAIN ("int n = 4; auto f = [&] { k<<<1, 1>>> (n); }; n = 5; f ();"), "k@1 1 1 (?)" },
  { "assigned-and-jumped-back", MAIN ("int n = 4; again: k<<<1, 1>>> (n); n = 5; goto again;"), "k@1 1 1 (?)" },
  { "static", MAIN ("static int n = 4; k<<<1, 1>>> (n); n = 5;"), "k@1 1 1 (?)" },
  { "pointed-to-and-assigned", MAIN ("int n = 4; int *p = &n; n = 5; *p = 6; k<<<1, 1>>> (n);"), "k@1 1 1 (?)" },
  { "pointed-to-in-a-void-function", "void f () { int n = 4; int *p = &n; *p = 6; k<<<1, 1>>> (n); }", "k@1 1 1 (?)" },
  { "pointed-to-in-a-lambda", "void f () { int n = 4, *p; [&] { p = &n; } (); *p = 6; k<<<1, 1>>> (n); }", "k@1 1 1 (?)" },
  { "case", MAIN ("int n = 4; switch (a) { case 1: n = 5; k<<<1, 1>>> (n); }"), "k@1 1 1 (?)" },
  { "dim3-by-members", MAIN ("dim3 b; b.x = 8; b.y = 4; k<<<1, b>>> ();"), "k@1 1 8,4" },
  { "dim3-member-in-a-branch", MAIN ("dim3 b (8, 4); if (a) b.y = 2; k<<<1, b>>> ();"), "k@1 1 8,?" },
  { "dim3-assigned-again", MAIN ("dim3 b (8); k<<<1, b>>> (); b = dim3 (4, 4); k<<<1, b>>> ();"), "k@1 1 8; k@1 1 4,4" },
  { "dim3-copied", MAIN ("dim3 a (8, 2); dim3 b (a); dim3 c = b; k<<<b, c>>> ();"), "k@1 8,2 8,2" },
  { "dim3-of-who-knows", MAIN ("dim3 b (pick (a)); k<<<1, b>>> ();"), "k@1 1 -" },
  { "auto", MAIN ("auto n = 8u; auto b = dim3 (n, 2); k<<<1, b>>> (n);"), "k@1 1 8,2 (8)" },
  { "choice", MAIN ("const int n = 100; k<<<n > 64 ? 2 : 1, std::min (n, 64)>>> ();"), "k@1 2 64" },
  { "functions-are-not-followed", "inline int up (int a, int b) { return (a + b - 1) / b; }\n"
                                  MAIN ("k<<<up (100, 32), 32>>> (up (3, 2));"), "k@2 - 32 (?)" },
  { "function-of-a-known-name", "int max (int a, int b) { count++; return a + b; }\n" MAIN ("k<<<max (1, 2), 1>>> ();"), "k@2 - 1" },
  { "enumerators", "enum { A, B = 5, C };\n" MAIN ("k<<<C, B>>> (A);"), "k@2 ? 5 (?)" },
  { "parameter-of-a-template-hides", "const int N = 3; template <int N> void f () { k<<<N, 1>>> (N); }\n"
                                     "template <int M> void g () { k<<<N, 1>>> (M); }", "k@1 - 1 (?); k@2 3 1 (?)" },
  { "typedef", "typedef unsigned int uint_t; using big = unsigned long long;\n" MAIN ("uint_t n = 3; big m = n * 4; k<<<1, 1>>> (n, m);"), "k@2 1 1 (3 12)" },
  { "unsigned-wraps", MAIN ("unsigned n = 3; unsigned m = n - 4; k<<<1, 1>>> (m);"), "k@1 1 1 (4294967295)" },
  { "sizes", MAIN ("size_t n = 10 * sizeof (float4); k<<<1, 1, sizeof (double) * 4>>> (n);"), "k@1 1 1 (160)" },
  { "callers-are-not-followed", "void run (int n, dim3 b) { k<<<n, b>>> (n); }\n" MAIN ("run (4, dim3 (8)); run (4, dim3 (8));"),
    "k@1 ? - (?)" },
  { "parameter-with-a-standard", "void run (const int n = 4) { k<<<1, 1>>> (n); }\n" MAIN ("run ();"), "k@1 1 1 (?)" },
  { "parameter-assigned", "void run (int n) { n = 3; k<<<1, 1>>> (n); }\n", "k@1 1 1 (?)" },
  { "allocated-by-the-caller", "void run (float *p) { k<<<1, 1>>> (p); }\n" MAIN ("float *d; cudaMalloc (&d, 40); run (d);"), "k@1 1 1 (?)" },
  { "allocated-with-a-cast-of-cxx", MAIN ("float *d; cudaMalloc (reinterpret_cast<void **> (&d), 40); k<<<1, 1>>> (d);"), "k@1 1 1 (40b)" },
  { "allocated-and-moved-elsewhere", "float *d; void more (); " MAIN ("cudaMalloc (&d, 40); more (); k<<<1, 1>>> (d);")
                                     " void more () { d++; }", "k@1 1 1 (?)" },
  { "allocated-elsewhere", "float *d; void init () { cudaMalloc (&d, 40); }\n" MAIN ("init (); k<<<1, 1>>> (d);"), "k@2 1 1 (?)" },
  { "allocated-by-another-method", "struct S { float *d; void init () { cudaMalloc (&d, 40); } void run () { k<<<1, 1>>> (d); } };", "k@1 1 1 (?)" },
  { "allocated-in-a-method", "struct S { void run () { float *d; cudaMalloc (&d, 40); k<<<1, 1>>> (d); } };", "k@1 1 1 (40b)" },
  { "allocated-behind", MAIN ("float *d; k<<<1, 1>>> (d); cudaMalloc (&d, 40);"), "k@1 1 1 (?)" },
  { "allocated-and-cleared", MAIN ("float *d = NULL; cudaMalloc (&d, 40); k<<<1, 1>>> (d); cudaFree (d); d = NULL;"), "k@1 1 1 (40b)" },
  { "cleared-in-between", MAIN ("float *d; cudaMalloc (&d, 40); d = NULL; k<<<1, 1>>> (d);"), "k@1 1 1 (?)" },
  { "allocated-and-read", "float sum (const float *d) { return *d; }\n"
                          MAIN ("float *d; cudaMalloc (&d, 40); cublasSscal (h, 10, &f, d, 1); sum (d); k<<<1, 1>>> (d);"), "k@2 1 1 (40b)" },
  { "allocated-and-passed-to-who-knows", MAIN ("float *d; cudaMalloc (&d, 40); grow (d); k<<<1, 1>>> (d);"), "k@1 1 1 (?)" },
  { "another-pointer-to-it", MAIN ("float *d, *e = d; cudaMalloc (&d, 40); k<<<1, 1>>> (e);"), "k@1 1 1 (?)" },
  { "exchanged-in-a-loop", MAIN ("float *d, *e; cudaMalloc (&d, 40); cudaMalloc (&e, 40); while (a) { k<<<1, 1>>> (d, e); "
                                 "float *f = d; d = e; e = f; }"), "k@1 1 1 (? ?)" },
  { "allocated-in-another-scope", "void f () { float *d; cudaMalloc (&d, 12); }\n" MAIN ("float *d; cudaMalloc (&d, 40); k<<<1, 1>>> (d);"), "k@2 1 1 (40b)" },
  { "allocated-and-moved", MAIN ("float *d; cudaMalloc (&d, 40); d += 2; k<<<1, 1>>> (d);"), "k@1 1 1 (?)" },
  { "allocated-and-swapped", MAIN ("float *d, *e; cudaMalloc (&d, 40); cudaMalloc (&e, 80); std::swap (d, e); k<<<1, 1>>> (d);"), "k@1 1 1 (?)" },
  { "launch-kernel", MAIN ("int n = 5; float *d; cudaMalloc (&d, 40); void *args[] = { &d, (void *) &n }; "
                           "cudaLaunchKernel ((void *) k, dim3 (4), dim3 (32, 2), args, 0, 0);"), "k@1 4 32,2 (40b 5)" },
  { "launch-kernel-with-a-list-of-another", "void f () { int n = 1; void *args[] = { &n }; }\n"
    "void g (void **args) { cudaLaunchKernel (k, 4, 32, args, 0, 0); }", "k@2 4 32" },
  { "launch-cooperative-kernel", MAIN ("int n = 5; void *args[] = { &n }; "
                                       "checkCudaErrors (cudaLaunchCooperativeKernel (k<int>, 4, 32, args));"), "k@1 4 32 (5)" },
  { "launch-kernel-ex", MAIN ("cudaLaunchConfig_t c = { 0 }; c.gridDim = 4; c.blockDim = dim3 (8, 8); "
                              "cudaLaunchKernelEx (&c, k, 5, 6);"), "k@1 - - (5 6)" },
  { "through-a-variable", "__global__ void k (int n) {}\n" MAIN ("auto f = k; f<<<4, 32>>> (5);"), "f@2 4 32 (5)" },
  { "allocated-and-launched-by-a-lambda", MAIN ("float *d; cudaMalloc (&d, 40); auto f = [&] { k<<<1, 1>>> (d); }; d = e; f ();"),
    "k@1 1 1 (?)" },
  { "passed-on-behind-a-word", "void alter (int &n) { n = 4; }\n" MAIN ("int n = 3; if (a) f (); else alter (n); k<<<1, 1>>> (n);"),
    "k@2 1 1 (?)" },
  { "one-argument", MAIN ("k<<<1>>> ();"), "" },
};

static void
test_reads (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autofree char *found = describe (rows[i].source);

  g_assert_cmpstr (found, ==, rows[i].expected);
}

#define T1 "template <typename T> __global__ void k (T *a, int n) {}\n"

static const struct
{
  const char *name, *source, *expected;
} instances[] = {
  { "plain", "__global__ void k () {}\n" MAIN ("k<<<1, 1>>> ();"), "k" },
  { "unknown", MAIN ("k<<<1, 1>>> ();"), "?" },
  { "namespace", "namespace a { namespace b { __global__ void k () {} } }\n" MAIN ("a::b::k<<<1, 1>>> ();"), "a::b::k" },
  { "one-of-two-namespaces", "namespace a { __global__ void k () {} } namespace b { __global__ void k () {} }\n"
                             MAIN ("b::k<<<1, 1>>> ();"), "b::k" },
  { "either-of-two-namespaces", "namespace a { __global__ void k () {} } namespace b { __global__ void k () {} }\n"
                                MAIN ("k<<<1, 1>>> ();"), "?" },
  { "given", T1 MAIN ("k<float><<<1, 1>>> (d, 1);"), "k<float>" },
  { "several", "template <typename T, int N, bool B> __global__ void k (T *a) {}\n"
               MAIN ("const int n = 4; k<unsigned int, 2 * n, true><<<1, 1>>> (d);"), "k<unsigned int, 8, true>" },
  { "not-written", T1 MAIN ("float *d; k<<<1, 1>>> (d, 1);"), "?" },
  { "partly-written", "template <int N, class T> __global__ void k (T *a) {}\n" MAIN ("float *d; k<4><<<1, 1>>> (d);"), "?" },
  { "more-than-there-are", T1 MAIN ("k<float, 4><<<1, 1>>> (d, 1);"), "?" },
  { "standard", "const int W = 4;\ntemplate <class T, int N = 2 * W, class U = float> __global__ void k (T *a) {}\n"
                MAIN ("k<int><<<1, 1>>> (d); k<int, 3><<<1, 1>>> (d);"), "k<int, 8, float>; k<int, 3, float>" },
  { "standard-of-another", "template <class T, class U = T> __global__ void k () {}\n" MAIN ("k<int><<<1, 1>>> ();"), "?" },
  { "standard-that-an-argument-decides", "template <class T = float> __global__ void k (T *a) {}\n" MAIN ("double *d; k<<<1, 1>>> (d);"),
    "?" },
  { "constants", T1 MAIN ("k<const double><<<1, 1>>> (d, 1);"), "k<const double>" },
  { "pointers", T1 MAIN ("k<float *><<<1, 1>>> (d, 1);"), "k<float*>" },
  { "typedef", "typedef float real; using word = unsigned int;\n" T1 MAIN ("k<real><<<1, 1>>> (d, 1); k<word><<<1, 1>>> (e, 1);"),
    "k<float>; k<unsigned int>" },
  { "macro", "#define REAL double\n#define N 16\ntemplate <class T, int M> __global__ void k (T *a) {}\n"
             MAIN ("k<REAL, N * 2><<<1, 1>>> (d);"), "k<double, 32>" },
  { "struct", "struct Cell { int a; };\n" T1 MAIN ("k<Cell><<<1, 1>>> (d, 1);"), "k<Cell>" },
  { "type-of-a-function", T1 MAIN ("struct Cell { int a; }; using cell = Cell; k<cell><<<1, 1>>> (d, 1);"), "?" },
  { "host-template", T1 "template <typename T> void run () { T *d; k<T><<<1, 1>>> (d, 1); k<<<1, 1>>> (d, 1); k<int><<<1, 1>>> (e, 1); }\n"
                     MAIN ("run<float> ();"), "?; ?; k<int>" },
  { "method-of-a-template", T1 "template <typename T> struct S { void run (T *d) { k<T><<<1, 1>>> (d, 1); } };", "?" },
  { "type-of-a-parameter", T1 "template <class T> void run () { k<typename T::cell><<<1, 1>>> (d, 1); k<std::size_t><<<1, 1>>> (d, 1); }",
    "?; k<std::size_t>" },
  { "enumerator", "enum Mode { FAST, SLOW };\ntemplate <Mode M> __global__ void k () {}\n" MAIN ("k<SLOW><<<1, 1>>> ();"), "k<SLOW>" },
  { "not-constant", "template <int N> __global__ void k () {}\n" MAIN ("k<N_OF><<<1, 1>>> ();"), "?" },
  { "overloads-of-templates", "template <class T> __global__ void k (T *a) {}\ntemplate <int N> __global__ void k (int *a) {}\n"
                              MAIN ("k<4><<<1, 1>>> (d);"), "?" },
  { "overloads", "__global__ void k (int a) {}\n__global__ void k (int a, int b) {}\n" MAIN ("k<<<1, 1>>> (1, 2);"), "k" },
  { "launch-kernel", T1 MAIN ("void *args[] = { &d, &n }; cudaLaunchKernel ((void *) k<float>, 1, 1, args, 0, 0);"), "k<float>" },
  { "pack", "template <class... T> __global__ void k (T... a) {}\n" MAIN ("k<<<1, 1>>> (1, 2.0);"), "?" },
};

/* Which instance each launch is of. */
static void
test_instances (gconstpointer data)
{
  gsize index = GPOINTER_TO_SIZE (data);
  g_autoptr (GPtrArray) launches =
    loom_source_launches_read (instances[index].source, strlen (instances[index].source));
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < launches->len; i++)
    {
      LoomSourceLaunch *launch = g_ptr_array_index (launches, i);

      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "",
                              launch->instance != NULL ? launch->instance : "?");
    }

  g_assert_cmpstr (text->str, ==, instances[index].expected);
}

/* What stands there, as a person reads it. */
static void
test_texts (void)
{
  static const char source[] =
    "#define B 16\n#define RUN(g, n) k<<<g, B>>> (d_a, n)\n__global__ void k (float *a, int n) {}\n"
    "void run (int n) {\n  dim3 grid ((n + B - 1) / B,\n             n);\n"
    "  k<<<grid, B, B * sizeof (float)>>> ((float *) d_a, n * 2 /* twice */);\n  RUN (7, n);\n}\n";
  g_autoptr (GPtrArray) launches = loom_source_launches_read (source, strlen (source));
  LoomSourceLaunch *first, *second;

  g_assert_cmpuint (launches->len, ==, 2);
  first = g_ptr_array_index (launches, 0);
  second = g_ptr_array_index (launches, 1);
  g_assert_cmpstr (first->function, ==, "run");
  g_assert_cmpuint (first->line, ==, 7);
  g_assert_cmpstr (first->grid.text, ==, "(n + B - 1) / B, n");
  g_assert_cmpstr (first->block.text, ==, "B");
  g_assert_cmpstr (first->shared_text, ==, "B * sizeof (float)");
  g_assert_true (first->shared.is_certain);
  g_assert_cmpint (first->shared.value, ==, 64);
  g_assert_cmpstr (g_array_index (first->arguments, LoomReadArgument, 0).text, ==, "(float *) d_a");
  g_assert_cmpstr (g_array_index (first->arguments, LoomReadArgument, 1).text, ==, "n * 2");
  g_assert_cmpuint (second->line, ==, 8);
  g_assert_cmpstr (second->block.text, ==, "16");
  g_assert_cmpstr (g_array_index (second->arguments, LoomReadArgument, 1).text, ==, "n");
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

/* Each text would take many minutes, and the test would be ended, if any part looked again and
 * again at the same bytes. */
static void
test_a_long_text_takes_no_time (void)
{
  static const char * const pieces[] = {
    "k<<<n, n>>> (n);", "k<<<", "k<<<(", "k<<<1, 1>>> (a, ", "int n = n;", "n ", "(n) a ", "n = (", "n * n * ", "dim3 n (n, n);",
    "#define n (n)\n", "f (n);", "f (n, ", "{ int n = 1; k<<<n, n>>> (n); ", "cudaMalloc (&n, n);", "k<a<", "int a = n, ",
    "int ", "k<<<n + n, ", ">>>(", "void f (int ", "&n,",
  };

  /* With sanitizers, what is read is what matters. */
  const gsize size = g_getenv ("ASAN_OPTIONS") != NULL ? 8 * 1024 : 512 * 1024;

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) text = g_string_new (i % 2 ? "void f () { int n = 1; " : "");

      while (text->len < size)
        g_string_append (text, pieces[i]);
      g_string_append (text, "} k<<<n, n>>> (n); }");
      g_ptr_array_unref (loom_source_launches_read (text->str, text->len));
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

  for (gsize i = 0; i < G_N_ELEMENTS (instances); i++)
    {
      g_autofree char *path =
        g_strconcat ("/core/source-launches/instances/", instances[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_instances);
    }

  g_test_add_func ("/core/source-launches/texts", test_texts);
  g_test_add_func ("/core/source-launches/any-text-is-survived", test_any_text_is_survived);
  g_test_add_func ("/core/source-launches/a-long-text-takes-no-time",
                   test_a_long_text_takes_no_time);

  return g_test_run ();
}
