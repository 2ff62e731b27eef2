#pragma once

#include "loom-run.h"

/* What one array of a run adds up to. */
typedef struct
{
  char            *name;
  LoomArrayCounts  counts;
  gboolean         has_writes, has_reads;       /* they were counted */
  guint64          compared, mismatches;        /* against a reference */
} LoomArrayTotals;

/* What the lenses of a run add up to, which is small and outlives its arrays. Immutable. */
typedef struct
{
  LoomFidelity  fidelity;
  guint64       threads;
  gint64        idle_threads;   /* that stored to no array and no variable; -1: not counted */
  GPtrArray    *arrays;         /* (element-type LoomArrayTotals) */
} LoomRunTotals;

LoomRunTotals *loom_run_totals_new  (LoomRun       *run);
void           loom_run_totals_free (LoomRunTotals *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomRunTotals, loom_run_totals_free)
