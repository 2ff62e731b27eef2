/* loom-source-conditions.c: which branches of #if lines a compiler sees, as far as that can be told
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-conditions-private.h"

#include "loom-source-judge-private.h"

/* Conditions that are longer than this are not judged, and all of them together take no longer than
 * looking at so many tokens. */
#define MAX_WORDS 2048
#define MAX_TOKENS_IN_ALL 4000000

typedef struct
{
  LoomSourceBranch branch, outer;
  gboolean         was_possible;  /* this branch or one before it */
  gboolean         was_certain;
  gboolean         has_scope;     /* what a branch defines may not be defined behind its end */
  gboolean         may_guard;     /* a #define of its name would show that it is not defined */
  char            *name;          /* that #ifdef and its like ask for, if that is not known */
  gboolean         is_negated;
} Condition;

struct _LoomSourceConditions
{
  LoomSourceView         view;
  GArray                *conditions;  /* (element-type Condition) */
  LoomSourceDefinitions *definitions;
  guint                  n_left;      /* tokens that judging may still look at */
};

static void
condition_clear (gpointer data)
{
  g_free (((Condition *) data)->name);
}

LoomSourceConditions *
_loom_source_conditions_new (LoomSourceView view)
{
  LoomSourceConditions *self = g_new0 (LoomSourceConditions, 1);

  self->view = view;
  self->conditions = g_array_new (FALSE, FALSE, sizeof (Condition));
  g_array_set_clear_func (self->conditions, condition_clear);
  self->definitions = _loom_source_definitions_new (view);
  self->n_left = MAX_TOKENS_IN_ALL;
  return self;
}

void
_loom_source_conditions_free (LoomSourceConditions *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->conditions);
  _loom_source_definitions_free (self->definitions);
  g_free (self);
}

LoomSourceDefinitions *
_loom_source_conditions_get_definitions (LoomSourceConditions *self)
{
  return self->definitions;
}

static Condition *
get_condition (LoomSourceConditions *self)
{
  return self->conditions->len > 0
         ? &g_array_index (self->conditions, Condition, self->conditions->len - 1) : NULL;
}

LoomSourceBranch
_loom_source_conditions_branch (LoomSourceConditions *self)
{
  const Condition *condition = get_condition (self);

  return condition != NULL ? condition->branch : (LoomSourceBranch) { TRUE, TRUE, FALSE };
}

/* In the branches behind one that asks for a name it is the other way round. */
static void
assume_name (LoomSourceConditions *self,
             const Condition      *condition,
             gboolean              is_first)
{
  if (condition->name != NULL)
    _loom_source_definitions_assume (self->definitions, condition->name,
                                     condition->is_negated != is_first);
}

static void
begin_branch (LoomSourceConditions *self,
              Condition            *condition,
              LoomTruth             truth)
{
  LoomSourceBranch *branch = &condition->branch;
  const gboolean is_first = !condition->was_possible;
  const gboolean is_certain = condition->was_certain;

  branch->is_possible = condition->outer.is_possible && !is_certain && truth != LOOM_TRUTH_FALSE;
  branch->is_first = condition->outer.is_first && is_first && truth != LOOM_TRUTH_FALSE;
  branch->is_conditional |= !is_certain && truth == LOOM_TRUTH_UNKNOWN;
  condition->was_possible |= truth != LOOM_TRUTH_FALSE;
  condition->was_certain |= truth == LOOM_TRUTH_TRUE;
  if (!branch->is_possible)
    return;

  if (!condition->has_scope && truth == LOOM_TRUTH_UNKNOWN)
    {
      condition->has_scope = TRUE;
      _loom_source_definitions_open_branch (self->definitions);
    }
  if (condition->has_scope)
    assume_name (self, condition, is_first);
}

static void
end_branch (LoomSourceConditions *self,
            Condition            *condition)
{
  if (condition->has_scope && condition->branch.is_possible)
    _loom_source_definitions_end_branch (self->definitions);
}

/* Takes the name. */
static void
open_condition (LoomSourceConditions *self,
                LoomTruth             truth,
                char                 *name,
                gboolean              is_negated)
{
  const gboolean may_guard = name != NULL && is_negated &&
                             !_loom_source_definitions_mention (self->definitions, name);
  Condition condition = {
    .outer = _loom_source_conditions_branch (self),
    .name = name,
    .is_negated = is_negated,
    .may_guard = may_guard,
  };

  condition.branch.is_conditional = condition.outer.is_conditional;
  begin_branch (self, &condition, truth);
  g_array_append_val (self->conditions, condition);
}

static void
close_condition (LoomSourceConditions *self)
{
  Condition *condition = get_condition (self);
  gboolean is_whole = condition->was_certain;

  end_branch (self, condition);
  if (condition->has_scope && !is_whole && condition->name != NULL)
    {
      /* as if an empty #else stood there */
      assume_name (self, condition, FALSE);
      _loom_source_definitions_end_branch (self->definitions);
      is_whole = TRUE;
    }
  if (condition->has_scope)
    _loom_source_definitions_close (self->definitions, is_whole);
  g_array_set_size (self->conditions, self->conditions->len - 1);
}

/* For whoever knows better: the branch that begins with the #if that was just read is read. */
void
_loom_source_conditions_assume (LoomSourceConditions *self)
{
  Condition *condition = get_condition (self);

  if (condition->has_scope)
    _loom_source_definitions_keep_branch (self->definitions);
  condition->has_scope = FALSE;
  condition->branch = condition->outer;
  condition->was_possible = TRUE;
  condition->was_certain = TRUE;
}

/* Behind the word of a directive, which is `word`. FALSE if there is none. */
static gboolean
read_word (const char      *text,
           const LoomToken *directive,
           LoomLexer       *lexer,
           LoomToken       *word)
{
  _loom_lexer_init_directive (lexer, text, directive);
  return _loom_lexer_next (lexer, word);
}

LoomSourceLine
_loom_source_line_of (const char      *text,
                      const LoomToken *directive)
{
  static const struct
  {
    const char     *word;
    LoomSourceLine  line;
  } lines[] = {
    { "if", LOOM_LINE_IF }, { "ifdef", LOOM_LINE_IF }, { "ifndef", LOOM_LINE_IF },
    { "elif", LOOM_LINE_ELSE }, { "elifdef", LOOM_LINE_ELSE }, { "elifndef", LOOM_LINE_ELSE },
    { "else", LOOM_LINE_ELSE }, { "endif", LOOM_LINE_ENDIF }, { "define", LOOM_LINE_DEFINE },
    { "undef", LOOM_LINE_UNDEF }, { "pragma", LOOM_LINE_PRAGMA },
  };
  LoomToken word;
  LoomLexer lexer;

  if (!read_word (text, directive, &lexer, &word))
    return LOOM_LINE_OTHER;
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    if (_loom_token_is (&word, text, lines[i].word))
      return lines[i].line;

  return LOOM_LINE_OTHER;
}

/* (element-type LoomToken): the tokens behind the word of a directive. */
static GArray *
read_words (LoomLexer *lexer)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (LoomToken));
  LoomToken word;

  while (words->len <= MAX_WORDS && _loom_lexer_next (lexer, &word))
    if (word.kind != LOOM_TOKEN_COMMENT)
      g_array_append_val (words, word);

  return words;
}

/* The name that `NAME` behind #ifdef, or `defined (NAME)` behind #if asks for, or NULL. */
static char *
dup_name (const LoomSourceReader *words,
          gboolean                is_ifdef,
          gboolean               *is_negated)
{
  guint name = 0;

  if (!is_ifdef)
    {
      *is_negated = get_punctuation (words, 0) == '!';
      name = *is_negated;
      if (!is_word (words, name, "defined"))
        return NULL;
      name += get_punctuation (words, name + 1) == '(' ? 2 : 1;
      if (words->n > name + (get_punctuation (words, name - 1) == '(' ? 2 : 1))
        return NULL;
    }

  return is_identifier (words, name) ? _loom_source_dup_text (words, name, name + 1) : NULL;
}

/* What an #if, an #elif or one of their kind comes to. `name`: what it asks for, if it asks for
 * nothing else. */
static LoomTruth
judge (LoomSourceConditions *self,
       LoomLexer            *lexer,
       const LoomToken      *word,
       char                **name,
       gboolean             *is_negated)
{
  g_autoptr (GArray) tokens = read_words (lexer);
  const LoomSourceReader words = { lexer->text, tokens, tokens->len };
  const gboolean is_ifdef = _loom_token_is (word, lexer->text, "ifdef") ||
                            _loom_token_is (word, lexer->text, "elifdef");
  const gboolean is_ifndef = _loom_token_is (word, lexer->text, "ifndef") ||
                             _loom_token_is (word, lexer->text, "elifndef");
  LoomTruth truth;

  *is_negated = is_ifndef;
  if (words.n > MAX_WORDS)
    return LOOM_TRUTH_UNKNOWN;
  *name = dup_name (&words, is_ifdef || is_ifndef, is_negated);
  if (!is_ifdef && !is_ifndef)
    return _loom_source_judge (self->definitions, &words, &self->n_left);

  truth = *name != NULL ? _loom_source_definitions_has (self->definitions, *name)
                        : LOOM_TRUTH_UNKNOWN;
  return truth == LOOM_TRUTH_UNKNOWN || !is_ifndef ? truth
         : truth == LOOM_TRUTH_TRUE ? LOOM_TRUTH_FALSE : LOOM_TRUTH_TRUE;
}

static void
read_if (LoomSourceConditions *self,
         LoomLexer            *lexer,
         const LoomToken      *word)
{
  g_autofree char *name = NULL;
  gboolean is_negated = FALSE;
  LoomTruth truth = LOOM_TRUTH_FALSE;

  if (_loom_source_conditions_branch (self).is_possible)
    truth = judge (self, lexer, word, &name, &is_negated);
  if (truth != LOOM_TRUTH_UNKNOWN)
    g_clear_pointer (&name, g_free);
  open_condition (self, truth, g_steal_pointer (&name), is_negated);
}

static void
read_else (LoomSourceConditions *self,
           LoomLexer            *lexer,
           const LoomToken      *word)
{
  Condition *condition = get_condition (self);
  g_autofree char *name = NULL;
  LoomTruth truth = LOOM_TRUTH_TRUE;
  gboolean is_negated;

  if (condition == NULL)
    return;

  end_branch (self, condition);
  if (!condition->was_certain && condition->outer.is_possible &&
      !_loom_token_is (word, lexer->text, "else"))
    truth = judge (self, lexer, word, &name, &is_negated);
  begin_branch (self, condition, truth);
}

static gboolean
has_more (const LoomLexer *lexer)
{
  LoomLexer behind = *lexer;
  LoomToken token;

  while (_loom_lexer_next (&behind, &token))
    if (token.kind != LOOM_TOKEN_COMMENT)
      return TRUE;

  return FALSE;
}

/* Behind the name in `#ifndef _NAME_`, `#define _NAME_`: nobody else defines it, or this is read
 * once more. The options of a compiler define what has a value. */
static gboolean
is_guard (LoomSourceConditions *self,
          const LoomLexer      *lexer,
          const char           *name)
{
  const Condition *condition = get_condition (self);

  return condition != NULL && condition->may_guard && g_strcmp0 (condition->name, name) == 0 &&
         (self->view == LOOM_VIEW_HOST || !has_more (lexer));
}

static void
read_definition (LoomSourceConditions *self,
                 LoomLexer            *lexer,
                 const LoomToken      *directive,
                 gboolean              is_defined)
{
  g_autofree char *name = NULL;
  LoomToken token;

  if (!_loom_source_conditions_branch (self).is_possible || !_loom_lexer_next (lexer, &token) ||
      token.kind != LOOM_TOKEN_IDENTIFIER)
    return;

  name = g_strndup (lexer->text + token.offset, token.length);
  if (is_defined && is_guard (self, lexer, name))
    _loom_source_conditions_assume (self);
  if (is_defined)
    _loom_source_definitions_define (self->definitions, name, directive);
  else
    _loom_source_definitions_undefine (self->definitions, name);
}

/* `#pragma pop_macro ("NAME")` brings back what NAME stood for at some place above. NVRTC takes no
 * notice of it. */
static void
read_pragma (LoomSourceConditions *self,
             LoomLexer            *lexer)
{
  g_autofree char *name = NULL;
  LoomToken word, paren, string;

  if (self->view != LOOM_VIEW_HOST || !_loom_source_conditions_branch (self).is_possible ||
      !_loom_lexer_next (lexer, &word) || !_loom_token_is (&word, lexer->text, "pop_macro") ||
      !_loom_lexer_next (lexer, &paren) || !_loom_lexer_next (lexer, &string) ||
      string.kind != LOOM_TOKEN_STRING || string.length < 2)
    return;

  name = g_strndup (lexer->text + string.offset + 1, string.length - 2);
  _loom_source_definitions_doubt (self->definitions, name);
}

/* One line that begins with #, told of in the order of the text. Of the same text each time, which
 * may grow in between. */
void
_loom_source_conditions_read (LoomSourceConditions *self,
                              const char           *text,
                              const LoomToken      *directive)
{
  LoomSourceLine line = _loom_source_line_of (text, directive);
  LoomToken word;
  LoomLexer lexer;

  if (!read_word (text, directive, &lexer, &word))
    return;

  if (line == LOOM_LINE_IF)
    read_if (self, &lexer, &word);
  else if (line == LOOM_LINE_ELSE)
    read_else (self, &lexer, &word);
  else if (line == LOOM_LINE_ENDIF && self->conditions->len > 0)
    close_condition (self);
  else if (line == LOOM_LINE_DEFINE || line == LOOM_LINE_UNDEF)
    read_definition (self, &lexer, directive, line == LOOM_LINE_DEFINE);
  else if (line == LOOM_LINE_PRAGMA)
    read_pragma (self, &lexer);
  if (line != LOOM_LINE_IF && self->conditions->len > 0)
    get_condition (self)->may_guard = FALSE;
}
