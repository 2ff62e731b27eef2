/* loom-source-instances.c: which instance of a template a launch names: by what stands between its
 * < and >, and by what the template says stands for the rest
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-launches-private.h"

static const char * const number_names[] = {
  [LOOM_SCALAR_BOOL] = "bool", [LOOM_SCALAR_I8] = "char", [LOOM_SCALAR_U8] = "unsigned char",
  [LOOM_SCALAR_I16] = "short", [LOOM_SCALAR_U16] = "unsigned short",
  [LOOM_SCALAR_I32] = "int", [LOOM_SCALAR_U32] = "unsigned int", [LOOM_SCALAR_I64] = "long",
  [LOOM_SCALAR_U64] = "unsigned long", [LOOM_SCALAR_F32] = "float",
  [LOOM_SCALAR_F64] = "double",
};

/* Whether a template of the source has a type of this name as its parameter. */
static gboolean
is_parameter (LoomSourceNames *self,
              const char      *name)
{
  static const char * const words[] = { "typename", "class", NULL };
  const GArray *places = _loom_source_names_list (self, name);

  for (guint i = 0; i < places->len; i++)
    {
      const guint index = g_array_index (places, guint, i);

      self->budget -= self->budget > 0;
      if (index > 0 && _loom_source_is_any (&self->source, index - 1, words) &&
          has_punctuation (self, index + 1, ",>="))
        return TRUE;
    }

  return FALSE;
}

/* A word of a type, that of the numbers which it is a typedef of in its place; NULL: only host code
 * knows what it stands for. */
static const char *
resolve (LoomSourceNames *self,
         const char      *word,
         guint            index)
{
  const guint start = GPOINTER_TO_UINT (g_hash_table_lookup (self->typedefs, word));
  const LoomScalar type =
    start > 0 ? _loom_source_names_read_number_type (self, &self->source, index, index + 1)
              : LOOM_SCALAR_BYTES;

  if (has_punctuation (self, index - 1, ":"))
    return word;
  if (type != LOOM_SCALAR_BYTES)
    return number_names[type];
  return start == LOOM_NOWHERE || is_parameter (self, word) ||
         (start > 0 && _loom_source_names_get_function (self, start - 1) != NULL) ? NULL : word;
}

/* A type as its words say it; NULL: these don't say it for device code. */
static char *
dup_type (LoomSourceNames *self,
          LoomSourceRange  range)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = range.first; i < range.end; i++)
    {
      g_autofree char *word = _loom_source_dup_text (&self->source, i, i + 1);
      const gboolean is_name = is_identifier (&self->source, i);
      const char *resolved = is_name ? resolve (self, word, i) : word;

      if (resolved == NULL || (!is_name && !has_punctuation (self, i, ":<>,*&") &&
                               get_token (&self->source, i)->kind != LOOM_TOKEN_NUMBER))
        return NULL;
      if (i > range.first && is_name && is_identifier (&self->source, i - 1))
        g_string_append_c (text, ' ');
      g_string_append (text, resolved);
    }

  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* A or B::A. */
static gboolean
is_enumerator (LoomSourceNames *self,
               LoomSourceRange  range)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, range.end - 1, range.end);
  LoomDeclaredName declared;

  for (guint i = range.first; i < range.end; i++)
    if (!is_identifier (&self->source, i) && !has_punctuation (self, i, ":"))
      return FALSE;
  return range.end > range.first + 1 ||
         (_loom_source_names_find (self, name, range.first, &declared) && declared.is_enumerator);
}

/* A value as a number of the type whose words are `type`, or of another type by its name. */
static char *
dup_value (LoomSourceNames *self,
           LoomSourceRange  type,
           LoomSourceRange  range)
{
  const LoomScalar wanted =
    _loom_source_names_read_number_type (self, &self->source, type.first, type.end);
  LoomConstant constant;

  if (wanted == LOOM_SCALAR_BYTES && is_enumerator (self, range))
    return _loom_source_dup_text (&self->source, range.first, range.end);
  if (!_loom_source_names_compute (self, range, range.first, &constant) ||
      (wanted != LOOM_SCALAR_BYTES && !_loom_constant_convert (&constant, wanted)) ||
      loom_scalar_is_float (constant.type) || constant.number.i < 0)
    return NULL;

  if (constant.type == LOOM_SCALAR_BOOL)
    return g_strdup (constant.number.i != 0 ? "true" : "false");
  return g_strdup_printf ("%" G_GINT64_FORMAT, constant.number.i);
}

/* Whether the parameters of a kernel name one of its template's, which the arguments then decide
 * before anything that the template says. */
static gboolean
may_be_deduced (LoomSourceNames      *self,
                const LoomSourceBody *kernel,
                guint                 name)
{
  for (guint i = kernel->paren + 1; i < self->closing[kernel->paren]; i++)
    if (is_same_word (&self->source, i, name))
      return TRUE;
  return FALSE;
}

/* What a parameter of a template, whose tokens are `param`, is in a launch that writes `written`
 * for it; NULL: that can't be told. */
static char *
dup_argument (LoomSourceNames      *self,
              const LoomSourceBody *kernel,
              LoomSourceRange       param,
              LoomSourceRange       written)
{
  guint equals = param.first;

  while (equals < param.end && !has_punctuation (self, equals, "="))
    {
      if (has_punctuation (self, equals, "."))
        return NULL;
      equals++;
    }
  if (written.first >= written.end && !may_be_deduced (self, kernel, equals - 1))
    written = (LoomSourceRange) { equals + 1, param.end };
  if (written.first >= written.end)
    return NULL;
  return is_word (&self->source, param.first, "typename") ||
         is_word (&self->source, param.first, "class")
         ? dup_type (self, written)
         : dup_value (self, (LoomSourceRange) { param.first, equals - 1 }, written);
}

/* As `kernel=` names what a launch launches; NULL: that can't be told. */
char *
_loom_source_names_dup_instance (LoomSourceNames         *self,
                                 const LoomScannedKernel *kernel,
                                 const LoomWrittenLaunch *launch)
{
  const LoomSourceBody *body = &g_array_index (self->scan->bodies, LoomSourceBody, kernel->body);
  const LoomSourceRange all = launch->instance;
  g_autoptr (GString) text = g_string_new (kernel->name);
  guint close, written = all.first;

  if (!kernel->is_template)
    return g_string_free (g_steal_pointer (&text), FALSE);
  if (body->angle == LOOM_NOWHERE)
    return NULL;

  close = _loom_source_skip_angles (&self->source, body->angle) - 1;
  for (guint first = body->angle + 1, end; first < close; first = end + 1)
    {
      const guint stop = _loom_source_find_comma (&self->source, written, all.end);
      g_autofree char *argument = NULL;

      end = _loom_source_find_comma (&self->source, first, close);
      argument = dup_argument (self, body, (LoomSourceRange) { first, end },
                               (LoomSourceRange) { written, stop });
      if (argument == NULL)
        return NULL;
      g_string_append_printf (text, "%s%s", first == body->angle + 1 ? "<" : ", ", argument);
      written = stop + 1;
    }

  g_string_append_c (text, '>');
  return written > all.end ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
