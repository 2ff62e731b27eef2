#pragma once

#include "loom-line-figure.h"
#include "loom-pane.h"

/* Which figure of a profile stands beside the lines, and what the line under the cursor has of it;
 * hidden where no line was counted.
 *
 * Property: "figure" (string), the name of a #LoomLineFigure. Signal "closed": the list of figures
 * is. */
#define LOOM_TYPE_FIGURE_BAR (loom_figure_bar_get_type ())
G_DECLARE_FINAL_TYPE (LoomFigureBar, loom_figure_bar, LOOM, FIGURE_BAR, LoomPane)

const LoomLineFigure *loom_figure_bar_get_figure (LoomFigureBar *self);
gboolean              loom_figure_bar_choose     (LoomFigureBar *self);
