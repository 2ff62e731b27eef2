/* loom-input.c: the cells of an array, or the bytes of a struct, from a file beside the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-input.h"

#include "loom-array-file.h"
#include "loom-csv.h"
#include "loom-error.h"
#include "loom-folder.h"
#include "loom-npy-private.h"
#include "loom-npz.h"
#include "loom-png.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

/* What stands behind the name of cells whose highest byte comes first. */
#define BIG_ENDIAN_CELLS "big-endian"

/* What stands behind the name of a NumPy file whose numbers have another type or byte order, or lie
 * in Fortran order. */
#define CONVERTED ",convert"
#define TRANSPOSED ",transpose"

/* The longest text or archive that is read: its shape is looked for whenever settings change. */
#define MAX_WHOLE (64 << 20)

/* The longest picture: as many bytes as its cells may have. */
#define MAX_PICTURE G_MAXINT32

/* What of `file:` names the file, and what follows: an archive's array, or the order of bytes. */
typedef struct
{
  char            *file, *option;       /* owned */
  LoomArrayFormat  format;
  gboolean         converts, transposes;
} Source;

static void
clear_source (Source *self)
{
  g_free (self->file);
  g_free (self->option);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Source, clear_source)

/* Of an archive, what follows its name is an array's; of other files, nothing but these words. */
static gboolean
take_word (GString    *text,
           const char *word)
{
  g_autofree char *name = g_strndup (text->str, text->len - MIN (strlen (word), text->len));

  if (!g_str_has_suffix (text->str, word) ||
      (loom_array_format_of (name) != LOOM_ARRAY_FORMAT_NPY && strstr (name, ".npy,") == NULL &&
       strstr (name, ".npz,") == NULL))
    return FALSE;
  g_string_assign (text, name);
  return TRUE;
}

/* The text without the words at its end, whatever their order. */
static char *
take_words (Source     *self,
            const char *text)
{
  GString *rest = g_string_new (text);

  for (;;)
    if (!self->converts && take_word (rest, CONVERTED))
      self->converts = TRUE;
    else if (!self->transposes && take_word (rest, TRANSPOSED))
      self->transposes = TRUE;
    else
      return g_string_free (rest, FALSE);
}

static void
parse_source (Source     *self,
              const char *whole)
{
  g_autofree char *text = take_words (self, whole);
  const char *comma = strrchr (text, ',');

  self->file = g_strdup (text);
  self->format = loom_array_format_of (text);
  if (comma == NULL || self->format != LOOM_ARRAY_FORMAT_RAW)
    return;
  g_free (self->file);
  self->file = g_strndup (text, (gsize) (comma - text));
  self->format = loom_array_format_of (self->file);
  if (self->format == LOOM_ARRAY_FORMAT_NPZ ||
      (self->format == LOOM_ARRAY_FORMAT_RAW && g_str_equal (comma + 1, BIG_ENDIAN_CELLS)))
    {
      self->option = g_strdup (comma + 1);
      return;
    }
  g_free (self->file);
  self->file = g_strdup (text);
  self->format = LOOM_ARRAY_FORMAT_RAW;
}

/* Takes the file's shape, if there is none yet; else it must have as many cells. */
static gboolean
fit_shape (const LoomShape  *found,
           LoomShape        *shape,
           GError          **error)
{
  g_autofree char *file_shape = NULL, *wanted = NULL;
  guint64 file_cells, cells = 0;

  loom_shape_cells (found, &file_cells);
  if (shape->rank == 0)
    *shape = *found;
  if (loom_shape_cells (shape, &cells) && cells == file_cells)
    return TRUE;

  file_shape = loom_shape_format (found);
  wanted = loom_shape_format (shape);
  loom_fail (error, LOOM_ERROR_FILE,
             _("its shape is %1$s (%2$llu cells), but the array has %3$s (%4$llu cells); give the "
               "array the file’s shape by “shape=%1$s”"),
             file_shape, (unsigned long long) file_cells, wanted, (unsigned long long) cells);
  if (error != NULL)
    loom_error_set_fix (*error, "shape", file_shape);
  return FALSE;
}

/* Says what may follow the file's name so that it can be read. */
static gboolean
suggest (const char  *word,
         GError     **error)
{
  g_autofree char *message = NULL;

  if (error == NULL || *error == NULL)
    return FALSE;

  message = g_strdup_printf (g_str_equal (word, TRANSPOSED)
                                 /* Translators: %s is what is wrong with a file */
                                 ? _("%s; or write “,transpose” behind its name")
                                 : _("%s; or write “,convert” behind its name to have its numbers "
                                     "converted"),
                             (*error)->message);
  g_free ((*error)->message);
  (*error)->message = g_steal_pointer (&message);
  loom_error_set_fix (*error, "", word);
  return FALSE;
}

/* Whether the cells have this type, or their numbers can be converted and shall be. */
static gboolean
fit_type (const Source    *source,
          LoomNpyHeader   *header,
          const LoomType  *type,
          GError         **error)
{
  LoomNpyHeader converted = *header;

  if (header->type.scalar == LOOM_SCALAR_BYTES || type->scalar == LOOM_SCALAR_BYTES)
    return loom_npy_header_check_order (header, error) && loom_npy_header_fit (header, type, error);

  converted.type = loom_type_of (type->scalar, header->type.lanes);
  if (!loom_npy_header_fit (&converted, type, NULL))
    return loom_npy_header_check_order (header, error) && loom_npy_header_fit (header, type, error);
  if (header->is_fortran && (header->type.lanes > 1 || !source->transposes))
    return loom_npy_header_check_order (header, error) || header->type.lanes > 1 ||
           suggest (TRANSPOSED, error);
  if (!source->converts &&
      ((header->is_swapped && !loom_npy_header_check_order (header, error)) ||
       !loom_npy_header_fit (header, type, error)))
    return suggest (CONVERTED, error);
  *header = converted;
  return TRUE;
}

/* A NumPy file, of which the beginning is there. file: (out): as it lies. */
static gboolean
check_npy (const Source    *source,
           GBytes          *start,
           gsize            file_size,
           const LoomType  *type,
           LoomShape       *shape,
           LoomNpyHeader   *file,
           GError         **error)
{
  LoomNpyHeader header;
  guint64 cells;
  gsize size;
  gconstpointer data = g_bytes_get_data (start, &size);

  if (!loom_npy_parse_header (data, size, &header, error))
    return FALSE;
  *file = header;
  if (!fit_type (source, &header, type, error))
    return FALSE;
  loom_shape_cells (&file->shape, &cells);
  if (file_size - file->offset != cells * file->type.size)
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("it holds %1$llu bytes after its header, but its shape needs %2$llu; save "
                        "it again with numpy.save()"),
                      (unsigned long long) (file_size - file->offset),
                      (unsigned long long) (cells * file->type.size));
  return fit_shape (&header.shape, shape, error);
}

/* One struct: a .npy of as many bytes, or just as many bytes. */
static gboolean
check_struct (GBytes          *start,
              gsize            file_size,
              const LoomType  *type,
              gsize           *offset,
              GError         **error)
{
  LoomNpyHeader header;
  gsize size;
  gconstpointer data = g_bytes_get_data (start, &size);

  *offset = loom_npy_parse_header (data, size, &header, NULL) ? header.offset : 0;
  return file_size - *offset == type->size ||
         loom_fail (error, LOOM_ERROR_FILE,
                    _("it holds %1$llu bytes where the struct has %2$u"),
                    (unsigned long long) (file_size - *offset), type->size);
}

/**
 * loom_input_check_raw:
 * @file_size: bytes of a file that holds nothing but cells
 * @type: of these
 * @shape: (inout): the shape that is wanted, or rank 0: set to one row of all cells
 * @error: return location; %LOOM_ERROR_FILE names the numbers
 *
 * Returns: whether the file is just as long as such an array
 */
gboolean
loom_input_check_raw (guint64          file_size,
                      const LoomType  *type,
                      LoomShape       *shape,
                      GError         **error)
{
  const LoomShape row = { 1, file_size / type->size, 1, 1 };
  g_autofree char *name = loom_type_format (type);

  if (file_size == 0)
    return loom_fail (error, LOOM_ERROR_FILE, _("it is empty: it has 0 bytes"));
  if (file_size % type->size != 0)
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("it holds %1$llu bytes, which is not a multiple of the %2$u of a cell "
                        "(%3$s)"),
                      (unsigned long long) file_size, type->size, name);
  return fit_shape (&row, shape, error);
}

/* Whether an array can be filled so; start: as much as the format's shape stands in. */
static gboolean
check_array (const Source    *source,
             GBytes          *start,
             gsize            file_size,
             const LoomType  *type,
             LoomShape       *shape,
             GError         **error)
{
  g_autoptr (GBytes) bytes = NULL;
  LoomNpyHeader header;
  LoomShape found;
  gsize size;

  switch (source->format)
    {
    case LOOM_ARRAY_FORMAT_NPY:
      return check_npy (source, start, file_size, type, shape, &header, error);
    case LOOM_ARRAY_FORMAT_NPZ:
      bytes = loom_npz_read (start, source->option, LOOM_NPY_MAX_HEADER, &size, error);
      return bytes != NULL && check_npy (source, bytes, size, type, shape, &header, error);
    case LOOM_ARRAY_FORMAT_CSV:
      bytes = loom_csv_parse (start, type, &found, error);
      return bytes != NULL && fit_shape (&found, shape, error);
    case LOOM_ARRAY_FORMAT_PNG:
      return loom_png_parse_shape (start, &found, error) && fit_shape (&found, shape, error);
    case LOOM_ARRAY_FORMAT_RAW:
    default:
      return loom_input_check_raw (file_size, type, shape, error);
    }
}

static void
reverse (guint8 *number,
         guint   size)
{
  for (guint i = 0; i < size / 2; i++)
    {
      const guint8 byte = number[i];

      number[i] = number[size - 1 - i];
      number[size - 1 - i] = byte;
    }
}

static GBytes *
swap_bytes (GBytes         *file,
            const LoomType *type)
{
  const guint size = loom_scalar_size (type->scalar);
  GByteArray *swapped = g_bytes_unref_to_array (g_bytes_ref (file));

  for (guint8 *cell = swapped->data; cell < swapped->data + swapped->len; cell += type->size)
    for (guint8 *number = cell; number < cell + type->lanes * size; number += size)
      reverse (number, size);
  return g_byte_array_free_to_bytes (swapped);
}

/* The cells of a whole NumPy file. */
static GBytes *
read_npy (const Source     *source,
          GBytes           *file,
          const LoomType   *type,
          LoomShape        *shape,
          GError          **error)
{
  const gsize size = g_bytes_get_size (file);
  const guint8 *data = g_bytes_get_data (file, NULL);
  LoomNpyHeader header;

  if (!check_npy (source, file, size, type, shape, &header, error))
    return NULL;
  if (header.type.scalar == LOOM_SCALAR_BYTES || type->scalar == LOOM_SCALAR_BYTES ||
      (!header.is_fortran && !header.is_swapped && !source->converts))
    return g_bytes_new_from_bytes (file, header.offset, size - header.offset);
  return _loom_npy_convert (&header, data + header.offset,
                            source->converts ? type->scalar : header.type.scalar, error);
}

/* The cells of a whole file, which may have changed since it was checked. */
static GBytes *
read_array (const Source     *source,
            GBytes           *file,
            const LoomType   *type,
            const LoomShape  *shape,
            GError          **error)
{
  g_autoptr (GBytes) bytes = NULL;
  LoomShape wanted = *shape, found;
  gsize size;

  switch (source->format)
    {
    case LOOM_ARRAY_FORMAT_NPY:
      return read_npy (source, file, type, &wanted, error);
    case LOOM_ARRAY_FORMAT_NPZ:
      bytes = loom_npz_read (file, source->option, G_MAXSSIZE, &size, error);
      return bytes != NULL ? read_npy (source, bytes, type, &wanted, error) : NULL;
    case LOOM_ARRAY_FORMAT_CSV:
      bytes = loom_csv_parse (file, type, &found, error);
      break;
    case LOOM_ARRAY_FORMAT_PNG:
      if (loom_png_parse_shape (file, &found, error))
        bytes = loom_png_parse (file, type, error);
      break;
    case LOOM_ARRAY_FORMAT_RAW:
    default:
      if (!loom_input_check_raw (g_bytes_get_size (file), type, &wanted, error))
        return NULL;
      return source->option != NULL ? swap_bytes (file, type) : g_bytes_ref (file);
    }
  return bytes != NULL && fit_shape (&found, &wanted, error) ? g_steal_pointer (&bytes) : NULL;
}

/* Where the name of a file is followed by words that mean nothing there, no file is missing. Always
 * FALSE. */
static gboolean
refuse_words (const char  *folder,
              const char  *name,
              GError     **error)
{
  const char *comma = strchr (name, ',');
  g_autofree char *file = comma != NULL ? g_strndup (name, comma - name) : NULL;
  g_autofree char *shown = comma != NULL ? g_utf8_make_valid (comma, MIN (strlen (comma), 64))
                                         : NULL;
  const int fd = file != NULL ? loom_folder_open (folder, file, NULL) : -1;

  if (fd < 0)
    return FALSE;
  close (fd);
  g_clear_error (error);
  switch (loom_array_format_of (file))
    {
    case LOOM_ARRAY_FORMAT_NPY:
      return loom_fail (error, LOOM_ERROR_FILE,
                        _("%1$s: “%2$s” behind its name says nothing; there are “,convert” and "
                          "“,transpose”"), file, shown);
    case LOOM_ARRAY_FORMAT_RAW:
      return loom_fail (error, LOOM_ERROR_FILE,
                        _("%1$s: “%2$s” behind its name says nothing; there is “,big-endian”"),
                        file, shown);
    default:
      return loom_fail (error, LOOM_ERROR_FILE,
                        _("%1$s: “%2$s” behind its name says nothing; leave it out"), file, shown);
    }
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
 * @name: (type filename): of a file beneath it, and what may follow that
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
  g_auto (Source) source = { 0 };
  gboolean whole;
  gsize file_size, offset;

  g_return_val_if_fail (name != NULL && type != NULL, FALSE);

  parse_source (&source, name);
  whole = shape != NULL && (source.format == LOOM_ARRAY_FORMAT_NPZ ||
                            source.format == LOOM_ARRAY_FORMAT_CSV);
  start = loom_folder_read (folder, source.file, whole ? MAX_WHOLE : LOOM_NPY_MAX_HEADER,
                            &file_size, error);
  if (start == NULL)
    return refuse_words (folder, source.file, error);
  if ((whole && file_size > MAX_WHOLE) ||
      (source.format == LOOM_ARRAY_FORMAT_PNG && file_size > MAX_PICTURE))
    loom_fail (error, LOOM_ERROR_FILE,
               _("it has %1$llu bytes, and of this format at most %2$u are read: save it as .npy"),
               (unsigned long long) file_size, whole ? MAX_WHOLE : MAX_PICTURE);
  else if (shape != NULL ? check_array (&source, start, file_size, type, shape, error)
                         : check_struct (start, file_size, type, &offset, error))
    return TRUE;

  name_file (error, source.file);
  return FALSE;
}

/**
 * loom_input_read:
 * @folder: (type filename) (nullable): the document's folder
 * @name: (type filename): of a file beneath it, and what may follow that
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
  g_auto (Source) source = { 0 };
  GBytes *cells = NULL;
  gsize file_size, offset;

  g_return_val_if_fail (name != NULL && type != NULL, NULL);

  parse_source (&source, name);
  file = loom_folder_read (folder, source.file, G_MAXSSIZE, &file_size, error);
  if (file == NULL)
    return NULL;

  file_size = g_bytes_get_size (file);
  if (shape != NULL)
    cells = read_array (&source, file, type, shape, error);
  else if (check_struct (file, file_size, type, &offset, error))
    cells = g_bytes_new_from_bytes (file, offset, file_size - offset);
  if (cells == NULL)
    name_file (error, source.file);
  return cells;
}

/**
 * loom_input_guess_shape:
 * @cells: how many a file holds
 * @wanted: what the array has now
 *
 * Returns: a shape of so many cells: that of the array if it fits, else one with rows as long, else
 *   a square, else one row
 */
LoomShape
loom_input_guess_shape (guint64          cells,
                        const LoomShape *wanted)
{
  guint64 wanted_cells = 0, side = 1;

  g_return_val_if_fail (wanted != NULL, ((LoomShape) { 1, cells, 1, 1 }));

  if (loom_shape_cells (wanted, &wanted_cells) && wanted_cells == cells)
    return *wanted;
  if (wanted->rank >= 2 && wanted->cols > 1 && cells % wanted->cols == 0)
    return (LoomShape) { 2, wanted->cols, cells / wanted->cols, 1 };
  while (side * side < cells && side < G_MAXUINT32)
    side++;
  if (wanted->rank >= 2 && side * side == cells)
    return (LoomShape) { 2, side, side, 1 };
  return (LoomShape) { 1, cells, 1, 1 };
}

/**
 * loom_input_name_raw:
 * @name: of a file with nothing but cells
 * @is_big_endian: whether the highest byte of each number comes first
 *
 * Returns: (transfer full): what settings have behind `file:`
 */
char *
loom_input_name_raw (const char *name,
                     gboolean    is_big_endian)
{
  g_return_val_if_fail (name != NULL, NULL);

  return g_strconcat (name, is_big_endian ? "," BIG_ENDIAN_CELLS : NULL, NULL);
}

/**
 * loom_input_get_number:
 * @data: where a number begins
 * @scalar: what it is
 * @is_big_endian: whether its highest byte comes first
 * @number: (out): where to put it
 */
void
loom_input_get_number (gconstpointer   data,
                       LoomScalar      scalar,
                       gboolean        is_big_endian,
                       LoomScalarBits *number)
{
  const guint size = MIN (loom_scalar_size (scalar), sizeof number->bytes);

  g_return_if_fail (data != NULL && number != NULL);

  *number = (LoomScalarBits) { .u64 = 0 };
  memcpy (number->bytes, data, size);
  if (is_big_endian)
    reverse (number->bytes, size);
}
