/* loom-source-device-literals.c: `(float2) {1, 2}`, as C has it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * nvcc takes that of the compilers that it works with, and the compiler of device code takes only
 * `float2 {1, 2}`: the same value, and the same text with spaces for the parentheses.
 */

#include "config.h"

#include "loom-source-device-private.h"

#include "loom-lexer-private.h"

#include <string.h>

typedef struct
{
  char  *text;
  gsize  offset;                /* of the part that is read, in the whole */
} Literals;

/* The directive's own text is no code: what `#define` gives a name is, from where this is. */
static gsize
find_body (const char      *text,
           const LoomToken *directive)
{
  const char *end = text + directive->offset + directive->length;
  const char *at = text + directive->offset + 1;

  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  if (end - at < 7 || memcmp (at, "define", 6) != 0)
    return 0;
  for (at += 6; at < end && (*at == ' ' || *at == '\t'); )
    at++;
  while (at < end && (g_ascii_isalnum (*at) || *at == '_'))
    at++;
  if (at < end && *at == '(')
    while (at < end && *at++ != ')')
      ;
  return at - text;
}

static gboolean
is_sign (const char      *text,
         const LoomToken *token,
         char             sign)
{
  return token->kind == LOOM_TOKEN_PUNCTUATION && text[token->offset] == sign;
}

/* Behind a name or what is closed, parentheses hold arguments, parameters or a condition. */
static gboolean
begins_operand (const char   *text,
                const GArray *tokens,
                guint         index)
{
  const LoomToken *before, *token;
  guint i = index;

  if (index == 0)
    return TRUE;

  before = &g_array_index (tokens, LoomToken, index - 1);
  if (before->kind == LOOM_TOKEN_IDENTIFIER)
    return _loom_token_is (before, text, "return");
  if (before->kind != LOOM_TOKEN_PUNCTUATION || strchr (")]>};", text[before->offset]) != NULL)
    return FALSE;

  /* `operator+ (float2) {` */
  do
    token = &g_array_index (tokens, LoomToken, --i);
  while (i > 0 && token->kind == LOOM_TOKEN_PUNCTUATION && index - i <= 3);
  return !_loom_token_is (token, text, "operator");
}

static gboolean
is_dropped (const char      *text,
            const LoomToken *token)
{
  static const char * const words[] = { "struct", "class", "union", "enum", "const" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (_loom_token_is (token, text, words[i]))
      return TRUE;

  return FALSE;
}

/* The token behind a name of one type: `n::S <int>`; 0: something else stands there. */
static guint
skip_type (const char   *text,
           const GArray *tokens,
           guint         i)
{
  gboolean is_named = FALSE;
  guint depth = 0;

  for (; i < tokens->len; i++)
    {
      const LoomToken *token = &g_array_index (tokens, LoomToken, i);

      if (is_sign (text, token, '<') && is_named)
        depth++;
      else if (is_sign (text, token, '>') && depth > 0)
        depth--;
      else if (depth > 0 && !is_sign (text, token, ';') && !is_sign (text, token, '{')
               && !is_sign (text, token, '('))
        continue;
      else if (is_sign (text, token, ':'))
        is_named = FALSE;
      else if (token->kind == LOOM_TOKEN_IDENTIFIER && !is_named)
        is_named = TRUE;
      else
        return is_named && depth == 0 ? i : 0;
    }

  return 0;
}

static void
blank (Literals        *self,
       const LoomToken *token)
{
  memset (self->text + self->offset + token->offset, ' ', token->length);
}

static void
write_literal (Literals     *self,
               const GArray *tokens,
               guint         open)
{
  const char *text = self->text + self->offset;
  guint type = open + 1, name, close;

  while (type < tokens->len && is_dropped (text, &g_array_index (tokens, LoomToken, type)))
    type++;
  name = type < tokens->len
         && _loom_token_is (&g_array_index (tokens, LoomToken, type), text, "typename")
             ? type + 1 : type;
  close = skip_type (text, tokens, name);
  if (close == 0 || close + 1 >= tokens->len
      || !is_sign (text, &g_array_index (tokens, LoomToken, close), ')')
      || !is_sign (text, &g_array_index (tokens, LoomToken, close + 1), '{')
      || !begins_operand (text, tokens, open))
    return;

  for (guint i = open; i < type; i++)
    blank (self, &g_array_index (tokens, LoomToken, i));
  blank (self, &g_array_index (tokens, LoomToken, close));
}

static void
write_literals (Literals *self,
                gsize     length)
{
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (LoomToken));
  const char *text = self->text + self->offset;
  LoomLexer lexer;
  LoomToken token;

  _loom_lexer_init (&lexer, text, length);
  lexer.line_is_empty = self->offset == 0;
  while (_loom_lexer_next (&lexer, &token))
    {
      const gsize body = token.kind == LOOM_TOKEN_DIRECTIVE ? find_body (text, &token) : 0;
      Literals of_macro = { self->text, self->offset + body };

      if (body > 0)
        write_literals (&of_macro, token.offset + token.length - body);
      else if (token.kind != LOOM_TOKEN_COMMENT && token.kind != LOOM_TOKEN_DIRECTIVE)
        g_array_append_val (tokens, token);
    }
  for (guint i = 0; i < tokens->len; i++)
    if (is_sign (text, &g_array_index (tokens, LoomToken, i), '('))
      write_literal (self, tokens, i);
}

/* Writes the compound literals of a text as this compiler takes them. */
void
_loom_device_write_literals (char  *text,
                             gsize  length)
{
  Literals self = { text, 0 };

  write_literals (&self, length);
}
