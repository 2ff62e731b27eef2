/* loom-source-changes.c: what a variable of host code holds at a place, where one look tells
 *
 * A constant holds what it is made of. So does a local variable that nothing may change before the
 * place; or one plain assignment that is passed on every way to the place does, where nothing else
 * may change it. Whatever may be changed more often is not followed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-values-private.h"

#include <string.h>

/* Tokens between the parentheses of a function; longer ones are not believed. */
#define MAX_PARAMETERS 256

/* Whether a brace opens the list of `void *args[] = { &n }`. */
static gboolean
is_argument_list (LoomSourceNames *self,
                  guint            brace)
{
  const guint close = brace - 1 - has_punctuation (self, brace - 1, "=");
  const guint open = has_punctuation (self, close, "]") ? self->closing[close] : 0;

  return open > 2 && open < close && has_punctuation (self, brace, "{") &&
         has_punctuation (self, open - 2, "*") && is_word (&self->source, open - 3, "void");
}

/* Whether the & that a token is takes an address rather than computes; that of what a kernel is
 * given is only read. */
static gboolean
takes_address (LoomSourceNames *self,
               guint            index)
{
  const guint outer = self->outer[index];
  guint paren;

  if (outer != LOOM_NOWHERE && outer > 1 && is_argument_list (self, outer))
    return FALSE;
  if (get_punctuation (&self->source, index - 1) != ')')
    return !is_identifier (&self->source, index - 1) &&
           get_token (&self->source, index - 1)->kind != LOOM_TOKEN_NUMBER &&
           !has_punctuation (self, index - 1, "]");

  /* (int *) &n */
  paren = self->closing[index - 1];
  return paren < index && has_punctuation (self, index - 2, "*");
}

/* ++n, &n, cin >> n, int &m = n, int &m {n}, [&n] */
static gboolean
is_handed_out (LoomSourceNames *self,
               guint            index)
{
  guint before = index - 1;

  if (index < 2)
    return FALSE;
  if (is_pair (&self->source, before - 1, "++") || is_pair (&self->source, before - 1, "--") ||
      is_pair (&self->source, before - 1, ">>"))
    return TRUE;
  if (get_punctuation (&self->source, before) == '&' && !is_pair (&self->source, before - 1, "&&"))
    return takes_address (self, before);

  return index > 3 && has_punctuation (self, before, "=({") &&
         is_identifier (&self->source, before - 1) &&
         get_punctuation (&self->source, before - 2) == '&';
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
    "resize", "reserve", "assign", "push_back", "to_string", "setw", "fill", "fill_n", "strlen",
    "memmove", "free", "cos", "sin", "tan", "ceilf", "floorf", "powf", "round", "lround", "atoi",
    "checkCudaErrors", "posix_memalign", "aligned_alloc", "static_cast", NULL
  };
  static const char * const prefixes[]
    = { "cuda", "cublas", "cufft", "curand", "cusparse", "cusolver", "make_" };
  g_autofree char *name = _loom_source_dup_text (&self->source, callee, callee + 1);
  const LoomSourceBody *function;

  if (g_hash_table_contains (self->scan->macros, name))
    return FALSE;
  /* std::vector<float> v (n), Timer t (n), new Timer (n): what is made copies the number */
  if (_loom_source_is_any (&self->source, callee, known) ||
      is_word (&self->source, callee - 1, "new") ||
      _loom_source_names_is_declaration (self, callee))
    return TRUE;

  function = _loom_source_names_find_function (self, name);
  if (function != NULL)
    {
      const guint close = self->closing[function->paren];
      guint i = function->paren;

      while (i < close && i < function->paren + MAX_PARAMETERS && !has_punctuation (self, i, "&"))
        i++;
      return i == close;
    }

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i]))
      return TRUE;
  return FALSE;
}

/* f (a, n): C++ lets f take it by reference; (n) is n. */
static gboolean
is_passed (LoomSourceNames *self,
           guint            index)
{
  const guint paren = self->outer[index];
  guint callee;

  if (index == 0 || !has_punctuation (self, index - 1, "(,") ||
      !has_punctuation (self, index + 1, "),") || paren == LOOM_NOWHERE || paren == 0 ||
      get_punctuation (&self->source, paren) != '(')
    return FALSE;

  callee = paren - 1;
  /* kernel<<<1, 2>>> (n) takes values */
  if (callee > 1 && is_pair (&self->source, callee - 2, ">>") &&
      has_punctuation (self, callee, ">"))
    return FALSE;
  if (has_punctuation (self, callee, ">"))
    {
      while (callee > 1 && paren - callee < 16 && !has_punctuation (self, callee, "<"))
        callee--;
      return !is_identifier (&self->source, callee - 1) || !takes_values (self, callee - 1);
    }

  return is_identifier (&self->source, callee) && !takes_values (self, callee);
}

static gboolean
is_declared (LoomSourceNames        *self,
             const LoomDeclaredName *declared,
             const char * const     *words)
{
  for (guint i = declared->type_first; i < declared->type_end; i++)
    if (_loom_source_is_any (&self->source, i, words))
      return TRUE;
  return FALSE;
}

/* The word in front of the parentheses that a brace stands behind; 0: none. */
static guint
find_head (LoomSourceNames *self,
           guint            brace)
{
  return brace > 0 && has_punctuation (self, brace - 1, ")") && self->closing[brace - 1] > 0 &&
         self->closing[brace - 1] < brace ? self->closing[brace - 1] - 1 : 0;
}

/* Whether a brace opens a block that is run where it stands, or a list: no function, lambda or
 * class. */
static gboolean
is_plain_block (LoomSourceNames *self,
                guint            brace)
{
  static const char * const heads[]
    = { "if", "for", "while", "switch", "catch", "constexpr", NULL };
  static const char * const words[] = { "else", "do", "try", NULL };

  return brace == 0 || has_punctuation (self, brace - 1, ";{}=") ||
         _loom_source_is_any (&self->source, brace - 1, words) ||
         (find_head (self, brace) > 0 &&
          _loom_source_is_any (&self->source, find_head (self, brace), heads));
}

/* Whether whatever stands at `place` is run when the block of the declaration is. */
static gboolean
is_run_in_scope (LoomSourceNames *self,
                 guint            scope,
                 guint            place)
{
  guint n = 0;

  for (guint i = self->outer[place]; i != scope; i = self->outer[i])
    {
      if (i == LOOM_NOWHERE || ++n > 64 ||
          (get_punctuation (&self->source, i) == '{' && !is_plain_block (self, i)))
        return FALSE;
    }

  return TRUE;
}

/* `n = …;` as a statement that nothing but its block decides about. */
static gboolean
is_straight (LoomSourceNames *self,
             guint            index,
             guint            place)
{
  const guint block = self->outer[index];

  return block != LOOM_NOWHERE && has_punctuation (self, block, "{") &&
         self->closing[block] >= place && has_punctuation (self, index - 1, ";{}") &&
         !is_conditional (self, index) &&
         !is_word (&self->source, find_head (self, block), "switch");
}

static guint
find_end_of_statement (LoomSourceNames *self,
                       guint            index)
{
  while (index < self->source.n && self->budget > 0 && !has_punctuation (self, index, ";}"))
    {
      self->budget--;
      if (has_punctuation (self, index, "([{"))
        index = MIN (self->closing[index], self->source.n - 1);
      index++;
    }

  return index;
}

typedef enum
{
  CHANGE_NONE,
  CHANGE_ASSIGNED,              /* by a statement `n = …;` */
  CHANGE_OTHERWISE,
} Change;

/* What is done to a variable where its name stands; to `member` of it, if that is one of several.
 * `next`: behind the name, or the member's. */
static Change
find_change (LoomSourceNames *self,
             guint            index,
             const char      *member,
             guint           *next)
{
  const gboolean is_handed = is_handed_out (self, index) || is_passed (self, index);

  *next = index + 1;
  if (get_punctuation (&self->source, index + 1) == '.' &&
      is_identifier (&self->source, index + 2))
    {
      if (member == NULL || !is_word (&self->source, index + 2, member))
        return CHANGE_NONE;
      *next = index + 3;
    }

  if (!_loom_source_is_assigned (&self->source, *next))
    return is_handed ? CHANGE_OTHERWISE : CHANGE_NONE;
  return get_punctuation (&self->source, *next) == '=' && has_punctuation (self, index - 1, ";{}")
         ? CHANGE_ASSIGNED : CHANGE_OTHERWISE;
}

/* At the word that a loop begins with. */
static guint
find_end_of_loop (LoomSourceNames *self,
                  guint            index)
{
  const guint body = get_punctuation (&self->source, index + 1) == '('
                     ? self->closing[index + 1] + 1 : index + 1;

  return get_punctuation (&self->source, body) == '{' ? self->closing[body]
                                                      : find_end_of_statement (self, body);
}

/* Whether what stands behind a place may be run before it is: whether a loop that begins behind the
 * declaration of a variable goes on at the place, something jumps, or a function of its own holds
 * the place. */
gboolean
_loom_source_names_may_come_again (LoomSourceNames *self,
                                   guint            declared,
                                   guint            place)
{
  static const char * const loops[] = { "for", "while", "do" };

  for (guint i = 0; i < G_N_ELEMENTS (loops); i++)
    {
      const GArray *places = _loom_source_names_list (self, loops[i]);

      for (guint j = 0; places != NULL && j < places->len; j++)
        {
          const guint index = g_array_index (places, guint, j);

          self->budget -= self->budget > 0;
          if (index >= place || self->budget == 0)
            break;
          if (index > declared && find_end_of_loop (self, index) >= place)
            return TRUE;
        }
    }

  return _loom_source_names_list (self, "goto") != NULL || self->budget == 0 ||
         !is_run_in_scope (self, self->outer[declared], place);
}

/* Whether a variable may hold something else after what is done where its name stands. */
gboolean
_loom_source_names_is_changed (LoomSourceNames *self,
                               guint            index)
{
  guint next;

  return find_change (self, index, NULL, &next) != CHANGE_NONE;
}

/* What a variable, or a member of it, was given before a place; FALSE if that can't be told.
 * Nothing at all is an empty expression at its declaration. */
gboolean
_loom_source_names_find_definition (LoomSourceNames        *self,
                                    const char             *name,
                                    const LoomDeclaredName *declared,
                                    const char             *member,
                                    guint                   place,
                                    LoomSourceDefinition   *found)
{
  static const char * const constants[] = { "const", "constexpr", NULL };
  static const char * const statics[] = { "static", NULL };
  const GArray *places = _loom_source_names_list (self, name);
  const guint scope = self->outer[declared->name];
  gboolean is_initial = TRUE, comes_again;

  *found = (LoomSourceDefinition) {
    .range = { declared->first, declared->end }, .at = declared->name,
    .is_listed = declared->is_listed,
  };
  if (declared->paren != LOOM_NOWHERE || is_conditional (self, declared->name))
    return FALSE;
  if (declared->is_enumerator || is_declared (self, declared, constants))
    return declared->first < declared->end;
  if (scope == LOOM_NOWHERE || is_declared (self, declared, statics) ||
      !is_run_in_scope (self, scope, place))
    return FALSE;

  comes_again = _loom_source_names_may_come_again (self, declared->name, place);
  for (guint i = 0; places != NULL && i < places->len; i++)
    {
      const guint index = g_array_index (places, guint, i);
      guint next;
      Change change;

      if (index <= declared->name || index >= self->closing[scope] ||
          (index >= place && !comes_again))
        continue;
      if (self->budget == 0)
        return FALSE;
      self->budget--;
      change = find_change (self, index, member, &next);
      if (change == CHANGE_NONE || _loom_source_names_is_declaration (self, index))
        continue;
      if (!is_initial || index >= place || change != CHANGE_ASSIGNED ||
          !is_straight (self, index, place) ||
          _loom_source_names_list (self, "goto") != NULL)
        return FALSE;
      is_initial = FALSE;
      *found = (LoomSourceDefinition) {
        .range = { next + 1, find_end_of_statement (self, next + 1) }, .at = index,
        .is_member = next > index + 1,
      };
    }

  return TRUE;
}
