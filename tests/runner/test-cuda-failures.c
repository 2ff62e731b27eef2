/* test-cuda-failures.c: every call of the CUDA runtime fails once, and the next run works
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cuda-fixture.h"
#include "loom-cuda-api.h"

#include <string.h>

/* Uses what CUDA_ADD has no use for: shared memory, a variable. */
#define MORE \
  "__device__ int step = 7;\n" \
  "__global__ void k (int *f)\n" \
  "{ extern __shared__ int s[]; int i = threadIdx.x; s[i] = f[i]; step += i; f[i] = s[i] + 7; }\n" \
  "/* gridloom\n[launch]\nblock=32\nshared=128\n[arg f]\nshape=32\nfill=iota\n*/\n"

#define ENDLESS \
  "__global__ void k (int *f) { while (*(volatile int *) f == 0) f[1]++; }\n" \
  "/* gridloom\n[launch]\nblock=4\n[arg f]\nshape=4\n*/\n"

/* The codes that stand for all others: one that leaves the process well, one that does not. */
#define REFUSED 1
#define LOST 46

typedef enum
{
  FAILS,                        /* the run does, and names the call */
  EXPLAINED,                    /* it does, in words of its own */
  WORKS,                        /* it does without */
  ELSEWHERE,                    /* a run does not come to it: see there */
} Expected;

static const struct
{
  const char *call;
  guint       nth;
  Expected    expected;
} calls[] = {
  { "cudaRuntimeGetVersion", 1, WORKS },
  { "cudaDriverGetVersion", 1, WORKS },
  { "cudaGetErrorName", 0, ELSEWHERE },         /* cannot fail */
  { "cudaGetErrorString", 0, ELSEWHERE },       /* cannot fail */
  { "cudaGetDeviceCount", 1, EXPLAINED },
  { "cudaGetDeviceProperties", 1, WORKS },
  { "cudaDeviceGetAttribute", 1, WORKS },
  { "cudaDeviceGetPCIBusId", 0, ELSEWHERE },    /* only where NVML is */
  { "cudaSetDevice", 1, FAILS },
  { "cudaGetLastError", 0, ELSEWHERE },         /* tells what another call returned */
  { "cudaDeviceSynchronize", 1, WORKS },
  { "cudaMemGetInfo", 0, ELSEWHERE },           /* explains-what-is-too-large */
  { "cudaDeviceCanAccessPeer", 0, ELSEWHERE },  /* copies-fail */
  { "cudaDeviceEnablePeerAccess", 0, ELSEWHERE },       /* copies-fail */
  { "cudaDeviceGetStreamPriorityRange", 0, ELSEWHERE }, /* splits-fail */
  { "cudaStreamCreateWithFlags", 1, FAILS },
  { "cudaStreamCreateWithPriority", 0, ELSEWHERE },     /* splits-fail */
  { "cudaStreamDestroy", 0, ELSEWHERE },        /* only at an end */
  { "cudaStreamWaitEvent", 0, ELSEWHERE },      /* steps-fail */
  { "cudaEventCreateWithFlags", 1, FAILS },
  { "cudaEventCreateWithFlags", 2, FAILS },
  { "cudaEventCreateWithFlags", 3, FAILS },
  { "cudaEventDestroy", 0, ELSEWHERE },         /* only at an end */
  { "cudaEventRecord", 1, FAILS },
  { "cudaEventRecord", 2, FAILS },
  { "cudaEventRecord", 90, FAILS },
  { "cudaEventSynchronize", 1, FAILS },
  { "cudaEventSynchronize", 30, FAILS },
  { "cudaEventSynchronize", 62, FAILS },
  { "cudaEventSynchronize", 66, FAILS },
  { "cudaEventElapsedTime", 1, FAILS },
  { "cudaEventElapsedTime", 24, FAILS },
  { "cudaMalloc", 1, FAILS },
  { "cudaMalloc", 2, FAILS },
  { "cudaMalloc", 3, FAILS },
  { "cudaFree", 0, ELSEWHERE },                 /* grows-after-a-free-that-failed */
  { "cudaHostAlloc", 1, FAILS },
  { "cudaHostAlloc", 2, FAILS },
  { "cudaFreeHost", 0, ELSEWHERE },             /* grows-after-a-free-that-failed */
  { "cudaHostGetDevicePointer", 1, FAILS },
  { "cudaMemcpyAsync", 1, FAILS },
  { "cudaMemcpyAsync", 2, FAILS },
  { "cudaMemcpyAsync", 3, FAILS },
  { "cudaMemcpyAsync", 9, FAILS },
  { "cudaMemcpyPeerAsync", 0, ELSEWHERE },      /* copies-fail */
  { "cudaMemsetAsync", 1, FAILS },
  { "cudaMalloc3DArray", 0, ELSEWHERE },        /* textures-fail */
  { "cudaFreeArray", 0, ELSEWHERE },            /* textures-fail */
  { "cudaMemcpy3DAsync", 0, ELSEWHERE },        /* textures-fail */
  { "cudaCreateTextureObject", 0, ELSEWHERE },  /* textures-fail */
  { "cudaDestroyTextureObject", 0, ELSEWHERE }, /* textures-fail */
  { "cudaCreateSurfaceObject", 0, ELSEWHERE },  /* textures-fail */
  { "cudaDestroySurfaceObject", 0, ELSEWHERE }, /* textures-fail */
  { "cudaLaunchHostFunc", 1, FAILS },
  { "cudaLaunchKernelExC", 1, FAILS },
  { "cudaLaunchKernelExC", 50, FAILS },
  { "cudaLaunchKernelExC", 85, FAILS },
  { "cudaFuncGetAttributes", 1, WORKS },
  { "cudaFuncSetAttribute", 1, FAILS },
  { "cudaOccupancyMaxActiveBlocksPerMultiprocessor", 1, WORKS },
  { "cudaLibraryLoadData", 1, FAILS },
  { "cudaLibraryLoadData", 2, FAILS },
  { "cudaLibraryLoadData", 3, FAILS },
  { "cudaLibraryUnload", 0, ELSEWHERE },        /* only after five documents */
  { "cudaLibraryGetKernel", 1, FAILS },
  { "cudaLibraryGetKernel", 4, FAILS },
  { "cudaLibraryGetGlobal", 1, WORKS },
};

static void
check_next (const char *rules)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) after = cuda_try_run (CUDA_ADD, 1, 0, &error);

  if (after == NULL || after->trap != NULL)
    g_error ("after “%s”: %s", rules, error != NULL ? error->message : after->trap->text);
  g_assert_cmpint (cuda_get_ints (after, "f")[1], ==, 8);
}

static void
check_call (guint       i,
            const char *action,
            int         code)
{
  g_autofree char *rules
      = g_strdup_printf ("%s %u %s %d", calls[i].call, calls[i].nth, action, code);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = NULL;
  const gboolean is_lost = code == LOST;
  gboolean as_expected;

  cuda_set_rules (rules);
  run = cuda_try_run (MORE, 3, 0, &error);
  if (run != NULL)
    as_expected = !is_lost && calls[i].expected == WORKS && run->trap == NULL
                  && cuda_get_ints (run, "f")[31] == 38;
  else
    as_expected = error->domain == LOOM_ERROR && (is_lost || calls[i].expected != WORKS)
                  && (is_lost || calls[i].expected == EXPLAINED
                      || strstr (error->message, calls[i].call) != NULL);
  if (!as_expected)
    g_error ("“%s”: %s", rules,
             error != NULL ? error->message : run->trap != NULL ? run->trap->text : "it ran");
  check_next (rules);
}

static void
test_calls_that_are_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    if (calls[i].expected != ELSEWHERE)
      check_call (i, "fail", REFUSED);
}

static void
test_devices_that_are_lost (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    if (calls[i].expected != ELSEWHERE)
      check_call (i, "lose", LOST);
}

static void
test_no_call_is_left_out (void)
{
#define LOOM_ENTRY(result, entry, arguments) #entry,
  static const char *const entries[] = { LOOM_CUDART_ENTRIES (LOOM_ENTRY) };
#undef LOOM_ENTRY

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      guint j = 0;

      while (j < G_N_ELEMENTS (calls) && strcmp (calls[j].call, entries[i]) != 0)
        j++;
      if (j == G_N_ELEMENTS (calls))
        g_error ("nothing says what a run does without %s", entries[i]);
    }
}

/* Codes that mean something of their own. */
static const struct
{
  const char *rules;
  LoomError   code;
} meanings[] = {
  { "cudaMalloc 1 fail 2", LOOM_ERROR_MEMORY },
  { "cudaHostAlloc 2 fail 2", LOOM_ERROR_MEMORY },
  { "cudaLibraryLoadData 2 fail 222", LOOM_ERROR_BACKEND },
  { "cudaLibraryLoadData 2 fail 218", LOOM_ERROR_UNSUPPORTED },
  { "cudaLibraryGetKernel 4 fail 500", LOOM_ERROR_LAUNCH },
  { "cudaLaunchKernelExC 70 fail 701", LOOM_ERROR_LAUNCH },
  { "cudaLaunchKernelExC 70 fail 720", LOOM_ERROR_LAUNCH },
  { "cudaLaunchKernelExC 70 lose 214", LOOM_ERROR_BACKEND },
  { "cudaMemcpyAsync 3 lose 12345", LOOM_ERROR_BACKEND },
  { "cudaEventSynchronize 70 lose 999", LOOM_ERROR_BACKEND },
  { "cudaMemcpyAsync 2 die", LOOM_ERROR_RUNNER },
};

static void
test_what_codes_mean (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (meanings); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomRun) run = NULL;

      cuda_set_rules (meanings[i].rules);
      run = cuda_try_run (CUDA_ADD, 10, 0, &error);
      if (run != NULL || error->domain != LOOM_ERROR || error->code != meanings[i].code)
        g_error ("%s: %s", meanings[i].rules, error != NULL ? error->message : "it ran");
      check_next (meanings[i].rules);
    }
}

/* A fault that shows at the end of any wait is the kernel's. */
static void
test_faults_of_any_kind (void)
{
  static const struct
  {
    int       number;
    LoomError code;
  } rows[] = {
    { 700, LOOM_ERROR_OOB }, { 702, LOOM_ERROR_ENDLESS }, { 710, LOOM_ERROR_ASSERT },
    { 714, LOOM_ERROR_STACK }, { 715, LOOM_ERROR_TRAP }, { 716, LOOM_ERROR_MISALIGNED },
    { 717, LOOM_ERROR_TRAP }, { 718, LOOM_ERROR_TRAP }, { 719, LOOM_ERROR_TRAP },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *rules = g_strdup_printf ("cudaEventSynchronize 64 lose %d", rows[i].number);
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomRun) run = NULL;

      cuda_set_rules (rules);
      run = cuda_try_run (CUDA_ADD, 10, 0, &error);
      g_assert_no_error (error);
      g_assert_nonnull (run->trap);
      g_assert_cmpstr (loom_error_get_name (run->trap->code), ==, loom_error_get_name (rows[i].code));
      check_next (rules);
    }
}

/* As after an error: nothing may hang on one. */
static void
test_no_callback_ever_comes (void)
{
  g_autoptr (LoomRun) run = NULL;

  cuda_set_rules ("mute 1");
  run = cuda_run_well (CUDA_ADD, 2);
  g_assert_cmpint (cuda_get_ints (run, "f")[99], ==, 106);
  g_assert_cmpfloat (run->measurement->callback_median_us, <, 0);
  check_next ("mute 1");
}

static void
test_slow_calls (void)
{
  static const char *const rules[] = {
    "cudaEventSynchronize 70 delay 400", "cudaLaunchKernelExC 64 delay 700", "cudaMalloc 1 delay 300",
    "cudaGetDeviceCount 1 delay 500",
  };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      cuda_set_rules (rules[i]);
      check_next (rules[i]);
    }
}

static void
check_stop (const char *document,
            guint       repeat,
            const char *what)
{
  g_assert_cmpuint (cuda_stop (document, repeat, 400), <=, 1);
  check_next (what);
}

/* The client waits 250 ms, then it takes the process away. */
static void
test_stops_what_hangs (void)
{
  static const char *const rules[] = {
    "cudaEventSynchronize 70 hang", "cudaMemcpyAsync 3 hang", "cudaLaunchKernelExC 66 hang",
    "cudaMalloc 1 hang",
  };

  cuda_set_rules ("");
  check_stop (ENDLESS, 1, "an endless kernel");
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      cuda_set_rules (rules[i]);
      check_stop (CUDA_ADD, 10, rules[i]);
    }
}

/* Between samples the process stops by itself, and goes on to serve. */
static void
test_stops_between_samples (void)
{
  guint lost = 1;

  cuda_set_rules ("");
  check_next ("");
  /* One that does not come to its turn stops too late, but not each time. */
  for (guint tries = 0; lost > 0 && tries < 5; tries++)
    lost = cuda_stop (CUDA_ADD, 100000, 300);
  g_assert_cmpuint (lost, ==, 0);
  check_next ("many samples");
}

static void
test_stops_between_launches (void)
{
  cuda_set_rules ("");
  check_stop ("__global__ void k (int *f) { f[threadIdx.x]++; }\n"
              "/* gridloom\n[launch]\nblock=4\nlaunches=1000000\n[arg f]\nshape=4\n*/\n",
              1, "a million launches in a row");
}

static void
test_explains_what_is_too_large (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = NULL;

  cuda_set_rules ("cudaMalloc 1 fail 2\ncudaMemGetInfo 0 fail 1\n");
  run = cuda_try_run (CUDA_ADD, 1, 0, &error);
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_MEMORY);
}

/* Steps are as good without their counts, for which there may be no room. */
static void
test_steps_do_without_counters (void)
{
  static const char document[]
      = "__global__ void k (int *f, int n)\n"
        "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f[i] += 7; }\n"
        "/* gridloom\n[launch]\nblock=256\n[steps]\nrepeat 2\nlaunch k\nend\n[arg f]\nshape=2000000\nfill=iota\n*/\n";
  g_autoptr (LoomRun) run = NULL, counted = NULL;
  const LoomFinding *finding;

  cuda_set_rules ("cudaMalloc 3 fail 2\n");
  run = cuda_run_well (document, 1);
  g_assert_cmpint (cuda_get_ints (run, "f")[1999999], ==, 1999999 + 14);
  g_assert_null (((LoomRunArray *) run->arrays->pdata[0])->writes);
  g_assert_cmpint (run->idle_threads, ==, -1);
  finding = cuda_find (run, LOOM_ERROR_UNSUPPORTED);
  g_assert_nonnull (finding);
  g_assert_nonnull (strstr (finding->text, "Nothing was counted on the GPU"));

  counted = cuda_run_well (document, 1);
  g_assert_nonnull (((LoomRunArray *) counted->arrays->pdata[0])->writes);
  g_assert_cmpuint (counted->findings->len, ==, 0);
}

/* What makes textures and surfaces is named where it fails; what gives them back may. */
static void
test_textures_fail (void)
{
  static const char source[]
      = "__global__ void k (cudaTextureObject_t t, cudaSurfaceObject_t s, float *f)\n"
        "{ int i = threadIdx.x; f[i] = tex1D<float> (t, i + 0.5f); surf1Dwrite (f[i], s, i * 4); }\n"
        "/* gridloom\n[launch]\nblock=32\ngrid=1\n[arg f]\nshape=32\n[arg t]\nshape=32\n"
        "[arg s]\nshape=32\n*/\n";
  static const struct
  {
    const char *call;
    guint       nth;
    gboolean    works;
  } rows[] = {
    { "cudaMalloc3DArray", 1, FALSE },
    { "cudaMalloc3DArray", 2, FALSE },
    { "cudaFreeArray", 1, TRUE },
    { "cudaMemcpy3DAsync", 1, FALSE },
    { "cudaMemcpy3DAsync", 4, FALSE },
    { "cudaCreateTextureObject", 1, FALSE },
    { "cudaDestroyTextureObject", 1, TRUE },
    { "cudaCreateSurfaceObject", 1, FALSE },
    { "cudaDestroySurfaceObject", 1, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *rules
          = g_strdup_printf ("%s %u fail %d", rows[i].call, rows[i].nth, REFUSED);
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomRun) run = NULL;

      cuda_set_rules (rules);
      run = cuda_try_run (source, 1, 0, &error);
      g_test_message ("%s: %s", rules, error != NULL ? error->message : "it ran");
      if (rows[i].works)
        g_assert_no_error (error);
      else
        g_assert_nonnull (strstr (error->message, rows[i].call));
      check_next (rules);
    }
}

/* Each of the calls fails, sooner or later, and the run names it; or the call does not come, and the
 * last cell of b is as it is without a failure. */
static void
check_failing (const char        *source,
               const char *const *failing,
               gint32             last)
{
  for (guint i = 0; failing[i] != NULL; i++)
    for (guint nth = 1; nth < 48; nth = nth * 3 / 2 + 1)
      {
        g_autofree char *rules = g_strdup_printf ("%s %u fail %d", failing[i], nth, REFUSED);
        g_autoptr (GError) error = NULL;
        g_autoptr (LoomRun) run = NULL;

        cuda_set_rules (rules);
        run = cuda_try_run (source, 1, 0, &error);
        g_test_message ("%s: %s", rules, error != NULL ? error->message : "it ran");
        g_assert_true (nth > 1 || error != NULL);
        if (error != NULL)
          g_assert_nonnull (strstr (error->message, failing[i]));
        else
          g_assert_cmpint (cuda_get_ints (run, "b")[31], ==, last);
        if (error != NULL)
          check_next (rules);
      }
}

/* Whatever fails while streams are under way. */
static void
test_steps_fail (void)
{
  static const char source[]
      = "__global__ void k (const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x] + 1; }\n"
        "/* gridloom\n[launch]\nblock=32\ngrid=1\n[steps]\ncopy host to a on s\n"
        "launch k on s\nrecord there on s\nwait there on t\ncopy b to a on t\n"
        "launch k on t\ncopy b to host\n[arg a]\nshape=32\nfill=iota\n[arg b]\nshape=32\n*/\n";
  static const char *const failing[] = {
    "cudaStreamWaitEvent", "cudaStreamCreateWithFlags", "cudaEventCreateWithFlags",
    "cudaEventRecord", "cudaEventElapsedTime", "cudaMemcpyAsync", "cudaLaunchKernelExC", NULL,
  };

  check_failing (source, failing, 33);
}

/* Whatever fails while two devices are under way, and each of the devices being lost. */
static void
test_splits_fail (void)
{
  static const char source[]
      = "__global__ void k (const int *a, int *b)\n"
        "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i > 0 && i < 31) b[i] = a[i - 1] + a[i + 1]; }\n"
        "/* gridloom\n[launch]\nblock=8\nover=a\n[split]\ndevices=2\n[steps]\ncopy a to b\n"
        "repeat 3\nlaunch k\nswap a, b\nend\n[arg a]\nshape=32\nfill=iota\n[arg b]\nshape=32\n*/\n";
  static const char *const failing[] = {
    "cudaSetDevice", "cudaDeviceGetStreamPriorityRange", "cudaStreamCreateWithPriority", "cudaStreamWaitEvent",
    "cudaEventCreateWithFlags", "cudaEventRecord", "cudaEventElapsedTime", "cudaMemcpyAsync", "cudaMemcpyPeerAsync",
    "cudaMemsetAsync", "cudaLaunchKernelExC", "cudaLibraryLoadData", "cudaLibraryGetKernel", NULL,
  };

  check_failing (source, failing, 31);
  for (guint nth = 1; nth < 60; nth += 7)
    {
      g_autofree char *rules = g_strdup_printf ("cudaStreamWaitEvent %u lose %d", nth, LOST);
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomRun) run = NULL;

      cuda_set_rules (rules);
      run = cuda_try_run (source, 1, 0, &error);
      g_assert_true (error != NULL || cuda_get_ints (run, "b")[31] == 31);
      check_next (rules);
    }
}

static void
test_grows_after_a_free_that_failed (void)
{
  static const char *const rules[] = { "cudaFree 1 fail 1", "cudaFreeHost 1 fail 1" };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autoptr (LoomRun) small = NULL, large = NULL;

      cuda_set_rules (rules[i]);
      small = cuda_run_well (CUDA_ADD, 1);
      large = cuda_run_well ("__global__ void k (int *f) { f[threadIdx.x] = 5; }\n"
                             "/* gridloom\n[launch]\nblock=32\ngrid=1\n[arg f]\nshape=1000000\n*/\n",
                             1);
      g_assert_cmpint (cuda_get_ints (large, "f")[31], ==, 5);
    }
}

/* It came with a version of CUDA 12 that has no cudaLibraryLoadData. */
static void
test_names_a_runtime_that_is_too_old (void)
{
  g_autofree char *folder = g_strdup (g_getenv ("GRIDLOOM_CUDA"));
  g_autofree char *old = g_build_filename (folder, "old", NULL);
  g_autoptr (GVariant) described = NULL, backends = NULL, device = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = NULL, simulated = NULL;
  const char *why = NULL;

  g_setenv ("GRIDLOOM_CUDA", old, TRUE);
  cuda_set_rules ("");
  run = cuda_try_run (CUDA_ADD, 1, 0, &error);
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_BACKEND);
  g_assert_nonnull (strstr (error->message, "12.2"));
  g_assert_nonnull (strstr (error->message, "cudaLibraryLoadData"));
  g_assert_nonnull (strstr (error->message, "13.0"));

  described = fixture_describe ();
  backends = g_variant_get_child_value (described, 0);
  device = g_variant_get_child_value (backends, 1);
  g_assert_true (g_variant_lookup (device, "why", "&s", &why));
  g_assert_nonnull (strstr (why, "12.2"));
  simulated = fixture_run (CUDA_ADD);
  g_assert_cmpint (cuda_get_ints (simulated, "f")[99], ==, 106);

  g_setenv ("GRIDLOOM_CUDA", folder, TRUE);
  cuda_set_rules ("");
}

static void
add_tests (void)
{
  g_test_add_func ("/runner/cuda-failures/no-call-is-left-out", test_no_call_is_left_out);
  g_test_add_func ("/runner/cuda-failures/names-a-runtime-that-is-too-old",
                   test_names_a_runtime_that_is_too_old);
  g_test_add_func ("/runner/cuda-failures/calls-that-are-refused", test_calls_that_are_refused);
  g_test_add_func ("/runner/cuda-failures/devices-that-are-lost", test_devices_that_are_lost);
  g_test_add_func ("/runner/cuda-failures/what-codes-mean", test_what_codes_mean);
  g_test_add_func ("/runner/cuda-failures/faults-of-any-kind", test_faults_of_any_kind);
  g_test_add_func ("/runner/cuda-failures/no-callback-ever-comes", test_no_callback_ever_comes);
  g_test_add_func ("/runner/cuda-failures/slow-calls", test_slow_calls);
  g_test_add_func ("/runner/cuda-failures/stops-what-hangs", test_stops_what_hangs);
  g_test_add_func ("/runner/cuda-failures/stops-between-samples", test_stops_between_samples);
  g_test_add_func ("/runner/cuda-failures/stops-between-launches", test_stops_between_launches);
  g_test_add_func ("/runner/cuda-failures/explains-what-is-too-large",
                   test_explains_what_is_too_large);
  g_test_add_func ("/runner/cuda-failures/steps-do-without-counters",
                   test_steps_do_without_counters);
  g_test_add_func ("/runner/cuda-failures/textures-fail", test_textures_fail);
  g_test_add_func ("/runner/cuda-failures/steps-fail", test_steps_fail);
  g_test_add_func ("/runner/cuda-failures/splits-fail", test_splits_fail);
  g_test_add_func ("/runner/cuda-failures/grows-after-a-free-that-failed",
                   test_grows_after_a_free_that_failed);
}

int
main (int   argc,
      char *argv[])
{
  return cuda_fixture_run (argc, argv, add_tests);
}
