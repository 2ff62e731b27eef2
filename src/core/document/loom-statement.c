/* loom-statement.c: one line of [steps]: what is launched, copied, swapped, filled, repeated,
 * recorded or waited for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-statement.h"

#include "loom-error.h"
#include "loom-extents-private.h"
#include "loom-spelling.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Its line in the order of LoomStatementKind: the word that it begins with, how it is written, and
 * what it does. */
static const struct
{
  const char *word, *form, *meaning;
} kinds[LOOM_N_STATEMENTS] = {
  { "launch", "launch KERNEL [on STREAM] [NAME=VALUE]…",
    N_("Launches a kernel. Arrays are given by name, numbers by expressions; block, grid, range "
       "and shared as in [launch]") },
  { "copy", "copy ARRAY to ARRAY [on STREAM]",
    N_("Copies an array to another one; host is the memory of this computer") },
  { "swap", "swap ARRAY, ARRAY", N_("Lets two arrays change places") },
  { "fill", "fill ARRAY [on STREAM] = FILL", N_("Fills an array, as fill= in its group does") },
  { "repeat", "repeat [COUNT] [as NAME] [until CONDITION]",
    N_("Repeats what comes before its end, so often or until a condition holds; the name counts "
       "from 0") },
  { "end", "end", N_("Ends what is repeated") },
  { "record", "record EVENT [on STREAM]", N_("Records an event on a stream") },
  { "wait", "wait EVENT [on STREAM]", N_("Lets a stream wait for an event") },
};

static void
item_free (gpointer data)
{
  LoomStatementItem *self = data;

  g_free (self->name);
  g_free (self->value);
  g_free (self);
}

void
loom_statement_free (LoomStatement *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_free (self->subject);
  g_free (self->object);
  g_free (self->stream);
  g_free (self->counter);
  g_free (self->until);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_free (self);
}

/**
 * loom_statement_kind_get_word:
 *
 * Returns: (transfer none): the word that a statement begins with
 */
const char *
loom_statement_kind_get_word (LoomStatementKind kind)
{
  g_return_val_if_fail (kind < LOOM_N_STATEMENTS, "");

  return kinds[kind].word;
}

/**
 * loom_statement_kind_get_meaning:
 *
 * Returns: (transfer none): what it does, a sentence for people
 */
const char *
loom_statement_kind_get_meaning (LoomStatementKind kind)
{
  g_return_val_if_fail (kind < LOOM_N_STATEMENTS, "");

  return _(kinds[kind].meaning);
}

static gboolean
is_of_name (char     c,
            gboolean is_first)
{
  return c == '_' || (is_first ? g_ascii_isalpha (c) : g_ascii_isalnum (c));
}

static gboolean
is_name (const char *text)
{
  for (gsize i = 0; text[i] != '\0'; i++)
    if (!is_of_name (text[i], i == 0))
      return FALSE;
  return *text != '\0';
}

/* An array may lie in a struct: `A.elements`. */
static gboolean
is_array_name (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ".", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (!is_name (parts[i]))
      return FALSE;
  return *text != '\0';
}

static gboolean
fail_form (LoomStatement  *self,
           GError        **error)
{
  g_autofree char *shown = _loom_abbreviate (self->text);

  return loom_fail (error, LOOM_ERROR_DOCUMENT, _("“%1$s” is not complete; it is written as %2$s"),
                    shown, kinds[self->kind].form);
}

/* Cuts a text at a word that stands in it by itself; what follows the word, or NULL. */
static char *
cut (char       *text,
     const char *word)
{
  const gsize length = strlen (word);

  for (char *at = text; (at = strstr (at, word)) != NULL; at++)
    {
      if ((at > text && !g_ascii_isspace (at[-1])) ||
          (at[length] != '\0' && !g_ascii_isspace (at[length])))
        continue;
      *at = '\0';
      g_strchomp (text);
      return g_strchug (at + length);
    }
  return NULL;
}

/* `on STREAM` at the end. */
static gboolean
take_stream (LoomStatement  *self,
             char           *text,
             GError        **error)
{
  const char *stream = cut (text, "on");

  if (stream == NULL)
    return TRUE;
  if (!is_name (stream))
    return fail_form (self, error);
  self->stream = g_strdup (stream);
  return TRUE;
}

static gboolean
parse_copy (LoomStatement  *self,
            char           *rest,
            GError        **error)
{
  char *to;

  if (!take_stream (self, rest, error))
    return FALSE;
  to = cut (rest, "to");
  if (to == NULL || !is_array_name (rest) || !is_array_name (to))
    return fail_form (self, error);
  self->subject = g_strdup (rest);
  self->object = g_strdup (to);
  return TRUE;
}

static gboolean
parse_swap (LoomStatement  *self,
            char           *rest,
            GError        **error)
{
  g_auto (GStrv) names = g_strsplit (rest, ",", -1);

  if (g_strv_length (names) != 2 || !is_array_name (g_strstrip (names[0])) ||
      !is_array_name (g_strstrip (names[1])))
    return fail_form (self, error);
  self->subject = g_strdup (names[0]);
  self->object = g_strdup (names[1]);
  return TRUE;
}

static gboolean
parse_fill (LoomStatement  *self,
            char           *rest,
            GError        **error)
{
  char *equals = strchr (rest, '=');

  if (equals == NULL)
    return fail_form (self, error);
  *equals = '\0';
  g_strchomp (rest);
  g_strchug (equals + 1);
  if (!take_stream (self, rest, error))
    return FALSE;
  if (!is_array_name (rest) || equals[1] == '\0')
    return fail_form (self, error);
  self->subject = g_strdup (rest);
  self->object = g_strdup (equals + 1);
  return TRUE;
}

static gboolean
parse_repeat (LoomStatement  *self,
              char           *rest,
              GError        **error)
{
  const char *until = cut (rest, "until"), *counter = cut (rest, "as");

  if ((*rest == '\0' && until == NULL) || (until != NULL && *until == '\0') ||
      (counter != NULL && !is_name (counter)))
    return fail_form (self, error);
  self->subject = *rest != '\0' ? g_strdup (rest) : NULL;
  self->until = g_strdup (until);
  self->counter = g_strdup (counter);
  return TRUE;
}

static gboolean
parse_event (LoomStatement  *self,
             char           *rest,
             GError        **error)
{
  if (!take_stream (self, rest, error))
    return FALSE;
  if (!is_name (rest))
    return fail_form (self, error);
  self->subject = g_strdup (rest);
  return TRUE;
}

static gboolean
parse_end (LoomStatement  *self,
           char           *rest,
           GError        **error)
{
  return *rest == '\0' || fail_form (self, error);
}

/* Where the next `NAME=` begins that no bracket holds; a comparison is none. NULL: there is no
 * other. */
static const char *
find_item (const char *text)
{
  guint depth = 0;

  for (const char *at = text; *at != '\0'; at++)
    {
      const char *end = at;

      depth += strchr ("([{", *at) != NULL;
      depth -= depth > 0 && strchr (")]}", *at) != NULL;
      if (depth > 0 || !is_of_name (*at, TRUE) || (at > text && !g_ascii_isspace (at[-1])))
        continue;
      while (is_of_name (*end, FALSE) || *end == '.')
        end++;
      while (g_ascii_isspace (*end))
        end++;
      if (*end == '=' && end[1] != '=')
        return at;
    }
  return NULL;
}

/* names: of the items before it, which own them */
static gboolean
add_item (LoomStatement  *self,
          GHashTable     *names,
          const char     *text,
          gsize           length,
          GError        **error)
{
  g_autofree char *whole = g_strndup (text, length);
  g_autofree char *shown = NULL;
  char *equals = strchr (whole, '=');
  LoomStatementItem *item;

  *equals = '\0';
  g_strchomp (whole);
  g_strstrip (equals + 1);
  shown = _loom_abbreviate (whole);
  if (equals[1] == '\0')
    return loom_fail (error, LOOM_ERROR_DOCUMENT, _("“%s” has no value; write NAME=VALUE"), shown);
  if (g_hash_table_contains (names, whole))
    return loom_fail (error, LOOM_ERROR_DOCUMENT, _("%s is given twice"), shown);

  item = g_new (LoomStatementItem, 1);
  *item = (LoomStatementItem) { g_strdup (whole), g_strdup (equals + 1) };
  g_hash_table_add (names, item->name);
  g_ptr_array_add (self->items, item);
  return TRUE;
}

/* `on STREAM` behind all else, where a launch has its values: none of them ends so. NULL: it does
 * not stand there. */
static const char *
find_stream_at_end (const char *text)
{
  const char *name = strrchr (text, ' '), *end = name;

  while (end != NULL && end > text && g_ascii_isspace (end[-1]))
    end--;
  return end != NULL && end - text >= 3 && strncmp (end - 2, "on", 2) == 0
                 && g_ascii_isspace (end[-3]) && is_name (name + 1)
             ? end - 2 : NULL;
}

/* Up to a blank outside of template arguments. */
static gsize
measure_kernel (const char *text)
{
  guint depth = 0;
  gsize length = 0;

  while (text[length] != '\0' && (depth > 0 || !g_ascii_isspace (text[length])))
    {
      depth += text[length] == '<';
      depth -= depth > 0 && text[length] == '>';
      length++;
    }
  return length;
}

static gboolean
parse_launch (LoomStatement  *self,
              char           *rest,
              GError        **error)
{
  const gsize length = measure_kernel (rest);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *head = NULL;
  const char *item;

  self->items = g_ptr_array_new_with_free_func (item_free);
  if (length == 0)
    return fail_form (self, error);
  self->subject = g_strndup (rest, length);

  item = find_item (rest + length);
  head = item != NULL ? g_strndup (rest + length, item - rest - length) : g_strdup (rest + length);
  if (!take_stream (self, g_strstrip (head), error))
    return FALSE;
  if (*head != '\0')
    return fail_form (self, error);
  if (item != NULL && find_stream_at_end (item) != NULL)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("the stream of a launch comes after its kernel: it is written as %s"),
                      kinds[LOOM_STATEMENT_LAUNCH].form);

  while (item != NULL)
    {
      const char *value = strchr (item, '=') + 1, *next = find_item (value);

      if (!add_item (self, names, item, next != NULL ? (gsize) (next - item) : strlen (item),
                     error))
        return FALSE;
      item = next;
    }
  return TRUE;
}

static gboolean
fail_word (const char  *text,
           GError     **error)
{
  g_autofree char *shown = _loom_abbreviate (text);
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; i < LOOM_N_STATEMENTS; i++)
    g_string_append_printf (words, "%s%s", i > 0 ? ", " : "", kinds[i].word);
  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("“%1$s” is not a step; a step begins with one of %2$s"), shown, words->str);
}

/**
 * loom_statement_parse:
 * @text: a line of [steps], without the blanks around it
 * @error: return location; %LOOM_ERROR_DOCUMENT
 *
 * Reads one statement. Whether the names in it mean anything is found when a launch is bound.
 *
 * Returns: (transfer full): a statement without a place, or %NULL
 */
LoomStatement *
loom_statement_parse (const char  *text,
                      GError     **error)
{
  static gboolean (* const parsers[LOOM_N_STATEMENTS]) (LoomStatement *, char *, GError **) = {
    parse_launch, parse_copy, parse_swap, parse_fill, parse_repeat, parse_end, parse_event,
    parse_event,
  };
  g_autoptr (LoomStatement) self = g_new0 (LoomStatement, 1);
  g_autofree char *rest = NULL, *word = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  self->text = g_strdup (text);
  word = g_strndup (text, strcspn (text, " \t"));
  rest = g_strstrip (g_strdup (text + strlen (word)));
  while (self->kind < LOOM_N_STATEMENTS && strcmp (kinds[self->kind].word, word) != 0)
    self->kind++;
  if (self->kind == LOOM_N_STATEMENTS)
    return fail_word (text, error), NULL;

  return parsers[self->kind] (self, rest, error) ? g_steal_pointer (&self) : NULL;
}

/* A statement without a stream, with one: it stands after the kernel of a launch, and before the =
 * of a fill. */
static char *
dup_with_stream (const char *text,
                 const char *stream)
{
  const gsize word = strcspn (text, " \t"), kernel = word + strspn (text + word, " \t");
  gsize end = g_str_has_prefix (text, kinds[LOOM_STATEMENT_LAUNCH].word)
                  ? kernel + measure_kernel (text + kernel)
                  : strcspn (text, "=");

  while (end > 0 && g_ascii_isspace (text[end - 1]))
    end--;
  return g_strdup_printf ("%.*s on %s%s%s", (int) end, text, stream, text[end] == '=' ? " " : "",
                          text + end);
}

/**
 * loom_statement_dup_meant:
 * @text: a line of [steps] that is no statement
 *
 * Finds the statement that was most likely meant: the stream was named first or last, or the first
 * word is misspelt.
 *
 * Returns: (transfer full) (nullable): a line that is a statement, or %NULL
 */
char *
loom_statement_dup_meant (const char *text)
{
  const char *words[LOOM_N_STATEMENTS + 1] = { NULL };
  g_auto (GStrv) parts = NULL;
  g_autofree char *meant = NULL;
  const char *on;
  g_autoptr (LoomStatement) statement = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  for (guint i = 0; i < LOOM_N_STATEMENTS; i++)
    words[i] = kinds[i].word;
  parts = g_strsplit (text, " ", 3);
  if (g_strv_length (parts) == 3 && g_str_equal (parts[0], "on"))
    meant = dup_with_stream (parts[2], parts[1]);
  else if (parts[0] != NULL && g_str_equal (parts[0], kinds[LOOM_STATEMENT_LAUNCH].word) &&
           (on = find_stream_at_end (text)) != NULL)
    {
      g_autofree char *rest = g_strchomp (g_strndup (text, on - text));

      meant = dup_with_stream (rest, strrchr (on, ' ') + 1);
    }
  else
    {
      const gsize length = strcspn (text, " \t");
      g_autofree char *word = g_strndup (text, length);
      const char *known = loom_spelling_find (word, words);

      meant = known != NULL && !g_str_equal (known, word)
                  ? g_strconcat (known, text + length, NULL) : NULL;
    }

  statement = meant != NULL ? loom_statement_parse (meant, NULL) : NULL;
  return statement != NULL ? g_steal_pointer (&meant) : NULL;
}

/**
 * loom_statement_get:
 * @name: of a parameter, or a word such as `block`
 *
 * Returns: (transfer none) (nullable): what a launch gives it, or %NULL
 */
const char *
loom_statement_get (const LoomStatement *self,
                    const char          *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    {
      const LoomStatementItem *item = self->items->pdata[i];

      if (strcmp (item->name, name) == 0)
        return item->value;
    }
  return NULL;
}
