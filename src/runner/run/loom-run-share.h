#pragma once

#include "loom-run-memory.h"

/* What one device of a split run has of an array: its band and the halo, or all rows of an array
 * that is whole. A variable is one row. */
typedef struct
{
  const LoomPlanArg *arg;
  LoomSplitRange     held;      /* rows */
  gsize              row_size;  /* bytes from a row to the next */
} LoomRunShare;

gboolean loom_run_share_init         (LoomRunShare        *self,
                                      const LoomPlan      *plan,
                                      const LoomPlanArg   *arg,
                                      guint                device);
gsize    loom_run_share_get_size     (const LoomRunShare  *self);
gsize    loom_run_share_get_offset   (const LoomRunShare  *self,
                                      guint64              row);
void     loom_run_share_add_counts   (const LoomRunShare  *self,
                                      const LoomRunPlanes *counted,
                                      const LoomRunPlanes *whole,
                                      guint                writer_size);
