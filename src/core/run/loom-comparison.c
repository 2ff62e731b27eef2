/* loom-comparison.c: two runs of one launch, cell by cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-comparison.h"

#include "loom-record.h"
#include "loom-class.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* One array of both runs while it is compared. */
typedef struct
{
  const LoomRunArray  *a, *b;
  LoomArrayDifference *difference;
  guint8              *marks;
  guint64              cells;
} Pair;

static void
mark (Pair         *pair,
      LoomCompared  compared,
      guint64       cell)
{
  LoomPlaneDifference *plane = &pair->difference->planes[compared];

  if (plane->n_first < LOOM_FIRST_DIFFERENCES)
    plane->first[plane->n_first++] = cell;
  plane->differ++;
  pair->marks[cell] |= 1 << compared;
}

/* The largest distance of a cell's components; any two numbers that print alike may still be zeros
 * of other signs, which only matters where nothing may differ. */
static gboolean
cells_equal (const LoomType *type,
             const guint8   *a,
             const guint8   *b,
             guint64         ulps,
             guint64        *max_ulps)
{
  gboolean equal = TRUE;

  if (memcmp (a, b, type->size) == 0)
    return TRUE;
  if (type->record == NULL && !loom_scalar_is_float (type->scalar))
    return FALSE;

  for (guint i = 0; i < loom_type_count_components (type); i++)
    {
      const LoomComponent component = loom_type_get_component (type, i);
      const guint8 *x = a + component.offset, *y = b + component.offset;
      const guint64 distance = loom_scalar_distance (component.scalar, x, y);
      const gboolean zeros = distance == 0 && ulps == 0 &&
                             loom_scalar_to_double (component.scalar, x) == 0 &&
                             memcmp (x, y, loom_scalar_size (component.scalar)) != 0;

      *max_ulps = MAX (*max_ulps, distance);
      equal &= distance <= ulps && !zeros;
    }

  return equal;
}

static void
add_deviation (Pair         *pair,
               guint64       cell,
               const guint8 *a,
               const guint8 *b)
{
  const LoomType *type = loom_array_get_cell_type (pair->a->array);
  LoomDeviation *deviation = &pair->difference->planes[LOOM_COMPARED_VALUES].deviation;

  if (type->scalar == LOOM_SCALAR_BYTES && type->record == NULL)
    return;
  for (guint i = 0; i < loom_type_count_components (type); i++)
    {
      const LoomComponent component = loom_type_get_component (type, i);

      loom_deviation_add (deviation, cell, component.scalar, a + component.offset,
                          b + component.offset);
    }
}

static void
compare_values (Pair    *pair,
                guint64  ulps)
{
  LoomPlaneDifference *plane = &pair->difference->planes[LOOM_COMPARED_VALUES];
  const LoomType *type = loom_array_get_cell_type (pair->a->array);
  const guint8 *a = g_bytes_get_data (loom_array_get_bytes (pair->a->array), NULL);
  const guint8 *b = g_bytes_get_data (loom_array_get_bytes (pair->b->array), NULL);

  plane->done = TRUE;
  for (guint64 i = 0; i < pair->cells; i++, a += type->size, b += type->size)
    {
      if (memcmp (a, b, type->size) == 0)
        continue;
      add_deviation (pair, i, a, b);
      if (!cells_equal (type, a, b, ulps, &plane->max_ulps))
        mark (pair, LOOM_COMPARED_VALUES, i);
    }
}

static gboolean
has_plane (GBytes  *plane,
           guint64  cells,
           gsize    size)
{
  return plane != NULL && g_bytes_get_size (plane) / size >= cells;
}

static void
compare_counts (Pair         *pair,
                LoomCompared  compared,
                GBytes       *a,
                GBytes       *b,
                gboolean      if_any)
{
  LoomPlaneDifference *plane = &pair->difference->planes[compared];
  const guint8 *x, *y;

  if (!has_plane (a, pair->cells, sizeof (guint32)) ||
      !has_plane (b, pair->cells, sizeof (guint32)))
    return;

  plane->done = TRUE;
  plane->if_any = if_any;
  x = g_bytes_get_data (a, NULL);
  y = g_bytes_get_data (b, NULL);
  for (guint64 i = 0; i < pair->cells; i++)
    {
      guint32 m, n;

      memcpy (&m, x + i * sizeof m, sizeof m);
      memcpy (&n, y + i * sizeof n, sizeof n);
      if (if_any ? (m > 0) != (n > 0) : m != n)
        mark (pair, compared, i);
    }
}

static void
compare_writers (Pair         *pair,
                 LoomCompared  compared,
                 GBytes       *a,
                 GBytes       *b)
{
  if (!has_plane (a, pair->cells, pair->a->writer_size) ||
      !has_plane (b, pair->cells, pair->b->writer_size))
    return;

  pair->difference->planes[compared].done = TRUE;
  for (guint64 i = 0; i < pair->cells; i++)
    if (loom_run_array_get_writer (pair->a, a, i) != loom_run_array_get_writer (pair->b, b, i))
      mark (pair, compared, i);
}

static gboolean
is_alike (const LoomRunArray *a,
          const LoomRunArray *b)
{
  return loom_type_equal (loom_array_get_cell_type (a->array),
                          loom_array_get_cell_type (b->array)) &&
         loom_shape_equal (loom_array_get_shape (a->array), loom_array_get_shape (b->array));
}

static LoomArrayDifference *
difference_new (LoomBackendId       with,
                const LoomRunArray *other,
                GBytes             *cells)
{
  LoomArrayDifference *self = g_new0 (LoomArrayDifference, 1);

  self->with = with;
  self->other = other != NULL ? loom_run_array_copy (other) : NULL;
  self->cells = cells != NULL ? g_bytes_ref (cells) : NULL;
  return self;
}

/* What is seen from the other side is the same, but for whom it was compared with. */
static LoomArrayDifference *
difference_mirror (const LoomArrayDifference *self,
                   LoomBackendId              with,
                   const LoomRunArray        *other)
{
  LoomArrayDifference *mirror = difference_new (with, other, self->cells);

  mirror->differ = self->differ;
  memcpy (mirror->planes, self->planes, sizeof self->planes);
  return mirror;
}

/* Whether both runs counted the same, so that counts and writers are compared as well: accesses as
 * the source has them are not those that are executed, of which the compiler merges and drops
 * some. */
static gboolean
has_counts (const LoomComparison *self)
{
  return !self->a->as_written == !self->b->as_written;
}

static void
compare_arrays (LoomComparison *self,
                LoomRunArray   *a,
                LoomRunArray   *b)
{
  Pair pair = { a, b };
  g_autoptr (GBytes) cells = NULL;

  loom_shape_cells (loom_array_get_shape (a->array), &pair.cells);
  pair.marks = g_malloc0 (MAX (pair.cells, 1));
  cells = g_bytes_new_take (pair.marks, pair.cells);
  pair.difference = difference_new (self->b->backend, b, cells);

  compare_values (&pair, self->ulps);
  if (has_counts (self))
    {
      compare_counts (&pair, LOOM_COMPARED_WRITES, a->writes, b->writes, self->why != NULL);
      compare_counts (&pair, LOOM_COMPARED_READS, a->reads, b->reads, self->why != NULL);
    }
  if (has_counts (self) && self->why == NULL)
    {
      compare_writers (&pair, LOOM_COMPARED_LOWEST, a->lowest, b->lowest);
      compare_writers (&pair, LOOM_COMPARED_HIGHEST, a->highest, b->highest);
    }
  for (guint64 i = 0; i < pair.cells; i++)
    pair.difference->differ += pair.marks[i] != 0;

  self->differ += pair.difference->differ;
  a->difference = pair.difference;
  b->difference = difference_mirror (pair.difference, self->a->backend, a);
}

/* Either run may have seen that its outcome hangs on the schedule. */
static char *
dup_why (LoomRun *run)
{
  for (guint i = 0; i < run->findings->len; i++)
    {
      const LoomFinding *finding = run->findings->pdata[i];

      if (finding->code == LOOM_ERROR_SERIALISED || finding->code == LOOM_ERROR_RACE)
        return g_strdup (finding->text);
    }

  return NULL;
}

static gboolean
traps_differ (const LoomFinding *a,
              const LoomFinding *b)
{
  return a != NULL && b != NULL ? a->code != b->code : a != b;
}

static void
mark_unlike (LoomComparison *self,
             LoomRun        *run,
             LoomBackendId   with)
{
  for (guint i = 0; i < run->arrays->len; i++)
    {
      LoomRunArray *array = run->arrays->pdata[i];

      if (array->difference != NULL)
        continue;
      array->difference = difference_new (with, NULL, NULL);
      self->n_unlike++;
    }
}

/**
 * loom_comparison_new:
 * @b: another of the same launch
 * @ulps: how many units in the last place floats may be apart and count as equal
 *
 * Compares two runs. Takes time with each cell: do it in a thread where arrays may be large.
 *
 * Returns: (transfer full): what differs
 */
LoomComparison *
loom_comparison_new (LoomRun *a,
                     LoomRun *b,
                     guint64  ulps)
{
  LoomComparison *self;

  g_return_val_if_fail (a != NULL && b != NULL, NULL);

  self = g_atomic_rc_box_new0 (LoomComparison);
  self->a = loom_run_new_variation (a);
  self->b = loom_run_new_variation (b);
  self->ulps = ulps;
  self->why = dup_why (a);
  if (self->why == NULL)
    self->why = dup_why (b);
  self->traps_differ = traps_differ (a->trap, b->trap);

  for (guint i = 0; i < self->a->arrays->len; i++)
    {
      LoomRunArray *array = self->a->arrays->pdata[i];
      LoomRunArray *other = loom_run_find_array (self->b, array->name);

      if (other != NULL && other->difference == NULL && is_alike (array, other))
        compare_arrays (self, array, other);
    }
  mark_unlike (self, self->a, self->b->backend);
  mark_unlike (self, self->b, self->a->backend);

  return self;
}

static void
name_differences (LoomRun    *run,
                  const char *with)
{
  for (guint i = 0; i < run->arrays->len; i++)
    ((LoomRunArray *) run->arrays->pdata[i])->difference->name = g_strdup (with);
}

/**
 * loom_comparison_new_named:
 * @a_name: what tells the first run from the other, in the user's language
 * @b_name: what tells the other from the first
 *
 * Compares two runs on one device as loom_comparison_new() does.
 *
 * Returns: (transfer full): what differs
 */
LoomComparison *
loom_comparison_new_named (LoomRun    *a,
                           LoomRun    *b,
                           guint64     ulps,
                           const char *a_name,
                           const char *b_name)
{
  LoomComparison *self = loom_comparison_new (a, b, ulps);

  if (self == NULL)
    return NULL;
  self->names[0] = g_strdup (a_name);
  self->names[1] = g_strdup (b_name);
  name_differences (self->a, b_name);
  name_differences (self->b, a_name);
  return self;
}

static void
loom_comparison_clear (LoomComparison *self)
{
  loom_run_unref (self->a);
  loom_run_unref (self->b);
  g_free (self->why);
  g_free (self->names[0]);
  g_free (self->names[1]);
}

LOOM_DEFINE_SHARED (LoomComparison, loom_comparison)

/**
 * loom_comparison_is_same:
 *
 * Returns: whether nothing that was compared differs
 */
gboolean
loom_comparison_is_same (const LoomComparison *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->differ == 0 && self->n_unlike == 0 && !self->traps_differ;
}

static char *
dup_name (const LoomComparison *self,
          guint                 index)
{
  const LoomRun *run = index == 0 ? self->a : self->b;

  return self->names[index] != NULL ? g_strdup (self->names[index])
                                    : loom_backend_id_dup_title (run->backend);
}

/**
 * loom_comparison_dup_sentence:
 *
 * Returns: (transfer full): what came of it in the user's language, one sentence without a period
 */
char *
loom_comparison_dup_sentence (const LoomComparison *self)
{
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  a = dup_name (self, 0);
  b = dup_name (self, 1);
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

  if (!has_counts (self))
    return g_strdup_printf (_("%1$s and %2$s agree in every value; accesses were not compared, as "
                              "only one of them counted them as written"), a, b);

  return g_strdup_printf (ngettext ("%1$s and %2$s agree in every cell of %3$u array",
                                    "%1$s and %2$s agree in every cell of %3$u arrays",
                                    self->a->arrays->len),
                          a, b, self->a->arrays->len);
}

/**
 * loom_compared_get_name:
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
  place = loom_shape_dup_place (loom_array_get_shape (array->array), plane->first[0]);
  loom_comparison_dup_cell (array, compared, plane->first[0], &here, &there);
  /* Translators: "3 cells differ, by at most 2 ULP", "row 4, column 7", a number and a number. */
  return g_strdup_printf (_("%1$s; first %2$s: %3$s and %4$s"), different, place, here, there);
}
