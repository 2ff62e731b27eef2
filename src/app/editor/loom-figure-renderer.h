#pragma once

#include "loom-line-figure.h"

#include <gtksourceview/gtksource.h>

/* A column of the gutter: one figure of each line, on a shade that says how it compares. */
#define LOOM_TYPE_FIGURE_RENDERER (loom_figure_renderer_get_type ())
G_DECLARE_FINAL_TYPE (LoomFigureRenderer, loom_figure_renderer, LOOM, FIGURE_RENDERER,
                      GtkSourceGutterRendererText)

void loom_figure_renderer_show (LoomFigureRenderer   *self,
                                const LoomProfile    *profile,
                                const LoomLineFigure *figure);
