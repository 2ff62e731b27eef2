/* loom-array.c: a typed, shaped, immutable run of bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-array.h"

#include "loom-error.h"
#include "loom-class.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <zlib.h>

struct _LoomArray
{
  LoomType   type;
  LoomShape  shape;
  guint64    cells;
  GBytes    *bytes;
};

static void
loom_array_clear (LoomArray *self)
{
  g_bytes_unref (self->bytes);
}

LOOM_DEFINE_SHARED (LoomArray, loom_array)

/**
 * loom_array_new:
 * @bytes: the cells, C order, exactly as many bytes as they need; a reference is taken
 * @error: return location; %LOOM_ERROR_FAILED if type, shape and bytes do not fit each other
 *
 * Makes an array of bytes.
 *
 * Returns: (transfer full): an array, or %NULL with @error set
 */
LoomArray *
loom_array_new (const LoomType   *type,
                const LoomShape  *shape,
                GBytes           *bytes,
                GError          **error)
{
  LoomArray *self;
  guint64 cells, size;

  g_return_val_if_fail (type != NULL && shape != NULL && bytes != NULL, NULL);

  if (!loom_type_is_valid (type) ||
      !loom_shape_cells (shape, &cells) ||
      !g_uint64_checked_mul (&size, cells, type->size) ||
      size != g_bytes_get_size (bytes))
    {
      g_autofree char *shape_text = loom_shape_format (shape);
      g_autofree char *type_text = loom_type_format (type);

      return loom_fail_null (error, LOOM_ERROR_FAILED,
                             _("%1$zu bytes are not an array of %2$s cells of type %3$s"),
                             g_bytes_get_size (bytes), shape_text, type_text);
    }

  self = g_atomic_rc_box_new0 (LoomArray);
  self->type = *type;
  self->shape = *shape;
  self->cells = cells;
  self->bytes = g_bytes_ref (bytes);
  return self;
}

const LoomType *
loom_array_get_cell_type (const LoomArray *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->type;
}

const LoomShape *
loom_array_get_shape (const LoomArray *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->shape;
}

GBytes *
loom_array_get_bytes (const LoomArray *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->bytes;
}

/**
 * loom_array_get_cell:
 *
 * Returns: (transfer none): the first byte of a cell, by its index in C order, which may be
 *   unaligned; %NULL if there is no such cell
 */
gconstpointer
loom_array_get_cell (const LoomArray *self,
                     guint64          index)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (index >= self->cells)
    return NULL;

  return (const guint8 *) g_bytes_get_data (self->bytes, NULL) + index * self->type.size;
}

/**
 * loom_array_get_checksum:
 *
 * Computes the CRC-32 of all bytes, as zip and PNG have it.
 *
 * Returns: the checksum
 */
guint32
loom_array_get_checksum (const LoomArray *self)
{
  gconstpointer data;
  gsize size;

  g_return_val_if_fail (self != NULL, 0);

  data = g_bytes_get_data (self->bytes, &size);
  return (guint32) crc32_z (crc32_z (0, NULL, 0), data, size);
}

/* Of whole numbers, exactly: no array has so many that it could grow past 128 bits. */
static double
sum_integers (const guint8 *bytes,
              gsize         size,
              LoomScalar    scalar)
{
  const guint width = loom_scalar_size (scalar);
  const gboolean is_signed = loom_scalar_is_signed (scalar);
  const guint unused = 64 - 8 * width;
  __int128 sum = 0;

  for (gsize at = 0; at + width <= size; at += width)
    {
      guint64 bits = 0;

      memcpy (&bits, bytes + at, width);
      sum += is_signed ? (__int128) ((gint64) (bits << unused) >> unused) : (__int128) bits;
    }
  return (double) sum;
}

/* Neumaier's sum: what a large sum rounds off of a number is kept beside it. */
static double
sum_floats (const guint8 *bytes,
            gsize         size,
            LoomScalar    scalar)
{
  const guint width = loom_scalar_size (scalar);
  double sum = 0, rest = 0;

  for (gsize at = 0; at + width <= size; at += width)
    {
      const double number = loom_scalar_to_double (scalar, bytes + at);
      const double next = sum + number;

      rest += fabs (sum) >= fabs (number) ? sum - next + number : number - next + sum;
      sum = next;
    }
  return isfinite (sum) ? sum + rest : sum;
}

/**
 * loom_array_get_sum:
 * @sum: (out): all numbers of all cells; NaN or infinite where they are
 *
 * Adds the numbers up: exactly and rounded once if they are whole, with compensation if they are
 * floats.
 *
 * Returns: whether cells are numbers; of structs there is no sum
 */
gboolean
loom_array_get_sum (const LoomArray *self,
                    double          *sum)
{
  const guint8 *bytes;
  gsize size;

  g_return_val_if_fail (self != NULL && sum != NULL, FALSE);

  if (self->type.scalar == LOOM_SCALAR_BYTES ||
      self->type.size != self->type.lanes * loom_scalar_size (self->type.scalar))
    return FALSE;

  bytes = g_bytes_get_data (self->bytes, &size);
  *sum = loom_scalar_is_float (self->type.scalar) ? sum_floats (bytes, size, self->type.scalar)
                                                  : sum_integers (bytes, size, self->type.scalar);
  return TRUE;
}
