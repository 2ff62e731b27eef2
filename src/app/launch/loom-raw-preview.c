/* loom-raw-preview.c: the beginning of a file of bytes, seen as an array
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-raw-preview.h"

#include "loom-input.h"

#include <math.h>

/* So many numbers say whether the type is right. */
#define FIRST_NUMBERS 8

/* Of a struct the first byte. */
static LoomScalar
get_scalar (const LoomRawLook *self)
{
  return self->type.scalar == LOOM_SCALAR_BYTES ? LOOM_SCALAR_U8 : self->type.scalar;
}

/* The first number of a cell, as far as the beginning of the file has it. */
static gboolean
get_number (const LoomRawLook *self,
            guint64            index,
            LoomScalarBits    *number)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (self->start, &size);

  if (index >= size / self->type.size)
    return FALSE;
  loom_input_get_number (data + index * self->type.size, get_scalar (self), self->is_big_endian,
                         number);
  return TRUE;
}

/* What is seen of the first plane: each pixel shows the cell under its middle. */
static void
sample (const LoomRawLook *self,
        int                width,
        int                height,
        double            *values,
        double            *least,
        double            *most)
{
  *least = INFINITY;
  *most = -INFINITY;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        const guint64 col = (guint64) ((x + 0.5) * (double) self->shape.cols / width);
        const guint64 row = (guint64) ((y + 0.5) * (double) self->shape.rows / height);
        LoomScalarBits number;
        const double value = get_number (self, row * self->shape.cols + col, &number)
                             ? loom_scalar_to_double (get_scalar (self), &number) : NAN;

        values[y * width + x] = value;
        if (isfinite (value))
          {
            *least = MIN (*least, value);
            *most = MAX (*most, value);
          }
      }
}

static void
paint (const double *values,
       guint32      *pixels,
       gsize         n,
       double        least,
       double        most,
       LoomColormap  colormap)
{
  for (gsize i = 0; i < n; i++)
    if (isfinite (values[i]))
      pixels[i] = loom_color_scale_map (colormap, most > least ? (values[i] / 2 - least / 2)
                                                                 / (most / 2 - least / 2) : 0.5);
}

/* As large as the room allows, in the proportions of the array, but never thinner than is seen. */
static void
fit (const LoomShape *shape,
     int              size,
     int             *width,
     int             *height)
{
  const double longest = (double) MAX (shape->cols, shape->rows);

  *width = MAX ((int) (size * (double) shape->cols / longest), 12);
  *height = MAX ((int) (size * (double) shape->rows / longest), 12);
}

/**
 * loom_raw_look_draw:
 * @size: how large the picture may be, in pixels
 *
 * Draws the first plane, the least number dark and the largest bright; where there are no bytes, or
 * no number, nothing is drawn.
 *
 * Returns: (transfer full): a picture
 */
GdkTexture *
loom_raw_look_draw (const LoomRawLook *self,
                    int                size)
{
  g_autofree double *values = NULL;
  g_autoptr (GBytes) bytes = NULL;
  guint32 *pixels;
  double least, most;
  int width, height;

  fit (&self->shape, size, &width, &height);
  values = g_new (double, (gsize) width * height);
  pixels = g_new0 (guint32, (gsize) width * height);
  sample (self, width, height, values, &least, &most);
  paint (values, pixels, (gsize) width * height, least, most, self->colormap);
  bytes = g_bytes_new_take (pixels, (gsize) width * height * sizeof *pixels);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes,
                                 (gsize) width * sizeof *pixels);
}

/**
 * loom_raw_look_dup_numbers:
 *
 * Returns: (transfer full): the first numbers as text; of cells of several, the first of each
 */
char *
loom_raw_look_dup_numbers (const LoomRawLook *self)
{
  GString *text = g_string_new (NULL);
  LoomScalarBits number;
  guint i;

  for (i = 0; i < FIRST_NUMBERS && get_number (self, i, &number); i++)
    {
      g_autofree char *one = loom_scalar_format (get_scalar (self), &number);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", one);
    }
  if (get_number (self, i, &number))
    g_string_append (text, ", …");
  return g_string_free (text, FALSE);
}
