/* loom-npy-convert.c: the numbers of a NumPy file in another type, order or byte order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-error.h"
#include "loom-npy-private.h"
#include "loom-scalar-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Whole numbers as they are; others only where they are whole. */
static gboolean
get_integer (LoomScalar            scalar,
             const LoomScalarBits *bits,
             __int128             *value)
{
  const guint unused = 64 - 8 * loom_scalar_size (scalar);
  double number;

  if (!loom_scalar_is_float (scalar))
    {
      *value = loom_scalar_is_signed (scalar)
               ? (__int128) ((gint64) (bits->u64 << unused) >> unused) : (__int128) bits->u64;
      return TRUE;
    }
  number = loom_scalar_to_double (scalar, bits);
  if (!(fabs (number) < 0x1p64) || number != trunc (number))
    return FALSE;
  *value = (__int128) number;
  return TRUE;
}

/* Whether the other type holds the number: floats round, and must be finite if they were; whole
 * numbers must fit. */
static gboolean
convert (LoomScalar      from,
         LoomScalar      to,
         LoomScalarBits *bits)
{
  const guint width = to == LOOM_SCALAR_BOOL ? 1
                      : 8 * loom_scalar_size (to) - loom_scalar_is_signed (to);
  __int128 value = 0, most = ((__int128) 1 << width) - 1;
  LoomScalarBits converted = { .u64 = 0 };

  if (from == to)
    return TRUE;
  if (loom_scalar_is_float (to))
    {
      const double number = loom_scalar_to_double (from, bits);

      loom_scalar_from_double (number, to, &converted);
      if (isfinite (number) && !isfinite (loom_scalar_to_double (to, &converted)))
        return FALSE;
      *bits = converted;
      return TRUE;
    }
  if (!get_integer (from, bits, &value) || value > most ||
      value < (loom_scalar_is_signed (to) ? -most - 1 : 0))
    return FALSE;
  bits->u64 = (guint64) value;
  return TRUE;
}

/* Where in the file the number lies that is this one in C order. */
static guint64
find (const LoomNpyHeader *header,
      guint64              index)
{
  const LoomShape *shape = &header->shape;
  const guint64 row = index / shape->cols % shape->rows;

  if (!header->is_fortran)
    return index;
  return index / shape->cols / shape->rows +
         shape->planes * (row + shape->rows * (index % shape->cols));
}

/* Its bytes, the lowest first. */
static LoomScalarBits
load (const guint8 *at,
      guint         width,
      gboolean      is_swapped)
{
  LoomScalarBits bits = { .u64 = 0 };

  for (guint i = 0; i < width; i++)
    bits.bytes[i] = at[is_swapped ? width - 1 - i : i];
  return bits;
}

/**
 * _loom_npy_convert:
 * @header: of numbers
 * @data: as many as it says
 * @scalar: what they become
 * @error: return location; %LOOM_ERROR_FILE names the first number that does not fit
 *
 * Rewrites the numbers of a file in C order, with the lowest byte first, and as another type:
 * floats are rounded, whole numbers must be held.
 *
 * Returns: (transfer full): the numbers, or %NULL with @error set
 */
GBytes *
_loom_npy_convert (const LoomNpyHeader  *header,
                   const guint8         *data,
                   LoomScalar            scalar,
                   GError              **error)
{
  const LoomScalar from = header->type.scalar;
  const guint width = loom_scalar_size (from), wanted = loom_scalar_size (scalar);
  const LoomType type = loom_type_of (scalar, 1);
  g_autofree guint8 *converted = NULL;
  guint64 n = 0;

  loom_shape_cells (&header->shape, &n);
  n *= header->type.lanes;
  converted = g_try_malloc_n (MAX (n, 1), wanted);
  if (converted == NULL)
    return loom_fail_null (error, LOOM_ERROR_MEMORY, _("there is no memory to convert it"));

  for (guint64 i = 0; i < n; i++)
    {
      LoomScalarBits bits = load (data + find (header, i) * width, width, header->is_swapped);
      g_autofree char *shown = NULL, *name = NULL;

      if (convert (from, scalar, &bits))
        {
          memcpy (converted + i * wanted, bits.bytes, wanted);
          continue;
        }
      shown = loom_scalar_format (from, &bits);
      name = loom_type_format (&type);
      return loom_fail_null (error, LOOM_ERROR_FILE,
                             _("its number %1$llu is %2$s, which %3$s does not hold; round it, or "
                               "give the parameter another type"),
                             (unsigned long long) i, shown, name);
    }
  return g_bytes_new_take (g_steal_pointer (&converted), n * wanted);
}
