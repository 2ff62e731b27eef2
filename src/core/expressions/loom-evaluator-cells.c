/* loom-evaluator-cells.c: the cells of an expression's arrays: read, converted and written in
 * stretches, arrays of different extents beside each other as NumPy has them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-evaluator-private.h"

#include "loom-scalar-text.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#define STRETCH 1024
#define MIB (G_GUINT64_CONSTANT (1) << 20)
#define AXES LOOM_VALUE_MAX_RANK

/* Several arrays, gone through at once: the extents that they have together, and of each the bytes
 * from a cell to the next, 0 along an axis where it has one cell for all. */
typedef struct
{
  guint   rank;
  gint64  whole[AXES];          /* aligned at the last axis, in front 1 */
  gint64  extents[AXES];        /* the same cells with fewer axes, where the steps allow it */
  gint64  steps[LOOM_MAP_MAX_ARGUMENTS][AXES];
} Walk;

/**
 * _loom_evaluator_make:
 *
 * Returns: (transfer full): room for an array, or %NULL with the error set if that is more than one
 *   expression may make
 */
guint8 *
_loom_evaluator_make (LoomEvaluator *self,
                      guint          place,
                      guint64        cells,
                      guint          size)
{
  guint8 *room = NULL;
  guint64 bytes;

  if (!g_uint64_checked_mul (&bytes, cells, size))
    bytes = G_MAXUINT64;
  if (bytes > LOOM_EVALUATOR_MAX_BYTES - self->made)
    return _loom_evaluator_fail_null (self, place,
                                      _("%1$" PRIu64 " MiB more are needed, and an "
                                        "expression may make %2$" PRIu64 " MiB on its "
                                        "way; take a slice, or do it in parts"),
                                      bytes / MIB + (bytes % MIB > 0),
                                      LOOM_EVALUATOR_MAX_BYTES / MIB);
  self->made += bytes;
  room = g_try_malloc (MAX (bytes, 1));
  if (room == NULL)
    return _loom_evaluator_fail_null (self, place,
                                      _("there is no memory for %" PRIu64 " MiB; take a "
                                        "slice"), bytes / MIB + 1);
  return room;
}

/* cells: (transfer full). */
LoomValue *
_loom_evaluator_take (LoomScalar    scalar,
                      guint         rank,
                      const gint64 *extents,
                      guint8       *cells)
{
  const LoomType type = loom_type_of (scalar, 1);
  g_autoptr (GBytes) bytes = NULL;
  gsize size = type.size;

  for (guint axis = 0; axis < rank; axis++)
    size *= extents[axis];
  bytes = g_bytes_new_take (cells, size);
  return loom_value_new (&type, rank, extents, bytes);
}

/* One loop for each type, so that a big array is not held up by a decision for each cell. */
#define LOAD(ctype, field) \
  for (gsize i = 0; i < n; i++, data += step) \
    { \
      ctype value; \
      memcpy (&value, data, sizeof value); \
      numbers[i].field = value; \
    } \
  break

static void
load (LoomNumber   *numbers,
      gsize         n,
      LoomScalar    scalar,
      const guint8 *data,
      gint64        step)
{
  switch (scalar)
    {
    case LOOM_SCALAR_I8:
      LOAD (gint8, i);
    case LOOM_SCALAR_I16:
      LOAD (gint16, i);
    case LOOM_SCALAR_U16:
      LOAD (guint16, u);
    case LOOM_SCALAR_I32:
      LOAD (gint32, i);
    case LOOM_SCALAR_U32:
      LOAD (guint32, u);
    case LOOM_SCALAR_I64:
    case LOOM_SCALAR_U64:
      LOAD (guint64, u);
    case LOOM_SCALAR_F32:
      LOAD (float, d);
    case LOOM_SCALAR_F64:
      LOAD (double, d);
    case LOOM_SCALAR_F16:
    case LOOM_SCALAR_BF16:
      for (gsize i = 0; i < n; i++, data += step)
        numbers[i].d = loom_scalar_to_double (scalar, data);
      break;
    default:
      LOAD (guint8, u);
    }
}

static void
store (const LoomNumber *numbers,
       gsize             n,
       LoomScalar        scalar,
       guint8           *data)
{
  const guint size = loom_scalar_size (scalar);
  LoomScalarBits bits;

  if (loom_scalar_is_float (scalar) && scalar != LOOM_SCALAR_F64)
    for (gsize i = 0; i < n; i++)
      {
        loom_scalar_from_double (numbers[i].d, scalar, &bits);
        memcpy (data + i * size, &bits, size);
      }
  else
    for (gsize i = 0; i < n; i++)
      memcpy (data + i * size, &numbers[i], size);
}

LoomValue *
_loom_evaluator_take_number (LoomScalar scalar,
                             LoomNumber number)
{
  guint8 *cell = g_malloc (sizeof number);

  store (&number, 1, scalar, cell);
  return _loom_evaluator_take (scalar, 0, NULL, cell);
}

/**
 * _loom_evaluator_check_cells:
 *
 * Arithmetic is for numbers: a vector or a struct has several.
 */
gboolean
_loom_evaluator_check_cells (LoomEvaluator *self,
                             guint          place,
                             LoomValue     *value)
{
  g_autofree char *type = NULL;

  if (value->type.scalar != LOOM_SCALAR_BYTES && value->type.lanes == 1)
    return TRUE;
  type = loom_type_format (&value->type);
  if (loom_type_count_components (&value->type) == 0 ||
      *loom_type_get_component (&value->type, 0).name == '\0')
    return _loom_evaluator_fail (self, place,
                                 _("this has cells of the type %s, of which no number is known"),
                                 type);
  return _loom_evaluator_fail (self, place,
                               _("this has cells of the type %1$s; say which number of them, as "
                                 ".%2$s behind its name"), type,
                               loom_type_get_component (&value->type, 0).name);
}

static gint64
get_extent (const LoomValue *value,
            guint            axis)
{
  const gint index = (gint) axis - (AXES - (gint) value->rank);

  return index >= 0 ? value->extents[index] : 1;
}

static gboolean
fail_extents (LoomEvaluator *self,
              guint          place,
              LoomValue     *a,
              LoomValue     *b)
{
  g_autofree char *first = loom_value_format_type (a), *second = loom_value_format_type (b);

  return _loom_evaluator_fail (self, place,
                               _("%1$s and %2$s do not fit each other: along each axis, from the "
                                 "last on, both need as many cells, or one of them 1; slice one"),
                               first, second);
}

/* Along an axis where an array has one cell, that stands for all. */
static gboolean
walk_init (Walk           *walk,
           LoomEvaluator  *self,
           guint           place,
           LoomValue     **values,
           guint           n_values)
{
  walk->rank = 0;
  for (guint k = 0; k < n_values; k++)
    walk->rank = MAX (walk->rank, values[k]->rank);
  for (guint axis = 0; axis < AXES; axis++)
    {
      gint64 extent = 1;

      for (guint k = 0; k < n_values; k++)
        if (extent == 1)
          extent = get_extent (values[k], axis);
        else if (get_extent (values[k], axis) != extent && get_extent (values[k], axis) != 1)
          return fail_extents (self, place, values[0], values[k]);
      walk->whole[axis] = walk->extents[axis] = extent;
      for (guint k = 0; k < n_values; k++)
        walk->steps[k][axis] = get_extent (values[k], axis) == 1 ? 0
                               : values[k]->steps[axis + values[k]->rank - AXES];
    }
  return TRUE;
}

/* Two axes are one where every array goes on behind the end of the second, or that has one cell. */
static void
walk_merge (Walk  *walk,
            guint  first,
            guint  n_values)
{
  const guint second = first + 1;

  for (guint k = 0; k < n_values; k++)
    if (walk->extents[first] != 1 && walk->extents[second] != 1 &&
        walk->steps[k][first] != walk->steps[k][second] * walk->extents[second])
      return;
  for (guint k = 0; k < n_values; k++)
    if (walk->extents[second] == 1)
      walk->steps[k][second] = walk->steps[k][first];
  walk->extents[second] *= walk->extents[first];
  walk->extents[first] = 1;
}

static void
walk_merge_all (Walk  *walk,
                guint  n_values)
{
  walk_merge (walk, 1, n_values);
  walk_merge (walk, 0, n_values);
  walk_merge (walk, 1, n_values);
}

static gboolean
is_cancelled (LoomEvaluator *self)
{
  return g_cancellable_set_error_if_cancelled (self->cancellable, self->error);
}

static gboolean
fail_cell (LoomEvaluator *self,
           guint          place,
           const LoomMap *map,
           const Walk    *walk,
           guint64        index)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint64 rest = index;

  for (guint axis = AXES; axis-- > AXES - walk->rank;)
    {
      g_autofree char *number
          = g_strdup_printf ("%s%" PRIu64, axis > AXES - walk->rank ? ", " : "",
                             rest % walk->whole[axis]);

      g_string_prepend (text, number);
      rest /= walk->whole[axis];
    }
  if (walk->rank == 0)
    return _loom_evaluator_fail (self, place, "%s", _(map->refusal));
  /* Translators: why a cell of an array has no result, and which one it is */
  return _loom_evaluator_fail (self, place, _("%1$s, in cell [%2$s]"), _(map->refusal), text->str);
}

/* One stretch of one row. */
static gsize
map_stretch (const LoomMap  *map,
             const Walk     *walk,
             LoomValue     **arguments,
             guint           n_arguments,
             const gint64   *position,
             gsize           n,
             guint8         *to)
{
  LoomNumber numbers[LOOM_MAP_MAX_ARGUMENTS][STRETCH];
  LoomNumber *pointers[LOOM_MAP_MAX_ARGUMENTS];
  gsize done;

  for (guint k = 0; k < n_arguments; k++)
    {
      const gint64 *steps = walk->steps[k];
      const guint8 *data = arguments[k]->data + position[0] * steps[0] + position[1] * steps[1]
                           + position[2] * steps[2];

      pointers[k] = numbers[k];
      load (numbers[k], n, arguments[k]->type.scalar, data, steps[2]);
      _loom_numbers_convert (numbers[k], n, arguments[k]->type.scalar, map->kinds[k]);
    }
  done = map->apply (map, pointers, n);
  store (numbers[0], done, map->result, to);
  return done;
}

static gboolean
map_all (LoomEvaluator  *self,
         guint           place,
         const LoomMap  *map,
         const Walk     *walk,
         LoomValue     **arguments,
         guint           n_arguments,
         guint8         *to)
{
  const guint size = loom_scalar_size (map->result);
  gint64 position[AXES];
  guint64 index = 0;

  for (position[0] = 0; position[0] < walk->extents[0]; position[0]++)
    for (position[1] = 0; position[1] < walk->extents[1]; position[1]++)
      for (position[2] = 0; position[2] < walk->extents[2]; position[2] += STRETCH)
        {
          const gsize n = MIN (STRETCH, walk->extents[2] - position[2]);
          const gsize done = map_stretch (map, walk, arguments, n_arguments, position, n,
                                          to + index * size);

          index += done;
          if (done < n)
            return fail_cell (self, place, map, walk, index);
          if (is_cancelled (self))
            return FALSE;
        }
  return TRUE;
}

/**
 * _loom_evaluator_map:
 *
 * Returns: (transfer full): the results of all cells, or %NULL with the error set
 */
LoomValue *
_loom_evaluator_map (LoomEvaluator  *self,
                     guint           place,
                     const LoomMap  *map,
                     LoomValue     **arguments,
                     guint           n_arguments)
{
  g_autofree guint8 *cells = NULL;
  guint64 count;
  Walk walk;

  for (guint k = 0; k < n_arguments; k++)
    if (!_loom_evaluator_check_cells (self, place, arguments[k]))
      return NULL;
  if (!walk_init (&walk, self, place, arguments, n_arguments))
    return NULL;
  if (!g_uint64_checked_mul (&count, walk.whole[0], walk.whole[1]) ||
      !g_uint64_checked_mul (&count, count, walk.whole[2]))
    count = G_MAXUINT64;
  cells = _loom_evaluator_make (self, place, count, loom_scalar_size (map->result));
  if (cells == NULL)
    return NULL;
  walk_merge_all (&walk, n_arguments);
  if (!map_all (self, place, map, &walk, arguments, n_arguments, cells))
    return NULL;
  return _loom_evaluator_take (map->result, walk.rank, walk.whole + AXES - walk.rank,
                               g_steal_pointer (&cells));
}

/**
 * _loom_evaluator_each:
 * @kind: what the numbers are converted to
 * @take: called with them, in C order
 *
 * Returns: %FALSE with the error set if it was cancelled
 */
gboolean
_loom_evaluator_each (LoomEvaluator *self,
                      LoomValue     *value,
                      LoomScalar     kind,
                      void         (*take) (gpointer          data,
                                            const LoomNumber *numbers,
                                            gsize             n),
                      gpointer       data)
{
  LoomNumber numbers[STRETCH];
  Walk walk;

  walk_init (&walk, self, 0, &value, 1);
  walk_merge_all (&walk, 1);
  for (gint64 plane = 0; plane < walk.extents[0]; plane++)
    for (gint64 row = 0; row < walk.extents[1]; row++)
      for (gint64 col = 0; col < walk.extents[2]; col += STRETCH)
        {
          const gsize n = MIN (STRETCH, walk.extents[2] - col);
          const gint64 *steps = walk.steps[0];

          load (numbers, n, value->type.scalar,
                value->data + plane * steps[0] + row * steps[1] + col * steps[2], steps[2]);
          _loom_numbers_convert (numbers, n, value->type.scalar, kind);
          take (data, numbers, n);
          if (is_cancelled (self))
            return FALSE;
        }
  return TRUE;
}
