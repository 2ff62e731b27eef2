/* loom-gantt-view.c: the blocks of a run over time, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-gantt-view.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

/* More take longer than a frame, and are drawn in a thread. */
#define DRAWN_AT_ONCE 4000

/* What a drawing hangs on, beside the blocks. */
typedef struct
{
  int      width, height, scale;
  double   text_scale;
  gboolean dark;
} Size;

typedef struct
{
  LoomGantt *gantt;
  Size       size;
} Drawing;

struct _LoomGanttView
{
  GtkWidget     parent_instance;

  LoomGantt    *gantt;
  GdkTexture   *texture;        /* all but the mark, or NULL */
  Size          size;           /* of the texture */
  GCancellable *drawing;        /* what a thread draws, or NULL */
  gint64        marked;
};

G_DEFINE_FINAL_TYPE (LoomGanttView, loom_gantt_view, GTK_TYPE_WIDGET)

static gboolean
is_dark (void)
{
  return adw_style_manager_get_dark (adw_style_manager_get_default ());
}

static void
update_label (LoomGanttView *self)
{
  g_autofree char *text = NULL;
  g_autofree char *sentence = NULL;

  if (self->gantt != NULL)
    {
      text = loom_gantt_dup_block_text (self->gantt, self->marked);
      sentence = loom_gantt_dup_sentence (self->gantt);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : _("Blocks over time"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  sentence != NULL ? sentence : "", -1);
}

static Size
get_size (LoomGanttView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  return (Size) { gtk_widget_get_width (widget), gtk_widget_get_height (widget),
                  gtk_widget_get_scale_factor (widget), loom_text_scale_get (widget), is_dark () };
}

static void
place_rows (LoomGantt         *gantt,
            const Size        *size,
            cairo_rectangle_t *area)
{
  loom_gantt_place (gantt, size->width, size->height, size->text_scale, area);
}

static void
get_area (LoomGanttView     *self,
          cairo_rectangle_t *area)
{
  const Size size = get_size (self);

  place_rows (self->gantt, &size, area);
}

static gboolean
is_size (const Size *a,
         const Size *b)
{
  return a->width == b->width && a->height == b->height && a->scale == b->scale
         && a->text_scale == b->text_scale && a->dark == b->dark;
}

/* All blocks are drawn once for a size; the mark moves over them. */
static GdkTexture *
draw (LoomGantt  *gantt,
      const Size *size)
{
  const int width = size->width * size->scale, height = size->height * size->scale;
  const int stride = cairo_format_stride_for_width (CAIRO_FORMAT_ARGB32, width);
  guchar *pixels = g_malloc0_n (height, stride);
  cairo_surface_t *surface
      = cairo_image_surface_create_for_data (pixels, CAIRO_FORMAT_ARGB32, width, height, stride);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GBytes) bytes = NULL;
  cairo_rectangle_t area;

  cairo_scale (cr, size->scale, size->scale);
  place_rows (gantt, size, &area);
  loom_gantt_draw (gantt, cr, &area, size->dark, size->text_scale, LOOM_NO_BLOCK);
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
        const Size    *size)
{
  g_autoptr (GTask) task = NULL;
  Drawing *drawing;

  if (loom_gantt_count_blocks (self->gantt) <= DRAWN_AT_ONCE)
    {
      take_texture (self, draw (self->gantt, size), size);
      return;
    }
  if (self->drawing != NULL)
    return;
  self->drawing = g_cancellable_new ();
  task = g_task_new (self, self->drawing, drawn_cb, NULL);
  drawing = g_new (Drawing, 1);
  *drawing = (Drawing) { loom_gantt_ref (self->gantt), *size };
  g_task_set_task_data (task, drawing, drawing_free);
  g_task_run_in_thread (task, draw_thread);
}

/* Until blocks are drawn for a new size, those of the last one are stretched. */
static void
loom_gantt_view_snapshot (GtkWidget   *widget,
                          GtkSnapshot *snapshot)
{
  LoomGanttView *self = LOOM_GANTT_VIEW (widget);
  const Size size = get_size (self);
  const graphene_rect_t all = GRAPHENE_RECT_INIT (0, 0, size.width, size.height);
  cairo_rectangle_t area;
  cairo_t *cr;

  if (self->gantt == NULL || size.width < 1 || size.height < 1)
    return;
  if (self->texture == NULL || !is_size (&size, &self->size))
    redraw (self, &size);
  if (self->texture == NULL)
    return;
  gtk_snapshot_append_texture (snapshot, self->texture, &all);
  if (!is_size (&size, &self->size))
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &all);
  place_rows (self->gantt, &size, &area);
  loom_gantt_draw_mark (self->gantt, cr, &area, size.dark, self->marked);
  cairo_destroy (cr);
}

static void
pressed_cb (LoomGanttView *self,
            int            n_press,
            double         x,
            double         y)
{
  cairo_rectangle_t area;
  gint64 block;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->gantt == NULL)
    return;
  get_area (self, &area);
  block = loom_gantt_find_block (self->gantt, &area, x, y);
  loom_gantt_view_set_marked (self, block);
  if (block != LOOM_NO_BLOCK)
    g_signal_emit_by_name (self, "block-activated", block);
}

static gboolean
query_tooltip_cb (LoomGanttView *self,
                  int            x,
                  int            y,
                  gboolean       keyboard,
                  GtkTooltip    *tooltip)
{
  cairo_rectangle_t area;
  g_autofree char *text = NULL;

  if (self->gantt == NULL)
    return FALSE;
  get_area (self, &area);
  text = loom_gantt_dup_block_text (self->gantt,
                                    keyboard ? self->marked
                                             : loom_gantt_find_block (self->gantt, &area, x, y));
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static gboolean
step_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  LoomGanttView *self = LOOM_GANTT_VIEW (widget);
  int along, across;

  if (self->gantt == NULL)
    return FALSE;
  g_variant_get (args, "(ii)", &along, &across);
  loom_gantt_view_set_marked (self, loom_gantt_step (self->gantt, self->marked, along, across));
  return TRUE;
}

static gboolean
activate_cb (GtkWidget *widget,
             GVariant  *args,
             gpointer   data)
{
  LoomGanttView *self = LOOM_GANTT_VIEW (widget);

  if (self->marked == LOOM_NO_BLOCK)
    return FALSE;
  g_signal_emit_by_name (self, "block-activated", self->marked);
  return TRUE;
}

static void
loom_gantt_view_dispose (GObject *object)
{
  LoomGanttView *self = LOOM_GANTT_VIEW (object);

  loom_cancel (&self->drawing);
  g_clear_pointer (&self->gantt, loom_gantt_unref);
  g_clear_object (&self->texture);

  G_OBJECT_CLASS (loom_gantt_view_parent_class)->dispose (object);
}

static void
add_keys (GtkWidgetClass *widget_class)
{
  static const struct { guint key; int along, across; } rows[] = {
    { GDK_KEY_Right, 1, 0 }, { GDK_KEY_Left, -1, 0 }, { GDK_KEY_Down, 0, 1 }, { GDK_KEY_Up, 0, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    gtk_widget_class_add_binding (widget_class, rows[i].key, 0, step_cb, "(ii)", rows[i].along,
                                  rows[i].across);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Return, 0, activate_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Enter, 0, activate_cb, NULL);
}

static void
loom_gantt_view_class_init (LoomGanttViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_gantt_view_dispose;
  widget_class->snapshot = loom_gantt_view_snapshot;
  LOOM_SIGNAL_NEW (klass, "block-activated", 1, G_TYPE_INT64);
  LOOM_SIGNAL_NEW (klass, "mark-changed", 0);
  add_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "ganttview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
loom_gantt_view_init (LoomGanttView *self)
{
  self->marked = LOOM_NO_BLOCK;
  loom_widget_init_chart (GTK_WIDGET (self), G_CALLBACK (pressed_cb),
                          G_CALLBACK (query_tooltip_cb));
  update_label (self);
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
  g_clear_pointer (&self->gantt, loom_gantt_unref);
  g_clear_object (&self->texture);
  self->gantt = gantt != NULL ? loom_gantt_ref (gantt) : NULL;
  loom_gantt_view_set_marked (self, LOOM_NO_BLOCK);
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gint64
loom_gantt_view_get_marked (LoomGanttView *self)
{
  g_return_val_if_fail (LOOM_IS_GANTT_VIEW (self), LOOM_NO_BLOCK);

  return self->marked;
}

/**
 * loom_gantt_view_set_marked:
 * @block: the linear number of a block, or %LOOM_NO_BLOCK
 *
 * Lets a block stand out, without telling anybody that it was chosen.
 */
void
loom_gantt_view_set_marked (LoomGanttView *self,
                            gint64         block)
{
  g_return_if_fail (LOOM_IS_GANTT_VIEW (self));

  if (self->marked == block)
    return;
  self->marked = block;
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "mark-changed");
}
