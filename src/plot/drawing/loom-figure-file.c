/* loom-figure-file.c: a drawing as a file: PNG, SVG or PDF, the same bytes every time
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-figure-file.h"

#include "loom-error.h"
#include "loom-folder.h"
#include "loom-png.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#define PNG_SCALE 2

static cairo_status_t
finish (cairo_surface_t      *surface,
        const LoomFigureFile *figure)
{
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  figure->draw (cr, figure->width, figure->height, figure->data);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_finish (surface);
      status = cairo_surface_status (surface);
    }
  return status;
}

static cairo_status_t
append (void                *closure,
        const unsigned char *data,
        unsigned int         length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* The pixels of a drawn surface as a picture file. */
static cairo_status_t
format_pixels (cairo_surface_t *surface,
               GByteArray      *bytes)
{
  const LoomType rgb = loom_type_of (LOOM_SCALAR_U8, 3);
  const guint width = (guint) cairo_image_surface_get_width (surface);
  const guint height = (guint) cairo_image_surface_get_height (surface);
  const guint8 *row = cairo_image_surface_get_data (surface);
  const LoomShape shape = { .rank = 2, .cols = width, .rows = height, .planes = 1 };
  guint8 *pixels = g_malloc_n ((gsize) width * height, rgb.size), *pixel = pixels;
  g_autoptr (GBytes) cells = g_bytes_new_take (pixels, (gsize) width * height * rgb.size);
  g_autoptr (LoomArray) array = NULL;
  g_autoptr (GBytes) file = NULL;

  for (guint y = 0; y < height; y++, row += cairo_image_surface_get_stride (surface))
    for (guint x = 0; x < width; x++, pixel += rgb.size)
      {
        const guint32 color = ((const guint32 *) row)[x];

        pixel[0] = (guint8) (color >> 16);
        pixel[1] = (guint8) (color >> 8);
        pixel[2] = (guint8) color;
      }
  array = loom_array_new (&rgb, &shape, cells, NULL);
  file = loom_png_format (array, NULL);
  if (file == NULL)
    return CAIRO_STATUS_PNG_ERROR;
  g_byte_array_append (bytes, g_bytes_get_data (file, NULL), (guint) g_bytes_get_size (file));
  return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t
write_png (const LoomFigureFile *figure,
           GByteArray           *bytes)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24,
                                                         (int) figure->width * PNG_SCALE,
                                                         (int) figure->height * PNG_SCALE);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  cairo_scale (cr, PNG_SCALE, PNG_SCALE);
  figure->draw (cr, figure->width, figure->height, figure->data);
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = format_pixels (surface, bytes);
  cairo_surface_destroy (surface);
  return status;
}

static gboolean
renumber_cb (const GMatchInfo *match,
             GString          *result,
             gpointer          data)
{
  GHashTable *numbers = data;
  g_autofree char *before = g_match_info_fetch (match, 1);
  g_autofree char *name = g_match_info_fetch (match, 2);
  gpointer number = g_hash_table_lookup (numbers, name);

  if (number == NULL)
    {
      number = GUINT_TO_POINTER (g_hash_table_size (numbers) + 1);
      g_hash_table_insert (numbers, g_steal_pointer (&name), number);
    }
  g_string_append_printf (result, "%spart%u", before, GPOINTER_TO_UINT (number));
  return FALSE;
}

/* Cairo names the parts of a file by a counter of the whole process: the second export would differ
 * from the first. */
static void
renumber_parts (GByteArray *bytes)
{
  g_autoptr (GRegex) names = g_regex_new ("(id=\"|#)((?:surface|image|mask)[0-9]+)", 0, 0, NULL);
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *text = g_regex_replace_eval (names, (const char *) bytes->data, bytes->len, 0, 0,
                                                renumber_cb, numbers, NULL);

  if (text == NULL)
    return;
  g_byte_array_set_size (bytes, 0);
  g_byte_array_append (bytes, (const guint8 *) text, strlen (text));
}

static cairo_status_t
write_svg (const LoomFigureFile *figure,
           GByteArray           *bytes)
{
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (append, bytes, figure->width,
                                                                  figure->height);
  cairo_status_t status;

  cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
  status = finish (surface, figure);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    renumber_parts (bytes);
  return status;
}

/* The date of making would make each file differ from the last. */
static cairo_status_t
write_pdf (const LoomFigureFile *figure,
           GByteArray           *bytes)
{
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (append, bytes, figure->width,
                                                                  figure->height);
  cairo_status_t status;

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, figure->title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  status = finish (surface, figure);
  cairo_surface_destroy (surface);
  return status;
}

static const struct
{
  const char *suffix;
  cairo_status_t (*write) (const LoomFigureFile *, GByteArray *);
} formats[] = {
  { ".png", write_png },
  { ".svg", write_svg },
  { ".pdf", write_pdf },
};

/* The file is written beside its place, under a name that is nobody's business. */
static gboolean
write_file (const char  *path,
            GByteArray  *bytes,
            GError     **error)
{
  if (!loom_folder_check_parent (path, error))
    return FALSE;

  errno = 0;
  if (g_file_set_contents (path, (const char *) bytes->data, bytes->len, NULL))
    return TRUE;

  return loom_fail (error, LOOM_ERROR_FILE, _("“%1$s” could not be written: %2$s"), path,
                    g_strerror (errno != 0 ? errno : EIO));
}

/**
 * loom_figure_file_write:
 * @self: what to draw
 * @path: file to write, its ending says the format: .png, .svg or .pdf
 *
 * Writes a drawing to a file, which is there whole or not at all. The same drawing gives the same
 * bytes.
 *
 * Sets %LOOM_ERROR_USAGE for another ending, %LOOM_ERROR_FILE if it can't be written.
 */
gboolean
loom_figure_file_write (const LoomFigureFile  *self,
                        const char            *path,
                        GError               **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_has_suffix (lower, formats[i].suffix))
      {
        cairo_status_t status = formats[i].write (self, bytes);

        if (status != CAIRO_STATUS_SUCCESS)
          return loom_fail (error, LOOM_ERROR_FILE, _("Drawing “%1$s” did not work: %2$s"), path,
                            cairo_status_to_string (status));
        return write_file (path, bytes, error);
      }
  return loom_fail (error, LOOM_ERROR_USAGE,
                    _("“%s” does not say what kind of picture: end its name in .png, .svg or .pdf"),
                    path);
}
