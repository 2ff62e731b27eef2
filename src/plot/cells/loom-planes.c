/* loom-planes.c: what a run holds for each cell of an array, ready to be read in stretches
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-planes.h"

#include <math.h>
#include <string.h>

static const guint8 *
checked (GBytes  *bytes,
         guint64  cells,
         guint    size)
{
  gsize length;
  const guint8 *data;

  if (bytes == NULL || size == 0)
    return NULL;
  data = g_bytes_get_data (bytes, &length);
  return length / size >= cells ? data : NULL;
}

/* Where each of loom_run_planes lies here. */
static const gsize members[] = {
  G_STRUCT_OFFSET (LoomPlanes, writes),
  G_STRUCT_OFFSET (LoomPlanes, reads),
  G_STRUCT_OFFSET (LoomPlanes, lowest),
  G_STRUCT_OFFSET (LoomPlanes, highest),
  G_STRUCT_OFFSET (LoomPlanes, domain),
  G_STRUCT_OFFSET (LoomPlanes, mismatch),
  G_STRUCT_OFFSET (LoomPlanes, reference),
  G_STRUCT_OFFSET (LoomPlanes, sectors),
  G_STRUCT_OFFSET (LoomPlanes, load_sectors),
  G_STRUCT_OFFSET (LoomPlanes, store_sectors),
  G_STRUCT_OFFSET (LoomPlanes, first_write),
  G_STRUCT_OFFSET (LoomPlanes, seeds),
  G_STRUCT_OFFSET (LoomPlanes, first_seeds),
  G_STRUCT_OFFSET (LoomPlanes, races),
  G_STRUCT_OFFSET (LoomPlanes, uninitialised),
};

G_STATIC_ASSERT (G_N_ELEMENTS (members) == LOOM_N_RUN_PLANES);

/**
 * loom_planes_init:
 * @self: (out): the planes
 * @array: (nullable): an array of a run
 *
 * Finds the planes of an array. A plane that is too short for the array counts as absent.
 */
void
loom_planes_init (LoomPlanes         *self,
                  const LoomRunArray *array)
{
  *self = (LoomPlanes) { 0 };
  if (array == NULL || array->array == NULL)
    return;
  if (!loom_shape_cells (loom_array_get_shape (array->array), &self->cells))
    {
      self->cells = 0;
      return;
    }
  self->type = *loom_array_get_cell_type (array->array);
  self->frames_low = array->frames_low;
  self->frames_high = array->frames_high;
  self->value = loom_type_get_component (&self->type, 0);
  self->writer_size = array->writer_size == 8 ? 8 : 4;
  self->data = checked (loom_array_get_bytes (array->array), self->cells, self->type.size);
  for (guint i = 0; i < LOOM_N_RUN_PLANES; i++)
    G_STRUCT_MEMBER (const guint8 *, self, members[i])
      = checked (*loom_run_array_get_plane ((LoomRunArray *) array, i), self->cells,
                 loom_run_plane_get_cell_size (i, &self->type, self->writer_size));
  if (array->difference != NULL)
    self->difference = checked (array->difference->cells, self->cells, 1);
  if (self->difference != NULL && array->difference->other != NULL)
    self->other = checked (loom_array_get_bytes (array->difference->other->array), self->cells,
                           self->type.size);
}

/**
 * loom_planes_take:
 * @self: planes
 * @from: what they are taken from
 * @cells: how many cells @self has
 * @take: (scope call): makes a plane from one of @from, with so many bytes for each cell; not
 *   called for those that are absent
 * @user_data: for @take
 *
 * Makes planes of some cells of others.
 */
void
loom_planes_take (LoomPlanes       *self,
                  const LoomPlanes *from,
                  guint64           cells,
                  LoomPlaneFunc     take,
                  gpointer          user_data)
{
  const guint8 **like_cells[] = { &self->data, &self->other };

  *self = *from;
  self->cells = cells;
  for (guint i = 0; i < G_N_ELEMENTS (like_cells); i++)
    if (*like_cells[i] != NULL)
      *like_cells[i] = take (*like_cells[i], self->type.size, user_data);
  if (self->difference != NULL)
    self->difference = take (self->difference, 1, user_data);
  for (guint i = 0; i < LOOM_N_RUN_PLANES; i++)
    {
      const guint8 **plane = &G_STRUCT_MEMBER (const guint8 *, self, members[i]);

      if (*plane != NULL)
        *plane = take (*plane, loom_run_plane_get_cell_size (i, &self->type, self->writer_size),
                       user_data);
    }
}

/**
 * loom_planes_choose:
 * @self: planes
 * @member: index of a number in each cell; the first one's where there is none
 *
 * Chooses which number of a struct or vector stands for each cell.
 */
void
loom_planes_choose (LoomPlanes *self,
                    guint       member)
{
  self->value = loom_type_get_component (&self->type, member);
}

/* One loop for each type, so that a big array is not held up by a decision for each cell. */
#define READ_AS(ctype)                                                  \
  for (gsize i = 0; i < n; i++)                                         \
    {                                                                   \
      ctype value;                                                      \
      memcpy (&value, data + i * step, sizeof value);                   \
      values[i] = value;                                                \
    }                                                                   \
  break

/**
 * loom_planes_read_values:
 * @self: planes
 * @first: index of the first cell
 * @n: how many cells
 * @values: (out caller-allocates) (array length=n): where the numbers go
 *
 * The number that stands for each cell: its value, the component of a vector or struct that was
 * chosen, the first byte of a struct whose members are not known. 64-bit integers beyond 2⁵³ are
 * rounded.
 */
void
loom_planes_read_values (const LoomPlanes *self,
                         guint64           first,
                         gsize             n,
                         double           *values)
{
  gsize step = self->type.size;
  const guint8 *data = self->data + first * step + self->value.offset;

  switch (self->value.scalar)
    {
    case LOOM_SCALAR_BYTES:
    case LOOM_SCALAR_U8:
      READ_AS (guint8);
    case LOOM_SCALAR_I8:
      READ_AS (gint8);
    case LOOM_SCALAR_I16:
      READ_AS (gint16);
    case LOOM_SCALAR_U16:
      READ_AS (guint16);
    case LOOM_SCALAR_I32:
      READ_AS (gint32);
    case LOOM_SCALAR_U32:
      READ_AS (guint32);
    case LOOM_SCALAR_I64:
      READ_AS (gint64);
    case LOOM_SCALAR_U64:
      READ_AS (guint64);
    case LOOM_SCALAR_F32:
      READ_AS (float);
    case LOOM_SCALAR_F64:
      READ_AS (double);
    default:
      for (gsize i = 0; i < n; i++)
        values[i] = loom_scalar_to_double (self->value.scalar, data + i * step);
      break;
    }
}

/* Two whole numbers of 64 bits are farther apart than either of them tells as a double. */
static double
subtract (LoomScalar    scalar,
          const guint8 *here,
          const guint8 *there)
{
  const double a = loom_scalar_to_double (scalar, here);
  const double b = loom_scalar_to_double (scalar, there);
  guint64 x, y;

  if (memcmp (here, there, loom_scalar_size (scalar)) == 0 || (isnan (a) && isnan (b)))
    return 0;
  if (scalar != LOOM_SCALAR_I64 && scalar != LOOM_SCALAR_U64)
    return a - b;
  memcpy (&x, here, sizeof x);
  memcpy (&y, there, sizeof y);
  if (scalar == LOOM_SCALAR_I64 ? (gint64) x < (gint64) y : x < y)
    return -(double) (y - x);
  return (double) (x - y);
}

/**
 * loom_planes_read_changes:
 * @self: planes with what another run left
 * @first: index of the first cell
 * @n: how many cells
 * @changes: (out caller-allocates) (array length=n): where the numbers go
 *
 * How much more the number that stands for each cell is than in the other run. NaN where one of
 * both is none.
 */
void
loom_planes_read_changes (const LoomPlanes *self,
                          guint64           first,
                          gsize             n,
                          double           *changes)
{
  const gsize step = self->type.size, offset = first * step + self->value.offset;

  for (gsize i = 0; i < n; i++)
    changes[i] = subtract (self->value.scalar, self->data + offset + i * step,
                           self->other + offset + i * step);
}
