/* test-capability.c: what each kind of backend can do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-capability.h"
#include "loom-error.h"

#include <string.h>

static void want_races (LoomRunOptions *options) { options->checks |= LOOM_CHECK_RACES; }
static void want_uninitialised (LoomRunOptions *options) { options->checks |= LOOM_CHECK_UNINITIALISED; }
static void want_as_written (LoomRunOptions *options) { options->as_written = TRUE; }
static void want_profile (LoomRunOptions *options) { options->profile = TRUE; }
static void want_trace (LoomRunOptions *options) { options->trace.whom = LOOM_TRACE_WARP; }
static void want_replay (LoomRunOptions *options) { options->replay.n_steps = 1; }
static void want_cell (LoomRunOptions *options) { options->cell.array = "f"; }
static void want_seed (LoomRunOptions *options) { options->schedule_seed = 0; }
static void want_workers (LoomRunOptions *options) { options->workers = 2; }
static void want_budget (LoomRunOptions *options) { options->budget = 1000; }
static void want_cold (LoomRunOptions *options) { options->cold = TRUE; }
static void want_copy (LoomRunOptions *options) { options->copy_to = LOOM_BACKEND_ID_CUDA (1); }

typedef struct
{
  const char       *name;
  void            (*want) (LoomRunOptions *options);
  LoomCapabilities  capability;
  gboolean          simulator, gpu;
} Row;

static const Row rows[] = {
  { "races", want_races, LOOM_CAPABILITY_RACES, TRUE, FALSE },
  { "uninitialised", want_uninitialised, LOOM_CAPABILITY_UNINITIALISED, TRUE, FALSE },
  { "as-written", want_as_written, LOOM_CAPABILITY_AS_WRITTEN, TRUE, FALSE },
  { "profile", want_profile, LOOM_CAPABILITY_PROFILE, TRUE, FALSE },
  { "trace", want_trace, LOOM_CAPABILITY_TRACE, TRUE, FALSE },
  { "replay", want_replay, LOOM_CAPABILITY_TRACE, TRUE, FALSE },
  { "cell", want_cell, LOOM_CAPABILITY_CELL, TRUE, FALSE },
  { "seed", want_seed, LOOM_CAPABILITY_SEED, TRUE, FALSE },
  { "workers", want_workers, LOOM_CAPABILITY_WORKERS, TRUE, FALSE },
  { "budget", want_budget, LOOM_CAPABILITY_BUDGET, TRUE, FALSE },
  { "cold", want_cold, LOOM_CAPABILITY_COLD, FALSE, TRUE },
  { "copy", want_copy, LOOM_CAPABILITY_COPY, FALSE, TRUE },
};

static void
check (const Row  *row,
       const char *backend,
       gboolean    has)
{
  LoomRunOptions options;
  g_autoptr (GError) error = NULL;
  const gboolean is_spare = (row->capability & LOOM_CAPABILITIES_SPARE) != 0;

  loom_run_options_init (&options);
  g_assert_true (loom_backend_id_parse (backend, &options.backend, NULL));
  g_assert_cmpuint (loom_run_options_get_lacking (&options), ==, LOOM_CAPABILITY_NONE);
  row->want (&options);
  g_assert_cmpuint (loom_run_options_get_lacking (&options), ==,
                    has ? LOOM_CAPABILITY_NONE : row->capability);
  g_assert_cmpint (loom_run_options_check_backend (&options, &error), ==, has || is_spare);
  if (error != NULL)
    {
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_USAGE);
      /* the window shows it, too, and knows nothing of the command line */
      g_assert_null (strstr (error->message, "--"));
    }

  loom_run_options_leave_out (&options, row->capability);
  g_assert_cmpuint (loom_run_options_get_lacking (&options), ==, LOOM_CAPABILITY_NONE);
  g_assert_true (loom_run_options_check_backend (&options, NULL));
}

static void
test_option (gconstpointer data)
{
  const Row *row = data;

  check (row, "sim", row->simulator);
  check (row, "cuda:0", row->gpu);
  check (row, "cuda:12", row->gpu);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/core/capability/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_option);
    }

  return g_test_run ();
}
