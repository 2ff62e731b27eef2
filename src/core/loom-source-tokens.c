/* loom-source-tokens.c: the tokens of a piece of source: of parameters, of arguments
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-tokens-private.h"

/* (element-type LoomSourceToken) */
GArray *
_loom_source_tokens_new (const char *text,
                         gsize       length)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));
  LoomSourceToken kept = { { 0 } };
  LoomLexer lexer;

  _loom_lexer_init (&lexer, text, length);
  while (_loom_lexer_next (&lexer, &kept.token))
    {
      if (kept.token.kind != LOOM_TOKEN_DIRECTIVE && kept.token.kind != LOOM_TOKEN_COMMENT)
        g_array_append_val (tokens, kept);
    }

  return tokens;
}
