/* loom-cuda-limits.c: what a device and a kernel on it allow, said before anything is launched
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-limits.h"

#include "loom-limits.h"

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
 * loom_cuda_limits_check:
 * @context: an open context
 * @plan: a launch
 * @error: return location for an error
 *
 * Checks a launch against what the device tells of itself.
 *
 * Errors: %LOOM_ERROR_LAUNCH with the limit, by how much, and the nearest legal value.
 *
 * Returns: whether the device can do it, as far as it hangs on no kernel
 */
gboolean
loom_cuda_limits_check (const LoomCudaContext  *context,
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
  g_set_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH,
               _("a block of %1$s has %2$u threads; %3$s takes %4$d registers for each, so that a "
                 "block on %5$s can have %6$d; the nearest legal block is %7$s, or limit registers "
                 "with the option -maxrregcount"),
               written, threads, plan->kernel, kernel->numRegs, context->name,
               kernel->maxThreadsPerBlock, nearest_text);
  return FALSE;
}

static gboolean
check_shared (const LoomCudaContext            *context,
              const struct cudaFuncAttributes  *kernel,
              const LoomPlan                   *plan,
              GError                          **error)
{
  const guint64 most = get_shared (context), own = kernel->sharedSizeBytes;

  if (own + plan->shared <= most)
    return TRUE;

  g_set_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH,
               _("shared is %1$llu bytes, and %2$s declares %3$llu itself: %4$llu more than %5$s "
                 "allows a block; the nearest legal value is %6$llu"),
               (unsigned long long) plan->shared, plan->kernel, (unsigned long long) own,
               (unsigned long long) (own + plan->shared - most), context->name,
               (unsigned long long) (most > own ? most - own : 0));
  return FALSE;
}

/**
 * loom_cuda_limits_check_kernel:
 * @context: an open context
 * @kernel: what is launched
 * @plan: a launch that loom_cuda_limits_check() allows
 * @error: return location for an error
 *
 * Checks a launch against what the kernel takes on the device: registers for each thread, shared
 * memory that it declares itself. Where the device does not say, the launch will.
 *
 * Errors: %LOOM_ERROR_LAUNCH as loom_cuda_limits_check().
 *
 * Returns: whether a block can be launched
 */
gboolean
loom_cuda_limits_check_kernel (const LoomCudaContext  *context,
                               cudaKernel_t            kernel,
                               const LoomPlan         *plan,
                               GError                **error)
{
  struct cudaFuncAttributes attributes = { 0 };

  if (context->cuda->cudaFuncGetAttributes (&attributes, kernel) != cudaSuccess)
    {
      context->cuda->cudaGetLastError ();
      return TRUE;
    }

  return check_registers (context, &attributes, plan, error)
         && check_shared (context, &attributes, plan, error);
}

/**
 * loom_cuda_limits_check_grid:
 * @context: an open context
 * @kernel: one whose threads wait for the whole grid
 * @plan: a launch
 * @error: return location for an error
 *
 * Checks that all blocks fit on the device at once, which a cooperative launch demands.
 *
 * Errors: %LOOM_ERROR_LAUNCH.
 *
 * Returns: whether they do, or the device does not say
 */
gboolean
loom_cuda_limits_check_grid (const LoomCudaContext  *context,
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

  g_set_error (
      error, LOOM_ERROR, LOOM_ERROR_LAUNCH,
      _("the kernel %1$s waits for its whole grid, so that all blocks must fit on %2$s at once: "
        "there is room for %3$llu, and the grid has %4$llu; make the grid or the block smaller"),
      plan->kernel, context->name,
      (unsigned long long) ((guint64) MAX (fit, 0) * n_multiprocessors),
      (unsigned long long) blocks);
  return FALSE;
}
