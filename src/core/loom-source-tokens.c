/* loom-source-tokens.c: the tokens of a source that a compiler sees, as far as its #if lines can be
 * judged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-tokens-private.h"

#include "loom-source-branches-private.h"

#include <string.h>

typedef struct
{
  const char           *text;
  LoomSourceBranches   branches;
  GArray               *tokens;
  GArray               *directives;     /* those that bring in names; or NULL */
} Reader;

static gboolean
brings_names (const char *line)
{
  return g_str_has_prefix (line, "define") || g_str_has_prefix (line, "undef") ||
         g_str_has_prefix (line, "include\"");
}

static void
read_directive (Reader          *self,
                const LoomToken *token)
{
  const LoomSourceToken kept
      = { *token, _loom_source_branches_get_uncertain (&self->branches) > 0 };
  g_autofree char *line
      = _loom_source_squeeze_directive (self->text + token->offset, token->length);

  if (_loom_source_branches_read (&self->branches, line))
    return;
  if (self->directives != NULL && _loom_source_branches_are_active (&self->branches)
      && brings_names (line))
    g_array_append_val (self->directives, kept);
}

/* (element-type LoomSourceToken). directives: where #define, #undef and #include of other
 * files of the user go as well. */
GArray *
_loom_source_tokens_new (const char      *text,
                         gsize            length,
                         LoomSourceSide   side,
                         GArray         **directives)
{
  Reader reader = {
    .text = text,
    .directives = directives != NULL ? g_array_new (FALSE, FALSE, sizeof (LoomSourceToken)) : NULL,
    .tokens = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken)),
  };
  LoomToken token;
  LoomLexer lexer;

  _loom_source_branches_init (&reader.branches, side);
  _loom_lexer_init (&lexer, text, length);
  while (_loom_lexer_next (&lexer, &token))
    {
      const LoomSourceToken kept
          = { token, _loom_source_branches_get_uncertain (&reader.branches) > 0 };

      if (token.kind == LOOM_TOKEN_DIRECTIVE)
        read_directive (&reader, &token);
      else if (token.kind != LOOM_TOKEN_COMMENT
               && _loom_source_branches_are_active (&reader.branches))
        g_array_append_val (reader.tokens, kept);
    }

  _loom_source_branches_clear (&reader.branches);
  if (directives != NULL)
    *directives = reader.directives;
  return reader.tokens;
}
