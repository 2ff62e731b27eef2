#pragma once

#include "loom-sass.h"

char *loom_cli_format_sass (const LoomSass *sass);
