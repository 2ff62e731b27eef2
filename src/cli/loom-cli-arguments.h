#pragma once

#include "loom-run.h"

#include <json-glib/json-glib.h>

void loom_cli_arguments_add (JsonBuilder *builder,
                             LoomRun     *run);
