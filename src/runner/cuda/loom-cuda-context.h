#pragma once

#include "loom-cuda-stream.h"

#define LOOM_CUDA_N_POOL_SLOTS 4

/* What a device of this process has ready before the first run: its primary context, a stream,
 * Gridloom's own kernels, and what measuring costs on it. One run at a time holds its mutex. */
typedef struct
{
  const LoomCuda *cuda;
  int             device;
  char           *name;
  GMutex          mutex;
  gboolean        is_open;

  LoomCudaStream *stream;
  cudaLibrary_t   library;
  cudaKernel_t    gate, empty, mark;
  cudaEvent_t     start, stop;
  guint32        *flags;        /* mapped: [0] the ticket that may pass, [1] the last that gave
                                   up */
  gpointer        flags_on_device;
  guint32         ticket;
  gint64          called;       /* atomic: when the last callback came; µs */
  gpointer        flush;        /* larger than L2; NULL until a cold sample is asked for */
  gsize           flush_size;

  gpointer        pools[LOOM_CUDA_N_POOL_SLOTS];        /* see loom-cuda-pool.h */
  gsize           pool_sizes[LOOM_CUDA_N_POOL_SLOTS];
  GPtrArray      *modules;      /* (element-type LoomCudaModule) loaded, the latest last */

  gint64          opened;       /* atomic: when, in seconds of the calendar; 0: it is not open */
  guint64         runs;         /* atomic: that it was used for */
  guint64         held;         /* atomic: bytes on the device that stay for the next run */

  double          context_ms;   /* that opening took */
  double          floor_ms;
  double          callback_median_us, callback_p95_us;
} LoomCudaContext;

/* What is known of a context while others use it. */
typedef struct
{
  gint64  opened;
  guint64 runs, held;
} LoomCudaContextState;

void             loom_cuda_context_read     (int               device,
                                             LoomCudaContextState *state);
LoomCudaContext *loom_cuda_context_get      (int               device,
                                             GError          **error);
gboolean         loom_cuda_context_open     (LoomCudaContext  *self,
                                             GError          **error);
void             loom_cuda_context_warm_up  (int               device);
void             loom_cuda_context_reach    (LoomCudaContext  *self,
                                             int               peer);
gboolean         loom_cuda_context_copy     (LoomCudaContext  *self,
                                             gpointer          to,
                                             gconstpointer     from,
                                             gsize             size,
                                             enum cudaMemcpyKind kind,
                                             GError          **error);

/* loom-cuda-timer.c: one timed sample */
typedef gboolean (*LoomCudaQueue) (gpointer   data,
                                   GError   **error);

typedef struct
{
  LoomCudaQueue prepare;        /* queues what comes before the gate; or NULL */
  LoomCudaQueue launch;         /* queues what is timed */
  gpointer      data;
  gboolean      is_cold;        /* L2 is emptied before it */
  gboolean      is_gated;       /* in: wanted; out: the gate held until all was queued */
  guint         wall_ms;
  const gint   *cancel;
  LoomCudaOutcome outcome;      /* out */
  cudaError_t     code;         /* out */
  double          ms;           /* out */
} LoomCudaSample;

gboolean         loom_cuda_timer_take       (LoomCudaContext  *self,
                                             LoomCudaSample   *sample,
                                             GError          **error);
gboolean         loom_cuda_timer_launch     (LoomCudaContext  *self,
                                             cudaKernel_t      kernel,
                                             gpointer         *args,
                                             GError          **error);
