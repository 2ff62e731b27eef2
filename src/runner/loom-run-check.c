/* loom-run-check.c: compares an array with what it should hold
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-check.h"

#include "loom-array-fill.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Cells between two looks at the cancel flag. */
#define STRIDE 65536

/* NaN where and only where NaN is expected; an infinity equals only itself; else |got - expected|
 * <= atol + rtol |expected|, in double. */
static gboolean
is_close (double            got,
          double            expected,
          const LoomExpect *expect)
{
  if (isnan (expected) || isnan (got))
    return isnan (expected) && isnan (got);
  if (isinf (expected) || isinf (got))
    return got == expected;
  return fabs (got - expected) <= expect->atol + expect->rtol * fabs (expected);
}

static gboolean
cell_matches (const LoomPlanArg *arg,
              const guint8      *got,
              const guint8      *expected)
{
  const LoomType *type = &arg->type;
  guint width = loom_scalar_size (type->scalar);

  if (type->scalar == LOOM_SCALAR_BYTES)
    return memcmp (got, expected, type->size) == 0;

  for (guint i = 0; i < type->lanes; i++)
    {
      const guint8 *a = got + i * width, *b = expected + i * width;

      if (memcmp (a, b, width) == 0)
        continue;
      /* 64-bit integers do not fit a double: without a tolerance they are equal or not. */
      if (!loom_scalar_is_float (type->scalar) && arg->expect.atol == 0 && arg->expect.rtol == 0)
        return FALSE;
      if (!is_close (loom_scalar_to_double (type->scalar, a),
                     loom_scalar_to_double (type->scalar, b), &arg->expect))
        return FALSE;
    }

  return TRUE;
}

/**
 * loom_run_check_compare:
 * @arg: what is expected, with its tolerances
 * @got: the cells after the launch
 * @expected: the cells as they should be
 * @size: bytes of each
 * @mask: a byte for each cell, set to 1 where it differs
 * @cancel: (nullable): non-zero asks to stop
 * @array: its counts are set
 * @error: return location for an error
 *
 * Compares all cells. Without tolerances floats must be equal (0 equals -0).
 *
 * Errors: %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether they were compared
 */
gboolean
loom_run_check_compare (const LoomPlanArg  *arg,
                        gconstpointer       got,
                        gconstpointer       expected,
                        gsize               size,
                        guint8             *mask,
                        const gint         *cancel,
                        LoomRunArray       *array,
                        GError            **error)
{
  gsize cells = size / arg->type.size;

  for (gsize i = 0; i < cells; i++)
    {
      gsize at = i * arg->type.size;

      if (i % STRIDE == 0 && !loom_cancel_check (cancel, error))
        return FALSE;
      mask[i] = !cell_matches (arg, (const guint8 *) got + at, (const guint8 *) expected + at);
      array->mismatches += mask[i];
    }

  array->compared = cells;
  return TRUE;
}

static char *
format_cell (const LoomType *type,
             const guint8   *cell)
{
  GString *text = g_string_new (NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (type->scalar == LOOM_SCALAR_BYTES)
    {
      for (guint i = 0; i < MIN (type->size, 8); i++)
        g_string_append_printf (text, "%02x", cell[i]);
      return g_string_free (text, FALSE);
    }

  for (guint i = 0; i < type->lanes; i++)
    {
      double value =
          loom_scalar_to_double (type->scalar, cell + i * loom_scalar_size (type->scalar));

      g_ascii_formatd (number, sizeof number, "%.9g", value);
      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", number);
    }

  return g_string_free (text, FALSE);
}

/**
 * loom_run_check_explain:
 * @arg: what is expected
 * @array: with the counts of loom_run_check_compare()
 * @got: the cells after the launch
 * @expected: the cells as they should be
 * @mask: where they differ
 *
 * Says how many cells differ, and how the first does.
 *
 * Returns: (transfer full) (nullable): a finding, or %NULL if none does
 */
LoomFinding *
loom_run_check_explain (const LoomPlanArg  *arg,
                        const LoomRunArray *array,
                        gconstpointer       got,
                        gconstpointer       expected,
                        const guint8       *mask)
{
  g_autofree char *value = NULL;
  g_autofree char *wanted = NULL;
  const guint8 *first;
  LoomFinding *finding;
  guint64 cell;

  if (array->mismatches == 0 || (first = memchr (mask, 1, array->compared)) == NULL)
    return NULL;

  cell = first - mask;
  value = format_cell (&arg->type, (const guint8 *) got + cell * arg->type.size);
  wanted = format_cell (&arg->type, (const guint8 *) expected + cell * arg->type.size);
  finding = loom_finding_new (
      LOOM_ERROR_MISMATCH,
      _("%1$llu of %2$llu cells of %3$s differ from the reference; the first is column %4$llu, "
         "row %5$llu, plane %6$llu: %7$s instead of %8$s"),
      (unsigned long long)array->mismatches, (unsigned long long)array->compared, arg->name,
      (unsigned long long)(cell % arg->shape.cols),
      (unsigned long long)(cell / arg->shape.cols % arg->shape.rows),
      (unsigned long long)(cell / arg->shape.cols / arg->shape.rows), value, wanted);
  finding->array = g_strdup (arg->name);
  finding->count = array->mismatches;
  return finding;
}
