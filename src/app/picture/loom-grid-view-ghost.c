/* loom-grid-view-ghost.c: threads beside the array are told of and chosen
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-grid-view-private.h"

#include "loom-marks.h"

#include <math.h>

/* The place in the picture, or beside it, under a point of the widget; FALSE: there is none. */
static gboolean
get_place (LoomGridView *self,
           double        x,
           double        y,
           double       *place_x,
           double       *place_y)
{
  x -= self->left;
  y -= self->top;
  if (self->picture == NULL || x < 0 || y < 0 || x >= self->geometry.width ||
      y >= self->geometry.height)
    return FALSE;
  loom_grid_geometry_to_place (&self->geometry, x, y, place_x, place_y);
  return TRUE;
}

/**
 * loom_grid_view_find_ghost:
 * @x: place in the widget
 * @y: place in the widget
 *
 * Returns: the linear number of the thread that is drawn there beside the array, or LOOM_NO_WRITER
 */
guint64
loom_grid_view_find_ghost (LoomGridView *self,
                           double        x,
                           double        y)
{
  double place_x, place_y;

  g_return_val_if_fail (LOOM_IS_GRID_VIEW (self), LOOM_NO_WRITER);

  return get_place (self, x, y, &place_x, &place_y)
             ? loom_picture_find_ghost (self->picture, place_x, place_y) : LOOM_NO_WRITER;
}

/* What the pointer is over changes. */
void
_loom_grid_view_set_ghost (LoomGridView *self,
                           guint64       thread)
{
  if (self->ghost == thread)
    return;
  self->ghost = thread;
  _loom_grid_view_tell_hovered (self);
}

/**
 * loom_grid_view_dup_ghost_text:
 *
 * Returns: (transfer full) (nullable): what is known of the thread beside the array that the
 *   pointer is over
 */
char *
loom_grid_view_dup_ghost_text (LoomGridView *self)
{
  double place_x, place_y;

  g_return_val_if_fail (LOOM_IS_GRID_VIEW (self), NULL);

  return self->ghost != LOOM_NO_WRITER && get_place (self, self->pointer_x, self->pointer_y,
                                                     &place_x, &place_y)
             ? loom_picture_dup_ghost_text (self->picture, place_x, place_y) : NULL;
}

/* Its place is where the pointer is, whichever of several threads in z it stands for. */
gboolean
_loom_grid_view_get_ghost_rect (LoomGridView *self,
                                LoomGridRect *rect)
{
  double place_x, place_y;

  if (self->ghost == LOOM_NO_WRITER ||
      !get_place (self, self->pointer_x, self->pointer_y, &place_x, &place_y))
    return FALSE;
  loom_grid_geometry_get_cell (&self->geometry, floor (place_x), floor (place_y), rect);
  return TRUE;
}

void
_loom_grid_view_append_ghost (LoomGridView *self,
                              GtkSnapshot  *snapshot)
{
  LoomGridRect rect;

  if (_loom_grid_view_get_ghost_rect (self, &rect))
    loom_mark_append_outline (snapshot,
                              &GRAPHENE_RECT_INIT ((float) round (self->left + rect.x),
                                                   (float) round (self->top + rect.y),
                                                   (float) ceil (rect.width),
                                                   (float) ceil (rect.height)), 1);
}
