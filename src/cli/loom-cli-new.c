/* loom-cli-new.c: gridloom-cli new
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli.h"
#include "loom-cli-input.h"
#include "loom-folder.h"
#include "loom-generator.h"
#include "loom-mapping.h"

#include <glib/gi18n-lib.h>

/* What the options say, as they are given. */
typedef struct
{
  char *parts[LOOM_N_PARTS];
  char *definition, *document, *output;
} Options;

static void
options_clear (Options *self)
{
  for (guint i = 0; i < LOOM_N_PARTS; i++)
    g_free (self->parts[i]);
  g_free (self->definition);
  g_free (self->document);
  g_free (self->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* An option for each part of the forms. */
static GOptionEntry *
make_entries (Options *self)
{
  GOptionEntry *entries = g_new0 (GOptionEntry, LOOM_N_PARTS + 4);

  for (guint i = 0; i < LOOM_N_PARTS; i++)
    entries[i] = (GOptionEntry) { loom_part_get_key (i), 0, 0, G_OPTION_ARG_STRING,
                                  &self->parts[i], loom_part_get_help (i), "TEXT" };
  entries[LOOM_N_PARTS]
    = (GOptionEntry) { "definition", 0, 0, G_OPTION_ARG_FILENAME, &self->definition,
                       N_("Read the form and its parts from a file of “key=value” lines"), "FILE" };
  entries[LOOM_N_PARTS + 1]
    = (GOptionEntry) { "document", 0, 0, G_OPTION_ARG_FILENAME, &self->document,
                       N_("Write a document that a form wrote anew, with another --mapping; its "
                          "settings stay"), "FILE.cu" };
  entries[LOOM_N_PARTS + 2]
    = (GOptionEntry) { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->output,
                       N_("Write the document into a file"), "FILE.cu" };
  return entries;
}

static char *
read_text (const char  *path,
           GError     **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) local_error = NULL;
  gsize length;

  if (!loom_cli_check_file (path, error))
    return NULL;
  if (!g_file_get_contents (path, &text, &length, &local_error))
    loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);
  else if (!g_utf8_validate (text, (gssize) length, NULL))
    loom_fail (error, LOOM_ERROR_DOCUMENT, _("%s is not text in UTF-8"), path);
  else
    return g_steal_pointer (&text);
  return NULL;
}

static gboolean
read_definition (const Options   *options,
                 LoomDefinition  *definition,
                 GError         **error)
{
  g_autofree char *text = NULL;

  if (options->definition == NULL)
    return TRUE;
  text = read_text (options->definition, error);
  if (text == NULL)
    return FALSE;
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
parse_options (int        argc,
               char     **argv,
               Options   *options,
               char     **form,
               GError   **error)
{
  g_autofree GOptionEntry *entries = make_entries (options);

  if (!loom_cli_parse_options (&argc, &argv, entries, "elementwise|reduction|stencil|raw",
                               _("Writes a kernel from what it is to compute, as a document that "
                                 "runs and checks its own result."),
                               error))
    return FALSE;
  if (argc > 2 || (argc == 1 && options->definition == NULL && options->document == NULL))
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("say one form: elementwise, reduction, stencil or raw"));
  *form = argc == 2 ? g_strdup (argv[1]) : NULL;
  return TRUE;
}

static gboolean
define (const Options   *options,
        const char      *form,
        LoomDefinition  *definition,
        GError         **error)
{
  if (!read_definition (options, definition, error))
    return FALSE;
  if (form != NULL && !loom_form_from_name (form, &definition->form))
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("“%s” is not a form; there are elementwise, reduction, stencil and raw"),
                      form);
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

/* What a form and its parts come to. */
static LoomExit
write_form (const Options   *options,
            const char      *form,
            char           **document)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_auto (LoomDefinition) definition = { 0, };
  LoomPartPlace place = { 0, };

  if (!define (options, form, &definition, &error))
    return loom_cli_fail (error);

  *document = loom_generator_write (&definition, warnings, &place, &error);
  if (*document == NULL)
    {
      complain_of (&definition, &place, error);
      return loom_cli_exit_of (error);
    }
  for (guint i = 0; i < warnings->len; i++)
    loom_cli_complain (_("warning: %s"), (const char *) warnings->pdata[i]);
  return LOOM_EXIT_DONE;
}

/* A document with another mapping, and nothing else that is new. */
static gboolean
check_mapping (const Options  *options,
               const char     *form,
               GError        **error)
{
  if (form != NULL || options->definition != NULL)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("--document says itself which form it was written from; leave out %s"),
                      form != NULL ? form : "--definition");
  for (guint i = 0; i < LOOM_N_PARTS; i++)
    if (i != LOOM_PART_MAPPING && options->parts[i] != NULL)
      return loom_fail (error, LOOM_ERROR_USAGE,
                        _("of a document only the --mapping can be changed, and --%s can't"),
                        loom_part_get_key (i));
  return options->parts[LOOM_PART_MAPPING] != NULL ||
         loom_fail (error, LOOM_ERROR_USAGE,
                    _("say how to map %s to threads, by --mapping"), options->document);
}

static LoomExit
map_document (const Options  *options,
              const char     *form,
              char          **document)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autoptr (LoomDocument) old = NULL;

  if (!check_mapping (options, form, &error) ||
      (text = read_text (options->document, &error)) == NULL)
    return loom_cli_fail (error);

  old = loom_document_parse (text, -1);
  *document = loom_mapping_change (old, options->parts[LOOM_PART_MAPPING], &error);
  if (*document != NULL)
    return LOOM_EXIT_DONE;
  g_prefix_error (&error, "%s: ", options->document);
  return loom_cli_fail (error);
}

/* Writes a kernel from a form. */
LoomExit
loom_cli_new (int    argc,
              char **argv)
{
  g_autoptr (GError) error = NULL;
  g_auto (Options) options = { { NULL, }, };
  g_autofree char *form = NULL, *document = NULL;
  LoomExit status;

  if (!parse_options (argc, argv, &options, &form, &error))
    return loom_cli_fail (error);

  status = options.document != NULL ? map_document (&options, form, &document)
                                    : write_form (&options, form, &document);
  if (status != LOOM_EXIT_DONE)
    return status;
  if (options.output != NULL ? loom_folder_check_parent (options.output, &error) &&
                               g_file_set_contents (options.output, document, -1, &error)
                             : loom_cli_print (document, -1, &error))
    return LOOM_EXIT_DONE;

  return loom_cli_fail (error);
}
