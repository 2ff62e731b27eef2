#pragma once

#include "loom-thread-axes.h"

/* Threads of a launch that lie beside the array, where it is known how threads lie on the cells:
 * those that a guard has to keep from storing. Plain value. */
typedef struct
{
  guint64  threads, all;        /* that lie beside it, and of the launch; all 0: nothing is known */
  guint64  warps, all_warps;    /* of which no thread lies on a cell, and of the launch */
  guint64  lost;                /* threads of these */
  guint64  right, below;        /* columns behind the last, and rows, in which some are drawn */
  gboolean is_drawn;            /* some are; they may have room in the last row of the array */
} LoomGhosts;

void    loom_ghosts_find     (LoomGhosts           *self,
                              const LoomThreadAxes *axes,
                              const LoomCoder      *coder);
void    loom_ghosts_take_counts (LoomGhosts       *self,
                                 const LoomGhosts *from);
guint8  loom_ghosts_get_code (const LoomGhosts     *self,
                              const LoomThreadAxes *axes,
                              const LoomCoder      *coder,
                              guint64               col,
                              guint64               row);
guint64 loom_ghosts_find_thread (const LoomGhosts     *self,
                                 const LoomThreadAxes *axes,
                                 const LoomCoder      *coder,
                                 guint64               col,
                                 guint64               row);
