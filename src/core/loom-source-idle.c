/* loom-source-idle.c: libraries that a text includes and does not use
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Host code calls a library's algorithms, and what is left for the device of such a source names
 * nothing of it. To read its headers all the same takes longer than all the rest.
 */

#include "config.h"

#include "loom-source-idle.h"

#include "loom-lexer-private.h"

#include <string.h>

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
