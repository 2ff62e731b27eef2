#pragma once

#include "loom-coder.h"

/* How threads lie on the cells, found from the lowest writers. */
typedef struct
{
  gint    along_cols;           /* 0, 1, 2: a thread's x, y or z grows with the column; -1: none */
  gint    along_rows;
  gboolean regular;             /* column = x + offset_x, row = y + offset_y for every thread */
  gboolean level;               /* plane = z + offset_z, if the array has planes */
  gint64  offset_x, offset_y, offset_z;
  gboolean spans_cols, spans_rows;      /* cells of several columns, rows, were written */
  gboolean linear;              /* index of the cell = number of the thread + shift, for all of
                                   several */
  gint64  shift;
} LoomThreadAxes;

void loom_thread_axes_find (LoomThreadAxes  *self,
                            const LoomCoder *coder);
