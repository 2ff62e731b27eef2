#pragma once

#include "loom-sim-block-private.h"

G_BEGIN_DECLS

/* Where undefined bits came from: a thread's load of what nothing has written, or its shuffle with a lane that takes no
 * part. */
typedef struct
{
  const LoomSimOp *op;
  guint64          block;
  guint            thread;
  guint            slot;                /* of what it loaded from */
  guint64          address;
  guint            size;
  LoomSimCause     cause;
  guint            other_thread;        /* of a shuffle: the lane that takes no part */
  gboolean         is_told;             /* somebody used them */
  gboolean         is_of_many;          /* threads; it has the first one's place */
} LoomSimOrigin;

/* All of one worker, by numbers from 1 on. */
typedef struct
{
  GPtrArray  *origins;          /* (element-type LoomSimOrigin) */
  GHashTable *numbers;          /* LoomSimOrigin -> number */
} LoomSimOrigins;

void           loom_sim_origins_init  (LoomSimOrigins       *self);
void           loom_sim_origins_clear (LoomSimOrigins       *self);
/* The number of one of the same op, object and thread, which is made if there is none yet. */
guint32        loom_sim_origins_add   (LoomSimOrigins       *self,
                                       const LoomSimOrigin  *origin);
LoomSimOrigin *loom_sim_origins_get   (const LoomSimOrigins *self,
                                       guint32               number);

G_END_DECLS
