/* loom-source-device-tokens.c: the words and tokens that a source is sliced by, and what its macros
 * stand for, as far as slicing needs it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-device-private.h"

#include "loom-lexer-private.h"
#include "loom-source-conditions-private.h"

#include <string.h>

typedef struct
{
  gint curly, round, square;
} Depth;

/* An #if that is open. */
typedef struct
{
  Depth    start, lowest;       /* of the brackets before it, and since */
  Depth    after_first;
  guint    first_token;
  guint    n_tokens;            /* at the end of the first branch that may be seen */
  guint    others;              /* where it ends */
  guint    n_possible;          /* branches that may be seen */
  gboolean is_torn;
} Frame;

typedef struct
{
  DeviceTokens         *self;
  LoomSourceConditions *conditions;
  GArray               *frames;
  GArray               *removed; /* (element-type DeviceToken) */
  Depth                 depth;
} Reader;

typedef struct
{
  const char *text;
  gsize       length;
} Key;

static guint
key_hash (gconstpointer data)
{
  const Key *key = data;
  guint hash = 5381;

  for (gsize i = 0; i < key->length; i++)
    hash = hash * 33 + (guchar) key->text[i];
  return hash;
}

static gboolean
key_equal (gconstpointer a,
           gconstpointer b)
{
  const Key *one = a, *other = b;

  return one->length == other->length && memcmp (one->text, other->text, one->length) == 0;
}

/* The number of a word, which is a new one if the source did not have it so far. */
static guint
add_word (DeviceTokens *self,
          const char   *text,
          gsize         length)
{
  const Key key = { text, length };
  gpointer known = g_hash_table_lookup (self->numbers, &key);
  DeviceWord word = { .text = text, .length = length, .macro = NOWHERE, .declared = NOWHERE };
  guint number = self->words->len;

  if (known != NULL)
    return GPOINTER_TO_UINT (known);

  g_array_append_val (self->words, word);
  g_hash_table_insert (self->numbers, g_memdup2 (&key, sizeof key),
                       GUINT_TO_POINTER (number));
  return number;
}

/* The number of a word, or WORD_NONE if the source does not have it. */
guint
_loom_device_tokens_find (DeviceTokens *self,
                          const char   *name,
                          gsize         length)
{
  const Key key = { name, length };

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, &key));
}

static guint8
get_holds (DeviceTokens *self,
           guint         number)
{
  switch (number)
    {
    case WORD_NAMESPACE:
    case WORD_EXTERN:
      return HOLDS_SCOPE;
    case WORD_STRUCT:
    case WORD_CLASS:
    case WORD_UNION:
    case WORD_ENUM:
    case WORD_TYPEDEF:
    case WORD_USING:
      return HOLDS_TYPE;
    case WORD_CONST:
    case WORD_CONSTEXPR:
      return HOLDS_CONSTANT;
    default:
      return device_word (self, number)->holds;
    }
}

/* A line from `offset` to `end` that is a #define. */
static void
read_macro (DeviceTokens *self,
            gsize         offset,
            gsize         end)
{
  DeviceMacro macro = { .first = self->bodies->len };
  gint depth = 0;
  guint number, previous = WORD_NONE, type = WORD_NONE, n_parens = 0;
  gboolean is_function, ends_item = FALSE, opens_body = FALSE;
  char last = '\0';
  guint8 holds = 0;
  DeviceWord *word;
  LoomToken token;
  LoomLexer lexer;

  _loom_lexer_init (&lexer, self->text, end);
  lexer.at = offset + 1;
  lexer.line_is_empty = FALSE;
  if (!_loom_lexer_next (&lexer, &token) || !_loom_lexer_next (&lexer, &token) ||
      token.kind != LOOM_TOKEN_IDENTIFIER)
    return;

  number = add_word (self, self->text + token.offset, token.length);
  is_function = lexer.at < lexer.length && self->text[lexer.at] == '(';

  while (_loom_lexer_next (&lexer, &token))
    {
      char c = token.kind == LOOM_TOKEN_PUNCTUATION ? self->text[token.offset] : '\0';

      if (token.kind == LOOM_TOKEN_COMMENT)
        continue;
      n_parens += n_parens == 0 && c == ')' && is_function;
      depth += (c == '{') - (c == '}');
      ends_item = c == '}' || c == ';';
      opens_body |= c == '{' && last == ')';
      last = c;
      if (token.kind == LOOM_TOKEN_IDENTIFIER && (n_parens > 0 || !is_function))
        {
          guint used = add_word (self, self->text + token.offset, token.length);

          g_array_append_val (self->bodies, used);
          depth += device_word (self, used)->depth;
          holds |= get_holds (self, used);
          device_word (self, used)->is_namespace |= previous == WORD_NAMESPACE;
          if (previous >= WORD_CLASS && previous <= WORD_ENUM && used >= N_WORDS + N_TYPES)
            type = used;
          previous = used;
          ends_item = device_word (self, used)->ends_item;
        }
    }

  word = device_word (self, number);
  macro.end = self->bodies->len;
  macro.next = word->macro;
  word->macro = self->macros->len;
  word->depth = depth;
  word->is_function = is_function;
  word->ends_item = ends_item;
  /* `extern "C" void f () {` is no scope. */
  word->holds |= opens_body ? holds & ~HOLDS_SCOPE : holds;
  word->type = type;
  g_array_append_val (self->macros, macro);
}

typedef struct
{
  guint user;                   /* word of a macro */
  guint next;
} Use;

/* A macro that stands for a mark is one. */
static void
spread_marks (DeviceTokens *self)
{
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (Use));
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint *heads = g_new (guint, self->words->len);

  memset (heads, 0xff, sizeof (guint) * self->words->len);
  for (guint i = 0; i < self->words->len; i++)
    {
      for (guint m = device_word (self, i)->macro; m != NOWHERE; )
        {
          const DeviceMacro *macro = &g_array_index (self->macros, DeviceMacro, m);

          for (guint j = macro->first; j < macro->end; j++)
            {
              guint used = g_array_index (self->bodies, guint, j);
              Use use = { i, heads[used] };

              heads[used] = uses->len;
              g_array_append_val (uses, use);
            }
          m = macro->next;
        }
      if (device_word (self, i)->is_mark)
        g_array_append_val (queue, i);
    }

  for (guint i = 0; i < queue->len; i++)
    for (guint u = heads[g_array_index (queue, guint, i)]; u != NOWHERE; )
      {
        const Use *use = &g_array_index (uses, Use, u);
        const DeviceWord *used = device_word (self, g_array_index (queue, guint, i));
        DeviceWord *user = device_word (self, use->user);

        if (!user->is_mark || user->is_kernel < used->is_kernel)
          {
            user->is_mark = TRUE;
            user->is_kernel |= used->is_kernel;
            g_array_append_val (queue, use->user);
          }
        u = use->next;
      }
}

static void
add_known_words (Reader *reader)
{
  static const char * const words[] = {
    "",
#define LOOM_DEVICE_WORD(name, text) text,
    LOOM_DEVICE_WORDS (LOOM_DEVICE_WORD)
#undef LOOM_DEVICE_WORD
    "int", "float", "double", "char", "short", "long", "unsigned", "signed", "bool", "void", "true",
    "false", "wchar_t"
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (words) == N_WORDS + N_TYPES);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      add_word (reader->self, words[i], strlen (words[i]));
      device_word (reader->self, i)->is_mark = i >= FIRST_MARK && i < N_WORDS;
      device_word (reader->self, i)->is_kernel = i == WORD_GLOBAL;
    }
}

static Frame *
get_frame (Reader *reader)
{
  return reader->frames->len > 0
         ? &g_array_index (reader->frames, Frame, reader->frames->len - 1) : NULL;
}

static void
lower (Depth       *self,
       const Depth *depth)
{
  self->curly = MIN (self->curly, depth->curly);
  self->round = MIN (self->round, depth->round);
  self->square = MIN (self->square, depth->square);
}

static gboolean
depth_equal (const Depth *a,
             const Depth *b)
{
  return a->curly == b->curly && a->round == b->round && a->square == b->square;
}

/* A branch of the innermost #if ends. */
static void
end_branch (Reader *reader,
            guint   offset)
{
  Frame *frame = get_frame (reader);

  if (frame == NULL || !_loom_source_conditions_branch (reader->conditions).is_possible)
    return;

  frame->is_torn |= !depth_equal (&frame->start, &reader->depth) ||
                    !depth_equal (&frame->start, &frame->lowest);
  if (frame->n_possible++ == 0)
    {
      frame->n_tokens = reader->self->tokens->len;
      frame->after_first = reader->depth;
      frame->others = offset;
    }
  reader->depth = frame->start;
}

/* Its #endif. */
static void
close_frame (Reader *reader,
             guint   end)
{
  GArray *tokens = reader->self->tokens;
  Frame *frame = get_frame (reader);

  if (frame == NULL)
    return;

  if (frame->n_possible > 0)
    reader->depth = frame->after_first;
  if (frame->is_torn && frame->n_possible > 1)
    {
      DeviceTorn torn = { frame->first_token, frame->n_tokens, { frame->others, end } };

      g_array_append_vals (reader->removed, &g_array_index (tokens, DeviceToken, frame->n_tokens),
                           tokens->len - frame->n_tokens);
      g_array_set_size (tokens, frame->n_tokens);
      g_array_append_val (reader->self->torn, torn);
    }
  if (reader->frames->len > 1)
    lower (&g_array_index (reader->frames, Frame, reader->frames->len - 2).lowest, &frame->lowest);
  g_array_set_size (reader->frames, reader->frames->len - 1);
}

static void
read_directive (Reader          *reader,
                const LoomToken *token)
{
  const DeviceRange range = { token->offset, token->offset + token->length };
  LoomSourceBranch before = _loom_source_conditions_branch (reader->conditions);
  LoomSourceLine line;

  g_array_append_val (reader->self->directives, range);
  line = _loom_source_line_of (reader->self->text, token);
  if (line == LOOM_LINE_ELSE || line == LOOM_LINE_ENDIF)
    end_branch (reader, token->offset);
  _loom_source_conditions_read (reader->conditions, reader->self->text, token);
  if (line == LOOM_LINE_IF)
    {
      Frame frame = {
        .start = reader->depth, .lowest = reader->depth, .first_token = reader->self->tokens->len,
      };

      g_array_append_val (reader->frames, frame);
    }
  else if (line == LOOM_LINE_ENDIF)
    close_frame (reader, range.end);
  else if (line == LOOM_LINE_DEFINE && before.is_possible)
    read_macro (reader->self, range.offset, range.end);
}

/* <% and its like. */
static char
get_digraph (const char *text,
             gsize       length)
{
  if (length < 2)
    return '\0';
  if (text[0] == '<' && text[1] == '%')
    return '{';
  if (text[0] == '%' && text[1] == '>')
    return '}';
  if (text[0] == '<' && text[1] == ':' && (length < 3 || text[2] != ':'))
    return '[';
  return text[0] == ':' && text[1] == '>' ? ']' : '\0';
}

static void
count_bracket (Reader *reader,
               char    c)
{
  Frame *frame = get_frame (reader);

  reader->depth.curly += (c == '{' || c == 'B') - (c == '}' || c == 'E');
  reader->depth.round += (c == '(') - (c == ')');
  reader->depth.square += (c == '[') - (c == ']');
  if (frame != NULL)
    lower (&frame->lowest, &reader->depth);
}

static void
read_token (Reader          *reader,
            const LoomToken *token,
            LoomLexer       *lexer)
{
  const char *text = reader->self->text + token->offset;
  DeviceToken kept = { token->offset, token->length, WORD_NONE, NOWHERE, '"' };
  char digraph = get_digraph (text, reader->self->length - token->offset);

  if (token->kind == LOOM_TOKEN_IDENTIFIER)
    {
      const DeviceWord *word;

      kept.word = add_word (reader->self, text, token->length);
      word = device_word (reader->self, kept.word);
      kept.c = word->depth > 0 ? 'B' : word->depth < 0 ? 'E' : 'a';
    }
  else if (token->kind == LOOM_TOKEN_NUMBER)
    kept.c = '0';
  else if (token->kind == LOOM_TOKEN_PUNCTUATION && digraph != '\0')
    {
      LoomToken second;

      kept.c = digraph;
      kept.length = 2;
      _loom_lexer_next (lexer, &second);
    }
  else if (token->kind == LOOM_TOKEN_PUNCTUATION)
    kept.c = *text;

  count_bracket (reader, kept.c);
  g_array_append_val (reader->self->tokens, kept);
}

static void
keep_torn_marks (DeviceTokens *self,
                 GArray       *removed)
{
  for (guint i = 0; i < removed->len; i++)
    {
      const DeviceToken *token = &g_array_index (removed, DeviceToken, i);
      if (token->word != WORD_NONE && device_word (self, token->word)->is_mark)
        g_array_append_val (self->torn_marks, token->offset);
    }
}

static gint
compare_places (gconstpointer a,
                 gconstpointer b)
{
  const guint *one = a, *other = b;

  return (*one > *other) - (*one < *other);
}

void
_loom_device_tokens_init (DeviceTokens *self,
                          const char   *text,
                          gsize         length)
{
  Reader reader = { .self = self };
  LoomToken token;
  LoomLexer lexer;

  self->text = g_malloc (length + 1);
  if (length > 0)
    memcpy (self->text, text, length);
  self->text[length] = '\0';
  self->length = length;
  self->tokens = g_array_new (FALSE, FALSE, sizeof (DeviceToken));
  self->words = g_array_new (FALSE, FALSE, sizeof (DeviceWord));
  self->kernels = g_array_new (FALSE, FALSE, sizeof (guint));
  self->macros = g_array_new (FALSE, FALSE, sizeof (DeviceMacro));
  self->bodies = g_array_new (FALSE, FALSE, sizeof (guint));
  self->directives = g_array_new (FALSE, FALSE, sizeof (DeviceRange));
  self->torn = g_array_new (FALSE, FALSE, sizeof (DeviceTorn));
  self->torn_marks = g_array_new (FALSE, FALSE, sizeof (guint));
  self->numbers = g_hash_table_new_full (key_hash, key_equal, g_free, NULL);
  reader.conditions = _loom_source_conditions_new (LOOM_VIEW_DEVICE);
  reader.frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  reader.removed = g_array_new (FALSE, FALSE, sizeof (DeviceToken));
  add_known_words (&reader);

  _loom_lexer_init (&lexer, self->text, length);
  while (_loom_lexer_next (&lexer, &token))
    {
      if (token.kind == LOOM_TOKEN_DIRECTIVE)
        read_directive (&reader, &token);
      else if (token.kind != LOOM_TOKEN_COMMENT &&
               _loom_source_conditions_branch (reader.conditions).is_possible)
        read_token (&reader, &token, &lexer);
    }

  _loom_device_match_brackets (self);
  spread_marks (self);
  for (guint i = 0; i < self->tokens->len; i++)
    if (device_word (self, device_token (self, i)->word)->is_kernel)
      g_array_append_val (self->kernels, i);
  keep_torn_marks (self, reader.removed);
  g_array_sort (self->torn_marks, compare_places);
  g_array_unref (reader.removed);
  g_array_unref (reader.frames);
  _loom_source_conditions_free (reader.conditions);
}

void
_loom_device_tokens_clear (DeviceTokens *self)
{
  g_free (self->text);
  g_array_unref (self->tokens);
  g_array_unref (self->words);
  g_array_unref (self->kernels);
  g_array_unref (self->macros);
  g_array_unref (self->bodies);
  g_array_unref (self->directives);
  g_array_unref (self->torn);
  g_array_unref (self->torn_marks);
  g_hash_table_unref (self->numbers);
}
