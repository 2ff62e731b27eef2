/* fuzz-cells.c: any text as a set of cells; the first three bytes are the extents of the array
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cells.h"

#include <string.h>

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

static LoomShape
choose_shape (const guint8 *bytes)
{
  const guint64 cols = 1 + bytes[0] % 16, rows = 1 + bytes[1] % 16, planes = 1 + bytes[2] % 4;

  switch (bytes[2] / 64 % 3)
    {
    case 0:
      return (LoomShape) { 1, cols, 1, 1 };
    case 1:
      return (LoomShape) { 2, cols, rows, 1 };
    default:
      return (LoomShape) { 3, cols, rows, planes };
    }
}

/* A set that was read is written so that it is read as the same. */
static void
check_cells (const char      *text,
             const LoomShape *shape)
{
  guint8 mask[16 * 16 * 4] = { 0, }, again[16 * 16 * 4] = { 0, };
  g_autofree char *written = NULL;
  const gboolean is_set = loom_cells_parse (text, shape, mask, NULL);

  g_assert_true (loom_cells_parse (text, shape, NULL, NULL) == is_set);
  if (!is_set)
    return;
  written = loom_cells_format (mask, shape);
  g_assert_true (*written == '\0' || loom_cells_parse (written, shape, again, NULL));
  g_assert_cmpmem (mask, sizeof mask, again, sizeof again);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = NULL;
  LoomShape shape;

  if (size < 3)
    return 0;
  shape = choose_shape (data);
  text = g_strndup ((const char *) data + 3, size - 3);
  check_cells (text, &shape);
  return 0;
}
