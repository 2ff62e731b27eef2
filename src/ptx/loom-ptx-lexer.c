/* loom-ptx-lexer.c: PTX text cut into tokens
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-lexer-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_DECIMAL 64          /* characters of a decimal float */
#define BEGIN_ASSEMBLY "// begin inline asm"
#define END_ASSEMBLY "// end inline asm"

static gboolean
is_start (char c)
{
  return g_ascii_isalpha (c) || c == '_' || c == '$' || c == '%';
}

static gboolean
is_follow (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$';
}

/**
 * loom_ptx_lexer_init: starts at the beginning of @length bytes of @text, which must outlive @self
 * and its tokens.
 */
void
loom_ptx_lexer_init (LoomPtxLexer *self,
                     const char   *text,
                     gsize         length)
{
  self->cursor = text;
  self->end = text + length;
  self->line = 1;
  self->in_assembly = FALSE;
}

static char
peek (LoomPtxLexer *self,
      gsize         ahead)
{
  return (gsize) (self->end - self->cursor) > ahead ? self->cursor[ahead] : '\0';
}

/* The compiler puts inline assembly between comments of its own. */
static void
look_at_comment (LoomPtxLexer *self)
{
  const gsize left = self->end - self->cursor;

  if (left >= strlen (BEGIN_ASSEMBLY) &&
      memcmp (self->cursor, BEGIN_ASSEMBLY, strlen (BEGIN_ASSEMBLY)) == 0)
    self->in_assembly = TRUE;
  else if (left >= strlen (END_ASSEMBLY) &&
           memcmp (self->cursor, END_ASSEMBLY, strlen (END_ASSEMBLY)) == 0)
    self->in_assembly = FALSE;
}

static void
skip_comment (LoomPtxLexer *self)
{
  gboolean to_line_end = peek (self, 1) == '/';

  look_at_comment (self);
  self->cursor += 2;
  for (; self->cursor < self->end; self->cursor++)
    {
      if (to_line_end && *self->cursor == '\n')
        return;
      if (*self->cursor == '\n')
        self->line++;
      if (!to_line_end && *self->cursor == '*' && peek (self, 1) == '/')
        {
          self->cursor += 2;
          return;
        }
    }
}

static gboolean
skip_blanks (LoomPtxLexer *self)
{
  const char *start = self->cursor;

  while (self->cursor < self->end)
    {
      char c = *self->cursor;

      if (c == '/' && (peek (self, 1) == '/' || peek (self, 1) == '*'))
        {
          skip_comment (self);
          continue;
        }
      if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v')
        break;
      if (c == '\n')
        self->line++;
      self->cursor++;
    }

  return self->cursor == start;
}

static void
take_word (LoomPtxLexer *self)
{
  while (self->cursor < self->end && is_follow (*self->cursor))
    self->cursor++;
}

static void
lex_dot (LoomPtxLexer *self,
         LoomPtxToken *token)
{
  self->cursor++;
  token->kind = LOOM_PTX_TOKEN_DOT;
  token->text = self->cursor;
  take_word (self);
  while (peek (self, 0) == ':' && peek (self, 1) == ':' && is_follow (peek (self, 2)))
    {
      self->cursor += 2;
      take_word (self);
    }
}

static void
lex_string (LoomPtxLexer *self,
            LoomPtxToken *token)
{
  self->cursor++;
  token->kind = LOOM_PTX_TOKEN_STRING;
  token->text = self->cursor;
  while (self->cursor < self->end && *self->cursor != '"' && *self->cursor != '\n')
    self->cursor += (*self->cursor == '\\' && peek (self, 1) == '"') ? 2 : 1;

  token->length = self->cursor - token->text;
  if (peek (self, 0) == '"')
    {
      self->cursor++;
      return;
    }
  token->kind = LOOM_PTX_TOKEN_BAD;
  token->message = _("a string without its closing quote");
}

static void
fail (LoomPtxToken *token,
      const char   *message)
{
  token->kind = LOOM_PTX_TOKEN_BAD;
  token->message = message;
}

/* 0f3F800000 and 0d3FF0000000000000: the bits themselves. */
static void
lex_bits (LoomPtxLexer *self,
          LoomPtxToken *token,
          guint         digits)
{
  self->cursor += 2;
  token->kind = LOOM_PTX_TOKEN_FLOAT;
  token->float_bits = digits * 4;
  for (guint i = 0; i < digits; i++, self->cursor++)
    {
      gint digit = g_ascii_xdigit_value (peek (self, 0));

      if (digit < 0)
        {
          fail (token, _("a float with too few hexadecimal digits"));
          return;
        }
      token->bits = token->bits << 4 | digit;
    }
}

static void
lex_decimal_float (LoomPtxLexer *self,
                   LoomPtxToken *token)
{
  char buffer[MAX_DECIMAL + 1], *end = NULL;
  gsize length = MIN ((gsize) (self->end - self->cursor), MAX_DECIMAL);
  gdouble value;

  memcpy (buffer, self->cursor, length);
  buffer[length] = '\0';
  value = g_ascii_strtod (buffer, &end);
  memcpy (&token->bits, &value, sizeof value);
  token->kind = LOOM_PTX_TOKEN_FLOAT;
  token->float_bits = 64;
  if (end == buffer + MAX_DECIMAL)
    fail (token, _("a float with too many digits"));
  self->cursor += MAX (end - buffer, 1);
}

static gboolean
looks_like_float (LoomPtxLexer *self)
{
  gsize i = 0;

  while (i < MAX_DECIMAL && g_ascii_isdigit (peek (self, i)))
    i++;

  if (peek (self, i) == '.')
    i++;
  if (i > 0 && self->cursor[i - 1] == '.' && g_ascii_isdigit (peek (self, i)))
    return TRUE;

  return ((peek (self, i) == 'e' || peek (self, i) == 'E') &&
          (g_ascii_isdigit (peek (self, i + 1)) || peek (self, i + 1) == '-' ||
           peek (self, i + 1) == '+'));
}

static void
lex_integer (LoomPtxLexer *self,
             LoomPtxToken *token,
             guint         base)
{
  token->kind = LOOM_PTX_TOKEN_INTEGER;
  for (; self->cursor < self->end; self->cursor++)
    {
      gint digit = g_ascii_xdigit_value (*self->cursor);

      if (digit < 0 || digit >= (gint) base)
        break;
      if (token->bits > (G_MAXUINT64 - digit) / base)
        fail (token, _("a number of more than 64 bits"));
      token->bits = token->bits * base + digit;
    }

  if (peek (self, 0) == 'U')
    self->cursor++;
  if (is_follow (peek (self, 0)))
    fail (token, _("a number with a wrong digit"));
}

static void
lex_number (LoomPtxLexer *self,
            LoomPtxToken *token)
{
  char mark = peek (self, 0) == '0' ? g_ascii_tolower (peek (self, 1)) : '\0';

  if (mark == 'f' && g_ascii_isxdigit (peek (self, 2)))
    lex_bits (self, token, 8);
  else if (mark == 'd' && g_ascii_isxdigit (peek (self, 2)))
    lex_bits (self, token, 16);
  else if (mark == 'x' || mark == 'b')
    {
      self->cursor += 2;
      if (g_ascii_isxdigit (peek (self, 0)))
        lex_integer (self, token, mark == 'x' ? 16 : 2);
      else
        fail (token, _("a number without digits"));
    }
  else if (looks_like_float (self))
    lex_decimal_float (self, token);
  else
    lex_integer (self, token, g_ascii_isdigit (mark) ? 8 : 10);
}

void
loom_ptx_lexer_next (LoomPtxLexer *self,
                     LoomPtxToken *token)
{
  const char *start;

  memset (token, 0, sizeof *token);
  token->glued = skip_blanks (self);
  token->in_assembly = self->in_assembly;
  token->line = self->line;
  token->text = start = self->cursor;
  if (self->cursor >= self->end)
    return;

  if (is_start (*start))
    {
      token->kind = LOOM_PTX_TOKEN_WORD;
      self->cursor++;
      take_word (self);
    }
  else if (g_ascii_isdigit (*start))
    lex_number (self, token);
  else if (*start == '.' && is_follow (peek (self, 1)))
    lex_dot (self, token);
  else if (*start == '"')
    lex_string (self, token);
  else
    {
      token->kind = LOOM_PTX_TOKEN_PUNCTUATION;
      self->cursor++;
      if (!g_ascii_isgraph (*start))
        fail (token, _("a character that PTX does not have"));
    }

  if (token->kind != LOOM_PTX_TOKEN_STRING)
    token->length = self->cursor - token->text;
}

gboolean
loom_ptx_token_is (const LoomPtxToken *self,
                   char                punctuation)
{
  return self->kind == LOOM_PTX_TOKEN_PUNCTUATION && *self->text == punctuation;
}

gboolean
loom_ptx_token_is_text (const LoomPtxToken *self,
                        LoomPtxTokenKind    kind,
                        const char         *text)
{
  return self->kind == kind && strlen (text) == self->length &&
         memcmp (self->text, text, self->length) == 0;
}
