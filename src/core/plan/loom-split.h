#pragma once

#include "loom-array.h"
#include "loom-dim3.h"

/* More devices than anybody has in one place. */
#define LOOM_MAX_DEVICES 64

/* How the arrays of a launch lie on several devices: each has a band of rows, and a halo of the
 * rows beside it, which are its neighbours'. A row is what the slowest axis of an array counts: a
 * row of two dimensions, a plane of three, a cell of one. */
typedef struct
{
  guint    devices;             /* 1: arrays are whole */
  guint64  halo;                /* rows on each side */
  guint64  rows;                /* of the arrays that are split */
  GArray  *cuts;                /* (element-type guint64) the first row of each device, and behind
                                   the last; none where arrays are whole */
} LoomSplit;

/* The extents of one launch. */
typedef struct
{
  guint    rank;                /* of the range */
  LoomDim3 range, block, grid;
} LoomSplitLaunch;

typedef struct
{
  guint64 begin, end;           /* behind the last */
} LoomSplitRange;

/* The rows on both sides of where the band of a device ends, which the next one and it have as
 * their halo: those of its own that go up to that, and those of that one's that come down. */
typedef struct
{
  LoomSplitRange up, down;
} LoomSplitCut;

/* The blocks of a device, by linear index: those that stand for rows which its neighbours have as
 * their halo, before and after all others. */
typedef struct
{
  LoomSplitRange before, inner, after;
} LoomSplitEdges;

gboolean       loom_split_is_split    (const LoomSplit       *self);
LoomSplitRange loom_split_get_band    (const LoomSplit       *self,
                                       guint                  device);
LoomSplitRange loom_split_get_held    (const LoomSplit       *self,
                                       guint                  device);
LoomSplitCut   loom_split_get_cut     (const LoomSplit       *self,
                                       guint                  device);
guint          loom_split_find_device (const LoomSplit       *self,
                                       guint64                row);
guint64        loom_split_get_unit    (const LoomSplitLaunch *launch,
                                       guint64                rows);
LoomSplitRange loom_split_get_blocks  (const LoomSplit       *self,
                                       const LoomSplitLaunch *launch,
                                       guint                  device);
gboolean       loom_split_get_edges   (const LoomSplit       *self,
                                       const LoomSplitLaunch *launch,
                                       guint                  device,
                                       LoomSplitEdges        *edges);
LoomDim3       loom_split_get_window  (const LoomSplitLaunch *launch,
                                       LoomSplitRange         blocks,
                                       LoomDim3              *first);
guint64        loom_shape_get_slowest (const LoomShape       *shape);
