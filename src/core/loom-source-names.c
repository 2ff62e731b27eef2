/* loom-source-names.c: what the variables of a source are declared to be, and where
 *
 * It is asked for certainties: a declaration that is not understood hides what it may hide.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-names-private.h"

#include <string.h>

/* Longer statements are not understood. */
#define MAX_STATEMENT 256
/* `const noexcept override` and the like, between parameters and body. */
#define MAX_WORDS 8
/* Tokens that are looked at for one source, so that no text takes long. */
#define BUDGET 4000000

static void
find_brackets (LoomSourceNames *self)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->source.n; i++)
    {
      gboolean closes = has_punctuation (self, i, ")]}");

      self->closing[i] = self->source.n;
      if (closes && open->len > 0)
        {
          self->closing[g_array_index (open, guint, open->len - 1)] = i;
          g_array_set_size (open, open->len - 1);
        }
      self->outer[i] = open->len > 0 ? g_array_index (open, guint, open->len - 1)
                       : LOOM_NOWHERE;
      if (has_punctuation (self, i, "([{"))
        g_array_append_val (open, i);
    }
}

static void
find_places (LoomSourceNames *self)
{
  self->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                        (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < self->source.n; i++)
    {
      g_autofree char *name = NULL;
      GArray *places;

      if (!is_identifier (&self->source, i))
        continue;
      name = _loom_source_dup_text (&self->source, i, i + 1);
      places = g_hash_table_lookup (self->places, name);
      if (places == NULL)
        {
          places = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (self->places, g_steal_pointer (&name), places);
        }
      g_array_append_val (places, i);
    }
}

/* Borrows scan and text. */
void
_loom_source_names_init (LoomSourceNames *self,
                         LoomSourceScan  *scan,
                         const char      *text)
{
  *self = (LoomSourceNames) {
    .source = { text, scan->tokens, scan->tokens->len }, .scan = scan, .budget = BUDGET,
  };
  self->outer = g_new (guint, MAX (self->source.n, 1));
  self->closing = g_new (guint, MAX (self->source.n, 1));
  self->values = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  find_brackets (self);
  find_places (self);
}

void
_loom_source_names_clear (LoomSourceNames *self)
{
  g_hash_table_unref (self->places);
  g_hash_table_unref (self->values);
  g_free (self->outer);
  g_free (self->closing);
}

/* Where a name stands; NULL: nowhere. */
GArray *
_loom_source_names_list (LoomSourceNames *self,
                         const char      *name)
{
  return g_hash_table_lookup (self->places, name);
}

/* Where an expression ends: at its comma, or at `end`. Host code shifts more often than it has
 * template arguments. */
guint
_loom_source_names_find_comma (LoomSourceNames *self,
                               guint            first,
                               guint            end)
{
  for (guint i = first; i < end; i++)
    {
      if (has_punctuation (self, i, ","))
        return i;
      if (has_punctuation (self, i, "([{"))
        i = self->closing[i];
      else if (has_punctuation (self, i, "<") && is_identifier (&self->source, i - 1) &&
               !has_punctuation (self, i + 1, "<"))
        i = _loom_source_step_over_angles (&self->source, i) - 1;
    }

  return end;
}

/* The first token of the statement that a token is in; LOOM_NOWHERE if it is long. */
static guint
find_statement (LoomSourceNames *self,
                guint            index)
{
  guint outer = self->outer[index];

  for (guint i = index, n = 0; n < MAX_STATEMENT; i--, n++)
    {
      self->budget -= self->budget > 0;
      if (i == 0 || i - 1 == outer)
        return i;
      if (self->outer[i - 1] == outer && has_punctuation (self, i - 1, ";}") &&
          !(get_punctuation (&self->source, i - 1) == '}' && has_punctuation (self, i, ",;=")))
        return i;
    }

  return LOOM_NOWHERE;
}

/* Words that may stand before a name without declaring it. */
static gboolean
is_statement_word (LoomSourceNames *self,
                   guint            index)
{
  static const char * const words[] = {
    "return", "else", "goto", "case", "new", "delete", "throw", "sizeof", "do", "co_return", "and",
    "or", "not", "typename", "operator", "defined", NULL
  };

  return _loom_source_is_any (&self->source, index, words);
}

/* What the words from `first` to `end` say of the names behind them. */
static LoomDeclaredType
read_type (LoomSourceNames *self,
           guint            first,
           guint            end)
{
  static const char * const ints[] = {
    "int", "unsigned", "signed", "uint", "int32_t", "uint32_t", "auto", NULL
  };
  static const char * const longs[] = {
    "long", "size_t", "ptrdiff_t", "int64_t", "uint64_t", "ulong", NULL
  };
  static const char * const others[] = { "const", "constexpr", "static", "inline", "std", NULL };
  LoomDeclaredType type = LOOM_DECLARED_OTHERWISE;

  for (guint i = first; i < end; i++)
    {
      if (_loom_source_is_any (&self->source, i, longs))
        type = LOOM_DECLARED_LONG;
      else if (_loom_source_is_any (&self->source, i, ints))
        type = MAX (type, LOOM_DECLARED_INT);
      else if (is_word (&self->source, i, "dim3"))
        type = LOOM_DECLARED_DIM3;
      else if (!_loom_source_is_any (&self->source, i, others) &&
               get_punctuation (&self->source, i) != ':')
        return LOOM_DECLARED_OTHERWISE;
    }

  return type;
}

/* Behind the type that a declaration begins with: at the first name, or at its * or &; `start` if
 * it begins with no type, or with a longer one than reaches to `last`. */
static guint
skip_type (LoomSourceNames *self,
           guint            start,
           guint            last)
{
  guint i = start, n_words = 0;

  while (i <= last)
    {
      if (is_identifier (&self->source, i) && !is_statement_word (self, i))
        n_words++;
      else if (get_punctuation (&self->source, i) == '<' && n_words > 0 &&
               _loom_source_skip_angles (&self->source, i) > i)
        {
          i = _loom_source_skip_angles (&self->source, i);
          continue;
        }
      else if (get_punctuation (&self->source, i) != ':' || n_words == 0)
        break;
      i++;
    }

  if (n_words > 0 && has_punctuation (self, i, "*&"))
    return i;
  /* the last word is the name */
  return n_words > 1 && is_identifier (&self->source, i - 1) &&
         get_punctuation (&self->source, i - 2) != ':' ? i - 1 : start;
}

static void
read_initial (LoomSourceNames  *self,
              LoomDeclaredName *found)
{
  guint next = found->name + 1;

  found->first = found->end = next;
  if (get_punctuation (&self->source, next) == '=')
    {
      found->first = next + 1;
      for (found->end = next + 1;
           found->end < self->source.n && !has_punctuation (self, found->end, ",;") &&
           self->budget > 0;
           found->end++)
        {
          self->budget--;
          if (has_punctuation (self, found->end, "([{"))
            found->end = MIN (self->closing[found->end], self->source.n - 1);
        }
    }
  else if (has_punctuation (self, next, "({"))
    {
      found->first = next + 1;
      found->end = self->closing[next];
      found->is_listed = TRUE;
    }
}

/* `T *n`, `T &n`, `T<int> n`, `T n`. In a condition the signs compute. */
static gboolean
follows_type (LoomSourceNames *self,
              guint            name,
              gboolean         is_condition)
{
  gboolean has_angle = FALSE;

  if (is_identifier (&self->source, name - 1))
    return !is_statement_word (self, name - 1);
  if (is_condition)
    return FALSE;

  for (guint i = name; i > self->outer[name] + 1 && name - i < MAX_STATEMENT; i--)
    has_angle |= get_punctuation (&self->source, i - 1) == '<';
  return has_punctuation (self, name - 1, "*&") ||
         (get_punctuation (&self->source, name - 1) == '>' && has_angle);
}

/* What `for (int n = 0; …)` declares ends with its first semicolon. */
static gboolean
is_behind_semicolon (LoomSourceNames *self,
                     guint            name)
{
  for (guint i = name; i > self->outer[name] + 1 && name - i < MAX_STATEMENT; i--)
    {
      if (get_punctuation (&self->source, i - 1) == ';')
        return TRUE;
    }

  return FALSE;
}

/* Names in parentheses: parameters, and what `for` and its like declare. They hide, and are never
 * known. */
static gboolean
is_declared_in_parens (LoomSourceNames *self,
                       guint            name,
                       guint            place)
{
  static const char * const conditions[] = { "if", "while", "switch", NULL };
  guint paren = self->outer[name], body = self->closing[paren] + 1;
  gboolean is_loop = paren > 0 && is_word (&self->source, paren - 1, "for");
  gboolean is_condition = paren > 0 &&
                          _loom_source_is_any (&self->source, paren - 1, conditions);

  if (!follows_type (self, name, is_condition) || (is_loop && is_behind_semicolon (self, name)))
    return FALSE;
  for (guint n = 0; n < MAX_WORDS && is_identifier (&self->source, body); n++)
    body++;
  if (get_punctuation (&self->source, body) == '{')
    return body < place && place < self->closing[body];

  return (is_loop || is_condition) && self->outer[paren] != LOOM_NOWHERE &&
         place < self->closing[self->outer[paren]];
}

/* FALSE if the token declares nothing that can be seen at `place`. */
static gboolean
read_declared (LoomSourceNames  *self,
               guint             name,
               guint             place,
               LoomDeclaredName *found)
{
  guint outer = self->outer[name], start, type_end;

  *found = (LoomDeclaredName) { LOOM_DECLARED_OTHERWISE, name, name, name, FALSE };
  if (outer != LOOM_NOWHERE && get_punctuation (&self->source, outer) != '{')
    return get_punctuation (&self->source, outer) == '(' &&
           is_declared_in_parens (self, name, place);
  if (outer != LOOM_NOWHERE && self->closing[outer] < place)
    return FALSE;
  if (!has_punctuation (self, name + 1, "=;,([{:") ||
      (get_punctuation (&self->source, name + 1) == '=' &&
       get_punctuation (&self->source, name + 2) == '='))
    return FALSE;

  start = find_statement (self, name);
  if (start == LOOM_NOWHERE)
    return TRUE;
  type_end = skip_type (self, start, name);
  if (type_end == start || type_end > name)
    return FALSE;
  /* int a = 1, name = 2; but not int a = name; */
  if (name > type_end && !has_punctuation (self, name - 1, ",*&"))
    return FALSE;
  if (name > type_end && has_punctuation (self, name - 1, "*&"))
    {
      guint before = name - 1;

      while (before > start && has_punctuation (self, before, "*&"))
        before--;
      return before < type_end || get_punctuation (&self->source, before) == ',';
    }

  if (!has_punctuation (self, type_end, "*&"))
    found->type = read_type (self, start, type_end);
  read_initial (self, found);
  return TRUE;
}

/* What a name stands for at a place; FALSE if nothing that was read says so. */
gboolean
_loom_source_names_find (LoomSourceNames  *self,
                         const char       *name,
                         guint             place,
                         LoomDeclaredName *found)
{
  GArray *places = _loom_source_names_list (self, name);
  gboolean is_found = FALSE;

  /* of all that can be seen here the last one is the innermost */
  for (guint i = 0; places != NULL && i < places->len && self->budget > 0; i++)
    {
      guint index = g_array_index (places, guint, i);
      LoomDeclaredName declared;

      self->budget--;
      if (index >= place)
        break;
      if (!read_declared (self, index, place, &declared))
        continue;
      *found = declared;
      is_found = TRUE;
    }

  return is_found && self->budget > 0;
}
