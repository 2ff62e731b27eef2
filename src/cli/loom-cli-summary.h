#pragma once

#include "loom-cli-input.h"
#include "loom-plan.h"
#include "loom-run.h"

G_BEGIN_DECLS

void  loom_cli_summary_print (LoomRun       *run,
                              LoomPlan      *plan,
                              LoomCliInput  *input);

G_END_DECLS
