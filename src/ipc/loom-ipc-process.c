/* loom-ipc-process.c: a child process that serves org.gridloom.Runner, seen from its parent
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-ipc-process.h"

#include "loom-class.h"
#include "loom-error.h"

#include <gio/gunixconnection.h>
#include <glib/gi18n-lib.h>

#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

/* A process that has not said hello by then never will; loading NVRTC from a cold disk takes
 * seconds. */
#define HELLO_TIMEOUT_MS 30000

struct _LoomIpcProcess
{
  GObject          parent_instance;

  GSubprocess     *subprocess;
  GIOStream       *stream;
  GDBusConnection *connection;
  LoomIpcRunner   *runner;
  GVariant        *limits;

  gboolean         ended;
};

G_DEFINE_FINAL_TYPE (LoomIpcProcess, loom_ipc_process, G_TYPE_OBJECT)

static char *
describe_end (GSubprocess *subprocess,
              int         *status)
{
  *status = -1;
  if (g_subprocess_get_if_signaled (subprocess))
    {
      int number = g_subprocess_get_term_sig (subprocess);

      return g_strdup_printf (_("it was ended by signal %d (%s)"), number, g_strsignal (number));
    }

  *status = g_subprocess_get_if_exited (subprocess) ? g_subprocess_get_exit_status (subprocess) : 0;
  return g_strdup_printf (_("it ended with status %d"), *status);
}

static void
waited_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (LoomIpcProcess) self = user_data;
  g_autofree char *how = NULL;
  int status;

  g_subprocess_wait_finish (G_SUBPROCESS (source), result, NULL);
  how = describe_end (self->subprocess, &status);
  self->ended = TRUE;
  g_signal_emit_by_name (self, "ended", how, status);
}

/* Whoever has closed its end serves no more, even if it still hangs somewhere. */
static void
closed_cb (LoomIpcProcess *self)
{
  loom_ipc_process_kill (self);
}

static void
loom_ipc_process_dispose (GObject *object)
{
  LoomIpcProcess *self = LOOM_IPC_PROCESS (object);

  if (self->connection != NULL)
    g_signal_handlers_disconnect_by_data (self->connection, self);

  g_clear_object (&self->runner);
  g_clear_object (&self->connection);
  g_clear_object (&self->stream);
  g_clear_object (&self->subprocess);
  g_clear_pointer (&self->limits, g_variant_unref);

  G_OBJECT_CLASS (loom_ipc_process_parent_class)->dispose (object);
}

static void
loom_ipc_process_class_init (LoomIpcProcessClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = loom_ipc_process_dispose;
  LOOM_SIGNAL_NEW (klass, "ended", 2, G_TYPE_STRING, G_TYPE_INT);
}

static void
loom_ipc_process_init (LoomIpcProcess *self)
{
}

static gboolean
make_socket_pair (GIOStream **stream,
                  int        *other,
                  GError    **error)
{
  g_autoptr (GSocket) socket = NULL;
  int fds[2];

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0)
    return loom_fail (error, LOOM_ERROR_RUNNER, _("No socket could be made for the runner: %s"),
                      g_strerror (errno));

  *other = fds[1];
  socket = g_socket_new_from_fd (fds[0], error);
  if (socket == NULL)
    {
      close (fds[0]);
      close (fds[1]);
      return FALSE;
    }

  *stream = G_IO_STREAM (g_socket_connection_factory_create_connection (socket));
  return TRUE;
}

static gboolean
start (LoomIpcProcess       *self,
       GSubprocessLauncher  *launcher,
       const char * const   *argv,
       const char           *toolkit,
       GError              **error)
{
  g_autoptr (GError) local_error = NULL;

  if (toolkit != NULL)
    g_subprocess_launcher_setenv (launcher, "GRIDLOOM_CUDA", toolkit, TRUE);
  self->subprocess = g_subprocess_launcher_spawnv (launcher, argv, &local_error);
  if (self->subprocess == NULL)
    return loom_fail (error, LOOM_ERROR_RUNNER, _("The runner could not be started: %s"),
                      local_error->message);

  g_subprocess_wait_async (self->subprocess, NULL, waited_cb, g_object_ref (self));
  return TRUE;
}

/**
 * loom_ipc_process_spawn:
 * @argv: program and arguments
 * @toolkit: (nullable): CUDA's folder, handed on as GRIDLOOM_CUDA
 *
 * Starts a process with one end of a socket pair as its descriptor 3. Its standard output is shut,
 * so that it can never mix into the data of a command line; what it says on standard error is seen.
 *
 * Errors: %LOOM_ERROR_RUNNER.
 *
 * Returns: (transfer full): the process, or %NULL
 */
LoomIpcProcess *
loom_ipc_process_spawn (const char * const  *argv,
                        const char          *toolkit,
                        GError             **error)
{
  g_autoptr (LoomIpcProcess) self = g_object_new (LOOM_TYPE_IPC_PROCESS, NULL);
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  int fd = -1;

  if (!make_socket_pair (&self->stream, &fd, error))
    return NULL;

  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_subprocess_launcher_take_fd (launcher, fd, LOOM_IPC_FD);
  if (!start (self, launcher, argv, toolkit, error))
    return NULL;

  return g_steal_pointer (&self);
}

/**
 * loom_ipc_process_spawn_command:
 * @argv: program and arguments
 * @toolkit: (nullable): CUDA's folder, handed on as GRIDLOOM_CUDA
 *
 * Starts a process that serves on its standard input and output, wherever those lead. No descriptor
 * can be passed over them.
 *
 * Errors: %LOOM_ERROR_RUNNER.
 *
 * Returns: (transfer full): the process, or %NULL
 */
LoomIpcProcess *
loom_ipc_process_spawn_command (const char * const  *argv,
                                const char          *toolkit,
                                GError             **error)
{
  g_autoptr (LoomIpcProcess) self = g_object_new (LOOM_TYPE_IPC_PROCESS, NULL);
  g_autoptr (GSubprocessLauncher) launcher = NULL;

  /* As sockets of GIO do for themselves: a command that ends early must not end us. */
  signal (SIGPIPE, SIG_IGN);

  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE
                                        | G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  if (!start (self, launcher, argv, toolkit, error))
    return NULL;

  self->stream = g_simple_io_stream_new (g_subprocess_get_stdout_pipe (self->subprocess),
                                         g_subprocess_get_stdin_pipe (self->subprocess));
  return g_steal_pointer (&self);
}

/* Pipes carry no credentials; who is at their other end was started by us. The third mechanism
 * would write into the home directory. */
static gboolean
allow_mechanism_cb (GDBusAuthObserver *observer,
                    const char        *mechanism,
                    gpointer           user_data)
{
  return g_str_equal (mechanism, "ANONYMOUS");
}

static void
fail_open (GTask        *task,
           const GError *cause)
{
  LoomIpcProcess *self = g_task_get_source_object (task);

  loom_ipc_process_kill (self);
  if (cause->domain == LOOM_ERROR || g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_task_return_error (task, g_error_copy (cause));
  else
    g_task_return_new_error (task, LOOM_ERROR, LOOM_ERROR_RUNNER,
                             _("The runner did not answer: %s"), cause->message);
}

static void
greeted_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  LoomIpcProcess *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;
  guint version;

  if (!loom_ipc_runner_call_hello_finish (LOOM_IPC_RUNNER (source), &version, &self->limits, result,
                                          &error))
    {
      g_dbus_error_strip_remote_error (error);
      fail_open (task, error);
    }
  else if (version != LOOM_IPC_VERSION)
    {
      error = g_error_new (
          LOOM_ERROR, LOOM_ERROR_PROTOCOL,
          _("The runner speaks version %u of the protocol, this program version %d; "
             "install both from one build"),
          version, LOOM_IPC_VERSION);
      fail_open (task, error);
    }
  else
    {
      /* What follows may take as long as a kernel does. */
      g_dbus_proxy_set_default_timeout (G_DBUS_PROXY (self->runner), G_MAXINT);
      g_task_return_boolean (task, TRUE);
    }
}

static void
proxied_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  LoomIpcProcess *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;
  const char *locale = nl_langinfo (NL_LOCALE_NAME (LC_MESSAGES));

  self->runner = loom_ipc_runner_proxy_new_finish (result, &error);
  if (self->runner == NULL)
    {
      fail_open (task, error);
      return;
    }

  g_dbus_proxy_set_default_timeout (G_DBUS_PROXY (self->runner), HELLO_TIMEOUT_MS);
  loom_ipc_runner_call_hello (self->runner, LOOM_IPC_VERSION, locale != NULL ? locale : "",
                              g_task_get_cancellable (task), greeted_cb, g_object_ref (task));
}

static void
connected_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  LoomIpcProcess *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;

  (void) LOOM_ERROR;            /* registers the names of errors, before one can come */
  self->connection = g_dbus_connection_new_finish (result, &error);
  if (self->connection == NULL)
    {
      fail_open (task, error);
      return;
    }

  g_dbus_connection_set_exit_on_close (self->connection, FALSE);
  g_signal_connect_swapped (self->connection, "closed", G_CALLBACK (closed_cb), self);
  loom_ipc_runner_proxy_new (
      self->connection,
      G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES, NULL,
      LOOM_IPC_PATH, g_task_get_cancellable (task), proxied_cb, g_object_ref (task));
}

/**
 * loom_ipc_process_open_async:
 * @self: a process just spawned
 * @cancellable: (nullable): cancellable
 * @callback: called when the process has said hello
 * @user_data: its data
 *
 * Connects to the process and exchanges versions; the locale of this thread's messages becomes the
 * other end's.
 */
void
loom_ipc_process_open_async (LoomIpcProcess      *self,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr (GDBusAuthObserver) observer = NULL;
  g_autofree char *guid = g_dbus_generate_guid ();
  GDBusConnectionFlags flags = G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_SERVER;

  g_return_if_fail (self->connection == NULL);

  g_task_set_source_tag (task, loom_ipc_process_open_async);
  if (!G_IS_UNIX_CONNECTION (self->stream))
    {
      flags |= G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_ALLOW_ANONYMOUS;
      observer = g_dbus_auth_observer_new ();
      g_signal_connect (observer, "allow-mechanism", G_CALLBACK (allow_mechanism_cb), NULL);
    }
  g_dbus_connection_new (self->stream, guid, flags, observer, cancellable, connected_cb,
                         g_object_ref (task));
}

/**
 * loom_ipc_process_open_finish:
 * @result: the result
 *
 * Errors: %LOOM_ERROR_RUNNER, %LOOM_ERROR_PROTOCOL; the process is then being ended.
 *
 * Returns: whether calls can be made
 */
gboolean
loom_ipc_process_open_finish (LoomIpcProcess  *self,
                              GAsyncResult    *result,
                              GError         **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

LoomIpcRunner *
loom_ipc_process_get_runner (LoomIpcProcess *self)
{
  return self->runner;
}

GVariant *
loom_ipc_process_get_limits (LoomIpcProcess *self)
{
  return self->limits;
}

/**
 * loom_ipc_process_kill:
 *
 * Ends the process at once, whatever it is doing; "ended" follows.
 */
void
loom_ipc_process_kill (LoomIpcProcess *self)
{
  if (!self->ended)
    g_subprocess_force_exit (self->subprocess);
}
