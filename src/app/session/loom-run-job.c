/* loom-run-job.c: one run as a job
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-job.h"

#include "loom-class.h"
#include "loom-run.h"

/* That can be added up in a millisecond or two. */
#define CELLS_OF_A_FRAME (1 << 20)

struct _LoomRunJob
{
  GObject          parent_instance;

  LoomRunJobStatus status;
  LoomRunJobLaunch launch;
  GVariant        *key;                 /* what the run is made from, or NULL */
  LoomRunOrigin   *origin;              /* the same, as values; NULL: not known yet */
  LoomDocument    *document;            /* whose chain is to be done, or NULL */
  LoomCompiled    *compiled;            /* of it, once it runs */
  LoomPlan        *plan;
  GCancellable    *cancellable;         /* NULL: it was not sent to a runner */
  GDateTime       *queued;
  gint64           started, ended;      /* monotonic; 0: not yet */
};

G_DEFINE_FINAL_TYPE (LoomRunJob, loom_run_job, G_TYPE_OBJECT)

static void
drop_chain (LoomRunJob *self)
{
  g_clear_pointer (&self->document, loom_document_unref);
  g_clear_pointer (&self->compiled, loom_compiled_unref);
  g_clear_pointer (&self->plan, loom_plan_unref);
}

static void
loom_run_job_finalize (GObject *object)
{
  LoomRunJob *self = LOOM_RUN_JOB (object);

  drop_chain (self);
  g_clear_pointer (&self->status.outcomes, g_ptr_array_unref);
  g_free (self->status.backend);
  g_free (self->status.error);
  g_clear_pointer (&self->status.totals, loom_run_totals_free);
  g_clear_pointer (&self->status.run, loom_run_unref);
  g_clear_pointer (&self->status.figures, loom_run_unref);
  g_clear_pointer (&self->key, g_variant_unref);
  g_clear_pointer (&self->origin, loom_run_origin_unref);
  g_clear_object (&self->cancellable);
  g_free (self->launch.kernel);
  g_date_time_unref (self->queued);

  G_OBJECT_CLASS (loom_run_job_parent_class)->finalize (object);
}

static void
loom_run_job_class_init (LoomRunJobClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_run_job_finalize;
  LOOM_SIGNAL_NEW (klass, "changed", 0);
  LOOM_SIGNAL_NEW (klass, "ended", 2, LOOM_TYPE_RUN, G_TYPE_ERROR);
}

static void
loom_run_job_init (LoomRunJob *self)
{
  self->queued = g_date_time_new_now_local ();
  self->status.kernel_ms = -1;
  self->status.step = LOOM_N_STEPS;
}

static void
set_state (LoomRunJob     *self,
           LoomRunJobState state)
{
  self->status.state = state;
  if (state != LOOM_RUN_JOB_RUNNING)
    self->status.step = LOOM_N_STEPS;
  g_signal_emit_by_name (self, "changed");
}

LoomRunJob *
loom_run_job_new (const char *backend)
{
  LoomRunJob *self = g_object_new (LOOM_TYPE_RUN_JOB, NULL);

  self->status.backend = g_strdup (backend);
  return self;
}

/**
 * loom_run_job_set_key:
 * @key: what its run is made from
 *
 * Notes from what it is made: a job with an equal key has the same result.
 */
void
loom_run_job_set_key (LoomRunJob *self,
                      GVariant   *key)
{
  g_return_if_fail (LOOM_IS_RUN_JOB (self));
  g_return_if_fail (self->key == NULL);

  self->key = g_variant_ref_sink (key);
}

/**
 * loom_run_job_has_key:
 * @self: (nullable): a job
 * @key: (nullable): what a run is made from
 *
 * Returns: whether its result is that of a run with @key
 */
gboolean
loom_run_job_has_key (LoomRunJob *self,
                      GVariant   *key)
{
  g_return_val_if_fail (self == NULL || LOOM_IS_RUN_JOB (self), FALSE);

  return self != NULL && self->key != NULL && key != NULL && g_variant_equal (self->key, key);
}

/**
 * loom_run_job_set_document:
 * @document: that it is a launch of
 *
 * Notes what is done with its run: all of it if somebody asked for the run, else nothing, since
 * each key that is pressed may run it again.
 */
void
loom_run_job_set_document (LoomRunJob   *self,
                           LoomDocument *document)
{
  g_return_if_fail (LOOM_IS_RUN_JOB (self));
  g_return_if_fail (self->document == NULL);

  self->status.links = loom_document_get_chain (document)->len;
  self->status.links_wait = self->status.links > 0 && !self->status.by_hand;
  if (self->status.links > 0 && self->status.by_hand)
    self->document = loom_document_ref (document);
}

/**
 * loom_run_job_set_origin:
 * @origin: what it is made from
 *
 * Notes from what it is made, to be told what changed since.
 */
void
loom_run_job_set_origin (LoomRunJob    *self,
                         LoomRunOrigin *origin)
{
  g_return_if_fail (LOOM_IS_RUN_JOB (self));
  g_return_if_fail (self->origin == NULL);

  self->origin = loom_run_origin_ref (origin);
}

/**
 * loom_run_job_get_origin:
 *
 * Returns: (transfer none) (nullable): what it is made from; %NULL as long as it waits
 */
LoomRunOrigin *
loom_run_job_get_origin (LoomRunJob *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_JOB (self), NULL);

  return self->origin;
}

/**
 * loom_run_job_new_chain:
 * @path: (type filename) (nullable): where its document is; %NULL: in no file yet
 *
 * Returns: (transfer full) (nullable): what is to be done with its result, once; %NULL: nothing
 */
LoomChain *
loom_run_job_new_chain (LoomRunJob *self,
                        const char *path)
{
  LoomChain *chain = NULL;

  g_return_val_if_fail (LOOM_IS_RUN_JOB (self), NULL);

  if (self->document != NULL && self->compiled != NULL && self->status.run != NULL)
    chain = loom_chain_new (self->document, self->compiled, self->plan, self->status.run, path);
  drop_chain (self);
  return chain;
}

/**
 * loom_run_job_set_outcomes:
 * @outcomes: (element-type LoomLinkOutcome): of its chain
 *
 * Notes what was done with its result.
 */
void
loom_run_job_set_outcomes (LoomRunJob *self,
                           GPtrArray  *outcomes)
{
  g_return_if_fail (LOOM_IS_RUN_JOB (self));
  g_return_if_fail (self->status.outcomes == NULL);

  self->status.outcomes = g_ptr_array_ref (outcomes);
  set_state (self, self->status.state);
}

void
loom_run_job_set_plan (LoomRunJob     *self,
                       const LoomPlan *plan)
{
  g_return_if_fail (LOOM_IS_RUN_JOB (self));

  g_free (self->launch.kernel);
  self->launch = (LoomRunJobLaunch) { g_strdup (plan->kernel), plan->block, plan->grid,
                                      plan->shared };
  self->status.launch = &self->launch;
}

void
loom_run_job_start (LoomRunJob *self)
{
  g_return_if_fail (LOOM_IS_RUN_JOB (self));

  self->started = g_get_monotonic_time ();
  set_state (self, LOOM_RUN_JOB_RUNNING);
}

static void
step_cb (LoomRunJob   *self,
         GCancellable *call,
         guint         step)
{
  if (call != self->cancellable || self->status.state != LOOM_RUN_JOB_RUNNING
      || self->status.step == step)
    return;
  self->status.step = step;
  set_state (self, LOOM_RUN_JOB_RUNNING);
}

static void
run_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr (LoomRunJob) self = user_data;
  LoomRunnerClient *client = LOOM_RUNNER_CLIENT (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = loom_runner_client_run_finish (client, result, &error);

  g_signal_handlers_disconnect_by_func (client, step_cb, self);
  loom_run_job_finish (self, run, error);
}

/**
 * loom_run_job_run:
 * @self: a job that was not started
 * @client: what runs it
 * @compiled: PTX and signatures
 * @plan: the launch
 * @options: how to run it
 * @folder: (nullable): where the plan's files are
 *
 * Starts it; it follows its steps, and ends as its run does. It lives as long as that takes.
 */
void
loom_run_job_run (LoomRunJob           *self,
                  LoomRunnerClient     *client,
                  LoomCompiled         *compiled,
                  LoomPlan             *plan,
                  const LoomRunOptions *options,
                  const char           *folder)
{
  g_return_if_fail (LOOM_IS_RUN_JOB (self));
  g_return_if_fail (self->status.state <= LOOM_RUN_JOB_COMPILING);

  self->cancellable = g_cancellable_new ();
  if (self->document != NULL)
    {
      self->compiled = loom_compiled_ref (compiled);
      self->plan = loom_plan_ref (plan);
    }
  loom_run_job_set_plan (self, plan);
  loom_run_job_start (self);
  g_signal_connect_object (client, "step", G_CALLBACK (step_cb), self, G_CONNECT_SWAPPED);
  loom_runner_client_run_async (client, compiled, plan, options, folder, self->cancellable, run_cb,
                                g_object_ref (self));
}

/**
 * loom_run_job_cancel:
 *
 * Ends it: at once if it waits, else when its runner has let go of it. One that has ended stays as
 * it is.
 */
void
loom_run_job_cancel (LoomRunJob *self)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (LOOM_IS_RUN_JOB (self));

  if (self->cancellable != NULL)
    {
      g_cancellable_cancel (self->cancellable);
      return;
    }
  if (self->status.state > LOOM_RUN_JOB_COMPILING)
    return;
  error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "");
  loom_run_job_finish (self, NULL, error);
}

/**
 * loom_run_job_is_stopping:
 *
 * Returns: whether it runs although it was cancelled
 */
gboolean
loom_run_job_is_stopping (LoomRunJob *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_JOB (self), FALSE);

  return self->status.state == LOOM_RUN_JOB_RUNNING
         && g_cancellable_is_cancelled (self->cancellable);
}

guint
loom_run_job_get_age_ms (LoomRunJob *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_JOB (self), 0);

  return (g_get_monotonic_time () - self->started) / G_TIME_SPAN_MILLISECOND;
}

/**
 * loom_run_job_set_compiling:
 * @self: a job that was not started
 * @is_compiling: whether its source is being compiled, else it waits for another run
 *
 * Notes what it waits for.
 */
void
loom_run_job_set_compiling (LoomRunJob *self,
                            gboolean    is_compiling)
{
  const LoomRunJobState state = is_compiling ? LOOM_RUN_JOB_COMPILING : LOOM_RUN_JOB_QUEUED;

  g_return_if_fail (LOOM_IS_RUN_JOB (self));
  g_return_if_fail (self->status.state <= LOOM_RUN_JOB_COMPILING);

  if (self->status.state != state)
    set_state (self, state);
}

static void
add_up_thread (GTask        *task,
               gpointer      source,
               gpointer      run,
               GCancellable *cancellable)
{
  g_task_return_pointer (task, loom_run_totals_new (run), (GDestroyNotify) loom_run_totals_free);
}

static void
added_up_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      unused)
{
  LoomRunJob *self = LOOM_RUN_JOB (source);

  self->status.totals = g_task_propagate_pointer (G_TASK (result), NULL);
  set_state (self, self->status.state);
}

/* Where it takes longer than a frame, in a thread. */
static void
add_up (LoomRunJob *self,
        LoomRun    *run)
{
  guint64 cells = 0;

  for (guint i = 0; i < run->arrays->len; i++)
    {
      LoomRunArray *array = run->arrays->pdata[i];
      guint64 n;

      if (loom_shape_cells (loom_array_get_shape (array->array), &n))
        cells += n;
    }
  if (cells > CELLS_OF_A_FRAME)
    {
      g_autoptr (GTask) task = g_task_new (self, NULL, added_up_cb, NULL);

      g_task_set_task_data (task, loom_run_ref (run), (GDestroyNotify) loom_run_unref);
      g_task_run_in_thread (task, add_up_thread);
      return;
    }
  self->status.totals = loom_run_totals_new (run);
}

/**
 * loom_run_job_finish:
 * @run: (nullable): the result
 * @error: (nullable): why there is none
 *
 * Notes how it ended, and tells so by "ended".
 */
void
loom_run_job_finish (LoomRunJob   *self,
                     LoomRun      *run,
                     const GError *error)
{
  LoomSummary summary = { 0 };

  g_return_if_fail (LOOM_IS_RUN_JOB (self));

  self->ended = g_get_monotonic_time ();
  if (run == NULL)
    {
      self->status.error = g_strdup (error != NULL ? error->message : "");
      set_state (self, g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
                           ? LOOM_RUN_JOB_CANCELLED : LOOM_RUN_JOB_FAILED);
      g_signal_emit_by_name (self, "ended", NULL, error);
      return;
    }
  self->status.run = loom_run_ref (run);
  self->status.figures = loom_run_ref (run);
  add_up (self, run);
  loom_summary_init (&summary, (const double *) run->timings.kernel_ms->data,
                     run->timings.kernel_ms->len,
                     run->measurement != NULL ? run->measurement->floor_ms : -1);
  self->status.kernel_ms = summary.n > 0 ? summary.median : -1;
  self->status.fidelity = run->timings.fidelity;
  if (run->trap != NULL)
    self->status.error = g_strdup (run->trap->text);
  set_state (self, run->trap == NULL ? LOOM_RUN_JOB_DONE
                   : run->trap->code == LOOM_ERROR_STOPPED ? LOOM_RUN_JOB_CANCELLED
                                                           : LOOM_RUN_JOB_FAILED);
  g_signal_emit_by_name (self, "ended", run, NULL);
}

/**
 * loom_run_job_forget:
 *
 * Lets go of the result; its figures stay.
 */
void
loom_run_job_forget (LoomRunJob *self)
{
  g_return_if_fail (LOOM_IS_RUN_JOB (self));

  if (self->status.run == NULL)
    return;
  drop_chain (self);
  loom_run_unref (self->status.figures);
  self->status.figures = loom_run_new_figures (self->status.run);
  g_clear_pointer (&self->status.run, loom_run_unref);
}

const LoomRunJobStatus *
loom_run_job_get_status (LoomRunJob *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_JOB (self), NULL);

  return &self->status;
}

/**
 * loom_run_job_get_ms:
 *
 * Returns: milliseconds of this computer from its start to its end, negative before that
 */
double
loom_run_job_get_ms (LoomRunJob *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_JOB (self), -1);

  return self->started > 0 && self->ended > 0 ? (self->ended - self->started) / 1000.0 : -1;
}

/**
 * loom_run_job_dup_time:
 *
 * Returns: (transfer full): the time of day when it was asked for
 */
char *
loom_run_job_dup_time (LoomRunJob *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_JOB (self), NULL);

  return g_date_time_format (self->queued, "%X");
}

/**
 * loom_run_job_set_by_hand:
 * @by_hand: whether somebody asked for it, and what is to be done on completion is not done yet
 */
void
loom_run_job_set_by_hand (LoomRunJob *self,
                          gboolean    by_hand)
{
  g_return_if_fail (LOOM_IS_RUN_JOB (self));

  self->status.by_hand = by_hand;
}
