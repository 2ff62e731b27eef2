/* fuzz-png.c: any bytes as a picture that fills an array; the first one chooses the type
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "cell-type.h"

#include "loom-png.h"

/* A few bytes may promise four thousand million pixels. */
#define MAX_PIXELS (1 << 20)

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr (GBytes) file = NULL, cells = NULL;
  LoomShape shape;
  LoomType type;

  if (size < 1)
    return 0;
  type = choose_type (data[0]);
  file = g_bytes_new (data + 1, size - 1);
  if (!loom_type_is_valid (&type) || !loom_png_parse_shape (file, &shape, NULL) ||
      shape.rows * shape.cols > MAX_PIXELS)
    return 0;
  cells = loom_png_parse (file, &type, NULL);
  g_assert_true (cells == NULL || g_bytes_get_size (cells) == shape.rows * shape.cols * type.size);
  return 0;
}
