/* loom-mangled-name.c: names in mangled names: namespaces, templates, what is named again
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-mangled-private.h"

/* The sequence number of a substitution or template parameter: none is 0, then base 36 (or 10) from
 * 1, then "_". */
static gboolean
parse_sequence (LoomMangledParser *p,
                guint              base,
                guint             *index)
{
  guint64 value = 0;

  if (eat (p, "_"))
    {
      *index = 0;
      return TRUE;
    }

  while (*p->at != '_')
    {
      int digit = g_ascii_isdigit (*p->at)   ? *p->at - '0'
                  : g_ascii_isupper (*p->at) ? *p->at - 'A' + 10
                                             : 99;

      if (digit >= (int) base || value > LOOM_MANGLED_MAX_NODES)
        return FALSE;
      value = value * base + digit;
      p->at++;
    }

  p->at++;
  *index = value + 1;
  return TRUE;
}

static char *
parse_source_name (LoomMangledParser *p)
{
  guint64 length;
  char *text;

  while (*p->at == 'L')         /* internal linkage */
    p->at++;
  if (!parse_number (p, &length) || length == 0 || length > strlen (p->at))
    return NULL;

  text = g_str_has_prefix (p->at, "_GLOBAL__N_") ? g_strdup ("(anonymous namespace)")
                                                 : g_strndup (p->at, length);
  p->at += length;
  return text;
}

static const LoomMangledType *
parse_literal (LoomMangledParser *p)
{
  const LoomMangledType *type = _loom_mangled_parse_type (p);
  g_autofree char *text = NULL;
  const char *start = p->at;

  if (type == NULL || type->text == NULL)
    return NULL;

  while (*p->at != '\0' && *p->at != 'E')
    p->at++;

  text = g_strndup (start, p->at - start);
  if (*text == 'n')
    *text = '-';
  if (!eat (p, "E"))
    return NULL;

  if (g_str_equal (type->text, "bool"))
    return _loom_mangled_new_name (p, g_str_equal (text, "1") ? "true" : "false");
  return _loom_mangled_new_name (p, text);
}

static const LoomMangledType *
parse_template_argument (LoomMangledParser *p)
{
  if (eat (p, "L"))
    return g_str_has_prefix (p->at, "_Z") ? NULL : parse_literal (p);

  if (eat (p, "J"))
    {
      LoomMangledType *pack = _loom_mangled_new_node (p, LOOM_MANGLED_PACK);

      if (pack == NULL)
        return NULL;
      pack->arguments = g_ptr_array_new ();
      while (!eat (p, "E"))
        {
          const LoomMangledType *argument = parse_template_argument (p);

          if (argument == NULL)
            return NULL;
          g_ptr_array_add (pack->arguments, (gpointer) argument);
        }
      return pack;
    }

  return _loom_mangled_parse_type (p);
}

/* Parses "I ... E" after a template's name. */
const LoomMangledType *
_loom_mangled_parse_template (LoomMangledParser     *p,
                              const LoomMangledType *template)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_autoptr (GString) text = NULL;
  LoomMangledType *node;

  if (template == NULL || template->text == NULL || ++p->depth > LOOM_MANGLED_MAX_DEPTH)
    return NULL;

  while (!eat (p, "E"))
    {
      const LoomMangledType *argument = parse_template_argument (p);

      if (argument == NULL)
        return NULL;
      g_ptr_array_add (arguments, (gpointer) argument);
    }
  p->depth--;

  node = _loom_mangled_new_node (p, LOOM_MANGLED_NAME);
  if (node == NULL)
    return NULL;

  text = g_string_new (template->text);
  g_string_append_c (text, '<');
  _loom_mangled_append_arguments (text, arguments);
  g_string_append_c (text, '>');
  node->base = g_strdup (template->text);
  node->text = g_strdup (text->str);
  node->arguments = g_steal_pointer (&arguments);
  return node;
}

const LoomMangledType *
_loom_mangled_parse_substitution (LoomMangledParser *p)
{
  static const struct { const char *code, *name; } standard[] = {
    { "t", "std" }, { "a", "std::allocator" }, { "b", "std::basic_string" }, { "s", "std::string" },
  };
  guint index;

  for (guint i = 0; i < G_N_ELEMENTS (standard); i++)
    if (eat (p, standard[i].code))
      return _loom_mangled_new_name (p, standard[i].name);

  if (!parse_sequence (p, 36, &index) || index >= p->substitutions->len)
    return NULL;
  return p->substitutions->pdata[index];
}

const LoomMangledType *
_loom_mangled_parse_parameter (LoomMangledParser *p)
{
  guint index;

  if (!parse_sequence (p, 10, &index) || p->arguments == NULL || index >= p->arguments->len)
    return NULL;
  return p->arguments->pdata[index];
}

static const LoomMangledType *
join_names (LoomMangledParser     *p,
            const LoomMangledType *prefix,
            const char            *name)
{
  g_autofree char *text = NULL;

  if (prefix == NULL)
    return _loom_mangled_new_name (p, name);
  if (prefix->text == NULL)
    return NULL;

  text = g_strconcat (prefix->text, "::", name, NULL);
  return _loom_mangled_new_name (p, text);
}

/* "N ... E": each prefix can be named again; the whole only if it is a type. */
static const LoomMangledType *
parse_nested (LoomMangledParser *p,
              gboolean           is_type)
{
  const LoomMangledType *node = NULL;

  while (*p->at == 'r' || *p->at == 'V' || *p->at == 'K')
    p->at++;

  while (!eat (p, "E"))
    {
      g_autofree char *name = NULL;

      if (eat (p, "S"))
        {
          node = _loom_mangled_parse_substitution (p);
          if (node == NULL)
            return NULL;
          continue;
        }

      if (eat (p, "T"))
        node = _loom_mangled_parse_parameter (p);
      else if (eat (p, "I"))
        node = _loom_mangled_parse_template (p, node);
      else
        {
          name = parse_source_name (p);
          node = name != NULL ? join_names (p, node, name) : NULL;
        }

      if (node == NULL)
        return NULL;
      if (*p->at != 'E' || is_type)
        remember (p, node);
    }

  return node;
}

const LoomMangledType *
_loom_mangled_parse_name (LoomMangledParser *p,
                          gboolean           is_type)
{
  const LoomMangledType *node;
  g_autofree char *name = NULL;

  if (eat (p, "N"))
    return parse_nested (p, is_type);

  if (eat (p, "St"))
    {
      name = parse_source_name (p);
      node = name != NULL ? join_names (p, _loom_mangled_new_name (p, "std"), name) : NULL;
    }
  else
    {
      name = parse_source_name (p);
      node = name != NULL ? _loom_mangled_new_name (p, name) : NULL;
    }

  if (node != NULL && (is_type || *p->at == 'I'))
    remember (p, node);
  if (node == NULL || !eat (p, "I"))
    return node;

  node = _loom_mangled_parse_template (p, node);
  return is_type ? remember (p, node) : node;
}
