/* loom-run-controller.c: from an edit to a run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

#include "loom-class.h"
#include "loom-connect.h"

#include <glib/gi18n-lib.h>

/* While somebody types, pauses longer than this compile. What comes after a longer pause goes with
 * the next frame, as does a change of the launch only. */
#define TYPING_DELAY_MS 80
#define TYPING_PAUSE_MS 150
#define FRAME_DELAY_MS 8

/* A run that a newer launch has overtaken may finish, so that a drag shows pictures on its way,
 * unless it has taken this long already. */
#define OVERTAKEN_MS 120

/* A GPU has this long for one live launch; an explicit one has no such limit. */
#define LIVE_GPU_WALL_MS 2000

G_DEFINE_FINAL_TYPE (LoomRunController, loom_run_controller, G_TYPE_OBJECT)

static void advance (LoomRunController *self);

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

static void
drop_waiting (LoomRunController *self,
              const GError      *error)
{
  g_autoptr (LoomRunJob) job = g_steal_pointer (&self->waiting);

  if (job == NULL)
    return;
  if (error != NULL)
    loom_run_job_finish (job, NULL, error);
  else
    loom_run_job_cancel (job);
}

/* A run that somebody asked for is a job from then on; one that an edit would make is none before
 * it starts. */
static void
update_waiting (LoomRunController *self,
                const GError      *error)
{
  const char *backend = loom_session_get_choices (self->session)->backend;

  if (self->waiting != NULL
      && (!self->wanted
          || g_strcmp0 (loom_run_job_get_status (self->waiting)->backend, backend) != 0))
    drop_waiting (self, error);
  if (!self->wanted)
    return;
  if (self->waiting == NULL)
    self->waiting = g_object_ref (loom_session_add_job (self->session, backend));
  loom_run_job_set_compiling (self->waiting, self->compile != NULL);
}

/* There is no launch of the text as it is. */
static void
fail_waiting (LoomRunController *self)
{
  const GError *why = loom_session_get_error (self->session);
  g_autoptr (GError) error
      = why != NULL ? g_error_copy (why)
                    : g_error_new_literal (LOOM_ERROR, LOOM_ERROR_COMPILE,
                                           _("the source does not compile: see Problems"));

  drop_waiting (self, error);
}

/* The one that waits for the session's device, or a new one. */
static LoomRunJob *
take_job (LoomRunController *self)
{
  const char *backend = loom_session_get_choices (self->session)->backend;

  if (self->waiting != NULL
      && g_str_equal (loom_run_job_get_status (self->waiting)->backend, backend))
    return g_steal_pointer (&self->waiting);
  return g_object_ref (loom_session_add_job (self->session, backend));
}

/* @ended: void (*) (LoomRunController *, LoomRun *, const GError *, LoomRunJob *) */
void
_loom_run_controller_start_job (LoomRunController    *self,
                                LoomRunJob           *job,
                                const LoomRunOptions *options,
                                GCallback             ended)
{
  g_autofree char *folder = _loom_run_controller_dup_folder (self);
  LoomRunOptions own = *options;

  own.reused = self->launched;
  self->launched = TRUE;
  _loom_run_controller_note_origin (self, job, NULL, options);
  g_signal_connect_object (job, "ended", ended, self, G_CONNECT_SWAPPED);
  loom_run_job_run (job, self->client, loom_session_get_compiled (self->session),
                    loom_session_get_plan (self->session), &own, folder);
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
  else if (!g_queue_is_empty (&self->others))
    loom_session_set_activity (self->session, LOOM_ACTIVITY_RUNNING);
  else
    loom_session_set_activity (self->session, LOOM_ACTIVITY_IDLE);
}

static void
drop_compile (LoomRunController *self)
{
  g_autoptr (GCancellable) compile = g_steal_pointer (&self->compile);

  g_clear_pointer (&self->pending_key, g_free);
  if (compile != NULL)
    g_cancellable_cancel (compile);
}

static void
cancel_run (LoomRunController *self)
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
      self->launched = FALSE;
      loom_session_take_error (self->session, NULL);
      loom_session_set_compiled (self->session, compiled);
      _loom_run_controller_watch_files (self);
      advance (self);
    }
  else
    {
      g_clear_pointer (&self->pending_key, g_free);
      self->wanted = FALSE;
      update_waiting (self, error);
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        loom_session_take_error (self->session, g_steal_pointer (&error));
    }
  _loom_run_controller_update_activity (self);
}

static void
start_compile (LoomRunController *self)
{
  g_autofree char *key = _loom_run_controller_dup_compile_key (self);
  g_auto (LoomRunControllerRequest) request = { { NULL, } };

  if (self->compile != NULL && g_strcmp0 (self->pending_key, key) == 0)
    return;
  drop_compile (self);
  loom_cancel (&self->machine);
  _loom_run_controller_fill_request (self, &request);
  self->compile = g_cancellable_new ();
  self->compile_start = g_get_real_time ();
  self->pending_key = g_steal_pointer (&key);
  loom_runner_client_compile_async (self->client, &request.request, self->compile, compile_cb,
                                    _loom_run_controller_call_new (self, self->compile));
}

/* What steps had done when their run was stopped is shown if somebody stopped it, not if another
 * launch overtook it. */
static gboolean
is_overtaken (LoomRunController *self,
              LoomRunJob        *job,
              const LoomRun     *run)
{
  g_autoptr (GVariant) key = NULL;

  if (run->trap == NULL || run->trap->code != LOOM_ERROR_STOPPED)
    return FALSE;
  key = _loom_run_controller_is_compiled (self) ? _loom_run_controller_dup_run_key (self) : NULL;
  return !loom_run_job_has_key (job, key);
}

static gboolean
has_moment (const LoomRun *run,
            guint64        moment)
{
  for (guint i = 0; i < run->frames->len; i++)
    if (g_array_index (run->frames, LoomRunFrame, i).moment == moment)
      return TRUE;
  return moment >= run->moments;
}

/* Whether the document pins a moment that the last run left out: pins are no part of what a run is
 * made from, and one of a moment that is there needs no other run. */
static gboolean
lacks_pin (LoomRunController *self)
{
  const LoomRun *run
      = self->latest != NULL ? loom_run_job_get_status (self->latest)->run : NULL;
  LoomRunOptions options;

  if (run == NULL || run->frames->len == 0 || self->running != NULL)
    return FALSE;
  _loom_run_controller_fill_options (self, loom_session_get_choices (self->session)->backend,
                                     &options);
  if (loom_pins_equal (&options.pins, &self->pins))
    return FALSE;
  for (guint i = 0; i < options.pins.n; i++)
    if (!has_moment (run, options.pins.moments[i]))
      return TRUE;
  return FALSE;
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
  if (run != NULL && !is_overtaken (self, job, run))
    {
      g_set_object (&self->latest, job);
      g_object_freeze_notify (G_OBJECT (self->session));
      loom_session_set_stale (self->session, !_loom_run_controller_is_current (self));
      loom_session_set_run (self->session, run);
      g_object_thaw_notify (G_OBJECT (self->session));
    }
  else if (run == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    loom_session_take_error (self->session, g_error_copy (error));

  if (again || lacks_pin (self))
    advance (self);
  _loom_run_controller_update_activity (self);
}

static void
start_run (LoomRunController *self,
           GVariant          *key)
{
  LoomRunOptions options;

  _loom_run_controller_drop_others (self);
  _loom_run_controller_fill_options (self, loom_session_get_choices (self->session)->backend,
                                     &options);
  if (!self->wanted && options.backend.kind == LOOM_BACKEND_CUDA)
    options.wall_ms = LIVE_GPU_WALL_MS;
  self->pins = options.pins;

  self->running = take_job (self);
  loom_run_job_set_by_hand (self->running, self->wanted);
  loom_run_job_set_document (self->running, loom_session_get_document (self->session));
  loom_run_job_set_key (self->running, key);
  self->wanted = FALSE;
  _loom_run_controller_start_job (self, self->running, &options, G_CALLBACK (ended_cb));
}

/* A newer launch is wanted while one runs. */
static void
overtake (LoomRunController *self)
{
  const guint age_ms = loom_run_job_get_age_ms (self->running);

  self->again = TRUE;
  if (age_ms >= OVERTAKEN_MS)
    cancel_run (self);
  else
    loom_call_later (&self->overtaken_id, G_PRIORITY_DEFAULT, OVERTAKEN_MS - age_ms,
                     G_CALLBACK (cancel_run), self);
}

/* Binds the settings to the signature. The plan that is there stays if binding comes to the same.
 */
static gboolean
bind (LoomRunController *self)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);
  g_autoptr (GFile) folder = loom_session_dup_folder (self->session);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan = NULL;

  if (compiled->ptx == NULL || compiled->kernels->len == 0)
    {
      loom_session_set_plan (self->session, NULL);
      loom_session_take_error (self->session, NULL);
      return FALSE;
    }
  plan = loom_plan_bind (loom_session_get_document (self->session), compiled, NULL,
                         &loom_session_get_choices (self->session)->limits, folder, &error);
  loom_session_set_plan (self->session, plan);
  loom_session_take_error (self->session, g_steal_pointer (&error));
  return plan != NULL;
}

/* The run in flight is not of what the settings say now. */
static gboolean
is_running_another (LoomRunController *self,
                    GVariant          *key)
{
  return self->running != NULL && !loom_run_job_has_key (self->running, key);
}

static gboolean
is_on_simulator (LoomRunController *self)
{
  return loom_backend_kind_of (loom_session_get_choices (self->session)->backend)
         == LOOM_BACKEND_SIMULATOR;
}

/* Bound: run what is wanted and drop what is not. */
static void
launch (LoomRunController *self)
{
  g_autoptr (GVariant) key = _loom_run_controller_dup_run_key (self);
  gboolean same = loom_run_job_has_key (self->latest, key);
  /* a document from elsewhere may hang a GPU, and the screen with it; the first run there is the
   * user's own */
  const gboolean runs_live = loom_session_get_choices (self->session)->live &&
                             (self->trusted || is_on_simulator (self));

  loom_session_set_stale (self->session, !same && loom_session_get_run (self->session) != NULL);
  if (self->wanted || ((!same || lacks_pin (self)) && runs_live))
    {
      if (self->running == NULL)
        start_run (self, key);
      else if (is_running_another (self, key))
        overtake (self);
      else if (self->wanted)
        self->again = TRUE;
    }
  else if (same && is_running_another (self, key))
    {
      self->again = FALSE;
      cancel_run (self);
    }
}

/* One step further from the text to a run, as far as it goes now. */
static void
advance (LoomRunController *self)
{
  g_clear_handle_id (&self->delay_id, g_source_remove);
  if (!_loom_run_controller_is_compiled (self))
    {
      if (self->running != NULL)
        {
          self->again = TRUE;
          cancel_run (self);
        }
      start_compile (self);
    }
  else
    {
      drop_compile (self);
      if (bind (self))
        {
          launch (self);
        }
      else
        {
          self->wanted = FALSE;
          fail_waiting (self);
          loom_session_set_stale (self->session, loom_session_get_run (self->session) != NULL);
        }
    }
  update_waiting (self, NULL);
  _loom_run_controller_update_activity (self);
}

static void
schedule (LoomRunController *self,
          guint              delay_ms)
{
  g_clear_handle_id (&self->delay_id, g_source_remove);
  loom_call_later (&self->delay_id, G_PRIORITY_DEFAULT, delay_ms, G_CALLBACK (advance), self);
}

static gboolean
is_typing (LoomRunController *self)
{
  const gint64 last = self->edited;

  self->edited = g_get_monotonic_time ();
  return self->edited - last < TYPING_PAUSE_MS * G_TIME_SPAN_MILLISECOND;
}

/* An edit of the source drops the old compile at once, before the pause that starts the new one. */
void
_loom_run_controller_changed (LoomRunController *self)
{
  gboolean compiled = _loom_run_controller_is_compiled (self);
  g_autofree char *key = _loom_run_controller_dup_compile_key (self);

  _loom_run_controller_drop_others (self);
  if (!compiled && g_strcmp0 (self->pending_key, key) != 0)
    drop_compile (self);
  if (!compiled)
    loom_session_set_stale (self->session, loom_session_get_run (self->session) != NULL);
  schedule (self, compiled || !is_typing (self) ? FRAME_DELAY_MS : TYPING_DELAY_MS);
  _loom_run_controller_update_activity (self);
}

/* What a GPU allows is known once the runner has told of it. */
static void
limits_cb (LoomRunController *self)
{
  if (!is_on_simulator (self) && _loom_run_controller_is_compiled (self))
    schedule (self, FRAME_DELAY_MS);
}

static void
file_cb (LoomRunController *self)
{
  self->trusted = FALSE;
  _loom_run_controller_changed (self);
}

static void
live_cb (LoomRunController *self)
{
  if (loom_session_get_choices (self->session)->live)
    schedule (self, FRAME_DELAY_MS);
}

static void
lost_cb (LoomRunController *self,
         const char        *why)
{
  loom_session_set_lost (self->session, why);
}

static void
loom_run_controller_dispose (GObject *object)
{
  LoomRunController *self = LOOM_RUN_CONTROLLER (object);

  g_clear_handle_id (&self->delay_id, g_source_remove);
  g_clear_handle_id (&self->overtaken_id, g_source_remove);
  _loom_run_controller_unwatch_files (self);

  G_OBJECT_CLASS (loom_run_controller_parent_class)->dispose (object);
}

static void
loom_run_controller_finalize (GObject *object)
{
  LoomRunController *self = LOOM_RUN_CONTROLLER (object);

  g_clear_object (&self->session);
  g_clear_object (&self->client);
  g_clear_object (&self->compile);
  g_clear_object (&self->machine);
  g_clear_object (&self->disassembling);
  g_clear_object (&self->describe);
  g_clear_object (&self->copies);
  g_free (self->compile_key);
  g_free (self->pending_key);
  g_clear_object (&self->waiting);
  g_clear_object (&self->running);
  g_clear_object (&self->latest);
  g_queue_clear_full (&self->others, g_object_unref);

  G_OBJECT_CLASS (loom_run_controller_parent_class)->finalize (object);
}

static void
loom_run_controller_class_init (LoomRunControllerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = loom_run_controller_dispose;
  object_class->finalize = loom_run_controller_finalize;
  LOOM_SIGNAL_NEW (klass, "compared", 2, LOOM_TYPE_COMPARISON, G_TYPE_ERROR);
}

static void
loom_run_controller_init (LoomRunController *self)
{
  g_queue_init (&self->others);
}

/**
 * loom_run_controller_new:
 * @session: whose text to run; a reference is held
 * @client: what runs it; a reference is held
 *
 * Makes a controller; it acts from the next change of the session on.
 */
LoomRunController *
loom_run_controller_new (LoomSession      *session,
                         LoomRunnerClient *client)
{
  LoomRunController *self = g_object_new (LOOM_TYPE_RUN_CONTROLLER, NULL);
  LoomRunSettings *settings = loom_session_get_run_settings (session);

  self->session = g_object_ref (session);
  self->client = g_object_ref (client);
  loom_connect_each (settings, G_CALLBACK (_loom_run_controller_changed), self, "notify::backend",
                     "notify::device-profile", "notify::as-written", "notify::check-races",
                     "notify::check-uninitialised", "notify::profile", "notify::samples",
                     "notify::cold", "notify::permute", "notify::seed", "notify::seeds", NULL);
  loom_connect (settings, "notify::backends", limits_cb, self);
  loom_connect (settings, "notify::live", live_cb, self);
  loom_connect_each (session, G_CALLBACK (_loom_run_controller_changed), self, "notify::document",
                     "notify::root", NULL);
  loom_connect (session, "notify::file", file_cb, self);
  loom_connect (client, "lost", lost_cb, self);
  _loom_run_controller_replay_init (self);
  return self;
}

/**
 * loom_run_controller_new_beside:
 * @self: a controller
 * @session: whose text to run; a reference is held
 *
 * Makes a controller for what is tried beside a document: with a runner of its own, so that it
 * neither waits for the document's runs nor takes their process with it; on the simulator; with the
 * same limits of the compiler.
 *
 * Returns: (transfer full): the controller
 */
LoomRunController *
loom_run_controller_new_beside (LoomRunController *self,
                                LoomSession       *session)
{
  g_autoptr (LoomRunnerClient) client = NULL;
  const LoomCompileLimits *limits;

  g_return_val_if_fail (LOOM_IS_RUN_CONTROLLER (self), NULL);
  g_return_val_if_fail (LOOM_IS_SESSION (session), NULL);

  client = loom_runner_client_new_like (self->client);
  limits = &loom_session_get_choices (self->session)->compile_limits;
  g_object_set (loom_session_get_run_settings (session),
                "live", TRUE,
                "compile-seconds", limits->seconds,
                "compile-memory", limits->memory_mib,
                "no-cache", limits->no_cache,
                NULL);
  return loom_run_controller_new (session, client);
}

/**
 * loom_run_controller_run:
 *
 * Runs the text as it is now, live or not, even if the run that is shown is one of it already.
 */
void
loom_run_controller_run (LoomRunController *self)
{
  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));

  g_signal_emit_by_name (self->session, "flush");
  loom_session_set_lost (self->session, NULL);
  self->wanted = TRUE;
  self->trusted = TRUE;
  advance (self);
}

/**
 * loom_run_controller_stop:
 *
 * Stops compiling and running. The session is idle as soon as the runner says that it let go.
 */
void
loom_run_controller_stop (LoomRunController *self)
{
  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));

  g_clear_handle_id (&self->delay_id, g_source_remove);
  self->wanted = FALSE;
  self->again = FALSE;
  drop_compile (self);
  _loom_run_controller_drop_others (self);
  update_waiting (self, NULL);
  if (self->running != NULL)
    {
      loom_session_set_activity (self->session, LOOM_ACTIVITY_STOPPING);
      cancel_run (self);
    }
  _loom_run_controller_update_activity (self);
}

/**
 * loom_run_controller_close:
 *
 * Lets go of everything in flight and ends the runner: the window closes.
 */
void
loom_run_controller_close (LoomRunController *self)
{
  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));

  loom_run_controller_stop (self);
  loom_run_controller_stop_measuring (self);
  loom_recorder_forget (loom_session_get_recorder (self->session));
  loom_cancel (&self->machine);
  loom_cancel (&self->disassembling);
  g_clear_object (&self->running);
  if (self->describe != NULL)
    g_cancellable_cancel (self->describe);
  g_signal_handlers_disconnect_by_data (self->session, self);
  g_signal_handlers_disconnect_by_data (loom_session_get_run_settings (self->session), self);
  _loom_run_controller_unwatch_files (self);
  loom_runner_client_shutdown (self->client);
}
