/* loom-cli-launch.c: from a file to a launch that can be run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-launch.h"

#include "loom-cli-recorded.h"
#include "loom-device.h"
#include "loom-document-launch.h"
#include "loom-view-settings.h"

#include <glib/gi18n-lib.h>

static gboolean
compile (LoomCliLaunch            *self,
         LoomCliSession           *session,
         const LoomCliRunOptions  *options,
         GError                  **error)
{
  /* The failure report quotes the messages, so they are kept also if there is nothing to run. */
  self->compiled = loom_cli_input_compile (&self->input, options, session, error);
  return self->compiled != NULL && loom_cli_input_check (&self->input, self->compiled, error);
}

static gboolean
check_number (LoomCliLaunch            *self,
              const LoomCliRunOptions  *options,
              GError                  **error)
{
  const GPtrArray *launches = self->compiled->launches;

  if (launches->len == 0)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_USAGE,
                 _("--launch %1$u: no launch can be read from the host code of %2$s"),
                 options->launch, self->input.name);
  else if (options->launch > launches->len)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_USAGE,
                 ngettext ("--launch %1$u: the host code of %2$s has %3$u launch",
                           "--launch %1$u: the host code of %2$s has %3$u launches",
                           launches->len),
                 options->launch, self->input.name, launches->len);
  return options->launch <= launches->len;
}

/* The settings of the launch that was asked for: the program's, or what is read of them. */
static gboolean
apply_launch (LoomCliLaunch            *self,
              LoomCliSession           *session,
              const LoomCliRunOptions  *options,
              GError                  **error)
{
  const LoomSourceLaunch *launch = self->compiled->launches->pdata[options->launch - 1];
  g_auto (LoomTextEdit) edit = { 0, };
  const LoomCliRecorded *recorded = &session->recorded;
  char *text = g_strdup (recorded->text);

  self->from = text != NULL ? "run" : "read";
  if (text != NULL)
    self->input.files = recorded->folder;
  else if (loom_document_edit_launch (self->input.document, self->compiled, launch, &edit, error))
    text = loom_document_apply_edit (self->input.document, &edit);
  else
    return FALSE;

  loom_cli_input_take_text (&self->input, text, launch->file, launch->line);
  return TRUE;
}

/* The kernel of a launch may be an instance that has not been compiled yet; only then its
 * parameters are known. */
static gboolean
choose_launch (LoomCliLaunch            *self,
               LoomCliSession           *session,
               const LoomCliRunOptions  *options,
               GError                  **error)
{
  const char *kernel;

  if (options->launch == 0)
    return TRUE;
  if (!check_number (self, options, error) ||
      !loom_cli_recorded_find (session, &self->input, self->compiled->launches, options, error) ||
      !apply_launch (self, session, options, error))
    return FALSE;

  kernel = loom_document_get_value (self->input.document, "launch", "kernel");
  if (loom_compiled_find_kernel (self->compiled, kernel) != NULL)
    return TRUE;

  g_clear_pointer (&self->compiled, loom_compiled_unref);
  return compile (self, session, options, error) && apply_launch (self, session, options, error);
}

/* Of the device that will run it. Where nothing is known of it, the run will say why. */
static gboolean
find_limits (LoomCliSession           *session,
             const LoomCliRunOptions  *options,
             GPtrArray               **devices,
             LoomLimits               *limits,
             GError                  **error)
{
  g_autoptr (GVariant) description = NULL;
  const LoomDevice *device;

  *limits = options->device_limits != NULL ? *options->device_limits
                                           : *loom_limits_get_simulator ();
  if (options->device_limits != NULL ||
      options->run.backend.kind == LOOM_BACKEND_SIMULATOR)
    return TRUE;
  description = loom_cli_session_describe (session, error);
  if (description == NULL)
    return FALSE;

  *devices = loom_device_list (description);
  device = loom_device_find (*devices, loom_backend_id_get_name (options->run.backend));
  if (device != NULL)
    *limits = loom_device_get_limits (device);
  return TRUE;
}

/**
 * loom_cli_launch_dup_device:
 * @self: prepared
 * @options: it was prepared with
 *
 * Returns: (transfer full): the device with what its speed hangs on, as exactly as is known
 */
char *
loom_cli_launch_dup_device (const LoomCliLaunch     *self,
                            const LoomCliRunOptions *options)
{
  const char *id = loom_backend_id_get_name (options->run.backend);
  const LoomDevice *device = self->devices != NULL ? loom_device_find (self->devices, id) : NULL;

  return device != NULL ? loom_device_dup_identity (device) : g_strdup (id);
}

static LoomPlan *
bind_plan (LoomCliLaunch            *self,
           const LoomCliRunOptions  *options,
           GError                  **error)
{
  g_autoptr (GFile) folder = g_file_new_for_path (loom_cli_input_get_files (&self->input));
  const LoomOverrides overrides = {
    .kernel = options->kernel,
    .block = options->block,
    .grid = options->grid,
    .shape = options->shape,
    .devices = options->devices,
    .halo = options->halo,
    .set = options->set,
  };

  return loom_plan_bind (self->input.document, self->compiled, &overrides, &self->limits, folder,
                         error);
}

static gboolean
bind (LoomCliLaunch            *self,
      LoomCliSession           *session,
      const LoomCliRunOptions  *options,
      GError                  **error)
{
  g_autoptr (GPtrArray) of_view = NULL;

  loom_cli_input_print_problems (&self->input, loom_document_get_problems (self->input.document));
  if (!find_limits (session, options, &self->devices, &self->limits, error))
    return FALSE;

  self->plan = bind_plan (self, options, error);
  if (self->plan == NULL)
    return FALSE;

  loom_cli_input_print_problems (&self->input, self->plan->problems);
  of_view = loom_view_check_settings (self->input.document, self->compiled, self->plan);
  loom_cli_input_print_problems (&self->input, of_view);

  return TRUE;
}

/**
 * loom_cli_launch_prepare:
 * @self: zeros; what was done stays in it also after an error
 * @session: what compiles
 * @options: the file, and what to change of its settings
 *
 * Reads a document, compiles it and binds its settings. Problems are printed as they are found.
 *
 * Returns: %FALSE if there is nothing to run
 */
gboolean
loom_cli_launch_prepare (LoomCliLaunch            *self,
                         LoomCliSession           *session,
                         const LoomCliRunOptions  *options,
                         GError                  **error)
{
  return loom_cli_input_read (&self->input, options, error) &&
         compile (self, session, options, error) &&
         choose_launch (self, session, options, error) &&
         bind (self, session, options, error);
}

/**
 * loom_cli_launch_run:
 * @self: prepared
 *
 * Errors: those of loom_cli_session_run().
 *
 * Returns: (transfer full): the run, or %NULL
 */
LoomRun *
loom_cli_launch_run (const LoomCliLaunch   *self,
                     LoomCliSession        *session,
                     const LoomRunOptions  *options,
                     GError               **error)
{
  return loom_cli_session_run (session, self->compiled, self->plan, options,
                               loom_cli_input_get_files (&self->input), error);
}

/**
 * loom_cli_launch_fail:
 * @self: prepared, or as far as that came
 * @error: why there is no run; what the runner says of a setting has its place here
 *
 * Ends a verb that could not be done: says why, and where in the file.
 *
 * Returns: the exit status
 */
LoomExit
loom_cli_launch_fail (const LoomCliLaunch  *self,
                      const GError         *error)
{
  LoomDocument *document = self->input.document;
  const char *kernel = self->plan != NULL ? self->plan->kernel : NULL;
  const char *name;
  guint line, column;

  if (document == NULL || (!loom_document_locate (document, kernel, error->message, &line, &column)
                           && !loom_error_get_place (error, &line, &column)))
    return loom_cli_fail (error);

  name = loom_cli_input_find_place (&self->input, &line);
  loom_cli_complain ("%s:%u:%u: %s", name, line, column, error->message);
  return loom_cli_exit_of (error);
}

void
loom_cli_launch_clear (LoomCliLaunch *self)
{
  g_clear_pointer (&self->plan, loom_plan_unref);
  g_clear_pointer (&self->compiled, loom_compiled_unref);
  g_clear_pointer (&self->devices, g_ptr_array_unref);
  loom_cli_input_clear (&self->input);
}
