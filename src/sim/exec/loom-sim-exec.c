/* loom-sim-exec.c: the handlers of one instruction set, gathered
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-coverage-exec-private.h"
#include "loom-sim-exec-private.h"
#include "loom-sim-isa-private.h"

#define CLASSES(CLASS) \
  CLASS (approximate) \
  CLASS (atomic) \
  CLASS (barrier) \
  CLASS (bits) \
  CLASS (compare) \
  CLASS (control) \
  CLASS (convert) \
  CLASS (float) \
  CLASS (half) \
  CLASS (integer) \
  CLASS (load) \
  CLASS (matrix) \
  CLASS (move) \
  CLASS (observe) \
  CLASS (runtime) \
  CLASS (special) \
  CLASS (store) \
  CLASS (sum) \
  CLASS (texture) \
  CLASS (undefined) \
  CLASS (video) \
  CLASS (warp)

extern gboolean LOOM_SIM_ISA (loom_sim_shadow_write) (const LoomSimShadow    *shadow,
                                                      const LoomSimShadowRun *run);
extern gboolean LOOM_SIM_ISA (loom_sim_shadow_other) (const LoomSimShadow    *shadow,
                                                      const LoomSimShadowRun *run);

#define CLASS(name) extern const LoomSimRow LOOM_SIM_ISA (loom_sim_rows_##name)[];
CLASSES (CLASS)
#undef CLASS

#define CLASS(name) LOOM_SIM_ISA (loom_sim_rows_##name),
static const LoomSimRow *const rows[] = {
  CLASSES (CLASS)
  NULL
};
#undef CLASS

extern const LoomSimIsa LOOM_SIM_ISA (loom_sim_isa);
const LoomSimIsa LOOM_SIM_ISA (loom_sim_isa) = {
  .name = G_STRINGIFY (LOOM_SIM_ISA_SUFFIX),
  .rows = rows,
  .resume = loom_sim_resume,
  .coverage_settle = loom_sim_coverage_settle,
  .shadow_write = LOOM_SIM_ISA (loom_sim_shadow_write),
  .shadow_other = LOOM_SIM_ISA (loom_sim_shadow_other),
};
