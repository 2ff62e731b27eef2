#pragma once

#include "loom-sim-coverage-private.h"
#include "loom-sim-level-private.h"

#define loom_sim_coverage_access LOOM_SIM_ISA (loom_sim_coverage_access)
#define loom_sim_coverage_count LOOM_SIM_ISA (loom_sim_coverage_count)
#define loom_sim_coverage_rows LOOM_SIM_ISA (loom_sim_coverage_rows)
#define loom_sim_coverage_settle LOOM_SIM_ISA (loom_sim_coverage_settle)

/* Counts an access by lanes of a vector before it is made. pieces: in lane order, each within one
 * object. */
void loom_sim_coverage_access (LoomSimTracker     *self,
                               LoomSimVector      *v,
                               const LoomSimOp    *op,
                               const LoomSimPiece *pieces,
                               guint               n_pieces);
/* Counts an access's pieces, lane 0 being thread `first`. */
void loom_sim_coverage_count  (LoomSimTracker     *self,
                               const LoomSimOp    *op,
                               const LoomSimPiece *pieces,
                               guint               n_pieces,
                               guint64             first);

/* loom-sim-coverage-rows.c */
/* Counts one by the running lanes of a vector, whose groups lie side by side or at one place each
 * as their survey says, the lowest of all lanes' places at an offset. */
void loom_sim_coverage_rows   (LoomSimTracker     *self,
                               LoomSimVector      *v,
                               const LoomSimOp    *op,
                               guint32             slot,
                               guint64             offset);
void loom_sim_coverage_settle (LoomSimTracker     *self,
                               gboolean            stands);
