#pragma once

#include "loom-job.h"

G_BEGIN_DECLS

/* Who is told how far a run is, in its own thread; or a NULL function. */
typedef struct
{
  void     (* enter) (gpointer     data,
                      LoomStepKind step);
  gpointer  data;
} LoomRunProgress;

static inline void
loom_run_progress_enter (const LoomRunProgress *self,
                         LoomStepKind           step)
{
  if (self->enter != NULL)
    self->enter (self->data, step);
}

G_END_DECLS
