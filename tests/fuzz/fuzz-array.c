/* fuzz-array.c: any bytes as an array's file, of any format and type
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-csv.h"
#include "loom-npy.h"
#include "loom-npz.h"
#include "loom-png.h"

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

static LoomType
choose_type (guint8 byte)
{
  const LoomScalar scalar = LOOM_SCALAR_BOOL + byte % (LOOM_N_SCALARS - LOOM_SCALAR_BOOL);

  return loom_type_of (scalar, 1 + byte / 16 % LOOM_MAX_LANES);
}

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

static void
check_picture (GBytes         *file,
               const LoomType *type)
{
  g_autoptr (GBytes) cells = NULL;
  LoomShape shape;

  if (!loom_png_parse_shape (file, &shape, NULL) || shape.rows * shape.cols > 1 << 20)
    return;
  cells = loom_png_parse (file, type, NULL);
  g_assert_true (cells == NULL || g_bytes_get_size (cells) == shape.rows * shape.cols * type->size);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr (GBytes) file = NULL;
  LoomType type;
  gsize whole;

  if (size < 3)
    return 0;
  type = choose_type (data[1]);
  if (!loom_type_is_valid (&type))
    return 0;
  file = g_bytes_new (data + 2, size - 2);
  switch (data[0] % 3)
    {
    case 0:
      check_table (file, &type);
      break;
    case 1:
      check_picture (file, &type);
      break;
    default:
      {
        g_autoptr (GBytes) npy = loom_npz_read (file, (data[1] & 1) != 0 ? "f" : NULL, 1 << 20, &whole, NULL);
        G_GNUC_UNUSED g_autoptr (LoomArray) array = npy != NULL ? loom_npy_parse (npy, NULL) : NULL;
      }
    }
  return 0;
}
