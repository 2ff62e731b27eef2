#pragma once

#include "loom-run.h"

G_BEGIN_DECLS

/* What remains of a run when its arrays are let go of, and what that gains. */
LoomRun *loom_run_new_figures (const LoomRun *self);
guint64  loom_run_get_size    (const LoomRun *self);

G_END_DECLS
