/* test-compile.c: the real runner compiles, refuses, is cancelled and killed
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "runner-fixture.h"

#include "loom-record.h"

#include <glib/gstdio.h>

#include <signal.h>
#include <string.h>
#include <unistd.h>

static const char * const kinds[] = {
  [LOOM_PARAM_SCALAR] = "scalar", [LOOM_PARAM_ARRAY] = "array", [LOOM_PARAM_STRUCT] = "struct",
};

/* "kernel@line: kind type name; …", or "kernel≤threads@line: …" */
static char *
describe_kernel (const LoomKernel *kernel)
{
  GString *text = g_string_new (NULL);

  g_string_append (text, kernel->name);
  if (kernel->max_threads > 0)
    g_string_append_printf (text, "≤%u", kernel->max_threads);
  g_string_append_printf (text, "@%u:", kernel->line);
  for (guint i = 0; i < kernel->params->len; i++)
    {
      const LoomParam *param = kernel->params->pdata[i];
      g_autofree char *cell = loom_type_format (&param->type);

      g_string_append_printf (text, " %s%s %s %s;", param->is_const ? "const " : "",
                              kinds[param->kind], cell, param->name);
      g_string_truncate (text, text->len - 1);
      for (guint axis = param->fixed + 1; axis-- > 0;)
        if (param->fixed > 0 || param->extents[axis] > 0)
          g_string_append_printf (text, "[%" G_GUINT64_FORMAT "]", param->extents[axis]);
      g_string_append_c (text, ';');
    }

  return g_string_free (text, FALSE);
}

static const struct
{
  const char *name;
  const char *source;
  const char *expected;         /* of the only kernel, or of all joined by " | " */
} signatures[] = {
  { "plain", "__global__ void k (float *f, const int *__restrict__ g, int n) {}",
    "k@1: array float f; const array int g; scalar int n;" },
  { "extern-c", "\nextern \"C\" __global__ void\nk (double a, unsigned char *b) {}",
    "k@3: scalar double a; array unsigned char b;" },
  { "alias",
    "template <class T> using P = T *;\ntypedef unsigned short word;\n"
    "extern \"C\" __global__ void k (P<const float> f, word w) {}",
    "k@3: const array float f; scalar unsigned short w;" },
  { "vectors", "__global__ void k (float4 *a, const double2 *b, uchar3 *c, int3 d) {}",
    "k@1: array float4 a; const array double2 b; array uchar3 c; struct int3 d;" },
  { "structs",
    "struct S { float x; double y; }; struct T { char c[3]; };\n"
    "__global__ void k (S s, const S *p, T t, T *q) {}",
    "k@2: struct S s; const array S p; struct T t; array T q;" },
  { "enum-and-bool",
    "enum E : unsigned char { A }; enum class F { B };\n__global__ void k (E e, F f, bool b) {}",
    "k@2: scalar unsigned char e; scalar int f; scalar bool b;" },
  { "namespace", "namespace a { namespace b { __global__ void k (long long *x, size_t n) {} } }",
    "a::b::k@1: array long long x; scalar unsigned long long n;" },
  { "unnamed", "__global__ void k (float *, int) {}", "k@1: array float arg0; scalar int arg1;" },
  { "pointers", "__global__ void k (float **pp, void *v, int (*fp) (int)) {}",
    "k@1: array float pp; array byte[1] v; struct byte[8] fp;" },
  { "rows",
    "#define N 16\ntypedef double row[8];\nstruct S { int a; };\n"
    "__global__ void k (float f[2 * N][N], const int (*g)[4][N], row *h, S s[3], S (*t)[2]) {}",
    "k@4: array float f[32][16]; const array int g[0][4][16]; array double h[0][8]; array S s[3]; "
    "array S t[0][2];" },
  { "none", "__global__ void k () {}", "k@1:" },
  { "bounds", "__global__ void __launch_bounds__ (96, 2) k (float *f) {}\n__global__ void l () {}",
    "k≤96@1: array float f; | l@2:" },
  { "overloads", "__global__ void k (float *f) {}\n__global__ void k (int *i) {}",
    "k@1: array float f; | k@2: array int i;" },
  { "instantiated",
    "template <class T, int N> __global__ void k (T *f, T x) {}\n"
    "template __global__ void k<double, 4> (double *, double);",
    "k<double, 4>@1: array double f; scalar double x;" },
  { "macros",
    "#define N 64\n#define T 16\n#define S 8\n#define F 4\n#define size 2\n#define type 1\n"
    "#define value 0\n#define cell 3\n__constant__ float weights[N];\n"
    "__global__ void k (float *f, int n) {}",
    "k@10: array float f; scalar int n;" },
  { "half", "struct __half { unsigned short bits; };\n__global__ void k (__half *h, __half one) {}",
    "k@2: array half h; scalar half one;" },
};

static const struct
{
  const char *name;
  const char *source;           /* of a kernel whose first parameter is an array of structs */
  const char *record;
} layouts[] = {
  { "numbers", "struct S { float x; double y; char c[3]; };",
    "\"S\"24{x 0 float;y 8 double;c 16 char[3];}" },
  { "nested", "struct V { float x, y; }; typedef struct { V v[2]; int3 n; } S;",
    "\"S\"28{v 0 \"\"8{x 0 float;y 4 float;}[2];n 16 \"\"12{x 0 int;y 4 int;z 8 int;};}" },
  { "bit-field", "struct S { int a; unsigned b : 3; };", "\"S\"8{a 0 int;b 0 :;}" },
  { "union", "union U { int i; float f; }; struct S { U u; int a; };",
    "\"S\"8{u 0 ?4;a 4 int;}" },
  { "anonymous-union", "struct S { int a; union { int i; double d; }; };",
    "\"S\"16{a 0 int;d|i 8 ?8;}" },
  { "anonymous-struct", "struct S { struct { short p, q; } s; };",
    "\"S\"4{s 0 \"\"4{p 0 short;q 2 short;};}" },
  { "pointer", "struct S { int a; S *next; void (*f) (int); };",
    "\"S\"24{a 0 int;next 8 *;}" },
  { "private", "class S { int hidden; public: int shown; static const int none = 1; "
    "__device__ int f () const; };",
    "\"S\"8{shown 4 int;}" },
  { "base", "struct B { int b; }; struct S : B { char c; };", "\"S\"8{b 0 int;c 4 char;}" },
  { "enum", "enum class E : short { A }; struct S { E e; const int k; };",
    "\"S\"8{e 0 short;k 4 int;}" },
  { "template", "template <class T, int N> struct Q { T t[N]; }; using S = Q<float, 2>;",
    "\"Q<float, 2>\"8{t 0 float[2];}" },
  { "half", "struct __half { unsigned short b; }; struct S { __half h; __half g[2]; };",
    "\"S\"6{h 0 half;g 2 half[2];}" },
  { "macros", "#define SIZE 2\n#define loom 1\n#define T x\nstruct S { float T[SIZE]; int n; };",
    "\"S\"12{x 0 float[2];n 8 int;}" },
  { "macros-of-vectors", "#define x 1\n#define w(a) a\nstruct S { int n; };", "\"S\"4{n 0 int;}" },
  { "keywords",
    "struct S { const int k = 3; unsigned : 4; bool b = true; struct { int i; } s; enum { A, B }; "
    "__device__ S &operator= (const S &) = default; int a {2}, *p = nullptr; };",
    "\"S\"24{k 0 int;b 5 bool;s 8 \"\"4{i 0 int;};a 12 int;p 16 *;}" },
};

static void
test_a_struct_has_members (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *source
      = g_strconcat (layouts[i].source, "\n__global__ void k (S *s) {}\n", NULL);
  g_autoptr (LoomCompiled) compiled = fixture_compile (source);
  const LoomKernel *kernel;
  const LoomParam *param;

  g_assert_cmpstr (compiled->ptx != NULL ? "" : compiled->log, ==, "");
  kernel = compiled->kernels->pdata[0];
  param = kernel->params->pdata[0];
  g_assert_nonnull (param->type.record);
  g_assert_cmpstr (param->type.record->text, ==, layouts[i].record);
}

/* Members by a name that only the compiler could tell: it says so, and is asked again without. */
static void
test_a_struct_that_cannot_be_asked_for_is_bytes (void)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (
      "struct A { int a; __device__ int operator& () const { return a; } };\n"
      "struct S { A a; };\n__global__ void k (S *s) {}\n");
  const LoomKernel *kernel;

  g_assert_cmpstr (compiled->ptx != NULL ? "" : compiled->log, ==, "");
  kernel = compiled->kernels->pdata[0];
  g_assert_cmpuint (((LoomParam *) kernel->params->pdata[0])->type.size, ==, 4);
  g_assert_cmpstr (((LoomParam *) kernel->params->pdata[0])->name, ==, "s");
}

static void
test_a_signature_is_resolved (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (LoomCompiled) compiled = fixture_compile (signatures[i].source);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_cmpstr (compiled->ptx != NULL ? "" : compiled->log, ==, "");
  for (guint k = 0; k < compiled->kernels->len; k++)
    {
      g_autofree char *kernel = describe_kernel (compiled->kernels->pdata[k]);

      g_string_append_printf (text, "%s%s", k > 0 ? " | " : "", kernel);
    }
  g_assert_cmpstr (text->str, ==, signatures[i].expected);
  g_assert_null (strstr (compiled->ptx, ".entry _Z8loom_sig"));
}

#define HOST(text) "\n#ifndef __CUDACC_RTC__\nint main () { " text " }\n#endif\n"
#define BROKEN "template <class T> __global__ void k (T *a)\n{ a[0] = nothing; }\n"
#define SCALE "template <class T, int N> __global__ void scale (T *f) { f[0] = N; }\n"

/* Instances that launches name are kernels; one that does not compile costs no other. */
static const struct
{
  const char *name;
  const char *source;
  const char *kernels, *first;
} launched[] = {
  { "instance", SCALE HOST ("float *d; scale<float, 4><<<1, 32>>> (d);"), "scale<float, 4>",
    "scale<float, 4>" },
  { "several", SCALE HOST ("scale<float, 4><<<1, 2>>> (d); scale<int, 8><<<1, 2>>> (e); "
                           "scale<float,4><<<3, 4>>> (d);"),
    "scale<float, 4>, scale<int, 8>", "scale<float, 4>" },
  { "not-written", SCALE "__global__ void k (int *a) {}" HOST ("float *d; scale<4><<<1, 2>>> (d);"), "k", "k" },
  { "beside-plain", SCALE "__global__ void k (int *a) {}" HOST ("scale<int, 8><<<1, 2>>> (e);"),
    "k, scale<int, 8>", "scale<int, 8>" },
  { "wrong-type", SCALE HOST ("scale<Nothing, 4><<<1, 2>>> (d); scale<int, 8><<<1, 2>>> (e);"),
    "scale<int, 8>", "scale<int, 8>" },
  { "wrong-for-the-kernel",
    "template <class T> __global__ void k (T *a) { a[0] = a[0] * 2; }\nstruct S { int a; };" HOST (
        "k<S><<<1, 2>>> (s); k<int><<<1, 2>>> (a);"),
    "k<int>", "k<int>" },
  { "only-wrong", "__global__ void p (int *a) {}\n" SCALE HOST ("scale<Nothing, 4><<<1, 2>>> (d);"),
    "p", "p" },
};

static gint
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
test_launched_instances (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (LoomCompiled) compiled = fixture_compile (launched[i].source);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *joined = NULL;

  g_assert_cmpstr (compiled->ptx != NULL ? "" : compiled->log, ==, "");
  for (guint k = 0; k < compiled->kernels->len; k++)
    g_ptr_array_add (names, g_strdup (((LoomKernel *) compiled->kernels->pdata[k])->name));
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  joined = g_strjoinv (", ", (char **) names->pdata);
  g_assert_cmpstr (joined, ==, launched[i].kernels);
  g_assert_cmpstr (loom_compiled_find_kernel (compiled, NULL)->name, ==, launched[i].first);
}

static void
test_no_more_instances_than_anybody_chooses_among (void)
{
  g_autoptr (GString) source
      = g_string_new ("template <int N> __global__ void k (int *a) { a[0] = N; }\n"
                      "int main ()\n{\n  int *a;\n");
  g_autoptr (LoomCompiled) compiled = NULL;

  for (guint i = 0; i < 30; i++)
    g_string_append_printf (source, "  k<%u><<<1, 1>>> (a);\n", i);
  g_string_append (source, "}\n");
  compiled = fixture_compile (source->str);
  g_assert_cmpuint (compiled->kernels->len, ==, 24);
}

static const struct
{
  const char *name;
  const char *source;
  guint       line;
  LoomFix     fix;
  const char *text;
} mistakes[] = {
  { "syntax", "\n\n__global__ void k (float *f) { f[0] = 1 }", 3, LOOM_FIX_NONE,
    "expected a \";\"" },
  { "name", "__global__ void k (float *f)\n{\n  f[0] = nothing;\n}", 3, LOOM_FIX_NONE,
    "\"nothing\" is undefined" },
  { "product-without-a-sign", "__global__ void k (float *f)\n{\n  f[0] = 2.5x + 1;\n}", 3, LOOM_FIX_NONE,
    "to multiply, write * between them" },
  { "misspelt", "__global__ void k (float *f)\n{\n  f[threadIdX.x] = 1;\n}", 3, LOOM_FIX_SET_LINE,
    "did you mean threadIdx?" },
  { "misspelt-parameter", "__global__ void k (float *f, int columns)\n{\n  f[threadIdx.x] = colums;\n}", 3,
    LOOM_FIX_SET_LINE, "did you mean columns?" },
  { "misspelt-function", "__device__ float twice (float x) { return 2 * x; }\n"
    "__global__ void k (float *f)\n{\n  f[0] = twise (f[1]);\n}", 4, LOOM_FIX_SET_LINE, "did you mean twice?" },
  { "misspelt-macro", "#define WIDTH 4\n__global__ void k (float *f)\n{\n  f[0] = width;\n}", 4, LOOM_FIX_SET_LINE,
    "did you mean WIDTH?" },
  { "misspelt-as-two", "__global__ void k (float *f, int size_x, int size_y)\n{\n  f[0] = size_z;\n}", 3,
    LOOM_FIX_NONE, "\"size_z\" is undefined" },
  { "misspelt-elsewhere", "__device__ float g (float columns) { return columns; }\n"
    "__global__ void k (float *f)\n{\n  f[0] = colums;\n}", 4, LOOM_FIX_NONE, "\"colums\" is undefined" },
  { "header", "__global__ void k (float *f)\n{\n  f[0] = __half2float (f[1]);\n}", 3, LOOM_FIX_INCLUDE,
    "it takes #include <cuda_fp16.h>" },
  { "end", "__global__ void k (float *f)\n{\n", 2, LOOM_FIX_NONE, "expected a \"}\"" },
  { "empty", "", 0, LOOM_FIX_WRITE_KERNEL, "no kernel" },
  { "no-kernel", "__device__ int f () { return 1; }", 0, LOOM_FIX_WRITE_KERNEL, "no kernel here" },
  { "not-text", "__global__ void k () {}\n\xff\xfe", 2, LOOM_FIX_NONE, "not text" },
  { "host-variable", "int n = 3;\n__global__ void k (int *a)\n{ a[0] = n; }", 3, LOOM_FIX_NONE,
    "n is a variable of the host" },
  { "host-function", "int f () { return 3; }\n__global__ void k (int *a)\n{ a[0] = f (); }", 3,
    LOOM_FIX_NONE, "f is a function of the host" },
  { "template", "\ntemplate <class T> __global__ void scale (T *f) {}", 2, LOOM_FIX_CHOOSE_TEMPLATE,
    "scale<T> has no instance" },
  { "launched-template", SCALE HOST ("float *d; scale<<<1, 32>>> (d);"), 1, LOOM_FIX_CHOOSE_TEMPLATE,
    "which instance of the template scale<T, N> is launched" },
  { "instance", "\n" BROKEN HOST ("k<float><<<1, 32>>> (d); k<int><<<1, 32>>> (e);"), 3,
    LOOM_FIX_NONE, "\"nothing\" is undefined" },
};

static void
test_a_mistake_has_its_place (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (LoomCompiled) compiled = fixture_compile (mistakes[i].source);
  const LoomDiagnostic *diagnostic = fixture_find (compiled, mistakes[i].text);

  g_assert_null (compiled->ptx);
  g_assert_nonnull (diagnostic);
  g_assert_cmpint (diagnostic->severity, ==, LOOM_SEVERITY_ERROR);
  g_assert_cmpuint (diagnostic->line, ==, mistakes[i].line);
  g_assert_cmpint (diagnostic->fix, ==, mistakes[i].fix);
}

/* Where the cure is known, it comes with the mistake. A compiler that tells no columns leaves the
 * missing semicolon where it met something else. */
static void
test_a_mistake_has_its_cure (void)
{
  static const struct { const char *source, *text, *replacement; guint line; } rows[] = {
    { "__global__ void k (float *f)\n{\n  f[threadIdX.x] = 1;\n}", "did you mean threadIdx?",
      "f[threadIdx.x] = 1;", 3 },
    { "__global__ void k (float *f)\n{\n  f[0] = __half2float (f[1]);\n}", "it takes #include",
      "cuda_fp16.h", 3 },
    { "__global__ void k (float *f)\n{\n  int i = 1 // one\n\n  f[i] = 2;\n}", "expected a \";\"",
      "int i = 1; // one", 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomCompiled) compiled = fixture_compile (rows[i].source);
      const LoomDiagnostic *diagnostic = fixture_find (compiled, rows[i].text);
      const gboolean is_placed = i < 2 || diagnostic->column > 0;

      g_assert_cmpuint (diagnostic->line, ==, is_placed ? rows[i].line : 5);
      g_assert_cmpstr (diagnostic->replacement, ==, is_placed ? rows[i].replacement : NULL);
    }
}

/* Two instances have the same mistake, which is told once, and another kernel runs. */
static void
test_instances_that_are_left_out_are_told (void)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (
      BROKEN "__global__ void p (int *a) {}\n"
      HOST ("k<float><<<1, 32>>> (d); k<int><<<1, 32>>> (e); p<<<1, 32>>> (e);"));
  const LoomDiagnostic *warning = compiled->diagnostics->pdata[0];

  g_assert_nonnull (compiled->ptx);
  g_assert_cmpuint (compiled->kernels->len, ==, 1);
  g_assert_cmpuint (compiled->diagnostics->len, ==, 1);
  g_assert_cmpint (warning->severity, ==, LOOM_SEVERITY_WARNING);
  g_assert_cmpuint (warning->line, ==, 2);
  g_assert_nonnull (strstr (warning->text, "\"nothing\" is undefined"));
}

static void
test_host_code_is_left_out (void)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (
      "#include <vector>\nconst int width = 4;\nint host_width = 5;\n"
      "constexpr int twice (int x) { return 2 * x; }\n"
      "__global__ void k (int *a) { a[0] = twice (width); }\nint main ()\n{\n  int *p;\n"
      "  cudaMalloc (&p, 4);\n  k<<<1, host_width>>> (p);\n  std::vector<int> v;\n}\n"
      "__global__ void l (int *a) {}\n");

  g_assert_cmpstr (compiled->ptx != NULL ? "" : compiled->log, ==, "");
  g_assert_cmpuint (compiled->diagnostics->len, ==, 0);
  g_assert_cmpuint (loom_compiled_find_kernel (compiled, "k")->line, ==, 5);
  g_assert_cmpuint (loom_compiled_find_kernel (compiled, "l")->line, ==, 13);
}

/* The name of a type that only the preprocessor puts together is not seen by its tokens. */
static void
test_literals_of_c_are_taken (void)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (
      "struct P { int a, b; };\n#define UP(x) (float2){x, 1}\n"
      "__device__ float2 f () { return (float2){1.0f, -1.0f}; }\n"
      "__global__ void k (float2 *a) { a[0] = f (); a[1] = UP (3); a[2].x = (struct P){1, 2}.b; }\n");

  g_assert_cmpuint (compiled->diagnostics->len, ==, 0);
  g_assert_nonnull (compiled->ptx);
}

static void
test_what_the_compiler_misses_is_put_back (void)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (
      "#define NAME(x) pair_##x\nstruct pair_int { int a, b; };\nstruct pair_host;\n"
      "__global__ void k (int *a) { NAME (int) p = { 1, 2 }; a[0] = p.a + p.b; }\n");

  g_assert_cmpstr (compiled->ptx != NULL ? "" : compiled->log, ==, "");
  g_assert_cmpuint (compiled->diagnostics->len, ==, 0);
}

static void
test_warnings_come_with_the_result (void)
{
  g_autoptr (LoomCompiled) compiled
      = fixture_compile ("__global__ void k (int *a) { int unused; a[0] = 1; }");

  g_assert_nonnull (compiled->ptx);
  g_assert_nonnull (fixture_find (compiled, "unused"));
  g_assert_cmpint (fixture_find (compiled, "unused")->severity, ==, LOOM_SEVERITY_WARNING);
}

static void
test_host_headers_have_stand_ins (void)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (
      "#include <stdio.h>\n#include <cstdint>\n#include <cmath>\n#include <assert.h>\n"
      "#include <cuda_runtime.h>\n#include <vector>\n#include <sys/time.h>\n"
      "__global__ void k (uint8_t *a, std::int64_t n)\n{ assert (n > 0); printf (\"%d\", a[0]);\n"
      "  a[0] = M_PI + std::sqrt (2.0f) + INT64_MAX; }\n");

  g_assert_cmpstr (compiled->ptx != NULL ? "" : compiled->log, ==, "");
}

static void
assert_symbols (LoomCompiled       *compiled,
                const char * const *expected,
                guint               n_expected)
{
  g_assert_cmpuint (compiled->symbols->len, ==, n_expected);
  for (guint i = 0; i < n_expected; i++)
    {
      gboolean found = FALSE;

      for (guint j = 0; j < compiled->symbols->len; j++)
        {
          const LoomSymbol *symbol = compiled->symbols->pdata[j];
          g_autofree char *type = loom_type_format (&symbol->type);
          g_autofree char *shape = loom_shape_format (&symbol->shape);
          g_autofree char *text = g_strdup_printf ("%s %s %s%s", symbol->name, type, shape,
                                                   symbol->is_constant ? " const" : "");

          found = found || g_str_equal (text, expected[i]);
        }
      g_test_message ("%s", expected[i]);
      g_assert_true (found);
    }
}

/* Those that only the preprocessor sees. */
static void
test_conditional_variables_have_types (void)
{
  static const char * const options[] = { "-DMANY=4", NULL };
  static const char source[] =
      "#if defined (MANY) && MANY > 3\n__constant__ float weights[32];\n"
      "#else\n__constant__ float nothing[32];\n#endif\n"
      "#ifdef FEW\n__device__ float little[4];\n#endif\n"
      "#define TABLE(type, name, n) __device__ type name[n]\n#define COUNTER(x) __device__ int c_##x\n"
      "namespace n { TABLE (double, sums, 8); }\nCOUNTER (one);\n#define one_of(x) c_##x\n"
      "__global__ void k (float *f)\n"
      "{ __shared__ int own[2]; static __device__ int calls; calls++; own[0] = 1; one_of (one)++;\n"
      "  f[threadIdx.x] = weights[threadIdx.x] + n::sums[0]; }\n";
  LoomCompileRequest request
      = { .source = source, .length = strlen (source), .name = "v.cu", .options = options };
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomCompiled) compiled = fixture_try_compile (&request, &error);
  static const char *const expected[]
      = { "weights float 32 const", "n::sums double 8", "c_one int 1", "_ZZ1kPfE5calls byte[4] 1" };

  g_assert_no_error (error);
  assert_symbols (compiled, expected, G_N_ELEMENTS (expected));
}

/* The compiler puts such names into namespaces that it makes up, and that nobody can write. */
static void
test_variables_of_one_unit_have_types (void)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (
      "#define COUNTER(x) __device__ int c_##x\n#define TABLE(name) __constant__ float name[3]\n"
      "namespace { COUNTER (one); }\nnamespace n { static TABLE (few); namespace { TABLE (all); } }\n"
      "__global__ void k (float *f) { f[0] = c_one++ + n::few[1] + n::all[2]; }\n");
  static const char *const expected[]
      = { "c_one int 1", "n::few float 3 const", "n::all float 3 const" };

  assert_symbols (compiled, expected, G_N_ELEMENTS (expected));
}

/* Those of templates, which nobody declares by the names that they have. */
static void
test_variables_of_templates_have_types (void)
{
  g_autoptr (LoomCompiled) compiled
      = fixture_compile ("template <typename T> __constant__ T mask[10];\n"
                         "namespace n { template <class T, int N> __device__ T table[N]; }\n"
                         "template <typename T> __global__ void k (T *out)\n"
                         "{ out[0] = mask<T>[threadIdx.x] + n::table<T, 4>[threadIdx.x]; }\n"
                         "template __global__ void k<double> (double *);\n");
  static const char *const expected[]
      = { "mask<double> double 10 const", "n::table<double, 4> double 4" };

  assert_symbols (compiled, expected, G_N_ELEMENTS (expected));
}

/* The compiler has no words for their addresses. */
static void
test_managed_variables_leave_others_their_types (void)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (
      "struct S { int first, last; };\n__managed__ int sum;\n__device__ short few;\n"
      "__global__ void k (S s) { few += atomicAdd (&sum, s.last); }\n");
  static const char *const expected[] = { "few short 1", "sum byte[4] 1" };
  const LoomKernel *kernel = compiled->kernels->pdata[0];
  const LoomParam *param = kernel->params->pdata[0];

  assert_symbols (compiled, expected, G_N_ELEMENTS (expected));
  g_assert_nonnull (param->type.record);
}

static void
test_variables_have_types (void)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (
      "namespace n { __constant__ float c[4][5]; }\n__device__ unsigned int total;\n"
      "struct S { int a, b, c; };\n__device__ S s[2];\n"
      "__global__ void k (int *a) { a[0] = n::c[0][0] + total + s[0].a; printf (\"%d\\n\", a[0]); "
      "}\n");
  static const char *const expected[]
      = { "n::c float 4,5 const", "total unsigned int 1", "s S 2" };

  assert_symbols (compiled, expected, G_N_ELEMENTS (expected));
}

static void
test_the_kernel_expression_is_instantiated (void)
{
  static const char source[] = "template <class T> __global__ void scale (T *p, T k) { *p *= k; }";
  LoomCompileRequest request = { .source = source, .length = strlen (source), .name = "t.cu" };
  g_autoptr (LoomCompiled) good = NULL;
  g_autoptr (LoomCompiled) bad = NULL;
  LoomKernel *kernel;

  request.kernel = "scale<double>";
  good = fixture_try_compile (&request, NULL);
  kernel = loom_compiled_find_kernel (good, "scale<double>");
  g_assert_nonnull (kernel);
  g_assert_cmpint (((LoomParam *) kernel->params->pdata[1])->type.scalar, ==, LOOM_SCALAR_F64);
  g_assert_cmpstr (((LoomParam *) kernel->params->pdata[1])->name, ==, "k");

  request.kernel = "scale<nothing>";
  bad = fixture_try_compile (&request, NULL);
  g_assert_null (bad->ptx);
  g_assert_nonnull (fixture_find (bad, "kernel=scale<nothing>"));
}

/* Unrolled, optimising this takes the compiler some seconds. */
static const char slow_source[] =
    "__global__ void slow (unsigned *a)\n{\n  unsigned bins[32] = { 0 };\n#pragma unroll\n"
    "  for (int i = 0; i < 96; i++)\n    {\n      const unsigned x = a[i * 32 + threadIdx.x];\n"
    "#pragma unroll\n      for (int j = 0; j < 64; j++)\n        if (x > a[j])\n"
    "          bins[(i + j) % 32] += x * j;\n        else\n          bins[(i * j) % 32] ^= x;\n"
    "    }\n  for (int i = 0; i < 32; i++)\n    a[i] = bins[i];\n}\n";

static void
test_what_takes_optimising_long_is_begun_anew_in_haste (void)
{
  static const char * const options[] = { "--Ofast-compile=max", NULL };
  LoomCompileRequest request
      = { .source = slow_source, .length = strlen (slow_source), .name = "s.cu" };
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomCompiled) hasty = fixture_try_compile (&request, &error);
  g_autoptr (LoomCompiled) asked = NULL;
  const LoomDiagnostic *note;
  double version;

  g_assert_no_error (error);
  g_assert_nonnull (hasty->ptx);
  version = g_ascii_strtod (hasty->compiler + strcspn (hasty->compiler, G_CSET_DIGITS), NULL);
  note = fixture_find (hasty, "--Ofast-compile=0");
  /* Which of the 12s was the first that can hurry is not stated. */
  if (version < 12)
    g_assert_null (note);
  if (version < 13)
    return;
  g_assert_nonnull (note);
  g_assert_cmpint (note->severity, ==, LOOM_SEVERITY_NOTE);

  request.options = options;
  asked = fixture_try_compile (&request, &error);
  g_assert_no_error (error);
  g_assert_nonnull (asked->ptx);
  g_assert_cmpuint (asked->diagnostics->len, ==, 0);
}

static void
test_ptx_does_not_name_this_machine (void)
{
  g_autofree char *folder = g_dir_make_tmp ("gridloom-XXXXXX", NULL);
  static const char source[] = "__global__ void k (int *a) { a[0] = 1; }";
  LoomCompileRequest request
      = { .source = source, .length = strlen (source), .name = "t.cu", .folder = folder };
  g_autoptr (LoomCompiled) compiled = fixture_try_compile (&request, NULL);

  g_assert_nonnull (strstr (compiled->ptx, "\"t.cu\""));
  g_assert_null (strstr (compiled->ptx, "gridloom-XX"));
  g_assert_null (strstr (compiled->ptx, folder));
  g_rmdir (folder);
}

/* A document's folder with a secret beside it, and ways that lead there. */
typedef struct
{
  char *root, *folder, *secret, *out, *inner;
} Tree;

static void
tree_init (Tree *tree)
{
  tree->root = g_dir_make_tmp ("gridloom-XXXXXX", NULL);
  tree->folder = g_build_filename (tree->root, "document", NULL);
  tree->secret = g_build_filename (tree->root, "secret.h", NULL);
  tree->out = g_build_filename (tree->folder, "out.h", NULL);
  tree->inner = g_build_filename (tree->folder, "inner.h", NULL);
  g_mkdir (tree->folder, 0700);
  g_file_set_contents (tree->secret, "xyzzy_secret plugh_secret;\n", -1, NULL);
  g_file_set_contents (tree->inner, "#define INNER 7\n", -1, NULL);
  g_assert_cmpint (symlink (tree->secret, tree->out), ==, 0);
}

static void
tree_clear (Tree *tree)
{
  g_unlink (tree->out);
  g_unlink (tree->inner);
  g_unlink (tree->secret);
  g_rmdir (tree->folder);
  g_rmdir (tree->root);
  g_free (tree->root);
  g_free (tree->folder);
  g_free (tree->secret);
  g_free (tree->out);
  g_free (tree->inner);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tree, tree_clear)

static LoomCompiled *
compile_in (const Tree *tree,
            const char *source)
{
  LoomCompileRequest request = { .source = source, .length = strlen (source), .name = "t.cu" };
  g_autoptr (GError) error = NULL;
  LoomCompiled *compiled;

  request.folder = tree->folder;
  compiled = fixture_try_compile (&request, &error);
  g_assert_no_error (error);
  return compiled;
}

static void
test_files_of_the_folder_are_included (void)
{
  g_auto (Tree) tree = { NULL };
  g_autoptr (LoomCompiled) compiled = NULL;

  tree_init (&tree);
  compiled
      = compile_in (&tree, "#include \"inner.h\"\n__global__ void k (int *a) { a[0] = INNER; }");
  g_assert_cmpstr (compiled->ptx != NULL ? "" : compiled->log, ==, "");
}

/* Also those that are not there yet, and where the text is refused. */
static void
test_files_that_count_are_told (void)
{
  g_auto (Tree) tree = { NULL };
  g_autoptr (LoomCompiled) compiled = NULL;
  g_autoptr (LoomCompiled) broken = NULL;

  tree_init (&tree);
  compiled = compile_in (&tree, "#include \"inner.h\"\n#include \"none.h\"\n#include <string.h>\n"
                                "__global__ void k (int *a) { a[0] = 1; }");
  g_assert_cmpuint (compiled->files->len, ==, 2);
  g_assert_cmpstr (compiled->files->pdata[0], ==, "inner.h");
  g_assert_cmpstr (compiled->files->pdata[1], ==, "none.h");
  broken = compile_in (&tree, "#include \"inner.h\"\n__global__ void k (int *a) { a[0] = ; }");
  g_assert_cmpuint (broken->files->len, ==, 1);
}

/* A file that another one includes, with names of that one. */
static void
test_a_part_names_the_file_that_includes_it (void)
{
  static const char part[] = "__global__ void k (float *a) { a[0] = WIDTH; }\n";
  g_auto (Tree) tree = { NULL };
  LoomCompileRequest request = { .source = part, .length = strlen (part), .name = "part.cu" };
  g_autoptr (LoomCompiled) compiled = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *whole = NULL;
  g_autofree char *other = NULL;
  const LoomDiagnostic *first;

  tree_init (&tree);
  whole = g_build_filename (tree.folder, "whole.cu", NULL);
  other = g_build_filename (tree.folder, "a.cu", NULL);
  g_file_set_contents (whole, "#define WIDTH 3\n # include \"part.cu\"\n", -1, NULL);
  g_file_set_contents (other, "// #include \"part.cu\"\n#include \"other-part.cu\"\n", -1, NULL);
  request.folder = tree.folder;
  compiled = fixture_try_compile (&request, &error);
  g_assert_no_error (error);
  g_remove (whole);
  g_remove (other);

  g_assert_cmpuint (compiled->diagnostics->len, ==, 2);
  first = compiled->diagnostics->pdata[0];
  g_assert_nonnull (strstr (first->text, "whole.cu"));
  g_assert_cmpint (first->fix, ==, LOOM_FIX_OPEN_FILE);
  g_assert_cmpstr (first->replacement, ==, "whole.cu");
}

/* A header in a folder of its own, with a kernel and a function, and the document beside it. */
static LoomCompiled *
compile_beside (const char *header,
                const char *source,
                const char *option)
{
  g_auto (Tree) tree = { NULL };
  const char *options[] = { option, NULL };
  LoomCompileRequest request = { .source = source, .length = strlen (source), .name = "t.cu",
                                 .options = options };
  g_autoptr (GError) error = NULL;
  LoomCompiled *compiled;

  tree_init (&tree);
  g_file_set_contents (tree.inner, header, -1, NULL);
  request.folder = tree.folder;
  compiled = fixture_try_compile (&request, &error);
  g_assert_no_error (error);
  return compiled;
}

static void
test_kernels_of_headers_have_names_and_places (void)
{
  g_autoptr (LoomCompiled) compiled = compile_beside (
      "#pragma once\n\n__global__ void\ninside (float *cells, int count)\n{ cells[0] = count; }\n",
      "#include \"inner.h\"\n#include \"inner.h\"\n__global__ void outside (int *a) {}\n", NULL);
  LoomKernel *inside, *outside;
  g_autofree char *text = NULL;

  g_assert_cmpstr (compiled->ptx != NULL ? "" : compiled->log, ==, "");
  inside = loom_compiled_find_kernel (compiled, "inside");
  outside = loom_compiled_find_kernel (compiled, "outside");
  text = describe_kernel (inside);
  g_assert_cmpstr (text, ==, "inside@4: array float cells; scalar int count;");
  g_assert_cmpstr (inside->file, ==, "inner.h");
  g_assert_cmpstr (outside->file, ==, NULL);
  g_assert_cmpuint (outside->line, ==, 3);
  g_assert_nonnull (strstr (compiled->ptx, "\"./inner.h\""));
}

/* Which indices it reads, and what it tests them against. */
static void
test_kernels_of_headers_have_indices (void)
{
  g_autoptr (LoomCompiled) compiled = compile_beside (
      "#define WIDTH 40\n__global__ void inside (float *cells)\n{\n"
      "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y;\n"
      "  if (x < WIDTH) cells[x] = y;\n}\n",
      "#include \"inner.h\"\n", NULL);
  const LoomKernel *kernel = loom_compiled_find_kernel (compiled, "inside");
  const LoomSourceBound *bound;

  g_assert_true (kernel->indices.is_known);
  g_assert_cmpuint (kernel->indices.threads, ==, 3);
  g_assert_cmpuint (kernel->indices.blocks, ==, 1);
  g_assert_cmpuint (((LoomParam *) kernel->params->pdata[0])->direct, ==, 1);
  g_assert_cmpuint (kernel->bounds->len, ==, 1);
  bound = kernel->bounds->pdata[0];
  g_assert_cmpstr (bound->name, ==, "WIDTH");
  g_assert_cmpint (bound->value, ==, 40);
}

/* Compilers before CUDA 12 tell no columns. */
static void
check_column (const LoomDiagnostic *diagnostic,
              guint                 column)
{
  g_assert_true (diagnostic->column == column || diagnostic->column == 0);
}

static const struct
{
  const char *name;
  const char *source;
  const char *error;            /* or NULL: it compiles */
  guint       column;           /* in the first line */
} constants[] = {
  { "of-constants", "const float x = 0.5f; static const double y = x * x / 4;" },
  { "of-constexpr-functions",
    "constexpr float half (float x) { return x / 2; } const float x = 1; const float y = half (x);" },
  { "on-the-device", "const float x = 0.5f; __constant__ float y = x * 2;" },
  { "of-functions", "const double y = acos (-1.0);", "must have a constant value", 18 },
};

/* What nvcc computes while it compiles. */
static void
test_constants_are_computed (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *source
      = g_strconcat (constants[i].source, "\n__global__ void k (double *a) { a[0] = y; }\n", NULL);
  g_autoptr (LoomCompiled) compiled = fixture_compile (source);

  if (constants[i].error == NULL)
    {
      g_assert_nonnull (compiled->ptx);
      g_assert_cmpuint (compiled->diagnostics->len, ==, 0);
      return;
    }

  g_assert_null (compiled->ptx);
  check_column (fixture_find (compiled, constants[i].error), constants[i].column);
}

static void
test_mistakes_stand_in_their_files (void)
{
  g_autoptr (LoomCompiled) compiled = compile_beside (
      "\n__device__ int f ()\n{ return nothing; }\n",
      "#include \"inner.h\"\n__global__ void k (int *a)\n{ a[0] = f () + neither; }\n", NULL);
  const LoomDiagnostic *inside = fixture_find (compiled, "nothing");
  const LoomDiagnostic *outside = fixture_find (compiled, "neither");

  g_assert_null (compiled->ptx);
  g_assert_cmpstr (inside->file, ==, "inner.h");
  g_assert_cmpuint (inside->line, ==, 3);
  check_column (inside, 10);
  g_assert_cmpstr (outside->file, ==, NULL);
  g_assert_cmpuint (outside->line, ==, 3);
}

/* What is asked of the compiler besides the document's own text is no word of the user's. */
static void
test_wrong_instances_are_told_in_the_users_words (void)
{
  static const struct
  {
    const char *kernel, *word;
  } wrong[] = {
    { "pos<-1>", "N must be positive" },
    { "scale<float, float>", "do not fit template <typename T, int N = 4>" },
    { "scale<Nobody>", "\"Nobody\" is undefined" },
    { "scale<void>", "detected during instantiation of \"void scale" },
  };
  static const char source[]
      = "template <typename T, int N = 4> __global__ void scale (T *f) { f[threadIdx.x] = N; }\n"
        "template <int N> __global__ void pos (int *f) { static_assert (N > 0, \"N must be "
        "positive\"); f[0] = N; }\n";

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      LoomCompileRequest request = { .source = source, .length = strlen (source), .name = "t.cu",
                                     .kernel = wrong[i].kernel };
      g_autoptr (LoomCompiled) compiled = fixture_try_compile (&request, NULL);

      g_assert_nonnull (fixture_find (compiled, wrong[i].word));
      for (guint j = 0; j < compiled->diagnostics->len; j++)
        {
          const LoomDiagnostic *diagnostic = compiled->diagnostics->pdata[j];

          g_assert_null (strstr (diagnostic->text, "__nv"));
          g_assert_null (strstr (diagnostic->text, "loom"));
        }
    }
}

static void
test_headers_of_nobody_are_empty (void)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (
      "#include <stdio.h>\n#include <nobody.h>\n#include \"nobody.h\"\n"
      "#ifdef _WIN32\n#include <windows.h>\n#endif\n__global__ void k (int *a) { a[0] = 1; }\n");
  const LoomDiagnostic *note = fixture_find (compiled, "nobody.h");

  g_assert_nonnull (compiled->ptx);
  g_assert_cmpstr (compiled->log, ==, "");
  g_assert_cmpuint (compiled->diagnostics->len, ==, 1);
  g_assert_cmpint (note->severity, ==, LOOM_SEVERITY_NOTE);
  g_assert_cmpuint (note->line, ==, 2);
}

/* The way out is said beside the compiler's own error. */
static void
test_what_a_header_of_nobody_had_is_an_error (void)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (
      "#define W 1\n#include \"nobody.h\"\n#include <other.h>\n"
      "__global__ void k (float *a) { a[0] = WIDTH; }\n");
  const LoomDiagnostic *first = compiled->diagnostics->pdata[0];
  const LoomDiagnostic *second = compiled->diagnostics->pdata[1];

  g_assert_null (compiled->ptx);
  g_assert_cmpuint (compiled->diagnostics->len, ==, 3);
  g_assert_cmpint (first->severity, ==, LOOM_SEVERITY_ERROR);
  g_assert_nonnull (strstr (first->text, "nobody.h"));
  g_assert_nonnull (strstr (first->text, "-I"));
  g_assert_nonnull (strstr (second->text, "other.h"));
  g_assert_cmpuint (first->line, ==, 2);
  g_assert_cmpuint (fixture_find (compiled, "WIDTH")->line, ==, 4);
  g_assert_nonnull (strstr (compiled->log, "WIDTH"));
  g_assert_null (strstr (compiled->log, "gridloom"));
}

static void
test_a_header_of_nobody_is_not_blamed_for_other_mistakes (void)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (
      "#include \"nobody.h\"\n__global__ void k (float *a) { a[0] = 1 }\n");

  g_assert_null (compiled->ptx);
  g_assert_cmpint (fixture_find (compiled, "nobody.h")->severity, ==, LOOM_SEVERITY_NOTE);
}

static void
test_headers_need_not_be_utf_8 (void)
{
  g_autoptr (LoomCompiled) compiled
      = compile_beside ("/* caf\xe9 */ __device__ int f () { return oh; }\n",
                        "#include \"inner.h\"\n__global__ void k (int *a) { a[0] = f (); }\n", NULL);

  check_column (fixture_find (compiled, "oh"), 41);
}

/* A folder above the document's, which holds the header. */
static void
test_a_root_lets_headers_above_be_read (void)
{
  g_auto (Tree) tree = { NULL };
  static const char source[] = "#include \"../secret.h\"\n__global__ void k (int *a) { a[0] = S; }\n";
  LoomCompileRequest request = { .source = source, .length = strlen (source), .name = "t.cu" };
  g_autoptr (LoomCompiled) without = NULL;
  g_autoptr (LoomCompiled) with = NULL;
  const LoomDiagnostic *note;

  tree_init (&tree);
  g_file_set_contents (tree.secret, "#define S 4\n", -1, NULL);
  request.folder = tree.folder;
  without = fixture_try_compile (&request, NULL);
  note = fixture_find (without, "../secret.h");
  g_assert_null (without->ptx);
  g_assert_cmpint (note->fix, ==, LOOM_FIX_ALLOW_FOLDER);
  g_assert_cmpstr (note->replacement, ==, tree.root);

  request.root = tree.root;
  with = fixture_try_compile (&request, NULL);
  g_assert_cmpstr (with->ptx != NULL ? "" : with->log, ==, "");
  g_assert_cmpuint (with->diagnostics->len, ==, 0);
}

/* The same question for a folder that is searched. */
static void
test_a_root_lets_folders_above_be_searched (void)
{
  g_auto (Tree) tree = { NULL };
  const char *options[] = { "-I..", NULL };
  static const char source[] = "#include <secret.h>\n__global__ void k (int *a) { a[0] = S; }\n";
  LoomCompileRequest request = { .source = source, .length = strlen (source), .name = "t.cu",
                                 .options = options };
  g_autoptr (LoomCompiled) without = NULL;
  g_autoptr (LoomCompiled) with = NULL;
  const LoomDiagnostic *error;

  tree_init (&tree);
  g_file_set_contents (tree.secret, "#define S 4\n", -1, NULL);
  request.folder = tree.folder;
  without = fixture_try_compile (&request, NULL);
  error = fixture_find (without, "“..” of -I");
  g_assert_null (without->ptx);
  g_assert_cmpint (error->severity, ==, LOOM_SEVERITY_ERROR);
  g_assert_cmpint (error->fix, ==, LOOM_FIX_ALLOW_FOLDER);
  g_assert_cmpstr (error->replacement, ==, tree.root);

  request.root = tree.root;
  with = fixture_try_compile (&request, NULL);
  g_assert_cmpstr (with->ptx != NULL ? "" : with->log, ==, "");
}

static const struct
{
  const char *name;
  const char *source;           /* %s: the secret's path */
} routes[] = {
  { "quoted", "#include \"%s\"\n" },
  { "angled", "#include <%s>\n" },
  { "computed", "#define H \"%s\"\n#include H\n" },
  { "parent", "#include \"../secret.h\" // %s\n" },
  { "parent-angled", "#include <../secret.h> // %s\n" },
  { "symlink", "#include \"out.h\" // %s\n" },
  { "dotted", "#include \"/proc/self/root%s\"\n" },
};

static void
test_a_route_outside_is_refused (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_auto (Tree) tree = { NULL };
  g_autoptr (LoomCompiled) there = NULL;
  g_autoptr (LoomCompiled) gone = NULL;
  g_autofree char *source = NULL;
  g_autoptr (GString) text = NULL;

  tree_init (&tree);
  text = g_string_new (routes[i].source);
  g_string_replace (text, "%s", tree.secret, 0);
  g_string_append (text, "__global__ void k (int *a) {}\n");

  there = compile_in (&tree, text->str);
  g_assert_cmpuint (there->diagnostics->len, ==, 1);
  g_assert_null (strstr (there->log, "plugh"));

  /* The same words when it is not there. */
  g_unlink (tree.secret);
  gone = compile_in (&tree, text->str);
  g_assert_cmpstr (there->ptx, ==, gone->ptx);
  g_assert_cmpstr (there->log, ==, gone->log);
  g_assert_cmpstr (((LoomDiagnostic *) there->diagnostics->pdata[0])->text, ==,
                   ((LoomDiagnostic *) gone->diagnostics->pdata[0])->text);
}

static void
test_has_include_sees_nothing_outside (void)
{
  g_auto (Tree) tree = { NULL };
  g_autoptr (LoomCompiled) compiled = NULL;
  g_autofree char *source = NULL;

  tree_init (&tree);
  source = g_strdup_printf (
      "#if __has_include(\"%s\") || __has_include(<%s>) || __has_include(\"../secret.h\") || "
      "__has_include(\"out.h\")\n__global__ void seen () {}\n#else\n"
      "__global__ void unseen () {}\n#endif\n",
      tree.secret, tree.secret);
  compiled = compile_in (&tree, source);
  g_assert_nonnull (loom_compiled_find_kernel (compiled, "unseen"));
  g_assert_null (loom_compiled_find_kernel (compiled, "seen"));
}

static void
test_an_option_is_refused (gconstpointer option)
{
  g_auto (Tree) tree = { NULL };
  const char *options[] = { option, NULL };
  static const char source[] = "__global__ void k () {}";
  LoomCompileRequest request = { .source = source, .length = strlen (source), .name = "t.cu" };
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomCompiled) compiled = NULL;
  g_autofree char *written = NULL;

  tree_init (&tree);
  written = g_build_filename (tree.folder, "written", NULL);
  request.folder = tree.folder;
  request.options = options;
  compiled = fixture_try_compile (&request, &error);
  g_assert_true (compiled == NULL || compiled->ptx == NULL);
  g_assert_false (g_file_test (written, G_FILE_TEST_EXISTS));
}

/* Instantiates itself without end worth waiting for. */
#define EXPLOSION                                                                                  \
  "template <int N, int M> struct F { static constexpr long v = F<N - 1, M * 2>::v + F<N - 1, M "  \
  "* 2 + 1>::v; };\n"                                                                              \
  "template <int M> struct F<0, M> { static constexpr long v = M; };\n"                            \
  "__global__ void k (long *a) { a[0] = F<24, 1>::v; }\n"

static void
set_cb (gboolean *flag)
{
  *flag = TRUE;
}

static void
test_an_explosion_is_dropped (void)
{
  const LoomCompileRequest request
      = { .source = EXPLOSION, .length = strlen (EXPLOSION), .name = "t.cu" };
  LoomRunnerClient *client = fixture_get_client ();
  g_autoptr (LoomCompiled) before = fixture_compile ("__global__ void k () {}");
  gboolean lost = FALSE;
  gulong handler = g_signal_connect_swapped (client, "lost", G_CALLBACK (set_cb), &lost);

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (LoomCompiled) after = NULL;
      FixtureStopped stopped = { FALSE };

      loom_runner_client_compile_async (client, &request, cancellable, fixture_compile_stopped_cb,
                                        &stopped);
      g_timeout_add (300, fixture_cancel_cb, cancellable);
      while (!g_cancellable_is_cancelled (cancellable))
        g_main_context_iteration (NULL, TRUE);
      fixture_wait (&stopped.done);
      g_assert_error (stopped.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_clear_error (&stopped.error);

      after = fixture_compile ("__global__ void k () {}");
      g_assert_nonnull (after->ptx);
    }

  g_assert_false (lost);
  g_assert_cmpint (loom_runner_client_get_state (client), ==, LOOM_RUNNER_RUNNING);
  g_signal_handler_disconnect (client, handler);
}

/* Children of this process, by the kernel's table. */
static pid_t
find_runner (void)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", name, "stat", NULL);
      g_autofree char *text = NULL;
      const char *rest;

      if (g_ascii_isdigit (*name) && g_file_get_contents (path, &text, NULL, NULL) &&
          (rest = strrchr (text, ')')) != NULL && strlen (rest) > 4 && rest[2] != 'Z' &&
          g_ascii_strtoll (rest + 4, NULL, 10) == getpid ())
        return (pid_t) g_ascii_strtoll (name, NULL, 10);
    }

  return 0;
}

/* It may not have been started yet. */
static gboolean
kill_cb (gpointer user_data)
{
  pid_t runner = find_runner ();

  if (runner == 0)
    return G_SOURCE_CONTINUE;
  kill (runner, SIGKILL);
  return G_SOURCE_REMOVE;
}

static void
test_a_kill_at_any_moment_is_survived (void)
{
  const LoomCompileRequest request
      = { .source = EXPLOSION, .length = strlen (EXPLOSION), .name = "t.cu" };

  for (guint delay = 0; delay < 200; delay += 20)
    {
      g_autoptr (LoomCompiled) after = NULL;
      FixtureStopped stopped = { FALSE };

      loom_runner_client_compile_async (fixture_get_client (), &request, NULL,
                                        fixture_compile_stopped_cb, &stopped);
      g_timeout_add (delay, kill_cb, NULL);
      fixture_wait (&stopped.done);
      g_assert_error (stopped.error, LOOM_ERROR, LOOM_ERROR_RUNNER);
      g_clear_error (&stopped.error);

      after = fixture_compile ("__global__ void k () {}");
      g_assert_nonnull (after->ptx);
    }
}

static void
test_everything_is_described (void)
{
  g_autoptr (GVariant) answer = NULL;
  g_autoptr (GVariant) backends = NULL;
  g_autoptr (GVariant) libraries = NULL;
  g_autoptr (GVariant) first = NULL;
  g_autoptr (GVariant) nvrtc = NULL;
  const char *text;
  gboolean flag;

  answer = fixture_describe ();
  backends = g_variant_get_child_value (answer, 0);
  libraries = g_variant_get_child_value (answer, 1);
  first = g_variant_get_child_value (backends, 0);
  nvrtc = g_variant_get_child_value (libraries, 0);
  g_assert_true (g_variant_lookup (first, "id", "&s", &text));
  g_assert_cmpstr (text, ==, "sim");
  g_assert_true (g_variant_lookup (first, "available", "b", &flag) && flag);
  g_assert_true (g_variant_lookup (nvrtc, "found", "b", &flag) && flag);
  g_assert_true (g_variant_lookup (nvrtc, "path", "&s", &text));
  g_assert_true (g_path_is_absolute (text));
  g_assert_cmpuint (g_variant_n_children (libraries), ==, 3);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (launched); i++)
    {
      g_autofree char *path = g_strconcat ("/runner/compile/launched/", launched[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_launched_instances);
    }
  for (guint i = 0; i < G_N_ELEMENTS (signatures); i++)
    {
      g_autofree char *path = g_strdup_printf ("/runner/compile/signature/%s", signatures[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_a_signature_is_resolved);
    }
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/runner/compile/mistake/%s", mistakes[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_a_mistake_has_its_place);
    }
  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autofree char *path = g_strdup_printf ("/runner/compile/members/%s", layouts[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_a_struct_has_members);
    }
  g_test_add_func ("/runner/compile/members-that-cannot-be-asked-for",
                   test_a_struct_that_cannot_be_asked_for_is_bytes);
  for (guint i = 0; i < G_N_ELEMENTS (routes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/runner/compile/refused/%s", routes[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_a_route_outside_is_refused);
    }
  g_test_add_func ("/runner/compile/no-more-instances-than-anybody-chooses-among",
                   test_no_more_instances_than_anybody_chooses_among);
  g_test_add_func ("/runner/compile/a-mistake-has-its-cure", test_a_mistake_has_its_cure);
  g_test_add_func ("/runner/compile/instances-that-are-left-out-are-told",
                   test_instances_that_are_left_out_are_told);
  for (guint i = 0; i < G_N_ELEMENTS (constants); i++)
    {
      g_autofree char *path = g_strconcat ("/runner/compile/constants/", constants[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_constants_are_computed);
    }
  g_test_add_func ("/runner/compile/host-code-is-left-out", test_host_code_is_left_out);
  g_test_add_func ("/runner/compile/literals-of-c-are-taken", test_literals_of_c_are_taken);
  g_test_add_func ("/runner/compile/what-the-compiler-misses-is-put-back",
                   test_what_the_compiler_misses_is_put_back);
  g_test_add_func ("/runner/compile/warnings-come-with-the-result",
                   test_warnings_come_with_the_result);
  g_test_add_func ("/runner/compile/host-headers-have-stand-ins", test_host_headers_have_stand_ins);
  g_test_add_func ("/runner/compile/variables-have-types", test_variables_have_types);
  g_test_add_func ("/runner/compile/managed-variables-leave-others-their-types",
                   test_managed_variables_leave_others_their_types);
  g_test_add_func ("/runner/compile/variables-of-templates-have-types",
                   test_variables_of_templates_have_types);
  g_test_add_func ("/runner/compile/conditional-variables-have-types",
                   test_conditional_variables_have_types);
  g_test_add_func ("/runner/compile/variables-of-one-unit-have-types",
                   test_variables_of_one_unit_have_types);
  g_test_add_func ("/runner/compile/kernel-expression-is-instantiated",
                   test_the_kernel_expression_is_instantiated);
  g_test_add_func ("/runner/compile/what-takes-optimising-long-is-begun-anew-in-haste",
                   test_what_takes_optimising_long_is_begun_anew_in_haste);
  g_test_add_func ("/runner/compile/ptx-does-not-name-this-machine",
                   test_ptx_does_not_name_this_machine);
  g_test_add_func ("/runner/compile/files-of-the-folder-are-included",
                   test_files_of_the_folder_are_included);
  g_test_add_func ("/runner/compile/a-part-names-the-file-that-includes-it",
                   test_a_part_names_the_file_that_includes_it);
  g_test_add_func ("/runner/compile/files-that-count-are-told", test_files_that_count_are_told);
  g_test_add_func ("/runner/compile/kernels-of-headers-have-names-and-places",
                   test_kernels_of_headers_have_names_and_places);
  g_test_add_func ("/runner/compile/mistakes-stand-in-their-files",
                   test_mistakes_stand_in_their_files);
  g_test_add_func ("/runner/compile/kernels-of-headers-have-indices",
                   test_kernels_of_headers_have_indices);
  g_test_add_func ("/runner/compile/wrong-instances-are-told-in-the-users-words",
                   test_wrong_instances_are_told_in_the_users_words);
  g_test_add_func ("/runner/compile/headers-of-nobody-are-empty", test_headers_of_nobody_are_empty);
  g_test_add_func ("/runner/compile/what-a-header-of-nobody-had-is-an-error",
                   test_what_a_header_of_nobody_had_is_an_error);
  g_test_add_func ("/runner/compile/a-header-of-nobody-is-not-blamed-for-other-mistakes",
                   test_a_header_of_nobody_is_not_blamed_for_other_mistakes);
  g_test_add_func ("/runner/compile/headers-need-not-be-utf-8", test_headers_need_not_be_utf_8);
  g_test_add_func ("/runner/compile/a-root-lets-headers-above-be-read",
                   test_a_root_lets_headers_above_be_read);
  g_test_add_func ("/runner/compile/a-root-lets-folders-above-be-searched",
                   test_a_root_lets_folders_above_be_searched);
  g_test_add_func ("/runner/compile/has-include-sees-nothing-outside",
                   test_has_include_sees_nothing_outside);
  g_test_add_data_func ("/runner/compile/option/time", "--time=written", test_an_option_is_refused);
  g_test_add_data_func ("/runner/compile/option/pre-include", "--pre-include=/etc/passwd",
                        test_an_option_is_refused);
  g_test_add_data_func ("/runner/compile/option/include-outside", "-I..",
                        test_an_option_is_refused);
  g_test_add_func ("/runner/compile/an-explosion-is-dropped", test_an_explosion_is_dropped);
  g_test_add_func ("/runner/compile/a-kill-at-any-moment-is-survived",
                   test_a_kill_at_any_moment_is_survived);
  g_test_add_func ("/runner/describe/everything-is-described", test_everything_is_described);

  status = g_test_run ();
  fixture_drop_client ();
  return status;
}
