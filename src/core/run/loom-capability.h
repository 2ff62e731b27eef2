#pragma once

#include "loom-run.h"

/* What a run can be asked for that not every backend can do. */
typedef enum
{
  LOOM_CAPABILITY_NONE          = 0,
  LOOM_CAPABILITY_RACES         = 1 << 0,
  LOOM_CAPABILITY_UNINITIALISED = 1 << 1,
  LOOM_CAPABILITY_AS_WRITTEN    = 1 << 2,
  LOOM_CAPABILITY_PROFILE       = 1 << 3,
  LOOM_CAPABILITY_TRACE         = 1 << 4,
  LOOM_CAPABILITY_SEED          = 1 << 5,
  LOOM_CAPABILITY_WORKERS       = 1 << 6,
  LOOM_CAPABILITY_BUDGET        = 1 << 7,
  LOOM_CAPABILITY_COLD          = 1 << 8,
  LOOM_CAPABILITY_COPY          = 1 << 9,
  LOOM_CAPABILITY_SCHEDULE      = 1 << 10,      /* when and where each block ran */
  LOOM_CAPABILITY_CELL          = 1 << 11,      /* who wrote and read a cell */
  LOOM_CAPABILITY_SEEDS         = 1 << 12,      /* which cells hang on the order of warps */
} LoomCapabilities;

/* Those without which a result is what it would be all the same. */
#define LOOM_CAPABILITIES_SPARE \
  (LOOM_CAPABILITY_WORKERS | LOOM_CAPABILITY_BUDGET | LOOM_CAPABILITY_COLD)

/* What is watched of one device, and not where the arrays of a run are split over several. */
#define LOOM_CAPABILITIES_WHOLE \
  (LOOM_CAPABILITY_AS_WRITTEN | LOOM_CAPABILITY_PROFILE | LOOM_CAPABILITY_TRACE \
   | LOOM_CAPABILITY_SEEDS)

LoomCapabilities loom_backend_kind_get_capabilities (LoomBackendKind       kind);
LoomCapabilities loom_run_options_get_lacking     (const LoomRunOptions   *self);
void             loom_run_options_leave_out       (LoomRunOptions         *self,
                                                   LoomCapabilities        capabilities);
gboolean         loom_run_options_check_backend   (const LoomRunOptions   *self,
                                                   GError                **error);
