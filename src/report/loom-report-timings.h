#pragma once

#include "loom-run.h"

#include <json-glib/json-glib.h>

void      loom_report_timings_add          (JsonBuilder        *builder,
                                            const LoomTimings  *timings);
gboolean  loom_report_timings_check_name   (const char         *path,
                                            GError            **error);
gboolean  loom_report_timings_write        (const LoomRun      *run,
                                            const char         *path,
                                            GError            **error);
