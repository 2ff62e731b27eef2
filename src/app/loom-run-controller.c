/* loom-run-controller.c: from an edit to a run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

/* While somebody types, pauses longer than this compile. What comes after a longer pause goes with
 * the next frame, as does a change of the launch only. */
#define TYPING_DELAY_MS 80
#define TYPING_PAUSE_MS 150
#define FRAME_DELAY_MS 8

enum {
  PROP_0,
  PROP_SESSION,
  PROP_CLIENT,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (LoomRunController, loom_run_controller, G_TYPE_OBJECT)

static GParamSpec *properties [N_PROPS];

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
                         loom_session_get_limits (self->session), folder, &error);
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
  return loom_backend_kind_of (loom_session_get_backend (self->session)) == LOOM_BACKEND_SIMULATOR;
}

/* Whether an edit runs by itself. A document from elsewhere may hang a GPU, and the screen with it;
 * the first run there is the user's own. */
static gboolean
runs_live (LoomRunController *self)
{
  return loom_session_get_live (self->session) &&
         (self->trusted || is_on_simulator (self));
}

/* Bound: run what is wanted and drop what is not. */
static void
launch (LoomRunController *self)
{
  g_autoptr (GVariant) key = _loom_run_controller_dup_run_key (self);
  gboolean same = loom_run_job_has_key (self->latest, key);

  loom_session_set_stale (self->session, !same && loom_session_get_run (self->session) != NULL);
  if (self->wanted || (!same && runs_live (self)))
    {
      if (self->running == NULL)
        _loom_run_controller_start_run (self, key);
      else if (is_running_another (self, key))
        _loom_run_controller_overtake (self);
      else if (self->wanted)
        self->again = TRUE;
    }
  else if (same && is_running_another (self, key))
    {
      self->again = FALSE;
      _loom_run_controller_cancel_run (self);
    }
}

/* One step further from the text to a run, as far as it goes now. */
void
_loom_run_controller_advance (LoomRunController *self)
{
  g_clear_handle_id (&self->delay_id, g_source_remove);
  if (!_loom_run_controller_is_compiled (self))
    {
      if (self->running != NULL)
        {
          self->again = TRUE;
          _loom_run_controller_cancel_run (self);
        }
      _loom_run_controller_start_compile (self);
    }
  else
    {
      _loom_run_controller_drop_compile (self);
      if (bind (self))
        {
          launch (self);
        }
      else
        {
          self->wanted = FALSE;
          _loom_run_controller_fail_waiting (self);
          loom_session_set_stale (self->session, loom_session_get_run (self->session) != NULL);
        }
    }
  _loom_run_controller_update_waiting (self, NULL);
  _loom_run_controller_update_activity (self);
}

static gboolean
delay_cb (gpointer data)
{
  LoomRunController *self = data;

  self->delay_id = 0;
  _loom_run_controller_advance (self);
  return G_SOURCE_REMOVE;
}

static void
schedule (LoomRunController *self,
          guint              delay_ms)
{
  g_clear_handle_id (&self->delay_id, g_source_remove);
  self->delay_id = g_timeout_add (delay_ms, delay_cb, self);
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

  _loom_run_controller_drop_beside (self);
  if (!compiled && g_strcmp0 (self->pending_key, key) != 0)
    _loom_run_controller_drop_compile (self);
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
  if (loom_session_get_live (self->session))
    schedule (self, FRAME_DELAY_MS);
}

static void
lost_cb (LoomRunController *self,
         const char        *why)
{
  loom_session_set_lost (self->session, why);
}

static void
describe_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (LoomRunController) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) backends = NULL;

  backends = loom_runner_client_describe_finish (LOOM_RUNNER_CLIENT (source), result, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->describe);
  if (backends != NULL)
    loom_session_set_backends (self->session, backends);
  else
    g_debug ("The runner did not say what it can do: %s", error->message);
}

static void
loom_run_controller_constructed (GObject *object)
{
  static const char * const changes[] = {
    "notify::document", "notify::backend", "notify::as-written", "notify::check-races",
    "notify::check-uninitialised", "notify::profile", "notify::cold", "notify::root",
  };
  LoomRunController *self = LOOM_RUN_CONTROLLER (object);

  G_OBJECT_CLASS (loom_run_controller_parent_class)->constructed (object);

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_object (self->session, changes[i],
                             G_CALLBACK (_loom_run_controller_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::backends", G_CALLBACK (limits_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::file", G_CALLBACK (file_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::live", G_CALLBACK (live_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->client, "lost", G_CALLBACK (lost_cb), self, G_CONNECT_SWAPPED);
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
  g_clear_object (&self->describe);
  g_clear_object (&self->copies);
  g_free (self->compile_key);
  g_free (self->pending_key);
  g_clear_object (&self->waiting);
  g_clear_object (&self->running);
  g_clear_object (&self->latest);
  g_queue_clear_full (&self->beside, g_object_unref);
  G_OBJECT_CLASS (loom_run_controller_parent_class)->finalize (object);
}

static void
loom_run_controller_set_property (GObject      *object,
                                  guint         prop_id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  LoomRunController *self = LOOM_RUN_CONTROLLER (object);

  switch (prop_id)
    {
    case PROP_SESSION:
      self->session = g_value_dup_object (value);
      break;
    case PROP_CLIENT:
      self->client = g_value_dup_object (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
loom_run_controller_class_init (LoomRunControllerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->constructed = loom_run_controller_constructed;
  object_class->dispose = loom_run_controller_dispose;
  object_class->finalize = loom_run_controller_finalize;
  object_class->set_property = loom_run_controller_set_property;

  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, LOOM_TYPE_SESSION, flags);
  properties[PROP_CLIENT]
      = g_param_spec_object ("client", NULL, NULL, LOOM_TYPE_RUNNER_CLIENT, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  _loom_run_controller_class_beside_init (klass);
}

static void
loom_run_controller_init (LoomRunController *self)
{
  g_queue_init (&self->beside);
}

/**
 * loom_run_controller_new:
 * @session: whose text to run; a reference is held
 * @client: what runs it; a reference is held
 *
 * Makes a controller; it acts from the next change of the session on.
 *
 * Returns: (transfer full): a controller
 */
LoomRunController *
loom_run_controller_new (LoomSession      *session,
                         LoomRunnerClient *client)
{
  return g_object_new (LOOM_TYPE_RUN_CONTROLLER, "session", session, "client", client, NULL);
}

/**
 * loom_run_controller_run:
 * @self: a controller
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
  _loom_run_controller_advance (self);
}

/**
 * loom_run_controller_stop:
 * @self: a controller
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
  _loom_run_controller_drop_compile (self);
  _loom_run_controller_drop_beside (self);
  _loom_run_controller_update_waiting (self, NULL);
  if (self->running != NULL)
    {
      loom_session_set_activity (self->session, LOOM_ACTIVITY_STOPPING);
      _loom_run_controller_cancel_run (self);
    }
  _loom_run_controller_update_activity (self);
}

/**
 * loom_run_controller_close:
 * @self: a controller
 *
 * Lets go of everything in flight and ends the runner: the window closes.
 */
void
loom_run_controller_close (LoomRunController *self)
{
  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));

  loom_run_controller_stop (self);
  loom_run_controller_stop_measuring (self);
  g_clear_object (&self->running);
  if (self->describe != NULL)
    g_cancellable_cancel (self->describe);
  g_signal_handlers_disconnect_by_data (self->session, self);
  _loom_run_controller_unwatch_files (self);
  loom_runner_client_shutdown (self->client);
}

/**
 * loom_run_controller_describe:
 * @self: a controller
 *
 * Asks what there is to run on; the answer becomes the session's "backends". It also starts the
 * runner, so that the first run finds it warm.
 */
void
loom_run_controller_describe (LoomRunController *self)
{
  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));

  if (self->describe != NULL)
    return;
  self->describe = g_cancellable_new ();
  loom_runner_client_describe_async (self->client, self->describe, describe_cb,
                                     g_object_ref (self));
}
