/* loom-source-expand.c: a source with its macros in their places, as the compiler of the whole
 * program sees it
 *
 * What is not known (a condition on what only the compiler has, a macro that two such branches
 * define) is kept as it stands, and said to be so.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-expand-private.h"

#include "loom-source-host-condition-private.h"
#include "loom-source-macros-private.h"

#include <string.h>

/* A call of a macro that grows beyond this is kept as it stands, and so are all once the text has
 * grown to this many tokens. */
#define MAX_OF_CALL 20000
#define MAX_TOKENS 3000000
#define MAX_DEPTH 24
/* What ## makes in a whole source. Readers keep the text, so it must not move. */
#define MAX_PASTED (1 << 20)

typedef struct
{
  LoomCondition outcome;        /* of the branch that is being read */
  gboolean      is_active;
  gboolean      parent_is_active;
  gboolean      was_taken;
  gboolean      is_doubtful;    /* a condition so far was not known, here or outside */
} Branch;

typedef struct
{
  LoomSourceExpansion *result;
  GString             *text;
  GArray              *branches;
  GArray              *segment;         /* (element-type LoomSourceToken) not expanded yet */
  GPtrArray           *expanding;       /* names of macros */
  gsize                length;          /* of the source */
  guint                n_of_call;
} Expander;

static gboolean expand (Expander               *self,
                        const LoomSourceReader *source,
                        GArray                 *into);

static Branch *
get_branch (Expander *self)
{
  return self->branches->len > 0
         ? &g_array_index (self->branches, Branch, self->branches->len - 1) : NULL;
}

static gboolean
is_active (Expander *self)
{
  Branch *branch = get_branch (self);

  return branch == NULL || branch->is_active;
}

static gboolean
is_doubtful (Expander *self)
{
  Branch *branch = get_branch (self);

  return branch != NULL && branch->is_doubtful;
}

static char *
dup_name (Expander        *self,
          const LoomToken *token)
{
  return g_strndup (self->text->str + token->offset, token->length);
}

static gboolean
append (Expander              *self,
        GArray                *into,
        const LoomSourceToken *token)
{
  if (++self->n_of_call > MAX_OF_CALL)
    return FALSE;

  g_array_append_vals (into, token, 1);
  return TRUE;
}

static gboolean
is_rest (const LoomSourceMacro *macro,
         const LoomToken       *token)
{
  const char *rest = macro->rest.length > 0 ? macro->body.text + macro->rest.offset : "__VA_ARGS__";

  return token->length == (macro->rest.length > 0 ? macro->rest.length : strlen (rest)) &&
         memcmp (macro->body.text + token->offset, rest, token->length) == 0;
}

static gint
find_param (const LoomSourceMacro *macro,
            const LoomToken       *token)
{
  for (guint i = 0; macro->params != NULL && i < macro->params->len; i++)
    {
      const LoomToken *param = &g_array_index (macro->params, LoomSourceToken, i).token;

      if (param->length == token->length &&
          memcmp (macro->body.text + param->offset, macro->body.text + token->offset,
                  param->length) == 0)
        return i;
    }

  return macro->is_variadic && is_rest (macro, token) ? (gint) macro->params->len : -1;
}

/* (element-type GArray): the tokens of each argument. Those behind the last parameter are one. */
static GPtrArray *
split_arguments (const LoomSourceMacro  *macro,
                 const LoomSourceReader *source,
                 guint                   paren,
                 guint                   close)
{
  GPtrArray *arguments = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  GArray *argument = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));
  guint depth = 0;

  g_ptr_array_add (arguments, argument);
  for (guint i = paren + 1; i < close; i++)
    {
      char c = get_punctuation (source, i);

      depth += (c == '(') - (c == ')' && depth > 0);
      if (c == ',' && depth == 0 &&
          !(macro->is_variadic && arguments->len == macro->params->len + 1))
        {
          argument = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));
          g_ptr_array_add (arguments, argument);
        }
      else
        g_array_append_val (argument, g_array_index (source->tokens, LoomSourceToken, i));
    }

  if (macro->is_variadic && arguments->len == macro->params->len)
    g_ptr_array_add (arguments, g_array_new (FALSE, FALSE, sizeof (LoomSourceToken)));
  return arguments;
}

/* a ## b */
static gboolean
paste (Expander              *self,
       GArray                *into,
       const LoomSourceToken *right)
{
  LoomSourceToken *left = into->len > 0
                          ? &g_array_index (into, LoomSourceToken, into->len - 1) : NULL;
  const gsize start = self->text->len;
  g_autofree char *a = left != NULL ? dup_name (self, &left->token) : NULL;
  g_autofree char *b = dup_name (self, &right->token);

  if (left == NULL || (left->token.kind != LOOM_TOKEN_IDENTIFIER &&
                       left->token.kind != LOOM_TOKEN_NUMBER))
    return append (self, into, right);
  if (start - self->length + strlen (a) + strlen (b) > MAX_PASTED)
    return FALSE;

  g_string_append (self->text, a);
  g_string_append (self->text, b);
  left->token.offset = start;
  left->token.length = self->text->len - start;
  return TRUE;
}

/* #a */
static gboolean
append_string (Expander              *self,
               GArray                *into,
               const LoomSourceToken *param,
               GArray                *argument)
{
  g_autoptr (GString) text = g_string_new ("\"");
  LoomSourceToken string = *param;

  for (guint i = 0; i < argument->len; i++)
    {
      const LoomToken *token = &g_array_index (argument, LoomSourceToken, i).token;
      const LoomToken *last =
        i > 0 ? &g_array_index (argument, LoomSourceToken, i - 1).token : NULL;
      const gboolean is_literal = token->kind == LOOM_TOKEN_STRING ||
                                  token->kind == LOOM_TOKEN_CHARACTER;

      if (last != NULL && token->offset != last->offset + last->length)
        g_string_append_c (text, ' ');
      for (gsize j = token->offset; j < token->offset + token->length; j++)
        {
          if (is_literal && strchr ("\"\\", self->text->str[j]) != NULL)
            g_string_append_c (text, '\\');
          g_string_append_c (text, self->text->str[j]);
        }
    }
  g_string_append_c (text, '"');
  if (self->text->len - self->length + text->len > MAX_PASTED)
    return FALSE;

  string.token.kind = LOOM_TOKEN_STRING;
  string.token.offset = self->text->len;
  string.token.length = text->len;
  g_string_append_len (self->text, text->str, text->len);
  return append (self, into, &string);
}

/* `, ## __VA_ARGS__`: the comma goes where nothing stands for them. */
static void
drop_comma (Expander *self,
            GArray   *into)
{
  const LoomToken *last =
    into->len > 0 ? &g_array_index (into, LoomSourceToken, into->len - 1).token : NULL;

  if (last != NULL && _loom_token_is (last, self->text->str, ","))
    g_array_set_size (into, into->len - 1);
}

static gboolean
append_argument (Expander *self,
                 GArray   *argument,
                 gboolean  is_pasted,
                 gboolean  is_raw,
                 GArray   *into)
{
  g_autoptr (GArray) expanded = NULL;
  GArray *tokens = argument;

  if (!is_raw && !is_pasted)
    {
      LoomSourceReader reader = { self->text->str, argument, argument->len };

      tokens = expanded = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));
      if (!expand (self, &reader, expanded))
        return FALSE;
    }

  for (guint i = 0; i < tokens->len; i++)
    {
      const LoomSourceToken *token = &g_array_index (tokens, LoomSourceToken, i);

      if (i == 0 && is_pasted ? !paste (self, into, token) : !append (self, into, token))
        return FALSE;
    }

  return TRUE;
}

static gboolean
is_paste (const LoomSourceReader *body,
          guint                   index)
{
  return get_punctuation (body, index) == '#' && get_punctuation (body, index + 1) == '#';
}

/* The body of a macro with its parameters replaced. */
static gboolean
substitute (Expander              *self,
            const LoomSourceMacro *macro,
            GPtrArray             *arguments,
            GArray                *into)
{
  const LoomSourceReader body = { self->text->str, macro->body.tokens, macro->body.n };

  for (guint i = 0; i < body.n; i++)
    {
      const LoomSourceToken *token = &g_array_index (body.tokens, LoomSourceToken, i);
      const gboolean is_pasted = i >= 2 && is_paste (&body, i - 2);
      gint param;

      if (is_paste (&body, i))
        {
          i++;
          continue;
        }
      if (macro->params != NULL && get_punctuation (&body, i) == '#' && i + 1 < body.n &&
          (param = find_param (macro, get_token (&body, i + 1))) >= 0)
        {
          i++;
          if (!append_string (self, into, token, g_ptr_array_index (arguments, param)))
            return FALSE;
          continue;
        }

      param = find_param (macro, &token->token);
      if (is_pasted && macro->params != NULL && param == (gint) macro->params->len &&
          ((GArray *) g_ptr_array_index (arguments, param))->len == 0)
        drop_comma (self, into);
      if (param >= 0 ? !append_argument (self, g_ptr_array_index (arguments, param), is_pasted,
                                         is_paste (&body, i + 1), into)
          : is_pasted ? !paste (self, into, token) : !append (self, into, token))
        return FALSE;
    }

  return TRUE;
}

static gboolean
is_expanding (Expander   *self,
              const char *name)
{
  return g_ptr_array_find_with_equal_func (self->expanding, name, g_str_equal, NULL);
}

/* The closing parenthesis of a call; the end of the tokens if there is none. */
static guint
find_close (const LoomSourceReader *source,
            guint                   paren)
{
  guint depth = 0;

  for (guint i = paren; i < source->n && i - paren < MAX_OF_CALL; i++)
    {
      char c = get_punctuation (source, i);

      depth += (c == '(') - (c == ')');
      if (depth == 0)
        return i;
    }

  return source->n;
}

static gboolean
expand_call (Expander               *self,
             const char             *name,
             const LoomSourceMacro  *macro,
             const LoomSourceReader *source,
             guint                   index,
             guint                   close,
             GArray                 *into)
{
  g_autoptr (GPtrArray) arguments = NULL;
  g_autoptr (GArray) replaced = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));
  LoomSourceReader reader;
  gboolean is_expanded;

  if (macro->params != NULL)
    {
      arguments = split_arguments (macro, source, index + 1, close);
      if (arguments->len < macro->params->len + macro->is_variadic)
        return FALSE;
    }
  if (self->expanding->len >= MAX_DEPTH || !substitute (self, macro, arguments, replaced))
    return FALSE;

  g_ptr_array_add (self->expanding, (char *) name);
  reader = (LoomSourceReader) { self->text->str, replaced, replaced->len };
  is_expanded = expand (self, &reader, into);
  g_ptr_array_set_size (self->expanding, self->expanding->len - 1);
  return is_expanded;
}

/* Appends the tokens with what their macros stand for. FALSE if they become too many. */
static gboolean
expand (Expander               *self,
        const LoomSourceReader *source,
        GArray                 *into)
{
  for (guint i = 0; i < source->n; i++)
    {
      const LoomSourceReader now = { self->text->str, source->tokens, source->n };
      const LoomSourceToken *token = &g_array_index (source->tokens, LoomSourceToken, i);
      g_autofree char *name = is_identifier (&now, i) ? dup_name (self, &token->token) : NULL;
      const LoomSourceMacro *macro = name != NULL
                                     ? g_hash_table_lookup (self->result->macros, name) : NULL;
      guint close = i;

      if (macro != NULL && macro->params != NULL)
        close = get_punctuation (&now, i + 1) == '(' ? find_close (&now, i + 1) : now.n;
      if (macro == NULL || !macro->is_certain || close >= now.n || is_expanding (self, name))
        {
          if (!append (self, into, token))
            return FALSE;
          continue;
        }
      if (!expand_call (self, name, macro, &now, i, close, into))
        return FALSE;
      i = close;
    }

  return TRUE;
}

static void
add_token (Expander              *self,
           const LoomSourceToken *token,
           const LoomSourceToken *written,
           const LoomSourceToken *last,
           gboolean               is_made)
{
  LoomSourceToken kept = *token;
  LoomSourceOrigin origin = {
    written->token.offset, last->token.offset + last->token.length,
    is_made ? written->token.offset : G_MAXUINT32,
  };

  kept.token.line = written->token.line;
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
  const LoomSourceToken *token = &g_array_index (self->segment, LoomSourceToken, index);
  g_autofree char *name = is_identifier (&source, index) ? dup_name (self, &token->token) : NULL;
  const LoomSourceMacro *macro = name != NULL
                                 ? g_hash_table_lookup (self->result->macros, name) : NULL;
  guint close = index;

  if (macro != NULL && macro->params != NULL)
    close = get_punctuation (&source, index + 1) == '(' ? find_close (&source, index + 1)
                                                        : source.n;
  g_array_set_size (expanded, 0);
  self->n_of_call = 0;
  if (macro == NULL || !macro->is_certain || close >= source.n ||
      self->result->tokens->len > MAX_TOKENS ||
      !expand_call (self, name, macro, &source, index, close, expanded))
    {
      add_token (self, token, token, token, FALSE);
      return index + 1;
    }

  for (guint i = 0; i < expanded->len; i++)
    add_token (self, &g_array_index (expanded, LoomSourceToken, i), token,
               &g_array_index (self->segment, LoomSourceToken, close), TRUE);
  return close + 1;
}

static void
flush (Expander *self)
{
  g_autoptr (GArray) expanded = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));

  for (guint i = 0; i < self->segment->len; )
    i = expand_word (self, i, expanded);
  g_array_set_size (self->segment, 0);
}

/* The tokens of a directive, its # left out. */
static GArray *
read_words (Expander        *self,
            const LoomToken *directive)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));
  LoomSourceToken word = { { 0 } };
  LoomLexer lexer;

  _loom_lexer_init (&lexer, self->text->str, directive->offset + directive->length);
  lexer.at = directive->offset + 1;
  lexer.line = directive->line;
  lexer.line_is_empty = FALSE;
  while (_loom_lexer_next (&lexer, &word.token))
    {
      if (word.token.kind != LOOM_TOKEN_COMMENT)
        g_array_append_val (words, word);
    }

  return words;
}

/* Whether the first thing behind `#ifndef NAME` is `#define NAME`: then it is not defined, or the
 * file is being read for the second time. */
static gboolean
is_guard (Expander         *self,
          const LoomToken  *directive,
          const char       *name)
{
  LoomLexer lexer;
  LoomToken token, word;

  _loom_lexer_init (&lexer, self->text->str, self->length);
  lexer.at = directive->offset + directive->length;
  lexer.line = directive->line;
  do
    {
      if (!_loom_lexer_next (&lexer, &token))
        return FALSE;
    }
  while (token.kind == LOOM_TOKEN_COMMENT);
  if (token.kind != LOOM_TOKEN_DIRECTIVE)
    return FALSE;

  _loom_lexer_init (&lexer, self->text->str, token.offset + token.length);
  lexer.at = token.offset + 1;
  lexer.line_is_empty = FALSE;
  return _loom_lexer_next (&lexer, &word) && _loom_token_is (&word, self->text->str, "define") &&
         _loom_lexer_next (&lexer, &word) && _loom_token_is (&word, self->text->str, name);
}

static LoomCondition
negate (LoomCondition condition)
{
  return condition == LOOM_CONDITION_TRUE ? LOOM_CONDITION_FALSE
         : condition == LOOM_CONDITION_FALSE ? LOOM_CONDITION_TRUE : LOOM_CONDITION_UNKNOWN;
}

/* `defined X` keeps its X. */
static gboolean
expand_condition (Expander               *self,
                  const LoomSourceReader *words,
                  GArray                 *into)
{
  for (guint i = 1; i < words->n; i++)
    {
      guint end = i + 1;
      g_autoptr (GArray) part = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));
      const gboolean is_defined = is_word (words, i, "defined");
      LoomSourceReader reader;

      if (is_defined)
        end = get_punctuation (words, i + 1) == '(' ? i + 4 : i + 2;
      else
        while (end < words->n && !is_word (words, end, "defined"))
          end++;
      end = MIN (end, words->n);
      g_array_append_vals (part, &g_array_index (words->tokens, LoomSourceToken, i), end - i);
      reader = (LoomSourceReader) { self->text->str, part, part->len };
      if (is_defined)
        g_array_append_vals (into, part->data, part->len);
      else if (!expand (self, &reader, into))
        return FALSE;
      i = end - 1;
    }

  return TRUE;
}

static LoomCondition
evaluate (Expander               *self,
          const LoomToken        *directive,
          const LoomSourceReader *words)
{
  g_autoptr (GArray) expanded = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));
  LoomSourceReader reader;

  if (is_word (words, 0, "ifdef") || is_word (words, 0, "ifndef"))
    {
      const gboolean is_negated = is_word (words, 0, "ifndef");
      g_autofree char *name = words->n > 1 ? _loom_source_dup_text (words, 1, 2) : g_strdup ("");
      LoomCondition condition = _loom_source_host_condition_of_name (self->result->macros, name);

      if (is_negated && condition == LOOM_CONDITION_UNKNOWN &&
          !g_hash_table_contains (self->result->macros, name) && is_guard (self, directive, name))
        condition = LOOM_CONDITION_FALSE;
      return is_negated ? negate (condition) : condition;
    }

  self->n_of_call = 0;
  if (!expand_condition (self, words, expanded))
    return LOOM_CONDITION_UNKNOWN;
  reader = (LoomSourceReader) { self->text->str, expanded, expanded->len };
  return _loom_source_host_condition_evaluate (self->result->macros, &reader);
}

static void
push (Expander      *self,
      LoomCondition  outcome)
{
  Branch branch = {
    .outcome = outcome,
    .parent_is_active = is_active (self),
    .is_active = is_active (self) && outcome != LOOM_CONDITION_FALSE,
    .was_taken = outcome != LOOM_CONDITION_FALSE,
    .is_doubtful = is_doubtful (self) || outcome == LOOM_CONDITION_UNKNOWN,
  };

  g_array_append_val (self->branches, branch);
}

/* Of branches of which nobody knows which counts the first one is read, so that brackets stay
 * balanced. */
static void
push_else (Expander      *self,
           LoomCondition  outcome)
{
  Branch *branch = get_branch (self);

  if (branch == NULL)
    return;
  branch->is_active = branch->parent_is_active && !branch->was_taken &&
                      outcome != LOOM_CONDITION_FALSE;
  if (!branch->was_taken)
    branch->is_doubtful |= outcome == LOOM_CONDITION_UNKNOWN;
  branch->was_taken |= outcome != LOOM_CONDITION_FALSE;
  branch->outcome = outcome;
}

static void
forget (Expander   *self,
        const char *name)
{
  LoomSourceMacro *macro = g_hash_table_lookup (self->result->macros, name);

  if (macro == NULL)
    return;
  if (is_doubtful (self))
    macro->is_certain = FALSE;
  else
    g_hash_table_remove (self->result->macros, name);
}

static void
define (Expander               *self,
        const LoomToken        *directive,
        const LoomSourceReader *words)
{
  g_autofree char *name = words->n > 1 && is_identifier (words, 1)
                          ? _loom_source_dup_text (words, 1, 2) : NULL;
  LoomSourceMacro *known = name != NULL ? g_hash_table_lookup (self->result->macros, name) : NULL;
  LoomSourceMacro *macro;

  if (name == NULL)
    return;
  if (is_doubtful (self) && known != NULL)
    {
      known->is_certain = FALSE;
      return;
    }

  macro = _loom_source_macro_read (self->text->str, directive);
  if (macro == NULL)
    return;
  macro->is_certain &= !is_doubtful (self);
  g_hash_table_insert (self->result->macros, g_steal_pointer (&name), macro);
}

static void
read_directive (Expander        *self,
                const LoomToken *directive)
{
  g_autoptr (GArray) tokens = read_words (self, directive);
  const LoomSourceReader words = { self->text->str, tokens, tokens->len };
  const gboolean is_read = is_active (self) || is_doubtful (self);

  if (is_word (&words, 0, "if") || is_word (&words, 0, "ifdef") || is_word (&words, 0, "ifndef"))
    push (self, is_active (self) ? evaluate (self, directive, &words) : LOOM_CONDITION_FALSE);
  else if (is_word (&words, 0, "elif"))
    push_else (self, get_branch (self) != NULL && !get_branch (self)->was_taken
               ? evaluate (self, directive, &words) : LOOM_CONDITION_TRUE);
  else if (is_word (&words, 0, "else"))
    push_else (self, LOOM_CONDITION_TRUE);
  else if (is_word (&words, 0, "endif") && self->branches->len > 0)
    g_array_set_size (self->branches, self->branches->len - 1);
  else if (is_word (&words, 0, "define") && is_read)
    define (self, directive, &words);
  else if (is_word (&words, 0, "undef") && is_read && words.n > 1)
    {
      g_autofree char *name = _loom_source_dup_text (&words, 1, 2);

      forget (self, name);
    }
}

static void
read_source (Expander *self)
{
  LoomToken token;
  LoomLexer lexer;
  g_autofree char *source = g_strndup (self->text->str, self->length);

  _loom_lexer_init (&lexer, source, self->length);
  while (_loom_lexer_next (&lexer, &token))
    {
      LoomSourceToken kept = { token, is_doubtful (self) };

      if (token.kind == LOOM_TOKEN_DIRECTIVE)
        {
          flush (self);
          read_directive (self, &token);
        }
      else if (token.kind != LOOM_TOKEN_COMMENT && is_active (self))
        g_array_append_val (self->segment, kept);
      else if (token.kind == LOOM_TOKEN_IDENTIFIER && is_doubtful (self))
        g_hash_table_add (self->result->doubtful, dup_name (self, &token));
    }

  flush (self);
}

/* A #define or #undef that is read, within an #if of which nobody knows or not. */
static void
read_definition (Expander              *self,
                 const LoomSourceToken *directive)
{
  const Branch branch = { .is_active = TRUE, .is_doubtful = directive->is_conditional };

  g_array_append_val (self->branches, branch);
  read_directive (self, &directive->token);
  g_array_set_size (self->branches, 0);
}

/* Tokens and the lines that define macros, both in the order of the text. */
static void
read_tokens (Expander *self,
             GArray   *tokens,
             GArray   *directives)
{
  guint next = 0;

  for (guint i = 0; i < tokens->len; i++)
    {
      const LoomSourceToken *token = &g_array_index (tokens, LoomSourceToken, i);
      const guint first = next;

      while (next < directives->len &&
             g_array_index (directives, LoomSourceToken, next).token.offset < token->token.offset)
        next++;
      if (next > first)
        flush (self);
      for (guint j = first; j < next; j++)
        read_definition (self, &g_array_index (directives, LoomSourceToken, j));
      g_array_append_vals (self->segment, token, 1);
    }

  flush (self);
}

static void
init (Expander            *self,
      LoomSourceExpansion *result,
      const char          *text,
      gsize                length)
{
  *self = (Expander) {
    .result = result,
    .text = g_string_sized_new (length + MAX_PASTED + 1),
    .branches = g_array_new (FALSE, FALSE, sizeof (Branch)),
    .segment = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken)),
    .expanding = g_ptr_array_new (),
    .length = length,
  };
  *result = (LoomSourceExpansion) {
    .tokens = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken)),
    .origins = g_array_new (FALSE, FALSE, sizeof (LoomSourceOrigin)),
    .macros = _loom_source_macros_new_empty (),
    .doubtful = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };
  g_string_append_len (self->text, text, length);
}

static void
finish (Expander *self)
{
  self->result->text = g_string_free (self->text, FALSE);
  g_array_unref (self->branches);
  g_array_unref (self->segment);
  g_ptr_array_unref (self->expanding);
}

/* Copies the text, which may be any bytes. */
void
_loom_source_expansion_init (LoomSourceExpansion *self,
                             const char          *text,
                             gsize                length)
{
  Expander expander;

  init (&expander, self, text, length);
  read_source (&expander);
  finish (&expander);
}

/* The same as the compiler of device code sees it. */
void
_loom_source_expansion_init_for_device (LoomSourceExpansion  *self,
                                        const char           *text,
                                        gsize                 length,
                                        GArray              **directives)
{
  g_autoptr (GArray) tokens = _loom_source_tokens_new (text, length, directives);
  Expander expander;

  init (&expander, self, text, length);
  read_tokens (&expander, tokens, *directives);
  finish (&expander);
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
