/* loom-comparison.c: two runs of one launch, cell by cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-comparison.h"

#include <string.h>

typedef struct
{
  gatomicrefcount ref_count;
  LoomComparison  comparison;
} Counted;

#define COUNTED(self) ((Counted *) ((char *) (self) - G_STRUCT_OFFSET (Counted, comparison)))

/* One array of both runs while it is compared. */
typedef struct
{
  const LoomRunArray  *a, *b;
  LoomArrayDifference *difference;
  guint8              *marks;
  guint64              cells;
} Pair;

G_DEFINE_BOXED_TYPE (LoomComparison, loom_comparison, loom_comparison_ref, loom_comparison_unref)

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
compare_values (Pair    *pair,
                guint64  ulps)
{
  LoomPlaneDifference *plane = &pair->difference->planes[LOOM_COMPARED_VALUES];
  const LoomType *type = loom_array_get_cell_type (pair->a->array);
  const guint8 *a = g_bytes_get_data (loom_array_get_bytes (pair->a->array), NULL);
  const guint8 *b = g_bytes_get_data (loom_array_get_bytes (pair->b->array), NULL);

  plane->done = TRUE;
  for (guint64 i = 0; i < pair->cells; i++)
    if (!cells_equal (type, a + i * type->size, b + i * type->size, ulps, &plane->max_ulps))
      mark (pair, LOOM_COMPARED_VALUES, i);
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
  if (loom_comparison_has_counts (self))
    {
      compare_counts (&pair, LOOM_COMPARED_WRITES, a->writes, b->writes, self->why != NULL);
      compare_counts (&pair, LOOM_COMPARED_READS, a->reads, b->reads, self->why != NULL);
    }
  if (loom_comparison_has_counts (self) && self->why == NULL)
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
 * @a: a run
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
  Counted *counted;
  LoomComparison *self;

  g_return_val_if_fail (a != NULL && b != NULL, NULL);

  counted = g_new0 (Counted, 1);
  g_atomic_ref_count_init (&counted->ref_count);
  self = &counted->comparison;
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

/**
 * loom_comparison_ref:
 * @self: a comparison
 *
 * Takes a reference; from any thread.
 *
 * Returns: (transfer full): @self
 */
LoomComparison *
loom_comparison_ref (LoomComparison *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&COUNTED (self)->ref_count);
  return self;
}

/**
 * loom_comparison_unref:
 * @self: (transfer full): a comparison
 *
 * Drops a reference; from any thread.
 */
void
loom_comparison_unref (LoomComparison *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&COUNTED (self)->ref_count))
    return;

  loom_run_unref (self->a);
  loom_run_unref (self->b);
  g_free (self->why);
  g_free (COUNTED (self));
}

/**
 * loom_comparison_is_same:
 * @self: a comparison
 *
 * Returns: whether nothing that was compared differs
 */
gboolean
loom_comparison_is_same (const LoomComparison *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->differ == 0 && self->n_unlike == 0 && !self->traps_differ;
}

/**
 * loom_comparison_has_counts:
 * @self: a comparison
 *
 * Accesses as the source has them are not those that are executed: the compiler merges and drops
 * some.
 *
 * Returns: whether both runs counted the same, so that counts and writers were compared as well
 */
gboolean
loom_comparison_has_counts (const LoomComparison *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return !self->a->as_written == !self->b->as_written;
}
