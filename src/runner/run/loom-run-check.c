/* loom-run-check.c: compares an array with what it should hold
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-check.h"

#include "loom-array-fill.h"
#include "loom-parallel.h"
#include "loom-record.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Cells that are held against each other at once, between two looks at the cancel flag. */
#define STRETCH G_GUINT64_CONSTANT (1024)

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
number_matches (LoomScalar        scalar,
                const guint8     *got,
                const guint8     *expected,
                const LoomExpect *expect)
{
  if (memcmp (got, expected, loom_scalar_size (scalar)) == 0)
    return TRUE;
  /* 64-bit integers do not fit a double: without a tolerance they are equal or not. */
  if (!loom_scalar_is_float (scalar) && expect->atol == 0 && expect->rtol == 0)
    return FALSE;
  if (expect->ulps > 0 && loom_scalar_is_float (scalar) &&
      loom_scalar_distance (scalar, got, expected) <= expect->ulps)
    return TRUE;
  return is_close (loom_scalar_to_double (scalar, got), loom_scalar_to_double (scalar, expected),
                   expect);
}

/* What is expected of one number of a cell: its own, else that of the whole; NULL: nothing. Whole
 * numbers of a struct have no tolerance that floats beside them have. */
static const LoomExpect *
find_expect (const LoomPlanArg   *arg,
             const LoomComponent *component)
{
  static const LoomExpect exactly = { NULL };

  for (guint i = 0; arg->members != NULL && i < arg->members->len; i++)
    {
      const LoomPlanArg *member = arg->members->pdata[i];

      if (loom_expect_has_reference (&member->expect) &&
          strcmp (member->name, component->name) == 0)
        return &member->expect;
    }

  if (!loom_expect_has_reference (&arg->expect))
    return NULL;
  return arg->type.record != NULL && !loom_scalar_is_float (component->scalar) ? &exactly
                                                                               : &arg->expect;
}

/* One number of each cell that something is expected of. */
typedef struct
{
  LoomComponent     component;
  const LoomExpect *expect;
} Expected;

static GArray *
list_expected (const LoomPlanArg *arg)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Expected));

  for (guint i = 0; i < loom_type_count_components (&arg->type); i++)
    {
      Expected expected = { loom_type_get_component (&arg->type, i), NULL };

      expected.expect = find_expect (arg, &expected.component);
      if (expected.expect != NULL)
        g_array_append_val (list, expected);
    }

  return list;
}

static gboolean
cell_matches (const GArray *list,
              const guint8 *got,
              const guint8 *expected)
{
  for (guint i = 0; i < list->len; i++)
    {
      const Expected *number = &g_array_index (list, Expected, i);
      const guint at = number->component.offset;

      if (!number_matches (number->component.scalar, got + at, expected + at, number->expect))
        return FALSE;
    }

  return TRUE;
}

static char *
format_value (const LoomType *type,
              gconstpointer   data)
{
  const guint8 *cell = data;
  GString *text;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (type->record != NULL)
    return loom_record_format_cell (type->record, cell, format_value);

  text = g_string_new (NULL);

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

/* Where only members are expected, only those: the others have no other value to be. */
static char *
format_cell (const LoomPlanArg *arg,
             const guint8      *cell)
{
  g_autoptr (GArray) list = NULL;
  GString *text;

  if (arg->members == NULL || loom_expect_has_reference (&arg->expect))
    return format_value (&arg->type, cell);

  list = list_expected (arg);
  text = g_string_new ("{");
  for (guint i = 0; i < list->len; i++)
    {
      const LoomComponent *component = &g_array_index (list, Expected, i).component;
      const LoomType type = loom_type_of (component->scalar, 1);
      g_autofree char *value = format_value (&type, cell + component->offset);

      g_string_append_printf (text, "%s%s: %s", i > 0 ? ", " : "", component->name, value);
    }

  return g_string_free (g_string_append_c (text, '}'), FALSE);
}

/* One array held against what it should be. */
typedef struct
{
  const LoomType *type;
  const GArray   *list;         /* (element-type Expected); NULL: bytes that are equal or not */
  const guint8   *got, *expected;
  guint8         *mask;
  const gint     *cancel;
} Comparison;

/* What came of a part of its cells. */
typedef struct
{
  LoomParallelRange cells;
  guint64           mismatches;
  LoomDeviation     deviations[2];      /* of cells that match, and of the others */
} Compared;

static void
compare_cell (const Comparison *self,
              guint64           cell,
              Compared         *part)
{
  const guint8 *x = self->got + cell * self->type->size;
  const guint8 *y = self->expected + cell * self->type->size;
  gboolean differs;

  if (memcmp (x, y, self->type->size) == 0)
    return;
  differs = self->list == NULL || !cell_matches (self->list, x, y);
  if (differs)
    self->mask[cell] = 1;
  part->mismatches += differs;
  for (guint i = 0; self->list != NULL && i < self->list->len; i++)
    {
      const LoomComponent *component = &g_array_index (self->list, Expected, i).component;

      loom_deviation_add (&part->deviations[differs], cell, component->scalar,
                          x + component->offset, y + component->offset);
    }
}

/* Most cells are what they should be to the bit, and are passed in stretches. */
static void
compare_part (gpointer part,
              gpointer comparison)
{
  const Comparison *self = comparison;
  Compared *compared = part;
  const guint64 end = compared->cells.first + compared->cells.n;
  const gsize size = self->type->size;

  for (guint64 at = compared->cells.first; at < end; at += STRETCH)
    {
      const guint64 n = MIN (STRETCH, end - at);

      if (!loom_cancel_check (self->cancel, NULL))
        return;
      if (memcmp (self->got + at * size, self->expected + at * size, n * size) == 0)
        continue;
      for (guint64 i = at; i < at + n; i++)
        compare_cell (self, i, compared);
    }
}

/* The cells that a person is shown. */
static void
note_cells (const LoomPlanArg *arg,
            const guint8      *got,
            const guint8      *expected,
            const guint8      *mask,
            LoomRunArray      *array)
{
  LoomCheckedCell *checked[] = { &array->first, &array->worst };

  if (array->mismatches == 0)
    return;

  array->first.cell = (const guint8 *) memchr (mask, 1, array->compared) - mask;
  array->worst.cell = array->deviation.absolute > 0 ? array->deviation.absolute_cell
                                                    : array->first.cell;
  for (guint i = 0; i < G_N_ELEMENTS (checked); i++)
    {
      const gsize at = checked[i]->cell * arg->type.size;

      checked[i]->got = format_cell (arg, got + at);
      checked[i]->expected = format_cell (arg, expected + at);
    }
}

/**
 * loom_run_check_compare:
 * @arg: what is expected, with its tolerances
 * @got: the cells after the launch
 * @expected: the cells as they should be
 * @size: bytes of each
 * @mask: zeros; a byte for each cell, set to 1 where it differs
 * @cancel: (nullable): non-zero asks to stop
 * @array: its counts, deviation, first and worst cell are set
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
  const gboolean is_bytes = arg->type.scalar == LOOM_SCALAR_BYTES && arg->type.record == NULL;
  g_autoptr (GArray) list = is_bytes ? NULL : list_expected (arg);
  Comparison comparison = { &arg->type, list, got, expected, mask, cancel };
  g_autoptr (GArray) parts = NULL;
  LoomDeviation deviations[2] = { { 0 } };

  array->compared = size / arg->type.size;
  parts = loom_parallel_cut (array->compared, 1, sizeof (Compared));
  loom_parallel_each (parts, compare_part, &comparison);
  if (!loom_cancel_check (cancel, error))
    return FALSE;
  for (guint i = 0; i < parts->len; i++)
    {
      const Compared *part = &g_array_index (parts, Compared, i);

      array->mismatches += part->mismatches;
      for (guint j = 0; j < G_N_ELEMENTS (deviations); j++)
        loom_deviation_join (&deviations[j], &part->deviations[j]);
    }

  array->deviation = deviations[array->mismatches > 0];
  note_cells (arg, got, expected, mask, array);
  return TRUE;
}

/**
 * loom_run_check_explain:
 * @arg: what is expected
 * @array: compared by loom_run_check_compare()
 *
 * Says how many cells differ, and how the first does.
 *
 * Returns: (transfer full) (nullable): a finding, or %NULL if none does
 */
LoomFinding *
loom_run_check_explain (const LoomPlanArg  *arg,
                        const LoomRunArray *array)
{
  g_autofree char *first = loom_run_array_dup_checked (array, &array->first);
  LoomFinding *finding;

  if (array->mismatches == 0)
    return NULL;

  finding = loom_finding_new (
      LOOM_ERROR_MISMATCH,
      /* Translators: 3 an array's name, 4 as “row 4, column 7: 0 instead of 2” */
      _("%1$llu of %2$llu cells of %3$s differ from the reference; the first is %4$s"),
      (unsigned long long)array->mismatches, (unsigned long long)array->compared, arg->name,
      first);
  finding->array = g_strdup (arg->name);
  finding->count = array->mismatches;
  return finding;
}
