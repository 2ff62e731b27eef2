/* test-run.c: the real runner runs whole documents on the simulator
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "runner-fixture.h"

#include <glib/gstdio.h>

#include <math.h>
#include <string.h>
#include <unistd.h>

#define COPY                                                                                       \
  "__global__ void k (float *f, int n)\n{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < " \
  "n) f[i] = f[i]; }\n"

static const float *
get_floats (LoomRun    *run,
            const char *name)
{
  LoomRunArray *array = loom_run_find_array (run, name);

  g_assert_nonnull (array);
  return g_bytes_get_data (loom_array_get_bytes (array->array), NULL);
}

static const LoomFinding *
find_finding (LoomRun   *run,
              LoomError  code)
{
  for (guint i = 0; i < run->findings->len; i++)
    if (((LoomFinding *) run->findings->pdata[i])->code == code)
      return run->findings->pdata[i];

  return NULL;
}

static LoomRun *
try_run (const char  *document,
         const char  *folder,
         GError     **error)
{
  LoomRunOptions options;
  LoomRun *run;

  loom_run_options_init (&options);
  run = fixture_try_run (document, &options, folder, error);
  return run;
}

static void
test_a_fill_makes_the_cells (gconstpointer data)
{
  const char * const *row = data;
  g_autofree char *document
      = g_strdup_printf (COPY "/* gridloom\n[arg f]\nshape=6\nfill=%s\n*/\n", row[1]);
  g_autoptr (LoomRun) run = fixture_run (document);
  g_auto (GStrv) words = g_strsplit (row[2], " ", -1);
  const float *cells = get_floats (run, "f");

  g_assert_null (run->trap);
  for (guint i = 0; words[i] != NULL; i++)
    g_assert_cmpfloat (cells[i], ==, (float) g_ascii_strtod (words[i], NULL));
}

static const char * const fills[][3] = {
  { "zeros", "zeros", "0 0 0 0 0 0" },
  { "ones", "ones", "1 1 1 1 1 1" },
  { "iota", "iota", "0 1 2 3 4 5" },
  { "values", "values:1.5,-2,3e2,4,5,6.25", "1.5 -2 300 4 5 6.25" },
  { "expression", "expr:x * 0.5f + cols", "6 6.5 7 7.5 8 8.5" },
  { "function", "expr:sqrtf (x * x)", "0 1 2 3 4 5" },
};

static void
test_random_is_the_same_each_time (void)
{
  const char *document = COPY "/* gridloom\n[arg f]\nshape=1000\nfill=random(7)\n*/\n";
  g_autoptr (LoomRun) one = fixture_run (document);
  g_autoptr (LoomRun) other = fixture_run (document);
  const float *cells = get_floats (one, "f");
  double sum = 0;

  g_assert_cmpint (memcmp (cells, get_floats (other, "f"), 4000), ==, 0);
  for (guint i = 0; i < 1000; i++)
    {
      g_assert_true (cells[i] >= 0 && cells[i] < 1);
      sum += cells[i];
    }
  g_assert_cmpfloat_with_epsilon (sum / 1000, 0.5, 0.05);
}

static void
test_poison_is_not_a_number (void)
{
  g_autoptr (LoomRun) run = fixture_run (
      "__global__ void k (float *f) {}\n/* gridloom\n[arg f]\nshape=4\nfill=poison\n*/\n");

  g_assert_true (isnan (get_floats (run, "f")[3]));
}

/* Planes, rows and columns that lie in blocks in every way. */
static const guint axes[][3] = {
  { 2, 3, 4 }, { 1, 1, 1 }, { 3, 1, 1 }, { 2, 3, 300 }, { 3, 70, 5 }, { 300, 3, 1 }, { 2, 2, 256 },
};

static void
test_axes_are_named_as_cuda_does (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    {
      const guint planes = axes[i][0], rows = axes[i][1], cols = axes[i][2];
      const gint32 extents = (gint32) (10000000 * (cols % 2 + 2 * (rows % 2) + 4 * (planes % 2)));
      g_autofree char *document = g_strdup_printf (
          "__global__ void k (int *f) {}\n/* gridloom\n[arg f]\nshape=%u,%u,%u\nfill=expr:x + 1000 "
          "* y + 100000 * z + 10000000 * (cols %% 2 + 2 * (rows %% 2) + 4 * (planes %% 2))\n*/\n",
          planes, rows, cols);
      g_autoptr (LoomRun) run = fixture_run (document);
      const gint32 *cells
          = g_bytes_get_data (loom_array_get_bytes (loom_run_find_array (run, "f")->array), NULL);

      for (guint z = 0; z < planes; z++)
        for (guint y = 0; y < rows; y++)
          for (guint x = 0; x < cols; x++)
            g_assert_cmpint (cells[(z * rows + y) * cols + x], ==,
                             (gint32) (x + 1000 * y + 100000 * z) + extents);
    }
}

static void
test_scalars_see_the_main_array (void)
{
  g_autoptr (LoomRun) run = fixture_run (
      "__global__ void k (double *f, double a, int b, bool c) { f[0] = a; f[1] = b; f[2] = c; }\n"
      "/* gridloom\n[arg f]\nshape=3,5\n[arg a]\nvalue=rows + cols / 2.0\n[arg b]\nvalue=size\n"
      "[arg c]\nvalue=true\n*/\n");
  const double *cells
      = g_bytes_get_data (loom_array_get_bytes (loom_run_find_array (run, "f")->array), NULL);

  g_assert_cmpfloat (cells[0], ==, 5.5);
  g_assert_cmpfloat (cells[1], ==, 15);
  g_assert_cmpfloat (cells[2], ==, 1);
}

static void
test_a_broken_expression_names_its_key (gconstpointer data)
{
  const char * const *row = data;
  g_autofree char *document
      = g_strdup_printf (COPY "/* gridloom\n[arg f]\nshape=8\n%s\n*/\n", row[1]);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = try_run (document, NULL, &error);

  g_assert_null (run);
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
  g_assert_nonnull (strstr (error->message, row[2]));
}

static const char * const broken[][3] = {
  { "fill", "fill=expr:nothing + 1", "[arg f] fill" },
  { "domain", "[expect f]\ndomain=x <", "[expect f] domain" },
  { "reference", "[expect f]\nreference=expr:y +* 2", "[expect f] reference" },
  { "value", "[arg n]\nvalue=column", "[arg n] value" },
};

static void
test_the_reference_is_compared (void)
{
  g_autoptr (LoomRun) run
      = fixture_run ("__global__ void k (float *f) { f[threadIdx.x] = threadIdx.x == 3 ? sqrtf "
                     "(-1) : threadIdx.x + 0.25f; }\n"
                     "/* gridloom\n[launch]\nblock=8\n[arg f]\nshape=8\n[expect "
                     "f]\nreference=expr:x\nrtol=0\natol=0.25\n"
                     "domain=x < 4\n*/\n");
  LoomRunArray *array = loom_run_find_array (run, "f");
  const guint8 *mismatch = g_bytes_get_data (array->mismatch, NULL);
  const guint8 *domain = g_bytes_get_data (array->domain, NULL);

  g_assert_cmpuint (array->compared, ==, 8);
  g_assert_cmpuint (array->mismatches, ==, 1);
  g_assert_cmpuint (mismatch[3], ==, 1);
  g_assert_cmpuint (mismatch[4], ==, 0);
  g_assert_cmpuint (domain[3], ==, 1);
  g_assert_cmpuint (domain[4], ==, 0);
  g_assert_nonnull (find_finding (run, LOOM_ERROR_MISMATCH));
}

static void
test_every_cell_is_counted (void)
{
  g_autoptr (LoomRun) run = fixture_run (
      "__global__ void k (float *f) { if (threadIdx.x >= threadIdx.y) f[threadIdx.y * 8 + "
      "threadIdx.x] = 1; }\n"
      "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=8,8\n[expect f]\ndomain=x >= y\n*/\n");
  LoomArrayCounts counts;

  loom_run_array_count (loom_run_find_array (run, "f"), &counts);
  g_assert_cmpuint (counts.written, ==, 36);
  g_assert_cmpint (counts.missed, ==, 0);
  g_assert_cmpint (counts.extra, ==, 0);
  g_assert_cmpint (run->idle_threads, ==, 28);
}

static void
test_symbols_are_set_and_shown (void)
{
  g_autoptr (LoomRun) run = fixture_run (
      "__constant__ float c[3];\n__device__ int total = 5;\n"
      "__global__ void k (float *f) { f[threadIdx.x] = c[threadIdx.x]; total += 2; }\n"
      "/* gridloom\n[launch]\nblock=3\n[arg f]\nshape=3\n[symbol c]\nfill=values:1,2,3\n*/\n");

  g_assert_cmpfloat (get_floats (run, "f")[2], ==, 3);
  g_assert_true (loom_run_find_array (run, "c")->is_symbol);
}

static guint32
get_count (GBytes *plane,
           guint   cell)
{
  g_assert_nonnull (plane);
  return ((const guint32 *) g_bytes_get_data (plane, NULL))[cell];
}

/* As arrays have: what is stored and loaded, by whom, also where a cell is of several units, where
 * the address is the same in every thread, and in constant memory. Only the last thread stores to an
 * argument, and nobody is idle. */
static void
test_symbols_have_coverage (void)
{
  g_autoptr (LoomRun) run = fixture_run (
      "__constant__ float c[4];\n__device__ short pairs[6];\n__device__ unsigned total;\n"
      "__device__ double2 wide[8];\n"
      "__global__ void k (float *f)\n{\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  pairs[i % 4] = c[i % 3];\n  atomicAdd (&total, 1);\n  wide[i].y = c[0];\n"
      "  if (i == 7) f[0] = ((char *) c)[4];\n}\n"
      "/* gridloom\n[launch]\nblock=4\ngrid=2\n[arg f]\nshape=3\n[symbol c]\nfill=ones\n"
      "[symbol pairs]\nfill=zeros\n[symbol total]\nfill=zeros\n[symbol wide]\nfill=zeros\n*/\n");
  const LoomRunArray *c = loom_run_find_array (run, "c"),
                     *pairs = loom_run_find_array (run, "pairs"),
                     *total = loom_run_find_array (run, "total"),
                     *wide = loom_run_find_array (run, "wide");

  g_assert_cmpuint (get_count (pairs->writes, 3), ==, 2);
  g_assert_cmpuint (get_count (pairs->writes, 4), ==, 0);
  g_assert_cmpuint (get_count (pairs->reads, 3), ==, 0);
  g_assert_cmpint (loom_run_array_get_writer (pairs, pairs->lowest, 3), ==, 3);
  g_assert_cmpint (loom_run_array_get_writer (pairs, pairs->highest, 3), ==, 7);
  g_assert_cmpint (loom_run_array_get_writer (pairs, pairs->lowest, 5), ==, -1);
  g_assert_cmpuint (get_count (total->writes, 0), ==, 8);
  g_assert_cmpuint (get_count (total->reads, 0), ==, 8);
  g_assert_cmpuint (get_count (wide->writes, 7), ==, 1);
  g_assert_cmpint (loom_run_array_get_writer (wide, wide->lowest, 7), ==, 7);
  /* Three threads load it as c[i % 3], and all as c[0]. */
  g_assert_cmpuint (get_count (c->reads, 0), ==, 3 + 8);
  g_assert_cmpuint (get_count (c->reads, 1), ==, 3 + 1);
  g_assert_cmpuint (get_count (c->reads, 2), ==, 2);
  g_assert_cmpuint (get_count (c->reads, 3), ==, 0);
  g_assert_cmpuint (get_count (c->writes, 0), ==, 0);
  g_assert_cmpint (run->idle_threads, ==, 0);
}

static LoomRun *
run_profiled (const char *document,
              guint       workers)
{
  LoomRunOptions options;
  g_autoptr (GError) error = NULL;
  LoomRun *run;

  loom_run_options_init (&options);
  options.workers = workers;
  options.profile = TRUE;
  run = fixture_try_run (document, &options, NULL, &error);
  g_assert_no_error (error);
  return run;
}

/* The same whoever runs which block; a profile tells the sectors of what is no constant. */
static void
test_symbols_count_on_any_worker (void)
{
  static const char document[] =
      "__constant__ float c[64];\n__device__ float sums[4096];\n"
      "__global__ void k (float *f)\n{\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  sums[i / 2] += c[i % 64];\n  f[i] = sums[i % 7];\n}\n"
      "/* gridloom\n[launch]\nblock=64\n[arg f]\nshape=8192\n[symbol c]\nfill=ones\n"
      "[symbol sums]\nfill=zeros\n*/\n";
  static const char * const names[] = { "c", "sums" };
  g_autoptr (LoomRun) alone = run_profiled (document, 1);
  g_autoptr (LoomRun) shared = run_profiled (document, 3);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const LoomRunArray *one = loom_run_find_array (alone, names[i]),
                         *many = loom_run_find_array (shared, names[i]);

      g_assert_true (g_bytes_equal (one->writes, many->writes));
      g_assert_true (g_bytes_equal (one->reads, many->reads));
      g_assert_true (g_bytes_equal (one->lowest, many->lowest));
      g_assert_true (g_bytes_equal (one->highest, many->highest));
      g_assert_cmpint (one->sectors != NULL, ==, i == 1);
    }
  g_assert_cmpuint (get_count (loom_run_find_array (alone, "c")->reads, 5), ==, 8192 / 64);
  g_assert_cmpuint (get_count (loom_run_find_array (alone, "sums")->writes, 4095), ==, 2);
}

static void
test_samples_start_from_the_same_bytes (void)
{
  LoomRunOptions options;
  g_autoptr (LoomRun) run = NULL;
  g_autoptr (GError) error = NULL;

  loom_run_options_init (&options);
  options.repeat = 3;
  run = fixture_try_run ("__device__ int calls;\n__global__ void k (float *f) { f[0] += 1 + "
                         "calls++; printf (\"x\"); }\n"
                         "/* gridloom\n[launch]\nblock=1\ngrid=1\n[arg f]\nshape=1\n*/\n",
                         &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (get_floats (run, "f")[0], ==, 1);
  g_assert_cmpuint (run->timings.kernel_ms->len, ==, 3);
  g_assert_cmpstr (run->output, ==, "x");
}

static void
test_launches_swap_their_arrays (void)
{
  g_autoptr (LoomRun) run
      = fixture_run ("__global__ void k (const float *a, float *b) { b[0] = a[0] * 2; }\n"
                     "/* gridloom\n[launch]\nover=a\nblock=1\ngrid=1\nlaunches=3\nswap=a,b\n[arg "
                     "a]\nshape=1\nfill=ones\n"
                     "[arg b]\nshape=1\n*/\n");

  g_assert_cmpfloat (get_floats (run, "a")[0], ==, 8);
  g_assert_cmpfloat (get_floats (run, "b")[0], ==, 4);
}

static LoomRun *
run_as_written (const char *document)
{
  g_autoptr (GError) error = NULL;
  LoomRunOptions options;
  LoomRun *run;

  loom_run_options_init (&options);
  options.as_written = TRUE;
  run = fixture_try_run (document, &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (run->as_written);
  return run;
}

/* The compiler merges the loads and stores of each of these. */
typedef struct
{
  const char *name, *body;
  guint       a_reads, b_writes, b_reads;       /* of each cell */
  float       result;
} Written;

static const Written written[] = {
  { "stores", "b[i] = 1; b[i] = 2;", 0, 2, 0, 2 },
  { "loads", "b[i] = a[i] + a[i] + a[i];", 3, 1, 0, 3 },
  { "loop", "b[i] = 0; for (int k = 0; k < 4; k++) b[i] += k;", 0, 5, 4, 6 },
  { "inlined", "b[i] = 0; add (&b[i], 1); add (&b[i], 1);", 0, 3, 2, 2 },
};

static void
test_accesses_count_as_written (gconstpointer data)
{
  const Written *row = data;
  g_autofree char *document = g_strdup_printf (
      "__device__ void add (float *f, float x) { *f += x; }\n"
      "__global__ void k (const float *a, float *b)\n"
      "{ int i = blockIdx.x * blockDim.x + threadIdx.x; %s }\n"
      "/* gridloom\n[launch]\nblock=4\n[arg a]\nshape=8\nfill=ones\n[arg b]\nshape=8\n*/\n",
      row->body);
  g_autoptr (LoomRun) run = run_as_written (document);
  g_autoptr (LoomRun) executed = fixture_run (document);
  LoomArrayCounts a, b, b_executed;

  loom_run_array_count (loom_run_find_array (run, "a"), &a);
  loom_run_array_count (loom_run_find_array (run, "b"), &b);
  loom_run_array_count (loom_run_find_array (executed, "b"), &b_executed);
  g_assert_cmpuint (a.reads, ==, 8 * row->a_reads);
  g_assert_cmpuint (b.writes, ==, 8 * row->b_writes);
  g_assert_cmpuint (b.reads, ==, 8 * row->b_reads);
  g_assert_cmpuint (b_executed.writes, ==, 8);
  g_assert_cmpuint (run->warp_instructions, ==, executed->warp_instructions);
  g_assert_cmpint (run->idle_threads, ==, 0);
  g_assert_cmpfloat (get_floats (run, "b")[7], ==, row->result);
  g_assert_false (executed->as_written);
}

/* What was counted belongs to the argument, not to where its cells are after the launches. */
static void
test_as_written_with_swaps (void)
{
  g_autoptr (LoomRun) run = run_as_written (
      "__global__ void k (const float *a, float *b) { b[0] = a[0]; b[0] *= 2; }\n"
      "/* gridloom\n[launch]\nover=a\nblock=1\ngrid=1\nlaunches=3\nswap=a,b\n"
      "[arg a]\nshape=1\nfill=ones\n[arg b]\nshape=1\n*/\n");
  LoomArrayCounts a, b;

  loom_run_array_count (loom_run_find_array (run, "a"), &a);
  loom_run_array_count (loom_run_find_array (run, "b"), &b);
  g_assert_cmpfloat (get_floats (run, "a")[0], ==, 8);
  g_assert_cmpuint (a.writes, ==, 4);
  g_assert_cmpuint (b.writes, ==, 2);
}

static void
test_out_of_bounds_names_the_missing_guard (void)
{
  g_autoptr (LoomRun) run = fixture_run (
      "__global__ void\nk (float *f)\n{\n  f[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}\n"
      "/* gridloom\n[launch]\nblock=32\n[arg f]\nshape=40\n*/\n");

  g_assert_nonnull (run->trap);
  g_assert_cmpint (run->trap->code, ==, LOOM_ERROR_OOB);
  g_assert_cmpuint (run->trap->site.line, ==, 4);
  g_assert_cmpuint (run->trap->site.block.x, ==, 1);
  g_assert_cmpuint (run->trap->site.thread.x, ==, 8);
  g_assert_cmpstr (run->trap->array, ==, "f");
  g_assert_nonnull (find_finding (run, LOOM_ERROR_MISSING_GUARD));
  g_assert_cmpfloat (get_floats (run, "f")[39], ==, 1);
}

/* An index that the kernel computes wrongly is not mended by a test of the thread's own. */
static void
test_computed_index_is_no_missing_guard (void)
{
  g_autoptr (LoomRun) run = fixture_run (
      "__global__ void k (const int *a, int *f) { f[threadIdx.x % 8] = a[threadIdx.x * 2]; }\n"
      "/* gridloom\n[launch]\nblock=32\ngrid=1\n[arg a]\nshape=40\n[arg f]\nshape=8\n*/\n");

  g_assert_nonnull (run->trap);
  g_assert_cmpint (run->trap->code, ==, LOOM_ERROR_OOB);
  g_assert_cmpuint (run->trap->site.thread.x, ==, 20);
  g_assert_cmpstr (run->trap->array, ==, "a");
  g_assert_null (find_finding (run, LOOM_ERROR_MISSING_GUARD));
}

/* What is said of the cause is true of the source, and of what was written. */
static void
test_repeated_work_names_its_cause (void)
{
  static const struct
  {
    const char *body, *launch, *cause;
  } rows[] = {
    { "f[threadIdx.x] = 1;", "block=32\ngrid=4", "does not read blockIdx.x" },
    { "f[threadIdx.x + 0 * blockIdx.x] = 1;", "block=32\ngrid=4", "does not depend on blockIdx.x" },
    { "f[blockIdx.x * blockDim.x + threadIdx.x] = 1;", "block=8\ngrid=4,3", "does not read blockIdx.y" },
    { "f[blockIdx.x * blockDim.x + threadIdx.x] = 1;", "block=8,4\ngrid=4,2",
      "does not read blockIdx.y, threadIdx.y" },
    { "f[blockIdx.x * blockDim.x + threadIdx.x] = 1;", "block=8\ngrid=4,3,2", "blockIdx.y, blockIdx.z" },
    { "f[blockIdx.x / 2 * blockDim.x + threadIdx.x] = 1;", "block=8\ngrid=8", "cells of its own?" },
    { "f[blockIdx.x * blockDim.x + threadIdx.x] = 1;", "block=8\ngrid=4", NULL },
    { "f[blockIdx.x] = threadIdx.x;", "block=32\ngrid=4", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *document = g_strdup_printf (
          "__global__ void k (float *f) { %s }\n/* gridloom\n[launch]\n%s\n[arg f]\nshape=32\n*/\n",
          rows[i].body, rows[i].launch);
      g_autoptr (LoomRun) run = fixture_run (document);
      const LoomFinding *finding = find_finding (run, LOOM_ERROR_REPEATS_WORK);

      g_test_message ("%s: %s", rows[i].body, finding != NULL ? finding->text : "nothing");
      g_assert_true ((finding != NULL) == (rows[i].cause != NULL));
      if (finding != NULL)
        g_assert_nonnull (strstr (finding->text, rows[i].cause));
    }
}

static void
test_too_much_memory_is_refused_with_the_sum (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = NULL;

  fixture_drop_client ();
  g_setenv ("GRIDLOOM_MEMORY_LIMIT", "100000000", TRUE);
  run = try_run (COPY "/* gridloom\n[launch]\nblock=256\n[arg f]\nshape=16384,16384\n*/\n", NULL,
                 &error);
  g_unsetenv ("GRIDLOOM_MEMORY_LIMIT");
  fixture_drop_client ();
  g_assert_null (run);
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "1.0"));
}

static void
test_files_outside_are_not_read (void)
{
  g_autofree char *root = g_dir_make_tmp ("gridloom-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (root, "document", NULL);
  g_autofree char *link = g_build_filename (folder, "link.npy", NULL);
  static const char * const names[] = { "/etc/passwd", "../x.npy", "link.npy", "missing.npy" };

  g_mkdir (folder, 0700);
  g_assert_cmpint (symlink ("/etc/passwd", link), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *document
          = g_strdup_printf (COPY "/* gridloom\n[arg f]\nshape=4\nfill=file:%s\n*/\n", names[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomRun) run = try_run (document, folder, &error);

      g_assert_null (run);
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_FILE);
      g_assert_null (strstr (error->message, "root:"));
    }

  g_unlink (link);
  g_rmdir (folder);
  g_rmdir (root);
}

/* What a kernel that never ends did until it was asked to stop is kept: one launch, the first of a
 * document's steps, or of several devices. */
static void
test_an_endless_kernel_stops_when_asked (gconstpointer data)
{
  g_autofree char *text = g_strdup_printf (
      "__global__ void k (volatile int *f) { f[1 + 2 * blockIdx.y] = 7; while (f[0] == 0); }\n"
      "/* gridloom\n[launch]\nblock=2,1\ngrid=1,2\n[arg f]\nshape=2,2\n%s*/\n", (const char *) data);
  g_autoptr (LoomDocument) document = loom_document_parse (text, -1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomCompiled) compiled = NULL;
  g_autoptr (LoomPlan) plan = NULL;
  g_autoptr (LoomRun) after = NULL;
  FixtureStopped stopped = { FALSE };
  const LoomRunArray *array;
  const gint32 *cells;
  LoomRunOptions options;

  compiled = fixture_compile (loom_document_get_source (document, NULL));
  plan = loom_plan_bind (document, compiled, NULL, loom_limits_get_simulator (), NULL, &error);
  g_assert_no_error (error);
  loom_run_options_init (&options);
  options.wall_ms = 0;
  loom_runner_client_run_async (fixture_get_client (), compiled, plan, &options, NULL, cancellable,
                                fixture_run_stopped_cb, &stopped);
  g_timeout_add (200, fixture_cancel_cb, cancellable);
  while (!g_cancellable_is_cancelled (cancellable))
    g_main_context_iteration (NULL, TRUE);

  fixture_wait (&stopped.done);
  g_assert_no_error (stopped.error);
  g_assert_cmpint (stopped.run->trap->code, ==, LOOM_ERROR_STOPPED);
  /* and how long it ran, save that of several devices each has run for a time of its own */
  if (strstr (data, "[split]") != NULL)
    g_assert_cmpuint (stopped.run->timings.kernel_ms->len, ==, 0);
  else
    {
      g_assert_cmpuint (stopped.run->timings.kernel_ms->len, ==, 1);
      g_assert_cmpfloat (g_array_index (stopped.run->timings.kernel_ms, double, 0), >, 0);
    }
  array = loom_run_find_array (stopped.run, "f");
  cells = g_bytes_get_data (loom_array_get_bytes (array->array), NULL);
  g_assert_cmpint (cells[0], ==, 0);
  g_assert_cmpint (cells[1], ==, 7);
  g_clear_pointer (&stopped.run, loom_run_unref);

  after = fixture_run (COPY "/* gridloom\n[arg f]\nshape=4\n*/\n");
  g_assert_null (after->trap);
}

static void
test_an_endless_kernel_ends_by_its_budget (void)
{
  LoomRunOptions options;
  g_autoptr (LoomRun) run = NULL;
  g_autoptr (GError) error = NULL;

  loom_run_options_init (&options);
  options.budget = 100000;
  run = fixture_try_run ("__global__ void k (volatile int *f) { while (f[0] == 0); }\n"
                         "/* gridloom\n[launch]\nblock=32\ngrid=1\n[arg f]\nshape=1\n*/\n",
                         &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (run->trap);
  g_assert_cmpint (run->trap->code, ==, LOOM_ERROR_ENDLESS);
}

static void
test_another_backend_is_refused (void)
{
  LoomRunOptions options;
  g_autoptr (LoomRun) run = NULL;
  g_autoptr (GError) error = NULL;

  loom_run_options_init (&options);
  options.backend = LOOM_BACKEND_ID_CUDA (0);
  run = fixture_try_run (COPY "/* gridloom\n[arg f]\nshape=4\n*/\n", &options, NULL, &error);
  g_assert_null (run);
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_BACKEND);
}

/* A texture of six faces that one kernel reads, in a function that it calls; the other has none. */
static void
test_a_texture_refuses_who_reads_it (void)
{
  static const char source[] =
    "__global__ void plain (float *f) { f[threadIdx.x] = 1; }\n"
    "__noinline__ __device__ float look (cudaTextureObject_t t, float x)\n"
    "{ return texCubemap<float> (t, x, x, x); }\n"
    "__global__ void blur (float *f, cudaTextureObject_t t) { f[threadIdx.x] = look (t, f[1]); }\n"
    "/* gridloom\n[launch]\nkernel=%s\nblock=4\n[arg f]\nshape=4\n*/\n";
  g_autofree char *plain = g_strdup_printf (source, "plain");
  g_autofree char *blur = g_strdup_printf (source, "blur");
  g_autoptr (LoomRun) ran = fixture_run (plain), refused = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpfloat (get_floats (ran, "f")[3], ==, 1);
  refused = try_run (blur, NULL, &error);
  g_assert_null (refused);
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_UNSUPPORTED);
  g_test_message ("%s", error->message);
  g_assert_true (g_str_has_prefix (error->message, "kernel blur: line 3: instruction “tex.cube."));
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (fills); i++)
    {
      g_autofree char *path = g_strdup_printf ("/runner/run/fill/%s", fills[i][0]);

      g_test_add_data_func (path, fills[i], test_a_fill_makes_the_cells);
    }
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autofree char *path = g_strdup_printf ("/runner/run/broken-expression/%s", broken[i][0]);

      g_test_add_data_func (path, broken[i], test_a_broken_expression_names_its_key);
    }
  g_test_add_func ("/runner/run/random-is-the-same-each-time", test_random_is_the_same_each_time);
  g_test_add_func ("/runner/run/poison-is-not-a-number", test_poison_is_not_a_number);
  g_test_add_func ("/runner/run/axes-are-named-as-cuda-does", test_axes_are_named_as_cuda_does);
  g_test_add_func ("/runner/run/scalars-see-the-main-array", test_scalars_see_the_main_array);
  g_test_add_func ("/runner/run/the-reference-is-compared", test_the_reference_is_compared);
  g_test_add_func ("/runner/run/every-cell-is-counted", test_every_cell_is_counted);
  g_test_add_func ("/runner/run/symbols-are-set-and-shown", test_symbols_are_set_and_shown);
  g_test_add_func ("/runner/run/symbols-have-coverage", test_symbols_have_coverage);
  g_test_add_func ("/runner/run/symbols-count-on-any-worker", test_symbols_count_on_any_worker);
  g_test_add_func ("/runner/run/samples-start-from-the-same-bytes",
                   test_samples_start_from_the_same_bytes);
  g_test_add_func ("/runner/run/launches-swap-their-arrays", test_launches_swap_their_arrays);
  for (guint i = 0; i < G_N_ELEMENTS (written); i++)
    {
      g_autofree char *path = g_strconcat ("/runner/run/as-written/", written[i].name, NULL);

      g_test_add_data_func (path, &written[i], test_accesses_count_as_written);
    }
  g_test_add_func ("/runner/run/as-written/swaps", test_as_written_with_swaps);
  g_test_add_func ("/runner/run/missing-guard-is-named",
                   test_out_of_bounds_names_the_missing_guard);
  g_test_add_func ("/runner/run/computed-index-is-no-missing-guard",
                   test_computed_index_is_no_missing_guard);
  g_test_add_func ("/runner/run/repeated-work-names-its-cause", test_repeated_work_names_its_cause);
  g_test_add_func ("/runner/run/memory-is-refused-with-the-sum",
                   test_too_much_memory_is_refused_with_the_sum);
  g_test_add_func ("/runner/run/files-outside-are-not-read", test_files_outside_are_not_read);
  g_test_add_data_func ("/runner/run/endless-stops-when-asked", "",
                        test_an_endless_kernel_stops_when_asked);
  g_test_add_data_func ("/runner/run/the-first-step-stops-when-asked", "[steps]\nlaunch k\n",
                        test_an_endless_kernel_stops_when_asked);
  g_test_add_data_func ("/runner/run/one-launch-of-several-devices-stops-when-asked",
                        "[split]\ndevices=2\nhalo=0\n",
                        test_an_endless_kernel_stops_when_asked);
  g_test_add_data_func ("/runner/run/several-devices-stop-when-asked",
                        "[split]\ndevices=2\nhalo=0\n[steps]\nlaunch k\n",
                        test_an_endless_kernel_stops_when_asked);
  g_test_add_func ("/runner/run/endless-ends-by-its-budget",
                   test_an_endless_kernel_ends_by_its_budget);
  g_test_add_func ("/runner/run/another-backend-is-refused", test_another_backend_is_refused);
  g_test_add_func ("/runner/run/a-texture-refuses-who-reads-it",
                   test_a_texture_refuses_who_reads_it);

  status = g_test_run ();
  fixture_drop_client ();
  return status;
}
