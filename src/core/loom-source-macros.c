/* loom-source-macros.c: what #define lines say
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-macros-private.h"

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
              self->rest
                = g_array_index (self->params, LoomSourceToken, self->params->len - 1).token;
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
