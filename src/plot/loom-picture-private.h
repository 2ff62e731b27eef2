#pragma once

#include "loom-axes.h"
#include "loom-heatmap.h"
#include "loom-picture.h"

struct _LoomPicture
{
  LoomRun             *run;
  const LoomRunArray  *array;   /* of the run, or NULL */
  LoomView             view;    /* as shown, corrected where it can't be as asked for */
  LoomCoder            coder;
  LoomHeatmap         *heatmap;
  LoomThreadAxes       axes;
  char                *sentence;        /* made with the picture: it looks at every cell */
  gsize                legend_room;     /* found when it is asked for; 0: not yet */
};

void _loom_picture_place_index (LoomPicture *self,
                                gint64       index,
                                double      *x,
                                double      *y);

/* A length that grows with the words: of a text, or of room for one. */
static inline double
_loom_picture_scale_text (const LoomPicture *self,
                          double             length)
{
  return length * self->view.text_scale;
}
