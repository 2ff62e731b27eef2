/* loom-compile-pool.c: the compiler processes of one runner
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compile-pool.h"

#include "loom-compile-cache.h"
#include "loom-confine.h"
#include "loom-error.h"
#include "loom-ipc-process.h"

#include <glib/gi18n-lib.h>

/* Beside working: for a processor, and for files. */
#define MOST_WAITING_SECONDS 40

struct _LoomCompilePool
{
  GObject    parent_instance;

  char      *program;
  GPtrArray *workers;           /* (element-type Worker) */
  LoomCompileCache cache;
  GPtrArray *looking;           /* (element-type GTask) whose answers are looked up there */
};

/* One process, and the one task that it works on. */
typedef struct
{
  LoomCompilePool *pool;        /* borrowed */
  LoomIpcProcess  *process;
  char            *folder;      /* NULL: not settled yet */
  char            *root;        /* what it may read; "" for the folder */
  GTask           *task;        /* NULL: idle */
  LoomCompileLimits limits;     /* of the task */
  guint            timeout;         /* of the task */
  gboolean         opened;
  gboolean         out_of_time;
} Worker;

typedef struct
{
  guint              job;
  GVariant          *request;   /* NULL: describe */
  LoomCompileLimits  limits;
  char              *key;       /* under which the answer is kept; NULL: it isn't */
  GVariant          *answer;    /* while it is being kept */
} Order;

G_DEFINE_FINAL_TYPE (LoomCompilePool, loom_compile_pool, G_TYPE_OBJECT)

static void assign (LoomCompilePool *self,
                    GTask           *task);

static void
order_free (gpointer data)
{
  Order *order = data;

  g_clear_pointer (&order->request, g_variant_unref);
  g_clear_pointer (&order->answer, g_variant_unref);
  g_free (order->key);
  g_free (order);
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  g_clear_handle_id (&worker->timeout, g_source_remove);
  g_signal_handlers_disconnect_by_data (worker->process, worker);
  loom_ipc_process_kill (worker->process);
  g_clear_object (&worker->process);
  g_clear_object (&worker->task);
  g_free (worker->folder);
  g_free (worker->root);
  g_free (worker);
}

static Worker *
find_worker (LoomCompilePool *self,
             LoomIpcProcess  *process)
{
  for (guint i = 0; i < self->workers->len; i++)
    if (((Worker *) self->workers->pdata[i])->process == process)
      return self->workers->pdata[i];

  return NULL;
}

static char *
get_path (GVariant   *request,
          const char *key)
{
  char *path = NULL;

  if (request == NULL || !g_variant_lookup (request, key, "^ay", &path))
    return g_strdup ("");
  return path;
}

/* Whoever names no root asks for no more than any worker of the folder may read. */
static gboolean
serves (const Worker *worker,
        const char   *folder,
        const char   *root)
{
  return worker->folder != NULL && g_str_equal (worker->folder, folder)
         && (*root == '\0' || g_str_equal (worker->root, root));
}

/* A compiler may hang where it uses no processor, as on a pipe in the folder. */
static guint
get_wall_seconds (const LoomCompileLimits *limits)
{
  return limits->seconds + MOST_WAITING_SECONDS;
}

static GError *
explain_end (const Worker *worker,
             const char   *how,
             int           status)
{
  const LoomCompileLimits *limits = &worker->limits;

  if (worker->out_of_time)
    return g_error_new (
        LOOM_ERROR, LOOM_ERROR_COMPILE,
        _("Compiling reached its limit of time: it did not end within %1$u s, of which it may work "
          "%2$u s. If it is this computer that is busy, raise the limit “Time to compile”"),
        get_wall_seconds (limits), limits->seconds);
  if (status == LOOM_EXIT_TIME)
    return g_error_new (
        LOOM_ERROR, LOOM_ERROR_COMPILE,
        _("Compiling reached its limit of time, %u s of a processor. Macros or templates that "
          "expand one another ask for so much; if the source needs it, raise the limit “Time to "
          "compile”"),
        limits->seconds);
  if (status == LOOM_EXIT_MEMORY)
    return g_error_new (
        LOOM_ERROR, LOOM_ERROR_COMPILE,
        _("Compiling reached its limit of memory, %u MiB. Macros or templates that expand one "
          "another ask for so much; if the source needs it, raise the limit “Memory to compile”"),
        limits->memory_mib);

  return g_error_new (LOOM_ERROR, LOOM_ERROR_FAILED,
                      _("The compiler broke down over this source: %s"), how);
}

/* Again, but without what took optimising so long. FALSE: nothing was to be optimised, or it is in
 * haste already, so its process says what can't be. */
static gboolean
hurry (Order *order)
{
  g_autoptr (GVariant) request = NULL;
  GVariantDict dict;
  gboolean in_haste;

  if (order->request == NULL
      || (g_variant_lookup (order->request, "in-haste", "b", &in_haste) && in_haste))
    return FALSE;
  request = g_steal_pointer (&order->request);

  g_variant_dict_init (&dict, request);
  g_variant_dict_insert (&dict, "in-haste", "b", TRUE);
  order->request = g_variant_ref_sink (g_variant_dict_end (&dict));
  return TRUE;
}

static void
ended_cb (Worker     *worker,
          const char *how,
          int         status)
{
  LoomCompilePool *self = worker->pool;
  g_autoptr (GTask) task = g_steal_pointer (&worker->task);
  g_autoptr (GError) error = explain_end (worker, how, status);

  g_ptr_array_remove (self->workers, worker);
  if (task != NULL && status == LOOM_EXIT_PATIENCE && hurry (g_task_get_task_data (task)))
    assign (self, task);
  else if (task != NULL)
    g_task_return_error (task, g_steal_pointer (&error));
}

/* The answer is of the task that the worker had when it was sent, if it still has it. */
static GTask *
take_task (LoomCompilePool *self,
           GTask           *task)
{
  for (guint i = 0; i < self->workers->len; i++)
    {
      Worker *worker = self->workers->pdata[i];

      if (worker->task == task)
        {
          g_clear_handle_id (&worker->timeout, g_source_remove);
          return g_steal_pointer (&worker->task);
        }
    }

  return NULL;
}

static void
keep_thread (GTask        *errand,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  const Order *order = g_task_get_task_data (task_data);

  loom_compile_cache_save (&LOOM_COMPILE_POOL (source_object)->cache, order->key, order->answer);
  g_task_return_boolean (errand, TRUE);
}

static void
kept_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Order *order = g_task_get_task_data (task);

  g_task_return_pointer (task, g_steal_pointer (&order->answer), (GDestroyNotify) g_variant_unref);
}

/* Something in a thread of its own, for a task, which goes on in the callback. */
static void
run_errand (GTask               *task,
            GTaskThreadFunc      thread,
            GAsyncReadyCallback  callback)
{
  g_autoptr (GTask) errand
      = g_task_new (g_task_get_source_object (task), NULL, callback, g_object_ref (task));

  g_task_set_task_data (errand, g_object_ref (task), g_object_unref);
  g_task_run_in_thread (errand, thread);
}

/* An answer is kept before it is given, since whoever gets it may end this process. */
static void
give (GTask    *task,
      GVariant *answer)
{
  Order *order = g_task_get_task_data (task);

  order->answer = answer;
  if (order->key != NULL)
    run_errand (task, keep_thread, kept_cb);
  else
    g_task_return_pointer (task, g_steal_pointer (&order->answer),
                           (GDestroyNotify) g_variant_unref);
}

/* Of Compile, or of Describe, whose backends are none here. */
static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) sent = user_data;
  const Order *order = g_task_get_task_data (sent);
  LoomIpcRunner *runner = LOOM_IPC_RUNNER (source);
  g_autoptr (GVariant) answer = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GTask) task = NULL;
  const gboolean ok
      = order->request != NULL
            ? loom_ipc_runner_call_compile_finish (runner, &answer, result, &error)
            : loom_ipc_runner_call_describe_finish (runner, NULL, &answer, result, &error);

  /* A broken connection is explained when the process has ended. */
  if (!ok && !g_dbus_error_is_remote_error (error))
    return;

  task = take_task (g_task_get_source_object (sent), sent);
  if (task != NULL && ok)
    give (task, g_steal_pointer (&answer));
  else if (task != NULL)
    {
      g_dbus_error_strip_remote_error (error);
      g_task_return_error (task, g_steal_pointer (&error));
    }
}

static void
send_order (Worker *worker)
{
  Order *order = g_task_get_task_data (worker->task);
  LoomIpcRunner *runner = loom_ipc_process_get_runner (worker->process);

  if (order->request != NULL)
    loom_ipc_runner_call_compile (runner, order->job, order->request, NULL, answered_cb,
                                  g_object_ref (worker->task));
  else
    loom_ipc_runner_call_describe (runner, NULL, answered_cb, g_object_ref (worker->task));
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (LoomCompilePool) self = user_data;
  gboolean opened = loom_ipc_process_open_finish (LOOM_IPC_PROCESS (source), result, NULL);
  Worker *worker = find_worker (self, LOOM_IPC_PROCESS (source));

  /* A process that failed to open is being ended, and ended_cb() says how. */
  if (worker == NULL || !opened)
    return;

  worker->opened = TRUE;
  if (worker->task != NULL)
    send_order (worker);
}

static Worker *
add_worker (LoomCompilePool  *self,
            GError          **error)
{
  const char * const argv[] = { self->program, "--compile", NULL };
  LoomIpcProcess *process = loom_ipc_process_spawn (argv, NULL, error);
  Worker *worker;

  if (process == NULL)
    return NULL;

  worker = g_new0 (Worker, 1);
  worker->pool = self;
  worker->process = process;
  g_ptr_array_add (self->workers, worker);
  g_signal_connect_swapped (process, "ended", G_CALLBACK (ended_cb), worker);
  loom_ipc_process_open_async (process, NULL, opened_cb, g_object_ref (self));
  return worker;
}

/* An idle worker of this folder, else one that has served none. Those of other folders are let go:
 * whoever moved on to another document seldom comes back. */
static Worker *
find_idle (LoomCompilePool *self,
           const char      *folder,
           const char      *root)
{
  Worker *fresh = NULL;

  for (guint i = self->workers->len; i-- > 0;)
    {
      Worker *worker = self->workers->pdata[i];

      if (worker->task != NULL)
        continue;
      if (folder != NULL && serves (worker, folder, root))
        return worker;
      if (worker->folder == NULL)
        fresh = worker;
      else if (folder != NULL)
        g_ptr_array_remove_index (self->workers, i);
    }

  return fresh;
}

static void
keep_spare (LoomCompilePool *self)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < self->workers->len; i++)
    {
      Worker *worker = self->workers->pdata[i];

      if (worker->task == NULL && worker->folder == NULL)
        return;
    }

  if (add_worker (self, &error) == NULL)
    g_debug ("no spare compiler: %s", error->message);
}

static gboolean
out_of_time_cb (gpointer user_data)
{
  Worker *worker = user_data;

  worker->timeout = 0;
  worker->out_of_time = TRUE;
  loom_ipc_process_kill (worker->process);
  return G_SOURCE_REMOVE;
}

static void
assign (LoomCompilePool *self,
        GTask           *task)
{
  Order *order = g_task_get_task_data (task);
  g_autofree char *folder = order->request != NULL ? get_path (order->request, "folder") : NULL;
  g_autofree char *root = get_path (order->request, "root");
  g_autoptr (GError) error = NULL;
  Worker *worker = find_idle (self, folder, root);

  if (worker == NULL)
    worker = add_worker (self, &error);
  if (worker == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  if (folder != NULL && worker->folder == NULL)
    {
      worker->folder = g_steal_pointer (&folder);
      worker->root = g_steal_pointer (&root);
    }
  worker->task = g_object_ref (task);
  worker->limits = order->limits;
  worker->timeout
      = g_timeout_add_seconds (get_wall_seconds (&order->limits), out_of_time_cb, worker);
  if (worker->opened)
    send_order (worker);
  keep_spare (self);
}

static void
look_up_thread (GTask        *errand,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  LoomCompilePool *self = LOOM_COMPILE_POOL (source_object);
  Order *order = g_task_get_task_data (task_data);

  g_task_return_pointer (errand,
                         loom_compile_cache_load (&self->cache, order->request, &order->key),
                         (GDestroyNotify) g_variant_unref);
}

static void
looked_up_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  LoomCompilePool *self = LOOM_COMPILE_POOL (source);
  g_autoptr (GTask) task = user_data;
  GVariant *answer = g_task_propagate_pointer (G_TASK (result), NULL);

  if (!g_ptr_array_remove (self->looking, task))
    g_clear_pointer (&answer, g_variant_unref);
  else if (answer != NULL)
    g_task_return_pointer (task, answer, (GDestroyNotify) g_variant_unref);
  else
    assign (self, task);
}

static void
loom_compile_pool_finalize (GObject *object)
{
  LoomCompilePool *self = LOOM_COMPILE_POOL (object);

  g_clear_pointer (&self->workers, g_ptr_array_unref);
  g_clear_pointer (&self->looking, g_ptr_array_unref);
  loom_compile_cache_clear (&self->cache);
  g_clear_pointer (&self->program, g_free);

  G_OBJECT_CLASS (loom_compile_pool_parent_class)->finalize (object);
}

static void
loom_compile_pool_class_init (LoomCompilePoolClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_compile_pool_finalize;
}

static void
loom_compile_pool_init (LoomCompilePool *self)
{
  self->workers = g_ptr_array_new_with_free_func (worker_free);
  self->looking = g_ptr_array_new ();
  loom_compile_cache_init (&self->cache);
}

LoomCompilePool *
loom_compile_pool_new (const char *program)
{
  LoomCompilePool *self = g_object_new (LOOM_TYPE_COMPILE_POOL, NULL);

  self->program = g_strdup (program);
  return self;
}

/**
 * loom_compile_pool_compile_async:
 * @job: a number for loom_compile_pool_cancel()
 * @request: what Compile takes
 * @callback: called with the result
 * @user_data: its data
 *
 * Compiles in a process of the request's folder, unless the answer is kept on disk.
 */
void
loom_compile_pool_compile_async (LoomCompilePool     *self,
                                 guint                job,
                                 GVariant            *request,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  Order *order = g_new0 (Order, 1);

  order->job = job;
  order->request = g_variant_ref_sink (request);
  loom_compile_limits_from_variant (request, &order->limits);
  g_task_set_task_data (task, order, order_free);
  if (order->limits.no_cache)
    {
      assign (self, task);
      return;
    }

  g_ptr_array_add (self->looking, task);
  run_errand (task, look_up_thread, looked_up_cb);
}

/**
 * loom_compile_pool_compile_finish:
 * @result: the result
 *
 * Errors: what loom_compiler_compile() gives, %LOOM_ERROR_COMPILE for a process that ran out of its
 * limits, %LOOM_ERROR_FAILED for one that broke down, %LOOM_ERROR_BACKEND without NVRTC,
 * %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): Compile's answer, a variant in a variant; or %NULL
 */
GVariant *
loom_compile_pool_compile_finish (LoomCompilePool  *self,
                                  GAsyncResult     *result,
                                  GError          **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * loom_compile_pool_cancel:
 * @job: the number of a compilation
 *
 * Ends the process that works on a compilation, if one does; its task is answered at once.
 */
void
loom_compile_pool_cancel (LoomCompilePool *self,
                          guint            job)
{
  for (guint i = 0; i < self->looking->len; i++)
    {
      GTask *task = self->looking->pdata[i];

      if (((Order *) g_task_get_task_data (task))->job == job)
        {
          g_ptr_array_remove_index (self->looking, i);
          g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s", _("Stopped"));
          return;
        }
    }
  for (guint i = 0; i < self->workers->len; i++)
    {
      Worker *worker = self->workers->pdata[i];
      Order *order = worker->task != NULL ? g_task_get_task_data (worker->task) : NULL;

      if (order != NULL && order->request != NULL && order->job == job)
        {
          g_autoptr (GTask) task = g_steal_pointer (&worker->task);

          g_ptr_array_remove_index (self->workers, i);
          g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s", _("Stopped"));
          keep_spare (self);
          return;
        }
    }
}

/**
 * loom_compile_pool_describe_async:
 * @callback: called with the result
 * @user_data: its data
 *
 * Asks a compiler's process which libraries it found.
 */
void
loom_compile_pool_describe_async (LoomCompilePool     *self,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  Order *order = g_new0 (Order, 1);

  order->limits.seconds = LOOM_COMPILE_SECONDS;
  g_task_set_task_data (task, order, order_free);
  assign (self, task);
}

GVariant *
loom_compile_pool_describe_finish (LoomCompilePool  *self,
                                   GAsyncResult     *result,
                                   GError          **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
