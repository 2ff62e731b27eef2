#pragma once

#include "loom-thumbnail.h"
#include "loom-wire.h"

/* What the planes of one array add up to. missed, extra: -1 without a domain. */
typedef struct
{
  guint64 cells, written, rewritten, writes, reads;
  gint64  missed, extra;
} LoomArrayCounts;

/* What the arrays of a run came to, where they themselves are not handed over. Plain value behind a
 * pointer. */
typedef struct
{
  LoomArrayCounts counts;       /* of the main array; without one all 0, missed and extra -1 */
  guint64         mismatches;   /* of all arrays */
  LoomThumbnail   thumbnail;    /* of the main array; without one empty */
} LoomTally;

LOOM_DECLARE_WIRE (LoomTally, loom_tally)
extern const LoomWire _loom_tally_wire;
