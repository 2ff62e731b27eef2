/* loom-generator-reference.c: what arrays hold, as expressions of a document
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator-private.h"

#include "loom-plan.h"

#include <string.h>

static const char *const names[] = { "x", "y", "z", "cols", "rows", "planes" };

static char *
replace_place (const LoomWords *words,
               guint            index,
               guint           *end,
               gpointer         data)
{
  const char *const *place = data;

  (void) end;
  if (_loom_words_is_member (words, index))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (_loom_words_is (words, index, names[i]))
      return g_strdup_printf ("(%s)", place[i]);
  return NULL;
}

static char *
dup_expression (const char        *text,
                const char *const *place)
{
  g_auto (LoomWords) words = { 0 };

  if (!_loom_words_read (&words, NULL, LOOM_PART_VALUES, text))
    return NULL;
  return _loom_words_replace (&words, 0, words.words->len, TRUE, replace_place, (gpointer) place);
}

/* What an array holds at a place, which is that of x, y, z, cols, rows and planes of its fill;
 * NULL: no expression says it. */
char *
_loom_parameter_dup_formula (LoomGenerator       *self,
                             const LoomParameter *parameter,
                             const char *const   *place)
{
  guint number = 0;
  g_autofree char *text = NULL, *value = NULL;
  LoomFill fill = { 0 };

  g_ptr_array_find (self->parameters, parameter, &number);
  text = _loom_parameter_dup_fill (parameter, number);
  if (parameter->cell.complex_bytes > 0 || parameter->cell.type.lanes > 1)
    return NULL;
  if (parameter->is_scalar)
    value = g_strdup (text);
  else if (text == NULL)
    value = g_strdup ("0");
  else if (loom_fill_parse (text, &fill, NULL))
    {
      if (fill.kind == LOOM_FILL_ZEROS || fill.kind == LOOM_FILL_ONES)
        value = g_strdup (fill.kind == LOOM_FILL_ONES ? "1" : "0");
      else if (fill.kind == LOOM_FILL_IOTA)
        value = dup_expression ("(z * rows + y) * cols + x", place);
      else if (fill.kind == LOOM_FILL_EXPR)
        value = dup_expression (fill.text, place);
      loom_fill_clear (&fill);
    }
  if (value == NULL)
    return NULL;
  return g_strdup_printf ("(%s) (%s)", parameter->cell.value, value);
}

/* Whether code has the same meaning in an expression of a document: it only calculates. */
gboolean
_loom_words_are_plain (const LoomWords *self,
                       LoomGenerator   *generator)
{
  static const char *const others[] = {
    "return", "continue", "break", "goto", "asm", "printf", "assert", "static", "extern", "_ind",
    "threadIdx", "blockIdx", "blockDim", "gridDim", NULL
  };

  for (guint i = 0; i < self->words->len; i++)
    {
      g_autofree char *word = _loom_words_dup (self, i);
      const LoomParameter *parameter = _loom_generator_find (generator, word);

      if (*word == '#' || g_str_has_prefix (word, "__") || g_str_has_prefix (word, "atomic") ||
          g_str_has_prefix (word, "_raw_") ||
          g_strv_contains (others, word) || (parameter != NULL && parameter->is_raw) ||
          g_strstr_len (word, -1, "*/") != NULL)
        return FALSE;
    }
  return *_loom_generator_get (generator, LOOM_PART_PREAMBLE) == '\0';
}
