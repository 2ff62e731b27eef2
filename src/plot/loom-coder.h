#pragma once

#include "loom-cell-layout.h"
#include "loom-lens.h"
#include "loom-planes.h"

G_BEGIN_DECLS

/* What a lens shows: which legend it needs. */
typedef enum
{
  LOOM_SHOWS_NUMBERS,           /* a continuous scale from low to high */
  LOOM_SHOWS_COUNTS,            /* 0, 1, 2, 3 and more */
  LOOM_SHOWS_CLASSES,           /* a handful of meanings */
  LOOM_SHOWS_CATEGORIES,        /* colours that repeat */
} LoomShows;

/* Every cell is shown by a code of one byte. 0 is "no cell here"; what the others mean depends on
 * the lens. */
enum
{
  LOOM_CODE_OUTSIDE = 0,
  LOOM_CODE_FIRST = 1,
  LOOM_CODE_LEVELS = 240,       /* codes 1 .. 240 of LOOM_SHOWS_NUMBERS */
  LOOM_CODE_UNWRITTEN,
  LOOM_CODE_NAN,
  LOOM_CODE_INFINITE,
  LOOM_CODE_MINUS_INFINITE,
  LOOM_N_CODES = 256
};

enum
{
  LOOM_CODE_NOT_EXPECTED = LOOM_CODE_FIRST,
  LOOM_CODE_COVERED,
  LOOM_CODE_REWRITTEN,
  LOOM_CODE_EXTRA,
  LOOM_CODE_MISSED,
};

/* What differs of a cell, the least telling first. */
enum
{
  LOOM_CODE_SAME = LOOM_CODE_FIRST,
  LOOM_CODE_WRITERS_DIFFER,
  LOOM_CODE_COUNTS_DIFFER,
  LOOM_CODE_VALUES_DIFFER,
};

/* Turns the cells of one plane into codes. Where several cells share a pixel, the one whose code
 * has the highest rank is shown, if that rank is above the common ones; else the first of them. So
 * alarms and odd cells stay in sight, and ordinary ones are sampled without bias. Codes are handed
 * on as ranks. Plain value, borrows from the run; written by loom_coder_init() only, then any
 * thread reads it. */
typedef struct
{
  LoomPlanes planes;
  const guint32 *threads;               /* instructions of each, or NULL */
  guint64    n_threads;
  const LoomBlockSpan *spans;           /* of each block, or NULL */
  guint64    n_spans;
  LoomCellLayout layout;
  LoomLens   lens;
  LoomShows  shows;
  LoomDim3   block, grid;
  guint64    threads_per_block;
  guint      cycle;             /* of the colours of blocks, 0: by the block's x and y */
  guint      warp_cycle;        /* of the colours of a block's warps */
  double     low, high;         /* of LOOM_SHOWS_NUMBERS; low > high: there is no number */
  guint64    counts[LOOM_N_CODES];      /* cells of the plane that have a code */
  guint64    firsts[LOOM_N_CODES];      /* of LOOM_SHOWS_CATEGORIES: the lowest block of the plane,
                                           or warp of a block, with a code */
  gboolean   repeats;                   /* whether another one has the same code */
  LoomPaint  fills[LOOM_N_CODES];       /* by code */
  guint8     ranks[LOOM_N_CODES];       /* by code */
  guint8     codes[LOOM_N_CODES];       /* by rank */
  guint8     common;            /* ranks up to this one are of ordinary codes */
} LoomCoder;

void   loom_coder_init       (LoomCoder           *self,
                              const LoomRun       *run,
                              const LoomRunArray  *array,
                              const LoomView      *view);
void   loom_coder_encode     (const LoomCoder     *self,
                              guint64              first,
                              gsize                n,
                              guint8              *codes);
void   loom_coder_encode_row (const LoomCoder     *self,
                              guint64              row,
                              guint64              col,
                              gsize                n,
                              guint8              *ranks);
LoomShows loom_coder_find_shows (LoomLens          lens,
                                 LoomScalar        scalar);
gboolean loom_coder_is_measure (LoomLens           lens);
double loom_coder_measure    (const LoomCoder     *self,
                              guint64              cell);
guint  loom_coder_get_warps   (const LoomCoder     *self);
guint8 loom_coder_get_category (const LoomCoder   *self,
                                guint64            block,
                                guint              thread);

G_END_DECLS
