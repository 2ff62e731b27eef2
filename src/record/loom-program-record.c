/* loom-program-record.c: builds a program, runs it on the simulator and reads what it recorded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-program-private.h"

#include "loom-error.h"

#include <gio/gunixinputstream.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* In milliseconds: how often launches are counted while the program prints nothing. */
#define COUNT_INTERVAL 100

#define MAX_PLACES 4096         /* of launches in the sources that are looked up */

/* Counts the launches of a recording that is being written. */
typedef struct
{
  int      fd;                  /* -1: there is none yet */
  gsize    at;                  /* in the line that is being read */
  gboolean is_launch;           /* so far as that is read */
  guint64  n;
} Counter;

static void
tell_stage (const LoomProgramWatch *watch,
            LoomProgramStage        stage)
{
  if (watch != NULL)
    watch->came_to (stage, watch->data);
}

/* Puts device code where the program will look for it. In front of it stands what each kernel
 * takes, as loom-cudart-module.c reads it. */
static gboolean
write_unit (LoomProgram  *self,
            guint         index,
            GError      **error)
{
  const LoomCompiled *compiled = ((LoomProgramSource *) self->sources->pdata[index])->compiled;
  g_autofree char *name = g_strdup_printf ("%u.ptx", index);
  g_autofree char *path = g_build_filename (self->scratch, "units", name, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) local_error = NULL;

  for (guint i = 0; i < compiled->kernels->len; i++)
    {
      const LoomKernel *kernel = compiled->kernels->pdata[i];
      const LoomKernelResources *takes = &kernel->resources;

      if (takes->is_told)
        g_string_append_printf (text, "// gridloom takes %s %u %" G_GUINT64_FORMAT
                                " %" G_GUINT64_FORMAT "\n", kernel->entry, takes->registers,
                                takes->shared, takes->frame);
    }
  g_string_append (text, compiled->ptx);
  return g_file_set_contents (path, text->str, (gssize) text->len, &local_error) ||
         loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);
}

gboolean
_loom_program_build (LoomProgram             *self,
                     LoomRunnerClient        *client,
                     const LoomProgramWatch  *watch,
                     GCancellable            *cancellable,
                     GError                 **error)
{
  tell_stage (watch, LOOM_PROGRAM_COMPILING);
  if (!_loom_program_prepare (self, error))
    return FALSE;
  if (self->script != NULL)
    return _loom_program_prepare_python (self, cancellable, error);
  for (guint i = 0; i < self->sources->len; i++)
    if (!_loom_program_compile_host (self, i, cancellable, error))
      return FALSE;
  for (guint i = 0; i < self->sources->len; i++)
    if (((LoomProgramSource *) self->sources->pdata[i])->kernels[0] != NULL &&
        !(_loom_program_compile_device (self, i, client, cancellable, error) &&
          write_unit (self, i, error)))
      return FALSE;
  tell_stage (watch, LOOM_PROGRAM_LINKING);
  return _loom_program_link (self, cancellable, error);
}

/* Reads what was written since. */
static void
count_launches (Counter     *self,
                LoomProgram *program)
{
  static const char launch[] = "{\"launch\":";
  char text[1 << 14];
  gssize n;

  if (self->fd < 0)
    {
      g_autofree char *path = g_build_filename (program->scratch, "recording.jsonl", NULL);

      self->fd = open (path, O_RDONLY | O_CLOEXEC);
    }
  while (self->fd >= 0 && (n = read (self->fd, text, sizeof text)) > 0)
    for (gssize i = 0; i < n; i++)
      {
        if (self->at < strlen (launch))
          self->is_launch = (self->at == 0 || self->is_launch) && text[i] == launch[self->at];
        self->at++;
        if (text[i] == '\n')
          {
            self->n += self->is_launch && self->at > strlen (launch);
            self->at = 0;
          }
      }
}

/* Passes on what the program prints. Returns: whether there may be more. */
static gboolean
pass_on (int                     fd,
         const LoomProgramWatch *watch)
{
  char text[1 << 14];
  const gssize n = read (fd, text, sizeof text);

  if (n > 0)
    watch->printed (text, (gsize) n, watch->data);
  return n > 0 || (n < 0 && errno == EINTR);
}

/* Passes on what the program prints, if somebody watches, and compiles what it asks for, if it can,
 * until it closes its output and asks no more, or the cancellable is cancelled. */
static void
follow (LoomProgram            *self,
        GSubprocess            *process,
        GIOStream              *asked,
        LoomRunnerClient       *client,
        const LoomProgramWatch *watch,
        GCancellable           *cancellable)
{
  GPollFD fds[] = { { -1, G_IO_IN, 0 }, { -1, G_IO_IN, 0 }, { -1, 0, 0 } };
  const gboolean can_stop = g_cancellable_make_pollfd (cancellable, &fds[2]);
  Counter counter = { .fd = -1 };

  if (watch != NULL)
    fds[0].fd = g_unix_input_stream_get_fd (
        G_UNIX_INPUT_STREAM (g_subprocess_get_stdout_pipe (process)));
  if (asked != NULL)
    fds[1].fd = g_socket_get_fd (g_socket_connection_get_socket (G_SOCKET_CONNECTION (asked)));
  while ((fds[0].fd >= 0 || fds[1].fd >= 0) && !g_cancellable_is_cancelled (cancellable))
    {
      const guint64 n_before = counter.n;

      if (g_poll (fds, can_stop ? 3 : 2, watch != NULL ? COUNT_INTERVAL : -1) > 0)
        {
          if (fds[0].revents != 0 && !pass_on (fds[0].fd, watch))
            fds[0].fd = -1;
          if (fds[1].revents != 0 &&
              !_loom_program_answer_python (self, asked, client, cancellable))
            {
              g_io_stream_close (asked, NULL, NULL);
              fds[1].fd = -1;
            }
        }
      if (watch == NULL)
        continue;
      count_launches (&counter, self);
      if (counter.n != n_before)
        watch->launched (counter.n, watch->data);
    }
  if (can_stop)
    g_cancellable_release_fd (cancellable);
  if (counter.fd >= 0)
    close (counter.fd);
}

static GPtrArray *
list_words (LoomProgram *self)
{
  GPtrArray *argv = _loom_program_begin_command (self, "--program");
  g_autofree char *libraries = g_path_get_dirname (self->library);

  g_ptr_array_add (argv, g_strjoin (G_SEARCHPATH_SEPARATOR_S, libraries, self->reads, NULL));
  g_ptr_array_add (argv, g_strdup_printf ("%" G_GUINT64_FORMAT, self->limits.seconds));
  g_ptr_array_add (argv, g_strdup_printf ("%" G_GUINT64_FORMAT, self->limits.memory_mib));
  if (self->script != NULL)
    {
      g_ptr_array_add (argv, g_strdup (self->interpreter));
      g_ptr_array_add (argv, g_strdup (self->script));
    }
  else
    {
      g_ptr_array_add (argv, g_build_filename (self->scratch, "program", NULL));
    }
  for (guint i = 0; self->arguments != NULL && self->arguments[i] != NULL; i++)
    g_ptr_array_add (argv, g_strdup (self->arguments[i]));
  g_ptr_array_add (argv, NULL);
  return argv;
}

static void
waited_cb (GObject      *process,
           GAsyncResult *result,
           gpointer      data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static gboolean
expired_cb (gpointer process)
{
  g_subprocess_force_exit (process);
  return G_SOURCE_REMOVE;
}

/* Waits for the end of the program, or brings it about. One that sleeps takes no processor time:
 * where just one launch is wanted, it gets no longer than three times its limit. */
static void
wait_for_end (LoomProgram   *self,
              GSubprocess   *process,
              GCancellable  *cancellable)
{
  GMainContext *context = g_main_context_get_thread_default ();
  g_autoptr (GSource) patience = g_timeout_source_new_seconds ((guint) self->limits.seconds * 3);
  g_autoptr (GAsyncResult) result = NULL;
  /* Waiting for a process takes no notice of a cancellable that is cancelled already. */
  const gulong cancelling = _loom_program_kill_when_cancelled (process, cancellable);

  g_source_set_callback (patience, expired_cb, process, NULL);
  if (self->only != NULL && self->limits.seconds > 0)
    g_source_attach (patience, context);
  g_subprocess_wait_async (process, NULL, waited_cb, &result);
  while (result == NULL)
    g_main_context_iteration (context, TRUE);
  g_subprocess_wait_finish (process, result, NULL);
  g_source_destroy (patience);
  g_cancellable_disconnect (cancellable, cancelling);
}

/* Without somebody who watches, its output goes where this process has its own; where just one
 * launch is wanted it is nobody's, and its input is empty. */
static gboolean
run (LoomProgram             *self,
     LoomRunnerClient        *client,
     const LoomProgramWatch  *watch,
     GCancellable            *cancellable,
     int                     *status,
     GError                 **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      (watch != NULL ? G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE
       : self->only != NULL ? G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE
                     : G_SUBPROCESS_FLAGS_NONE) |
      (self->input != NULL || self->only != NULL ? G_SUBPROCESS_FLAGS_NONE
                                                 : G_SUBPROCESS_FLAGS_STDIN_INHERIT));
  g_autoptr (GPtrArray) argv = list_words (self);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GIOStream) asked = NULL;
  g_autoptr (GError) local_error = NULL;
  g_autofree char *units = g_build_filename (self->scratch, "units", NULL);
  g_autofree char *contents = g_strdup_printf ("%" G_GUINT64_FORMAT,
                                               self->limits.contents_mib << 20);

  tell_stage (watch, LOOM_PROGRAM_RUNNING);
  g_subprocess_launcher_set_cwd (launcher, self->folder);
  if (self->input != NULL)
    g_subprocess_launcher_set_stdin_file_path (launcher, self->input);
  g_subprocess_launcher_setenv (launcher, "GRIDLOOM_UNITS", units, TRUE);
  g_subprocess_launcher_setenv (launcher, "GRIDLOOM_RECORD", self->scratch, TRUE);
  g_subprocess_launcher_setenv (launcher, "GRIDLOOM_RECORD_CONTENTS", contents, TRUE);
  g_subprocess_launcher_setenv (launcher, "TMPDIR", self->scratch, TRUE);
  if (self->script != NULL)
    {
      asked = _loom_program_connect_python (self, launcher, error);
      if (asked == NULL)
        return FALSE;
    }
  if (self->only != NULL)
    g_subprocess_launcher_setenv (launcher, "GRIDLOOM_RECORD_ONLY", self->only, TRUE);
  process = g_subprocess_launcher_spawnv (launcher, (const char * const *) argv->pdata,
                                          &local_error);
  if (process == NULL)
    return loom_fail (error, LOOM_ERROR_RUNNER, "%s", local_error->message);

  /* The end of what is asked over is seen once no process but the program has it. */
  g_subprocess_launcher_close (launcher);
  follow (self, process, asked, client, watch, cancellable);
  wait_for_end (self, process, cancellable);
  *status = g_subprocess_get_status (process);
  return TRUE;
}

/* "/home/me/p.cu:12 (discriminator 3)", as addr2line has it; "??:0": nothing tells. */
gboolean
_loom_program_read_place (const char  *text,
                          char       **file,
                          guint       *line)
{
  const char *colon = strrchr (text, ':');

  *line = colon != NULL && *text != '?' ? (guint) g_ascii_strtoull (colon + 1, NULL, 10) : 0;
  if (*line > 0)
    *file = g_strndup (text, (gsize) (colon - text));
  return *line > 0;
}

/**
 * _loom_program_find_lines:
 * @addresses: (element-type guint64): in the program
 *
 * Returns: (transfer full) (nullable): where in the sources each of @addresses stands, for
 *   _loom_program_read_place(); %NULL where that cannot be found out
 */
GStrv
_loom_program_find_lines (LoomProgram   *self,
                          const GArray  *addresses,
                          GCancellable  *cancellable)
{
  g_autoptr (GPtrArray) argv = _loom_program_begin_command (self, "--tool");
  g_autofree char *output = NULL;
  g_auto (GStrv) told = NULL;
  GStrv lines;
  guint n = 0;

  g_ptr_array_add (argv, g_strdup ("addr2line"));
  g_ptr_array_add (argv, g_strdup ("-iae"));
  g_ptr_array_add (argv, g_build_filename (self->scratch, "program", NULL));
  for (guint i = 0; i < addresses->len; i++)
    g_ptr_array_add (argv, g_strdup_printf ("0x%" G_GINT64_MODIFIER "x",
                                            g_array_index (addresses, guint64, i)));
  output = addresses->len > 0 ? _loom_program_run_tool (self, argv, "", cancellable, NULL) : NULL;
  if (output == NULL)
    return NULL;

  /* Each address, "0x401050", has its line below it; where functions were inlined into each other
   * those of all. The first that is not in Gridloom's headers is the program's. */
  told = g_strsplit (output, "\n", -1);
  lines = g_new0 (char *, addresses->len + 1);
  for (guint i = 0; told[i] != NULL; i++)
    if (g_str_has_prefix (told[i], "0x"))
      n++;
    else if (n > 0 && n <= addresses->len && lines[n - 1] == NULL &&
             !g_str_has_prefix (told[i], self->headers))
      lines[n - 1] = g_strdup (told[i]);
  for (guint i = 0; i < addresses->len; i++)
    if (lines[i] == NULL)
      lines[i] = g_strdup ("??:0");
  return lines;
}

/* Finds where in the sources the launches stand, each place once. */
static void
find_lines (LoomProgram   *self,
            LoomRecording *recording,
            GCancellable  *cancellable)
{
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) addresses = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_auto (GStrv) lines = NULL;

  for (guint i = 0; i < recording->launches->len && addresses->len < MAX_PLACES; i++)
    {
      const LoomRecordedLaunch *launch = recording->launches->pdata[i];

      if (launch->address == 0 ||
          g_hash_table_contains (places, (gpointer) (guintptr) launch->address))
        continue;
      g_hash_table_insert (places, (gpointer) (guintptr) launch->address,
                           GUINT_TO_POINTER (addresses->len));
      g_array_append_val (addresses, launch->address);
    }
  lines = _loom_program_find_lines (self, addresses, cancellable);
  for (guint i = 0; lines != NULL && i < recording->launches->len; i++)
    {
      LoomRecordedLaunch *launch = recording->launches->pdata[i];
      gpointer place;

      if (g_hash_table_lookup_extended (places, (gpointer) (guintptr) launch->address, NULL,
                                        &place))
        _loom_program_read_place (lines[GPOINTER_TO_UINT (place)], &launch->file, &launch->line);
    }
}

LoomRecording *
_loom_program_run (LoomProgram             *self,
                   LoomRunnerClient        *client,
                   const LoomProgramWatch  *watch,
                   GCancellable            *cancellable,
                   int                     *status,
                   GError                 **error)
{
  LoomRecording *recording;

  if (!run (self, client, watch, cancellable, status, error))
    return NULL;

  tell_stage (watch, LOOM_PROGRAM_READING);
  recording = loom_recording_read (self->scratch, error);
  if (recording != NULL && self->script == NULL)
    find_lines (self, recording, NULL);
  return recording;
}

/**
 * loom_program_record:
 * @self: with sources, words, folder and limits
 * @client: what compiles device code, used by this thread alone
 * @watch: (nullable): who is told meanwhile
 * @cancellable: (nullable): ends the program; what it launched until then is returned
 * @status: (out): how the program ended, as wait() has it
 * @error: return location; %LOOM_ERROR_UNSUPPORTED where there is no clang or Python,
 *   %LOOM_ERROR_COMPILE with what a compiler says, %LOOM_ERROR_RUNNER if the program could not be
 *   started, %LOOM_ERROR_FILE
 *
 * Builds a program, if it is no script, runs it to its end, and reads what it launched. It waits.
 *
 * Returns: (transfer full): the recording, whose contents are gone with the program; or %NULL
 */
LoomRecording *
loom_program_record (LoomProgram             *self,
                     LoomRunnerClient        *client,
                     const LoomProgramWatch  *watch,
                     GCancellable            *cancellable,
                     int                     *status,
                     GError                 **error)
{
  return _loom_program_build (self, client, watch, cancellable, error)
         ? _loom_program_run (self, client, watch, cancellable, status, error) : NULL;
}
