#pragma once

#include <gtk/gtk.h>

/* What stands out in a picture of cells or threads: frames that are seen on every colour. */

/* Of what stopped a kernel, and of the thread that is selected; white on it is read at 6:1. */
extern const GdkRGBA loom_mark_alarm;

void loom_mark_append_outline (GtkSnapshot           *snapshot,
                               const graphene_rect_t *rect,
                               float                  width);
void loom_mark_append_frame   (GtkSnapshot           *snapshot,
                               const graphene_rect_t *rect);
void loom_mark_append_thread  (GtkSnapshot           *snapshot,
                               const graphene_rect_t *rect);
