#pragma once

#include "loom-plan.h"
#include "loom-run.h"

gboolean      loom_run_check_compare (const LoomPlanArg  *arg,
                                      gconstpointer       got,
                                      gconstpointer       expected,
                                      gsize               size,
                                      guint8             *mask,
                                      const gint         *cancel,
                                      LoomRunArray       *array,
                                      GError            **error);
LoomFinding  *loom_run_check_explain (const LoomPlanArg  *arg,
                                      const LoomRunArray *array);
