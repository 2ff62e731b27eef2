/* loom-run-controller-devices.c: the launch that is shown, in other ways: compared with another
 * device or other math, run on all devices, or copied to one
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

#include "loom-compile-options.h"
#include "loom-connect.h"

#include <glib/gi18n-lib.h>

/* names: of runs that are not told apart by their device, or NULL */
typedef struct
{
  LoomRun    *a, *b;
  const char *names[2];
} Pair;

/* A compilation with other math, and the job that waits for it. */
typedef struct
{
  LoomRunController *self;
  LoomRunJob        *job;
} MathCall;

static void start_next (LoomRunController *self);

static void
pair_free (gpointer data)
{
  Pair *pair = data;

  loom_run_unref (pair->a);
  loom_run_unref (pair->b);
  g_free (pair);
}

/* What has not run yet never will. */
void
_loom_run_controller_drop_others (LoomRunController *self)
{
  GQueue jobs = self->others;

  loom_cancel (&self->math);
  _loom_run_controller_drop_asked (self);
  _loom_run_controller_drop_replay (self);
  g_queue_init (&self->others);
  for (GList *l = jobs.head; l != NULL; l = l->next)
    loom_run_job_cancel (l->data);
  g_queue_clear_full (&jobs, g_object_unref);
}

static gboolean
is_first (LoomRunController *self,
          LoomRunJob        *job)
{
  return g_queue_peek_head (&self->others) == job;
}

static void
drop_first (LoomRunController *self)
{
  g_object_unref (g_queue_pop_head (&self->others));
}

/* Whether the launch that is shown is one of the text as it is, and nothing else runs. */
static gboolean
begin (LoomRunController *self)
{
  if (self->running != NULL || !_loom_run_controller_is_current (self)
      || !loom_session_has_current_run (self->session))
    return FALSE;

  _loom_run_controller_drop_others (self);
  return TRUE;
}

static LoomRunJob *
add (LoomRunController *self,
     const char        *backend)
{
  LoomRunJob *job = loom_session_add_job (self->session, backend);

  g_queue_push_tail (&self->others, g_object_ref (job));
  return job;
}

static void
finish_comparison (LoomRunController *self,
                   LoomComparison    *comparison,
                   const GError      *error)
{
  drop_first (self);
  _loom_run_controller_update_activity (self);
  if (comparison != NULL)
    loom_session_set_comparison (self->session, comparison);
  if (comparison != NULL || !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit_by_name (self, "compared", comparison, error);
}

/* Every cell is looked at, of arrays of any size. */
static void
compare_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  const Pair *pair = task_data;
  LoomComparison *comparison
      = pair->names[0] != NULL ? loom_comparison_new_named (pair->a, pair->b, 0, pair->names[0],
                                                            pair->names[1])
                               : loom_comparison_new (pair->a, pair->b, 0);

  g_task_return_pointer (task, comparison, (GDestroyNotify) loom_comparison_unref);
}

static void
compared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (LoomRunController) self = user_data;
  g_autoptr (LoomComparison) comparison = g_task_propagate_pointer (G_TASK (result), NULL);

  if (is_first (self, LOOM_RUN_JOB (source)))
    finish_comparison (self, comparison, NULL);
}

static void
compare (LoomRunController *self,
         LoomRunJob        *job,
         LoomRun           *run,
         const char        *name,
         const char        *other)
{
  g_autoptr (GTask) task = NULL;
  Pair *pair = g_new (Pair, 1);

  *pair = (Pair) { loom_run_ref (loom_run_job_get_status (self->latest)->run), loom_run_ref (run),
                   { name, other } };
  task = g_task_new (job, NULL, compared_cb, g_object_ref (self));
  g_task_set_task_data (task, pair, pair_free);
  g_task_run_in_thread (task, compare_thread);
}

static void
compare_ended_cb (LoomRunController *self,
                  LoomRun           *run,
                  const GError      *error,
                  LoomRunJob        *job)
{
  if (!is_first (self, job))
    return;
  if (run == NULL)
    finish_comparison (self, NULL, error);
  else
    compare (self, job, run, NULL, NULL);
}

/**
 * loom_run_controller_compare:
 * @self: a controller, whose session has a run that is not stale
 * @with: another backend
 *
 * Runs the launch that is shown on another device, and compares the two. An edit, a run or a stop
 * ends it. What came of it is told by "compared", and becomes the session's comparison.
 */
void
loom_run_controller_compare (LoomRunController *self,
                             const char        *with)
{
  LoomRunOptions options;

  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));
  g_return_if_fail (with != NULL);

  if (!begin (self))
    return;
  _loom_run_controller_fill_options (self, with, &options);
  /* what was counted on one device as executed is held against what is on the other */
  options.as_written
      = options.as_written && loom_run_job_get_status (self->latest)->run->as_written;
  _loom_run_controller_start_job (self, add (self, with), &options,
                                  G_CALLBACK (compare_ended_cb));
  _loom_run_controller_update_activity (self);
}

static const char *
get_options (LoomRunController *self)
{
  return loom_document_get_value (loom_session_get_document (self->session), "launch", "options");
}

static gboolean
has_fast_math (LoomRunController *self)
{
  g_autofree char *value = loom_compile_options_get (get_options (self), "use_fast_math");

  return value != NULL;
}

static void
math_ended_cb (LoomRunController *self,
               LoomRun           *run,
               const GError      *error,
               LoomRunJob        *job)
{
  const char *fast = _("Fast math"), *exact = _("exact math");
  const gboolean is_fast = has_fast_math (self);

  if (!is_first (self, job))
    return;
  if (run == NULL)
    finish_comparison (self, NULL, error);
  else
    compare (self, job, run, is_fast ? fast : _("Exact math"), is_fast ? exact : _("fast math"));
}

/* The job has failed as it would have if it had run. */
static void
fail_math (LoomRunController *self,
           LoomRunJob        *job,
           GError            *error)
{
  g_autoptr (GError) why
      = error != NULL ? error
                      : g_error_new_literal (LOOM_ERROR, LOOM_ERROR_COMPILE,
                                             _("the source does not compile: see Problems"));

  g_signal_connect_object (job, "ended", G_CALLBACK (math_ended_cb), self, G_CONNECT_SWAPPED);
  loom_run_job_finish (job, NULL, why);
}

static void
math_compiled_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  MathCall *call = user_data;
  g_autoptr (LoomRunController) self = call->self;
  g_autoptr (LoomRunJob) job = call->job;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomCompiled) compiled
      = loom_runner_client_compile_finish (LOOM_RUNNER_CLIENT (source), result, &error);
  g_autofree char *folder = NULL, *compile_options = NULL;
  LoomRunOptions options;

  g_free (call);
  if (!is_first (self, job))
    return;
  g_clear_object (&self->math);
  if (compiled == NULL || compiled->ptx == NULL)
    {
      fail_math (self, job, g_steal_pointer (&error));
      return;
    }
  folder = _loom_run_controller_dup_folder (self);
  compile_options = loom_compile_options_set_fast_math (get_options (self), !has_fast_math (self));
  _loom_run_controller_fill_options (self, loom_run_job_get_status (job)->backend, &options);
  _loom_run_controller_note_origin (self, job, compile_options, &options);
  g_signal_connect_object (job, "ended", G_CALLBACK (math_ended_cb), self, G_CONNECT_SWAPPED);
  loom_run_job_run (job, self->client, compiled, loom_session_get_plan (self->session), &options,
                    folder);
}

/**
 * loom_run_controller_compare_math:
 * @self: a controller, whose session has a run that is not stale
 *
 * Compiles and runs the launch that is shown exactly if it has fast math, else with that, on the
 * same device, and compares the two. An edit, a run or a stop ends it. What came of it is told by
 * "compared", and becomes the session's comparison.
 */
void
loom_run_controller_compare_math (LoomRunController *self)
{
  g_auto (LoomRunControllerRequest) request = { { NULL, } };
  g_autofree char *options = NULL;
  MathCall *call;

  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));

  if (!begin (self))
    return;
  _loom_run_controller_fill_request (self, &request);
  options = loom_compile_options_set_fast_math (get_options (self), !has_fast_math (self));
  g_clear_pointer (&request.options, g_strfreev);
  g_shell_parse_argv (options, NULL, &request.options, NULL);
  request.request.options = (const char * const *) request.options;
  call = g_new (MathCall, 1);
  *call = (MathCall) {
    g_object_ref (self),
    g_object_ref (add (self, loom_session_get_choices (self->session)->backend))
  };
  loom_run_job_set_compiling (call->job, TRUE);
  self->math = g_cancellable_new ();
  loom_runner_client_compile_async (self->client, &request.request, self->math, math_compiled_cb,
                                    call);
  _loom_run_controller_update_activity (self);
}

static void
ended_cb (LoomRunController *self,
          LoomRun           *run,
          const GError      *error,
          LoomRunJob        *job)
{
  if (!is_first (self, job))
    return;
  drop_first (self);
  start_next (self);
  _loom_run_controller_update_activity (self);
}

/* One after the other: what they measure would disturb each other on one host. */
static void
start_next (LoomRunController *self)
{
  LoomRunJob *job = g_queue_peek_head (&self->others);
  LoomRunOptions options;

  if (job == NULL)
    return;
  _loom_run_controller_fill_options (self, loom_run_job_get_status (job)->backend, &options);
  _loom_run_controller_start_job (self, job, &options, G_CALLBACK (ended_cb));
}

/**
 * loom_run_controller_run_everywhere:
 * @self: a controller, whose session has a run that is not stale
 * @backends: (array zero-terminated=1): on what
 *
 * Runs the launch that is shown on several devices, one after the other; the session's jobs tell
 * what became of each. An edit, a run or a stop ends it. The run that is shown stays.
 */
void
loom_run_controller_run_everywhere (LoomRunController  *self,
                                    const char * const *backends)
{
  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));
  g_return_if_fail (backends != NULL);

  if (!begin (self))
    return;
  for (guint i = 0; backends[i] != NULL; i++)
    add (self, backends[i]);
  start_next (self);
  _loom_run_controller_update_activity (self);
}

/**
 * loom_run_controller_copy:
 * @self: a controller, whose session has a run that is not stale
 * @from: a GPU
 * @to: another
 *
 * Runs the launch that is shown on a GPU, and copies the arrays from there to another; the
 * session's newest job tells how fast that was. An edit, a run or a stop ends it. The run that is
 * shown stays.
 */
void
loom_run_controller_copy (LoomRunController *self,
                          const char        *from,
                          const char        *to)
{
  LoomRunOptions options;

  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));
  g_return_if_fail (from != NULL && to != NULL);

  if (!begin (self))
    return;
  _loom_run_controller_fill_options (self, from, &options);
  loom_backend_id_parse (to, &options.copy_to, NULL);
  _loom_run_controller_start_job (self, add (self, from), &options, G_CALLBACK (ended_cb));
  _loom_run_controller_update_activity (self);
}
