/* loom-formula.c: what is certainly wrong with a value or a fill, before a compiler sees it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-formula.h"

#include "loom-arithmetic.h"
#include "loom-extents-private.h"
#include "loom-formula-private.h"
#include "loom-scalar-text.h"

static const char * const cell_names[] = { "x", "y", "z", "cols", "rows", "planes", NULL };
static const char * const value_names[] = { "cols", "rows", "planes", "size", NULL };

static gboolean
is_signed (LoomScalar scalar)
{
  return scalar == LOOM_SCALAR_I8 || scalar == LOOM_SCALAR_I16 || scalar == LOOM_SCALAR_I32 ||
         scalar == LOOM_SCALAR_I64;
}

/* Nothing but numbers is computed here, so that what the type can't hold is seen. */
static char *
compute (const char  *text,
         LoomScalar   scalar,
         GError     **error)
{
  const guint bits = 8 * loom_scalar_size (scalar) - is_signed (scalar);
  const guint64 most = bits == 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << bits) - 1;
  guint64 value;

  if (!loom_arithmetic_evaluate (text, is_signed (scalar) ? -(gint64) most - 1 : 0, most, &value,
                                 error))
    return NULL;
  if (is_signed (scalar))
    return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value);
  return g_strdup_printf ("%" G_GUINT64_FORMAT, value);
}

static gboolean
has_names (const char *text)
{
  g_autoptr (GArray) tokens = _loom_formula_tokenize (text);

  for (guint i = 0; i < tokens->len; i++)
    {
      LoomTokenKind kind = g_array_index (tokens, LoomToken, i).kind;

      if (kind != LOOM_TOKEN_NUMBER && kind != LOOM_TOKEN_PUNCTUATION)
        return TRUE;
    }
  return FALSE;
}

/**
 * loom_formula_dup_value:
 * @text: the value of a number that a kernel is given: written out, or a formula in cols, rows,
 *   planes and size
 * @type: of the parameter
 * @error: return location; %LOOM_ERROR_DOCUMENT or %LOOM_ERROR_LAUNCH says in words what is wrong
 *
 * Looks for what is certainly wrong with a value, and computes arithmetic with whole numbers.
 *
 * Returns: (transfer full): the value as settings have it, or %NULL with @error set
 */
char *
loom_formula_dup_value (const char      *text,
                        const LoomType  *type,
                        GError         **error)
{
  const LoomScalar scalar = type->scalar;
  LoomScalarBits bits;

  g_return_val_if_fail (text != NULL && type != NULL, NULL);

  if (loom_scalar_text_parse (text, scalar, &bits))
    return g_strstrip (g_strdup (text));
  if (!_loom_check_base (text, error))
    return NULL;
  if (scalar != LOOM_SCALAR_BYTES && scalar != LOOM_SCALAR_BOOL && !loom_scalar_is_float (scalar)
      && *text != '\0' && !has_names (text))
    return compute (text, scalar, error);

  return _loom_formula_check (text, value_names, error) ? g_strstrip (g_strdup (text)) : NULL;
}

/* One number after the other of one cell after the other. */
static gboolean
check_values (const char      *text,
              const LoomType  *type,
              GError         **error)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  const guint n = MAX (loom_type_count_components (type), 1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (*g_strstrip (words[i]) == '\0')
        return _loom_fail_missing (error);
      if (!loom_scalar_text_check (words[i], loom_type_get_component (type, i % n).scalar, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * loom_formula_check_fill:
 * @fill: what an array is to hold
 * @type: of its cells
 * @error: return location; %LOOM_ERROR_DOCUMENT says in words what is wrong
 *
 * Looks for what is certainly wrong with the numbers or the formula of a fill.
 *
 * Returns: %FALSE with @error set
 */
gboolean
loom_formula_check_fill (const LoomFill  *fill,
                         const LoomType  *type,
                         GError         **error)
{
  g_return_val_if_fail (fill != NULL && type != NULL, FALSE);

  if (fill->kind == LOOM_FILL_VALUES)
    return check_values (fill->text, type, error);
  if (fill->kind == LOOM_FILL_EXPR)
    return _loom_formula_check (fill->text, cell_names, error);

  return TRUE;
}
