/* loom-source-changes.c: what a variable holds at a place, if only one thing can be meant
 *
 * The last assignment that is passed on every way to the place counts, if nothing between the two,
 * and nothing in a loop around the place, may change the variable as well.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-names-private.h"

#include <string.h>

/* Tokens between the parentheses of a function; longer ones are not believed. */
#define MAX_PARAMETERS 256

/* Whether the & that a token is takes an address rather than computes; that of `void *args[] = { &n
 * }` is only read. */
static gboolean
takes_address (LoomSourceNames *self,
               guint            index)
{
  const guint outer = self->outer[index];
  guint paren;

  if (outer != LOOM_NOWHERE && get_punctuation (&self->source, outer) == '{' &&
      has_punctuation (self, outer - 1, "=]"))
    return FALSE;
  if (get_punctuation (&self->source, index - 1) != ')')
    return !is_identifier (&self->source, index - 1) &&
           get_token (&self->source, index - 1)->kind != LOOM_TOKEN_NUMBER &&
           !has_punctuation (self, index - 1, "]");

  /* (int *) &n */
  paren = self->closing[index - 1];
  return paren < index && has_punctuation (self, index - 2, "*");
}

/* ++n, &n, cin >> n, int &m = n, [&n] */
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
    "resize", "reserve", "assign", "push_back", "to_string", "setw", "fill", "fill_n", "strlen",
    "memmove", "free", "cos", "sin", "tan", "ceilf", "floorf", "powf", "round", "lround", "atoi",
    "checkCudaErrors", "posix_memalign", "aligned_alloc", "static_cast", NULL
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

  /* make_cudaExtent (), make_float4 () */
  return g_str_has_prefix (self->source.text + token->offset, "make_");
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

static gboolean
is_static (LoomSourceNames        *self,
           const LoomDeclaredName *declared)
{
  for (guint i = declared->type_first; i < declared->type_end; i++)
    {
      if (is_word (&self->source, i, "static"))
        return TRUE;
    }

  return FALSE;
}

/* Whether a brace opens a block that is run where it stands: no function, lambda or class. */
static gboolean
is_plain_block (LoomSourceNames *self,
                guint            brace)
{
  static const char * const heads[]
    = { "if", "for", "while", "switch", "catch", "constexpr", NULL };
  static const char * const words[] = { "else", "do", "try", NULL };
  guint paren;

  if (brace == 0 || has_punctuation (self, brace - 1, ";{}") ||
      _loom_source_is_any (&self->source, brace - 1, words))
    return TRUE;
  if (get_punctuation (&self->source, brace - 1) != ')')
    return FALSE;
  paren = self->closing[brace - 1];
  return paren > 0 && paren < brace && _loom_source_is_any (&self->source, paren - 1, heads);
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

/* Where a loop that the statement of `index` begins with starts; LOOM_NOWHERE: there is none. */
static guint
find_loop_of_statement (LoomSourceNames *self,
                        guint            index)
{
  static const char * const loops[] = { "for", "while", "do", NULL };
  guint start = _loom_source_names_find_statement (self, index);

  if (start == LOOM_NOWHERE)
    return self->outer[index] == LOOM_NOWHERE ? 0 : self->outer[index];
  for (guint i = start; i < index; i++)
    {
      if (_loom_source_is_any (&self->source, i, loops))
        return i;
      if (has_punctuation (self, i, "([{"))
        i = MIN (self->closing[i], index);
    }

  return LOOM_NOWHERE;
}

/* The end of an `if` with all its `else`, whose first block is closed here. */
static guint
skip_else (LoomSourceNames *self,
           guint            end)
{
  while (is_word (&self->source, end + 1, "else") && self->budget > 0)
    {
      guint next = end + 2;

      self->budget--;
      while (next < self->source.n && !has_punctuation (self, next, "{;"))
        next = has_punctuation (self, next, "([") ? self->closing[next] + 1 : next + 1;
      end = get_punctuation (&self->source, next) == '{' ? self->closing[next] : next;
    }

  return end;
}

/* The first token of the innermost loop within `scope` that has both places in it. */
static guint
find_common_loop (LoomSourceNames *self,
                  guint            scope,
                  guint            place,
                  guint            other)
{
  guint index = place;

  for (guint n = 0; n < 64 && index != LOOM_NOWHERE && index != scope; n++)
    {
      const guint loop = find_loop_of_statement (self, index);
      guint end = index;

      self->budget -= MIN (self->budget, 8);
      if (has_punctuation (self, index, "({["))
        end = self->closing[index];
      else
        while (end < self->source.n && end - index < 512 && !has_punctuation (self, end, ";}"))
          end = has_punctuation (self, end, "([{") ? self->closing[end] + 1 : end + 1;
      if (loop != LOOM_NOWHERE)
        end = skip_else (self, end);
      if (loop != LOOM_NOWHERE && is_word (&self->source, loop, "do"))
        while (end < self->source.n && !has_punctuation (self, end, ";"))
          end++;
      if (loop != LOOM_NOWHERE && other <= end)
        return loop;
      index = self->outer[index];
    }

  return LOOM_NOWHERE;
}

/* `n = …;` as a statement that nothing but its block decides about. */
static gboolean
is_straight (LoomSourceNames *self,
             guint            index,
             guint            place)
{
  guint block = self->outer[index], paren;

  if (block == LOOM_NOWHERE || get_punctuation (&self->source, block) != '{' ||
      self->closing[block] < place || !has_punctuation (self, index - 1, ";{}") ||
      is_conditional (self, index))
    return FALSE;
  if (block == 0 || get_punctuation (&self->source, block - 1) != ')')
    return TRUE;

  paren = self->closing[block - 1];
  return paren == 0 || paren > block || !is_word (&self->source, paren - 1, "switch");
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
  CHANGE_FOR_GOOD,              /* whoever has its address may change it from now on */
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

  if (get_punctuation (&self->source, *next) == '=' &&
      _loom_source_is_assigned (&self->source, *next))
    return has_punctuation (self, index - 1, ";{}") ? CHANGE_ASSIGNED : CHANGE_OTHERWISE;
  if (is_handed)
    return CHANGE_FOR_GOOD;
  return _loom_source_is_assigned (&self->source, *next) ? CHANGE_OTHERWISE : CHANGE_NONE;
}

/* Whether a variable, or a part of it, may hold something else after what is done where its name
 * stands. */
gboolean
_loom_source_names_is_changed (LoomSourceNames *self,
                               guint            index)
{
  guint next = index + 1;

  if (is_handed_out (self, index) || is_passed (self, index))
    return TRUE;
  for (;;)
    {
      if (get_punctuation (&self->source, next) == '[' && self->closing[next] > next)
        next = self->closing[next] + 1;
      else if (get_punctuation (&self->source, next) == '.' &&
               is_identifier (&self->source, next + 1))
        next += 2;
      else if (is_pair (&self->source, next, "->") && is_identifier (&self->source, next + 2))
        next += 3;
      else
        return _loom_source_is_assigned (&self->source, next);
    }
}

typedef struct
{
  LoomSourceNames        *names;
  const LoomDeclaredName *declared;
  const char             *member;
  guint                   place;
  guint                   scope;
  gboolean                is_straight;  /* the place is run when the scope of the variable is */
  gboolean                is_lost;
  guint                   loop;         /* the definition must lie within it */
  LoomSourceDefinition    definition;
} Search;

/* One more place where the name stands. */
static void
look_at (Search *self,
         guint   index)
{
  LoomSourceNames *names = self->names;
  guint next, loop;
  Change change = find_change (names, index, self->member, &next);

  if (change == CHANGE_NONE || _loom_source_names_is_declaration (names, index))
    return;
  if (!self->is_straight)
    {
      self->is_lost = TRUE;
      self->loop = self->place;
      return;
    }
  /* what stands in a lambda is run who knows when */
  if ((change == CHANGE_FOR_GOOD && index < self->place) ||
      !is_run_in_scope (names, self->scope, index))
    self->loop = self->place;
  if (index >= self->place)
    {
      loop = find_common_loop (names, self->scope, self->place, index);
      if (loop != LOOM_NOWHERE)
        self->loop = MAX (self->loop, loop);
      if (_loom_source_names_list (names, "goto") != NULL)
        self->loop = self->place;
      return;
    }

  self->is_lost = change != CHANGE_ASSIGNED || !is_straight (names, index, self->place);
  self->definition = (LoomSourceDefinition) {
    .first = next + 1, .end = find_end_of_statement (names, next + 1), .at = index,
    .is_member = next > index + 1,
  };
}

/* The last thing that a variable, or a member of it, was given before a place; FALSE if that can't
 * be told. Nothing at all, as of a parameter, is an empty expression at its declaration. */
gboolean
_loom_source_names_find_definition (LoomSourceNames        *self,
                                    const char             *name,
                                    const LoomDeclaredName *declared,
                                    const char             *member,
                                    guint                   place,
                                    LoomSourceDefinition   *found)
{
  GArray *places = _loom_source_names_list (self, name);
  const gboolean is_param = declared->paren != LOOM_NOWHERE;
  const guint brace = is_param ? self->closing[declared->paren] : LOOM_NOWHERE;
  guint end;
  Search search = {
    self, declared, member, place, self->outer[declared->name], FALSE, FALSE, 0,
    {
      .first = declared->first, .end = declared->end, .at = declared->name,
      .is_listed = declared->is_listed,
    },
  };

  if (is_const (self, declared) && (declared->first < declared->end || is_param))
    {
      *found = search.definition;
      return !is_conditional (self, declared->name);
    }

  if (is_param)
    for (search.scope = brace; search.scope < self->source.n &&
         get_punctuation (&self->source, search.scope) != '{'; )
      search.scope++;
  if (is_param && search.scope >= self->source.n)
    return FALSE;
  end = search.scope == LOOM_NOWHERE ? self->source.n : self->closing[search.scope];
  search.is_straight = search.scope != LOOM_NOWHERE && place > search.scope &&
                       !is_static (self, declared) &&
                       (is_param || !is_word (&self->source, search.scope - 1, "namespace")) &&
                       is_run_in_scope (self, search.scope, place);

  for (guint i = 0; places != NULL && i < places->len; i++)
    {
      guint index = g_array_index (places, guint, i);

      if (index <= declared->name || index >= end)
        continue;
      if (self->budget == 0)
        return FALSE;
      self->budget--;
      look_at (&search, index);
    }

  *found = search.definition;
  return !search.is_lost && (search.loop == 0 || search.definition.at > search.loop) &&
         !is_conditional (self, declared->name);
}
