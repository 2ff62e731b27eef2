/* test-plan-defaults.c: what a document without settings is launched with, as its source shows it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-source-launches.h"
#include "plan-fixture.h"

#include <string.h>

static LoomPlan *
bind_plan (const char *signatures,
           const char *text)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (signatures);
  g_autoptr (LoomDocument) document = loom_document_parse (text, -1);
  g_autoptr (GError) error = NULL;
  LoomPlan *plan;
  gsize length;
  const char *source = loom_document_get_source (document, &length);
  g_autoptr (LoomSourceScan) scan = loom_source_scan_new (source, length);

  loom_compiled_read_source (compiled, scan);
  g_ptr_array_unref (compiled->launches);
  compiled->launches = loom_source_launches_read (source, length);
  plan = loom_plan_bind (document, compiled, NULL, loom_limits_get_simulator (), NULL, &error);
  g_assert_no_error (error);
  return plan;
}

/* "1000 256 f=1000 n=1000 rank-unknown": range, block, arguments, findings. */
static char *
describe (LoomPlan *plan)
{
  g_autofree char *range = loom_dim3_format (&plan->range);
  g_autofree char *block = loom_dim3_format (&plan->block);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s %s", range, block);
  for (guint i = 0; i < plan->args->len; i++)
    {
      LoomPlanArg *arg = g_ptr_array_index (plan->args, i);
      g_autofree char *shape = loom_shape_format (&arg->shape);

      g_string_append_printf (text, " %s=%s", arg->name,
                              arg->kind == LOOM_PARAM_ARRAY ? shape : arg->value);
    }
  for (guint i = 0; i < plan->findings->len; i++)
    g_string_append_printf (text, " %s", loom_error_get_name (
                              ((LoomFinding *) g_ptr_array_index (plan->findings, i))->code));

  return g_string_free (text, FALSE);
}

#define IX "blockIdx.x * blockDim.x + threadIdx.x"
#define IY "blockIdx.y * blockDim.y + threadIdx.y"
#define IZ "blockIdx.z * blockDim.z + threadIdx.z"
#define K(body) "__global__ void k (float *f) { " body " }\n"
#define KN(body) "__global__ void k (float *f, int n) { " body " }\n"
#define KWH(body) "__global__ void k (float *f, int w, int h) { " body " }\n"
#define F "k: float* f"
#define F_N "k: float* f, int n"
#define F_W_H "k: float* f, int w, int h"
#define VECTOR KN ("int i = " IX "; if (i < n) f[i] = i;")
#define IMAGE KWH ("int x = " IX ", y = " IY "; if (x < w && y < h) f[y * w + x] = x;")
#define LINE "4096 256 f=4096"
#define PLANE "64,64 16,16 f=64,64"
#define VOLUME "16,16,16 8,8,4 f=16,16,16"

static const struct
{
  const char *name, *signature, *source, *expected;
} rows[] = {
  /* how many axes */
  { "x", F, K ("f[" IX "] = 1;"), LINE },
  { "y", F, K ("f[(" IY ") * 64 + " IX "] = 1;"), PLANE },
  { "z", F, K ("f[" IX " + 64 * (" IY ") + 4096 * (" IZ ")] = 1;"), VOLUME },
  { "z-without-y", F, K ("f[" IX " + 64 * (" IZ ")] = 1;"), "16,1,16 8,1,4 f=16,16,16" },
  { "no-index", F, K ("f[0] = 1;"), LINE },
  { "thread-alone", F, K ("f[threadIdx.y] = 1;"), PLANE },
  { "block-alone", F, K ("f[blockIdx.y] = 1;"), PLANE },
  { "extent-alone", F, K ("f[threadIdx.x * blockDim.y] = 1;"), PLANE },
  { "grid-alone", F, K ("f[blockIdx.x * gridDim.z] = 1;"), VOLUME },
  { "spaces", F, K ("f[threadIdx . y] = 1;"), PLANE },
  { "line-comment", F, "__global__ void k (float *f) { f[" IX "] = 1; // threadIdx.y\n}", LINE },
  { "comment", F, K ("f[" IX "] = 1; /* threadIdx.y */"), LINE },
  { "string", F, K ("printf (\"threadIdx.y threadIdx.z\"); f[" IX "] = 1;"), LINE },
  { "character", F, K ("f[" IX "] = '\"'; int threadIdx_y = 1; char q = '\"';"), LINE },
  { "member-of-another", F, K ("f[" IX "] = p.y + q.threadIdx.y;"), LINE },
  { "unused-kernel", F, K ("f[" IX "] = 1;") "__global__ void l (float *f) { f[threadIdx.y] = 1; }", LINE },
  { "unused-function", F, "__device__ int g () { return threadIdx.y; }\n" K ("f[" IX "] = 1;"), LINE },
  { "called-function", F, "__device__ int g () { return threadIdx.y; }\n" K ("f[g ()] = 1;"), PLANE },
  { "called-through", F, "__device__ int a () { return threadIdx.z; }\n__device__ int b () { return a (); }\n"
                         K ("f[b ()] = 1;"), VOLUME },
  { "called-before-it-is-defined", F, "__device__ int g ();\n" K ("f[g ()] = 1;")
                                      "__device__ int g () { return threadIdx.y; }", PLANE },
  { "calls-itself", F, "__device__ int g (int n) { return n ? g (n - 1) : threadIdx.y; }\n" K ("f[g (3)] = 1;"), PLANE },
  { "called-template", F, "template <class T> __device__ T g () { return threadIdx.y; }\n" K ("f[g<int> ()] = 1;"), PLANE },
  { "called-in-a-namespace", F, "namespace a { __device__ int g () { return threadIdx.y; } }\n" K ("f[a::g ()] = 1;"), PLANE },
  { "method", F, "struct A { __device__ int g () { return threadIdx.y; } };\n" K ("A a; f[a.g ()] = 1;"), PLANE },
  { "method-of-an-unused-type", F, "struct A { __device__ int g () { return threadIdx.y; } };\n" K ("f[" IX "] = 1;"), LINE },
  { "lambda", F, K ("auto g = [] { return threadIdx.y; }; f[g ()] = 1;"), PLANE },
  { "macro", F, "#define ROW (blockIdx.y * blockDim.y + threadIdx.y)\n" K ("f[ROW] = 1;"), PLANE },
  { "macro-of-macro", F, "#define T threadIdx\n#define ROW T.y\n" K ("f[ROW] = 1;"), PLANE },
  { "macro-with-parameters", F, "#define ADD(a) ((a) + threadIdx.y)\n" K ("f[ADD (1)] = 1;"), PLANE },
  { "macro-over-lines", F, "#define ROW \\\n  threadIdx.y\n" K ("f[ROW] = 1;"), PLANE },
  { "unused-macro", F, "#define ROW threadIdx.y\n" K ("f[" IX "] = 1;"), LINE },
  { "taken-away", F, K ("\n#if 0\nf[threadIdx.y] = 1;\n#endif\nf[" IX "] = 1;"), LINE },
  { "copied", F, K ("const uint3 t = threadIdx; f[t.y] = 1;"), PLANE },
  { "copied-and-not-read", F, K ("dim3 b = blockDim; f[" IX " + b.x] = 1;"), LINE },
  { "assembly", F, K ("int y; asm (\"mov.u32 %0, %%tid.y;\" : \"=r\" (y)); f[y] = 1;"), PLANE },
  { "made-by-a-macro", F, "#define KERNEL(n) __global__ void n (float *f) { f[threadIdx.y] = 1; }\nKERNEL (k)", PLANE },
  { "groups", F, K ("auto b = cg::this_thread_block (); f[b.thread_index ().y] = 1;"), PLANE },
  { "rank-of-groups", F, K ("f[cg::this_grid ().thread_rank ()] = 1;"), LINE },
  { "template", "k<float>: float* f", "template <class T, int N> __global__ void k (T *f) { f[threadIdx.y] = 1; }", PLANE },
  { "specialised", "k<int>: int* f", "template <class T> __global__ void k (T *f) { f[threadIdx.y] = 1; }\n"
                   "template <> __global__ void k<int> (int *f) { f[" IX "] = 1; }", LINE },
  { "in-a-namespace", "a::k: float* f", "namespace a { " K ("f[threadIdx.y] = 1;") " }\n" K ("f[" IX "] = 1;"), PLANE },
  { "bounds", F, "__global__ void __launch_bounds__ (64) k (float *f) { f[threadIdx.y] = 1; }", PLANE },
  /* what can't be seen is asked for */
  { "in-another-file", F, "#include \"index.h\"\n" K ("f[get_index ()] = 1;"), LINE " rank-unknown" },
  { "other-file-and-x", F, "#include \"index.h\"\n" K ("f[" IX "] = 1;"), LINE },
  { "handed-on", F, K ("f[get (threadIdx)] = 1;"), LINE " rank-unknown" },
  { "handed-on-and-y", F, K ("f[get (threadIdx) + threadIdx.y] = 1;"), PLANE },
  { "handed-on-but-launched", F, K ("f[get (threadIdx)] = 1;") "int main () { k<<<dim3 (2, 2), dim3 (8, 8)>>> (f); }",
    "16,16 8,8 f=16,16" },
  { "handed-on-but-set", F, K ("f[get (threadIdx)] = 1;") "/* gridloom\n[launch]\nblock=8,8\n*/", "64,64 8,8 f=64,64" },
  /* the extents by their names */
  { "n", F_N, VECTOR, LINE " n=4096" },
  { "n-of-a-plane", F_N, KN ("f[(" IY ") * n + " IX "] = 1;"), PLANE " n=64" },
  { "w-h", F_W_H, IMAGE, PLANE " w=64 h=64" },
  { "w-h-along-one-axis", F_W_H, KWH ("int i = " IX "; if (i < w * h) f[i] = 1;"), "4096 256 f=64,64 w=64 h=64" },
  { "h-alone", "k: float* f, int h", "__global__ void k (float *f, int h) { f[" IX "] = h; }", LINE " h=1" },
  { "w-h-d-along-two", "k: float* f, int nx, int ny, int nz",
    "__global__ void k (float *f, int nx, int ny, int nz) { f[(" IY ") * nx + " IX "] = nz; }",
    "16,16 16,16 f=16,16,16 nx=16 ny=16 nz=16" },
  { "not-a-whole-number", "k: float* f, float n", "__global__ void k (float *f, float n) { f[" IX "] = n; }",
    LINE " n=1 settings" },
  /* bounds in the kernel */
  { "bound", F, "#define N 1000\n" K ("int i = " IX "; if (i < N) f[i] = 1;"), "1000 256 f=1000" },
  { "bound-returns", F, "const int N = 5 * 100;\n" K ("int i = " IX "; if (i >= N) return; f[i] = 1;"), "500 256 f=500" },
  { "bounds-of-a-plane", F, "#define WIDTH 100\n#define HEIGHT 50\n"
                            K ("int x = " IX ", y = " IY "; if (x < WIDTH && y < HEIGHT) f[y * WIDTH + x] = 1;"),
    "100,50 16,16 f=50,100" },
  { "square-bound", F, "#define N 40\n" K ("int x = " IX ", y = " IY "; if ((x < N) && (y < N)) f[y * N + x] = 1;"),
    "40,40 16,16 f=40,40" },
  { "half-a-plane", F, "#define WIDTH 100\n" K ("int x = " IX ", y = " IY "; if (x < WIDTH) f[y * WIDTH + x] = 1;"), PLANE },
  { "bound-that-is-no-guard", F, "#define N 16\n" K ("for (int j = 0; j < N; j++) f[" IX "] += j;"), LINE },
  { "guard-of-any-name", "k: float* f, int elements",
    "__global__ void k (float *f, int elements) { int i = " IX "; if (i < elements) f[i] = 1; }",
    LINE " elements=4096 settings" },
  { "guards-of-a-plane", "k: float* f, int tall, int wide",
    "__global__ void k (float *f, int tall, int wide)\n"
    "{ int c = " IX ", r = " IY "; if (r >= tall || c >= wide) return; f[r * wide + c] = 1; }\n"
    "/* gridloom\n[launch]\nshape=10,20\n*/", "20,10 16,16 f=10,20 tall=10 wide=20 settings settings" },
  { "guard-of-the-index-itself", "k: float* f, int most",
    "__global__ void k (float *f, int most) { if (threadIdx.x < most) f[" IX "] = 1; }",
    LINE " most=4096 settings" },
  { "guard-of-what-is-no-index", "k: float* f, int most",
    "__global__ void k (float *f, int most) { float v = f[" IX "]; if (v < most) f[" IX "] = 1; }",
    LINE " most=1 settings" },
  { "bound-of-a-half", F, "#define N 16\n" K ("int i = " IX "; if (i < N / 2) f[i] = 1;"), LINE },
  { "bound-that-may-change", F, "#ifdef BIG\n#define N 16\n#endif\n" K ("int i = " IX "; if (i < N) f[i] = 1;"), LINE },
  { "bound-without-end", F, "#define N 100000000\n" K ("int i = " IX "; if (i < N) f[i] = 1;"), LINE },
  /* host code */
  { "launched", F_N, VECTOR "int main () { int n = 1000; k<<<(n + 127) / 128, 128>>> (f, n); }", "1000 128 f=1000 n=1000" },
  { "launched-behind-a-guard", F_N, VECTOR "#ifndef __CUDACC_RTC__\nint main () { k<<<4, 128>>> (f, 500); }\n#endif",
    "500 128 f=500 n=500" },
  { "launched-without-a-size", F, K ("f[" IX "] = 1;") "void g () { k<<<4, 32>>> (f); }", "128 32 f=128" },
  { "launched-with-a-plane", F_W_H, IMAGE "int main () { const int w = 100, h = 50; dim3 b (32, 8); "
                             "dim3 g ((w + 31) / 32, (h + 7) / 8); k<<<g, b>>> (f, w, h); }",
    "100,50 32,8 f=50,100 w=100 h=50" },
  { "launched-square", F_N, KN ("f[(" IY ") * n + " IX "] = 1;")
                       "int main () { int n = 100; dim3 b (16, 16), g (7, 7); k<<<g, b>>> (f, n); }",
    "100,100 16,16 f=100,100 n=100" },
  { "launched-and-allocated", "k: const float* a, float* sum, int n",
    "__global__ void k (const float *a, float *sum, int n) { atomicAdd (sum, a[" IX "]); }\n"
    "int main () { int n = 1 << 12; cudaMalloc (&a, n * sizeof (float)); cudaMalloc (&s, sizeof (float)); "
    "k<<<n / 256, 256>>> (a, s, n); }", "4096 256 a=4096 sum=1 n=4096" },
  { "launched-with-a-block-for-each-row", "k: float* f, const float* m, int rows, int cols",
    "__global__ void k (float *f, const float *m, int rows, int cols) { f[blockIdx.x] = m[threadIdx.x]; }\n"
    "int main () { const int rows = 20, cols = 100; cudaMalloc (&m, 8000); cudaMalloc (&f, 80); "
    "k<<<rows, 64>>> (f, m, rows, cols); }", "1280 64 f=20 m=20,100 rows=20 cols=100" },
  { "another-is-launched", F_N, VECTOR "int main () { l<<<4, 32>>> (f, 7); }", LINE " n=4096" },
  { "launched-with-what-is-not-known", F_N, VECTOR "void g (int n) { k<<<(n + 63) / 64, 64>>> (f, n); }", "4096 64 f=4096 n=4096" },
  { "launched-twice-alike", F_N, VECTOR "int main () { k<<<4, 32>>> (f, 100); k<<<4, 32>>> (g, 100); }", "100 32 f=100 n=100" },
  { "launched-twice-with-sizes", F_N, VECTOR "int main () { k<<<4, 32>>> (f, 100); k<<<8, 32>>> (f, 200); }", "100 32 f=100 n=100" },
  { "launched-too-large", F_N, VECTOR "int main () { int n = 1 << 28; k<<<n / 256, 256>>> (f, n); }", LINE " n=4096" },
  { "launched-with-an-illegal-block", F_N, VECTOR "int main () { k<<<1, 2000>>> (f, 2000); }", "2000 256 f=2000 n=2000" },
  { "launched-with-another-number", "k: float* f, int n, int radius",
    "__global__ void k (float *f, int n, int radius) { f[" IX "] = radius; }\n"
    "int main () { k<<<4, 32>>> (f, 100, 3); }", "100 32 f=100 n=100 radius=3" },
  { "launched-with-a-fraction", "k: float* f, int n, float a, float b, float c, int e",
    "__global__ void k (float *f, int n, float a, float b, float c, int e) { f[" IX "] = a; }\n"
    "int main () { float x = 3.0f; k<<<4, 32>>> (f, 100, 2.5f, -1e-3, x, 7.5); }",
    "100 32 f=100 n=100 a=2.5 b=-0.001 c=3 e=1 settings" },
  { "size-reassigned", F_N, VECTOR "int main () { int n = 1000; n = 2000; k<<<8, 256>>> (f, n); }", "2000 256 f=2000 n=2000" },
  { "launched-with-all-digits-of-a-double", "k: float* f, int n, double a",
    "__global__ void k (float *f, int n, double a) { f[" IX "] = a; }\n"
    "int main () { k<<<1, 32>>> (f, 32, 1.0 / 3); }", "32 32 f=32 n=32 a=0.33333333333333331" },
  { "launched-without-arrays", "k: int n", "__global__ void k (int n) { printf (\"%d\", " IX "); }\n"
                               "int main () { k<<<3, 64>>> (7); }", "192 64 n=7" },
  /* what arrays are declared as */
  { "rows-that-are-declared", "k: float[20]* f, const float[20]* g, const float* v",
    "#define N 20\n__global__ void k (float f[8][N], const float (*g)[N], const float v[2 * N]) { f[threadIdx.y][threadIdx.x] = 1; }",
    "20,8 16,8 f=8,20 g=8,20 v=40" },
  { "planes-that-are-declared", "k: float[8][20]* f",
    "__global__ void k (float f[4][8][20]) { f[threadIdx.z][threadIdx.y][threadIdx.x] = 1; }", "20,8,4 8,8,4 f=4,8,20" },
  { "cells-that-are-declared", F, "__global__ void k (float f[96]) { f[threadIdx.x] = 1; }", "96 96 f=96" },
  { "rows-that-nothing-counts", "k: float[20]* f, const float[10]* g",
    "__global__ void k (float (*f)[20], const float (*g)[10]) { f[threadIdx.y][threadIdx.x] = 1; }",
    "20,64 16,16 f=64,20 g=64,10" },
  { "rows-that-a-bound-counts", "k: float[20]* f",
    "#define N 30\n__global__ void k (float (*f)[20]) { int y = " IY "; if (y < N) f[y][threadIdx.x] = 1; }",
    "20,30 16,16 f=30,20" },
  { "rows-that-are-allocated", "k: float[32]* f, const float[32]* g",
    "__global__ void k (float f[8][32], const float g[][32]) { f[blockIdx.x][threadIdx.x] = 1; }\n"
    "int main () { float (*f)[32], (*g)[32]; cudaMalloc (&f, 1280); cudaMalloc (&g, 2560); k<<<10, 32>>> (f, g); }",
    "320 32 f=10,32 g=20,32" },
  { "rows-that-a-launch-counts", "k: float[20]* f, int n",
    "__global__ void k (float (*f)[20], int n) { if (threadIdx.x < n) f[threadIdx.x][0] = 1; }\n"
    "void g (float (*f)[20]) { k<<<1, 128>>> (f, 100); }", "128 128 f=100,20 n=100" },
  { "declared-but-set", "k: float[20]* f, const float[20]* g",
    "__global__ void k (float f[8][20], const float g[8][20]) { f[threadIdx.y][threadIdx.x] = 1; }\n"
    "/* gridloom\n[launch]\nshape=4,20\n*/", "20,4 16,16 f=4,20 g=4,20" },
  /* settings come first */
  { "shape", F_N, VECTOR "/* gridloom\n[launch]\nshape=10,20\n*/", "20,10 16,16 f=10,20 n=20" },
  { "own-shape", F_N, VECTOR "int main () { k<<<4, 32>>> (f, 100); }\n/* gridloom\n[arg f]\nshape=77\n*/", "77 32 f=77 n=100" },
  { "block", F_N, VECTOR "/* gridloom\n[launch]\nblock=64\n*/", "4096 64 f=4096 n=4096" },
  { "range", F_N, VECTOR "/* gridloom\n[launch]\nrange=100\n*/", "100 256 f=4096 n=4096" },
};

static void
test_chooses (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (LoomPlan) plan = bind_plan (rows[i].signature, rows[i].source);
  g_autofree char *found = describe (plan);

  g_assert_cmpstr (found, ==, rows[i].expected);
}

static void
test_says_why (void)
{
  static const struct
  {
    const char *signature, *source, *word;
  } reasons[] = {
    { F, K ("f[" IX "] = 1;"), "reads only x" },
    { F, K ("f[" IY "] = 1;"), "reads y" },
    { F, K ("f[" IZ "] = 1;"), "reads z" },
    { F_N, VECTOR "int main () { k<<<1, 32>>> (f, 20); }", "line 2" },
    { F_N, VECTOR "int main () { k<<<1 << 20, 256>>> (f, 1 << 28); }", "too large" },
    { F, "#define N 7\n" K ("int i = " IX "; if (i < N) f[i] = 1;"), "bounds have it: N" },
    { F, K ("f[0] = 1;"), "none of its indices" },
    { F, "#include \"index.h\"\n" K ("f[get_index ()] = 1;"), "4096 cells, since nothing says" },
    { F_W_H, KWH ("int i = " IX "; if (i < w * h) f[i] = 1;"), "64 × 64 cells, since nothing says" },
    { F_N, VECTOR "void g (int n) { k<<<(n + 63) / 64, 64>>> (f, n); }", "grid of the launch in line 2 is not known before the program runs: (n + 63) / 64" },
    { F_N, VECTOR "void g (int b, int m) { k<<<64, b>>> (f, m); }", "block of the launch in line 2 is not known before the program runs: b" },
    { "k: int n", "__global__ void k (int n) { printf (\"%d\", " IX "); }\n", "One block" },
    { F, K ("f[" IX "] = 1;") "/* gridloom\n[launch]\nshape=7\n*/", NULL },
    { F, K ("f[" IX "] = 1;") "/* gridloom\n[arg f]\nshape=7\n*/", NULL },
    { F, K ("f[" IX "] = 1;") "/* gridloom\n[launch]\nrange=7\n*/", NULL },
    { F, K ("f[" IX "] = 1;") "/* gridloom\n[launch]\nblock=7\n*/", "reads only x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    {
      g_autoptr (LoomPlan) plan = bind_plan (reasons[i].signature, reasons[i].source);

      g_test_message ("%s: %s", reasons[i].source, plan->reason);
      if (reasons[i].word == NULL)
        g_assert_null (plan->reason);
      else
        g_assert_nonnull (strstr (plan->reason, reasons[i].word));
    }
}

static void
test_shared_memory_is_that_of_the_launch (void)
{
  static const struct
  {
    const char *source;
    guint64     shared;
  } launches[] = {
    { VECTOR "int main () { k<<<4, 32, 32 * sizeof (float)>>> (f, 100); }", 128 },
    { VECTOR "int main () { k<<<4, 32, 32 * sizeof (float)>>> (f, 100); }\n"
             "/* gridloom\n[launch]\nshared=64\n*/", 64 },
    { VECTOR "void g (int s) { k<<<4, 32, s>>> (f, 100); }", 0 },
    { VECTOR "int main () { k<<<4, 32, 1 << 30>>> (f, 100); }", 0 },
    { VECTOR, 0 },
    /* the block is 256 where nothing is known of it */
    { VECTOR "void g (int b) { k<<<4, b, b * sizeof (float)>>> (f, 100); }", 1024 },
    { VECTOR "void g (size_t b) { size_t s = 4 + 2 * b; k<<<4, b, s>>> (f, 100); }", 516 },
    { VECTOR "void g (int b) { size_t s = b / 32 * sizeof (float); k<<<4, b, s>>> (f, 100); }", 32 },
    { VECTOR "void g (int b) { dim3 d (b); k<<<4, d, d.x * 8>>> (f, 100); }", 2048 },
    { VECTOR "void g (int b) { dim3 d (b, b); k<<<4, d, b * b>>> (f, 100); }", 0 },
    { VECTOR "void g (int w) { int b = w * 32; k<<<4, b, w * 4>>> (f, 100); }", 0 },
    { VECTOR "void h (int b) { k<<<4, b, b * 4>>> (f, 100); }\nvoid g (int b) { h (b); }", 1024 },
    { VECTOR "void g (int b) { k<<<4, b, b * 4>>> (f, 100); }\n/* gridloom\n[launch]\nblock=40\n*/", 160 },
    { VECTOR "void g (int b) { k<<<4, b, b / 32 * 4>>> (f, 100); }\n/* gridloom\n[launch]\nblock=40\n*/", 5 },
    { VECTOR "void g (int b) { k<<<4, b, b * 4>>> (f, 100); k<<<5, b, b * 4>>> (f, 100); }", 1024 },
    { VECTOR "void g (int b) { k<<<4, b, b * 4>>> (f, 100); k<<<4, b, b * 8>>> (f, 100); }", 0 },
    { VECTOR "void g (int b) { k<<<4, b, b * b>>> (f, 100); }", 0 },
    { VECTOR "void g (int a, int b) { dim3 d (a, b); k<<<4, d, a * 4>>> (f, 100); }", 0 },
    { VECTOR "void g (int b, int s) { k<<<4, b, s>>> (f, 100); }", 0 },
    { VECTOR "void g (int b) { k<<<4, b, b * 4000>>> (f, 100); }", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (launches); i++)
    {
      g_autoptr (LoomPlan) plan = bind_plan (F_N, launches[i].source);

      g_test_message ("%s", launches[i].source);
      g_assert_cmpuint (plan->shared, ==, launches[i].shared);
    }
}

static char *
describe_guesses (LoomPlan *plan)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < plan->guesses->len; i++)
    {
      const LoomGuess *guess = plan->guesses->pdata[i];

      if (!g_str_equal (guess->key, "fill"))
        g_string_append_printf (text, "%s%s.%s=%s", text->len > 0 ? " " : "", guess->name != NULL ? guess->name : "",
                                guess->key, guess->value);
    }
  return g_string_free (text, FALSE);
}

static void
test_says_what_is_a_guess (void)
{
  static const struct
  {
    const char *signature, *source, *expected;
  } guesses[] = {
    { F_N, VECTOR, "f.shape=4096 n.value=4096 .range=4096" },
    { F_N, VECTOR "/* gridloom\n[launch]\nshape=7\n*/", "n.value=7" },
    { F_N, VECTOR "/* gridloom\n[arg f]\nshape=7\n[arg n]\nvalue=7\n*/", "" },
    { F_N, VECTOR "/* gridloom\n[arg f]\nfill=values:1,2\n[arg n]\nvalue=2\n*/", "" },
    { F_N, VECTOR "int main () { float *d; cudaMalloc (&d, 80); k<<<1, 32>>> (d, 20); }", "" },
    { F_N, VECTOR "void g (float *d) { k<<<1, 32>>> (d, 20); }", "f.shape=20" },
    { F_N, VECTOR "void g (float *d) { k<<<1 << 20, 256>>> (d, 1 << 28); }", "f.shape=4096 n.value=4096 .range=4096" },
    { F_N, VECTOR "void g (int n, int b) { k<<<n, b, b>>> (f, n); }",
      "f.shape=4096 n.value=4096 .block=256 .range=4096" },
    { F_N, VECTOR "void g (int n, int s) { k<<<n, 32, s>>> (f, n); }",
      "f.shape=4096 n.value=4096 .range=4096 .shared=0" },
    { F_N, VECTOR "void g (int n) { k<<<n, 64>>> (f, n); }/* gridloom\n[launch]\nblock=8\nrange=9\n*/",
      "f.shape=4096 n.value=4096" },
    { F_N, VECTOR "int main () { k<<<4, 32, 1 << 30>>> (f, 100); }", "f.shape=100 .shared=0" },
    { "k: float* f, float a", "__global__ void k (float *f, float a) { f[" IX "] = a; }", "f.shape=4096 a.value=1 .range=4096" },
    { "k: int n", "__global__ void k (int n) { printf (\"%d\", " IX "); }\n", "n.value=4096 .range=256" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (guesses); i++)
    {
      g_autoptr (LoomPlan) plan = bind_plan (guesses[i].signature, guesses[i].source);
      g_autoptr (GVariant) variant = g_variant_ref_sink (loom_plan_to_variant (plan));
      g_autoptr (LoomPlan) arrived = loom_plan_from_variant (variant, NULL);
      g_autofree char *text = describe_guesses (arrived);

      g_test_message ("%s", guesses[i].source);
      g_assert_cmpstr (text, ==, guesses[i].expected);
    }
}

/* What is told of a guess, and what is not. */
static void
test_doubts_what_hangs_on_a_guess (void)
{
  static const char plain[] = "__global__ void k (float *f, const float *g, int n, int s) "
                              "{ int i = " IX "; if (i < n) f[i] = g[i * s]; }\n";
  static const char open[] = "void go (int n, int b, int s) { k<<<n, b, b * b>>> (f, g, n, s); }\n";
  static const struct
  {
    const char *settings, *array;
    LoomError   code;
    LoomSpace   space;
    guint       shared_needed;
    const char *doubt;
    gint64      offset;
  } doubts[] = {
    { "", "g", LOOM_ERROR_OOB, LOOM_SPACE_GLOBAL, 0, "x; g has 4096 cells, which is a guess: the source does not say; "
                                                     "write “shape” into [arg g]" },
    /* before the beginning, or where −1 leads without a sign, neither shape nor extent helps */
    { "[arg s]\nvalue=2\n", "g", LOOM_ERROR_OOB, LOOM_SPACE_GLOBAL, 0, "x", -4 },
    { "[arg s]\nvalue=2\n", "f", LOOM_ERROR_OOB, LOOM_SPACE_GLOBAL, 0, "x", -4 },
    { "[arg s]\nvalue=2\n", "f", LOOM_ERROR_OOB, LOOM_SPACE_GLOBAL, 0, "x",
      4 * (gint64) G_MAXUINT32 },
    { "[arg g]\nshape=9\n", "g", LOOM_ERROR_OOB, LOOM_SPACE_GLOBAL, 0,
      "x; n is 4096, which is a guess: the source does not say, so it is taken from the shape of f; write “value” into "
      "[arg n]" },
    { "[arg f]\nshape=9\n", "f", LOOM_ERROR_OOB, LOOM_SPACE_GLOBAL, 0,
      "x; s is 1, which is a guess: the source does not say; write “value” into [arg s]" },
    { "[arg f]\nshape=9\n[arg s]\nvalue=2\n", "f", LOOM_ERROR_OOB, LOOM_SPACE_GLOBAL, 0, "x" },
    { "", "f", LOOM_ERROR_MISALIGNED, LOOM_SPACE_GLOBAL, 0,
      "x; s is 1, which is a guess: the source does not say; write “value” into [arg s]" },
    { "", "f", LOOM_ERROR_RACE, LOOM_SPACE_GLOBAL, 0, "x" },
    { "", "t", LOOM_ERROR_OOB, LOOM_SPACE_SHARED, 0,
      "x; block is 256, which is a guess: the source does not say; write “block” into [launch]" },
    { "[launch]\nblock=8\n", "t", LOOM_ERROR_OOB, LOOM_SPACE_SHARED, 0, "x" },
    { "", "t", LOOM_ERROR_OOB, LOOM_SPACE_SHARED, 64,
      "x; shared is 0, which is a guess: the source does not say; write “shared” into [launch]" },
    { "[arg f]\nshape=9\n", "f", LOOM_ERROR_REPEATS_WORK, LOOM_SPACE_NONE, 0, "x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (doubts); i++)
    {
      g_autofree char *source = g_strconcat (plain, open, "/* gridloom\n", doubts[i].settings, "*/", NULL);
      g_autoptr (LoomPlan) plan = bind_plan ("k: float* f, const float* g, int n, int s", source);
      g_autoptr (LoomFinding) finding = loom_finding_new (doubts[i].code, "x");

      finding->array = g_strdup (doubts[i].array);
      finding->space = doubts[i].space;
      finding->shared_needed = doubts[i].shared_needed;
      finding->offset = doubts[i].offset;
      finding->access_size = 4;
      loom_plan_doubt (plan, finding);
      g_test_message ("%s: %s", doubts[i].settings, finding->text);
      g_assert_cmpstr (finding->text, ==, doubts[i].doubt);
    }
}

/* A grid that does not fit a range that nobody asked for. */
static void
test_a_hint_about_a_guessed_range_says_so (void)
{
  static const char *const settings[] = { "[launch]\ngrid=2\n", "[launch]\ngrid=2\nrange=4096\n" };

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autofree char *source = g_strconcat (K ("f[" IX "] = 1;"), "/* gridloom\n", settings[i], "*/", NULL);
      g_autoptr (LoomPlan) plan = bind_plan (F, source);
      const LoomFinding *hint = plan->findings->pdata[0];

      g_assert_cmpint (hint->code, ==, LOOM_ERROR_GRID_TOO_SMALL);
      g_assert_cmpint (strstr (hint->text, "range is 4096, which is a guess") != NULL, ==, i == 0);
      g_assert_cmpint (strstr (hint->text, "guess") != NULL, ==, i == 0);
    }
}

/* Whoever writes a range means cells that are there; one that is rounded up to whole blocks does. */
static void
test_a_range_far_beyond_the_array_is_told (void)
{
  static const struct { const char *settings, *words; } ranges[] = {
    { "[launch]\nrange=40000\n[arg f]\nshape=100\n",
      "40000 positions along x, and f has 100 cells there: 39900 threads" },
    { "[launch]\nrange=128\n[arg f]\nshape=100\n", NULL },
    { "[launch]\nrange=201\n[arg f]\nshape=10,10\n", NULL },
    { "[launch]\nrange=202\n[arg f]\nshape=10,10\n", "f has 100 cells there: 102 threads" },
    { "[launch]\nrange=40000\nmanual-grid=true\n[arg f]\nshape=100\n", NULL },
    { "[launch]\nblock=256\ngrid=157\nmanual-grid=true\n[arg f]\nshape=100\n", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      g_autofree char *source
          = g_strconcat (K ("f[" IX "] = 1;"), "/* gridloom\n", ranges[i].settings, "*/", NULL);
      g_autoptr (LoomPlan) plan = bind_plan (F, source);
      const LoomFinding *hint = plan->findings->len > 0 ? plan->findings->pdata[0] : NULL;

      g_test_message ("%s: %s", ranges[i].settings, hint != NULL ? hint->text : "nothing");
      if (ranges[i].words == NULL)
        g_assert_null (hint);
      else
        {
          g_assert_cmpint (hint->code, ==, LOOM_ERROR_RANGE_TOO_LARGE);
          g_assert_nonnull (strstr (hint->text, ranges[i].words));
        }
    }
}

static void
test_one_variable_is_one_array (void)
{
  static const char kernel[] = "__global__ void k (float *f, const float *g, int n) "
                               "{ int i = " IX "; if (i < n) f[i] = g[n - i]; }\n";
  static const struct
  {
    const char *signature, *source;
    gint        same;
  } launches[] = {
    { "k: float* f, const float* g, int n", "void go (float *a) { k<<<1, 32>>> (a, a, 20); }", 0 },
    { "k: float* f, const float* g, int n", "void go (float *a) { k<<<1, 32>>> (a, a, 2); k<<<3, 4>>> (a, a, 9); }", 0 },
    { "k: float* f, const float* g, int n", "void go (float *a, float *b) { k<<<1, 32>>> (a, b, 20); }", -1 },
    { "k: float* f, const float* g, int n", "void go (float *a) { k<<<1, 32>>> (a + 1, a, 20); }", -1 },
    { "k: float* f, const float* g, int n", "void go (float *a) { k<<<1, 32>>> (a + 1, a + 1, 20); }", -1 },
    { "k: float* f, const float* g, int n", "void go () { k<<<1, 32>>> (NULL, NULL, 20); }", -1 },
    { "k: float* f, const float* g, int n", "void go () { k<<<1, 32>>> (nullptr, nullptr, 20); }", -1 },
    { "k: float* f, const float* g, int n", "void go (float *a, float *b) { k<<<1, 32>>> (a, a, 2); k<<<1, 32>>> (a, b, 2); }", -1 },
    { "k: float* f, const float* g, int n", "void go (float *a) { k<<<1, 32>>> (a, a, 20); }/* gridloom\n[arg g]\nfill=ones\n*/", -1 },
    { "k: float* f, const int* g, int n", "void go (float *a) { k<<<1, 32>>> (a, a, 20); }", -1 },
    { "k: float* f, int g, int n", "void go (float *a) { k<<<1, 32>>> (a, a, 20); }", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (launches); i++)
    {
      g_autofree char *source = g_strconcat (kernel, launches[i].source, NULL);
      g_autoptr (LoomPlan) plan = bind_plan (launches[i].signature, source);

      g_test_message ("%s", launches[i].source);
      g_assert_cmpint (((LoomPlanArg *) plan->args->pdata[1])->same, ==, launches[i].same);
    }
}

#define SET(settings) "/* gridloom\n[launch]\n" settings "\n*/"

static void
test_shows_the_array_that_is_stored_to (void)
{
  static const struct
  {
    const char *text;
    int         array;
  } bodies[] = {
    { "c[i] = a[i] + b[i];", 2 }, { "c[i] += a[i];", 2 }, { "c[i] <<= 1;", 2 }, { "c[i]++;", 2 }, { "--c[i];", 2 },
    { "if (i == 0) *c = a[i];", 2 }, { "atomicAdd (&c[i], a[i]);", 2 }, { "atomicMax (c + i, b[i]);", 2 },
    { "c[2 * (i + 1)] = 1;", 2 }, { "g (c, i);", 0 }, { "int v = 2 * c[i];", 0 }, { "p->c[i] = 1;", 0 }, { "s.c[i] = 1;", 0 },
    /* what is only read is shown last */
    { "int v = c[i] == a[i];", 1 }, { "int v = a[i] <= c[i];", 1 }, { "g (c, a[i] + b[i]);", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    {
      g_autofree char *source = g_strconcat ("__global__ void k (int *a, int *b, int *c) { int i = " IX "; ",
                                             bodies[i].text, " }", NULL);
      g_autoptr (LoomPlan) plan = bind_plan ("k: int* a, int* b, int* c", source);

      g_test_message ("%s", bodies[i].text);
      g_assert_cmpint (plan->main_array, ==, bodies[i].array);
    }
}

/* What the kernel takes of `a` is its cells' values, or may be more. */
static void
test_counts_up_in_what_is_only_read (void)
{
  static const struct
  {
    const char *text;
    gboolean    reads;
  } bodies[] = {
    { "c[i] = a[i] + 1;", TRUE }, { "if (a[i]) c[i] = 1;", TRUE }, { "c[i] = i * *a;", TRUE }, { "c[i] = abs (a[i]);", TRUE },
    { "c[i] = a[i] && a[i + 1];", TRUE }, { "c[i] = own (c[i]) + a[i];", TRUE },
    { "c[i] = i;", FALSE }, { "a[i] = c[i]; c[i] = a[i];", FALSE }, { "int *p = a; *p = a[i];", FALSE },
    { "int &cell = a[i]; cell = 1;", FALSE }, { "own (a[i]); c[i] = a[i];", FALSE }, { "c[i] = max (own (1), a[i]);", FALSE },
    { "own (*(&a[i]));", FALSE }, { "own (*a);", FALSE }, { "c[i] = own (i) + (*(a + i) = 1);", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    {
      g_autofree char *source = g_strconcat ("__device__ int own (int &v) { return v++; }\n"
                                             "__global__ void k (int *a, int *c) { int i = " IX "; ", bodies[i].text, " }",
                                             NULL);
      g_autofree char *given = g_strconcat (source, "\n/* gridloom\n[arg a]\nfill=zeros\n*/", NULL);
      g_autoptr (LoomPlan) plan = bind_plan ("k: int* a, int* c", source);
      g_autoptr (LoomPlan) other = bind_plan ("k: int* a, int* c", given);

      g_test_message ("%s", bodies[i].text);
      g_assert_cmpint (((LoomPlanArg *) plan->args->pdata[0])->fill.kind, ==,
                       bodies[i].reads ? LOOM_FILL_IOTA : LOOM_FILL_ZEROS);
      g_assert_cmpint (((LoomPlanArg *) plan->args->pdata[1])->fill.kind, ==, LOOM_FILL_ZEROS);
      g_assert_cmpuint (plan->findings->len, ==, bodies[i].reads);
      g_assert_cmpint (((LoomPlanArg *) other->args->pdata[0])->fill.kind, ==, LOOM_FILL_ZEROS);
      g_assert_cmpuint (other->findings->len, ==, 0);
    }
}

static void
test_takes_the_grid_of_a_launch (void)
{
  static const char few[] = VECTOR "int main () { k<<<3, 32>>> (f, 1000); }\n";
  static const struct
  {
    const char *settings, *grid;
  } launches[] = {
    { "", "3" },
    { SET ("grid=auto"), "32" },
    { SET ("block=64"), "16" },
    { SET ("range=100"), "4" },
    { SET ("shape=64"), "1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (launches); i++)
    {
      g_autofree char *source = g_strconcat (few, launches[i].settings, NULL);
      g_autoptr (LoomPlan) plan = bind_plan (F_N, source);
      g_autofree char *grid = loom_dim3_format (&plan->grid);

      g_assert_cmpstr (grid, ==, launches[i].grid);
    }
}

static void
test_has_no_threads_along_an_axis_that_is_not_read (void)
{
  static const char kernel[] = K ("int x = " IX ", z = " IZ "; f[z * 64 + x] = 1;");
  g_autoptr (LoomPlan) plan = bind_plan (F, kernel);
  g_autoptr (LoomPlan) asked = NULL;
  g_autofree char *text = g_strconcat (kernel, SET ("range=8,8,8"), NULL);

  g_assert_cmpuint (plan->range.y, ==, 1);
  g_assert_cmpuint (plan->range.x, >, 1);
  g_assert_cmpuint (plan->range.z, >, 1);
  asked = bind_plan (F, text);
  g_assert_cmpuint (asked->range.y, ==, 8);
}

/* A grid that does not cover the array is blamed only where the source gives each cell a thread. */
static void
test_blames_a_grid_only_for_what_is_seen (void)
{
  static const struct
  {
    const char *signature, *source, *codes;
  } grids[] = {
    { F, K ("f[" IX "] = 1;") SET ("grid=1"), "grid-too-small" },
    { F, K ("int i = threadIdx.x + blockDim.x * blockIdx.x; f[i] = 1;") SET ("grid=99"), "grid-too-large" },
    { F_N, VECTOR SET ("grid=1"), "grid-too-small" },
    { F_W_H, IMAGE SET ("grid=1,1"), "grid-too-small" },
    { F_W_H, KWH ("int x = " IX ", y = " IY "; int i = y * w + x; f[i] = 1;") SET ("grid=1,1"), "grid-too-small" },
    { F, K ("int i = (" IX "); f[i] = 1;") SET ("grid=1"), "grid-too-small" },
    { F_W_H, KWH ("int y = " IY "; int x = y + " IX "; f[y * w + x] = 1;") SET ("grid=1,1"), "grid-too-small" },
    { F, K ("f[blockIdx.x] = 1;") SET ("grid=1"), "" },
    { F_N, KN ("int i = n + " IX "; f[i] = 1;") SET ("grid=1"), "" },
    { F, K ("f[2 * (" IX ")] = 1;") SET ("grid=1"), "" },
    { F, K ("f[" IX " + 1] = 1;") SET ("grid=1"), "" },
    { F, K ("int i = 2 * (" IX "); f[i] = f[i + 1] = 1;") SET ("grid=1"), "" },
    { F, K ("int i = " IX "; f[4 * i] = 1;") SET ("grid=1"), "" },
    { F, K ("int i = " IX "; f[i - 1] = 1;") SET ("grid=1"), "" },
    { F_N, KN ("for (int i = " IX "; i < n; i += blockDim.x * gridDim.x) f[i] = 1;") SET ("grid=1"), "" },
    { F, K ("int i = blockIdx.x * TILE + threadIdx.x; f[i] = 1;") SET ("grid=1"), "" },
    { F, K ("int i = " IX "; if (i == 0) f[0] = 1;") SET ("grid=1"), "" },
    { F_W_H, KWH ("int x = " IX ", y = " IY "; int p = 3 * (y * w + x); f[p] = f[p + 1] = 1;") SET ("grid=1,1"), "" },
    { F, K ("unsigned t = " IX ", i = 2 * t - (t & 3), p = i + 4; f[i] = f[p];") SET ("grid=1"), "" },
    { F, K ("int i = " IX "; f[(i << 2) + 1] = 1;") SET ("grid=1"), "" },
    { F, K ("int i = " IX "; f[i / 2] = 1;") SET ("grid=1"), "" },
    { F, K ("int i = " IX "; f[min (i, 9)] = 1;") SET ("grid=1"), "" },
    { F, K ("int i = " IX "; f[i < 9 ? i : 9] = 1;") SET ("grid=1"), "" },
    { F, K ("int i = " IX "; f[perm[i]] = 1;") SET ("grid=1"), "" },
    { F_N, VECTOR SET ("shape=5000\nblock=128\ngrid=1\n[arg n]\nvalue=100"), "" },
    { F_N, VECTOR SET ("shape=5000\nblock=128\ngrid=1\n[arg n]\nvalue=5000"), "grid-too-small" },
    { F, "#define N 100\n" K ("int i = " IX "; if (i < N) f[i] = 1;") SET ("shape=5000\nblock=128\ngrid=1"), "" },
    { F, K ("f[" IX "] = 1;") SET ("range=10\ngrid=1"), "" },
    { F, K ("f[blockIdx.x] = 1;") SET ("range=1000\ngrid=1"), "grid-too-small" },
    { F_N, VECTOR "int main () { k<<<3, 32>>> (f, 1000); }", "grid-too-small" },
    { F_N, VECTOR "int main () { k<<<32, 32>>> (f, 1000); }", "" },
    { F_N, KN ("for (int i = " IX "; i < n; i += blockDim.x * gridDim.x) f[i] = 1;")
      "int main () { k<<<3, 32>>> (f, 1000); }", "" },
    { F_N, VECTOR SET ("shape=500\ngrid=1\n[arg n]\nvalue=cols"), "grid-too-small" },
    { F_N, VECTOR SET ("shape=500\ngrid=1\n[arg n]\nvalue=cols - 9"), "" },
    { F, K ("f[" IX "] = 1;") SET ("manual-grid=true\ngrid=1"), "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (grids); i++)
    {
      g_autoptr (LoomPlan) plan = bind_plan (grids[i].signature, grids[i].source);

      g_test_message ("%s", grids[i].source);
      g_assert_cmpuint (plan->findings->len, ==, *grids[i].codes != '\0');
      if (plan->findings->len > 0)
        g_assert_cmpstr (loom_error_get_name (((LoomFinding *) plan->findings->pdata[0])->code), ==,
                         grids[i].codes);
    }
}

/* Without a word in the settings: the kernel whose launch tells most, before the first one. */
static void
test_chooses_the_kernel_that_is_launched (void)
{
  static const char kernels[] = "a: float* f, int n\nk: float* f, int n";
  static const struct
  {
    const char *host, *kernel, *launch;
  } launched[] = {
    { "", "a", "4096 256 f=4096 n=4096" },
    { "void g () { k<<<4, 32>>> (f, 100); a<<<2, 64>>> (f, 7); }", "k", "100 32 f=100 n=100" },
    { "void g (int n) { a<<<n, 32>>> (f, n); k<<<4, 32>>> (f, 100); }", "k", "100 32 f=100 n=100" },
    { "void g (int n) { k<<<n, 32>>> (f, n); }", "k", "4096 32 f=4096 n=4096" },
    { "void g (int n) { k<<<n, 64>>> (f, n); k<<<4, 32>>> (f, 100); }", "k", "100 32 f=100 n=100" },
    { "void g () { other<<<4, 32>>> (f, 100); }", "a", "4096 256 f=4096 n=4096" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (launched); i++)
    {
      g_autofree char *source = g_strconcat (
        "__global__ void a (float *f, int n) { f[" IX "] = 1; }\n", VECTOR, launched[i].host, NULL);
      g_autoptr (LoomPlan) plan = bind_plan (kernels, source);
      g_autofree char *launch = describe (plan);

      g_test_message ("%s", launched[i].host);
      g_assert_cmpstr (plan->kernel, ==, launched[i].kernel);
      g_assert_cmpstr (launch, ==, launched[i].launch);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/core/plan-defaults/chooses/", rows[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_chooses);
    }
  g_test_add_func ("/core/plan-defaults/shows-the-array-that-is-stored-to", test_shows_the_array_that_is_stored_to);
  g_test_add_func ("/core/plan-defaults/counts-up-in-what-is-only-read", test_counts_up_in_what_is_only_read);
  g_test_add_func ("/core/plan-defaults/takes-the-grid-of-a-launch", test_takes_the_grid_of_a_launch);
  g_test_add_func ("/core/plan-defaults/has-no-threads-along-an-axis-that-is-not-read",
                   test_has_no_threads_along_an_axis_that_is_not_read);
  g_test_add_func ("/core/plan-defaults/chooses-the-kernel-that-is-launched",
                   test_chooses_the_kernel_that_is_launched);
  g_test_add_func ("/core/plan-defaults/says-why", test_says_why);
  g_test_add_func ("/core/plan-defaults/shared-memory-is-that-of-the-launch",
                   test_shared_memory_is_that_of_the_launch);
  g_test_add_func ("/core/plan-defaults/says-what-is-a-guess", test_says_what_is_a_guess);
  g_test_add_func ("/core/plan-defaults/doubts-what-hangs-on-a-guess", test_doubts_what_hangs_on_a_guess);
  g_test_add_func ("/core/plan-defaults/a-hint-about-a-guessed-range-says-so",
                   test_a_hint_about_a_guessed_range_says_so);
  g_test_add_func ("/core/plan-defaults/a-range-far-beyond-the-array-is-told",
                   test_a_range_far_beyond_the_array_is_told);
  g_test_add_func ("/core/plan-defaults/one-variable-is-one-array", test_one_variable_is_one_array);
  g_test_add_func ("/core/plan-defaults/blames-a-grid-only-for-what-is-seen",
                   test_blames_a_grid_only_for_what_is_seen);

  return g_test_run ();
}
