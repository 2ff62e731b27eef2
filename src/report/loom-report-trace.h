#pragma once

#include "loom-trace.h"

#include <json-glib/json-glib.h>

char *loom_report_trace_format (const LoomTrace *trace,
                                const LoomDim3  *block);
void  loom_report_trace_add    (JsonBuilder     *builder,
                                const LoomTrace *trace);

/* What lines of steps have in common. A value takes as many bytes as a number of eight. */
void  loom_report_trace_add_mask  (JsonBuilder  *builder,
                                   const char   *key,
                                   guint32       mask);
void  loom_report_trace_add_value (JsonBuilder  *builder,
                                   const char   *type,
                                   const guint8 *bytes,
                                   guint         size);
void  loom_report_trace_end_line  (JsonBuilder  *builder,
                                   GString      *text);
