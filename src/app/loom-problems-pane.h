#pragma once

#include "loom-session.h"

#include "loom-pane.h"

G_BEGIN_DECLS

/* The problems of a session as a list; a row jumps to its line, its button mends it.
 * Property "session" (LoomSession, set once). */
#define LOOM_TYPE_PROBLEMS_PANE (loom_problems_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomProblemsPane, loom_problems_pane, LOOM, PROBLEMS_PANE, LoomPane)

G_END_DECLS
