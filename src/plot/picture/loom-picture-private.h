#pragma once

#include "loom-axes.h"
#include "loom-ghosts.h"
#include "loom-heatmap.h"
#include "loom-missing.h"
#include "loom-picture.h"

struct _LoomPicture
{
  LoomRun             *run;
  const LoomRunArray  *array;   /* of the run, or NULL */
  LoomView             view;    /* as shown, corrected where it can't be as asked for */
  LoomCoder            coder;
  LoomSample          *sample;          /* of a sketch, else NULL */
  LoomCoder            sampled;         /* its cells */
  LoomHeatmap         *heatmap;
  LoomThreadAxes       axes;
  LoomGhosts           ghosts;
  LoomMissing          missing;
  gboolean             has_missing;     /* it was looked for */
  char                *sentence;        /* made with the picture: it looks at every cell */
  gsize                legend_room;     /* found when it is asked for; 0: not yet */
};

LoomPicture *_loom_picture_begin (LoomRun        *run,
                                  const LoomView *view);
LoomPicture *_loom_picture_choose (LoomRun        *run,
                                  const LoomView *view);
void _loom_picture_finish      (LoomPicture       *self,
                                const LoomPicture *before);
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
