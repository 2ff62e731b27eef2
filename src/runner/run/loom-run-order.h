#pragma once

#include "loom-plan.h"
#include "loom-run.h"

/* What streams and events order, and which steps touch an array in no order. */
typedef struct _LoomRunOrder LoomRunOrder;

LoomRunOrder *loom_run_order_new   (LoomPlan      *plan,
                                    LoomRun       *run);
void          loom_run_order_free  (LoomRunOrder  *self);
void          loom_run_order_step  (LoomRunOrder  *self,
                                    guint          index);
void          loom_run_order_join  (LoomRunOrder  *self);
guint         loom_run_order_find_stream (const LoomRun      *run,
                                          const LoomPlanStep *step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomRunOrder, loom_run_order_free)
