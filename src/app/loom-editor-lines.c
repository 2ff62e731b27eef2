/* loom-editor-lines.c: changed lines are measured before a frame is drawn
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-editor-pane-private.h"

#include "loom-connect.h"

/* The view measures the lines that are seen when it gets its place, or else as late as while it is
 * drawn. The ranges of the scroll bars hang on that, and a bar whose range changes wants a new
 * place: not in the middle of a frame, and neither while places are given. */
static gboolean
measure_cb (GtkWidget     *view,
            GdkFrameClock *clock,
            gpointer       data)
{
  LoomEditorPane *self = data;
  GtkAllocation place;

  self->measure_id = 0;
  if (!gtk_widget_get_mapped (view))
    return G_SOURCE_REMOVE;
  gtk_widget_get_allocation (view, &place);
  gtk_widget_queue_allocate (view);
  gtk_widget_size_allocate (view, &place, -1);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (LoomEditorPane *self)
{
  GtkWidget *view = GTK_WIDGET (self->view);

  if (self->measure_id == 0 && gtk_widget_get_mapped (view))
    self->measure_id = gtk_widget_add_tick_callback (view, measure_cb, self, NULL);
}

void
_loom_editor_lines_init (LoomEditorPane *self)
{
  loom_connect (self->buffer, "changed", changed_cb, self);
}
