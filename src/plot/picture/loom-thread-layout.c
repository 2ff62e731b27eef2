/* loom-thread-layout.c: where the threads of a launch lie in a picture of the grid
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-thread-layout.h"

#include <math.h>

#define WIDE 6.0                /* a grid that is wrapped is so many times as wide as high */

static gboolean
is_flat (const LoomDim3 *extent)
{
  return extent->y == 1 && extent->z == 1;
}

/* How many tiles stand beside each other so that the picture has its shape. */
static guint64
find_across (const LoomThreadLayout *self)
{
  const double tiles = sqrt (WIDE * (double) self->blocks * (double) self->tile_rows
                             / (double) self->tile_cols);

  return CLAMP ((guint64) ceil (tiles), 1, self->blocks);
}

/**
 * loom_thread_layout_init:
 * @self: (out): the layout
 * @grid: blocks
 * @block: threads
 *
 * Lays out the threads of a launch.
 *
 * Returns: whether there are any, and no more than a picture can have
 */
gboolean
loom_thread_layout_init (LoomThreadLayout *self,
                         const LoomDim3   *grid,
                         const LoomDim3   *block)
{
  *self = (LoomThreadLayout) { .grid = *grid, .block = *block };
  if (!loom_dim3_volume (block, &self->per_block) || !loom_dim3_volume (grid, &self->blocks) ||
      self->per_block == 0 || self->blocks == 0 ||
      !g_uint64_checked_mul (&self->threads, self->per_block, self->blocks))
    return FALSE;
  self->tile_cols = is_flat (block) ? MIN (block->x, LOOM_WARP_LANES) : block->x;
  self->tile_rows = (self->per_block - 1) / self->tile_cols + 1;
  self->across = is_flat (grid) ? find_across (self) : grid->x;
  self->down = (self->blocks - 1) / self->across + 1;
  return g_uint64_checked_mul (&self->cols, self->tile_cols, self->across) &&
         g_uint64_checked_mul (&self->rows, self->tile_rows, self->down);
}

/**
 * loom_thread_layout_find:
 * @col: place of the picture
 * @row: place of the picture
 *
 * Returns: the linear number of the thread there, or %LOOM_NO_PLACE
 */
guint64
loom_thread_layout_find (const LoomThreadLayout *self,
                         guint64                 col,
                         guint64                 row)
{
  const guint64 block = row / self->tile_rows * self->across + col / self->tile_cols;
  const guint64 thread = row % self->tile_rows * self->tile_cols + col % self->tile_cols;

  if (col >= self->cols || block >= self->blocks || thread >= self->per_block)
    return LOOM_NO_PLACE;
  return block * self->per_block + thread;
}

/**
 * loom_thread_layout_get_place:
 * @thread: the linear number of a thread of the launch
 * @col: (out): its place in the picture
 * @row: (out): its place in the picture
 */
void
loom_thread_layout_get_place (const LoomThreadLayout *self,
                              guint64                 thread,
                              guint64                *col,
                              guint64                *row)
{
  const guint64 block = thread / self->per_block, in_block = thread % self->per_block;

  *col = block % self->across * self->tile_cols + in_block % self->tile_cols;
  *row = block / self->across * self->tile_rows + in_block / self->tile_cols;
}
