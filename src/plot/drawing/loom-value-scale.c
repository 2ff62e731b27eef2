/* loom-value-scale.c: where numbers lie on a scale of colours
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-value-scale.h"

#include <math.h>

/* Decades below this many have ticks between them, at 2 and 5. */
#define FEW_DECADES 2

static double
transform (const LoomValueScale *self,
           double                value)
{
  if (!(self->least > 0))
    return value / 2;           /* halves: the difference of two doubles may overflow */
  if (self->low > 0)
    return log (MAX (value, self->low));
  return asinh (value / self->least);
}

gboolean
loom_value_scale_equal (const LoomValueScale *a,
                        const LoomValueScale *b)
{
  return a->low == b->low && a->high == b->high && a->least == b->least;
}

/**
 * loom_value_scale_get_positions:
 * @values: (array length=n): numbers
 * @n: how many
 * @positions: (out caller-allocates) (array length=n): where the positions go
 *
 * Where numbers lie on the scale, from 0 to 1; in the middle of a scale of one number or none. Of
 * what is no number the position is any of these.
 */
void
loom_value_scale_get_positions (const LoomValueScale *self,
                                const double         *values,
                                gsize                 n,
                                double               *positions)
{
  const double low = transform (self, self->low), length = transform (self, self->high) - low;

  if (!(length > 0))
    for (gsize i = 0; i < n; i++)
      positions[i] = 0.5;
  else if (self->least > 0)
    for (gsize i = 0; i < n; i++)
      positions[i] = (transform (self, values[i]) - low) / length;
  else
    for (gsize i = 0; i < n; i++)
      positions[i] = (values[i] / 2 - low) / length;
  for (gsize i = 0; i < n; i++)
    {
      positions[i] = positions[i] > 0 ? positions[i] : 0;
      positions[i] = positions[i] < 1 ? positions[i] : 1;
    }
}

/**
 * loom_value_scale_get_position:
 * @value: a finite number
 *
 * Returns: where it lies, as loom_value_scale_get_positions() has it
 */
double
loom_value_scale_get_position (const LoomValueScale *self,
                               double                value)
{
  double position;

  loom_value_scale_get_positions (self, &value, 1, &position);
  return position;
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const double *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

/* Of those that a scale reaches. */
static void
add_tick (GArray               *ticks,
          const LoomValueScale *self,
          double                tick)
{
  if (tick >= self->low * (1 - 1e-12 * (self->low > 0 ? 1 : -1)) && tick <= self->high)
    g_array_append_val (ticks, tick);
}

/**
 * loom_value_scale_list_ticks:
 * @self: a logarithmic scale
 * @most: most ticks, at least 2
 *
 * Lists powers of ten, all or each second, third and so on; between few also twice and five times
 * them; and 0 and negative ones where the scale has them.
 *
 * Returns: (transfer full) (element-type double): the ticks, ascending
 */
GArray *
loom_value_scale_list_ticks (const LoomValueScale *self,
                             guint                 most)
{
  GArray *ticks = g_array_new (FALSE, FALSE, sizeof (double));
  const double reach = MAX (fabs (self->low), fabs (self->high));
  const int first = (int) floor (log10 (self->low > 0 ? self->low : self->least));
  const int last = (int) floor (log10 (reach) + 1e-12);
  const int sides = self->low < 0 && self->high > 0 ? 2 : 1;
  const int room = MAX ((int) most / sides - 1, 1);
  const int step = MAX ((last - first + room) / room, 1);

  for (int i = last; i >= first; i -= step)
    {
      const double decade = pow (10, i);

      add_tick (ticks, self, decade);
      add_tick (ticks, self, -decade);
      if (last - first >= FEW_DECADES || most < 6)
        continue;
      for (int k = 2; k <= 5; k += 3)
        {
          add_tick (ticks, self, k * decade);
          add_tick (ticks, self, -k * decade);
        }
    }
  if (self->low <= 0)
    add_tick (ticks, self, 0);
  g_array_sort (ticks, compare);
  if (ticks->len == 0)
    g_array_append_val (ticks, self->low);
  return ticks;
}
