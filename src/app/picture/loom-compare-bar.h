#pragma once

#include "loom-pane.h"

/* Which run is pinned, and the ways to look at it together with the one that is shown; hidden while
 * none is. Its buttons are actions of the window.
 *
 * ## CSS nodes
 * One node, loomcomparebar. */
#define LOOM_TYPE_COMPARE_BAR (loom_compare_bar_get_type ())
G_DECLARE_FINAL_TYPE (LoomCompareBar, loom_compare_bar, LOOM, COMPARE_BAR, LoomPane)
