/* fake-executor.c: an executor that does what a test says
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "fake-executor.h"

#include "loom-app-test.h"

#include <string.h>

struct _LoomFakeExecutor
{
  GObject   parent_instance;

  GTask    *compile;
  char     *source;             /* that is compiled */
  GTask    *run;
  GTask    *copies;
  LoomPlan *plan;
  char     *backend, *copy_to;
  guint     compiles, runs;
  gboolean  deaf;
  LoomRunOptions options;
};

static void loom_fake_executor_iface_init (LoomExecutorInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LoomFakeExecutor,
                               loom_fake_executor,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (LOOM_TYPE_EXECUTOR,
                                                      loom_fake_executor_iface_init))

void
loom_test_settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
cancelled_cb (GCancellable *cancellable,
              GTask        *task)
{
  LoomFakeExecutor *self = g_task_get_source_object (task);
  GTask **place = self->compile == task ? &self->compile
                  : self->copies == task ? &self->copies : &self->run;

  if (self->deaf || *place != task)
    return;
  g_task_return_error_if_cancelled (task);
  g_clear_object (place);
}

static GTask *
task_new (LoomExecutor        *executor,
          GCancellable        *cancellable,
          GAsyncReadyCallback  callback,
          gpointer             user_data)
{
  GTask *task = g_task_new (executor, cancellable, callback, user_data);

  g_task_set_check_cancellable (task, FALSE);
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (cancelled_cb), task, 0);
  return task;
}

static void
fake_compile_async (LoomExecutor             *executor,
                    const LoomCompileRequest *request,
                    GCancellable             *cancellable,
                    GAsyncReadyCallback       callback,
                    gpointer                  user_data)
{
  LoomFakeExecutor *self = LOOM_FAKE_EXECUTOR (executor);

  g_assert_null (self->compile);
  self->compile = task_new (executor, cancellable, callback, user_data);
  g_free (self->source);
  self->source = g_strndup (request->source, request->length);
  self->compiles++;
}

static LoomCompiled *
fake_compile_finish (LoomExecutor  *executor,
                     GAsyncResult  *result,
                     GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
fake_run_async (LoomExecutor         *executor,
                LoomCompiled         *compiled,
                LoomPlan             *plan,
                const LoomRunOptions *options,
                const char           *folder,
                GCancellable         *cancellable,
                GAsyncReadyCallback   callback,
                gpointer              user_data)
{
  LoomFakeExecutor *self = LOOM_FAKE_EXECUTOR (executor);

  g_assert_null (self->run);
  g_assert_nonnull (compiled->ptx);
  self->run = task_new (executor, cancellable, callback, user_data);
  g_clear_pointer (&self->plan, loom_plan_unref);
  self->plan = loom_plan_ref (plan);
  g_free (self->backend);
  self->backend = g_strdup (options->backend);
  self->options = *options;
  self->options.backend = NULL;
  g_free (self->copy_to);
  self->copy_to = g_strdup (options->copy_to);
  self->options.copy_to = self->copy_to;
  self->runs++;
}

static LoomRun *
fake_run_finish (LoomExecutor  *executor,
                 GAsyncResult  *result,
                 GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
fake_describe_async (LoomExecutor        *executor,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (executor, cancellable, callback, user_data);

  g_task_return_pointer (task, g_variant_ref_sink (g_variant_new_parsed (
    "([{'id': <'sim'>, 'name': <'Simulator'>, 'available': <true>}], @aa{sv} [])")),
    (GDestroyNotify) g_variant_unref);
}

static GVariant *
fake_describe_finish (LoomExecutor  *executor,
                      GAsyncResult  *result,
                      GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
fake_measure_copies_async (LoomExecutor        *executor,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  LoomFakeExecutor *self = LOOM_FAKE_EXECUTOR (executor);

  g_assert_null (self->copies);
  self->copies = task_new (executor, cancellable, callback, user_data);
}

static GVariant *
fake_measure_copies_finish (LoomExecutor  *executor,
                            GAsyncResult  *result,
                            GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
answer_error (GTask      **place,
              int          code,
              const char  *message)
{
  g_autoptr (GTask) task = g_steal_pointer (place);

  if (task != NULL)
    g_task_return_new_error (task, LOOM_ERROR, code, "%s", message);
}

static void
fake_shutdown (LoomExecutor *executor)
{
  LoomFakeExecutor *self = LOOM_FAKE_EXECUTOR (executor);

  answer_error (&self->compile, LOOM_ERROR_RUNNER, "shut down");
  answer_error (&self->run, LOOM_ERROR_RUNNER, "shut down");
  answer_error (&self->copies, LOOM_ERROR_RUNNER, "shut down");
}

static void
loom_fake_executor_iface_init (LoomExecutorInterface *iface)
{
  iface->compile_async = fake_compile_async;
  iface->compile_finish = fake_compile_finish;
  iface->run_async = fake_run_async;
  iface->run_finish = fake_run_finish;
  iface->describe_async = fake_describe_async;
  iface->describe_finish = fake_describe_finish;
  iface->measure_copies_async = fake_measure_copies_async;
  iface->measure_copies_finish = fake_measure_copies_finish;
  iface->shutdown = fake_shutdown;
}

static void
tell (GString  *text,
      gpointer  data)
{
  LoomFakeExecutor *self = data;

  g_string_append_printf (text, "runner: %u compilations%s, %u runs%s%s\n", self->compiles,
                          self->compile != NULL ? ", one not answered" : "", self->runs,
                          self->run != NULL ? ", one not answered" : "",
                          self->copies != NULL ? "; copies being measured" : "");
}

static void
loom_fake_executor_finalize (GObject *object)
{
  LoomFakeExecutor *self = LOOM_FAKE_EXECUTOR (object);

  loom_test_remove_witness (self);
  g_free (self->source);
  g_assert_null (self->compile);
  g_assert_null (self->run);
  g_assert_null (self->copies);
  g_clear_pointer (&self->plan, loom_plan_unref);
  g_free (self->backend);
  g_free (self->copy_to);
  G_OBJECT_CLASS (loom_fake_executor_parent_class)->finalize (object);
}

static void
loom_fake_executor_class_init (LoomFakeExecutorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_fake_executor_finalize;
}

static void
loom_fake_executor_init (LoomFakeExecutor *self)
{
  loom_test_add_witness (tell, self);
}

LoomFakeExecutor *
loom_fake_executor_new (void)
{
  return g_object_new (LOOM_TYPE_FAKE_EXECUTOR, NULL);
}

guint
loom_fake_executor_get_compiles (LoomFakeExecutor *self)
{
  return self->compiles;
}

guint
loom_fake_executor_get_runs (LoomFakeExecutor *self)
{
  return self->runs;
}

gboolean
loom_fake_executor_is_compiling (LoomFakeExecutor *self)
{
  return self->compile != NULL;
}

gboolean
loom_fake_executor_is_running (LoomFakeExecutor *self)
{
  return self->run != NULL;
}

gboolean
loom_fake_executor_is_measuring (LoomFakeExecutor *self)
{
  return self->copies != NULL;
}

LoomPlan *
loom_fake_executor_get_plan (LoomFakeExecutor *self)
{
  return self->plan;
}

const LoomRunOptions *
loom_fake_executor_get_options (LoomFakeExecutor *self)
{
  return &self->options;
}

const char *
loom_fake_executor_get_backend (LoomFakeExecutor *self)
{
  return self->backend;
}

void
loom_fake_executor_set_deaf (LoomFakeExecutor *self,
                             gboolean          deaf)
{
  self->deaf = deaf;
}

void
loom_fake_executor_answer_compile (LoomFakeExecutor *self,
                                   LoomCompiled     *compiled)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->compile);
  g_autoptr (LoomSourceScan) scan = loom_source_scan_new (self->source, strlen (self->source));

  g_assert_nonnull (task);
  loom_compiled_read_source (compiled, scan);
  g_task_return_pointer (task, loom_compiled_ref (compiled), (GDestroyNotify) loom_compiled_unref);
  loom_test_settle ();
}

void
loom_fake_executor_answer_run (LoomFakeExecutor *self,
                               LoomRun          *run)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->run);

  g_assert_nonnull (task);
  g_task_return_pointer (task, loom_run_ref (run), (GDestroyNotify) loom_run_unref);
  loom_test_settle ();
}

void
loom_fake_executor_tell_step (LoomFakeExecutor *self,
                              guint             step)
{
  g_assert_nonnull (self->run);
  loom_executor_emit_step (LOOM_EXECUTOR (self), g_task_get_cancellable (self->run), step);
}

void
loom_fake_executor_answer_copies (LoomFakeExecutor *self,
                                  GVariant         *copies)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->copies);

  g_assert_nonnull (task);
  g_task_return_pointer (task, g_variant_ref_sink (copies), (GDestroyNotify) g_variant_unref);
  loom_test_settle ();
}

void
loom_fake_executor_lose (LoomFakeExecutor *self,
                         const char       *why)
{
  answer_error (&self->compile, LOOM_ERROR_RUNNER, why);
  answer_error (&self->run, LOOM_ERROR_RUNNER, why);
  answer_error (&self->copies, LOOM_ERROR_RUNNER, why);
  loom_executor_emit_lost (LOOM_EXECUTOR (self), why);
  loom_test_settle ();
}

static LoomParam *
param_new (const char    *name,
           LoomParamKind  kind,
           LoomScalar     scalar)
{
  LoomParam *param = loom_param_new ();

  param->name = g_strdup (name);
  param->type_name = g_strdup (kind == LOOM_PARAM_ARRAY ? "float*" : "int");
  param->kind = kind;
  param->type = loom_type_of (scalar, 1);
  return param;
}

LoomCompiled *
loom_test_compiled_new (const char *kernel,
                        ...)
{
  LoomCompiled *compiled = loom_compiled_new ();
  va_list names;

  compiled->ptx = g_strdup ("// PTX");
  va_start (names, kernel);
  for (; kernel != NULL; kernel = va_arg (names, const char *))
    {
      LoomKernel *entry = loom_kernel_new ();

      entry->name = g_strdup (kernel);
      entry->entry = g_strdup (kernel);
      entry->line = 1;
      g_ptr_array_add (entry->params, param_new ("f", LOOM_PARAM_ARRAY, LOOM_SCALAR_F32));
      g_ptr_array_add (entry->params, param_new ("n", LOOM_PARAM_SCALAR, LOOM_SCALAR_I32));
      g_ptr_array_add (compiled->kernels, entry);
    }
  va_end (names);
  return compiled;
}

static GBytes *
plane_new (guint64 cells,
           guint32 value)
{
  guint32 *data = g_new (guint32, cells);

  for (guint64 i = 0; i < cells; i++)
    data[i] = value;
  return g_bytes_new_take (data, cells * sizeof (guint32));
}

LoomRun *
loom_test_run_new (LoomPlan *plan)
{
  LoomRun *run = loom_run_new ();
  const LoomPlanArg *argument = g_ptr_array_index (plan->args, 0);
  g_autoptr (LoomArray) array = NULL;
  g_autoptr (GBytes) bytes = NULL;
  LoomRunArray *run_array;
  guint64 cells;

  g_assert_true (loom_shape_cells (&argument->shape, &cells));
  bytes = plane_new (cells, 0);
  array = loom_array_new (&argument->type, &argument->shape, bytes, NULL);
  g_assert_nonnull (array);

  run->backend = g_strdup ("sim");
  run->fidelity = LOOM_FIDELITY_SIMULATED;
  run->kernel = g_strdup (plan->kernel);
  run->block = plan->block;
  run->grid = plan->grid;
  run->threads = cells;
  run->main_array = 0;
  run_array = loom_run_array_new ("f", array);
  run_array->writes = plane_new (cells, 1);
  g_ptr_array_add (run->arrays, run_array);
  return run;
}

gboolean
loom_test_is_compiling (gpointer fake)
{
  return loom_fake_executor_is_compiling (fake);
}

gboolean
loom_test_is_running (gpointer fake)
{
  return loom_fake_executor_is_running (fake);
}

void
loom_test_controller_set_up (LoomTestController *self,
                             gconstpointer       unused)
{
  self->session = loom_session_new ();
  self->fake = loom_fake_executor_new ();
  self->controller = loom_run_controller_new (self->session, LOOM_EXECUTOR (self->fake));
}

/* Everything must be gone. */
void
loom_test_controller_tear_down (LoomTestController *self,
                                gconstpointer       unused)
{
  loom_run_controller_close (self->controller);
  loom_test_settle ();
  g_assert_finalize_object (self->controller);
  g_assert_finalize_object (self->fake);
  g_assert_finalize_object (self->session);
}
