/* loom-source-outline.c: which names a source defines, and where, for whoever edits it
 *
 * It reads tokens as they stand, also those that an `#if` takes away, and does not ask what
 * compiles: a text that is being typed has names, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-outline.h"

#include "loom-source-reader-private.h"

#define MAX_DEPTH 64            /* of braces in braces; what is deeper is passed over */
#define MAX_TYPE 24             /* tokens of a type, before the name that it declares */

typedef struct
{
  LoomSourceReader source;
  gsize            length;
  guint           *closing;     /* of each bracket its other one, or the number of tokens */
  GPtrArray       *definitions; /* (element-type LoomDefinition) */
} Outline;

static void
definition_free (LoomDefinition *self)
{
  g_free (self->name);
  g_free (self);
}

static gsize
get_offset (const Outline *self,
            guint          i)
{
  return i < self->source.n ? get_token (&self->source, i)->offset : self->length;
}

static void
add_token (Outline         *self,
           const LoomToken *token,
           LoomDefined      what,
           gboolean         is_declared,
           gsize            from,
           gsize            to)
{
  LoomDefinition *definition = g_new (LoomDefinition, 1);

  *definition = (LoomDefinition) {
    .name = g_strndup (self->source.text + token->offset, token->length), .what = what,
    .is_declared = is_declared, .offset = token->offset, .line = token->line, .from = from, .to = to
  };
  g_ptr_array_add (self->definitions, definition);
}

/* A name that stands for something up to token `end`. */
static void
add (Outline     *self,
     guint        i,
     LoomDefined  what,
     gsize        from,
     guint        end)
{
  add_token (self, get_token (&self->source, i), what, FALSE, from, get_offset (self, end));
}

/* What is not in a function's body: known everywhere, since members stand behind their object, and
 * names of namespaces behind `::`. */
static void
add_global (Outline     *self,
            guint        i,
            LoomDefined  what)
{
  add (self, i, what, 0, self->source.n);
}

/* The first token behind brackets that open at i, or behind `<` up to its `>`. */
static guint
skip_brackets (const Outline *self,
               guint          i)
{
  guint depth = 0;

  if (get_punctuation (&self->source, i) != '<')
    return MIN (self->closing[i], self->source.n - 1) + 1;
  for (; i < self->source.n; i++)
    {
      const char c = get_punctuation (&self->source, i);

      if (c == '<')
        depth++;
      else if (c == '>' && --depth == 0)
        return i + 1;
      else if (c != '\0' && strchr ("([{", c) != NULL)
        i = skip_brackets (self, i) - 1;
      else if (c != '\0' && strchr (";)]}", c) != NULL)
        break;
    }
  return i;
}

/* Where a statement that begins at i ends: at its `;`, at its `{`, or at what closes around it. */
static guint
find_end (const Outline *self,
          guint          i)
{
  while (i < self->source.n)
    {
      const char c = get_punctuation (&self->source, i);

      if (c != '\0' && strchr (";{})]", c) != NULL)
        break;
      i = c == '(' || c == '[' ? skip_brackets (self, i) : i + 1;
    }
  return i;
}

/* The tokens of a parameter list: the last identifier of each before what it is by default. */
static void
read_params (Outline *self,
             guint    open,
             guint    end)
{
  const guint close = MIN (self->closing[open], self->source.n);
  const gsize from = get_offset (self, open);
  guint name = 0;
  gboolean is_read = FALSE;

  for (guint i = open + 1; i <= close && i < self->source.n; i++)
    {
      const char c = get_punctuation (&self->source, i);

      if (i == close || c == ',')
        {
          if (name > open + 1)
            add (self, name, LOOM_DEFINED_VARIABLE, from, end);
          name = 0;
          is_read = FALSE;
        }
      else if (c == '=' || c == '[')
        is_read = TRUE;
      else if (c == '<')
        i = skip_brackets (self, i) - 1;
      else if (is_identifier (&self->source, i) && !is_read)
        name = i;
    }
}

/* `typename T, int N = 4` of a template. */
static void
read_template (Outline *self,
               guint    open,
               guint    close,
               guint    end)
{
  guint name = 0;

  for (guint i = open + 1; i < close; i++)
    {
      if (is_identifier (&self->source, i) && get_punctuation (&self->source, i - 1) != '=')
        name = i;
      if (name > 0 && (i + 1 == close || get_punctuation (&self->source, i + 1) == ','
                       || get_punctuation (&self->source, i + 1) == '='))
        {
          add (self, name, LOOM_DEFINED_TYPE, get_offset (self, open), end);
          name = 0;
        }
    }
}

/* Where the name stands in a declaration that begins at i, or 0: it is none. What may stand before
 * a name are words, `::`, template arguments, `*` and `&`: one word at least, and no operator. */
static guint
find_declared (const Outline *self,
               guint          i,
               guint          end)
{
  static const char * const not_types[] = {
    "return", "else", "delete", "goto", "case", "default", "new", "throw", "do", "using", "typedef",
    "if", "for", "while", "switch", "break", "continue", "public", "private", "protected", "friend",
    "sizeof", "operator", "asm", "static_assert", NULL
  };
  static const char * const with_arguments[] = {
    "__launch_bounds__", "__align__", "__attribute__", "alignas", "decltype", NULL
  };
  const guint first = i;
  guint words = 0;

  if (_loom_source_is_any (&self->source, i, not_types))
    return 0;
  while (i < end && i - first < MAX_TYPE)
    {
      const char c = get_punctuation (&self->source, i);
      const char next = get_punctuation (&self->source, i + 1);

      if (_loom_source_is_any (&self->source, i, with_arguments) && next == '(')
        {
          i = skip_brackets (self, i + 1);
          continue;
        }
      if (is_identifier (&self->source, i))
        {
          words++;
          if (next == '<')
            i = skip_brackets (self, i + 1) - 1;
          else if (words > 1 && ((next != '\0' && strchr ("=;,[({)", next) != NULL)
                                 || (next == ':' && get_punctuation (&self->source, i + 2) != ':')))
            return i;
        }
      else if (c == '\0' || strchr (":*&[", c) == NULL || (words == 0 && c != ':' && c != '['))
        return 0;
      else if (c == ':')
        words -= words > 0 && get_punctuation (&self->source, i + 1) == ':' ? 1 : 0;
      else if (c == '[')
        i = skip_brackets (self, i) - 1;
      i++;
    }
  return 0;
}

/* Further names of one declaration: `int a = f (1, 2), *b;`. */
static void
read_declarators (Outline *self,
                  guint    name,
                  gsize    from,
                  guint    scope_end)
{
  guint i = name;

  add (self, name, LOOM_DEFINED_VARIABLE, from, scope_end);
  while (i < self->source.n)
    {
      const char c = get_punctuation (&self->source, i);

      if (c != '\0' && strchr (";)]}", c) != NULL)
        return;
      if (c != '\0' && strchr ("([{", c) != NULL)
        i = skip_brackets (self, i);
      else if (c == ',')
        {
          for (i++; is_punctuation (&self->source, i, "*&"); )
            i++;
          if (is_identifier (&self->source, i))
            add (self, i, LOOM_DEFINED_VARIABLE, from, scope_end);
        }
      else
        i++;
    }
}

/* `enum [class] E { A, B = 2 }` at its brace. */
static void
read_enumerators (Outline *self,
                  guint    open)
{
  const guint close = MIN (self->closing[open], self->source.n);

  for (guint i = open + 1; i < close; i++)
    if (is_identifier (&self->source, i) &&
        (i == open + 1 || get_punctuation (&self->source, i - 1) == ','))
      add_global (self, i, LOOM_DEFINED_VARIABLE);
}

static void read_scope (Outline *self,
                        guint    i,
                        guint    end,
                        gboolean is_body,
                        guint    depth);

/* A statement or declaration of a function's body at i; returns where the next one begins. */
static guint
read_statement (Outline *self,
                guint    i,
                guint    end,
                guint    depth)
{
  const guint stop = find_end (self, i);
  const guint name = find_declared (self, i, stop);

  if (get_punctuation (&self->source, i) == '{')
    {
      read_scope (self, i + 1, self->closing[i], TRUE, depth + 1);
      return skip_brackets (self, i);
    }
  if (is_word (&self->source, i, "for") && get_punctuation (&self->source, i + 1) == '(')
    {
      const guint inner = find_declared (self, i + 2, find_end (self, i + 2));
      guint behind = skip_brackets (self, i + 1);
      const guint body_end = get_punctuation (&self->source, behind) == '{'
                             ? skip_brackets (self, behind) : find_end (self, behind);

      if (inner != 0)
        read_declarators (self, inner, get_offset (self, i), MIN (body_end, end));
      return behind;
    }
  if ((is_word (&self->source, i, "if") || is_word (&self->source, i, "while") ||
       is_word (&self->source, i, "switch"))
      && get_punctuation (&self->source, i + 1) == '(')
    return skip_brackets (self, i + 1);
  if (is_word (&self->source, i, "else") || is_word (&self->source, i, "do"))
    return i + 1;
  if (name != 0)
    read_declarators (self, name, get_offset (self, i), end);
  if (get_punctuation (&self->source, stop) == '{')
    {
      /* `T a { 1 };`, or a lambda, whose body has statements. */
      read_scope (self, stop + 1, self->closing[stop], TRUE, depth + 1);
      return skip_brackets (self, stop);
    }
  return stop + 1;
}

/* `struct S`, `class S`, `union S`, `enum E` at i: its name, if it is defined; returns the brace of
 * its body, or 0. */
static guint
read_type (Outline *self,
           guint    i)
{
  static const char * const words[] = { "struct", "class", "union", "enum", NULL };
  guint stop, name;

  if (!_loom_source_is_any (&self->source, i, words))
    return 0;
  stop = find_end (self, i);
  if (get_punctuation (&self->source, stop) != '{')
    return 0;
  for (name = i + 1; name < stop && (!is_identifier (&self->source, name)
                                     || get_punctuation (&self->source, name + 1) == '('
                                     || is_word (&self->source, name, "class")
                                     || is_word (&self->source, name, "struct")); )
    name = get_punctuation (&self->source, name) == '(' ? skip_brackets (self, name) : name + 1;
  if (name < stop && name + 1 != stop && get_punctuation (&self->source, name + 1) != ':'
      && get_punctuation (&self->source, name + 1) != '<'
      && !is_word (&self->source, name + 1, "final"))
    return 0;
  if (name < stop)
    add_global (self, name, LOOM_DEFINED_TYPE);
  if (is_word (&self->source, i, "enum"))
    read_enumerators (self, stop);
  return stop;
}

/* `using A = …;`, `typedef … A;` at i. */
static gboolean
read_alias (Outline *self,
            guint    i,
            guint    stop)
{
  guint name = 0;

  if (is_word (&self->source, i, "using") && get_punctuation (&self->source, i + 2) == '=')
    name = i + 1;
  else if (is_word (&self->source, i, "typedef"))
    {
      for (guint j = i + 1; j < stop; j++)
        if (is_identifier (&self->source, j))
          name = j;
    }
  else
    return FALSE;
  if (name != 0 && is_identifier (&self->source, name))
    add_global (self, name, LOOM_DEFINED_TYPE);
  return TRUE;
}

/* A function, a variable or a type, not in a function's body, at i; returns where the next one
 * begins. */
static guint
read_declaration (Outline *self,
                  guint    i,
                  guint    end,
                  guint    depth)
{
  static const char * const before[] = {
    "typedef", "static", "const", "__device__", "__constant__", NULL
  };
  const guint start = i;
  guint stop, name, body, template_open = 0;
  gboolean is_type;

  if ((is_word (&self->source, i, "template") && get_punctuation (&self->source, i + 1) == '<'))
    {
      template_open = i + 1;
      i = skip_brackets (self, i + 1);
    }
  while (_loom_source_is_any (&self->source, i, before))
    i++;
  if (is_word (&self->source, i, "extern") && i + 1 < end
      && get_token (&self->source, i + 1)->kind == LOOM_TOKEN_STRING
      && get_punctuation (&self->source, i + 2) != '{')
    i += 2;
  stop = find_end (self, i);
  body = read_type (self, i);
  is_type = body != 0;
  if (get_punctuation (&self->source, stop) == '{'
      && (is_word (&self->source, i, "namespace")
          || (is_word (&self->source, i, "extern") && stop == i + 2)))
    body = stop;
  if (template_open != 0)
    read_template (self, template_open, skip_brackets (self, template_open) - 1,
                   get_punctuation (&self->source, stop) == '{' ? self->closing[stop] : stop);
  if (body != 0)
    {
      if (!is_word (&self->source, i, "enum"))
        read_scope (self, body + 1, self->closing[body], FALSE, depth + 1);
      i = skip_brackets (self, body);
      if (!is_type)
        return i;
      if (is_identifier (&self->source, i) && get_offset (self, i) < get_offset (self, end))
        add_global (self, i, is_word (&self->source, start, "typedef") ? LOOM_DEFINED_TYPE
                                                              : LOOM_DEFINED_VARIABLE);
      return is_identifier (&self->source, i) ? find_end (self, i) + 1 : i;
    }
  if (read_alias (self, start, stop))
    return stop + 1;
  name = find_declared (self, i, stop);
  if (name != 0 && get_punctuation (&self->source, name + 1) == '(')
    {
      const gboolean is_defined = get_punctuation (&self->source, stop) == '{';
      const guint params_end = is_defined ? self->closing[stop] : stop;

      add_token (self, get_token (&self->source, name), LOOM_DEFINED_FUNCTION, !is_defined, 0,
                 self->length);
      read_params (self, name + 1, params_end);
    }
  else if (name != 0)
    read_declarators (self, name, 0, self->source.n);
  if (get_punctuation (&self->source, stop) != '{')
    return stop + 1;
  read_scope (self, stop + 1, self->closing[stop],
              name != 0 && get_punctuation (&self->source, name + 1) == '(', depth + 1);
  return skip_brackets (self, stop);
}

/* What stands from token i to `end`: in a function's body, or not. */
static void
read_scope (Outline *self,
            guint    i,
            guint    end,
            gboolean is_body,
            guint    depth)
{
  end = MIN (end, self->source.n);
  while (i < end && depth < MAX_DEPTH)
    {
      const guint next = is_body ? read_statement (self, i, end, depth)
                                 : read_declaration (self, i, end, depth);

      i = MAX (next, i + 1);
    }
}

/* `#define NAME` */
static void
read_directive (Outline         *self,
                const LoomToken *directive)
{
  LoomLexer lexer;
  LoomToken token;

  _loom_lexer_init_directive (&lexer, self->source.text, directive);
  if (!_loom_lexer_next (&lexer, &token) || !_loom_token_is (&token, self->source.text, "define")
      || !_loom_lexer_next (&lexer, &token) || token.kind != LOOM_TOKEN_IDENTIFIER)
    return;
  token.line = directive->line;
  add_token (self, &token, LOOM_DEFINED_MACRO, FALSE, 0, self->length);
}

static void
find_brackets (Outline *self)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));

  self->closing = g_new (guint, self->source.n + 1);
  for (guint i = 0; i < self->source.n; i++)
    {
      const char c = get_punctuation (&self->source, i);

      self->closing[i] = self->source.n;
      if (c != '\0' && strchr ("([{", c) != NULL)
        g_array_append_val (open, i);
      else if (c != '\0' && strchr (")]}", c) != NULL && open->len > 0)
        {
          self->closing[g_array_index (open, guint, open->len - 1)] = i;
          g_array_set_size (open, open->len - 1);
        }
    }
}

/**
 * loom_source_outline_new:
 * @text: a source, whole or being typed
 * @length: bytes
 *
 * Lists the names that a source defines: macros, functions, types, variables, with their parameters
 * and locals, in no order.
 *
 * Returns: (transfer full) (element-type LoomDefinition): the definitions
 */
GPtrArray *
loom_source_outline_new (const char *text,
                         gsize       length)
{
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (LoomToken));
  Outline self = {
    .source = { text, tokens },
    .length = length,
    .definitions = g_ptr_array_new_with_free_func ((GDestroyNotify) definition_free),
  };
  LoomLexer lexer;
  LoomToken token;

  _loom_lexer_init (&lexer, text, length);
  while (_loom_lexer_next (&lexer, &token))
    {
      if (token.kind == LOOM_TOKEN_DIRECTIVE)
        read_directive (&self, &token);
      else if (token.kind != LOOM_TOKEN_COMMENT)
        g_array_append_val (tokens, token);
    }
  self.source.n = tokens->len;
  find_brackets (&self);
  if (tokens->len > 0)
    read_scope (&self, 0, tokens->len, FALSE, 0);
  g_free (self.closing);
  return self.definitions;
}

/* Whether a is what a name stands for rather than b: the one in the narrowest scope, a definition
 * before a declaration, the first of several. */
static gboolean
is_nearer (const LoomDefinition *a,
           const LoomDefinition *b)
{
  if (a->from != b->from)
    return a->from > b->from;
  return a->is_declared != b->is_declared ? b->is_declared : a->offset < b->offset;
}

/**
 * loom_source_outline_find:
 * @self: (element-type LoomDefinition): the definitions of a source
 * @name: a name
 * @offset: where it stands, in bytes
 *
 * Finds what a name stands for at a place.
 *
 * Returns: (transfer none) (nullable): its definition
 */
const LoomDefinition *
loom_source_outline_find (GPtrArray  *self,
                          const char *name,
                          gsize       offset)
{
  const LoomDefinition *found = NULL;

  for (guint i = 0; i < self->len; i++)
    {
      const LoomDefinition *definition = g_ptr_array_index (self, i);

      if (g_str_equal (definition->name, name) && offset >= definition->from
          && offset <= definition->to && (found == NULL || is_nearer (definition, found)))
        found = definition;
    }
  return found;
}
