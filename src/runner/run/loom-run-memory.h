#pragma once

#include "loom-ipc-memory.h"
#include "loom-plan.h"
#include "loom-run.h"

/* What is counted of one array; writers are of writer_size bytes each. */
typedef struct
{
  guint32 *writes, *reads;
  guint8  *lowest, *highest;
} LoomRunPlanes;

/* Requests of each cell, the sectors of these, and in the run's memory file the sectors of a
 * request on average. */
typedef struct
{
  guint32 *requests, *sectors;
  float   *mean;
} LoomRunRequests;

/* The memory of one array of a run: where its cells and planes are. All but `image` and what a
 * profile adds up lie in the run's memory file. */
typedef struct
{
  const LoomPlanArg *arg;
  guint              index;         /* of the argument; G_MAXUINT for a module variable */
  guint              place;         /* among the buffers before the first step: swaps take it along
                                       with the cells */
  guint64            cells;         /* with what would be some between rows that are apart */
  gsize              size;          /* bytes of all these */
  guint8            *bytes;
  LoomRunPlanes      planes;
  LoomRunPlanes      aside;         /* those of an execution before this one; they stay with the
                                       argument */
  LoomRunRequests    loads, stores; /* of the cells, as LoomSimPlanes has them */
  float             *mean;          /* sectors of a request, whatever it does */
  guint32           *first_write;
  guint8            *domain, *mismatch;
  guint8            *seeds;         /* of each cell: how many other orders left another value */
  guint8            *first_seeds;   /* and the first of them, from 1 */
  guint8            *races, *uninitialised;         /* of each cell, as LoomSimPlanes has them */
  guint8            *written;       /* uninitialised, of the code as written; as `aside` is */
  guint8            *ordinary;      /* what the cells hold without another order */
  guint8            *frames;        /* what it held at moments of the steps, or NULL */
  double             frames_low, frames_high;       /* of the finite numbers in them */
  guint8            *image;         /* as filled, where samples repeat */
  guint8            *reference;
  guint64            address;       /* on the device, before swaps; 0: it tells none */
  guint64           *rows;          /* the address of each, where the kernel gets these, or NULL */
  guint64            rows_address;
} LoomRunBuffer;

/* All buffers of a run. One thread at a time. */
typedef struct
{
  LoomIpcMemory *file;
  GArray        *buffers;           /* (element-type LoomRunBuffer) arguments, then module
                                       variables */
  guint          writer_size;       /* 4 or 8 bytes of a linear thread id */
  guint          n_devices;         /* that have a part of each array */
  gboolean       is_used;           /* launches may have left something in the planes */
  guint32       *threads;           /* instructions of each thread, with a profile */
  guint64       *lanes;             /* and as LoomSimThreads has them */
  guint8        *states;
  LoomBlockSpan *spans;             /* of each block, where they are watched */
  guint          n_slots;           /* of frames in each buffer that has some */
  GArray        *free_slots;        /* (element-type guint32) */
  guint64        stride;            /* moments that are kept are multiples of it, or pinned */
  LoomPins       pins;
  GArray        *frames;            /* (element-type LoomRunFrame) that are kept, in their order */
} LoomRunMemory;

LoomRunMemory  *loom_run_memory_new    (LoomPlan              *plan,
                                        const LoomRunOptions  *options,
                                        guint64                threads,
                                        guint64                limit,
                                        GError               **error);
void            loom_run_memory_free   (LoomRunMemory         *self);
LoomRunBuffer  *loom_run_memory_get    (LoomRunMemory         *self,
                                        guint                  index);
gsize           loom_run_buffer_get_size (const LoomRunBuffer *self);
void            loom_run_buffer_spread (LoomRunBuffer         *self);
void            loom_run_buffer_gather (LoomRunBuffer         *self,
                                        guint                  writer_size);
LoomRunBuffer  *loom_run_memory_find   (LoomRunMemory         *self,
                                        guint                  argument);
GBytes         *loom_run_buffer_dup_cells (const LoomRunBuffer *self);
void            loom_run_memory_swap   (LoomRunMemory         *self,
                                        guint                  first,
                                        guint                  second);
void            loom_run_memory_swap_all (LoomRunMemory       *self,
                                        LoomPlan              *plan);
/* -- loom-run-frames.c -- */
gboolean        loom_run_buffer_is_kept (const LoomRunBuffer  *self);
guint64         loom_run_memory_get_frame_size (LoomRunMemory *self);
gboolean        loom_run_memory_wants_frame (LoomRunMemory    *self,
                                        guint64                moment);
void            loom_run_memory_keep_frame (LoomRunMemory     *self,
                                        const LoomRunFrame    *frame);
gboolean        loom_run_memory_return_to_frame (LoomRunMemory *self,
                                        guint64               *moment);
void            loom_run_memory_drop_frames (LoomRunMemory    *self);
void            loom_run_memory_reset  (LoomRunMemory         *self);
void            loom_run_memory_average    (LoomRunMemory     *self);
void            loom_run_memory_set_aside  (LoomRunMemory     *self);
void            loom_run_memory_bring_back (LoomRunMemory     *self);
void            loom_run_memory_keep_marks (LoomRunMemory     *self);
void            loom_run_memory_join_marks (LoomRunMemory     *self);
void            loom_run_memory_copy_counts (LoomRunMemory    *self,
                                        LoomRunMemory         *from);
/* -- loom-run-seeds.c -- */
void            loom_run_memory_keep_ordinary (LoomRunMemory  *self);
gboolean        loom_run_memory_count_seed (LoomRunMemory     *self,
                                        guint32                seed);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomRunMemory, loom_run_memory_free)
