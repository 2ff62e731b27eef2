/* loom-mangled.c: takes the compiler's mangled function names apart
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The grammar is that of the Itanium C++ ABI, section 5.1 "External names", as far as kernels need
 * it: names with namespaces and template arguments, builtin types, pointers, references, arrays,
 * functions, qualifiers, literals and substitutions. Whatever lies outside (decltype, expressions,
 * local names) makes the whole name unreadable, never wrong.
 */

#include "config.h"

#include "loom-mangled-private.h"

static void
free_node (gpointer data)
{
  LoomMangledType *node = data;

  g_free (node->text);
  g_free (node->base);
  g_clear_pointer (&node->arguments, g_ptr_array_unref);
  g_free (node);
}

LoomMangledType *
_loom_mangled_new_node (LoomMangledParser *p,
                        LoomMangledKind    kind)
{
  LoomMangledType *node;

  if (p->result->nodes->len >= LOOM_MANGLED_MAX_NODES)
    return NULL;

  node = g_new0 (LoomMangledType, 1);
  node->kind = kind;
  g_ptr_array_add (p->result->nodes, node);
  return node;
}

const LoomMangledType *
_loom_mangled_new_name (LoomMangledParser *p,
                        const char        *text)
{
  LoomMangledType *node = _loom_mangled_new_node (p, LOOM_MANGLED_NAME);

  if (node == NULL)
    return NULL;

  node->text = g_strdup (text);
  node->base = g_strdup (text);
  return node;
}

void
_loom_mangled_append_arguments (GString   *text,
                                GPtrArray *arguments)
{
  for (guint i = 0; i < arguments->len; i++)
    {
      const LoomMangledType *argument = arguments->pdata[i];
      g_autofree char *shown = loom_mangled_type_format (argument);

      if (*shown == '\0')
        continue;
      if (text->len > 0 && text->str[text->len - 1] != '<')
        g_string_append (text, ", ");
      g_string_append (text, shown);
    }
}

static gboolean
parse_encoding (LoomMangledParser *p)
{
  const LoomMangledType *name;

  if (!eat (p, "_Z") || (name = _loom_mangled_parse_name (p, FALSE)) == NULL || name->text == NULL)
    return FALSE;

  p->result->name = g_strdup (name->text);
  if (name->arguments != NULL)
    {
      p->result->template_arguments = g_ptr_array_ref (name->arguments);
      p->arguments = name->arguments;
      /* Templates of functions spell what they return; of a variable there is no more. */
      if (*p->at != '\0' && _loom_mangled_parse_type (p) == NULL)
        return FALSE;
    }

  while (*p->at != '\0')
    {
      const LoomMangledType *parameter = _loom_mangled_parse_type (p);

      if (parameter == NULL)
        return FALSE;
      g_ptr_array_add (p->result->parameters, (gpointer) parameter);
    }

  /* "(void)" */
  if (p->result->parameters->len == 1 &&
      g_strcmp0 (((LoomMangledType *) p->result->parameters->pdata[0])->text, "void") == 0)
    g_ptr_array_set_size (p->result->parameters, 0);

  return TRUE;
}

/**
 * loom_mangled_parse:
 * @symbol: a name from a PTX module
 *
 * Takes a mangled function name apart.
 *
 * Returns: (transfer full) (nullable): its parts, or %NULL if it is not mangled or uses what is not
 * understood
 */
LoomMangled *
loom_mangled_parse (const char *symbol)
{
  g_autoptr (LoomMangled) self = g_new0 (LoomMangled, 1);
  g_autoptr (GPtrArray) substitutions = g_ptr_array_new ();
  LoomMangledParser p = { symbol, self, substitutions, NULL, 0 };

  self->nodes = g_ptr_array_new_with_free_func (free_node);
  self->parameters = g_ptr_array_new ();
  return parse_encoding (&p) ? g_steal_pointer (&self) : NULL;
}

/**
 * loom_mangled_free:
 * @self: a parsed name
 *
 * Frees it with all its types.
 */
void
loom_mangled_free (LoomMangled *self)
{
  g_free (self->name);
  g_clear_pointer (&self->template_arguments, g_ptr_array_unref);
  g_ptr_array_unref (self->parameters);
  g_ptr_array_unref (self->nodes);
  g_free (self);
}

/**
 * loom_mangled_type_format:
 * @self: a type
 *
 * Spells a type as CUDA C++ does, `const float*`.
 *
 * Returns: (transfer full): the spelling
 */
char *
loom_mangled_type_format (const LoomMangledType *self)
{
  g_autofree char *inner = self->inner != NULL ? loom_mangled_type_format (self->inner) : NULL;
  g_autoptr (GString) arguments = g_string_new (NULL);

  switch (self->kind)
    {
    case LOOM_MANGLED_POINTER:
      return g_strconcat (inner, self->is_reference ? "&" : "*", self->is_const ? " const" : NULL,
                          NULL);
    case LOOM_MANGLED_ARRAY:
      return g_strdup_printf ("%s[%" G_GUINT64_FORMAT "]", inner, self->count);
    case LOOM_MANGLED_FUNCTION:
      _loom_mangled_append_arguments (arguments, self->arguments);
      return g_strdup_printf ("%s(%s)", inner, arguments->str);
    case LOOM_MANGLED_PACK:
      _loom_mangled_append_arguments (arguments, self->arguments);
      return g_strdup (arguments->str);
    case LOOM_MANGLED_NAME:
    default:
      return g_strconcat (self->is_const ? "const " : "", self->text, NULL);
    }
}
