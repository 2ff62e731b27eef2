#pragma once

#include "loom-pane.h"

/* What runs look for, each with a switch, what it finds, what it costs and its key; or why it is
 * not to be had where the kernel runs. The switches are actions of the window: loom-analyses.h. */
#define LOOM_TYPE_ANALYSE_PANE (loom_analyse_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomAnalysePane, loom_analyse_pane, LOOM, ANALYSE_PANE, LoomPane)
