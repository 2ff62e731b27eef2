/* loom-mangled-type.c: types in mangled names
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-mangled-private.h"

static const struct
{
  char        letter;
  const char *name;
} builtins[] = {
  { 'v', "void" },        { 'w', "wchar_t" },
  { 'b', "bool" },        { 'c', "char" },
  { 'a', "signed char" }, { 'h', "unsigned char" },
  { 's', "short" },       { 't', "unsigned short" },
  { 'i', "int" },         { 'j', "unsigned int" },
  { 'l', "long" },        { 'm', "unsigned long" },
  { 'x', "long long" },   { 'y', "unsigned long long" },
  { 'n', "__int128" },    { 'o', "unsigned __int128" },
  { 'f', "float" },       { 'd', "double" },
  { 'e', "long double" }, { 'z', "..." },
};

static const LoomMangledType *
parse_qualified (LoomMangledParser *p)
{
  const LoomMangledType *inner;
  LoomMangledType *node;
  gboolean is_const = FALSE;

  while (*p->at == 'r' || *p->at == 'V' || *p->at == 'K')
    is_const |= *p->at++ == 'K';

  inner = _loom_mangled_parse_type (p);
  node = inner != NULL ? _loom_mangled_new_node (p, inner->kind) : NULL;
  if (node == NULL)
    return NULL;

  node->is_const = is_const || inner->is_const;
  node->is_reference = inner->is_reference;
  node->text = g_strdup (inner->text);
  node->base = g_strdup (inner->base);
  node->count = inner->count;
  node->inner = inner->inner;
  node->arguments = inner->arguments != NULL ? g_ptr_array_ref (inner->arguments) : NULL;
  return remember (p, node);
}

static const LoomMangledType *
parse_pointer (LoomMangledParser *p,
               gboolean           is_reference)
{
  const LoomMangledType *inner = _loom_mangled_parse_type (p);
  LoomMangledType *node = inner != NULL ? _loom_mangled_new_node (p, LOOM_MANGLED_POINTER) : NULL;

  if (node == NULL)
    return NULL;

  node->inner = inner;
  node->is_reference = is_reference;
  return remember (p, node);
}

static const LoomMangledType *
parse_array (LoomMangledParser *p)
{
  guint64 count = 0;
  const LoomMangledType *inner;
  LoomMangledType *node;

  parse_number (p, &count);
  if (!eat (p, "_") || (inner = _loom_mangled_parse_type (p)) == NULL
      || (node = _loom_mangled_new_node (p, LOOM_MANGLED_ARRAY)) == NULL)
    return NULL;

  node->count = count;
  node->inner = inner;
  return remember (p, node);
}

static const LoomMangledType *
parse_function (LoomMangledParser *p)
{
  LoomMangledType *node = _loom_mangled_new_node (p, LOOM_MANGLED_FUNCTION);

  eat (p, "Y");
  if (node == NULL || (node->inner = _loom_mangled_parse_type (p)) == NULL)
    return NULL;

  node->arguments = g_ptr_array_new ();
  while (!eat (p, "E"))
    {
      const LoomMangledType *argument = _loom_mangled_parse_type (p);

      if (argument == NULL)
        return NULL;
      g_ptr_array_add (node->arguments, (gpointer) argument);
    }

  return remember (p, node);
}

static const LoomMangledType *
parse_repeated (LoomMangledParser *p)
{
  const LoomMangledType *node;

  if (eat (p, "T"))
    node = remember (p, _loom_mangled_parse_parameter (p));
  else if (p->at[0] == 'S' && p->at[1] == 't')
    return _loom_mangled_parse_name (p, TRUE);
  else
    {
      p->at++;
      node = _loom_mangled_parse_substitution (p);
    }

  return node != NULL && eat (p, "I") ? remember (p, _loom_mangled_parse_template (p, node)) : node;
}

static const LoomMangledType *
parse_builtin (LoomMangledParser *p)
{
  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    if (*p->at == builtins[i].letter)
      {
        p->at++;
        return _loom_mangled_new_name (p, builtins[i].name);
      }

  if (eat (p, "Dn"))
    return _loom_mangled_new_name (p, "decltype(nullptr)");
  if (eat (p, "Du"))
    return _loom_mangled_new_name (p, "char8_t");
  if (eat (p, "Ds"))
    return _loom_mangled_new_name (p, "char16_t");
  if (eat (p, "Di"))
    return _loom_mangled_new_name (p, "char32_t");
  if (eat (p, "DF16_") || eat (p, "Dh"))
    return _loom_mangled_new_name (p, "_Float16");

  return NULL;
}

static const LoomMangledType *
parse_type_inner (LoomMangledParser *p)
{
  switch (*p->at)
    {
    case 'r':
    case 'V':
    case 'K':
      return parse_qualified (p);
    case 'P':
      p->at++;
      return parse_pointer (p, FALSE);
    case 'R':
    case 'O':
      p->at++;
      return parse_pointer (p, TRUE);
    case 'A':
      p->at++;
      return parse_array (p);
    case 'F':
      p->at++;
      return parse_function (p);
    case 'S':
    case 'T':
      return parse_repeated (p);
    default:
      if (*p->at == 'N' || g_ascii_isdigit (*p->at))
        return _loom_mangled_parse_name (p, TRUE);
      return parse_builtin (p);
    }
}

const LoomMangledType *
_loom_mangled_parse_type (LoomMangledParser *p)
{
  const LoomMangledType *node;

  if (++p->depth > LOOM_MANGLED_MAX_DEPTH)
    return NULL;

  node = parse_type_inner (p);
  p->depth--;
  return node;
}
