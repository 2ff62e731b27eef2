#pragma once

#include "loom-source-unit.h"

G_BEGIN_DECLS

/* Lines of the unit whose columns are not those of the file. */
typedef struct
{
  guint first, end;
} LoomWrittenOut;

void _loom_source_unit_write_out_calls (LoomSourceUnit *self);

G_END_DECLS
