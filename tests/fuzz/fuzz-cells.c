/* fuzz-cells.c: any text as a set of cells, and as single cells with their values; the first three
 * bytes are the extents of the array, the fourth the type of a cell
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "cell-type.h"
#include "loom-cell-values.h"
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

/* What is checked can be written, and each place is found again and can be taken back. */
static void
check_values (const char      *text,
              const LoomType  *type,
              const LoomShape *shape)
{
  const gsize size = shape->cols * shape->rows * shape->planes * type->size;
  g_autofree guint8 *bytes = g_malloc0 (size);
  g_autoptr (GPtrArray) list = loom_cell_values_list (text);
  g_autofree char *place = loom_cell_place_read (text, shape, NULL);
  g_autofree char *more = NULL, *value = NULL;
  guint64 outside = 0;
  const gboolean is_set = loom_cell_values_apply (text, type, shape, bytes, &outside, NULL);

  g_assert_true (loom_cell_values_apply (text, type, shape, NULL, NULL, NULL) == is_set);
  if (is_set)
    g_assert_cmpuint (outside, <=, list->len);
  if (place == NULL)
    return;
  more = loom_cell_values_set (text, place, "7");
  value = loom_cell_values_dup_value (more, place);
  g_assert_cmpstr (value, ==, "7");
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = NULL;
  LoomType type;
  LoomShape shape;

  if (size < 4)
    return 0;
  shape = choose_shape (data);
  type = choose_type (data[3]);
  text = g_strndup ((const char *) data + 4, size - 4);
  check_cells (text, &shape);
  if (loom_type_is_valid (&type))
    check_values (text, &type, &shape);
  return 0;
}
