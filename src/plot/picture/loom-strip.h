#pragma once

#include "loom-picture.h"

/* What stands beside a picture of the numbers that it shows. */
typedef enum
{
  LOOM_STRIP_HISTOGRAM,         /* of the plane: how many cells have each colour */
  LOOM_STRIP_ROW,               /* the numbers along the row of a cell */
  LOOM_STRIP_COLUMN,
  LOOM_N_STRIPS
} LoomStrip;

/* A cell that is marked in a strip. */
typedef struct
{
  gboolean set;
  guint64  col, row;
} LoomStripCell;

/* A bar of a histogram. */
typedef struct
{
  guint64 count;                /* cells */
  guint8  first, last;          /* their codes */
} LoomStripBar;

GArray  *loom_strip_list_bars (LoomPicture             *picture);
void     loom_strip_draw      (LoomPicture             *picture,
                               LoomStrip                strip,
                               cairo_t                 *cr,
                               const cairo_rectangle_t *area,
                               const LoomStripCell     *cell);
gboolean loom_strip_pick      (LoomPicture             *picture,
                               LoomStrip                strip,
                               const cairo_rectangle_t *area,
                               double                   x,
                               const LoomStripCell     *from,
                               LoomStripCell           *picked);
char    *loom_strip_dup_text  (LoomPicture             *picture,
                               LoomStrip                strip,
                               const LoomStripCell     *cell);
