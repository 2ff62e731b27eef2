/* test-source-device.c: what of a translation unit is device code
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-source-device.h"

#include <string.h>

/* The text with runs of space and newlines as one space. */
static char *
squeeze (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \n\r\t", -1);
  GString *line = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? " " : "", words[i]);

  return g_string_free (line, FALSE);
}

static void
assert_device_is (LoomSourceDevice *device,
                  const char       *expected)
{
  g_autofree char *left = squeeze (loom_source_device_text (device, NULL));
  g_autofree char *wanted = squeeze (expected);

  g_assert_cmpstr (left, ==, wanted);
}

static void
assert_sliced (const char *source,
               const char *expected)
{
  g_autoptr (LoomSourceDevice) device = loom_source_device_new (source, strlen (source));

  assert_device_is (device, expected);
}

static void
test_leaves_host_functions_out (void)
{
  assert_sliced ("__global__ void k (int *a) { a[0] = 1; }\n"
                 "static void show (int a);\n"
                 "int main () { k<<<1, 2>>> (0); auto f = [&] (int x) { return x; }; }\n",
                 "__global__ void k (int *a) { a[0] = 1; }");
  /* digraphs are the brackets that they stand for, and nothing of them stays */
  assert_sliced ("__global__ void k (int *a) <% a<:0:> = 1; %>\n"
                 "int first (int *a) <% return a<:0:>; %>\n",
                 "__global__ void k (int *a) <% a<:0:> = 1; %>");
}

/* As C has them; the compiler of device code does not. */
static const struct
{
  const char *name, *text, *written;
} literals[] = {
  { "return", "return (float2){1, -1};", "return  float2 {1, -1};" },
  { "assignment", "a = ( float2 ) {1};", "a =   float2   {1};" },
  { "arguments", "f ((int2) {1}, (n::S<3>){});", "f ( int2  {1},  n::S<3> {});" },
  { "elaborated", "a = (const struct S){1};", "a =               S {1};" },
  { "dependent", "a = (typename T::type){1};", "a =  typename T::type {1};" },
  { "object", "#define ONE (float2){1}\n", "#define ONE  float2 {1}\n" },
  { "of-a-macro", "#define AT(x) f ((T){x})\n", "#define AT(x) f ( T {x})\n" },
  { "sizeof", "b = sizeof (T){1};", NULL },
  { "pointer", "a = (T *){b};", NULL },
  { "array", "a = (int[]){1};", NULL },
  { "cast", "a = (T) (b) + (T) c;", NULL },
  { "condition", "if (a) { b (); } while (c) { } switch (d) { }", NULL },
  { "function", "int f (T) { return 1; }", NULL },
  { "operator", "T operator+ (T) { return 1; } bool operator<= (T) { return 1; }", NULL },
  { "call-operator", "int operator() (T) { return 1; }", NULL },
  { "lambda", "auto f = [=] (T) { return 1; };", NULL },
  { "macro-call", "#define A(T) { T x; }\nA (T) { }", NULL },
  { "string", "a = \"= (T){1}\"; // = (T){1}", NULL },
};

static void
test_writes_literals (gconstpointer data)
{
  const guint row = GPOINTER_TO_UINT (data);
  g_autofree char *text = g_strconcat ("__device__ void f () {\n", literals[row].text, NULL);
  g_autofree char *written
      = g_strconcat ("__device__ void f () {\n",
                     literals[row].written != NULL ? literals[row].written : literals[row].text,
                     NULL);
  g_autoptr (LoomSourceDevice) device = loom_source_device_new (text, strlen (text));

  g_assert_cmpstr (loom_source_device_text (device, NULL), ==, written);
}

static void
test_keeps_lines_and_directives (void)
{
  const char *source = "int main ()\n{\n#ifdef FAST\n  go (\"}\");\n#endif\n}\r\n"
                       "__device__ int d;\n";
  g_autoptr (LoomSourceDevice) device = loom_source_device_new (source, strlen (source));
  gsize length;

  g_assert_cmpstr (loom_source_device_text (device, &length), ==,
                   "           \n \n#ifdef FAST\n           \n#endif\n \r\n__device__ int d;\n");
  g_assert_cmpuint (length, ==, strlen (source));
}

static void
test_changes_nothing_without_host_code (void)
{
  const char *source = "struct unused { int a; };\n__global__ void k () { }\n";

  assert_sliced (source, source);
}

static void
test_leaves_host_variables_out (void)
{
  assert_sliced ("int n = 3; std::vector<float> a, b {1}; dim3 block (16, 16);\n"
                 "const char *name = \"k\"; float (*table[]) (float) = { sinf };\n"
                 "const int size = 3; texture<float, 2> image;\n"
                 "__device__ int d[4]; extern __shared__ int s[]; __constant__ float c;\n"
                 "__global__ void k (int a) { s[a] = n + size; }\n",
                 "const int size = 3; texture<float, 2> image;\n"
                 "__device__ int d[4]; extern __shared__ int s[]; __constant__ float c;\n"
                 "__global__ void k (int a) { s[a] = n + size; }");
}

static void
test_keeps_what_device_code_names (void)
{
  assert_sliced ("typedef float real; using whole = int; struct unused { int x; };\n"
                 "struct pair { real a; whole b; }; enum { LIMIT = 4 }; const int n = LIMIT;\n"
                 "template <typename T> struct traits { static const int k = n; };\n"
                 "template <> struct traits<int> { static const int k = 1; };\n"
                 "__device__ pair d; __global__ void k () { d.b = traits<int>::k; }\n"
                 "void host (unused u) { }\n",
                 "typedef float real; using whole = int;\n"
                 "struct pair { real a; whole b; }; enum { LIMIT = 4 }; const int n = LIMIT;\n"
                 "template <typename T> struct traits { static const int k = n; };\n"
                 "template <> struct traits<int> { static const int k = 1; };\n"
                 "__device__ pair d; __global__ void k () { d.b = traits<int>::k; }");
}

static void
test_follows_macros_to_what_they_name (void)
{
  assert_sliced ("#define BLOCKS(n) ((n) / SIZE)\n#define SIZE (width * 2)\n"
                 "const int width = 3, other = 4; const int idle = 5;\n"
                 "__global__ void k (int *a) { *a = BLOCKS (7); }\nint main () { }\n",
                 "#define BLOCKS(n) ((n) / SIZE)\n#define SIZE (width * 2)\n"
                 "const int width = 3, other = 4;\n"
                 "__global__ void k (int *a) { *a = BLOCKS (7); }");
}

static void
test_takes_local_names_for_no_use (void)
{
  assert_sliced ("template <typename T> constexpr T top () { return 1; }\n"
                 "constexpr int rows () { return 2; } struct data { std::vector<int> v; };\n"
                 "const int a = 1, b = 2; struct t { std::map<int, int> m; };\n"
                 "__device__ int both[] = { a, -a, a, 3 * a };\n"
                 "__global__ void k (data_t *p, int t) { p->data = rows () * sizeof p->top; }\n"
                 "int main () { }\n",
                 "constexpr int rows () { return 2; }\n"
                 "const int a = 1, b = 2;\n__device__ int both[] = { a, -a, a, 3 * a };\n"
                 "__global__ void k (data_t *p, int t) { p->data = rows () * sizeof p->top; }");
}

static void
test_finds_marks_in_macros (void)
{
  assert_sliced ("#define HD __host__ __device__\n#define API HD inline\n"
                 "#define KERNEL(name) __global__ void name (int *a)\n"
                 "#define MAKE(name) __device__ int name () { return 1; }\n"
                 "#define TEST(name) void test_##name ()\n"
                 "API int f () { return 1; }\nKERNEL (k) { *a = 1; }\nMAKE (one)\nMAKE (two);\n"
                 "TEST (x) { f (); }\nBENCHMARK (f)\nREGISTER (f);\n",
                 "#define HD __host__ __device__\n#define API HD inline\n"
                 "#define KERNEL(name) __global__ void name (int *a)\n"
                 "#define MAKE(name) __device__ int name () { return 1; }\n"
                 "#define TEST(name) void test_##name ()\n"
                 "API int f () { return 1; }\nKERNEL (k) { *a = 1; }\nMAKE (one)\nMAKE (two);");
}

static void
test_takes_host_and_device_in_one_macro_as_they_are (void)
{
  const char *source = "#define DECLARE(T) __device__ T f (T a) { } T h (T a) { }\n"
                       "#define FOR_TYPES(M) M (int) M (float)\nFOR_TYPES (DECLARE)\n"
                       "extern \"C\" { int g () { } }\n";
  g_autoptr (LoomSourceDevice) device = loom_source_device_new (source, strlen (source));

  assert_device_is (device, "#define DECLARE(T) __device__ T f (T a) { } T h (T a) { } "
                            "#define FOR_TYPES(M) M (int) M (float) FOR_TYPES (DECLARE) "
                            "extern \"C\" { }");
  g_assert_true (loom_source_device_has_plain_functions (device));
}

static void
test_cuts_host_members_out_of_classes (void)
{
  assert_sliced ("struct point {\n"
                 "  point (int a) : x {a}, y (0) { } point () = default; ~point ();\n"
                 "  virtual void show () const { } __device__ int sum () { return x + y; }\n"
                 "  point &operator= (const point &); __host__ __device__ int operator() (int i);\n"
                 "  friend void swap (point &, point &); friend struct other;\n"
                 "  static int count; static const int limit = 3;\n"
                 "  struct inner { int z; inner (); };\n"
                 "private:\n  int x, y; int (*call) (int);\n};\n",
                 "struct point {\n"
                 "  point () = default;\n"
                 "  __device__ int sum () { return x + y; }\n"
                 "  __host__ __device__ int operator() (int i);\n"
                 "  friend struct other;\n"
                 "  static const int limit = 3; struct inner { int z; };\n"
                 "private:\n  int x, y; int (*call) (int);\n};");
}

static void
test_gives_members_the_marks_of_their_class (void)
{
  assert_sliced ("template <typename T> struct a { __device__ void f (T *); void g (T *); };\n"
                 "template <typename T> void a<T>::f (T *p) { }\n"
                 "template <typename T> void a<T>::g (T *p) { }\n"
                 "a::a () : b {1}, c (2) try { } catch (...) { }\n",
                 "template <typename T> struct a { __device__ void f (T *); };\n"
                 "template <typename T> void a<T>::f (T *p) { }");
}

static void
test_takes_a_redeclaration_for_the_same_function (void)
{
  assert_sliced ("void k (int *a, float b = 1); int f (int); namespace x { int f (int a) { } }\n"
                 "__global__ void k (int *c, float) { } __device__ int f (int i) { return i; }\n"
                 "int f (float); void k (int *);\n",
                 "void k (int *a, float b = 1); int f (int); namespace x { }\n"
                 "__global__ void k (int *c, float) { } __device__ int f (int i) { return i; }");
}

static void
test_enters_namespaces_and_linkage (void)
{
  assert_sliced ("#define BEGIN namespace app {\n#define END }\n"
                 "namespace { int a () { } __device__ int b; }\nextern \"C\" { void c (); "
                 "__global__ void d () { } }\nBEGIN void e () { } __device__ int f; END\n"
                 "inline namespace v1::x { int g () { } } namespace cg = cooperative_groups;\n"
                 "using namespace app; using namespace std; using namespace thrust;\n",
                 "#define BEGIN namespace app {\n#define END }\n"
                 "namespace { __device__ int b; }\nextern \"C\" { "
                 "__global__ void d () { } }\nBEGIN __device__ int f; END\n"
                 "inline namespace v1::x { }\n"
                 "using namespace app; using namespace std;");
}

static void
test_enters_scopes_of_unknown_macros (void)
{
  assert_sliced ("OPEN_SCOPE (a, b) {\nint f () { }\n__global__ void k () { }\n}\n"
                 "\xef\xbb\xbfnamespace b { int g () { }\n__global__ void l () { } }\n",
                 "OPEN_SCOPE (a, b) {\n__global__ void k () { }\n}\n"
                 "\xef\xbb\xbfnamespace b { __global__ void l () { } }\n");
}

static void
test_keeps_instances_and_assertions_of_what_is_kept (void)
{
  assert_sliced ("template <typename T> __global__ void k (T *a) { }\n"
                 "template <typename T> void h (T *a) { }\nstruct host { int a; };\n"
                 "template __global__ void k<float> (float *); template void h<int> (int *);\n"
                 "static_assert (sizeof (int) == 4, \"int\");\n"
                 "static_assert (sizeof (host) == 4);\n",
                 "template <typename T> __global__ void k (T *a) { }\n"
                 "template __global__ void k<float> (float *);\n"
                 "static_assert (sizeof (int) == 4, \"int\");");
}

static void
test_is_not_deceived_by_texts (void)
{
  assert_sliced ("const char *text = R\"x(\n__global__ void k () { }\n)x\"; // } __device__\n"
                 "char c = '{'; /* } */ __global__ void k () { char d = '}'; }\n"
                 "int main () { puts (\"}\"); }\n",
                 "// } __device__\n"
                 "/* } */ __global__ void k () { char d = '}'; }");
}

static void
test_reads_old_and_new_ways_to_write (void)
{
  assert_sliced ("int main (argc, argv) int argc; char **argv; <% return 0; %>\n"
                 "auto f (int a) -> int { return a; } [[nodiscard]] int g () { return 1; }\n"
                 "__attribute__ ((noinline)) int h () { }\n"
                 "struct alignas (16) s { __device__ s () { } };\n"
                 "template <typename T> requires (sizeof (T) == 4) void i (T t) { }\n"
                 "template <typename T> requires requires (T t) { t.x; }\n"
                 "__device__ int j (T t) { }\n"
                 "template <int N = (3 > 2)> __global__ void __launch_bounds__ (N) k () { }\n"
                 "__device__ fn_t table[] = { j, j }; int (*get ()) (int) { return 0; }\n"
                 "struct PACKED (1) u { int a; u (); }; struct u *v () { } __device__ u w;\n"
                 "typedef struct x { float y; } x_t; __device__ x_t z[2];\n",
                 "struct alignas (16) s { __device__ s () { } };\n"
                 "template <typename T> requires requires (T t) { t.x; }\n"
                 "__device__ int j (T t) { }\n"
                 "template <int N = (3 > 2)> __global__ void __launch_bounds__ (N) k () { }\n"
                 "__device__ fn_t table[] = { j, j };\n"
                 "struct PACKED (1) u { int a; }; __device__ u w;\n"
                 "typedef struct x { float y; } x_t; __device__ x_t z[2];");
}

static void
test_slices_both_branches_that_may_be_seen (void)
{
  assert_sliced ("#ifdef FAST\nint a () { }\n__device__ int b () { }\n#else\nint b () { }\n#endif\n"
                 "#ifdef _WIN32\nint main () {\n#else\nint main (int n) {\n#endif\n}\n"
                 "#define LEVEL 3\n#if LEVEL > 2 && defined (__CUDACC__)\nint c () { }\n"
                 "#else\nint d () {\n#endif\n__device__ int e;\n",
                 "#ifdef FAST\n__device__ int b () { }\n#else\n#endif\n"
                 "#ifdef _WIN32\nint main () {\n#else\n#endif\n"
                 "#define LEVEL 3\n#if LEVEL > 2 && defined (__CUDACC__)\n"
                 "#else\nint d () {\n#endif\n__device__ int e;");
}

static void
test_leaves_out_all_branches_of_half_a_function (void)
{
  assert_sliced ("#ifdef A\nint main (int a) {\n#else\nint main () {\n#endif\n}\n"
                 "void f (\n#ifdef B\nint a) { }\n#else\nfloat b) { b; }\n#endif\n"
                 "__device__ int d;\n",
                 "#ifdef A\n#else\n#endif\n#ifdef B\n#else\n#endif\n__device__ int d;");
}

static void
test_never_cuts_a_mark_out_of_half_a_function (void)
{
  const char *source = "#ifdef A\nint main () {\n#else\n__global__ void k () {\n#endif\n}\n";

  assert_sliced (source, source);
}

static void
test_keeps_what_it_does_not_understand (void)
{
  const char *source = "__device__ int d; int main () { if (d) { ";

  assert_sliced (source, source);
}

static void
test_keeps_what_the_compiler_misses (void)
{
  const char *source = "struct a { int x; }; int main () { } __device__ int d; int n;\n";
  g_autoptr (LoomSourceDevice) device = loom_source_device_new (source, strlen (source));

  assert_device_is (device, "__device__ int d;");
  g_assert_true (loom_source_device_keep (device, "::a<int>"));
  assert_device_is (device, "struct a { int x; }; __device__ int d;");
  g_assert_false (loom_source_device_keep (device, "a"));
  g_assert_false (loom_source_device_keep (device, "main"));
  g_assert_false (loom_source_device_keep (device, "n"));
  g_assert_false (loom_source_device_keep (device, "nowhere"));
}

static void
test_drops_what_the_compiler_refuses (void)
{
  const char *source = "struct a { __device__ int f () { g (); } int x; __device__ int h (); };\n"
                       "__device__ int used () { } __device__ int idle () { }\n"
                       "__global__ void k () { used (); a b; b.h (); } int main () { }\n";
  g_autoptr (LoomSourceDevice) device = loom_source_device_new (source, strlen (source));
  const char *left = loom_source_device_text (device, NULL);

  g_assert_true (loom_source_device_drop (device, strstr (source, "g ()") - source));
  g_assert_true (loom_source_device_drop (device, strstr (source, "idle") - source));
  g_assert_false (loom_source_device_drop (device, strstr (source, "used") - source));
  g_assert_false (loom_source_device_drop (device, strstr (source, "int h") - source));
  g_assert_false (loom_source_device_drop (device, strstr (source, "a b;") - source));
  g_assert_nonnull (strstr (left, "used"));
  assert_device_is (device, "struct a { int x; __device__ int h (); }; __device__ int used () { } "
                            "__global__ void k () { used (); a b; b.h (); }");
}

/* Each word stays where it was, and members of objects are not constants. */
static void
test_folds_constants_where_told (void)
{
  static const char text[]
      = "struct P { const int a = 1; static const int b = 2; };\n"
        "const float x = 0.5f, y = x * x; float const z = y; extern const int e;\n"
        "constexpr const int c = 1; int host; __device__ const P p = {};\n"
        "__global__ void k (float *a) { const int i = c; a[i] = z + e + p.a; }\n";
  static const char folded[]
      = "struct P { const int a = 1; static _LOOM int b = 2; };\n"
        "_LOOM float x = 0.5f, y = x * x; float _LOOM z = y; extern const int e;\n"
        "constexpr const int c = 1;           __device__ _LOOM P p = {};\n"
        "__global__ void k (float *a) { const int i = c; a[i] = z + e + p.a; }\n";
  g_autoptr (LoomSourceDevice) device = loom_source_device_new (text, strlen (text));

  g_assert_false (loom_source_device_is_folded (device));
  g_assert_true (loom_source_device_fold (device));
  g_assert_cmpstr (loom_source_device_text (device, NULL), ==, folded);
  g_assert_true (loom_source_device_is_folded (device));
  g_assert_false (loom_source_device_fold (device));
}

static void
test_never_drops_kernels (void)
{
  const char *source = "#define KERNEL __global__ void\nKERNEL k () { broken; } int main () { }\n"
                       "__global__ void l () { worse; }\n";
  g_autoptr (LoomSourceDevice) device = loom_source_device_new (source, strlen (source));

  g_assert_false (loom_source_device_drop (device, strstr (source, "broken") - source));
  g_assert_false (loom_source_device_drop (device, strstr (source, "worse") - source));
}

static void
test_tells_what_was_left_out (void)
{
  const char *source = "int n; struct a { }; using namespace x;\n"
                       "int main () { } __global__ void k () { }\n";
  g_autoptr (LoomSourceDevice) device = loom_source_device_new (source, strlen (source));
  GPtrArray *left_out = loom_source_device_left_out (device);
  const LoomLeftOut *variable = left_out->pdata[0], *type = left_out->pdata[1];
  const LoomLeftOut *function = left_out->pdata[3];

  g_assert_cmpuint (left_out->len, ==, 4);
  g_assert_cmpstr (variable->name, ==, "n");
  g_assert_cmpint (variable->why, ==, LOOM_LEFT_OUT_VARIABLE);
  g_assert_cmpstr (type->name, ==, "a");
  g_assert_cmpint (type->why, ==, LOOM_LEFT_OUT_UNUSED);
  g_assert_cmpstr (function->name, ==, "main");
  g_assert_cmpint (function->why, ==, LOOM_LEFT_OUT_FUNCTION);
  g_assert_cmpuint (function->offset, ==, strstr (source, "int main") - source);
  g_assert_cmpuint (function->end, ==, strstr (source, " __global__") - source);
}

static void
test_tells_of_plain_functions (void)
{
  const char *with = "constexpr int f () { return 1; } __device__ int d = f (); int main () { }";
  const char *without = "constexpr int f () { return 1; } __device__ int d; int main () { }";
  g_autoptr (LoomSourceDevice) one = loom_source_device_new (with, strlen (with));
  g_autoptr (LoomSourceDevice) other = loom_source_device_new (without, strlen (without));

  g_assert_true (loom_source_device_has_plain_functions (one));
  g_assert_false (loom_source_device_has_plain_functions (other));
}

/* Each would take minutes if the time for it were that of its square. */
static void
test_takes_time_in_proportion (void)
{
  static const char * const repeated[] = {
    "struct a { int b (); ", "(", "int f (", "a<", "template <a<b ", "#if A\n{\n", "operator (",
    "#if A\nvoid f () { {\n#else\nvoid f () { { {\n#endif\n} }\n", "namespace a { ", "{ ",
    "template class a<b>; struct a; ", "#define a a b\na x; ", "A::A () : a {1}, ", "M (a, b) ",
    "int f (a) int a; ",
    "#define a\n#if a + a\n", "static_assert (a); ", "int main () { return a * (b) (c); } ",
  };
  const gsize length = 1 << 20;

  for (guint i = 0; i < G_N_ELEMENTS (repeated); i++)
    {
      g_autoptr (GString) text = g_string_new ("__global__ void k () { a; }\n");
      g_autoptr (LoomSourceDevice) device = NULL;

      while (text->len < length)
        g_string_append (text, repeated[i]);
      device = loom_source_device_new (text->str, text->len);
      g_assert_nonnull (strstr (loom_source_device_text (device, NULL), "__global__"));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (literals); i++)
    {
      g_autofree char *path
          = g_strconcat ("/core/source-device/writes-literals/", literals[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_writes_literals);
    }
  g_test_add_func ("/core/source-device/leaves-host-functions-out", test_leaves_host_functions_out);
  g_test_add_func ("/core/source-device/keeps-lines-and-directives",
                   test_keeps_lines_and_directives);
  g_test_add_func ("/core/source-device/changes-nothing-without-host-code",
                   test_changes_nothing_without_host_code);
  g_test_add_func ("/core/source-device/leaves-host-variables-out", test_leaves_host_variables_out);
  g_test_add_func ("/core/source-device/keeps-what-device-code-names",
                   test_keeps_what_device_code_names);
  g_test_add_func ("/core/source-device/follows-macros-to-what-they-name",
                   test_follows_macros_to_what_they_name);
  g_test_add_func ("/core/source-device/takes-local-names-for-no-use",
                   test_takes_local_names_for_no_use);
  g_test_add_func ("/core/source-device/finds-marks-in-macros", test_finds_marks_in_macros);
  g_test_add_func ("/core/source-device/takes-host-and-device-in-one-macro-as-they-are",
                   test_takes_host_and_device_in_one_macro_as_they_are);
  g_test_add_func ("/core/source-device/cuts-host-members-out-of-classes",
                   test_cuts_host_members_out_of_classes);
  g_test_add_func ("/core/source-device/gives-members-the-marks-of-their-class",
                   test_gives_members_the_marks_of_their_class);
  g_test_add_func ("/core/source-device/takes-a-redeclaration-for-the-same-function",
                   test_takes_a_redeclaration_for_the_same_function);
  g_test_add_func ("/core/source-device/enters-namespaces-and-linkage",
                   test_enters_namespaces_and_linkage);
  g_test_add_func ("/core/source-device/enters-scopes-of-unknown-macros",
                   test_enters_scopes_of_unknown_macros);
  g_test_add_func ("/core/source-device/keeps-instances-and-assertions-of-what-is-kept",
                   test_keeps_instances_and_assertions_of_what_is_kept);
  g_test_add_func ("/core/source-device/is-not-deceived-by-texts", test_is_not_deceived_by_texts);
  g_test_add_func ("/core/source-device/reads-old-and-new-ways-to-write",
                   test_reads_old_and_new_ways_to_write);
  g_test_add_func ("/core/source-device/slices-both-branches-that-may-be-seen",
                   test_slices_both_branches_that_may_be_seen);
  g_test_add_func ("/core/source-device/leaves-out-all-branches-of-half-a-function",
                   test_leaves_out_all_branches_of_half_a_function);
  g_test_add_func ("/core/source-device/never-cuts-a-mark-out-of-half-a-function",
                   test_never_cuts_a_mark_out_of_half_a_function);
  g_test_add_func ("/core/source-device/keeps-what-it-does-not-understand",
                   test_keeps_what_it_does_not_understand);
  g_test_add_func ("/core/source-device/keeps-what-the-compiler-misses",
                   test_keeps_what_the_compiler_misses);
  g_test_add_func ("/core/source-device/drops-what-the-compiler-refuses",
                   test_drops_what_the_compiler_refuses);
  g_test_add_func ("/core/source-device/folds-constants-where-told",
                   test_folds_constants_where_told);
  g_test_add_func ("/core/source-device/never-drops-kernels", test_never_drops_kernels);
  g_test_add_func ("/core/source-device/tells-what-was-left-out", test_tells_what_was_left_out);
  g_test_add_func ("/core/source-device/tells-of-plain-functions", test_tells_of_plain_functions);
  g_test_add_func ("/core/source-device/takes-time-in-proportion", test_takes_time_in_proportion);

  return g_test_run ();
}
