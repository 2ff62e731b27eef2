/* test-source-scan.c: kernels, variables and host functions are found by tokens alone
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-source-scan.h"

#include <string.h>

/* All that was found, a line each. */
static char *
describe (LoomSourceScan *scan)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < scan->kernels->len; i++)
    {
      LoomScannedKernel *kernel = g_ptr_array_index (scan->kernels, i);
      g_autofree char *params = g_strjoinv (",", kernel->params);

      g_string_append_printf (text, "%s%s(%s)@%u", kernel->is_extern_c ? "C " : "", kernel->name,
                              params, kernel->line);
      if (kernel->is_template)
        g_string_append_printf (text, "<%s>%s", kernel->template_params, kernel->is_instantiated
                                ? "!" : "");
      g_string_append (text, "\n");
    }
  for (guint i = 0; i < scan->variables->len; i++)
    {
      LoomScannedVariable *variable = g_ptr_array_index (scan->variables, i);

      g_string_append_printf (text, "%s %s@%u\n", variable->is_constant ? "constant" : "device",
                              variable->name, variable->line);
    }
  for (guint i = 0; i < scan->host_functions->len; i++)
    {
      LoomScannedFunction *function = g_ptr_array_index (scan->host_functions, i);

      g_string_append_printf (text, "host %s@%u-%u%s\n", function->name, function->line,
                              function->end_line,
                              function->is_conditional ? "?" : "");
    }

  return g_string_free (text, FALSE);
}

static const struct
{
  const char *name, *text, *expected;
} rows[] = {
  { "empty", "", "" },
  { "plain", "__global__ void k (float *f, int n) { f[0] = n; }", "k(f,n)@1\n" },
  { "no-parameters", "__global__ void k () {}\n__global__ void l (void) {}", "k()@1\nl()@2\n" },
  { "static-and-bounds", "static __global__ void __launch_bounds__ (256, 2)\nk (float *f) {}", "k(f)@2\n" },
  { "attribute-before", "__attribute__ ((used)) __global__ void k (float *f) {}", "k(f)@1\n" },
  { "extern-c", "extern \"C\" __global__ void k (float *f) {}", "C k(f)@1\n" },
  { "extern-c-block", "extern \"C\" {\n__global__ void k (float *f) {}\n}\n__global__ void l "
                      "(int) {}",
    "C k(f)@2\nl()@4\n" },
  { "namespaces", "namespace a { namespace b::c {\n__global__ void k (int n) {} } }\n__global__ "
                  "void l () {}",
    "a::b::c::k(n)@2\nl()@3\n" },
  { "anonymous-namespace", "namespace {\n__global__ void k (int n) {}\n}", "k(n)@2\n" },
  { "template", "template <class T, int N = (1 > 0)>\n__global__ void k (T *f) {}", "k(f)@2<class T, int N = (1 > 0)>\n" },
  { "instantiated", "template <class T> __global__ void k (T *f) {}\ntemplate __global__ void "
                    "k<float> (float *);",
    "k(f)@1<class T>!\n" },
  { "specialised", "template <> __global__ void k<float> (float *f) {}", "k<float>(f)@1\n" },
  { "prototype", "__global__ void k (float *f);\n__global__ void k (float *g) {}", "k(g)@2\n" },
  { "unnamed", "__global__ void k (float *, const int, unsigned, std::size_t, S, unsigned n) {}", "k(,,,,,n)@1\n" },
  { "names", "__global__ void k (const float *__restrict__ a, float b[4], float (*c)[8], "
             "ns::T<int, 3> d, int e = 3, "
    "struct S s, unsigned long long int u, const ns::V v) {}", "k(a,b,c,d,e,s,u,v)@1\n" },
  { "function-pointer", "__global__ void k (void (*f) (int, int), int n) {}", "k(f,n)@1\n" },
  { "variables", "__constant__ float a[4] = { 1, f (2), 3 }, b;\n__device__ int c, "
                 "*d;\n__managed__ S<int, 2> e;",
    "constant a@1\nconstant b@1\ndevice c@2\ndevice d@2\ndevice e@3\n" },
  { "device-function", "__device__ float f (float x) { return x; }\n__host__ __device__ int g () "
                       "{ return 1; }", "" },
  { "main", "__global__ void k () {}\nint\nmain (void)\n{\n  k<<<1, 2>>> ();\n}\n", "k()@1\nhost main@2-6\n" },
  { "host-function", "static inline void check (int e) { if (e) { abort (); } }", "host check@1-1\n" },
  { "guarded", "#ifndef __CUDACC_RTC__\nint main () {}\n#endif\n#if !defined (__CUDACC_RTC__) // "
               "host\nint f () {}\n#else\n"
    "__global__ void k () {}\n#endif", "k()@7\n" },
  { "if-0", "#if 0\nint main () {\n#endif\n__global__ void k () {}", "k()@4\n" },
  { "unknown-condition", "#ifdef TEST\nint main () {}\n#else\nint other () {}\n#endif", "host main@2-2?\n" },
  { "comments", "// __global__ void a () {}\n/* __global__ void b () {} */\n__global__ /* x */ "
                "void c (int /* y */ n) {}", "c(n)@3\n" },
  { "strings", "const char *s = \"__global__ void a () {}\";\nauto r = R\"(\n__global__ void b () "
               "{}\n)\";\nchar q = '\"';\n"
    "__global__ void c () {}", "c()@6\n" },
  { "macro", "#define KERNEL \\\n  __global__ void a () {}\n__global__ void b () {}", "b()@3\n" },
  { "types", "struct A { int f () { return 1; } };\nclass B : public A { B () {} };\nenum E { X "
             "};\nunion U { int a; };\n"
    "struct __align__(16) V { float x; };\nusing F = int (*) (int);\ntypedef void (*G) (int);\n", "" },
  { "lambda", "auto f = [] (int a) { return a; };\nint b = g (3);\nint c { 4 };", "" },
  { "constexpr", "constexpr int f (int a) { return a; }", "" },
  { "stray-brace", "}\n}\n__global__ void k () {}", "k()@3\n" },
  { "open-brace", "__global__ void k () {\n__global__ void l () {}", "k()@1\n" },
  { "open-paren", "__global__ void k (", "" },
  { "comparison", "int a = b < c;\n__global__ void k () {}", "k()@2\n" },
  /* what the preprocessor puts together */
  { "macro-of-attributes", "#define KERNEL extern \"C\" __global__ void\nKERNEL k (float *f) {}", "C k(f)@2\n" },
  { "macro-of-bounds", "#define B(n, ...) __launch_bounds__ (n, __VA_ARGS__)\n__global__ void B ((1, 2), 3) k (float *f) {}",
    "k(f)@2\n" },
  { "macro-of-parameters", "#define ARGS(T) const T *in, T *out\n__global__ void k (ARGS (int), int n) {}", "k(in,out,n)@2\n" },
  { "macro-of-a-kernel", "#define K(T) __global__ void fill_##T (T *f) {}\nK (int)\nK (float)", "fill_int(f)@2\nfill_float(f)@3\n" },
  { "macro-around-a-kernel", "#define ID(...) __VA_ARGS__\nID (ID (\n__global__ void k (int a, int b) {}))", "k(a,b)@2\n" },
  { "macro-of-a-head", "#define T2 class B>\n#define T1 template <class A,\nT1 T2 __global__ void k (A *a, B *b) {}",
    "k(a,b)@3<class A,class B>\n" },
  { "braces-of-macros", "#define BEGIN {\n#define END }\nint f () BEGIN return 1; END\n__global__ void k (int *f) BEGIN END",
    "k(f)@4\nhost f@3-3\n" },
  { "redefined-macro", "#define K(n) __global__ void n (int *f) {}\nK (a)\n#undef K\n#define K(n) __global__ void n (int *g) {}\nK (b)",
    "a(f)@2\nb(g)@5\n" },
  { "macro-that-nobody-knows", "#if SOME\n#define K(n) __global__ void n (int *f) {}\n#else\n#define K(n)\n#endif\nK (a)", "" },
  { "macro-that-another-compiler-lacks", "#ifndef __CUDACC__\n#define __global__\n#endif\n__global__ void k (int *f) {}", "k(f)@4\n" },
  { "attribute-behind-the-name", "__global__ void k [[maybe_unused]] (float *f) {}\n__global__ void l [[a::b (1)]] [[c]] (int *g) {}",
    "k(f)@1\nl(g)@2\n" },
  { "attributes-without-a-name", "[[a]] (int b) {}\n]] (int c) {}\n__global__ void k (float *f) {}", "k(f)@3\n" },
  { "pragma-operator", "_Pragma (\"once\")\n__global__ void k (float *f) {}", "k(f)@2\n" },
  { "extern-c++", "extern \"C++\" {\nnamespace a { __global__ void k (float *f) {} }\n}\nextern \"C\" { __global__ void l () {} }",
    "a::k(f)@2\nC l()@4\n" },
  { "crlf", "__global__ void k (\r\n  float *f)\r\n{\r\n}\r\n", "k(f)@1\n" },
};

static void
test_finds (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (LoomSourceScan) scan = loom_source_scan_new (rows[i].text, strlen (rows[i].text));
  g_autofree char *found = describe (scan);

  g_assert_cmpstr (found, ==, rows[i].expected);
}

/* What can be typed as an argument of a template as it stands: no template, no mere declaration. */
static void
test_lists_types (void)
{
  static const char text[]
    = "struct A { int x; };\nstruct B;\nnamespace n { class C : public A {}; enum class E : int { X }; }\n"
      "using D = float;\ntypedef unsigned int F;\ntypedef void (*G) (int);\nusing std::swap;\n"
      "template <class T> struct H { T x; };\ntemplate <class T> using I = H<T>;\n"
      "struct A f (int) { return A (); }\nstruct A a = { 1 };\nstruct __align__ (16) V { float x; } v;\n";
  g_autoptr (LoomSourceScan) scan = loom_source_scan_new (text, strlen (text));
  g_autoptr (GString) types = g_string_new (NULL);

  for (guint i = 0; i < scan->types->len; i++)
    g_string_append_printf (types, "%s ", (const char *) scan->types->pdata[i]);
  g_assert_cmpstr (types->str, ==, "A n::C n::E D F V ");
}

/* With what stands for @ each of them is one declaration, so what stands behind keeps its names. */
static const char * const operators[] = {
  "@ void operator+= (float3 &a, float3 b) { a.x += b.x; }",
  "@ float3 operator+ (float3 a, float3 b) { return a; }",
  "@ bool operator< (const S &a, const S &b) { return a.x < b.x; }",
  "@ bool operator<= (S a, S b) { return true; }",
  "@ bool operator<=> (S a, S b) { return true; }",
  "@ bool operator > (S a, S b) { return a.x > b.x; }",
  "@ bool operator== (S a, S b) { return true; }",
  "@ bool operator!= (S a, S b) { return !(a == b); }",
  "@ S operator<< (S a, int b) { return a; }",
  "@ S &operator>>= (S &a, int b) { return a; }",
  "@ S operator- (const S &a) { return a; }",
  "@ S operator~ (S a) { return a; }",
  "@ bool operator! (S a) { return false; }",
  "@ S &operator++ (S &a) { return a; }",
  "@ S operator-- (S &a, int) { return a; }",
  "@ S operator, (S a, S b) { return b; }",
  "@ bool operator&& (S a, S b) { return true; }",
  "@ S *operator& (S &a) { return 0; }",
  "@ S S::operator() (int a, int b) const { return *this; }",
  "@ float &S::operator[] (int i) { return x[i]; }",
  "@ S *S::operator-> () { return this; }",
  "@ int S::operator->* (int S::*p) { return 0; }",
  "@ S &S::operator= (const S &a) { return *this; }",
  "@ S::operator float () const { return x; }",
  "@ S::operator const T<int, 2> * () const { return 0; }",
  "@ void *operator new (size_t n) { return 0; }",
  "@ void *operator new[] (size_t n) { return 0; }",
  "@ void operator delete (void *p) { }",
  "@ float operator\"\"_kg (long double a) { return a; }",
  "@ float operator\"\" _kg (long double a) { return a; }",
  "template <class T> @ T operator* (T a, T b) { return a; }",
  "template <> @ S operator* <S> (S a, S b) { return a; }",
  "@ S operator+ (S a, S b);",
};

static void
test_an_operator_hides_nothing (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    for (guint side = 0; side < 2; side++)
      {
        const gboolean has_body = strchr (operators[i], '{') != NULL;
        g_auto (GStrv) parts = g_strsplit (operators[i], "@", 2);
        g_autofree char *before
            = g_strjoinv (side == 0 ? "__device__ inline" : "inline", parts);
        g_autofree char *text = g_strconcat (
            before, "\n__constant__ int c;\n__global__ void k (float *out, int n) {}", NULL);
        g_autoptr (LoomSourceScan) scan = loom_source_scan_new (text, strlen (text));

        g_test_message ("%s", before);
        g_assert_cmpuint (scan->host_functions->len, ==, side == 1 && has_body);
        g_assert_cmpuint (scan->variables->len, ==, 1);
        g_assert_cmpuint (scan->kernels->len, ==, 1);
        g_assert_cmpuint (((LoomScannedKernel *) scan->kernels->pdata[0])->line, ==, 3);
        g_assert_cmpuint (g_strv_length (((LoomScannedKernel *) scan->kernels->pdata[0])->params),
                          ==, 2);
      }
}

static void
test_finds_a_template_by_its_arguments (void)
{
  const char *text = "template <class T> __global__ void k (T *f) {}\ntemplate <> __global__ void "
                     "k<int> (int *g) {}";
  g_autoptr (LoomSourceScan) scan = loom_source_scan_new (text, strlen (text));

  g_assert_cmpstr (loom_source_scan_find_kernel (scan, "k<float>")->params[0], ==, "f");
  g_assert_cmpstr (loom_source_scan_find_kernel (scan, "k<int>")->params[0], ==, "g");
  g_assert_null (loom_source_scan_find_kernel (scan, "l"));
}

static void
test_guards_host_code (void)
{
  const char *text = "__global__ void k () {}\n\nvoid check () {}\n\nint\nmain "
                     "()\n{\n}\n__global__ void l () {}\n";
  g_autoptr (LoomSourceScan) scan = loom_source_scan_new (text, strlen (text));
  g_autoptr (LoomSourceScan) guarded = NULL;
  g_autofree char *result = NULL;
  LoomTextEdit edit;

  g_assert_false (loom_source_scan_guard_host_code (scan, text, strlen (text), 1, &edit));
  g_assert_true (loom_source_scan_guard_host_code (scan, text, strlen (text), 3, &edit));
  result = loom_text_edit_apply (&edit, text);
  loom_text_edit_clear (&edit);
  g_assert_cmpstr (result, ==, "__global__ void k () {}\n\n#ifndef __CUDACC_RTC__\nvoid check () "
                               "{}\n\nint\nmain ()\n{\n}\n"
                               "#endif\n__global__ void l () {}\n");

  guarded = loom_source_scan_new (result, strlen (result));
  g_assert_cmpuint (guarded->host_functions->len, ==, 0);
  g_assert_cmpuint (guarded->kernels->len, ==, 2);
}

static void
scan_all (const char *text,
          gsize       length)
{
  g_autoptr (LoomSourceScan) scan = loom_source_scan_new (text, length);
  g_autoptr (GPtrArray) members = loom_source_scan_list_members (scan, 256);

  g_assert_cmpuint (members->len, <=, 260);
}

/* Only words where a declarator can be, each once, none that is a keyword or a macro. */
static void
test_lists_members (void)
{
  static const struct { const char *source, *members; } listed[] = {
    { "struct S { float x, *p; int n[3]; bool b = true; unsigned f : 3; };", "x p n b f y z w" },
    { "typedef struct alignas (16) { int a; } S; struct __align__ (8) T : B<3> { int b; };",
      "a b x y z w" },
    { "class C { int f (int no) { int no2; return no; } public: int a; };", "a x y z w" },
    { "struct S { struct { int i; } inner; union { int u; float v; }; };", "i inner u v x y z w" },
    { "template <class T> void f () { int no; } enum class E { NO, NO2 };", "" },
    { "struct S { std::pair<int, float> pair; ns::T t; };", "pair t x y z w" },
    { "#define N 3\n#define x y\nstruct S { int N; int a[N]; };", "a y z w" },
    { "struct S f () { int no; }\nS s = { 1, 2 };", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (listed); i++)
    {
      g_autoptr (LoomSourceScan) scan
          = loom_source_scan_new (listed[i].source, strlen (listed[i].source));
      g_autoptr (GPtrArray) members = loom_source_scan_list_members (scan, 256);
      g_autofree char *joined = NULL;

      g_ptr_array_add (members, NULL);
      joined = g_strjoinv (" ", (GStrv) members->pdata);
      g_assert_cmpstr (joined, ==, listed[i].members);
    }
}

/* Pieces of C++ in random order: nothing to find, but nothing to stumble over either. */
static void
test_any_text_is_survived (void)
{
  static const char * const pieces[] = {
    "__global__ ", "void k", "(", ")", "{", "}", "<", ">", ";", ",", "template ", "namespace a", "extern \"C\" ", "=",
    "__constant__ float c", "[", "]", "operator", "R\"(", "'", "\"", "/*", "*/", "//", "\n", "#if 0\n", "#endif\n", "#else\n",
    "\\\n", "::", "struct ", "int ", "\xff", "*", "__launch_bounds__", "~", "u8R\"x(", ")x\"",
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint round = 0; round < 20000; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      guint n = g_rand_int_range (random, 0, 40);
      g_autofree char *copy = NULL;

      for (guint i = 0; i < n; i++)
        g_string_append (text, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
      /* Just as long as the text, so that a sanitizer sees a byte too many. */
      copy = g_memdup2 (text->str, text->len);
      scan_all (copy != NULL ? copy : "", text->len);
    }
}

/* Each text would take many minutes, and the test would be ended, if any part looked again and
 * again at the same bytes. */
static void
test_a_long_text_takes_no_time (void)
{
  static const char * const pieces[] = {
    "a<", "(", "{", "[", "template <", "template < >", "namespace a {", "extern \"C\" {", "__global__ void k (",
    "__global__ void k () {}", "template __global__ void k<int> ();", "__constant__ int a,", "a,", "#if 0\n", "#if X\n", "'", "=",
    "k (a<a,", "operator () ", "operator ", "operator+= ", "<", "struct ", "\"", "R\"(", "x = (", ")", "}",
    "struct a {", "struct alignas ( {", "struct { int a;", "struct a { int b; };", "struct a { ( ", "struct a < {",
  };

  /* With sanitizers, what is read is what matters. */
  const gsize size = g_getenv ("ASAN_OPTIONS") != NULL ? 8 * 1024 : 512 * 1024;

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) text = g_string_new (i % 2 ? "__global__ void k (" : "");

      while (text->len < size)
        g_string_append (text, pieces[i]);
      scan_all (text->str, text->len);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/core/source-scan/finds/", rows[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_finds);
    }
  g_test_add_func ("/core/source-scan/lists-types", test_lists_types);
  g_test_add_func ("/core/source-scan/finds-a-template-by-its-arguments",
                   test_finds_a_template_by_its_arguments);
  g_test_add_func ("/core/source-scan/an-operator-hides-nothing", test_an_operator_hides_nothing);
  g_test_add_func ("/core/source-scan/lists-members", test_lists_members);
  g_test_add_func ("/core/source-scan/guards-host-code", test_guards_host_code);
  g_test_add_func ("/core/source-scan/any-text-is-survived", test_any_text_is_survived);
  g_test_add_func ("/core/source-scan/a-long-text-takes-no-time", test_a_long_text_takes_no_time);

  return g_test_run ();
}
