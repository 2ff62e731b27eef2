/* loom-source-expand.c: a source with its macros in their places, as one of its compilers sees it
 *
 * What is not known (a condition on what only the compiler has, a macro that two such branches
 * define) is kept as it stands, and said to be so.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-expand-private.h"

#include "loom-source-conditions-private.h"
#include "loom-source-reader-private.h"
#include "loom-source-replace-private.h"

/* A call of a macro that takes longer than looking at so many tokens is kept as it stands, and so
 * are all once the text has grown to so many. */
#define MAX_OF_CALL 40000
#define MAX_TOKENS 3000000
/* What ## makes in a whole source. Readers keep the text, so it must not move. */
#define MAX_PASTED (1 << 20)

typedef struct
{
  LoomSourceExpansion  *result;
  LoomSourceConditions *conditions;
  LoomSourceReplacer    replacer;
  GString              *text;
  GArray               *segment;        /* (element-type LoomToken) not expanded yet */
} Expander;

static void
add_token (Expander        *self,
           const LoomToken *token,
           const LoomToken *written,
           const LoomToken *last,
           gboolean         is_made)
{
  LoomToken kept = *token;
  LoomSourceOrigin origin = {
    written->offset, last->offset + last->length,
    is_made ? written->offset : G_MAXUINT32,
  };

  kept.line = written->line;
  kept.is_conditional = written->is_conditional;
  g_array_append_val (self->result->tokens, kept);
  g_array_append_val (self->result->origins, origin);
}

/* One word of the source, or one call of a macro. Where to go on. */
static guint
expand_word (Expander *self,
             guint     index,
             GArray   *expanded)
{
  const LoomSourceReader source = { self->text->str, self->segment, self->segment->len };
  const LoomToken *token = &g_array_index (self->segment, LoomToken, index);
  guint next = index;

  g_array_set_size (expanded, 0);
  self->replacer.n_left = MAX_OF_CALL;
  if (self->result->tokens->len <= MAX_TOKENS)
    next = _loom_source_replace_word (&self->replacer, &source, index, expanded);
  if (next == index || next == LOOM_NOWHERE)
    {
      add_token (self, token, token, token, FALSE);
      return index + 1;
    }

  for (guint i = 0; i < expanded->len; i++)
    add_token (self, &g_array_index (expanded, LoomToken, i), token,
               &g_array_index (self->segment, LoomToken, next - 1), TRUE);
  return next;
}

static void
flush (Expander *self)
{
  g_autoptr (GArray) expanded = g_array_new (FALSE, FALSE, sizeof (LoomToken));

  for (guint i = 0; i < self->segment->len; )
    i = expand_word (self, i, expanded);
  g_array_set_size (self->segment, 0);
}

/* `#include "file"`: names may come from there. */
static gboolean
includes_file (const char      *text,
               const LoomToken *directive)
{
  LoomToken word, name;
  LoomLexer lexer;

  _loom_lexer_init_directive (&lexer, text, directive);
  return _loom_lexer_next (&lexer, &word) && _loom_token_is (&word, text, "include") &&
         _loom_lexer_next (&lexer, &name) && name.kind == LOOM_TOKEN_STRING;
}

static void
read_token (Expander        *self,
            const LoomToken *token)
{
  const LoomSourceBranch branch = _loom_source_conditions_branch (self->conditions);
  LoomToken kept = *token;

  kept.is_conditional = branch.is_conditional;
  if (branch.is_first)
    g_array_append_val (self->segment, kept);
  else if (branch.is_possible && token->kind == LOOM_TOKEN_IDENTIFIER)
    g_hash_table_add (self->result->doubtful,
                      g_strndup (self->text->str + token->offset, token->length));
}

static void
read_source (Expander   *self,
             const char *text,
             gsize       length)
{
  LoomToken token;
  LoomLexer lexer;

  _loom_lexer_init (&lexer, text, length);
  while (_loom_lexer_next (&lexer, &token))
    {
      if (token.kind == LOOM_TOKEN_DIRECTIVE)
        {
          flush (self);
          if (_loom_source_conditions_branch (self->conditions).is_first)
            self->result->has_includes |= includes_file (self->text->str, &token);
          _loom_source_conditions_read (self->conditions, self->text->str, &token);
        }
      else if (token.kind != LOOM_TOKEN_COMMENT)
        read_token (self, &token);
    }

  flush (self);
}

/* Copies the text, which may be any bytes. Of branches of which nobody knows which counts the first
 * one is read, so that brackets stay balanced. */
void
_loom_source_expansion_init (LoomSourceExpansion *self,
                             LoomSourceView       view,
                             const char          *text,
                             gsize                length)
{
  Expander expander = {
    .result = self,
    .conditions = _loom_source_conditions_new (view),
    .text = g_string_sized_new (length + MAX_PASTED + 1),
    .segment = g_array_new (FALSE, FALSE, sizeof (LoomToken)),
  };
  LoomSourceDefinitions *definitions =
    _loom_source_conditions_get_definitions (expander.conditions);

  *self = (LoomSourceExpansion) {
    .tokens = g_array_new (FALSE, FALSE, sizeof (LoomToken)),
    .origins = g_array_new (FALSE, FALSE, sizeof (LoomSourceOrigin)),
    .doubtful = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };
  g_string_append_len (expander.text, text, length);
  _loom_source_replacer_init (&expander.replacer, definitions, expander.text->str, expander.text);
  read_source (&expander, text, length);
  _loom_source_replacer_clear (&expander.replacer);
  self->macros = _loom_source_definitions_list (definitions, expander.text->str);
  self->text = g_string_free (expander.text, FALSE);
  g_array_unref (expander.segment);
  _loom_source_conditions_free (expander.conditions);
}

/* Behind the tokens that were written in one piece with the one at `index`: those of one call. */
guint
_loom_source_origins_find_end (GArray *origins,
                               guint   index)
{
  const guint32 call = g_array_index (origins, LoomSourceOrigin, index).call;
  guint end = index + 1;

  while (call != G_MAXUINT32 && end < origins->len &&
         g_array_index (origins, LoomSourceOrigin, end).call == call)
    end++;
  return end;
}

/* What was taken out of it is not there any more. */
void
_loom_source_expansion_clear (LoomSourceExpansion *self)
{
  g_free (self->text);
  g_clear_pointer (&self->tokens, g_array_unref);
  g_clear_pointer (&self->origins, g_array_unref);
  g_clear_pointer (&self->macros, g_hash_table_unref);
  g_clear_pointer (&self->doubtful, g_hash_table_unref);
}
