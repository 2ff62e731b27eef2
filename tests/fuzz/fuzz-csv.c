/* fuzz-csv.c: any bytes as a table of numbers; the first one chooses the type
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "cell-type.h"

#include "loom-csv.h"

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

/* What a table holds is written the same when it was read again. (NaN has no bits of its own there.) */
static void
check_table (GBytes         *file,
             const LoomType *type)
{
  LoomShape shape, again;
  g_autoptr (GBytes) cells = loom_csv_parse (file, type, &shape, NULL);
  g_autoptr (LoomArray) array = NULL, second = NULL;
  g_autoptr (GBytes) text = NULL, same = NULL, text_again = NULL;

  if (cells == NULL)
    return;
  array = loom_array_new (type, &shape, cells, NULL);
  g_assert_nonnull (array);
  text = loom_csv_format (array, NULL);
  same = loom_csv_parse (text, type, &again, NULL);
  g_assert_nonnull (same);
  g_assert_true (loom_shape_equal (&shape, &again));
  second = loom_array_new (type, &again, same, NULL);
  text_again = loom_csv_format (second, NULL);
  g_assert_true (g_bytes_equal (text, text_again));
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr (GBytes) file = NULL;
  LoomType type;

  if (size < 1)
    return 0;
  type = choose_type (data[0]);
  file = g_bytes_new (data + 1, size - 1);
  if (loom_type_is_valid (&type))
    check_table (file, &type);
  return 0;
}
