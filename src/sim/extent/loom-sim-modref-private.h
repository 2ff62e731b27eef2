#pragma once

#include "loom-sim-block-private.h"

typedef void (*LoomSimSlotFunc) (const LoomSimLaunchState *launch,
                                 guint                     slot,
                                 gpointer                  data);

/* Whether an access is to an object of global memory, for all that its instruction says. */
static inline gboolean
loom_sim_modref_is_global (const LoomSimDetail *access)
{
  return access != NULL && access->size > 0 &&
         (access->space == LOOM_PTX_SPACE_GLOBAL || access->space == LOOM_PTX_SPACE_GENERIC);
}

/* Calls a function for each slot that an access may be to, in a launch whose parameters lie in
 * LOOM_SIM_PARAM_SLOT. */
void     loom_sim_modref_foreach_slot  (const LoomSimLaunchState *launch,
                                        const LoomSimDetail      *access,
                                        LoomSimSlotFunc           func,
                                        gpointer                  data);
/* Says of each region what such a launch may do to it. */
void     loom_sim_modref_find          (const LoomSimLaunchState *launch);
/* Whether the launch may put off its adds of floats, to make them in the order of blocks. */
gboolean loom_sim_modref_adds_in_order (const LoomSimLaunchState *launch);
