#pragma once

#include "loom-run.h"

#include <string.h>

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
  const guint8 *reference;              /* of the cells' type */
  const guint8 *sectors, *load_sectors, *store_sectors;         /* a float each */
  const guint8 *first_write;            /* guint32 each */
  const guint8 *seeds, *first_seeds, *races;    /* a byte each */
  const guint8 *uninitialised;          /* LoomUninitialised, a byte each */
  const guint8 *difference;             /* bits of LoomCompared */
  const guint8 *other;                  /* what another run left, of the cells' type */
  double        frames_low, frames_high;        /* of the values at all moments that are kept; low >
                                                   high: there are none */
} LoomPlanes;

#define LOOM_NO_WRITER G_MAXUINT64

typedef const guint8 * (*LoomPlaneFunc) (const guint8 *plane,
                                         gsize         size,
                                         gpointer      user_data);

void     loom_planes_init        (LoomPlanes          *self,
                                  const LoomRunArray  *array);
void     loom_planes_take        (LoomPlanes          *self,
                                  const LoomPlanes    *from,
                                  guint64              cells,
                                  LoomPlaneFunc        take,
                                  gpointer             user_data);
void     loom_planes_choose      (LoomPlanes          *self,
                                  guint                member);
void     loom_planes_read_changes (const LoomPlanes   *self,
                                  guint64              first,
                                  gsize                n,
                                  double              *changes);
void     loom_planes_read_values (const LoomPlanes    *self,
                                  guint64              first,
                                  gsize                n,
                                  double              *values);

/* How often a cell was written or read; counts: the writes or reads of some planes. */
static inline guint32
loom_planes_get_count (const guint8 *counts,
                       guint64       cell)
{
  guint32 count;

  memcpy (&count, counts + cell * sizeof count, sizeof count);
  return count;
}

/* The linear id of the thread that wrote a cell, or LOOM_NO_WRITER; writers: the lowest or highest
 * writers of these planes. */
static inline guint64
loom_planes_get_writer (const LoomPlanes *self,
                        const guint8     *writers,
                        guint64           cell)
{
  guint64 wide;
  guint32 narrow;

  if (self->writer_size == 8)
    {
      memcpy (&wide, writers + cell * sizeof wide, sizeof wide);
      return wide;
    }
  memcpy (&narrow, writers + cell * sizeof narrow, sizeof narrow);
  return narrow == G_MAXUINT32 ? LOOM_NO_WRITER : narrow;
}

/* The mean sectors of the requests, of the loads or of the stores that touched a cell, 0 where none
 * did. */
static inline float
loom_planes_get_sectors (const guint8 *sectors,
                         guint64       cell)
{
  float mean;

  memcpy (&mean, sectors + cell * sizeof mean, sizeof mean);
  return mean;
}
