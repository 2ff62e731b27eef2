/* loom-document-parse.c: a text, taken apart into source and settings
 *
 * The settings are GKeyFile text, but GKeyFile cannot keep a file byte for byte nor tell lines, so
 * they are read here: groups in brackets, key=value, comments from #, everything raw. The lines of
 * [steps] are statements, those of [after] links, in order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-document-private.h"
#include "loom-error.h"
#include "loom-extents-private.h"
#include "loom-lexer-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define BLOCK_WORD "gridloom"

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

/* Of a place in the text; spaces before it are its line's. */
static guint
get_column (LoomDocument *self,
            const char   *at)
{
  const char *line = at;

  while (line > self->text && line[-1] != '\n')
    line--;
  return g_utf8_strlen (line, at - line) + 1;
}

static void
parse_group (LoomDocument *self,
             const char   *line,
             gsize         length,
             guint         number)
{
  const char *end = line + length - 1;
  const char *bracket = *end == ']' ? end : memchr (line, ']', length);
  gsize start = line - self->text;
  LoomGroup *group;
  g_autofree char *name = NULL;

  if (bracket != end)
    _loom_document_report (self, loom_diagnostic_new (LOOM_SEVERITY_ERROR, number,
                           get_column (self, bracket != NULL ? bracket + 1 : line),
                           bracket != NULL
                               ? _("what comes after “]” belongs on the next line")
                               : _("this group is not closed by “]”")));
  if (bracket == NULL)
    return;

  name = g_strndup (line + 1, bracket - line - 1);
  group = g_new0 (LoomGroup, 1);
  group->name = _loom_document_normalise_group (name);
  group->line = number;
  group->name_start = start + 1;
  group->name_end = bracket - self->text;
  g_ptr_array_add (self->groups, group);
  g_hash_table_replace (self->by_name, group->name, group);
}

/* A line of [steps]; blocks are counted when all were read. */
static void
parse_statement (LoomDocument *self,
                 const char   *line,
                 gsize         length,
                 guint         number)
{
  g_autofree char *text = g_strndup (line, length);
  g_autoptr (GError) error = NULL;
  LoomStatement *statement = NULL;

  if (self->statements->len < LOOM_STATEMENTS_MAX)
    statement = loom_statement_parse (text, &error);
  else
    loom_fail (&error, LOOM_ERROR_DOCUMENT, _("[steps] has more than %u statements; repeat those "
                                              "that recur"), LOOM_STATEMENTS_MAX);
  if (statement == NULL)
    {
      g_autofree char *shown = _loom_abbreviate (text);
      g_autofree char *meant = loom_statement_dup_meant (text);
      LoomDiagnostic *problem
          = meant != NULL
                ? loom_diagnostic_new (LOOM_SEVERITY_ERROR, number, get_column (self, line),
                                       _("“%1$s” is not a step; did you mean “%2$s”?"), shown,
                                       meant)
                : loom_diagnostic_new (LOOM_SEVERITY_ERROR, number, get_column (self, line), "%s",
                                       error->message);

      problem->fix = meant != NULL ? LOOM_FIX_SET_LINE : LOOM_FIX_NONE;
      problem->replacement = g_steal_pointer (&meant);
      _loom_document_report (self, problem);
      return;
    }
  statement->line = number;
  statement->column = get_column (self, line);
  g_ptr_array_add (self->statements, statement);
}

static gboolean
check_link (LoomDocument    *self,
            const LoomLink  *link,
            GError         **error)
{
  if (self->chain->len == LOOM_LINKS_MAX)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("[after] has more than %u lines; leave some out"), LOOM_LINKS_MAX);
  for (guint i = 0; i < self->chain->len; i++)
    {
      const LoomLink *before = self->chain->pdata[i];

      if (loom_link_has_file_of (link, before))
        return loom_fail (error, LOOM_ERROR_DOCUMENT,
                          _("line %1$u writes “%2$s” already; choose another name"), before->line,
                          link->file);
    }
  return TRUE;
}

/* A line of [after]. */
static void
parse_link (LoomDocument *self,
            const char   *line,
            gsize         length,
            guint         number)
{
  g_autofree char *text = g_strndup (line, length);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomLink) link = loom_link_parse (text, &error);

  if (link == NULL || !check_link (self, link, &error))
    {
      _loom_document_report (self, loom_diagnostic_new (LOOM_SEVERITY_ERROR, number,
                             get_column (self, line), "%s", error->message));
      return;
    }
  link->line = number;
  link->column = get_column (self, line);
  g_ptr_array_add (self->chain, g_steal_pointer (&link));
}

/* Each loop has an end. */
static void
check_loops (LoomDocument *self)
{
  const LoomStatement *open[LOOM_STATEMENTS_MAX_DEPTH];
  guint depth = 0;

  for (guint i = 0; i < self->statements->len; i++)
    {
      const LoomStatement *statement = self->statements->pdata[i];
      const char *text = NULL;

      if (statement->kind == LOOM_STATEMENT_END && depth == 0)
        text = _("this end has no repeat before it");
      else if (statement->kind == LOOM_STATEMENT_END)
        depth--;
      else if (statement->kind == LOOM_STATEMENT_REPEAT && depth == LOOM_STATEMENTS_MAX_DEPTH)
        text = _("loops are nested too deeply");
      else if (statement->kind == LOOM_STATEMENT_REPEAT)
        open[depth++] = statement;
      if (text == NULL)
        continue;
      _loom_document_report (self, loom_diagnostic_new (LOOM_SEVERITY_ERROR, statement->line,
                             statement->column, "%s", text));
      return;
    }
  if (depth > 0)
    _loom_document_report (self, loom_diagnostic_new (LOOM_SEVERITY_ERROR, open[depth - 1]->line,
                           open[depth - 1]->column, _("this repeat has no end")));
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

      _loom_document_report (self, loom_diagnostic_new (LOOM_SEVERITY_ERROR, number,
                             get_column (self, line),
                             group == NULL
                             ? _("“%s” comes before the first group; begin the settings with "
                                 "“[launch]”")
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
  entry->column = get_column (self, line);
  entry->value_start = value - self->text;
  entry->value_end = end - self->text;
  g_ptr_array_add (self->entries, entry);

  id = _loom_document_get_id (entry->group, entry->key);
  if (g_hash_table_contains (self->values, id))
    _loom_document_report (self, loom_diagnostic_new (LOOM_SEVERITY_WARNING, number,
                           entry->column,
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
  else if (group != NULL && strcmp (group->name, LOOM_GROUP_STEPS) == 0)
    {
      parse_statement (self, self->text + first, last - first, number);
      group->insert = next;
    }
  else if (group != NULL && strcmp (group->name, LOOM_GROUP_AFTER) == 0)
    {
      parse_link (self, self->text + first, last - first, number);
      group->insert = next;
    }
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

  self = g_atomic_rc_box_new0 (LoomDocument);
  self->length = length < 0 ? strlen (text) : (gsize) length;
  self->text = g_malloc (self->length + 1);
  memcpy (self->text, text, self->length);
  self->text[self->length] = '\0';
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->groups = g_ptr_array_new_with_free_func (group_free);
  self->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  self->statements = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_statement_free);
  self->chain = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_link_free);
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
      check_loops (self);
      _loom_document_check_words (self);
    }

  return self;
}
