/* loom-source-host-condition.c: the conditions of #if lines, as the compiler of a whole program sees
 * them
 *
 * A name that the source never defines is not defined, unless the compiler or its headers might.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-host-condition-private.h"

#include "loom-source-macros-private.h"

#include <string.h>

#define MAX_DEPTH 64

typedef struct
{
  GHashTable             *macros;
  const LoomSourceReader *source;
  guint                   at;
  guint                   depth;
  gboolean                is_known;     /* nothing that was met is unknown */
} Parser;

static const struct
{
  const char *text;
  guint       precedence;
} operators[] = {
  { "||", 1 }, { "&&", 2 }, { "==", 6 }, { "!=", 6 }, { "<=", 7 }, { ">=", 7 }, { "<<", 8 },
  { ">>", 8 }, { "|", 3 }, { "^", 4 }, { "&", 5 }, { "<", 7 }, { ">", 7 }, { "+", 9 }, { "-", 9 },
  { "*", 10 }, { "/", 10 }, { "%", 10 },
};

/* Whether a name is defined where the program is compiled: by nvcc for Linux, for the host. */
LoomCondition
_loom_source_host_condition_of_name (GHashTable *macros,
                                const char *name)
{
  static const char * const defined[] = {
    "__CUDACC__", "__NVCC__", "__cplusplus", "__linux__", "__linux", "linux", "__unix__", "unix",
    "__GNUC__", "__x86_64__", "__LP64__", NULL
  };
  static const char * const undefined[] = {
    "__CUDA_ARCH__", "__CUDACC_RTC__", "_WIN32", "_WIN64", "WIN32", "WIN64", "_MSC_VER",
    "__APPLE__", "__APPLE_CC__", "__MACOSX", "__clang__", "__HIPCC__", "__HIP_PLATFORM_AMD__",
    "__HIP_PLATFORM_HCC__", "_OPENMP", "__CYGWIN__", "__MINGW32__", "__INTEL_COMPILER", "__aarch64__",
    "__QNX__", "__ANDROID__", NULL
  };
  const LoomSourceMacro *macro = g_hash_table_lookup (macros, name);

  if (macro != NULL)
    return macro->is_certain ? LOOM_CONDITION_TRUE : LOOM_CONDITION_UNKNOWN;
  if (g_strv_contains (defined, name))
    return LOOM_CONDITION_TRUE;
  if (g_strv_contains (undefined, name))
    return LOOM_CONDITION_FALSE;
  return *name == '_' || g_str_has_prefix (name, "CUDA") || g_str_has_prefix (name, "CUB_") ||
         g_str_has_prefix (name, "THRUST_") ? LOOM_CONDITION_UNKNOWN : LOOM_CONDITION_FALSE;
}

static gint64 parse_binary (Parser *self,
                            guint   least);

static gint64
parse_defined (Parser *self)
{
  const gboolean is_bracketed = get_punctuation (self->source, self->at) == '(';
  g_autofree char *name = NULL;
  LoomCondition condition;

  self->at += is_bracketed;
  if (!is_identifier (self->source, self->at))
    return self->is_known = FALSE, 0;
  name = _loom_source_dup_text (self->source, self->at, self->at + 1);
  self->at += 1 + is_bracketed;
  condition = _loom_source_host_condition_of_name (self->macros, name);
  self->is_known &= condition != LOOM_CONDITION_UNKNOWN;
  return condition == LOOM_CONDITION_TRUE;
}

/* A name that is no macro counts as 0. */
static gint64
parse_name (Parser *self)
{
  g_autofree char *name = _loom_source_dup_text (self->source, self->at, self->at + 1);

  self->at++;
  if (strcmp (name, "defined") == 0)
    return parse_defined (self);
  if (strcmp (name, "true") == 0)
    return 1;
  if (strcmp (name, "false") != 0 &&
      _loom_source_host_condition_of_name (self->macros, name) != LOOM_CONDITION_FALSE)
    self->is_known = FALSE;
  return 0;
}

static gint64
parse_number (Parser *self)
{
  g_autofree char *text = _loom_source_dup_text (self->source, self->at, self->at + 1);
  char *end;
  gint64 value = g_ascii_strtoll (text, &end, 0);

  self->at++;
  self->is_known &= end > text && strspn (end, "uUlL") == strlen (end);
  return value;
}

static gint64
parse_unary (Parser *self)
{
  char c = get_punctuation (self->source, self->at);
  gint64 value;

  if (self->at >= self->source->n || self->depth == 0)
    return self->is_known = FALSE, 0;
  if (is_identifier (self->source, self->at))
    return parse_name (self);
  if (get_token (self->source, self->at)->kind == LOOM_TOKEN_NUMBER)
    return parse_number (self);

  self->at++;
  self->depth--;
  value = c == '(' ? parse_binary (self, 1) : strchr ("!-+~", c) != NULL && c != '\0'
          ? parse_unary (self) : (self->is_known = FALSE, 0);
  self->depth++;
  if (c == '(' && get_punctuation (self->source, self->at++) != ')')
    self->is_known = FALSE;
  return c == '!' ? !value : c == '-' ? (gint64) (0 - (guint64) value) : c == '~' ? ~value : value;
}

/* Index into operators, or -1. */
static gint
find_operator (Parser *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    {
      const char *text = operators[i].text;

      if (get_punctuation (self->source, self->at) == text[0] &&
          (text[1] == '\0' || get_punctuation (self->source, self->at + 1) == text[1]))
        return i;
    }

  return -1;
}

static gint64
compute (Parser     *self,
         const char *operation,
         gint64      a,
         gint64      b)
{
  const guint64 left = a, right = b;

  if ((strchr ("/%", *operation) != NULL && (b == 0 || b == -1)) ||
      (operation[1] != '\0' && operation[0] == operation[1] && strchr ("<>", *operation) != NULL &&
       (b < 0 || b > 62)))
    return self->is_known = FALSE, 0;

  switch (operation[0] << 8 | operation[1])
    {
    case '|' << 8 | '|': return a || b;
    case '&' << 8 | '&': return a && b;
    case '=' << 8 | '=': return a == b;
    case '!' << 8 | '=': return a != b;
    case '<' << 8 | '=': return a <= b;
    case '>' << 8 | '=': return a >= b;
    case '<' << 8 | '<': return left << right;
    case '>' << 8 | '>': return a >> b;
    case '|' << 8: return a | b;
    case '^' << 8: return a ^ b;
    case '&' << 8: return a & b;
    case '<' << 8: return a < b;
    case '>' << 8: return a > b;
    case '+' << 8: return left + right;
    case '-' << 8: return left - right;
    case '*' << 8: return left * right;
    case '/' << 8: return a / b;
    default: return a % b;
    }
}

/* What does not count for || and && need not be known. */
static gint64
parse_right (Parser     *self,
             const char *operation,
             guint       precedence,
             gint64      left)
{
  const gboolean is_known = self->is_known, is_or = strcmp (operation, "||") == 0;
  const gboolean is_logical = is_or || strcmp (operation, "&&") == 0;
  gint64 right;

  self->is_known = TRUE;
  right = parse_binary (self, precedence + 1);
  if (is_logical && is_known && (left != 0) == is_or)
    self->is_known = TRUE;
  else if (is_logical && self->is_known && (right != 0) == is_or)
    return is_or;
  else
    self->is_known &= is_known;

  return compute (self, operation, left, right);
}

static gint64
parse_binary (Parser *self,
              guint   least)
{
  gint64 value = parse_unary (self);

  for (;;)
    {
      gint found = find_operator (self);

      if (found < 0 || operators[found].precedence < least)
        return value;
      self->at += strlen (operators[found].text);
      value = parse_right (self, operators[found].text, operators[found].precedence, value);
    }
}

LoomCondition
_loom_source_host_condition_evaluate (GHashTable             *macros,
                                 const LoomSourceReader *tokens)
{
  Parser parser = { macros, tokens, 0, MAX_DEPTH, TRUE };
  gint64 value = parse_binary (&parser, 1);

  if (!parser.is_known || parser.at != tokens->n)
    return LOOM_CONDITION_UNKNOWN;
  return value != 0 ? LOOM_CONDITION_TRUE : LOOM_CONDITION_FALSE;
}
