#pragma once

#include "loom-cuda-context.h"

#define LOOM_CUDA_HOST -1       /* this computer, as an end of a copy */

/* One way to copy. */
typedef struct
{
  int      from, to;            /* devices, or LOOM_CUDA_HOST for one of them */
  gboolean is_pinned;           /* of host memory: page-locked; else pageable */
  gsize    bytes;
} LoomCudaCopy;

/* A copy with its two ends in place; queued on the stream of `context`. */
typedef struct
{
  const LoomCudaCopy *copy;
  LoomCudaContext    *context;
  gpointer            to, from;
} LoomCudaEnds;

gboolean loom_cuda_copies_take      (LoomCudaContext     *context,
                                     int                  device,
                                     gboolean             is_pinned,
                                     gsize                bytes,
                                     gpointer            *memory,
                                     GError             **error);
gboolean loom_cuda_copies_time      (const LoomCudaEnds  *ends,
                                     const gint          *cancel,
                                     double              *bytes_per_second,
                                     GError             **error);
gboolean loom_cuda_copies_measure   (const LoomCudaCopy  *copy,
                                     const gint          *cancel,
                                     double              *bytes_per_second,
                                     GError             **error);
gboolean loom_cuda_copies_is_direct (const LoomCudaCopy  *copy);
void     loom_cuda_copies_open_way  (LoomCudaContext     *context,
                                     const LoomCudaCopy  *copy);
