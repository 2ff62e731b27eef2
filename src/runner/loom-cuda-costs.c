/* loom-cuda-costs.c: what a kernel takes of a device, and what keeps more blocks from fitting
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-module.h"

/* Registers are given to warps in portions, by each quarter of a multiprocessor for itself: CUDA
 * Programming Guide, "Compute Capabilities". */
#define REGISTER_GRAIN 256
#define QUARTERS 4

static guint
round_up (guint value,
          guint grain)
{
  return (value + grain - 1) / grain * grain;
}

static guint
fit_registers (const LoomCuda *cuda,
               int             device,
               guint           registers,
               guint           warps)
{
  const guint all
      = loom_cuda_get_attribute (cuda, cudaDevAttrMaxRegistersPerMultiprocessor, device);
  const guint warp = round_up (MAX (registers, 1) * 32, REGISTER_GRAIN);

  return all / QUARTERS / warp * QUARTERS / warps;
}

/* The resource that runs out first. */
static LoomLimiter
find_limiter (const LoomCuda        *cuda,
              int                    device,
              const LoomKernelCosts *costs,
              guint                  warps)
{
  const guint64 shared
      = costs->shared_static + costs->shared_dynamic
        + loom_cuda_get_attribute (cuda, cudaDevAttrReservedSharedMemoryPerBlock, device);
  const guint64 all_shared
      = loom_cuda_get_attribute (cuda, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device);
  const struct
  {
    LoomLimiter limiter;
    guint64     fit;
  } rows[] = {
    { LOOM_LIMITER_THREADS,
      loom_cuda_get_attribute (cuda, cudaDevAttrMaxThreadsPerMultiProcessor, device) / 32 / warps },
    { LOOM_LIMITER_BLOCKS,
      loom_cuda_get_attribute (cuda, cudaDevAttrMaxBlocksPerMultiprocessor, device) },
    { LOOM_LIMITER_REGISTERS, fit_registers (cuda, device, costs->registers, warps) },
    { LOOM_LIMITER_SHARED, shared > 0 ? all_shared / shared : G_MAXUINT64 },
  };
  guint best = 0;

  for (guint i = 1; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].fit < rows[best].fit)
      best = i;

  return rows[best].limiter;
}

/**
 * loom_cuda_costs_read:
 * @context: an open context
 * @kernel: a kernel
 * @block_threads: of the launch
 * @shared: dynamic shared memory of the launch, bytes
 *
 * Asks the device what a kernel takes, and how many of its blocks fit on a multiprocessor.
 *
 * Returns: (transfer full) (nullable): the costs; %NULL where the runtime does not say
 */
LoomKernelCosts *
loom_cuda_costs_read (LoomCudaContext *context,
                      cudaKernel_t     kernel,
                      guint            block_threads,
                      guint64          shared)
{
  const LoomCuda *cuda = context->cuda;
  g_autoptr (LoomKernelCosts) self = loom_kernel_costs_new ();
  struct cudaFuncAttributes attributes = { 0 };
  const guint warps = MAX ((block_threads + 31) / 32, 1);
  int blocks = 0, threads;

  if (cuda->cudaFuncGetAttributes (&attributes, kernel) != cudaSuccess
      || cuda->cudaOccupancyMaxActiveBlocksPerMultiprocessor (&blocks, kernel, (int) block_threads,
                                                              shared)
             != cudaSuccess)
    {
      cuda->cudaGetLastError ();
      return NULL;
    }

  self->registers = attributes.numRegs;
  self->shared_static = attributes.sharedSizeBytes;
  self->shared_dynamic = shared;
  self->local = attributes.localSizeBytes;
  self->constant = attributes.constSizeBytes;
  self->max_threads = attributes.maxThreadsPerBlock;
  self->ptx_version = attributes.ptxVersion;
  self->binary_version = attributes.binaryVersion;
  self->blocks_per_multiprocessor = MAX (blocks, 0);
  threads = loom_cuda_get_attribute (cuda, cudaDevAttrMaxThreadsPerMultiProcessor, context->device);
  if (threads > 0)
    self->occupancy = MIN (blocks * (double) warps * 32 / threads, 1.0);
  self->limiter = find_limiter (cuda, context->device, self, warps);
  return g_steal_pointer (&self);
}
