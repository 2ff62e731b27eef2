#pragma once

#include "loom-pane.h"

/* The picture of a run, with what chooses and explains it: array, lens, plane, zoom, the sentence,
 * the read-out. It renders a LoomViewState, and hands to it what is chosen here.
 *
 * Properties: "session" (LoomSession, set once; its view state takes the place of the pane's own);
 * "origin-lower", "borders", "pystencils", "table" (gboolean: the cells as rows instead),
 * "colormap" (its name).
 *
 * ## Actions
 * picture.lens (s), picture.plane (i: so many planes on), picture.export, picture.save-array,
 * picture.print, and the properties picture.origin-lower, -borders, -pystencils, -colormap; zooming
 * is the grid view's, passed on for the buttons of the pane. */
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
