/* loom-gantt-view.c: the blocks of a run over time, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-gantt-view.h"

#include "loom-connect.h"

#include <glib/gi18n-lib.h>

/* More take longer than a frame, and are drawn in a thread. */
#define DRAWN_AT_ONCE 4000

/* What a drawing hangs on, beside the blocks. */
typedef struct
{
  LoomChartRoom room;
  int           scale;
} Size;

typedef struct
{
  LoomGantt *gantt;
  Size       size;
} Drawing;

struct _LoomGanttView
{
  LoomChartView parent_instance;

  GdkTexture   *texture;        /* all but the mark, or NULL */
  Size          size;           /* of the texture */
  GCancellable *drawing;        /* what a thread draws, or NULL */
};

G_DEFINE_FINAL_TYPE (LoomGanttView, loom_gantt_view, LOOM_TYPE_CHART_VIEW)

static void
place_rows (LoomGantt           *gantt,
            const LoomChartRoom *room,
            cairo_rectangle_t   *area)
{
  loom_gantt_place (gantt, room->width, room->height, room->text_scale, area);
}

static gboolean
is_size (const Size *a,
         const Size *b)
{
  return a->room.width == b->room.width && a->room.height == b->room.height
         && a->room.text_scale == b->room.text_scale && a->room.dark == b->room.dark
         && a->scale == b->scale;
}

/* All blocks are drawn once for a size; the mark moves over them. */
static GdkTexture *
draw (LoomGantt  *gantt,
      const Size *size)
{
  const LoomChartRoom *room = &size->room;
  const int width = room->width * size->scale, height = room->height * size->scale;
  const int stride = cairo_format_stride_for_width (CAIRO_FORMAT_ARGB32, width);
  guchar *pixels = g_malloc0_n (height, stride);
  cairo_surface_t *surface
      = cairo_image_surface_create_for_data (pixels, CAIRO_FORMAT_ARGB32, width, height, stride);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GBytes) bytes = NULL;
  cairo_rectangle_t area;

  cairo_scale (cr, size->scale, size->scale);
  place_rows (gantt, room, &area);
  loom_gantt_draw (gantt, cr, &area, room->dark, room->text_scale, LOOM_NO_BLOCK);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  bytes = g_bytes_new_take (pixels, (gsize) height * stride);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

static void
take_texture (LoomGanttView *self,
              GdkTexture    *texture,
              const Size    *size)
{
  g_clear_object (&self->texture);
  self->texture = texture;
  self->size = *size;
}

static void
drawing_free (gpointer data)
{
  loom_gantt_unref (((Drawing *) data)->gantt);
  g_free (data);
}

static void
draw_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  const Drawing *drawing = task_data;

  g_task_return_pointer (task, draw (drawing->gantt, &drawing->size), g_object_unref);
}

/* What is drawn for blocks that are shown no more is dropped; the size may have changed meanwhile,
 * which the next frame sees. */
static void
drawn_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  LoomGanttView *self = LOOM_GANTT_VIEW (source);
  const Drawing *drawing = g_task_get_task_data (G_TASK (result));
  g_autoptr (GdkTexture) texture = g_task_propagate_pointer (G_TASK (result), NULL);

  if (texture == NULL || self->drawing != g_task_get_cancellable (G_TASK (result)))
    return;
  g_clear_object (&self->drawing);
  take_texture (self, g_steal_pointer (&texture), &drawing->size);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
redraw (LoomGanttView *self,
        LoomGantt     *gantt,
        const Size    *size)
{
  g_autoptr (GTask) task = NULL;
  Drawing *drawing;

  if (loom_gantt_count_blocks (gantt) <= DRAWN_AT_ONCE)
    {
      take_texture (self, draw (gantt, size), size);
      return;
    }
  if (self->drawing != NULL)
    return;
  self->drawing = g_cancellable_new ();
  task = g_task_new (self, self->drawing, drawn_cb, NULL);
  drawing = g_new (Drawing, 1);
  *drawing = (Drawing) { loom_gantt_ref (gantt), *size };
  g_task_set_task_data (task, drawing, drawing_free);
  g_task_run_in_thread (task, draw_thread);
}

/* Until blocks are drawn for a new size, those of the last one are stretched. */
static void
loom_gantt_view_snapshot (GtkWidget   *widget,
                          GtkSnapshot *snapshot)
{
  LoomGanttView *self = LOOM_GANTT_VIEW (widget);
  LoomChartView *view = LOOM_CHART_VIEW (widget);
  LoomGantt *gantt = loom_chart_view_get_chart (view);
  Size size = { .scale = gtk_widget_get_scale_factor (widget) };
  const LoomChartRoom *room = &size.room;
  cairo_rectangle_t area;
  graphene_rect_t all;
  cairo_t *cr;

  loom_chart_view_get_room (view, &size.room);
  if (gantt == NULL || room->width < 1 || room->height < 1)
    return;
  if (self->texture == NULL || !is_size (&size, &self->size))
    redraw (self, gantt, &size);
  if (self->texture == NULL)
    return;
  all = GRAPHENE_RECT_INIT (0, 0, room->width, room->height);
  gtk_snapshot_append_texture (snapshot, self->texture, &all);
  if (!is_size (&size, &self->size))
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &all);
  place_rows (gantt, room, &area);
  loom_gantt_draw_mark (gantt, cr, &area, room->dark, loom_chart_view_get_marked (view));
  cairo_destroy (cr);
}

static gint64
loom_gantt_view_find (LoomChartView       *view,
                      gpointer             gantt,
                      const LoomChartRoom *room,
                      double               x,
                      double               y)
{
  cairo_rectangle_t area;

  place_rows (gantt, room, &area);
  return loom_gantt_find_block (gantt, &area, x, y);
}

static gint64
loom_gantt_view_step (LoomChartView *view,
                      gpointer       gantt,
                      gint64         from,
                      int            along,
                      int            across)
{
  return loom_gantt_step (gantt, from, along, across);
}

static void
loom_gantt_view_press (LoomChartView   *view,
                       gint64           block,
                       int              n_press,
                       GdkModifierType  state)
{
  loom_chart_view_set_marked (view, block);
  loom_chart_view_activate (view);
}

static char *
loom_gantt_view_dup_text (gpointer gantt,
                          gint64   block)
{
  return loom_gantt_dup_block_text (gantt, block);
}

static void
loom_gantt_view_dispose (GObject *object)
{
  LoomGanttView *self = LOOM_GANTT_VIEW (object);

  loom_cancel (&self->drawing);
  g_clear_object (&self->texture);

  G_OBJECT_CLASS (loom_gantt_view_parent_class)->dispose (object);
}

static void
loom_gantt_view_class_init (LoomGanttViewClass *klass)
{
  static const LoomChartKey keys[] = {
    { GDK_KEY_Right, 1 }, { GDK_KEY_Left, -1 }, { GDK_KEY_Down, 0, 1 }, { GDK_KEY_Up, 0, -1 },
    { GDK_KEY_Return }, { GDK_KEY_KP_Enter },
  };
  LoomChartViewClass *chart_class = LOOM_CHART_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_gantt_view_dispose;
  GTK_WIDGET_CLASS (klass)->snapshot = loom_gantt_view_snapshot;
  chart_class->name = N_("Blocks over time");
  chart_class->free_chart = (GDestroyNotify) loom_gantt_unref;
  chart_class->dup_sentence = (LoomChartSentence) loom_gantt_dup_sentence;
  chart_class->dup_text = loom_gantt_view_dup_text;
  chart_class->find = loom_gantt_view_find;
  chart_class->step = loom_gantt_view_step;
  chart_class->press = loom_gantt_view_press;
  loom_chart_view_class_add_keys (chart_class, keys, G_N_ELEMENTS (keys));
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "ganttview");
}

static void
loom_gantt_view_init (LoomGanttView *self)
{
}

/**
 * loom_gantt_view_set_gantt:
 * @gantt: (nullable): what to show
 *
 * Shows the blocks of another run; none is marked.
 */
void
loom_gantt_view_set_gantt (LoomGanttView *self,
                           LoomGantt     *gantt)
{
  g_return_if_fail (LOOM_IS_GANTT_VIEW (self));

  loom_cancel (&self->drawing);
  g_clear_object (&self->texture);
  loom_chart_view_take_chart (LOOM_CHART_VIEW (self),
                              gantt != NULL ? loom_gantt_ref (gantt) : NULL, LOOM_NO_MARK);
}
