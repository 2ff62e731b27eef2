/* loom-source-values.c: integer constants of host code: arithmetic of numbers, macros and variables
 * that never change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-names-private.h"

#include <string.h>

/* Variables that are made of variables. */
#define MAX_DEPTH 16
#define MOST ((gint64) 1 << 46)

/* An expression without macros. A value that is not certain is none. */
typedef struct
{
  LoomSourceNames  *names;
  LoomSourceReader  source;
  guint             at;
  guint             place;      /* where it stands in the whole source */
  guint             depth;
} Parser;

static const struct
{
  const char *name;
  guint       size;
} sizes[] = {
  { "float", 4 }, { "double", 8 }, { "int", 4 }, { "unsigned", 4 }, { "uint", 4 }, { "char", 1 },
  { "bool", 1 }, { "short", 2 }, { "size_t", 8 }, { "int8_t", 1 }, { "uint8_t", 1 },
  { "uchar", 1 }, { "int16_t", 2 }, { "uint16_t", 2 }, { "int32_t", 4 }, { "uint32_t", 4 },
  { "int64_t", 8 }, { "uint64_t", 8 }, { "half", 2 }, { "__half", 2 }, { "float2", 8 },
  { "float3", 12 }, { "float4", 16 }, { "int2", 8 }, { "int3", 12 }, { "int4", 16 },
  { "uint2", 8 }, { "uint4", 16 }, { "double2", 16 }, { "uchar4", 4 },
};

static gboolean parse_shift (Parser                 *self,
                             gint64                 *value);
static gboolean evaluate    (LoomSourceNames        *names,
                             guint                   first,
                             guint                   end,
                             guint                   place,
                             guint                   depth,
                             gint64                 *value);

static gboolean
take (Parser     *self,
      const char *punctuation)
{
  guint n = strlen (punctuation);

  for (guint i = 0; i < n; i++)
    {
      if (get_punctuation (&self->source, self->at + i) != punctuation[i])
        return FALSE;
    }

  self->at += n;
  return TRUE;
}

static gboolean
parse_number (Parser *self,
              gint64 *value)
{
  g_autofree char *text = _loom_source_dup_text (&self->source, self->at, self->at + 1);
  GString *digits = g_string_new (NULL);
  gboolean is_read;
  char *end;

  for (const char *c = text; *c != '\0'; c++)
    {
      if (*c != '\'')
        g_string_append_c (digits, *c);
    }
  *value = g_ascii_strtoll (digits->str, &end, 0);
  is_read = end > digits->str && strspn (end, "uUlLzZ") == strlen (end);
  g_string_free (digits, TRUE);
  self->at++;
  return is_read && *value >= 0 && *value <= MOST;
}

static gboolean
is_integer_type (Parser *self,
                 guint   index)
{
  static const char * const words[] = {
    "int", "unsigned", "signed", "long", "size_t", "uint", "int32_t", "uint32_t", "int64_t",
    "uint64_t", NULL
  };

  return _loom_source_is_any (&self->source, index, words);
}

/* Behind the words of an integer type. */
static guint
skip_integer_type (Parser *self,
                   guint   index)
{
  if (is_word (&self->source, index, "std") && get_punctuation (&self->source, index + 1) == ':')
    index += 3;
  while (is_integer_type (self, index))
    index++;
  return index;
}

/* Behind `sizeof`. */
static gboolean
parse_sizeof (Parser *self,
              gint64 *value)
{
  *value = 0;
  if (!take (self, "("))
    return FALSE;

  for (; self->at < self->source.n && !take (self, ")"); self->at++)
    {
      if (is_word (&self->source, self->at, "long"))
        *value = 8;
      else if (take (self, "*"))
        return *value = 8, take (self, ")");
      else if (*value == 0)
        {
          for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
            *value = is_word (&self->source, self->at, sizes[i].name) ? sizes[i].size : *value;
          if (*value == 0 && !is_word (&self->source, self->at, "struct"))
            return FALSE;
        }
    }

  return *value > 0;
}

static gboolean
fits (LoomDeclaredType type,
      gint64           value)
{
  return value >= 0 && (type == LOOM_DECLARED_LONG || value <= G_MAXINT32);
}

/* A variable has one value, whoever asks. A negative number marks one that has none. */
static gboolean
look_up (Parser *self,
         gint64 *value)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, self->at, self->at + 1);
  LoomDeclaredName declared;
  gint64 *known;

  self->at++;
  if (self->depth == 0 || !_loom_source_names_find (self->names, name, self->place, &declared) ||
      (declared.type != LOOM_DECLARED_INT && declared.type != LOOM_DECLARED_LONG))
    return FALSE;

  known = g_hash_table_lookup (self->names->values, GUINT_TO_POINTER (declared.name + 1));
  if (known == NULL)
    {
      known = g_new (gint64, 1);
      *known = -1;
      g_hash_table_insert (self->names->values, GUINT_TO_POINTER (declared.name + 1), known);
      if (!evaluate (self->names, declared.first, declared.end, declared.name, self->depth - 1,
                     known) || !fits (declared.type, *known) ||
          _loom_source_names_is_changed (self->names, name, &declared))
        *known = -1;
    }

  *value = *known;
  return *known >= 0;
}

static gboolean
parse_unary (Parser *self,
             gint64 *value)
{
  guint behind_type;

  if (self->at >= self->source.n)
    return FALSE;
  if (get_token (&self->source, self->at)->kind == LOOM_TOKEN_NUMBER)
    return parse_number (self, value);
  if (take (self, "+"))
    return parse_unary (self, value);

  if (get_punctuation (&self->source, self->at) == '(')
    {
      behind_type = skip_integer_type (self, self->at + 1);
      self->at++;
      if (behind_type > self->at)
        {
          self->at = behind_type;
          return take (self, ")") && parse_unary (self, value);
        }
      return parse_shift (self, value) && take (self, ")");
    }
  if (is_word (&self->source, self->at, "sizeof"))
    return self->at++, parse_sizeof (self, value);

  return is_identifier (&self->source, self->at) && look_up (self, value);
}

/* Negative operands would be others where they are unsigned. */
static gboolean
compute (char    operation,
         gint64  operand,
         gint64 *value)
{
  gint64 left = *value;

  if (left < 0 || operand < 0 || (strchr ("/%", operation) != NULL && operand == 0))
    return FALSE;

  switch (operation)
    {
    case '*':
      return !__builtin_mul_overflow (left, operand, value) && *value <= MOST;
    case '/':
      return *value = left / operand, TRUE;
    case '%':
      return *value = left % operand, TRUE;
    case '+':
      return *value = left + operand, *value <= MOST;
    case '-':
      return *value = left - operand, *value >= 0;
    case '<':
      return operand < 31 && (*value = left << operand) <= MOST;
    case '>':
    default:
      return operand < 63 && (*value = left >> operand, TRUE);
    }
}

static gboolean
parse_product (Parser *self,
               gint64 *value)
{
  gint64 operand;

  if (!parse_unary (self, value))
    return FALSE;

  while (self->at < self->source.n)
    {
      char c = get_punctuation (&self->source, self->at);

      if (c != '*' && c != '/' && c != '%')
        break;
      self->at++;
      if (!parse_unary (self, &operand) || !compute (c, operand, value))
        return FALSE;
    }

  return TRUE;
}

static gboolean
parse_sum (Parser *self,
           gint64 *value)
{
  gint64 operand;

  if (!parse_product (self, value))
    return FALSE;

  while (self->at < self->source.n)
    {
      char c = get_punctuation (&self->source, self->at);

      if (c != '+' && c != '-')
        break;
      self->at++;
      if (!parse_product (self, &operand) || !compute (c, operand, value))
        return FALSE;
    }

  return TRUE;
}

static gboolean
parse_shift (Parser *self,
             gint64 *value)
{
  gint64 operand;

  if (!parse_sum (self, value))
    return FALSE;

  while (self->at < self->source.n)
    {
      char c = get_punctuation (&self->source, self->at);

      if (!take (self, "<<") && !take (self, ">>"))
        break;
      if (!parse_sum (self, &operand) || !compute (c, operand, value))
        return FALSE;
    }

  return TRUE;
}

static gboolean
evaluate (LoomSourceNames *names,
          guint            first,
          guint            end,
          guint            place,
          guint            depth,
          gint64          *value)
{
  g_autoptr (GArray) expanded = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));
  Parser parser = { .names = names, .place = place, .depth = depth };

  if (first >= end ||
      !_loom_source_macros_expand (names->scan->macros, &names->source, first, end, expanded))
    return FALSE;

  parser.source = (LoomSourceReader) { names->source.text, expanded, expanded->len };
  return parse_shift (&parser, value) && parser.at == parser.source.n;
}

/* The value of the expression between two tokens; FALSE if it can't be read for certain. */
gboolean
_loom_source_names_evaluate (LoomSourceNames *self,
                             guint            first,
                             guint            end,
                             gint64          *value)
{
  return evaluate (self, first, end, first, MAX_DEPTH, value);
}
