/* loom-program-python.c: a program in Python, whose interpreter loads the CUDA driver over the
 * simulator, and the sources that it has compiled while it runs
 *
 * The program asks over a socket, since it starts no process: each request is the length of a
 * source and its text, each answer a unit's number (-1: it does not compile), a length, and PTX or
 * what is wrong. Whoever asks may be hostile: lengths are limited, and nothing is read from its
 * folder or written there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-program-private.h"

#include "loom-error.h"
#include "loom-paths.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_SOURCES (64 << 20)  /* bytes of all that a program has compiled */
#define COMPILER_FD 3           /* of the program */

/* Folders that may be read, as colons separate them: where modules come from, and what the
 * environment says of libraries and toolkits. */
static char *
list_reads (LoomProgram *self,
            const char  *modules)
{
  static const char * const variables[] = { "LD_LIBRARY_PATH", "CUDA_HOME", "CUDA_PATH" };
  GString *reads = g_string_new (self->modules);

  g_string_append_printf (reads, G_SEARCHPATH_SEPARATOR_S "%s", modules);
  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    if (g_getenv (variables[i]) != NULL)
      g_string_append_printf (reads, G_SEARCHPATH_SEPARATOR_S "%s", g_getenv (variables[i]));
  return g_string_free (reads, FALSE);
}

/**
 * _loom_program_prepare_python:
 * @error: return location; %LOOM_ERROR_UNSUPPORTED where there is no Python, or %LOOM_ERROR_COMPILE
 *   with what it says
 *
 * Asks the path's Python, which may be a script that chooses one, where its interpreter is and
 * which folders its modules come from.
 */
gboolean
_loom_program_prepare_python (LoomProgram   *self,
                              GCancellable  *cancellable,
                              GError       **error)
{
  static const char question[]
      = "import site, sys; print (sys.executable, site.getuserbase (), sys.prefix, "
        "sys.base_prefix, *filter (None, sys.path), sep='\\n')";
  g_autofree char *python = g_find_program_in_path ("python3"), *output = NULL;
  g_autoptr (GPtrArray) argv = NULL;
  g_auto (GStrv) lines = NULL;

  if (python == NULL)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED, _("there is no python3 on the path"));

  argv = _loom_program_begin_command (self, "--tool");
  g_ptr_array_add (argv, g_steal_pointer (&python));
  g_ptr_array_add (argv, g_strdup ("-c"));
  g_ptr_array_add (argv, g_strdup (question));
  output = _loom_program_run_tool (self, argv, _("python3 does not say where its modules are:"),
                                   cancellable, error);
  if (output == NULL)
    return FALSE;

  lines = g_strsplit (g_strchomp (output), "\n", 3);
  if (g_strv_length (lines) < 3 || !g_path_is_absolute (lines[0]))
    return loom_fail (error, LOOM_ERROR_COMPILE, "%s\n%s",
                      _("python3 does not say where its modules are:"), output);
  self->interpreter = g_strdup (lines[0]);
  self->user_base = g_strdup (lines[1]);
  self->modules = loom_paths_find_data ("python", error);
  if (self->modules == NULL)
    return FALSE;
  self->reads = list_reads (self, g_strdelimit (lines[2], "\n", G_SEARCHPATH_SEPARATOR));
  return TRUE;
}

/* A folder before those that a variable has. */
static void
prepend (GSubprocessLauncher *launcher,
         const char          *variable,
         const char          *folder)
{
  const char *others = g_subprocess_launcher_getenv (launcher, variable);
  g_autofree char *value = others != NULL && *others != '\0'
                           ? g_strjoin (G_SEARCHPATH_SEPARATOR_S, folder, others, NULL)
                           : g_strdup (folder);

  g_subprocess_launcher_setenv (launcher, variable, value, TRUE);
}

/**
 * _loom_program_connect_python:
 * @launcher: of the program
 * @error: return location; %LOOM_ERROR_RUNNER
 *
 * Sets the environment in which Python finds Gridloom's driver, and writes into the scratch folder
 * alone.
 *
 * Returns: (transfer full): over which it asks for a compiler, see
 *   _loom_program_answer_python(); or %NULL
 */
GIOStream *
_loom_program_connect_python (LoomProgram          *self,
                              GSubprocessLauncher  *launcher,
                              GError              **error)
{
  static const char * const caches[] = { "HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR" };
  g_autofree char *folder = g_path_get_dirname (self->library);
  g_autofree char *driver = g_build_filename (folder, "driver", NULL);
  g_autofree char *library = g_build_filename (driver, "libcuda.so.1", NULL);
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GError) local_error = NULL;
  int ends[2];

  prepend (launcher, "PYTHONPATH", self->modules);
  prepend (launcher, "LD_LIBRARY_PATH", driver);
  g_subprocess_launcher_setenv (launcher, "PYTHONUSERBASE", self->user_base, TRUE);
  g_subprocess_launcher_setenv (launcher, "NUMBA_CUDA_DRIVER", library, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (caches); i++)
    g_subprocess_launcher_setenv (launcher, caches[i], self->scratch, TRUE);
  g_subprocess_launcher_setenv (launcher, "GRIDLOOM_COMPILER", G_STRINGIFY (COMPILER_FD), TRUE);

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return loom_fail_null (error, LOOM_ERROR_RUNNER, "%s", g_strerror (errno));
  g_subprocess_launcher_take_fd (launcher, ends[1], COMPILER_FD);
  socket = g_socket_new_from_fd (ends[0], &local_error);
  if (socket == NULL)
    {
      close (ends[0]);
      return loom_fail_null (error, LOOM_ERROR_RUNNER, "%s", local_error->message);
    }
  return G_IO_STREAM (g_socket_connection_factory_create_connection (socket));
}

/* What is wrong with the source that came last, as compilers say it. */
static char *
dup_mistakes (LoomProgram *self,
              GError      *error)
{
  const LoomProgramSource *source = self->sources->pdata[self->sources->len - 1];
  GString *text = g_string_new (error->message);

  for (guint i = 0; source->compiled != NULL && i < source->compiled->diagnostics->len; i++)
    {
      const LoomDiagnostic *diagnostic = source->compiled->diagnostics->pdata[i];

      g_string_append_printf (text, "\n%u:%u: %s: %s", diagnostic->line, diagnostic->column,
                              loom_severity_get_name (diagnostic->severity), diagnostic->text);
    }
  return g_string_free (text, FALSE);
}

/* A text of a given length. NULL: there is none, or it is no text. */
static char *
read_source (LoomProgram  *self,
             GInputStream *input,
             GCancellable *cancellable)
{
  g_autofree char *text = NULL;
  guint32 length;
  gsize n;

  if (!g_input_stream_read_all (input, &length, sizeof length, &n, cancellable, NULL) ||
      n != sizeof length || length > MAX_SOURCES - self->n_asked)
    return NULL;

  self->n_asked += length;
  text = g_malloc0 (length + 1);
  if (!g_input_stream_read_all (input, text, length, &n, cancellable, NULL) || n != length ||
      !g_utf8_validate (text, length, NULL))
    return NULL;
  return g_steal_pointer (&text);
}

/**
 * _loom_program_answer_python:
 * @asked: over which the program asks, when there is something to read
 *
 * Compiles what a program asks for, which is then one of its sources.
 *
 * Returns: whether it may ask again
 */
gboolean
_loom_program_answer_python (LoomProgram       *self,
                             GIOStream         *asked,
                             LoomRunnerClient  *client,
                             GCancellable      *cancellable)
{
  const guint index = self->sources->len;
  g_autofree char *text = read_source (self, g_io_stream_get_input_stream (asked), cancellable);
  g_autofree char *path = g_build_filename (self->scratch, "empty", "kernel.cu", NULL);
  g_autofree char *mistakes = NULL;
  g_autoptr (GError) error = NULL;
  LoomProgramSource *source;
  const char *answer;
  struct
  {
    gint32  unit;
    guint32 length;
  } head = { (gint32) index, 0 };

  if (text == NULL)
    return FALSE;

  loom_program_add_source (self, path, text);
  source = self->sources->pdata[index];
  source->document = loom_document_parse (text, -1);
  source->kernels = g_new0 (char *, 1);
  if (!_loom_program_compile_device (self, index, client, cancellable, &error))
    {
      head.unit = -1;
      mistakes = dup_mistakes (self, error);
    }
  answer = mistakes != NULL ? mistakes : source->compiled->ptx;
  head.length = (guint32) strlen (answer);
  return g_output_stream_write_all (g_io_stream_get_output_stream (asked), &head, sizeof head, NULL,
                                    cancellable, NULL) &&
         g_output_stream_write_all (g_io_stream_get_output_stream (asked), answer, head.length,
                                    NULL, cancellable, NULL);
}
