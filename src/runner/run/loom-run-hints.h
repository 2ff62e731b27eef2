#pragma once

#include "loom-plan.h"
#include "loom-run.h"

void  loom_run_hints_add            (LoomRun   *run,
                                     LoomPlan  *plan);
void  loom_run_hints_add_serialised (LoomRun   *run);
void  loom_run_hints_add_unseen     (LoomRun   *run,
                                     const char *why);
