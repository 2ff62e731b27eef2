#pragma once

#include "loom-plan.h"
#include "loom-run-totals.h"
#include "loom-runner-client.h"

G_BEGIN_DECLS

/* A job goes from one to a later one, but for a waiting one whose source is compiled once more. */
typedef enum
{
  LOOM_RUN_JOB_QUEUED,          /* waits for another */
  LOOM_RUN_JOB_COMPILING,       /* waits for its source */
  LOOM_RUN_JOB_RUNNING,         /* also while it is stopping */
  LOOM_RUN_JOB_DONE,
  LOOM_RUN_JOB_FAILED,          /* there is no result, or that of a kernel that trapped */
  LOOM_RUN_JOB_CANCELLED,
} LoomRunJobState;

#define LOOM_TYPE_RUN_JOB_STATE (loom_run_job_state_get_type ())

GType loom_run_job_state_get_type (void) G_GNUC_CONST;

/* What a run was a launch of. */
typedef struct
{
  char      *kernel;
  LoomDim3   block, grid;
  guint64    shared;
} LoomRunJobLaunch;

/* One launch on one device, from the moment it is asked for: it runs and can be cancelled, and it
 * knows from what it is made, how far it is, what became of it, how long it took and what it adds
 * up to; its result as long as that is kept, and the figures of that from then on. Property
 * "state", notified with each step as well. Signal "ended" (LoomRun *, GError *): one of both is
 * NULL. Main thread. */
#define LOOM_TYPE_RUN_JOB (loom_run_job_get_type ())
G_DECLARE_FINAL_TYPE (LoomRunJob, loom_run_job, LOOM, RUN_JOB, GObject)

LoomRunJob      *loom_run_job_new         (const char       *backend);
void             loom_run_job_set_key     (LoomRunJob       *self,
                                           GVariant         *key);
gboolean         loom_run_job_has_key     (LoomRunJob       *self,
                                           GVariant         *key);
void             loom_run_job_set_plan    (LoomRunJob       *self,
                                           const LoomPlan   *plan);
const LoomRunJobLaunch *loom_run_job_get_launch (LoomRunJob *self);
const LoomRunTotals *loom_run_job_get_totals (LoomRunJob *self);
void             loom_run_job_start       (LoomRunJob       *self);
void             loom_run_job_run         (LoomRunJob       *self,
                                           LoomRunnerClient *client,
                                           LoomCompiled     *compiled,
                                           LoomPlan         *plan,
                                           const LoomRunOptions *options,
                                           const char       *folder);
void             loom_run_job_cancel      (LoomRunJob       *self);
gboolean         loom_run_job_is_stopping (LoomRunJob       *self);
guint            loom_run_job_get_age_ms  (LoomRunJob       *self);
void             loom_run_job_set_compiling (LoomRunJob     *self,
                                             gboolean        is_compiling);
void             loom_run_job_set_step    (LoomRunJob       *self,
                                           LoomStepKind      step);
LoomStepKind     loom_run_job_get_step    (LoomRunJob       *self);
void             loom_run_job_finish      (LoomRunJob       *self,
                                           LoomRun          *run,
                                           const GError     *error);
void             loom_run_job_forget      (LoomRunJob       *self);
const char      *loom_run_job_get_backend (LoomRunJob       *self);
LoomRunJobState  loom_run_job_get_state   (LoomRunJob       *self);
LoomRun         *loom_run_job_get_run     (LoomRunJob       *self);
LoomRun         *loom_run_job_get_figures (LoomRunJob       *self);
const char      *loom_run_job_get_error   (LoomRunJob       *self);
double           loom_run_job_get_ms      (LoomRunJob       *self);
double           loom_run_job_get_kernel_ms (LoomRunJob     *self,
                                             LoomFidelity   *fidelity);
char            *loom_run_job_dup_time    (LoomRunJob       *self);
gboolean         loom_run_job_get_by_hand (LoomRunJob       *self);
void             loom_run_job_set_by_hand (LoomRunJob       *self,
                                           gboolean          by_hand);

G_END_DECLS
