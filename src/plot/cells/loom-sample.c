/* loom-sample.c: a few cells of a large plane, evenly spread
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sample.h"

#define MOST_CELLS (1 << 20)

static guint64
divide_up (guint64 n,
           guint   shift)
{
  return ((n - 1) >> shift) + 1;
}

/* A short last row may have less of its squares. */
static void
lay_out (LoomSample           *self,
         const LoomCellLayout *layout)
{
  guint64 last;

  self->layout = (LoomCellLayout) { .wrapped = layout->wrapped };
  while (divide_up (layout->cols, self->shift) * divide_up (layout->rows, self->shift) > MOST_CELLS)
    self->shift++;
  self->layout.cols = divide_up (layout->cols, self->shift);
  self->layout.rows = divide_up (layout->rows, self->shift);
  last = layout->cells - (((self->layout.rows - 1) << self->shift) * layout->cols);
  self->layout.cells = (self->layout.rows - 1) * self->layout.cols
                       + divide_up (MIN (last, layout->cols), self->shift);
}

typedef struct
{
  LoomSample           *sample;
  const LoomCellLayout *layout;         /* of all cells */
} Taker;

static const guint8 *
take (const guint8 *plane,
      gsize         size,
      gpointer      user_data)
{
  const Taker *taker = user_data;
  const LoomCellLayout *layout = taker->layout;
  const LoomSample *self = taker->sample;
  guint8 *to = g_malloc (self->layout.cells * size);
  guint64 n = 0;

  for (guint64 row = 0; row < self->layout.rows; row++)
    {
      const guint64 first = layout->first + (row << self->shift) * layout->cols;

      for (guint64 col = 0; col < self->layout.cols && n < self->layout.cells; col++, n++)
        memcpy (to + n * size, plane + (first + (col << self->shift)) * size, size);
    }
  g_ptr_array_add (self->buffers, to);
  return to;
}

/**
 * loom_sample_new:
 * @planes: of an array
 * @layout: of one plane of it, with cells
 *
 * Takes the first cell of each square of cells, at most 2²⁰ of them, with all that is known of it.
 * Reads no others.
 *
 * Returns: (transfer full): the sample
 */
LoomSample *
loom_sample_new (const LoomPlanes     *planes,
                 const LoomCellLayout *layout)
{
  LoomSample *self;
  Taker taker;

  g_return_val_if_fail (layout->cells > 0, NULL);

  self = g_new0 (LoomSample, 1);
  self->buffers = g_ptr_array_new_with_free_func (g_free);
  lay_out (self, layout);
  taker = (Taker) { self, layout };
  loom_planes_take (&self->planes, planes, self->layout.cells, take, &taker);
  return self;
}

void
loom_sample_free (LoomSample *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->buffers);
  g_free (self);
}
