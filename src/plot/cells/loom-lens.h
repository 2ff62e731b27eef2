#pragma once

#include "loom-capability.h"
#include "loom-color-limits.h"
#include "loom-color-scale.h"
#include "loom-run.h"
#include "loom-value-scale.h"

typedef enum
{
  LOOM_LENS_VALUE,
  LOOM_LENS_WRITES,
  LOOM_LENS_READS,
  LOOM_LENS_LOWEST,
  LOOM_LENS_HIGHEST,
  LOOM_LENS_BLOCK,              /* block, thread and warp of a cell's lowest writer */
  LOOM_LENS_THREAD,
  LOOM_LENS_WARP,
  LOOM_LENS_LANE,               /* in its warp, of the lowest writer */
  LOOM_LENS_EXPECTED,           /* missed, extra, rewritten, covered */
  LOOM_LENS_MISMATCH,           /* from the reference: whether, how far, as a part of it, in ULP */
  LOOM_LENS_DEVIATION,
  LOOM_LENS_RELATIVE,
  LOOM_LENS_ULPS,
  LOOM_LENS_SECTORS,            /* 32-byte sectors of the requests that touched the cell */
  LOOM_LENS_LOAD_SECTORS,       /* of loads alone; of stores and atomics */
  LOOM_LENS_STORE_SECTORS,
  LOOM_LENS_FIRST_WRITE,        /* the number of the store that wrote the cell first */
  LOOM_LENS_INSTRUCTIONS,       /* of the lowest writer */
  LOOM_LENS_DIVERGENCE,         /* share of the lanes that ran its instructions with it */
  LOOM_LENS_DIFFERENCE,         /* from another run: what, and by how much values */
  LOOM_LENS_CHANGE,
  LOOM_LENS_MULTIPROCESSOR,     /* on which, when and in which wave the lowest writer's block ran */
  LOOM_LENS_START,
  LOOM_LENS_WAVE,
  LOOM_LENS_DEVICE,             /* that had the lowest writer's block */
  LOOM_LENS_SEEDS,              /* how many other orders left another value */
  LOOM_LENS_RACES,              /* whether accesses to it raced */
  LOOM_LENS_UNINITIALISED,      /* whether it was read, or left, without contents */
  LOOM_N_LENSES
} LoomLens;

/* How to look at a run. Plain value; the [view] group of a document says the same. */
typedef struct
{
  guint         array;          /* index into LoomRun.arrays */
  LoomLens      lens;
  LoomColormap  colormap;
  LoomColorLimits limits;       /* of the colours of values */
  gboolean      logarithmic;    /* their scale */
  gboolean      origin_lower;   /* row 0 at the bottom */
  gboolean      pystencils;     /* ticks every 4 cells, cell grid, square cells, lower origin */
  gboolean      dark;           /* ink for a dark background */
  gboolean      borders;        /* of blocks */
  double        text_scale;     /* of the words and numbers; 1 on paper and in files */
  guint64       plane;
  guint         member;         /* which number of a struct or vector is its value */
} LoomView;

gboolean     loom_lens_from_name    (const char      *name,
                                     LoomLens        *lens);
const char  *loom_lens_get_name     (LoomLens         lens);    /* in documents */
const char  *loom_lens_get_title    (LoomLens         lens);    /* for people */
const char  *loom_lens_get_key      (LoomLens         lens);
const char  *loom_lens_get_help     (LoomLens         lens);    /* what am I seeing? */
gboolean     loom_lens_is_available (LoomLens         lens,
                                     LoomRun         *run,
                                     guint            array);
const char  *loom_lens_get_obstacle (LoomLens         lens,
                                     LoomRun         *run,
                                     guint            array);
LoomCapabilities
             loom_lens_get_needs    (LoomLens         lens,
                                     LoomRun         *run,
                                     guint            array);
void         loom_view_init         (LoomView        *self,
                                     LoomRun         *run);
gboolean     loom_view_equal        (const LoomView  *a,
                                     const LoomView  *b);
