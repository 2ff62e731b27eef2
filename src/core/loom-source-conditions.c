/* loom-source-conditions.c: which branches of #if lines a compiler sees, as far as that can be told
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-conditions-private.h"

#include <string.h>

/* What a macro stands for is looked at by each condition that names it. */
#define MAX_MEANING 4096

typedef enum
{
  TRUTH_FALSE,
  TRUTH_TRUE,
  TRUTH_UNKNOWN,
} Truth;

typedef struct
{
  gboolean    is_certain;       /* else it may be defined, or not, or in another way */
  gboolean    is_defined;
  const char *text;             /* what it stands for; NULL if it takes arguments */
  gsize       length;
} Definition;

typedef struct
{
  LoomSourceBranch branch, outer;
  gboolean         was_possible; /* this branch or one before it */
  gboolean         was_certain;
  char            *guard;        /* of `#ifndef GUARD` */
} Condition;

struct _LoomSourceConditions
{
  GArray         *conditions;   /* (element-type Condition) */
  GHashTable     *definitions;  /* (element-type utf8 Definition) */
  guint           n_steps;      /* that judging took so far */
};

static void
condition_clear (gpointer data)
{
  g_free (((Condition *) data)->guard);
}

LoomSourceConditions *
_loom_source_conditions_new (void)
{
  LoomSourceConditions *self = g_new0 (LoomSourceConditions, 1);

  self->conditions = g_array_new (FALSE, FALSE, sizeof (Condition));
  g_array_set_clear_func (self->conditions, condition_clear);
  self->definitions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
_loom_source_conditions_free (LoomSourceConditions *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->conditions);
  g_hash_table_unref (self->definitions);
  g_free (self);
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

/* What is known of the compilers themselves. */
static LoomSourceMeaning
look_up_known (LoomSourceConditions *self,
               const char           *name)
{
  static const char * const always[] = { "__CUDACC__", "__CUDACC_RTC__", "__CUDA_ARCH__",
                                          "__cplusplus", "__STDC__", NULL };
  static const char * const never[] = {
    "_WIN32", "_WIN64", "WIN32", "__WIN32__", "_MSC_VER", "__MINGW32__", "__CYGWIN__", "__APPLE__",
    "__MACH__", "__HIPCC__", "__HIP__", "__HIP_PLATFORM_AMD__", "__HIP_PLATFORM_HCC__",
    "__HIP_DEVICE_COMPILE__", "__SYCL_DEVICE_ONLY__", "__OPENCL_VERSION__", "__INTEL_COMPILER",
    "__DEVICE_EMULATION__", NULL
  };

  if (g_strv_contains (never, name))
    return (LoomSourceMeaning) { .is_known = TRUE };
  if (g_strv_contains (always, name))
    return (LoomSourceMeaning) { .is_known = TRUE, .is_defined = TRUE };

  return (LoomSourceMeaning) { FALSE };
}

LoomSourceMeaning
_loom_source_conditions_look_up (LoomSourceConditions *self,
                                 const char           *name,
                                 gsize                 length)
{
  g_autofree char *key = g_strndup (name, length);
  const Definition *definition = g_hash_table_lookup (self->definitions, key);

  if (definition == NULL)
    return look_up_known (self, key);
  if (!definition->is_certain)
    return (LoomSourceMeaning) { FALSE };

  return (LoomSourceMeaning) {
    .is_known = TRUE, .is_defined = definition->is_defined, .text = definition->text,
    .length = definition->length,
  };
}

static void
set_branch (Condition *self,
            Truth      truth)
{
  self->branch.is_possible = self->outer.is_possible && !self->was_certain && truth != TRUTH_FALSE;
  self->branch.is_first = self->outer.is_first && !self->was_possible && truth != TRUTH_FALSE;
  self->branch.is_conditional |= !self->was_certain && truth == TRUTH_UNKNOWN;
  self->was_possible |= truth != TRUTH_FALSE;
  self->was_certain |= truth == TRUTH_TRUE;
}

static void
open_condition (LoomSourceConditions *self,
                Truth                 truth,
                char                 *guard)
{
  Condition condition = {
    .outer = _loom_source_conditions_branch (self),
    .guard = guard,
  };

  condition.branch.is_conditional = condition.outer.is_conditional;
  set_branch (&condition, truth);
  g_array_append_val (self->conditions, condition);
}

static void
change_branch (LoomSourceConditions *self,
               Truth                 truth)
{
  Condition *condition = get_condition (self);

  if (condition == NULL)
    return;

  g_clear_pointer (&condition->guard, g_free);
  set_branch (condition, truth);
}

static Truth
judge (LoomSourceConditions *self,
       LoomLexer            *lexer)
{
  LoomSourceNumber number = _loom_source_judge (self, lexer->text + lexer->at,
                                                lexer->length - lexer->at, &self->n_steps);

  if (!number.is_known)
    return TRUTH_UNKNOWN;
  return number.value != 0 ? TRUTH_TRUE : TRUTH_FALSE;
}

static Truth
judge_name (LoomSourceConditions *self,
            const char           *name,
            gsize                 length,
            gboolean              negated)
{
  LoomSourceMeaning meaning = _loom_source_conditions_look_up (self, name, length);

  if (!meaning.is_known)
    return TRUTH_UNKNOWN;
  return meaning.is_defined != negated ? TRUTH_TRUE : TRUTH_FALSE;
}

/* `#ifndef GUARD`, `#define GUARD`: from here on it is defined, whoever did it. */
static gboolean
is_guarded (LoomSourceConditions *self,
            const char           *name)
{
  const Condition *condition = get_condition (self);

  return condition != NULL && !condition->outer.is_conditional &&
         g_strcmp0 (condition->guard, name) == 0;
}

/* `#define GUARD` without anything else: a header's text that is not read for the second time. */
static gboolean
is_bare (const LoomLexer *lexer)
{
  LoomLexer behind = *lexer;
  LoomToken token;
  gboolean found;

  do
    found = _loom_lexer_next (&behind, &token);
  while (found && token.kind == LOOM_TOKEN_COMMENT);

  return !found;
}

static void
define (LoomSourceConditions *self,
        LoomLexer            *lexer,
        const LoomToken      *name,
        gboolean              is_defined)
{
  char *key = g_strndup (lexer->text + name->offset, name->length);
  Definition *definition = g_new0 (Definition, 1);
  gboolean is_conditional = _loom_source_conditions_branch (self).is_conditional;
  gboolean has_arguments = lexer->at < lexer->length && lexer->text[lexer->at] == '(';

  definition->is_defined = is_defined;
  definition->is_certain = !is_conditional || is_guarded (self, key);
  if (is_defined && !has_arguments && !is_conditional && lexer->length - lexer->at <= MAX_MEANING)
    {
      definition->text = lexer->text + lexer->at;
      definition->length = lexer->length - lexer->at;
    }
  if (is_defined && is_guarded (self, key) && is_bare (lexer))
    get_condition (self)->branch.is_conditional = FALSE;
  g_hash_table_replace (self->definitions, key, definition);
}

/* Behind the word of a directive, which is `word`. FALSE if there is none. */
static gboolean
read_word (const char      *text,
           const LoomToken *directive,
           LoomLexer       *lexer,
           LoomToken       *word)
{
  _loom_lexer_init (lexer, text, directive->offset + directive->length);
  lexer->at = directive->offset + 1;
  lexer->line_is_empty = FALSE;
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

/* What an #if, an #elif or one of their kind comes to. */
static Truth
judge_line (LoomSourceConditions *self,
            LoomLexer            *lexer,
            const LoomToken      *word)
{
  gboolean negated = _loom_token_is (word, lexer->text, "ifndef") ||
                     _loom_token_is (word, lexer->text, "elifndef");
  LoomToken name;

  if (_loom_token_is (word, lexer->text, "else"))
    return TRUTH_TRUE;
  if (!negated && !_loom_token_is (word, lexer->text, "ifdef") &&
      !_loom_token_is (word, lexer->text, "elifdef"))
    return judge (self, lexer);
  if (!_loom_lexer_next (lexer, &name))
    return TRUTH_UNKNOWN;
  return judge_name (self, lexer->text + name.offset, name.length, negated);
}

/* One line that begins with #, told of in the order of the text, which is borrowed for as long. */
void
_loom_source_conditions_read (LoomSourceConditions *self,
                              const char           *text,
                              const LoomToken      *directive)
{
  LoomSourceLine line = _loom_source_line_of (text, directive);
  LoomToken word, name;
  LoomLexer lexer;

  if (!read_word (text, directive, &lexer, &word))
    return;

  if (line == LOOM_LINE_IF)
    {
      LoomLexer behind = lexer;
      gboolean is_guard = _loom_token_is (&word, text, "ifndef") &&
                          _loom_lexer_next (&behind, &name);

      open_condition (self, judge_line (self, &lexer, &word),
                      is_guard ? g_strndup (text + name.offset, name.length) : NULL);
    }
  else if (line == LOOM_LINE_ELSE)
    change_branch (self, judge_line (self, &lexer, &word));
  else if (line == LOOM_LINE_ENDIF && self->conditions->len > 0)
    g_array_set_size (self->conditions, self->conditions->len - 1);
  else if ((line == LOOM_LINE_DEFINE || line == LOOM_LINE_UNDEF) &&
           _loom_source_conditions_branch (self).is_possible && _loom_lexer_next (&lexer, &name) &&
           name.kind == LOOM_TOKEN_IDENTIFIER)
    define (self, &lexer, &name, line == LOOM_LINE_DEFINE);
}
