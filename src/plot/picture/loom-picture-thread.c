/* loom-picture-thread.c: one thread of the launch, in a picture of cells
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-number.h"
#include "loom-picture-private.h"
#include "loom-sentence.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

/**
 * loom_picture_number_thread:
 * @site: a thread of its launch
 *
 * The linear number of a thread; that of no thread if the launch has none there.
 */
guint64
loom_picture_number_thread (LoomPicture    *self,
                            const LoomSite *site)
{
  return loom_site_number (site, &self->coder.grid, &self->coder.block);
}

/**
 * loom_picture_get_writer:
 * @col: column of a cell
 * @row: row of the data
 * @writer: (out): its lowest writer, as a thread of the launch
 *
 * Returns: whether there is one that is known
 */
gboolean
loom_picture_get_writer (LoomPicture *self,
                         guint64      col,
                         guint64      row,
                         LoomSite    *writer)
{
  const LoomCoder *coder = &self->coder;
  guint64 cell, thread;

  if (coder->planes.lowest == NULL || !loom_picture_index_of (self, col, row, &cell))
    return FALSE;
  thread = loom_planes_get_writer (&coder->planes, coder->planes.lowest, cell);
  if (thread == LOOM_NO_WRITER)
    return FALSE;
  loom_site_unpack (writer, &coder->grid, &coder->block, thread);
  return TRUE;
}

/**
 * loom_picture_get_seed:
 * @col: column of a cell
 * @row: row of the data
 * @seed: (out): the first of the other orders in which it comes to another value
 *
 * Returns: whether there is one among those that were tried
 */
gboolean
loom_picture_get_seed (LoomPicture *self,
                       guint64      col,
                       guint64      row,
                       guint       *seed)
{
  const guint8 *seeds = self->coder.planes.first_seeds;
  guint64 cell;

  if (seeds == NULL || !loom_picture_index_of (self, col, row, &cell) || seeds[cell] == 0)
    return FALSE;
  *seed = seeds[cell] - 1u;
  return TRUE;
}

static gboolean
wrote (const LoomPlanes *planes,
       guint64           cell,
       guint64           thread)
{
  return loom_planes_get_writer (planes, planes->lowest, cell) == thread ||
         (planes->highest != NULL &&
          loom_planes_get_writer (planes, planes->highest, cell) == thread);
}

/* Where x and y of threads are columns and rows. */
static void
place_regular (LoomPicture *self,
               guint64      thread,
               double      *x,
               double      *y)
{
  const LoomCoder *coder = &self->coder;
  const LoomDim3 block = loom_dim3_unpack (&coder->grid, thread / coder->threads_per_block);
  const LoomDim3 in_block = loom_dim3_unpack (&coder->block, thread % coder->threads_per_block);
  const double cols = coder->layout.cols, rows = coder->layout.rows;
  const double right = MAX (self->ghosts.right, 1), below = MAX (self->ghosts.below, 1);

  *x = CLAMP (self->axes.offset_x + (double) block.x * coder->block.x + in_block.x, -1,
              cols + right - 1);
  *y = CLAMP (self->axes.offset_y + (double) block.y * coder->block.y + in_block.y, -1,
              rows + below - 1);
  if (self->view.origin_lower)
    *y = rows - 1 - *y;
}

static gboolean
find_written (LoomPicture *self,
              guint64      thread,
              double      *x,
              double      *y)
{
  const LoomCellLayout *layout = &self->coder.layout;

  for (guint64 i = 0; i < layout->cells; i++)
    if (wrote (&self->coder.planes, layout->first + i, thread))
      {
        loom_picture_place_of (self, i % layout->cols, i / layout->cols, x, y);
        return TRUE;
      }
  return FALSE;
}

/**
 * loom_picture_get_thread_place:
 * @thread: the linear number of a thread
 * @x: (out): place of a cell's left edge
 * @y: (out): place of a cell's upper edge
 *
 * Where a thread is among those that wrote: at its own cell, also if it did not get to write it, or
 * beside the array, where the cells of others end before it: as far as such threads are drawn, or
 * a cell. Else at the first cell that it wrote, or where it was stopped.
 *
 * Returns: whether that can be told
 */
gboolean
loom_picture_get_thread_place (LoomPicture *self,
                               guint64      thread,
                               double      *x,
                               double      *y)
{
  const LoomPlanes *planes = &self->coder.planes;
  const LoomFinding *trap = self->run->trap;
  gboolean inside;

  if (thread == LOOM_NO_WRITER || self->coder.layout.cells == 0)
    return FALSE;
  if (planes->lowest != NULL && self->axes.regular)
    {
      place_regular (self, thread, x, y);
      return TRUE;
    }
  if (planes->lowest != NULL && self->axes.linear)
    {
      _loom_picture_place_index (self, (gint64) thread + self->axes.shift, x, y);
      return TRUE;
    }
  if (planes->lowest != NULL && find_written (self, thread, x, y))
    return TRUE;
  return trap != NULL && trap->has_site &&
         loom_picture_number_thread (self, &trap->site) == thread &&
         loom_picture_get_trap_place (self, x, y, &inside);
}

/**
 * loom_picture_add_thread_cells:
 * @thread: the linear number of a thread
 * @cells: (element-type guint64): where cells are added, as indices of the array
 *
 * Adds the cells of the plane that is shown of which a thread is the lowest or the highest writer.
 */
void
loom_picture_add_thread_cells (LoomPicture *self,
                               guint64      thread,
                               GArray      *cells)
{
  const LoomCellLayout *layout = &self->coder.layout;

  if (self->coder.planes.lowest == NULL)
    return;
  for (guint64 cell = layout->first; cell < layout->first + layout->cells; cell++)
    if (wrote (&self->coder.planes, cell, thread))
      g_array_append_val (cells, cell);
}

/**
 * loom_picture_dup_thread_name:
 * @thread: the linear number of a thread
 *
 * Returns: (transfer full): which thread of which block it is
 */
char *
loom_picture_dup_thread_name (LoomPicture *self,
                              guint64      thread)
{
  return loom_sentence_of_thread (&self->coder, thread);
}

/* How far outside the array an access was, in cells; 0: inside. */
static gint64
count_beyond (LoomPicture       *self,
              const LoomFinding *trap)
{
  const gint64 size = self->coder.planes.type.size;
  const gint64 cell = trap->offset / size - (trap->offset % size < 0);

  if (cell < 0)
    return cell;
  return MAX (cell - (gint64) self->coder.planes.cells + 1, 0);
}

static char *
describe_trap (LoomPicture *self,
               const char  *name)
{
  const LoomFinding *trap = self->run->trap;
  g_autofree char *distance = NULL;
  gint64 beyond;

  if (self->array == NULL || self->coder.planes.type.size == 0 ||
      g_strcmp0 (trap->array, self->array->name) != 0)
    /* Translators: %s is a thread: "thread 3 of block 0" */
    return g_strdup_printf (_("%s stopped the kernel"), name);
  beyond = count_beyond (self, trap);
  distance = loom_typeset_count (ABS (beyond));
  if (beyond > 0)
    return g_strdup_printf (ngettext ("%1$s went %2$s cell past the end of %3$s",
                                      "%1$s went %2$s cells past the end of %3$s",
                                      (gulong) MIN (beyond, 1000000)),
                            name, distance, self->array->name);
  if (beyond < 0)
    return g_strdup_printf (ngettext ("%1$s went %2$s cell before the beginning of %3$s",
                                      "%1$s went %2$s cells before the beginning of %3$s",
                                      (gulong) MIN (-beyond, 1000000)),
                            name, distance, self->array->name);
  return g_strdup_printf (_("%1$s stopped the kernel within %2$s"), name, self->array->name);
}

/**
 * loom_picture_dup_thread_text:
 * @thread: the linear number of a thread
 *
 * What is known of a thread, in the user's language: which it is, whether it stopped the kernel and
 * how, what it wrote.
 *
 * Returns: (transfer full): the text
 */
char *
loom_picture_dup_thread_text (LoomPicture *self,
                              guint64      thread)
{
  const LoomPlanes *planes = &self->coder.planes;
  const LoomFinding *trap = self->run->trap;
  g_autofree char *name = loom_sentence_of_thread (&self->coder, thread);
  g_autofree char *what = NULL, *number = NULL;
  guint64 n = 0;

  if (trap != NULL && trap->has_site && loom_picture_number_thread (self, &trap->site) == thread)
    what = describe_trap (self, name);
  else
    what = g_strdup (name);
  if (planes->lowest == NULL)
    return g_steal_pointer (&what);
  for (guint64 cell = 0; cell < planes->cells; cell++)
    n += wrote (planes, cell, thread);
  number = loom_typeset_count (n);
  if (n == 0)
    /* Translators: %1$s says which thread and what it did; %2$s is an array */
    return g_strdup_printf (_("%1$s; it wrote no cell of %2$s"), what, self->array->name);
  return g_strdup_printf (ngettext ("%1$s; it wrote %2$s cell of %3$s",
                                    "%1$s; it wrote %2$s cells of %3$s",
                                    (gulong) MIN (n, 1000000)),
                          what, number, self->array->name);
}
