#pragma once

#include "loom-cuda-context.h"

#include "loom-job.h"

/* What a run allocates, kept for the next one on the same device. */
typedef enum
{
  LOOM_CUDA_ARENA,              /* arrays, and behind them what is counted of them */
  LOOM_CUDA_IMAGE,              /* arrays and module variables as they are before a launch */
  LOOM_CUDA_STAGING,            /* page-locked memory of this computer */
  LOOM_CUDA_SOURCE,             /* the same, from which steps copy to the device */
  LOOM_CUDA_N_POOLS
} LoomCudaPool;

gpointer loom_cuda_pool_take (LoomCudaContext  *self,
                              LoomCudaPool      pool,
                              gsize             size,
                              LoomJob          *job,
                              GError          **error);
void     loom_cuda_pool_trim (LoomCudaContext  *self,
                              LoomJob          *job);
