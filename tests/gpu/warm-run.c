/* warm-run.c: what a run costs beside its kernel once the runner is warm, and how soon the next
 * good run is there after a fault
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Uses the runner as the window does. Prints a line for each: name, milliseconds, limit, ok or FAR;
 * and the steps behind it.
 */

#include "config.h"

#include "runner-fixture.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILL \
  "__global__ void k (float *f, int w, int h)\n" \
  "{ int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n" \
  "  if (x < w && y < h) f[y * w + x] = x + y; }\n" \
  "/* gridloom\n[launch]\nblock=32,8\n[arg f]\nshape=1024,1024\n*/\n"
#define SMALL(body) \
  "__global__ void k (int *f)\n{ " body " }\n/* gridloom\n[launch]\nblock=4\n[arg f]\nshape=4\n*/\n"

static LoomRun *
run (const char        *document,
     LoomCoverageFlags  coverage,
     double            *ms)
{
  g_autoptr (GError) error = NULL;
  LoomRunOptions options;
  const gint64 start = g_get_monotonic_time ();
  LoomRun *result;

  loom_run_options_init (&options);
  options.backend = LOOM_BACKEND_ID_CUDA (0);
  options.coverage = coverage;
  options.wall_ms = 2000;
  result = fixture_try_run (document, &options, NULL, &error);
  *ms = (g_get_monotonic_time () - start) / 1000.0;
  if (result == NULL)
    g_print ("  no run: %s\n", error->message);
  else if (result->trap != NULL)
    g_print ("  trap %s: %s\n", loom_error_get_name (result->trap->code), result->trap->text);
  return result;
}

static void
print_steps (LoomRun *result)
{
  for (guint i = 0; i < result->job->steps->len; i++)
    {
      const LoomStep *step = &g_array_index (result->job->steps, LoomStep, i);

      g_print ("  %-10s %9.3f ms\n", loom_step_get_name (step->kind),
               step->end_ms - step->start_ms);
    }
  g_print ("  compile    %9.3f ms (before the run)\n", result->timings.compile_ms);
  g_print ("  restore    %9.3f ms (part of each launch)\n", result->measurement->restore_ms);
}

static double
sum_steps (LoomRun *result,
           guint    kinds)
{
  double sum = 0;

  for (guint i = 0; i < result->job->steps->len; i++)
    {
      const LoomStep *step = &g_array_index (result->job->steps, LoomStep, i);

      if (kinds & 1u << step->kind)
        sum += step->end_ms - step->start_ms;
    }

  return sum - g_array_index (result->timings.kernel_ms, double, 0);
}

static void
print_overhead (const char        *name,
                LoomCoverageFlags  coverage,
                double             limit)
{
  double ms;

  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (LoomRun) result = run (FILL, coverage, &ms);
      double overhead, all;

      if (result == NULL || result->trap != NULL || i < 4)
        continue;
      /* Each sample restores, launches; then comes what is brought back, and what counts. */
      overhead = sum_steps (result, 1u << LOOM_STEP_SAMPLES | 1u << LOOM_STEP_DOWNLOAD |
                                        1u << LOOM_STEP_COVERAGE | 1u << LOOM_STEP_FOLD |
                                        1u << LOOM_STEP_SCHEDULE);
      all = sum_steps (result, ~(1u << LOOM_STEP_FILL | 1u << LOOM_STEP_CHECK));
      g_print ("%-36s %9.3f ms, less than %6.0f: %s (with upload and warm-up %.3f, whole call %.3f "
               "ms)\n",
               name, overhead, limit, overhead < limit ? "ok" : "FAR", all, ms);
      print_steps (result);
    }
}

static void
print_recovery (const char *name,
                const char *document)
{
  double faulty, good;
  g_autoptr (LoomRun) fault = run (document, LOOM_COVERAGE_NONE, &faulty);
  g_autoptr (LoomRun) after = run (SMALL ("f[threadIdx.x] = 1;"), LOOM_COVERAGE_NONE, &good);
  const gboolean ok = after != NULL && after->trap == NULL && good < 2000;

  g_print ("%-36s %9.1f ms, less than   2000: %s (the fault's answer took %.1f ms)\n", name, good,
           ok ? "ok" : "FAR", faulty);
}

static void
kill_runner (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%d/children", (int) getpid ());
  g_autofree char *children = NULL;
  g_auto (GStrv) numbers = NULL;

  if (!g_file_get_contents (path, &children, NULL, NULL))
    return;

  numbers = g_strsplit (g_strstrip (children), " ", -1);
  for (guint i = 0; numbers[i] != NULL; i++)
    if (atoi (numbers[i]) > 1)
      kill (atoi (numbers[i]), SIGKILL);
}

static gboolean
kill_runner_cb (gpointer user_data)
{
  kill_runner ();
  return G_SOURCE_REMOVE;
}

int
main (void)
{
  double ms;
  g_autoptr (LoomRun) first = run (FILL, LOOM_COVERAGE_NONE, &ms);

  if (first == NULL)
    return 77;

  g_print ("first run, cold: %.1f ms; context %.1f ms, module %.1f ms\n", ms,
           first->measurement->context_ms, first->measurement->module_ms);
  print_overhead ("warm run 1024^2, coverage off", LOOM_COVERAGE_NONE, 1);
  print_overhead ("warm run 1024^2, coverage on", LOOM_COVERAGE_ALL, 10);
  print_recovery ("good run after an illegal address", SMALL ("f[1 << 30] = 1;"));
  print_recovery ("good run after an endless kernel",
                  SMALL ("while (*(volatile int *) f == 0) f[1]++;"));
  g_timeout_add (500, kill_runner_cb, NULL);
  print_recovery ("good run after kill -9", SMALL ("while (*(volatile int *) f == 0) f[1]++;"));
  fixture_drop_client ();
  return 0;
}
