/* loom-ghosts.c: threads of a launch that lie beside the array
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ghosts.h"

#include "loom-coder-private.h"

#define LEAST_RING 32           /* of a ring that is wider than the array, what is drawn at least */
#define MOST_KINDS 4

/* Threads of some blocks that lie on cells along one axis: from, and up to, a thread of each. */
typedef struct
{
  guint64 blocks;
  guint   begin, end;
} Kind;

/* How the threads of a launch and the cells of an array lie on each other along one axis. */
typedef struct
{
  guint   block;                /* threads */
  guint64 grid;                 /* blocks */
  gint64  offset;               /* the cell of the first thread */
  guint64 cells;
} Axis;

static guint64
count_threads (const Axis *axis)
{
  return axis->block * axis->grid;
}

/* The threads that lie on cells: begin behind end if none does. */
static void
find_inside (const Axis *axis,
             gint64     *begin,
             gint64     *end)
{
  *begin = MAX (0, -axis->offset);
  *end = MIN ((gint64) count_threads (axis), (gint64) axis->cells - axis->offset);
}

/* Blocks by which of their threads lie on cells: there are at most four kinds. */
static guint
list_kinds (const Axis *axis,
            Kind        kinds[MOST_KINDS])
{
  const guint block = axis->block;
  gint64 begin, end;
  guint64 first, last;
  guint n = 0;

  find_inside (axis, &begin, &end);
  if (begin >= end)
    {
      kinds[0] = (Kind) { axis->grid, 0, 0 };
      return 1;
    }
  first = (guint64) begin / block;
  last = ((guint64) end - 1) / block;
  if (axis->grid > last - first + 1)
    kinds[n++] = (Kind) { axis->grid - (last - first + 1), 0, 0 };
  if (first == last)
    {
      kinds[n++] = (Kind) { 1, (guint) (begin - first * block), (guint) (end - first * block) };
      return n;
    }
  kinds[n++] = (Kind) { 1, (guint) (begin - first * block), block };
  kinds[n++] = (Kind) { 1, 0, (guint) (end - last * block) };
  if (last - first > 1)
    kinds[n++] = (Kind) { last - first - 1, 0, block };
  return n;
}

static gboolean
is_inside (const Kind *kind,
           guint       thread)
{
  return thread >= kind->begin && thread < kind->end;
}

/* Whether no thread of a warp of a block lies on a cell. */
static gboolean
is_lost (const LoomDim3 *block,
         guint           warp,
         const Kind     *x,
         const Kind     *y,
         const Kind     *z)
{
  const guint end = MIN ((warp + 1) * LOOM_WARP_LANES, block->x * block->y * block->z);

  for (guint thread = warp * LOOM_WARP_LANES; thread < end; thread++)
    {
      const LoomDim3 place = loom_dim3_unpack (block, thread);

      if (is_inside (x, place.x) && is_inside (y, place.y) && is_inside (z, place.z))
        return FALSE;
    }
  return TRUE;
}

/* Adds the wasted warps of all blocks of one kind. */
static void
count_lost (LoomGhosts     *self,
            const LoomDim3 *block,
            const Kind     *x,
            const Kind     *y,
            const Kind     *z)
{
  const guint64 blocks = x->blocks * y->blocks * z->blocks;
  const guint threads = block->x * block->y * block->z;

  for (guint warp = 0; warp * LOOM_WARP_LANES < threads; warp++)
    if (is_lost (block, warp, x, y, z))
      {
        self->warps += blocks;
        self->lost += blocks * MIN (LOOM_WARP_LANES, threads - warp * LOOM_WARP_LANES);
      }
}

/* Whether threads lie on cells one behind the other, and not row by row. */
static gboolean
is_flat (const LoomThreadAxes *axes)
{
  return axes->linear && !axes->regular;
}

/* Whether threads lie on several planes. */
static gboolean
is_deep (const LoomCoder *coder)
{
  return coder->planes.cells > coder->layout.cells &&
         (guint64) coder->grid.z * coder->block.z > 1;
}

/* One behind the other, cells and threads lie along one axis; else along as many as both have.
 * Threads that go on in z over an array that has no planes come to the same cells again. */
static void
get_axes (const LoomThreadAxes *self,
          const LoomCoder      *coder,
          LoomDim3             *block,
          Axis                  axes[3])
{
  const LoomDim3 *grid = &coder->grid;
  const LoomCellLayout *layout = &coder->layout;
  const guint64 depth = (guint64) grid->z * coder->block.z;

  *block = coder->block;
  if (is_flat (self))
    {
      *block = LOOM_DIM3 ((guint) coder->threads_per_block, 1, 1);
      axes[0] = (Axis) { block->x, (guint64) grid->x * grid->y * grid->z, self->shift,
                         coder->planes.cells };
      axes[1] = axes[2] = (Axis) { 1, 1, 0, 1 };
      return;
    }
  axes[0] = (Axis) { block->x, grid->x, self->offset_x, layout->cols };
  axes[1] = (Axis) { block->y, grid->y, self->offset_y, layout->rows };
  axes[2] = is_deep (coder) ? (Axis) { block->z, grid->z, self->offset_z,
                                       coder->planes.cells / layout->cells }
                            : (Axis) { block->z, grid->z, 0, depth };
}

static gboolean
is_known (const LoomThreadAxes *axes,
          const LoomCoder      *coder)
{
  const guint64 width = (guint64) coder->grid.x * coder->block.x,
                height = (guint64) coder->grid.y * coder->block.y;

  if (coder->layout.cells == 0 || coder->planes.lowest == NULL)
    return FALSE;
  /* of several planes one is not enough to tell what holds */
  if (axes->linear && axes->regular && coder->planes.cells > coder->layout.cells)
    return FALSE;
  return is_flat (axes) || (axes->regular && (axes->level || !is_deep (coder)) &&
                            (width == 1 || axes->spans_cols) &&
                            (height == 1 || axes->spans_rows));
}

static guint64
limit_ring (gint64  end,
            guint64 cells)
{
  return end > (gint64) cells ? MIN ((guint64) end - cells, MAX (cells, LEAST_RING)) : 0;
}

static void
find_ring (LoomGhosts           *self,
           const LoomThreadAxes *axes,
           const LoomCoder      *coder,
           const Axis           *x,
           const Axis           *y)
{
  const LoomCellLayout *layout = &coder->layout;
  const gint64 end = x->offset + (gint64) count_threads (x);

  if (!is_flat (axes))
    {
      self->right = limit_ring (end, layout->cols);
      self->below = limit_ring (y->offset + (gint64) count_threads (y), layout->rows);
    }
  else if (layout->rows == 1)
    self->right = limit_ring (end, layout->cols);
  else if (layout->first + layout->cells == coder->planes.cells)
    self->below = limit_ring ((end - (gint64) layout->first - 1) / (gint64) layout->cols + 1,
                              layout->rows);
  self->is_drawn = self->right + self->below > 0 ||
                   (is_flat (axes) && layout->wrapped && end > (gint64) layout->cells);
}

/**
 * loom_ghosts_find:
 * @self: (out): the threads beside the array
 * @axes: how threads lie on its cells
 * @coder: the coder of a picture
 *
 * Counts the threads that lie beside the array and the warps that are wasted there, by kinds of
 * blocks, so that it takes no longer for a large grid.
 */
void
loom_ghosts_find (LoomGhosts           *self,
                  const LoomThreadAxes *axes,
                  const LoomCoder      *coder)
{
  Kind kinds[3][MOST_KINDS];
  guint n[3];
  guint64 inside = 1;
  LoomDim3 block;
  Axis along[3];

  *self = (LoomGhosts) { 0 };
  if (!is_known (axes, coder))
    return;
  get_axes (axes, coder, &block, along);
  self->all = _loom_coder_get_threads (coder);
  self->all_warps = _loom_coder_get_warps (coder) * (self->all / coder->threads_per_block);
  for (guint i = 0; i < 3; i++)
    {
      gint64 begin, end;

      find_inside (&along[i], &begin, &end);
      inside *= (guint64) MAX (end - begin, 0);
      n[i] = list_kinds (&along[i], kinds[i]);
    }
  self->threads = self->all - inside;
  for (guint i = 0; self->threads > 0 && i < n[0] * n[1] * n[2]; i++)
    count_lost (self, &block, &kinds[0][i % n[0]], &kinds[1][i / n[0] % n[1]],
                &kinds[2][i / n[0] / n[1]]);
  if (self->threads > 0)
    find_ring (self, axes, coder, &along[0], &along[1]);
}

/**
 * loom_ghosts_take_counts:
 * @from: of another plane of the array
 *
 * Takes over what is counted of the whole launch, but not where something is drawn.
 */
void
loom_ghosts_take_counts (LoomGhosts       *self,
                         const LoomGhosts *from)
{
  self->threads = from->threads;
  self->all = from->all;
  self->warps = from->warps;
  self->all_warps = from->all_warps;
  self->lost = from->lost;
}

/* Which threads of the block that a thread of an axis is of lie on cells. */
static Kind
get_kind (const Axis *axis,
          guint64     thread)
{
  const gint64 first = (gint64) (thread - thread % axis->block);
  gint64 begin, end;

  find_inside (axis, &begin, &end);
  return (Kind) { 1, (guint) CLAMP (begin - first, 0, axis->block),
                  (guint) CLAMP (end - first, 0, axis->block) };
}

/* The thread of each axis that lies at a place beside the array; FALSE: none does, or the array
 * does. */
static gboolean
find_at (const LoomGhosts     *self,
         const LoomThreadAxes *axes,
         const LoomCoder      *coder,
         guint64               col,
         guint64               row,
         LoomDim3             *block,
         Axis                  along[3],
         guint64               at[3])
{
  const LoomCellLayout *layout = &coder->layout;
  gint64 place[3] = { (gint64) col, (gint64) row, 0 };

  if (self->threads == 0 || loom_cell_layout_has (layout, col, row))
    return FALSE;
  get_axes (axes, coder, block, along);
  if (is_flat (axes))
    {
      place[0] = (gint64) (layout->first + row * layout->cols + col);
      place[1] = 0;
    }
  else if (along[2].offset != 0 || along[2].cells > 1)
    place[2] = (gint64) (layout->first / layout->cells);
  for (guint i = 0; i < 3; i++)
    {
      if (place[i] < along[i].offset ||
          place[i] - along[i].offset >= (gint64) count_threads (&along[i]))
        return FALSE;
      at[i] = (guint64) (place[i] - along[i].offset);
    }
  return TRUE;
}

/**
 * loom_ghosts_find_thread:
 * @axes: how threads lie on the cells
 * @coder: the coder of a picture
 * @col: column, of the array or behind its last
 * @row: row of the data, of the array or behind its last
 *
 * Returns: the linear number of the thread that lies there beside the array; of several in z the
 *   first one; %LOOM_NO_WRITER if none does
 */
guint64
loom_ghosts_find_thread (const LoomGhosts     *self,
                         const LoomThreadAxes *axes,
                         const LoomCoder      *coder,
                         guint64               col,
                         guint64               row)
{
  LoomDim3 block;
  Axis along[3];
  guint64 at[3];

  if (!find_at (self, axes, coder, col, row, &block, along, at))
    return LOOM_NO_WRITER;
  if (is_flat (axes))
    return at[0];
  return loom_site_number (
      &(LoomSite) {
        .block = LOOM_DIM3 ((guint) (at[0] / block.x), (guint) (at[1] / block.y),
                            (guint) (at[2] / block.z)),
        .thread = LOOM_DIM3 ((guint) (at[0] % block.x), (guint) (at[1] % block.y),
                             (guint) (at[2] % block.z)),
      }, &coder->grid, &coder->block);
}

/**
 * loom_ghosts_get_code:
 * @axes: how threads lie on the cells
 * @coder: the coder of a picture
 * @col: column, of the array or behind its last
 * @row: row of the data, of the array or behind its last
 *
 * Returns: what a place is painted with if a thread lies there beside the array;
 *   %LOOM_CODE_OUTSIDE if none does
 */
guint8
loom_ghosts_get_code (const LoomGhosts     *self,
                      const LoomThreadAxes *axes,
                      const LoomCoder      *coder,
                      guint64               col,
                      guint64               row)
{
  Kind kinds[3];
  LoomDim3 block;
  Axis along[3];
  guint64 at[3];
  guint thread = 0, step = 1;

  if (!find_at (self, axes, coder, col, row, &block, along, at))
    return LOOM_CODE_OUTSIDE;
  for (guint i = 0; i < 3; i++)
    {
      kinds[i] = get_kind (&along[i], at[i]);
      thread += (guint) (at[i] % along[i].block) * step;
      step *= along[i].block;
    }
  return is_lost (&block, thread / LOOM_WARP_LANES, &kinds[0], &kinds[1], &kinds[2])
         ? LOOM_CODE_LOST_WARP : LOOM_CODE_GHOST;
}
