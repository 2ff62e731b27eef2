/* loom-grid-view.c: a picture that can be zoomed, panned and asked about its cells
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-grid-view-private.h"

#include "loom-class.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

G_DEFINE_FINAL_TYPE (LoomGridView, loom_grid_view, GTK_TYPE_WIDGET)

/**
 * loom_grid_view_dup_marked_text:
 *
 * Returns: (nullable): which cells are marked to be painted; of an array that is wrapped, from one
 *   on to another
 */
char *
loom_grid_view_dup_marked_text (LoomGridView *self)
{
  const LoomGridSpot *a = &self->anchor, *b = &self->cursor;

  if (self->picture == NULL || !a->set || !b->set)
    return NULL;
  if (loom_picture_is_wrapped (self->picture))
    {
      guint64 from = 0, to = 0;

      loom_picture_index_of (self->picture, a->col, a->row, &from);
      loom_picture_index_of (self->picture, b->col, b->row, &to);
      return g_strdup_printf (_("Marked: cells %1$" PRIu64 " to %2$" PRIu64),
                              MIN (from, to), MAX (from, to));
    }
  return g_strdup_printf (_("Marked: rows %1$" PRIu64 " to %2$" PRIu64
                            ", columns %3$" PRIu64 " to %4$" PRIu64),
                          MIN (a->row, b->row), MAX (a->row, b->row),
                          MIN (a->col, b->col), MAX (a->col, b->col));
}

static char *
dup_title (LoomGridView *self)
{
  g_autofree char *title = loom_picture_dup_title (self->picture);

  /* Translators: a letter that tells one of two pictures from the other; array and lens */
  return self->name != NULL ? g_strdup_printf (_("%1$s: %2$s"), self->name, title)
                            : g_steal_pointer (&title);
}

void
_loom_grid_view_update_accessible (LoomGridView *self)
{
  g_autofree char *title = NULL, *part = NULL, *sentence = NULL, *label = NULL;
  const char *framed = self->footprint_text;
  g_autofree char *description = NULL;

  if (self->picture == NULL)
    {
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      _("No picture"), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "",
                                      -1);
      return;
    }
  title = dup_title (self);
  sentence = loom_picture_dup_sentence (self->picture);
  if (self->thread != LOOM_NO_WRITER)
    part = loom_picture_dup_thread_text (self->picture, self->thread);
  else if (self->anchor.set)
    part = loom_grid_view_dup_marked_text (self);
  else if (self->cursor.set)
    part = loom_picture_dup_cell_text (self->picture, self->cursor.col, self->cursor.row);
  description = g_strconcat (sentence, framed != NULL ? " " : NULL, framed, NULL);
  /* Translators: what a screen reader says of a picture: array and lens, then the cell under the
   * cursor, or the thread that is shown */
  label = part != NULL ? g_strdup_printf (_("%1$s. %2$s"), title, part) : g_strdup (title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

static void
update_actions (LoomGridView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "picture.zoom-in",
                                 loom_grid_geometry_can_zoom (&self->geometry, TRUE));
  gtk_widget_action_set_enabled (widget, "picture.zoom-out",
                                 loom_grid_geometry_can_zoom (&self->geometry, FALSE));
  gtk_widget_action_set_enabled (widget, "picture.zoom-fit",
                                 loom_grid_geometry_can_zoom (&self->geometry, FALSE));
}

/* What is drawn has changed, or where. */
void
_loom_grid_view_redraw (LoomGridView *self)
{
  g_clear_object (&self->cells);
  g_clear_pointer (&self->overlay, gsk_render_node_unref);
  update_actions (self);
  g_signal_emit_by_name (self, "zoom-changed");
  gtk_widget_queue_draw (GTK_WIDGET (self));
  _loom_grid_view_lead (self);
}

/* The cell under a point of the widget. */
gboolean
_loom_grid_view_hit (LoomGridView *self,
                     double        x,
                     double        y,
                     guint64      *col,
                     guint64      *row)
{
  double place_x, place_y;

  x -= self->left;
  y -= self->top;
  if (self->picture == NULL || x < 0 || y < 0 || x >= self->geometry.width ||
      y >= self->geometry.height)
    return FALSE;
  loom_grid_geometry_to_place (&self->geometry, x, y, &place_x, &place_y);
  return loom_picture_cell_at (self->picture, place_x, place_y, col, row);
}

/* What the pointer is over is another cell or thread. A view that is closing has no surface, which
 * GTK would look for the pointer on. */
void
_loom_grid_view_tell_hovered (LoomGridView *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "hovered");
}

void
_loom_grid_view_set_hover (LoomGridView *self,
                           gboolean      set,
                           guint64       col,
                           guint64       row)
{
  if (self->hover.set == set && (!set || (self->hover.col == col && self->hover.row == row)))
    return;
  self->hover = (LoomGridSpot) { set, col, row };
  _loom_grid_view_tell_hovered (self);
  _loom_grid_view_lead (self);
}

/* The keyboard's cell: seen, spoken, and what the read-out tells. */
void
_loom_grid_view_set_cursor (LoomGridView *self,
                            guint64       col,
                            guint64       row)
{
  double x, y;

  if (self->thread != LOOM_NO_WRITER)
    loom_grid_view_let_thread_go (self);
  self->cursor = (LoomGridSpot) { TRUE, col, row };
  self->ghost = LOOM_NO_WRITER;
  loom_picture_place_of (self->picture, col, row, &x, &y);
  loom_grid_geometry_reveal (&self->geometry, x, y);
  _loom_grid_view_update_accessible (self);
  _loom_grid_view_redraw (self);
  _loom_grid_view_set_hover (self, TRUE, col, row);
}

/* The place that GTK tells of is rounded, and may be in the cell beside the one that is framed. */
static gboolean
loom_grid_view_query_tooltip (GtkWidget  *widget,
                              int         x,
                              int         y,
                              gboolean    keyboard_mode,
                              GtkTooltip *tooltip)
{
  LoomGridView *self = LOOM_GRID_VIEW (widget);
  g_autofree char *text = NULL;
  LoomGridRect rect;
  guint64 col, row;
  double place_x, place_y;

  if (keyboard_mode)
    return FALSE;
  if (_loom_grid_view_hit (self, self->pointer_x, self->pointer_y, &col, &row))
    {
      text = loom_picture_dup_cell_text (self->picture, col, row);
      loom_picture_place_of (self->picture, col, row, &place_x, &place_y);
      loom_grid_geometry_get_cell (&self->geometry, place_x, place_y, &rect);
    }
  else if (_loom_grid_view_get_ghost_rect (self, &rect))
    text = loom_grid_view_dup_ghost_text (self);
  if (text == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle) {
                                         (int) (rect.x + self->left), (int) (rect.y + self->top),
                                         (int) MAX (rect.width, 1), (int) MAX (rect.height, 1) });
  return TRUE;
}

static void
loom_grid_view_measure (GtkWidget      *widget,
                        GtkOrientation  orientation,
                        int             for_size,
                        int            *minimum,
                        int            *natural,
                        int            *minimum_baseline,
                        int            *natural_baseline)
{
  LoomGridView *self = LOOM_GRID_VIEW (widget);

  /* it expands: where there is little height, what explains it has as much more than it needs */
  *minimum = orientation == GTK_ORIENTATION_VERTICAL ? 140 : self->peer != NULL ? 130 : 260;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 620 : 180;
}

static void
loom_grid_view_size_allocate (GtkWidget *widget,
                              int        width,
                              int        height,
                              int        baseline)
{
  _loom_grid_view_relayout (LOOM_GRID_VIEW (widget));
}

static void
loom_grid_view_state_flags_changed (GtkWidget     *widget,
                                    GtkStateFlags  previous)
{
  LoomGridView *self = LOOM_GRID_VIEW (widget);

  gtk_widget_queue_draw (widget);
  if (self->peer != NULL)
    gtk_widget_queue_draw (GTK_WIDGET (self->peer));
}

static void
loom_grid_view_dispose (GObject *object)
{
  LoomGridView *self = LOOM_GRID_VIEW (object);

  g_clear_weak_pointer (&self->peer);
  g_clear_pointer (&self->companion, loom_picture_unref);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->picture, loom_picture_unref);
  g_clear_object (&self->cells);
  g_clear_pointer (&self->overlay, gsk_render_node_unref);
  g_clear_pointer (&self->footprint, g_array_unref);
  g_clear_pointer (&self->footprint_text, g_free);

  G_OBJECT_CLASS (loom_grid_view_parent_class)->dispose (object);
}

static void
loom_grid_view_class_init (LoomGridViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_grid_view_dispose;
  widget_class->measure = loom_grid_view_measure;
  widget_class->size_allocate = loom_grid_view_size_allocate;
  widget_class->snapshot = _loom_grid_view_snapshot;
  widget_class->query_tooltip = loom_grid_view_query_tooltip;
  widget_class->state_flags_changed = loom_grid_view_state_flags_changed;

  LOOM_SIGNAL_NEW (klass, "picture-changed", 0);
  LOOM_SIGNAL_NEW (klass, "zoom-changed", 0);
  LOOM_SIGNAL_NEW (klass, "hovered", 0);
  LOOM_SIGNAL_NEW (klass, "pinned", 0);
  LOOM_SIGNAL_NEW (klass, "painted", 0);
  LOOM_SIGNAL_NEW (klass, "thread-chosen", 1, G_TYPE_UINT64);

  gtk_widget_class_set_css_name (widget_class, "gridview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  _loom_grid_view_class_input_init (widget_class);
}

static void
loom_grid_view_init (LoomGridView *self)
{
  loom_grid_geometry_init (&self->geometry);
  self->thread = self->ghost = LOOM_NO_WRITER;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  _loom_grid_view_input_init (self);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (_loom_grid_view_redraw), NULL);
  _loom_grid_view_update_accessible (self);
  update_actions (self);
}

LoomPicture *
loom_grid_view_get_picture (LoomGridView *self)
{
  g_return_val_if_fail (LOOM_IS_GRID_VIEW (self), NULL);

  return self->picture;
}

/* A cell that the new picture does not have is forgotten. */
static void
keep_spot (LoomGridView *self,
           LoomGridSpot *spot)
{
  guint64 index;

  spot->set = spot->set && self->picture != NULL &&
              loom_picture_index_of (self->picture, spot->col, spot->row, &index);
}

/**
 * loom_grid_view_set_picture:
 * @picture: (nullable): what to show
 *
 * Shows another picture. Zoom, place, cursor and pin stay if it has as many cells as the last one.
 */
void
loom_grid_view_set_picture (LoomGridView *self,
                            LoomPicture  *picture)
{
  g_return_if_fail (LOOM_IS_GRID_VIEW (self));

  if (self->picture == picture)
    return;
  g_clear_pointer (&self->picture, loom_picture_unref);
  if (picture != NULL)
    {
      self->picture = loom_picture_ref (picture);
      _loom_grid_view_update_ring (self);
      loom_grid_geometry_set_picture (&self->geometry, loom_picture_get_cols (picture),
                                      loom_picture_get_rows (picture),
                                      loom_picture_get_view (picture)->pystencils);
    }
  else
    loom_grid_geometry_set_picture (&self->geometry, 0, 0, TRUE);
  self->ghost = LOOM_NO_WRITER;
  keep_spot (self, &self->hover);
  keep_spot (self, &self->cursor);
  keep_spot (self, &self->anchor);
  keep_spot (self, &self->pin);
  _loom_grid_view_update_accessible (self);
  _loom_grid_view_relayout (self);
  _loom_grid_view_redraw (self);
  g_signal_emit_by_name (self, "picture-changed");
}

/**
 * loom_grid_view_get_zoom:
 *
 * Returns: how large the cells are, 1: the whole picture is seen
 */
double
loom_grid_view_get_zoom (LoomGridView *self)
{
  g_return_val_if_fail (LOOM_IS_GRID_VIEW (self), 1);

  return loom_grid_geometry_get_zoom (&self->geometry);
}

static gboolean
get_spot (const LoomGridSpot *spot,
          guint64            *col,
          guint64            *row)
{
  if (!spot->set)
    return FALSE;
  *col = spot->col;
  *row = spot->row;
  return TRUE;
}

/**
 * loom_grid_view_get_hover:
 * @col: (out): column
 * @row: (out): row of the data
 *
 * The cell under the pointer, or the one that the keyboard moved to last.
 *
 * Returns: whether there is one
 */
gboolean
loom_grid_view_get_hover (LoomGridView *self,
                          guint64      *col,
                          guint64      *row)
{
  g_return_val_if_fail (LOOM_IS_GRID_VIEW (self), FALSE);

  return get_spot (&self->hover, col, row);
}

gboolean
loom_grid_view_get_pin (LoomGridView *self,
                        guint64      *col,
                        guint64      *row)
{
  g_return_val_if_fail (LOOM_IS_GRID_VIEW (self), FALSE);

  return get_spot (&self->pin, col, row);
}

/**
 * loom_grid_view_pin:
 * @col: column
 * @row: row of the data
 *
 * Pins a cell. Nothing happens where the picture has none.
 */
void
loom_grid_view_pin (LoomGridView *self,
                    guint64       col,
                    guint64       row)
{
  guint64 index;

  g_return_if_fail (LOOM_IS_GRID_VIEW (self));

  if (self->picture == NULL || !loom_picture_index_of (self->picture, col, row, &index) ||
      (self->pin.set && self->pin.col == col && self->pin.row == row))
    return;
  self->thread = LOOM_NO_WRITER;
  self->pin = (LoomGridSpot) { TRUE, col, row };
  _loom_grid_view_update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "pinned");
  _loom_grid_view_lead (self);
}

void
loom_grid_view_unpin (LoomGridView *self)
{
  g_return_if_fail (LOOM_IS_GRID_VIEW (self));

  if (!self->pin.set)
    return;
  self->pin.set = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "pinned");
  _loom_grid_view_lead (self);
}

/**
 * loom_grid_view_enter_pin:
 *
 * Moves the keyboard's cell to the one that is pinned, where it is seen.
 */
void
loom_grid_view_enter_pin (LoomGridView *self)
{
  g_return_if_fail (LOOM_IS_GRID_VIEW (self));

  if (self->picture != NULL && self->pin.set)
    _loom_grid_view_set_cursor (self, self->pin.col, self->pin.row);
}

/**
 * loom_grid_view_get_pin_area:
 * @area: (out): where the pinned cell is in the widget; the middle of the widget if none is
 */
void
loom_grid_view_get_pin_area (LoomGridView *self,
                             GdkRectangle *area)
{
  LoomGridRect rect;
  double x, y;

  g_return_if_fail (LOOM_IS_GRID_VIEW (self));

  *area = (GdkRectangle) { gtk_widget_get_width (GTK_WIDGET (self)) / 2,
                           gtk_widget_get_height (GTK_WIDGET (self)) / 2, 1, 1 };
  if (self->picture == NULL || !self->pin.set)
    return;
  loom_picture_place_of (self->picture, self->pin.col, self->pin.row, &x, &y);
  loom_grid_geometry_get_cell (&self->geometry, x, y, &rect);
  *area = (GdkRectangle) { (int) (self->left + rect.x), (int) (self->top + rect.y),
                           (int) MAX (rect.width, 1), (int) MAX (rect.height, 1) };
}

/**
 * loom_grid_view_pick:
 * @x: place in the widget
 * @y: place in the widget
 * @col: (out): column of the cell there
 * @row: (out): its row of the data
 *
 * Returns: whether there is a cell
 */
gboolean
loom_grid_view_pick (LoomGridView *self,
                     double        x,
                     double        y,
                     guint64      *col,
                     guint64      *row)
{
  g_return_val_if_fail (LOOM_IS_GRID_VIEW (self), FALSE);

  return _loom_grid_view_hit (self, x, y, col, row);
}

/* Nothing is marked to be painted any more. */
void
_loom_grid_view_unmark (LoomGridView *self)
{
  if (!self->anchor.set)
    return;
  self->anchor.set = FALSE;
  _loom_grid_view_update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "hovered");
}

/**
 * loom_grid_view_set_painting:
 * @paints: whether cells are painted rather than pinned
 *
 * Lets clicks, drags and keys paint.
 */
void
loom_grid_view_set_painting (LoomGridView *self,
                             gboolean      paints)
{
  g_return_if_fail (LOOM_IS_GRID_VIEW (self));

  self->paints = paints;
  if (!paints)
    _loom_grid_view_unmark (self);
}

/**
 * loom_grid_view_get_painted:
 * @cols: (out): columns of the first cell that was marked and of the last
 * @rows: (out): their rows of the data
 *
 * Returns: whether there are such cells
 */
gboolean
loom_grid_view_get_painted (LoomGridView *self,
                            guint64       cols[2],
                            guint64       rows[2])
{
  g_return_val_if_fail (LOOM_IS_GRID_VIEW (self), FALSE);

  return get_spot (self->anchor.set ? &self->anchor : &self->cursor, &cols[0], &rows[0]) &&
         get_spot (&self->cursor, &cols[1], &rows[1]);
}

/**
 * loom_grid_view_get_thread:
 *
 * Returns: the linear number of the thread that is shown, or LOOM_NO_WRITER
 */
guint64
loom_grid_view_get_thread (LoomGridView *self)
{
  g_return_val_if_fail (LOOM_IS_GRID_VIEW (self), LOOM_NO_WRITER);

  return self->thread;
}

static void
reveal_thread (LoomGridView *self)
{
  double x, y;

  if (self->picture == NULL || !loom_picture_get_thread_place (self->picture, self->thread, &x, &y))
    return;
  loom_grid_geometry_reveal (&self->geometry,
                             CLAMP (x, 0, self->geometry.cols + self->geometry.right - 1),
                             CLAMP (y, -self->geometry.above,
                                    self->geometry.rows + self->geometry.below - 1));
  _loom_grid_view_redraw (self);
}

/**
 * loom_grid_view_set_thread:
 * @thread: the linear number of a thread, or LOOM_NO_WRITER
 *
 * Shows a thread where it is among those that wrote, in the array or beside it.
 */
void
loom_grid_view_set_thread (LoomGridView *self,
                           guint64       thread)
{
  g_return_if_fail (LOOM_IS_GRID_VIEW (self));

  if (self->thread == thread)
    return;
  self->thread = thread;
  reveal_thread (self);
  _loom_grid_view_update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * loom_grid_view_let_thread_go:
 *
 * Shows no thread any more, since somebody here wants so: "pinned" tells of it.
 */
void
loom_grid_view_let_thread_go (LoomGridView *self)
{
  g_return_if_fail (LOOM_IS_GRID_VIEW (self));

  loom_grid_view_set_thread (self, LOOM_NO_WRITER);
  g_signal_emit_by_name (self, "pinned");
}
