/* loom-cli-run.c: gridloom-cli run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-array-file.h"
#include "loom-cli.h"
#include "loom-cli-chain.h"
#include "loom-cli-launch.h"
#include "loom-cli-output.h"
#include "loom-cli-picture.h"
#include "loom-cli-run-options.h"
#include "loom-cli-session.h"
#include "loom-cli-steps.h"
#include "loom-cli-summary.h"
#include "loom-folder.h"
#include "loom-order.h"
#include "loom-report.h"
#include "loom-report-arguments.h"
#include "loom-report-replay.h"
#include "loom-report-timings.h"
#include "loom-report-trace.h"

#include <glib/gi18n-lib.h>

/* Everything that one `run` holds, from the arguments to the result. */
typedef struct
{
  LoomCliRunOptions  options;
  LoomCliLaunch      launch;
  LoomCliSession     session;
  LoomCliOutput      output;
  LoomRun           *run;
  GPtrArray         *outcomes;  /* (element-type LoomLinkOutcome) of the chain, or NULL */
} Job;

static void
job_clear (Job *self)
{
  g_clear_pointer (&self->outcomes, g_ptr_array_unref);
  g_clear_pointer (&self->run, loom_run_unref);
  loom_cli_launch_clear (&self->launch);
  loom_cli_output_clear (&self->output);
  loom_cli_session_clear (&self->session);
  loom_cli_run_options_clear (&self->options);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, job_clear)

static gboolean
run_kernel (Job     *self,
            GError **error)
{
  LoomDocument *document = self->launch.input.document;

  if (self->options.run.schedule_seed < 0 &&
      self->options.run.backend.kind == LOOM_BACKEND_SIMULATOR)
    loom_order_parse (loom_document_get_value (document, "launch", "order"),
                      &self->options.run.schedule_seed, NULL);
  if (self->options.run.pins.n == 0)
    loom_pins_parse (loom_document_get_value (document, "launch", "pin"), &self->options.run.pins,
                     NULL);
  self->run = loom_cli_launch_run (&self->launch, &self->session, &self->options.run, error);

  if (self->run != NULL && self->options.moment != G_MAXUINT64)
    {
      g_autoptr (LoomRun) last = g_steal_pointer (&self->run);

      self->run = loom_cli_steps_rewind (last, self->options.moment, error);
    }
  return self->run != NULL;
}

static gboolean
write_trace (Job     *self,
             GError **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autofree char *lines = NULL;

  if (self->run == NULL || (self->run->trace == NULL && self->run->replay == NULL))
    return TRUE;

  lines = self->run->replay != NULL
              ? loom_report_replay_format (self->run->replay)
              : loom_report_trace_format (self->run->trace, &self->run->block);

  if (self->options.trace_file == NULL)
    return loom_cli_output_add (&self->output, "trace.jsonl", lines, error);

  if (!loom_folder_check_parent (self->options.trace_file, error))
    return FALSE;
  if (g_file_set_contents_full (self->options.trace_file, lines, -1,
                                G_FILE_SET_CONTENTS_CONSISTENT, 0666, &local_error))
    return TRUE;

  return loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);
}

static const LoomArray *
find_array (LoomRun     *run,
            const char  *name,
            GError     **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < run->arrays->len; i++)
    {
      const LoomRunArray *array = g_ptr_array_index (run->arrays, i);
      g_autofree char *its_name = loom_run_dup_array_name (run, array);

      if (g_str_equal (its_name, name))
        return array->array;
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", its_name);
    }
  return loom_fail_null (error, LOOM_ERROR_USAGE,
                         _("--save %1$s: the kernel has no such array, but %2$s"), name,
                         names->str);
}

static gboolean
save_arrays (Job     *self,
             GError **error)
{
  for (guint i = 0; self->options.save != NULL && self->options.save[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (self->options.save[i], "=", 2);
      const LoomArray *array = find_array (self->run, parts[0], error);

      if (array == NULL || !loom_array_file_save (array, parts[0], parts[1], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
finish_output (Job         *self,
               const char  *report,
               GError     **error)
{
  if (self->output.aside == NULL)
    return TRUE;

  return loom_cli_output_add (&self->output, "report.json", report, error) &&
         (self->run == NULL || loom_cli_output_add_run (&self->output, self->run, error)) &&
         !loom_cli_session_interrupted (&self->session, error) &&
         loom_cli_output_commit (&self->output, error);
}

/* What the kernel printed, and the table of arguments behind it. */
static gboolean
print_texts (Job     *self,
             GError **error)
{
  g_autofree char *table = NULL;

  if (!loom_cli_print (self->run->output, -1, error))
    return FALSE;
  if (!self->options.arguments)
    return TRUE;

  table = loom_report_arguments_format (self->run, self->launch.plan);
  return loom_cli_print (table, -1, error);
}

/* Draws the run into a file, if that is asked for. sentence: what the window says under the picture
 * that the document asks for, NULL without arrays. */
static gboolean
write_picture (Job     *self,
               char   **sentence,
               GError **error)
{
  const LoomCliRunOptions *options = &self->options;
  LoomDocument *document = self->launch.input.document;
  g_autoptr (LoomPicture) picture = NULL;

  if (options->picture != NULL &&
      ((picture = loom_cli_picture_new (self->run, document, options->lens, options->member,
                                        error)) == NULL ||
       !loom_picture_export (picture, options->picture, error)))
    return FALSE;

  if (options->lens != NULL || options->member != NULL)
    g_clear_pointer (&picture, loom_picture_unref);
  if (picture == NULL)
    picture = loom_cli_picture_new (self->run, document, NULL, NULL, NULL);
  *sentence = picture != NULL ? loom_picture_dup_sentence (picture) : NULL;
  return TRUE;
}

static gboolean
write_results (Job     *self,
               GError **error)
{
  LoomCliLaunch *launch = &self->launch;
  g_autofree char *report = NULL, *sentence = NULL;

  if (!write_picture (self, &sentence, error))
    return FALSE;

  if (self->options.schedule != NULL &&
      !loom_cli_picture_export_schedule (self->run, self->options.schedule, error))
    return FALSE;

  if (self->options.timings != NULL &&
      !loom_report_timings_write (self->run, self->options.timings, error))
    return FALSE;

  if (!save_arrays (self, error) || !write_trace (self, error))
    return FALSE;

  if (!self->options.no_after)
    {
      g_autofree char *path = g_build_filename (launch->input.folder, launch->input.name, NULL);
      g_autoptr (LoomChain) chain
          = loom_chain_new (launch->input.document, launch->compiled, launch->plan, self->run,
                            path);

      self->outcomes = loom_chain_run (chain, self->options.replace);
    }
  if (self->options.json || self->output.aside != NULL)
    report = loom_report_format_run (self->run, launch->plan, launch->input.document,
                                     launch->compiled, self->outcomes, launch->from,
                                     self->options.arguments);
  if (!finish_output (self, report, error))
    return FALSE;

  loom_cli_summary_print (self->run, launch->plan, &launch->input, sentence);
  if (self->outcomes != NULL)
    loom_cli_chain_print (&launch->input, self->outcomes);

  return self->options.json ? loom_cli_print (report, -1, error) : print_texts (self, error);
}

static LoomExit
fail (Job          *self,
      const GError *error)
{
  const LoomExit status = loom_cli_launch_fail (&self->launch, error);
  g_autofree char *report = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return LOOM_EXIT_INTERRUPTED;

  report = loom_report_format_failure (loom_backend_id_get_name (self->options.run.backend),
                                       self->launch.plan != NULL ? self->launch.plan->kernel
                                                          : self->options.kernel,
                                       error, self->launch.compiled);

  if (self->run == NULL && finish_output (self, report, NULL) && self->options.json)
    loom_cli_print (report, -1, NULL);

  return status;
}

/* A run that failed says so before its chain does. */
static LoomExit
get_exit (const Job *self)
{
  const LoomLinkOutcome *failure
      = self->outcomes != NULL ? loom_link_outcomes_find_failure (self->outcomes) : NULL;
  g_autoptr (GError) error = NULL;
  gboolean has_failed = self->run->trap != NULL;

  if (self->run->trap != NULL && self->run->trap->code == LOOM_ERROR_STOPPED)
    return LOOM_EXIT_INTERRUPTED;
  for (guint i = 0; i < self->run->arrays->len; i++)
    has_failed |= ((LoomRunArray *) self->run->arrays->pdata[i])->mismatches > 0;
  if (has_failed)
    return LOOM_EXIT_FAILED;
  if (failure != NULL)
    loom_fail (&error, failure->code, "%s", failure->words);
  return loom_cli_exit_of (error);
}

/* Compiles a document, runs its kernel and reports what happened. */
LoomExit
loom_cli_run (int    argc,
              char **argv)
{
  g_autoptr (GError) error = NULL;
  g_auto (Job) job = { 0, };

  if (!loom_cli_run_options_parse (&job.options, argc, argv, &error))
    return loom_cli_fail (error);

  loom_cli_session_init (&job.session, job.options.runner);

  if ((job.options.output != NULL && !loom_cli_output_begin (&job.output, job.options.output,
                                                             &error)) ||
      !loom_cli_launch_prepare (&job.launch, &job.session, &job.options, &error) ||
      (!job.options.no_after &&
       !loom_cli_chain_check (&job.launch.input, job.launch.plan, &error)) ||
      !run_kernel (&job, &error) ||
      !write_results (&job, &error))
    return fail (&job, error);

  return get_exit (&job);
}
