#pragma once

#include "loom-timeline.h"

struct _LoomTimeline
{
  LoomRun *run;
  GArray  *spans;               /* (element-type LoomRunSpan) those that are drawn */
  GArray  *lanes;               /* (element-type guint32) for each lane its stream: those on which
                                   something is drawn */
  GArray  *lane_of;             /* (element-type guint32) for each stream its lane */
  GArray  *times;               /* (element-type guint32) for each which time of its step it is */
  double   end_ms;
  double   busy_ms, several_ms; /* with one or more streams at work, with two or more */
};

LoomStatementKind _loom_timeline_get_kind (LoomTimeline *self,
                                           gint          span);
