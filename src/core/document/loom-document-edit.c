/* loom-document-edit.c: changes of settings as the smallest replacement of text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-document-private.h"
#include "loom-error.h"
#include "loom-lexer-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Takes the text. */
static void
set_edit (LoomTextEdit *edit,
          gsize         start,
          gsize         end,
          char         *text)
{
  *edit = (LoomTextEdit) { start, end - start, text };
}

/* The line ends of the document: those of its first line. */
static const char *
get_newline (LoomDocument *self)
{
  const char *newline = memchr (self->text, '\n', self->length);

  return newline != NULL && newline > self->text && newline[-1] == '\r' ? "\r\n" : "\n";
}

static gboolean
has_control (const char *text)
{
  for (; *text != '\0'; text++)
    {
      if (g_ascii_iscntrl (*text) && *text != '\t')
        return TRUE;
    }

  return FALSE;
}

static gboolean
check_words (const char  *group,
             const char  *key,
             const char  *value,
             GError     **error)
{
  if (*group == '\0' || has_control (group) || strpbrk (group, "[]") != NULL ||
      strstr (group, "*/") != NULL || *key == '\0' || has_control (key) ||
      strpbrk (key, "=[#") != NULL || g_ascii_isspace (*key) || strstr (key, "*/") != NULL)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                 _("“%1$s” in [%2$s] cannot be written as a setting"), key, group);
  else if (value != NULL && strstr (value, "*/") != NULL)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                 _("the value of “%s” holds “*/”, which would end the settings; write “* /”"), key);
  else if (value != NULL && (has_control (value) || !g_utf8_validate (value, -1, NULL)))
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                 _("the value of “%s” must be one line of text"), key);
  else
    return TRUE;

  return FALSE;
}

static gboolean
check_editable (LoomDocument  *self,
                GError       **error)
{
  if (self->is_text && (self->block_line == 0 || self->is_closed))
    return TRUE;

  return loom_fail (
      error, LOOM_ERROR_DOCUMENT,
      self->is_text ? _("the settings block in line %u is not closed by “*/”; close it "
                        "first")
                    : _("the document is not a text file; line %u shows it"),
      self->is_text ? self->block_line
                    : ((LoomDiagnostic *) g_ptr_array_index (self->problems, 0))->line);
}

/* All lines with the key go, those between them stay. */
static void
remove_key (LoomDocument *self,
            const char   *group,
            const char   *key,
            LoomTextEdit *edit)
{
  GString *kept = g_string_new (NULL);
  gsize start = self->length, end = self->length;

  for (guint i = 0; i < self->entries->len; i++)
    {
      LoomEntry *entry = g_ptr_array_index (self->entries, i);

      if (strcmp (entry->group, group) != 0 || strcmp (entry->key, key) != 0)
        continue;
      if (start == self->length)
        start = entry->start;
      else
        g_string_append_len (kept, self->text + end, entry->start - end);
      end = entry->end;
    }

  set_edit (edit, start, end, g_string_free (kept, FALSE));
}

/* In the middle of a line that holds something already: the closing of the block, or the last
 * key before it. */
static gboolean
is_within_line (LoomDocument *self,
                gsize         at)
{
  for (; at > 0 && self->text[at - 1] != '\n'; at--)
    {
      if (!g_ascii_isspace (self->text[at - 1]))
        return TRUE;
    }

  return FALSE;
}

/* Where the line of the closing starts, if it has nothing else. */
static gsize
get_end_of_settings (LoomDocument *self)
{
  gsize at = self->close;

  if (is_within_line (self, at))
    return at;
  while (at > 0 && self->text[at - 1] != '\n')
    at--;
  return at;
}

/* Behind another key, if the group has that, else behind its last one. */
static void
add_key (LoomDocument *self,
         LoomGroup    *group,
         const char   *key,
         const char   *value,
         const char   *behind,
         LoomTextEdit *edit)
{
  const char *newline = get_newline (self);
  g_autofree char *id = behind != NULL ? _loom_document_get_id (group->name, behind) : NULL;
  const LoomEntry *entry = id != NULL ? g_hash_table_lookup (self->values, id) : NULL;
  gsize at = entry != NULL ? entry->end : group->insert;
  const char *before = is_within_line (self, at) ? newline : "";

  set_edit (edit, at, at, g_strconcat (before, key, "=", value, newline, NULL));
}

static void
add_group (LoomDocument *self,
           const char   *group,
           const char   *key,
           const char   *value,
           LoomTextEdit *edit)
{
  const char *newline = get_newline (self);
  gsize at = get_end_of_settings (self);
  const char *before = is_within_line (self, at) ? newline : "";

  set_edit (edit, at, at,
            g_strconcat (before, "[", group, "]", newline, key, "=", value, newline, NULL));
}

static void
add_block (LoomDocument *self,
           const char   *group,
           const char   *key,
           const char   *value,
           LoomTextEdit *edit)
{
  const char *newline = get_newline (self);
  gboolean ends_line = self->length == 0 || self->text[self->length - 1] == '\n';

  set_edit (edit, self->length, self->length,
            g_strconcat (ends_line ? "" : newline, self->length > 0 ? newline : "",
                         "/* gridloom", newline, "[", group, "]", newline,
                         key, "=", value, newline, "*/", newline, NULL));
}

/**
 * loom_document_edit_behind:
 * @group: without brackets; made if there is none
 * @value: (nullable): what to set it to, without the spaces around it; %NULL: remove the key
 * @behind: (nullable): the key that a new one is to follow; where it stands already, it stays
 * @edit: (out): where to put the change; clear it with loom_text_edit_clear()
 * @error: return location; %LOOM_ERROR_DOCUMENT if the block is not closed or @value cannot stand
 * in it
 *
 * Computes the smallest replacement that changes one setting. Everything else stays byte for byte.
 */
gboolean
loom_document_edit_behind (LoomDocument  *self,
                           const char    *group,
                           const char    *key,
                           const char    *value,
                           const char    *behind,
                           LoomTextEdit  *edit,
                           GError       **error)
{
  g_autofree char *name = NULL, *id = NULL, *stripped = NULL;
  LoomEntry *entry;
  LoomGroup *old_group;

  g_return_val_if_fail (self != NULL && group != NULL && key != NULL && edit != NULL, FALSE);

  if (!check_words (group, key, value, error) || !check_editable (self, error))
    return FALSE;

  name = _loom_document_normalise_group (group);
  id = _loom_document_get_id (name, key);
  entry = g_hash_table_lookup (self->values, id);
  old_group = g_hash_table_lookup (self->by_name, name);
  stripped = value != NULL ? g_strstrip (g_strdup (value)) : NULL;

  if (stripped == NULL && entry == NULL)
    set_edit (edit, self->length, self->length, g_strdup (""));
  else if (stripped == NULL)
    remove_key (self, name, key, edit);
  else if (entry != NULL)
    set_edit (edit, entry->value_start, entry->value_end, g_steal_pointer (&stripped));
  else if (old_group != NULL)
    add_key (self, old_group, key, stripped, behind, edit);
  else if (self->block_line > 0)
    add_group (self, name, key, stripped, edit);
  else
    add_block (self, name, key, stripped, edit);

  return TRUE;
}

/**
 * loom_document_edit:
 *
 * As loom_document_edit_behind(), with a new key behind all others of its group.
 */
gboolean
loom_document_edit (LoomDocument  *self,
                    const char    *group,
                    const char    *key,
                    const char    *value,
                    LoomTextEdit  *edit,
                    GError       **error)
{
  return loom_document_edit_behind (self, group, key, value, NULL, edit, error);
}

/**
 * loom_document_edit_empty_group:
 * @group: without brackets
 * @edit: (out): where to put the change
 *
 * Computes the change that takes the last header of a group away, with the blanks below it, if
 * nothing else stands between that and the next one, or the end of the settings.
 *
 * Returns: whether there is such a header
 */
gboolean
loom_document_edit_empty_group (LoomDocument *self,
                                const char   *group,
                                LoomTextEdit *edit)
{
  g_autofree char *name = NULL;
  const LoomGroup *found;
  gsize start, end, next;

  g_return_val_if_fail (self != NULL && group != NULL && edit != NULL, FALSE);

  name = _loom_document_normalise_group (group);
  found = g_hash_table_lookup (self->by_name, name);
  if (found == NULL || !self->is_closed)
    return FALSE;

  start = found->name_start - 1;
  for (end = found->name_end + 1; self->text[end] == ' ' || self->text[end] == '\t'; end++)
    ;
  end += self->text[end] == '\r';
  next = end + strspn (self->text + end, " \t\r\n");
  if (is_within_line (self, start) || self->text[end] != '\n' ||
      (self->text[next] != '[' && next != self->close))
    return FALSE;
  while (start > 0 && self->text[start - 1] != '\n')
    start--;
  while (self->text[next - 1] != '\n')
    next--;
  /* Nor is the last group set off from anything. */
  if (self->text[next] != '[' && start > 1 && self->text[start - 2] == '\n')
    start--;
  set_edit (edit, start, next, g_strdup (""));
  return TRUE;
}

/* The group of the steps, if there is just one, or none. */
static gboolean
find_steps (LoomDocument  *self,
            LoomGroup    **group,
            GError       **error)
{
  *group = NULL;
  for (guint i = 0; i < self->groups->len; i++)
    {
      LoomGroup *one = g_ptr_array_index (self->groups, i);

      if (strcmp (one->name, LOOM_GROUP_STEPS) != 0)
        continue;
      if (*group != NULL)
        return loom_fail (error, LOOM_ERROR_DOCUMENT,
                          _("[steps] is in line %1$u and in line %2$u; keep one of them"),
                          (*group)->line, one->line);
      *group = one;
    }
  return TRUE;
}

/* Behind the last statement, and the comments that follow it without an empty line between. */
static gsize
find_end_of_steps (LoomDocument *self,
                   gsize         at)
{
  for (;;)
    {
      const char *newline = memchr (self->text + at, '\n', self->close - at);
      gsize first = at;

      while (first < self->close && (self->text[first] == ' ' || self->text[first] == '\t'))
        first++;
      if (newline == NULL || first >= self->close || self->text[first] != '#')
        return at;
      at = newline - self->text + 1;
    }
}

/* Lines as the document ends its own. */
static char *
dup_lines (const char *lines,
           const char *newline)
{
  g_auto (GStrv) split = g_strsplit (lines, "\n", -1);

  return g_strjoinv (newline, split);
}

/**
 * loom_document_edit_steps:
 * @lines: statements and comments, each with a newline
 * @edit: (out): where to put the change; clear it with loom_text_edit_clear()
 * @error: return location; %LOOM_ERROR_DOCUMENT if the block is not closed, or has several groups
 *   of steps
 *
 * Computes the replacement of all that [steps] holds. Everything else stays byte for byte.
 */
gboolean
loom_document_edit_steps (LoomDocument  *self,
                          const char    *lines,
                          LoomTextEdit  *edit,
                          GError       **error)
{
  g_autofree char *text = NULL;
  const char *newline;
  LoomGroup *group;

  g_return_val_if_fail (self != NULL && lines != NULL && edit != NULL, FALSE);

  if (!check_editable (self, error) || !find_steps (self, &group, error))
    return FALSE;
  newline = get_newline (self);
  text = dup_lines (lines, newline);
  if (group != NULL)
    {
      const char *end = memchr (self->text + group->name_end, '\n', self->close - group->name_end);
      const gsize start = end != NULL ? (gsize) (end - self->text) + 1 : group->insert;

      set_edit (edit, start, MAX (start, find_end_of_steps (self, group->insert)),
                end != NULL ? g_steal_pointer (&text) : g_strconcat (newline, text, NULL));
    }
  else if (self->block_line > 0)
    {
      const gsize at = get_end_of_settings (self);

      set_edit (edit, at, at, g_strconcat (is_within_line (self, at) ? newline : "", "[steps]",
                                           newline, text, NULL));
    }
  else
    {
      const gboolean ends_line = self->length == 0 || self->text[self->length - 1] == '\n';

      set_edit (edit, self->length, self->length,
                g_strconcat (ends_line ? "" : newline, self->length > 0 ? newline : "",
                             "/* gridloom", newline, "[steps]", newline, text, "*/", newline,
                             NULL));
    }
  return TRUE;
}

/**
 * loom_document_set_line:
 * @line: from 1
 * @text: what it becomes, without indentation; it may have several lines
 * @edit: (out): where to put the change
 * @error: return location; %LOOM_ERROR_DOCUMENT if there is no such line
 *
 * Computes the change of a whole line. Its indentation stays, and each line of @text gets it.
 */
gboolean
loom_document_set_line (LoomDocument  *self,
                        guint          line,
                        const char    *text,
                        LoomTextEdit  *edit,
                        GError       **error)
{
  const char *start, *end;
  g_autofree char *indent = NULL, *separator = NULL;
  g_auto (GStrv) lines = NULL;

  g_return_val_if_fail (self != NULL && text != NULL && edit != NULL, FALSE);

  start = self->text + loom_text_find_line (self->text, self->length, line);
  if (line == 0 || start == self->text + self->length)
    return loom_fail (error, LOOM_ERROR_DOCUMENT, _("the text has no line %u"), line);

  end = start + strcspn (start, "\r\n");
  indent = g_strndup (start, strspn (start, " \t"));
  separator = g_strconcat (get_newline (self), indent, NULL);
  lines = g_strsplit (text, "\n", -1);
  set_edit (edit, start + strlen (indent) - self->text, end - self->text,
            g_strjoinv (separator, lines));
  return TRUE;
}

/**
 * loom_document_include:
 * @header: its name between angle brackets
 * @edit: (out): where to put the change
 *
 * Computes the change that includes a header: after the last directive that the text begins with if
 * there is one, or else before the first code.
 */
void
loom_document_include (LoomDocument *self,
                       const char   *header,
                       LoomTextEdit *edit)
{
  LoomLexer lexer;
  LoomToken token;
  gsize at = 0;
  guint depth = 0;              /* of #if */
  gboolean is_after_directive = FALSE, has_code = FALSE;
  const char *newline;

  g_return_if_fail (self != NULL && header != NULL && edit != NULL);

  newline = get_newline (self);
  _loom_lexer_init (&lexer, self->text, self->source_length);
  while (!has_code && _loom_lexer_next (&lexer, &token))
    {
      const char *text = self->text + token.offset;
      const char *word = text + 1 + strspn (text + 1, " \t");

      has_code = token.kind != LOOM_TOKEN_COMMENT && token.kind != LOOM_TOKEN_DIRECTIVE;
      if (token.kind == LOOM_TOKEN_DIRECTIVE)
        {
          depth += g_str_has_prefix (word, "if");
          depth -= depth > 0 && g_str_has_prefix (word, "endif");
        }
      if (token.kind == LOOM_TOKEN_DIRECTIVE && depth == 0 && g_str_has_prefix (word, "include"))
        {
          at = token.offset + token.length;
          at -= text[token.length - 1] == '\r';
          is_after_directive = TRUE;
        }
      else if (has_code && !is_after_directive)
        at = token.offset;
    }
  set_edit (edit, at, at,
            is_after_directive ? g_strdup_printf ("%s#include <%s>", newline, header)
                               : g_strdup_printf ("#include <%s>%s%s", header, newline, newline));
}

/**
 * loom_document_rename_group:
 * @line: of the header of a group, from 1
 * @to: its new name
 * @edit: (out): where to put the change
 * @error: return location; %LOOM_ERROR_DOCUMENT if no group begins there or @to cannot be a name
 *
 * Computes the change of a group's name.
 */
gboolean
loom_document_rename_group (LoomDocument  *self,
                            guint          line,
                            const char    *to,
                            LoomTextEdit  *edit,
                            GError       **error)
{
  g_return_val_if_fail (self != NULL && to != NULL && edit != NULL, FALSE);

  if (!check_words (to, "name", NULL, error))
    return FALSE;

  for (guint i = 0; i < self->groups->len; i++)
    {
      LoomGroup *group = g_ptr_array_index (self->groups, i);

      if (group->line != line)
        continue;
      set_edit (edit, group->name_start, group->name_end, g_strdup (to));
      return TRUE;
    }

  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("no group of settings begins in line %u"), line);
}

/**
 * loom_document_set_beside:
 * @line: of a setting, from 1
 * @setting: a key, `=` and its value
 * @edit: (out): where to put the change
 * @error: return location; %LOOM_ERROR_DOCUMENT if no setting stands there
 *
 * Computes the change that gives a value to a key of the group that a setting stands in.
 */
gboolean
loom_document_set_beside (LoomDocument  *self,
                          guint          line,
                          const char    *setting,
                          LoomTextEdit  *edit,
                          GError       **error)
{
  g_auto (GStrv) parts = NULL;

  g_return_val_if_fail (self != NULL && setting != NULL && edit != NULL, FALSE);

  parts = g_strsplit (setting, "=", 2);
  for (guint i = 0; i < self->entries->len && g_strv_length (parts) == 2; i++)
    {
      const LoomEntry *entry = g_ptr_array_index (self->entries, i);

      if (entry->line == line)
        return loom_document_edit (self, entry->group, parts[0], parts[1], edit, error);
    }

  return loom_fail (error, LOOM_ERROR_DOCUMENT, _("there is no setting in line %u"), line);
}

/**
 * loom_document_move_block:
 * @edit: (out): where to put the change
 * @error: return location; %LOOM_ERROR_DOCUMENT if no text follows the settings block
 *
 * Computes the change that puts the settings block behind the text that follows it.
 */
gboolean
loom_document_move_block (LoomDocument  *self,
                          LoomTextEdit  *edit,
                          GError       **error)
{
  const char *newline, *rest;
  gboolean ends_line;
  GString *text;

  g_return_val_if_fail (self != NULL && edit != NULL, FALSE);

  if (!self->has_rest)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("the settings block is the last thing in the file already"));

  newline = get_newline (self);
  for (rest = self->text + self->close + 2; *rest == '\n' || *rest == '\r'; rest++)
    ;
  ends_line = self->text[self->length - 1] == '\n';
  text = g_string_new_len (rest, self->text + self->length - rest);
  g_string_append (text, ends_line ? newline : "");
  if (!ends_line)
    g_string_append_printf (text, "%s%s", newline, newline);
  g_string_append_len (text, self->text + self->block_start, self->close + 2 - self->block_start);
  g_string_append (text, newline);
  set_edit (edit, self->block_start, self->length, g_string_free (text, FALSE));
  return TRUE;
}

/**
 * loom_document_apply_edit:
 *
 * Returns: (transfer full): its text with the change
 */
char *
loom_document_apply_edit (LoomDocument       *self,
                          const LoomTextEdit *edit)
{
  g_return_val_if_fail (self != NULL, NULL);

  return loom_text_edit_apply (edit, self->text);
}
