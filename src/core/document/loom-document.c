/* loom-document.c: one .cu file, and what its settings say
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-document-private.h"
#include "loom-class.h"
#include "loom-error.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* More would not be read, and a broken file of a megabyte could hold a million. */
#define MAX_PROBLEMS 100

/**
 * loom_document_check_name:
 * @name: of a file, with folders in front or without
 * @error: return location; %LOOM_ERROR_FILE says what else takes it
 *
 * Returns: whether a file with that name may be a document
 */
gboolean
loom_document_check_name (const char  *name,
                          GError     **error)
{
  return !g_str_has_suffix (name, ".py") ||
         loom_fail (error, LOOM_ERROR_FILE,
                    _("%1$s is a program in Python, and a document is a source in CUDA. In a "
                      "terminal, gridloom-cli record %1$s runs it and lists what it launches."),
                    name);
}

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

static void
loom_document_clear (LoomDocument *self)
{
  g_hash_table_unref (self->values);
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->entries);
  g_ptr_array_unref (self->groups);
  g_ptr_array_unref (self->statements);
  g_ptr_array_unref (self->chain);
  g_ptr_array_unref (self->problems);
  g_free (self->source_hash);
  g_free (self->text);
}

LOOM_DEFINE_SHARED (LoomDocument, loom_document)

/**
 * loom_document_get_source:
 * @length: (out) (optional): its bytes
 *
 * Returns: (transfer none): the text before the settings block, or all of it; *not* terminated
 *   where a block follows
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
 *
 * Returns: (transfer none): hexadecimal digits: a hash of the source without the empty lines at its
 *   end, so that a block that is added changes nothing
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
 *
 * Returns: (transfer none) (element-type LoomDiagnostic): the first hundred problems of the text,
 *   in the order they were found
 */
GPtrArray *
loom_document_get_problems (LoomDocument *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->problems;
}

/**
 * loom_document_is_broken:
 *
 * Returns: whether one of the problems is an error: whoever has older settings keeps them
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
 * @group: as written, without brackets: `arg f`
 *
 * Returns: (transfer none) (nullable): the raw value without the spaces around it, or %NULL
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
 * loom_document_dup_group:
 * @self: a document
 * @kernel: (nullable): the kernel that is launched
 * @argument: (nullable): an argument of it; %NULL for the launch itself
 * @key: a key of that
 *
 * Returns: (transfer full): the group where the key stands, or belongs: that of the kernel alone if
 *   it stands there already
 */
char *
loom_document_dup_group (LoomDocument *self,
                         const char   *kernel,
                         const char   *argument,
                         const char   *key)
{
  g_autofree char *own = NULL;

  g_return_val_if_fail (self != NULL && key != NULL, NULL);

  if (kernel != NULL)
    own = argument != NULL ? g_strdup_printf ("arg %s/%s", kernel, argument)
                           : g_strdup_printf ("launch %s", kernel);
  if (own != NULL && loom_document_get_value (self, own, key) != NULL)
    return g_steal_pointer (&own);
  return argument != NULL ? g_strdup_printf ("arg %s", argument) : g_strdup ("launch");
}

/**
 * loom_document_list_groups_of:
 * @kernel: the name of a kernel, with its template arguments
 * @argument: (nullable): an argument of it; %NULL for the launch itself
 * @number: of the argument, from 1, where `#2` may name it, too; else 0
 *
 * Returns: (transfer full): the groups that may speak of it, the closest first: those of the
 *   instance, of the template, and of all kernels
 */
GStrv
loom_document_list_groups_of (const char *kernel,
                              const char *argument,
                              guint       number)
{
  g_autofree char *base = g_strchomp (g_strndup (kernel, strcspn (kernel, "<")));
  g_autofree char *place = g_strdup_printf ("#%u", number);
  const char * const kernels[] = { kernel, base, NULL };
  const char * const names[] = { argument, place };
  g_autoptr (GStrvBuilder) groups = g_strv_builder_new ();

  /* What is no instance has the name that a template would have. */
  for (guint i = g_str_equal (base, kernel) ? 1 : 0; i < G_N_ELEMENTS (kernels); i++)
    for (guint j = 0; j < (number > 0 ? 2 : 1); j++)
      {
        g_autofree char *of = kernels[i] != NULL ? g_strjoin ("/", kernels[i], names[j], NULL)
                                                 : g_strdup (names[j]);
        g_autofree char *group = g_strjoin (" ", argument != NULL ? "arg" : "launch", of, NULL);

        g_strv_builder_add (groups, group);
      }
  return g_strv_builder_end (groups);
}

/**
 * loom_document_get_value_line:
 *
 * Returns: the line of a setting, from 1; 0 if it is not there
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
 *
 * Returns: the column of its key in characters, from 1; 0 if it is not there
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
 *
 * Returns: the line of its last header, from 1; 0 if it is not there
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
 * loom_document_get_statements:
 *
 * Returns: (transfer none) (element-type LoomStatement): the statements of [steps] in order; each
 *   loop has its end unless the document is broken
 */
GPtrArray *
loom_document_get_statements (LoomDocument *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->statements;
}

/**
 * loom_document_get_chain:
 *
 * Returns: (transfer none) (element-type LoomLink): what is done with a run, in order: [after]
 */
GPtrArray *
loom_document_get_chain (LoomDocument *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->chain;
}

/**
 * loom_document_list_instances:
 *
 * Lists the templates with their arguments that the steps launch, which a compiler has to be asked
 * for.
 *
 * Returns: (transfer full): expressions such as `scale<float>`, each once
 */
char **
loom_document_list_instances (LoomDocument *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->statements->len; i++)
    {
      const LoomStatement *statement = self->statements->pdata[i];

      if (statement->kind == LOOM_STATEMENT_LAUNCH && strchr (statement->subject, '<') != NULL &&
          !g_ptr_array_find_with_equal_func (names, statement->subject, g_str_equal, NULL))
        g_ptr_array_add (names, g_strdup (statement->subject));
    }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/**
 * loom_document_list_groups:
 *
 * Returns: (transfer full): the names of groups without brackets, each once, in the order of the
 *   text
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
 *
 * Returns: (transfer full): the keys of a group, each once, in the order of the text
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

static gboolean
locate (LoomDocument *self,
        const char   *group,
        const char   *key,
        guint        *line,
        guint        *column)
{
  *line = loom_document_get_value_line (self, group, key);
  *column = loom_document_get_value_column (self, group, key);
  return *line > 0;
}

/* The step whose text a message quotes: the longest, of those that are alike the first. */
static gboolean
locate_step (LoomDocument *self,
             const char   *message,
             guint        *line,
             guint        *column)
{
  gsize longest = 0;

  for (guint i = 0; i < self->statements->len; i++)
    {
      const LoomStatement *statement = self->statements->pdata[i];

      if (strlen (statement->text) <= longest || strstr (message, statement->text) == NULL)
        continue;
      longest = strlen (statement->text);
      *line = statement->line;
      *column = statement->column;
    }
  return longest > 0;
}

/**
 * loom_document_locate:
 * @kernel: (nullable): the kernel that is launched
 * @message: of an error of another process
 * @line: (out): of the setting
 * @column: (out): of the setting, in characters
 *
 * Finds the setting that a message speaks of. Whoever evaluates an expression has no document; its
 * message begins with the setting as a document writes it, in every language: `[arg f] fill: …` or
 * `[launch] pin: …`.
 * That may stand in the group of the kernel, or in the one without a name. What stops steps quotes
 * the one that was at hand.
 *
 * Returns: %FALSE if the message names no setting that is there
 */
gboolean
loom_document_locate (LoomDocument *self,
                      const char   *kernel,
                      const char   *message,
                      guint        *line,
                      guint        *column)
{
  const char *space, *bracket;
  g_autofree char *word = NULL, *name = NULL, *key = NULL, *group = NULL, *own = NULL;

  g_return_val_if_fail (self != NULL && message != NULL && line != NULL && column != NULL, FALSE);

  space = strchr (message, ' ');
  bracket = strstr (message, "] ");
  if (*message != '[' || space == NULL || bracket == NULL)
    return locate_step (self, message, line, column);

  key = g_strndup (bracket + 2, strcspn (bracket + 2, ":"));
  word = g_strndup (message + 1, MIN (space, bracket) - message - 1);
  if (space > bracket)
    return locate (self, word, key, line, column);
  name = g_strndup (space + 1, bracket - space - 1);
  group = g_strdup_printf ("%s %s", word, name);
  own = g_strdup_printf ("%s %s/%s", word, kernel != NULL ? kernel : "", name);
  return locate (self, own, key, line, column) || locate (self, group, key, line, column) ||
         locate (self, word, key, line, column);
}

/* The source without the line ends that stand before a block, so that a block that is added
 * changes nothing. */
static gsize
get_solid_length (LoomDocument *self)
{
  gsize length = self->source_length;

  while (length > 0 && (self->text[length - 1] == '\n' || self->text[length - 1] == '\r'))
    length--;
  return length;
}

static gboolean
sources_equal (LoomDocument *a,
               LoomDocument *b)
{
  gboolean exact = (a->block_line == 0) == (b->block_line == 0);
  gsize a_length = exact ? a->source_length : get_solid_length (a);
  gsize b_length = exact ? b->source_length : get_solid_length (b);

  return a_length == b_length && memcmp (a->text, b->text, a_length) == 0;
}

static gboolean
is_header_of_view (const char *line)
{
  g_autofree char *name = NULL;
  const char *end = strchr (line, ']');

  if (end == NULL)
    return FALSE;
  name = g_strstrip (g_strndup (line + 1, (gsize) (end - line - 1)));
  return strcmp (name, "view") == 0;
}

/* The block without [view] and empty lines; nothing at all where only its opening and closing
 * are left. */
static char *
dup_lasting_block (LoomDocument *self)
{
  g_autofree char *block =
    g_strndup (self->text + self->block_start, self->length - self->block_start);
  g_auto (GStrv) lines = g_strsplit (block, "\n", -1);
  GString *kept = g_string_new (NULL);
  gboolean in_view = FALSE;
  gboolean any = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *line = g_strstrip (lines[i]);

      if (*line == '[')
        in_view = is_header_of_view (line);
      else if (strstr (line, "*/") != NULL)
        in_view = FALSE;
      if (in_view || *line == '\0')
        continue;
      any = any || (i > 0 && strcmp (line, "*/") != 0);
      g_string_append (kept, line);
      g_string_append_c (kept, '\n');
    }
  if (!any)
    g_string_truncate (kept, 0);
  return g_string_free (kept, FALSE);
}

/**
 * loom_document_equals_but_view:
 *
 * Compares two documents without their [view], which says how a run is looked at and never what is
 * run. A block that holds nothing else counts as none.
 *
 * Returns: whether going from one to the other is no change worth saving
 */
gboolean
loom_document_equals_but_view (LoomDocument *self,
                               LoomDocument *other)
{
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (other != NULL, FALSE);

  if (self->length == other->length && memcmp (self->text, other->text, self->length) == 0)
    return TRUE;
  if (!sources_equal (self, other))
    return FALSE;
  a = dup_lasting_block (self);
  b = dup_lasting_block (other);
  return strcmp (a, b) == 0;
}
