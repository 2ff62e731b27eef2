#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Decides which rooms of a window are open. In a narrow window the side bars fold away, and come
 * back as they were when there is room again; what is opened while narrow is not remembered.
 * Properties: "folded" (read), "show-editor", "show-launch", "show-drawer". */
#define LOOM_TYPE_LAYOUT (loom_layout_get_type ())
G_DECLARE_FINAL_TYPE (LoomLayout, loom_layout, LOOM, LAYOUT, GObject)

LoomLayout *loom_layout_new        (GSettings   *settings);
void        loom_layout_set_width  (LoomLayout  *self,
                                    int          width,
                                    double       text_scale);
gboolean    loom_layout_get_folded (LoomLayout  *self);

G_END_DECLS
