/* loom-run-service.c: Run, from its arguments to its answer
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-service.h"

#include "loom-backend.h"
#include "loom-capability.h"
#include "loom-class.h"
#include "loom-compiled.h"
#include "loom-ipc-request.h"
#include "loom-ipc-run.h"
#include "loom-memory-limit.h"
#include "loom-run-hints.h"
#include "loom-sim-parts.h"
#include "loom-runner-locale.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include <string.h>

/* Modules worth keeping: the document's and its expressions', now and before the last edit. */
#define MAX_MODULES 8
#define MAX_EXPRESSIONS 32

struct _LoomRunService
{
  GObject          parent_instance;

  LoomCompilePool *pool;
  LoomRunMeans     means;
  GHashTable      *expressions; /* (element-type utf8 utf8) source of expressions to its PTX */

  GMutex           mutex;       /* over the modules, which the threads of runs share */
  GHashTable      *modules;     /* (element-type utf8 LoomPtxModule) by PTX */
};

/* One Run in flight. Owned by its task; read by its thread once that has started. */
typedef struct
{
  LoomRunService  *service;
  guint            number;
  const gint      *cancel;      /* atomic, or NULL */
  LoomCompiled    *compiled;
  LoomPlan        *plan;
  LoomRunOptions   options;
  char            *folder;
  LoomExpressions *expressions;
  char            *expressions_ptx;
} Job;

typedef struct
{
  GVariant *variant;
  int       fd;
} Answer;

G_DEFINE_FINAL_TYPE (LoomRunService, loom_run_service, G_TYPE_OBJECT)

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->compiled, loom_compiled_unref);
  g_clear_pointer (&job->plan, loom_plan_unref);
  g_clear_pointer (&job->expressions, loom_expressions_free);
  g_free (job->expressions_ptx);
  g_free (job->folder);
  g_free (job);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->variant, g_variant_unref);
  if (answer->fd >= 0)
    g_close (answer->fd, NULL);
  g_free (answer);
}

static LoomPtxModule *
find_module (LoomRunService *self,
             const char     *ptx)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);
  LoomPtxModule *module = g_hash_table_lookup (self->modules, ptx);

  return module != NULL ? loom_ptx_module_ref (module) : NULL;
}

static void
keep_module (LoomRunService *self,
             const char     *ptx,
             LoomPtxModule  *module)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  if (g_hash_table_size (self->modules) >= MAX_MODULES)
    g_hash_table_remove_all (self->modules);
  g_hash_table_insert (self->modules, g_strdup (ptx), loom_ptx_module_ref (module));
}

static LoomPtxModule *
load_module (LoomRunService  *self,
             const char      *ptx,
             GError         **error)
{
  g_autoptr (LoomPtxModule) module = find_module (self, ptx);

  if (module != NULL)
    return g_steal_pointer (&module);

  module = loom_ptx_module_parse (ptx, -1, error);
  if (module == NULL)
    return NULL;

  /* What is refused of it is refused of the kernels that come to it. */
  loom_ptx_module_verify (module, NULL);
  keep_module (self, ptx, module);
  return g_steal_pointer (&module);
}

static gboolean
check_entry (LoomPtxModule  *module,
             const LoomPlan *plan,
             GError        **error)
{
  if (loom_ptx_module_check_entry (module, plan->entry, error))
    return TRUE;
  g_prefix_error (error, _("kernel %s: "), plan->kernel);
  return FALSE;
}

/* For the kernels that are launched. */
static LoomPtxModule *
load_kernel (Job             *job,
             const char      *ptx,
             const LoomPlan  *plan,
             GError         **error)
{
  g_autoptr (LoomPtxModule) module = load_module (job->service, ptx, error);

  if (module == NULL || !check_entry (module, plan, error))
    return NULL;
  for (guint i = 0; i < plan->steps->len; i++)
    {
      const LoomPlanStep *step = plan->steps->pdata[i];

      if (step->launch != NULL && !check_entry (module, step->launch, error))
        return NULL;
    }
  return g_steal_pointer (&module);
}

static LoomPtxModule *
load_written (Job     *job,
              GError **error)
{
  if (job->compiled->written_ptx == NULL)
    return loom_fail_null (error, LOOM_ERROR_COMPILE,
                           _("This source was not compiled without optimisation"));
  return load_kernel (job, job->compiled->written_ptx, job->plan, error);
}

/* The bytes of the result stay in the memory file, which is sealed only when nothing here looks at
 * them any more. */
static Answer *
seal (LoomRun        *run,
      LoomIpcMemory  *memory,
      GError        **error)
{
  g_autoptr (GVariant) variant = loom_ipc_run_to_variant (run, memory, error);
  Answer *answer;
  int fd;

  loom_run_unref (run);
  if (variant == NULL)
    return NULL;

  g_variant_ref_sink (variant);
  fd = loom_ipc_memory_seal (memory, error);
  if (fd < 0)
    return NULL;

  answer = g_new (Answer, 1);
  *answer = (Answer) { g_steal_pointer (&variant), fd };
  return answer;
}

typedef struct
{
  LoomRunService *service;
  guint           job;
  LoomStepKind    step;
} Progress;

static gboolean
tell_step_cb (gpointer data)
{
  const Progress *progress = data;

  g_signal_emit_by_name (progress->service, "step", progress->job,
                         loom_step_get_name (progress->step));
  return G_SOURCE_REMOVE;
}

static void
progress_free (gpointer data)
{
  g_object_unref (((Progress *) data)->service);
  g_free (data);
}

/* In the run's thread; told in the main loop, before the run's end is. */
static void
note_step (gpointer     data,
           LoomStepKind step)
{
  const Job *job = data;
  Progress *progress = g_new (Progress, 1);

  *progress = (Progress) { g_object_ref (job->service), job->number, step };
  g_main_context_invoke_full (NULL, G_PRIORITY_DEFAULT, tell_step_cb, progress, progress_free);
}

/* Runs the kernel that leaves what is expected, for its arrays alone. */
static LoomRun *
run_reference (Job                       *job,
               const LoomBackendRequest  *request,
               LoomIpcMemory            **memory,
               GError                   **error)
{
  g_autoptr (LoomPtxModule) module
      = load_kernel (job, job->compiled->ptx, job->plan->reference, error);
  LoomBackendRequest own = *request;
  g_autoptr (LoomRun) run = NULL;
  LoomRunOptions options;

  if (module == NULL)
    return NULL;

  loom_run_options_init (&options);
  options.backend = job->options.backend;
  options.coverage = LOOM_COVERAGE_NONE;
  options.workers = job->options.workers;
  options.budget = job->options.budget;
  options.wall_ms = job->options.wall_ms;
  own.plan = job->plan->reference;
  own.options = &options;
  own.module = module;
  own.written = NULL;
  run = loom_backend_run (&own, memory, error);
  if (run != NULL && run->trap != NULL)
    return loom_fail_null (error, LOOM_ERROR_DOCUMENT,
                           _("the kernel %1$s, which is the reference, was stopped: %2$s"),
                           job->plan->reference->kernel, run->trap->text);
  if (run == NULL)
    g_prefix_error (error, _("the reference, kernel %s: "), job->plan->reference->kernel);
  return g_steal_pointer (&run);
}

static LoomRun *
run_on_backend (Job            *job,
                LoomIpcMemory **memory,
                GError        **error)
{
  g_autoptr (LoomPtxModule) module = NULL, written = NULL;
  g_autoptr (LoomPtxModule) expressions = NULL;
  g_autoptr (LoomIpcMemory) reference_memory = NULL;
  g_autoptr (LoomRun) reference = NULL;
  g_autoptr (GError) unseen = NULL;
  LoomBackendRequest request = { 0 };
  LoomRun *run;

  module = load_kernel (job, job->compiled->ptx, job->plan, error);
  if (module == NULL)
    return NULL;

  if (loom_run_options_need_written (&job->options) &&
      (written = load_written (job, &unseen)) == NULL && job->options.as_written)
    {
      g_propagate_error (error, g_steal_pointer (&unseen));
      return NULL;
    }

  if (job->expressions_ptx != NULL &&
      (expressions = load_module (job->service, job->expressions_ptx, error)) == NULL)
    return NULL;

  request.fill = (LoomFillContext) {
    .expressions = job->expressions, .module = expressions, .folder = job->folder,
    .cancel = job->cancel,
  };
  if (job->service->pool != NULL)
    request.progress = (LoomRunProgress) { note_step, job };
  request.compiled = job->compiled;
  request.module = module;
  request.written = written;
  request.plan = job->plan;
  request.options = &job->options;
  request.init_parts = job->service->means.init_parts != NULL ? job->service->means.init_parts
                                                              : loom_sim_parts_init;
  request.memory_limit = loom_memory_limit_get ();
  if (job->plan->reference != NULL && !loom_run_options_are_partial (&job->options) &&
      (request.fill.reference = reference = run_reference (job, &request, &reference_memory,
                                                           error)) == NULL)
    return NULL;
  run = loom_backend_run (&request, memory, error);
  if (run == NULL)
    return NULL;

  if (unseen != NULL)
    loom_run_hints_add_unseen (run, unseen->message);
  loom_plan_doubt (job->plan, run->trap);
  for (guint i = 0; i < run->findings->len; i++)
    loom_plan_doubt (job->plan, run->findings->pdata[i]);
  return run;
}

/* Its arrays end here, and the memory that is handed over is of no size. */
static gboolean
leave_out_arrays (LoomRun        **run,
                  LoomIpcMemory  **memory,
                  GError         **error)
{
  LoomRun *figures = loom_run_new_figures (*run);

  figures->tally = loom_run_dup_tally (*run);
  /* grows with none of them either, and is of no use to who did not ask for it */
  figures->trace = g_steal_pointer (&(*run)->trace);
  figures->profile = g_steal_pointer (&(*run)->profile);
  if (figures->profile != NULL)
    loom_profile_leave_out_threads (figures->profile);
  loom_run_unref (*run);
  *run = figures;
  loom_ipc_memory_free (*memory);
  *memory = loom_ipc_memory_new (0, error);
  return *memory != NULL;
}

static Answer *
run_here (Job     *job,
          GError **error)
{
  g_autoptr (LoomIpcMemory) memory = NULL;
  g_autoptr (LoomRun) run = run_on_backend (job, &memory, error);

  if (run == NULL || (job->options.figures && !leave_out_arrays (&run, &memory, error)))
    return NULL;
  return seal (g_steal_pointer (&run), memory, error);
}

static Answer *
run_there (Job     *job,
           guint    taken,
           GError **error)
{
  g_autoptr (GVariant) packed = g_variant_ref_sink (
      g_variant_new ("(vv@a{sv}ss)", loom_compiled_to_variant (job->compiled),
                     loom_plan_to_variant (job->plan), loom_run_options_to_variant (&job->options),
                     job->folder, job->expressions_ptx != NULL ? job->expressions_ptx : ""));
  GVariant *variant;
  Answer *answer;
  int fd;

  if (!job->service->means.delegates->run (taken, packed, &variant, &fd, error))
    return NULL;
  answer = g_new (Answer, 1);
  *answer = (Answer) { variant, fd };
  return answer;
}

/* Where there are other processes, whichever is free; arrays that are split take them all. */
static Answer *
run_anywhere (Job     *job,
              GError **error)
{
  const LoomRunDelegates *delegates = job->service->means.delegates;
  Answer *answer;
  guint taken;

  if (delegates == NULL || loom_split_is_split (&job->plan->split))
    return run_here (job, error);
  taken = delegates->take ();
  answer = taken > 0 ? run_there (job, taken, error) : run_here (job, error);
  delegates->give_back (taken);
  return answer;
}

static void
run_thread (GTask        *task,
            gpointer      source_object,
            gpointer      task_data,
            GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  Answer *answer;

  loom_runner_locale_enter ();
  answer = run_anywhere (task_data, &error);

  if (answer != NULL)
    g_task_return_pointer (task, answer, answer_free);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
start_thread (GTask *task)
{
  Job *job = g_task_get_task_data (task);

  if (g_atomic_int_get (job->cancel) != 0)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s", _("Stopped"));
  else
    g_task_run_in_thread (task, run_thread);
}

static void
expressions_compiled_cb (GObject      *source,
                         GAsyncResult *result,
                         gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Job *job = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) box
      = loom_compile_pool_compile_finish (LOOM_COMPILE_POOL (source), result, &error);
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (LoomCompiled) compiled = NULL;

  if (box != NULL)
    {
      variant = g_variant_get_variant (box);
      compiled = loom_compiled_from_variant (variant, &error);
    }

  if (compiled != NULL && compiled->ptx == NULL)
    loom_expressions_explain (job->expressions, compiled->log != NULL ? compiled->log : "", &error);
  if (error != NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  if (g_hash_table_size (job->service->expressions) >= MAX_EXPRESSIONS)
    g_hash_table_remove_all (job->service->expressions);
  g_hash_table_insert (job->service->expressions,
                       g_strdup (loom_expressions_get_source (job->expressions)),
                       g_strdup (compiled->ptx));
  job->expressions_ptx = g_strdup (compiled->ptx);
  start_thread (task);
}

/* Of the document's folder, so that the compiler that the document just used serves again. */
static void
compile_expressions (GTask *task)
{
  static const char * const options[] = { "-fmad=false", NULL };
  Job *job = g_task_get_task_data (task);
  const char *source = loom_expressions_get_source (job->expressions);
  LoomCompileRequest request = { 0 };

  request.source = source;
  request.length = strlen (source);
  request.name = "expressions";
  request.folder = *job->folder != '\0' ? job->folder : NULL;
  request.options = options;
  request.limits.no_cache = job->compiled->toolkit == NULL;
  loom_compile_pool_compile_async (job->service->pool, job->number,
                                   loom_compile_request_to_variant (&request),
                                   expressions_compiled_cb, g_object_ref (task));
}

static gboolean
read_arguments (Job                   *job,
                const LoomRunRequest  *request,
                GError               **error)
{
  g_autoptr (GVariant) compiled = g_variant_get_variant (request->compiled);
  g_autoptr (GVariant) plan = g_variant_get_variant (request->plan);

  if (!loom_run_options_from_variant (request->options, &job->options, error) ||
      (job->compiled = loom_compiled_from_variant (compiled, error)) == NULL ||
      (job->plan = loom_plan_from_variant (plan, error)) == NULL)
    return FALSE;

  if (job->compiled->ptx == NULL || *job->compiled->ptx == '\0')
    return loom_fail (error, LOOM_ERROR_COMPILE, _("A source that does not compile cannot run"));

  return loom_run_options_check_backend (&job->options, error);
}

static void
loom_run_service_finalize (GObject *object)
{
  LoomRunService *self = LOOM_RUN_SERVICE (object);

  g_clear_object (&self->pool);
  g_clear_pointer (&self->expressions, g_hash_table_unref);
  g_clear_pointer (&self->modules, g_hash_table_unref);
  g_mutex_clear (&self->mutex);

  G_OBJECT_CLASS (loom_run_service_parent_class)->finalize (object);
}

static void
loom_run_service_class_init (LoomRunServiceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_run_service_finalize;
  LOOM_SIGNAL_NEW (klass, "step", 2, G_TYPE_UINT, G_TYPE_STRING);
}

static void
loom_run_service_init (LoomRunService *self)
{
  self->expressions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->modules = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify) loom_ptx_module_unref);
  g_mutex_init (&self->mutex);
}

/**
 * loom_run_service_new:
 * @pool: (nullable): compiles expressions; %NULL: only loom_run_service_execute() is called
 * @means: (nullable): what runs are done with; %NULL: this process alone
 *
 * Returns: (transfer full): a service without runs
 */
LoomRunService *
loom_run_service_new (LoomCompilePool    *pool,
                      const LoomRunMeans *means)
{
  LoomRunService *self = g_object_new (LOOM_TYPE_RUN_SERVICE, NULL);

  g_set_object (&self->pool, pool);
  if (means != NULL)
    self->means = *means;
  return self;
}

/**
 * loom_run_service_run_async:
 * @request: the arguments of Run
 * @callback: called with the result
 * @user_data: its data
 *
 * Runs a launch.
 */
void
loom_run_service_run_async (LoomRunService       *self,
                            const LoomRunRequest *request,
                            GAsyncReadyCallback   callback,
                            gpointer              user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  Job *job = g_new0 (Job, 1);
  GError *error = NULL;
  const char *known;

  job->service = self;
  job->number = request->job;
  job->cancel = request->cancel;
  job->folder = g_strdup (request->folder);
  g_task_set_source_tag (task, loom_run_service_run_async);
  g_task_set_task_data (task, job, job_free);

  if (!read_arguments (job, request, &error) ||
      (job->expressions = loom_expressions_new (job->plan, &error)) == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  if (loom_expressions_get_source (job->expressions) == NULL)
    start_thread (task);
  else if ((known = g_hash_table_lookup (self->expressions,
                                         loom_expressions_get_source (job->expressions)))
           != NULL)
    {
      job->expressions_ptx = g_strdup (known);
      start_thread (task);
    }
  else
    compile_expressions (task);
}

/**
 * loom_run_service_run_finish:
 * @result: the result
 * @fds: (out) (transfer full): holds the sealed memory file
 *
 * Returns: (transfer full): the a{sv} that Run answers with, or %NULL
 */
GVariant *
loom_run_service_run_finish (LoomRunService  *self,
                             GAsyncResult    *result,
                             GUnixFDList    **fds,
                             GError         **error)
{
  Answer *answer = g_task_propagate_pointer (G_TASK (result), error);
  GVariant *variant = NULL;

  if (answer == NULL)
    return NULL;

  *fds = g_unix_fd_list_new ();
  if (g_unix_fd_list_append (*fds, answer->fd, error) == 0)
    variant = g_steal_pointer (&answer->variant);

  answer_free (answer);
  return variant;
}

/**
 * loom_run_service_execute:
 * @packed: a %LOOM_RUN_PACKED of another process, perhaps a hostile one
 * @run: (out) (transfer full): the a{sv} that Run answers with
 * @fd: (out): its sealed memory file
 *
 * Does a run of another process in this thread.
 *
 * Errors: those of Run.
 */
gboolean
loom_run_service_execute (LoomRunService  *self,
                          GVariant        *packed,
                          GVariant       **run,
                          int             *fd,
                          GError         **error)
{
  g_autoptr (GVariant) compiled = NULL, plan = NULL, options = NULL;
  Job *job = g_new0 (Job, 1);
  Answer *answer = NULL;

  job->service = self;
  g_variant_get (packed, "(@v@v@a{sv}ss)", &compiled, &plan, &options, &job->folder,
                 &job->expressions_ptx);
  if (*job->expressions_ptx == '\0')
    g_clear_pointer (&job->expressions_ptx, g_free);
  if (read_arguments (job, &(LoomRunRequest) { .compiled = compiled, .plan = plan,
                                               .options = options }, error) &&
      (job->expressions = loom_expressions_new (job->plan, error)) != NULL &&
      (answer = run_here (job, error)) != NULL)
    {
      *run = g_steal_pointer (&answer->variant);
      *fd = answer->fd;
      answer->fd = -1;
      answer_free (answer);
    }
  job_free (job);
  return answer != NULL;
}
