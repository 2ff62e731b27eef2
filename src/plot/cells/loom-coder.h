#pragma once

#include "loom-cell-layout.h"
#include "loom-lens-private.h"
#include "loom-planes.h"
#include "loom-sample.h"
#include "loom-value-scale.h"

/* Turns the cells of one plane into codes. Where several cells share a pixel, the one whose code
 * has the highest rank is shown, if that rank is above the common ones; else the first of them. So
 * alarms and odd cells stay in sight, and ordinary ones are sampled without bias. Codes are handed
 * on as ranks. Borrows from the run; written by loom_coder_init() and
 * loom_coder_encode_plane() only, then any thread reads it. */
struct _LoomCoder
{
  LoomPlanes planes;
  const guint32 *threads;               /* instructions of each, or NULL */
  guint64    n_threads;
  const guint64 *lanes;                 /* running at these, summed, or NULL */
  guint64    n_lanes;
  const LoomBlockSpan *spans;           /* of each block, or NULL */
  guint64    n_spans;
  const LoomBlockPlace *places;         /* of each block, if its lens is of waves; else NULL */
  const GPtrArray *parts;               /* (element-type LoomRunPart) of each device; or none */
  LoomCellLayout layout;
  const LoomLensFacts *facts;           /* of its lens */
  LoomShows  shows;
  LoomDim3   block, grid;
  guint64    threads_per_block;
  guint      cycle;             /* of the colours of blocks, 0: by the block's x and y */
  guint      warp_cycle;        /* of the colours of a block's warps */
  double     low, high;         /* of LOOM_SHOWS_NUMBERS; low > high: there is no number */
  LoomValueScale scale;                 /* of the colours: moments of a run have one */
  guint64    counts[LOOM_N_CODES];      /* cells of the plane that have a code */
  guint64    firsts[LOOM_N_CODES];      /* of LOOM_SHOWS_CATEGORIES: the lowest block of the plane,
                                           or warp of a block, with a code */
  gboolean   repeats;                   /* whether another one has the same code */
  LoomPaint  fills[LOOM_N_CODES];       /* by code */
  guint8     ranks[LOOM_N_CODES];       /* by code */
  guint8     codes[LOOM_N_CODES];       /* by rank */
  guint8     common;            /* ranks up to this one are of ordinary codes */
  guint8    *kept;              /* the code of each cell of the plane; NULL: to be encoded anew */
};

void   loom_coder_init       (LoomCoder           *self,
                              const LoomRun       *run,
                              const LoomRunArray  *array,
                              const LoomView      *view);
void   loom_coder_begin      (LoomCoder           *self,
                              const LoomRun       *run,
                              const LoomRunArray  *array,
                              const LoomView      *view);
void   loom_coder_init_sample (LoomCoder          *self,
                              const LoomCoder     *coder,
                              const LoomSample    *sample,
                              const LoomView      *view);
void   loom_coder_encode_plane (LoomCoder         *self,
                                gboolean           keeps);
void   loom_coder_clear      (LoomCoder           *self);
void   loom_coder_encode     (const LoomCoder     *self,
                              guint64              first,
                              gsize                n,
                              guint8              *codes);
void   loom_coder_encode_row (const LoomCoder     *self,
                              guint64              row,
                              guint64              col,
                              gsize                n,
                              guint8              *ranks);
double loom_coder_get_number (const LoomCoder     *self,
                              guint64              cell);
LoomShows loom_coder_find_shows (LoomLens          lens,
                                 LoomScalar        scalar);
