/* loom-text.c: words in pictures
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-text.h"

#include <pango/pangocairo.h>

static void
set_font (PangoLayout    *layout,
          const LoomText *self,
          double          size)
{
  PangoFontDescription *font = pango_font_description_from_string ("Sans");

  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  if (self->bold)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
}

static PangoLayout *
lay_out (cairo_t        *cr,
         const LoomText *self,
         const char     *text)
{
  PangoLayout *layout = pango_cairo_create_layout (cr);
  int width;

  set_font (layout, self, self->size);
  pango_layout_set_text (layout, text, -1);
  if (self->width > 0)
    {
      pango_layout_set_width (layout, (int) (self->width * PANGO_SCALE));
      pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
    }
  pango_layout_get_pixel_size (layout, &width, NULL);
  if (self->room > 0 && width > self->room)
    set_font (layout, self, self->size * self->room / width);
  return layout;
}

/**
 * loom_text_draw:
 * @cr: where to draw
 * @self: how to set the text
 * @x: where
 * @y: where
 * @text: the text
 *
 * Draws text, upright or rising.
 */
void
loom_text_draw (cairo_t        *cr,
                const LoomText *self,
                double          x,
                double          y,
                const char     *text)
{
  g_autoptr (PangoLayout) layout = lay_out (cr, self, text);
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  cairo_save (cr);
  cairo_translate (cr, x, y);
  if (self->rising)
    cairo_rotate (cr, -G_PI / 2);
  cairo_move_to (cr, -width * self->x_align, -height * self->y_align);
  loom_text_color (cr, self->color, 1);
  pango_cairo_show_layout (cr, layout);
  cairo_restore (cr);
  cairo_new_path (cr);
}

/**
 * loom_text_new_ruler:
 *
 * Makes something that text can be measured on before there is anything to draw on.
 *
 * Returns: (transfer full): a context that nobody sees
 */
cairo_t *
loom_text_new_ruler (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);

  cairo_surface_destroy (surface);
  return cr;
}

/**
 * loom_text_draw_words:
 * @x_align: which point of the words is at @x, from 0, their left end, to 1
 * @y_align: which is at @y, from 0, their top, to 1
 *
 * Draws words in one line.
 */
void
loom_text_draw_words (cairo_t    *cr,
                      const char *words,
                      double      x,
                      double      y,
                      double      x_align,
                      double      y_align,
                      double      size,
                      LoomColor   color)
{
  const LoomText text = { .size = size, .x_align = x_align, .y_align = y_align, .color = color };

  loom_text_draw (cr, &text, x, y, words);
}

/**
 * loom_text_measure:
 * @cr: where it would be drawn
 * @self: how to set the text
 * @text: the text
 * @width: (out) (optional): its width before it is turned
 * @height: (out) (optional): its height before it is turned
 *
 * Tells how large a text is.
 */
void
loom_text_measure (cairo_t        *cr,
                   const LoomText *self,
                   const char     *text,
                   double         *width,
                   double         *height)
{
  g_autoptr (PangoLayout) layout = lay_out (cr, self, text);
  int w, h;

  pango_layout_get_pixel_size (layout, &w, &h);
  if (width != NULL)
    *width = w;
  if (height != NULL)
    *height = h;
}

/**
 * loom_text_color:
 * @cr: where to draw
 * @color: a colour
 * @alpha: 0 to 1
 *
 * Sets the source of a drawing.
 */
void
loom_text_color (cairo_t   *cr,
                 LoomColor  color,
                 double     alpha)
{
  cairo_set_source_rgba (cr, (color >> 16 & 0xff) / 255.0, (color >> 8 & 0xff) / 255.0,
                         (color & 0xff) / 255.0, alpha);
}

/**
 * loom_text_ink:
 * @dark: for a dark background
 *
 * The colour of words and lines.
 */
LoomColor
loom_text_ink (gboolean dark)
{
  return dark ? 0xffeeeeec : 0xff2e2e2e;
}

/**
 * loom_text_dim_ink:
 * @dark: for a dark background
 *
 * The colour of words that step back, of a contrast above 4.5 on white and on the dark theme's
 * background.
 */
LoomColor
loom_text_dim_ink (gboolean dark)
{
  return dark ? 0xffb4b4b4 : 0xff626262;
}
