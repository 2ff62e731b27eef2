#pragma once

#include "loom-sim-form-private.h"
#include "loom-sim-vector-private.h"
#include "loom-sim-shadow-private.h"

/* What the files that are compiled for each instruction set offer, for one of them. */
typedef struct
{
  const char               *name;       /* "x86-64-v4" */
  const LoomSimRow *const  *rows;       /* of each class, then NULL */
  LoomSimResume             resume;
  void                    (*coverage_settle) (LoomSimTracker *tracker, gboolean stands);
  LoomSimShadowFunc         shadow_write, shadow_other; /* loom-sim-shadow.c: plain writes, all
                                                           else */
} LoomSimIsa;

const LoomSimIsa  *loom_sim_isa_get   (void);
gboolean           loom_sim_isa_check (GError           **error);
const LoomSimForm *loom_sim_isa_find  (const LoomSimIsa  *self,
                                       const char        *name);
const LoomSimForm *loom_sim_isa_find_key (const LoomSimIsa *self,
                                          LoomSimKey        key);
