/* loom-comparison-text.c: what a comparison came to, in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-comparison.h"
#include "loom-record.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/**
 * loom_comparison_dup_sentence:
 * @self: a comparison
 *
 * Says what came of it, in the user's language.
 *
 * Returns: (transfer full): one sentence, without a period
 */
char *
loom_comparison_dup_sentence (const LoomComparison *self)
{
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  a = loom_backend_id_dup_title (self->a->backend);
  b = loom_backend_id_dup_title (self->b->backend);
  if (self->n_unlike > 0 && self->a->trap != NULL && self->b->trap != NULL)
    return g_strdup_printf (
        _("The kernel was stopped on %1$s and on %2$s, which left nothing to compare"), a, b);
  if (self->traps_differ && self->a->trap != NULL && self->b->trap != NULL)
    return g_strdup_printf (_("The kernel was stopped on %1$s and on %2$s, by different things"),
                            a, b);
  if (self->traps_differ)
    return g_strdup_printf (_("The kernel was stopped on %1$s, but not on %2$s"),
                            self->a->trap != NULL ? a : b, self->a->trap != NULL ? b : a);
  if (self->n_unlike > 0)
    return g_strdup_printf (_("%1$s and %2$s did not leave the same arrays"), a, b);
  if (self->differ > 0)
    return g_strdup_printf (ngettext ("%1$s and %2$s differ in %3$" PRIu64 " cell",
                                      "%1$s and %2$s differ in %3$" PRIu64 " cells",
                                      MIN (self->differ, G_MAXULONG)),
                            a, b, self->differ);

  if (!loom_comparison_has_counts (self))
    return g_strdup_printf (_("%1$s and %2$s agree in every value; accesses were not compared, as "
                              "only one of them counted them as written"), a, b);

  return g_strdup_printf (ngettext ("%1$s and %2$s agree in every cell of %3$u array",
                                    "%1$s and %2$s agree in every cell of %3$u arrays",
                                    self->a->arrays->len),
                          a, b, self->a->arrays->len);
}

/**
 * loom_compared_get_name:
 * @compared: what was compared
 *
 * Returns: its name in reports: "values", "writes", "reads", "lowest" or "highest"
 */
const char *
loom_compared_get_name (LoomCompared compared)
{
  static const char * const names[] = { "values", "writes", "reads", "lowest", "highest" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == LOOM_N_COMPARED);
  g_return_val_if_fail ((guint) compared < LOOM_N_COMPARED, NULL);

  return names[compared];
}

/* All numbers of a cell; those of a struct with their names. */
static char *
dup_value (const LoomType *type,
           gconstpointer   data)
{
  const gsize size = loom_scalar_size (type->scalar);
  GString *text;

  if (type->record != NULL)
    return loom_record_format_cell (type->record, data, dup_value);

  text = g_string_new (NULL);
  for (guint i = 0; i < loom_type_count_components (type); i++)
    {
      g_autofree char *number = loom_scalar_format (type->scalar, (const guint8 *) data + i * size);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", number);
    }
  return g_string_free (text, FALSE);
}

/* Everything of a cell that is compared, as a number of this run. */
static char *
dup_cell (const LoomRunArray *array,
          LoomCompared        compared,
          guint64             cell)
{
  const LoomType *type = loom_array_get_cell_type (array->array);
  const guint8 *data;

  switch (compared)
    {
    case LOOM_COMPARED_WRITES:
    case LOOM_COMPARED_READS:
      data = g_bytes_get_data (compared == LOOM_COMPARED_WRITES ? array->writes : array->reads,
                               NULL);
      return loom_scalar_format (LOOM_SCALAR_U32, data + cell * sizeof (guint32));
    case LOOM_COMPARED_LOWEST:
      return g_strdup_printf ("%" PRIi64, loom_run_array_get_writer (array, array->lowest, cell));
    case LOOM_COMPARED_HIGHEST:
      return g_strdup_printf ("%" PRIi64, loom_run_array_get_writer (array, array->highest, cell));
    default:
      break;
    }

  return dup_value (type, loom_array_get_cell (array->array, cell));
}

/**
 * loom_comparison_dup_cell:
 * @array: an array that was compared
 * @compared: what of it; done
 * @cell: index in C order, less than its cells
 * @here: (out) (transfer full): what it is in this run
 * @there: (out) (transfer full): what it is in the other
 *
 * Writes what was compared of a cell, in the C format: so many digits that numbers which differ
 * look different. -1 is a writer that there is not.
 */
void
loom_comparison_dup_cell (const LoomRunArray *array,
                          LoomCompared        compared,
                          guint64             cell,
                          char              **here,
                          char              **there)
{
  g_return_if_fail (array != NULL && array->difference != NULL);
  g_return_if_fail (array->difference->planes[compared].done);

  *here = dup_cell (array, compared, cell);
  *there = dup_cell (array->difference->other, compared, cell);
}

static char *
dup_different (const LoomRunArray *array,
               LoomCompared        compared)
{
  const LoomPlaneDifference *plane = &array->difference->planes[compared];
  const LoomType *type = loom_array_get_cell_type (array->array);

  if (compared != LOOM_COMPARED_VALUES || !loom_scalar_is_float (type->scalar))
    return g_strdup_printf (ngettext ("%" PRIu64 " cell differs", "%" PRIu64 " cells differ",
                                      MIN (plane->differ, G_MAXULONG)), plane->differ);
  if (plane->max_ulps == LOOM_NO_DISTANCE)
    return g_strdup_printf (ngettext ("%" PRIu64 " cell differs, a number from none",
                                      "%" PRIu64 " cells differ, some a number from none",
                                      MIN (plane->differ, G_MAXULONG)), plane->differ);

  return g_strdup_printf (ngettext ("%1$" PRIu64 " cell differs, by %2$" PRIu64 " ULP",
                                    "%1$" PRIu64 " cells differ, by at most %2$" PRIu64 " ULP",
                                    MIN (plane->differ, G_MAXULONG)),
                          plane->differ, plane->max_ulps);
}

/* Where a cell is, as rows and columns where the array has them. */
static char *
dup_place (const LoomShape *shape,
           guint64          cell)
{
  const guint64 col = cell % shape->cols, row = cell / shape->cols % shape->rows;

  if (shape->rank == 1)
    return g_strdup_printf (_("cell %" PRIu64), cell);
  if (shape->rank == 2)
    return g_strdup_printf (_("row %1$" PRIu64 ", column %2$" PRIu64), row, col);
  return g_strdup_printf (_("plane %1$" PRIu64 ", row %2$" PRIu64 ", column %3$" PRIu64),
                          cell / shape->cols / shape->rows, row, col);
}

/**
 * loom_comparison_dup_plane_text:
 * @array: an array that was compared
 * @compared: what of it; done
 *
 * Says how many cells differ, by how much, and which is the first, in the user's language.
 *
 * Returns: (transfer full): a clause
 */
char *
loom_comparison_dup_plane_text (const LoomRunArray *array,
                                LoomCompared        compared)
{
  const LoomPlaneDifference *plane;
  g_autofree char *different = NULL;
  g_autofree char *place = NULL;
  g_autofree char *here = NULL;
  g_autofree char *there = NULL;

  g_return_val_if_fail (array != NULL && array->difference != NULL, NULL);

  plane = &array->difference->planes[compared];
  g_return_val_if_fail (plane->done, NULL);
  if (plane->differ == 0)
    return g_strdup (plane->if_any ? _("the same cells") : _("identical"));

  different = dup_different (array, compared);
  place = dup_place (loom_array_get_shape (array->array), plane->first[0]);
  loom_comparison_dup_cell (array, compared, plane->first[0], &here, &there);
  /* Translators: "3 cells differ, by at most 2 ULP", "row 4, column 7", a number and a number. */
  return g_strdup_printf (_("%1$s; first %2$s: %3$s and %4$s"), different, place, here, there);
}
