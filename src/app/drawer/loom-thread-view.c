/* loom-thread-view.c: the launched grid as a picture that can be zoomed and asked about its threads
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-thread-view-private.h"

#include "loom-class.h"
#include "loom-marks.h"
#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#define LEGEND_GAP 16
#define LEAST_AREA 160          /* of the threads; where there is less the legend gives way */
#define LEAST_SELECTED 14       /* pixels of a frame that must be found */
#define LEAST_MARKED 5
#define MAX_FRAMES 4096u        /* that are drawn: more are finer than anybody sees */

G_DEFINE_FINAL_TYPE (LoomThreadView, loom_thread_view, GTK_TYPE_WIDGET)

static void
update_accessible (LoomThreadView *self)
{
  const guint64 told = loom_thread_view_get_told (self);
  g_autofree char *text = NULL, *sentence = NULL, *description = NULL;

  if (self->map != NULL)
    sentence = loom_thread_map_dup_sentence (self->map);
  if (told != LOOM_NO_PLACE)
    text = loom_thread_map_dup_thread_text (self->map, told);
  description = g_strconcat (sentence != NULL ? sentence : "", self->why != NULL ? ". " : NULL,
                             self->why, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : _("Threads of the launch"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

/* What is told of, and seen of it, has changed. */
static void
tell (LoomThreadView *self)
{
  update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "told-changed");
}

void
_loom_thread_view_set_hover (LoomThreadView *self,
                             guint64         thread)
{
  if (self->hover == thread)
    return;
  self->hover = thread;
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  tell (self);
}

/* The keyboard's thread is seen, and told of whatever the pointer lies on. */
void
_loom_thread_view_set_cursor (LoomThreadView *self,
                              guint64         thread)
{
  guint64 col, row;

  self->cursor = thread;
  self->hover = LOOM_NO_PLACE;
  loom_thread_layout_get_place (loom_thread_map_get_layout (self->map), thread, &col, &row);
  loom_grid_geometry_reveal (&self->geometry, (double) col, (double) row);
  _loom_thread_view_redraw (self);
  tell (self);
}

/* -- Where things are -- */

/* What is drawn has changed, or where. */
void
_loom_thread_view_redraw (LoomThreadView *self)
{
  g_clear_object (&self->threads);
  g_clear_pointer (&self->overlay, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
relayout (LoomThreadView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  double width = gtk_widget_get_width (widget) - 2 * LOOM_THREAD_VIEW_EDGE, legend = 0;

  if (self->map != NULL)
    legend = loom_thread_map_get_legend_room (self->map, loom_text_scale_get (widget));
  if (legend > 0 && width - legend - LEGEND_GAP >= LEAST_AREA)
    width -= legend + LEGEND_GAP;
  loom_grid_geometry_resize (&self->geometry, MAX (width, 0),
                             MAX (gtk_widget_get_height (widget) - 2 * LOOM_THREAD_VIEW_EDGE, 0));
  _loom_thread_view_redraw (self);
}

static void
loom_thread_view_size_allocate (GtkWidget *widget,
                                int        width,
                                int        height,
                                int        baseline)
{
  relayout (LOOM_THREAD_VIEW (widget));
}

/* The thread at a point of the widget, or %LOOM_NO_PLACE. */
guint64
_loom_thread_view_find (LoomThreadView *self,
                        double          x,
                        double          y)
{
  double col, row;

  x -= LOOM_THREAD_VIEW_EDGE;
  y -= LOOM_THREAD_VIEW_EDGE;
  if (self->map == NULL || x < 0 || y < 0 || x >= self->geometry.width ||
      y >= self->geometry.height)
    return LOOM_NO_PLACE;
  loom_grid_geometry_to_place (&self->geometry, x, y, &col, &row);
  if (col < 0 || row < 0)
    return LOOM_NO_PLACE;
  return loom_thread_layout_find (loom_thread_map_get_layout (self->map), (guint64) col,
                                  (guint64) row);
}

/* Where a thread is seen, in at least so many pixels each way; FALSE: it is not. */
static gboolean
get_rect (LoomThreadView  *self,
          guint64          thread,
          float            least,
          graphene_rect_t *rect)
{
  LoomGridRect place;
  guint64 col, row;
  double width, height;

  loom_thread_layout_get_place (loom_thread_map_get_layout (self->map), thread, &col, &row);
  loom_grid_geometry_get_cell (&self->geometry, (double) col, (double) row, &place);
  if (place.x + place.width < 0 || place.y + place.height < 0 ||
      place.x > self->geometry.width || place.y > self->geometry.height)
    return FALSE;
  width = MAX (ceil (place.width), least);
  height = MAX (ceil (place.height), least);
  *rect = GRAPHENE_RECT_INIT (
      (float) round (LOOM_THREAD_VIEW_EDGE + place.x + (place.width - width) / 2),
      (float) round (LOOM_THREAD_VIEW_EDGE + place.y + (place.height - height) / 2),
      (float) width, (float) height);
  return TRUE;
}

/* -- Drawing -- */

/* GTK 4.8 blends when it scales, so there is one texel for each device pixel. */
static void
ensure_threads (LoomThreadView          *self,
                const cairo_rectangle_t *area,
                const cairo_rectangle_t *places)
{
  const int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  const guint width = (guint) area->width * (guint) scale,
              height = (guint) area->height * (guint) scale;
  const gsize stride = width * sizeof (guint32);
  g_autoptr (GBytes) bytes = NULL;
  guint32 *pixels;

  if (self->threads != NULL)
    return;
  pixels = g_malloc (stride * height);
  loom_thread_map_render (self->map, places, (guint) scale, pixels, width, height);
  bytes = g_bytes_new_take (pixels, stride * height);
  self->threads = gdk_memory_texture_new ((int) width, (int) height, GDK_MEMORY_DEFAULT, bytes,
                                          stride);
}

static void
ensure_overlay (LoomThreadView          *self,
                const cairo_rectangle_t *area,
                const cairo_rectangle_t *places)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const double end = LOOM_THREAD_VIEW_EDGE + loom_grid_geometry_get_end (&self->geometry);
  cairo_t *cr;

  if (self->overlay != NULL)
    return;
  self->overlay = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget),
                                                           gtk_widget_get_height (widget)));
  cr = gsk_cairo_node_get_draw_context (self->overlay);
  loom_thread_map_draw_over (self->map, cr, area, places);
  if (self->geometry.width < gtk_widget_get_width (widget) - 2 * LOOM_THREAD_VIEW_EDGE)
    loom_thread_map_draw_legend (self->map, cr, end + LEGEND_GAP, LOOM_THREAD_VIEW_EDGE,
                                 loom_text_scale_get (widget));
  cairo_destroy (cr);
}

static void
append_outline (LoomThreadView *self,
                GtkSnapshot    *snapshot,
                guint64         thread,
                float           width)
{
  graphene_rect_t rect;

  if (thread != LOOM_NO_PLACE && get_rect (self, thread, LEAST_MARKED, &rect))
    loom_mark_append_outline (snapshot, &rect, width);
}

static void
append_marked (LoomThreadView *self,
               GtkSnapshot    *snapshot)
{
  graphene_rect_t rect, last = GRAPHENE_RECT_INIT (0, 0, 0, 0);
  guint n_drawn = 0;

  for (guint i = 0; i < self->marked->len && n_drawn < MAX_FRAMES; i++)
    if (get_rect (self, g_array_index (self->marked, guint64, i), LEAST_MARKED, &rect) &&
        !graphene_rect_equal (&rect, &last))
      {
        loom_mark_append_frame (snapshot, &rect);
        last = rect;
        n_drawn++;
      }
}

static void
append_marks (LoomThreadView *self,
              GtkSnapshot    *snapshot)
{
  graphene_rect_t rect;

  append_marked (self, snapshot);
  append_outline (self, snapshot, self->hover, 1);
  if (gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    append_outline (self, snapshot, self->cursor, 2);
  if (self->selected != LOOM_NO_PLACE && get_rect (self, self->selected, LEAST_SELECTED, &rect))
    loom_mark_append_thread (snapshot, &rect);
}

static void
loom_thread_view_snapshot (GtkWidget   *widget,
                           GtkSnapshot *snapshot)
{
  LoomThreadView *self = LOOM_THREAD_VIEW (widget);
  LoomGridRect area, part;
  cairo_rectangle_t place, places;

  if (self->map == NULL || !loom_grid_geometry_get_shown (&self->geometry, &area, &part))
    return;
  place = (cairo_rectangle_t) { LOOM_THREAD_VIEW_EDGE + area.x, LOOM_THREAD_VIEW_EDGE + area.y,
                                area.width, area.height };
  places = (cairo_rectangle_t) { part.x, part.y, part.width, part.height };
  ensure_threads (self, &place, &places);
  ensure_overlay (self, &place, &places);
  gtk_snapshot_append_texture (snapshot, self->threads,
                               &GRAPHENE_RECT_INIT ((float) place.x, (float) place.y,
                                                    (float) place.width, (float) place.height));
  gtk_snapshot_append_node (snapshot, self->overlay);
  append_marks (self, snapshot);
}

static gboolean
loom_thread_view_query_tooltip (GtkWidget  *widget,
                                int         x,
                                int         y,
                                gboolean    keyboard,
                                GtkTooltip *tooltip)
{
  LoomThreadView *self = LOOM_THREAD_VIEW (widget);
  const guint64 thread = keyboard ? self->cursor : _loom_thread_view_find (self, x, y);
  g_autofree char *text = NULL;

  if (thread == LOOM_NO_PLACE)
    return FALSE;
  text = loom_thread_map_dup_thread_text (self->map, thread);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
loom_thread_view_state_flags_changed (GtkWidget     *widget,
                                      GtkStateFlags  previous)
{
  gtk_widget_queue_draw (widget);
}

static void
loom_thread_view_dispose (GObject *object)
{
  LoomThreadView *self = LOOM_THREAD_VIEW (object);

  g_clear_pointer (&self->map, loom_thread_map_free);
  g_clear_pointer (&self->marked, g_array_unref);
  g_clear_pointer (&self->why, g_free);
  g_clear_object (&self->threads);
  g_clear_pointer (&self->overlay, gsk_render_node_unref);

  G_OBJECT_CLASS (loom_thread_view_parent_class)->dispose (object);
}

static void
loom_thread_view_class_init (LoomThreadViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_thread_view_dispose;
  widget_class->size_allocate = loom_thread_view_size_allocate;
  widget_class->snapshot = loom_thread_view_snapshot;
  widget_class->query_tooltip = loom_thread_view_query_tooltip;
  widget_class->state_flags_changed = loom_thread_view_state_flags_changed;
  LOOM_SIGNAL_NEW (klass, "told-changed", 0);
  LOOM_SIGNAL_NEW (klass, "thread-activated", 1, G_TYPE_UINT64);
  gtk_widget_class_set_css_name (widget_class, "threadview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  _loom_thread_view_class_input_init (widget_class);
}

static void
loom_thread_view_init (LoomThreadView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  loom_grid_geometry_init (&self->geometry);
  self->hover = self->cursor = self->selected = LOOM_NO_PLACE;
  self->marked = g_array_new (FALSE, FALSE, sizeof (guint64));
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  _loom_thread_view_input_init (self);
  loom_text_scale_watch (widget, G_CALLBACK (relayout));
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (_loom_thread_view_redraw), NULL);
  update_accessible (self);
}

/* A thread that the new launch does not have is forgotten. */
static guint64
keep (LoomThreadView *self,
      guint64         thread)
{
  return self->map != NULL && thread < loom_thread_map_get_layout (self->map)->threads
             ? thread : LOOM_NO_PLACE;
}

/**
 * loom_thread_view_take_map:
 * @map: (transfer full) (nullable): what to show
 *
 * Shows another picture. Zoom, place and cursor stay if it has as many threads in a row, and rows,
 * as the last one; nobody is marked.
 */
void
loom_thread_view_take_map (LoomThreadView *self,
                           LoomThreadMap  *map)
{
  g_return_if_fail (LOOM_IS_THREAD_VIEW (self));

  g_clear_pointer (&self->map, loom_thread_map_free);
  self->map = map;
  if (map != NULL)
    loom_grid_geometry_set_picture (&self->geometry,
                                    (double) loom_thread_map_get_layout (map)->cols,
                                    (double) loom_thread_map_get_layout (map)->rows, FALSE);
  self->hover = keep (self, self->hover);
  self->cursor = keep (self, self->cursor);
  self->selected = keep (self, self->selected);
  loom_thread_view_set_marked (self, NULL, 0, NULL);
  relayout (self);
  tell (self);
}

/**
 * loom_thread_view_get_map:
 *
 * Returns: (transfer none) (nullable): what is shown
 */
LoomThreadMap *
loom_thread_view_get_map (LoomThreadView *self)
{
  g_return_val_if_fail (LOOM_IS_THREAD_VIEW (self), NULL);

  return self->map;
}

/**
 * loom_thread_view_get_told:
 *
 * Returns: the thread that is pointed at, else that of the keys, else the one that is selected;
 *   %LOOM_NO_PLACE: there is none
 */
guint64
loom_thread_view_get_told (LoomThreadView *self)
{
  g_return_val_if_fail (LOOM_IS_THREAD_VIEW (self), LOOM_NO_PLACE);

  if (self->hover != LOOM_NO_PLACE)
    return self->hover;
  return self->cursor != LOOM_NO_PLACE ? self->cursor : self->selected;
}

/**
 * loom_thread_view_set_selected:
 * @thread: a thread of what is shown, or %LOOM_NO_PLACE
 *
 * Frames the thread that is selected, and brings it into view.
 */
void
loom_thread_view_set_selected (LoomThreadView *self,
                               guint64         thread)
{
  g_return_if_fail (LOOM_IS_THREAD_VIEW (self));

  thread = keep (self, thread);
  if (self->selected == thread)
    return;
  self->selected = thread;
  if (thread != LOOM_NO_PLACE)
    _loom_thread_view_set_cursor (self, thread);
  else
    tell (self);
}

/**
 * loom_thread_view_set_marked:
 * @threads: (array length=n): threads of what is shown
 * @why: (nullable): what they are, for a screen reader
 *
 * Frames threads that have to do with what is selected elsewhere.
 */
void
loom_thread_view_set_marked (LoomThreadView *self,
                             const guint64  *threads,
                             guint           n,
                             const char     *why)
{
  g_return_if_fail (LOOM_IS_THREAD_VIEW (self));

  g_array_set_size (self->marked, 0);
  for (guint i = 0; i < n; i++)
    if (keep (self, threads[i]) != LOOM_NO_PLACE)
      g_array_append_val (self->marked, threads[i]);
  g_free (self->why);
  self->why = n > 0 ? g_strdup (why) : NULL;
  update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
