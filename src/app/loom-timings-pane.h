#pragma once

#include "loom-session.h"

#include "loom-pane.h"

G_BEGIN_DECLS

/* How long each step of the last run took, with where each number comes from.
 * Property "session" (LoomSession, set once). */
#define LOOM_TYPE_TIMINGS_PANE (loom_timings_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomTimingsPane, loom_timings_pane, LOOM, TIMINGS_PANE, LoomPane)

G_END_DECLS
