#pragma once

#include "loom-plan.h"
#include "loom-run.h"

G_BEGIN_DECLS

void  loom_run_hints_add            (LoomRun   *run,
                                     LoomPlan  *plan);
void  loom_run_hints_add_serialised (LoomRun   *run);

G_END_DECLS
