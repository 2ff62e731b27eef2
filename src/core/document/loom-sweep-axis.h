#pragma once

#include <glib.h>

/* What an axis of a sweep changes from one configuration to the next. */
typedef enum
{
  LOOM_SWEEP_BLOCK,             /* block.x, block.y, block.z */
  LOOM_SWEEP_GRID,              /* grid.x, grid.y, grid.z */
  LOOM_SWEEP_SHAPE,             /* shape.cols, shape.rows, shape.planes of the main array */
  LOOM_SWEEP_SHARED,            /* shared: dynamic shared memory, bytes */
  LOOM_SWEEP_MACRO,             /* -DNAME */
  LOOM_SWEEP_NUMBER,            /* any other name: a scalar parameter */
} LoomSweepKind;

typedef struct
{
  LoomSweepKind  kind;
  char          *name;          /* as it is written */
  guint          part;          /* of BLOCK, GRID and SHAPE: which of the three, x and cols first */
  GPtrArray     *values;        /* (element-type utf8) at least one */
} LoomSweepAxis;

#define LOOM_SWEEP_MAX_AXES 4
/* More configurations than anybody compares. */
#define LOOM_SWEEP_MAX_TILES 4096

GPtrArray *loom_sweep_axes_parse  (const char       *text,
                                   GError          **error);
char      *loom_sweep_axes_format (const GPtrArray  *axes);
