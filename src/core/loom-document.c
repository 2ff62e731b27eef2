/* loom-document.c: one .cu file, and what its settings say
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-document-private.h"

#include <string.h>

/* More would not be read, and a broken file of a megabyte could hold a million. */
#define MAX_PROBLEMS 100

G_DEFINE_BOXED_TYPE (LoomDocument, loom_document, loom_document_ref, loom_document_unref)

char *
_loom_document_get_id (const char *group,
                       const char *key)
{
  return g_strconcat (group, "\n", key, NULL);
}

char *
_loom_document_normalise_group (const char *name)
{
  g_auto (GStrv) words = g_strsplit_set (name, " \t", -1);
  GString *normal = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (*words[i] == '\0')
        continue;
      if (normal->len > 0)
        g_string_append_c (normal, ' ');
      g_string_append (normal, words[i]);
    }

  return g_string_free (normal, FALSE);
}

/* Takes the problem. */
void
_loom_document_report (LoomDocument   *self,
                       LoomDiagnostic *problem)
{
  self->is_broken |= problem->severity == LOOM_SEVERITY_ERROR;
  if (self->problems->len < MAX_PROBLEMS)
    g_ptr_array_add (self->problems, problem);
  else
    loom_diagnostic_free (problem);
}

/**
 * loom_document_ref:
 * @self: a document
 *
 * Takes a reference; from any thread.
 *
 * Returns: (transfer full): @self
 */
LoomDocument *
loom_document_ref (LoomDocument *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * loom_document_unref:
 * @self: (transfer full): a document
 *
 * Drops a reference; from any thread.
 */
void
loom_document_unref (LoomDocument *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_hash_table_unref (self->values);
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->entries);
  g_ptr_array_unref (self->groups);
  g_ptr_array_unref (self->problems);
  g_free (self->source_hash);
  g_free (self->text);
  g_free (self);
}

/**
 * loom_document_get_source:
 * @self: a document
 * @length: (out) (optional): its bytes
 *
 * Gets the text before the settings block, or all of it. It is *not* terminated where a block
 * follows.
 *
 * Returns: (transfer none): the source
 */
const char *
loom_document_get_source (LoomDocument *self,
                          gsize        *length)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (length != NULL)
    *length = self->source_length;
  return self->text;
}

/**
 * loom_document_get_source_hash:
 * @self: a document
 *
 * Gets a hash of the source without the empty lines at its end, so that a block that is added
 * changes nothing.
 *
 * Returns: (transfer none): hexadecimal digits
 */
const char *
loom_document_get_source_hash (LoomDocument *self)
{
  gsize length;
  char *hash;

  g_return_val_if_fail (self != NULL, NULL);

  if (g_atomic_pointer_get (&self->source_hash) != NULL)
    return self->source_hash;

  for (length = self->source_length; length > 0 && g_ascii_isspace (self->text[length - 1]);
       length--)
    ;
  hash = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) self->text, length);
  if (!g_atomic_pointer_compare_and_exchange (&self->source_hash, NULL, hash))
    g_free (hash);
  return self->source_hash;
}

/**
 * loom_document_has_block:
 * @self: a document
 *
 * Tells whether the document has settings.
 *
 * Returns: %TRUE if there is a settings block, even a broken one
 */
gboolean
loom_document_has_block (LoomDocument *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->block_line > 0;
}

/**
 * loom_document_get_block_line:
 * @self: a document
 *
 * Gets where the settings begin.
 *
 * Returns: the line of the opening of the block, from 1; 0 if there is none
 */
guint
loom_document_get_block_line (LoomDocument *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->block_line;
}

/**
 * loom_document_get_problems:
 * @self: a document
 *
 * Gets what is wrong with the text: the first hundred problems.
 *
 * Returns: (transfer none) (element-type LoomDiagnostic): problems in the order they were found
 */
GPtrArray *
loom_document_get_problems (LoomDocument *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->problems;
}

/**
 * loom_document_is_broken:
 * @self: a document
 *
 * Tells whether one of the problems is an error: whoever has older settings keeps them.
 *
 * Returns: %TRUE if the settings should not be used
 */
gboolean
loom_document_is_broken (LoomDocument *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return self->is_broken;
}

static LoomEntry *
find_entry (LoomDocument *self,
            const char   *group,
            const char   *key)
{
  g_autofree char *id = _loom_document_get_id (group, key);

  return g_hash_table_lookup (self->values, id);
}

/**
 * loom_document_get_value:
 * @self: a document
 * @group: as written, without brackets: `arg f`
 * @key: a key
 *
 * Gets a setting, raw.
 *
 * Returns: (transfer none) (nullable): the value without the spaces around it, or %NULL
 */
const char *
loom_document_get_value (LoomDocument *self,
                         const char   *group,
                         const char   *key)
{
  LoomEntry *entry;

  g_return_val_if_fail (self != NULL && group != NULL && key != NULL, NULL);

  entry = find_entry (self, group, key);
  return entry != NULL ? entry->value : NULL;
}

/**
 * loom_document_get_value_line:
 * @self: a document
 * @group: as written, without brackets
 * @key: a key
 *
 * Gets where a setting stands.
 *
 * Returns: its line, from 1; 0 if it is not there
 */
guint
loom_document_get_value_line (LoomDocument *self,
                              const char   *group,
                              const char   *key)
{
  LoomEntry *entry;

  g_return_val_if_fail (self != NULL && group != NULL && key != NULL, 0);

  entry = find_entry (self, group, key);
  return entry != NULL ? entry->line : 0;
}

/**
 * loom_document_get_value_column:
 * @self: a document
 * @group: as written, without brackets
 * @key: a key
 *
 * Gets where in its line a setting begins.
 *
 * Returns: the column of the key in characters, from 1; 0 if it is not there
 */
guint
loom_document_get_value_column (LoomDocument *self,
                                const char   *group,
                                const char   *key)
{
  LoomEntry *entry;

  g_return_val_if_fail (self != NULL && group != NULL && key != NULL, 0);

  entry = find_entry (self, group, key);
  return entry != NULL ? entry->column : 0;
}

/**
 * loom_document_get_group_line:
 * @self: a document
 * @group: as written, without brackets
 *
 * Gets where a group begins, for the last time if it does so twice.
 *
 * Returns: the line of its header, from 1; 0 if it is not there
 */
guint
loom_document_get_group_line (LoomDocument *self,
                              const char   *group)
{
  LoomGroup *found;

  g_return_val_if_fail (self != NULL && group != NULL, 0);

  found = g_hash_table_lookup (self->by_name, group);
  return found != NULL ? found->line : 0;
}

/**
 * loom_document_list_groups:
 * @self: a document
 *
 * Lists the groups, each once, in the order of the text.
 *
 * Returns: (transfer full): names without brackets
 */
char **
loom_document_list_groups (LoomDocument *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->groups->len; i++)
    {
      LoomGroup *group = g_ptr_array_index (self->groups, i);

      if (g_hash_table_lookup (self->by_name, group->name) == group)
        g_strv_builder_add (names, group->name);
    }

  return g_strv_builder_end (names);
}

/**
 * loom_document_list_keys:
 * @self: a document
 * @group: as written, without brackets
 *
 * Lists the keys of a group, each once, in the order of the text.
 *
 * Returns: (transfer full): keys
 */
char **
loom_document_list_keys (LoomDocument *self,
                         const char   *group)
{
  g_autoptr (GStrvBuilder) keys = g_strv_builder_new ();

  g_return_val_if_fail (self != NULL && group != NULL, NULL);

  for (guint i = 0; i < self->entries->len; i++)
    {
      LoomEntry *entry = g_ptr_array_index (self->entries, i);

      if (strcmp (entry->group, group) == 0 && find_entry (self, group, entry->key) == entry)
        g_strv_builder_add (keys, entry->key);
    }

  return g_strv_builder_end (keys);
}
