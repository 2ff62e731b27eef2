/* loom-cli-advise.c: gridloom-cli advise
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The kernel is run on the simulator, which counts what its lines cost; how the launch would lie on
 * a device is modelled from the profile of that, and from what the machine code for it takes.
 */

#include "config.h"

#include "loom-advice.h"
#include "loom-cli.h"
#include "loom-cli-device-profiles.h"
#include "loom-cli-launch.h"
#include "loom-cli-run-options.h"
#include "loom-cli-session.h"
#include "loom-json.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  LoomCliRunOptions        options;
  LoomCliLaunch            launch;
  LoomCliSession           session;
  LoomCliDevice            device;
  gboolean                 no_run;
  gboolean                 all;         /* what the document dismisses, too */
  LoomRun                 *run;         /* or NULL */
  GPtrArray               *advice;      /* (element-type LoomAdvice) */
  char                    *zone;        /* why the block is good, or NULL */
  guint                    n_dismissed;
} Job;

static void
job_clear (Job *self)
{
  g_clear_pointer (&self->advice, g_ptr_array_unref);
  g_clear_pointer (&self->run, loom_run_unref);
  loom_cli_launch_clear (&self->launch);
  loom_cli_session_clear (&self->session);
  loom_cli_run_options_clear (&self->options);
  loom_cli_device_clear (&self->device);
  g_free (self->zone);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, job_clear)

static gboolean
parse (Job     *self,
       int      argc,
       char   **argv,
       GError **error)
{
  LoomCliRunOptions *options = &self->options;
  const GOptionEntry entries[] = {
    LOOM_CLI_DEVICE_ENTRY (&self->device),
    { "no-run", 0, 0, G_OPTION_ARG_NONE, &self->no_run,
      N_("Only what can be told before the kernel runs"), NULL },
    { "all", 0, 0, G_OPTION_ARG_NONE, &self->all,
      N_("Also what the settings of the file dismiss"), NULL },
    LOOM_CLI_LAUNCH_ENTRIES (options),
    LOOM_CLI_COMPILE_ENTRIES (options),
    LOOM_CLI_ROOT_ENTRY (&options->root),
    LOOM_CLI_RUNNER_ENTRY (&options->runner),
    { "json", 0, 0, G_OPTION_ARG_NONE, &options->json, N_("Print the report as JSON"), NULL },
    G_OPTION_ENTRY_NULL
  };

  loom_run_options_init (&options->run);
  options->run.profile = TRUE;
  options->machine_code = TRUE;
  return loom_cli_run_options_read (options, argc, argv, entries,
                                    _("Runs a kernel on the simulator and tells what would make "
                                      "its launch better."), error) &&
         loom_cli_run_options_check (options, error) &&
         loom_cli_device_compile_for (&self->device, options,
                                      loom_device_profile_get_simulated_limits, error);
}

static void
look (Job *self)
{
  const LoomKernel *kernel
      = loom_compiled_find_kernel (self->launch.compiled, self->launch.plan->kernel);
  const LoomAdviceSubject subject = {
    .document = self->all ? NULL : self->launch.input.document, .plan = self->launch.plan,
    .kernel = kernel, .limits = &self->launch.limits, .device = self->device.profile,
    .resources = kernel != NULL && kernel->resources.is_told ? &kernel->resources : NULL,
    .run = self->run,
  };

  self->advice = loom_advice_list (&subject, &self->n_dismissed);
  self->zone = loom_advice_dup_zone (&subject);
}

static void
add_fix (JsonBuilder      *builder,
         const LoomAdvice *advice)
{
  if (advice->key == NULL)
    {
      loom_json_add_null (builder, "fix");
      return;
    }
  loom_json_begin_object (builder, "fix");
  loom_json_add_text (builder, "key", advice->key);
  loom_json_add_text (builder, "value", advice->value);
  json_builder_end_object (builder);
}

static char *
format_json (const Job *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  loom_json_add_text (builder, "kernel", self->launch.plan->kernel);
  loom_json_add_text (builder, "device", self->device.profile->id);
  loom_json_add_truth (builder, "run", self->run != NULL);
  loom_json_begin_array (builder, "advice");
  for (guint i = 0; i < self->advice->len; i++)
    {
      const LoomAdvice *advice = g_ptr_array_index (self->advice, i);

      json_builder_begin_object (builder);
      loom_json_add_text (builder, "code", loom_error_get_name (advice->code));
      loom_json_add_text (builder, "text", advice->text);
      loom_json_add_optional (builder, "line", advice->line > 0 ? (gint64) advice->line : -1);
      add_fix (builder, advice);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  loom_json_add_count (builder, "dismissed", self->n_dismissed);
  loom_json_add_text (builder, "good_block", self->zone);
  return loom_json_finish (builder);
}

static char *
format_text (const Job *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->advice->len; i++)
    {
      const LoomAdvice *advice = g_ptr_array_index (self->advice, i);

      g_string_append_printf (text, "%s: %s.\n", loom_error_get_name (advice->code), advice->text);
      if (advice->key != NULL)
        /* Translators: a setting of a file, its key and value */
        g_string_append_printf (text, _("\ttry %1$s=%2$s\n"), advice->key, advice->value);
    }
  if (self->advice->len == 0)
    g_string_append_printf (text, "%s\n", _("No advice for this launch."));
  return g_string_free (text, FALSE);
}

static gboolean
tell (Job     *self,
      GError **error)
{
  g_autofree char *text = NULL;

  loom_cli_session_init (&self->session, self->options.runner);
  if (!loom_cli_launch_prepare (&self->launch, &self->session, &self->options, error))
    return FALSE;
  if (!self->no_run)
    self->run = loom_cli_launch_run (&self->launch, &self->session, &self->options.run, error);
  if (!self->no_run && self->run == NULL)
    return FALSE;

  look (self);
  if (self->run != NULL && self->run->trap != NULL)
    loom_cli_complain ("%s", self->run->trap->text);
  text = self->options.json ? format_json (self) : format_text (self);
  return loom_cli_print (text, -1, error);
}

/* Tells what would make a launch better. */
LoomExit
loom_cli_advise (int    argc,
                 char **argv)
{
  g_autoptr (GError) error = NULL;
  g_auto (Job) job = { { { { NULL, } } } };

  if (parse (&job, argc, argv, &error) && tell (&job, &error))
    return job.run != NULL && job.run->trap != NULL ? LOOM_EXIT_FAILED : LOOM_EXIT_DONE;

  return loom_cli_launch_fail (&job.launch, error);
}
