/* loom-disassembler.c: has nvdisasm of a CUDA Toolkit read machine code
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It reads what came of a stranger's source, so it is a process that can write no file, has limits,
 * and is ended when it takes too long. Machine code goes to it, and its words come back, in memory
 * that has no name; how much it may print is the kernel's business.
 */

#include "config.h"

#include "loom-disassembler.h"

#include "loom-confine.h"
#include "loom-error.h"
#include "loom-library-search.h"

#include <glib/gi18n-lib.h>

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define NAME "nvdisasm"
#define CUBIN_FD 3
#define CUBIN_PATH "/proc/self/fd/3"
#define MOST_PRINTED (48 << 20)
#define MOST_MEMORY (G_GUINT64_CONSTANT (8) << 30)
#define MOST_QUOTED 300

typedef struct
{
  GSubprocess *process;
  int          printed;         /* memory files */
  int          complained;
  guint        seconds;
  guint        timeout;
  gboolean     out_of_time;
} Job;

static void
job_free (gpointer data)
{
  Job *self = data;

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_object (&self->process);
  close (self->printed);
  close (self->complained);
  g_free (self);
}

/**
 * loom_disassembler_find:
 *
 * Looks for nvdisasm where the toolkit is looked for.
 *
 * Errors: %LOOM_ERROR_BACKEND, with what brings it.
 *
 * Returns: (transfer full): the path of the program, or %NULL
 */
char *
loom_disassembler_find (GError **error)
{
  char *path = loom_library_find_program (NAME);

  return path != NULL
             ? path
             : loom_fail_null (
                   error, LOOM_ERROR_BACKEND,
                   _("SASS needs %1$s, the disassembler of the CUDA Toolkit, and there is none on "
                     "this computer: its package is cuda-nvdisasm (with the toolkit’s version, as "
                     "cuda-nvdisasm-13-0). Install it, or set CUDA_HOME to a toolkit that has it "
                     "in bin"),
                   NAME);
}

/* Between fork() and exec(): nothing but calls of the kernel. */
static void
confine_cb (gpointer user_data)
{
  const Job *self = user_data;
  const struct rlimit none = { 0, 0 }, memory = { MOST_MEMORY, MOST_MEMORY };
  const struct rlimit printed = { MOST_PRINTED, MOST_PRINTED };
  const struct rlimit seconds = { self->seconds, self->seconds + 1 };

  setrlimit (RLIMIT_CORE, &none);
  setrlimit (RLIMIT_AS, &memory);
  setrlimit (RLIMIT_FSIZE, &printed);
  setrlimit (RLIMIT_CPU, &seconds);
  loom_confine_tool ();
}

static int
make_memory (GBytes *bytes)
{
  const int fd = memfd_create (NAME, MFD_CLOEXEC);
  gsize size = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

  for (gsize done = 0; fd >= 0 && done < size;)
    {
      const gssize n = write (fd, data + done, size - done);

      if (n <= 0)
        break;
      done += (gsize) n;
    }
  if (fd >= 0)
    lseek (fd, 0, SEEK_SET);
  return fd;
}

static char *
read_memory (int fd)
{
  GString *text = g_string_new (NULL);
  char chunk[65536];
  gssize n;

  for (goffset at = 0; (n = pread (fd, chunk, sizeof chunk, at)) > 0; at += n)
    g_string_append_len (text, chunk, n);
  return g_string_free (text, FALSE);
}

static gboolean
out_of_time_cb (gpointer user_data)
{
  Job *self = user_data;

  self->timeout = 0;
  self->out_of_time = TRUE;
  g_subprocess_force_exit (self->process);
  return G_SOURCE_REMOVE;
}

/* What it complains of, as one line that is not endless. */
static char *
dup_complaint (const Job *self)
{
  g_autofree char *text = read_memory (self->complained);
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  g_strdelimit (valid, "\n\r\t", ' ');
  g_strstrip (valid);
  return *valid != '\0' ? g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), MOST_QUOTED))
                        : g_strdup (_("it does not say why"));
}

static GError *
explain_end (const Job *self)
{
  g_autofree char *complaint = dup_complaint (self);

  if (self->out_of_time)
    return g_error_new (LOOM_ERROR, LOOM_ERROR_FAILED,
                        _("%1$s did not end within %2$u s, and was ended"), NAME, self->seconds);
  if (g_subprocess_get_if_signaled (self->process))
    return g_error_new (LOOM_ERROR, LOOM_ERROR_FAILED,
                        _("%1$s broke down over this machine code: %2$s"), NAME,
                        g_strsignal (g_subprocess_get_term_sig (self->process)));
  return g_error_new (LOOM_ERROR, LOOM_ERROR_FAILED,
                      _("%1$s cannot read this machine code; it may be older than the compiler. "
                        "Its words: %2$s"),
                      NAME, complaint);
}

static void
ended_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Job *self = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  if (!g_subprocess_wait_finish (self->process, result, &error))
    {
      g_subprocess_force_exit (self->process);
      g_task_return_error (task, g_steal_pointer (&error));
    }
  else if (g_subprocess_get_if_exited (self->process) &&
           g_subprocess_get_exit_status (self->process) == 0)
    g_task_return_pointer (task, read_memory (self->printed), g_free);
  else
    g_task_return_error (task, explain_end (self));
}

static gboolean
start (Job         *self,
       const char  *program,
       GBytes      *cubin,
       GError     **error)
{
  const char *const argv[] = { program, "-c", "-gi", CUBIN_PATH, NULL };
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);

  g_subprocess_launcher_setenv (launcher, "LC_ALL", "C", TRUE);
  g_subprocess_launcher_set_child_setup (launcher, confine_cb, self, NULL);
  g_subprocess_launcher_take_fd (launcher, make_memory (cubin), CUBIN_FD);
  g_subprocess_launcher_take_stdout_fd (launcher, dup (self->printed));
  g_subprocess_launcher_take_stderr_fd (launcher, dup (self->complained));
  self->process = g_subprocess_launcher_spawnv (launcher, argv, error);
  return self->process != NULL;
}

/**
 * loom_disassembler_run_async:
 * @program: the path of nvdisasm
 * @cubin: machine code of NVRTC
 * @seconds: that it may take
 * @cancellable: (nullable): cancelling ends it
 * @callback: called with the result
 * @user_data: its data
 *
 * Has machine code disassembled, with the lines of the source.
 */
void
loom_disassembler_run_async (const char          *program,
                             GBytes              *cubin,
                             guint                seconds,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  g_autoptr (GError) error = NULL;
  Job *self = g_new0 (Job, 1);

  self->seconds = seconds;
  self->printed = make_memory (NULL);
  self->complained = make_memory (NULL);
  g_task_set_task_data (task, self, job_free);
  if (!start (self, program, cubin, &error))
    {
      g_task_return_new_error (task, LOOM_ERROR, LOOM_ERROR_BACKEND, _("%1$s does not start: %2$s"),
                               program, error->message);
      return;
    }

  self->timeout = g_timeout_add_seconds (seconds, out_of_time_cb, self);
  g_subprocess_wait_async (self->process, cancellable, ended_cb, g_steal_pointer (&task));
}

/**
 * loom_disassembler_run_finish:
 * @result: the result
 *
 * Errors: %LOOM_ERROR_BACKEND where it does not start, %LOOM_ERROR_FAILED where it does not read
 * the machine code, or not in time, %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): what it printed, or %NULL
 */
char *
loom_disassembler_run_finish (GAsyncResult  *result,
                              GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
