#pragma once

#include "loom-sim-vector-private.h"

#include "loom-finding.h"

/* A muster: where all threads of a block are at one moment, taken when something is wrong with
 * whom they wait for. Counted references, as findings are copied and merged. */

/* block's threads from `first` on, of a batch those of one block. running: whose running lanes are
 * at `at`; NULL: no vector runs. */
LoomSimMuster *loom_sim_muster_new     (const LoomSimBlock  *block,
                                        guint                first,
                                        const LoomSimVector *running,
                                        const LoomSimOp     *at);
LoomSimMuster *loom_sim_muster_ref     (LoomSimMuster       *self);
void           loom_sim_muster_unref   (LoomSimMuster       *self);
/* As groups of threads that are at one place, in finding->threads. */
void           loom_sim_muster_describe (const LoomSimMuster      *self,
                                         const LoomSimLaunchState *launch,
                                         LoomFinding              *finding);
