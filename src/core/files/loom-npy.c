/* loom-npy.c: NumPy files in and out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-error.h"
#include "loom-npy-private.h"

#include <glib/gi18n-lib.h>

/* NumPy aligns the data to this. */
#define ALIGNMENT 64

static char *
format_shape (const LoomShape *shape,
              guint            components)
{
  GString *text = g_string_new ("(");

  if (shape->rank > 2)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT ", ", shape->planes);
  if (shape->rank > 1)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT ", ", shape->rows);
  g_string_append_printf (text, "%" G_GUINT64_FORMAT, shape->cols);
  if (components > 1)
    g_string_append_printf (text, ", %u", components);
  else if (shape->rank == 1)
    g_string_append_c (text, ',');

  return g_string_free (g_string_append_c (text, ')'), FALSE);
}

/* The type of a cell as NumPy has it, and how many of that there are in one. */
static char *
format_type (const LoomType *type,
             guint          *components)
{
  const gboolean is_dense = type->size == type->lanes * loom_scalar_size (type->scalar);

  *components = 1;
  if (type->record != NULL)
    return _loom_npy_format_fields (type->record);

  *components = is_dense ? type->lanes : type->size;
  return g_strdup_printf ("'%s'", is_dense ? _loom_npy_get_descr (type->scalar) : "|u1");
}

/* Everything before the data: format 1.0, whose header has at most 65535 bytes, or 2.0 where a
 * struct has so many members. */
static GBytes *
format_header (const LoomArray *array)
{
  guint components;
  g_autofree char *descr = format_type (loom_array_get_cell_type (array), &components);
  g_autofree char *shape = format_shape (loom_array_get_shape (array), components);
  GString *text = g_string_new (NULL);
  gsize start, length;

  g_string_append_printf (text, "{'descr': %s, 'fortran_order': False, 'shape': %s, }", descr,
                          shape);
  start = text->len > G_MAXUINT16 - ALIGNMENT ? 12 : 10;
  while ((start + text->len + 1) % ALIGNMENT != 0)
    g_string_append_c (text, ' ');
  g_string_append_c (text, '\n');

  length = text->len;
  g_string_prepend_len (text, "\223NUMPY\001\000\000\000\000\000", start);
  text->str[6] = start == 12 ? 2 : 1;
  for (gsize i = 8; i < start; i++)
    text->str[i] = (length >> (8 * (i - 8))) & 0xff;
  return g_string_free_to_bytes (text);
}

/**
 * loom_npy_parse:
 * @bytes: a whole file; the array keeps a reference instead of a copy
 * @error: return location; %LOOM_ERROR_FILE says what is wrong with the file, as a clause about
 * *it*
 *
 * Reads a NumPy file.
 *
 * Returns: (transfer full): the array, or %NULL with @error set
 */
LoomArray *
loom_npy_parse (GBytes  *bytes,
                GError **error)
{
  g_autoptr (GBytes) cells_bytes = NULL;
  LoomNpyHeader header;
  guint64 cells, needed;
  gsize size;
  gconstpointer data;

  g_return_val_if_fail (bytes != NULL, NULL);

  data = g_bytes_get_data (bytes, &size);
  if (!loom_npy_parse_header (data, size, &header, error) ||
      !loom_npy_header_check_order (&header, error))
    return NULL;

  loom_shape_cells (&header.shape, &cells);
  needed = cells * header.type.size;
  if (size - header.offset != needed)
    return loom_fail_null (error, LOOM_ERROR_FILE,
                           _("it holds %1$llu bytes after its header, but its shape needs %2$llu"),
                           (unsigned long long) (size - header.offset),
                           (unsigned long long) needed);

  cells_bytes = g_bytes_new_from_bytes (bytes, header.offset, needed);
  return loom_array_new (&header.type, &header.shape, cells_bytes, error);
}

static char *
read_file (const char  *path,
           gsize       *length,
           GError     **error)
{
  char *contents = NULL;

  /* Anything else could be endless, or wait for ever. */
  if (g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return loom_fail_null (error, LOOM_ERROR_FILE, _("it is not a regular file"));

  g_file_get_contents (path, &contents, length, error);
  return contents;
}

/**
 * loom_npy_load:
 * @path: (type filename): a file
 * @error: return location; %LOOM_ERROR_FILE names the file
 *
 * Reads a NumPy file. Blocks.
 *
 * Returns: (transfer full): the array, or %NULL with @error set
 */
LoomArray *
loom_npy_load (const char  *path,
               GError     **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autofree char *name = NULL;
  LoomArray *array = NULL;
  char *contents;
  gsize length;

  g_return_val_if_fail (path != NULL, NULL);

  contents = read_file (path, &length, &local_error);
  if (contents != NULL)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_take (contents, length);

      array = loom_npy_parse (bytes, &local_error);
    }

  if (array == NULL)
    {
      name = g_filename_display_name (path);
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_FILE,
                   _("cannot read %1$s: %2$s"), name, local_error->message);
    }

  return array;
}

/**
 * loom_npy_format:
 * @array: any
 *
 * Makes what loom_npy_save() writes.
 *
 * Returns: (transfer full): a NumPy file
 */
GBytes *
loom_npy_format (const LoomArray *array)
{
  g_autoptr (GBytes) header = NULL;
  GByteArray *file;
  GBytes *cells;

  g_return_val_if_fail (array != NULL, NULL);

  header = format_header (array);
  cells = loom_array_get_bytes (array);
  file = g_bytes_unref_to_array (g_steal_pointer (&header));
  g_byte_array_append (file, g_bytes_get_data (cells, NULL), (guint) g_bytes_get_size (cells));
  return g_byte_array_free_to_bytes (file);
}

static gboolean
write_bytes (GOutputStream  *output,
             GBytes         *bytes,
             GError        **error)
{
  return g_output_stream_write_all (output, g_bytes_get_data (bytes, NULL),
                                    g_bytes_get_size (bytes),
                                    NULL, NULL, error);
}

static gboolean
write_file (GFile   *file,
            GBytes  *header,
            GBytes  *cells,
            GError **error)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GFileOutputStream) stream = NULL;
  GOutputStream *output;

  stream = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_REPLACE_DESTINATION, NULL, error);
  if (stream == NULL)
    return FALSE;

  output = G_OUTPUT_STREAM (stream);
  if (write_bytes (output, header, error) && write_bytes (output, cells, error))
    return g_output_stream_close (output, NULL, error);

  /* Closing moves the new file over the old one, unless it is cancelled. */
  g_cancellable_cancel (cancelled);
  g_output_stream_close (output, cancelled, NULL);
  return FALSE;
}

/**
 * loom_npy_save:
 * @path: (type filename): where to write it
 * @error: return location; %LOOM_ERROR_FILE names the file
 *
 * Writes an array as a NumPy file, without holding that in memory; a file that was there is
 * replaced at once or not at all. A struct is one with fields, padding and all; a vector's
 * components, or the bytes of a struct whose members are not known, are a last dimension; bfloat16
 * is written as unsigned short. Blocks.
 */
gboolean
loom_npy_save (const LoomArray  *array,
               const char       *path,
               GError          **error)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (GBytes) header = NULL;
  g_autoptr (GError) local_error = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (array != NULL && path != NULL, FALSE);

  file = g_file_new_for_path (path);
  header = format_header (array);
  if (write_file (file, header, loom_array_get_bytes (array), &local_error))
    return TRUE;

  name = g_filename_display_name (path);
  return loom_fail (error, LOOM_ERROR_FILE,
                    _("cannot write %1$s: %2$s"), name, local_error->message);
}
