/* loom-grid-view-snapshot.c: how a picture gets on the screen
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-grid-view-private.h"

#include "loom-marks.h"
#include "loom-overlay.h"

#include <math.h>

#define NAME_PADDING 4.0f

/* GTK 4.8 blends when it scales, so there is one texel for each device pixel. */
static void
ensure_cells (LoomGridView       *self,
              const LoomGridRect *area,
              const LoomGridRect *part)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  int width = (int) area->width * scale, height = (int) area->height * scale;
  gsize stride = (gsize) width * sizeof (guint32);
  g_autoptr (GBytes) bytes = NULL;
  cairo_rectangle_t cells = { part->x, part->y, part->width, part->height };
  guint32 *pixels;

  if (self->cells != NULL)
    return;
  pixels = g_malloc (stride * height);
  loom_picture_render (self->picture, &cells, scale, pixels, width, height, stride);
  bytes = g_bytes_new_take (pixels, stride * height);
  self->cells = gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

/* Where the trapped access was: a ring on its cell, or a mark beside the array. */
static void
draw_trap (LoomGridView *self,
           cairo_t      *cr)
{
  LoomGridRect rect;
  double x, y;
  gboolean inside;

  if (!loom_picture_get_trap_place (self->picture, &x, &y, &inside))
    return;
  loom_grid_geometry_get_cell (&self->geometry, x, y, &rect);
  x = CLAMP (rect.x + rect.width / 2, 0, self->geometry.width) + self->left;
  y = CLAMP (rect.y + rect.height / 2, -LOOM_TRAP_RADIUS,
             self->geometry.height + LOOM_TRAP_RADIUS) + self->top;
  y = MIN (y, gtk_widget_get_height (GTK_WIDGET (self)) - LOOM_TRAP_RADIUS - 1);
  if (inside && rect.width > LOOM_TRAP_RADIUS * 2)
    {
      cairo_rectangle (cr, rect.x + self->left + 1.5, rect.y + self->top + 1.5, rect.width - 3,
                       rect.height - 3);
      gdk_cairo_set_source_rgba (cr, &loom_mark_alarm);
      cairo_set_line_width (cr, 3);
      cairo_stroke (cr);
      x = rect.x + self->left + rect.width - LOOM_TRAP_RADIUS / 2.0;
      y = rect.y + self->top + LOOM_TRAP_RADIUS / 2.0;
    }
  loom_overlay_draw_trap (cr, x, y);
}

/* Beside what is seen of the cells; it begins higher where it would reach below the widget, or into
 * the words of an axis there. */
static void
draw_legend (LoomGridView            *self,
             cairo_t                 *cr,
             const cairo_rectangle_t *cells)
{
  cairo_rectangle_t legend
      = { self->left + loom_grid_geometry_get_end (&self->geometry)
          + LOOM_PICTURE_LEGEND_GAP, cells->y };
  double needed;

  if (self->legend == 0)
    return;
  legend.width = gtk_widget_get_width (GTK_WIDGET (self)) - LOOM_GRID_VIEW_EDGE - legend.x;
  needed = loom_picture_get_legend_height (self->picture, legend.width);
  legend.y = MAX (MIN (cells->y, self->legend_end - needed), self->top);
  legend.height = MAX (self->legend_end - legend.y, 0);
  loom_picture_draw_legend (self->picture, cr, &legend);
}

static void
ensure_overlay (LoomGridView       *self,
                const LoomGridRect *area,
                const LoomGridRect *part)
{
  GtkWidget *widget = GTK_WIDGET (self);
  float width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_rectangle_t cells = { part->x, part->y, part->width, part->height };
  cairo_rectangle_t place = { self->left + area->x, self->top + area->y, area->width,
                              area->height };
  cairo_t *cr;

  if (self->overlay != NULL)
    return;
  self->overlay = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, width, height));
  cr = gsk_cairo_node_get_draw_context (self->overlay);
  /* Threads that lie beside the array, as far as the area reaches. */
  cairo_save (cr);
  cairo_rectangle (cr, self->left, self->top, self->geometry.width, self->geometry.height);
  cairo_clip (cr);
  loom_picture_draw_ring (self->picture, cr, &place, &cells);
  cairo_restore (cr);
  loom_picture_draw_over (self->picture, cr, &place, &cells);
  draw_legend (self, cr, &place);
  draw_trap (self, cr);
  cairo_destroy (cr);
}

static void
outline_rect (LoomGridView       *self,
              GtkSnapshot        *snapshot,
              const LoomGridRect *place,
              float               width)
{
  loom_mark_append_outline (snapshot,
                            &GRAPHENE_RECT_INIT ((float) round (self->left + place->x),
                                                 (float) round (self->top + place->y),
                                                 (float) ceil (place->width),
                                                 (float) ceil (place->height)), width);
}

static LoomGridRect
get_place (LoomGridView *self,
           guint64       col,
           guint64       row)
{
  LoomGridRect rect;
  double x, y;

  loom_picture_place_of (self->picture, col, row, &x, &y);
  loom_grid_geometry_get_cell (&self->geometry, x, y, &rect);
  return rect;
}

static void
outline (LoomGridView       *self,
         GtkSnapshot        *snapshot,
         const LoomGridSpot *spot,
         float               width)
{
  LoomGridRect rect;

  if (!spot->set)
    return;
  rect = get_place (self, spot->col, spot->row);
  outline_rect (self, snapshot, &rect, width);
}

/* A rectangle of cells that are marked, lightened. */
static void
append_marked (LoomGridView *self,
               GtkSnapshot  *snapshot,
               guint64       first_col,
               guint64       first_row,
               guint64       last_col,
               guint64       last_row)
{
  static const GdkRGBA veil = { 1, 1, 1, 0.4 };
  const LoomGridRect a = get_place (self, first_col, first_row),
                     b = get_place (self, last_col, last_row);
  const LoomGridRect rect = { MIN (a.x, b.x), MIN (a.y, b.y), ABS (a.x - b.x) + a.width,
                              ABS (a.y - b.y) + a.height };

  gtk_snapshot_append_color (snapshot, &veil,
                             &GRAPHENE_RECT_INIT ((float) (self->left + rect.x),
                                                  (float) (self->top + rect.y),
                                                  (float) rect.width, (float) rect.height));
  outline_rect (self, snapshot, &rect, 2);
}

/* Of an array that is wrapped, all cells from one to the other: what is left of a row, whole rows,
 * and the beginning of another. */
static void
append_area (LoomGridView *self,
             GtkSnapshot  *snapshot)
{
  const LoomGridSpot *a = &self->anchor, *b = &self->cursor;
  const guint64 end = loom_picture_get_cols (self->picture) - 1;

  if (!loom_picture_is_wrapped (self->picture) || a->row == b->row)
    {
      append_marked (self, snapshot, a->col, a->row, b->col, b->row);
      return;
    }
  if (a->row > b->row)
    {
      a = &self->cursor;
      b = &self->anchor;
    }
  append_marked (self, snapshot, a->col, a->row, end, a->row);
  if (b->row - a->row > 1)
    append_marked (self, snapshot, 0, a->row + 1, end, b->row - 1);
  append_marked (self, snapshot, 0, b->row, b->col, b->row);
}

static void
append_spots (LoomGridView *self,
              GtkSnapshot  *snapshot)
{
  gtk_snapshot_push_clip (snapshot,
                          &GRAPHENE_RECT_INIT ((float) self->left - 4, (float) self->top - 4,
                                               (float) self->geometry.width + 8,
                                               (float) self->geometry.height + 8));
  if (self->anchor.set && self->cursor.set)
    append_area (self, snapshot);
  outline (self, snapshot, &self->hover, 1);
  _loom_grid_view_append_ghost (self, snapshot);
  if (_loom_grid_view_has_focus (self))
    outline (self, snapshot, &self->cursor, 2);
  outline (self, snapshot, &self->pin, 3);
  gtk_snapshot_pop (snapshot);
}

/* The name of the thread below its place, or beside it where that is at the lower edge. */
static void
append_thread_name (LoomGridView       *self,
                    GtkSnapshot        *snapshot,
                    const LoomGridRect *place)
{
  static const GdkRGBA white = { 1, 1, 1, 1 };
  g_autofree char *name = loom_picture_dup_thread_name (self->picture, self->thread);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), name);
  const int width = gtk_widget_get_width (GTK_WIDGET (self)),
            height = gtk_widget_get_height (GTK_WIDGET (self));
  GskRoundedRect box;
  int text_x, text_y;
  float x, y;

  pango_layout_get_pixel_size (layout, &text_x, &text_y);
  x = (float) (place->x + place->width / 2) - (float) text_x / 2;
  x = CLAMP (x, NAME_PADDING * 2, MAX ((float) (width - text_x) - NAME_PADDING * 2, 0));
  y = (float) (place->y + place->height) + NAME_PADDING * 2;
  if (y + (float) text_y + NAME_PADDING > (float) height)
    {
      x = (float) (place->x + place->width) + NAME_PADDING * 3;
      if (x + (float) text_x + NAME_PADDING * 2 > (float) width)
        x = (float) place->x - NAME_PADDING * 3 - (float) text_x;
      y = MIN ((float) (place->y + place->height / 2) - (float) text_y / 2,
               (float) (height - text_y) - NAME_PADDING);
    }
  gsk_rounded_rect_init_from_rect (&box,
                                   &GRAPHENE_RECT_INIT (x - NAME_PADDING * 1.5f, y - NAME_PADDING,
                                                        (float) text_x + NAME_PADDING * 3,
                                                        (float) text_y + NAME_PADDING * 2),
                                   NAME_PADDING);
  gtk_snapshot_push_rounded_clip (snapshot, &box);
  gtk_snapshot_append_color (snapshot, &loom_mark_alarm, &box.bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
  gtk_snapshot_append_layout (snapshot, layout, &white);
  gtk_snapshot_restore (snapshot);
}

/* The thread that is shown: a frame where its cell is or would be, around the mark of a trap at
 * least. */
static void
append_thread (LoomGridView *self,
               GtkSnapshot  *snapshot)
{
  LoomGridRect place;
  double x, y, grow_x, grow_y;

  if (!loom_picture_get_thread_place (self->picture, self->thread, &x, &y))
    return;
  loom_grid_geometry_get_cell (&self->geometry, x, y, &place);
  if (place.x + place.width < -place.width || place.x > self->geometry.width + place.width ||
      place.y + place.height < -place.height || place.y > self->geometry.height + place.height)
    return;
  grow_x = MAX (LOOM_GRID_VIEW_MARK - place.width, 0) / 2;
  grow_y = MAX (LOOM_GRID_VIEW_MARK - place.height, 0) / 2;
  place = (LoomGridRect) { round (place.x + self->left - grow_x),
                           round (place.y + self->top - grow_y), ceil (place.width + 2 * grow_x),
                           ceil (place.height + 2 * grow_y) };
  /* beside the last row there may be less room than a cell takes */
  place.height = CLAMP (gtk_widget_get_height (GTK_WIDGET (self)) - place.y,
                        LOOM_GRID_VIEW_MARK, place.height);
  loom_mark_append_thread (snapshot,
                           &GRAPHENE_RECT_INIT ((float) place.x, (float) place.y,
                                                (float) place.width, (float) place.height));
  append_thread_name (self, snapshot, &place);
}

void
_loom_grid_view_snapshot (GtkWidget   *widget,
                          GtkSnapshot *snapshot)
{
  LoomGridView *self = LOOM_GRID_VIEW (widget);
  LoomGridRect area, part;

  if (self->picture == NULL || !loom_grid_geometry_get_shown (&self->geometry, &area, &part))
    return;
  ensure_cells (self, &area, &part);
  ensure_overlay (self, &area, &part);
  gtk_snapshot_append_texture (snapshot, self->cells,
                               &GRAPHENE_RECT_INIT ((float) (self->left + area.x),
                                                    (float) (self->top + area.y),
                                                    (float) area.width, (float) area.height));
  gtk_snapshot_append_node (snapshot, self->overlay);
  _loom_grid_view_append_footprint (self, snapshot);
  append_spots (self, snapshot);
  if (self->thread != LOOM_NO_WRITER)
    append_thread (self, snapshot);
  _loom_grid_view_append_name (self, snapshot);
}
