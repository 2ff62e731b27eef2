/* loom-grid-view-link.c: two views beside each other, with one zoom, place, cursor and pin
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-grid-view-private.h"

#define NAME_SIDE 22.0f
#define NAME_EDGE 4.0f

/* A part of another picture is the same part only if that has as many cells. */
static gboolean
can_lead (LoomGridView *self)
{
  return self->peer != NULL && !self->follows && self->picture != NULL &&
         self->peer->picture != NULL && self->geometry.cols == self->peer->geometry.cols &&
         self->geometry.rows == self->peer->geometry.rows;
}

/* What is seen, pointed at or chosen here is so in the other view as well. */
void
_loom_grid_view_lead (LoomGridView *self)
{
  LoomGridView *peer = self->peer;

  if (!can_lead (self))
    return;
  peer->follows = TRUE;
  if (loom_grid_geometry_follow (&peer->geometry, &self->geometry))
    _loom_grid_view_relayout (peer);
  _loom_grid_view_set_hover (peer, self->hover.set, self->hover.col, self->hover.row);
  peer->cursor = self->cursor;
  if (self->pin.set)
    loom_grid_view_pin (peer, self->pin.col, self->pin.row);
  else
    loom_grid_view_unpin (peer);
  _loom_grid_view_update_accessible (peer);
  peer->follows = FALSE;
}

/* Keys go to the cursor of both. */
gboolean
_loom_grid_view_has_focus (LoomGridView *self)
{
  return gtk_widget_has_focus (GTK_WIDGET (self)) ||
         (self->peer != NULL && gtk_widget_has_focus (GTK_WIDGET (self->peer)));
}

static void
set_peer (LoomGridView *self,
          LoomGridView *peer)
{
  g_set_weak_pointer (&self->peer, peer);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * loom_grid_view_link:
 * @peer: (nullable): another view; %NULL: none any more
 *
 * Shows the same part of two pictures from now on, with one cursor and one pin, as long as both
 * have as many cells. It is this view that the other one follows first.
 */
void
loom_grid_view_link (LoomGridView *self,
                     LoomGridView *peer)
{
  g_return_if_fail (LOOM_IS_GRID_VIEW (self));
  g_return_if_fail (peer == NULL || LOOM_IS_GRID_VIEW (peer));

  if (self->peer == peer)
    return;
  if (self->peer != NULL)
    set_peer (self->peer, NULL);
  set_peer (self, peer);
  if (peer != NULL)
    set_peer (peer, self);
  _loom_grid_view_lead (self);
}

/**
 * loom_grid_view_set_name:
 * @name: (nullable): a letter that tells it from the view beside it
 *
 * Names the view, in its corner and to a screen reader.
 */
void
loom_grid_view_set_name (LoomGridView *self,
                         const char   *name)
{
  g_return_if_fail (LOOM_IS_GRID_VIEW (self));

  if (g_strcmp0 (self->name, name) == 0)
    return;
  g_free (self->name);
  self->name = g_strdup (name);
  _loom_grid_view_update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Threads beside the array take room in both pictures if they do in one: cells of one place are to
 * be of one size. */
void
_loom_grid_view_update_ring (LoomGridView *self)
{
  LoomPicture *companion = self->companion;
  LoomMargins ring, other;

  loom_picture_get_ring (self->picture, &ring);
  if (companion != NULL &&
      loom_picture_get_cols (companion) == loom_picture_get_cols (self->picture) &&
      loom_picture_get_rows (companion) == loom_picture_get_rows (self->picture))
    {
      loom_picture_get_ring (companion, &other);
      ring.top = MAX (ring.top, other.top);
      ring.right = MAX (ring.right, other.right);
      ring.bottom = MAX (ring.bottom, other.bottom);
    }
  loom_grid_geometry_set_ring (&self->geometry, ring.top, ring.right, ring.bottom);
}

/**
 * loom_grid_view_set_picture_with:
 * @picture: (nullable): what to show
 * @companion: (nullable): a picture that is seen beside it, or in its place
 *
 * Shows a picture as loom_grid_view_set_picture() does, with cells as large as they can be in both.
 */
void
loom_grid_view_set_picture_with (LoomGridView *self,
                                 LoomPicture  *picture,
                                 LoomPicture  *companion)
{
  LoomPicture *last;

  g_return_if_fail (LOOM_IS_GRID_VIEW (self));

  last = self->companion;
  self->companion = companion != NULL ? loom_picture_ref (companion) : NULL;
  g_clear_pointer (&last, loom_picture_unref);
  if (self->picture != picture)
    loom_grid_view_set_picture (self, picture);
  else if (picture != NULL)
    {
      _loom_grid_view_update_ring (self);
      _loom_grid_view_relayout (self);
    }
}

/**
 * loom_grid_view_set_legend:
 * @has_legend: whether it draws the legend of its picture
 */
void
loom_grid_view_set_legend (LoomGridView *self,
                           gboolean      has_legend)
{
  g_return_if_fail (LOOM_IS_GRID_VIEW (self));

  if (!self->hides_legend == !!has_legend)
    return;
  self->hides_legend = !has_legend;
  _loom_grid_view_relayout (self);
}

/* In the corner that axes leave free. */
void
_loom_grid_view_append_name (LoomGridView *self,
                             GtkSnapshot  *snapshot)
{
  static const GdkRGBA ground = { 0.13f, 0.13f, 0.13f, 0.9f }, ink = { 1, 1, 1, 1 };
  g_autoptr (PangoLayout) layout = NULL;
  GskRoundedRect box;
  int width, height;
  float side;

  if (self->name == NULL)
    return;
  layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), self->name);
  pango_layout_get_pixel_size (layout, &width, &height);
  side = MAX (NAME_SIDE, (float) MAX (width, height));
  gsk_rounded_rect_init_from_rect (&box, &GRAPHENE_RECT_INIT (NAME_EDGE, NAME_EDGE, side, side),
                                   4);
  gtk_snapshot_push_rounded_clip (snapshot, &box);
  gtk_snapshot_append_color (snapshot, &ground, &box.bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_append_border (snapshot, &box, (float[4]) { 1, 1, 1, 1 },
                              (GdkRGBA[4]) { ink, ink, ink, ink });
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT (NAME_EDGE + (side - (float) width) / 2,
                                                NAME_EDGE + (side - (float) height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, &ink);
  gtk_snapshot_restore (snapshot);
}
