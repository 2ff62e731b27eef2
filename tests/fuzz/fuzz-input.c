/* fuzz-input.c: any line as what stands behind `file:`, any bytes as that file, of any format, and as
 * cells without a header; the first two bytes choose the type and the array's shape
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "cell-type.h"

#include "loom-input.h"

#include <glib/gstdio.h>
#include <string.h>

#define MAX_CELLS (1 << 16)

int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);

/* The files lie in a folder of this process, which holds nothing else. */
static const char *
get_folder (void)
{
  static char *folder;

  if (folder == NULL)
    folder = g_dir_make_tmp ("gridloom-fuzz-XXXXXX", NULL);
  return folder;
}

/* What can be read has just the bytes that the check promised. */
static void
check_file (const char     *name,
            const LoomType *type,
            LoomShape       shape)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) cells = NULL;
  guint64 n = 0;

  if (!loom_input_check (get_folder (), name, type, &shape, &error))
    {
      g_assert_nonnull (error);
      return;
    }
  g_assert_true (loom_shape_cells (&shape, &n));
  if (n > MAX_CELLS)
    return;
  cells = loom_input_read (get_folder (), name, type, &shape, &error);
  g_assert_true ((cells != NULL) == (error == NULL));
  g_assert_true (cells == NULL || g_bytes_get_size (cells) == n * type->size);
}

/* A guess has as many cells as the file. */
static void
check_raw (const guint8   *data,
           gsize           size,
           const LoomType *type,
           LoomShape       shape)
{
  LoomShape row = { 0 }, guess;
  LoomScalarBits number;
  guint64 cells = 0;

  loom_input_check_raw (size, type, &shape, NULL);
  if (!loom_input_check_raw (size, type, &row, NULL))
    return;
  guess = loom_input_guess_shape (row.cols, &shape);
  g_assert_true (loom_shape_cells (&guess, &cells));
  g_assert_cmpuint (cells, ==, size / type->size);
  loom_input_get_number (data, type->scalar, data[0] & 1, &number);
}

/* line: beginning with one of six names; others are looked for and not found. */
static void
check_line (const char     *line,
            const guint8   *contents,
            gsize           size,
            const LoomType *type,
            LoomShape       shape)
{
  static const char * const names[] = { "a.npy", "a.npz", "a.csv", "a.tsv", "a.png", "a.raw" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (line, names[i]))
      {
        g_autofree char *path = g_build_filename (get_folder (), names[i], NULL);

        g_assert_true (g_file_set_contents_full (path, (const char *) contents, size,
                                                 G_FILE_SET_CONTENTS_NONE, 0600, NULL));
        check_file (line, type, shape);
        g_remove (path);
        return;
      }
  check_file (line, type, shape);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  static const LoomShape shapes[] = {
    { 0 }, { 1, 6, 1, 1 }, { 2, 3, 2, 1 }, { 3, 1, 2, 3 }, { 2, 1 << 30, 1 << 30, 1 },
  };
  const guint8 *end = size > 2 ? memchr (data + 2, '\n', size - 2) : NULL;
  g_autofree char *line = NULL;
  LoomType type;
  LoomShape shape;

  if (end == NULL)
    return 0;
  type = choose_type (data[0]);
  shape = shapes[data[1] % G_N_ELEMENTS (shapes)];
  if (!loom_type_is_valid (&type))
    return 0;
  line = g_strndup ((const char *) data + 2, end - data - 2);
  size -= end + 1 - data;
  check_line (line, end + 1, size, &type, shape);
  if (size > 0)
    check_raw (end + 1, size, &type, shape);
  return 0;
}
