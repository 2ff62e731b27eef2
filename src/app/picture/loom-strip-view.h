#pragma once

#include "loom-strip.h"

#include <gtk/gtk.h>

/* The histogram of a picture, and the numbers along the row and the column of the cell that is
 * meant. A click on a line tells of the cell there: "picked" (guint64 col, guint64 row).
 *
 * ## CSS nodes
 * One node, stripview.
 *
 * ## Accessibility
 * Role img; the label says what each of the three shows. */
#define LOOM_TYPE_STRIP_VIEW (loom_strip_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomStripView, loom_strip_view, LOOM, STRIP_VIEW, GtkWidget)

void loom_strip_view_set_picture (LoomStripView       *self,
                                  LoomPicture         *picture);
void loom_strip_view_set_cell    (LoomStripView       *self,
                                  const LoomStripCell *cell);
