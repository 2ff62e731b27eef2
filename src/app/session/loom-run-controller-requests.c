/* loom-run-controller-requests.c: what a compilation and a run are made from, as what the runner is
 * asked and as keys that are compared by value
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

#include "loom-capability.h"
#include "loom-order.h"

#include <string.h>

char *
_loom_run_controller_dup_folder (LoomRunController *self)
{
  g_autoptr (GFile) folder = loom_session_dup_folder (self->session);

  return folder != NULL ? g_file_get_path (folder) : NULL;
}

static const char *
get_launch_value (LoomRunController *self,
                  const char        *key)
{
  return loom_document_get_value (loom_session_get_document (self->session), "launch", key);
}

/* An expression such as scale<float> has to be instantiated; a plain name is there without it. */
static const char *
get_instantiation (LoomRunController *self)
{
  const char *kernel = get_launch_value (self, "kernel");

  return kernel != NULL && strchr (kernel, '<') != NULL ? kernel : NULL;
}

/* Whether some device that can is asked for what takes the code without optimisation as well. */
static gboolean
needs_written (const LoomRunChoices *choices)
{
  return choices->as_written || choices->check_uninitialised;
}

/* It holds until the text or the settings change. */
void
_loom_run_controller_fill_request (LoomRunController        *self,
                                   LoomRunControllerRequest *request)
{
  LoomDocument *document = loom_session_get_document (self->session);
  const LoomRunChoices *choices = loom_session_get_choices (self->session);
  const char *options = get_launch_value (self, "options");
  gsize length;

  *request = (LoomRunControllerRequest) { .folder = _loom_run_controller_dup_folder (self) };
  request->instances = loom_document_list_instances (document);
  if (options != NULL && *options != '\0')
    g_shell_parse_argv (options, NULL, &request->options, NULL);
  request->request = (LoomCompileRequest) {
    .source = loom_document_get_source (document, &length),
    .name = loom_session_get_name (self->session),
    .folder = request->folder,
    .root = loom_session_get_root (self->session),
    .arch = get_launch_value (self, "arch"),
    .options = (const char * const *) request->options,
    .kernel = get_instantiation (self),
    .instances = (const char * const *) request->instances,
    .as_written = needs_written (choices),
    .backend = choices->backend,
    .limits = choices->compile_limits,
  };
  request->request.length = length;
}

void
_loom_run_controller_request_clear (LoomRunControllerRequest *request)
{
  g_strfreev (request->options);
  g_strfreev (request->instances);
  g_free (request->folder);
}

/* As the switches say, but for what this device can't do, or several can't. */
void
_loom_run_controller_fill_options (LoomRunController *self,
                                   const char        *backend,
                                   LoomRunOptions    *options)
{
  const LoomRunChoices *choices = loom_session_get_choices (self->session);
  const LoomPlan *plan = loom_session_get_plan (self->session);

  loom_run_options_init (options);
  loom_backend_id_parse (backend, &options->backend, NULL);
  options->coverage = LOOM_COVERAGE_ALL;
  options->history_mib = LOOM_DEFAULT_HISTORY_MIB;
  loom_pins_parse (get_launch_value (self, "pin"), &options->pins, NULL);
  options->checks = (choices->check_races ? LOOM_CHECK_RACES : LOOM_CHECK_NONE)
                    | (choices->check_uninitialised ? LOOM_CHECK_UNINITIALISED : LOOM_CHECK_NONE);
  options->as_written = choices->as_written;
  options->profile = choices->profile;
  options->cold = choices->cold;
  loom_order_parse (get_launch_value (self, "order"), &options->schedule_seed, NULL);
  if (choices->permute)
    options->schedule_seed = choices->seed;
  if (choices->seeds)
    loom_order_parse_seeds (get_launch_value (self, "seeds"), &options->seeds, NULL);
  loom_run_options_leave_out (options, loom_run_options_get_lacking (options));
  if (plan != NULL && loom_split_is_split (&plan->split))
    loom_run_options_leave_out (options, LOOM_CAPABILITIES_WHOLE);
  if (options->backend.kind == LOOM_BACKEND_CUDA)
    options->repeat = choices->samples;
}

/* A job is made from the text and the launch as they are now. NULL: the options of the text. */
void
_loom_run_controller_note_origin (LoomRunController    *self,
                                  LoomRunJob           *job,
                                  const char           *compile_options,
                                  const LoomRunOptions *options)
{
  g_autoptr (LoomRunOrigin) origin = loom_run_origin_new (
      loom_session_get_document (self->session),
      compile_options != NULL ? compile_options : get_launch_value (self, "options"),
      loom_session_get_plan (self->session), options);

  loom_run_job_set_origin (job, origin);
}

char *
_loom_run_controller_dup_compile_key (LoomRunController *self)
{
  const char *arch = get_launch_value (self, "arch");
  const char *options = get_launch_value (self, "options");
  const char *kernel = get_instantiation (self);
  const char *root = loom_session_get_root (self->session);
  g_auto (GStrv) instances
      = loom_document_list_instances (loom_session_get_document (self->session));
  g_autofree char *launched = g_strjoinv ("\n", instances);
  g_autofree char *folder = _loom_run_controller_dup_folder (self);
  g_autofree char *n_file_changes = g_strdup_printf ("%u", self->n_file_changes);

  return g_strjoin ("\n", loom_document_get_source_hash (loom_session_get_document (self->session)),
                    arch != NULL ? arch : "", options != NULL ? options : "",
                    kernel != NULL ? kernel : "", launched, folder != NULL ? folder : "",
                    root != NULL ? root : "",
                    needs_written (loom_session_get_choices (self->session)) ? "as-written" : "",
                    n_file_changes, NULL);
}

/* What a run is made from; two equal keys give the same run. NULL without a plan. */
GVariant *
_loom_run_controller_dup_run_key (LoomRunController *self)
{
  LoomPlan *plan = loom_session_get_plan (self->session);
  LoomRunOptions options;
  GVariant *key;

  if (plan == NULL)
    return NULL;
  _loom_run_controller_fill_options (self, loom_session_get_choices (self->session)->backend,
                                     &options);
  key = g_variant_new ("(s@*suubbbxu)", self->compile_key, loom_plan_to_variant (plan),
                       loom_backend_id_get_name (options.backend), options.repeat,
                       (guint) options.checks, options.as_written, options.profile,
                       options.cold, options.schedule_seed, options.seeds);
  return g_variant_ref_sink (key);
}

gboolean
_loom_run_controller_is_compiled (LoomRunController *self)
{
  g_autofree char *key = _loom_run_controller_dup_compile_key (self);

  return loom_session_get_compiled (self->session) != NULL
         && g_strcmp0 (key, self->compile_key) == 0;
}

/* Whether the session's run is one of its text and settings as they are. */
gboolean
_loom_run_controller_is_current (LoomRunController *self)
{
  g_autoptr (GVariant) key = NULL;

  if (_loom_run_controller_is_compiled (self))
    key = _loom_run_controller_dup_run_key (self);
  return loom_run_job_has_key (self->latest, key);
}
