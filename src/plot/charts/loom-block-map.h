#pragma once

#include "loom-color-scale.h"
#include "loom-finding.h"

#include <cairo.h>

/* The threads of one block, a row of 32 lanes for each warp, in the colours of the groups of a
 * finding: who waits where, who has returned, who has not come. A value of its own; the finding is
 * copied. */
typedef struct _LoomBlockMap LoomBlockMap;

/* How the warps lie in a room: in columns, one beside the other, so that cells are as large as can
 * be. In design pixels. */
typedef struct
{
  double x, y;                  /* of the first warp's first lane */
  double cell;                  /* its side */
  double column;                /* from one column of warps to the next */
  guint  rows;                  /* warps in a column */
} LoomBlockMapPlace;

#define LOOM_NO_THREAD (-1)

LoomBlockMap *loom_block_map_new             (const LoomFinding       *finding);
void          loom_block_map_free            (LoomBlockMap            *self);
const LoomFinding *loom_block_map_get_finding (const LoomBlockMap     *self);
void          loom_block_map_get_paint       (const LoomBlockMap      *self,
                                              guint                    group,
                                              gboolean                 dark,
                                              LoomPaint               *paint);
void          loom_block_map_place           (const LoomBlockMap      *self,
                                              double                   width,
                                              double                   height,
                                              double                   text_scale,
                                              LoomBlockMapPlace       *place);
void          loom_block_map_draw            (const LoomBlockMap      *self,
                                              cairo_t                 *cr,
                                              const LoomBlockMapPlace *place,
                                              gboolean                 dark,
                                              double                   text_scale,
                                              int                      marked);
void          loom_block_map_draw_swatch     (const LoomBlockMap      *self,
                                              cairo_t                 *cr,
                                              guint                    group,
                                              gboolean                 dark,
                                              double                   side);
int           loom_block_map_find_thread     (const LoomBlockMap      *self,
                                              const LoomBlockMapPlace *place,
                                              double                   x,
                                              double                   y);
int           loom_block_map_step            (const LoomBlockMap      *self,
                                              int                      thread,
                                              int                      lanes,
                                              int                      warps);
char         *loom_block_map_dup_thread_text (const LoomBlockMap      *self,
                                              int                      thread);
char         *loom_block_map_dup_description (const LoomBlockMap      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomBlockMap, loom_block_map_free)
