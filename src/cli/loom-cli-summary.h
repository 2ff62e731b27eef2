#pragma once

#include "loom-cli-input.h"
#include "loom-plan.h"
#include "loom-run.h"

void  loom_cli_summary_print (LoomRun       *run,
                              LoomPlan      *plan,
                              LoomCliInput  *input,
                              const char    *sentence);
void  loom_cli_summary_print_warnings (LoomCliInput *input,
                                       GPtrArray    *findings);
