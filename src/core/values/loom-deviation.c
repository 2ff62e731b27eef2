/* loom-deviation.c: the largest difference of many numbers, and where it is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-deviation.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* 64 bits don't fit a double: the difference is taken before it is rounded. */
static double
get_distance (LoomScalar    scalar,
              gconstpointer number,
              gconstpointer from)
{
  double a, b;

  if (scalar == LOOM_SCALAR_I64 || scalar == LOOM_SCALAR_U64)
    {
      gint64 x, y;
      gboolean is_larger;

      memcpy (&x, number, sizeof x);
      memcpy (&y, from, sizeof y);
      is_larger = scalar == LOOM_SCALAR_I64 ? x > y : (guint64) x > (guint64) y;
      return is_larger ? (double) ((guint64) x - (guint64) y)
                       : (double) ((guint64) y - (guint64) x);
    }

  a = loom_scalar_to_double (scalar, number);
  b = loom_scalar_to_double (scalar, from);
  if (isnan (a) || isnan (b))
    return isnan (a) && isnan (b) ? 0 : INFINITY;
  return a == b ? 0 : fabs (a - b);
}

/**
 * loom_deviation_add:
 * @cell: where the number is
 * @scalar: what both numbers are
 * @number: the bytes of one, little endian; may be unaligned
 * @from: those of what it is held against
 *
 * Takes one more number into account. Of cells that are as far, the first that was added counts.
 */
void
loom_deviation_add (LoomDeviation *self,
                    guint64        cell,
                    LoomScalar     scalar,
                    gconstpointer  number,
                    gconstpointer  from)
{
  double absolute, magnitude;
  guint64 ulps;

  g_return_if_fail (self != NULL && (guint) scalar < LOOM_N_SCALARS);

  if (memcmp (number, from, loom_scalar_size (scalar)) == 0)
    return;

  absolute = get_distance (scalar, number, from);
  magnitude = fabs (loom_scalar_to_double (scalar, from));
  ulps = loom_scalar_is_float (scalar) ? loom_scalar_distance (scalar, number, from) : 0;
  loom_deviation_join (self, &(LoomDeviation) { absolute,
                                                magnitude > 0 ? absolute / magnitude : 0, ulps,
                                                cell, cell, cell });
}

/**
 * loom_deviation_join:
 * @other: of other numbers
 *
 * Takes more numbers into account. Of cells that are as far, that of @self counts.
 */
void
loom_deviation_join (LoomDeviation       *self,
                     const LoomDeviation *other)
{
  if (other->absolute > self->absolute)
    {
      self->absolute = other->absolute;
      self->absolute_cell = other->absolute_cell;
    }
  if (other->relative > self->relative)
    {
      self->relative = other->relative;
      self->relative_cell = other->relative_cell;
    }
  if (other->ulps > self->ulps)
    {
      self->ulps = other->ulps;
      self->ulps_cell = other->ulps_cell;
    }
}

static char *
dup_number (double           number,
            const LoomShape *shape,
            guint64          cell)
{
  g_autofree char *place = loom_shape_dup_place (shape, cell);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (isinf (number))
    /* Translators: %s is a place, “row 4, column 7” */
    return g_strdup_printf (_("a number from none, %s"), place);
  /* Translators: a number, and a place, “row 4, column 7” */
  return g_strdup_printf (_("%1$s, %2$s"), g_ascii_formatd (text, sizeof text, "%.4g", number),
                          place);
}

/**
 * loom_deviation_dup_absolute:
 * @shape: of the array
 *
 * Returns: (transfer full) (nullable): the largest difference and where it is, in the user's
 *   language; %NULL if there is none
 */
char *
loom_deviation_dup_absolute (const LoomDeviation *self,
                             const LoomShape     *shape)
{
  g_return_val_if_fail (self != NULL && shape != NULL, NULL);

  return self->absolute > 0 ? dup_number (self->absolute, shape, self->absolute_cell) : NULL;
}

/**
 * loom_deviation_dup_relative:
 * @shape: of the array
 *
 * Returns: (transfer full) (nullable): the largest difference as a part of what is held against,
 *   and where it is; %NULL if there is none
 */
char *
loom_deviation_dup_relative (const LoomDeviation *self,
                             const LoomShape     *shape)
{
  g_return_val_if_fail (self != NULL && shape != NULL, NULL);

  return self->relative > 0 ? dup_number (self->relative, shape, self->relative_cell) : NULL;
}

/**
 * loom_deviation_dup_ulps:
 * @shape: of the array
 *
 * Returns: (transfer full) (nullable): the largest difference in units of the last place, and where
 *   it is; %NULL if there is none
 */
char *
loom_deviation_dup_ulps (const LoomDeviation *self,
                         const LoomShape     *shape)
{
  g_autofree char *place = NULL;

  g_return_val_if_fail (self != NULL && shape != NULL, NULL);

  if (self->ulps == 0)
    return NULL;
  if (self->ulps == LOOM_NO_DISTANCE)
    return dup_number (INFINITY, shape, self->ulps_cell);
  place = loom_shape_dup_place (shape, self->ulps_cell);
  /* Translators: units in the last place, and a place, “row 4, column 7” */
  return g_strdup_printf (_("%1$" PRIu64 " ULP, %2$s"), self->ulps, place);
}
