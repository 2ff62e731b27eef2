#pragma once

#include <gio/gio.h>

/* Decides which rooms of a window are open. Beside the picture a narrow window has room for one
 * side bar: to open one closes the other, and which one it was is remembered apart from what a wide
 * window shows. The drawer opens by itself for something to read, where there is height enough for
 * it, until a person opens or shuts it.
 * Properties: "folded" and "compact" (read), "show-editor", "show-launch", "show-drawer". */
#define LOOM_TYPE_LAYOUT (loom_layout_get_type ())
G_DECLARE_FINAL_TYPE (LoomLayout, loom_layout, LOOM, LAYOUT, GObject)

LoomLayout *loom_layout_new              (GSettings   *settings);
void        loom_layout_set_size         (LoomLayout  *self,
                                          int          width,
                                          int          height,
                                          double       text_scale);
gboolean    loom_layout_offer_drawer     (LoomLayout  *self);
gboolean    loom_layout_get_folded       (LoomLayout  *self);
gboolean    loom_layout_get_compact      (LoomLayout  *self);
int         loom_layout_get_editor_width (LoomLayout  *self);
void        loom_layout_set_editor_width (LoomLayout  *self,
                                          int          width);
