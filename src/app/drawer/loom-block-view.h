#pragma once

#include "loom-block-map.h"

#include <gtk/gtk.h>

/* The threads of a block by where they are, with a cursor that pointer and keys move. Signal
 * "thread-activated" (guint thread). Signal "mark-changed": another thread stands out, or none. */
#define LOOM_TYPE_BLOCK_VIEW (loom_block_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomBlockView, loom_block_view, LOOM, BLOCK_VIEW, GtkWidget)

void          loom_block_view_take_map   (LoomBlockView *self,
                                          LoomBlockMap  *map);
LoomBlockMap *loom_block_view_get_map    (LoomBlockView *self);
int           loom_block_view_get_marked (LoomBlockView *self);
void          loom_block_view_set_marked (LoomBlockView *self,
                                          int            thread);
