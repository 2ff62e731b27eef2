#pragma once

#include "loom-document.h"
#include "loom-plan.h"
#include "loom-run.h"

#include <json-glib/json-glib.h>

/* A run, or why there was none, as JSON: the keys in a fixed order, numbers in the C format. */
char *loom_report_format_run     (LoomRun           *run,
                                  LoomPlan          *plan,
                                  LoomDocument      *document,
                                  LoomCompiled      *compiled,
                                  GPtrArray         *outcomes,
                                  const char        *from,
                                  gboolean           arguments);
char *loom_report_format_failure (const char        *backend,
                                  const char        *kernel,
                                  const GError      *error,
                                  LoomCompiled      *compiled);
void  loom_report_add_finding    (JsonBuilder       *builder,
                                  const LoomFinding *finding);
