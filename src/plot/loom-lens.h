#pragma once

#include "loom-color-scale.h"
#include "loom-run.h"

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
  LOOM_LENS_EXPECTED,           /* missed, extra, rewritten, covered */
  LOOM_LENS_SECTORS,            /* 32-byte sectors of the requests that touched the cell */
  LOOM_LENS_INSTRUCTIONS,       /* of the lowest writer */
  LOOM_LENS_DIFFERENCE,         /* from another run */
  LOOM_LENS_MULTIPROCESSOR,     /* on which, and when, the lowest writer's block ran */
  LOOM_LENS_START,
  LOOM_N_LENSES
} LoomLens;

/* How to look at a run. Plain value; the [view] group of a document says the same. */
typedef struct
{
  guint         array;          /* index into LoomRun.arrays */
  LoomLens      lens;
  LoomColormap  colormap;
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
const char  *loom_lens_get_help     (LoomLens         lens);    /* what am I seeing? */
gboolean     loom_lens_is_available (LoomLens         lens,
                                     LoomRun         *run,
                                     guint            array);
const char  *loom_lens_get_obstacle (LoomLens         lens,
                                     LoomRun         *run,
                                     guint            array);
void         loom_view_init         (LoomView        *self,
                                     LoomRun         *run);
gboolean     loom_view_equal        (const LoomView  *a,
                                     const LoomView  *b);
