/* loom-ptx-parser.c: PTX text to a tree: the directives of a module
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-parser-private.h"

#include "loom-error.h"
#include "loom-ptx-limits-private.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <string.h>

/* Sets the error, of which the first counts. Always FALSE. */
gboolean
_loom_ptx_parser_fail (LoomPtxParser *self,
                       guint          line,
                       const char    *format,
                       ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  if (self->error != NULL)
    return FALSE;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return loom_fail (&self->error, LOOM_ERROR_COMPILE, _("PTX line %u: %s"), line, text);
}

/* The present token is not what should be there. Always FALSE. */
gboolean
_loom_ptx_parser_expect (LoomPtxParser *self,
                         const char    *what)
{
  g_autofree char *raw = NULL, *found = NULL;

  if (self->token.kind == LOOM_PTX_TOKEN_BAD)
    return _loom_ptx_parser_fail (self, self->token.line, "%s", self->token.message);
  if (self->token.kind == LOOM_PTX_TOKEN_END)
    return _loom_ptx_parser_fail (self, self->token.line,
                                  _("expected %s, found the end of the text"), what);

  raw = g_strndup (self->token.text, MIN (self->token.length, 40));
  found = g_utf8_make_valid (raw, -1);

  return _loom_ptx_parser_fail (self, self->token.line, _("expected %1$s, found “%2$s”"), what,
                                found);
}

/* On to the next token; FALSE if it is none. */
gboolean
_loom_ptx_parser_next (LoomPtxParser *self)
{
  loom_ptx_lexer_next (&self->lexer, &self->token);
  if (self->token.kind == LOOM_PTX_TOKEN_BAD)
    return _loom_ptx_parser_fail (self, self->token.line, "%s", self->token.message);

  return TRUE;
}

gboolean
_loom_ptx_parser_at (LoomPtxParser *self,
                     char           punctuation)
{
  return loom_ptx_token_is (&self->token, punctuation);
}

gboolean
_loom_ptx_parser_at_dot (LoomPtxParser *self,
                         const char    *word)
{
  return loom_ptx_token_is_text (&self->token, LOOM_PTX_TOKEN_DOT, word);
}

/* Steps over that character if it is there. */
gboolean
_loom_ptx_parser_take (LoomPtxParser *self,
                       char           punctuation)
{
  return _loom_ptx_parser_at (self, punctuation) && _loom_ptx_parser_next (self);
}

gboolean
_loom_ptx_parser_take_required (LoomPtxParser *self,
                                char           punctuation)
{
  const char what[] = { '\342', '\200', '\234', punctuation, '\342', '\200', '\235', '\0' };

  if (!_loom_ptx_parser_at (self, punctuation))
    return _loom_ptx_parser_expect (self, what);

  return _loom_ptx_parser_next (self);
}

/* The present token's text, valid until the next call. */
const char *
_loom_ptx_parser_dup_text (LoomPtxParser *self)
{
  g_string_truncate (self->scratch, 0);
  g_string_append_len (self->scratch, self->token.text, self->token.length);

  return self->scratch->str;
}

gboolean
_loom_ptx_parser_take_integer (LoomPtxParser *self,
                               guint64       *value)
{
  if (self->token.kind != LOOM_PTX_TOKEN_INTEGER)
    return _loom_ptx_parser_expect (self, _("a number"));

  *value = self->token.bits;

  return _loom_ptx_parser_next (self);
}

static gboolean
parse_version (LoomPtxParser *self)
{
  const char *text;

  if (!_loom_ptx_parser_next (self))
    return FALSE;
  if (self->token.kind != LOOM_PTX_TOKEN_FLOAT)
    return _loom_ptx_parser_expect (self, _("a version such as 9.0"));

  text = _loom_ptx_parser_dup_text (self);
  self->module->version_major = MIN (g_ascii_strtoull (text, NULL, 10), 1000);
  text = strchr (text, '.');
  self->module->version_minor =
      text != NULL ? MIN (g_ascii_strtoull (text + 1, NULL, 10), 1000) : 0;

  return _loom_ptx_parser_next (self);
}

static gboolean
parse_target (LoomPtxParser *self)
{
  do
    {
      if (!_loom_ptx_parser_next (self))
        return FALSE;
      if (self->token.kind != LOOM_PTX_TOKEN_WORD)
        return _loom_ptx_parser_expect (self, _("a target such as sm_75"));
      if (self->module->target == NULL)
        self->module->target =
            _loom_ptx_store_intern (self->store, _loom_ptx_parser_dup_text (self));
      if (!_loom_ptx_parser_next (self))
        return FALSE;
    }
  while (_loom_ptx_parser_at (self, ','));

  return TRUE;
}

static gboolean
parse_address_size (LoomPtxParser *self)
{
  guint64 bits;
  guint line = self->token.line;

  if (!_loom_ptx_parser_next (self) || !_loom_ptx_parser_take_integer (self, &bits))
    return FALSE;
  if (bits != 64)
    return _loom_ptx_parser_fail (self, line,
                                  _("addresses of %" PRIu64 " bits; only 64 are supported"), bits);

  return TRUE;
}

/* .pragma "…"; and .alias a, b; say nothing that matters here. */
static gboolean
skip_statement (LoomPtxParser *self)
{
  while (!_loom_ptx_parser_at (self, ';'))
    {
      if (self->token.kind == LOOM_PTX_TOKEN_END)
        return _loom_ptx_parser_expect (self, "“;”");
      if (!_loom_ptx_parser_next (self))
        return FALSE;
    }

  return _loom_ptx_parser_next (self);
}

static gboolean
parse_linkage (LoomPtxParser  *self,
               const char    **linkage)
{
  *linkage = NULL;
  while (_loom_ptx_parser_at_dot (self, "extern") || _loom_ptx_parser_at_dot (self, "visible") ||
         _loom_ptx_parser_at_dot (self, "weak") || _loom_ptx_parser_at_dot (self, "common"))
    {
      *linkage = _loom_ptx_store_intern (self->store, _loom_ptx_parser_dup_text (self));
      if (!_loom_ptx_parser_next (self))
        return FALSE;
    }

  return TRUE;
}

static gboolean
parse_declaration (LoomPtxParser *self)
{
  const char *linkage;

  if (!parse_linkage (self, &linkage))
    return FALSE;
  if (_loom_ptx_parser_at_dot (self, "func") || _loom_ptx_parser_at_dot (self, "entry"))
    return _loom_ptx_parser_function (self, linkage);
  if (_loom_ptx_parser_at_variable (self))
    return _loom_ptx_parser_variables (self, linkage);

  return _loom_ptx_parser_expect (self, _("a directive"));
}

static gboolean
parse_directive (LoomPtxParser *self)
{
  static const struct
  {
    const char *word;
    gboolean  (*parse) (LoomPtxParser *self);
  } directives[] = {
    { "version", parse_version },
    { "target", parse_target },
    { "address_size", parse_address_size },
    { "file", _loom_ptx_parser_file },
    { "section", _loom_ptx_parser_section },
    { "pragma", skip_statement },
    { "alias", skip_statement },
  };

  for (guint i = 0; i < G_N_ELEMENTS (directives); i++)
    if (_loom_ptx_parser_at_dot (self, directives[i].word))
      return directives[i].parse (self);

  /* Left over from macros, and harmless. */
  if (_loom_ptx_parser_at (self, ';'))
    return _loom_ptx_parser_next (self);

  return parse_declaration (self);
}

static gboolean
parse_module (LoomPtxParser *self)
{
  if (!_loom_ptx_parser_next (self))
    return FALSE;
  if (!_loom_ptx_parser_at_dot (self, "version"))
    return _loom_ptx_parser_expect (self, "“.version”");

  while (self->token.kind != LOOM_PTX_TOKEN_END)
    if (!parse_directive (self))
      return FALSE;

  if (self->module->target == NULL)
    return _loom_ptx_parser_expect (self, "“.target”");
  _loom_ptx_lines_finish (self);

  return TRUE;
}

/**
 * loom_ptx_module_parse: reads PTX text into a tree.
 * @length: bytes of @text, -1 if it ends in a zero byte
 *
 * Structure is what is checked here: what instructions mean is left to loom_ptx_module_verify().
 *
 * Returns: (transfer full): a module; %NULL with %LOOM_ERROR_COMPILE, the PTX line and what was
 * expected there
 */
LoomPtxModule *
loom_ptx_module_parse (const char  *text,
                       gssize       length,
                       GError     **error)
{
  g_autoptr (LoomPtxModule) module = _loom_ptx_module_new ();
  LoomPtxParser self = { .module = module, .store = module->store, .location = -1 };
  gsize size;
  gboolean ok;

  g_return_val_if_fail (text != NULL, NULL);

  size = length < 0 ? strlen (text) : (gsize) length;
  if (size > LOOM_PTX_MAX_TEXT)
    return loom_fail_null (error, LOOM_ERROR_COMPILE,
                           _("the PTX has %zu bytes; %u are the most that is read"), size,
                           LOOM_PTX_MAX_TEXT);

  self.names = _loom_ptx_names_new (self.store);
  self.scratch = g_string_new (NULL);
  self.chains = g_hash_table_new (g_str_hash, g_str_equal);
  self.targets = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  _loom_ptx_lines_init (&self);
  loom_ptx_lexer_init (&self.lexer, text, size);

  ok = parse_module (&self);

  _loom_ptx_lines_clear (&self);
  g_ptr_array_unref (self.targets);
  g_hash_table_unref (self.chains);
  g_string_free (self.scratch, TRUE);
  _loom_ptx_names_free (self.names);
  if (ok)
    return g_steal_pointer (&module);

  g_propagate_error (error, self.error);

  return NULL;
}
