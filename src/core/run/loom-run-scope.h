#pragma once

#include "loom-evaluator.h"
#include "loom-run.h"

void loom_scope_add_run (LoomScope *self,
                         LoomRun   *run,
                         gint       shown);
