/* loom-cudart-launch.c: launching kernels, and what is asked of them
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cudart-private.h"

#include "loom-limits.h"

#include <stdio.h>
#include <string.h>

#define USUAL_SHARED (48u << 10) /* bytes, without asking for more */

/* Numbers of `kernel<<<grid, block, shared, stream>>>` from where they stand to the function that
 * stands for the kernel, which takes them up again; arguments of a launch may launch, too. */
typedef struct
{
  dim3          grid, block;
  size_t        shared;
  cudaStream_t  stream;
  gconstpointer caller;
} Configuration;

#define MAX_CONFIGURATIONS 16
static _Thread_local Configuration configurations[MAX_CONFIGURATIONS];
static _Thread_local guint n_configurations;
static _Thread_local gconstpointer caller;      /* of the launch that is under way */

unsigned int
__cudaPushCallConfiguration (dim3         grid,
                             dim3         block,
                             size_t       shared,
                             cudaStream_t stream)
{
  if (n_configurations == MAX_CONFIGURATIONS)
    return 1;
  configurations[n_configurations++]
      = (Configuration) { grid, block, shared, stream, __builtin_return_address (0) };
  return 0;
}

cudaError_t
__cudaPopCallConfiguration (dim3   *grid,
                            dim3   *block,
                            size_t *shared,
                            void   *stream)
{
  const Configuration *top;

  if (n_configurations == 0)
    return _loom_cudart_leave (cudaErrorMissingConfiguration);

  top = &configurations[--n_configurations];
  *grid = top->grid;
  *block = top->block;
  *shared = top->shared;
  *(cudaStream_t *) stream = top->stream;
  caller = top->caller;
  return cudaSuccess;
}

static cudaError_t
get_error_of_trap (const LoomFinding *trap)
{
  switch ((int) trap->code)
    {
    case LOOM_ERROR_OOB:
    case LOOM_ERROR_NULL_ACCESS:
      return cudaErrorIllegalAddress;
    case LOOM_ERROR_MISALIGNED:
      return cudaErrorMisalignedAddress;
    case LOOM_ERROR_ASSERT:
      return cudaErrorAssert;
    case LOOM_ERROR_STACK:
      return cudaErrorHardwareStackError;
    default:
      return cudaErrorLaunchFailure;
    }
}

/* The parameters at PTX's own offsets. */
static GByteArray *
pack (LoomSim     *sim,
      const char  *entry,
      void       **args)
{
  GByteArray *params = g_byte_array_new ();
  gsize offset, size;

  for (guint i = 0; loom_sim_get_param (sim, entry, i, &offset, &size); i++)
    {
      const guint before = params->len;

      g_byte_array_set_size (params, MAX (before, (guint) (offset + size)));
      memset (params->data + before, 0, params->len - before);
      memcpy (params->data + offset, args[i], size);
    }
  return params;
}

/* As CUDA refuses a launch before anything runs. */
static cudaError_t
check (const LoomSimLaunch    *launch,
       const LoomCudartKernel *kernel)
{
  const LoomLimits *limits = loom_limits_get_simulator ();

  if (!loom_limits_check (limits, &launch->block, &launch->grid, 0, NULL))
    return cudaErrorInvalidConfiguration;
  return launch->shared <= MAX (kernel->shared, USUAL_SHARED) &&
         loom_limits_check (limits, &launch->block, &launch->grid, launch->shared, NULL)
         ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t
run (LoomCudartKernel *kernel,
     LoomSim          *sim,
     LoomSimLaunch    *launch)
{
  const LoomSimOptions options = { .schedule_seed = -1, .budget = G_MAXUINT64 / 4 };
  g_autoptr (GError) error = NULL;
  LoomSimOutcome outcome = { 0 };
  cudaError_t code = cudaSuccess;
  gboolean ok;

  ok = loom_sim_run (sim, launch, &options, &outcome, &error);
  /* The heap of kernels and the barrier of a grid have slots of their own from then on. */
  _loom_cudart_memory_keep_above (loom_sim_count_slots (sim));
  for (gsize at = 0; at + 8 <= launch->params_size; at += 8)
    {
      guint64 address;

      memcpy (&address, launch->params + at, sizeof address);
      _loom_cudart_memory_set_written (address);
    }
  if (!ok)
    {
      _loom_cudart_warn ("%s: %s", kernel->name, error->message);
      return g_error_matches (error, LOOM_ERROR, LOOM_ERROR_LAUNCH)
             ? cudaErrorCooperativeLaunchTooLarge : cudaErrorLaunchFailure;
    }

  if (outcome.output != NULL)
    fwrite (outcome.output->str, 1, outcome.output->len, stdout);
  if (outcome.trap != NULL)
    {
      code = get_error_of_trap (outcome.trap);
      _loom_cudart_warn ("%s: block (%u, %u, %u), thread (%u, %u, %u): %s", kernel->name,
                         outcome.trap->site.block.x, outcome.trap->site.block.y,
                         outcome.trap->site.block.z, outcome.trap->site.thread.x,
                         outcome.trap->site.thread.y, outcome.trap->site.thread.z,
                         outcome.trap->text);
      _loom_cudart_lose (code);
    }
  _loom_cudart_record_outcome (&outcome, code);
  loom_sim_outcome_clear (&outcome);
  return code;
}

/**
 * _loom_cudart_launch:
 * @stub: what stands for the kernel: see _loom_cudart_kernel_find()
 * @args: the address of each argument
 * @from: where the program calls it
 *
 * Records a launch and runs it to its end.
 */
cudaError_t
_loom_cudart_launch (const void              *stub,
                     dim3                     grid,
                     dim3                     block,
                     void                   **args,
                     size_t                   shared,
                     cudaStream_t             stream,
                     const LoomCudartCaller  *from)
{
  LoomCudartKernel *kernel = _loom_cudart_kernel_find (stub);
  g_autoptr (GByteArray) params = NULL;
  LoomSimLaunch launch = { NULL };
  cudaError_t error;
  LoomSim *sim;

  if (kernel == NULL)
    return cudaErrorInvalidDeviceFunction;
  error = _loom_cudart_kernel_load (kernel, &sim);
  if (error != cudaSuccess)
    return error;

  params = pack (sim, kernel->name, args);
  launch = (LoomSimLaunch) {
    .entry = kernel->name,
    .grid = LOOM_DIM3 (grid.x, grid.y, grid.z),
    .block = LOOM_DIM3 (block.x, block.y, block.z),
    .shared = (guint32) MIN (shared, G_MAXUINT32),
    .params = params->data,
    .params_size = params->len,
  };
  _loom_cudart_record_launch (kernel, sim, &launch, stream, from);
  error = check (&launch, kernel);
  if (error != cudaSuccess)
    _loom_cudart_record_outcome (NULL, error);
  return error != cudaSuccess ? error : run (kernel, sim, &launch);
}

cudaError_t
cudaLaunchKernel (const void    *kernel,
                  dim3           grid,
                  dim3           block,
                  void         **args,
                  size_t         shared,
                  cudaStream_t   stream)
{
  const LoomCudartCaller from = { caller != NULL ? caller : __builtin_return_address (0) };

  LOOM_CUDART_BEGIN;
  caller = NULL;
  return _loom_cudart_leave (_loom_cudart_launch (kernel, grid, block, args, shared, stream,
                                                  &from));
}

cudaError_t
cudaLaunchKernelExC (const cudaLaunchConfig_t  *config,
                     const void                *kernel,
                     void                     **args)
{
  const LoomCudartCaller from = { __builtin_return_address (0) };

  LOOM_CUDART_BEGIN;
  for (guint i = 0; i < config->numAttrs; i++)
    if (config->attrs[i].id == cudaLaunchAttributeClusterDimension)
      return gridloom_refuse ("cudaLaunchKernelExC (cudaLaunchAttributeClusterDimension)");
  return _loom_cudart_leave (_loom_cudart_launch (kernel, config->gridDim, config->blockDim, args,
                                                  config->dynamicSmemBytes, config->stream, &from));
}

cudaError_t
cudaLaunchCooperativeKernel (const void    *kernel,
                             dim3           grid,
                             dim3           block,
                             void         **args,
                             size_t         shared,
                             cudaStream_t   stream)
{
  const LoomCudartCaller from = { __builtin_return_address (0) };

  LOOM_CUDART_BEGIN;
  return _loom_cudart_leave (_loom_cudart_launch (kernel, grid, block, args, shared, stream,
                                                  &from));
}

/* In a block, at most. */
static guint
count_threads (LoomSim                *sim,
               const LoomCudartKernel *kernel)
{
  const guint bound = loom_sim_get_bound (sim, kernel->name);
  const guint most = loom_limits_get_simulator ()->threads_per_block;

  return bound > 0 ? MIN (bound, most) : most;
}

cudaError_t
cudaFuncGetAttributes (struct cudaFuncAttributes *attributes,
                       const void                *kernel)
{
  const LoomKernelResources *takes;
  LoomCudartKernel *found;
  LoomSim *sim;
  cudaError_t error;

  LOOM_CUDART_BEGIN;
  found = _loom_cudart_kernel_find (kernel);
  error = found != NULL ? _loom_cudart_kernel_load (found, &sim) : cudaErrorInvalidDeviceFunction;
  if (error != cudaSuccess)
    return _loom_cudart_leave (error);

  takes = _loom_cudart_kernel_get_resources (found);
  *attributes = (struct cudaFuncAttributes) {
    .sharedSizeBytes = takes->shared,
    .localSizeBytes = takes->frame,
    .numRegs = (int) takes->registers,
    .maxThreadsPerBlock = (int) count_threads (sim, found),
    .maxDynamicSharedSizeBytes = (int) (found->shared > 0 ? found->shared
                                        : USUAL_SHARED - MIN (takes->shared, USUAL_SHARED)),
    .ptxVersion = 75, .binaryVersion = 75,
  };
  return _loom_cudart_leave (error);
}

cudaError_t
cudaFuncSetAttribute (const void             *kernel,
                      enum cudaFuncAttribute  attribute,
                      int                     value)
{
  LoomCudartKernel *found;

  LOOM_CUDART_BEGIN;
  found = _loom_cudart_kernel_find (kernel);
  if (found == NULL)
    return _loom_cudart_leave (cudaErrorInvalidDeviceFunction);
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
    return cudaSuccess;
  if (value < 0 || (guint64) value > loom_limits_get_simulator ()->shared_per_block)
    return _loom_cudart_leave (cudaErrorInvalidValue);

  found->shared = (gsize) value;
  return cudaSuccess;
}

/* Blocks for which a multiprocessor has registers: a warp is given a multiple of 256. */
static guint
count_by_registers (guint registers,
                    guint threads)
{
  const guint of_warp = (registers * 32 + 255) / 256 * 256;

  return registers > 0 ? LOOM_CUDART_REGISTERS / of_warp / ((threads + 31) / 32) : G_MAXINT;
}

/* What the simulated device holds: threads, blocks, shared memory and, where it is known how many a
 * kernel takes, registers. */
cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (int          *blocks,
                                                        const void   *kernel,
                                                        int           threads,
                                                        size_t        shared,
                                                        unsigned int  flags)
{
  const LoomLimits *limits = loom_limits_get_simulator ();
  const LoomKernelResources *takes;
  LoomCudartKernel *found;
  cudaError_t error;
  LoomSim *sim;
  guint64 n;

  LOOM_CUDART_BEGIN;
  found = _loom_cudart_kernel_find (kernel);
  error = found != NULL ? _loom_cudart_kernel_load (found, &sim) : cudaErrorInvalidDeviceFunction;
  if (error == cudaSuccess && (blocks == NULL || threads <= 0))
    error = cudaErrorInvalidValue;
  if (error != cudaSuccess)
    return _loom_cudart_leave (error);

  takes = _loom_cudart_kernel_get_resources (found);
  n = MIN (limits->threads_per_multiprocessor / (guint) threads, limits->blocks_per_multiprocessor);
  n = MIN (n, count_by_registers (takes->registers, (guint) threads));
  if (shared + takes->shared > 0)
    n = MIN (n, limits->shared_per_block / (shared + takes->shared));
  *blocks = (guint) threads <= count_threads (sim, found) ? (int) n : 0;
  return cudaSuccess;
}

cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor (int        *blocks,
                                               const void *kernel,
                                               int         threads,
                                               size_t      shared)
{
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (blocks, kernel, threads, shared,
                                                                 cudaOccupancyDefault);
}
