/* loom-thread-view-input.c: pointer, wheel and keys on the launched grid
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-thread-view-private.h"

#include "loom-connect.h"

#include <math.h>

#define DRAG_THRESHOLD 4.0

static void
zoom_about (LoomThreadView *self,
            double          factor,
            double          x,
            double          y)
{
  loom_grid_geometry_zoom (&self->geometry, factor, x - LOOM_THREAD_VIEW_EDGE,
                           y - LOOM_THREAD_VIEW_EDGE);
  _loom_thread_view_redraw (self);
}

static void
point (LoomThreadView *self)
{
  _loom_thread_view_set_hover (self, _loom_thread_view_find (self, self->pointer_x,
                                                             self->pointer_y));
}

/* GTK tells of the pointer whenever something is drawn: one that rests does not overrule keys. */
static void
motion_cb (LoomThreadView *self,
           double          x,
           double          y)
{
  if (x == self->pointer_x && y == self->pointer_y)
    return;
  self->pointer_x = x;
  self->pointer_y = y;
  point (self);
}

static void
leave_cb (LoomThreadView *self)
{
  self->pointer_x = self->pointer_y = -1;
  _loom_thread_view_set_hover (self, LOOM_NO_PLACE);
}

static gboolean
scroll_cb (LoomThreadView           *self,
           double                    dx,
           double                    dy,
           GtkEventControllerScroll *controller)
{
  GdkModifierType
      state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (self->map == NULL)
    return GDK_EVENT_PROPAGATE;
  if (state & GDK_SHIFT_MASK)
    {
      loom_grid_geometry_pan (&self->geometry, -(dx != 0 ? dx : dy) * 40, 0);
      _loom_thread_view_redraw (self);
    }
  else
    zoom_about (self, pow (LOOM_GRID_ZOOM_STEP, -dy), self->pointer_x, self->pointer_y);
  point (self);
  return GDK_EVENT_STOP;
}

static void
drag_begin_cb (LoomThreadView *self)
{
  self->drag_x = self->drag_y = 0;
}

/* Within the threshold it may still become a click. */
static void
drag_update_cb (LoomThreadView *self,
                double          x,
                double          y,
                GtkGestureDrag *gesture)
{
  if (self->drag_x == 0 && self->drag_y == 0 && hypot (x, y) < DRAG_THRESHOLD)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  loom_grid_geometry_pan (&self->geometry, x - self->drag_x, y - self->drag_y);
  self->drag_x = x;
  self->drag_y = y;
  _loom_thread_view_redraw (self);
}

static void
activate (LoomThreadView *self,
          guint64         thread)
{
  if (thread != LOOM_NO_PLACE)
    g_signal_emit_by_name (self, "thread-activated", thread);
}

static void
pressed_cb (LoomThreadView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
released_cb (LoomThreadView *self,
             int             n_press,
             double          x,
             double          y)
{
  activate (self, _loom_thread_view_find (self, x, y));
}

/* Where the keys are, or begin. */
static guint64
get_cursor (LoomThreadView *self)
{
  if (self->cursor != LOOM_NO_PLACE)
    return self->cursor;
  return self->selected;
}

static guint64
step (guint64 from,
      gint64  by,
      guint64 count)
{
  if (by < 0)
    return from - MIN (from, (guint64) -by);
  return MIN (from + (guint64) by, count - 1);
}

/* (iib): to the right, down; whether by blocks. Where nobody is the cursor stays. */
static gboolean
move_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  LoomThreadView *self = LOOM_THREAD_VIEW (widget);
  const guint64 from = get_cursor (self);
  const LoomThreadLayout *layout;
  guint64 col, row, to;
  gboolean blocks;
  gint32 right, down;

  if (self->map == NULL)
    return FALSE;
  layout = loom_thread_map_get_layout (self->map);
  g_variant_get (args, "(iib)", &right, &down, &blocks);
  if (from == LOOM_NO_PLACE)
    {
      _loom_thread_view_set_cursor (self, 0);
      return TRUE;
    }
  loom_thread_layout_get_place (layout, from, &col, &row);
  col = step (col, right * (gint64) (blocks ? layout->tile_cols : 1), layout->cols);
  row = step (row, down * (gint64) (blocks ? layout->tile_rows : 1), layout->rows);
  /* the last row of blocks may be short */
  while ((to = loom_thread_layout_find (layout, col, row)) == LOOM_NO_PLACE && right > 0 && col > 0)
    col--;
  _loom_thread_view_set_cursor (self, to != LOOM_NO_PLACE ? to : from);
  return TRUE;
}

static gboolean
activate_cb (GtkWidget *widget,
             GVariant  *args,
             gpointer   data)
{
  LoomThreadView *self = LOOM_THREAD_VIEW (widget);
  const guint64 thread = get_cursor (self);

  activate (self, thread);
  return thread != LOOM_NO_PLACE;
}

/* About the cursor where it is seen, else the middle. */
static gboolean
zoom_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  LoomThreadView *self = LOOM_THREAD_VIEW (widget);
  const guint64 cursor = get_cursor (self);
  double x = self->geometry.width / 2, y = self->geometry.height / 2;
  LoomGridRect rect;
  guint64 col, row;

  if (self->map == NULL)
    return FALSE;
  if (cursor != LOOM_NO_PLACE)
    {
      loom_thread_layout_get_place (loom_thread_map_get_layout (self->map), cursor, &col, &row);
      loom_grid_geometry_get_cell (&self->geometry, (double) col, (double) row, &rect);
      x = CLAMP (rect.x + rect.width / 2, 0, self->geometry.width);
      y = CLAMP (rect.y + rect.height / 2, 0, self->geometry.height);
    }
  zoom_about (self, pow (LOOM_GRID_ZOOM_STEP, g_variant_get_int32 (args)),
              x + LOOM_THREAD_VIEW_EDGE, y + LOOM_THREAD_VIEW_EDGE);
  return TRUE;
}

static gboolean
fit_cb (GtkWidget *widget,
        GVariant  *args,
        gpointer   data)
{
  LoomThreadView *self = LOOM_THREAD_VIEW (widget);

  loom_grid_geometry_fit (&self->geometry);
  _loom_thread_view_redraw (self);
  return TRUE;
}

/* The focus is at a thread, where it is seen and spoken. */
static void
focus_cb (LoomThreadView *self)
{
  if (self->map != NULL && get_cursor (self) == LOOM_NO_PLACE)
    _loom_thread_view_set_cursor (self, 0);
}

void
_loom_thread_view_input_init (LoomThreadView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new (),
                     *focus = gtk_event_controller_focus_new (),
                     *wheel
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new ();

  loom_connect (motion, "motion", motion_cb, self);
  loom_connect (motion, "leave", leave_cb, self);
  loom_connect (wheel, "scroll", scroll_cb, self);
  loom_connect (focus, "enter", focus_cb, self);
  loom_connect (drag, "drag-begin", drag_begin_cb, self);
  loom_connect (drag, "drag-update", drag_update_cb, self);
  loom_connect (click, "pressed", pressed_cb, self);
  loom_connect (click, "released", released_cb, self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, wheel);
  gtk_widget_add_controller (widget, focus);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
}

static void
add_cursor_keys (GtkWidgetClass *widget_class)
{
  static const struct { guint key, keypad; gint32 right, down; } moves[] = {
    { GDK_KEY_Left, GDK_KEY_KP_Left, -1, 0 }, { GDK_KEY_Right, GDK_KEY_KP_Right, 1, 0 },
    { GDK_KEY_Up, GDK_KEY_KP_Up, 0, -1 }, { GDK_KEY_Down, GDK_KEY_KP_Down, 0, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    for (guint blocks = 0; blocks < 2; blocks++)
      {
        const GdkModifierType modifiers = blocks ? GDK_CONTROL_MASK : 0;

        gtk_widget_class_add_binding (widget_class, moves[i].key, modifiers, move_cb, "(iib)",
                                      moves[i].right, moves[i].down, blocks);
        gtk_widget_class_add_binding (widget_class, moves[i].keypad, modifiers, move_cb, "(iib)",
                                      moves[i].right, moves[i].down, blocks);
      }
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Home, 0, move_cb, "(iib)", -G_MAXINT32, 0,
                                FALSE);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_End, 0, move_cb, "(iib)", G_MAXINT32, 0,
                                FALSE);
}

void
_loom_thread_view_class_input_init (GtkWidgetClass *widget_class)
{
  static const struct { guint key; gint32 steps; } zooms[] = {
    { GDK_KEY_plus, 1 }, { GDK_KEY_equal, 1 }, { GDK_KEY_KP_Add, 1 }, { GDK_KEY_minus, -1 },
    { GDK_KEY_KP_Subtract, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    gtk_widget_class_add_binding (widget_class, zooms[i].key, GDK_CONTROL_MASK, zoom_cb, "i",
                                  zooms[i].steps);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_0, GDK_CONTROL_MASK, fit_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_0, GDK_CONTROL_MASK, fit_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Return, 0, activate_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Enter, 0, activate_cb, NULL);
  add_cursor_keys (widget_class);
}
