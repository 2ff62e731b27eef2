/* loom-cli-compare.c: gridloom-cli compare
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli.h"
#include "loom-cli-compare-report.h"
#include "loom-cli-launch.h"
#include "loom-cli-run-options.h"
#include "loom-cli-session.h"

#include <glib/gi18n-lib.h>

/* Everything that one `compare` holds. */
typedef struct
{
  LoomCliRunOptions  options;
  LoomBackendId      with;
  guint64            ulps;
  gboolean           fast_math;         /* with it and without it, on one backend */
  LoomCliLaunch      launches[2];       /* the second is only made for that */
  LoomCliSession     session;
  LoomRun           *runs[2];
} Job;

static void
job_clear (Job *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->runs); i++)
    g_clear_pointer (&self->runs[i], loom_run_unref);

  for (guint i = 0; i < G_N_ELEMENTS (self->launches); i++)
    loom_cli_launch_clear (&self->launches[i]);
  loom_cli_session_clear (&self->session);
  loom_cli_run_options_clear (&self->options);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, job_clear)

static gboolean
parse (Job     *self,
       int      argc,
       char   **argv,
       GError **error)
{
  LoomCliRunOptions *options = &self->options;
  g_autofree char *backend = NULL, *with = NULL, *apart = NULL;
  const GOptionEntry entries[] = {
    { "backend", 0, 0, G_OPTION_ARG_STRING, &backend, N_("What runs the kernel first"),
     "sim|cuda[:N]" },
    { "with", 0, 0, G_OPTION_ARG_STRING, &with, N_("What runs it then"), "sim|cuda[:N]" },
    { "fast-math", 0, 0, G_OPTION_ARG_NONE, &self->fast_math,
      N_("Run it with fast math and exactly, both on --backend"), NULL },
    { "ulps", 0, 0, G_OPTION_ARG_STRING, &apart,
     N_("Count floats as equal that are so many units in the last place apart"), "N" },
    LOOM_CLI_LAUNCH_ENTRIES (options),
    LOOM_CLI_COMPILE_ENTRIES (options),
    LOOM_CLI_RUNNER_ENTRY (&options->runner),
    { "json", 0, 0, G_OPTION_ARG_NONE, &options->json, N_("Print the report as JSON"), NULL },
    G_OPTION_ENTRY_NULL
  };
  LoomCliNumber ulps = { "--ulps", NULL, 0, G_MAXUINT32, .wide = &self->ulps };

  if (!loom_cli_parse_options (
          &argc, &argv, entries, "FILE.cu",
          _("Runs a kernel on two backends and compares arrays and coverage cell by cell."), error))
    return FALSE;
  if (self->fast_math && with != NULL)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("--fast-math compares two ways to compile on one backend: leave out --with "
                        "%s"), with);

  options->file = g_strdup (loom_cli_get_file (argc, argv, error));
  loom_run_options_init (&options->run);
  self->with = LOOM_BACKEND_ID_CUDA (0);
  ulps.text = apart;
  return options->file != NULL &&
         loom_cli_parse_backend ("--backend", backend, &options->run.backend, error) &&
         loom_cli_parse_backend ("--with", with, &self->with, error) &&
         loom_cli_parse_numbers (&ulps, 1, error) && loom_cli_run_options_check (options, error);
}

/* The second is the first, but for what fast math is. */
static gboolean
run_both (Job     *self,
          GError **error)
{
  LoomCliRunOptions *options = &self->options;
  const LoomCliLaunch *second = &self->launches[self->fast_math];

  options->math = self->fast_math ? LOOM_CLI_MATH_FAST : LOOM_CLI_MATH_AS_WRITTEN;
  if (!loom_cli_launch_prepare (&self->launches[0], &self->session, options, error))
    return FALSE;
  options->math = LOOM_CLI_MATH_EXACT;
  if (self->fast_math &&
      !loom_cli_launch_prepare (&self->launches[1], &self->session, options, error))
    return FALSE;

  self->runs[0] = loom_cli_launch_run (&self->launches[0], &self->session, &options->run, error);
  if (self->runs[0] == NULL)
    return FALSE;
  if (!self->fast_math)
    options->run.backend = self->with;
  self->runs[1] = loom_cli_launch_run (second, &self->session, &options->run, error);
  return self->runs[1] != NULL;
}

/* Runs a document on two backends and says where they differ. */
LoomExit
loom_cli_compare (int    argc,
                  char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomComparison) comparison = NULL;
  g_auto (Job) job = { 0, };

  if (!parse (&job, argc, argv, &error))
    return loom_cli_fail (error);

  loom_cli_session_init (&job.session, job.options.runner);

  if (run_both (&job, &error))
    {
      g_autofree char *text = NULL, *sentence = NULL;

      comparison = job.fast_math ? loom_comparison_new_named (job.runs[0], job.runs[1], job.ulps,
                                                              _("Fast math"), _("exact math"))
                                 : loom_comparison_new (job.runs[0], job.runs[1], job.ulps);

      text = job.options.json ? loom_cli_compare_format_json (comparison)
                              : loom_cli_compare_format_text (comparison);
      sentence = loom_comparison_dup_sentence (comparison);
      if (comparison->why != NULL)
        g_printerr (_("Counts were compared for whether there are any: %s\n"), comparison->why);
      g_printerr ("%s\n", sentence);
      if (loom_cli_print (text, -1, &error))
        return loom_comparison_is_same (comparison) ? LOOM_EXIT_DONE : LOOM_EXIT_FAILED;
    }

  return loom_cli_launch_fail (&job.launches[0], error);
}
