/* loom-grid-view-input.c: pointer, wheel, touch and keys on a picture
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-grid-view-private.h"

#include "loom-action.h"

#include <math.h>

#define DRAG_THRESHOLD 4.0

static void
zoom (LoomGridView *self,
      double        factor,
      double        x,
      double        y)
{
  loom_grid_geometry_zoom (&self->geometry, factor, x - self->left, y - self->top);
  _loom_grid_view_redraw (self);
}

/* Keys zoom about the pinned or pointed-at cell if it is in sight, else about the middle. */
static void
zoom_by_key (LoomGridView *self,
             double        factor)
{
  const LoomGridSpot *spot = self->cursor.set ? &self->cursor : &self->pin;
  double x = self->geometry.width / 2, y = self->geometry.height / 2, col, row;
  LoomGridRect rect;

  if (spot->set)
    {
      loom_picture_place_of (self->picture, spot->col, spot->row, &col, &row);
      loom_grid_geometry_get_cell (&self->geometry, col, row, &rect);
      x = CLAMP (rect.x + rect.width / 2, 0, self->geometry.width);
      y = CLAMP (rect.y + rect.height / 2, 0, self->geometry.height);
    }
  zoom (self, factor, x + self->left, y + self->top);
}

static void
zoom_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  zoom_by_key (LOOM_GRID_VIEW (widget), g_str_equal (name, "picture.zoom-in")
                                            ? LOOM_GRID_ZOOM_STEP : 1 / LOOM_GRID_ZOOM_STEP);
}

static void
zoom_fit_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  LoomGridView *self = LOOM_GRID_VIEW (widget);

  loom_grid_geometry_fit (&self->geometry);
  _loom_grid_view_relayout (self);
}

static guint64
step (guint64 from,
      gint32  by,
      guint64 count)
{
  if (by < 0)
    return from - MIN (from, (guint64) -(gint64) by);
  return MIN (from + by, count - 1);
}

/* (iib): columns to the right, rows down on the screen; whether what is passed is marked. */
static gboolean
move_cursor (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  LoomGridView *self = LOOM_GRID_VIEW (widget);
  LoomGridSpot at = self->cursor.set ? self->cursor : self->pin.set ? self->pin : self->hover;
  guint64 cols, rows, index;
  gboolean marks;
  gint32 right, down;

  g_variant_get (args, "(iib)", &right, &down, &marks);
  if (self->picture == NULL || loom_picture_get_cols (self->picture) == 0 ||
      (marks && !self->paints))
    return FALSE;
  if (!marks)
    _loom_grid_view_unmark (self);
  else if (!self->anchor.set)
    self->anchor = at;
  if (loom_picture_get_view (self->picture)->origin_lower)
    down = -down;
  cols = loom_picture_get_cols (self->picture);
  rows = loom_picture_get_rows (self->picture);
  if (at.set)
    {
      at.col = step (at.col, right, cols);
      at.row = step (at.row, down, rows);
      if (!loom_picture_index_of (self->picture, at.col, at.row, &index))
        return TRUE;
    }
  _loom_grid_view_set_cursor (self, at.col, at.row);
  return TRUE;
}

/* What is marked, or the one cell, is painted; or that is pinned. */
static void
choose (LoomGridView       *self,
        const LoomGridSpot *at)
{
  if (!self->paints)
    {
      loom_grid_view_pin (self, at->col, at->row);
      return;
    }
  self->cursor = *at;
  g_signal_emit_by_name (self, "painted");
  _loom_grid_view_unmark (self);
}

static gboolean
pin_cursor (GtkWidget *widget,
            GVariant  *args,
            gpointer   user_data)
{
  LoomGridView *self = LOOM_GRID_VIEW (widget);
  LoomGridSpot at = self->cursor.set ? self->cursor : self->hover;

  if (!at.set)
    return FALSE;
  choose (self, &at);
  return TRUE;
}

/* Nothing to let go: the key is somebody else's. */
static gboolean
unpin (GtkWidget *widget,
       GVariant  *args,
       gpointer   user_data)
{
  LoomGridView *self = LOOM_GRID_VIEW (widget);

  if (self->anchor.set)
    _loom_grid_view_unmark (self);
  else if (self->thread != LOOM_NO_WRITER)
    loom_grid_view_let_thread_go (self);
  else if (self->pin.set)
    loom_grid_view_unpin (self);
  else
    return FALSE;
  return TRUE;
}

static void
motion_cb (LoomGridView *self,
           double        x,
           double        y)
{
  guint64 col = 0, row = 0;
  gboolean hit = _loom_grid_view_hit (self, x, y, &col, &row);

  self->pointer_x = x;
  self->pointer_y = y;
  _loom_grid_view_set_hover (self, hit, col, row);
  _loom_grid_view_set_ghost (self, hit ? LOOM_NO_WRITER : loom_grid_view_find_ghost (self, x, y));
}

/* GTK tells of the pointer whenever something is drawn; a cell that keys went to since is not left
 * for one that the pointer happens to lie on. */
static void
moved_cb (LoomGridView *self,
          double        x,
          double        y)
{
  if (!self->hover.set || x != self->pointer_x || y != self->pointer_y)
    motion_cb (self, x, y);
}

/* Another layout may have brought the view under a pointer that did not move: what keys went to in
 * the view beside it is not left for that. */
static void
entered_cb (LoomGridView *self,
            double        x,
            double        y)
{
  guint64 col, row;

  if (self->peer == NULL || !self->hover.set || _loom_grid_view_hit (self, x, y, &col, &row))
    {
      moved_cb (self, x, y);
      return;
    }
  self->pointer_x = x;
  self->pointer_y = y;
}

static void
leave_cb (LoomGridView *self)
{
  _loom_grid_view_set_hover (self, FALSE, 0, 0);
  _loom_grid_view_set_ghost (self, LOOM_NO_WRITER);
}

static gboolean
scroll_cb (LoomGridView             *self,
           double                    dx,
           double                    dy,
           GtkEventControllerScroll *controller)
{
  GdkModifierType
      state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (self->picture == NULL)
    return GDK_EVENT_PROPAGATE;
  if (state & GDK_SHIFT_MASK)
    {
      loom_grid_geometry_pan (&self->geometry, -(dx != 0 ? dx : dy) * 40, 0);
      _loom_grid_view_redraw (self);
    }
  else
    zoom (self, pow (LOOM_GRID_ZOOM_STEP, -dy), self->pointer_x, self->pointer_y);
  motion_cb (self, self->pointer_x, self->pointer_y);
  return GDK_EVENT_STOP;
}

static void
drag_begin_cb (LoomGridView *self,
               double        x,
               double        y)
{
  LoomGridSpot *from = &self->drag_from;

  self->drag_x = self->drag_y = 0;
  from->set = self->paints && _loom_grid_view_hit (self, x, y, &from->col, &from->row);
}

/* What is marked reaches from where the drag began to the cell at a place of the widget. */
static void
mark_to (LoomGridView *self,
         double        x,
         double        y)
{
  guint64 col, row;

  if (!_loom_grid_view_hit (self, x, y, &col, &row) ||
      (self->anchor.set && self->cursor.col == col && self->cursor.row == row))
    return;
  self->anchor = self->drag_from;
  _loom_grid_view_set_cursor (self, col, row);
}

/* Within the threshold it may still become a click. */
static void
drag_update_cb (LoomGridView   *self,
                double          x,
                double          y,
                GtkGestureDrag *gesture)
{
  if (self->drag_x == 0 && self->drag_y == 0 && hypot (x, y) < DRAG_THRESHOLD)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (self->drag_from.set)
    {
      double from_x, from_y;

      gtk_gesture_drag_get_start_point (gesture, &from_x, &from_y);
      self->drag_x = x;
      self->drag_y = y;
      mark_to (self, from_x + x, from_y + y);
      return;
    }
  loom_grid_geometry_pan (&self->geometry, x - self->drag_x, y - self->drag_y);
  self->drag_x = x;
  self->drag_y = y;
  _loom_grid_view_redraw (self);
}

static void
drag_end_cb (LoomGridView *self)
{
  if (self->drag_from.set && self->anchor.set)
    choose (self, &self->cursor);
  self->drag_from.set = FALSE;
}

/* The focus is at a cell, where it is seen and spoken, unless it comes by a click on a thread. */
static void
focus_cb (LoomGridView *self)
{
  const LoomGridSpot at = self->pin;

  if (self->picture != NULL && loom_picture_get_cols (self->picture) > 0 && !self->cursor.set &&
      self->thread == LOOM_NO_WRITER && self->ghost == LOOM_NO_WRITER)
    _loom_grid_view_set_cursor (self, at.set ? at.col : 0, at.set ? at.row : 0);
}

static void
pressed_cb (LoomGridView *self,
            int           n_press,
            double        x,
            double        y)
{
  guint64 col, row;

  if (_loom_grid_view_hit (self, x, y, &col, &row))
    self->cursor = (LoomGridSpot) { TRUE, col, row };
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (n_press == 2 && !self->paints)
    loom_action_activate (GTK_WIDGET (self), "picture.zoom-fit", NULL);
}

static void
released_cb (LoomGridView *self,
             int           n_press,
             double        x,
             double        y)
{
  const guint64 ghost = loom_grid_view_find_ghost (self, x, y);
  guint64 col, row;

  if (ghost != LOOM_NO_WRITER)
    g_signal_emit_by_name (self, "thread-chosen", ghost);
  if ((n_press != 1 && !self->paints) || !_loom_grid_view_hit (self, x, y, &col, &row))
    return;
  self->cursor = (LoomGridSpot) { TRUE, col, row };
  _loom_grid_view_unmark (self);
  choose (self, &self->cursor);
}

static void
pinch_begin_cb (LoomGridView *self)
{
  self->pinch = 1;
}

static void
pinch_cb (LoomGridView *self,
          double        scale,
          GtkGesture   *gesture)
{
  double x, y;

  if (!(scale > 0) || !gtk_gesture_get_bounding_box_center (gesture, &x, &y))
    return;
  zoom (self, scale / self->pinch, x, y);
  self->pinch = scale;
}

void
_loom_grid_view_input_init (LoomGridView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController
      *wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new (),
             *pinch = gtk_gesture_zoom_new ();

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (entered_cb), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (moved_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_swapped (wheel, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  g_signal_connect_swapped (pinch, "begin", G_CALLBACK (pinch_begin_cb), self);
  g_signal_connect_swapped (pinch, "scale-changed", G_CALLBACK (pinch_cb), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (focus_cb), self);
  gtk_widget_add_controller (widget, focus);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, wheel);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
}

static void
add_lens_keys (GtkWidgetClass *widget_class)
{
  for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
    {
      GdkModifierType modifiers;
      guint key;

      gtk_accelerator_parse (loom_lens_get_key (lens), &key, &modifiers);
      gtk_widget_class_add_binding_action (widget_class, key, modifiers, "picture.lens", "s",
                                           loom_lens_get_name (lens));
      /* digits, and those of the keypad */
      gtk_widget_class_add_binding_action (widget_class, key - GDK_KEY_0 + GDK_KEY_KP_0, modifiers,
                                           "picture.lens", "s", loom_lens_get_name (lens));
    }
}

static void
add_cursor_keys (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint  key, keypad;
    gint32 right, down;
  } moves[] = {
    { GDK_KEY_Left, GDK_KEY_KP_Left, -1, 0 },
    { GDK_KEY_Right, GDK_KEY_KP_Right, 1, 0 },
    { GDK_KEY_Up, GDK_KEY_KP_Up, 0, -1 },
    { GDK_KEY_Down, GDK_KEY_KP_Down, 0, 1 },
    { GDK_KEY_Home, GDK_KEY_KP_Home, G_MININT32, 0 },
    { GDK_KEY_End, GDK_KEY_KP_End, G_MAXINT32, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    for (guint marks = 0; marks < 2; marks++)
      {
        const GdkModifierType modifiers = marks ? GDK_SHIFT_MASK : 0;

        gtk_widget_class_add_binding (widget_class, moves[i].key, modifiers, move_cursor, "(iib)",
                                      moves[i].right, moves[i].down, marks);
        gtk_widget_class_add_binding (widget_class, moves[i].keypad, modifiers, move_cursor,
                                      "(iib)", moves[i].right, moves[i].down, marks);
      }
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Return, 0, pin_cursor, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Enter, 0, pin_cursor, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, unpin, NULL);
}

void
_loom_grid_view_class_input_init (GtkWidgetClass *widget_class)
{
  /* Class bindings run in the bubble phase and on this widget only: an editor that has the focus
   * gets its brackets, digits and letters. */
  static const struct { const char *keys, *action; } bindings[] = {
    { "<Control>plus <Control>equal <Control>KP_Add", "picture.zoom-in" },
    { "<Control>minus <Control>KP_Subtract", "picture.zoom-out" },
    { "<Control>0 <Control>KP_0", "picture.zoom-fit" },
    { "bracketleft", "win.scale::block-x-half" },
    { "bracketright", "win.scale::block-x-double" },
    { "braceleft", "win.scale::block-y-half" },
    { "braceright", "win.scale::block-y-double" },
    { "n", "picture.next-lens(1)" },
    { "<Shift>n", "picture.next-lens(-1)" },
    { "Page_Up KP_Page_Up", "picture.plane(-1)" },
    { "Page_Down KP_Page_Down", "picture.plane(1)" },
    /* as players of films have them */
    { "space", "picture.play" },
    { "comma", "picture.moment(-1)" },
    { "period", "picture.moment(1)" },
    { "p", "picture.pin-moment" },
    /* the run that is pinned, and the ways to look at it with the one that is shown */
    { "a", "win.pin-run" },
    { "s", "win.compare-as::side" },
    { "b", "win.compare-as::blink" },
    { "f", "win.compare-as::difference" },
    /* histogram, row and column of what is shown */
    { "h", "picture.strip" },
    { "t", "win.show-trap-thread" },
    { "Menu <Shift>F10", "picture.menu" },
    { "c <Control>c", "picture.copy-readout" },
    { "v", "picture.copy-values" },
    { "w", "picture.show-writer" },
    { "l", "picture.logarithmic" },
    { "<Shift>l", "picture.choose-limits" },
    /* cells that one goes to, by a letter; with Shift back */
    { "m", "picture.next::missed" },
    { "<Shift>m", "picture.previous::missed" },
    { "r", "picture.next::rewritten" },
    { "<Shift>r", "picture.previous::rewritten" },
    { "d", "picture.next::mismatching" },
    { "<Shift>d", "picture.previous::mismatching" },
    { "x", "picture.next::raced" },
    { "<Shift>x", "picture.previous::raced" },
    { "u", "picture.next::uninitialised" },
    { "<Shift>u", "picture.previous::uninitialised" },
  };

  gtk_widget_class_install_action (widget_class, "picture.zoom-in", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "picture.zoom-out", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "picture.zoom-fit", NULL, zoom_fit_action);
  for (guint i = 0; i < G_N_ELEMENTS (bindings); i++)
    loom_action_bind (widget_class, bindings[i].keys, bindings[i].action);
  add_lens_keys (widget_class);
  add_cursor_keys (widget_class);
}
