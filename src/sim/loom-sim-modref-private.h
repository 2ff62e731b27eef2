#pragma once

#include "loom-sim-program-private.h"
#include "loom-sim-memory-private.h"

typedef void (*LoomSimSlotFunc) (LoomSimSlot *slot,
                                 gpointer     data);

/* Whether an access is to an object of global memory, for all that its instruction says. */
static inline gboolean
loom_sim_modref_is_global (const LoomSimDetail *access)
{
  return access != NULL && access->size > 0 &&
         (access->space == LOOM_PTX_SPACE_GLOBAL || access->space == LOOM_PTX_SPACE_GENERIC);
}

/* Calls a function for each slot that an access may be to, in a launch whose parameters lie in
 * LOOM_SIM_PARAM_SLOT. */
void     loom_sim_modref_foreach_slot  (const LoomSimProgram *program,
                                        const LoomSimDetail  *access,
                                        LoomSimSlot          *slots,
                                        guint                 n_slots,
                                        LoomSimSlotFunc       func,
                                        gpointer              data);
/* Sets what such a launch may do to each slot. */
void     loom_sim_modref_apply         (const LoomSimProgram *program,
                                        LoomSimSlot          *slots,
                                        guint                 n_slots);
/* Whether the launch that this was set for may put off its adds of floats, to make them in the
 * order of blocks. */
gboolean loom_sim_modref_adds_in_order (const LoomSimSlot    *slots,
                                        guint                 n_slots);
