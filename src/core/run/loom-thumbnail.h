#pragma once

#include "loom-wire.h"

/* What is worst of the cells that a pixel of a thumbnail stands for; the later is worse. */
typedef enum
{
  LOOM_THUMBNAIL_OUTSIDE,       /* no cell at all */
  LOOM_THUMBNAIL_UNTOUCHED,     /* none was written, and none had to be */
  LOOM_THUMBNAIL_PARTLY,        /* some were written */
  LOOM_THUMBNAIL_WRITTEN,       /* all were, once */
  LOOM_THUMBNAIL_REWRITTEN,     /* one was written more than once */
  LOOM_THUMBNAIL_EXTRA,         /* one was written that should not be */
  LOOM_THUMBNAIL_MISSED,        /* one was not that should be */
  LOOM_THUMBNAIL_WRONG,         /* one does not hold what is expected */
  LOOM_N_THUMBNAIL_CODES
} LoomThumbnailCode;

#define LOOM_THUMBNAIL_SIDE 24  /* pixels at most, along each axis */

/* The coverage of an array in few bytes, however large that is. Plain value. */
typedef struct
{
  guint8 width, height;         /* 0: nothing was counted */
  guint8 codes[LOOM_THUMBNAIL_SIDE * LOOM_THUMBNAIL_SIDE];      /* row by row */
} LoomThumbnail;

/* The planes of an array, each as many cells as it has, or NULL. */
typedef struct
{
  guint64        cols, rows, planes;
  const guint32 *writes;
  const guint8  *domain, *mismatch;
} LoomThumbnailSource;

void               loom_thumbnail_init     (LoomThumbnail             *self,
                                            const LoomThumbnailSource *source);
LoomThumbnailCode  loom_thumbnail_get_code (const LoomThumbnail       *self,
                                            guint                      x,
                                            guint                      y);
extern const LoomWire _loom_thumbnail_wire;
