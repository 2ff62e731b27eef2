#pragma once

#include "loom-axes.h"
#include "loom-heatmap.h"
#include "loom-picture.h"

G_BEGIN_DECLS

struct _LoomPicture
{
  gatomicrefcount      ref_count;
  LoomRun             *run;
  const LoomRunArray  *array;   /* of the run, or NULL */
  LoomView             view;    /* as shown, corrected where it can't be as asked for */
  LoomCoder            coder;
  LoomHeatmap         *heatmap;
  LoomThreadAxes       axes;
  char                *sentence;        /* made with the picture: it looks at every cell */
};

G_END_DECLS
