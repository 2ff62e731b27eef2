/* loom-grid-view-layout.c: where in the view the cells, the axes and the legend go
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-grid-view-private.h"

#include <math.h>

#define LEAST_AREA 120          /* of the cells; where there is less the legend gives way */
#define LARGEST_WORDS 1.5       /* how far the words around the cells follow the zoom */
#define WORDS_LEAVE (2 / 3.0)   /* of the area; else they stay as they are */

/* Where the cells go, and what the legend has, with words of a size. */
typedef struct
{
  double left, top, width, height, legend, legend_end;
} Room;

static void
find_room (LoomGridView *self,
           double        words,
           Room         *room)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self)),
         height = gtk_widget_get_height (GTK_WIDGET (self));
  LoomMargins margins;
  double legend_width;

  loom_picture_get_margins (self->picture, words, &margins);
  /* below the cells an axis has its ticks, and under these its name, which reaches further */
  room->legend_end = height - LOOM_GRID_VIEW_EDGE;
  if (loom_picture_get_view (self->picture)->origin_lower)
    room->legend_end -= margins.bottom / 2;
  if (loom_picture_get_run (self->picture)->trap != NULL)
    {
      margins.top = MAX (margins.top, LOOM_GRID_VIEW_MARK);
      margins.bottom = MAX (margins.bottom, LOOM_GRID_VIEW_MARK);
    }
  room->left = margins.left + LOOM_GRID_VIEW_EDGE;
  room->top = margins.top + LOOM_GRID_VIEW_EDGE;
  room->legend = loom_picture_get_legend_room (self->picture, words);
  width -= room->left + margins.right + LOOM_GRID_VIEW_EDGE;
  legend_width = room->legend + LOOM_PICTURE_LEGEND_GAP * words;
  if (self->hides_legend || width - legend_width < LEAST_AREA)
    room->legend = legend_width = 0;
  room->width = MAX (width - legend_width, 0);
  room->height = MAX (height - room->top - margins.bottom - LOOM_GRID_VIEW_EDGE, 0);
}

/* Words grow with the cells, only more slowly, where the picture has the room. */
static double
find_words (LoomGridView *self,
            const Room   *usual)
{
  Room least;

  find_room (self, LARGEST_WORDS, &least);
  if (least.width < usual->width * WORDS_LEAVE || least.height < usual->height * WORDS_LEAVE
      || (least.legend > 0) != (usual->legend > 0))
    return 1;
  return CLAMP (sqrt (loom_grid_geometry_get_zoom (&self->geometry)), 1, LARGEST_WORDS);
}

/* Gives the axes and the legend their room and the cells the rest. None of it depends on the lens:
 * the array stays where it is while one looks at it in different ways. */
void
_loom_grid_view_relayout (LoomGridView *self)
{
  Room room;

  if (self->picture == NULL)
    return;
  find_room (self, 1, &room);
  loom_grid_geometry_resize (&self->geometry, room.width, room.height);
  self->words = find_words (self, &room);
  find_room (self, self->words, &room);
  loom_grid_geometry_narrow (&self->geometry, room.width, room.height);
  self->left = room.left;
  self->top = room.top;
  self->legend = room.legend;
  self->legend_end = room.legend_end;
  _loom_grid_view_redraw (self);
}
