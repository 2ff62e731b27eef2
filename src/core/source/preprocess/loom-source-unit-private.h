#pragma once

#include "loom-source-unit.h"

/* Lines of the unit whose columns are not those of the file. */
typedef struct
{
  guint first, end;
} LoomWrittenOut;

void _loom_source_unit_write_out_calls (LoomSourceUnit *self);
