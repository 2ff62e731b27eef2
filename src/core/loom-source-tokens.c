/* loom-source-tokens.c: the tokens of a source that a compiler sees, as far as its #if lines can be
 * judged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-tokens-private.h"

#include "loom-source-conditions-private.h"

#include <string.h>

/* `#include "file"` */
static gboolean
includes_file (const char      *text,
               const LoomToken *directive)
{
  LoomToken word, name;
  LoomLexer lexer;

  _loom_lexer_init (&lexer, text, directive->offset + directive->length);
  lexer.at = directive->offset + 1;
  lexer.line_is_empty = FALSE;
  return _loom_lexer_next (&lexer, &word) && _loom_token_is (&word, text, "include") &&
         _loom_lexer_next (&lexer, &name) && name.kind == LOOM_TOKEN_STRING;
}

static gboolean
brings_names (const char      *text,
              const LoomToken *directive)
{
  LoomSourceLine line = _loom_source_line_of (text, directive);

  return line == LOOM_LINE_DEFINE || line == LOOM_LINE_UNDEF || includes_file (text, directive);
}

/* (element-type LoomSourceToken). directives: where #define, #undef and #include of other
 * files of the user go as well. Of an #if whose outcome is not known the first branch is looked
 * at, so that braces stay balanced. */
GArray *
_loom_source_tokens_new (const char      *text,
                         gsize            length,
                         GArray         **directives)
{
  g_autoptr (LoomSourceConditions) conditions = _loom_source_conditions_new ();
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));
  LoomToken token;
  LoomLexer lexer;

  if (directives != NULL)
    *directives = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));

  _loom_lexer_init (&lexer, text, length);
  while (_loom_lexer_next (&lexer, &token))
    {
      LoomSourceBranch branch = _loom_source_conditions_branch (conditions);
      LoomSourceToken kept = { token, branch.is_conditional };

      if (token.kind == LOOM_TOKEN_DIRECTIVE)
        {
          _loom_source_conditions_read (conditions, text, &token);
          if (directives != NULL && branch.is_first && brings_names (text, &token))
            g_array_append_val (*directives, kept);
        }
      else if (token.kind != LOOM_TOKEN_COMMENT && branch.is_first)
        g_array_append_val (tokens, kept);
    }

  return tokens;
}
