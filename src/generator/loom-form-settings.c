/* loom-form-settings.c: what a source was written from, kept in the settings of its document
 *
 * A part is one line, however many it has: what a line of settings can't hold is written with a
 * backslash, as GKeyFile does, and so is what would end or begin a comment.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-form-settings.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define FORM_KEY "form"
#define SUM_DIGITS 16           /* of SHA-256: enough to see a change, short enough for a line */

static const struct
{
  char meant, written;
} escapes[] = {
  { '\\', '\\' }, { '\n', 'n' }, { '\r', 'r' }, { '\t', 't' }, { '\v', 'v' }, { '\f', 'f' },
  { ' ', 's' },
};

/* What stands behind a backslash for a character; 0: it stands for itself. Settings take away the
 * spaces around a value, and leave those within it. */
static char
find_escape (char     meant,
             gboolean is_outside)
{
  if (meant == ' ' && !is_outside)
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (escapes); i++)
    if (escapes[i].meant == meant)
      return escapes[i].written;
  return 0;
}

/* The value that stands for a part of a definition in settings. */
static char *
escape_part (const char *text)
{
  GString *value = g_string_new (NULL);

  for (const char *c = text; *c != '\0'; c++)
    {
      const char before = c > text ? c[-1] : '\0';
      const char escape = find_escape (*c, c == text || c[1] == '\0');

      if (escape != 0 || (*c == '/' && before == '*') || (*c == '*' && before == '/'))
        g_string_append_c (value, '\\');
      g_string_append_c (value, escape != 0 ? escape : *c);
    }
  return g_string_free (value, FALSE);
}

static char *
dup_unescaped (const char *value)
{
  GString *text = g_string_new (NULL);

  for (const char *c = value; *c != '\0'; c++)
    {
      char meant;

      if (*c != '\\' || c[1] == '\0')
        {
          g_string_append_c (text, *c);
          continue;
        }
      meant = *++c;
      for (guint i = 0; i < G_N_ELEMENTS (escapes); i++)
        if (escapes[i].written == *c)
          meant = escapes[i].meant;
      g_string_append_c (text, meant);
    }
  return g_string_free (text, FALSE);
}

/* Parts that are as the form has them by itself say nothing, but for what can be changed. */
static gboolean
is_kept (const LoomDefinition *definition,
         LoomPart              part)
{
  const char *text = loom_definition_get_part (definition, part);
  const char *const *choices = loom_part_get_choices (part);

  return loom_form_has_part (definition->form, part) && *text != '\0' &&
         (part == LOOM_PART_MAPPING || choices == NULL || strcmp (text, choices[0]) != 0);
}

static void
append_parts (const LoomDefinition *definition,
              GString              *lines)
{
  g_string_append_printf (lines, FORM_KEY "=%s\n", loom_form_get_name (definition->form));
  for (guint part = 0; part < LOOM_N_PARTS; part++)
    if (is_kept (definition, part))
      {
        g_autofree char *value
            = escape_part (loom_definition_get_part (definition, part));

        g_string_append_printf (lines, "%s=%s\n", loom_part_get_key (part), value);
      }
}

/**
 * loom_form_settings_sum:
 * @definition: what a source was written from
 * @document: that source
 *
 * Returns: (transfer full): a sum over both, by which a change of either is seen. Comparing the
 *   source with what would be written now can't tell: its comments are in the language of who made
 *   it, and a later Gridloom may write another.
 */
char *
loom_form_settings_sum (const LoomDefinition *definition,
                        LoomDocument         *document)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autofree char *sum = NULL;

  g_return_val_if_fail (definition != NULL && document != NULL, NULL);

  append_parts (definition, lines);
  g_string_append (lines, loom_document_get_source_hash (document));
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, lines->str, (gssize) lines->len);
  return g_strndup (sum, SUM_DIGITS);
}

/**
 * loom_form_settings_format:
 * @definition: what a source was written from
 * @document: that source
 *
 * Returns: (transfer full): the group of settings that says so
 */
char *
loom_form_settings_format (const LoomDefinition *definition,
                           LoomDocument         *document)
{
  g_autofree char *sum = loom_form_settings_sum (definition, document);
  GString *group = g_string_new ("[" LOOM_GROUP_FORM "]\n");

  append_parts (definition, group);
  g_string_append_printf (group, LOOM_FORM_SUM "=%s\n", sum);
  return g_string_free (group, FALSE);
}

/**
 * loom_form_settings_read:
 * @document: a document
 * @definition: (out): where to put what its source was written from; clear it with
 *   loom_definition_clear()
 * @error: return location; %LOOM_ERROR_DOCUMENT says why nothing does
 *
 * Reads the group of settings that says what a source was written from.
 */
gboolean
loom_form_settings_read (LoomDocument    *document,
                         LoomDefinition  *definition,
                         GError         **error)
{
  g_auto (LoomDefinition) found = { 0 };
  const char *form;

  g_return_val_if_fail (document != NULL && definition != NULL, FALSE);

  form = loom_document_get_value (document, LOOM_GROUP_FORM, FORM_KEY);
  if (form == NULL)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("no form wrote this document: its settings have no [form] that says "
                        "which"));
  if (!loom_form_from_name (form, &found.form))
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("“%s” is not a form; there are elementwise, reduction, stencil and raw"),
                      form);
  for (guint part = 0; part < LOOM_N_PARTS; part++)
    {
      const char *value
          = loom_document_get_value (document, LOOM_GROUP_FORM, loom_part_get_key (part));

      if (value != NULL)
        found.parts[part] = dup_unescaped (value);
    }
  *definition = found;
  memset (&found, 0, sizeof found);
  return TRUE;
}

/**
 * loom_form_settings_check:
 * @document: a document
 * @definition: what its settings say that its source was written from
 * @error: return location; %LOOM_ERROR_DOCUMENT says that it was changed since
 *
 * Returns: whether both are as they were written
 */
gboolean
loom_form_settings_check (LoomDocument          *document,
                          const LoomDefinition  *definition,
                          GError               **error)
{
  g_autofree char *sum = NULL;

  g_return_val_if_fail (document != NULL && definition != NULL, FALSE);

  sum = loom_form_settings_sum (definition, document);
  return g_strcmp0 (sum, loom_document_get_value (document, LOOM_GROUP_FORM, LOOM_FORM_SUM)) == 0 ||
         loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("source or [form] changed by hand: they are left as they are"));
}
