/* loom-cli-launch.c: from a file to a launch that can be run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-launch.h"

#include "loom-cli-request.h"

#include "loom-device.h"

#include <string.h>

static gboolean
compile (LoomCliLaunch            *self,
         LoomCliSession           *session,
         const LoomCliRunOptions  *options,
         GError                  **error)
{
  g_auto (LoomCliRequest) request = { { NULL, }, };

  if (!loom_cli_request_init (&request, &self->input, options->kernel, NULL, error))
    return FALSE;

  /* The failure report quotes the messages, so they are kept also if there is nothing to run. */
  request.request.as_written = options->run.as_written;
  request.request.backend = options->run.backend;
  request.request.limits = options->limits;
  self->compiled = loom_cli_session_compile (session, &request.request, error);

  return self->compiled != NULL && loom_cli_request_check (&self->input, self->compiled, error);
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

  *limits = *loom_limits_get_simulator ();
  if (strcmp (options->run.backend, "sim") == 0)
    return TRUE;
  description = loom_cli_session_describe (session, error);
  if (description == NULL)
    return FALSE;

  *devices = loom_device_list (description);
  device = loom_device_find (*devices, options->run.backend);
  if (device != NULL)
    *limits = loom_device_get_limits (device);
  return TRUE;
}

static gboolean
bind (LoomCliLaunch            *self,
      LoomCliSession           *session,
      const LoomCliRunOptions  *options,
      GError                  **error)
{
  g_autoptr (GPtrArray) devices = NULL;
  LoomLimits limits;
  g_autoptr (GFile) folder = g_file_new_for_path (self->input.folder);
  const LoomOverrides overrides = {
    .kernel = options->kernel,
    .block = options->block,
    .grid = options->grid,
    .shape = options->shape,
    .set = options->set,
  };

  loom_cli_input_print_problems (&self->input, loom_document_get_problems (self->input.document));
  if (!find_limits (session, options, &devices, &limits, error))
    return FALSE;

  self->plan = loom_plan_bind (self->input.document, self->compiled, &overrides, &limits, folder,
                               error);

  if (self->plan == NULL)
    return FALSE;

  loom_cli_input_print_problems (&self->input, self->plan->problems);

  return TRUE;
}

/**
 * loom_cli_launch_prepare:
 * @self: zeros; what was done stays in it also after an error
 * @session: what compiles
 * @options: the file, and what to change of its settings
 * @error: return location for an error
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
  return loom_cli_input_read (&self->input, options->file, error) &&
         compile (self, session, options, error) &&
         bind (self, session, options, error);
}

/**
 * loom_cli_launch_clear:
 * @self: a launch, or zeros
 *
 * Lets go of everything in it.
 */
void
loom_cli_launch_clear (LoomCliLaunch *self)
{
  g_clear_pointer (&self->plan, loom_plan_unref);
  g_clear_pointer (&self->compiled, loom_compiled_unref);
  loom_cli_input_clear (&self->input);
}
