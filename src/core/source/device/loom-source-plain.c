/* loom-source-plain.c: a text as a compiler reads it, without what means nothing to it and without
 * the libraries that it includes and does not use
 *
 * Host code calls a library's algorithms, and what is left for the device of such a source names
 * nothing of it. To read its headers all the same takes longer than all the rest.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-plain.h"

#include "loom-lexer-private.h"

#include <string.h>

#define MAX_LIST 300            /* tokens of parameters that are looked through */

typedef struct
{
  GString *text;
  GString *blanks;              /* that are dropped if the line ends behind them */
} Writer;

/* Blanks behind a backslash keep the line from going on. */
static void
end_blanks (Writer   *self,
            gboolean  line_ends)
{
  const gboolean after_backslash
      = self->text->len > 0 && self->text->str[self->text->len - 1] == '\\';

  if (!line_ends)
    g_string_append_len (self->text, self->blanks->str, (gssize) self->blanks->len);
  else if (after_backslash && self->blanks->len > 0)
    g_string_append_c (self->text, ' ');
  g_string_truncate (self->blanks, 0);
}

static gboolean
ends_line (const char *at,
           const char *end)
{
  return *at == '\n' || (*at == '\r' && at + 1 < end && at[1] == '\n');
}

static void
append_line_end (Writer *self,
                 char    c)
{
  end_blanks (self, TRUE);
  g_string_append_c (self->text, c);
}

/* Between two tokens. */
static void
append_space (Writer     *self,
              const char *at,
              const char *end)
{
  for (; at < end; at++)
    if (*at == ' ' || *at == '\t')
      g_string_append_c (self->blanks, *at);
    else if (ends_line (at, end))
      append_line_end (self, *at);
    else
      {
        end_blanks (self, FALSE);
        g_string_append_c (self->text, *at);
      }
}

/* A blank for each character, so that what stands behind it keeps its column. */
static void
append_comment (Writer     *self,
                const char *at,
                const char *end)
{
  for (; at < end; at++)
    if (ends_line (at, end))
      append_line_end (self, *at);
    else if (((guchar) *at & 0xc0) != 0x80)
      g_string_append_c (self->blanks, *at == '\t' ? '\t' : ' ');
}

/* One that is never closed is a mistake, and a trigraph may be a backslash at the end of a line. */
static gboolean
means_nothing (const char      *text,
               const LoomToken *token)
{
  const char *comment = text + token->offset;

  if (memmem (comment, token->length, "?\?/", 3) != NULL)
    return FALSE;
  return comment[1] == '/'
         || (token->length >= 4 && memcmp (comment + token->length - 2, "*/", 2) == 0);
}

/* "__shared__" of a parameter, which nvcc warns of and leaves out; NVRTC refuses it. Only that of a
 * function with a body, since what is in the parentheses of a macro may become a variable. */
static gboolean
is_idle_space (const char      *text,
               const LoomToken *token,
               const LoomLexer *lexer)
{
  LoomLexer ahead = *lexer;
  LoomToken next;
  guint depth = 1, n = 0;

  if (!_loom_token_is (token, text, "__shared__") && !_loom_token_is (token, text, "__constant__"))
    return FALSE;
  while (depth > 0 && _loom_lexer_next (&ahead, &next))
    {
      if (++n > MAX_LIST || _loom_token_is (&next, text, "{")
          || _loom_token_is (&next, text, ";"))
        return FALSE;
      depth += _loom_token_is (&next, text, "(");
      depth -= _loom_token_is (&next, text, ")");
    }
  while (_loom_lexer_next (&ahead, &next))
    if (next.kind != LOOM_TOKEN_COMMENT)
      return _loom_token_is (&next, text, "{");
  return FALSE;
}

/**
 * loom_source_dup_plain:
 * @text: CUDA C++, with its words in one piece
 *
 * Writes a text as the compiler understands it: blanks in place of comments and of address spaces
 * of parameters, and none at the ends of lines. Two texts that differ in nothing else are the same
 * then. What is left stands in the line and at the column, counted in characters, where it stood.
 * Directives stay as they are.
 *
 * Returns: (transfer full): the text
 */
char *
loom_source_dup_plain (const char *text,
                       gsize       length)
{
  Writer writer = { g_string_sized_new (length), g_string_new (NULL) };
  gsize done = 0;
  LoomLexer lexer;
  LoomToken token;

  _loom_lexer_init (&lexer, text, length);
  while (_loom_lexer_next (&lexer, &token))
    {
      append_space (&writer, text + done, text + token.offset);
      done = token.offset + token.length;
      if ((token.kind == LOOM_TOKEN_COMMENT && means_nothing (text, &token)) ||
          is_idle_space (text, &token, &lexer))
        {
          append_comment (&writer, text + token.offset, text + done);
          continue;
        }

      end_blanks (&writer, FALSE);
      g_string_append_len (writer.text, text + token.offset, (gssize) token.length);
    }

  append_space (&writer, text + done, text + length);
  end_blanks (&writer, TRUE);
  g_string_free (writer.blanks, TRUE);
  return g_string_free (writer.text, FALSE);
}

typedef struct
{
  const char *before;           /* how an #include of it begins */
  const char *space;            /* its namespace */
  const char *names;            /* how other names of it begin */
} Library;

static const Library libraries[] = {
  { "cub/", "cub", "CUB_" },
  { "cuda/", "cuda", "CCCL_" },
  { "curand_", "curand", "curand" },
};

typedef struct
{
  const char *text;
  GArray     *includes;         /* (element-type LoomToken), of one library */
  GArray     *openings;         /* (element-type LoomToken): `using namespace` with its name */
} Idle;

/* What an #include names; NULL: it is another directive. */
static const char *
find_included (const char      *text,
               const LoomToken *token)
{
  const char *end = text + token->offset + token->length;
  const char *at = text + token->offset + 1;

  at += strspn (at, " \t");
  if (!g_str_has_prefix (at, "include"))
    return NULL;

  at += strlen ("include");
  at += strspn (at, " \t");
  return at < end && (*at == '<' || *at == '"') ? at + 1 : NULL;
}

/* Words in comments and strings count as well, which costs time only. */
static gboolean
speaks_of (const char    *text,
           gsize          length,
           const Library *library)
{
  static const char in_words[] = G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_";
  const char *end = text + length;

  for (const char *at = text, *word; at < end; at++)
    {
      word = at;
      while (at < end && *at != '\0' && strchr (in_words, *at) != NULL)
        at++;
      if (g_str_has_prefix (word, library->names)
          || (strlen (library->space) == (gsize) (at - word)
              && g_str_has_prefix (word, library->space)))
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_in_directive (Idle            *self,
                 const LoomToken *token,
                 const Library   *library)
{
  const char *included = find_included (self->text, token);

  if (included != NULL && g_str_has_prefix (included, library->before))
    {
      LoomToken include = *token;

      /* A comment behind it may have no end in this line. */
      include.length = included + strcspn (included, ">\"\n") + 1 - (self->text + token->offset);
      include.length = MIN (include.length, token->length);
      g_array_append_val (self->includes, include);
    }
  return included == NULL && speaks_of (self->text + token->offset, token->length, library);
}

/* `using namespace` and a name use nothing yet. */
static gboolean
is_opening (const char      *text,
            const LoomToken  last[2])
{
  return _loom_token_is (&last[0], text, "using") && _loom_token_is (&last[1], text, "namespace");
}

/* Whether the text names something of a library beside including it. */
static gboolean
names (Idle          *self,
       gsize          length,
       const Library *library)
{
  LoomToken last[2] = { { .kind = LOOM_TOKEN_COMMENT }, { .kind = LOOM_TOKEN_COMMENT } };
  LoomToken token;
  LoomLexer lexer;
  gboolean found = FALSE;

  g_array_set_size (self->includes, 0);
  g_array_set_size (self->openings, 0);
  _loom_lexer_init (&lexer, self->text, length);
  while (!found && _loom_lexer_next (&lexer, &token))
    {
      if (token.kind == LOOM_TOKEN_COMMENT)
        continue;
      if (token.kind == LOOM_TOKEN_DIRECTIVE)
        found = is_in_directive (self, &token, library);
      else if (token.kind == LOOM_TOKEN_IDENTIFIER && is_opening (self->text, last)
               && _loom_token_is (&token, self->text, library->space))
        g_array_append_vals (self->openings, (LoomToken[]) { last[0], last[1], token }, 3);
      else if (token.kind == LOOM_TOKEN_IDENTIFIER)
        found = speaks_of (self->text + token.offset, token.length, library);
      last[0] = last[1];
      last[1] = token;
    }

  return found;
}

static void
blank (char         *text,
       const GArray *tokens)
{
  for (guint i = 0; i < tokens->len; i++)
    {
      const LoomToken *token = &g_array_index (tokens, LoomToken, i);

      for (gsize at = token->offset; at < token->offset + token->length; at++)
        if (text[at] != '\n')
          text[at] = ' ';
    }
}

static gboolean
is_asked_for (const char * const *expressions,
              const Library      *library)
{
  for (guint i = 0; expressions[i] != NULL; i++)
    if (speaks_of (expressions[i], strlen (expressions[i]), library))
      return TRUE;

  return FALSE;
}

/**
 * loom_source_dup_without_idle:
 * @text: for the compiler of device code
 * @expressions: what the compiler is asked for beside it
 *
 * Leaves out each `#include` of CUB, libcu++ and cuRAND where neither the text nor the expressions
 * name anything of that library. That is what can be seen without reading their headers; the
 * compiler has to be asked whether the text does without them.
 *
 * Returns: (transfer full) (nullable): the text with spaces there, or %NULL where there are none
 */
char *
loom_source_dup_without_idle (const char         *text,
                              const char * const *expressions)
{
  const gsize length = strlen (text);
  g_autoptr (GArray) includes = g_array_new (FALSE, FALSE, sizeof (LoomToken));
  g_autoptr (GArray) openings = g_array_new (FALSE, FALSE, sizeof (LoomToken));
  Idle self = { text, includes, openings };
  char *changed = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (libraries); i++)
    {
      const Library *library = &libraries[i];

      if (strstr (text, library->before) == NULL || is_asked_for (expressions, library)
          || names (&self, length, library) || includes->len == 0)
        continue;

      if (changed == NULL)
        changed = g_strdup (text);
      blank (changed, includes);
      blank (changed, openings);
    }

  return changed;
}
