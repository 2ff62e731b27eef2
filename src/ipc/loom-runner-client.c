/* loom-runner-client.c: one runner process as the window and the command line see it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-runner-client-private.h"

#include "loom-class.h"
#include "loom-ipc-process.h"
#include "loom-job.h"
#include "loom-paths.h"

#include <glib/gi18n-lib.h>

struct _LoomRunnerClient
{
  GObject          parent_instance;

  LoomIpcProcess  *process;
  GQueue           calls;       /* (element-type LoomIpcCall) not yet answered, oldest first */
  char            *toolkit;
  char            *command;     /* that serves on its standard input and output, or NULL */

  LoomRunnerTransport transport;        /* instead of a process, or NULL */
  gpointer         transport_data;

  LoomRunnerState  state;
  guint            last_job;
  guint            ended_for_cancel : 1;
  guint            is_spent : 1;        /* the process answers what is in flight, and gets nothing
                                           new */
};

enum
{
  PROP_0,
  PROP_STATE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ENUM_TYPE (LoomRunnerState, loom_runner_state,
                    G_DEFINE_ENUM_VALUE (LOOM_RUNNER_INITIAL, "initial"),
                    G_DEFINE_ENUM_VALUE (LOOM_RUNNER_SPAWNING, "spawning"),
                    G_DEFINE_ENUM_VALUE (LOOM_RUNNER_RUNNING, "running"),
                    G_DEFINE_ENUM_VALUE (LOOM_RUNNER_SHUTDOWN, "shutdown"))

G_DEFINE_FINAL_TYPE (LoomRunnerClient, loom_runner_client, G_TYPE_OBJECT)

static void ensure_process (LoomRunnerClient *self);
static void drop_process (LoomRunnerClient *self);
static void replace_spent (LoomRunnerClient *self);

static void
set_state (LoomRunnerClient *self,
           LoomRunnerState   state)
{
  if (self->state == state)
    return;

  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/* Takes the call off the list and answers its task, once: either with @answer or with @error, which
 * are both taken over. */
void
_loom_runner_client_answer_call (LoomRunnerClient *self,
                                 LoomIpcCall      *call,
                                 gpointer          answer,
                                 GError           *error)
{
  g_autoptr (LoomIpcCall) held = loom_ipc_call_ref (call);

  if (g_queue_remove (&self->calls, call))
    loom_ipc_call_unref (call);
  if (error != NULL)
    loom_ipc_call_fail (held, error);
  else
    loom_ipc_call_return (held, answer);
}

static void
fail_all (LoomRunnerClient *self,
          const GError     *error)
{
  GQueue calls = self->calls;

  /* Whoever is told may call again at once: the new call belongs to the new list. */
  g_queue_init (&self->calls);
  for (GList *l = calls.head; l != NULL; l = l->next)
    loom_ipc_call_fail (l->data, g_error_copy (error));
  g_queue_clear_full (&calls, (GDestroyNotify) loom_ipc_call_unref);
}

static void
replied_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (LoomIpcCall) call = user_data;
  LoomRunnerClient *self = g_task_get_source_object (call->task);
  g_autoptr (GError) error = NULL;
  gpointer answer = loom_ipc_call_read_reply (call, LOOM_IPC_RUNNER (source), result,
                                              &error);

  /* Cancelled, failed or sent anew in the meantime. */
  if (call->runner != LOOM_IPC_RUNNER (source) || g_queue_find (&self->calls, call) == NULL)
    {
      if (answer != NULL)
        loom_ipc_call_free_answer (call, answer);
      return;
    }

  if (answer != NULL)
    {
      _loom_runner_client_answer_call (self, call, answer, NULL);
      replace_spent (self);
    }
  else if (error->domain == LOOM_ERROR || g_dbus_error_is_remote_error (error) ||
           g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_dbus_error_strip_remote_error (error);
      _loom_runner_client_answer_call (self, call, NULL, g_steal_pointer (&error));
      replace_spent (self);
    }
  else
    /* The connection broke: how the process ended is known when it has. */
    loom_ipc_process_kill (self->process);
}

static void
send_call (LoomRunnerClient *self,
           LoomIpcCall      *call)
{
  GVariant *limits = loom_ipc_process_get_limits (self->process);

  if (!g_variant_lookup (limits, "memory", "t", &call->memory_limit))
    call->memory_limit = 0;
  loom_ipc_call_send (call, loom_ipc_process_get_runner (self->process), ++self->last_job,
                      replied_cb);
}

/* Once it has answered everything, a process that has lost CUDA makes room for another. */
static void
replace_spent (LoomRunnerClient *self)
{
  if (!self->is_spent)
    return;
  for (GList *l = self->calls.head; l != NULL; l = l->next)
    if (((LoomIpcCall *) l->data)->runner != NULL)
      return;

  drop_process (self);
  set_state (self, LOOM_RUNNER_INITIAL);
  ensure_process (self);
}

static void
spent_cb (LoomRunnerClient *self)
{
  self->is_spent = TRUE;
}

/* Who asked knows the call by its cancellable. */
static void
progress_cb (LoomRunnerClient *self,
             guint             job,
             const char       *name,
             LoomIpcRunner    *runner)
{
  const LoomStepKind step = loom_step_from_name (name);

  for (GList *l = self->calls.head; l != NULL && step < LOOM_N_STEPS; l = l->next)
    {
      LoomIpcCall *call = l->data;

      if (call->runner != runner || call->job != job || call->kind != LOOM_IPC_CALL_RUN)
        continue;
      g_signal_emit_by_name (self, "step", g_task_get_cancellable (call->task), (guint) step);
      return;
    }
}

/* The others did nothing wrong: they start over in the next process. */
static void
restart_calls (LoomRunnerClient *self)
{
  for (GList *l = self->calls.head; l != NULL; l = l->next)
    g_clear_object (&((LoomIpcCall *) l->data)->runner);
  if (!g_queue_is_empty (&self->calls))
    ensure_process (self);
}

static void
drop_process (LoomRunnerClient *self)
{
  self->is_spent = FALSE;
  if (self->process == NULL)
    return;

  g_signal_handlers_disconnect_by_data (self->process, self);
  loom_ipc_process_kill (self->process);
  g_clear_object (&self->process);
}

static void
ended_cb (LoomRunnerClient *self,
          const char       *how,
          int               status)
{
  g_autoptr (GError) error = NULL;

  drop_process (self);
  set_state (self, LOOM_RUNNER_INITIAL);
  if (self->ended_for_cancel)
    {
      self->ended_for_cancel = FALSE;
      restart_calls (self);
      return;
    }

  g_object_ref (self);
  error = g_error_new (LOOM_ERROR, LOOM_ERROR_RUNNER,
                       _("The runner was lost: %s; the next run starts a new one"), how);
  fail_all (self, error);
  g_signal_emit_by_name (self, "lost", error->message);
  g_object_unref (self);
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (LoomRunnerClient) self = user_data;
  LoomIpcProcess *process = LOOM_IPC_PROCESS (source);
  g_autoptr (GError) error = NULL;
  gboolean opened = loom_ipc_process_open_finish (process, result, &error);

  if (process != self->process)
    return;

  if (opened)
    {
      g_signal_connect_object (loom_ipc_process_get_runner (process), "spent",
                               G_CALLBACK (spent_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (loom_ipc_process_get_runner (process), "progress",
                               G_CALLBACK (progress_cb), self, G_CONNECT_SWAPPED);
      set_state (self, LOOM_RUNNER_RUNNING);
      for (GList *l = self->calls.head; l != NULL; l = l->next)
        {
          LoomIpcCall *call = l->data;

          if (call->runner == NULL)
            send_call (self, call);
        }
    }
  else if (error->domain == LOOM_ERROR && error->code != LOOM_ERROR_RUNNER)
    {
      drop_process (self);
      set_state (self, LOOM_RUNNER_INITIAL);
      fail_all (self, error);
    }
  /* else it is being ended, and ended_cb() knows how */
}

static gboolean
fail_spawn_cb (gpointer user_data)
{
  GTask *task = user_data;
  LoomRunnerClient *self = g_task_get_source_object (task);

  if (self->state == LOOM_RUNNER_SPAWNING && self->process == NULL)
    {
      set_state (self, LOOM_RUNNER_INITIAL);
      fail_all (self, g_task_get_task_data (task));
    }

  return G_SOURCE_REMOVE;
}

/**
 * loom_runner_client_is_command:
 *
 * Returns: whether the runner is what a command starts, which may be on another computer, and not a
 *   program of ours here: a command is more than one word, whatever the path of a program holds
 */
gboolean
loom_runner_client_is_command (LoomRunnerClient *self)
{
  const char *given = g_getenv ("GRIDLOOM_RUNNER");

  return self->command != NULL ||
         (given != NULL && *given != '\0' && !g_file_test (given, G_FILE_TEST_EXISTS));
}

static LoomIpcProcess *
spawn (LoomRunnerClient  *self,
       GError           **error)
{
  const char *given = self->command != NULL ? self->command : g_getenv ("GRIDLOOM_RUNNER");
  g_auto (GStrv) argv = NULL;
  g_autofree char *program = NULL;

  if (loom_runner_client_is_command (self) && !g_shell_parse_argv (given, NULL, &argv, error))
    {
      g_prefix_error (error, _("The runner “%s” is not a command: "), given);
      return NULL;
    }
  if (argv != NULL && (self->command != NULL || argv[1] != NULL))
    return loom_ipc_process_spawn_command ((const char *const *) argv, self->toolkit, error);

  program = loom_paths_find_runner (error);
  if (program == NULL)
    return NULL;

  return loom_ipc_process_spawn ((const char *const[]){ program, NULL }, self->toolkit, error);
}

static void
ensure_process (LoomRunnerClient *self)
{
  g_autoptr (GError) error = NULL;

  if (self->state != LOOM_RUNNER_INITIAL)
    return;

  set_state (self, LOOM_RUNNER_SPAWNING);
  self->process = spawn (self, &error);
  if (self->process == NULL)
    {
      /* Answered from the main loop, never from inside the call that asked. */
      g_autoptr (GTask) task = g_task_new (self, NULL, NULL, NULL);
      g_autoptr (GSource) source = g_idle_source_new ();

      g_task_set_task_data (task, g_steal_pointer (&error), (GDestroyNotify) g_error_free);
      g_task_attach_source (task, source, fail_spawn_cb);
      g_task_return_boolean (task, TRUE);
      return;
    }

  g_signal_connect_object (self->process, "ended", G_CALLBACK (ended_cb), self, G_CONNECT_SWAPPED);
  loom_ipc_process_open_async (self->process, NULL, opened_cb, g_object_ref (self));
}

static void
fail_cancelled (LoomRunnerClient *self,
                LoomIpcCall      *call)
{
  _loom_runner_client_answer_call (
      self, call, NULL, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Stopped")));
}

static gboolean
patience_ended_cb (gpointer user_data)
{
  LoomIpcCall *call = user_data;
  LoomRunnerClient *self = g_task_get_source_object (call->task);

  loom_ipc_call_clear_patience (call);
  if (self->process != NULL && call->runner == loom_ipc_process_get_runner (self->process))
    {
      self->ended_for_cancel = TRUE;
      loom_ipc_process_kill (self->process);
    }
  fail_cancelled (self, call);

  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  LoomIpcCall *call = user_data;
  LoomRunnerClient *self = g_task_get_source_object (call->task);

  if (call->runner != NULL)
    loom_ipc_runner_call_cancel (call->runner, call->job, NULL, NULL, NULL);

  if (call->runner != NULL && call->kind == LOOM_IPC_CALL_RUN && !call->fetching)
    loom_ipc_call_start_patience (call, call->patience_ms, patience_ended_cb);
  else
    fail_cancelled (self, call);

  return G_SOURCE_REMOVE;
}

static GError *
new_shutdown_error (void)
{
  return g_error_new_literal (LOOM_ERROR, LOOM_ERROR_RUNNER, _("The runner was shut down"));
}

/* Takes the call over: it is answered later, also if it can't be sent. */
void
_loom_runner_client_start_call (LoomRunnerClient *self,
                                LoomIpcCall      *call)
{
  if (self->state == LOOM_RUNNER_SHUTDOWN)
    {
      loom_ipc_call_fail (call, new_shutdown_error ());
      loom_ipc_call_unref (call);
      return;
    }

  g_queue_push_tail (&self->calls, call);
  if (self->transport != NULL)
    {
      self->transport (call, self->transport_data);
      return;
    }

  loom_ipc_call_watch (call, cancelled_cb);
  ensure_process (self);
  if (self->state == LOOM_RUNNER_RUNNING && !self->is_spent)
    send_call (self, call);
}

/* Calls go to @transport from now on and start no process: how tests play the runner. */
void
_loom_runner_client_set_transport (LoomRunnerClient    *self,
                                   LoomRunnerTransport  transport,
                                   gpointer             data)
{
  self->transport = transport;
  self->transport_data = data;
}

static void
loom_runner_client_dispose (GObject *object)
{
  LoomRunnerClient *self = LOOM_RUNNER_CLIENT (object);

  drop_process (self);

  G_OBJECT_CLASS (loom_runner_client_parent_class)->dispose (object);
}

static void
loom_runner_client_finalize (GObject *object)
{
  LoomRunnerClient *self = LOOM_RUNNER_CLIENT (object);

  g_clear_pointer (&self->toolkit, g_free);
  g_clear_pointer (&self->command, g_free);

  G_OBJECT_CLASS (loom_runner_client_parent_class)->finalize (object);
}

static void
loom_runner_client_get_property (GObject    *object,
                                 guint       prop_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  g_value_set_enum (value, LOOM_RUNNER_CLIENT (object)->state);
}

static void
loom_runner_client_class_init (LoomRunnerClientClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = loom_runner_client_dispose;
  object_class->finalize = loom_runner_client_finalize;
  object_class->get_property = loom_runner_client_get_property;

  properties[PROP_STATE] =
    g_param_spec_enum ("state", NULL, NULL, LOOM_TYPE_RUNNER_STATE, LOOM_RUNNER_INITIAL,
                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  LOOM_SIGNAL_NEW (klass, "lost", 1, G_TYPE_STRING);
  LOOM_SIGNAL_NEW (klass, "step", 2, G_TYPE_CANCELLABLE, G_TYPE_UINT);
}

static void
loom_runner_client_init (LoomRunnerClient *self)
{
  g_queue_init (&self->calls);
}

/**
 * loom_runner_client_new:
 *
 * Makes a client; no process is started before the first call.
 *
 * The runner is what loom_runner_client_set_command() says, else $GRIDLOOM_RUNNER (a program, or a
 * command of several words that serves on its standard input and output), else the one built or
 * installed with this program.
 *
 * Returns: (transfer full): the client
 */
LoomRunnerClient *
loom_runner_client_new (void)
{
  return g_object_new (LOOM_TYPE_RUNNER_CLIENT, NULL);
}

/**
 * loom_runner_client_new_like:
 * @other: a client
 *
 * Makes a client of another process, which is started as that of @other is: nothing that is asked
 * of the one waits for the other, or is lost with it.
 *
 * Returns: (transfer full): the client
 */
LoomRunnerClient *
loom_runner_client_new_like (LoomRunnerClient *other)
{
  LoomRunnerClient *self;

  g_return_val_if_fail (LOOM_IS_RUNNER_CLIENT (other), NULL);

  self = loom_runner_client_new ();
  self->toolkit = g_strdup (other->toolkit);
  self->command = g_strdup (other->command);
  self->transport = other->transport;
  self->transport_data = other->transport_data;
  return self;
}

/**
 * loom_runner_client_shutdown:
 *
 * Ends the runner for good; calls in flight and later ones fail with %LOOM_ERROR_RUNNER.
 */
void
loom_runner_client_shutdown (LoomRunnerClient *self)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (LOOM_IS_RUNNER_CLIENT (self));

  drop_process (self);
  set_state (self, LOOM_RUNNER_SHUTDOWN);
  error = new_shutdown_error ();
  fail_all (self, error);
}

/**
 * loom_runner_client_release:
 *
 * Ends the runner unless a call is in flight. The next call starts another.
 */
void
loom_runner_client_release (LoomRunnerClient *self)
{
  g_return_if_fail (LOOM_IS_RUNNER_CLIENT (self));

  if (self->process == NULL || !g_queue_is_empty (&self->calls))
    return;
  drop_process (self);
  set_state (self, LOOM_RUNNER_INITIAL);
}

LoomRunnerState
loom_runner_client_get_state (LoomRunnerClient *self)
{
  g_return_val_if_fail (LOOM_IS_RUNNER_CLIENT (self), LOOM_RUNNER_INITIAL);

  return self->state;
}

/**
 * loom_runner_client_set_toolkit:
 * @toolkit: (nullable): CUDA's folder, searched before all others
 *
 * Says where CUDA is. A runner that already runs is ended once nothing is in flight, so the next
 * call sees it.
 */
void
loom_runner_client_set_toolkit (LoomRunnerClient *self,
                                const char       *toolkit)
{
  g_return_if_fail (LOOM_IS_RUNNER_CLIENT (self));

  if (g_strcmp0 (self->toolkit, toolkit) == 0)
    return;

  g_free (self->toolkit);
  self->toolkit = g_strdup (toolkit);
  if (self->process != NULL)
    {
      drop_process (self);
      set_state (self, LOOM_RUNNER_INITIAL);
      restart_calls (self);
    }
}

/**
 * loom_runner_client_set_command:
 * @self: a client that has made no call yet
 * @command: (nullable): words as a shell takes them; nothing is expanded
 *
 * Says what to start instead of the runner of this computer: a command that serves
 * org.gridloom.Runner on its standard input and output, such as "ssh host gridloom-runner --stdio".
 */
void
loom_runner_client_set_command (LoomRunnerClient *self,
                                const char       *command)
{
  g_return_if_fail (LOOM_IS_RUNNER_CLIENT (self));
  g_return_if_fail (self->state == LOOM_RUNNER_INITIAL);

  g_free (self->command);
  self->command = g_strdup (command);
}
