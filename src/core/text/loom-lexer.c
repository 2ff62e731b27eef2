/* loom-lexer.c: CUDA C++ text as tokens, as far as finding comments and declarations needs it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-lexer-private.h"

#include <string.h>

/* The longest delimiter of a raw string that C++ allows. */
#define MAX_DELIMITER 16

void
_loom_lexer_init (LoomLexer  *self,
                  const char *text,
                  gsize       length)
{
  *self = (LoomLexer) { .text = text, .length = length, .line = 1, .line_is_empty = TRUE };
}

/* Behind the # of a directive, of which no more is read. */
void
_loom_lexer_init_directive (LoomLexer       *self,
                            const char      *text,
                            const LoomToken *directive)
{
  _loom_lexer_init (self, text, directive->offset + directive->length);
  self->at = directive->offset + 1;
  self->line_is_empty = FALSE;
}

gboolean
_loom_token_is (const LoomToken *self,
                const char      *text,
                const char      *word)
{
  return self->length == strlen (word) && memcmp (text + self->offset, word, self->length) == 0;
}

/* The byte at a distance; 0 past the end. */
static char
peek (LoomLexer *self,
      gsize      distance)
{
  return self->length - self->at > distance ? self->text[self->at + distance] : '\0';
}

static void
advance_to (LoomLexer *self,
            gsize      at)
{
  for (; self->at < at; self->at++)
    self->line += self->text[self->at] == '\n';
}

/* Past the first `needle` that starts at `from` or later, or to the end. */
static void
advance_past (LoomLexer  *self,
              gsize       from,
              const char *needle)
{
  const char *start = self->text + MIN (from, self->length);
  const char *found = memmem (start, self->text + self->length - start, needle, strlen (needle));

  advance_to (self, found != NULL ? (gsize) (found - self->text) + strlen (needle) : self->length);
}

static gboolean
is_word_byte (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$' || (guchar) c >= 0x80;
}

/* At a newline that a backslash takes back. */
static gboolean
is_continuation (LoomLexer *self)
{
  return peek (self, 0) == '\\' &&
         (peek (self, 1) == '\n' || (peek (self, 1) == '\r' && peek (self, 2) == '\n'));
}

static void
skip_line_comment (LoomLexer *self)
{
  while (self->at < self->length && self->text[self->at] != '\n')
    advance_to (self, self->at + (is_continuation (self) ? 1 + (peek (self, 1) == '\r') + 1 : 1));
}

/* From the opening quote to behind the closing one, or to the end of the line. */
static void
skip_quoted (LoomLexer *self,
             char       quote)
{
  self->at++;
  while (self->at < self->length && self->text[self->at] != '\n')
    {
      char c = self->text[self->at];

      if (c == '\\')
        advance_to (self,
                    MIN (self->at + (is_continuation (self) && peek (self, 1) == '\r' ? 3 : 2),
                         self->length));
      else
        self->at++;
      if (c == quote)
        return;
    }
}

/* At the quote behind R. FALSE if this is no raw string. */
static gboolean
skip_raw_string (LoomLexer *self)
{
  char closing[MAX_DELIMITER + 3] = ")";
  gsize n = 0;

  while (n <= MAX_DELIMITER && strchr ("()\\ \t\r\n\"", peek (self, n + 1)) == NULL)
    n++;
  if (n > MAX_DELIMITER || peek (self, n + 1) != '(')
    return FALSE;

  memcpy (closing + 1, self->text + self->at + 1, n);
  strcpy (closing + 1 + n, "\"");
  advance_past (self, self->at + n + 2, closing);
  return TRUE;
}

static LoomTokenKind
skip_word (LoomLexer *self)
{
  static const char * const raw_prefixes[] = { "R", "LR", "uR", "UR", "u8R", NULL };
  g_autofree char *word = NULL;
  gsize start = self->at;

  while (is_word_byte (peek (self, 0)))
    self->at++;

  if (peek (self, 0) == '"' && self->at - start <= 3)
    {
      word = g_strndup (self->text + start, self->at - start);
      if (g_strv_contains (raw_prefixes, word) && skip_raw_string (self))
        return LOOM_TOKEN_STRING;
    }

  return LOOM_TOKEN_IDENTIFIER;
}

static void
skip_number (LoomLexer *self)
{
  for (; self->at < self->length; self->at++)
    {
      char c = self->text[self->at];
      char previous = self->text[self->at - 1];

      if (is_word_byte (c) || c == '.' || (c == '\'' && is_word_byte (peek (self, 1))))
        continue;
      if ((c == '+' || c == '-') && strchr ("eEpP", previous) != NULL)
        continue;
      break;
    }
}

static void
skip_directive (LoomLexer *self)
{
  while (self->at < self->length && self->text[self->at] != '\n')
    {
      char c = self->text[self->at];

      if (c == '/' && peek (self, 1) == '/')
        skip_line_comment (self);
      else if (c == '/' && peek (self, 1) == '*')
        advance_past (self, self->at + 2, "*/");
      else if (c == '"')
        skip_quoted (self, '"');
      else
        advance_to (self,
                    MIN (self->at +
                         (is_continuation (self) ? 1 + (peek (self, 1) == '\r') + 1 : 1),
                         self->length));
    }
}

/* What some editors begin a file with. A header has it in the middle of a text. */
static gboolean
is_byte_order_mark (LoomLexer *self)
{
  return peek (self, 0) == '\xef' && peek (self, 1) == '\xbb' && peek (self, 2) == '\xbf';
}

static void
skip_space (LoomLexer *self)
{
  for (; self->at < self->length; self->at++)
    {
      char c = self->text[self->at];

      if (c == '\n')
        {
          self->line++;
          self->line_is_empty = TRUE;
        }
      else if (is_byte_order_mark (self))
        self->at += 2;
      else if (!g_ascii_isspace (c) && !is_continuation (self))
        return;
    }
}

static LoomTokenKind
skip_token (LoomLexer *self)
{
  char c = self->text[self->at];

  if (c == '/' && peek (self, 1) == '/')
    return skip_line_comment (self), LOOM_TOKEN_COMMENT;
  if (c == '/' && peek (self, 1) == '*')
    return advance_past (self, self->at + 2, "*/"), LOOM_TOKEN_COMMENT;
  if (c == '#' && self->line_is_empty)
    return skip_directive (self), LOOM_TOKEN_DIRECTIVE;

  self->line_is_empty = FALSE;
  if (g_ascii_isdigit (c) || (c == '.' && g_ascii_isdigit (peek (self, 1))))
    return self->at++, skip_number (self), LOOM_TOKEN_NUMBER;
  if (is_word_byte (c))
    return skip_word (self);
  if (c == '"')
    return skip_quoted (self, c), LOOM_TOKEN_STRING;
  if (c == '\'')
    return skip_quoted (self, c), LOOM_TOKEN_CHARACTER;

  self->at++;
  return LOOM_TOKEN_PUNCTUATION;
}

/* FALSE at the end of the text. */
gboolean
_loom_lexer_next (LoomLexer *self,
                  LoomToken *token)
{
  skip_space (self);
  if (self->at >= self->length)
    return FALSE;

  token->offset = self->at;
  token->line = self->line;
  token->is_conditional = FALSE;
  token->kind = skip_token (self);
  token->length = self->at - token->offset;
  return TRUE;
}

/* The tokens of a whole text: LoomToken, which the caller owns. */
GArray *
_loom_lexer_tokenize (const char *text)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (LoomToken));
  LoomLexer lexer;
  LoomToken token;

  _loom_lexer_init (&lexer, text, strlen (text));
  while (_loom_lexer_next (&lexer, &token))
    g_array_append_val (tokens, token);
  return tokens;
}
