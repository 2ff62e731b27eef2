/* loom-document.c: one .cu file, split into its source and its settings
 *
 * The settings are GKeyFile text, but GKeyFile cannot keep a file byte for byte nor tell lines, so
 * they are read here: groups in brackets, key=value, comments from #, everything raw.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-document-private.h"
#include "loom-extents-private.h"
#include "loom-lexer-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* More would not be read, and a broken file of a megabyte could hold a million. */
#define MAX_PROBLEMS 100

#define BLOCK_WORD "gridloom"

G_DEFINE_BOXED_TYPE (LoomDocument, loom_document, loom_document_ref, loom_document_unref)

static void
entry_free (gpointer data)
{
  LoomEntry *self = data;

  g_free (self->group);
  g_free (self->key);
  g_free (self->value);
  g_free (self);
}

static void
group_free (gpointer data)
{
  LoomGroup *self = data;

  g_free (self->name);
  g_free (self);
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

static guint
count_lines (const char *text,
             gsize       length)
{
  guint lines = 1;
  const char *end = text + length;

  while ((text = memchr (text, '\n', end - text)) != NULL)
    {
      lines++;
      text++;
    }

  return lines;
}

/* Whether a settings block opens here: the comment says "gridloom" and then nothing more on its
 * line. */
static gboolean
opens_block (const char *text,
             gsize       length)
{
  const char *end = text + length;

  if (length < 2 || memcmp (text, "/*", 2) != 0)
    return FALSE;
  for (text += 2; text < end && (*text == ' ' || *text == '\t'); text++)
    ;
  if ((gsize) (end - text) < strlen (BLOCK_WORD) ||
      memcmp (text, BLOCK_WORD, strlen (BLOCK_WORD)) != 0)
    return FALSE;
  for (text += strlen (BLOCK_WORD); text < end && (*text == ' ' || *text == '\t' || *text == '\r');
       text++)
    ;

  return text == end || *text == '\n' || (end - text >= 2 && memcmp (text, "*/", 2) == 0);
}

/* The last line within a token that opens a block. While somebody types a comment or a string
 * before the block, it is not closed yet and swallows the block, whose settings must not be lost
 * for that moment. */
static gboolean
find_swallowed_block (LoomDocument    *self,
                      const LoomToken *token)
{
  const char *start = self->text + token->offset;
  const char *line = start + token->length;

  while (line > start)
    {
      const char *first;

      line = g_strrstr_len (start, line - start, "/*");
      if (line == NULL)
        return FALSE;

      for (first = line; first > start && (first[-1] == ' ' || first[-1] == '\t'); first--)
        ;
      if (first > start && first[-1] == '\n' &&
          opens_block (line, self->text + self->length - line))
        {
          self->block_start = line - self->text;
          self->block_line = token->line + count_lines (start, line - start) - 1;
          return TRUE;
        }
    }

  return FALSE;
}

static void
find_block (LoomDocument *self)
{
  LoomToken token, last = { 0 };
  LoomLexer lexer;

  self->block_start = self->length;
  _loom_lexer_init (&lexer, self->text, self->length);
  while (_loom_lexer_next (&lexer, &token))
    {
      if (token.kind == LOOM_TOKEN_COMMENT &&
          opens_block (self->text + token.offset, self->length - token.offset))
        {
          if (self->block_line > 0)
            _loom_document_report (self,
                                   loom_diagnostic_new (LOOM_SEVERITY_WARNING, self->block_line, 0,
                                   _("there are two settings blocks; only the last one counts")));
          self->block_start = token.offset;
          self->block_line = token.line;
        }
      last = token;
    }

  if (self->block_line == 0 && last.length > 0)
    find_swallowed_block (self, &last);
}

static void
parse_group (LoomDocument *self,
             const char   *line,
             gsize         length,
             guint         number)
{
  const char *bracket = memrchr (line, ']', length);
  gsize start = line - self->text;
  LoomGroup *group;
  g_autofree char *name = NULL;

  if (bracket == NULL || bracket != line + length - 1)
    {
      _loom_document_report (self, loom_diagnostic_new (LOOM_SEVERITY_ERROR, number, 0,
                             _("this group is not closed by “]”")));
      return;
    }

  name = g_strndup (line + 1, bracket - line - 1);
  group = g_new0 (LoomGroup, 1);
  group->name = _loom_document_normalise_group (name);
  group->line = number;
  group->name_start = start + 1;
  group->name_end = bracket - self->text;
  g_ptr_array_add (self->groups, group);
  g_hash_table_replace (self->by_name, group->name, group);
}

static void
parse_entry (LoomDocument *self,
             LoomGroup    *group,
             const char   *line,
             gsize         length,
             guint         number)
{
  const char *equals = memchr (line, '=', length);
  const char *end = line + length, *key_end, *value;
  LoomEntry *entry;
  char *id;

  if (equals == NULL || equals == line || group == NULL)
    {
      g_autofree char *text = g_strndup (line, length);
      g_autofree char *shown = _loom_abbreviate (text);

      _loom_document_report (self, loom_diagnostic_new (LOOM_SEVERITY_ERROR, number, 0,
                             group == NULL
                             ? _("“%s” stands before any group; begin the settings with “[launch]”")
                             : _("“%s” is neither a group, a key=value nor a comment"),
                             shown));
      return;
    }

  for (key_end = equals; key_end > line && g_ascii_isspace (key_end[-1]); key_end--)
    ;
  for (value = equals + 1; value < end && g_ascii_isspace (*value); value++)
    ;

  entry = g_new0 (LoomEntry, 1);
  entry->group = g_strdup (group->name);
  entry->key = g_strndup (line, key_end - line);
  entry->value = g_strndup (value, end - value);
  entry->line = number;
  entry->value_start = value - self->text;
  entry->value_end = end - self->text;
  g_ptr_array_add (self->entries, entry);

  id = _loom_document_get_id (entry->group, entry->key);
  if (g_hash_table_contains (self->values, id))
    _loom_document_report (self, loom_diagnostic_new (LOOM_SEVERITY_WARNING, number, 0,
                           _("“%1$s” is given twice in [%2$s]; the last one counts"),
                           entry->key, entry->group));
  g_hash_table_replace (self->values, id, entry);
}

/* One line of the block, from start to end without its newline; next is where the following one
 * starts. */
static void
parse_line (LoomDocument *self,
            gsize         start,
            gsize         end,
            gsize         next,
            guint         number)
{
  LoomGroup *group = self->groups->len > 0
                     ? g_ptr_array_index (self->groups, self->groups->len - 1) : NULL;
  guint n_groups = self->groups->len, n_entries = self->entries->len;
  gsize first = start, last = end;

  while (first < last && g_ascii_isspace (self->text[first]))
    first++;
  while (last > first && g_ascii_isspace (self->text[last - 1]))
    last--;
  if (first == last || self->text[first] == '#')
    return;

  if (self->text[first] == '[')
    parse_group (self, self->text + first, last - first, number);
  else
    parse_entry (self, group, self->text + first, last - first, number);

  if (self->groups->len > n_groups)
    ((LoomGroup *) g_ptr_array_index (self->groups, n_groups))->insert = next;
  if (self->entries->len > n_entries)
    {
      LoomEntry *entry = g_ptr_array_index (self->entries, n_entries);

      entry->start = start;
      entry->end = next;
      group->insert = next;
    }
}

static void
parse_block (LoomDocument *self)
{
  gsize at = self->block_start;
  guint number = self->block_line;

  while (at < self->close)
    {
      const char *newline = memchr (self->text + at, '\n', self->close - at);
      gsize end = newline != NULL ? (gsize) (newline - self->text) : self->close;
      gsize next = newline != NULL ? end + 1 : end;

      /* The first line is the opening itself. */
      if (number > self->block_line)
        parse_line (self, at, end, next, number);
      at = next;
      number++;
    }
}

static void
close_block (LoomDocument *self)
{
  const char *start = self->text + self->block_start;
  const char *end = self->text + self->length;
  const char *close = memmem (start + 2, end - start - 2, "*/", 2);

  self->is_closed = close != NULL;
  self->close = close != NULL ? (gsize) (close - self->text) : self->length;
  if (close == NULL)
    {
      _loom_document_report (self, loom_diagnostic_new (LOOM_SEVERITY_ERROR, self->block_line, 0,
                             _("the settings block is not closed by “*/”")));
      return;
    }

  for (const char *rest = close + 2; rest < end; rest++)
    {
      LoomDiagnostic *problem;

      if (g_ascii_isspace (*rest))
        continue;

      problem = loom_diagnostic_new (LOOM_SEVERITY_ERROR,
                                     self->block_line + count_lines (start, rest - start) - 1, 0,
                                     _("there is text after the settings block, which must be the "
                                       "last thing in the file"));
      problem->fix = LOOM_FIX_MOVE_BLOCK;
      _loom_document_report (self, problem);
      self->has_rest = TRUE;
      return;
    }
}

/* FALSE if this is no text at all. */
static gboolean
check_text (LoomDocument *self)
{
  const char *bad;
  guint line;

  if (g_utf8_validate_len (self->text, self->length, &bad))
    return TRUE;

  line = count_lines (self->text, bad - self->text);
  if (*bad == '\0')
    _loom_document_report (self, loom_diagnostic_new (LOOM_SEVERITY_ERROR, line, 0,
                           _("this is not a text file: line %u holds a zero byte"), line));
  else
    _loom_document_report (self, loom_diagnostic_new (LOOM_SEVERITY_ERROR, line, 0,
                           _("line %1$u holds the byte 0x%2$02X, which is not UTF-8; save the "
                             "file as UTF-8"),
                           line, (guint) (guchar) *bad));
  return FALSE;
}

/**
 * loom_document_parse:
 * @text: a whole file; any bytes
 * @length: of @text, or -1 if it ends with a zero byte
 *
 * Reads a document. What is wrong with it is among its problems; there is always a document.
 *
 * Returns: (transfer full): a document that holds a copy of @text
 */
LoomDocument *
loom_document_parse (const char *text,
                     gssize      length)
{
  LoomDocument *self;

  g_return_val_if_fail (text != NULL, NULL);

  self = g_new0 (LoomDocument, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->length = length < 0 ? strlen (text) : (gsize) length;
  self->text = g_malloc (self->length + 1);
  memcpy (self->text, text, self->length);
  self->text[self->length] = '\0';
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->groups = g_ptr_array_new_with_free_func (group_free);
  self->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  self->problems = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_diagnostic_free);
  self->block_start = self->close = self->source_length = self->length;
  self->is_text = check_text (self);
  if (!self->is_text)
    return self;

  find_block (self);
  self->source_length = self->block_start;
  if (self->block_line > 0)
    {
      close_block (self);
      parse_block (self);
      _loom_document_check_words (self);
    }

  return self;
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
