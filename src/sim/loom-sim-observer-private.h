#pragma once

#include "loom-sim-vector-private.h"

G_BEGIN_DECLS

typedef void (*LoomSimAccessFunc) (LoomSimObserver    *self,
                                   LoomSimVector      *v,
                                   const LoomSimOp    *op,
                                   const LoomSimPiece *pieces,
                                   guint               n_pieces);

/* Who looks at accesses from outside the core: one for each worker, so that none locks. What is not asked for is not
 * collected. */
struct _LoomSimObserver
{
  guint   wants;                /* bits of LoomSimAccessKind */
  guint   spaces;               /* bits of LoomPtxSpace as instructions name them; generic stands for any */
  /* Before the access. pieces: in lane order, each within one object */
  LoomSimAccessFunc access;
  /* A block has ended, also by a trap, or is given up. */
  void  (*block_done) (LoomSimObserver *self,
                       LoomSimBlock    *block);
};

G_END_DECLS
