/* loom-source-contexts.c: where host code has to do with contexts, by its tokens
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-source-contexts.h"

#include "loom-lexer-private.h"

#include <string.h>

static void
call_free (gpointer data)
{
  LoomContextCall *self = data;

  g_free (self->name);
  g_free (self);
}

/* The newer versions of a function end in a number: cuCtxCreate_v4. */
static gboolean
is_of_contexts (const char *name)
{
  static const char * const functions[] = {
    "cuCtxCreate", "cuCtxAttach", "cuCtxDetach", "cuCtxDestroy", "cuCtxPushCurrent",
    "cuCtxPopCurrent", "cuCtxSetCurrent", "cuDevicePrimaryCtxRetain", "cuDevicePrimaryCtxRelease",
    "cuDevicePrimaryCtxReset", NULL
  };
  const char *version = strstr (name, "_v");
  g_autofree char *plain = version != NULL ? g_strndup (name, version - name) : g_strdup (name);

  return g_strv_contains (functions, plain);
}

/* What is no code of its own: calls are written around it. */
static gboolean
is_beside (const LoomToken *token)
{
  return token->kind == LOOM_TOKEN_COMMENT || token->kind == LOOM_TOKEN_DIRECTIVE;
}

/**
 * loom_source_list_contexts:
 * @text: of a document, without its settings
 * @length: of it
 *
 * Lists the calls that make, push, pop, detach or end contexts.
 *
 * Returns: (transfer full) (element-type LoomContextCall): the calls in their order
 */
GPtrArray *
loom_source_list_contexts (const char *text,
                           gsize       length)
{
  GPtrArray *calls = g_ptr_array_new_with_free_func (call_free);
  LoomToken token, last = { .kind = LOOM_TOKEN_PUNCTUATION };
  LoomLexer lexer;

  g_return_val_if_fail (text != NULL, calls);

  _loom_lexer_init (&lexer, text, length);
  while (_loom_lexer_next (&lexer, &token))
    {
      g_autofree char *name = NULL;

      if (is_beside (&token))
        continue;
      if (last.kind == LOOM_TOKEN_IDENTIFIER && text[token.offset] == '(')
        name = g_strndup (text + last.offset, last.length);
      if (name != NULL && is_of_contexts (name))
        {
          LoomContextCall *call = g_new (LoomContextCall, 1);

          *call = (LoomContextCall) { g_steal_pointer (&name), last.line };
          g_ptr_array_add (calls, call);
        }
      last = token;
    }
  return calls;
}
