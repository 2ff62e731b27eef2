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
  self->data = checked (loom_array_get_bytes (array->array), self->cells, self->type.size);
  self->writes = checked (array->writes, self->cells, sizeof (guint32));
  self->reads = checked (array->reads, self->cells, sizeof (guint32));
  self->writer_size = array->writer_size == 8 ? 8 : 4;
  self->lowest = checked (array->lowest, self->cells, self->writer_size);
  self->highest = checked (array->highest, self->cells, self->writer_size);
  self->domain = checked (array->domain, self->cells, 1);
  self->mismatch = checked (array->mismatch, self->cells, 1);
  self->sectors = checked (array->sectors, self->cells, sizeof (float));
  if (array->difference != NULL)
    self->difference = checked (array->difference->cells, self->cells, 1);
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

/**
 * loom_planes_get_count:
 * @counts: the writes or reads of some planes
 * @cell: index of a cell
 *
 * How often a cell was written or read.
 */
guint32
loom_planes_get_count (const guint8 *counts,
                       guint64       cell)
{
  guint32 count;

  memcpy (&count, counts + cell * sizeof count, sizeof count);
  return count;
}

/**
 * loom_planes_get_writer:
 * @self: planes
 * @writers: the lowest or highest writers of these planes
 * @cell: index of a cell
 *
 * The linear id of the thread that wrote a cell, or LOOM_NO_WRITER.
 */
guint64
loom_planes_get_writer (const LoomPlanes *self,
                        const guint8     *writers,
                        guint64           cell)
{
  guint64 wide;
  guint32 narrow;

  if (self->writer_size == 8)
    {
      memcpy (&wide, writers + cell * sizeof wide, sizeof wide);
      return wide;
    }
  memcpy (&narrow, writers + cell * sizeof narrow, sizeof narrow);
  return narrow == G_MAXUINT32 ? LOOM_NO_WRITER : narrow;
}

/**
 * loom_planes_get_sectors:
 * @self: planes with sectors
 * @cell: index of a cell
 *
 * The mean sectors of the requests that touched a cell, 0 where none did.
 */
float
loom_planes_get_sectors (const LoomPlanes *self,
                         guint64           cell)
{
  float sectors;

  memcpy (&sectors, self->sectors + cell * sizeof sectors, sizeof sectors);
  return sectors;
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
