/* loom-thread-axes.c: how threads lie on the cells of an array
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-thread-axes.h"

#define MOST_SAMPLES 65536

/* The place of a cell's lowest writer among all threads of the launch. */
static gboolean
thread_at (const LoomCoder *coder,
           guint64          cell,
           gint64           place[3])
{
  guint64 id = loom_planes_get_writer (&coder->planes, coder->planes.lowest, cell);
  LoomDim3 block, thread;

  if (id == LOOM_NO_WRITER)
    return FALSE;
  block = loom_dim3_unpack (&coder->grid, id / coder->threads_per_block);
  thread = loom_dim3_unpack (&coder->block, id % coder->threads_per_block);
  place[0] = (gint64) block.x * coder->block.x + thread.x;
  place[1] = (gint64) block.y * coder->block.y + thread.y;
  place[2] = (gint64) block.z * coder->block.z + thread.z;
  return TRUE;
}

static void
vote (const gint64 a[3],
      const gint64 b[3],
      guint        votes[4])
{
  guint changed = 3, n = 0;

  for (guint i = 0; i < 3; i++)
    if (a[i] != b[i])
      {
        changed = ABS (a[i] - b[i]) == 1 ? i : 3;
        n++;
      }
  votes[n == 1 ? changed : 3]++;
}

static gint
winner (const guint votes[4])
{
  guint all = votes[0] + votes[1] + votes[2] + votes[3];

  for (gint i = 0; i < 3; i++)
    if (votes[i] * 2 > all)
      return i;
  return -1;
}

/* The first writer that is met tells where all others are to be. */
static void
begin_axes (LoomThreadAxes  *self,
            const LoomCoder *coder,
            guint64          cell,
            const gint64     place[3],
            guint64          thread)
{
  const LoomCellLayout *layout = &coder->layout;

  self->regular = !layout->wrapped;
  self->level = TRUE;
  self->offset_x = (gint64) (cell % layout->cols) - place[0];
  self->offset_y = (gint64) (cell / layout->cols) - place[1];
  self->offset_z = (gint64) (layout->first / layout->cells) - place[2];
  self->shift = (gint64) (layout->first + cell - thread);
}

/* first: a cell whose writer is in its place. */
static void
check_axes (LoomThreadAxes  *self,
            const LoomCoder *coder,
            guint64          first,
            guint64          cell,
            const gint64     place[3],
            guint64          thread)
{
  const LoomCellLayout *layout = &coder->layout;
  const guint64 col = cell % layout->cols, row = cell / layout->cols;

  self->regular = self->regular && (gint64) col - place[0] == self->offset_x &&
                  (gint64) row - place[1] == self->offset_y;
  self->level = self->level &&
                (gint64) (layout->first / layout->cells) - place[2] == self->offset_z;
  self->spans_cols |= col != first % layout->cols;
  self->spans_rows |= row != first / layout->cols;
  self->linear = (self->linear || cell == first) &&
                 (gint64) (layout->first + cell - thread) == self->shift;
}

/**
 * loom_thread_axes_find:
 * @self: (out): how threads lie on the cells
 * @coder: the coder of a picture
 *
 * Finds how threads lie on the cells, from a sample of neighbouring cells and their lowest writers.
 */
void
loom_thread_axes_find (LoomThreadAxes  *self,
                       const LoomCoder *coder)
{
  const LoomCellLayout *layout = &coder->layout;
  guint64 stride = MAX (layout->cells / MOST_SAMPLES, 1) | 1, first = G_MAXUINT64;
  guint across[4] = { 0 }, down[4] = { 0 };

  *self = (LoomThreadAxes) { .along_cols = -1, .along_rows = -1 };
  if (coder->planes.lowest == NULL)
    return;

  for (guint64 cell = 0; cell < layout->cells; cell += stride)
    {
      gint64 here[3], there[3];
      guint64 col = cell % layout->cols, row = cell / layout->cols, thread;

      if (!thread_at (coder, layout->first + cell, here))
        continue;
      thread = loom_planes_get_writer (&coder->planes, coder->planes.lowest, layout->first + cell);
      if (first == G_MAXUINT64)
        {
          first = cell;
          begin_axes (self, coder, cell, here, thread);
        }
      check_axes (self, coder, first, cell, here, thread);
      if (loom_cell_layout_has (layout, col + 1, row) &&
          thread_at (coder, layout->first + cell + 1, there))
        vote (here, there, across);
      if (loom_cell_layout_has (layout, col, row + 1) &&
          thread_at (coder, layout->first + cell + layout->cols, there))
        vote (here, there, down);
    }
  self->linear = self->linear && (self->spans_cols || self->spans_rows);
  self->along_cols = winner (across);
  self->along_rows = layout->wrapped ? -1 : winner (down);
}
