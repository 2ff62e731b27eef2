/* drawing.c: what widgets draw, as text, for transcripts
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "drawing.h"

#include "drawn.h"
#include "loom-chart-view.h"

/* The linker has our own code call these in place of what they are named after. */
#define WRAPPED(type, name, ...) \
  type __real_##name (__VA_ARGS__); \
  type __wrap_##name (__VA_ARGS__)

WRAPPED (void, gtk_snapshot_append_color, GtkSnapshot *snapshot, const GdkRGBA *color,
         const graphene_rect_t *place);
WRAPPED (void, gtk_snapshot_append_border, GtkSnapshot *snapshot, const GskRoundedRect *outline,
         const float width[4], const GdkRGBA color[4]);
WRAPPED (void, gtk_snapshot_append_texture, GtkSnapshot *snapshot, GdkTexture *texture,
         const graphene_rect_t *place);
WRAPPED (void, gtk_snapshot_append_layout, GtkSnapshot *snapshot, PangoLayout *layout,
         const GdkRGBA *color);
WRAPPED (void, gtk_snapshot_translate, GtkSnapshot *snapshot, const graphene_point_t *by);

static gsize room_width, room_height;

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
  if (drawn_is_on ())
    {
      g_autofree char *name = drawn_name_color (color->red, color->green, color->blue, color->alpha);
      g_autofree char *how = g_strdup_printf ("fill %s", name), *where = name_place (place);

      drawn_add (how, where);
    }
  __real_gtk_snapshot_append_color (snapshot, color, place);
}

void
__wrap_gtk_snapshot_append_border (GtkSnapshot          *snapshot,
                                   const GskRoundedRect *outline,
                                   const float           width[4],
                                   const GdkRGBA         color[4])
{
  if (drawn_is_on ())
    {
      g_autofree char *name
          = drawn_name_color (color[0].red, color[0].green, color[0].blue, color[0].alpha);
      g_autofree char *how = g_strdup_printf ("frame %.3g %s", width[0], name);
      g_autofree char *where = name_place (&outline->bounds);

      drawn_add (how, where);
    }
  __real_gtk_snapshot_append_border (snapshot, outline, width, color);
}

void
__wrap_gtk_snapshot_append_texture (GtkSnapshot           *snapshot,
                                    GdkTexture            *texture,
                                    const graphene_rect_t *place)
{
  if (drawn_is_on ())
    {
      const gsize width = (gsize) gdk_texture_get_width (texture);
      const gsize height = (gsize) gdk_texture_get_height (texture);
      g_autofree guchar *data = g_malloc (width * height * 4);
      g_autofree char *sum = NULL, *how = NULL, *where = name_place (place);

      gdk_texture_download (texture, data, width * 4);
      sum = drawn_sum_up (data, width * 4, width * 4, height);
      /* one that fills the room was drawn above, with the words of a font */
      how = g_strdup_printf ("pixels %zu×%zu %s", width, height,
                             width == room_width && height == room_height ? "" : sum);
      drawn_add (how, where);
    }
  __real_gtk_snapshot_append_texture (snapshot, texture, place);
}

void
__wrap_gtk_snapshot_append_layout (GtkSnapshot   *snapshot,
                                   PangoLayout   *layout,
                                   const GdkRGBA *color)
{
  if (drawn_is_on ())
    {
      g_autofree char *name = drawn_name_color (color->red, color->green, color->blue, color->alpha);
      g_autofree char *how = g_strdup_printf ("words %s", name), *words = drawn_name_words (layout);

      drawn_add (how, words);
    }
  __real_gtk_snapshot_append_layout (snapshot, layout, color);
}

void
__wrap_gtk_snapshot_translate (GtkSnapshot            *snapshot,
                               const graphene_point_t *by)
{
  if (drawn_is_on ())
    {
      g_autofree char *where = g_strdup_printf ("%.0f,%.0f", by->x, by->y);

      drawn_add ("from", where);
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
  drawn_begin ();
  room_width = (gsize) width;
  room_height = (gsize) height;
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
  return drawn_end ();
}
