/* loom-declarations.c: finds the kernels and module variables that a text declares
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tokens are enough: what lies behind macros and conditionals is left to the compiler.
 */

#include "config.h"

#include "loom-declarations.h"

#include <string.h>

typedef struct
{
  const char *text;
  guint       length;
  guint       line;
} Token;

typedef struct
{
  GArray    *tokens;            /* (element-type Token) */
  GPtrArray *scopes;            /* (element-type utf8) one for each open brace; NULL: not a namespace */
  GPtrArray *found;
  guint      at;
  gint       template_start;    /* token after "template" of the declaration in progress, or -1 */
} Scanner;

/* Words that take an argument list of their own in a kernel's declaration. */
static const char * const attributes[] = {
  "__launch_bounds__", "__attribute__", "__cluster_dims__", "__align__", "__maxnreg__", "alignas", "__block_size__", NULL,
};

static const char * const type_words[] = {
  "void", "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "auto", "size_t", NULL,
};

static const char * const other_words[] = {
  "const", "volatile", "struct", "class", "enum", "union", "typename", "__restrict__", "__restrict", "restrict",
  "__grid_constant__", "static", "register", NULL,
};

static gboolean
is_name_start (char c)
{
  return g_ascii_isalpha (c) || c == '_' || (guchar) c >= 0x80;
}

/* A directive ends with its line, unless that is continued. */
static const char *
skip_directive (const char *at)
{
  while (*at != '\0' && *at != '\n')
    at += at[0] == '\\' && at[1] == '\n' ? 2 : 1;
  return at;
}

static const char *
skip_quoted (const char *at)
{
  char quote = *at++;

  while (*at != '\0' && *at != quote && *at != '\n')
    at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
  return *at == quote ? at + 1 : at;
}

/* R"x( … )x" */
static const char *
skip_raw (const char *at)
{
  const char *open = strchr (at, '(');
  g_autofree char *close = NULL;
  const char *end;

  if (open == NULL || open - at > 20)
    return at + 2;

  close = g_strdup_printf (")%.*s\"", (int) (open - at - 2), at + 2);
  end = strstr (open, close);
  return end != NULL ? end + strlen (close) : at + strlen (at);
}

static const char *
skip_space (const char *at,
            gboolean   *at_line_start)
{
  const char *end;

  if (*at == '\n')
    *at_line_start = TRUE;
  if (g_ascii_isspace (*at))
    return at + 1;
  if (g_str_has_prefix (at, "//"))
    return skip_directive (at);
  if (g_str_has_prefix (at, "/*"))
    {
      end = strstr (at + 2, "*/");
      return end != NULL ? end + 2 : at + strlen (at);
    }
  if (*at == '#' && *at_line_start)
    return skip_directive (at);

  return at;
}

static const char *
read_token (const char *at)
{
  if (g_str_has_prefix (at, "R\""))
    return skip_raw (at);
  if (*at == '"' || *at == '\'')
    return skip_quoted (at);
  if (g_str_has_prefix (at, "::"))
    return at + 2;
  if (!is_name_start (*at) && !g_ascii_isdigit (*at))
    return at + 1;

  while (is_name_start (*at) || g_ascii_isdigit (*at))
    at++;
  return at;
}

static GArray *
tokenize (const char *source)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (Token));
  gboolean at_line_start = TRUE;
  guint line = 1;

  for (const char *at = source; *at != '\0';)
    {
      const char *end = skip_space (at, &at_line_start);

      if (end == at)
        {
          Token token = { at, 0, line };

          end = read_token (at);
          token.length = (guint) (end - at);
          g_array_append_val (tokens, token);
          at_line_start = FALSE;
        }

      for (; at < end; at++)
        line += *at == '\n';
    }

  return tokens;
}

static const Token *
peek (Scanner *self,
      guint    index)
{
  static const Token none = { "", 0, 0 };

  return index < self->tokens->len ? &g_array_index (self->tokens, Token, index) : &none;
}

static gboolean
token_is (const Token *token,
          const char  *text)
{
  return strlen (text) == token->length && strncmp (token->text, text, token->length) == 0;
}

static gboolean
token_in (const Token        *token,
          const char * const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (token_is (token, words[i]))
      return TRUE;

  return FALSE;
}

static gboolean
is_name (const Token *token)
{
  return token->length > 0 && is_name_start (*token->text);
}

/* The token after the bracket that closes the one at `index`. */
static guint
skip_brackets (Scanner    *self,
               guint       index,
               const char *open,
               const char *close)
{
  guint depth = 0;

  for (; index < self->tokens->len; index++)
    {
      const Token *token = peek (self, index);

      if (token_is (token, open))
        depth++;
      else if (token_is (token, close) && --depth == 0)
        return index + 1;
      else if (*open == '<' && (token_is (token, ";") || token_is (token, "{")))
        return index;
    }

  return index;
}

static char *
qualify (Scanner    *self,
         const char *name)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->scopes->len; i++)
    {
      const char *scope = self->scopes->pdata[i];

      if (scope != NULL && *scope != '\0')
        g_string_append_printf (text, "%s::", scope);
    }

  g_string_append (text, name);
  return g_string_free (text, FALSE);
}

static gboolean
is_in_namespaces (Scanner *self)
{
  for (guint i = 0; i < self->scopes->len; i++)
    if (self->scopes->pdata[i] == NULL)
      return FALSE;

  return TRUE;
}

static void
free_declaration (gpointer data)
{
  LoomDeclaration *self = data;

  g_free (self->name);
  g_ptr_array_unref (self->params);
  g_free (self);
}

static LoomDeclaration *
add_declaration (Scanner     *self,
                 const Token *name,
                 const char  *arguments,
                 gsize        arguments_length)
{
  LoomDeclaration *declaration = g_new0 (LoomDeclaration, 1);
  g_autofree char *plain = g_strdup_printf ("%.*s%.*s", (int) name->length, name->text,
                                            (int) arguments_length, arguments);

  declaration->name = qualify (self, plain);
  declaration->line = name->line;
  declaration->params = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->found, declaration);
  return declaration;
}

/* The last name of a parameter's tokens, unless that is its type. */
static char *
find_param_name (Scanner *self,
                 guint    first,
                 guint    last)
{
  const Token *name = NULL;
  gboolean has_type = FALSE;

  for (guint i = first; i < last; i++)
    {
      const Token *token = peek (self, i);

      if (token_is (token, "<"))
        {
          i = skip_brackets (self, i, "<", ">") - 1;
          has_type = name != NULL;
        }
      else if (token_is (token, "=") || token_is (token, "["))
        break;
      else if (token_in (token, type_words))
        has_type = TRUE;
      else if (is_name (token) && !token_in (token, other_words))
        {
          has_type = has_type || (name != NULL && !token_is (peek (self, i - 1), "::"));
          name = token;
        }
    }

  return has_type && name != NULL && !token_is (peek (self, (guint) (name - &g_array_index (self->tokens, Token, 0)) - 1),
                                                "::")
         ? g_strndup (name->text, name->length) : g_strdup ("");
}

/* From after "(" on; the token after ")" is left at the scanner. */
static void
read_params (Scanner         *self,
             LoomDeclaration *declaration)
{
  guint first = self->at, depth = 1;

  for (; self->at < self->tokens->len && depth > 0; self->at++)
    {
      const Token *token = peek (self, self->at);

      if (token_is (token, "(") || token_is (token, "[") || token_is (token, "{"))
        depth++;
      else if (token_is (token, ")") || token_is (token, "]") || token_is (token, "}"))
        depth--;
      else if (token_is (token, "<"))
        self->at = skip_brackets (self, self->at, "<", ">") - 1;

      if (depth == 0 ? self->at > first : depth == 1 && token_is (token, ","))
        {
          g_ptr_array_add (declaration->params, find_param_name (self, first, self->at));
          first = self->at + 1;
        }
    }

  if (declaration->params->len == 1 && self->at >= 2 && token_is (peek (self, self->at - 2), "void"))
    g_ptr_array_set_size (declaration->params, 0);
}

/* After "__global__": attributes and what is returned, then name [<arguments>] (parameters). */
static void
read_kernel (Scanner *self)
{
  gboolean is_pattern = self->template_start >= 0 && token_is (peek (self, self->template_start), "<") &&
                        !token_is (peek (self, self->template_start + 1), ">");

  for (; self->at < self->tokens->len; self->at++)
    {
      const Token *token = peek (self, self->at);
      const Token *next = peek (self, self->at + 1);
      guint end = self->at + 1;

      if (token_is (token, ";") || token_is (token, "{"))
        return;
      if (token_in (token, attributes) && token_is (next, "("))
        {
          self->at = skip_brackets (self, self->at + 1, "(", ")") - 1;
          continue;
        }
      if (!is_name (token) || !(token_is (next, "(") || token_is (next, "<")))
        continue;

      if (token_is (next, "<"))
        end = skip_brackets (self, self->at + 1, "<", ">");
      if (token_is (peek (self, end), "("))
        {
          const Token *close = peek (self, end - 1);
          gsize length = end > self->at + 1 ? close->text + close->length - next->text : 0;
          LoomDeclaration *declaration = add_declaration (self, token, next->text, length);

          declaration->is_kernel = TRUE;
          declaration->is_template = is_pattern;
          self->at = end + 1;
          read_params (self, declaration);
          return;
        }
    }
}

/* After "__device__" or "__constant__": a function if a parenthesis follows its name. */
static void
read_variable (Scanner *self)
{
  const Token *name = NULL;

  for (; self->at < self->tokens->len; self->at++)
    {
      const Token *token = peek (self, self->at);

      if (token_in (token, attributes) && token_is (peek (self, self->at + 1), "("))
        self->at = skip_brackets (self, self->at + 1, "(", ")") - 1;
      else if (token_is (token, "<"))
        self->at = skip_brackets (self, self->at, "<", ">") - 1;
      else if (token_is (token, "(") || token_is (token, "__global__") || token_is (token, "__shared__"))
        return;
      else if (token_is (token, ";") || token_is (token, "=") || token_is (token, "[") || token_is (token, "{") ||
               token_is (token, ","))
        break;
      else if (is_name (token))
        name = token;
    }

  if (name != NULL && self->template_start < 0 && !token_in (name, type_words) && !token_in (name, other_words))
    add_declaration (self, name, "", 0);
}

/* "namespace a::b {", "extern "C" {", or any other brace. */
static void
open_scope (Scanner *self)
{
  guint start = self->at;

  while (start > 0 && (is_name (peek (self, start - 1)) || token_is (peek (self, start - 1), "::")))
    start--;

  if (token_is (peek (self, start), "inline"))
    start++;
  if (token_is (peek (self, start), "namespace"))
    {
      const Token *first = peek (self, start + 1);
      const Token *last = peek (self, self->at - 1);

      g_ptr_array_add (self->scopes, start + 1 < self->at
                       ? g_strndup (first->text, last->text + last->length - first->text) : g_strdup (""));
    }
  else if (self->at >= 2 && token_is (peek (self, self->at - 1), "\"C\"") &&
           token_is (peek (self, self->at - 2), "extern"))
    g_ptr_array_add (self->scopes, g_strdup (""));
  else
    g_ptr_array_add (self->scopes, NULL);
}

static void
scan_token (Scanner *self)
{
  const Token *token = peek (self, self->at);

  if (token_is (token, "{"))
    open_scope (self);
  else if (token_is (token, "}") && self->scopes->len > 0)
    g_ptr_array_set_size (self->scopes, self->scopes->len - 1);

  if (token_is (token, ";") || token_is (token, "}") || token_is (token, "{"))
    self->template_start = -1;
  self->at++;
  if (!is_in_namespaces (self))
    return;

  if (token_is (token, "template"))
    self->template_start = (gint) self->at;
  else if (token_is (token, "__global__"))
    read_kernel (self);
  else if (token_is (token, "__constant__") || token_is (token, "__device__"))
    read_variable (self);
}

/**
 * loom_declarations_scan:
 * @source: CUDA C++, UTF-8
 *
 * Lists what a text declares at the level of namespaces, in order. A declaration and its definition are both listed.
 *
 * Returns: (transfer full) (element-type LoomDeclaration): the declarations
 */
GPtrArray *
loom_declarations_scan (const char *source)
{
  g_autoptr (GArray) tokens = tokenize (source);
  g_autoptr (GPtrArray) scopes = g_ptr_array_new_with_free_func (g_free);
  Scanner self = { tokens, scopes, g_ptr_array_new_with_free_func (free_declaration), 0, -1 };

  while (self.at < tokens->len)
    scan_token (&self);

  return self.found;
}

/**
 * loom_declarations_find:
 * @declarations: (element-type LoomDeclaration): the declarations of a text
 * @name: a name with its namespaces; template arguments are passed over if no declaration has them
 *
 * Returns: (transfer none) (nullable): the last declaration of @name, which is the definition if there is one
 */
LoomDeclaration *
loom_declarations_find (GPtrArray  *declarations,
                        const char *name)
{
  gsize length = strcspn (name, "<");
  LoomDeclaration *found = NULL;

  for (guint i = 0; i < declarations->len; i++)
    {
      LoomDeclaration *declaration = declarations->pdata[i];

      if (g_str_equal (declaration->name, name))
        return declaration;
      if (strlen (declaration->name) == length && strncmp (declaration->name, name, length) == 0)
        found = declaration;
    }

  return found;
}
