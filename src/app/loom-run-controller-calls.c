/* loom-run-controller-calls.c: what a controller has in flight
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

#include "loom-capability.h"

/* A run that a newer launch has overtaken may finish, so that a drag shows pictures on its way,
 * unless it has taken this long already. */
#define OVERTAKEN_MS 120

/* A GPU has this long for one live launch; an explicit one has no such limit. */
#define LIVE_GPU_WALL_MS 2000

/* Enough for a median and its spread; more take longer than one waits after an edit. */
#define GPU_SAMPLES 9

LoomRunControllerCall *
_loom_run_controller_call_new (LoomRunController *self,
                               GCancellable      *cancellable)
{
  LoomRunControllerCall *call = g_new0 (LoomRunControllerCall, 1);

  call->self = g_object_ref (self);
  call->cancellable = g_object_ref (cancellable);
  return call;
}

void
_loom_run_controller_call_free (LoomRunControllerCall *call)
{
  g_object_unref (call->self);
  g_object_unref (call->cancellable);
  g_free (call);
}

void
_loom_run_controller_update_activity (LoomRunController *self)
{
  if (self->running != NULL)
    {
      if (loom_session_get_activity (self->session) != LOOM_ACTIVITY_STOPPING ||
          !loom_run_job_is_stopping (self->running))
        loom_session_set_activity (self->session, LOOM_ACTIVITY_RUNNING);
    }
  else if (self->compile != NULL)
    loom_session_set_activity (self->session, LOOM_ACTIVITY_COMPILING);
  else if (!g_queue_is_empty (&self->beside))
    loom_session_set_activity (self->session, LOOM_ACTIVITY_RUNNING);
  else
    loom_session_set_activity (self->session, LOOM_ACTIVITY_IDLE);
}

void
_loom_run_controller_drop_compile (LoomRunController *self)
{
  g_autoptr (GCancellable) compile = g_steal_pointer (&self->compile);

  g_clear_pointer (&self->pending_key, g_free);
  if (compile != NULL)
    g_cancellable_cancel (compile);
}

void
_loom_run_controller_cancel_run (LoomRunController *self)
{
  g_clear_handle_id (&self->overtaken_id, g_source_remove);
  if (self->running != NULL)
    loom_run_job_cancel (self->running);
}

static void
compile_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (LoomRunControllerCall) call = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomCompiled) compiled = NULL;
  LoomRunController *self = call->self;

  compiled = loom_runner_client_compile_finish (LOOM_RUNNER_CLIENT (source), result, &error);
  if (self->compile != call->cancellable)
    return;

  g_clear_object (&self->compile);
  if (compiled != NULL)
    {
      g_free (self->compile_key);
      self->compile_key = g_steal_pointer (&self->pending_key);
      loom_session_take_error (self->session, NULL);
      loom_session_set_compiled (self->session, compiled);
      _loom_run_controller_watch_files (self);
      _loom_run_controller_advance (self);
    }
  else
    {
      g_clear_pointer (&self->pending_key, g_free);
      self->wanted = FALSE;
      _loom_run_controller_update_waiting (self, error);
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        loom_session_take_error (self->session, g_steal_pointer (&error));
    }
  _loom_run_controller_update_activity (self);
}

/* It holds until the text or the settings change. */
void
_loom_run_controller_fill_request (LoomRunController        *self,
                                   LoomRunControllerRequest *request)
{
  LoomDocument *document = loom_session_get_document (self->session);
  const char *options = _loom_run_controller_launch_value (self, "options");
  gsize length;

  *request = (LoomRunControllerRequest) { .folder = _loom_run_controller_dup_folder (self) };
  if (options != NULL && *options != '\0')
    g_shell_parse_argv (options, NULL, &request->options, NULL);
  request->request = (LoomCompileRequest) {
    .source = loom_document_get_source (document, &length),
    .name = loom_session_get_name (self->session),
    .folder = request->folder,
    .root = loom_session_get_root (self->session),
    .arch = _loom_run_controller_launch_value (self, "arch"),
    .options = (const char * const *) request->options,
    .kernel = _loom_run_controller_get_instantiation (self),
    .as_written = loom_session_get_as_written (self->session),
    .backend = loom_session_get_backend (self->session),
    .limits = loom_session_get_compile_limits (self->session),
  };
  request->request.length = length;
}

void
_loom_run_controller_request_clear (LoomRunControllerRequest *request)
{
  g_strfreev (request->options);
  g_free (request->folder);
}

void
_loom_run_controller_start_compile (LoomRunController *self)
{
  g_autofree char *key = _loom_run_controller_dup_compile_key (self);
  g_auto (LoomRunControllerRequest) request = { { NULL, } };

  if (self->compile != NULL && g_strcmp0 (self->pending_key, key) == 0)
    return;
  _loom_run_controller_drop_compile (self);
  _loom_run_controller_fill_request (self, &request);
  self->compile = g_cancellable_new ();
  self->compile_start = g_get_real_time ();
  self->pending_key = g_steal_pointer (&key);
  loom_runner_client_compile_async (self->client, &request.request, self->compile, compile_cb,
                                    _loom_run_controller_call_new (self, self->compile));
}

static void
ended_cb (LoomRunController *self,
          LoomRun           *run,
          const GError      *error,
          LoomRunJob        *job)
{
  gboolean again;

  if (self->running != job)
    return;

  g_clear_object (&self->running);
  g_clear_handle_id (&self->overtaken_id, g_source_remove);
  again = self->again;
  self->again = FALSE;
  if (run != NULL)
    {
      g_set_object (&self->latest, job);
      g_object_freeze_notify (G_OBJECT (self->session));
      loom_session_set_stale (self->session, !_loom_run_controller_is_current (self));
      loom_session_set_run (self->session, run);
      g_object_thaw_notify (G_OBJECT (self->session));
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    loom_session_take_error (self->session, g_error_copy (error));

  if (again)
    _loom_run_controller_advance (self);
  _loom_run_controller_update_activity (self);
}

/* As the switches say, but for what this device can't do. */
void
_loom_run_controller_fill_options (LoomRunController *self,
                                   const char        *backend,
                                   LoomRunOptions    *options)
{
  loom_run_options_init (options);
  loom_backend_id_parse (backend, &options->backend, NULL);
  options->coverage = LOOM_COVERAGE_ALL;
  options->checks = loom_session_get_checks (self->session);
  options->as_written = loom_session_get_as_written (self->session);
  options->profile = loom_session_get_profile (self->session);
  options->cold = loom_session_get_cold (self->session);
  loom_run_options_leave_out (options, loom_run_options_get_lacking (options));
  if (options->backend.kind == LOOM_BACKEND_CUDA)
    options->repeat = GPU_SAMPLES;
}

void
_loom_run_controller_start_run (LoomRunController *self,
                                GVariant          *key)
{
  LoomRunOptions options;

  _loom_run_controller_drop_beside (self);
  _loom_run_controller_fill_options (self, loom_session_get_backend (self->session), &options);
  if (!self->wanted && options.backend.kind == LOOM_BACKEND_CUDA)
    options.wall_ms = LIVE_GPU_WALL_MS;

  self->running = _loom_run_controller_take_job (self);
  loom_run_job_set_by_hand (self->running, self->wanted);
  loom_run_job_set_key (self->running, key);
  self->wanted = FALSE;
  _loom_run_controller_start_job (self, self->running, &options, G_CALLBACK (ended_cb));
}

static gboolean
overtaken_cb (gpointer data)
{
  LoomRunController *self = data;

  self->overtaken_id = 0;
  _loom_run_controller_cancel_run (self);
  return G_SOURCE_REMOVE;
}

/* A newer launch is wanted while one runs. */
void
_loom_run_controller_overtake (LoomRunController *self)
{
  const guint age_ms = loom_run_job_get_age_ms (self->running);

  self->again = TRUE;
  if (age_ms >= OVERTAKEN_MS)
    _loom_run_controller_cancel_run (self);
  else if (self->overtaken_id == 0)
    self->overtaken_id = g_timeout_add (OVERTAKEN_MS - age_ms, overtaken_cb, self);
}
