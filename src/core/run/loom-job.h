#pragma once

#include "loom-wire.h"

#include <gio/gio.h>

/* What a run on a GPU goes through, in this order. */
typedef enum
{
  LOOM_STEP_FILL,               /* the arrays, on this computer */
  LOOM_STEP_CONTEXT,            /* waiting for it; nothing where it was warm */
  LOOM_STEP_MODULE,
  LOOM_STEP_UPLOAD,
  LOOM_STEP_WARM_UP,
  LOOM_STEP_SAMPLES,
  LOOM_STEP_DOWNLOAD,
  LOOM_STEP_COPY,               /* arrays to another device, where that was asked for */
  LOOM_STEP_COVERAGE,           /* the launch of its own that counts accesses */
  LOOM_STEP_FOLD,               /* its counts, brought back and added up for each cell */
  LOOM_STEP_SCHEDULE,           /* the launch of its own that notes when each block runs */
  LOOM_STEP_CHECK,              /* against the reference */
  LOOM_N_STEPS
} LoomStepKind;

/* Milliseconds since the run was started. */
typedef struct
{
  LoomStepKind kind;
  double       start_ms, end_ms;
} LoomStep;

typedef enum
{
  LOOM_MEMORY_DEVICE,
  LOOM_MEMORY_PINNED,           /* of this computer, page-locked */
  LOOM_MEMORY_MAPPED,           /* of this computer, seen by the device */
  LOOM_N_MEMORIES
} LoomMemoryKind;

/* One allocation of a run. */
typedef struct
{
  char           *owner;        /* "array f", in the language of whoever asked */
  LoomMemoryKind  kind;
  guint64         address;      /* as the device sees it, else as this computer does */
  guint64         bytes;
  gboolean        freed;        /* before the run's end; others stay for the next run */
} LoomAllocation;

/* An array of a run that was copied to another device when the kernel was done. */
typedef struct
{
  char     *array;              /* its name */
  char     *to;                 /* name of its backend */
  guint64   bytes;
  double    bytes_per_second;   /* the median of several copies, by events */
  gboolean  direct;             /* not through the memory of this computer */
  gboolean  same;               /* what arrived is what the kernel left */
} LoomArrayCopy;

/* One run on a GPU as a job: where it ran, what it went through, what it held. */
typedef struct
{
  guint64    stream;            /* handle */
  char      *device;            /* "NVIDIA H200" */
  GArray    *steps;             /* (element-type LoomStep) those that were entered */
  GPtrArray *allocations;       /* (element-type LoomAllocation) */
  GPtrArray *copies;            /* (element-type LoomArrayCopy) */
} LoomJob;

LoomJob        *loom_job_new             (void);
void            loom_job_free            (LoomJob         *self);
void            loom_job_enter           (LoomJob         *self,
                                          LoomStepKind     kind,
                                          double           now_ms);
void            loom_job_leave           (LoomJob         *self,
                                          double           now_ms);
double          loom_job_get_duration    (const LoomJob   *self,
                                          LoomStepKind     kind);
LoomAllocation *loom_job_add_allocation  (LoomJob         *self,
                                          const char      *owner,
                                          LoomMemoryKind   kind,
                                          guint64          address,
                                          guint64          bytes);
LoomArrayCopy  *loom_job_add_copy        (LoomJob         *self,
                                          const char      *array,
                                          const char      *to,
                                          guint64          bytes);
LOOM_DECLARE_WIRE (LoomJob, loom_job)
extern const LoomWire _loom_job_wire;
const char     *loom_step_get_name       (LoomStepKind     kind);
LoomStepKind    loom_step_from_name      (const char      *name);
const char     *loom_memory_get_name     (LoomMemoryKind   kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomJob, loom_job_free)
