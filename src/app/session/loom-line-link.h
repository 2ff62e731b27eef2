#pragma once

#include <gio/gio.h>

/* One line of the source, and what was made from it: where the cursor of the editor is, which line
 * of it the pointer is over, and which line somebody points at elsewhere. The session's; the editor
 * and the page of the PTX share it.
 *
 * Properties: "cursor", "hovered" and "marked" (guint, lines from 1; 0: none). */
#define LOOM_TYPE_LINE_LINK (loom_line_link_get_type ())
G_DECLARE_FINAL_TYPE (LoomLineLink, loom_line_link, LOOM, LINE_LINK, GObject)

guint loom_line_link_get_cursor (LoomLineLink *self);
void  loom_line_link_set_cursor (LoomLineLink *self,
                                 guint         line);
guint loom_line_link_get_hovered (LoomLineLink *self);
void  loom_line_link_set_hovered (LoomLineLink *self,
                                  guint         line);
guint loom_line_link_get_marked (LoomLineLink *self);
void  loom_line_link_set_marked (LoomLineLink *self,
                                 guint         line);
