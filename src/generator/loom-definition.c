/* loom-definition.c: what a person says of a new kernel, part by part
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-definition.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define E (1 << LOOM_FORM_ELEMENTWISE)
#define R (1 << LOOM_FORM_REDUCTION)
#define S (1 << LOOM_FORM_STENCIL)
#define W (1 << LOOM_FORM_RAW)

static const char *const forms[] = {
  [LOOM_FORM_ELEMENTWISE] = "elementwise",
  [LOOM_FORM_REDUCTION] = "reduction",
  [LOOM_FORM_STENCIL] = "stencil",
  [LOOM_FORM_RAW] = "raw",
};

static const char *const overs[] = { "all", "rows", "columns", NULL };
static const char *const mappings[] = { "cell", "grid-stride", "row", NULL };
static const char *const fits[] = { "none", "trim", "warp", NULL };
static const char *const ranks[] = { "1", "2", "3", NULL };

/* What a person reads of these, in their order. */
static const char *const titles[][3] = {
  { N_("The whole array"), N_("Each row"), N_("Each column") },
  { N_("One thread per cell"), N_("Grid-stride loop"), N_("One block per row") },
  { N_("As it is"), N_("Trimmed to the range"), N_("Whole warps") },
  { N_("1-D"), N_("2-D"), N_("3-D") },
};
static const char *const *const titled[] = { overs, mappings, fits, ranks };
G_STATIC_ASSERT (G_N_ELEMENTS (titles) == G_N_ELEMENTS (titled));

/* Everything that there is to know of a part. */
static const struct
{
  const char          *key, *label, *help;
  guint                forms;
  const char * const  *choices;
  gboolean             has_lines;
} parts[] = {
#define LOOM_FORM_PART(id, key, label, help, forms, choices, has_lines) \
  [LOOM_PART_##id] = { key, label, help, forms, choices, has_lines },
#include "loom-form-parts.def"
};

/**
 * loom_form_get_name:
 *
 * Returns: the word for a form: `elementwise`, …
 */
const char *
loom_form_get_name (LoomForm form)
{
  g_return_val_if_fail ((guint) form < LOOM_N_FORMS, NULL);

  return forms[form];
}

/**
 * loom_form_from_name:
 * @name: a word
 * @form: (out): where to put the form
 *
 * Returns: whether it is one
 */
gboolean
loom_form_from_name (const char *name,
                     LoomForm   *form)
{
  g_return_val_if_fail (name != NULL && form != NULL, FALSE);

  for (guint i = 0; i < LOOM_N_FORMS; i++)
    if (strcmp (forms[i], name) == 0)
      {
        *form = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * loom_form_has_part:
 *
 * Returns: whether a form asks for a part
 */
gboolean
loom_form_has_part (LoomForm form,
                    LoomPart part)
{
  g_return_val_if_fail ((guint) form < LOOM_N_FORMS && (guint) part < LOOM_N_PARTS, FALSE);

  return (parts[part].forms & 1u << form) != 0;
}

/**
 * loom_part_get_key:
 *
 * Returns: the word for a part in the text of definitions: `inputs`, …
 */
const char *
loom_part_get_key (LoomPart part)
{
  g_return_val_if_fail ((guint) part < LOOM_N_PARTS, NULL);

  return parts[part].key;
}

/**
 * loom_part_get_label:
 *
 * Returns: what a part is called in the user's language
 */
const char *
loom_part_get_label (LoomPart part)
{
  g_return_val_if_fail ((guint) part < LOOM_N_PARTS, NULL);

  return _(parts[part].label);
}

/**
 * loom_part_get_help:
 *
 * Returns: what a part is, with an example, in the user's language
 */
const char *
loom_part_get_help (LoomPart part)
{
  g_return_val_if_fail ((guint) part < LOOM_N_PARTS, NULL);

  return _(parts[part].help);
}

/**
 * loom_part_get_choices:
 *
 * Returns: (nullable) (array zero-terminated=1): the words that a part may be, the default first;
 *   %NULL if it is free text
 */
const char * const *
loom_part_get_choices (LoomPart part)
{
  g_return_val_if_fail ((guint) part < LOOM_N_PARTS, NULL);

  return parts[part].choices;
}

/**
 * loom_part_get_choice_title:
 * @index: of one of loom_part_get_choices()
 *
 * Returns: (transfer none): what a person reads of it
 */
const char *
loom_part_get_choice_title (LoomPart part,
                            guint    index)
{
  const char *const *choices = loom_part_get_choices (part);

  for (guint i = 0; choices != NULL && i < G_N_ELEMENTS (titled); i++)
    if (choices == titled[i] && index < G_N_ELEMENTS (titles[i]))
      return _(titles[i][index]);
  return NULL;
}

/**
 * loom_part_has_lines:
 *
 * Returns: whether a part is code of any number of lines
 */
gboolean
loom_part_has_lines (LoomPart part)
{
  g_return_val_if_fail ((guint) part < LOOM_N_PARTS, FALSE);

  return parts[part].has_lines;
}

void
loom_definition_clear (LoomDefinition *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < LOOM_N_PARTS; i++)
    g_clear_pointer (&self->parts[i], g_free);
}

/**
 * loom_definition_copy:
 * @copy: (out): where to put a copy; clear it with loom_definition_clear()
 */
void
loom_definition_copy (const LoomDefinition *self,
                      LoomDefinition       *copy)
{
  g_return_if_fail (self != NULL && copy != NULL);

  copy->form = self->form;
  for (guint i = 0; i < LOOM_N_PARTS; i++)
    copy->parts[i] = g_strdup (self->parts[i]);
}

/**
 * loom_definition_set_part:
 * @text: (nullable): as typed; %NULL or empty: the default
 */
void
loom_definition_set_part (LoomDefinition *self,
                          LoomPart        part,
                          const char     *text)
{
  char *old;

  g_return_if_fail (self != NULL && (guint) part < LOOM_N_PARTS);

  old = self->parts[part];
  self->parts[part] = g_strdup (text);
  g_free (old);
}

/**
 * loom_definition_get_part:
 *
 * Returns: a part as typed, the first of its choices where nothing is, or an empty text
 */
const char *
loom_definition_get_part (const LoomDefinition *self,
                          LoomPart              part)
{
  g_return_val_if_fail (self != NULL && (guint) part < LOOM_N_PARTS, "");

  if (self->parts[part] != NULL && self->parts[part][strspn (self->parts[part], " \t\r\n")] != '\0')
    return self->parts[part];
  return parts[part].choices != NULL ? parts[part].choices[0] : "";
}

static gboolean
find_part (const char *key,
           LoomPart   *part)
{
  for (guint i = 0; i < LOOM_N_PARTS; i++)
    if (strcmp (parts[i].key, key) == 0)
      {
        *part = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
refuse_part (guint         number,
             const char   *key,
             GError      **error)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  g_autofree char *known = NULL;

  for (guint i = 0; i < LOOM_N_PARTS; i++)
    g_ptr_array_add (keys, (gpointer) parts[i].key);
  g_ptr_array_add (keys, NULL);
  known = g_strjoinv (", ", (char **) keys->pdata);

  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("line %1$u of the definition: no form has a part “%2$s”; there are %3$s"),
                    number, key, known);
}

/* `key=value`. */
static gboolean
parse_line (LoomDefinition  *self,
            const char      *line,
            guint            number,
            int             *part,
            GError         **error)
{
  const char *equals = strchr (line, '=');
  g_autofree char *key = equals != NULL ? g_strstrip (g_strndup (line, equals - line)) : NULL;
  LoomPart found;

  if (key == NULL)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("line %u of the definition is no “key=value”, and none that goes on with "
                        "spaces"), number);
  if (strcmp (key, "form") == 0)
    {
      *part = -1;
      return loom_form_from_name (equals + 1, &self->form) ||
             loom_fail (error, LOOM_ERROR_DOCUMENT,
                        _("“%s” is not a form; there are elementwise, reduction, stencil and raw"),
                        equals + 1);
    }
  if (!find_part (key, &found))
    return refuse_part (number, key, error);
  if (self->parts[found] != NULL)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("line %1$u of the definition: %2$s is there twice"), number, key);

  *part = found;
  self->parts[found] = g_strdup (equals + 1);
  return TRUE;
}

/* A line that begins with a space goes on with the part before it. */
static gboolean
parse_lines (LoomDefinition  *self,
             char           **lines,
             GError         **error)
{
  int part = -1;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_strchomp (lines[i]);
      if (*lines[i] == '\0' || *lines[i] == '#')
        continue;
      if (part >= 0 && g_ascii_isspace (*lines[i]))
        {
          g_autofree char *before = g_steal_pointer (&self->parts[part]);

          self->parts[part] = g_strconcat (before, "\n", lines[i] + 1, NULL);
        }
      else if (!parse_line (self, lines[i], i + 1, &part, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * loom_definition_parse:
 * @text: a definition: `form=WORD` and `key=value` lines; one that begins with a space goes on with
 *   the value before it; one that begins with # says nothing
 * @definition: (out): where to put it; clear it with loom_definition_clear()
 * @error: return location; %LOOM_ERROR_DOCUMENT names the line
 */
gboolean
loom_definition_parse (const char      *text,
                       LoomDefinition  *definition,
                       GError         **error)
{
  g_auto (LoomDefinition) parsed = { 0 };
  g_auto (GStrv) lines = NULL;

  g_return_val_if_fail (text != NULL && definition != NULL, FALSE);

  lines = g_strsplit (text, "\n", -1);
  if (!parse_lines (&parsed, lines, error))
    return FALSE;

  *definition = parsed;
  memset (&parsed, 0, sizeof parsed);
  return TRUE;
}
