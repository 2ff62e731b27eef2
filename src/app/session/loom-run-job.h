#pragma once

#include "loom-chain.h"
#include "loom-run-origin.h"
#include "loom-run-totals.h"
#include "loom-runner-client.h"

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

/* What a run was a launch of. */
typedef struct
{
  char      *kernel;
  LoomDim3   block, grid;
  guint64    shared;
} LoomRunJobLaunch;

/* What is known of a job. Read only. */
typedef struct
{
  char                   *backend;      /* that runs it */
  LoomRunJobState         state;
  LoomStepKind            step;         /* while it runs, if it is known, else LOOM_N_STEPS */
  gboolean                by_hand;      /* somebody asked for it, and not an edit */
  guint                   links;        /* of the chain of its document */
  gboolean                links_wait;   /* for somebody who asks: an edit ran it */
  GPtrArray              *outcomes;     /* (element-type LoomLinkOutcome) of these, or NULL */
  const LoomRunJobLaunch *launch;       /* NULL: not known yet */
  LoomRun                *run;          /* the result while it is kept, or NULL */
  LoomRun                *figures;      /* that, or what loom_run_new_figures() keeps of it; NULL:
                                           there is no result */
  LoomRunTotals          *totals;       /* of the result, once they are added up, or NULL */
  char                   *error;        /* why it failed, or NULL */
  double                  kernel_ms;    /* median of the samples; negative: none */
  LoomFidelity            fidelity;     /* of the samples */
} LoomRunJobStatus;

/* One launch on one device, from the moment it is asked for: it runs and can be cancelled, and it
 * knows from what it is made, how far it is, what became of it, how long it took and what it adds
 * up to; its result as long as that is kept, and the figures of that from then on. Signals
 * "changed", with each state and each step, and "ended" (LoomRun *, GError *): one of both is
 * NULL. Main thread. */
#define LOOM_TYPE_RUN_JOB (loom_run_job_get_type ())
G_DECLARE_FINAL_TYPE (LoomRunJob, loom_run_job, LOOM, RUN_JOB, GObject)

LoomRunJob      *loom_run_job_new         (const char       *backend);
const LoomRunJobStatus *loom_run_job_get_status (LoomRunJob *self);
void             loom_run_job_set_key     (LoomRunJob       *self,
                                           GVariant         *key);
gboolean         loom_run_job_has_key     (LoomRunJob       *self,
                                           GVariant         *key);
void             loom_run_job_set_document (LoomRunJob      *self,
                                            LoomDocument    *document);
void             loom_run_job_set_origin  (LoomRunJob       *self,
                                           LoomRunOrigin    *origin);
LoomRunOrigin   *loom_run_job_get_origin  (LoomRunJob       *self);
LoomChain       *loom_run_job_new_chain   (LoomRunJob       *self,
                                           const char       *path);
void             loom_run_job_set_outcomes (LoomRunJob      *self,
                                            GPtrArray       *outcomes);
void             loom_run_job_set_plan    (LoomRunJob       *self,
                                           const LoomPlan   *plan);
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
void             loom_run_job_finish      (LoomRunJob       *self,
                                           LoomRun          *run,
                                           const GError     *error);
void             loom_run_job_forget      (LoomRunJob       *self);
double           loom_run_job_get_ms      (LoomRunJob       *self);
char            *loom_run_job_dup_time    (LoomRunJob       *self);
void             loom_run_job_set_by_hand (LoomRunJob       *self,
                                           gboolean          by_hand);
