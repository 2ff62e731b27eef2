/* loom-numbers.c: linear numbers of cells or of threads
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-numbers.h"

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

/**
 * loom_sort_numbers:
 * @numbers: (element-type guint64): what is sorted
 *
 * Brings numbers into their order, and leaves each once.
 */
void
loom_sort_numbers (GArray *numbers)
{
  guint n = 0;

  g_array_sort (numbers, compare);
  for (guint i = 0; i < numbers->len; i++)
    if (i == 0 || g_array_index (numbers, guint64, i) != g_array_index (numbers, guint64, n - 1))
      g_array_index (numbers, guint64, n++) = g_array_index (numbers, guint64, i);
  g_array_set_size (numbers, n);
}
