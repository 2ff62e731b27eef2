#pragma once

#include "loom-run.h"

#include <json-glib/json-glib.h>

/* What a run on a GPU has beside the rest, as members of its report. */
void loom_report_gpu_add             (JsonBuilder   *builder,
                                      const LoomRun *run);
void loom_report_gpu_add_measurement (JsonBuilder   *builder,
                                      const LoomRun *run);
