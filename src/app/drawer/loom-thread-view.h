#pragma once

#include "loom-thread-map.h"

#include <gtk/gtk.h>

/* The launched grid as a picture that can be zoomed and panned, with a cursor that keys move and a
 * thread that is selected.
 *
 * Signals: "told-changed": loom_thread_view_get_told () is another thread; "thread-activated"
 * (guint64 thread): that one was clicked, or Return was pressed at it.
 *
 * ## Keys
 * Arrows move the cursor by a thread, with Ctrl by a block, Home and End to the ends of a row,
 * Return selects; Ctrl with +, -, 0 zooms.
 *
 * ## Accessibility
 * Role img; the label is what is known of the thread under the cursor, the description what became
 * of all threads and which are marked. */
#define LOOM_TYPE_THREAD_VIEW (loom_thread_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomThreadView, loom_thread_view, LOOM, THREAD_VIEW, GtkWidget)

void           loom_thread_view_take_map     (LoomThreadView *self,
                                              LoomThreadMap  *map);
LoomThreadMap *loom_thread_view_get_map      (LoomThreadView *self);
guint64        loom_thread_view_get_told     (LoomThreadView *self);
void           loom_thread_view_set_selected (LoomThreadView *self,
                                              guint64         thread);
void           loom_thread_view_set_marked   (LoomThreadView *self,
                                              const guint64  *threads,
                                              guint           n,
                                              const char     *why);
