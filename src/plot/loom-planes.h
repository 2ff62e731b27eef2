#pragma once

#include "loom-run.h"

/* The planes of one array, each checked to be long enough for every cell; NULL where there is none.
 * Borrows from the run. */
typedef struct
{
  LoomType      type;
  LoomComponent value;                  /* the number that stands for a cell */
  guint64       cells;
  const guint8 *data;
  const guint8 *writes, *reads;         /* guint32 each, of any alignment */
  const guint8 *lowest, *highest;       /* writer_size bytes each */
  guint         writer_size;
  const guint8 *domain, *mismatch;      /* a byte each */
  const guint8 *sectors;                /* a float each */
  const guint8 *difference;             /* bits of LoomCompared */
  double        frames_low, frames_high;        /* of the values at all moments that are kept; low >
                                                   high: there are none */
} LoomPlanes;

#define LOOM_NO_WRITER G_MAXUINT64

void     loom_planes_init        (LoomPlanes          *self,
                                  const LoomRunArray  *array);
void     loom_planes_choose      (LoomPlanes          *self,
                                  guint                member);
guint32  loom_planes_get_count   (const guint8        *counts,
                                  guint64              cell);
guint64  loom_planes_get_writer  (const LoomPlanes    *self,
                                  const guint8        *writers,
                                  guint64              cell);
float    loom_planes_get_sectors (const LoomPlanes    *self,
                                  guint64              cell);
void     loom_planes_read_values (const LoomPlanes    *self,
                                  guint64              first,
                                  gsize                n,
                                  double              *values);
