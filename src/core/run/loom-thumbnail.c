/* loom-thumbnail.c: the coverage of an array, a few hundred pixels of it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Of the cells that a pixel stands for the worst one is shown, so that one missed cell of a million
 * is seen. The planes of three dimensions lie over each other; one dimension is wrapped.
 */

#include "config.h"

#include "loom-thumbnail.h"

#include "loom-parallel.h"
#include "loom-wire-private.h"

#include <string.h>

#define MOST_PIXELS (LOOM_THUMBNAIL_SIDE * LOOM_THUMBNAIL_SIDE)

typedef struct
{
  LoomThumbnail             *thumbnail;
  const LoomThumbnailSource *source;
} Painter;

/* Cells along one axis. */
typedef struct
{
  guint64 first, end;
} Stretch;

static LoomThumbnailCode
judge (const LoomThumbnailSource *source,
       guint64                    cell)
{
  const guint32 writes = source->writes[cell];
  const gboolean should = source->domain == NULL || source->domain[cell] != 0;

  if (source->mismatch != NULL && source->mismatch[cell] != 0)
    return LOOM_THUMBNAIL_WRONG;
  if (source->domain != NULL && should && writes == 0)
    return LOOM_THUMBNAIL_MISSED;
  if (!should && writes > 0)
    return LOOM_THUMBNAIL_EXTRA;
  if (writes > 1)
    return LOOM_THUMBNAIL_REWRITTEN;
  return writes == 1 ? LOOM_THUMBNAIL_WRITTEN : LOOM_THUMBNAIL_UNTOUCHED;
}

static LoomThumbnailCode
combine (LoomThumbnailCode a,
         LoomThumbnailCode b)
{
  const LoomThumbnailCode low = MIN (a, b), high = MAX (a, b);

  if (low == LOOM_THUMBNAIL_UNTOUCHED && high == LOOM_THUMBNAIL_WRITTEN)
    return LOOM_THUMBNAIL_PARTLY;
  if (low == LOOM_THUMBNAIL_PARTLY && high == LOOM_THUMBNAIL_WRITTEN)
    return LOOM_THUMBNAIL_PARTLY;
  return high;
}

static LoomThumbnailCode
paint (const LoomThumbnailSource *source,
       const Stretch             *x,
       const Stretch             *y)
{
  LoomThumbnailCode code = LOOM_THUMBNAIL_OUTSIDE;

  for (guint64 plane = 0; plane < source->planes; plane++)
    for (guint64 row = y->first; row < y->end; row++)
      for (guint64 column = x->first; column < x->end; column++)
        {
          const guint64 cell = (plane * source->rows + row) * source->cols + column;

          code = combine (code, judge (source, cell));
        }
  return code;
}

/* The cells that one of n pixels stands for; of so many that their product with n overflows, there
 * is no memory. */
static Stretch
cut (guint64 cells,
     guint   n,
     guint   index)
{
  return (Stretch) { cells * index / n, cells * (index + 1) / n };
}

static void
paint_rows (gpointer part,
            gpointer user_data)
{
  const LoomParallelRange *rows = part;
  const Painter *painter = user_data;
  const LoomThumbnailSource *source = painter->source;
  LoomThumbnail *self = painter->thumbnail;
  const Stretch all = { 0, 1 };

  for (guint y = (guint) rows->first; y < rows->first + rows->n; y++)
    for (guint x = 0; x < self->width; x++)
      {
        const guint pixel = y * self->width + x;
        Stretch across = cut (source->cols, self->width, x);
        const Stretch down = cut (source->rows, self->height, y);

        if (source->rows == 1)
          across = pixel < source->cols
                       ? cut (source->cols, MIN (source->cols, MOST_PIXELS), pixel)
                       : (Stretch) { 0, 0 };
        self->codes[pixel] = (guint8) paint (source, &across, source->rows == 1 ? &all : &down);
      }
}

/**
 * loom_thumbnail_init:
 * @source: an array; without writes the thumbnail is empty
 *
 * Makes the thumbnail of an array.
 */
void
loom_thumbnail_init (LoomThumbnail             *self,
                     const LoomThumbnailSource *source)
{
  const Painter painter = { self, source };
  g_autoptr (GArray) parts = NULL;

  g_return_if_fail (self != NULL && source != NULL);

  memset (self, 0, sizeof *self);
  if (source->writes == NULL || source->cols == 0 || source->rows == 0 || source->planes == 0)
    return;
  self->width = (guint8) MIN (source->cols, LOOM_THUMBNAIL_SIDE);
  self->height = (guint8) MIN (source->rows, LOOM_THUMBNAIL_SIDE);
  if (source->rows == 1)
    self->height = (guint8) ((MIN (source->cols, MOST_PIXELS) + self->width - 1) / self->width);

  parts = loom_parallel_cut (self->height,
                             source->cols * source->rows * source->planes / self->height,
                             sizeof (LoomParallelRange));
  loom_parallel_each (parts, paint_rows, (gpointer) &painter);
}

/**
 * loom_thumbnail_get_code:
 *
 * Returns: what a pixel shows
 */
LoomThumbnailCode
loom_thumbnail_get_code (const LoomThumbnail *self,
                         guint                x,
                         guint                y)
{
  g_return_val_if_fail (self != NULL && x < self->width && y < self->height,
                        LOOM_THUMBNAIL_OUTSIDE);

  return (LoomThumbnailCode) self->codes[y * self->width + x];
}

static GVariant *
pack (gconstpointer data)
{
  const LoomThumbnail *self = data;

  return g_variant_new ("(yy@ay)", self->width, self->height,
                        g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, self->codes,
                                                   (gsize) self->width * self->height, 1));
}

static gboolean
unpack (GVariant *variant,
        gpointer  data)
{
  LoomThumbnail *self = data;
  g_autoptr (GVariant) codes = NULL;
  const guint8 *bytes;
  gsize n;

  g_variant_get (variant, "(yy@ay)", &self->width, &self->height, &codes);
  bytes = g_variant_get_fixed_array (codes, &n, 1);
  if (self->width > LOOM_THUMBNAIL_SIDE || self->height > LOOM_THUMBNAIL_SIDE ||
      n != (gsize) self->width * self->height)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      if (bytes[i] >= LOOM_N_THUMBNAIL_CODES)
        return FALSE;
      self->codes[i] = bytes[i];
    }
  return TRUE;
}

const LoomWire _loom_thumbnail_wire = {
  .size = sizeof (LoomThumbnail), .type = "(yyay)", .pack = pack, .unpack = unpack,
};
