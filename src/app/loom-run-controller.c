/* loom-run-controller.c: from an edit to a run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Typing pauses longer than this compile; a change of the launch only goes with the next frame. */
#define COMPILE_DELAY_MS 80
#define LAUNCH_DELAY_MS 8

/* A run that a newer launch has overtaken may finish, so that a drag shows pictures on its way,
 * unless it has taken this long already. */
#define OVERTAKEN_MS 120

/* A GPU has this long for one live launch; an explicit one has no such limit. */
#define LIVE_GPU_WALL_MS 2000

struct _LoomRunController
{
  GObject        parent_instance;

  LoomSession   *session;
  LoomExecutor  *executor;

  GCancellable  *compile;       /* in flight, or NULL */
  GCancellable  *run;           /* in flight, or NULL */
  GCancellable  *describe;
  guint          delay_id;
  guint          overtaken_id;

  char          *compile_key;   /* what the session's compiled was made from */
  char          *pending_key;   /* what the compile in flight is made from */
  GVariant      *run_key;       /* source, plan and backend of the session's run */
  GVariant      *running_key;   /* those of the run in flight */
  gint64         run_started;

  guint          wanted : 1;    /* run once compiled and bound, live or not */
  guint          again : 1;     /* bind and run anew when the run in flight is done */
  guint          explicit_run : 1;
  guint          trusted : 1;   /* this document was run by hand, so a GPU may run its edits */
};

enum {
  PROP_0,
  PROP_SESSION,
  PROP_EXECUTOR,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (LoomRunController, loom_run_controller, G_TYPE_OBJECT)

static GParamSpec *properties [N_PROPS];

/* One call in flight. A callback whose cancellable is no longer the controller's has been overtaken
 * and touches nothing: that is the whole stale-result rule. */
typedef struct
{
  LoomRunController *self;
  GCancellable      *cancellable;
} Job;

static void advance (LoomRunController *self);

static Job *
job_new (LoomRunController *self,
         GCancellable      *cancellable)
{
  Job *job = g_new0 (Job, 1);

  job->self = g_object_ref (self);
  job->cancellable = g_object_ref (cancellable);
  return job;
}

static void
job_free (Job *job)
{
  g_object_unref (job->self);
  g_object_unref (job->cancellable);
  g_free (job);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Job, job_free)

static void
update_activity (LoomRunController *self)
{
  if (self->run != NULL)
    {
      if (loom_session_get_activity (self->session) != LOOM_ACTIVITY_STOPPING ||
          !g_cancellable_is_cancelled (self->run))
        loom_session_set_activity (self->session, LOOM_ACTIVITY_RUNNING);
    }
  else if (self->compile != NULL)
    loom_session_set_activity (self->session, LOOM_ACTIVITY_COMPILING);
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
  if (self->run != NULL)
    g_cancellable_cancel (self->run);
}

static char *
dup_folder (LoomRunController *self)
{
  GFile *file = loom_session_get_file (self->session);
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;

  return folder != NULL ? g_file_get_path (folder) : NULL;
}

static const char *
launch_value (LoomRunController *self,
              const char        *key)
{
  return loom_document_get_value (loom_session_get_document (self->session), "launch", key);
}

/* An expression such as scale<float> has to be instantiated; a plain name is there without it. */
static const char *
get_instantiation (LoomRunController *self)
{
  const char *kernel = launch_value (self, "kernel");

  return kernel != NULL && strchr (kernel, '<') != NULL ? kernel : NULL;
}

static char *
dup_compile_key (LoomRunController *self)
{
  const char *arch = launch_value (self, "arch");
  const char *options = launch_value (self, "options");
  const char *kernel = get_instantiation (self);
  g_autofree char *folder = dup_folder (self);

  return g_strjoin ("\n", loom_document_get_source_hash (loom_session_get_document (self->session)),
                    arch != NULL ? arch : "", options != NULL ? options : "",
                    kernel != NULL ? kernel : "", folder != NULL ? folder : "", NULL);
}

/* What a run hangs on; two equal keys give the same run. NULL without a plan. */
static GVariant *
dup_run_key (LoomRunController *self)
{
  LoomPlan *plan = loom_session_get_plan (self->session);

  if (plan == NULL)
    return NULL;
  return g_variant_ref_sink (g_variant_new ("(s@*s)", self->compile_key,
                                            loom_plan_to_variant (plan),
                                            loom_session_get_backend (self->session)));
}

static gboolean
keys_equal (GVariant *a,
            GVariant *b)
{
  return a != NULL && b != NULL && g_variant_equal (a, b);
}

static gboolean
is_compiled (LoomRunController *self)
{
  g_autofree char *key = dup_compile_key (self);

  return loom_session_get_compiled (self->session) != NULL
         && g_strcmp0 (key, self->compile_key) == 0;
}

/* Whether the session's run is one of its text and settings as they are. */
static gboolean
is_current (LoomRunController *self)
{
  g_autoptr (GVariant) key = is_compiled (self) ? dup_run_key (self) : NULL;

  return keys_equal (key, self->run_key);
}

static void
compile_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (Job) job = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomCompiled) compiled = NULL;
  LoomRunController *self = job->self;

  compiled = loom_executor_compile_finish (LOOM_EXECUTOR (source), result, &error);
  if (self->compile != job->cancellable)
    return;

  g_clear_object (&self->compile);
  if (compiled != NULL)
    {
      g_free (self->compile_key);
      self->compile_key = g_steal_pointer (&self->pending_key);
      loom_session_take_error (self->session, NULL);
      loom_session_set_compiled (self->session, compiled);
      advance (self);
    }
  else
    {
      g_clear_pointer (&self->pending_key, g_free);
      self->wanted = FALSE;
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        loom_session_take_error (self->session, g_steal_pointer (&error));
    }
  update_activity (self);
}

static void
start_compile (LoomRunController *self)
{
  LoomDocument *document = loom_session_get_document (self->session);
  const char *options = launch_value (self, "options");
  g_auto (GStrv) option_list = NULL;
  g_autofree char *folder = dup_folder (self);
  g_autofree char *key = dup_compile_key (self);
  LoomCompileRequest request = { 0 };

  if (self->compile != NULL && g_strcmp0 (self->pending_key, key) == 0)
    return;
  drop_compile (self);
  if (options != NULL && *options != '\0')
    g_shell_parse_argv (options, NULL, &option_list, NULL);

  request.source = loom_document_get_source (document, &request.length);
  request.name = loom_session_get_name (self->session);
  request.folder = folder;
  request.arch = launch_value (self, "arch");
  request.options = (const char * const *) option_list;
  request.kernel = get_instantiation (self);

  self->compile = g_cancellable_new ();
  self->pending_key = g_steal_pointer (&key);
  loom_executor_compile_async (self->executor, &request, self->compile, compile_cb,
                               job_new (self, self->compile));
}

static void
run_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr (Job) job = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = NULL;
  LoomRunController *self = job->self;
  gboolean again;

  run = loom_executor_run_finish (LOOM_EXECUTOR (source), result, &error);
  if (self->run != job->cancellable)
    return;

  g_clear_object (&self->run);
  g_clear_handle_id (&self->overtaken_id, g_source_remove);
  again = self->again;
  self->again = FALSE;
  if (run != NULL)
    {
      g_clear_pointer (&self->run_key, g_variant_unref);
      self->run_key = g_steal_pointer (&self->running_key);
      g_object_freeze_notify (G_OBJECT (self->session));
      loom_session_set_stale (self->session, !is_current (self));
      loom_session_set_run (self->session, run);
      g_object_thaw_notify (G_OBJECT (self->session));
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    loom_session_take_error (self->session, g_steal_pointer (&error));
  g_clear_pointer (&self->running_key, g_variant_unref);

  if (again)
    advance (self);
  update_activity (self);
}

static void
start_run (LoomRunController *self,
           GVariant          *key)
{
  g_autofree char *folder = dup_folder (self);
  LoomRunOptions options;

  loom_run_options_init (&options);
  g_free (options.backend);
  options.backend = g_strdup (loom_session_get_backend (self->session));
  options.coverage = LOOM_COVERAGE_ALL;
  if (!self->explicit_run && g_str_has_prefix (options.backend, "cuda"))
    options.wall_ms = LIVE_GPU_WALL_MS;
  self->explicit_run = FALSE;
  self->wanted = FALSE;

  self->run = g_cancellable_new ();
  self->run_started = g_get_monotonic_time ();
  self->running_key = g_variant_ref (key);
  loom_executor_run_async (self->executor, loom_session_get_compiled (self->session),
                           loom_session_get_plan (self->session), &options, folder, self->run,
                           run_cb, job_new (self, self->run));
  loom_run_options_clear (&options);
}

static gboolean
overtaken_cb (gpointer data)
{
  LoomRunController *self = data;

  self->overtaken_id = 0;
  cancel_run (self);
  return G_SOURCE_REMOVE;
}

/* A newer launch is wanted while one runs. */
static void
overtake (LoomRunController *self)
{
  gint64 age_ms = (g_get_monotonic_time () - self->run_started) / 1000;

  self->again = TRUE;
  if (age_ms >= OVERTAKEN_MS)
    cancel_run (self);
  else if (self->overtaken_id == 0)
    self->overtaken_id = g_timeout_add (OVERTAKEN_MS - age_ms, overtaken_cb, self);
}

/* Binds the settings to the signature. The plan that is there stays if binding comes to the same.
 */
static gboolean
bind (LoomRunController *self)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);
  GFile *file = loom_session_get_file (self->session);
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan = NULL;

  if (compiled->ptx == NULL || compiled->kernels->len == 0)
    {
      loom_session_set_plan (self->session, NULL);
      loom_session_take_error (self->session, NULL);
      return FALSE;
    }
  plan = loom_plan_bind (loom_session_get_document (self->session), compiled, NULL,
                         loom_limits_get_simulator (), folder, &error);
  loom_session_set_plan (self->session, plan);
  loom_session_take_error (self->session, g_steal_pointer (&error));
  return plan != NULL;
}

/* The run in flight is not of what the settings say now. */
static gboolean
is_running_another (LoomRunController *self,
                    GVariant          *key)
{
  return self->run != NULL && !keys_equal (self->running_key, key);
}

/* Whether an edit runs by itself. A document from elsewhere may hang a GPU, and the screen with it;
 * the first run there is the user's own. */
static gboolean
runs_live (LoomRunController *self)
{
  return loom_session_get_live (self->session) &&
         (self->trusted || g_str_equal (loom_session_get_backend (self->session), "sim"));
}

/* Bound: run what is wanted and drop what is not. */
static void
launch (LoomRunController *self)
{
  g_autoptr (GVariant) key = dup_run_key (self);
  gboolean same = keys_equal (self->run_key, key);

  loom_session_set_stale (self->session, !same && loom_session_get_run (self->session) != NULL);
  if (self->wanted || (!same && runs_live (self)))
    {
      if (self->run == NULL)
        start_run (self, key);
      else if (is_running_another (self, key))
        overtake (self);
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
  if (!is_compiled (self))
    {
      if (self->run != NULL)
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
          loom_session_set_stale (self->session, loom_session_get_run (self->session) != NULL);
        }
    }
  update_activity (self);
}

static gboolean
delay_cb (gpointer data)
{
  LoomRunController *self = data;

  self->delay_id = 0;
  advance (self);
  return G_SOURCE_REMOVE;
}

static void
schedule (LoomRunController *self,
          guint              delay_ms)
{
  g_clear_handle_id (&self->delay_id, g_source_remove);
  self->delay_id = g_timeout_add (delay_ms, delay_cb, self);
}

/* An edit of the source drops the old compile at once, before the pause that starts the new one. */
static void
changed_cb (LoomRunController *self)
{
  gboolean compiled = is_compiled (self);
  g_autofree char *key = dup_compile_key (self);

  if (!compiled && g_strcmp0 (self->pending_key, key) != 0)
    drop_compile (self);
  if (!compiled)
    loom_session_set_stale (self->session, loom_session_get_run (self->session) != NULL);
  schedule (self, compiled ? LAUNCH_DELAY_MS : COMPILE_DELAY_MS);
  update_activity (self);
}

static void
file_cb (LoomRunController *self)
{
  self->trusted = FALSE;
  changed_cb (self);
}

static void
live_cb (LoomRunController *self)
{
  if (loom_session_get_live (self->session))
    schedule (self, LAUNCH_DELAY_MS);
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

  backends = loom_executor_describe_finish (LOOM_EXECUTOR (source), result, &error);
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
  LoomRunController *self = LOOM_RUN_CONTROLLER (object);

  G_OBJECT_CLASS (loom_run_controller_parent_class)->constructed (object);

  g_signal_connect_object (self->session, "notify::document", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::backend", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::file", G_CALLBACK (file_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::live", G_CALLBACK (live_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->executor, "lost", G_CALLBACK (lost_cb), self, G_CONNECT_SWAPPED);
}

static void
loom_run_controller_dispose (GObject *object)
{
  LoomRunController *self = LOOM_RUN_CONTROLLER (object);

  g_clear_handle_id (&self->delay_id, g_source_remove);
  g_clear_handle_id (&self->overtaken_id, g_source_remove);
  G_OBJECT_CLASS (loom_run_controller_parent_class)->dispose (object);
}

static void
loom_run_controller_finalize (GObject *object)
{
  LoomRunController *self = LOOM_RUN_CONTROLLER (object);

  g_clear_object (&self->session);
  g_clear_object (&self->executor);
  g_clear_object (&self->compile);
  g_clear_object (&self->run);
  g_clear_object (&self->describe);
  g_free (self->compile_key);
  g_free (self->pending_key);
  g_clear_pointer (&self->run_key, g_variant_unref);
  g_clear_pointer (&self->running_key, g_variant_unref);
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
    case PROP_EXECUTOR:
      self->executor = g_value_dup_object (value);
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
  properties[PROP_EXECUTOR]
      = g_param_spec_object ("executor", NULL, NULL, LOOM_TYPE_EXECUTOR, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
loom_run_controller_init (LoomRunController *self)
{
}

/**
 * loom_run_controller_new:
 * @session: whose text to run; a reference is held
 * @executor: what runs it; a reference is held
 *
 * Makes a controller; it acts from the next change of the session on.
 *
 * Returns: (transfer full): a controller
 */
LoomRunController *
loom_run_controller_new (LoomSession  *session,
                         LoomExecutor *executor)
{
  return g_object_new (LOOM_TYPE_RUN_CONTROLLER, "session", session, "executor", executor, NULL);
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
  self->explicit_run = TRUE;
  self->trusted = TRUE;
  advance (self);
}

/**
 * loom_run_controller_stop:
 * @self: a controller
 *
 * Stops compiling and running. The session is idle as soon as the executor says that it let go.
 */
void
loom_run_controller_stop (LoomRunController *self)
{
  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));

  g_clear_handle_id (&self->delay_id, g_source_remove);
  self->wanted = FALSE;
  self->again = FALSE;
  drop_compile (self);
  if (self->run != NULL)
    {
      loom_session_set_activity (self->session, LOOM_ACTIVITY_STOPPING);
      cancel_run (self);
    }
  update_activity (self);
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
  g_clear_object (&self->run);
  if (self->describe != NULL)
    g_cancellable_cancel (self->describe);
  g_signal_handlers_disconnect_by_data (self->session, self);
  loom_executor_shutdown (self->executor);
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
  loom_executor_describe_async (self->executor, self->describe, describe_cb, g_object_ref (self));
}
