/* loom-cli-launch.c: from a file to a launch that can be run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-launch.h"

#include "loom-cli-request.h"

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
  self->compiled = loom_cli_session_compile (session, &request.request, error);

  return self->compiled != NULL && loom_cli_request_check (&self->input, self->compiled, error);
}

static gboolean
bind (LoomCliLaunch            *self,
      const LoomCliRunOptions  *options,
      GError                  **error)
{
  g_autoptr (GFile) folder = g_file_new_for_path (self->input.folder);
  const LoomOverrides overrides = {
    .kernel = options->kernel,
    .block = options->block,
    .grid = options->grid,
    .shape = options->shape,
    .set = options->set,
  };

  loom_cli_input_print_problems (&self->input, loom_document_get_problems (self->input.document));
  self->plan = loom_plan_bind (self->input.document, self->compiled, &overrides,
                               loom_limits_get_simulator (), folder, error);

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
         bind (self, options, error);
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
