#pragma once

#include "loom-plan.h"
#include "loom-run.h"

#include <json-glib/json-glib.h>

void  loom_report_cell_add (JsonBuilder           *builder,
                            const LoomCellHistory *history,
                            LoomPlan              *plan);
