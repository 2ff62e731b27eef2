#pragma once

#include "loom-sim-watch-private.h"

G_BEGIN_DECLS

/* Of one @observe op: requests of warps, and what they need of memory. */
typedef struct
{
  guint64 requests, sectors;
  guint64 shared_requests, wavefronts, conflicts;
} LoomSimTraffic;

/* Adds what one op asks of memory, warp by warp; and to the planes of arrays that have some. */
void loom_sim_traffic_add (LoomSimTraffic     *self,
                           LoomSimSlot        *slots,
                           const LoomSimOp    *op,
                           const LoomSimPiece *pieces,
                           guint               n_pieces);

G_END_DECLS
