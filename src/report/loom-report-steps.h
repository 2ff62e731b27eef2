#pragma once

#include "loom-run.h"

#include <json-glib/json-glib.h>

void loom_report_steps_add (JsonBuilder *builder,
                            LoomRun     *run);
