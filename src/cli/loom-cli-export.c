/* loom-cli-export.c: gridloom-cli export
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli.h"
#include "loom-cli-launch.h"
#include "loom-cli-run-options.h"
#include "loom-cli-session.h"
#include "loom-folder.h"
#include "loom-host-code.h"

#include <glib/gi18n-lib.h>

/* Everything that one `export` holds. */
typedef struct
{
  LoomCliRunOptions  options;
  LoomHostTarget     target;
  char              *output;
  LoomCliLaunch      launch;
  LoomCliSession     session;
} Job;

static void
job_clear (Job *self)
{
  g_free (self->output);
  loom_cli_launch_clear (&self->launch);
  loom_cli_session_clear (&self->session);
  loom_cli_run_options_clear (&self->options);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, job_clear)

static gboolean
parse_target (Job         *self,
              const char  *word,
              GError     **error)
{
  g_autoptr (GString) words = g_string_new (NULL);

  if (word == NULL || loom_host_target_from_word (word, &self->target))
    return TRUE;
  for (guint i = 0; i < LOOM_N_HOST_TARGETS; i++)
    g_string_append_printf (words, "%s%s", i > 0 ? ", " : "", loom_host_target_get_word (i));
  return loom_fail (error, LOOM_ERROR_USAGE, _("--as: there is no “%1$s”; there are %2$s"), word,
                    words->str);
}

/* The program has the document's source in it, but is none. */
static gboolean
check_output (const Job  *self,
              GError    **error)
{
  g_autoptr (GFile) document = g_file_new_for_commandline_arg (self->options.file);
  g_autoptr (GFile) output
      = self->output != NULL ? g_file_new_for_commandline_arg (self->output) : NULL;

  if (output == NULL)
    return TRUE;
  if (g_file_equal (document, output))
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("--output: the program would replace the document %s"), self->output);
  return loom_folder_check_parent (self->output, error);
}

static gboolean
parse (Job     *self,
       int      argc,
       char   **argv,
       GError **error)
{
  LoomCliRunOptions *options = &self->options;
  g_autofree char *target = NULL;
  const GOptionEntry entries[] = {
    { "as", 0, 0, G_OPTION_ARG_STRING, &target, N_("What the program is written in"),
      "cuda|cupy|pycuda|numba" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->output,
      N_("Write the program into a file, and the arrays that it reads beside it"), "FILE" },
    LOOM_CLI_LAUNCH_ENTRIES (options),
    LOOM_CLI_COMPILE_ENTRIES (options),
    LOOM_CLI_ROOT_ENTRY (&options->root),
    LOOM_CLI_RUNNER_ENTRY (&options->runner),
    G_OPTION_ENTRY_NULL
  };

  loom_run_options_init (&options->run);
  return loom_cli_run_options_read (options, argc, argv, entries,
                                    _("Writes a program that launches a document without "
                                      "Gridloom, with its arguments and its checks."), error)
         && parse_target (self, target, error) && loom_cli_run_options_check (options, error)
         && check_output (self, error);
}

static gboolean export(Job *self, GError **error)
{
  const LoomHostSource source = {
    self->launch.input.document, self->launch.compiled,     self->launch.plan,
    self->launch.input.name,     loom_cli_input_get_files (&self->launch.input),
  };
  g_autoptr (LoomHostCode) code = loom_host_code_new (self->target, &source, self->output, error);

  if (code == NULL)
    return FALSE;
  return self->output != NULL ? loom_host_code_save (code, self->output, error)
                              : loom_cli_print (code->text, -1, error);
}

/* Writes a document as a program of its own. */
LoomExit
loom_cli_export (int    argc,
                 char **argv)
{
  g_autoptr (GError) error = NULL;
  g_auto (Job) job = { .target = LOOM_HOST_CUDA };

  if (!parse (&job, argc, argv, &error))
    return loom_cli_fail (error);

  loom_cli_session_init (&job.session, job.options.runner);
  if (loom_cli_launch_prepare (&job.launch, &job.session, &job.options, &error)
      && export(&job, &error))
    return LOOM_EXIT_DONE;
  return loom_cli_launch_fail (&job.launch, error);
}
