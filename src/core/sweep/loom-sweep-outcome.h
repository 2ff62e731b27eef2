#pragma once

#include "loom-decile.h"
#include "loom-dim3.h"
#include "loom-launch-model.h"
#include "loom-run.h"

typedef enum
{
  LOOM_OUTCOME_WAITING,
  LOOM_OUTCOME_RUNNING,
  LOOM_OUTCOME_DONE,
  LOOM_OUTCOME_INFEASIBLE,      /* no such launch can be */
  LOOM_OUTCOME_STOPPED,         /* by a trap */
  LOOM_OUTCOME_WRONG,           /* does not hold, or cover, what is expected */
  LOOM_OUTCOME_FAILED,          /* the compiler, the runner, or its time was up */
  LOOM_N_OUTCOMES
} LoomOutcomeState;

/* Far more than tell times apart. */
#define LOOM_SWEEP_MAX_SAMPLES 10000

/* What one configuration of a sweep came to. */
typedef struct
{
  LoomOutcomeState state;
  char      *text;              /* why not, or NULL */
  LoomDim3   block, grid;
  guint64    shared;            /* dynamic, bytes */
  guint64    threads;           /* of one launch */
  guint64    warp_instructions;
  LoomTally  tally;
  GArray    *samples;           /* (element-type double) milliseconds, as they were taken */
  LoomDecile decile;            /* of them; zeros where there are none */

  /* negative: not known */
  double     modelled_ms;       /* estimated for a device that is not there */
  double     occupancy;         /* resident warps of those that a multiprocessor holds, 0 to 1 */
  double     waves;             /* blocks by those that the device holds at a time */
  double     tail;              /* share of the modelled time, 0 to 1 */
} LoomSweepOutcome;

LoomSweepOutcome *loom_sweep_outcome_new      (void);
void              loom_sweep_outcome_free     (LoomSweepOutcome        *self);
void              loom_sweep_outcome_set      (LoomSweepOutcome        *self,
                                               LoomOutcomeState         state,
                                               const char              *text);
void              loom_sweep_outcome_add_run  (LoomSweepOutcome        *self,
                                               const LoomRun           *run);
void              loom_sweep_outcome_add_residency (LoomSweepOutcome   *self,
                                               const LoomKernelCosts  *costs,
                                               guint                   n_multiprocessors);
void              loom_sweep_outcome_add_model (LoomSweepOutcome       *self,
                                               const LoomDeviceProfile *profile,
                                               const LoomOccupancyUse *use,
                                               const LoomRun          *run);
gboolean          loom_sweep_outcome_has_run  (const LoomSweepOutcome  *self);
const char       *loom_outcome_state_get_name (LoomOutcomeState         state);
LOOM_DECLARE_WIRE (LoomSweepOutcome, loom_sweep_outcome)

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSweepOutcome, loom_sweep_outcome_free)
