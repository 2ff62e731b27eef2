/* loom-picture-sketch.c: a large array, until all of its cells were looked at
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-private.h"

#include <glib/gi18n-lib.h>

/* The colours are those of the sample; counts of codes say which of them the legend names. */
static void
take_sample (LoomPicture *self)
{
  const LoomPlanes planes = self->coder.planes;
  const LoomCellLayout layout = self->coder.layout;

  self->sample = loom_sample_new (&planes, &layout);
  loom_coder_init_sample (&self->sampled, &self->coder, self->sample, &self->view);
  loom_coder_encode_plane (&self->sampled, TRUE);
  self->coder = self->sampled;
  self->coder.kept = NULL;
  self->coder.planes = planes;
  self->coder.layout = layout;
  self->heatmap = loom_heatmap_new_sampled (&self->sampled, layout.cols, layout.rows,
                                            self->sample->shift);
}

/**
 * loom_picture_new_sketch:
 * @run: a run
 * @view: how to look at it
 *
 * Makes a picture as loom_picture_new() does, from one cell of each square of cells, to be looked
 * at until that is there. A pixel stands for a cell of its square, what is rare may not be seen,
 * and the colours of numbers go from the least to the greatest of these cells. Of single cells it
 * tells as any picture does.
 *
 * Returns: (transfer full) (nullable): the sketch, %NULL where there is no cell
 */
LoomPicture *
loom_picture_new_sketch (LoomRun        *run,
                         const LoomView *view)
{
  g_autoptr (LoomPicture) self = NULL;

  g_return_val_if_fail (run != NULL, NULL);
  g_return_val_if_fail (view != NULL, NULL);

  self = _loom_picture_choose (run, view);
  loom_coder_begin (&self->coder, run, self->array, &self->view);
  if (self->coder.layout.cells == 0)
    return NULL;
  self->view.plane = self->coder.layout.first / self->coder.layout.cells;
  take_sample (self);
  self->sentence = g_strdup (_("A sketch; all cells are being looked at."));
  return g_steal_pointer (&self);
}

/**
 * loom_picture_is_sketch:
 *
 * Returns: whether it was made from some of the cells
 */
gboolean
loom_picture_is_sketch (LoomPicture *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->sample != NULL;
}
