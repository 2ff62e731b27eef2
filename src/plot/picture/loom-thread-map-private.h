#pragma once

#include "loom-coder.h"
#include "loom-thread-map.h"

struct _LoomThreadMap
{
  LoomRun          *run;
  LoomThreadLens    lens;
  gboolean          dark;
  LoomThreadLayout  layout;
  LoomCoder         coder;      /* colours as the array's picture has them */
  const guint8     *states;     /* of each thread, or NULL */
  guint64           counts[LOOM_N_THREAD_STATES];
  guint8           *alarms;     /* of each block the gravest state, or 0; NULL: none has one */
};

/* States from here on stop a kernel, and are seen however small they are drawn. */
#define LOOM_FIRST_ALARM LOOM_THREAD_STOPPED

/* What stands for some threads in the legend. */
typedef struct
{
  LoomPaint  paint;             /* of no colour: there are others */
  char      *text;
} LoomThreadEntry;

LoomPaint   _loom_thread_map_get_paint   (const LoomThreadMap *self,
                                          guint64              thread);
LoomPaint   _loom_thread_map_get_state_paint (const LoomThreadMap *self,
                                          LoomThreadState      state);
GArray     *_loom_thread_map_list_entries (const LoomThreadMap *self);
