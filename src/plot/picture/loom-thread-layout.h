#pragma once

#include "loom-finding.h"

/* Where the threads of a launch lie in a picture of the grid: each has a place of its own, the
 * threads of a block lie together in a tile, and tiles as the blocks lie in the grid. What goes on
 * in z lies below. A block that is one thread high has a row for each warp; a grid that is one
 * block high is wrapped into rows of tiles. Plain value. */
typedef struct
{
  LoomDim3 block, grid;
  guint64  per_block, blocks, threads;
  guint64  tile_cols, tile_rows;        /* places of a block */
  guint64  across, down;                /* blocks of the picture */
  guint64  cols, rows;                  /* places of the picture */
} LoomThreadLayout;

#define LOOM_NO_PLACE G_MAXUINT64       /* of a thread: nobody is there */

gboolean loom_thread_layout_init      (LoomThreadLayout       *self,
                                       const LoomDim3         *grid,
                                       const LoomDim3         *block);
guint64  loom_thread_layout_find      (const LoomThreadLayout *self,
                                       guint64                 col,
                                       guint64                 row);
void     loom_thread_layout_get_place (const LoomThreadLayout *self,
                                       guint64                 thread,
                                       guint64                *col,
                                       guint64                *row);
