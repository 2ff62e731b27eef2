/* loom-grid-view-footprint.c: the cells that led to another one, framed
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-grid-view-private.h"

#include "loom-marks.h"

#include <math.h>

#define MAX_FRAMES 4096u        /* that are drawn: more are finer than anybody sees */

/**
 * loom_grid_view_set_footprint:
 * @spans: (array length=n): cells that are framed, in the order of their rows
 * @why: (nullable): what they are, for a screen reader
 *
 * Frames cells: those that led to the one that was asked about, and what a thread accesses.
 */
void
loom_grid_view_set_footprint (LoomGridView       *self,
                              const LoomGridSpan *spans,
                              guint               n,
                              const char         *why)
{
  g_return_if_fail (LOOM_IS_GRID_VIEW (self));

  if (self->footprint == NULL)
    self->footprint = g_array_new (FALSE, FALSE, sizeof (LoomGridSpan));
  if (n == 0 && self->footprint->len == 0)
    return;
  g_array_set_size (self->footprint, 0);
  g_array_append_vals (self->footprint, spans, n);
  g_free (self->footprint_text);
  self->footprint_text = n > 0 ? g_strdup (why) : NULL;
  _loom_grid_view_update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static graphene_rect_t
get_rect (LoomGridView       *self,
          const LoomGridSpan *span)
{
  LoomGridRect first, last;
  double x, y, left, right;

  loom_picture_place_of (self->picture, span->col, span->row, &x, &y);
  loom_grid_geometry_get_cell (&self->geometry, x, y, &first);
  loom_picture_place_of (self->picture, span->col + span->n - 1, span->row, &x, &y);
  loom_grid_geometry_get_cell (&self->geometry, x, y, &last);
  left = MIN (first.x, last.x);
  right = MAX (first.x + first.width, last.x + last.width);
  return GRAPHENE_RECT_INIT ((float) round (self->left + left),
                             (float) round (self->top + first.y),
                             (float) MAX (ceil (right - left), 3),
                             (float) MAX (ceil (first.height), 3));
}

void
_loom_grid_view_append_footprint (LoomGridView *self,
                                  GtkSnapshot  *snapshot)
{
  const graphene_rect_t seen = GRAPHENE_RECT_INIT ((float) self->left - 3, (float) self->top - 3,
                                                   (float) self->geometry.width + 6,
                                                   (float) self->geometry.height + 6);
  graphene_rect_t last = GRAPHENE_RECT_INIT (0, 0, 0, 0);
  guint n_drawn = 0;

  if (self->footprint == NULL)
    return;
  gtk_snapshot_push_clip (snapshot, &seen);
  for (guint i = 0; i < self->footprint->len && n_drawn < MAX_FRAMES; i++)
    {
      const graphene_rect_t rect = get_rect (self, &g_array_index (self->footprint, LoomGridSpan,
                                                                   i));

      if (!graphene_rect_intersection (&rect, &seen, NULL) || graphene_rect_equal (&rect, &last))
        continue;
      loom_mark_append_frame (snapshot, &rect);
      last = rect;
      n_drawn++;
    }
  gtk_snapshot_pop (snapshot);
}
