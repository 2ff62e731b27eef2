#pragma once

#include "loom-run.h"

#include <json-glib/json-glib.h>

/* What a run on a GPU has beside the rest, as members of its report. */
void loom_cli_gpu_add (JsonBuilder   *builder,
                       const LoomRun *run);
