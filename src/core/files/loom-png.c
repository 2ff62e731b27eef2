/* loom-png.c: pictures as arrays, in and out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-png.h"

#include "loom-error.h"
#include "loom-scalar-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <string.h>

/* PNG specification, section 5: the signature, then IHDR with width and height. */
#define HEADER_SIZE 24

/* The most pixels on a side. */
#define MAX_SIDE 65535

/* Of zlib's levels: the usual one, with all filters tried for each row, takes five times as long
 * for a quarter less of a figure. */
#define QUICK 3

typedef struct
{
  const guint8 *at;
  gsize         left;
  GByteArray   *written;
  GError      **error;
} Stream;

G_NORETURN static void
fail (png_structp png,
      const char *message)
{
  Stream *stream = png_get_error_ptr (png);

  loom_fail (stream->error, LOOM_ERROR_FILE,
             _("it is not a PNG that can be read: %s; save the picture again"), message);
  longjmp (png_jmpbuf (png), 1);
}

static void
ignore (png_structp png,
        const char *message)
{
}

static void
read_bytes (png_structp png,
            png_bytep   to,
            gsize       n)
{
  Stream *stream = png_get_io_ptr (png);

  if (n > stream->left)
    png_error (png, "it ends too early");
  memcpy (to, stream->at, n);
  stream->at += n;
  stream->left -= n;
}

static void
write_bytes (png_structp png,
             png_bytep   from,
             gsize       n)
{
  Stream *stream = png_get_io_ptr (png);

  g_byte_array_append (stream->written, from, (guint) n);
}

static void
flush (png_structp png)
{
}

/* Whether a cell's components can be samples. */
static gboolean
check_type (const LoomType  *type,
            GError         **error)
{
  g_autofree char *name = NULL;

  if (type->scalar != LOOM_SCALAR_BYTES)
    return TRUE;
  name = loom_type_format (type);
  return loom_fail (error, LOOM_ERROR_FILE, _("a picture has numbers, and cells of %s are structs"),
                    name);
}

/* Samples have 8 bits, unless the cells tell more apart. */
static gboolean
is_deep (LoomScalar scalar)
{
  return loom_scalar_is_float (scalar) || loom_scalar_size (scalar) > 1;
}

/* Floats from 0 to 1, other numbers as the samples are; narrower ones have been cut by libpng. */
static void
convert_sample (guint           sample,
                guint           highest,
                LoomScalar      scalar,
                LoomScalarBits *bits)
{
  if (loom_scalar_is_float (scalar))
    loom_scalar_from_double ((double) sample / highest, scalar, bits);
  else if (scalar == LOOM_SCALAR_BOOL)
    bits->u8 = sample != 0;
  else
    bits->u64 = sample;
}

/* Asks libpng for as many samples as a cell has components: grey, grey and alpha, red, green and
 * blue, or these and alpha. */
static guint
set_samples (png_structp     png,
             png_infop       info,
             const LoomType *type)
{
  const int color = png_get_color_type (png, info);
  const guint depth = png_get_bit_depth (png, info);
  const gboolean wants_color = type->lanes >= 3, wants_alpha = type->lanes % 2 == 0;
  const gboolean has_color = (color & PNG_COLOR_MASK_COLOR) != 0;
  const gboolean has_alpha = (color & PNG_COLOR_MASK_ALPHA) != 0 ||
                             png_get_valid (png, info, PNG_INFO_tRNS) != 0;

  png_set_expand (png);
  if (depth == 16 && !is_deep (type->scalar))
    png_set_scale_16 (png);
  if (wants_color && !has_color)
    png_set_gray_to_rgb (png);
  if (!wants_color && has_color)
    png_set_rgb_to_gray (png, PNG_ERROR_ACTION_NONE, PNG_RGB_TO_GRAY_DEFAULT,
                         PNG_RGB_TO_GRAY_DEFAULT);
  if (!wants_alpha && has_alpha)
    png_set_strip_alpha (png);
  if (wants_alpha && !has_alpha)
    png_set_add_alpha (png, 0xffff, PNG_FILLER_AFTER);
  png_set_interlace_handling (png);
  png_read_update_info (png, info);
  return depth == 16 && is_deep (type->scalar) ? 2 : 1;
}

static void
convert_row (const guint8   *row,
             guint           width,
             guint           sample_size,
             const LoomType *type,
             guint8         *cells)
{
  const guint size = loom_scalar_size (type->scalar);

  for (guint x = 0; x < width; x++)
    for (guint lane = 0; lane < type->lanes; lane++, row += sample_size)
      {
        const guint sample = sample_size == 2 ? (guint) row[0] << 8 | row[1] : row[0];
        LoomScalarBits bits;

        convert_sample (sample, sample_size == 2 ? G_MAXUINT16 : G_MAXUINT8, type->scalar, &bits);
        memcpy (cells + (gsize) x * type->size + lane * size, bits.bytes, size);
      }
}

/* All that libpng may leave by a jump: what it must not lose is the caller's. */
static gboolean
read_cells (png_structp      png,
            png_infop        info,
            const LoomType  *type,
            GByteArray      *samples,
            GByteArray      *cells)
{
  guint width, height, sample_size;
  gsize stride;

  if (setjmp (png_jmpbuf (png)) != 0)
    return FALSE;
  png_read_info (png, info);
  width = png_get_image_width (png, info);
  height = png_get_image_height (png, info);
  sample_size = set_samples (png, info, type);
  stride = png_get_rowbytes (png, info);
  if (stride != (gsize) width * type->lanes * sample_size ||
      (guint64) height * stride > G_MAXINT32 || (guint64) width * height * type->size > G_MAXINT32)
    png_error (png, "it has too many pixels");
  g_byte_array_set_size (samples, (guint) (height * stride));
  g_byte_array_set_size (cells, (guint) ((gsize) width * height * type->size));
  memset (cells->data, 0, cells->len);
  for (int pass = png_set_interlace_handling (png); pass > 0; pass--)
    for (guint y = 0; y < height; y++)
      png_read_row (png, samples->data + y * stride, NULL);
  png_read_end (png, NULL);
  for (guint y = 0; y < height; y++)
    convert_row (samples->data + y * stride, width, sample_size, type,
                 cells->data + (gsize) y * width * type->size);
  return TRUE;
}

/**
 * loom_png_parse_shape:
 * @file: a file, or how it begins
 * @shape: (out): rows and columns of pixels
 * @error: return location; %LOOM_ERROR_FILE says what is wrong, as a clause about *it*
 *
 * Reads how large a picture is.
 */
gboolean
loom_png_parse_shape (GBytes     *file,
                      LoomShape  *shape,
                      GError    **error)
{
  guint32 width, height;
  const guint8 *data;
  gsize size;

  g_return_val_if_fail (file != NULL && shape != NULL, FALSE);

  data = g_bytes_get_data (file, &size);
  if (size < HEADER_SIZE || png_sig_cmp (data, 0, 8) != 0 || memcmp (data + 12, "IHDR", 4) != 0)
    return loom_fail (error, LOOM_ERROR_FILE, _("it is not a PNG; save the picture as one"));
  width = png_get_uint_32 (data + 16);
  height = png_get_uint_32 (data + 20);
  if (width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE)
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("it has %1$u × %2$u pixels, and at most %3$u on a side are read"), width,
                      height, MAX_SIDE);
  *shape = (LoomShape) { 2, width, height, 1 };
  return TRUE;
}

/**
 * loom_png_parse:
 * @file: a whole file
 * @type: the cells that are wanted: a number is a grey value, two are grey and opacity, three red,
 *   green and blue, four these and opacity; floats go from 0 to 1, other numbers to 255, or to
 *   65535 where both picture and cells have so many
 * @error: return location; %LOOM_ERROR_FILE says what is wrong, as a clause about *it*
 *
 * Reads a picture's pixels. Colours become grey as libpng makes them so (ITU-R BT.709).
 *
 * Returns: (transfer full): the cells, row by row, or %NULL with @error set
 */
GBytes *
loom_png_parse (GBytes          *file,
                const LoomType  *type,
                GError         **error)
{
  g_autoptr (GByteArray) samples = g_byte_array_new (), cells = g_byte_array_new ();
  Stream stream = { .error = error };
  LoomShape shape;
  png_structp png;
  png_infop info;
  gboolean done;

  g_return_val_if_fail (file != NULL && type != NULL, NULL);

  stream.at = g_bytes_get_data (file, &stream.left);
  if (!check_type (type, error) || !loom_png_parse_shape (file, &shape, error))
    return NULL;
  png = png_create_read_struct (PNG_LIBPNG_VER_STRING, &stream, fail, ignore);
  info = png_create_info_struct (png);
  png_set_read_fn (png, &stream, read_bytes);
  png_set_user_limits (png, MAX_SIDE, MAX_SIDE);
  done = read_cells (png, info, type, samples, cells);
  png_destroy_read_struct (&png, &info, NULL);
  return done ? g_byte_array_free_to_bytes (g_steal_pointer (&cells)) : NULL;
}

/* What is black, and how much more is white. */
typedef struct
{
  double least, span;
} Range;

/**
 * loom_png_get_range:
 * @self: an array
 * @least: (out): what is black in its picture
 * @most: (out): what is white
 *
 * Tells between which numbers the samples of a picture lie. Floats from 0 to 1 are samples as they
 * are; those that go beyond are all scaled to what they reach, so that none is cut.
 *
 * Returns: whether they are scaled
 */
gboolean
loom_png_get_range (const LoomArray *self,
                    double          *least,
                    double          *most)
{
  const LoomType *type = loom_array_get_cell_type (self);
  const guint size = loom_scalar_size (type->scalar);
  gsize n;
  const guint8 *numbers = g_bytes_get_data (loom_array_get_bytes (self), &n);
  double low = G_MAXDOUBLE, high = -G_MAXDOUBLE;

  *least = 0;
  *most = 1;
  for (gsize at = 0; loom_scalar_is_float (type->scalar) && at + size <= n; at += size)
    {
      const double value = loom_scalar_to_double (type->scalar, numbers + at);

      if (isfinite (value))
        {
          low = MIN (low, value);
          high = MAX (high, value);
        }
    }
  if (low > high || (low >= 0 && high <= 1))
    return FALSE;
  *least = low;
  *most = high;
  return TRUE;
}

static guint
get_sample (double       value,
            const Range *range)
{
  const double part = range->span > 0 ? (value - range->least) / range->span : 0;

  return isnan (part) ? 0 : (guint) (CLAMP (part, 0, 1) * G_MAXUINT16 + 0.5);
}

static void
format_row (const guint8   *cell,
            guint           width,
            const LoomType *type,
            const Range    *range,
            guint8         *row)
{
  const guint size = loom_scalar_size (type->scalar);

  if (type->scalar == LOOM_SCALAR_U8)
    {
      memcpy (row, cell, width * type->size);
      return;
    }
  for (guint x = 0; x < width; x++, cell += type->size)
    for (guint lane = 0; lane < type->lanes; lane++)
      {
        const double value = loom_scalar_to_double (type->scalar, cell + lane * size);

        if (!is_deep (type->scalar))
          *row++ = (guint8) (type->scalar == LOOM_SCALAR_BOOL ? value * G_MAXUINT8 : value);
        else
          {
            const guint sample = loom_scalar_is_float (type->scalar) ? get_sample (value, range)
                                                                     : (guint) value;

            *row++ = (guint8) (sample >> 8);
            *row++ = (guint8) sample;
          }
      }
}

static gboolean
write_cells (png_structp       png,
             png_infop         info,
             const LoomArray  *array,
             const Range      *range,
             png_textp         words,
             GByteArray       *row)
{
  static const int colors[] = { PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                PNG_COLOR_TYPE_RGB_ALPHA };
  const LoomType *type = loom_array_get_cell_type (array);
  const LoomShape *shape = loom_array_get_shape (array);
  const guint8 *cells = g_bytes_get_data (loom_array_get_bytes (array), NULL);
  const guint depth = is_deep (type->scalar) ? 16 : 8, width = (guint) shape->cols;

  if (setjmp (png_jmpbuf (png)) != 0)
    return FALSE;
  png_set_IHDR (png, info, width, (guint) (shape->rows * shape->planes), (int) depth,
                colors[type->lanes - 1], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                PNG_FILTER_TYPE_DEFAULT);
  png_set_filter (png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_set_compression_level (png, QUICK);
  if (words->text != NULL)
    png_set_text (png, info, words, 1);
  png_write_info (png, info);
  g_byte_array_set_size (row, width * type->lanes * depth / 8);
  for (guint64 y = 0; y < shape->rows * shape->planes; y++)
    {
      format_row (cells + y * width * type->size, width, type, range, row->data);
      png_write_row (png, row->data);
    }
  png_write_end (png, NULL);
  return TRUE;
}

/* Whether each cell's value is a sample's. */
static gboolean
check_array (const LoomArray  *array,
             GError          **error)
{
  const LoomType *type = loom_array_get_cell_type (array);
  const LoomShape *shape = loom_array_get_shape (array);
  g_autofree char *name = loom_type_format (type);

  if (!check_type (type, error))
    return FALSE;
  if (!loom_scalar_is_float (type->scalar) && type->scalar != LOOM_SCALAR_BOOL &&
      type->scalar != LOOM_SCALAR_U8 && type->scalar != LOOM_SCALAR_U16)
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("a picture has numbers of 8 or 16 bits without a sign, and cells of %s are "
                        "others: save it as .npy, .npz or .csv"), name);
  return (shape->cols <= MAX_SIDE && shape->rows * shape->planes <= MAX_SIDE) ||
         loom_fail (error, LOOM_ERROR_FILE, _("a picture has at most %u pixels on a side"),
                    MAX_SIDE);
}

/**
 * loom_png_format:
 * @self: an array of bytes, of 16-bit numbers without a sign or of floats, or of vectors of them;
 *   others are an error
 * @error: return location; %LOOM_ERROR_FILE says why it is no picture
 *
 * Writes a pixel for each cell, planes below each other; what reads back as it was, but for floats,
 * of which 65536 are told apart. Where loom_png_get_range() scales them the picture's description
 * says from what to what, as in `0 to 2997`.
 *
 * Returns: (transfer full): a PNG, or %NULL with @error set
 */
GBytes *
loom_png_format (const LoomArray  *self,
                 GError          **error)
{
  g_autoptr (GByteArray) row = g_byte_array_new (), written = g_byte_array_new ();
  Stream stream = { .written = written, .error = error };
  png_structp png;
  png_infop info;
  g_autofree char *words = NULL;
  png_text text = { .compression = PNG_TEXT_COMPRESSION_NONE, .key = (char *) "Description" };
  double least, most;
  gboolean done;

  g_return_val_if_fail (self != NULL, NULL);

  if (loom_png_get_range (self, &least, &most))
    {
      char number[2][G_ASCII_DTOSTR_BUF_SIZE];

      text.text = words = g_strdup_printf ("%s to %s",
                                           g_ascii_dtostr (number[0], sizeof number[0], least),
                                           g_ascii_dtostr (number[1], sizeof number[1], most));
    }
  if (!check_array (self, error))
    return NULL;
  png = png_create_write_struct (PNG_LIBPNG_VER_STRING, &stream, fail, ignore);
  info = png_create_info_struct (png);
  png_set_write_fn (png, &stream, write_bytes, flush);
  done = write_cells (png, info, self, &(Range) { least, most - least }, &text, row);
  png_destroy_write_struct (&png, &info);
  return done ? g_byte_array_free_to_bytes (g_steal_pointer (&written)) : NULL;
}
