/* loom-source-reader.c: finds its way in the tokens of a source: words, brackets, text, one
 * declaration at namespace scope, and a function's parameters
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-reader-private.h"

/* (element-type LoomToken) */
GArray *
_loom_source_tokens_new (const char *text,
                         gsize       length)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (LoomToken));
  LoomToken kept;
  LoomLexer lexer;

  _loom_lexer_init (&lexer, text, length);
  while (_loom_lexer_next (&lexer, &kept))
    {
      if (kept.kind != LOOM_TOKEN_DIRECTIVE && kept.kind != LOOM_TOKEN_COMMENT)
        g_array_append_val (tokens, kept);
    }

  return tokens;
}

/* Template arguments longer than this are not recognised; it bounds the search for each closing
 * bracket. */
#define MAX_ARGUMENTS 128

gboolean
_loom_source_is_any (const LoomSourceReader         *self,
                     guint                           index,
                     const char             * const *words)
{
  for (; *words != NULL; words++)
    {
      if (is_word (self, index, *words))
        return TRUE;
    }

  return FALSE;
}

/* Whether the token at `index`, behind a variable, changes it: `= 1`, `+= 1`, `<<= 1`, `++`. */
gboolean
_loom_source_is_assigned (const LoomSourceReader *self,
                          guint                   index)
{
  if (get_punctuation (self, index) == '=')
    return get_punctuation (self, index + 1) != '=';
  if (is_pair (self, index, "++") || is_pair (self, index, "--"))
    return TRUE;
  if (is_pair (self, index, "<<") || is_pair (self, index, ">>"))
    return get_punctuation (self, index + 2) == '=';
  return is_punctuation (self, index, "+-*/%&|^") && get_punctuation (self, index + 1) == '=';
}

/* Whether a blank stands between two tokens, or has to since they would be read as one. */
static gboolean
is_apart (const LoomSourceReader *self,
          const LoomToken        *token,
          const LoomToken        *next)
{
  gsize at = token->offset + token->length;

  while (at < next->offset && g_ascii_isspace (self->text[at]))
    at++;
  if (at == next->offset && at > token->offset + token->length)
    return TRUE;
  return token->kind != LOOM_TOKEN_PUNCTUATION && next->kind != LOOM_TOKEN_PUNCTUATION;
}

/* Tokens as one would write them: what stands between them is one blank. */
char *
_loom_source_dup_text (const LoomSourceReader *self,
                       guint                   first,
                       guint                   end)
{
  GString *text = g_string_new (NULL);

  for (guint i = first; i < end; i++)
    {
      const LoomToken *token = get_token (self, i);

      g_string_append_len (text, self->text + token->offset, token->length);
      if (i + 1 < end && is_apart (self, token, get_token (self, i + 1)))
        g_string_append_c (text, ' ');
    }

  return g_string_free (text, FALSE);
}

/* Behind the bracket that closes the one at `index`, or the end. */
guint
_loom_source_skip_brackets (const LoomSourceReader *self,
                            guint                   index)
{
  char open = get_punctuation (self, index);
  char close = open == '(' ? ')' : open == '[' ? ']' : '}';
  guint depth = 0;

  for (; index < self->n; index++)
    {
      char c = get_punctuation (self, index);

      if (c == open)
        depth++;
      else if (c == close && --depth == 0)
        return index + 1;
    }

  return self->n;
}

/* Behind the > that closes the < at `index`; `index` itself if it is a mere comparison. */
guint
_loom_source_skip_angles (const LoomSourceReader *self,
                          guint                   index)
{
  guint depth = 0, parens = 0;

  for (guint i = index; i < self->n && i - index < MAX_ARGUMENTS; i++)
    {
      char c = get_punctuation (self, i);

      if (c == ';' || c == '{' || c == '}' || (c == ')' && parens == 0))
        break;
      parens += (c == '(') - (c == ')');
      if (parens > 0)
        continue;
      if (c == '<')
        depth++;
      else if (c == '>' && --depth == 0)
        return i + 1;
    }

  return index;
}

/* The same, but never the same place. */
guint
_loom_source_step_over_angles (const LoomSourceReader *self,
                               guint                   index)
{
  guint next = _loom_source_skip_angles (self, index);

  return MAX (next, index + 1);
}

/* Words that take parentheses without being a function's name. */
gboolean
_loom_source_is_attribute (const LoomSourceReader *self,
                           guint                   index)
{
  static const char * const words[] = {
    "__launch_bounds__", "__attribute__", "__align__", "alignas", "__declspec", "decltype",
    "noexcept", "__maxnreg__", "__cluster_dims__", "__block_size__", "requires", "static_assert",
    "throw", "_Pragma", NULL
  };

  return _loom_source_is_any (self, index, words);
}

static void
read_specifier (const LoomSourceReader *self,
                guint                   index,
                LoomSourceDeclaration  *declaration)
{
  static const char * const type_words[] =
    { "class", "struct", "union", "enum", "typedef", "using", "concept", NULL };

  declaration->is_global |= is_word (self, index, "__global__");
  declaration->is_device |= is_word (self, index, "__device__") ||
                            is_word (self, index, "__managed__");
  declaration->is_constant |= is_word (self, index, "__constant__");
  declaration->is_host |= is_word (self, index, "__host__");
  declaration->is_constexpr |= is_word (self, index, "constexpr") ||
                               is_word (self, index, "consteval");
  declaration->is_type |= _loom_source_is_any (self, index, type_words);
}

/* What stands in front of `[[maybe_unused]] (`. */
static guint
find_before_attributes (const LoomSourceReader *self,
                        guint                   index,
                        guint                   start)
{
  guint depth = 0;

  while (--index > start)
    {
      const char c = get_punctuation (self, index);

      if (depth == 0 && c != ']')
        break;
      depth += (c == ']') - (c == '[');
    }

  return index;
}

/* At an opening parenthesis: that of the parameters if a name stands before it. Where to go on. */
static guint
read_paren (const LoomSourceReader *self,
            guint                   index,
            LoomSourceDeclaration  *declaration)
{
  guint name;

  if (declaration->paren != LOOM_NOWHERE || declaration->equals != LOOM_NOWHERE ||
      index == declaration->start)
    return _loom_source_skip_brackets (self, index);

  name = find_before_attributes (self, index, declaration->start);
  if (declaration->arguments != LOOM_NOWHERE && get_punctuation (self, name) == '>')
    name = declaration->arguments - 1;
  if (!is_identifier (self, name) || get_punctuation (self, index) != '(')
    return _loom_source_skip_brackets (self, index);

  declaration->name = name;
  declaration->paren = index;
  return _loom_source_skip_brackets (self, index);
}

static gboolean
ends_operator (const LoomSourceReader *self,
               guint                   index)
{
  const char c = get_punctuation (self, index);

  return c == '(' || c == ';' || c == '{' || c == '}' || is_word (self, index, "operator");
}

/* At `operator`, whose name goes on in punctuation (+=, (), [], <<) or a type up to the parenthesis
 * of the parameters. Where to go on. */
static guint
read_operator (const LoomSourceReader *self,
               guint                   index,
               LoomSourceDeclaration  *declaration)
{
  guint paren = index + 1;

  if (declaration->paren != LOOM_NOWHERE || declaration->equals != LOOM_NOWHERE)
    return index + 1;

  if (get_punctuation (self, paren) == '(' && get_punctuation (self, paren + 1) == ')')
    paren += 2;
  while (paren < self->n && !ends_operator (self, paren))
    paren++;
  if (get_punctuation (self, paren) != '(')
    return index + 1;

  declaration->name = index;
  declaration->paren = paren;
  return _loom_source_skip_brackets (self, paren);
}

/* One token of a declaration. Where to go on; the same place where the declaration ends. */
static guint
read_token (const LoomSourceReader *self,
            guint                   index,
            LoomSourceDeclaration  *declaration)
{
  char c = get_punctuation (self, index);
  guint next;

  switch (c)
    {
    case ';':
    case '}':
      return index;
    case '{':
      declaration->has_body = declaration->paren != LOOM_NOWHERE &&
                              declaration->equals == LOOM_NOWHERE;
      return declaration->has_body ? index : _loom_source_skip_brackets (self, index);
    case '(':
      return read_paren (self, index, declaration);
    case '[':
      return _loom_source_skip_brackets (self, index);
    case '=':
      if (declaration->paren == LOOM_NOWHERE && declaration->equals == LOOM_NOWHERE)
        declaration->equals = index;
      return index + 1;
    case '<':
      next = is_identifier (self, index - 1) && declaration->paren == LOOM_NOWHERE
             ? _loom_source_skip_angles (self, index) : index;
      if (next > index)
        declaration->arguments = index;
      return MAX (next, index + 1);
    default:
      if (is_word (self, index, "operator"))
        return read_operator (self, index, declaration);
      read_specifier (self, index, declaration);
      if (_loom_source_is_attribute (self, index) && get_punctuation (self, index + 1) == '(')
        return _loom_source_skip_brackets (self, index + 1);
      return index + 1;
    }
}

void
_loom_source_read_declaration (const LoomSourceReader *self,
                               guint                   start,
                               LoomSourceDeclaration  *declaration)
{
  guint index = start;

  *declaration = (LoomSourceDeclaration) {
    .start = start, .name = LOOM_NOWHERE, .arguments = LOOM_NOWHERE, .paren = LOOM_NOWHERE,
    .equals = LOOM_NOWHERE,
  };
  while (index < self->n)
    {
      guint next = read_token (self, index, declaration);

      if (next == index)
        break;
      index = next;
    }

  declaration->stop = index;
  if (declaration->has_body)
    declaration->end = _loom_source_skip_brackets (self, index);
  else
    declaration->end = get_punctuation (self, index) == ';' ? index + 1 : index;
}

/* The name of one parameter, whose tokens these are; "" if it has none. */
char *
_loom_source_dup_param_name (const LoomSourceReader *self,
                             guint                   first,
                             guint                   end)
{
  static const char * const type_words[] = {
    "const", "volatile", "__restrict__", "__restrict", "restrict", "struct", "unsigned", "signed",
    "int", "long", "short", "char", "float", "double", "bool", "void", "auto", "__grid_constant__",
    "typename", "enum", "class", NULL
  };
  guint name = LOOM_NOWHERE, n_words = 0;

  for (guint i = first; i < end; i++)
    {
      char c = get_punctuation (self, i);

      if (c == '=' || (c == '[' && name != LOOM_NOWHERE))
        break;
      if (c == '<')
        i = _loom_source_step_over_angles (self, i) - 1;
      if (!is_identifier (self, i))
        continue;
      n_words += !is_word (self, i, "const") && !is_word (self, i, "volatile") &&
                 !is_word (self, i, "struct") &&
                 !(i >= first + 2 && get_punctuation (self, i - 1) == ':');
      name = i;
      /* (*name)[4], (*name) (int) */
      if (i > first && get_punctuation (self, i - 1) == '*' && get_punctuation (self, i + 1) == ')')
        break;
    }

  if (name == LOOM_NOWHERE || n_words < 2 || _loom_source_is_any (self, name, type_words) ||
      (name > first && get_punctuation (self, name - 1) == ':'))
    return g_strdup ("");
  return _loom_source_dup_text (self, name, name + 1);
}

/* Where the parameter that begins at `index` ends: at its comma, or at `end`. */
guint
_loom_source_find_comma (const LoomSourceReader *self,
                         guint                   index,
                         guint                   end)
{
  while (index < end)
    {
      char c = get_punctuation (self, index);
      guint next = index + 1;

      if (c == ',')
        return index;
      if (c == '(' || c == '[' || c == '{')
        next = _loom_source_skip_brackets (self, index);
      else if (c == '<')
        next = _loom_source_step_over_angles (self, index);
      index = next;
    }

  return end;
}

GStrv
_loom_source_list_params (const LoomSourceReader *self,
                          guint                   paren)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  guint end = _loom_source_skip_brackets (self, paren) - 1;
  guint first = paren + 1;
  gboolean is_empty = first >= end || (end == first + 1 && is_word (self, first, "void"));

  while (!is_empty && first <= end)
    {
      guint comma = _loom_source_find_comma (self, first, end);
      g_autofree char *name = _loom_source_dup_param_name (self, first, MIN (comma, end));

      g_strv_builder_add (names, name);
      first = comma + 1;
    }

  return g_strv_builder_end (names);
}
