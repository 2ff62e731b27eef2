/* loom-run-record.c: one run as a job
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-record.h"

#include "loom-run-figures.h"

/* That can be added up in a millisecond or two. */
#define CELLS_OF_A_FRAME (1 << 20)

struct _LoomRunRecord
{
  GObject          parent_instance;

  char            *backend;
  LoomRun         *run;                 /* the result, or its figures once it is forgotten */
  LoomRecordLaunch launch;              /* no kernel: not known yet */
  LoomRunTotals   *totals;              /* or NULL */
  char            *error;
  GDateTime       *queued;
  gint64           started, ended;      /* monotonic; 0: not yet */
  double           kernel_ms;           /* median; negative: none */
  LoomFidelity     fidelity;
  LoomRecordState  state;
  LoomStepKind     step;                /* while it runs; LOOM_N_STEPS: not known */
  gboolean         by_hand;
  gboolean         forgotten;
};

enum {
  PROP_0,
  PROP_STATE,
  N_PROPS
};

G_DEFINE_ENUM_TYPE (LoomRecordState, loom_record_state,
                    G_DEFINE_ENUM_VALUE (LOOM_RECORD_QUEUED, "queued"),
                    G_DEFINE_ENUM_VALUE (LOOM_RECORD_COMPILING, "compiling"),
                    G_DEFINE_ENUM_VALUE (LOOM_RECORD_RUNNING, "running"),
                    G_DEFINE_ENUM_VALUE (LOOM_RECORD_DONE, "done"),
                    G_DEFINE_ENUM_VALUE (LOOM_RECORD_FAILED, "failed"),
                    G_DEFINE_ENUM_VALUE (LOOM_RECORD_CANCELLED, "cancelled"))

G_DEFINE_FINAL_TYPE (LoomRunRecord, loom_run_record, G_TYPE_OBJECT)

static GParamSpec *properties [N_PROPS];

static void
loom_run_record_finalize (GObject *object)
{
  LoomRunRecord *self = LOOM_RUN_RECORD (object);

  g_free (self->backend);
  g_free (self->launch.kernel);
  g_clear_pointer (&self->totals, loom_run_totals_free);
  g_free (self->error);
  g_clear_pointer (&self->run, loom_run_unref);
  g_date_time_unref (self->queued);
  G_OBJECT_CLASS (loom_run_record_parent_class)->finalize (object);
}

static void
loom_run_record_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  LoomRunRecord *self = LOOM_RUN_RECORD (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
loom_run_record_class_init (LoomRunRecordClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->finalize = loom_run_record_finalize;
  object_class->get_property = loom_run_record_get_property;
  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, LOOM_TYPE_RECORD_STATE,
                                              LOOM_RECORD_QUEUED, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
loom_run_record_init (LoomRunRecord *self)
{
  self->queued = g_date_time_new_now_local ();
  self->kernel_ms = -1;
  self->step = LOOM_N_STEPS;
}

static void
set_state (LoomRunRecord   *self,
           LoomRecordState  state)
{
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/**
 * loom_run_record_new:
 * @backend: what is to run it
 *
 * Makes the record of a run that waits.
 *
 * Returns: (transfer full): a record
 */
LoomRunRecord *
loom_run_record_new (const char *backend)
{
  LoomRunRecord *self = g_object_new (LOOM_TYPE_RUN_RECORD, NULL);

  self->backend = g_strdup (backend);
  return self;
}

/**
 * loom_run_record_set_plan:
 * @self: a record
 * @plan: what is about to run
 *
 * Notes what is launched.
 */
void
loom_run_record_set_plan (LoomRunRecord  *self,
                          const LoomPlan *plan)
{
  g_return_if_fail (LOOM_IS_RUN_RECORD (self));

  g_free (self->launch.kernel);
  self->launch = (LoomRecordLaunch) { g_strdup (plan->kernel), plan->block, plan->grid,
                                      plan->shared };
}

/**
 * loom_run_record_get_launch:
 * @self: a record
 *
 * Returns: (transfer none) (nullable): what was launched, %NULL before that is known
 */
const LoomRecordLaunch *
loom_run_record_get_launch (LoomRunRecord *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_RECORD (self), NULL);

  return self->launch.kernel != NULL ? &self->launch : NULL;
}

/**
 * loom_run_record_get_totals:
 * @self: a record
 *
 * Returns: (transfer none) (nullable): what its result adds up to, %NULL as long as there is none
 */
const LoomRunTotals *
loom_run_record_get_totals (LoomRunRecord *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_RECORD (self), NULL);

  return self->totals;
}

/**
 * loom_run_record_start:
 * @self: a record
 *
 * Notes that it runs now.
 */
void
loom_run_record_start (LoomRunRecord *self)
{
  g_return_if_fail (LOOM_IS_RUN_RECORD (self));

  self->started = g_get_monotonic_time ();
  set_state (self, LOOM_RECORD_RUNNING);
}

/**
 * loom_run_record_set_compiling:
 * @self: a record of a run that was not started
 * @is_compiling: whether its source is being compiled, else it waits for another run
 *
 * Notes what it waits for.
 */
void
loom_run_record_set_compiling (LoomRunRecord *self,
                               gboolean       is_compiling)
{
  const LoomRecordState state = is_compiling ? LOOM_RECORD_COMPILING : LOOM_RECORD_QUEUED;

  g_return_if_fail (LOOM_IS_RUN_RECORD (self));
  g_return_if_fail (self->state <= LOOM_RECORD_COMPILING);

  if (self->state != state)
    set_state (self, state);
}

/**
 * loom_run_record_set_step:
 * @self: a record
 * @step: what the run does now
 *
 * Notes how far it is; of one that does not run nothing is noted.
 */
void
loom_run_record_set_step (LoomRunRecord *self,
                          LoomStepKind   step)
{
  g_return_if_fail (LOOM_IS_RUN_RECORD (self));

  if (self->state != LOOM_RECORD_RUNNING || self->step == step)
    return;
  self->step = step;
  set_state (self, LOOM_RECORD_RUNNING);
}

/**
 * loom_run_record_get_step:
 * @self: a record
 *
 * Returns: what the run does now, %LOOM_N_STEPS where that is not known
 */
LoomStepKind
loom_run_record_get_step (LoomRunRecord *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_RECORD (self), LOOM_N_STEPS);

  return self->state == LOOM_RECORD_RUNNING ? self->step : LOOM_N_STEPS;
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
  LoomRunRecord *self = LOOM_RUN_RECORD (source);

  self->totals = g_task_propagate_pointer (G_TASK (result), NULL);
  set_state (self, self->state);
}

/* Where it takes longer than a frame, in a thread. */
static void
add_up (LoomRunRecord *self,
        LoomRun       *run)
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
  self->totals = loom_run_totals_new (run);
}

/**
 * loom_run_record_finish:
 * @self: a record
 * @run: (nullable): the result
 * @error: (nullable): why there is none
 *
 * Notes how it ended.
 */
void
loom_run_record_finish (LoomRunRecord *self,
                        LoomRun       *run,
                        const GError  *error)
{
  LoomSummary summary = { 0 };

  g_return_if_fail (LOOM_IS_RUN_RECORD (self));

  self->ended = g_get_monotonic_time ();
  if (run == NULL)
    {
      self->error = g_strdup (error != NULL ? error->message : "");
      set_state (self, g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
                           ? LOOM_RECORD_CANCELLED : LOOM_RECORD_FAILED);
      return;
    }
  self->run = loom_run_ref (run);
  add_up (self, run);
  loom_summary_init (&summary, (const double *) run->timings.kernel_ms->data,
                     run->timings.kernel_ms->len,
                     run->measurement != NULL ? run->measurement->floor_ms : -1);
  self->kernel_ms = summary.n > 0 ? summary.median : -1;
  self->fidelity = run->timings.fidelity;
  if (run->trap != NULL)
    self->error = g_strdup (run->trap->text);
  set_state (self, run->trap != NULL ? LOOM_RECORD_FAILED : LOOM_RECORD_DONE);
}

/**
 * loom_run_record_forget:
 * @self: a record
 *
 * Lets go of the result; its figures stay.
 */
void
loom_run_record_forget (LoomRunRecord *self)
{
  LoomRun *result;

  g_return_if_fail (LOOM_IS_RUN_RECORD (self));

  if (self->run == NULL || self->forgotten)
    return;
  result = self->run;
  self->run = loom_run_new_figures (result);
  self->forgotten = TRUE;
  loom_run_unref (result);
}

/**
 * loom_run_record_get_backend:
 * @self: a record
 *
 * Returns: (transfer none): what ran it
 */
const char *
loom_run_record_get_backend (LoomRunRecord *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_RECORD (self), NULL);

  return self->backend;
}

/**
 * loom_run_record_get_state:
 * @self: a record
 *
 * Returns: how far it is
 */
LoomRecordState
loom_run_record_get_state (LoomRunRecord *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_RECORD (self), LOOM_RECORD_QUEUED);

  return self->state;
}

/**
 * loom_run_record_get_run:
 * @self: a record
 *
 * Returns: (transfer none) (nullable): the result, while it is kept
 */
LoomRun *
loom_run_record_get_run (LoomRunRecord *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_RECORD (self), NULL);

  return self->forgotten ? NULL : self->run;
}

/**
 * loom_run_record_get_figures:
 * @self: a record
 *
 * Returns: (transfer none) (nullable): the result or, once that is not kept any more, what
 *   loom_run_new_figures() keeps of one; %NULL where the run came to none
 */
LoomRun *
loom_run_record_get_figures (LoomRunRecord *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_RECORD (self), NULL);

  return self->run;
}

/**
 * loom_run_record_get_error:
 * @self: a record
 *
 * Returns: (transfer none) (nullable): why it failed
 */
const char *
loom_run_record_get_error (LoomRunRecord *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_RECORD (self), NULL);

  return self->error;
}

/**
 * loom_run_record_get_ms:
 * @self: a record
 *
 * Returns: milliseconds of this computer from its start to its end, negative before that
 */
double
loom_run_record_get_ms (LoomRunRecord *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_RECORD (self), -1);

  return self->started > 0 && self->ended > 0 ? (self->ended - self->started) / 1000.0 : -1;
}

/**
 * loom_run_record_get_kernel_ms:
 * @self: a record
 * @fidelity: (out): what the number is worth
 *
 * Returns: the median of its samples in milliseconds, negative where there are none
 */
double
loom_run_record_get_kernel_ms (LoomRunRecord *self,
                               LoomFidelity  *fidelity)
{
  g_return_val_if_fail (LOOM_IS_RUN_RECORD (self), -1);

  *fidelity = self->fidelity;
  return self->kernel_ms;
}

/**
 * loom_run_record_dup_time:
 * @self: a record
 *
 * Returns: (transfer full): the time of day when it was asked for
 */
char *
loom_run_record_dup_time (LoomRunRecord *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_RECORD (self), NULL);

  return g_date_time_format (self->queued, "%X");
}

/**
 * loom_run_record_get_by_hand:
 * @self: a record
 *
 * Returns: whether somebody asked for it, and not an edit
 */
gboolean
loom_run_record_get_by_hand (LoomRunRecord *self)
{
  g_return_val_if_fail (LOOM_IS_RUN_RECORD (self), FALSE);

  return self->by_hand;
}

/**
 * loom_run_record_set_by_hand:
 * @self: a record
 * @by_hand: whether somebody asked for it, and what is to be done on completion is not done yet
 */
void
loom_run_record_set_by_hand (LoomRunRecord *self,
                             gboolean       by_hand)
{
  g_return_if_fail (LOOM_IS_RUN_RECORD (self));

  self->by_hand = by_hand;
}
