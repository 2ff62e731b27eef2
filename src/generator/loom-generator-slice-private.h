#pragma once

#include "loom-generator-private.h"

/* What an axis of an iteration goes over: C of the counters of outer axes and of extents. */
typedef struct
{
  char     *start, *stop;
  guint64   step;
  gboolean  is_known;           /* how many steps there are, whatever the outer counters */
  gboolean  guards_start, guards_stop;  /* the bounds may reach into the ghost layers */
  guint64   steps;              /* the most there may be */
} LoomSliceAxis;

/* The axes of an iteration: x, y, z. */
typedef struct
{
  LoomSliceAxis axes[3];
  guint64       ghost;
  gboolean      is_whole;       /* nothing but ghost layers is left out */
} LoomSlice;

gboolean _loom_slice_read  (LoomSlice     *self,
                            LoomGenerator *generator,
                            guint64        ghost);
void     _loom_slice_clear (LoomSlice     *self);
char    *_loom_slice_dup_condition (const LoomSlice *self,
                            LoomGenerator *generator);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomSlice, _loom_slice_clear)
