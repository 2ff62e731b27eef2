/* loom-array-file.c: an array as a file, in the format that its name says
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-array-file.h"

#include "loom-csv.h"
#include "loom-error.h"
#include "loom-folder.h"
#include "loom-npy.h"
#include "loom-npz.h"
#include "loom-png.h"

#include <glib/gi18n-lib.h>
#include <string.h>

const char *const loom_array_file_patterns[] = {
  "*.npy", "*.npz", "*.csv", "*.tsv", "*.txt", "*.png", "*.raw", "*.bin", NULL
};

/**
 * loom_array_format_of:
 * @name: (type filename): of a file, with or without folders
 *
 * Returns: what the end of the name says, in capitals or not
 */
LoomArrayFormat
loom_array_format_of (const char *name)
{
  static const struct
  {
    const char      *end;
    LoomArrayFormat  format;
  } ends[] = {
    { ".npy", LOOM_ARRAY_FORMAT_NPY }, { ".npz", LOOM_ARRAY_FORMAT_NPZ },
    { ".csv", LOOM_ARRAY_FORMAT_CSV }, { ".tsv", LOOM_ARRAY_FORMAT_CSV },
    { ".txt", LOOM_ARRAY_FORMAT_CSV }, { ".png", LOOM_ARRAY_FORMAT_PNG },
  };
  const char *end;

  g_return_val_if_fail (name != NULL, LOOM_ARRAY_FORMAT_RAW);

  end = strrchr (name, '.');
  for (guint i = 0; end != NULL && i < G_N_ELEMENTS (ends); i++)
    if (g_ascii_strcasecmp (end, ends[i].end) == 0)
      return ends[i].format;
  return LOOM_ARRAY_FORMAT_RAW;
}

static GBytes *
format_array (const LoomArray  *array,
              LoomArrayFormat   format,
              const char       *name,
              GError          **error)
{
  switch (format)
    {
    case LOOM_ARRAY_FORMAT_NPZ:
      return loom_npz_format (array, name, error);
    case LOOM_ARRAY_FORMAT_CSV:
      return loom_csv_format (array, error);
    case LOOM_ARRAY_FORMAT_PNG:
      return loom_png_format (array, error);
    case LOOM_ARRAY_FORMAT_NPY:
    case LOOM_ARRAY_FORMAT_RAW:
    default:
      return g_bytes_ref (loom_array_get_bytes (array));
    }
}

/**
 * loom_array_file_save:
 * @array: any
 * @name: what an archive calls it
 * @path: (type filename): where to write it; its end says how
 * @error: return location; %LOOM_ERROR_FILE names the file, and what of the array it cannot hold
 *
 * Writes an array; a file that was there is replaced at once or not at all. Blocks.
 */
gboolean
loom_array_file_save (const LoomArray  *array,
                      const char       *name,
                      const char       *path,
                      GError          **error)
{
  const LoomArrayFormat format = loom_array_format_of (path);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) local_error = NULL;
  g_autofree char *shown = NULL;

  g_return_val_if_fail (array != NULL && name != NULL && path != NULL, FALSE);

  if (!loom_folder_check_parent (path, error))
    return FALSE;
  if (format == LOOM_ARRAY_FORMAT_NPY)
    return loom_npy_save (array, path, error);
  file = g_file_new_for_path (path);
  bytes = format_array (array, format, name, &local_error);
  if (bytes != NULL &&
      g_file_replace_contents (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL,
                               FALSE, G_FILE_CREATE_REPLACE_DESTINATION, NULL, NULL, &local_error))
    return TRUE;
  shown = g_filename_display_name (path);
  return loom_fail (error, LOOM_ERROR_FILE,
                    _("cannot write %1$s: %2$s"), shown, local_error->message);
}
