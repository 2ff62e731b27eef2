/* loom-mapping.c: a document that a form wrote, with its cells mapped to threads in another way
 *
 * The source is written anew, block and grid become those of the mapping, and each other setting
 * stays. What a person has changed of the launch since goes into the form where that has a part for
 * it: shapes, and the block.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-mapping.h"

#include "loom-dim3.h"
#include "loom-document.h"
#include "loom-error.h"
#include "loom-form-settings.h"
#include "loom-generator.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The keys of the launch that hang on the mapping, in their order. */
static const char *const launch_keys[] = { "block", "grid", "range", "manual-grid" };

/**
 * loom_mapping_list:
 *
 * Returns: (transfer none) (array zero-terminated=1): the words for the mappings that there are
 */
const char *const *
loom_mapping_list (void)
{
  return loom_part_get_choices (LOOM_PART_MAPPING);
}

/**
 * loom_mapping_has:
 *
 * Returns: whether a document says what its source was written from
 */
gboolean
loom_mapping_has (LoomDocument *document)
{
  g_return_val_if_fail (document != NULL, FALSE);

  return loom_document_get_group_line (document, LOOM_GROUP_FORM) > 0;
}

/* What a document was written from, if nobody changed it since and it has a mapping. */
static gboolean
read_form (LoomDocument    *document,
           LoomDefinition  *definition,
           GError         **error)
{
  if (!loom_form_settings_read (document, definition, error))
    return FALSE;
  if (!loom_form_has_part (definition->form, LOOM_PART_MAPPING))
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("the form %s has no mapping to choose"),
                      loom_form_get_name (definition->form));
  return loom_form_settings_check (document, definition, error);
}

/**
 * loom_mapping_find:
 * @document: a document
 * @error: return location; %LOOM_ERROR_DOCUMENT says why it can't be mapped in another way
 *
 * Returns: (transfer none) (nullable): one of loom_mapping_list(); %NULL: there is none to choose
 */
const char *
loom_mapping_find (LoomDocument  *document,
                   GError       **error)
{
  g_auto (LoomDefinition) definition = { 0 };
  const char *const *mappings = loom_mapping_list ();
  const char *word;

  g_return_val_if_fail (document != NULL, NULL);

  if (!read_form (document, &definition, error))
    return NULL;
  word = loom_definition_get_part (&definition, LOOM_PART_MAPPING);
  for (guint i = 0; mappings[i] != NULL; i++)
    if (strcmp (mappings[i], word) == 0)
      return mappings[i];
  loom_fail (error, LOOM_ERROR_DOCUMENT, _("“%s” is not a mapping"), word);
  return NULL;
}

static LoomDocument *
write_form (const LoomDefinition  *definition,
            GError               **error)
{
  LoomPartPlace place = { 0 };
  g_autofree char *text = loom_generator_write (definition, NULL, &place, error);

  if (text != NULL)
    return loom_document_parse (text, -1);
  g_prefix_error (error, "[" LOOM_GROUP_FORM "] %s: ", loom_part_get_key (place.part));
  return NULL;
}

/* Where a setting of the launch, or of an argument, stands or belongs. */
static char *
dup_group (LoomDocument         *document,
           const LoomDefinition *definition,
           const char           *argument,
           const char           *key)
{
  const char *name = loom_definition_get_part (definition, LOOM_PART_NAME);

  return loom_document_dup_group (document, *name != '\0' ? name
                                                          : loom_form_get_name (definition->form),
                                  argument, key);
}

static const char *
get_setting (LoomDocument         *document,
             const LoomDefinition *definition,
             const char           *argument,
             const char           *key)
{
  g_autofree char *group = dup_group (document, definition, argument, key);

  return loom_document_get_value (document, group, key);
}

/* Whether somebody gave a setting another value than the form did, and that is there. */
static gboolean
is_changed (LoomDocument         *document,
            LoomDocument         *made,
            const LoomDefinition *definition,
            const char           *argument,
            const char           *key)
{
  const char *now = get_setting (document, definition, argument, key);

  return now != NULL && g_strcmp0 (now, get_setting (made, definition, argument, key)) != 0;
}

/* `64,64; x=64,1`: what is said of all arrays, and of those that the form gave a shape. */
static void
adopt_shapes (LoomDocument   *document,
              LoomDocument   *made,
              LoomDefinition *definition)
{
  g_auto (GStrv) groups = loom_document_list_groups (made);
  gboolean is_other = is_changed (document, made, definition, NULL, "shape");
  const char *shape = get_setting (is_other ? document : made, definition, NULL, "shape");
  g_autoptr (GString) shapes = g_string_new (shape);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      const char *name = g_str_has_prefix (groups[i], "arg ") ? groups[i] + strlen ("arg ") : NULL;
      gboolean is_other_here;

      if (name == NULL || get_setting (made, definition, name, "shape") == NULL)
        continue;
      is_other_here = is_changed (document, made, definition, name, "shape");
      g_string_append_printf (shapes, "; %s=%s", name,
                              get_setting (is_other_here ? document : made, definition, name,
                                           "shape"));
      is_other |= is_other_here;
    }
  if (is_other)
    loom_definition_set_part (definition, LOOM_PART_SHAPE, shapes->str);
}

/* A block that somebody chose stays as far as the mapping lets it, and is not fitted any more. */
static void
adopt_block (LoomDocument   *document,
             LoomDocument   *made,
             LoomDefinition *definition)
{
  const char *block = get_setting (document, definition, NULL, "block");
  LoomDim3 extent;

  if (!is_changed (document, made, definition, NULL, "block") ||
      !loom_dim3_parse (block, &extent, NULL, NULL))
    return;
  loom_definition_set_part (definition, LOOM_PART_BLOCK, block);
  loom_definition_set_part (definition, LOOM_PART_FIT, NULL);
}

/* Takes the place of the document. */
static gboolean
set_value (LoomDocument **document,
           const char    *group,
           const char    *key,
           const char    *value,
           const char    *behind,
           GError       **error)
{
  LoomTextEdit edit = { 0 };
  g_autofree char *text = NULL;

  if (g_strcmp0 (loom_document_get_value (*document, group, key), value) == 0)
    return TRUE;
  if (!loom_document_edit_behind (*document, group, key, value, behind, &edit, error))
    return FALSE;

  text = loom_document_apply_edit (*document, &edit);
  loom_text_edit_clear (&edit);
  loom_document_unref (*document);
  *document = loom_document_parse (text, -1);
  return TRUE;
}

/* The empty lines between source and settings stay. */
static LoomDocument *
replace_source (LoomDocument *document,
                LoomDocument *written)
{
  LoomTextEdit edit = { 0 };
  gsize length;
  const char *source = loom_document_get_source (document, &edit.length);
  const char *new_source = loom_document_get_source (written, &length);
  g_autofree char *text = NULL;

  while (edit.length > 0 && g_ascii_isspace (source[edit.length - 1]))
    edit.length--;
  while (length > 0 && g_ascii_isspace (new_source[length - 1]))
    length--;
  edit.text = g_strndup (new_source, length);
  text = loom_document_apply_edit (document, &edit);
  loom_text_edit_clear (&edit);
  return loom_document_parse (text, -1);
}

static gboolean
set_launch (LoomDocument         **document,
            LoomDocument          *written,
            const LoomDefinition  *definition,
            GError               **error)
{
  const char *behind = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (launch_keys); i++)
    {
      const char *key = launch_keys[i];
      const char *value = loom_document_get_value (written, "launch", key);
      g_autofree char *group = dup_group (*document, definition, NULL, key);

      if (!set_value (document, group, key, value, behind, error))
        return FALSE;
      if (value != NULL)
        behind = key;
    }
  return TRUE;
}

/* A key that no form has is none of ours. */
static gboolean
set_form (LoomDocument **document,
          LoomDocument  *written,
          GError       **error)
{
  g_auto (GStrv) keys = loom_document_list_keys (written, LOOM_GROUP_FORM);
  const char *behind = NULL;

  for (guint part = 0; part < LOOM_N_PARTS; part++)
    {
      const char *key = loom_part_get_key (part);

      if (!g_strv_contains ((const char *const *) keys, key) &&
          !set_value (document, LOOM_GROUP_FORM, key, NULL, NULL, error))
        return FALSE;
    }
  for (guint i = 0; keys[i] != NULL; behind = keys[i++])
    if (!set_value (document, LOOM_GROUP_FORM, keys[i],
                    loom_document_get_value (written, LOOM_GROUP_FORM, keys[i]), behind, error))
      return FALSE;
  return TRUE;
}

/**
 * loom_mapping_change:
 * @document: a document that a form wrote
 * @mapping: one of loom_mapping_list()
 * @error: return location; %LOOM_ERROR_DOCUMENT says why it can't be mapped so
 *
 * Writes the source of a document anew, with its cells mapped to threads in another way, and the
 * block and the grid that go with it. Nothing is changed that somebody wrote: a document whose
 * source is another than the form wrote is an error, and all other settings stay as they are.
 *
 * Returns: (transfer full) (nullable): the whole text
 */
char *
loom_mapping_change (LoomDocument  *document,
                     const char    *mapping,
                     GError       **error)
{
  g_auto (LoomDefinition) definition = { 0 };
  g_autoptr (LoomDocument) made = NULL, written = NULL, changed = NULL;
  const LoomTextEdit nothing = { 0, 0, (char *) "" };

  g_return_val_if_fail (document != NULL && mapping != NULL, NULL);

  if (!read_form (document, &definition, error) ||
      (made = write_form (&definition, error)) == NULL)
    return NULL;
  adopt_shapes (document, made, &definition);
  adopt_block (document, made, &definition);
  loom_definition_set_part (&definition, LOOM_PART_MAPPING, mapping);
  written = write_form (&definition, error);
  if (written == NULL)
    return NULL;

  changed = replace_source (document, written);
  if (!set_launch (&changed, written, &definition, error) ||
      !set_form (&changed, written, error))
    return NULL;
  return loom_document_apply_edit (changed, &nothing);
}

/* -- References hang on what the inputs hold -- */

/* `s=2.5; x=random(1)`, with another value for one name. */
static void
adopt_value (LoomDefinition *definition,
             const char     *name,
             const char     *value)
{
  g_auto (GStrv) entries = g_strsplit (loom_definition_get_part (definition, LOOM_PART_VALUES), ";",
                                       -1);
  g_autoptr (GString) values = g_string_new (NULL);

  for (guint i = 0; entries[i] != NULL; i++)
    {
      g_autofree char *its = g_strstrip (g_strndup (entries[i], strcspn (entries[i], "=")));

      if (*its != '\0' && strcmp (its, name) != 0)
        g_string_append_printf (values, "%s; ", g_strstrip (entries[i]));
    }
  g_string_append_printf (values, "%s=%s", name, value);
  loom_definition_set_part (definition, LOOM_PART_VALUES, values->str);
}

/* Returns: whether an argument has another value than the form gave it. */
static gboolean
adopt_values (LoomDocument   *document,
              LoomDocument   *made,
              LoomDefinition *definition)
{
  static const char *const keys[] = { "fill", "value" };
  g_auto (GStrv) groups = loom_document_list_groups (document);
  gboolean is_other = FALSE;

  for (guint i = 0; groups[i] != NULL; i++)
    for (guint k = 0; k < G_N_ELEMENTS (keys) && g_str_has_prefix (groups[i], "arg "); k++)
      {
        const char *name = groups[i] + strlen ("arg ");

        if (strchr (name, '/') != NULL || !is_changed (document, made, definition, name, keys[k]))
          continue;
        adopt_value (definition, name, get_setting (document, definition, name, keys[k]));
        is_other = TRUE;
      }
  return is_other;
}

/* A reference that somebody wrote stays. Returns: how many were replaced; -1: one can't be. */
static int
replace_references (LoomDocument **document,
                    LoomDocument  *made,
                    LoomDocument  *written)
{
  g_auto (GStrv) groups = loom_document_list_groups (made);
  int n = 0;

  for (guint i = 0; groups[i] != NULL; i++)
    {
      const char *old = loom_document_get_value (made, groups[i], "reference");
      const char *now = loom_document_get_value (*document, groups[i], "reference");
      const char *next = loom_document_get_value (written, groups[i], "reference");

      if (g_strcmp0 (now, old) != 0 || g_strcmp0 (next, old) == 0)
        continue;
      if (!set_value (document, groups[i], "reference", next, "domain", NULL))
        return -1;
      n++;
    }
  return n;
}

/**
 * loom_mapping_follow_values:
 * @document: any document
 *
 * Writes what the outputs of a form are expected to hold anew, where an input of it was given
 * another fill or value since: the form writes these into the reference. Where it can't say what an
 * input holds, nothing is expected. What somebody wrote by hand stays.
 *
 * Returns: (transfer full) (nullable): the whole text; %NULL: all is as it should be
 */
char *
loom_mapping_follow_values (LoomDocument *document)
{
  g_auto (LoomDefinition) definition = { 0 };
  g_autoptr (LoomDocument) made = NULL, written = NULL, changed = NULL;
  const LoomTextEdit nothing = { 0, 0, (char *) "" };
  g_autofree char *sum = NULL;

  g_return_val_if_fail (document != NULL, NULL);

  if (!loom_form_settings_read (document, &definition, NULL) ||
      !loom_form_settings_check (document, &definition, NULL) ||
      (made = write_form (&definition, NULL)) == NULL ||
      !adopt_values (document, made, &definition) ||
      (written = write_form (&definition, NULL)) == NULL)
    return NULL;

  changed = loom_document_ref (document);
  if (replace_references (&changed, made, written) <= 0 || !set_form (&changed, written, NULL))
    return NULL;
  /* the source is the one that is there, perhaps of an older Gridloom */
  sum = loom_form_settings_sum (&definition, changed);
  if (!set_value (&changed, LOOM_GROUP_FORM, LOOM_FORM_SUM, sum, NULL, NULL))
    return NULL;
  return loom_document_apply_edit (changed, &nothing);
}
