/* loom-subscript.c: the arithmetic of an index with a thread's numbers put in
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A subscript of the source, and the locals that it is made of, are read as text: names of thread
 * indices, numbers that the kernel was passed, and locals that are given a value once. What is
 * anything else is not told, and neither is what does not come to the cell that was accessed.
 */

#include "config.h"

#include "loom-subscript.h"

#include "loom-arithmetic.h"
#include "loom-run-argument.h"

#include <string.h>

#define MAX_DEPTH 8             /* of locals that are made of others */

typedef struct
{
  const LoomSubscript *access;
  const char          *body;    /* of the function, without comments and texts */
} Reader;

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* What has no meaning in a source becomes spaces; lines stay. */
static char *
dup_bare (const char *source)
{
  char *bare = g_strdup (source);
  const char *end = NULL;       /* of what is left out */

  for (char *p = bare; *p != '\0'; p++)
    {
      const gsize skipped = end != NULL && g_str_has_prefix (p, end) ? strlen (end) : 0;

      if (skipped > 0)
        {
          memset (p, *end == '\n' ? '\n' : ' ', skipped);
          p += skipped - 1;
          end = NULL;
        }
      else if (end != NULL && *p == '\\' && p[1] != '\0' && *end != '*')
        *p++ = ' ';
      else if (end == NULL && (g_str_has_prefix (p, "/*") || g_str_has_prefix (p, "//")))
        end = p[1] == '*' ? "*/" : "\n";
      else if (end == NULL && (*p == '"' || *p == '\''))
        end = *p == '"' ? "\"" : "'";
      if (end != NULL && *p != '\n')
        *p = ' ';
    }
  return bare;
}

/* The outermost braces around a place, without what is behind them; or NULL. */
static char *
dup_body (const char *bare,
          const char *place)
{
  const char *begin = NULL;
  guint depth = 0;

  for (const char *p = bare; *p != '\0'; p++)
    {
      if (*p == '{' && depth++ == 0)
        begin = p;
      else if (*p == '}' && depth > 0 && --depth == 0 && p >= place)
        return begin != NULL && begin <= place ? g_strndup (begin, (gsize) (p - begin)) : NULL;
    }
  return NULL;
}

static const char *
find_line (const char *text,
           guint       line)
{
  while (text != NULL && --line > 0)
    text = (text = strchr (text, '\n')) != NULL ? text + 1 : NULL;
  return text;
}

/* The next place where a name stands as a word. */
static const char *
find_word (const char *text,
           const char *begin,
           const char *name)
{
  const gsize length = strlen (name);

  for (const char *p = text; (p = strstr (p, name)) != NULL; p++)
    if (!is_word (p[length]) && (p == begin || (!is_word (p[-1]) && p[-1] != '.' && p[-1] != '>')))
      return p;
  return NULL;
}

static const char *
skip_back (const char *p,
           const char *begin)
{
  while (p > begin && g_ascii_isspace (p[-1]))
    p--;
  return p;
}

static const char *
skip_blanks (const char *p)
{
  while (g_ascii_isspace (*p))
    p++;
  return p;
}

/* Whether a name gets another value where it stands: = or an operator with it, ++, --, or its
 * address is taken. */
static gboolean
is_changed (const char *body,
            const char *at,
            gsize       length)
{
  const char *after = skip_blanks (at + length), *before = skip_back (at, body);
  const gsize n = strspn (after, "+-*/%&|^<>");
  const char last = before > body ? before[-1] : ' ', other = before - 1 > body ? before[-2] : ' ';

  if (n <= 2 && after[n] == '=' && after[n + 1] != '=' &&
      (n != 1 || (*after != '<' && *after != '>')))
    return TRUE;
  if ((last == '+' || last == '-') && other == last)
    return TRUE;
  if (last == '&' && other != '&' && !is_word (other) && other != ')' && other != ']')
    {
      const char *operand = skip_back (before - 1, body);

      return operand == body ||
             (!is_word (operand[-1]) && operand[-1] != ')' && operand[-1] != ']');
    }
  return (after[0] == '+' && after[1] == '+') || (after[0] == '-' && after[1] == '-');
}

/* Whether a declaration of whole numbers is where a name gets its value. */
static gboolean
is_declared (const char *body,
             const char *at)
{
  static const char *const types[] = { "int", "unsigned", "long", "short", "size_t", "auto",
                                       "int32_t", "uint32_t", "int64_t", "uint64_t" };
  const char *begin = at;

  while (begin > body && strchr (";{}(", begin[-1]) == NULL)
    begin--;
  begin = skip_blanks (begin);
  while (g_str_has_prefix (begin, "const ") || g_str_has_prefix (begin, "static "))
    begin = skip_blanks (strchr (begin, ' '));
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_has_prefix (begin, types[i]) && !is_word (begin[strlen (types[i])]))
      return begin < at && memchr (begin, '*', (gsize) (at - begin)) == NULL;
  return FALSE;
}

/* Up to the end of an expression that is one of several. */
static char *
dup_expression (const char *begin)
{
  gint depth = 0;
  const char *p = begin;

  for (; *p != '\0' && *p != ';' && depth >= 0; p++)
    {
      depth += *p == '(' || *p == '[' ? 1 : *p == ')' || *p == ']' ? -1 : 0;
      if (depth < 0 || (depth == 0 && *p == ','))
        break;
    }
  return g_strstrip (g_strndup (begin, (gsize) (p - begin)));
}

/* What a local is made of, if it is given a value once, where it is declared. NULL: it is none.
 * n_changes: (out): how often the name is given one. */
static char *
dup_initial (const Reader *self,
             const char   *name,
             guint        *n_changes)
{
  const gsize length = strlen (name);
  const char *only = NULL;

  *n_changes = 0;
  for (const char *p = self->body; (p = find_word (p, self->body, name)) != NULL; p++)
    if (is_changed (self->body, p, length))
      {
        only = p;
        *n_changes += 1;
      }
  if (*n_changes != 1 || *skip_blanks (only + length) != '=' || !is_declared (self->body, only))
    return NULL;
  return dup_expression (skip_blanks (only + length) + 1);
}

static gboolean
find_index (const LoomSubscript *access,
            const char          *name,
            gint64              *value)
{
  const struct { const char *name; const LoomDim3 *numbers; } rows[] = {
    { "threadIdx.", &access->thread_index }, { "blockIdx.", &access->block_index },
    { "blockDim.", &access->block }, { "gridDim.", &access->grid },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_has_prefix (name, rows[i].name))
      {
        const char *axis = name + strlen (rows[i].name);

        if (strlen (axis) != 1 || *axis < 'x' || *axis > 'z')
          return FALSE;
        *value = *axis == 'x' ? rows[i].numbers->x
                 : *axis == 'y' ? rows[i].numbers->y : rows[i].numbers->z;
        return TRUE;
      }
  return FALSE;
}

static gboolean
evaluate (const char *text,
          gint64     *value)
{
  guint64 bits;

  if (!loom_arithmetic_evaluate (text, G_MININT64, G_MAXINT64, &bits, NULL))
    return FALSE;
  *value = (gint64) bits;
  return TRUE;
}

static gboolean
find_argument (const LoomSubscript *access,
               const char          *name,
               gint64              *value)
{
  for (guint i = 0; i < access->arguments->len; i++)
    {
      const LoomRunArgument *argument = access->arguments->pdata[i];

      if (argument->kind == LOOM_PARAM_SCALAR && argument->values->len == 1 &&
          !loom_scalar_is_float (argument->type.scalar) && g_str_equal (argument->name, name))
        return evaluate (argument->values->pdata[0], value);
    }
  return FALSE;
}

static char *put_numbers (const Reader *self,
                          const char   *expression,
                          guint         depth);

/* A name that is a local and an argument as well is neither for certain. */
static gboolean
find_value (const Reader *self,
            const char   *name,
            guint         depth,
            gint64       *value)
{
  g_autofree char *initial = NULL, *numbers = NULL;
  guint n_changes;
  gboolean is_argument;

  if (find_index (self->access, name, value))
    return TRUE;
  is_argument = find_argument (self->access, name, value);
  initial = dup_initial (self, name, &n_changes);
  if (is_argument)
    return n_changes == 0;
  if (initial == NULL || depth >= MAX_DEPTH)
    return FALSE;
  numbers = put_numbers (self, initial, depth + 1);
  return numbers != NULL && evaluate (numbers, value);
}

/* An expression with numbers for its names; NULL: it has others, or calls and casts. */
static char *
put_numbers (const Reader *self,
             const char   *expression,
             guint         depth)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (const char *p = expression; *p != '\0' && text->len <= LOOM_ARITHMETIC_MAX_LENGTH; )
    {
      const gboolean is_number = g_ascii_isdigit (*p);
      const char *begin = p;
      g_autofree char *name = NULL;
      gint64 value;

      while (is_word (*p) || (*p == '.' && !is_number))
        p++;
      if (p == begin)
        {
          g_string_append_c (text, *p++);
          continue;
        }
      name = g_strndup (begin, (gsize) (p - begin));
      if (is_number)
        g_string_append_len (text, name, (gssize) (g_str_has_prefix (name, "0x")
                                                       ? strlen (name)
                                                       : strcspn (name, "uUlL")));
      else if (find_value (self, name, depth, &value))
        g_string_append_printf (text, value < 0 ? "(%" G_GINT64_FORMAT ")" : "%" G_GINT64_FORMAT,
                                value);
      else
        return NULL;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* A local alone says nothing: what it is made of does. */
static char *
dup_unfolded (const Reader *self,
              const char   *expression)
{
  char *text = g_strdup (expression);

  for (guint i = 0; i < MAX_DEPTH; i++)
    {
      guint n_changes;
      char *initial = strspn (text, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_") == strlen (text)
                          ? dup_initial (self, text, &n_changes)
                          : NULL;

      if (initial == NULL)
        break;
      g_free (text);
      text = initial;
    }
  return text;
}

/* A subscript in words, if it comes to the cell. */
static char *
dup_told (const Reader *self,
          const char   *subscript)
{
  g_autofree char *expression = dup_unfolded (self, subscript);
  g_autofree char *numbers = put_numbers (self, expression, 0);
  const char *array = self->access->array;
  gint64 value;

  if (numbers == NULL || !evaluate (numbers, &value) || value < 0 ||
      (guint64) value != self->access->cell || strchr (expression, '\n') != NULL)
    return NULL;
  return g_strdup_printf ("%s[%s] = %s[%s] = %s[%" G_GINT64_FORMAT "]", array, expression, array,
                          numbers, array, value);
}

/**
 * loom_subscript_dup_numbers:
 *
 * Puts the numbers of a thread into the subscript with which it accessed an array.
 *
 * Returns: (transfer full) (nullable): the subscript, the same with numbers, and what it comes to:
 *   "f[y * cols + x] = f[3 * 16 + 5] = f[53]"; %NULL where that is not certain
 */
char *
loom_subscript_dup_numbers (const LoomSubscript *self)
{
  g_autofree char *bare = dup_bare (self->source), *body = NULL, *told = NULL;
  const char *line = self->line > 0 ? find_line (bare, self->line) : NULL;
  const char *end = line != NULL ? line + strcspn (line, "\n") : NULL;
  Reader reader;

  if (line == NULL || (body = dup_body (bare, line)) == NULL)
    return NULL;
  reader = (Reader) { self, body };
  for (const char *p = line; (p = find_word (p, line, self->array)) != NULL && p < end; p++)
    {
      const char *open = skip_blanks (p + strlen (self->array));
      g_autofree char *subscript = *open == '[' ? dup_expression (open + 1) : NULL;
      const char *close = subscript != NULL ? strchr (open + 1, ']') : NULL;
      g_autofree char *one = close != NULL && *skip_blanks (close + 1) != '['
                                 ? dup_told (&reader, subscript) : NULL;

      /* Two that come to one cell in other ways: which of them it was is not certain. */
      if (one != NULL && told != NULL && !g_str_equal (one, told))
        return NULL;
      if (one != NULL && told == NULL)
        told = g_steal_pointer (&one);
    }
  return g_steal_pointer (&told);
}
