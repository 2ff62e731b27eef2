/* loom-source-types.c: the types of host code as texts: what is declared, what an expression has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-launches-private.h"

#include <string.h>

#define MAX_DEPTH 8
#define MAX_TEXT 512

typedef struct
{
  LoomSourceNames *names;
  GString         *text;
  guint            pointers;
  gboolean         is_const;
  gboolean         is_known;
} Writer;

static const char * const number_names[] = {
  [LOOM_NUMBER_BOOL] = "bool", [LOOM_NUMBER_CHAR] = "char", [LOOM_NUMBER_UCHAR] = "unsigned char",
  [LOOM_NUMBER_SHORT] = "short", [LOOM_NUMBER_USHORT] = "unsigned short",
  [LOOM_NUMBER_INT] = "int", [LOOM_NUMBER_UINT] = "unsigned int", [LOOM_NUMBER_LONG] = "long",
  [LOOM_NUMBER_ULONG] = "unsigned long", [LOOM_NUMBER_FLOAT] = "float",
  [LOOM_NUMBER_DOUBLE] = "double",
};

static void write_type (Writer *self,
                        guint   first,
                        guint   end,
                        guint   depth);

static void
add_word (Writer     *self,
          const char *word)
{
  const gsize length = self->text->len;

  if (length > 0 && (g_ascii_isalnum (self->text->str[length - 1]) ||
                     self->text->str[length - 1] == '_') &&
      (g_ascii_isalnum (*word) || *word == '_'))
    g_string_append_c (self->text, ' ');
  g_string_append (self->text, word);
}

/* Whether a template that encloses the place has a parameter of this name, whose argument is not
 * known. */
static gboolean
is_open_parameter (LoomSourceNames *self,
                   const char      *name,
                   guint            place)
{
  for (guint i = 0; i < self->scan->bodies->len; i++)
    {
      const LoomSourceBody *body = &g_array_index (self->scan->bodies, LoomSourceBody, i);

      if (body->first > place)
        break;
      if (body->end <= place || body->angle == LOOM_NOWHERE)
        continue;
      for (guint j = body->angle; j < body->first; j++)
        {
          if (is_word (&self->source, j, name) && has_punctuation (self, j + 1, ",>="))
            return TRUE;
        }
    }

  return FALSE;
}

/* What is bound may be a pointer itself. */
static void
add_bound (Writer     *self,
           const char *bound)
{
  g_autofree char *base = g_strdup (bound);

  while (g_str_has_suffix (base, "*"))
    {
      base[strlen (base) - 1] = '\0';
      self->pointers++;
    }
  g_strchomp (base);
  if (g_str_has_prefix (base, "const "))
    self->is_const = TRUE;
  add_word (self, g_str_has_prefix (base, "const ") ? base + strlen ("const ") : base);
}

static void
add_name (Writer *self,
          guint   index,
          guint   depth)
{
  LoomSourceNames *names = self->names;
  g_autofree char *name = _loom_source_dup_text (&names->source, index, index + 1);
  const char *bound = names->bindings != NULL ? g_hash_table_lookup (names->bindings, name) : NULL;
  const guint start = GPOINTER_TO_UINT (g_hash_table_lookup (names->typedefs, name));
  guint stop;

  if (bound != NULL)
    {
      add_bound (self, bound);
      return;
    }
  if (start == 0 || has_punctuation (names, index - 1, ":") || depth == 0)
    {
      self->is_known &= depth > 0 && !is_open_parameter (names, name, index);
      add_word (self, name);
      return;
    }
  if (start == LOOM_NOWHERE)
    {
      /* several things have the name: the compiler knows which is meant */
      add_word (self, name);
      return;
    }

  for (stop = start - 1; stop < names->source.n && stop < start + 32 &&
       !has_punctuation (names, stop, ";"); )
    stop++;
  if (get_punctuation (&names->source, start - 2) != '=')
    stop--;
  write_type (self, start - 1, stop, depth - 1);
}

/* Names of structs whose typedef has their body in it keep their name. */
static gboolean
is_plain_type (LoomSourceNames *self,
               guint            first,
               guint            end)
{
  for (guint i = first; i < end; i++)
    {
      if (!is_identifier (&self->source, i) && !has_punctuation (self, i, ":<>,*&") &&
          get_token (&self->source, i)->kind != LOOM_TOKEN_NUMBER)
        return FALSE;
    }

  return end > first;
}

static void
write_type (Writer *self,
            guint   first,
            guint   end,
            guint   depth)
{
  static const char * const ignored[] = {
    "static", "register", "extern", "constexpr", "typename", "struct", "class", "inline",
    "__restrict__", "__restrict", "restrict", NULL
  };
  LoomSourceNames *names = self->names;
  guint angles = 0;

  self->is_known &= is_plain_type (names, first, end);
  for (guint i = first; i < end && self->is_known; i++)
    {
      g_autofree char *word = _loom_source_dup_text (&names->source, i, i + 1);

      if (self->text->len > MAX_TEXT)
        self->is_known = FALSE;
      else if (_loom_source_is_any (&names->source, i, ignored))
        continue;
      else if (angles == 0 && is_word (&names->source, i, "const"))
        self->is_const |= self->pointers == 0;
      else if (angles == 0 && has_punctuation (names, i, "*"))
        self->pointers++;
      else if (angles == 0 && has_punctuation (names, i, "&"))
        continue;
      else if (is_identifier (&names->source, i) && !has_punctuation (names, i + 1, ":"))
        add_name (self, i, depth);
      else
        {
          angles += has_punctuation (names, i, "<");
          angles -= has_punctuation (names, i, ">") && angles > 0;
          add_word (self, word);
        }
    }
}

/* The type between two tokens, names of types resolved, without its pointers. NULL: it hangs on
 * what is not known. */
char *
_loom_source_names_dup_type (LoomSourceNames *self,
                             guint            first,
                             guint            end,
                             guint           *pointers)
{
  Writer writer = { self, g_string_new (NULL), 0, FALSE, TRUE };
  g_autofree char *text = NULL;

  write_type (&writer, first, end, MAX_DEPTH);
  text = g_string_free (writer.text, FALSE);
  *pointers = writer.pointers;
  if (!writer.is_known || *text == '\0' || strcmp (text, "auto") == 0)
    return NULL;
  return writer.is_const ? g_strconcat ("const ", text, NULL) : g_steal_pointer (&text);
}

static char *
dup_type_of (LoomSourceNames *self,
             LoomSourceRange  range,
             guint            depth,
             guint           *pointers);

static char *
dup_type_of_variable (LoomSourceNames *self,
                      guint            index,
                      guint            depth,
                      guint           *pointers)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, index, index + 1);
  LoomDeclaredName declared;
  char *type;

  if (!_loom_source_names_find (self, name, index, &declared) ||
      declared.type_first >= declared.type_end || is_conditional (self, declared.name))
    return NULL;
  for (guint i = declared.type_first; i < declared.type_end; i++)
    {
      if (is_word (&self->source, i, "auto") && declared.first < declared.end)
        return dup_type_of (self, (LoomSourceRange) { declared.first, declared.end }, depth - 1,
                            pointers);
    }

  type = _loom_source_names_dup_type (self, declared.type_first, declared.type_end, pointers);
  *pointers += declared.pointers;
  return type;
}

/* (T *) x, static_cast<T *> (x) */
static gboolean
find_cast (LoomSourceNames *self,
           LoomSourceRange  range,
           LoomSourceRange *type)
{
  static const char * const casts[] = { "static_cast", "reinterpret_cast", "const_cast", NULL };
  guint close;

  if (_loom_source_is_any (&self->source, range.first, casts) &&
      get_punctuation (&self->source, range.first + 1) == '<')
    {
      *type = (LoomSourceRange) {
        range.first + 2, _loom_source_skip_angles (&self->source, range.first + 1) - 1
      };
      return type->end > type->first;
    }
  if (get_punctuation (&self->source, range.first) != '(')
    return FALSE;

  close = self->closing[range.first];
  *type = (LoomSourceRange) { range.first + 1, close };
  return close + 1 < range.end && is_plain_type (self, range.first + 1, close) &&
         (is_identifier (&self->source, close + 1) || has_punctuation (self, close + 1, "(&") ||
          get_token (&self->source, close + 1)->kind == LOOM_TOKEN_NUMBER);
}

static char *
dup_type_of (LoomSourceNames *self,
             LoomSourceRange  range,
             guint            depth,
             guint           *pointers)
{
  LoomSourceRange type;
  LoomNumber number;
  char *text;

  *pointers = 0;
  if (depth == 0 || range.first >= range.end)
    return NULL;
  if (find_cast (self, range, &type))
    return _loom_source_names_dup_type (self, type.first, type.end, pointers);
  if (get_punctuation (&self->source, range.first) == '(' &&
      self->closing[range.first] == range.end - 1)
    return dup_type_of (self, (LoomSourceRange) { range.first + 1, range.end - 1 }, depth - 1,
                        pointers);
  if (range.end == range.first + 1 && is_identifier (&self->source, range.first))
    {
      text = dup_type_of_variable (self, range.first, depth, pointers);
      if (text != NULL)
        return text;
    }
  if (_loom_source_names_compute (self, range.first, range.end, range.first, &number))
    return g_strdup (number_names[number.type]);
  if (get_punctuation (&self->source, range.first) == '&' &&
      (range.end == range.first + 2 || self->closing[range.first + 2] == range.end - 1))
    {
      text = dup_type_of (self, (LoomSourceRange) { range.first + 1, range.end }, depth - 1,
                          pointers);
      *pointers += 1;
      return text;
    }
  if (is_identifier (&self->source, range.first) && range.end > range.first + 2 &&
      has_punctuation (self, range.first + 1, "+-["))
    {
      const gboolean is_element = get_punctuation (&self->source, range.first + 1) == '[' &&
                                  self->closing[range.first + 1] == range.end - 1;

      text = dup_type_of_variable (self, range.first, depth, pointers);
      if (text != NULL && *pointers > 0 &&
          (is_element || has_punctuation (self, range.first + 1, "+-")))
        {
          *pointers -= is_element;
          return text;
        }
      g_free (text);
    }

  return NULL;
}

/* The type of an expression without its pointers; NULL where it is not plainly readable. */
char *
_loom_source_names_dup_type_of (LoomSourceNames *self,
                                LoomSourceRange  expression,
                                guint           *pointers)
{
  return dup_type_of (self, expression, MAX_DEPTH, pointers);
}
