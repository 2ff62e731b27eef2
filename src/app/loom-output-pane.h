#pragma once

#include "loom-session.h"

#include "loom-pane.h"

G_BEGIN_DECLS

/* What the kernel printed, with a filter and a button that copies.
 * Property "session" (LoomSession, set once). */
#define LOOM_TYPE_OUTPUT_PANE (loom_output_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomOutputPane, loom_output_pane, LOOM, OUTPUT_PANE, LoomPane)

G_END_DECLS
