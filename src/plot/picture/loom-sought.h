#pragma once

#include "loom-picture.h"

/* A kind of cell that one goes to: from one to the next in the order of the array. */
typedef enum
{
  LOOM_SOUGHT_MISSED,           /* it should be written, and was not */
  LOOM_SOUGHT_REWRITTEN,        /* written more than once */
  LOOM_SOUGHT_MISMATCHING,      /* not what the reference has there */
  LOOM_SOUGHT_RACED,            /* accesses to it raced */
  LOOM_SOUGHT_UNINITIALISED,    /* it was read, or left, without contents */
  LOOM_N_SOUGHT
} LoomSought;

gboolean    loom_sought_from_name    (const char   *name,
                                      LoomSought   *sought);
const char *loom_sought_get_obstacle (LoomSought    sought,
                                      LoomPicture  *picture);
LoomLens    loom_sought_get_lens     (LoomSought    sought);
gboolean    loom_sought_find         (LoomSought    sought,
                                      LoomPicture  *picture,
                                      guint64       from,
                                      int           step,
                                      GCancellable *cancellable,
                                      guint64      *cell);
