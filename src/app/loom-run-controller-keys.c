/* loom-run-controller-keys.c: what a compilation and a run hang on, by value
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

#include <string.h>

char *
_loom_run_controller_dup_folder (LoomRunController *self)
{
  g_autoptr (GFile) folder = loom_session_dup_folder (self->session);

  return folder != NULL ? g_file_get_path (folder) : NULL;
}

const char *
_loom_run_controller_launch_value (LoomRunController *self,
                                   const char        *key)
{
  return loom_document_get_value (loom_session_get_document (self->session), "launch", key);
}

/* An expression such as scale<float> has to be instantiated; a plain name is there without it. */
const char *
_loom_run_controller_get_instantiation (LoomRunController *self)
{
  const char *kernel = _loom_run_controller_launch_value (self, "kernel");

  return kernel != NULL && strchr (kernel, '<') != NULL ? kernel : NULL;
}

char *
_loom_run_controller_dup_compile_key (LoomRunController *self)
{
  const char *arch = _loom_run_controller_launch_value (self, "arch");
  const char *options = _loom_run_controller_launch_value (self, "options");
  const char *kernel = _loom_run_controller_get_instantiation (self);
  const char *root = loom_session_get_root (self->session);
  g_autofree char *folder = _loom_run_controller_dup_folder (self);
  g_autofree char *n_file_changes = g_strdup_printf ("%u", self->n_file_changes);

  return g_strjoin ("\n", loom_document_get_source_hash (loom_session_get_document (self->session)),
                    arch != NULL ? arch : "", options != NULL ? options : "",
                    kernel != NULL ? kernel : "", folder != NULL ? folder : "",
                    root != NULL ? root : "",
                    loom_session_get_as_written (self->session) ? "as-written" : "", n_file_changes,
                    NULL);
}

/* What a run hangs on; two equal keys give the same run. NULL without a plan. */
GVariant *
_loom_run_controller_dup_run_key (LoomRunController *self)
{
  LoomPlan *plan = loom_session_get_plan (self->session);
  LoomRunOptions options;
  GVariant *key;

  if (plan == NULL)
    return NULL;
  _loom_run_controller_fill_options (self, loom_session_get_backend (self->session), &options);
  key = g_variant_new ("(s@*subb)", self->compile_key, loom_plan_to_variant (plan),
                       loom_backend_id_get_name (options.backend), (guint) options.checks,
                       options.profile, options.cold);
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
