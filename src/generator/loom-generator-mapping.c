/* loom-generator-mapping.c: which thread computes which cells
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-generator-private.h"

#include <string.h>

#define MAX_BLOCKS 1056         /* that keep a large GPU busy where threads go on by the grid */
#define MAX_GRID_Y 65535        /* blocks that a grid has along y and z */
#define ROW_THREADS 256         /* of a block that has a row */

static const char axes[] = "xyz";

LoomMapping
_loom_generator_get_mapping (LoomGenerator *self)
{
  const char *text = _loom_generator_get (self, LOOM_PART_MAPPING);

  return strcmp (text, "row") == 0           ? LOOM_MAPPING_ROW
         : strcmp (text, "grid-stride") == 0 ? LOOM_MAPPING_GRID_STRIDE
                                             : LOOM_MAPPING_CELL;
}

/* No larger than what there is to do, and then perhaps of whole warps. */
static void
fit_block (LoomGenerator *self,
           const guint64  steps[3],
           LoomDim3      *block)
{
  const char *fit = _loom_generator_get (self, LOOM_PART_FIT);
  guint32 *const extents[] = { &block->x, &block->y, &block->z };
  guint64 threads;

  if (strcmp (fit, "none") == 0)
    return;
  for (guint axis = 0; axis < 3; axis++)
    *extents[axis] = (guint32) MIN (*extents[axis], steps[axis]);
  while (strcmp (fit, "warp") == 0 && loom_dim3_volume (block, &threads) && threads % 32 != 0)
    block->x++;
}

static guint32
clamp_extent (guint64 number)
{
  return (guint32) CLAMP (number, 1, G_MAXUINT32);
}

/* A range that a grid covers that is no larger than what keeps a GPU busy. */
static void
limit_range (const guint64   steps[3],
             const LoomDim3 *block,
             LoomDim3       *range)
{
  const guint64 extents[3] = { block->x, block->y, block->z };
  guint64 grid[3];

  for (guint axis = 0; axis < 3; axis++)
    grid[axis] = (steps[axis] + extents[axis] - 1) / extents[axis];
  for (guint axis = 3; grid[0] * grid[1] * grid[2] > MAX_BLOCKS; axis--)
    {
      const guint at = (axis - 1) % 3;

      if (grid[at] > 1)
        grid[at] = (grid[at] + 1) / 2;
      if (axis == 1)
        axis = 4;
    }
  *range = LOOM_DIM3 (clamp_extent (grid[0] * extents[0]), clamp_extent (grid[1] * extents[1]),
                      clamp_extent (grid[2] * extents[2]));
}

/* Where threads go on, a grid that the person chose is as large as it need be. */
static gboolean
follow_grid (LoomGenerator  *self,
             const LoomDim3 *block,
             LoomDim3       *range)
{
  LoomDim3 grid;
  gboolean is_given;

  if (!_loom_generator_read_grid (self, &grid, &is_given))
    return FALSE;
  if (is_given && _loom_generator_get_mapping (self) != LOOM_MAPPING_CELL)
    *range = LOOM_DIM3 (clamp_extent ((guint64) grid.x * block->x),
                        clamp_extent ((guint64) grid.y * block->y),
                        clamp_extent ((guint64) grid.z * block->z));
  return TRUE;
}

/* The block that the person chose. That of a row has its threads along x, however many these are:
 * a block of another mapping is one of this as well, and back again. */
static gboolean
read_block (LoomGenerator *self,
            LoomDim3      *block)
{
  guint64 threads;

  if (_loom_generator_get_mapping (self) != LOOM_MAPPING_ROW)
    return _loom_generator_read_block (self, block);
  *block = LOOM_DIM3 (ROW_THREADS, 1, 1);
  if (!_loom_generator_read_block (self, block))
    return FALSE;
  if (loom_dim3_volume (block, &threads))
    *block = LOOM_DIM3 (clamp_extent (threads), 1, 1);
  return TRUE;
}

/* Block, and the range that the grid covers; @steps: cells along each axis; @block: by default. */
gboolean
_loom_generator_choose_launch (LoomGenerator *self,
                               const guint64  steps[3],
                               LoomDim3      *block,
                               LoomDim3      *range)
{
  if (!read_block (self, block))
    return FALSE;
  fit_block (self, steps, block);
  switch (_loom_generator_get_mapping (self))
    {
    case LOOM_MAPPING_GRID_STRIDE:
      limit_range (steps, block, range);
      break;
    case LOOM_MAPPING_ROW:
      *range = LOOM_DIM3 (block->x, (guint32) MIN (steps[1], MAX_GRID_Y),
                          (guint32) MIN (steps[2], MAX_GRID_Y));
      break;
    case LOOM_MAPPING_CELL:
    default:
      *range = LOOM_DIM3 (clamp_extent (steps[0]), clamp_extent (steps[1]),
                          clamp_extent (steps[2]));
      break;
    }
  return follow_grid (self, block, range);
}

/* The number of a thread, or of its block, along an axis; @cast: before products, or empty. */
char *
_loom_generator_dup_first (LoomGenerator *self,
                           guint          axis,
                           const char    *cast)
{
  const char c = axes[axis];

  if (_loom_generator_get_mapping (self) == LOOM_MAPPING_ROW)
    return g_strdup_printf ("%s.%c", axis == 0 ? "threadIdx" : "blockIdx", c);
  return g_strdup_printf ("%1$sblockIdx.%2$c * blockDim.%2$c + threadIdx.%2$c", cast, c);
}

/* How far a thread goes on along an axis. */
char *
_loom_generator_dup_stride (LoomGenerator *self,
                            guint          axis,
                            const char    *cast)
{
  const char c = axes[axis];

  if (_loom_generator_get_mapping (self) == LOOM_MAPPING_ROW)
    return g_strdup_printf ("%s.%c", axis == 0 ? "blockDim" : "gridDim", c);
  return g_strdup_printf ("%1$sgridDim.%2$c * blockDim.%2$c", cast, c);
}

/* In one line, or where that is too long, in three. */
void
_loom_generator_write_loop (LoomGenerator *self,
                            guint          indent,
                            const char    *type,
                            const char    *name,
                            const char    *first,
                            const char    *stop,
                            const char    *stride)
{
  const gsize length = indent + strlen (first) + strlen (stop) + strlen (stride) + 32;
  g_autofree char *space = length > 96 ? g_strdup_printf ("\n%*s", (int) indent + 5, "")
                                       : g_strdup (" ");

  g_string_append_printf (self->text, "%*sfor (%s %s = %s;%s%s < %s;%s%s += %s)\n", (int) indent,
                          "", type, name, first, space, name, stop, space, name, stride);
}
