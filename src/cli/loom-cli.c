/* loom-cli.c: what the verbs of gridloom-cli share: options, numbers, messages, exit statuses
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli.h"

#include <glib/gi18n-lib.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/**
 * loom_cli_exit_of:
 * @error: (nullable): what went wrong
 *
 * The exit status that says so to a script.
 *
 * Returns: `LOOM_EXIT_DONE` without an error
 */
LoomExit
loom_cli_exit_of (const GError *error)
{
  if (error == NULL)
    return LOOM_EXIT_DONE;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return LOOM_EXIT_INTERRUPTED;

  if (error->domain != LOOM_ERROR)
    return LOOM_EXIT_FAILED;

  switch ((LoomError) error->code)
    {
    case LOOM_ERROR_USAGE:
    case LOOM_ERROR_DOCUMENT:
    case LOOM_ERROR_FILE:
    case LOOM_ERROR_TEMPLATE:
      return LOOM_EXIT_USAGE;

    case LOOM_ERROR_BACKEND:
      return LOOM_EXIT_UNAVAILABLE;

    default:
      return LOOM_EXIT_FAILED;
    }
}

/**
 * loom_cli_complain:
 * @format: a sentence for people, without the final newline
 * @...: its arguments
 *
 * Says something on the error stream, after the program's name.
 */
void
loom_cli_complain (const char *format,
                   ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);

  g_printerr ("gridloom-cli: %s\n", text);
}

/**
 * loom_cli_fail:
 * @error: what went wrong
 *
 * Ends a verb that could not be done: says why.
 *
 * Returns: the exit status
 */
LoomExit
loom_cli_fail (const GError *error)
{
  loom_cli_complain ("%s", error->message);
  return loom_cli_exit_of (error);
}

/**
 * loom_cli_parse_options:
 * @argc: (inout): number of arguments
 * @argv: (inout): arguments; what is no option is left
 * @entries: the options
 * @parameters: what stands after the verb in the help, "FILE.cu"
 * @summary: one sentence for the help
 *
 * Takes the options out of a verb's arguments. `--help` prints the help and ends the program.
 *
 * Returns: %FALSE with `LOOM_ERROR_USAGE` for an option that there is not
 */
gboolean
loom_cli_parse_options (int                 *argc,
                        char              ***argv,
                        const GOptionEntry  *entries,
                        const char          *parameters,
                        const char          *summary,
                        GError             **error)
{
  g_autofree char *name = g_strdup_printf ("gridloom-cli %s", (*argv)[0]);
  g_autoptr (GOptionContext) context = g_option_context_new (parameters);
  g_autoptr (GError) local_error = NULL;

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, summary);
  g_set_prgname (name);         /* the help names the verb */

  if (g_option_context_parse (context, argc, argv, &local_error))
    return TRUE;

  return loom_fail (error, LOOM_ERROR_USAGE, "%s", local_error->message);
}

/**
 * loom_cli_get_file:
 * @argc: number of arguments that are no options, the verb among them
 * @argv: the verb, then what is left
 *
 * Takes the one file that a verb works on.
 *
 * Returns: (nullable): its path, or %NULL with `LOOM_ERROR_USAGE` if there is none or more than one
 */
const char *
loom_cli_get_file (int      argc,
                   char   **argv,
                   GError **error)
{
  if (argc == 2)
    return argv[1];

  if (argc < 2)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_USAGE, _("%s: say which file"), argv[0]);
  else
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_USAGE,
                 _("%1$s: one file at a time; “%2$s” is one too many"), argv[0], argv[2]);

  return NULL;
}

/**
 * loom_cli_parse_numbers:
 * @rows: (array length=n): options
 * @n: how many
 *
 * Reads those that were given: whole numbers and nothing else, no sign, no blanks, no unit. The
 * numbers of the others stay.
 *
 * Returns: %FALSE with `LOOM_ERROR_USAGE` naming the option, the text and the limits
 */
gboolean
loom_cli_parse_numbers (const LoomCliNumber  *rows,
                        guint                 n,
                        GError              **error)
{
  for (const LoomCliNumber *row = rows; row < rows + n; row++)
    {
      guint64 number;

      if (row->text == NULL)
        continue;
      if (!g_ascii_string_to_unsigned (row->text, 10, row->least, row->most, &number, NULL))
        return loom_fail (error, LOOM_ERROR_USAGE,
                          _("%1$s is “%2$s”, but must be a whole number from %3$" PRIu64
                            " to %4$" PRIu64), row->option, row->text, row->least, row->most);
      if (row->narrow != NULL)
        *row->narrow = (guint) number;
      else
        *row->wide = number;
    }
  return TRUE;
}

/**
 * loom_cli_print:
 * @text: data
 * @length: bytes, or -1 up to the first NUL
 *
 * Writes data to the standard output, whole.
 *
 * Returns: %FALSE with `LOOM_ERROR_FILE` if the output is full or closed
 */
gboolean
loom_cli_print (const char  *text,
                gssize       length,
                GError     **error)
{
  gsize size = length < 0 ? strlen (text) : (gsize) length;

  if (fwrite (text, 1, size, stdout) == size && fflush (stdout) == 0)
    return TRUE;

  return loom_fail (error, LOOM_ERROR_FILE, _("The output could not be written: %s"),
                    g_strerror (errno));
}
