#pragma once

#include "loom-cell-layout.h"
#include "loom-planes.h"

/* One cell of each square of cells of a plane, as the planes of a small array. Immutable. */
typedef struct
{
  guint          shift;         /* of rows and columns: squares are 1 << shift wide */
  LoomCellLayout layout;        /* of the sampled cells */
  LoomPlanes     planes;        /* that lie in buffers */
  GPtrArray     *buffers;
} LoomSample;

LoomSample *loom_sample_new  (const LoomPlanes      *planes,
                              const LoomCellLayout  *layout);
void        loom_sample_free (LoomSample            *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSample, loom_sample_free)
