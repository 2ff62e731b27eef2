#pragma once

#include "loom-comparison.h"

/* What two runs came to beside each other: lines for people, or JSON. */
char *loom_cli_compare_format_text (const LoomComparison *comparison);
char *loom_cli_compare_format_json (const LoomComparison *comparison);
