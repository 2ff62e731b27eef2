/* loom-host-steps-words.c: expressions of [steps] in C++
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The console's expressions are C's, so numbers, operators and functions of numbers stay as they
 * are. A cell of an array becomes a call that reads it; whole arrays have no words in C++.
 */

#include "config.h"

#include "loom-host-code-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Functions that C++ has of numbers, too, by the same name. */
static const char * const functions[] = {
  "abs",  "acos",  "asin",  "atan", "atan2", "cbrt", "ceil",  "cos",   "cosh",  "exp",
  "exp2", "fabs",  "floor", "fmax", "fmin",  "fmod", "hypot", "log",   "log10", "log2",
  "pow",  "round", "sin",   "sinh", "sqrt",  "tan",  "tanh",  "trunc", NULL,
};
/* Types that casts name. */
static const char * const types[]
    = { "int", "float", "double", "long", "unsigned", "bool", "char", "short", NULL };

typedef struct
{
  LoomHostWriter *writer;
  const char     *text;         /* the rest */
  GString        *out;
} Reader;

static gboolean read_words (Reader      *self,
                            const char  *end,
                            GError     **error);

static gboolean
refuse (const Reader  *self,
        const char    *name,
        GError       **error)
{
  return loom_fail (
      error, LOOM_ERROR_UNSUPPORTED,
      _("“%s” is of a whole array, or a function that C++ has not of numbers: export "
        "it without, or as launches of your own"),
      name);
}

/* How many rounds a loop around the step has had, or an extent of the main array. */
static gboolean
append_number (Reader     *self,
               const char *name)
{
  const LoomPlanArg *arg = loom_plan_get_main_array (self->writer->plan);
  const char * const names[] = { "cols", "rows", "planes", "size" };
  const char *counter = g_hash_table_lookup (self->writer->counters, name);

  if (counter != NULL)
    {
      g_string_append (self->out, counter);
      return TRUE;
    }
  for (guint i = 0; arg != NULL && i < G_N_ELEMENTS (names); i++)
    {
      const guint64 extents[] = { arg->shape.cols, arg->shape.rows, arg->shape.planes,
                                  arg->shape.cols * arg->shape.rows * arg->shape.planes };

      if (g_str_equal (name, names[i]))
        {
          g_string_append_printf (self->out, "%" G_GUINT64_FORMAT, extents[i]);
          return TRUE;
        }
    }
  return FALSE;
}

/* The indices behind an array: `[i]`, `[row, col]` or `[row][col]`, each behind a comma. */
static gboolean
read_indices (Reader  *self,
              guint   *given,
              GError **error)
{
  for (*given = 0; *self->text == '[' || (*given > 0 && *self->text == ','); (*given)++)
    {
      self->text++;
      g_string_append (self->out, ", ");
      if (!read_words (self, ",]", error))
        return FALSE;
      if (*self->text == ']')
        self->text++;
    }
  return TRUE;
}

static gboolean
append_cell (Reader             *self,
             const LoomPlanArg  *arg,
             GError            **error)
{
  const gboolean is_half
      = loom_scalar_is_float (arg->type.scalar) && loom_scalar_size (arg->type.scalar) == 2;
  g_autoptr (GString) cell = g_string_new (NULL);
  GString *out = self->out;
  guint given;
  gboolean ok;

  for (guint i = arg->shape.rank; i < 3; i++)
    g_string_append (cell, ", 0");
  self->out = cell;
  ok = read_indices (self, &given, error);
  self->out = out;
  if (!ok)
    return FALSE;
  if (given != arg->shape.rank || arg->type.lanes > 1 || arg->type.scalar == LOOM_SCALAR_BYTES
      || arg->symbol != NULL)
    return refuse (self, arg->name, error);

  self->writer->parts |= 1u << LOOM_HOST_PART_READ;
  g_string_append_printf (out,
                          is_half ? "static_cast<float> (host::read (%s%s))" : "host::read (%s%s)",
                          _loom_host_get_name (self->writer, arg), cell->str);
  return TRUE;
}

static gboolean
read_name (Reader  *self,
           GError **error)
{
  const gsize length = strspn (self->text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
  g_autofree char *name = g_strndup (self->text, length);
  const LoomPlanArg *arg;

  self->text += length;
  if (append_number (self, name))
    return TRUE;
  arg = loom_plan_lookup_array (self->writer->plan, name);
  if (arg != NULL)
    return append_cell (self, arg, error);
  if (g_strv_contains (functions, name))
    g_string_append_printf (self->out, "std::%s", name);
  else if (g_strv_contains (types, name))
    g_string_append (self->out, name);
  else
    return refuse (self, name, error);
  return TRUE;
}

/* Returns: whether a number stands there, which is taken as it is */
static gboolean
read_number (Reader *self)
{
  g_autoptr (GRegex) regex = g_regex_new (
      "^(0[xX][0-9a-fA-F]+|([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?)[fFuUlL]*", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *number = NULL;

  if (!g_regex_match (regex, self->text, 0, &match))
    return FALSE;
  number = g_match_info_fetch (match, 0);
  g_string_append (self->out, number);
  self->text += strlen (number);
  return TRUE;
}

/* Up to one of the bytes of `end` outside of brackets. */
static gboolean
read_words (Reader      *self,
            const char  *end,
            GError     **error)
{
  guint depth = 0, questions = 0;

  while (*self->text != '\0' && (depth > 0 || strchr (end, *self->text) == NULL))
    if (g_ascii_isalpha (*self->text) || *self->text == '_')
      {
        if (!read_name (self, error))
          return FALSE;
      }
    else if (!read_number (self))
      {
        depth += *self->text == '(';
        depth -= *self->text == ')' && depth > 0;
        questions += *self->text == '?';
        /* a slice, unless it is of a condition */
        if (*self->text == ':' && questions-- == 0)
          return refuse (self, ":", error);
        g_string_append_c (self->out, *self->text++);
      }
  return TRUE;
}

/* An expression of a step over the arrays as they are then. */
char *
_loom_host_dup_expression (LoomHostWriter      *self,
                           const LoomPlanStep  *step,
                           const char          *text,
                           GError             **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  Reader reader = { self, text, out };

  if (read_words (&reader, "", error))
    return g_strdup (out->str);
  g_prefix_error (error, _("step “%1$s” in line %2$u: "), step->text, step->line);
  return NULL;
}
