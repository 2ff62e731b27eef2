/* loom-cli-new.c: gridloom-cli new
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli.h"
#include "loom-cli-input.h"
#include "loom-folder.h"
#include "loom-generator.h"

#include <glib/gi18n-lib.h>

/* What the options say, as they are given. */
typedef struct
{
  char *parts[LOOM_N_PARTS];
  char *definition, *output;
} Options;

static void
options_clear (Options *self)
{
  for (guint i = 0; i < LOOM_N_PARTS; i++)
    g_free (self->parts[i]);
  g_free (self->definition);
  g_free (self->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* An option for each part of the forms. */
static GOptionEntry *
make_entries (Options *self)
{
  GOptionEntry *entries = g_new0 (GOptionEntry, LOOM_N_PARTS + 3);

  for (guint i = 0; i < LOOM_N_PARTS; i++)
    entries[i] = (GOptionEntry) { loom_part_get_key (i), 0, 0, G_OPTION_ARG_STRING,
                                  &self->parts[i], loom_part_get_help (i), "TEXT" };
  entries[LOOM_N_PARTS]
    = (GOptionEntry) { "definition", 0, 0, G_OPTION_ARG_FILENAME, &self->definition,
                       N_("Read the form and its parts from a file of “key=value” lines"), "FILE" };
  entries[LOOM_N_PARTS + 1]
    = (GOptionEntry) { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->output,
                       N_("Write the document into a file"), "FILE.cu" };
  return entries;
}

static gboolean
read_definition (const Options   *options,
                 LoomDefinition  *definition,
                 GError         **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) local_error = NULL;
  gsize length;

  if (options->definition == NULL)
    return TRUE;
  if (!loom_cli_check_file (options->definition, error))
    return FALSE;
  if (!g_file_get_contents (options->definition, &text, &length, &local_error))
    return loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);
  if (!g_utf8_validate (text, (gssize) length, NULL))
    return loom_fail (error, LOOM_ERROR_DOCUMENT, _("%s is no text in UTF-8"),
                      options->definition);
  if (loom_definition_parse (text, definition, error))
    return TRUE;
  g_prefix_error (error, "%s: ", options->definition);
  return FALSE;
}

/* Options that the form has no part for are an error rather than left alone. */
static gboolean
apply_options (const Options   *options,
               LoomDefinition  *definition,
               GError         **error)
{
  for (guint i = 0; i < LOOM_N_PARTS; i++)
    {
      if (definition->parts[i] != NULL && !loom_form_has_part (definition->form, i))
        return loom_fail (error, LOOM_ERROR_USAGE, _("%1$s: the form %2$s has no part %3$s"),
                          options->definition, loom_form_get_name (definition->form),
                          loom_part_get_key (i));
      if (options->parts[i] == NULL)
        continue;
      if (!loom_form_has_part (definition->form, i))
        return loom_fail (error, LOOM_ERROR_USAGE, _("the form %1$s has no part --%2$s"),
                          loom_form_get_name (definition->form), loom_part_get_key (i));
      loom_definition_set_part (definition, i, options->parts[i]);
    }
  return TRUE;
}

static gboolean
parse_options (int               argc,
               char            **argv,
               Options          *options,
               LoomDefinition   *definition,
               GError          **error)
{
  g_autofree GOptionEntry *entries = make_entries (options);

  if (!loom_cli_parse_options (&argc, &argv, entries, "elementwise|reduction|stencil|raw",
                               _("Writes a kernel from what it is to compute, as a document that "
                                 "runs and checks its own result."),
                               error))
    return FALSE;
  if (argc > 2 || (argc == 1 && options->definition == NULL))
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("say one form: elementwise, reduction, stencil or raw"));
  if (!read_definition (options, definition, error))
    return FALSE;
  if (argc == 2 && !loom_form_from_name (argv[1], &definition->form))
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("“%s” is not a form; there are elementwise, reduction, stencil and raw"),
                      argv[1]);
  return apply_options (options, definition, error);
}

/* Says which part is wrong, where, and shows the place. */
static void
complain_of (const LoomDefinition *definition,
             const LoomPartPlace  *place,
             const GError         *error)
{
  const char *text = loom_definition_get_part (definition, place->part);
  const char *start = text + MIN (place->start, strlen (text));
  const char *line = start;
  guint number = 1;

  while (line > text && line[-1] != '\n')
    line--;
  for (const char *c = text; c < line; c++)
    number += *c == '\n';
  loom_cli_complain (_("--%1$s, line %2$u, column %3$u: %4$s"), loom_part_get_key (place->part),
                     number, (guint) g_utf8_strlen (line, start - line) + 1, error->message);
}

/* Writes a kernel from a form. */
LoomExit
loom_cli_new (int    argc,
              char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_auto (Options) options = { { NULL, }, };
  g_auto (LoomDefinition) definition = { 0, };
  g_autofree char *document = NULL;
  LoomPartPlace place = { 0, };

  if (!parse_options (argc, argv, &options, &definition, &error))
    return loom_cli_fail (error);

  document = loom_generator_write (&definition, warnings, &place, &error);
  if (document == NULL)
    {
      complain_of (&definition, &place, error);
      return loom_cli_exit_of (error);
    }
  for (guint i = 0; i < warnings->len; i++)
    loom_cli_complain (_("warning: %s"), (const char *) warnings->pdata[i]);
  if (options.output != NULL ? loom_folder_check_parent (options.output, &error) &&
                               g_file_set_contents (options.output, document, -1, &error)
                             : loom_cli_print (document, -1, &error))
    return LOOM_EXIT_DONE;

  return loom_cli_fail (error);
}
