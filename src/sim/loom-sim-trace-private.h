#pragma once

#include "loom-sim-block-private.h"

#include "loom-trace.h"

G_BEGIN_DECLS

/* Puts names to what was traced: instructions with their lines and registers, arrays. */
typedef struct _LoomSimTraceNames LoomSimTraceNames;

LoomSimTraceNames *loom_sim_trace_names_new  (const LoomSimLaunchState *launch,
                                              LoomTrace                *trace);
void               loom_sim_trace_names_free (LoomSimTraceNames        *self);
/* Adds a step to the trace; lanes that were not active are left out. */
void               loom_sim_trace_names_add  (LoomSimTraceNames        *self,
                                              const LoomPtxInstruction *instruction,
                                              LoomTraceStep            *step,
                                              LoomTraceLane            *lanes,
                                              guint                     n_lanes);

/* The registers that an instruction writes, at most LOOM_TRACE_MAX_REGISTERS; returns how many. */
guint              loom_sim_trace_list_written (const LoomPtxInstruction *instruction,
                                                gint32                   *registers);

G_END_DECLS
