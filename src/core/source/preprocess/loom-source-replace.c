/* loom-source-replace.c: puts what macros stand for in place of their names
 *
 * A macro of which is not certain what it stands for is kept as it stands, and so is a call that
 * grows beyond what is allowed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-replace-private.h"

#include "loom-source-reader-private.h"

#include <string.h>

#define MAX_DEPTH 24

/* pasted: NULL, or whose text it is */
void
_loom_source_replacer_init (LoomSourceReplacer    *self,
                            LoomSourceDefinitions *definitions,
                            const char            *text,
                            GString               *pasted)
{
  *self = (LoomSourceReplacer) {
    .definitions = definitions, .text = text, .pasted = pasted, .open = g_ptr_array_new (),
  };
}

void
_loom_source_replacer_clear (LoomSourceReplacer *self)
{
  g_ptr_array_unref (self->open);
}

static gboolean
append (LoomSourceReplacer    *self,
        GArray                *into,
        const LoomToken *token)
{
  if (self->n_left == 0)
    return FALSE;

  self->n_left--;
  g_array_append_vals (into, token, 1);
  return TRUE;
}

static gboolean
append_tokens (LoomSourceReplacer     *self,
               GArray                 *into,
               const LoomSourceReader *source,
               guint                   first,
               guint                   end)
{
  for (guint i = first; i < end; i++)
    {
      if (!append (self, into, &g_array_index (source->tokens, LoomToken, i)))
        return FALSE;
    }

  return TRUE;
}

static gboolean
is_token (LoomSourceReplacer *self,
          const LoomToken    *token,
          const LoomToken    *other)
{
  return token->length == other->length &&
         memcmp (self->text + token->offset, self->text + other->offset, token->length) == 0;
}

/* Of `...` or `args...`. */
static gboolean
is_rest (LoomSourceReplacer    *self,
         const LoomSourceMacro *macro,
         const LoomToken       *token)
{
  return macro->is_variadic && (macro->rest.length > 0
                                ? is_token (self, &macro->rest, token)
                                : _loom_token_is (token, self->text, "__VA_ARGS__"));
}

static gint
find_param (LoomSourceReplacer    *self,
            const LoomSourceMacro *macro,
            const LoomToken       *token)
{
  for (guint i = 0; macro->params != NULL && i < macro->params->len; i++)
    {
      if (is_token (self, &g_array_index (macro->params, LoomToken, i), token))
        return i;
    }

  return is_rest (self, macro, token) ? (gint) macro->params->len : -1;
}

/* (element-type GArray): the tokens of each argument. Those behind the last parameter are one. */
static GPtrArray *
split_arguments (const LoomSourceMacro  *macro,
                 const LoomSourceReader *source,
                 guint                   paren,
                 guint                   close)
{
  GPtrArray *arguments = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  GArray *argument = g_array_new (FALSE, FALSE, sizeof (LoomToken));
  guint depth = 0;

  g_ptr_array_add (arguments, argument);
  for (guint i = paren + 1; i < close; i++)
    {
      char c = get_punctuation (source, i);

      depth += (c == '(') - (c == ')' && depth > 0);
      if (c == ',' && depth == 0 &&
          !(macro->is_variadic && arguments->len == macro->params->len + 1))
        {
          argument = g_array_new (FALSE, FALSE, sizeof (LoomToken));
          g_ptr_array_add (arguments, argument);
        }
      else
        g_array_append_val (argument, g_array_index (source->tokens, LoomToken, i));
    }

  if (macro->is_variadic && arguments->len == macro->params->len)
    g_ptr_array_add (arguments, g_array_new (FALSE, FALSE, sizeof (LoomToken)));
  return arguments;
}

/* For what is made of several words. */
static gboolean
has_room (LoomSourceReplacer *self,
          gsize               length)
{
  return self->pasted != NULL && length < self->pasted->allocated_len - self->pasted->len;
}

/* a ## b */
static gboolean
paste (LoomSourceReplacer    *self,
       GArray                *into,
       const LoomToken *right)
{
  LoomToken *left = into->len > 0
                          ? &g_array_index (into, LoomToken, into->len - 1) : NULL;
  GString *text = self->pasted;
  gsize start, length;

  if (left == NULL || (left->kind != LOOM_TOKEN_IDENTIFIER &&
                       left->kind != LOOM_TOKEN_NUMBER))
    return append (self, into, right);

  length = left->length + right->length;
  if (!has_room (self, length))
    return FALSE;

  start = text->len;
  g_string_append_len (text, self->text + left->offset, left->length);
  g_string_append_len (text, self->text + right->offset, right->length);
  left->offset = start;
  left->length = length;
  return TRUE;
}

/* #a */
static char *
dup_string (LoomSourceReplacer *self,
            GArray             *argument)
{
  GString *string = g_string_new ("\"");
  gsize end = G_MAXSIZE;

  for (guint i = 0; i < argument->len; i++)
    {
      const LoomToken *token = &g_array_index (argument, LoomToken, i);
      const gboolean is_literal = token->kind == LOOM_TOKEN_STRING ||
                                  token->kind == LOOM_TOKEN_CHARACTER;

      if (i > 0 && token->offset != end)
        g_string_append_c (string, ' ');
      end = token->offset + token->length;
      for (gsize j = token->offset; j < end; j++)
        {
          if (is_literal && strchr ("\"\\", self->text[j]) != NULL)
            g_string_append_c (string, '\\');
          g_string_append_c (string, self->text[j]);
        }
    }

  g_string_append_c (string, '"');
  return g_string_free (string, FALSE);
}

static gboolean
append_string (LoomSourceReplacer    *self,
               GArray                *into,
               const LoomToken *param,
               GArray                *argument)
{
  g_autofree char *text = dup_string (self, argument);
  const gsize length = strlen (text);
  LoomToken string = *param;

  if (!has_room (self, length))
    return FALSE;

  string.kind = LOOM_TOKEN_STRING;
  string.offset = self->pasted->len;
  string.length = length;
  g_string_append_len (self->pasted, text, length);
  return append (self, into, &string);
}

/* `, ## __VA_ARGS__`: the comma goes where nothing stands for them. */
static void
drop_comma (LoomSourceReplacer *self,
            GArray             *into)
{
  const LoomToken *last =
    into->len > 0 ? &g_array_index (into, LoomToken, into->len - 1) : NULL;

  if (last != NULL && _loom_token_is (last, self->text, ","))
    g_array_set_size (into, into->len - 1);
}

static gboolean
append_argument (LoomSourceReplacer *self,
                 GArray             *argument,
                 gboolean            is_pasted,
                 gboolean            is_raw,
                 GArray             *into)
{
  g_autoptr (GArray) replaced = NULL;
  GArray *tokens = argument;
  LoomSourceReader reader;

  if (!is_raw && !is_pasted)
    {
      reader = (LoomSourceReader) { self->text, argument, argument->len };
      tokens = replaced = g_array_new (FALSE, FALSE, sizeof (LoomToken));
      if (!_loom_source_replace_all (self, &reader, replaced))
        return FALSE;
    }

  reader = (LoomSourceReader) { self->text, tokens, tokens->len };
  if (is_pasted && tokens->len > 0 &&
      !paste (self, into, &g_array_index (tokens, LoomToken, 0)))
    return FALSE;
  return append_tokens (self, into, &reader, is_pasted, tokens->len);
}

static gboolean
is_paste (const LoomSourceReader *body,
          guint                   index)
{
  return get_punctuation (body, index) == '#' && get_punctuation (body, index + 1) == '#';
}

/* The body of a macro with its parameters replaced. */
static gboolean
substitute (LoomSourceReplacer    *self,
            const LoomSourceMacro *macro,
            GPtrArray             *arguments,
            GArray                *into)
{
  const LoomSourceReader body = { self->text, macro->body.tokens, macro->body.n };

  for (guint i = 0; i < body.n; i++)
    {
      const LoomToken *token = &g_array_index (body.tokens, LoomToken, i);
      const gboolean is_pasted = i >= 2 && is_paste (&body, i - 2);
      gint param;

      if (is_paste (&body, i))
        {
          i++;
          continue;
        }
      if (macro->params != NULL && get_punctuation (&body, i) == '#' && i + 1 < body.n &&
          (param = find_param (self, macro, get_token (&body, i + 1))) >= 0)
        {
          i++;
          if (!append_string (self, into, token, g_ptr_array_index (arguments, param)))
            return FALSE;
          continue;
        }

      param = find_param (self, macro, token);
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

/* The closing parenthesis of a call; the end of the tokens if there is none. */
static guint
find_close (LoomSourceReplacer     *self,
            const LoomSourceReader *source,
            guint                   paren)
{
  guint depth = 0;

  for (guint i = paren; i < source->n && i - paren < self->n_left; i++)
    {
      char c = get_punctuation (source, i);

      depth += (c == '(') - (c == ')');
      if (depth == 0)
        return i;
    }

  return source->n;
}

/* What is replaced at a token: a macro, or NULL. `close`: its last token. */
static LoomSourceMacro *
find_call (LoomSourceReplacer     *self,
           const LoomSourceReader *source,
           guint                   index,
           guint                  *close)
{
  const LoomToken *token = get_token (source, index);
  g_autofree char *name = token->kind == LOOM_TOKEN_IDENTIFIER
                          ? g_strndup (self->text + token->offset, token->length) : NULL;
  LoomSourceMacro *macro = name != NULL
                           ? _loom_source_definitions_find (self->definitions, self->text, name)
                           : NULL;

  *close = index;
  if (macro == NULL || g_ptr_array_find (self->open, macro, NULL))
    return NULL;
  if (macro->params != NULL)
    *close = get_punctuation (source, index + 1) == '(' ? find_close (self, source, index + 1)
                                                        : source->n;
  return *close < source->n ? macro : NULL;
}

static gboolean
replace_call (LoomSourceReplacer     *self,
              LoomSourceMacro        *macro,
              const LoomSourceReader *source,
              guint                   index,
              guint                   close,
              GArray                 *into)
{
  g_autoptr (GPtrArray) arguments = NULL;
  g_autoptr (GArray) replaced = g_array_new (FALSE, FALSE, sizeof (LoomToken));
  LoomSourceReader reader;
  gboolean ok;

  if (macro->params != NULL)
    {
      arguments = split_arguments (macro, source, index + 1, close);
      if (arguments->len < macro->params->len + macro->is_variadic)
        return FALSE;
    }
  if (self->open->len >= MAX_DEPTH || !substitute (self, macro, arguments, replaced))
    return FALSE;

  g_ptr_array_add (self->open, macro);
  reader = (LoomSourceReader) { self->text, replaced, replaced->len };
  ok = _loom_source_replace_all (self, &reader, into);
  g_ptr_array_set_size (self->open, self->open->len - 1);
  return ok;
}

/* Appends what stands for the word, or the call, at a token. Behind it; the same place if it is no
 * macro, LOOM_NOWHERE if it becomes too much. */
guint
_loom_source_replace_word (LoomSourceReplacer     *self,
                           const LoomSourceReader *source,
                           guint                   index,
                           GArray                 *into)
{
  LoomSourceMacro *macro;
  guint close;

  if (self->n_left == 0)
    return LOOM_NOWHERE;

  self->n_left--;
  macro = find_call (self, source, index, &close);
  if (macro == NULL)
    return index;
  return replace_call (self, macro, source, index, close, into) ? close + 1 : LOOM_NOWHERE;
}

/* Behind `defined (X)`; the same place if nothing like it stands there. */
static guint
skip_defined (LoomSourceReplacer     *self,
              const LoomSourceReader *source,
              guint                   index)
{
  if (!self->keeps_defined || !is_word (source, index, "defined"))
    return index;
  return MIN (get_punctuation (source, index + 1) == '(' ? index + 4 : index + 2, source->n);
}

/* Appends the tokens with what their macros stand for. FALSE if they become too many. */
gboolean
_loom_source_replace_all (LoomSourceReplacer     *self,
                          const LoomSourceReader *source,
                          GArray                 *into)
{
  for (guint i = 0, next; i < source->n; i = next)
    {
      const guint kept = skip_defined (self, source, i);

      next = kept > i ? kept : _loom_source_replace_word (self, source, i, into);
      if (next == LOOM_NOWHERE)
        return FALSE;
      if (kept > i ? !append_tokens (self, into, source, i, kept)
          : next == i && !append_tokens (self, into, source, i, ++next))
        return FALSE;
    }

  return TRUE;
}
