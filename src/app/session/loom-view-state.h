#pragma once

#include "loom-document.h"
#include "loom-picture.h"

#include <gio/gio.h>

/* One cell of the array that is shown. */
typedef struct
{
  guint64 col, row, plane;
} LoomCell;

/* How the runs of a session are looked at: which run is shown, how, and what is selected in it.
 * It alone decides between what `[view]` says and what was chosen by hand. Text and view go one
 * way: a line of `[view]` that changes changes the view; what is chosen goes into the text when
 * that is saved. What the desktop decides (a dark background, larger words) is no part of it.
 *
 * Of a run with steps it shows one of the moments that were kept, at first the last.
 *
 * Properties, all read only and pointers: "view" (const LoomView *; notified also when another run
 * or moment is shown), "pin" (const LoomCell *), "thread" (const LoomSite *); and "painting"
 * (gboolean).
 * Signal "painted" (const LoomCell *, const LoomCell *): the cells from the one to the other. */
#define LOOM_TYPE_VIEW_STATE (loom_view_state_get_type ())
G_DECLARE_FINAL_TYPE (LoomViewState, loom_view_state, LOOM, VIEW_STATE, GObject)

/* The session's, which tells of its text and its runs. */
void            loom_view_state_begin_document  (LoomViewState   *self);
void            loom_view_state_take_document   (LoomViewState   *self,
                                                 LoomDocument    *document);
void            loom_view_state_take_run        (LoomViewState   *self,
                                                 LoomRun         *run,
                                                 gboolean         is_stale);
char           *loom_view_state_write           (LoomViewState   *self,
                                                 const char      *text);

LoomRun        *loom_view_state_get_run         (LoomViewState   *self);
gboolean        loom_view_state_is_behind       (LoomViewState   *self);
const LoomType *loom_view_state_get_struct_type (LoomViewState   *self);
const LoomView *loom_view_state_get_view        (LoomViewState   *self);
void            loom_view_state_set_view        (LoomViewState   *self,
                                                 const LoomView  *view);

/* Moments of the steps, as an index: those that are kept, and behind them the end. */
guint           loom_view_state_count_moments   (LoomViewState   *self);
guint           loom_view_state_get_moment      (LoomViewState   *self);
void            loom_view_state_set_moment      (LoomViewState   *self,
                                                 guint            moment);

gboolean        loom_view_state_get_moment_number (LoomViewState *self,
                                                 guint64         *number);

/* The run that is shown with what differs in another, through a lens. */
void            loom_view_state_show_differences (LoomViewState  *self,
                                                 LoomRun         *run,
                                                 LoomLens         lens);
void            loom_view_state_hide_differences (LoomViewState  *self,
                                                 LoomLens         lens);

void            loom_view_state_show_result     (LoomViewState   *self,
                                                 const char      *name,
                                                 LoomArray       *array);

/* What a person chooses. */
void            loom_view_state_choose          (LoomViewState   *self,
                                                 const LoomView  *view);
void            loom_view_state_choose_lens     (LoomViewState   *self,
                                                 LoomLens         lens);
void            loom_view_state_await_lens      (LoomViewState   *self,
                                                 LoomLens         lens);
void            loom_view_state_choose_member   (LoomViewState   *self,
                                                 guint            member);

/* What is selected: a cell or a thread. */
const LoomCell *loom_view_state_get_pin         (LoomViewState   *self);
void            loom_view_state_set_pin         (LoomViewState   *self,
                                                 const LoomCell  *cell);
const LoomSite *loom_view_state_get_thread      (LoomViewState   *self);
void            loom_view_state_set_thread      (LoomViewState   *self,
                                                 const LoomSite  *thread);

/* Cells that are painted rather than selected. */
gboolean        loom_view_state_get_painting    (LoomViewState   *self);
void            loom_view_state_set_painting    (LoomViewState   *self,
                                                 gboolean         painting);
void            loom_view_state_paint           (LoomViewState   *self,
                                                 const LoomCell  *from,
                                                 const LoomCell  *to);
