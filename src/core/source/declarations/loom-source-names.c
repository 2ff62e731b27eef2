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
/* Words of a type. */
#define MAX_TYPE 12
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
          self->closing[i] = g_array_index (open, guint, open->len - 1);
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

/* Where a name stands; NULL: nowhere. */
GArray *
_loom_source_names_list (LoomSourceNames *self,
                         const char      *name)
{
  return g_hash_table_lookup (self->places, name);
}

/* `typedef float real;`, `using real = float;` at one of those words. */
static void
read_typedef (LoomSourceNames *self,
              guint            index)
{
  const gboolean is_using = is_word (&self->source, index, "using");
  guint name = index + 1, first = index + 3;
  char *text;

  if (index + 3 >= self->source.n
      || (is_using && get_punctuation (&self->source, index + 2) != '='))
    return;
  if (!is_using)
    {
      first = index + 1;
      for (name = first; name - first < MAX_TYPE && is_identifier (&self->source, name + 1); )
        name++;
      if (name == first || get_punctuation (&self->source, name + 1) != ';')
        return;
    }

  text = _loom_source_dup_text (&self->source, name, name + 1);
  if (g_hash_table_contains (self->typedefs, text) || is_conditional (self, index))
    first = LOOM_NOWHERE - 1;
  g_hash_table_insert (self->typedefs, text, GUINT_TO_POINTER (first + 1));
}

/* What stands for several things stands for none. */
static void
find_typedefs (LoomSourceNames *self)
{
  static const char * const words[] = { "typedef", "using" };

  self->typedefs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const GArray *places = _loom_source_names_list (self, words[i]);

      for (guint j = 0; places != NULL && j < places->len; j++)
        read_typedef (self, g_array_index (places, guint, j));
    }
}

/* Borrows the scan. */
void
_loom_source_names_init (LoomSourceNames *self,
                         LoomSourceScan  *scan)
{
  *self = (LoomSourceNames) {
    .source = { scan->text, scan->tokens, scan->tokens->len }, .scan = scan,
    .origins = scan->origins, .supposed = LOOM_NOWHERE, .open = LOOM_NOWHERE, .budget = BUDGET,
  };
  self->outer = g_new (guint, MAX (self->source.n, 1));
  self->closing = g_new (guint, MAX (self->source.n, 1));
  self->values = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  find_brackets (self);
  find_places (self);
  find_typedefs (self);
}

void
_loom_source_names_clear (LoomSourceNames *self)
{
  g_hash_table_unref (self->places);
  g_hash_table_unref (self->typedefs);
  g_hash_table_unref (self->values);
  g_free (self->outer);
  g_free (self->closing);
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

/* The function whose body, or parameters, a token is in; NULL: none at namespace scope. */
const LoomSourceBody *
_loom_source_names_get_function (LoomSourceNames *self,
                                 guint            index)
{
  GArray *bodies = self->scan->bodies;
  guint low = 0, high = bodies->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (bodies, LoomSourceBody, middle).first <= index)
        low = middle + 1;
      else
        high = middle;
    }

  for (guint n = 0; low > 0 && n < 4; low--, n++)
    {
      const LoomSourceBody *body = &g_array_index (bodies, LoomSourceBody, low - 1);

      if (index < body->end)
        return body->paren == body->first ? body : NULL;
    }

  return NULL;
}

/* The first function of the source that has a name; NULL: none has. */
const LoomSourceBody *
_loom_source_names_find_function (LoomSourceNames *self,
                                  const char      *name)
{
  for (guint i = 0; i < self->scan->bodies->len && self->budget > 0; i++)
    {
      const LoomSourceBody *body = &g_array_index (self->scan->bodies, LoomSourceBody, i);

      self->budget--;
      if (body->paren == body->first && strcmp (body->name, name) == 0)
        return body;
    }

  return NULL;
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

static const struct
{
  const char     *word;
  LoomScalar  type;
} number_words[] = {
  { "int", LOOM_SCALAR_I32 }, { "unsigned", LOOM_SCALAR_U32 }, { "signed", LOOM_SCALAR_I32 },
  { "short", LOOM_SCALAR_I16 }, { "char", LOOM_SCALAR_I8 }, { "bool", LOOM_SCALAR_BOOL },
  { "float", LOOM_SCALAR_F32 }, { "double", LOOM_SCALAR_F64 }, { "long", LOOM_SCALAR_I64 },
  { "size_t", LOOM_SCALAR_U64 }, { "ssize_t", LOOM_SCALAR_I64 },
  { "ptrdiff_t", LOOM_SCALAR_I64 }, { "uint", LOOM_SCALAR_U32 }, { "ulong", LOOM_SCALAR_U64 },
  { "ushort", LOOM_SCALAR_U16 }, { "uchar", LOOM_SCALAR_U8 },
  { "int8_t", LOOM_SCALAR_I8 }, { "uint8_t", LOOM_SCALAR_U8 },
  { "int16_t", LOOM_SCALAR_I16 }, { "uint16_t", LOOM_SCALAR_U16 },
  { "int32_t", LOOM_SCALAR_I32 }, { "uint32_t", LOOM_SCALAR_U32 },
  { "int64_t", LOOM_SCALAR_I64 }, { "uint64_t", LOOM_SCALAR_U64 },
};

static gboolean
is_decoration (const LoomSourceReader *source,
               guint                   index)
{
  static const char * const words[] = {
    "const", "constexpr", "static", "inline", "std", "register", "struct", "typename", NULL
  };

  return _loom_source_is_any (source, index, words) || get_punctuation (source, index) == ':';
}

static LoomScalar
get_number_word (const LoomSourceReader *source,
                 guint                   index)
{
  for (guint i = 0; i < G_N_ELEMENTS (number_words); i++)
    {
      if (is_word (source, index, number_words[i].word))
        return number_words[i].type;
    }

  return LOOM_SCALAR_BYTES;
}

/* `long` and `unsigned` go with other words. */
static LoomScalar
join_words (LoomScalar a,
            LoomScalar b,
            gboolean       is_unsigned)
{
  LoomScalar type = a == LOOM_SCALAR_BYTES || a == LOOM_SCALAR_I32 || a == LOOM_SCALAR_U32
                        ? b : b == LOOM_SCALAR_I32 || b == LOOM_SCALAR_U32 ? a : MAX (a, b);

  if (!is_unsigned)
    return type;
  return type == LOOM_SCALAR_I32 ? LOOM_SCALAR_U32 : type == LOOM_SCALAR_I64 ? LOOM_SCALAR_U64
         : type == LOOM_SCALAR_I16 ? LOOM_SCALAR_U16
         : type == LOOM_SCALAR_I8 ? LOOM_SCALAR_U8 : type;
}

static LoomScalar read_number_type (LoomSourceNames        *self,
                                        const LoomSourceReader *source,
                                        guint                   first,
                                        guint                   end,
                                        guint                   depth);

/* What a name stands for that a typedef gave it. */
static LoomScalar
read_named_type (LoomSourceNames *self,
                 const char      *name,
                 guint            depth)
{
  const LoomSourceReader *source = &self->source;
  const guint start = GPOINTER_TO_UINT (g_hash_table_lookup (self->typedefs, name));
  guint end;

  if (start == 0 || start == LOOM_NOWHERE || depth == 0)
    return LOOM_SCALAR_BYTES;

  for (end = start - 1; end - start + 1 < MAX_TYPE &&
       (get_number_word (source, end) != LOOM_SCALAR_BYTES || is_decoration (source, end)); )
    end++;
  if (end == start - 1)
    end += is_identifier (source, end);
  return get_punctuation (source, end) == ';' ||
         (is_identifier (source, end) && get_punctuation (source, end + 1) == ';')
         ? read_number_type (self, source, start - 1, end, depth - 1) : LOOM_SCALAR_BYTES;
}

static LoomScalar
read_number_type (LoomSourceNames        *self,
                  const LoomSourceReader *source,
                  guint                   first,
                  guint                   end,
                  guint                   depth)
{
  LoomScalar type = LOOM_SCALAR_BYTES;
  gboolean is_unsigned = FALSE;

  for (guint i = first; i < end; i++)
    {
      LoomScalar word = get_number_word (source, i);

      is_unsigned |= is_word (source, i, "unsigned");
      if (word == LOOM_SCALAR_BYTES && is_decoration (source, i))
        continue;
      if (word == LOOM_SCALAR_BYTES && is_identifier (source, i))
        {
          g_autofree char *name = _loom_source_dup_text (source, i, i + 1);

          word = read_named_type (self, name, depth);
        }
      if (word == LOOM_SCALAR_BYTES)
        return LOOM_SCALAR_BYTES;
      type = join_words (type, word, is_unsigned);
    }

  return type;
}

/* Which type of numbers these words of any text are. */
LoomScalar
_loom_source_names_read_number_type (LoomSourceNames        *self,
                                     const LoomSourceReader *source,
                                     guint                   first,
                                     guint                   end)
{
  return read_number_type (self, source, first, end, 4);
}

/* What the words from `first` to `end` say of the names behind them. */
static void
read_type (LoomSourceNames  *self,
           guint             first,
           guint             end,
           LoomDeclaredName *declared)
{
  gboolean is_dim3 = FALSE, is_auto = FALSE;

  declared->type_first = first;
  declared->type_end = end;
  declared->number = _loom_source_names_read_number_type (self, &self->source, first, end);
  if (declared->number != LOOM_SCALAR_BYTES)
    declared->type = LOOM_DECLARED_NUMBER;
  for (guint i = first; i < end && declared->type == LOOM_DECLARED_OTHERWISE; i++)
    {
      is_dim3 |= is_word (&self->source, i, "dim3") || is_word (&self->source, i, "uint3");
      is_auto |= is_word (&self->source, i, "auto");
      if (!is_word (&self->source, i, "dim3") && !is_word (&self->source, i, "uint3") &&
          !is_word (&self->source, i, "auto") && !is_decoration (&self->source, i))
        return;
    }

  if (declared->type == LOOM_DECLARED_OTHERWISE && (is_dim3 || is_auto))
    declared->type = is_dim3 ? LOOM_DECLARED_DIM3 : LOOM_DECLARED_AUTO;
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
  if (get_punctuation (&self->source, body) == ':' && !is_loop)
    while (body < self->source.n && body - paren < MAX_STATEMENT &&
           !has_punctuation (self, body, "{;"))
      body++;
  if (get_punctuation (&self->source, body) == '{')
    return body < place && place < self->closing[body];

  return (is_loop || is_condition) && self->outer[paren] != LOOM_NOWHERE &&
         place < self->closing[self->outer[paren]];
}

/* What a parameter's own words say of it. */
static void
read_parameter (LoomSourceNames  *self,
                LoomDeclaredName *found)
{
  guint paren = self->outer[found->name], first = found->name, end = found->name;

  if (paren > 0 && (is_word (&self->source, paren - 1, "for") ||
                    is_word (&self->source, paren - 1, "if") ||
                    is_word (&self->source, paren - 1, "while") ||
                    is_word (&self->source, paren - 1, "switch")))
    return;

  found->paren = paren;
  while (first > paren + 1 && found->name - first < MAX_STATEMENT &&
         !has_punctuation (self, first - 1, ","))
    first--;
  while (end > first && (has_punctuation (self, end - 1, "*&") ||
                         is_word (&self->source, end - 1, "__restrict__") ||
                         is_word (&self->source, end - 1, "__restrict") ||
                         (is_word (&self->source, end - 1, "const") &&
                          has_punctuation (self, end - 2, "*"))))
    {
      found->pointers += has_punctuation (self, end - 1, "*");
      end--;
    }
  if (get_punctuation (&self->source, found->name + 1) == '[')
    found->pointers++;
  if (found->pointers == 0)
    read_type (self, first, end, found);
  found->type_first = first;
  found->type_end = end;
}

/* `enum { a, b = 4 }`: the brace of an enumeration. */
static gboolean
is_enumeration (LoomSourceNames *self,
                guint            brace)
{
  for (guint i = brace, n = 0; i > 0 && n < 8; i--, n++)
    {
      if (is_word (&self->source, i - 1, "enum"))
        return TRUE;
      if (!is_identifier (&self->source, i - 1) && !has_punctuation (self, i - 1, ":"))
        return FALSE;
    }

  return FALSE;
}

/* An enumerator counts from the one before it. */
static gboolean
read_enumerator (LoomSourceNames  *self,
                 guint             name,
                 guint             place,
                 LoomDeclaredName *found)
{
  guint brace = self->outer[name], around = self->outer[brace];

  if (!has_punctuation (self, name - 1, "{,") || !has_punctuation (self, name + 1, "=,}") ||
      (around != LOOM_NOWHERE && (get_punctuation (&self->source, around) != '{' ||
                                  self->closing[around] < place)))
    return FALSE;

  found->type = LOOM_DECLARED_NUMBER;
  found->number = LOOM_SCALAR_I32;
  found->is_enumerator = TRUE;
  read_initial (self, found);
  if (get_punctuation (&self->source, name + 1) == '=')
    found->end = MIN (found->end, self->closing[brace]);
  else
    found->first = found->end = name + 1;
  return TRUE;
}

/* FALSE if the token declares nothing that can be seen at `place`. */
static gboolean
read_declared (LoomSourceNames  *self,
               guint             name,
               guint             place,
               LoomDeclaredName *found)
{
  guint outer = self->outer[name], start, type_end;

  *found = (LoomDeclaredName) {
    .name = name, .first = name, .end = name, .type_first = name, .type_end = name,
    .paren = LOOM_NOWHERE,
  };
  if (outer != LOOM_NOWHERE && get_punctuation (&self->source, outer) != '{')
    {
      if (get_punctuation (&self->source, outer) != '(' ||
          !is_declared_in_parens (self, name, place))
        return FALSE;
      read_parameter (self, found);
      return TRUE;
    }
  if (outer != LOOM_NOWHERE && is_enumeration (self, outer))
    return read_enumerator (self, name, place, found);
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
        {
          found->pointers += has_punctuation (self, before, "*");
          before--;
        }
      if (before >= type_end && get_punctuation (&self->source, before) != ',')
        return FALSE;
      found->type_first = start;
      found->type_end = type_end;
      read_initial (self, found);
      return TRUE;
    }

  if (!has_punctuation (self, type_end, "*&") && get_punctuation (&self->source, name + 1) != '[')
    read_type (self, start, type_end, found);
  found->type_first = start;
  found->type_end = type_end;
  found->pointers = get_punctuation (&self->source, name + 1) == '[';
  read_initial (self, found);
  return TRUE;
}

/* Whether a token declares the name that it is. */
gboolean
_loom_source_names_is_declaration (LoomSourceNames *self,
                                   guint            index)
{
  LoomDeclaredName declared;

  return read_declared (self, index, index + 1, &declared);
}

/* Whether a parameter of the function template around a place hides what is declared before it. */
static gboolean
is_hidden (LoomSourceNames *self,
           const char      *name,
           guint            declared,
           guint            place)
{
  const LoomSourceBody *function = _loom_source_names_get_function (self, place);

  if (function == NULL || function->angle == LOOM_NOWHERE || declared >= function->angle)
    return FALSE;
  for (guint i = function->angle; i < function->first; i++)
    {
      self->budget -= self->budget > 0;
      if (is_word (&self->source, i, name) && has_punctuation (self, i + 1, ",>="))
        return TRUE;
    }

  return FALSE;
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

  if (is_found && (is_conditional (self, found->name) ||
                   (self->doubtful != NULL && g_hash_table_contains (self->doubtful, name))))
    found->type = LOOM_DECLARED_OTHERWISE;
  return is_found && !is_hidden (self, name, found->name, place) && self->budget > 0;
}
