#pragma once

#include "loom-plan.h"
#include "loom-run.h"

void  loom_cli_cell_print (const LoomCellHistory *history,
                           LoomPlan              *plan);
