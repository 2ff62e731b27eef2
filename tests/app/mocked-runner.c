/* mocked-runner.c: a runner's client whose calls a test answers
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "mocked-runner.h"

#include "loom-app-test.h"
#include "loom-runner-client-private.h"

#include <string.h>

/* What a client has asked for, as it came over the wire. */
typedef struct
{
  LoomIpcCall    *compile;      /* not answered yet, as the others; or NULL */
  LoomIpcCall    *run;
  LoomIpcCall    *copies;
  LoomIpcCall    *disassembly;
  char           *source;       /* that is compiled */
  LoomPlan       *plan;
  LoomRunOptions  options;
  guint           compiles, runs;
  gboolean        deaf;
} Script;

void
loom_test_settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static Script *
get_script (LoomRunnerClient *client)
{
  return g_object_get_data (G_OBJECT (client), "script");
}

static void
answer (LoomIpcCall **place,
        gpointer      value,
        GError       *error)
{
  g_autoptr (LoomIpcCall) call = g_steal_pointer (place);
  LoomRunnerClient *client = g_task_get_source_object (call->task);

  _loom_runner_client_answer_call (client, call, value, error);
}

static void
cancelled_cb (GCancellable *cancellable,
              GTask        *task)
{
  Script *self = get_script (g_task_get_source_object (task));
  LoomIpcCall **places[] = { &self->compile, &self->run, &self->copies, &self->disassembly };

  for (guint i = 0; i < G_N_ELEMENTS (places) && !self->deaf; i++)
    if (*places[i] != NULL && (*places[i])->task == task)
      answer (places[i], NULL, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "Stopped"));
}

static void
hold (LoomIpcCall **place,
      LoomIpcCall  *call)
{
  GCancellable *cancellable = g_task_get_cancellable (call->task);

  g_assert_null (*place);
  *place = loom_ipc_call_ref (call);
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (cancelled_cb), call->task, 0);
}

static void
read_source (Script   *self,
             GVariant *variant)
{
  g_autoptr (GError) error = NULL;
  LoomCompileRequest request;

  loom_compile_request_from_variant (variant, &request, &error);
  g_assert_no_error (error);
  g_free (self->source);
  self->source = g_strndup (request.source, request.length);
  loom_compile_request_clear (&request);
}

static void
read_launch (Script      *self,
             LoomIpcCall *call)
{
  g_autoptr (GVariant) plan = g_variant_get_variant (call->plan);
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->plan, loom_plan_unref);
  self->plan = loom_plan_from_variant (plan, &error);
  g_assert_no_error (error);
  loom_run_options_from_variant (call->request, &self->options, &error);
  g_assert_no_error (error);
}

static GVariant *
describe (void)
{
  return g_variant_ref_sink (g_variant_new_parsed (
      "([{'id': <'sim'>, 'name': <'Simulator'>, 'available': <true>}], @aa{sv} [])"));
}

/* A client that was made like this one has no script: its calls wait until it is shut down, and that
 * comes with the end of the one at hand. */
static void
transport (LoomIpcCall *call,
           gpointer     data)
{
  Script *self = data;
  LoomRunnerClient *client = g_task_get_source_object (call->task);

  if (get_script (client) != self)
    {
      if (g_task_get_cancellable (call->task) != NULL)
        g_signal_connect_object (g_task_get_cancellable (call->task), "cancelled",
                                 G_CALLBACK (loom_runner_client_shutdown), client,
                                 G_CONNECT_SWAPPED);
      return;
    }
  switch (call->kind)
    {
    case LOOM_IPC_CALL_COMPILE:
      hold (&self->compile, call);
      read_source (self, call->request);
      self->compiles++;
      break;
    case LOOM_IPC_CALL_RUN:
      hold (&self->run, call);
      read_launch (self, call);
      self->runs++;
      break;
    case LOOM_IPC_CALL_DESCRIBE:
      _loom_runner_client_answer_call (client, call, describe (), NULL);
      break;
    case LOOM_IPC_CALL_MEASURE_COPIES:
      hold (&self->copies, call);
      break;
    case LOOM_IPC_CALL_DISASSEMBLE:
      hold (&self->disassembly, call);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Once it is shut down the client itself has answered all calls. */
static void
state_cb (LoomRunnerClient *client)
{
  Script *self = get_script (client);

  g_assert_cmpint (loom_runner_client_get_state (client), ==, LOOM_RUNNER_SHUTDOWN);
  g_clear_pointer (&self->compile, loom_ipc_call_unref);
  g_clear_pointer (&self->run, loom_ipc_call_unref);
  g_clear_pointer (&self->copies, loom_ipc_call_unref);
  g_clear_pointer (&self->disassembly, loom_ipc_call_unref);
}

static void
tell (GString  *text,
      gpointer  data)
{
  Script *self = data;

  g_string_append_printf (text, "runner: %u compilations%s, %u runs%s%s\n", self->compiles,
                          self->compile != NULL ? ", one not answered" : "", self->runs,
                          self->run != NULL ? ", one not answered" : "",
                          self->copies != NULL ? "; copies being measured" : "");
}

static void
script_free (gpointer data)
{
  Script *self = data;

  loom_test_remove_witness (self);
  g_assert_null (self->compile);
  g_assert_null (self->run);
  g_assert_null (self->copies);
  g_assert_null (self->disassembly);
  g_free (self->source);
  g_clear_pointer (&self->plan, loom_plan_unref);
  g_free (self);
}

LoomRunnerClient *
loom_mocked_runner_new (void)
{
  LoomRunnerClient *client = loom_runner_client_new ();
  Script *self = g_new0 (Script, 1);

  loom_run_options_init (&self->options);
  loom_test_add_witness (tell, self);
  g_object_set_data_full (G_OBJECT (client), "script", self, script_free);
  g_signal_connect (client, "notify::state", G_CALLBACK (state_cb), NULL);
  _loom_runner_client_set_transport (client, transport, self);
  return client;
}

guint
loom_mocked_runner_get_compiles (LoomRunnerClient *client)
{
  return get_script (client)->compiles;
}

guint
loom_mocked_runner_get_runs (LoomRunnerClient *client)
{
  return get_script (client)->runs;
}

gboolean
loom_mocked_runner_is_compiling (LoomRunnerClient *client)
{
  return get_script (client)->compile != NULL;
}

gboolean
loom_mocked_runner_is_running (LoomRunnerClient *client)
{
  return get_script (client)->run != NULL;
}

gboolean
loom_mocked_runner_is_measuring (LoomRunnerClient *client)
{
  return get_script (client)->copies != NULL;
}

gboolean
loom_mocked_runner_is_disassembling (LoomRunnerClient *client)
{
  return get_script (client)->disassembly != NULL;
}

LoomPlan *
loom_mocked_runner_get_plan (LoomRunnerClient *client)
{
  return get_script (client)->plan;
}

const LoomRunOptions *
loom_mocked_runner_get_options (LoomRunnerClient *client)
{
  return &get_script (client)->options;
}

const char *
loom_mocked_runner_get_backend (LoomRunnerClient *client)
{
  return loom_backend_id_get_name (get_script (client)->options.backend);
}

void
loom_mocked_runner_set_deaf (LoomRunnerClient *client,
                             gboolean          deaf)
{
  get_script (client)->deaf = deaf;
}

void
loom_mocked_runner_answer_compile (LoomRunnerClient *client,
                                   LoomCompiled     *compiled)
{
  Script *self = get_script (client);
  g_autoptr (LoomSourceScan) scan = loom_source_scan_new (self->source, strlen (self->source));

  g_assert_nonnull (self->compile);
  loom_compiled_read_source (compiled, scan);
  answer (&self->compile, loom_compiled_ref (compiled), NULL);
  loom_test_settle ();
}

void
loom_mocked_runner_answer_run (LoomRunnerClient *client,
                               LoomRun          *run)
{
  Script *self = get_script (client);

  g_assert_nonnull (self->run);
  answer (&self->run, loom_run_ref (run), NULL);
  loom_test_settle ();
}

void
loom_mocked_runner_tell_step (LoomRunnerClient *client,
                              guint             step)
{
  Script *self = get_script (client);

  g_assert_nonnull (self->run);
  g_signal_emit_by_name (client, "step", g_task_get_cancellable (self->run->task), step);
}

void
loom_mocked_runner_answer_copies (LoomRunnerClient *client,
                                  GVariant         *copies)
{
  Script *self = get_script (client);

  g_assert_nonnull (self->copies);
  answer (&self->copies, g_variant_ref_sink (copies), NULL);
  loom_test_settle ();
}

void
loom_mocked_runner_answer_sass (LoomRunnerClient *client,
                                LoomSass         *sass)
{
  Script *self = get_script (client);

  g_assert_nonnull (self->disassembly);
  answer (&self->disassembly, sass, NULL);
  loom_test_settle ();
}

void
loom_mocked_runner_lose (LoomRunnerClient *client,
                         const char       *why)
{
  Script *self = get_script (client);
  LoomIpcCall **places[] = { &self->compile, &self->run, &self->copies, &self->disassembly };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (*places[i] != NULL)
      answer (places[i], NULL, g_error_new_literal (LOOM_ERROR, LOOM_ERROR_RUNNER, why));
  g_signal_emit_by_name (client, "lost", why);
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

  run->backend = LOOM_BACKEND_ID_SIMULATOR;
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
  return loom_mocked_runner_is_compiling (fake);
}

gboolean
loom_test_is_running (gpointer fake)
{
  return loom_mocked_runner_is_running (fake);
}

void
loom_test_controller_set_up (LoomTestController *self,
                             gconstpointer       unused)
{
  self->session = loom_session_new ();
  self->fake = loom_mocked_runner_new ();
  self->controller = loom_run_controller_new (self->session, self->fake);
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
