#pragma once

#include "loom-run.h"

void      loom_cli_steps_print  (LoomRun     *run);
LoomRun  *loom_cli_steps_rewind (LoomRun     *run,
                                 guint64      moment,
                                 GError     **error);
