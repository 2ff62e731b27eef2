#pragma once

#include "loom-picture.h"

/* Runs made by hand, as an execution would leave them. */
typedef struct
{
  LoomRun      *run;
  LoomRunArray *array;          /* the only one */
  guint64       cells;
  guint32      *writes, *reads, *lowest, *highest;      /* while it is being made */
  guint8       *domain;
} Fixture;

void      fixture_begin    (Fixture          *self,
                            LoomScalar        scalar,
                            guint             lanes,
                            const LoomShape  *shape,
                            gconstpointer     data);
void      fixture_launch   (Fixture          *self,
                            LoomDim3          block,
                            LoomDim3          grid);
void      fixture_write    (Fixture          *self,
                            guint64           cell,
                            guint32           thread);
LoomRun  *fixture_end      (Fixture          *self);

LoomRun  *fixture_triangle (guint             n,
                            gboolean          with_domain);
LoomRun  *fixture_values   (LoomScalar        scalar,
                            const LoomShape  *shape,
                            gconstpointer     data);
guint32  *fixture_render   (LoomPicture      *picture,
                            guint             pixels_x,
                            guint             pixels_y);
void      fixture_use_decimal_commas (void);

#define SHAPE_1D(n) ((LoomShape) { 1, (n), 1, 1 })
#define SHAPE_2D(rows, cols) ((LoomShape) { 2, (cols), (rows), 1 })
#define SHAPE_3D(planes, rows, cols) ((LoomShape) { 3, (cols), (rows), (planes) })
