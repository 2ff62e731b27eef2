/* loom-launch-panel-reason.c: all of why a field is refused, where that has no room below it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-panel-private.h"

#include "loom-connect.h"

/* Between it and the field that it is about. */
#define GAP 6

static LoomFieldNote *
find_note (LoomField *field)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (field), ADW_TYPE_PREFERENCES_ROW);

  return LOOM_IS_DIM3_ROW (row) ? loom_dim3_row_get_note (LOOM_DIM3_ROW (row))
                                : loom_field_row_get_note (LOOM_FIELD_ROW (row));
}

/* Below the field, or above it where the panel ends. Nothing but the words is there: a press goes
 * to what they cover. */
static gboolean
place_cb (LoomLaunchPanel *self,
          GtkWidget       *child,
          GdkRectangle    *place)
{
  const int height = gtk_widget_get_height (self->root);
  LoomField *field = _loom_launch_panel_find_field (self);
  graphene_rect_t bounds;
  int natural, top;

  if (field == NULL || !gtk_widget_compute_bounds (GTK_WIDGET (field), self->root, &bounds))
    return FALSE;
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (self->root), NULL,
                      &natural, NULL, NULL);
  top = (int) (bounds.origin.y + bounds.size.height) + GAP;
  if (top + natural > height)
    top = MAX ((int) bounds.origin.y - GAP - natural, 0);
  *place = (GdkRectangle) { 0, top, gtk_widget_get_width (self->root), natural };
  return TRUE;
}

/* A note that can't hold a reason is helped out as long as somebody types there; what is wrong with
 * what is written has all of its words among the advice. */
void
_loom_launch_panel_update_reason (LoomLaunchPanel *self)
{
  LoomField *field = _loom_launch_panel_find_field (self);
  const gboolean is_cut = field != NULL && loom_field_is_refused (field)
                          && loom_field_note_is_cut (find_note (field));

  g_signal_group_set_target (self->typed, field);
  if (is_cut)
    gtk_label_set_label (self->reason, loom_field_get_reason (field));
  gtk_widget_set_visible (GTK_WIDGET (self->reason), is_cut);
  gtk_widget_queue_allocate (GTK_WIDGET (self->overlay));
}

void
_loom_launch_panel_init_reason (LoomLaunchPanel *self)
{
  self->typed = g_signal_group_new (LOOM_TYPE_FIELD);
  g_signal_group_connect_swapped (self->typed, "notify::reason",
                                  G_CALLBACK (_loom_launch_panel_update_reason), self);
  loom_connect (self->overlay, "get-child-position", place_cb, self);
  loom_connect (gtk_scrolled_window_get_vadjustment (self->scroller), "value-changed",
                gtk_widget_queue_allocate, self->overlay);
}
