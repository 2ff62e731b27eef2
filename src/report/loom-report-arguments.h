#pragma once

#include "loom-plan.h"
#include "loom-run.h"

#include <json-glib/json-glib.h>

void  loom_report_arguments_add    (JsonBuilder *builder,
                                    LoomRun     *run,
                                    LoomPlan    *plan);
char *loom_report_arguments_format (LoomRun     *run,
                                    LoomPlan    *plan);
