#pragma once

#include "loom-picture.h"

#include <gtk/gtk.h>

/* A picture that can be zoomed, panned and asked about its cells.
 *
 * Signals: "picture-changed", "zoom-changed"; "hovered", "pinned" (or let go, a thread as well):
 * ask loom_grid_view_get_hover () or _get_pin () for the cell; "painted": ask _get_painted () for
 * the cells; "thread-chosen" (guint64): a thread beside the array was clicked.
 *
 * ## Actions and keys
 * picture.zoom-in, picture.zoom-out, picture.zoom-fit: Ctrl with +, -, 0. Arrows, Home, End move a
 * cursor over the cells, Return pins, Escape unpins; while cells are painted, Shift with them marks
 * some, Return or a drag paints what is marked, a click one cell. The keys 1 … 9 and 0,
 * alone or with modifiers, activate "picture.lens" with the lens's name, n "picture.next-lens"
 * (with Shift back), m, r, d, x and u "picture.next" with the kind of cell (with Shift
 * "picture.previous"), t "win.show-trap-thread",
 * a, s, b, f "win.pin-run" and the ways to compare with it, h "picture.strip",
 * c, v, w, l and the key of menus actions on the cell and its colours, `[` `]` `{` `}` "win.scale"
 * with "block-x-half" and so on: somebody further up has these actions.
 *
 * ## CSS nodes
 * One node, gridview.
 *
 * ## Accessibility
 * Role img; the label says array and lens, and the cell under the cursor; the description is the
 * sentence. */
#define LOOM_TYPE_GRID_VIEW (loom_grid_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomGridView, loom_grid_view, LOOM, GRID_VIEW, GtkWidget)

/* Cells side by side. */
typedef struct
{
  guint64 col, row, n;
} LoomGridSpan;

LoomPicture *loom_grid_view_get_picture (LoomGridView *self);
void         loom_grid_view_set_picture (LoomGridView *self,
                                         LoomPicture  *picture);
double       loom_grid_view_get_zoom    (LoomGridView *self);
gboolean     loom_grid_view_get_hover   (LoomGridView *self,
                                         guint64      *col,
                                         guint64      *row);
gboolean     loom_grid_view_get_pin     (LoomGridView *self,
                                         guint64      *col,
                                         guint64      *row);
void         loom_grid_view_pin         (LoomGridView *self,
                                         guint64       col,
                                         guint64       row);
void         loom_grid_view_unpin       (LoomGridView *self);
void         loom_grid_view_enter_pin   (LoomGridView *self);
void         loom_grid_view_get_pin_area (LoomGridView *self,
                                          GdkRectangle *area);
gboolean     loom_grid_view_pick        (LoomGridView *self,
                                         double        x,
                                         double        y,
                                         guint64      *col,
                                         guint64      *row);
guint64      loom_grid_view_find_ghost  (LoomGridView *self,
                                         double        x,
                                         double        y);
char        *loom_grid_view_dup_ghost_text (LoomGridView *self);
void         loom_grid_view_set_painting (LoomGridView *self,
                                          gboolean      paints);
char        *loom_grid_view_dup_marked_text (LoomGridView *self);
gboolean     loom_grid_view_get_painted (LoomGridView *self,
                                         guint64       cols[2],
                                         guint64       rows[2]);

/* Beside another view. */
void         loom_grid_view_link         (LoomGridView *self,
                                          LoomGridView *peer);
void         loom_grid_view_set_name     (LoomGridView *self,
                                          const char   *name);
void         loom_grid_view_set_picture_with (LoomGridView *self,
                                          LoomPicture  *picture,
                                          LoomPicture  *companion);
void         loom_grid_view_set_legend   (LoomGridView *self,
                                          gboolean      has_legend);

void         loom_grid_view_set_footprint (LoomGridView        *self,
                                           const LoomGridSpan  *spans,
                                           guint                n,
                                           const char          *why);

guint64    loom_grid_view_get_thread  (LoomGridView *self);
void       loom_grid_view_set_thread  (LoomGridView *self,
                                       guint64       thread);
void       loom_grid_view_let_thread_go (LoomGridView *self);
