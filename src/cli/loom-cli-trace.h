#pragma once

#include "loom-trace.h"

#include <json-glib/json-glib.h>

char *loom_cli_trace_format (const LoomTrace *trace,
                             const LoomDim3  *block);
void  loom_cli_trace_add    (JsonBuilder     *builder,
                             const LoomTrace *trace);
void  loom_cli_trace_print  (const LoomTrace *trace);
