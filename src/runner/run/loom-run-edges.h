#pragma once

#include "loom-backend.h"
#include "loom-ptx-module.h"

/* Which arrays have the rows that neighbours need before all blocks of a launch have run. */
typedef struct _LoomRunEdges LoomRunEdges;

LoomRunEdges   *loom_run_edges_new  (LoomPtxModule  *module,
                                     LoomPlan       *plan,
                                     guint           n_arrays,
                                     GError        **error);
void            loom_run_edges_free (LoomRunEdges   *self);
const gboolean *loom_run_edges_find (LoomRunEdges   *self,
                                     guint           step,
                                     GPtrArray      *values,
                                     const gint32   *arrays);
void            loom_run_edges_add_doubts (LoomRunEdges *self,
                                     LoomRun        *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomRunEdges, loom_run_edges_free)
