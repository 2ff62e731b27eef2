/* loom-source-changes.c: whether a variable may hold something else than what it is declared with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-names-private.h"

#include <string.h>

/* Tokens between the parentheses of a function; longer ones are not believed. */
#define MAX_PARAMETERS 256

/* Two bytes of punctuation without anything between them. */
static gboolean
is_pair (LoomSourceNames *self,
         guint            index,
         const char      *pair)
{
  return get_punctuation (&self->source, index) == pair[0] &&
         get_punctuation (&self->source, index + 1) == pair[1] &&
         get_token (&self->source, index + 1)->offset ==
         get_token (&self->source, index)->offset + 1;
}

/* n = …, n += …, n <<= …, n++; also grid.x = … */
static gboolean
is_assigned (LoomSourceNames *self,
             guint            index)
{
  guint next = index + 1;

  if (get_punctuation (&self->source, next) == '.' && is_identifier (&self->source, next + 1))
    next += 2;
  if (get_punctuation (&self->source, next) == '=')
    return get_punctuation (&self->source, next + 1) != '=';
  if (is_pair (self, next, "++") || is_pair (self, next, "--"))
    return TRUE;
  if (is_pair (self, next, "<<") || is_pair (self, next, ">>"))
    return get_punctuation (&self->source, next + 2) == '=';
  return has_punctuation (self, next, "+-*/%&|^") &&
         get_punctuation (&self->source, next + 1) == '=';
}

/* ++n, &n, cin >> n, int &m = n, [&n] */
static gboolean
is_handed_out (LoomSourceNames *self,
               guint            index)
{
  guint before = index - 1;

  if (index < 2)
    return FALSE;
  if (is_pair (self, before - 1, "++") || is_pair (self, before - 1, "--") ||
      is_pair (self, before - 1, ">>"))
    return TRUE;
  if (get_punctuation (&self->source, before) == '&' && !is_pair (self, before - 1, "&&"))
    return !is_identifier (&self->source, before - 1) &&
           get_token (&self->source, before - 1)->kind != LOOM_TOKEN_NUMBER &&
           !has_punctuation (self, before - 1, ")]");

  return index > 3 && get_punctuation (&self->source, before) == '=' &&
         is_identifier (&self->source, before - 1) &&
         get_punctuation (&self->source, before - 2) == '&';
}

/* `#define UP(a, b) (((a) + (b) - 1) / (b))` computes; one that calls or assigns may do
 * anything. */
static gboolean
computes (const LoomSourceMacro *macro)
{
  for (guint i = 0; i < macro->body.n; i++)
    {
      char c = get_punctuation (&macro->body, i);

      if ((c != '\0' && strchr ("=&;{[", c) != NULL) ||
          (is_identifier (&macro->body, i) && get_punctuation (&macro->body, i + 1) == '(') ||
          (c != '\0' && strchr ("+-", c) != NULL && get_punctuation (&macro->body, i + 1) == c))
        return FALSE;
    }

  return macro->is_certain;
}

/* Functions of C and CUDA take numbers by value; of those in the source the parameters tell. */
static gboolean
takes_values (LoomSourceNames *self,
              guint            callee)
{
  static const char * const known[] = {
    "if", "while", "for", "switch", "return", "sizeof", "int", "unsigned", "long", "size_t",
    "float", "double", "dim3", "printf", "fprintf", "sprintf", "snprintf", "puts", "malloc",
    "calloc", "realloc", "memset", "memcpy", "memcmp", "abs", "min", "max", "fabs", "sqrt",
    "sqrtf", "pow", "ceil", "floor", "log", "log2", "exp", "rand", "srand", "exit", "assert",
    "resize", "reserve", "assign", "push_back", NULL
  };
  const LoomToken *token = get_token (&self->source, callee);
  g_autofree char *name = _loom_source_dup_text (&self->source, callee, callee + 1);
  const LoomSourceMacro *macro = g_hash_table_lookup (self->scan->macros, name);

  if (macro != NULL)
    return computes (macro);
  if (_loom_source_is_any (&self->source, callee, known) ||
      g_str_has_prefix (self->source.text + token->offset, "cuda"))
    return TRUE;
  /* std::vector<float> v (n), Timer t (n): what is made copies the number */
  if (callee > 0 && (is_identifier (&self->source, callee - 1) ||
                     get_punctuation (&self->source, callee - 1) == '>'))
    return TRUE;

  for (guint i = 0; i < self->scan->bodies->len && self->budget > 0; i++)
    {
      const LoomSourceBody *body = &g_array_index (self->scan->bodies, LoomSourceBody, i);
      guint first = body->first, end;

      self->budget--;
      if (body->paren != first || !is_word (&self->source, callee, body->name))
        continue;
      end = MIN (self->closing[first], first + MAX_PARAMETERS);
      for (guint j = first; j <= end; j++)
        {
          if (get_punctuation (&self->source, j) == '&' || j == first + MAX_PARAMETERS)
            return FALSE;
        }
      return TRUE;
    }

  return FALSE;
}

/* f (a, n): C++ lets f take it by reference. */
static gboolean
is_passed (LoomSourceNames *self,
           guint            index)
{
  guint paren = self->outer[index];

  if (index == 0 || !has_punctuation (self, index - 1, "(,") ||
      !has_punctuation (self, index + 1, "),") || paren == LOOM_NOWHERE || paren == 0 ||
      get_punctuation (&self->source, paren) != '(')
    return FALSE;
  if (is_identifier (&self->source, paren - 1))
    return !takes_values (self, paren - 1);

  /* kernel<<<1, 2>>> (n) takes values, f<int> (n) who knows, (n) is n */
  return get_punctuation (&self->source, paren - 1) == '>' &&
         get_punctuation (&self->source, paren - 2) != '>';
}

static gboolean
is_const (LoomSourceNames        *self,
          const LoomDeclaredName *declared)
{
  for (guint i = declared->name, n = 0; i > 0 && n < 16; i--, n++)
    {
      if (is_word (&self->source, i - 1, "const") || is_word (&self->source, i - 1, "constexpr"))
        return TRUE;
      if (has_punctuation (self, i - 1, ";{}"))
        return FALSE;
    }

  return FALSE;
}

/* Wherever the name stands within its scope, even where another one hides it: rather once too
 * often. */
gboolean
_loom_source_names_is_changed (LoomSourceNames        *self,
                               const char             *name,
                               const LoomDeclaredName *declared)
{
  GArray *places = _loom_source_names_list (self, name);
  guint outer = self->outer[declared->name];
  guint end = outer == LOOM_NOWHERE ? self->source.n : self->closing[outer];

  if (is_const (self, declared))
    return FALSE;

  for (guint i = 0; i < places->len; i++)
    {
      guint index = g_array_index (places, guint, i);

      if (index <= declared->name || index >= end)
        continue;
      if (self->budget == 0 || is_assigned (self, index) || is_handed_out (self, index) ||
          is_passed (self, index))
        return TRUE;
      self->budget--;
    }

  return FALSE;
}
