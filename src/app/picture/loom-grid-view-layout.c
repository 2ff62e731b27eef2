/* loom-grid-view-layout.c: where in the view the cells, the axes and the legend go
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-grid-view-private.h"

#define LEAST_AREA 120          /* of the cells; where there is less the legend gives way */

/* Gives the axes and the legend their room and the cells the rest. None of it depends on the lens,
 * nor on the zoom: the array stays where it is while one looks at it in different ways. */
void
_loom_grid_view_relayout (LoomGridView *self)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self)),
         height = gtk_widget_get_height (GTK_WIDGET (self));
  LoomMargins margins;
  double legend_width;

  if (self->picture == NULL)
    return;
  loom_picture_get_margins (self->picture, &margins);
  /* below the cells an axis has its ticks, and under these its name, which reaches further */
  self->legend_end = height - LOOM_GRID_VIEW_EDGE;
  if (loom_picture_get_view (self->picture)->origin_lower)
    self->legend_end -= margins.bottom / 2;
  if (loom_picture_get_run (self->picture)->trap != NULL)
    {
      margins.top = MAX (margins.top, LOOM_GRID_VIEW_MARK);
      margins.bottom = MAX (margins.bottom, LOOM_GRID_VIEW_MARK);
    }
  self->left = margins.left + LOOM_GRID_VIEW_EDGE;
  self->top = margins.top + LOOM_GRID_VIEW_EDGE;
  self->legend = loom_picture_get_legend_room (self->picture);
  width -= self->left + margins.right + LOOM_GRID_VIEW_EDGE;
  legend_width = self->legend + LOOM_PICTURE_LEGEND_GAP;
  if (self->hides_legend || width - legend_width < LEAST_AREA)
    self->legend = legend_width = 0;
  loom_grid_geometry_resize (&self->geometry, MAX (width - legend_width, 0),
                             MAX (height - self->top - margins.bottom - LOOM_GRID_VIEW_EDGE, 0));
  _loom_grid_view_redraw (self);
}
