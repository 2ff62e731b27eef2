#pragma once

#include "loom-sweep.h"

char *loom_report_sweep_format     (const LoomSweep  *sweep,
                                    const GPtrArray  *problems);
char *loom_report_sweep_format_csv (const LoomSweep  *sweep);
