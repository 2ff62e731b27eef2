/* loom-source-device-macros.c: what the macros of a source stand for, as far as slicing needs it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-device-private.h"

#include "loom-lexer-private.h"

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
void
_loom_device_read_macro (DeviceTokens *self,
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

  number = _loom_device_add_word (self, self->text + token.offset, token.length);
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
          guint used = _loom_device_add_word (self, self->text + token.offset, token.length);

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
void
_loom_device_spread_marks (DeviceTokens *self)
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
