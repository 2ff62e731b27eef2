/* loom-program-record.c: builds a program, runs it on the simulator and reads what it recorded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-program-private.h"

#include "loom-error.h"

#include <gio/gunixinputstream.h>
#include <glib/gi18n-lib.h>

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

static gboolean
build (LoomProgram             *self,
       LoomRunnerClient        *client,
       const LoomProgramWatch  *watch,
       GCancellable            *cancellable,
       GError                 **error)
{
  tell_stage (watch, LOOM_PROGRAM_COMPILING);
  if (!_loom_program_prepare (self, error))
    return FALSE;
  for (guint i = 0; i < self->sources->len; i++)
    {
      const LoomProgramSource *source = self->sources->pdata[i];

      if (!_loom_program_compile_host (self, i, cancellable, error) ||
          (source->kernels[0] != NULL &&
           !_loom_program_compile_device (self, i, client, cancellable, error)))
        return FALSE;
    }
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

/* Passes on what the program prints until it closes its output, or the cancellable is cancelled. */
static void
follow (LoomProgram            *self,
        GSubprocess            *process,
        const LoomProgramWatch *watch,
        GCancellable           *cancellable)
{
  GInputStream *output = g_subprocess_get_stdout_pipe (process);
  GPollFD fds[2] = { { g_unix_input_stream_get_fd (G_UNIX_INPUT_STREAM (output)), G_IO_IN, 0 } };
  const gboolean can_stop = g_cancellable_make_pollfd (cancellable, &fds[1]);
  Counter counter = { .fd = -1 };
  gboolean is_open = TRUE;

  while (is_open && !g_cancellable_is_cancelled (cancellable))
    {
      const guint64 n_before = counter.n;
      char text[1 << 14];

      if (g_poll (fds, can_stop ? 2 : 1, COUNT_INTERVAL) > 0 && fds[0].revents != 0)
        {
          const gssize n = read (fds[0].fd, text, sizeof text);

          is_open = n > 0 || (n < 0 && errno == EINTR);
          if (n > 0)
            watch->printed (text, (gsize) n, watch->data);
        }
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

  g_ptr_array_add (argv, g_path_get_dirname (self->library));
  g_ptr_array_add (argv, g_strdup_printf ("%" G_GUINT64_FORMAT, self->limits.seconds));
  g_ptr_array_add (argv, g_strdup_printf ("%" G_GUINT64_FORMAT, self->limits.memory_mib));
  g_ptr_array_add (argv, g_build_filename (self->scratch, "program", NULL));
  for (guint i = 0; self->arguments != NULL && self->arguments[i] != NULL; i++)
    g_ptr_array_add (argv, g_strdup (self->arguments[i]));
  g_ptr_array_add (argv, NULL);
  return argv;
}

/* Without somebody who watches, its output goes where this process has its own. */
static gboolean
run (LoomProgram             *self,
     const LoomProgramWatch  *watch,
     GCancellable            *cancellable,
     int                     *status,
     GError                 **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      (watch != NULL ? G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE
                     : G_SUBPROCESS_FLAGS_NONE) |
      (self->input != NULL ? G_SUBPROCESS_FLAGS_NONE : G_SUBPROCESS_FLAGS_STDIN_INHERIT));
  g_autoptr (GPtrArray) argv = list_words (self);
  g_autoptr (GSubprocess) process = NULL;
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
  process = g_subprocess_launcher_spawnv (launcher, (const char * const *) argv->pdata,
                                          &local_error);
  if (process == NULL)
    return loom_fail (error, LOOM_ERROR_RUNNER, "%s", local_error->message);

  if (watch != NULL)
    follow (self, process, watch, cancellable);
  if (!g_subprocess_wait (process, cancellable, NULL))
    {
      g_subprocess_force_exit (process);
      g_subprocess_wait (process, NULL, NULL);
    }

  *status = g_subprocess_get_status (process);
  return TRUE;
}

/* "/home/me/p.cu:12 (discriminator 3)", as addr2line has it; "??:0": nothing tells. */
static void
take_place (LoomRecordedLaunch *launch,
            const char         *text)
{
  const char *colon = strrchr (text, ':');

  if (colon == NULL || *text == '?')
    return;
  launch->line = (guint) g_ascii_strtoull (colon + 1, NULL, 10);
  if (launch->line > 0)
    launch->file = g_strndup (text, (gsize) (colon - text));
}

/* Finds where in the sources the launches stand, each place once. */
static void
find_lines (LoomProgram   *self,
            LoomRecording *recording,
            GCancellable  *cancellable)
{
  g_autoptr (GPtrArray) argv = _loom_program_begin_command (self, "--tool");
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  g_autofree char *output = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_lines;

  g_ptr_array_add (argv, g_strdup ("addr2line"));
  g_ptr_array_add (argv, g_strdup ("-e"));
  g_ptr_array_add (argv, g_build_filename (self->scratch, "program", NULL));
  for (guint i = 0; i < recording->launches->len; i++)
    {
      const LoomRecordedLaunch *launch = recording->launches->pdata[i];
      gpointer address = (gpointer) (guintptr) launch->address;

      if (launch->address == 0 || g_hash_table_contains (places, address) ||
          g_hash_table_size (places) == MAX_PLACES)
        continue;
      g_ptr_array_add (argv, g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", launch->address));
      g_hash_table_insert (places, address, GUINT_TO_POINTER (g_hash_table_size (places)));
    }
  if (g_hash_table_size (places) == 0)
    return;

  output = _loom_program_run_tool (self, argv, "", cancellable, NULL);
  if (output == NULL)
    return;

  lines = g_strsplit (output, "\n", -1);
  n_lines = g_strv_length (lines);
  for (guint i = 0; i < recording->launches->len; i++)
    {
      LoomRecordedLaunch *launch = recording->launches->pdata[i];
      gpointer place;

      if (g_hash_table_lookup_extended (places, (gpointer) (guintptr) launch->address, NULL,
                                        &place) &&
          GPOINTER_TO_UINT (place) < n_lines)
        take_place (launch, lines[GPOINTER_TO_UINT (place)]);
    }
}

/**
 * loom_program_record:
 * @self: with sources, words, folder and limits
 * @client: what compiles device code, used by this thread alone
 * @watch: (nullable): who is told meanwhile
 * @cancellable: (nullable): ends the program; what it launched until then is returned
 * @status: (out): how the program ended, as wait() has it
 * @error: return location; %LOOM_ERROR_UNSUPPORTED where there is no clang, %LOOM_ERROR_COMPILE
 *   with what a compiler says, %LOOM_ERROR_RUNNER if the program could not be started,
 *   %LOOM_ERROR_FILE
 *
 * Builds a program, runs it to its end, and reads what it launched. It waits.
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
  LoomRecording *recording;

  if (!build (self, client, watch, cancellable, error) ||
      !run (self, watch, cancellable, status, error))
    return NULL;

  tell_stage (watch, LOOM_PROGRAM_READING);
  recording = loom_recording_read (self->scratch, error);
  if (recording != NULL)
    find_lines (self, recording, NULL);
  return recording;
}
