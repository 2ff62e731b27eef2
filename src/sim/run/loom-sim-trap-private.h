#pragma once

#include "loom-sim-block-private.h"

/* What an address is in, or beside. */
typedef struct
{
  LoomSpace   space;
  const char *name;             /* of the nearest object, or NULL */
  gint64      offset;
  guint64     size;
  gboolean    is_heap;          /* from malloc(), which gives no names */
  gboolean    is_dynamic;       /* shared memory whose size the launch sets */
} LoomSimPlace;

char *loom_sim_trap_dup_text (const LoomSimTrap        *self,
                              const LoomSimLaunchState *launch,
                              const LoomFinding        *finding,
                              const LoomSimPlace       *place);
