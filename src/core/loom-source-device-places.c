/* loom-source-device-places.c: finds a place among many that are in order
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-device-private.h"

static guint
get_place (GArray *places,
           guint   index)
{
  gsize at = (gsize) index * g_array_get_element_size (places);

  return *(const guint *) (gconstpointer) (places->data + at);
}

/* Of an array whose elements begin with a guint: the index of the first that is not less. */
guint
_loom_device_find_place (GArray *places,
                         guint   place)
{
  guint low = 0, high = places->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_place (places, middle) < place)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/* Whether one is from `first` on and before `end`. */
gboolean
_loom_device_has_place (GArray *places,
                        guint   first,
                        guint   end)
{
  guint found = _loom_device_find_place (places, first);

  return found < places->len && get_place (places, found) < end;
}
