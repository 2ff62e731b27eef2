/* loom-text-row.c: a row of several lines of code
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-text-row.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-resources.h"
#include "loom-template.h"
#include "loom-widget.h"

/* As many lines are seen at once as there are, up to so many. */
#define MOST_LINES 8

struct _LoomTextRow
{
  AdwPreferencesRow  parent_instance;

  GtkScrolledWindow *scroller;
  GtkTextView       *view;
  GtkTextBuffer     *buffer;
  char              *text;      /* of the buffer, as far as somebody has asked */
};

G_DEFINE_FINAL_TYPE (LoomTextRow, loom_text_row, ADW_TYPE_PREFERENCES_ROW)

static void
changed_cb (LoomTextRow *self)
{
  g_signal_emit_by_name (self, "changed");
}

static gboolean
loom_text_row_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (LOOM_TEXT_ROW (widget)->view));
}

/* The row itself is nowhere to be. */
static gboolean
loom_text_row_focus (GtkWidget        *widget,
                     GtkDirectionType  direction)
{
  return gtk_widget_child_focus (GTK_WIDGET (LOOM_TEXT_ROW (widget)->view), direction);
}

/* Lines are as high as the words of the desktop. */
static void
update_height (LoomTextRow *self)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->view), "X");
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_scrolled_window_set_max_content_height (self->scroller, MOST_LINES * height);
}

/* While all lines are seen a wheel is for what the row lies in; GTK 4.8 keeps it here nevertheless.
 */
static void
update_wheel (LoomTextRow *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  const gboolean fits = gtk_adjustment_get_upper (adjustment) <=
                        gtk_adjustment_get_page_size (adjustment);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (self->scroller));
  const guint n = g_list_model_get_n_items (controllers);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      GtkEventControllerScroll *scroll;

      if (!GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        continue;
      scroll = GTK_EVENT_CONTROLLER_SCROLL (controller);
      gtk_event_controller_scroll_set_flags (
        scroll, fits ? gtk_event_controller_scroll_get_flags (scroll)
                         & ~GTK_EVENT_CONTROLLER_SCROLL_VERTICAL
                     : gtk_event_controller_scroll_get_flags (scroll)
                         | GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
    }
}

static void
loom_text_row_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (loom_text_row_parent_class)->root (widget);
  update_height (LOOM_TEXT_ROW (widget));
}

static void
loom_text_row_finalize (GObject *object)
{
  LoomTextRow *self = LOOM_TEXT_ROW (object);

  g_free (self->text);

  G_OBJECT_CLASS (loom_text_row_parent_class)->finalize (object);
}

static void
loom_text_row_class_init (LoomTextRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_template_dispose;
  G_OBJECT_CLASS (klass)->finalize = loom_text_row_finalize;
  widget_class->focus = loom_text_row_focus;
  widget_class->grab_focus = loom_text_row_grab_focus;
  widget_class->root = loom_text_row_root;
  LOOM_SIGNAL_NEW (klass, "changed", 0);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-text-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomTextRow, scroller);
  gtk_widget_class_bind_template_child (widget_class, LoomTextRow, view);
  gtk_widget_class_bind_template_child (widget_class, LoomTextRow, buffer);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
}

static void
loom_text_row_init (LoomTextRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  loom_connect (gtk_scrolled_window_get_vadjustment (self->scroller), "changed", update_wheel,
                self);
  update_wheel (self);
}

/**
 * loom_text_row_new:
 * @title: what is typed there
 *
 * Makes an empty row.
 */
GtkWidget *
loom_text_row_new (const char *title)
{
  LoomTextRow *self = g_object_new (LOOM_TYPE_TEXT_ROW, "title", title, "use-markup", FALSE, NULL);

  loom_widget_set_spoken_name (self->view, title);
  return GTK_WIDGET (self);
}

/**
 * loom_text_row_get_text:
 *
 * Returns: what stands there, until it changes
 */
const char *
loom_text_row_get_text (LoomTextRow *self)
{
  GtkTextIter start, end;

  g_return_val_if_fail (LOOM_IS_TEXT_ROW (self), NULL);

  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  g_free (self->text);
  self->text = gtk_text_buffer_get_text (self->buffer, &start, &end, TRUE);
  return self->text;
}

void
loom_text_row_set_text (LoomTextRow *self,
                        const char  *text)
{
  g_return_if_fail (LOOM_IS_TEXT_ROW (self));

  gtk_text_buffer_set_text (self->buffer, text, -1);
}

/**
 * loom_text_row_set_help:
 * @help: what it is for, for those who hear of it
 */
void
loom_text_row_set_help (LoomTextRow *self,
                        const char  *help)
{
  g_return_if_fail (LOOM_IS_TEXT_ROW (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  help, -1);
}
