#pragma once

#include "loom-timing-strip.h"

#include <gtk/gtk.h>

/* The samples of a run's kernel, with a cursor that pointer and keys move. Signal "mark-changed":
 * another sample stands out. */
#define LOOM_TYPE_TIMING_VIEW (loom_timing_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomTimingView, loom_timing_view, LOOM, TIMING_VIEW, GtkWidget)

void  loom_timing_view_take_strip (LoomTimingView  *self,
                                   LoomTimingStrip *strip);
char *loom_timing_view_dup_text   (LoomTimingView  *self);
