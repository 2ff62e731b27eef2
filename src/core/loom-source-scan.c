/* loom-source-scan.c: kernels, variables and host functions of a source, by its tokens
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-scan.h"
#include "loom-source-tokens-private.h"

#include <string.h>

/* Template arguments longer than this are not recognised; it bounds the search for each closing
 * bracket. */
#define MAX_ARGUMENTS 128

/* Namespaces nested deeper than this many letters lose their names, which would be copied for
 * each kernel. */
#define MAX_PREFIX 1024

#define NOWHERE G_MAXUINT

typedef struct
{
  gsize    prefix_length;       /* of the namespaces outside */
  gboolean is_extern_c;
} Scope;

typedef struct
{
  const char     *text;
  GArray         *tokens;       /* (element-type LoomSourceToken) */
  guint           n;
  GString        *prefix;       /* "outer::inner::" */
  GArray         *scopes;       /* (element-type Scope) */
  GHashTable     *instantiated; /* names of templates */
  LoomSourceScan *scan;
} Scanner;

/* One declaration at namespace scope: indices of tokens. */
typedef struct
{
  guint    start;
  guint    end;                 /* behind its semicolon or body */
  guint    stop;                /* of its semicolon, or of the brace of its body */
  guint    name, arguments;     /* of a function: name, < behind it or NOWHERE */
  guint    paren;               /* of its parameters, or NOWHERE */
  guint    equals;              /* or NOWHERE */
  gboolean has_body;
  gboolean is_global, is_device, is_constant, is_host, is_type, is_constexpr;
} Declaration;

static void
kernel_free (gpointer data)
{
  LoomScannedKernel *self = data;

  g_free (self->name);
  g_strfreev (self->params);
  g_free (self->template_params);
  g_free (self);
}

static void
variable_free (gpointer data)
{
  LoomScannedVariable *self = data;

  g_free (self->name);
  g_free (self);
}

static void
function_free (gpointer data)
{
  LoomScannedFunction *self = data;

  g_free (self->name);
  g_free (self);
}

static const LoomToken *
get_token (Scanner *self,
           guint    index)
{
  return &g_array_index (self->tokens, LoomSourceToken, index).token;
}

static gboolean
is (Scanner    *self,
    guint       index,
    const char *word)
{
  return index < self->n && _loom_token_is (get_token (self, index), self->text, word);
}

static char
get_punctuation (Scanner *self,
                 guint    index)
{
  const LoomToken *token = index < self->n ? get_token (self, index) : NULL;

  return token != NULL && token->kind == LOOM_TOKEN_PUNCTUATION ? self->text[token->offset] : '\0';
}

static gboolean
is_identifier (Scanner *self,
               guint    index)
{
  return index < self->n && get_token (self, index)->kind == LOOM_TOKEN_IDENTIFIER;
}

static gboolean
is_any (Scanner            *self,
        guint               index,
        const char * const *words)
{
  for (; *words != NULL; words++)
    {
      if (is (self, index, *words))
        return TRUE;
    }

  return FALSE;
}

static char *
dup_text (Scanner *self,
          guint    first,
          guint    end)
{
  gsize start = get_token (self, first)->offset;
  const LoomToken *last = get_token (self, end - 1);

  return end > first ? g_strndup (self->text + start, last->offset + last->length - start)
         : g_strdup ("");
}

/* Behind the bracket that closes the one at `index`, or the end. */
static guint
skip_brackets (Scanner *self,
               guint    index)
{
  char open = get_punctuation (self, index);
  char close = open == '(' ? ')' : open == '[' ? ']' : '}';
  guint depth = 0;

  for (; index < self->n; index++)
    {
      char c = get_punctuation (self, index);

      if (c == open)
        depth++;
      else if (c == close && --depth == 0)
        return index + 1;
    }

  return self->n;
}

/* Behind the > that closes the < at `index`; `index` itself if it is a mere comparison. */
static guint
skip_angles (Scanner *self,
             guint    index)
{
  guint depth = 0, parens = 0;

  for (guint i = index; i < self->n && i - index < MAX_ARGUMENTS; i++)
    {
      char c = get_punctuation (self, i);

      if (c == ';' || c == '{' || c == '}' || (c == ')' && parens == 0))
        break;
      parens += (c == '(') - (c == ')');
      if (parens > 0)
        continue;
      if (c == '<')
        depth++;
      else if (c == '>' && --depth == 0)
        return i + 1;
    }

  return index;
}

/* The same, but never the same place. */
static guint
step_over_angles (Scanner *self,
                  guint    index)
{
  guint next = skip_angles (self, index);

  return MAX (next, index + 1);
}

/* Words that take parentheses without being a function's name. */
static gboolean
is_attribute (Scanner *self,
              guint    index)
{
  static const char * const words[] = {
    "__launch_bounds__", "__attribute__", "__align__", "alignas", "__declspec", "decltype",
    "noexcept",
    "__maxnreg__", "__cluster_dims__", "__block_size__", "requires", "static_assert", "throw", NULL
  };

  return is_any (self, index, words);
}

static void
read_specifier (Scanner     *self,
                guint        index,
                Declaration *declaration)
{
  static const char * const type_words[] =
    { "class", "struct", "union", "enum", "typedef", "using", "concept", NULL };

  declaration->is_global |= is (self, index, "__global__");
  declaration->is_device |= is (self, index, "__device__") || is (self, index, "__managed__");
  declaration->is_constant |= is (self, index, "__constant__");
  declaration->is_host |= is (self, index, "__host__");
  declaration->is_constexpr |= is (self, index, "constexpr") || is (self, index, "consteval");
  declaration->is_type |= is_any (self, index, type_words);
}

/* At an opening parenthesis: that of the parameters if a name stands before it. Where to go on. */
static guint
read_paren (Scanner     *self,
            guint        index,
            Declaration *declaration)
{
  guint name = index - 1;

  if (declaration->paren != NOWHERE || declaration->equals != NOWHERE ||
      index == declaration->start)
    return skip_brackets (self, index);

  if (is (self, name, "operator") && get_punctuation (self, index + 1) == ')')
    index += 2;
  else if (declaration->arguments != NOWHERE && get_punctuation (self, name) == '>')
    name = declaration->arguments - 1;
  if (!is_identifier (self, name) || get_punctuation (self, index) != '(')
    return skip_brackets (self, index);

  declaration->name = name;
  declaration->paren = index;
  return skip_brackets (self, index);
}

/* One token of a declaration. Where to go on; the same place where the declaration ends. */
static guint
read_token (Scanner     *self,
            guint        index,
            Declaration *declaration)
{
  char c = get_punctuation (self, index);
  guint next;

  switch (c)
    {
    case ';':
    case '}':
      return index;
    case '{':
      declaration->has_body = declaration->paren != NOWHERE && declaration->equals == NOWHERE;
      return declaration->has_body ? index : skip_brackets (self, index);
    case '(':
      return read_paren (self, index, declaration);
    case '[':
      return skip_brackets (self, index);
    case '=':
      if (declaration->paren == NOWHERE && declaration->equals == NOWHERE)
        declaration->equals = index;
      return index + 1;
    case '<':
      next = is_identifier (self, index - 1) && declaration->paren == NOWHERE
             ? skip_angles (self, index) : index;
      if (next > index)
        declaration->arguments = index;
      return MAX (next, index + 1);
    default:
      read_specifier (self, index, declaration);
      if (is_attribute (self, index) && get_punctuation (self, index + 1) == '(')
        return skip_brackets (self, index + 1);
      return index + 1;
    }
}

static void
read_declaration (Scanner     *self,
                  guint        start,
                  Declaration *declaration)
{
  guint index = start;

  *declaration = (Declaration) {
    .start = start, .name = NOWHERE, .arguments = NOWHERE, .paren = NOWHERE, .equals = NOWHERE,
  };
  while (index < self->n)
    {
      guint next = read_token (self, index, declaration);

      if (next == index)
        break;
      index = next;
    }

  declaration->stop = index;
  if (declaration->has_body)
    declaration->end = skip_brackets (self, index);
  else
    declaration->end = get_punctuation (self, index) == ';' ? index + 1 : index;
}

/* The name of one parameter, whose tokens these are; "" if it has none. */
static char *
get_param_name (Scanner *self,
                guint    first,
                guint    end)
{
  static const char * const type_words[] = {
    "const", "volatile", "__restrict__", "__restrict", "restrict", "struct", "unsigned", "signed",
    "int", "long", "short", "char", "float", "double", "bool", "void", "auto", "__grid_constant__",
    "typename", "enum", "class", NULL
  };
  guint name = NOWHERE, n_words = 0;

  for (guint i = first; i < end; i++)
    {
      char c = get_punctuation (self, i);

      if (c == '=' || (c == '[' && name != NOWHERE))
        break;
      if (c == '<')
        i = step_over_angles (self, i) - 1;
      if (!is_identifier (self, i))
        continue;
      n_words += !is (self, i, "const") && !is (self, i, "volatile") && !is (self, i, "struct") &&
                 !(i >= first + 2 && get_punctuation (self, i - 1) == ':');
      name = i;
      /* (*name)[4], (*name) (int) */
      if (i > first && get_punctuation (self, i - 1) == '*' && get_punctuation (self, i + 1) == ')')
        break;
    }

  if (name == NOWHERE || n_words < 2 || is_any (self, name, type_words) ||
      (name > first && get_punctuation (self, name - 1) == ':'))
    return g_strdup ("");
  return dup_text (self, name, name + 1);
}

/* Where the parameter that begins at `index` ends: at its comma, or at `end`. */
static guint
find_comma (Scanner *self,
            guint    index,
            guint    end)
{
  while (index < end)
    {
      char c = get_punctuation (self, index);
      guint next = index + 1;

      if (c == ',')
        return index;
      if (c == '(' || c == '[' || c == '{')
        next = skip_brackets (self, index);
      else if (c == '<')
        next = step_over_angles (self, index);
      index = next;
    }

  return end;
}

static GStrv
list_params (Scanner *self,
             guint    paren)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  guint end = skip_brackets (self, paren) - 1;
  guint first = paren + 1;
  gboolean is_empty = first >= end || (end == first + 1 && is (self, first, "void"));

  while (!is_empty && first <= end)
    {
      guint comma = find_comma (self, first, end);
      g_autofree char *name = get_param_name (self, first, MIN (comma, end));

      g_strv_builder_add (names, name);
      first = comma + 1;
    }

  return g_strv_builder_end (names);
}

static gboolean
is_in_extern_c (Scanner *self)
{
  return self->scopes->len > 0 &&
         g_array_index (self->scopes, Scope, self->scopes->len - 1).is_extern_c;
}

static char *
qualify (Scanner    *self,
         const char *name)
{
  return g_strconcat (self->prefix->str, name, NULL);
}

static void
add_kernel (Scanner           *self,
            const Declaration *declaration,
            const char        *template_params)
{
  LoomScannedKernel *kernel = g_new0 (LoomScannedKernel, 1);
  gboolean is_specialised = declaration->arguments == declaration->name + 1;
  g_autofree char *name = dup_text (self, declaration->name,
                                    is_specialised ? declaration->paren : declaration->name + 1);

  kernel->name = qualify (self, name);
  kernel->line = get_token (self, declaration->name)->line;
  kernel->params = list_params (self, declaration->paren);
  kernel->is_extern_c = is_in_extern_c (self) ||
                        (is (self, declaration->start, "extern") &&
                         is (self, declaration->start + 1, "\"C\""));
  kernel->is_template = template_params != NULL && *template_params != '\0';
  kernel->template_params = kernel->is_template ? g_strdup (template_params) : NULL;
  g_ptr_array_add (self->scan->kernels, kernel);
}

static void
add_host_function (Scanner           *self,
                   const Declaration *declaration,
                   guint              start,
                   gboolean           is_template)
{
  LoomScannedFunction *function = g_new0 (LoomScannedFunction, 1);
  g_autofree char *name = dup_text (self, declaration->name, declaration->name + 1);

  function->name = qualify (self, name);
  function->line = get_token (self, start)->line;
  function->end_line = get_token (self, declaration->end - 1)->line;
  function->is_template = is_template;
  function->is_conditional = g_array_index (self->tokens, LoomSourceToken, start).is_conditional;
  g_ptr_array_add (self->scan->host_functions, function);
}

/* Each declarator of `__constant__ float a[4] = {…}, b;`. */
static void
add_variables (Scanner           *self,
               const Declaration *declaration)
{
  guint first = declaration->start;

  while (first < declaration->stop)
    {
      guint comma = find_comma (self, first, declaration->stop);
      guint name = NOWHERE;

      for (guint i = first; i < comma; i++)
        {
          if (is_identifier (self, i) && !is_attribute (self, i))
            name = i;
          if (strchr ("=[{(", get_punctuation (self, i)) != NULL &&
              get_punctuation (self, i) != '\0' &&
              !(i > first && is_attribute (self, i - 1)))
            break;
          if (get_punctuation (self, i) == '<')
            i = step_over_angles (self, i) - 1;
        }
      if (name != NOWHERE)
        {
          LoomScannedVariable *variable = g_new0 (LoomScannedVariable, 1);
          g_autofree char *text = dup_text (self, name, name + 1);

          variable->name = qualify (self, text);
          variable->line = get_token (self, name)->line;
          variable->is_constant = declaration->is_constant;
          g_ptr_array_add (self->scan->variables, variable);
        }
      first = comma + 1;
    }
}

static void
add_declaration (Scanner           *self,
                 const Declaration *declaration,
                 guint              start,
                 const char        *template_params)
{
  gboolean is_function = declaration->paren != NOWHERE;

  if (is_function && declaration->has_body && declaration->is_global)
    add_kernel (self, declaration, template_params);
  else if (is_function && declaration->has_body && !declaration->is_device &&
           !declaration->is_constexpr)
    add_host_function (self, declaration, start, template_params != NULL);
  else if (!is_function && !declaration->is_type &&
           (declaration->is_device || declaration->is_constant))
    add_variables (self, declaration);
}

/* `template __global__ void scale<float> (…);` */
static void
read_instantiation (Scanner           *self,
                    const Declaration *declaration)
{
  g_autofree char *name = NULL;

  if (!declaration->is_global || declaration->paren == NOWHERE)
    return;

  name = dup_text (self, declaration->name, declaration->name + 1);
  g_hash_table_add (self->instantiated, qualify (self, name));
  g_hash_table_add (self->instantiated, g_steal_pointer (&name));
}

static void
mark_instantiated (Scanner *self)
{
  for (guint i = 0; i < self->scan->kernels->len; i++)
    {
      LoomScannedKernel *kernel = g_ptr_array_index (self->scan->kernels, i);

      kernel->is_instantiated = kernel->is_template &&
                                g_hash_table_contains (self->instantiated, kernel->name);
    }
}

static guint
scan_template (Scanner *self,
               guint    index)
{
  guint start = index, next = skip_angles (self, index + 1);
  g_autofree char *params = NULL;
  Declaration declaration;

  if (get_punctuation (self, index + 1) != '<')
    {
      read_declaration (self, index + 1, &declaration);
      read_instantiation (self, &declaration);
      return declaration.end;
    }
  if (next == index + 1)
    return index + 1;

  params = next - 1 > index + 2 ? dup_text (self, index + 2, next - 1) : g_strdup ("");
  while (is (self, next, "template") && get_punctuation (self, next + 1) == '<' &&
         skip_angles (self, next + 1) > next + 1)
    next = skip_angles (self, next + 1);
  read_declaration (self, next, &declaration);
  add_declaration (self, &declaration, start, params);
  return declaration.end;
}

static guint
open_scope (Scanner    *self,
            guint       brace,
            const char *name,
            gboolean    is_c)
{
  Scope scope = { self->prefix->len, is_c || is_in_extern_c (self) };

  g_array_append_val (self->scopes, scope);
  if (*name != '\0' && self->prefix->len + strlen (name) < MAX_PREFIX)
    g_string_append_printf (self->prefix, "%s::", name);
  return brace + 1;
}

/* At `namespace`. Where to go on; the same place if this opens none. */
static guint
scan_namespace (Scanner *self,
                guint    index)
{
  g_autoptr (GString) name = g_string_new (NULL);
  guint i = index + 1;

  for (; is_identifier (self, i) || get_punctuation (self, i) == ':'; i++)
    {
      const LoomToken *token = get_token (self, i);

      g_string_append_len (name, self->text + token->offset, token->length);
    }

  return get_punctuation (self, i) == '{' ? open_scope (self, i, name->str, FALSE) : index;
}

static guint
scan_declaration (Scanner *self,
                  guint    index)
{
  Declaration declaration;
  guint next;

  if (is (self, index, "namespace") && (next = scan_namespace (self, index)) > index)
    return next;
  if (is (self, index, "extern") && is (self, index + 1, "\"C\"") &&
      get_punctuation (self, index + 2) == '{')
    return open_scope (self, index + 2, "", TRUE);
  if (is (self, index, "template"))
    return scan_template (self, index);
  if (is (self, index, "inline") && is (self, index + 1, "namespace"))
    return index + 1;

  if (get_punctuation (self, index) == '}' && self->scopes->len > 0)
    {
      g_string_truncate (self->prefix,
                         g_array_index (self->scopes, Scope, self->scopes->len - 1).prefix_length);
      g_array_set_size (self->scopes, self->scopes->len - 1);
      return index + 1;
    }

  read_declaration (self, index, &declaration);
  add_declaration (self, &declaration, index, NULL);
  return declaration.end;
}

/**
 * loom_source_scan_new:
 * @text: a source, without its settings; any bytes
 * @length: of @text
 *
 * Looks a source over. It takes time in proportion to its length, and never fails: what it does not
 * understand it passes by.
 *
 * Returns: (transfer full): what was found
 */
LoomSourceScan *
loom_source_scan_new (const char *text,
                      gsize       length)
{
  Scanner scanner = { .text = text };
  guint index = 0;

  g_return_val_if_fail (text != NULL || length == 0, NULL);

  scanner.tokens = _loom_source_tokens_new (text, length);
  scanner.n = scanner.tokens->len;
  scanner.prefix = g_string_new (NULL);
  scanner.scopes = g_array_new (FALSE, FALSE, sizeof (Scope));
  scanner.instantiated = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  scanner.scan = g_new0 (LoomSourceScan, 1);
  scanner.scan->kernels = g_ptr_array_new_with_free_func (kernel_free);
  scanner.scan->variables = g_ptr_array_new_with_free_func (variable_free);
  scanner.scan->host_functions = g_ptr_array_new_with_free_func (function_free);

  /* A stray closing brace must not stop it. */
  while (index < scanner.n)
    {
      guint next = scan_declaration (&scanner, index);

      index = MAX (next, index + 1);
    }

  mark_instantiated (&scanner);
  g_array_unref (scanner.tokens);
  g_array_unref (scanner.scopes);
  g_hash_table_unref (scanner.instantiated);
  g_string_free (scanner.prefix, TRUE);
  return scanner.scan;
}

/**
 * loom_source_scan_free:
 * @self: (transfer full) (nullable): what was found
 *
 * Frees it.
 */
void
loom_source_scan_free (LoomSourceScan *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->kernels);
  g_ptr_array_unref (self->variables);
  g_ptr_array_unref (self->host_functions);
  g_free (self);
}

/**
 * loom_source_scan_find_kernel:
 * @self: what was found
 * @name: a kernel as the source or `kernel=` names it, perhaps with template arguments
 *
 * Looks a kernel up: a specialisation of just this name before the template.
 *
 * Returns: (transfer none) (nullable): the kernel, or %NULL
 */
LoomScannedKernel *
loom_source_scan_find_kernel (LoomSourceScan *self,
                              const char     *name)
{
  g_autofree char *base = NULL;
  LoomScannedKernel *found = NULL;

  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  base = g_strchomp (g_strndup (name, strcspn (name, "<")));
  for (guint i = 0; i < self->kernels->len; i++)
    {
      LoomScannedKernel *kernel = g_ptr_array_index (self->kernels, i);

      if (strcmp (kernel->name, name) == 0)
        return kernel;
      if (found == NULL && strcmp (kernel->name, base) == 0)
        found = kernel;
    }

  return found;
}
