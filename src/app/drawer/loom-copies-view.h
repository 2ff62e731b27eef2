#pragma once

#include "loom-pane.h"

/* Which GPU reaches the memory of which, and how fast memory is copied, as tables with a button
 * that measures. Follows the session's run settings and "copies"; not shown without a
 * GPU.
 * Signal "measure" (gboolean start): the button was pressed. */
#define LOOM_TYPE_COPIES_VIEW (loom_copies_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomCopiesView, loom_copies_view, LOOM, COPIES_VIEW, LoomPane)
