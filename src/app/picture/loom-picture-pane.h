#pragma once

#include "loom-pane.h"

/* The picture of a run, with what chooses and explains it: array, lens, plane, zoom, the sentence,
 * the read-out. It renders a LoomViewState, and hands to it what is chosen here.
 *
 * Properties: "session" (LoomSession, set once; its view state takes the place of the pane's own);
 * "origin-lower", "borders", "pystencils", "table" (gboolean: the cells as rows instead), "strip"
 * (gboolean: histogram, row and column under it),
 * "colormap" (its name), "limits" (as a document has them; empty: all values), "logarithmic".
 *
 * ## Actions
 * picture.lens (s), picture.next-lens (i: forth or back), picture.plane (i: so many planes on),
 * picture.play-planes, picture.next and picture.previous (s: a kind of cell), picture.menu, .unpin
 * and .show-writer (of the pinned cell),
 * picture.copy-picture, -values, -readout, -value, picture.choose-limits, picture.export,
 * picture.save-array, picture.print, picture.switch-on (what a lens needs), and the properties
 * picture.origin-lower, -borders, -pystencils, -colormap, -limits, -logarithmic, -table, -strip;
 * zooming is the grid view's, passed on for the buttons of the pane. */
#define LOOM_TYPE_PICTURE_PANE (loom_picture_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomPicturePane, loom_picture_pane, LOOM, PICTURE_PANE, LoomPane)

LoomViewState  *loom_picture_pane_get_view_state (LoomPicturePane *self);
void            loom_picture_pane_export         (LoomPicturePane *self);
void            loom_picture_pane_save_array     (LoomPicturePane *self);
gboolean        loom_picture_pane_focus          (LoomPicturePane *self);
void            loom_picture_pane_print          (LoomPicturePane *self);

/* The operation without its dialog, for whoever prints to a file. */
GtkPrintOperation *
                loom_picture_pane_create_print (LoomPicturePane *self);
