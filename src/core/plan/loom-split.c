/* loom-split.c: arrays in bands of rows over several devices, and the blocks that are each one's
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A kernel is not changed for it: a device launches those blocks of the whole grid whose threads
 * stand for its rows, and finds its rows where they are in the whole array. So a split run does
 * what the whole one does, thread by thread, as long as the halo is wide enough.
 */

#include "config.h"

#include "loom-split.h"

/**
 * loom_split_is_split:
 *
 * Returns: whether there is more than one device
 */
gboolean
loom_split_is_split (const LoomSplit *self)
{
  return self->devices > 1;
}

/**
 * loom_split_get_band:
 * @device: from 0
 *
 * Returns: the rows that are the device's own
 */
LoomSplitRange
loom_split_get_band (const LoomSplit *self,
                     guint            device)
{
  return (LoomSplitRange) { g_array_index (self->cuts, guint64, device),
                            g_array_index (self->cuts, guint64, device + 1) };
}

/**
 * loom_split_get_held:
 * @device: from 0
 *
 * Returns: the rows that the device has: its own, and the halo
 */
LoomSplitRange
loom_split_get_held (const LoomSplit *self,
                     guint            device)
{
  const LoomSplitRange band = loom_split_get_band (self, device);

  return (LoomSplitRange) { band.begin - MIN (band.begin, self->halo),
                            band.end + MIN (self->rows - band.end, self->halo) };
}

/**
 * loom_split_get_cut:
 * @device: any but the last
 *
 * Returns: the rows that the device and the next one have of each other
 */
LoomSplitCut
loom_split_get_cut (const LoomSplit *self,
                    guint            device)
{
  const guint64 row = loom_split_get_band (self, device).end;

  return (LoomSplitCut) { .up = { loom_split_get_held (self, device + 1).begin, row },
                          .down = { row, loom_split_get_held (self, device).end } };
}

/**
 * loom_split_find_device:
 * @row: of an array that is split
 *
 * Returns: the device whose own it is
 */
guint
loom_split_find_device (const LoomSplit *self,
                        guint64          row)
{
  guint device = 0;

  while (device + 1 < self->devices && row >= g_array_index (self->cuts, guint64, device + 1))
    device++;
  return device;
}

/**
 * loom_shape_get_slowest:
 *
 * Returns: the extent of the slowest axis: planes, rows or cells
 */
guint64
loom_shape_get_slowest (const LoomShape *shape)
{
  return shape->rank >= 3 ? shape->planes : shape->rank == 2 ? shape->rows : shape->cols;
}

static guint64
get_extent (const LoomDim3 *extent,
            guint           axis)
{
  return axis == 0 ? extent->x : axis == 1 ? extent->y : extent->z;
}

/* Threads along the slowest axis that stand for one row. */
static guint64
get_row_threads (const LoomSplitLaunch *launch,
                 guint64                rows)
{
  return MAX (get_extent (&launch->range, launch->rank - 1) / rows, 1);
}

static guint64
find_divisor (guint64 a,
              guint64 b)
{
  while (b > 0)
    {
      const guint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

/**
 * loom_split_get_unit:
 * @rows: of the arrays that are split
 *
 * Returns: rows that a band has to be a multiple of, so that no block of the launch stands for rows
 *   of two devices
 */
guint64
loom_split_get_unit (const LoomSplitLaunch *launch,
                     guint64                rows)
{
  const guint64 block = get_extent (&launch->block, launch->rank - 1);

  return block / find_divisor (block, get_row_threads (launch, rows));
}

/* Where along the slowest axis of the grid the blocks of a row begin. The unit has it that none is
 * cut. */
static guint64
get_first_block (const LoomSplit       *self,
                 const LoomSplitLaunch *launch,
                 guint                  device)
{
  const guint axis = launch->rank - 1;
  const guint64 row = g_array_index (self->cuts, guint64, device);
  const guint64 all = get_extent (&launch->grid, axis);

  if (device == self->devices)
    return all;
  return MIN (row * get_row_threads (launch, self->rows) / get_extent (&launch->block, axis), all);
}

/* Blocks that differ only along the other axes. */
static guint64
get_slice (const LoomSplitLaunch *launch)
{
  return launch->rank == 1 ? 1
         : launch->rank == 2 ? launch->grid.x
                             : (guint64) launch->grid.x * launch->grid.y;
}

/**
 * loom_split_get_blocks:
 * @device: from 0
 *
 * Returns: the linear indices of the blocks that stand for the device's rows; the last device has
 *   all that are left
 */
LoomSplitRange
loom_split_get_blocks (const LoomSplit       *self,
                       const LoomSplitLaunch *launch,
                       guint                  device)
{
  const guint64 slice = get_slice (launch);

  return (LoomSplitRange) { get_first_block (self, launch, device) * slice,
                            get_first_block (self, launch, device + 1) * slice };
}

/**
 * loom_split_get_edges:
 * @device: from 0
 * @edges: (out caller-allocates): its blocks
 *
 * Finds the blocks that stand for the rows which neighbours have as their halo.
 *
 * Returns: whether there are such blocks, and others between them
 */
gboolean
loom_split_get_edges (const LoomSplit       *self,
                      const LoomSplitLaunch *launch,
                      guint                  device,
                      LoomSplitEdges        *edges)
{
  const LoomSplitRange all = loom_split_get_blocks (self, launch, device);
  const guint64 slice = get_slice (launch), block = get_extent (&launch->block, launch->rank - 1);
  const guint64 threads = self->halo * get_row_threads (launch, self->rows);
  /* bands begin where a block does; the last one's end has no neighbour */
  const guint64 wide = MIN ((threads + block - 1) / block * slice, all.end - all.begin);
  const guint64 low = device > 0 ? wide : 0, high = device + 1 < self->devices ? wide : 0;

  *edges = (LoomSplitEdges) { { all.begin, all.begin + low },
                              { all.begin + low, MAX (all.end - high, all.begin + low) },
                              { MAX (all.end - high, all.begin + low), all.end } };
  return low + high > 0 && edges->inner.begin < edges->inner.end;
}

/**
 * loom_split_get_window:
 * @blocks: by linear index: whole slices of the grid along its slowest axis
 * @first: (out caller-allocates): the indices of the first block
 *
 * Returns: the extents of a grid that has those blocks
 */
LoomDim3
loom_split_get_window (const LoomSplitLaunch *launch,
                       LoomSplitRange         blocks,
                       LoomDim3              *first)
{
  const guint64 slice = get_slice (launch);
  const guint32 at = (guint32) (blocks.begin / slice);
  const guint32 n = (guint32) ((blocks.end - blocks.begin) / slice);

  *first = LOOM_DIM3 (launch->rank == 1 ? at : 0, launch->rank == 2 ? at : 0,
                      launch->rank >= 3 ? at : 0);
  return LOOM_DIM3 (launch->rank == 1 ? n : launch->grid.x, launch->rank == 2 ? n : launch->grid.y,
                    launch->rank >= 3 ? n : launch->grid.z);
}
