/* loom-input.c: the cells of an array, or the bytes of a struct, from a file beside the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-error.h"
#include "loom-folder.h"
#include "loom-input.h"
#include "loom-npy.h"

#include <glib/gi18n-lib.h>

static gboolean
fit_shape (const LoomNpyHeader  *header,
           LoomShape            *shape,
           gsize                 file_size,
           GError              **error)
{
  g_autofree char *file_shape = NULL, *wanted = NULL;
  guint64 file_cells, cells = 0;

  loom_shape_cells (&header->shape, &file_cells);
  if (file_size - header->offset != file_cells * header->type.size)
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("it holds %1$llu bytes after its header, but its shape needs %2$llu"),
                      (unsigned long long) (file_size - header->offset),
                      (unsigned long long) (file_cells * header->type.size));

  if (shape->rank == 0)
    *shape = header->shape;
  if (loom_shape_cells (shape, &cells) && cells == file_cells)
    return TRUE;

  file_shape = loom_shape_format (&header->shape);
  wanted = loom_shape_format (shape);
  return loom_fail (error, LOOM_ERROR_FILE,
                    _("its shape is %1$s (%2$llu cells), but the array has %3$s (%4$llu cells)"),
                    file_shape, (unsigned long long) file_cells, wanted,
                    (unsigned long long) cells);
}

/* Where the cells of an array begin, or the one struct: in a .npy of as many bytes, or just as many
 * bytes. */
static gboolean
check (GBytes          *start,
       gsize            file_size,
       const LoomType  *type,
       LoomShape       *shape,
       gsize           *offset,
       GError         **error)
{
  LoomNpyHeader header;
  gsize size;
  gconstpointer data = g_bytes_get_data (start, &size);

  if (shape != NULL)
    return loom_npy_parse_header (data, size, &header, error) &&
           loom_npy_header_fit (&header, type, error) &&
           fit_shape (&header, shape, file_size, error) && (*offset = header.offset, TRUE);

  *offset = loom_npy_parse_header (data, size, &header, NULL) ? header.offset : 0;
  return file_size - *offset == type->size ||
         loom_fail (error, LOOM_ERROR_FILE,
                    _("it holds %1$llu bytes where the struct has %2$u"),
                    (unsigned long long) (file_size - *offset), type->size);
}

static void
name_file (GError     **error,
           const char  *name)
{
  g_autofree char *shown = g_filename_display_name (name);

  g_prefix_error (error, "%s: ", shown);
}

/**
 * loom_input_check:
 * @folder: (type filename) (nullable): the document's folder
 * @name: (type filename): of a .npy beneath it; of a struct any file
 * @type: the cells that are wanted, or the struct
 * @shape: (inout) (nullable): the shape that is wanted, or rank 0: set to the file's; %NULL for a
 *   struct
 * @error: return location; %LOOM_ERROR_FILE names the file and the numbers
 *
 * Checks that an array can be filled from a file, by its header and its size, or a struct.
 */
gboolean
loom_input_check (const char      *folder,
                  const char      *name,
                  const LoomType  *type,
                  LoomShape       *shape,
                  GError         **error)
{
  g_autoptr (GBytes) start = NULL;
  gsize file_size, offset;

  g_return_val_if_fail (name != NULL && type != NULL, FALSE);

  start = loom_folder_read (folder, name, LOOM_NPY_MAX_HEADER, &file_size, error);
  if (start == NULL)
    return FALSE;
  if (check (start, file_size, type, shape, &offset, error))
    return TRUE;

  name_file (error, name);
  return FALSE;
}

/**
 * loom_input_read:
 * @folder: (type filename) (nullable): the document's folder
 * @name: (type filename): of a file beneath it
 * @type: a cell, or the struct
 * @shape: (nullable): of the array; %NULL for a struct
 * @error: return location; %LOOM_ERROR_FILE names the file and the numbers, %LOOM_ERROR_MEMORY
 *
 * Reads what loom_input_check() looked at. Blocks.
 *
 * Returns: (transfer full): exactly the bytes of the array or struct, or %NULL with @error set
 */
GBytes *
loom_input_read (const char       *folder,
                 const char       *name,
                 const LoomType   *type,
                 const LoomShape  *shape,
                 GError          **error)
{
  g_autoptr (GBytes) file = NULL;
  LoomShape wanted = { 0 };
  gsize file_size, offset, size;

  g_return_val_if_fail (name != NULL && type != NULL, NULL);

  file = loom_folder_read (folder, name, G_MAXSSIZE, &file_size, error);
  if (file == NULL)
    return NULL;

  /* What was read counts, should the file change meanwhile. */
  size = g_bytes_get_size (file);
  if (shape != NULL)
    wanted = *shape;
  if (check (file, size, type, shape != NULL ? &wanted : NULL, &offset, error))
    return g_bytes_new_from_bytes (file, offset, size - offset);

  name_file (error, name);
  return NULL;
}
