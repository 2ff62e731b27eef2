#pragma once

#include "loom-sim-program-private.h"
#include "loom-sim.h"

G_BEGIN_DECLS

/* What a kernel may load from and store to, as far as its text tells: what pointers among its parameters point to, module
 * variables, or anything. */
LoomSimReach *loom_sim_reach_new   (LoomPtxModule         *module,
                                    const LoomPtxFunction *entry);
void          loom_sim_reach_free  (LoomSimReach          *self);
/* Sets what may be done to each slot in a launch with these parameters. */
void          loom_sim_reach_apply (const LoomSimReach    *self,
                                    LoomSim               *sim,
                                    const guint8          *params);
gboolean      loom_sim_reach_tells_instructions (const LoomSimReach *self);
/* Takes `apart` from each slot that an instruction, by its number, may access. */
void          loom_sim_reach_spoil (const LoomSimReach    *self,
                                    LoomSim               *sim,
                                    const guint8          *params,
                                    guint                  instruction);
/* Whether the launch that this was set for may put off its adds of floats, to make them in the order of blocks. */
gboolean      loom_sim_reach_adds_in_order (const LoomSim  *sim);

G_END_DECLS
