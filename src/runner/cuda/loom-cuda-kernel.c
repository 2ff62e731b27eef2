/* loom-cuda-kernel.c: what a kernel takes of a device, and whether it can be launched there
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-kernel.h"

#include "loom-limits.h"
#include "loom-ptx-reach.h"

#include <glib/gi18n-lib.h>

/* What a driver does not tell limits nothing: the launch then does. */
static guint32
get_limit (const LoomCudaContext *context,
           enum cudaDeviceAttr    attribute)
{
  const int value = loom_cuda_get_attribute (context->cuda, attribute, context->device);

  return value > 0 ? (guint32) value : G_MAXUINT32;
}

static guint64
get_shared (const LoomCudaContext *context)
{
  const int most = loom_cuda_get_attribute (
      context->cuda, cudaDevAttrMaxSharedMemoryPerBlockOptin, context->device);

  return most > 0 ? (guint64) most : get_limit (context, cudaDevAttrMaxSharedMemoryPerBlock);
}

static void
init_limits (LoomLimits            *self,
             const LoomCudaContext *context)
{
  *self = (LoomLimits) {
    .device = context->name,
    .block = { get_limit (context, cudaDevAttrMaxBlockDimX),
               get_limit (context, cudaDevAttrMaxBlockDimY),
               get_limit (context, cudaDevAttrMaxBlockDimZ) },
    .grid = { get_limit (context, cudaDevAttrMaxGridDimX),
              get_limit (context, cudaDevAttrMaxGridDimY),
              get_limit (context, cudaDevAttrMaxGridDimZ) },
    .threads_per_block = get_limit (context, cudaDevAttrMaxThreadsPerBlock),
    .shared_per_block = get_shared (context),
  };
}

/**
 * loom_cuda_kernel_check_device:
 * @context: an open context
 * @plan: a launch
 *
 * Checks a launch against what the device tells of itself.
 *
 * Errors: %LOOM_ERROR_LAUNCH with the limit, by how much, and the nearest legal value.
 *
 * Returns: whether the device can do it, as far as it hangs on no kernel
 */
gboolean
loom_cuda_kernel_check_device (const LoomCudaContext  *context,
                        const LoomPlan         *plan,
                        GError                **error)
{
  LoomLimits limits;

  init_limits (&limits, context);
  return loom_limits_check (&limits, &plan->block, &plan->grid, plan->shared, error);
}

static gboolean
check_registers (const LoomCudaContext            *context,
                 const struct cudaFuncAttributes  *kernel,
                 const LoomPlan                   *plan,
                 GError                          **error)
{
  const guint threads = plan->block.x * plan->block.y * plan->block.z;
  g_autofree char *written = NULL, *nearest_text = NULL;
  LoomLimits limits;
  LoomDim3 nearest;

  if (kernel->maxThreadsPerBlock <= 0 || threads <= (guint) kernel->maxThreadsPerBlock)
    return TRUE;

  init_limits (&limits, context);
  limits.threads_per_block = (guint) kernel->maxThreadsPerBlock;
  nearest = loom_limits_get_nearest_block (&limits, &plan->block);
  written = loom_dim3_format (&plan->block);
  nearest_text = loom_dim3_format (&nearest);
  return loom_fail (
      error, LOOM_ERROR_LAUNCH,
      _("a block of %1$s has %2$u threads; %3$s takes %4$d registers for each, so that a "
        "block on %5$s can have %6$d; the nearest legal block is %7$s, or limit registers "
        "with the option -maxrregcount"),
      written, threads, plan->kernel, kernel->numRegs, context->name,
      kernel->maxThreadsPerBlock, nearest_text);
}

/**
 * loom_cuda_kernel_check_block:
 * @context: an open context
 * @kernel: what is launched
 * @plan: a launch that loom_cuda_kernel_check_device() allows
 *
 * Checks a launch against what the kernel takes on the device: registers for each thread, shared
 * memory that it declares itself. Where the device does not say, the launch will.
 *
 * Errors: %LOOM_ERROR_LAUNCH as loom_cuda_kernel_check_device().
 *
 * Returns: whether a block can be launched
 */
gboolean
loom_cuda_kernel_check_block (const LoomCudaContext  *context,
                               cudaKernel_t            kernel,
                               const LoomPlan         *plan,
                               GError                **error)
{
  struct cudaFuncAttributes attributes = { 0 };
  LoomLimits limits;

  init_limits (&limits, context);
  if (context->cuda->cudaFuncGetAttributes (&attributes, kernel) != cudaSuccess)
    {
      context->cuda->cudaGetLastError ();
      return TRUE;
    }

  return check_registers (context, &attributes, plan, error)
         && loom_limits_check_shared (&limits, plan->kernel, attributes.sharedSizeBytes,
                                      plan->shared, error);
}

/**
 * loom_cuda_kernel_check_grid:
 * @context: an open context
 * @kernel: one whose threads wait for the whole grid
 * @plan: a launch
 *
 * Checks that all blocks fit on the device at once, which a cooperative launch demands.
 *
 * Errors: %LOOM_ERROR_LAUNCH.
 *
 * Returns: whether they do, or the device does not say
 */
gboolean
loom_cuda_kernel_check_grid (const LoomCudaContext  *context,
                             cudaKernel_t            kernel,
                             const LoomPlan         *plan,
                             GError                **error)
{
  const int threads = (int) (plan->block.x * plan->block.y * plan->block.z);
  const guint64 n_multiprocessors = get_limit (context, cudaDevAttrMultiProcessorCount);
  guint64 blocks = 0;
  int fit = 0;

  if (context->cuda->cudaOccupancyMaxActiveBlocksPerMultiprocessor (&fit, kernel, threads,
                                                                    plan->shared)
      != cudaSuccess)
    {
      context->cuda->cudaGetLastError ();
      return TRUE;
    }
  if (loom_dim3_volume (&plan->grid, &blocks) &&
      blocks <= (guint64) MAX (fit, 0) * n_multiprocessors)
    return TRUE;

  return loom_fail (
      error, LOOM_ERROR_LAUNCH,
      _("the kernel %1$s waits for its whole grid, so that all blocks must fit on %2$s at once: "
        "there is room for %3$llu, and the grid has %4$llu; make the grid or the block smaller"),
      plan->kernel, context->name,
      (unsigned long long) ((guint64) MAX (fit, 0) * n_multiprocessors),
      (unsigned long long) blocks);
}

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
 * loom_cuda_kernel_read_costs:
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
loom_cuda_kernel_read_costs (LoomCudaContext *context,
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

/* Only a cooperative launch sets %envreg1 and %envreg2, where the barrier of a grid has its
 * memory. */
static gboolean
is_grid_barrier (const LoomPtxOperand *operand)
{
  if (operand->kind == LOOM_PTX_OPERAND_SPECIAL && operand->label == LOOM_PTX_SPECIAL_ENVREG2)
    return TRUE;
  for (guint i = 0; operand->elements != NULL && i < operand->n_elements; i++)
    if (is_grid_barrier (&operand->elements[i]))
      return TRUE;

  return FALSE;
}

static gboolean
has_grid_barrier (const LoomPtxFunction *function)
{
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const LoomPtxInstruction *instruction
          = &g_array_index (function->instructions, LoomPtxInstruction, i);

      for (guint j = 0; j < instruction->n_operands; j++)
        if (is_grid_barrier (&instruction->operands[j]))
          return TRUE;
    }

  return FALSE;
}

/**
 * loom_cuda_kernel_is_cooperative:
 * @module: a verified module
 * @entry: lowered name of a kernel
 *
 * Tells whether the kernel, or a function that it can call, waits for the whole grid: then the
 * launch has to be a cooperative one, for which all blocks must fit on the device at once.
 *
 * Returns: whether it does
 */
gboolean
loom_cuda_kernel_is_cooperative (LoomPtxModule *module,
                                 const char    *entry)
{
  const LoomPtxFunction *kernel = loom_ptx_module_find_entry (module, entry);
  g_autoptr (LoomPtxReach) reach = NULL;

  if (kernel == NULL)
    return FALSE;

  reach = loom_ptx_reach_new (module, kernel);
  for (guint i = 0; i < reach->functions->len; i++)
    if (has_grid_barrier (g_ptr_array_index (module->functions,
                                             g_array_index (reach->functions, guint, i))))
      return TRUE;

  return FALSE;
}

/**
 * loom_cuda_kernel_allow_shared:
 * @shared: dynamic shared memory of a block, bytes
 *
 * Asks for so much: a kernel has more than 48 KiB only then.
 *
 * Returns: whether it was granted
 */
gboolean
loom_cuda_kernel_allow_shared (LoomCudaContext  *context,
                               cudaKernel_t      kernel,
                               guint64           shared,
                               GError          **error)
{
  return shared == 0
         || LOOM_CUDA_CALL (context, error, cudaFuncSetAttribute, kernel,
                            cudaFuncAttributeMaxDynamicSharedMemorySize, (int) shared);
}

/**
 * loom_cuda_kernel_queue:
 * @kernel: of the launch
 * @launch: whose block and shared memory it has
 * @grid: its blocks
 * @stream: that it is queued on
 * @is_cooperative: whether its blocks must all be there at once
 * @params: where the value of each parameter is
 *
 * Queues a launch.
 *
 * Returns: whether it was taken
 */
gboolean
loom_cuda_kernel_queue (LoomCudaContext  *context,
                        cudaKernel_t      kernel,
                        const LoomPlan   *launch,
                        const LoomDim3   *grid,
                        cudaStream_t      stream,
                        gboolean          is_cooperative,
                        gpointer         *params,
                        GError          **error)
{
  cudaLaunchAttribute attribute = { .id = cudaLaunchAttributeCooperative };
  cudaLaunchConfig_t config = {
    .gridDim = { grid->x, grid->y, grid->z },
    .blockDim = { launch->block.x, launch->block.y, launch->block.z },
    .dynamicSmemBytes = launch->shared,
    .stream = stream,
  };

  if (is_cooperative)
    {
      attribute.val.cooperative = 1;
      config.attrs = &attribute;
      config.numAttrs = 1;
    }
  return LOOM_CUDA_CALL (context, error, cudaLaunchKernelExC, &config, kernel, params);
}
