#pragma once

#include "loom-plan.h"
#include "loom-run-totals.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  LOOM_RECORD_QUEUED,
  LOOM_RECORD_COMPILING,
  LOOM_RECORD_RUNNING,
  LOOM_RECORD_DONE,
  LOOM_RECORD_FAILED,
  LOOM_RECORD_CANCELLED,
} LoomRecordState;

#define LOOM_TYPE_RECORD_STATE (loom_record_state_get_type ())

GType loom_record_state_get_type (void) G_GNUC_CONST;

/* What a run was a launch of. */
typedef struct
{
  char      *kernel;
  LoomDim3   block, grid;
  guint64    shared;
} LoomRecordLaunch;

/* One run as a job: of what, on what, what became of it, how long it took, what it adds up to; its
 * result as long as that is kept, and the figures of that from then on. Property "state", notified
 * with each step as well; main thread. */
#define LOOM_TYPE_RUN_RECORD (loom_run_record_get_type ())
G_DECLARE_FINAL_TYPE (LoomRunRecord, loom_run_record, LOOM, RUN_RECORD, GObject)

LoomRunRecord   *loom_run_record_new         (const char       *backend);
void             loom_run_record_set_plan    (LoomRunRecord    *self,
                                              const LoomPlan   *plan);
const LoomRecordLaunch *loom_run_record_get_launch (LoomRunRecord *self);
const LoomRunTotals *loom_run_record_get_totals (LoomRunRecord *self);
void             loom_run_record_start       (LoomRunRecord    *self);
void             loom_run_record_set_compiling (LoomRunRecord  *self,
                                                gboolean        is_compiling);
void             loom_run_record_set_step    (LoomRunRecord    *self,
                                              LoomStepKind      step);
LoomStepKind     loom_run_record_get_step    (LoomRunRecord    *self);
void             loom_run_record_finish      (LoomRunRecord    *self,
                                              LoomRun          *run,
                                              const GError     *error);
void             loom_run_record_forget      (LoomRunRecord    *self);
const char      *loom_run_record_get_backend (LoomRunRecord    *self);
LoomRecordState  loom_run_record_get_state   (LoomRunRecord    *self);
LoomRun         *loom_run_record_get_run     (LoomRunRecord    *self);
LoomRun         *loom_run_record_get_figures (LoomRunRecord    *self);
const char      *loom_run_record_get_error   (LoomRunRecord    *self);
double           loom_run_record_get_ms      (LoomRunRecord    *self);
double           loom_run_record_get_kernel_ms (LoomRunRecord  *self,
                                                LoomFidelity   *fidelity);
char            *loom_run_record_dup_time    (LoomRunRecord    *self);
gboolean         loom_run_record_get_by_hand (LoomRunRecord    *self);
void             loom_run_record_set_by_hand (LoomRunRecord    *self,
                                              gboolean          by_hand);

G_END_DECLS
