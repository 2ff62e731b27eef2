#pragma once

#include "loom-pane.h"

G_BEGIN_DECLS

/* The runs of a window as jobs, and everything about the one that is selected. */
#define LOOM_TYPE_RUN_PANE (loom_run_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomRunPane, loom_run_pane, LOOM, RUN_PANE, LoomPane)

G_END_DECLS
