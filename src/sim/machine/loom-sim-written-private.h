#pragma once

#include "loom-ptx-module.h"
#include "loom-trace.h"

/* The registers that an instruction writes, at most LOOM_TRACE_MAX_REGISTERS; returns how many. */
guint loom_sim_list_written (const LoomPtxInstruction *instruction,
                             gint32                   *registers);
