/* loom-source-scan.c: kernels, variables and host functions of a source, by its tokens
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-scan-private.h"

#include "loom-source-reader-private.h"
#include "loom-source-scan.h"

#include <string.h>

/* Namespaces nested deeper than this many letters lose their names, which would be copied for
 * each kernel. */
#define MAX_PREFIX 1024

typedef struct
{
  gsize    prefix_length;       /* of the namespaces outside */
  gboolean is_extern_c;
} Scope;

typedef struct
{
  LoomSourceReader source;
  GString         *prefix;       /* "outer::inner::" */
  GArray          *scopes;       /* (element-type Scope) */
  GHashTable      *instantiated; /* names of templates */
  LoomSourceScan  *scan;
} Scanner;

static void
body_clear (gpointer data)
{
  g_free (((LoomSourceBody *) data)->name);
}

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
add_kernel (Scanner                     *self,
            const LoomSourceDeclaration *declaration,
            const char                  *template_params)
{
  LoomScannedKernel *kernel = g_new0 (LoomScannedKernel, 1);
  gboolean is_specialised = declaration->arguments == declaration->name + 1;
  g_autofree char *name = _loom_source_dup_text (&self->source, declaration->name,
                                                 is_specialised ? declaration->paren
                                                                : declaration->name + 1);

  kernel->name = qualify (self, name);
  kernel->body = self->scan->bodies->len - 1;
  kernel->line = get_token (&self->source, declaration->name)->line;
  kernel->params = _loom_source_list_params (&self->source, declaration->paren);
  kernel->is_extern_c = is_in_extern_c (self) ||
                        (is_word (&self->source, declaration->start, "extern") &&
                         is_word (&self->source, declaration->start + 1, "\"C\""));
  kernel->is_template = template_params != NULL && *template_params != '\0';
  kernel->template_params = kernel->is_template ? g_strdup (template_params) : NULL;
  g_ptr_array_add (self->scan->kernels, kernel);
}

static void
add_host_function (Scanner                     *self,
                   const LoomSourceDeclaration *declaration,
                   guint                        start,
                   gboolean                     is_template)
{
  LoomScannedFunction *function = g_new0 (LoomScannedFunction, 1);
  g_autofree char *name = _loom_source_dup_text (&self->source, declaration->name,
                                                 declaration->name + 1);

  function->name = qualify (self, name);
  function->line = get_token (&self->source, start)->line;
  function->end_line = get_token (&self->source, declaration->end - 1)->line;
  function->is_template = is_template;
  function->is_conditional =
    g_array_index (self->source.tokens, LoomToken, start).is_conditional;
  g_ptr_array_add (self->scan->host_functions, function);
}

/* Each declarator of `__constant__ float a[4] = {…}, b;`. */
static void
add_variables (Scanner                     *self,
               const LoomSourceDeclaration *declaration)
{
  guint first = declaration->start;

  while (first < declaration->stop)
    {
      guint comma = _loom_source_find_comma (&self->source, first, declaration->stop);
      guint name = LOOM_NOWHERE;

      for (guint i = first; i < comma; i++)
        {
          if (is_identifier (&self->source, i) && !_loom_source_is_attribute (&self->source, i))
            name = i;
          if (strchr ("=[{(", get_punctuation (&self->source, i)) != NULL &&
              get_punctuation (&self->source, i) != '\0' &&
              !(i > first && _loom_source_is_attribute (&self->source, i - 1)))
            break;
          if (get_punctuation (&self->source, i) == '<')
            i = _loom_source_step_over_angles (&self->source, i) - 1;
        }
      if (name != LOOM_NOWHERE)
        {
          LoomScannedVariable *variable = g_new0 (LoomScannedVariable, 1);
          g_autofree char *text = _loom_source_dup_text (&self->source, name, name + 1);

          variable->name = qualify (self, text);
          variable->line = get_token (&self->source, name)->line;
          variable->is_constant = declaration->is_constant;
          g_ptr_array_add (self->scan->variables, variable);
        }
      first = comma + 1;
    }
}

/* The name of a `struct __align__ (16) A : B { … };`, or LOOM_NOWHERE. */
static guint
find_type_name (const LoomSourceReader      *source,
                const LoomSourceDeclaration *declaration)
{
  guint name = LOOM_NOWHERE;

  for (guint i = declaration->start; i < declaration->stop; i++)
    {
      char c = get_punctuation (source, i);

      if (c == '{' || c == ':' || c == '=')
        return name;
      if (c == '(')
        i = _loom_source_skip_brackets (source, i) - 1;
      else if (is_identifier (source, i))
        name = i;
    }

  return LOOM_NOWHERE;
}

/* The name that a declaration gives to a type, or LOOM_NOWHERE. */
static guint
find_declared_type (const LoomSourceReader      *source,
                    const LoomSourceDeclaration *declaration)
{
  guint name = find_type_name (source, declaration);

  if (is_word (source, declaration->start, "using"))
    return declaration->equals == declaration->start + 2 ? declaration->start + 1 : LOOM_NOWHERE;
  if (is_word (source, declaration->start, "typedef"))
    return declaration->paren == LOOM_NOWHERE && is_identifier (source, declaration->stop - 1)
           ? declaration->stop - 1 : LOOM_NOWHERE;
  return declaration->paren == LOOM_NOWHERE && declaration->equals == LOOM_NOWHERE
         ? name : LOOM_NOWHERE;
}

static void
add_type (Scanner                     *self,
          const LoomSourceDeclaration *declaration)
{
  guint name = find_declared_type (&self->source, declaration);
  g_autofree char *text = NULL;

  if (name == LOOM_NOWHERE)
    return;
  text = _loom_source_dup_text (&self->source, name, name + 1);
  g_ptr_array_add (self->scan->types, qualify (self, text));
}

/* What a name that stands in a kernel leads to: the tokens of the function or type. */
static void
add_body (Scanner                     *self,
          const LoomSourceDeclaration *declaration,
          guint                        start)
{
  gboolean is_function = declaration->paren != LOOM_NOWHERE && declaration->has_body;
  guint name = is_function ? declaration->name
               : declaration->is_type ? find_type_name (&self->source, declaration) : LOOM_NOWHERE;
  LoomSourceBody body = {
    .paren = declaration->paren, .first = declaration->start, .end = declaration->end,
    .angle = is_word (&self->source, start, "template") ? start + 1 : LOOM_NOWHERE,
    .is_global = declaration->is_global,
  };

  if (name == LOOM_NOWHERE)
    return;

  body.name = _loom_source_dup_text (&self->source, name, name + 1);
  if (is_function)
    body.first = declaration->paren;
  g_array_append_val (self->scan->bodies, body);
}

static void
add_declaration (Scanner                     *self,
                 const LoomSourceDeclaration *declaration,
                 guint                        start,
                 const char                  *template_params)
{
  gboolean is_function = declaration->paren != LOOM_NOWHERE;

  add_body (self, declaration, start);
  if (declaration->is_type && template_params == NULL)
    add_type (self, declaration);
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
read_instantiation (Scanner                     *self,
                    const LoomSourceDeclaration *declaration)
{
  g_autofree char *name = NULL;

  if (!declaration->is_global || declaration->paren == LOOM_NOWHERE)
    return;

  name = _loom_source_dup_text (&self->source, declaration->name, declaration->name + 1);
  g_hash_table_add (self->instantiated, qualify (self, name));
  g_hash_table_add (self->instantiated, g_steal_pointer (&name));
}

static guint
scan_template (Scanner *self,
               guint    index)
{
  guint start = index, next = _loom_source_skip_angles (&self->source, index + 1);
  g_autofree char *params = NULL;
  LoomSourceDeclaration declaration;

  if (get_punctuation (&self->source, index + 1) != '<')
    {
      _loom_source_read_declaration (&self->source, index + 1, &declaration);
      read_instantiation (self, &declaration);
      return declaration.end;
    }
  if (next == index + 1)
    return index + 1;

  params = next - 1 > index + 2 ? _loom_source_dup_text (&self->source, index + 2, next - 1)
                                : g_strdup ("");
  while (is_word (&self->source, next, "template") &&
         get_punctuation (&self->source, next + 1) == '<' &&
         _loom_source_skip_angles (&self->source, next + 1) > next + 1)
    next = _loom_source_skip_angles (&self->source, next + 1);
  _loom_source_read_declaration (&self->source, next, &declaration);
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

  for (; is_identifier (&self->source, i) || get_punctuation (&self->source, i) == ':'; i++)
    {
      const LoomToken *token = get_token (&self->source, i);

      g_string_append_len (name, self->source.text + token->offset, token->length);
    }

  return get_punctuation (&self->source, i) == '{' ? open_scope (self, i, name->str, FALSE) : index;
}

static guint
scan_declaration (Scanner *self,
                  guint    index)
{
  LoomSourceDeclaration declaration;
  guint next;

  if (is_word (&self->source, index, "namespace") && (next = scan_namespace (self, index)) > index)
    return next;
  if (is_word (&self->source, index, "extern") && index + 1 < self->source.n &&
      get_token (&self->source, index + 1)->kind == LOOM_TOKEN_STRING &&
      get_punctuation (&self->source, index + 2) == '{')
    return open_scope (self, index + 2, "", is_word (&self->source, index + 1, "\"C\""));
  if (is_word (&self->source, index, "template"))
    return scan_template (self, index);
  if (is_word (&self->source, index, "inline") && is_word (&self->source, index + 1, "namespace"))
    return index + 1;

  if (get_punctuation (&self->source, index) == '}' && self->scopes->len > 0)
    {
      g_string_truncate (self->prefix,
                         g_array_index (self->scopes, Scope, self->scopes->len - 1).prefix_length);
      g_array_set_size (self->scopes, self->scopes->len - 1);
      return index + 1;
    }

  _loom_source_read_declaration (&self->source, index, &declaration);
  add_declaration (self, &declaration, index, NULL);
  return declaration.end;
}

/**
 * loom_source_scan_new:
 * @text: a source, without its settings; any bytes
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
  LoomSourceExpansion expansion;
  LoomSourceScan *self;

  g_return_val_if_fail (text != NULL || length == 0, NULL);

  _loom_source_expansion_init (&expansion, LOOM_VIEW_DEVICE, text, length);
  self = _loom_source_scan_new_of (&expansion);
  _loom_source_expansion_clear (&expansion);
  return self;
}

LoomSourceScan *
_loom_source_scan_new_of (LoomSourceExpansion *expansion)
{
  Scanner scanner = { .source = { expansion->text, expansion->tokens, expansion->tokens->len } };
  guint index = 0;

  scanner.prefix = g_string_new (NULL);
  scanner.scopes = g_array_new (FALSE, FALSE, sizeof (Scope));
  scanner.instantiated = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  scanner.scan = g_new0 (LoomSourceScan, 1);
  scanner.scan->kernels = g_ptr_array_new_with_free_func (kernel_free);
  scanner.scan->variables = g_ptr_array_new_with_free_func (variable_free);
  scanner.scan->host_functions = g_ptr_array_new_with_free_func (function_free);
  scanner.scan->types = g_ptr_array_new_with_free_func (g_free);
  scanner.scan->bodies = g_array_new (FALSE, FALSE, sizeof (LoomSourceBody));
  scanner.scan->text = g_steal_pointer (&expansion->text);
  scanner.scan->tokens = g_steal_pointer (&expansion->tokens);
  scanner.scan->origins = g_steal_pointer (&expansion->origins);
  scanner.scan->macros = g_steal_pointer (&expansion->macros);
  scanner.scan->has_includes = expansion->has_includes;
  g_array_set_clear_func (scanner.scan->bodies, body_clear);

  /* A stray closing brace must not stop it. */
  while (index < scanner.source.n)
    {
      guint next = scan_declaration (&scanner, index);

      index = MAX (next, index + 1);
    }

  for (guint i = 0; i < scanner.scan->kernels->len; i++)
    {
      LoomScannedKernel *kernel = g_ptr_array_index (scanner.scan->kernels, i);

      kernel->is_instantiated = kernel->is_template &&
                                g_hash_table_contains (scanner.instantiated, kernel->name);
    }
  g_array_unref (scanner.scopes);
  g_hash_table_unref (scanner.instantiated);
  g_string_free (scanner.prefix, TRUE);
  return scanner.scan;
}

void
loom_source_scan_free (LoomSourceScan *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->kernels);
  g_ptr_array_unref (self->variables);
  g_ptr_array_unref (self->host_functions);
  g_ptr_array_unref (self->types);
  g_array_unref (self->bodies);
  g_hash_table_unref (self->macros);
  g_array_unref (self->tokens);
  g_array_unref (self->origins);
  g_free (self->text);
  g_free (self);
}

/**
 * loom_source_scan_find_kernel:
 * @name: a kernel as the source or `kernel=` names it, perhaps with template arguments
 *
 * Returns: (transfer none) (nullable): a specialisation of just this name, else the template, or
 *   %NULL
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

/**
 * loom_source_scan_guard_host_code:
 * @line: of a host function
 * @edit: (out): where to put the change
 *
 * Computes the change that hides a host function from NVRTC, and with it those that follow it
 * without another declaration between them.
 *
 * Returns: %FALSE if there is no host function at @line
 */
gboolean
loom_source_scan_guard_host_code (LoomSourceScan *self,
                                  const char     *text,
                                  gsize           length,
                                  guint           line,
                                  LoomTextEdit   *edit)
{
  guint first_line = 0, last_line = 0;
  gsize start, end;
  g_autofree char *code = NULL;

  g_return_val_if_fail (self != NULL && text != NULL && edit != NULL, FALSE);

  for (guint i = 0; i < self->host_functions->len; i++)
    {
      LoomScannedFunction *function = g_ptr_array_index (self->host_functions, i);

      if (first_line == 0 && function->line <= line && line <= function->end_line)
        {
          first_line = function->line;
          last_line = function->end_line;
        }
      else if (first_line > 0 && function->line <= last_line + 2)
        last_line = MAX (last_line, function->end_line);
    }
  if (first_line == 0)
    return FALSE;

  start = loom_text_find_line (text, length, first_line);
  end = loom_text_find_line (text, length, last_line + 1);
  code = g_strndup (text + start, end - start);
  *edit = (LoomTextEdit) {
    start, end - start,
    g_strdup_printf ("#ifndef __CUDACC_RTC__\n%s%s#endif\n", code, g_str_has_suffix (code, "\n")
                     ? "" : "\n"),
  };
  return TRUE;
}
