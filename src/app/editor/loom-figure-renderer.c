/* loom-figure-renderer.c: a figure of each line in the gutter, on a shade
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-figure-renderer.h"

#define WIDEST "999.9 M"
#define PADDING 4

struct _LoomFigureRenderer
{
  GtkSourceGutterRendererText parent_instance;

  const LoomProfile          *profile;          /* of the run that is shown, or NULL */
  const LoomLineFigure       *figure;
  double                      most;             /* cost of the full shade */
};

G_DEFINE_FINAL_TYPE (LoomFigureRenderer, loom_figure_renderer, GTK_SOURCE_TYPE_GUTTER_RENDERER_TEXT)

/* line: from 0, as all of GtkSourceView counts. */
static const LoomLineProfile *
find_line (LoomFigureRenderer *self,
           guint               line)
{
  return self->profile != NULL ? loom_profile_find_line (self->profile, line + 1) : NULL;
}

static void
loom_figure_renderer_query_data (GtkSourceGutterRenderer *renderer,
                                 GtkSourceGutterLines    *lines,
                                 guint                    line)
{
  LoomFigureRenderer *self = LOOM_FIGURE_RENDERER (renderer);
  const LoomLineProfile *counts = find_line (self, line);
  g_autofree char *text = counts != NULL ? self->figure->dup_short (counts) : NULL;
  g_autofree char *color = NULL, *markup = NULL;
  GdkRGBA own;

  /* in its own colour also in the line of the cursor, where the scheme has one for numbers */
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (renderer)), &own);
  color = g_strdup_printf ("#%02x%02x%02x", (guint) (own.red * 255), (guint) (own.green * 255),
                           (guint) (own.blue * 255));
  markup = g_markup_printf_escaped ("<span foreground=\"%s\">%s</span>", color,
                                    text != NULL ? text : "");
  gtk_source_gutter_renderer_text_set_markup (GTK_SOURCE_GUTTER_RENDERER_TEXT (renderer), markup,
                                              -1);
}

/* An orange that leaves dark and bright text on it readable. */
static void
shade (GtkSnapshot           *snapshot,
       const graphene_rect_t *area,
       double                 part)
{
  const GdkRGBA color = { 0.90f, 0.38f, 0.00f, (float) (0.55 * CLAMP (part, 0, 1)) };

  gtk_snapshot_append_color (snapshot, &color, area);
}

static void
loom_figure_renderer_snapshot_line (GtkSourceGutterRenderer *renderer,
                                    GtkSnapshot             *snapshot,
                                    GtkSourceGutterLines    *lines,
                                    guint                    line)
{
  LoomFigureRenderer *self = LOOM_FIGURE_RENDERER (renderer);
  const LoomLineProfile *counts = find_line (self, line);
  int y, height;

  if (counts != NULL && self->most > 0)
    {
      gtk_source_gutter_lines_get_line_yrange (
          lines, line, GTK_SOURCE_GUTTER_RENDERER_ALIGNMENT_MODE_CELL, &y, &height);
      shade (snapshot,
             &GRAPHENE_RECT_INIT (0, (float) y,
                                  (float) gtk_widget_get_width (GTK_WIDGET (renderer)),
                                  (float) height),
             self->figure->cost (counts) / self->most);
    }
  GTK_SOURCE_GUTTER_RENDERER_CLASS (loom_figure_renderer_parent_class)
      ->snapshot_line (renderer, snapshot, lines, line);
}

static void
loom_figure_renderer_class_init (LoomFigureRendererClass *klass)
{
  GtkSourceGutterRendererClass *renderer_class = GTK_SOURCE_GUTTER_RENDERER_CLASS (klass);

  renderer_class->query_data = loom_figure_renderer_query_data;
  renderer_class->snapshot_line = loom_figure_renderer_snapshot_line;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "figurerenderer");
}

static void
loom_figure_renderer_init (LoomFigureRenderer *self)
{
}

/* Its width is that of the widest figure, so that the text beside it stays where it is. */
static void
take_room (LoomFigureRenderer *self)
{
  int width, height;

  gtk_source_gutter_renderer_text_measure (GTK_SOURCE_GUTTER_RENDERER_TEXT (self), WIDEST, &width,
                                           &height);
  gtk_source_gutter_renderer_set_xpad (GTK_SOURCE_GUTTER_RENDERER (self), PADDING);
  gtk_source_gutter_renderer_set_xalign (GTK_SOURCE_GUTTER_RENDERER (self), 1);
  gtk_widget_set_size_request (GTK_WIDGET (self), width + 2 * PADDING, -1);
}

/**
 * loom_figure_renderer_show:
 * @profile: (nullable): what lines cost, which lives until another is given
 * @figure: which figure of them
 *
 * Shows a figure of each line.
 */
void
loom_figure_renderer_show (LoomFigureRenderer   *self,
                           const LoomProfile    *profile,
                           const LoomLineFigure *figure)
{
  g_return_if_fail (LOOM_IS_FIGURE_RENDERER (self));
  g_return_if_fail (figure != NULL);

  self->profile = profile;
  self->figure = figure;
  self->most = profile != NULL ? loom_line_figure_get_most (figure, profile) : 0;
  if (profile != NULL)
    take_room (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
