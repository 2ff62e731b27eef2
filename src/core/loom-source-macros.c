/* loom-source-macros.c: the macros of a source, and tokens with macros put in their places
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-macros-private.h"

#include <string.h>

/* An expression that anybody reads is shorter, and a macro that grows without end must stop. */
#define MAX_EXPANDED 512
#define MAX_DEPTH 16
#define MAX_VISITED 10000

typedef struct
{
  GHashTable *macros;
  GArray     *expanded;         /* (element-type LoomSourceToken) */
  guint       n_visited;
} Expander;

void
_loom_source_macro_free (LoomSourceMacro *self)
{
  g_array_unref (self->body.tokens);
  g_clear_pointer (&self->params, g_array_unref);
  g_free (self);
}

/* At the parenthesis of `#define MAX(a, b)`. FALSE if this is no list of names. */
static gboolean
read_params (LoomSourceMacro *self,
             LoomLexer       *lexer)
{
  LoomSourceToken token = { { 0 } };
  LoomTokenKind last = LOOM_TOKEN_PUNCTUATION;

  self->params = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));
  while (_loom_lexer_next (lexer, &token.token))
    {
      if (_loom_token_is (&token.token, lexer->text, ")"))
        return TRUE;
      if (token.token.kind == LOOM_TOKEN_IDENTIFIER)
        g_array_append_val (self->params, token);
      else if (_loom_token_is (&token.token, lexer->text, "."))
        {
          /* `args...` names what is __VA_ARGS__ else. */
          if (last == LOOM_TOKEN_IDENTIFIER)
            {
              self->rest = g_array_index (self->params, LoomSourceToken, self->params->len - 1).token;
              g_array_set_size (self->params, self->params->len - 1);
            }
          self->is_variadic = TRUE;
        }
      else if (!_loom_token_is (&token.token, lexer->text, ",") &&
               !_loom_token_is (&token.token, lexer->text, "("))
        return FALSE;
      last = token.token.kind;
    }

  return FALSE;
}

static LoomSourceMacro *
read_definition (LoomLexer       *lexer,
                 const LoomToken *name)
{
  LoomSourceMacro *self = g_new0 (LoomSourceMacro, 1);
  LoomSourceToken token = { { 0 } };

  self->is_certain = TRUE;
  self->body.text = lexer->text;
  self->body.tokens = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));
  if (lexer->at < lexer->length && lexer->text[lexer->at] == '(' &&
      lexer->at == name->offset + name->length)
    self->is_certain = read_params (self, lexer);

  while (_loom_lexer_next (lexer, &token.token))
    {
      self->is_certain &= !_loom_token_is (&token.token, lexer->text, "__VA_OPT__");
      if (token.token.kind != LOOM_TOKEN_COMMENT)
        g_array_append_val (self->body.tokens, token);
    }

  self->body.n = self->body.tokens->len;
  return self;
}

/* At a line that says `#define NAME …`; NULL if it does not. */
LoomSourceMacro *
_loom_source_macro_read (const char      *text,
                         const LoomToken *directive)
{
  LoomToken word, name;
  LoomLexer lexer;

  _loom_lexer_init (&lexer, text, directive->offset + directive->length);
  lexer.at = directive->offset + 1;
  lexer.line_is_empty = FALSE;
  return _loom_lexer_next (&lexer, &word) && _loom_lexer_next (&lexer, &name) &&
         name.kind == LOOM_TOKEN_IDENTIFIER ? read_definition (&lexer, &name) : NULL;
}

GHashTable *
_loom_source_macros_new_empty (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                (GDestroyNotify) _loom_source_macro_free);
}

static gboolean expand (Expander               *self,
                        const LoomSourceReader *source,
                        guint                   first,
                        guint                   end,
                        guint                   depth);

static gboolean
append (GArray                *expanded,
        const LoomSourceToken *tokens,
        guint                  n)
{
  if (expanded->len + n > MAX_EXPANDED)
    return FALSE;

  g_array_append_vals (expanded, tokens, n);
  return TRUE;
}

/* Which parameter of a macro a token of its body is; -1: none. */
static gint
find_param (const LoomSourceMacro *macro,
            guint                  index)
{
  const LoomToken *token = get_token (&macro->body, index);

  for (guint i = 0; macro->params != NULL && i < macro->params->len; i++)
    {
      const LoomToken *param = &g_array_index (macro->params, LoomSourceToken, i).token;

      if (param->length == token->length &&
          memcmp (macro->body.text + param->offset, macro->body.text + token->offset,
                  param->length) == 0)
        return i;
    }

  return -1;
}

/* The arguments of a macro: `bounds` gets the index where each begins, and one behind the last. */
static void
split_arguments (const LoomSourceReader *source,
                 guint                   paren,
                 guint                   close,
                 GArray                 *bounds)
{
  guint next = paren + 1;

  g_array_append_val (bounds, next);
  for (guint i = next; i < close; )
    {
      char c = get_punctuation (source, i);

      next = i + 1;
      if (c == ',')
        g_array_append_val (bounds, next);
      else if (c == '(' || c == '[' || c == '{')
        next = _loom_source_skip_brackets (source, i);
      i = next;
    }

  next = close + 1;
  g_array_append_val (bounds, next);
}

/* The body of a macro, its parameters replaced by what stands between the parentheses. */
static gboolean
substitute (const LoomSourceMacro  *macro,
            const LoomSourceReader *source,
            guint                   paren,
            guint                   close,
            GArray                 *replaced)
{
  g_autoptr (GArray) bounds = g_array_new (FALSE, FALSE, sizeof (guint));

  split_arguments (source, paren, close, bounds);
  if (bounds->len != macro->params->len + 1 || macro->is_variadic)
    return FALSE;

  for (guint i = 0; i < macro->body.n; i++)
    {
      gint param = find_param (macro, i);
      guint from, to;

      if (param < 0)
        {
          if (!append (replaced, &g_array_index (macro->body.tokens, LoomSourceToken, i), 1))
            return FALSE;
          continue;
        }
      from = g_array_index (bounds, guint, param);
      to = g_array_index (bounds, guint, param + 1) - 1;
      if (!append (replaced, &g_array_index (source->tokens, LoomSourceToken, from), to - from))
        return FALSE;
    }

  return TRUE;
}

/* One token. `next`: where to go on. */
static gboolean
expand_token (Expander               *self,
              const LoomSourceReader *source,
              guint                   index,
              guint                   end,
              guint                   depth,
              guint                  *next)
{
  g_autoptr (GArray) replaced = NULL;
  g_autofree char *name = is_identifier (source, index)
                          ? _loom_source_dup_text (source, index, index + 1) : NULL;
  LoomSourceMacro *macro = name != NULL ? g_hash_table_lookup (self->macros, name) : NULL;
  LoomSourceReader body;

  *next = index + 1;
  if (macro == NULL || (macro->params != NULL && get_punctuation (source, index + 1) != '('))
    return append (self->expanded, &g_array_index (source->tokens, LoomSourceToken, index), 1);
  if (!macro->is_certain || depth == 0)
    return FALSE;
  if (macro->params == NULL)
    return expand (self, &macro->body, 0, macro->body.n, depth - 1);

  *next = _loom_source_skip_brackets (source, index + 1);
  replaced = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));
  if (*next > end || !substitute (macro, source, index + 1, *next - 1, replaced))
    return FALSE;

  body = (LoomSourceReader) { source->text, replaced, replaced->len };
  return expand (self, &body, 0, body.n, depth - 1);
}

static gboolean
expand (Expander               *self,
        const LoomSourceReader *source,
        guint                   first,
        guint                   end,
        guint                   depth)
{
  while (first < end)
    {
      if (++self->n_visited > MAX_VISITED ||
          !expand_token (self, source, first, end, depth, &first))
        return FALSE;
    }

  return TRUE;
}

/* Appends the tokens from `first` to `end` with what their macros stand for. FALSE if a macro among
 * them is not certain or they become too many. */
gboolean
_loom_source_macros_expand (GHashTable             *macros,
                            const LoomSourceReader *source,
                            guint                   first,
                            guint                   end,
                            GArray                 *expanded)
{
  Expander expander = { macros, expanded, 0 };

  return expand (&expander, source, first, end, MAX_DEPTH);
}
