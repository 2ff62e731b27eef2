/* test-cuda-coverage.c: what a GPU counts is what the simulator counts, document by document
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "runner-fixture.h"

#include <string.h>

/* Kernels of the gallery that fail on purpose. */
static const char *const failing[] = { "06-missing-guard.cu", "22-barrier-branches.cu" };

static const struct
{
  const char *name, *document;
} documents[] = {
  { "the-last-launch-is-idle",
    "__global__ void k (const int *a, int *b) { int i = threadIdx.x; if (a[i] < 2) b[i] = a[i] + 1; }\n"
    "/* gridloom\n[launch]\nblock=4\nlaunches=3\nswap=a,b\n[arg a]\nshape=4\nfill=zeros\n[arg b]\nshape=4\n*/\n" },
  { "bytes-and-doubles",
    "__global__ void k (double *out, const unsigned char *in, short *half)\n"
    "{ int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i / 2]; half[i / 3] = i / 3; }\n"
    "/* gridloom\n[launch]\nblock=32\ngrid=4\n[arg out]\nshape=128\n[arg in]\nshape=128\n[arg half]\nshape=128\n*/\n" },
  { "variables",
    "__constant__ float c[4];\n__device__ short pairs[6];\n__managed__ unsigned total;\n__device__ double2 wide[8];\n"
    "__device__ unsigned char kept[9];\n__device__ int unused[3];\n"
    "__global__ void k (float *f)\n{\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  pairs[i % 4] = c[i % 3];\n  atomicAdd (&total, 1);\n  wide[i].y = c[0];\n  kept[i] = wide[7 - i].x;\n"
    "  if (i == 7) f[0] = ((char *) c)[4] + unused[1];\n}\n"
    "/* gridloom\n[launch]\nblock=4\ngrid=2\nlaunches=3\n[arg f]\nshape=3\n[symbol c]\nfill=ones\n"
    "[symbol pairs]\nfill=zeros\n[symbol total]\nfill=zeros\n[symbol wide]\nfill=ones\n[symbol kept]\n"
    "[symbol unused]\nfill=zeros\n*/\n" },
  { "a-constant-by-a-pointer-to-anything",
    "__constant__ float c[6];\n__device__ float d[6];\n"
    "__global__ void k (float *f, int n)\n{\n  int i = threadIdx.x;\n"
    "  const float *p = i % 3 == 0 ? c : i % 3 == 1 ? d : f + 32;\n  f[i] = p[i % n];\n}\n"
    "/* gridloom\n[launch]\nblock=32\ngrid=1\n[arg f]\nshape=64\n[arg n]\nvalue=6\n[symbol c]\nfill=ones\n"
    "[symbol d]\nfill=ones\n*/\n" },
  { "no-array-but-variables",
    "__device__ int sums[4];\n__global__ void k () { atomicAdd (&sums[threadIdx.x & 1], 2); }\n"
    "/* gridloom\n[launch]\nblock=32\ngrid=1\n[symbol sums]\nfill=zeros\n*/\n" },
};

/* Of 64 threads: what stores is not idle, whether the settings name a variable or not. */
static const struct
{
  const char *variables, *body, *named;
  gint64      idle;
} stores[] = {
  { "__device__ int ticket;", "if (i < 40) atomicAdd (&ticket, 1); if (i < 5) atomicMax (&f[i / 2], i);", "[symbol ticket]\n", 24 },
  { "__device__ int ticket;", "if (i < 40) atomicAdd (&ticket, 1); if (i < 5) atomicMax (&f[i / 2], i);", "", 24 },
  { "__device__ int table[64];", "if (i < n) table[i] = i;", "", 14 },
  { "__managed__ char last; __device__ short table[64];", "if (i < n) table[i] = i; if (i == 63) last = 1;", "", 13 },
  { "__device__ int table[64];", "static __device__ int flag; int *p = i & 1 ? table + i : &flag; if (i < n) *p = i;", "", 14 },
  { "__device__ int a[64], b[64];", "(i < n ? a : i < n + 4 ? b : f)[i & 7] = i;", "[symbol a]\n", 0 },
  { "__constant__ int c[64]; __device__ int table[64];", "__shared__ int s[64]; s[i] = table[i] + c[i]; if (s[i] == 1) f[0] = 1;",
    "", 64 },
  { "", "volatile int own[2]; own[i & 1] = i; if (i == 3) f[0] = own[1];", "", 63 },
};

static LoomRun *
run_on (const char *backend,
        const char *document)
{
  g_autoptr (GError) error = NULL;
  LoomRunOptions options;
  LoomRun *run;

  loom_run_options_init (&options);
  g_assert_true (loom_backend_id_parse (backend, &options.backend, NULL));
  options.coverage = LOOM_COVERAGE_ALL;
  run = fixture_try_run (document, &options, NULL, &error);
  g_assert_no_error (error);
  if (run->trap != NULL)
    g_error ("%s", run->trap->text);
  return run;
}

static void
check_plane (const char *name,
             const char *plane,
             GBytes     *simulated,
             GBytes     *counted)
{
  g_assert_true ((simulated == NULL) == (counted == NULL));
  if (simulated != NULL && !g_bytes_equal (simulated, counted))
    g_error ("%s of %s differ", plane, name);
}

static void
check_document (const char *document)
{
  g_autoptr (LoomRun) simulated = run_on ("sim", document), counted = run_on ("cuda:0", document);

  g_assert_cmpint (simulated->idle_threads, ==, counted->idle_threads);
  g_assert_cmpuint (simulated->arrays->len, ==, counted->arrays->len);
  for (guint i = 0; i < simulated->arrays->len; i++)
    {
      const LoomRunArray *a = g_ptr_array_index (simulated->arrays, i), *b = g_ptr_array_index (counted->arrays, i);

      check_plane (a->name, "cells", loom_array_get_bytes (a->array), loom_array_get_bytes (b->array));
      /* A GPU does not count what is read through a texture. */
      if (b->writes == NULL)
        {
          g_assert_true (strstr (document, "texture=") != NULL);
          continue;
        }
      check_plane (a->name, "writes", a->writes, b->writes);
      check_plane (a->name, "reads", a->reads, b->reads);
      check_plane (a->name, "lowest writers", a->lowest, b->lowest);
      check_plane (a->name, "highest writers", a->highest, b->highest);
    }
  g_assert_true ((counted->schedule != NULL) == (simulated->steps->len == 0));
}

static void
test_document (gconstpointer data)
{
  check_document (data);
}

static void
test_idle_threads (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (stores); i++)
    {
      g_autofree char *document
          = g_strdup_printf ("%s\n__global__ void k (int *f, int n) { int i = threadIdx.x; %s }\n"
                             "/* gridloom\n[launch]\nblock=64\ngrid=1\n[arg f]\nshape=8\n[arg n]\nvalue=50\n%s*/\n",
                             stores[i].variables, stores[i].body, stores[i].named);
      g_autoptr (LoomRun) run = run_on ("sim", document);

      g_test_message ("%s", document);
      g_assert_cmpint (run->idle_threads, ==, stores[i].idle);
      check_document (document);
    }
}

static void
check_folder (const char *folder,
              guint       least)
{
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  const char *name;
  guint checked = 0;

  while ((name = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL), *document = NULL;

      if (!g_str_has_suffix (name, ".cu") || g_str_equal (name, failing[0]) || g_str_equal (name, failing[1]))
        continue;
      g_test_message ("%s", name);
      g_assert_true (g_file_get_contents (path, &document, NULL, NULL));
      /* Thousands of launches take minutes with sanitizers. */
      if (g_getenv ("ASAN_OPTIONS") != NULL && strstr (document, "\n[steps]") != NULL)
        continue;
      check_document (document);
      checked++;
    }
  g_assert_cmpuint (checked, >=, least);
}

static void
test_gallery (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "kernels", NULL);

  check_folder (folder, 21);
}

/* What is easily counted wrong. */
static void
test_instrumented (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "gpu", "instrumented", NULL);

  check_folder (folder, 8);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autofree char *path = g_strconcat ("/runner/cuda-coverage/", documents[i].name, NULL);

      g_test_add_data_func (path, documents[i].document, test_document);
    }
  g_test_add_func ("/runner/cuda-coverage/who-stores-to-an-array-or-a-variable-is-not-idle", test_idle_threads);
  g_test_add_func ("/runner/cuda-coverage/gallery", test_gallery);
  g_test_add_func ("/runner/cuda-coverage/instrumented", test_instrumented);
  status = g_test_run ();
  fixture_drop_client ();
  return status;
}
