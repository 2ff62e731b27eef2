/* loom-program-place.c: runs a program until it has made the launch that stands at one place of its
 * sources
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-program-private.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#define MAX_CALLS 4096          /* of launching functions that are looked up */
#define UNCONFINED 126          /* status of gridloom-runner where it cannot confine a program */

void
loom_program_place_clear (LoomProgramPlace *self)
{
  g_clear_pointer (&self->file, g_free);
  g_clear_pointer (&self->kernel, g_free);
}

/* Whether a line of machine code calls what begins a launch: "call 401050
 * <cudaLaunchKernel@plt>". */
static gboolean
is_launching (const char *line)
{
  static const char * const functions[] = {
    "<__cudaPushCallConfiguration@", "<cudaLaunchKernel@", "<cudaLaunchKernelExC@",
    "<cudaLaunchCooperativeKernel@",
  };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (strstr (line, functions[i]) != NULL)
      return strstr (line, "call") != NULL;
  return FALSE;
}

/* Where the calls that begin launches stand, as the runtime tells it: by the last byte of each. */
static GArray *
list_calls (LoomProgram   *self,
            GCancellable  *cancellable,
            GError       **error)
{
  const char * const words[] = { "objdump", "-d", "--no-show-raw-insn", "-j", ".text" };
  g_autoptr (GPtrArray) argv = _loom_program_begin_command (self, "--tool");
  g_autofree char *output = NULL;
  GArray *calls;
  gboolean is_behind = FALSE;
  char *line, *end;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_ptr_array_add (argv, g_strdup (words[i]));
  g_ptr_array_add (argv, g_build_filename (self->scratch, "program", NULL));
  output = _loom_program_run_tool (self, argv, _("The program cannot be read:"), cancellable,
                                   error);
  if (output == NULL)
    return NULL;

  calls = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (line = output; line != NULL && calls->len < MAX_CALLS; line = end)
    {
      const guint64 address = g_ascii_strtoull (line, NULL, 16) - 1;

      end = strchr (line, '\n');
      if (end != NULL)
        *end++ = '\0';
      if (is_behind && *line != '\0')
        g_array_append_val (calls, address);
      is_behind = is_launching (line) || (is_behind && *line == '\0');
    }
  return calls;
}

/* Keeps those of the calls that stand at the place. A launch may go over several lines, and which
 * of them is the call's is the compiler's choice. */
static void
keep_those_at (LoomProgram             *self,
               const LoomProgramPlace  *place,
               GArray                  *calls,
               GCancellable            *cancellable)
{
  g_auto (GStrv) lines = _loom_program_find_lines (self, calls, cancellable);
  guint n = 0;

  for (guint i = 0; lines != NULL && i < calls->len; i++)
    {
      g_autofree char *file = NULL, *absolute = NULL;
      guint line;

      if (!_loom_program_read_place (lines[i], &file, &line))
        continue;
      absolute = g_canonicalize_filename (file, NULL);
      if (strcmp (absolute, place->file) == 0 && line >= place->line && line < place->end)
        g_array_index (calls, guint64, n++) = g_array_index (calls, guint64, i);
    }
  g_array_set_size (calls, n);

  /* Several launches of a line are called one after the other. */
  if (place->n > 1 && calls->len == place->n)
    {
      g_array_index (calls, guint64, 0) = g_array_index (calls, guint64, place->index);
      g_array_set_size (calls, 1);
    }
}

/* The kernel's name in the program, where its instance is known. */
static const char *
find_entry (LoomProgram            *self,
            const LoomProgramPlace *place)
{
  for (guint i = 0; i < self->sources->len && place->kernel != NULL; i++)
    {
      const LoomProgramSource *source = self->sources->pdata[i];
      const LoomKernel *kernel = source->compiled != NULL
                                 ? loom_compiled_find_kernel (source->compiled, place->kernel)
                                 : NULL;

      if (kernel != NULL)
        return kernel->entry;
    }
  return "";
}

/* Says what GRIDLOOM_RECORD_ONLY is. */
static gboolean
find_place (LoomProgram             *self,
            const LoomProgramPlace  *place,
            GCancellable            *cancellable,
            GError                 **error)
{
  g_autoptr (GArray) calls = list_calls (self, cancellable, error);
  g_autoptr (GString) only = g_string_new (find_entry (self, place));

  if (calls == NULL)
    return FALSE;
  keep_those_at (self, place, calls, cancellable);
  for (guint i = 0; i < calls->len; i++)
    g_string_append_printf (only, " %" G_GINT64_MODIFIER "x", g_array_index (calls, guint64, i));
  g_free (self->only);
  self->only = g_string_free (g_steal_pointer (&only), FALSE);
  return calls->len > 0 ||
         loom_fail (error, LOOM_ERROR_UNSUPPORTED, _("No code of the program makes this launch."));
}

/* Why the recording has no launch. */
static gboolean
fail_launch (LoomProgram  *self,
             int           status,
             GError      **error)
{
  if (WIFEXITED (status) && WEXITSTATUS (status) == UNCONFINED)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("The Linux kernel here cannot confine a program: it has no Landlock."));
  if (WIFEXITED (status))
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("The program ended with status %d before it came to this launch."),
                      WEXITSTATUS (status));
  if (WTERMSIG (status) == SIGXCPU || WTERMSIG (status) == SIGKILL)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("The program did not come to this launch in time."));
  return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                    _("The program was ended by signal %1$d (%2$s) before it came to this "
                      "launch."), WTERMSIG (status), g_strsignal (WTERMSIG (status)));
}

/**
 * loom_program_record_place:
 * @self: with sources, words, folder and limits
 * @place: of a launch in a source
 * @client: what compiles device code, used by this thread alone
 * @cancellable: (nullable): ends the program
 * @error: return location; as for loom_program_record(), and %LOOM_ERROR_UNSUPPORTED where the
 *   program ends or its time does before that launch
 *
 * Builds a program and runs it until the first time that it makes a launch; what it prints is
 * nobody's, and its input is empty. It waits.
 *
 * Returns: (transfer full): a recording of that launch alone, or %NULL
 */
LoomRecording *
loom_program_record_place (LoomProgram             *self,
                           const LoomProgramPlace  *place,
                           LoomRunnerClient        *client,
                           GCancellable            *cancellable,
                           GError                 **error)
{
  g_autoptr (LoomRecording) recording = NULL;
  int status = 0;

  if (!_loom_program_build (self, client, NULL, cancellable, error) ||
      !find_place (self, place, cancellable, error))
    return NULL;

  recording = _loom_program_run (self, client, NULL, cancellable, &status, error);
  if (recording == NULL ||
      (recording->launches->len == 0 && !fail_launch (self, status, error)))
    return NULL;
  return g_steal_pointer (&recording);
}
