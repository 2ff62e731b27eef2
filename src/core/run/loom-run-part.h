#pragma once

#include "loom-split.h"

/* What one of several devices had of a run. Plain value behind a pointer. */
typedef struct
{
  char           *device;       /* its name, in the user's language */
  LoomSplitRange  rows;         /* of arrays that are split, without the halo */
  LoomSplitRange  blocks;       /* linear indices, of the launch that is shown */
} LoomRunPart;

LoomRunPart *loom_run_part_new  (const char      *device,
                                 LoomSplitRange   rows,
                                 LoomSplitRange   blocks);
void         loom_run_part_free (LoomRunPart     *self);
extern const LoomWire _loom_run_part_wire;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomRunPart, loom_run_part_free)
