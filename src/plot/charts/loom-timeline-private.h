#pragma once

#include "loom-timeline.h"

/* What is told apart by colours. */
typedef enum
{
  LOOM_TIMELINE_LAUNCH,
  LOOM_TIMELINE_TO_DEVICE,      /* copies of what this computer holds */
  LOOM_TIMELINE_TO_HOST,
  LOOM_TIMELINE_COPY,           /* from array to array */
  LOOM_TIMELINE_FILL,
  LOOM_TIMELINE_EVENT,
  LOOM_N_TIMELINE_CLASSES
} LoomTimelineClass;

struct _LoomTimeline
{
  LoomRun *run;
  GArray  *classes;             /* (element-type LoomTimelineClass) of each step */
  GArray  *spans;               /* (element-type LoomRunSpan) those that are drawn */
  GArray  *lanes;               /* (element-type guint32) for each lane its stream: those on which
                                   something is drawn */
  GArray  *lane_of;             /* (element-type guint32) for each stream its lane */
  GArray  *times;               /* (element-type guint32) for each which time of its step it is */
  double   end_ms;
  double   busy_ms, several_ms; /* with one or more streams at work, with two or more */
};

LoomTimelineClass _loom_timeline_get_class (LoomTimeline *self,
                                            gint          span);
