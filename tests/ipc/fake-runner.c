/* fake-runner.c: a runner that does what the environment tells it to, for the client's tests
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GRIDLOOM_FAKE: words separated by spaces. exit: ends at once. mute: never speaks. version:
 * another protocol. die: ends by a signal when asked to compile, once (GRIDLOOM_FAKE_ONCE: a file
 * that says it did). fail: typed errors. hang: answers no Run, not even when cancelled. obey: ends
 * a Run when cancelled. unsealed: hands over memory that can change. small: hands over less memory
 * than it says. no-fd: hands over none.
 * With --stdio, in chunks: no-inline: without a number. vast: says more than it may hold. zero:
 * says nothing. short, long, empty, refuse: the second chunk is so. lose-run, lose-chunk: ends its
 * parent, the relay, then.
 */

#include "config.h"

#include "loom-compiled.h"
#include "loom-ipc-inline.h"
#include "loom-ipc-process.h"
#include "loom-ipc-run.h"
#include "loom-ipc-server.h"

#include <gio/gunixfdlist.h>

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

/* Two whole chunks and a little. */
#define INLINE_SIZE (2 * (gsize) LOOM_IPC_CHUNK + LOOM_IPC_MEMORY_ALIGN)

static GDBusMethodInvocation *waiting;
static LoomIpcHold *hold;
static guint n_held;

static gboolean
told_to (const char *word)
{
  const char *script = g_getenv ("GRIDLOOM_FAKE");
  g_auto (GStrv) words = g_strsplit (script != NULL ? script : "", " ", -1);

  return g_strv_contains ((const char * const *) words, word);
}

static gboolean
hello_cb (LoomIpcRunner         *runner,
          GDBusMethodInvocation *invocation)
{
  GVariantBuilder limits;

  g_variant_builder_init (&limits, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&limits, "{sv}", "memory", g_variant_new_uint64 (INLINE_SIZE));
  loom_ipc_runner_complete_hello (runner, invocation, told_to ("version") ? 99 : LOOM_IPC_VERSION,
                                  g_variant_builder_end (&limits));
  return TRUE;
}

static gboolean
die_once (void)
{
  const char *mark = g_getenv ("GRIDLOOM_FAKE_ONCE");

  if (mark != NULL && g_file_test (mark, G_FILE_TEST_EXISTS))
    return FALSE;
  if (mark != NULL)
    g_file_set_contents (mark, "", 0, NULL);
  return TRUE;
}

static gboolean
compile_cb (LoomIpcRunner         *runner,
            GDBusMethodInvocation *invocation)
{
  g_autoptr (LoomCompiled) compiled = loom_compiled_new ();

  if (told_to ("die") && die_once ())
    raise (SIGKILL);
  if (told_to ("fail"))
    {
      g_dbus_method_invocation_return_error (invocation, LOOM_ERROR, LOOM_ERROR_BACKEND,
                                             "no compiler here");
      return TRUE;
    }

  compiled->ptx = g_strdup ("ptx");
  compiled->compiler = g_strdup_printf ("%d", getpid ());
  loom_ipc_runner_complete_compile (runner, invocation,
                                    g_variant_new_variant (loom_compiled_to_variant (compiled)));
  return TRUE;
}

static LoomRun *
make_run (LoomIpcMemory *memory)
{
  LoomType type = loom_type_of (LOOM_SCALAR_I32, 1);
  LoomShape shape = { .rank = 1, .cols = 4, .rows = 1, .planes = 1 };
  gint32 *cells = loom_ipc_memory_take (memory, 16);
  g_autoptr (GBytes) bytes = g_bytes_new_static (cells, 16);
  g_autoptr (LoomArray) array = loom_array_new (&type, &shape, bytes, NULL);
  LoomRun *run = loom_run_new ();

  cells[3] = 42;
  run->backend = LOOM_BACKEND_ID_SIMULATOR;
  run->kernel = g_strdup ("k");
  run->block = run->grid = LOOM_DIM3 (1, 1, 1);
  g_ptr_array_add (run->arrays, loom_run_array_new ("f", array));
  return run;
}

static int
hand_over (LoomIpcMemory *memory)
{
  int fd = memfd_create ("fake", MFD_ALLOW_SEALING);

  if (told_to ("unsealed"))
    return ftruncate (fd, 4096) == 0 ? fd : -1;
  close (fd);
  if (told_to ("small"))
    {
      g_autoptr (LoomIpcMemory) other = loom_ipc_memory_new (8, NULL);

      return loom_ipc_memory_seal (other, NULL);
    }
  return loom_ipc_memory_seal (memory, NULL);
}

/* A runner that is done with a result says so; one more would not fit. */
static GVariant *
hold_run (GVariant *run,
          int       fd)
{
  GVariantDict dict;

  if (told_to ("no-inline"))
    return run;
  if (told_to ("vast") || told_to ("zero"))
    {
      g_variant_dict_init (&dict, run);
      g_variant_dict_insert (&dict, "inline", "(ut)", 1,
                             told_to ("vast") ? G_MAXUINT64 - 7 : (guint64) 0);
      return g_variant_dict_end (&dict);
    }

  g_assert_cmpuint (n_held, ==, 0);
  n_held++;
  return loom_ipc_hold_add (hold, run, fd, NULL);
}

static gboolean
fetch_cb (LoomIpcRunner         *runner,
          GDBusMethodInvocation *invocation,
          guint                  memory,
          guint64                offset)
{
  static const char zeros[LOOM_IPC_CHUNK + 1];
  g_autoptr (GError) error = NULL;
  GVariant *chunk = loom_ipc_hold_read (hold, memory, offset, &error);
  gssize wrong = told_to ("short") ? LOOM_IPC_CHUNK - 1
                 : told_to ("long") ? LOOM_IPC_CHUNK + 1
                 : told_to ("empty") ? 0 : -1;

  if (offset > 0 && told_to ("lose-chunk"))
    kill (getppid (), SIGKILL);
  if (offset > 0 && told_to ("refuse"))
    error = g_error_new_literal (LOOM_ERROR, LOOM_ERROR_FAILED, "no more");
  if (offset > 0 && wrong >= 0)
    {
      g_variant_unref (g_variant_ref_sink (chunk));
      chunk = g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, zeros, wrong, 1);
    }

  if (error != NULL)
    g_dbus_method_invocation_return_gerror (invocation, error);
  else
    loom_ipc_runner_complete_fetch (runner, invocation, chunk);
  return TRUE;
}

static gboolean
release_cb (LoomIpcRunner         *runner,
            GDBusMethodInvocation *invocation,
            guint                  memory)
{
  loom_ipc_hold_release (hold, memory);
  n_held = 0;
  loom_ipc_runner_complete_release (runner, invocation);
  return TRUE;
}

static gboolean
run_cb (LoomIpcRunner         *runner,
        GDBusMethodInvocation *invocation)
{
  g_autoptr (LoomIpcMemory) memory = NULL;
  g_autoptr (GUnixFDList) fds = g_unix_fd_list_new ();
  g_autoptr (LoomRun) run = NULL;
  g_autoptr (GVariant) variant = NULL;

  if (told_to ("hang") || told_to ("obey"))
    {
      waiting = invocation;
      return TRUE;
    }

  if (told_to ("lose-run"))
    kill (getppid (), SIGKILL);
  memory = loom_ipc_memory_new (hold != NULL ? INLINE_SIZE : LOOM_IPC_MEMORY_ALIGN, NULL);
  run = make_run (memory);
  variant = g_variant_ref_sink (loom_ipc_run_to_variant (run, memory, NULL));
  g_clear_pointer (&run, loom_run_unref);
  if (hold != NULL)
    {
      int fd = loom_ipc_memory_seal (memory, NULL);

      loom_ipc_runner_complete_run (runner, invocation, NULL, hold_run (variant, fd),
                                    g_variant_new_handle (0));
      close (fd);
      return TRUE;
    }
  if (!told_to ("no-fd"))
    {
      int fd = hand_over (memory);

      g_unix_fd_list_append (fds, fd, NULL);
      close (fd);
    }
  loom_ipc_runner_complete_run (runner, invocation, fds, variant, g_variant_new_handle (0));
  return TRUE;
}

static gboolean
cancel_cb (LoomIpcRunner         *runner,
           GDBusMethodInvocation *invocation)
{
  loom_ipc_runner_complete_cancel (runner, invocation);
  if (waiting != NULL && told_to ("obey"))
    g_dbus_method_invocation_return_error (g_steal_pointer (&waiting), G_IO_ERROR,
                                           G_IO_ERROR_CANCELLED, "stopped");
  return TRUE;
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (LoomIpcRunner) runner = loom_ipc_runner_skeleton_new ();
  g_autoptr (GDBusConnection) connection = NULL;

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (told_to ("exit"))
    return 3;
  if (told_to ("mute"))
    {
      pause ();
      return 0;
    }

  g_signal_connect (runner, "handle-hello", G_CALLBACK (hello_cb), NULL);
  g_signal_connect (runner, "handle-compile", G_CALLBACK (compile_cb), NULL);
  g_signal_connect (runner, "handle-run", G_CALLBACK (run_cb), NULL);
  g_signal_connect (runner, "handle-cancel", G_CALLBACK (cancel_cb), NULL);
  g_signal_connect (runner, "handle-fetch", G_CALLBACK (fetch_cb), NULL);
  g_signal_connect (runner, "handle-release", G_CALLBACK (release_cb), NULL);
  if (argc > 1)
    hold = loom_ipc_hold_new (INLINE_SIZE);
  connection = argc > 1 ? loom_ipc_server_connect_pipes (0, 1, NULL)
                        : loom_ipc_server_connect (LOOM_IPC_FD, NULL);
  if (connection == NULL || !loom_ipc_server_export (connection, runner, NULL))
    return 1;

  g_signal_connect_swapped (connection, "closed", G_CALLBACK (g_main_loop_quit), loop);
  g_main_loop_run (loop);
  return 0;
}
