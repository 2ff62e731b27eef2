/* loom-source-tokens.c: the tokens of a source that a compiler sees, as far as its #if lines can be
 * judged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-tokens-private.h"

#include <string.h>

typedef enum
{
  OUTCOME_FALSE,
  OUTCOME_TRUE,
  OUTCOME_UNKNOWN,              /* its first branch is looked at, so that braces stay balanced */
} Outcome;

typedef struct
{
  gboolean is_active;           /* this branch is looked at */
  gboolean was_taken;           /* this branch or an earlier one */
  gboolean parent_is_active;
  gboolean is_conditional;
} Condition;

typedef struct
{
  const char     *text;
  LoomSourceSide  side;
  GArray         *conditions;   /* (element-type Condition) */
  GArray         *tokens;
  GArray         *directives;   /* those that bring in names; or NULL */
} Reader;

/* The line without spaces, parentheses and comments; "ifdef X" is "ifdefX". */
static char *
squeeze (const char *text,
         gsize       length)
{
  GString *line = g_string_new (NULL);

  for (gsize i = 1; i < length; i++)
    {
      if (text[i] == '/' && i + 1 < length && (text[i + 1] == '/' || text[i + 1] == '*'))
        break;
      if (!g_ascii_isspace (text[i]) && strchr ("()\\", text[i]) == NULL)
        g_string_append_c (line, text[i]);
    }

  return g_string_free (line, FALSE);
}

static Outcome
evaluate (Reader     *self,
          const char *condition)
{
  static const char * const always[] = { "__CUDACC__", "__cplusplus", NULL };
  static const char * const for_nvrtc[] = { "__CUDACC_RTC__", "__CUDA_ARCH__", NULL };
  gboolean negated = *condition == '!';

  condition += negated;
  if (strcmp (condition, "0") == 0 || strcmp (condition, "1") == 0)
    return (*condition == '1') != negated;
  if (!g_str_has_prefix (condition, "defined"))
    return OUTCOME_UNKNOWN;

  condition += strlen ("defined");
  if (g_strv_contains (always, condition))
    return negated ? OUTCOME_FALSE : OUTCOME_TRUE;
  if (g_strv_contains (for_nvrtc, condition))
    return (self->side == LOOM_SOURCE_FOR_NVRTC) != negated;

  return OUTCOME_UNKNOWN;
}

static Outcome
evaluate_macro (Reader     *self,
                const char *name,
                gboolean    negated)
{
  g_autofree char *condition = g_strconcat (negated ? "!" : "", "defined", name, NULL);

  return evaluate (self, condition);
}

static Condition *
get_condition (Reader *self)
{
  return self->conditions->len > 0
         ? &g_array_index (self->conditions, Condition, self->conditions->len - 1) : NULL;
}

static gboolean
is_active (Reader *self)
{
  Condition *condition = get_condition (self);

  return condition == NULL || condition->is_active;
}

static void
push (Reader  *self,
      Outcome  outcome)
{
  Condition *outer = get_condition (self);
  Condition condition = {
    .parent_is_active = is_active (self),
    .was_taken = outcome != OUTCOME_FALSE,
    .is_conditional = outcome == OUTCOME_UNKNOWN || (outer != NULL && outer->is_conditional),
  };

  condition.is_active = condition.parent_is_active && outcome != OUTCOME_FALSE;
  g_array_append_val (self->conditions, condition);
}

static void
read_else (Reader  *self,
           Outcome  outcome)
{
  Condition *condition = get_condition (self);

  if (condition == NULL)
    return;

  condition->is_active = condition->parent_is_active && !condition->was_taken && outcome !=
    OUTCOME_FALSE;
  condition->was_taken |= outcome != OUTCOME_FALSE;
  condition->is_conditional |= outcome == OUTCOME_UNKNOWN;
}

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
  const Condition *condition = get_condition (self);
  const LoomSourceToken kept = { *token, condition != NULL && condition->is_conditional };
  g_autofree char *line = squeeze (self->text + token->offset, token->length);

  if (g_str_has_prefix (line, "ifdef"))
    push (self, evaluate_macro (self, line + strlen ("ifdef"), FALSE));
  else if (g_str_has_prefix (line, "ifndef"))
    push (self, evaluate_macro (self, line + strlen ("ifndef"), TRUE));
  else if (g_str_has_prefix (line, "if"))
    push (self, evaluate (self, line + strlen ("if")));
  else if (g_str_has_prefix (line, "elif"))
    read_else (self, evaluate (self, line + strlen ("elif")));
  else if (g_str_has_prefix (line, "else"))
    read_else (self, OUTCOME_TRUE);
  else if (g_str_has_prefix (line, "endif") && self->conditions->len > 0)
    g_array_set_size (self->conditions, self->conditions->len - 1);
  else if (self->directives != NULL && is_active (self) && brings_names (line))
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
    .side = side,
    .directives = directives != NULL ? g_array_new (FALSE, FALSE, sizeof (LoomSourceToken)) : NULL,
    .conditions = g_array_new (FALSE, FALSE, sizeof (Condition)),
    .tokens = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken)),
  };
  LoomToken token;
  LoomLexer lexer;

  _loom_lexer_init (&lexer, text, length);
  while (_loom_lexer_next (&lexer, &token))
    {
      Condition *condition = get_condition (&reader);
      LoomSourceToken kept = { token, condition != NULL && condition->is_conditional };

      if (token.kind == LOOM_TOKEN_DIRECTIVE)
        read_directive (&reader, &token);
      else if (token.kind != LOOM_TOKEN_COMMENT && is_active (&reader))
        g_array_append_val (reader.tokens, kept);
    }

  g_array_unref (reader.conditions);
  if (directives != NULL)
    *directives = reader.directives;
  return reader.tokens;
}
