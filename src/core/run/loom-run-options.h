#pragma once

#include "loom-backend-id.h"
#include "loom-cell-history.h"
#include "loom-order.h"
#include "loom-pins.h"
#include "loom-replay.h"
#include "loom-trace.h"

typedef enum
{
  LOOM_CHECK_NONE          = 0,
  LOOM_CHECK_RACES         = 1 << 0,
  LOOM_CHECK_UNINITIALISED = 1 << 1,
  LOOM_CHECK_ALL           = LOOM_CHECK_RACES | LOOM_CHECK_UNINITIALISED,
} LoomChecks;                   /* bounds and barriers are always checked on the simulator */

typedef enum
{
  LOOM_COVERAGE_NONE    = 0,
  LOOM_COVERAGE_WRITES  = 1 << 0,   /* counts and idle threads */
  LOOM_COVERAGE_WRITERS = 1 << 1,   /* lowest and highest writer */
  LOOM_COVERAGE_READS   = 1 << 2,
  LOOM_COVERAGE_ALL     = LOOM_COVERAGE_WRITES | LOOM_COVERAGE_WRITERS | LOOM_COVERAGE_READS,
} LoomCoverageFlags;

/* How to run, apart from what to run (LoomPlan). Plain value; loom_run_options_init() gives
 * defaults. */
typedef struct
{
  LoomBackendId      backend;
  guint              repeat;          /* samples, at least 1 */
  gboolean           reused;          /* its code was compiled for an earlier run */
  LoomChecks         checks;
  LoomCoverageFlags  coverage;
  gboolean           as_written;      /* coverage of what the source says: a second execution, of
                                         code that was not optimised */
  gboolean           profile;         /* what each line and thread costs */
  gboolean           block_costs;     /* simulator: what blocks cost, of which a model is made */
  LoomTraceTarget    trace;           /* whose instructions are kept */
  LoomCellTarget     cell;            /* whose writers and readers are told */
  LoomReplayTarget   replay;          /* whose steps are told, and nothing else of the run */
  guint              history_mib;     /* for what arrays held between steps; 0: nothing is kept */
  LoomPins           pins;            /* moments that are kept first of all */
  gboolean           figures;         /* what it comes to, and none of its arrays */
  gboolean           cold;            /* GPU: empty the L2 cache before each sample */
  LoomBackendId      copy_to;         /* GPU: another that its arrays are copied to; or none */
  guint              workers;         /* 0: as many as this process may use */
  gint64             schedule_seed;   /* -1: none */
  guint              seeds;           /* orders of warps that are tried beside, from seed 0 on, to
                                         tell which cells hang on them; 0: none */
  guint64            budget;          /* issued warp instructions */
  guint              wall_ms;         /* of one launch; 0: no limit */
} LoomRunOptions;

#define LOOM_DEFAULT_BUDGET G_GUINT64_CONSTANT (4000000000)
#define LOOM_DEFAULT_WALL_MS 10000

/* Far above what a run means, far below what would overflow or take for ever to count. */
#define LOOM_MAX_REPEAT 100000

/* Runs of a sweep that are asked for at once. */
#define LOOM_MAX_JOBS 256

/* What the window asks for, and the most that may be. */
#define LOOM_DEFAULT_HISTORY_MIB 256
#define LOOM_MAX_HISTORY_MIB 65536

void      loom_run_options_init         (LoomRunOptions        *self);
gboolean  loom_run_options_are_partial  (const LoomRunOptions  *self);
gboolean  loom_run_options_need_written (const LoomRunOptions  *self);
GVariant *loom_run_options_to_variant   (const LoomRunOptions  *self);
gboolean  loom_run_options_from_variant (GVariant              *variant,
                                         LoomRunOptions        *options,
                                         GError               **error);
