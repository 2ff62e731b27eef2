/* loom-recorder.c: builds, runs and records the program of a document in a thread
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-recorder.h"

#include "loom-class.h"
#include "loom-connect.h"

/* In bytes: of what a program printed and nobody has seen yet. What comes beyond is left out. */
#define MOST_PENDING (1 << 20)

struct _LoomRecorder
{
  GObject           parent_instance;

  GCancellable     *cancellable;        /* of the program that runs, or NULL */
  LoomProgramStage  stage;
  guint64           n_launches;
  LoomProgramRun   *run;        /* the last one that ran, or NULL */
  GError           *error;      /* why the last one did not run, or NULL */
  gboolean          is_forgotten;       /* nobody wants to know of the one that runs */
};

/* What the thread has and the main thread hears of. */
typedef struct
{
  LoomProgramRun   *run;        /* its recording is there in the end, if there is one */
  LoomRunnerClient *client;
  LoomRecorder     *recorder;   /* borrowed from the task */

  GMutex            mutex;      /* of what follows */
  GString          *printed;
  LoomProgramStage  stage;
  guint64           n_launches;
  gboolean          is_told;    /* the main thread is going to look */
} Job;

enum
{
  PROP_0,
  PROP_RUNNING,
  PROP_STAGE,
  PROP_LAUNCHES,
  PROP_RUN,
  PROP_ERROR,
  N_PROPS
};

enum { SIGNAL_PRINTED, N_SIGNALS };

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LoomRecorder, loom_recorder, G_TYPE_OBJECT)

static void
job_free (gpointer data)
{
  Job *self = data;

  loom_program_run_unref (self->run);
  g_clear_object (&self->client);
  g_string_free (self->printed, TRUE);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/* -- In the main thread -- */

static void
set_running (LoomRecorder *self,
             GCancellable *cancellable)
{
  g_set_object (&self->cancellable, cancellable);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
}

static void
take_error (LoomRecorder *self,
            GError       *error)
{
  g_clear_error (&self->error);
  self->error = error;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERROR]);
}

static void
set_run (LoomRecorder   *self,
         LoomProgramRun *run)
{
  g_clear_pointer (&self->run, loom_program_run_unref);
  self->run = run != NULL ? loom_program_run_ref (run) : NULL;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUN]);
}

/* Passes on what the thread has found since. */
static void
look (Job *job)
{
  LoomRecorder *self = job->recorder;
  g_autoptr (GString) printed = g_string_new (NULL);

  g_mutex_lock (&job->mutex);
  job->is_told = FALSE;
  self->stage = job->stage;
  self->n_launches = job->n_launches;
  g_string_append_len (printed, job->printed->str, (gssize) job->printed->len);
  g_string_truncate (job->printed, 0);
  g_mutex_unlock (&job->mutex);

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STAGE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LAUNCHES]);
  if (printed->len > 0)
    {
      g_autofree char *text = g_utf8_make_valid (printed->str, (gssize) printed->len);

      g_signal_emit (self, signals[SIGNAL_PRINTED], 0, text);
    }
}

static gboolean
look_cb (gpointer data)
{
  look (g_task_get_task_data (data));
  return G_SOURCE_REMOVE;
}

static void
recorded_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  LoomRecorder *self = LOOM_RECORDER (source);
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  const gboolean has_run = g_task_propagate_boolean (G_TASK (result), &error);

  look (job);
  if (has_run && job->run->recording != NULL && !self->is_forgotten)
    set_run (self, job->run);
  else if (error != NULL && !self->is_forgotten &&
           !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    take_error (self, g_steal_pointer (&error));
  set_running (self, NULL);
}

/* -- In the thread -- */

/* Called with the lock: the main thread looks once for all that has changed until then. */
static void
tell (GTask *task,
      Job   *job)
{
  if (!job->is_told)
    g_main_context_invoke_full (g_task_get_context (task), G_PRIORITY_DEFAULT, look_cb,
                                g_object_ref (task), g_object_unref);
  job->is_told = TRUE;
}

static void
came_to_cb (LoomProgramStage stage,
            gpointer         data)
{
  Job *job = g_task_get_task_data (data);

  g_mutex_lock (&job->mutex);
  job->stage = stage;
  tell (data, job);
  g_mutex_unlock (&job->mutex);
}

static void
printed_cb (const char *bytes,
            gsize       n,
            gpointer    data)
{
  Job *job = g_task_get_task_data (data);

  g_mutex_lock (&job->mutex);
  if (job->printed->len < MOST_PENDING)
    g_string_append_len (job->printed, bytes, (gssize) n);
  tell (data, job);
  g_mutex_unlock (&job->mutex);
}

static void
launched_cb (guint64  n_launches,
             gpointer data)
{
  Job *job = g_task_get_task_data (data);

  g_mutex_lock (&job->mutex);
  job->n_launches = n_launches;
  tell (data, job);
  g_mutex_unlock (&job->mutex);
}

static void
record_in_thread (GTask        *task,
                  gpointer      source,
                  gpointer      data,
                  GCancellable *cancellable)
{
  Job *job = data;
  LoomProgramRun *run = job->run;
  const LoomProgramWatch watch = { came_to_cb, printed_cb, launched_cb, task };
  g_autoptr (GMainContext) context = g_main_context_new ();
  GError *error = NULL;

  /* The runner that compiles answers in this thread, and ends with it. */
  g_main_context_push_thread_default (context);
  run->recording = run->is_kept
                   ? loom_program_find_kept (run->program, job->client, cancellable, &run->status,
                                             &error)
                   : loom_program_record (run->program, job->client, &watch, cancellable,
                                          &run->status, &error);
  run->is_stopped = g_cancellable_is_cancelled (cancellable);
  loom_runner_client_shutdown (job->client);
  g_clear_object (&job->client);
  while (g_main_context_iteration (context, FALSE))
    ;
  g_main_context_pop_thread_default (context);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

/* -- The object -- */

static void
start (LoomRecorder     *self,
       LoomProgram      *program,
       LoomRunnerClient *client,
       gboolean          is_kept)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GTask) task = NULL;
  Job *job;

  job = g_new0 (Job, 1);
  job->run = loom_program_run_new (program);
  job->run->is_kept = is_kept;
  job->stage = is_kept ? LOOM_PROGRAM_READING : LOOM_PROGRAM_COMPILING;
  job->client = loom_runner_client_new_like (client);
  job->recorder = self;
  job->printed = g_string_new (NULL);
  g_mutex_init (&job->mutex);

  take_error (self, NULL);
  set_run (self, NULL);
  self->stage = job->stage;
  self->n_launches = 0;
  self->is_forgotten = FALSE;
  set_running (self, cancellable);
  task = g_task_new (self, cancellable, recorded_cb, NULL);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, record_in_thread);
}

/**
 * loom_recorder_start:
 * @program: (transfer full): with all that loom_program_record() needs
 * @client: which runner compiles its device code: another of the same kind does
 *
 * Builds, runs and records a program. None may be running.
 */
void
loom_recorder_start (LoomRecorder     *self,
                     LoomProgram      *program,
                     LoomRunnerClient *client)
{
  g_return_if_fail (LOOM_IS_RECORDER (self));
  g_return_if_fail (self->cancellable == NULL);

  start (self, program, client, FALSE);
}

/**
 * loom_recorder_find_kept:
 * @program: (transfer full): with what loom_program_find_kept() needs
 * @client: as above
 *
 * Takes the recording that was kept beside a program, if there is one of just this program. None
 * may be running.
 */
void
loom_recorder_find_kept (LoomRecorder     *self,
                         LoomProgram      *program,
                         LoomRunnerClient *client)
{
  g_return_if_fail (LOOM_IS_RECORDER (self));
  g_return_if_fail (self->cancellable == NULL);

  start (self, program, client, TRUE);
}

/**
 * loom_recorder_stop:
 *
 * Ends the program that runs, if one does; what it launched until then is kept.
 */
void
loom_recorder_stop (LoomRecorder *self)
{
  g_return_if_fail (LOOM_IS_RECORDER (self));

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

/**
 * loom_recorder_forget:
 *
 * Ends the program that runs, and lets go of the last one that ran: the document is another one
 * now.
 */
void
loom_recorder_forget (LoomRecorder *self)
{
  g_return_if_fail (LOOM_IS_RECORDER (self));

  self->is_forgotten = TRUE;
  loom_recorder_stop (self);
  take_error (self, NULL);
  set_run (self, NULL);
}

gboolean
loom_recorder_is_running (LoomRecorder *self)
{
  g_return_val_if_fail (LOOM_IS_RECORDER (self), FALSE);

  return self->cancellable != NULL;
}

LoomProgramStage
loom_recorder_get_stage (LoomRecorder *self)
{
  g_return_val_if_fail (LOOM_IS_RECORDER (self), LOOM_PROGRAM_COMPILING);

  return self->stage;
}

guint64
loom_recorder_get_launches (LoomRecorder *self)
{
  g_return_val_if_fail (LOOM_IS_RECORDER (self), 0);

  return self->n_launches;
}

LoomProgramRun *
loom_recorder_get_run (LoomRecorder *self)
{
  g_return_val_if_fail (LOOM_IS_RECORDER (self), NULL);

  return self->run;
}

const GError *
loom_recorder_get_error (LoomRecorder *self)
{
  g_return_val_if_fail (LOOM_IS_RECORDER (self), NULL);

  return self->error;
}

static void
loom_recorder_get_property (GObject    *object,
                            guint       id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  LoomRecorder *self = LOOM_RECORDER (object);

  switch (id)
    {
    case PROP_RUNNING: g_value_set_boolean (value, self->cancellable != NULL); break;
    case PROP_STAGE: g_value_set_int (value, (int) self->stage); break;
    case PROP_LAUNCHES: g_value_set_uint64 (value, self->n_launches); break;
    case PROP_RUN: g_value_set_boxed (value, self->run); break;
    case PROP_ERROR: g_value_set_boxed (value, self->error); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec); break;
    }
}

static void
loom_recorder_finalize (GObject *object)
{
  LoomRecorder *self = LOOM_RECORDER (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->run, loom_program_run_unref);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (loom_recorder_parent_class)->finalize (object);
}

static void
loom_recorder_class_init (LoomRecorderClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  G_OBJECT_CLASS (klass)->get_property = loom_recorder_get_property;
  G_OBJECT_CLASS (klass)->finalize = loom_recorder_finalize;
  properties[PROP_RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  properties[PROP_STAGE] = g_param_spec_int ("stage", NULL, NULL, 0, G_MAXINT, 0, flags);
  properties[PROP_LAUNCHES] = g_param_spec_uint64 ("launches", NULL, NULL, 0, G_MAXUINT64, 0,
                                                   flags);
  properties[PROP_RUN] = g_param_spec_boxed ("run", NULL, NULL, LOOM_TYPE_PROGRAM_RUN, flags);
  properties[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, flags);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
  signals[SIGNAL_PRINTED] = LOOM_SIGNAL_NEW (klass, "printed", 1, G_TYPE_STRING);
}

static void
loom_recorder_init (LoomRecorder *self)
{
}

LoomRecorder *
loom_recorder_new (void)
{
  return g_object_new (LOOM_TYPE_RECORDER, NULL);
}
