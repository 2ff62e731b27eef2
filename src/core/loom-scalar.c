/* loom-scalar.c: how far apart two numbers are, and how they are written so that they differ
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-type.h"

#include <math.h>
#include <string.h>

/* little endian, as every platform of CUDA is */
static guint64
get_bits (gconstpointer data,
          gsize         size)
{
  guint64 bits = 0;

  memcpy (&bits, data, MIN (size, sizeof bits));
  return bits;
}

/* Numbers in order, one apart where nothing lies between them: sign and magnitude as an integer. */
static gint64
get_ordinal (guint64 bits,
             gsize   size)
{
  const guint64 sign = G_GUINT64_CONSTANT (1) << (8 * size - 1);
  const gint64 magnitude = bits & (sign - 1);

  return bits & sign ? -magnitude : magnitude;
}

static guint64
float_distance (LoomScalar    scalar,
                gconstpointer a,
                gconstpointer b)
{
  const gsize size = loom_scalar_size (scalar);
  const gboolean a_nan = isnan (loom_scalar_to_double (scalar, a));
  const gboolean b_nan = isnan (loom_scalar_to_double (scalar, b));
  gint64 x, y;

  if (a_nan || b_nan)
    return a_nan && b_nan ? 0 : LOOM_NO_DISTANCE;
  x = get_ordinal (get_bits (a, size), size);
  y = get_ordinal (get_bits (b, size), size);
  return x > y ? (guint64) x - (guint64) y : (guint64) y - (guint64) x;
}

/**
 * loom_scalar_distance:
 * @scalar: what both are
 * @a: the bytes of one number, little endian; may be unaligned
 * @b: those of another
 *
 * Tells how far two numbers are apart: of floats, the units in the last place (how many
 * representable numbers one has to step; the zeros are the same, any NaN is any other); of
 * all else, 0 if their bits are the same.
 *
 * Returns: units in the last place, or %LOOM_NO_DISTANCE where they can't be counted
 */
guint64
loom_scalar_distance (LoomScalar    scalar,
                      gconstpointer a,
                      gconstpointer b)
{
  g_return_val_if_fail ((guint) scalar < LOOM_N_SCALARS, LOOM_NO_DISTANCE);

  if (memcmp (a, b, loom_scalar_size (scalar)) == 0)
    return 0;
  return loom_scalar_is_float (scalar) ? float_distance (scalar, a, b) : LOOM_NO_DISTANCE;
}

/**
 * loom_scalar_format:
 * @scalar: what it is
 * @data: the bytes of one number, little endian; may be unaligned
 *
 * Writes a number so that two which differ look different: floats with as many digits as tell
 * them apart, in the C format whatever the locale.
 *
 * Returns: (transfer full): the text
 */
char *
loom_scalar_format (LoomScalar    scalar,
                    gconstpointer data)
{
  const guint digits = scalar == LOOM_SCALAR_F64 ? 17 : scalar == LOOM_SCALAR_F32 ? 9 : 5;
  const gsize size = loom_scalar_size (scalar);
  const guint64 bits = get_bits (data, size);
  char format[8], number[G_ASCII_DTOSTR_BUF_SIZE];

  if (loom_scalar_is_float (scalar))
    {
      const double value = loom_scalar_to_double (scalar, data);

      if (isnan (value))
        return g_strdup ("NaN");
      g_snprintf (format, sizeof format, "%%.%ug", digits);
      return g_strdup (g_ascii_formatd (number, sizeof number, format, value));
    }

  switch (scalar)
    {
    case LOOM_SCALAR_BYTES:
      return g_strdup_printf ("0x%02x", (guint) bits);
    case LOOM_SCALAR_I8:
    case LOOM_SCALAR_I16:
    case LOOM_SCALAR_I32:
    case LOOM_SCALAR_I64:
      return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) (bits << (64 - 8 * size))
                                                     >> (64 - 8 * size));
    default:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, bits);
    }
}
