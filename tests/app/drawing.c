/* drawing.c: what is drawn, as text, for transcripts
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "drawing.h"

#include "loom-chart-view.h"

#include <math.h>
#include <string.h>

/* The linker has our own code call these in place of what they are named after. */
#define WRAPPED(type, name, ...) \
  type __real_##name (__VA_ARGS__); \
  type __wrap_##name (__VA_ARGS__)

WRAPPED (void, cairo_fill, cairo_t *cr);
WRAPPED (void, cairo_fill_preserve, cairo_t *cr);
WRAPPED (void, cairo_stroke, cairo_t *cr);
WRAPPED (void, cairo_stroke_preserve, cairo_t *cr);
WRAPPED (void, cairo_paint, cairo_t *cr);
WRAPPED (void, pango_cairo_show_layout, cairo_t *cr, PangoLayout *layout);
WRAPPED (void, pango_layout_get_pixel_size, PangoLayout *layout, int *width, int *height);
WRAPPED (void, gtk_snapshot_append_color, GtkSnapshot *snapshot, const GdkRGBA *color,
         const graphene_rect_t *place);
WRAPPED (void, gtk_snapshot_append_border, GtkSnapshot *snapshot, const GskRoundedRect *outline,
         const float width[4], const GdkRGBA color[4]);
WRAPPED (void, gtk_snapshot_append_texture, GtkSnapshot *snapshot, GdkTexture *texture,
         const graphene_rect_t *place);
WRAPPED (void, gtk_snapshot_append_layout, GtkSnapshot *snapshot, PangoLayout *layout,
         const GdkRGBA *color);
WRAPPED (void, gtk_snapshot_translate, GtkSnapshot *snapshot, const graphene_point_t *by);

#define CHARACTER_WIDTH 7
#define LINE_HEIGHT 14

/* NULL: nothing is recorded. */
static GString *drawn;
static char *last;              /* what the last line began with */
static gsize room_width, room_height;

/* What is done once more, with the same colour, goes on in the same line. */
static void
add (const char *how,
     const char *where)
{
  if (g_strcmp0 (last, how) != 0)
    {
      g_string_append_printf (drawn, "%s%s", drawn->len > 0 ? "\n" : "", how);
      g_free (last);
      last = g_strdup (how);
    }
  g_string_append_printf (drawn, " %s", where);
}

static char *
sum_up (const guchar *data,
        gsize         stride,
        gsize         width,
        gsize         height)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_MD5);

  for (gsize y = 0; y < height; y++)
    g_checksum_update (sum, data + y * stride, (gssize) width);
  return g_strndup (g_checksum_get_string (sum), 8);
}

static char *
name_color (double red,
            double green,
            double blue,
            double alpha)
{
  return g_strdup_printf ("#%02x%02x%02x%s", (guint) lrint (red * 255), (guint) lrint (green * 255),
                          (guint) lrint (blue * 255),
                          alpha >= 0.999 ? "" : alpha < 0.34 ? "/faint" : "/light");
}

static char *
name_source (cairo_t *cr)
{
  double red, green, blue, alpha;
  cairo_surface_t *surface;

  if (cairo_pattern_get_rgba (cairo_get_source (cr), &red, &green, &blue, &alpha)
      == CAIRO_STATUS_SUCCESS)
    return name_color (red, green, blue, alpha);
  if (cairo_pattern_get_surface (cairo_get_source (cr), &surface) == CAIRO_STATUS_SUCCESS
      && cairo_surface_get_type (surface) == CAIRO_SURFACE_TYPE_IMAGE)
    {
      const int width = cairo_image_surface_get_width (surface);
      const int height = cairo_image_surface_get_height (surface);
      g_autofree char *sum
          = sum_up (cairo_image_surface_get_data (surface),
                    (gsize) cairo_image_surface_get_stride (surface), (gsize) width * 4,
                    (gsize) height);

      return g_strdup_printf ("pixels %d×%d %s", width, height, sum);
    }
  return g_strdup ("a pattern");
}

/* The extents of the path, on the surface; with few corners, those. */
static char *
name_path (cairo_t *cr)
{
  cairo_path_t *path = cairo_copy_path_flat (cr);
  GString *corners = g_string_new (NULL);
  double x[2], y[2];
  guint n = 0;

  for (int i = 0; i < path->num_data; i += path->data[i].header.length)
    if (path->data[i].header.type != CAIRO_PATH_CLOSE_PATH)
      {
        double px = path->data[i + 1].point.x, py = path->data[i + 1].point.y;

        cairo_user_to_device (cr, &px, &py);
        g_string_append_printf (corners, "%s%.0f,%.0f", n > 0 ? "-" : "", px, py);
        n++;
      }
  cairo_path_destroy (path);
  if (n > 0 && n <= 3)
    return g_string_free (corners, FALSE);
  g_string_free (corners, TRUE);
  cairo_path_extents (cr, &x[0], &y[0], &x[1], &y[1]);
  for (guint i = 0; i < 2; i++)
    cairo_user_to_device (cr, &x[i], &y[i]);
  return g_strdup_printf ("%.0f,%.0f+%.0f×%.0f%s", x[0], y[0], x[1] - x[0], y[1] - y[0],
                          n > 5 ? "*" : "");
}

static void
record (cairo_t    *cr,
        const char *verb)
{
  g_autofree char *source = name_source (cr);
  g_autofree char *how = NULL, *where = NULL;

  if (drawn == NULL)
    return;
  where = name_path (cr);
  how = g_str_equal (verb, "stroke")
            ? g_strdup_printf ("stroke %.3g%s %s", cairo_get_line_width (cr),
                               cairo_get_dash_count (cr) > 0 ? " dashed" : "", source)
            : g_strdup_printf ("%s %s", verb, source);
  add (how, where);
}

void
__wrap_cairo_fill (cairo_t *cr)
{
  record (cr, "fill");
  __real_cairo_fill (cr);
}

void
__wrap_cairo_fill_preserve (cairo_t *cr)
{
  record (cr, "fill");
  __real_cairo_fill_preserve (cr);
}

void
__wrap_cairo_stroke (cairo_t *cr)
{
  record (cr, "stroke");
  __real_cairo_stroke (cr);
}

void
__wrap_cairo_stroke_preserve (cairo_t *cr)
{
  record (cr, "stroke");
  __real_cairo_stroke_preserve (cr);
}

void
__wrap_cairo_paint (cairo_t *cr)
{
  if (drawn != NULL)
    {
      g_autofree char *source = name_source (cr);
      double x = 0, y = 0;
      g_autofree char *where = NULL;

      cairo_user_to_device (cr, &x, &y);
      where = g_strdup_printf ("at %.0f,%.0f", x, y);
      add ("paint", source);
      add ("paint", where);
    }
  __real_cairo_paint (cr);
}

static char *
name_words (PangoLayout *layout)
{
  const PangoFontDescription *font = pango_layout_get_font_description (layout);

  return g_strdup_printf ("“%s”%s", pango_layout_get_text (layout),
                          font != NULL && pango_font_description_get_weight (font)
                                              > PANGO_WEIGHT_NORMAL
                              ? " bold"
                              : "");
}

void
__wrap_pango_cairo_show_layout (cairo_t     *cr,
                                PangoLayout *layout)
{
  if (drawn != NULL)
    {
      g_autofree char *source = name_source (cr), *words = name_words (layout);
      g_autofree char *how = g_strdup_printf ("words %s", source), *where = NULL;
      double x = 0, y = 0;

      cairo_get_current_point (cr, &x, &y);
      cairo_user_to_device (cr, &x, &y);
      where = g_strdup_printf ("%s %.0f,%.0f", words, x, y);
      add (how, where);
    }
  __real_pango_cairo_show_layout (cr, layout);
}

void
__wrap_pango_layout_get_pixel_size (PangoLayout *layout,
                                    int         *width,
                                    int         *height)
{
  g_auto (GStrv) lines = g_strsplit (pango_layout_get_text (layout), "\n", -1);
  glong longest = 0;

  if (drawn == NULL)
    {
      __real_pango_layout_get_pixel_size (layout, width, height);
      return;
    }
  for (guint i = 0; lines[i] != NULL; i++)
    longest = MAX (longest, g_utf8_strlen (lines[i], -1));
  if (width != NULL)
    *width = (int) longest * CHARACTER_WIDTH;
  if (height != NULL)
    *height = (int) g_strv_length (lines) * LINE_HEIGHT;
}

static char *
name_place (const graphene_rect_t *place)
{
  return g_strdup_printf ("%.0f,%.0f+%.0f×%.0f", place->origin.x, place->origin.y,
                          place->size.width, place->size.height);
}

void
__wrap_gtk_snapshot_append_color (GtkSnapshot           *snapshot,
                                  const GdkRGBA         *color,
                                  const graphene_rect_t *place)
{
  if (drawn != NULL)
    {
      g_autofree char *name = name_color (color->red, color->green, color->blue, color->alpha);
      g_autofree char *how = g_strdup_printf ("fill %s", name), *where = name_place (place);

      add (how, where);
    }
  __real_gtk_snapshot_append_color (snapshot, color, place);
}

void
__wrap_gtk_snapshot_append_border (GtkSnapshot          *snapshot,
                                   const GskRoundedRect *outline,
                                   const float           width[4],
                                   const GdkRGBA         color[4])
{
  if (drawn != NULL)
    {
      g_autofree char *name
          = name_color (color[0].red, color[0].green, color[0].blue, color[0].alpha);
      g_autofree char *how = g_strdup_printf ("frame %.3g %s", width[0], name);
      g_autofree char *where = name_place (&outline->bounds);

      add (how, where);
    }
  __real_gtk_snapshot_append_border (snapshot, outline, width, color);
}

void
__wrap_gtk_snapshot_append_texture (GtkSnapshot           *snapshot,
                                    GdkTexture            *texture,
                                    const graphene_rect_t *place)
{
  if (drawn != NULL)
    {
      const gsize width = (gsize) gdk_texture_get_width (texture);
      const gsize height = (gsize) gdk_texture_get_height (texture);
      g_autofree guchar *data = g_malloc (width * height * 4);
      g_autofree char *sum = NULL, *how = NULL, *where = name_place (place);

      gdk_texture_download (texture, data, width * 4);
      sum = sum_up (data, width * 4, width * 4, height);
      /* one that fills the room was drawn above, with the words of a font */
      how = g_strdup_printf ("pixels %zu×%zu %s", width, height,
                             width == room_width && height == room_height ? "" : sum);
      add (how, where);
    }
  __real_gtk_snapshot_append_texture (snapshot, texture, place);
}

void
__wrap_gtk_snapshot_append_layout (GtkSnapshot   *snapshot,
                                   PangoLayout   *layout,
                                   const GdkRGBA *color)
{
  if (drawn != NULL)
    {
      g_autofree char *name = name_color (color->red, color->green, color->blue, color->alpha);
      g_autofree char *how = g_strdup_printf ("words %s", name), *words = name_words (layout);

      add (how, words);
    }
  __real_gtk_snapshot_append_layout (snapshot, layout, color);
}

void
__wrap_gtk_snapshot_translate (GtkSnapshot            *snapshot,
                               const graphene_point_t *by)
{
  if (drawn != NULL)
    {
      g_autofree char *where = g_strdup_printf ("%.0f,%.0f", by->x, by->y);

      add ("from", where);
    }
  __real_gtk_snapshot_translate (snapshot, by);
}

static void
draw_chart (LoomChartView *view,
            int            width,
            int            height)
{
  const LoomChartRoom room = { width, height, 1, FALSE };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);

  LOOM_CHART_VIEW_GET_CLASS (view)->draw (view, loom_chart_view_get_chart (view), cr, &room,
                                          loom_chart_view_get_marked (view));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* A scale of colours is a long run of lines of one kind: its ends, and the sum of all. */
static char *
shorten (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *shorter = g_string_new (NULL);
  guint n;

  for (guint i = 0; lines[i] != NULL; i += n)
    {
      const gsize verb = strcspn (lines[i], " ");
      g_autoptr (GString) all = g_string_new (NULL);

      for (n = 0; lines[i + n] != NULL && strncmp (lines[i + n], lines[i], verb + 1) == 0; n++)
        g_string_append (all, lines[i + n]);
      if (n >= 12)
        {
          g_autofree char *sum = sum_up ((const guchar *) all->str, 0, all->len, 1);

          g_string_append_printf (shorter, "%s\n… %u of it, %s\n%s\n", lines[i], n, sum,
                                  lines[i + n - 1]);
          continue;
        }
      for (guint k = 0; k < n; k++)
        g_string_append_printf (shorter, "%s\n", lines[i + k]);
    }
  g_string_truncate (shorter, shorter->len > 0 ? shorter->len - 1 : 0);
  return g_string_free (shorter, FALSE);
}

/**
 * loom_test_draw:
 * @widget: one that is seen
 * @width: in design pixels
 * @height: in design pixels
 *
 * Has a widget drawn in a room that it has for that alone.
 *
 * Returns: (transfer full): what it draws
 */
char *
loom_test_draw (GtkWidget *widget,
                int        width,
                int        height)
{
  g_autofree char *text = NULL;

  drawn = g_string_new (NULL);
  room_width = (gsize) width;
  room_height = (gsize) height;
  g_clear_pointer (&last, g_free);
  if (LOOM_IS_CHART_VIEW (widget) && LOOM_CHART_VIEW_GET_CLASS (widget)->draw != NULL)
    {
      if (loom_chart_view_get_chart (LOOM_CHART_VIEW (widget)) != NULL)
        draw_chart (LOOM_CHART_VIEW (widget), width, height);
    }
  else
    {
      g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();

      gtk_widget_allocate (widget, width, height, -1, NULL);
      GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
      gtk_widget_queue_resize (widget);
    }
  text = g_string_free (g_steal_pointer (&drawn), FALSE);
  return shorten (text);
}
