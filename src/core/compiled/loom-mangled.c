/* loom-mangled.c: takes the compiler's mangled function names apart
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The grammar is that of the Itanium C++ ABI, section 5.1 "External names", as far as kernels need
 * it: names with namespaces and template arguments, builtin types, pointers, references, arrays,
 * functions, qualifiers, literals and substitutions. Tags are passed over. Whatever lies outside
 * (decltype, expressions, local names) makes the whole name unreadable, never wrong.
 */

#include "config.h"

#include "loom-mangled.h"

#include <string.h>

/* Names come from a compiler that a hostile source drove. */
#define MAX_DEPTH 64
#define MAX_NODES 65536

/* Where a name is read. What parses moves on behind it, and returns NULL for what it can't read. */
typedef struct
{
  const char  *at;
  LoomMangled *result;
  GPtrArray   *substitutions;   /* (element-type LoomMangledType), borrowed */
  GPtrArray   *arguments;       /* of the function, for T_; borrowed */
  guint        depth;
} Parser;

static const LoomMangledType *parse_type (Parser *p);
static const LoomMangledType *parse_name (Parser *p,
                                          gboolean           is_type);

static const LoomMangledType *
remember (Parser                *p,
          const LoomMangledType *node)
{
  if (node != NULL)
    g_ptr_array_add (p->substitutions, (gpointer) node);
  return node;
}

static gboolean
eat (Parser     *p,
     const char *text)
{
  if (!g_str_has_prefix (p->at, text))
    return FALSE;

  p->at += strlen (text);
  return TRUE;
}

static gboolean
parse_number (Parser  *p,
              guint64 *number)
{
  const char *end;

  if (!g_ascii_isdigit (*p->at))
    return FALSE;

  *number = g_ascii_strtoull (p->at, (char **) &end, 10);
  p->at = end;
  return TRUE;
}

static void
free_node (gpointer data)
{
  LoomMangledType *node = data;

  g_free (node->text);
  g_free (node->base);
  g_clear_pointer (&node->arguments, g_ptr_array_unref);
  g_free (node);
}

static LoomMangledType *
new_node (Parser          *p,
          LoomMangledKind  kind)
{
  LoomMangledType *node;

  if (p->result->nodes->len >= MAX_NODES)
    return NULL;

  node = g_new0 (LoomMangledType, 1);
  node->kind = kind;
  g_ptr_array_add (p->result->nodes, node);
  return node;
}

static const LoomMangledType *
new_name (Parser     *p,
          const char *text)
{
  LoomMangledType *node = new_node (p, LOOM_MANGLED_NAME);

  if (node == NULL)
    return NULL;

  node->text = g_strdup (text);
  node->base = g_strdup (text);
  return node;
}

static void
append_arguments (GString   *text,
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

/* The sequence number of a substitution or template parameter: none is 0, then base 36 (or 10) from
 * 1, then "_". */
static gboolean
parse_sequence (Parser *p,
                guint   base,
                guint  *index)
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

      if (digit >= (int) base || value > MAX_NODES)
        return FALSE;
      value = value * base + digit;
      p->at++;
    }

  p->at++;
  *index = value + 1;
  return TRUE;
}

/* How many bytes of a name follow. */
static gboolean
parse_length (Parser  *p,
              guint64 *length)
{
  return parse_number (p, length) && *length > 0 && *length <= strlen (p->at);
}

static char *
parse_source_name (Parser *p)
{
  guint64 length;
  char *text;

  while (*p->at == 'L')         /* internal linkage */
    p->at++;
  if (!parse_length (p, &length))
    return NULL;

  text = g_str_has_prefix (p->at, "_GLOBAL__N_") ? g_strdup ("(anonymous namespace)")
                                                 : g_strndup (p->at, length);
  p->at += length;
  while (eat (p, "B"))
    {
      if (!parse_length (p, &length))
        {
          g_free (text);
          return NULL;
        }
      p->at += length;
    }
  return text;
}

static const LoomMangledType *
parse_literal (Parser *p)
{
  const LoomMangledType *type = parse_type (p);
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
    return new_name (p, g_str_equal (text, "1") ? "true" : "false");
  return new_name (p, text);
}

static const LoomMangledType *
parse_template_argument (Parser *p)
{
  if (eat (p, "L"))
    return g_str_has_prefix (p->at, "_Z") ? NULL : parse_literal (p);

  if (eat (p, "J"))
    {
      LoomMangledType *pack = new_node (p, LOOM_MANGLED_PACK);

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

  return parse_type (p);
}

/* Parses "I ... E" after a template's name. */
static const LoomMangledType *
parse_template (Parser                *p,
                const LoomMangledType *template)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_autoptr (GString) text = NULL;
  LoomMangledType *node;

  if (template == NULL || template->text == NULL || ++p->depth > MAX_DEPTH)
    return NULL;

  while (!eat (p, "E"))
    {
      const LoomMangledType *argument = parse_template_argument (p);

      if (argument == NULL)
        return NULL;
      g_ptr_array_add (arguments, (gpointer) argument);
    }
  p->depth--;

  node = new_node (p, LOOM_MANGLED_NAME);
  if (node == NULL)
    return NULL;

  text = g_string_new (template->text);
  g_string_append_c (text, '<');
  append_arguments (text, arguments);
  g_string_append_c (text, '>');
  node->base = g_strdup (template->text);
  node->text = g_strdup (text->str);
  node->arguments = g_steal_pointer (&arguments);
  return node;
}

static const LoomMangledType *
parse_substitution (Parser *p)
{
  static const struct { const char *code, *name; } standard[] = {
    { "t", "std" }, { "a", "std::allocator" }, { "b", "std::basic_string" }, { "s", "std::string" },
  };
  guint index;

  for (guint i = 0; i < G_N_ELEMENTS (standard); i++)
    if (eat (p, standard[i].code))
      return new_name (p, standard[i].name);

  if (!parse_sequence (p, 36, &index) || index >= p->substitutions->len)
    return NULL;
  return p->substitutions->pdata[index];
}

static const LoomMangledType *
parse_parameter (Parser *p)
{
  guint index;

  if (!parse_sequence (p, 10, &index) || p->arguments == NULL || index >= p->arguments->len)
    return NULL;
  return p->arguments->pdata[index];
}

static const LoomMangledType *
join_names (Parser                *p,
            const LoomMangledType *prefix,
            const char            *name)
{
  g_autofree char *text = NULL;

  if (prefix == NULL)
    return new_name (p, name);
  if (prefix->text == NULL)
    return NULL;

  text = g_strconcat (prefix->text, "::", name, NULL);
  return new_name (p, text);
}

/* "N ... E": each prefix can be named again; the whole only if it is a type. */
static const LoomMangledType *
parse_nested (Parser   *p,
              gboolean  is_type)
{
  const LoomMangledType *node = NULL;

  while (*p->at == 'r' || *p->at == 'V' || *p->at == 'K')
    p->at++;

  while (!eat (p, "E"))
    {
      g_autofree char *name = NULL;

      if (eat (p, "S"))
        {
          node = parse_substitution (p);
          if (node == NULL)
            return NULL;
          continue;
        }

      if (eat (p, "T"))
        node = parse_parameter (p);
      else if (eat (p, "I"))
        node = parse_template (p, node);
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

static const LoomMangledType *
parse_name (Parser   *p,
            gboolean  is_type)
{
  const LoomMangledType *node;
  g_autofree char *name = NULL;

  if (eat (p, "N"))
    return parse_nested (p, is_type);

  if (eat (p, "St"))
    {
      name = parse_source_name (p);
      node = name != NULL ? join_names (p, new_name (p, "std"), name) : NULL;
    }
  else
    {
      name = parse_source_name (p);
      node = name != NULL ? new_name (p, name) : NULL;
    }

  if (node != NULL && (is_type || *p->at == 'I'))
    remember (p, node);
  if (node == NULL || !eat (p, "I"))
    return node;

  node = parse_template (p, node);
  return is_type ? remember (p, node) : node;
}

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
parse_qualified (Parser *p)
{
  const LoomMangledType *inner;
  LoomMangledType *node;
  gboolean is_const = FALSE;

  while (*p->at == 'r' || *p->at == 'V' || *p->at == 'K')
    is_const |= *p->at++ == 'K';

  inner = parse_type (p);
  node = inner != NULL ? new_node (p, inner->kind) : NULL;
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
parse_pointer (Parser   *p,
               gboolean  is_reference)
{
  const LoomMangledType *inner = parse_type (p);
  LoomMangledType *node = inner != NULL ? new_node (p, LOOM_MANGLED_POINTER) : NULL;

  if (node == NULL)
    return NULL;

  node->inner = inner;
  node->is_reference = is_reference;
  return remember (p, node);
}

static const LoomMangledType *
parse_array (Parser *p)
{
  guint64 count = 0;
  const LoomMangledType *inner;
  LoomMangledType *node;

  parse_number (p, &count);
  if (!eat (p, "_") || (inner = parse_type (p)) == NULL
      || (node = new_node (p, LOOM_MANGLED_ARRAY)) == NULL)
    return NULL;

  node->count = count;
  node->inner = inner;
  return remember (p, node);
}

static const LoomMangledType *
parse_function (Parser *p)
{
  LoomMangledType *node = new_node (p, LOOM_MANGLED_FUNCTION);

  eat (p, "Y");
  if (node == NULL || (node->inner = parse_type (p)) == NULL)
    return NULL;

  node->arguments = g_ptr_array_new ();
  while (!eat (p, "E"))
    {
      const LoomMangledType *argument = parse_type (p);

      if (argument == NULL)
        return NULL;
      g_ptr_array_add (node->arguments, (gpointer) argument);
    }

  return remember (p, node);
}

static const LoomMangledType *
parse_repeated (Parser *p)
{
  const LoomMangledType *node;

  if (eat (p, "T"))
    node = remember (p, parse_parameter (p));
  else if (p->at[0] == 'S' && p->at[1] == 't')
    return parse_name (p, TRUE);
  else
    {
      p->at++;
      node = parse_substitution (p);
    }

  return node != NULL && eat (p, "I") ? remember (p, parse_template (p, node)) : node;
}

static const LoomMangledType *
parse_builtin (Parser *p)
{
  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    if (*p->at == builtins[i].letter)
      {
        p->at++;
        return new_name (p, builtins[i].name);
      }

  if (eat (p, "Dn"))
    return new_name (p, "decltype(nullptr)");
  if (eat (p, "Du"))
    return new_name (p, "char8_t");
  if (eat (p, "Ds"))
    return new_name (p, "char16_t");
  if (eat (p, "Di"))
    return new_name (p, "char32_t");
  if (eat (p, "DF16_") || eat (p, "Dh"))
    return new_name (p, "_Float16");

  return NULL;
}

static const LoomMangledType *
parse_type_inner (Parser *p)
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
        return parse_name (p, TRUE);
      return parse_builtin (p);
    }
}

static const LoomMangledType *
parse_type (Parser *p)
{
  const LoomMangledType *node;

  if (++p->depth > MAX_DEPTH)
    return NULL;

  node = parse_type_inner (p);
  p->depth--;
  return node;
}

static gboolean
parse_encoding (Parser *p)
{
  const LoomMangledType *name;

  if (!eat (p, "_Z") || (name = parse_name (p, FALSE)) == NULL || name->text == NULL)
    return FALSE;

  p->result->name = g_strdup (name->text);
  if (name->arguments != NULL)
    {
      p->result->template_arguments = g_ptr_array_ref (name->arguments);
      p->arguments = name->arguments;
      /* Templates of functions spell what they return; of a variable there is no more. */
      if (*p->at != '\0' && parse_type (p) == NULL)
        return FALSE;
    }

  while (*p->at != '\0')
    {
      const LoomMangledType *parameter = parse_type (p);

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
  Parser p = { symbol, self, substitutions, NULL, 0 };

  self->nodes = g_ptr_array_new_with_free_func (free_node);
  self->parameters = g_ptr_array_new ();
  return parse_encoding (&p) ? g_steal_pointer (&self) : NULL;
}

/**
 * loom_mangled_free:
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

/* `float[4][8]`, or a pointer to such an array: `float (*)[4][8]`. */
static char *
format_array (const LoomMangledType *self)
{
  const gboolean is_pointer = self->kind == LOOM_MANGLED_POINTER;
  g_autoptr (GString) extents = g_string_new (NULL);
  g_autofree char *cell = NULL;
  const LoomMangledType *at = is_pointer ? self->inner : self;

  for (; at->kind == LOOM_MANGLED_ARRAY; at = at->inner)
    g_string_append_printf (extents, "[%" G_GUINT64_FORMAT "]", at->count);
  cell = loom_mangled_type_format (at);
  if (!is_pointer)
    return g_strconcat (cell, extents->str, NULL);
  return g_strconcat (cell, self->is_reference ? " (&" : " (*", self->is_const ? " const)" : ")",
                      extents->str, NULL);
}

/**
 * loom_mangled_type_format:
 *
 * Spells a type as CUDA C++ does, `const float*`.
 *
 * Returns: (transfer full): the spelling
 */
char *
loom_mangled_type_format (const LoomMangledType *self)
{
  g_autofree char *inner = NULL;
  g_autoptr (GString) arguments = g_string_new (NULL);

  if (self->kind == LOOM_MANGLED_ARRAY ||
      (self->kind == LOOM_MANGLED_POINTER && self->inner->kind == LOOM_MANGLED_ARRAY))
    return format_array (self);

  inner = self->inner != NULL ? loom_mangled_type_format (self->inner) : NULL;
  switch (self->kind)
    {
    case LOOM_MANGLED_POINTER:
      return g_strconcat (inner, self->is_reference ? "&" : "*", self->is_const ? " const" : NULL,
                          NULL);
    case LOOM_MANGLED_FUNCTION:
      append_arguments (arguments, self->arguments);
      return g_strdup_printf ("%s(%s)", inner, arguments->str);
    case LOOM_MANGLED_PACK:
      append_arguments (arguments, self->arguments);
      return g_strdup (arguments->str);
    case LOOM_MANGLED_NAME:
    default:
      return g_strconcat (self->is_const ? "const " : "", self->text, NULL);
    }
}
