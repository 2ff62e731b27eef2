#pragma once

#include "loom-replay.h"

void  loom_cli_trace_print (const LoomTrace *trace);
void  loom_cli_trace_print_replay (const LoomReplay *replay);
