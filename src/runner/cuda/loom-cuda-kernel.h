#pragma once

#include "loom-cuda-context.h"

#include "loom-kernel-costs.h"
#include "loom-plan.h"
#include "loom-ptx-module.h"

/* Launches that a device cannot do are refused by name before they are made. */
gboolean loom_cuda_kernel_check_device (const LoomCudaContext  *context,
                                        const LoomPlan         *plan,
                                        GError                **error);
gboolean loom_cuda_kernel_check_block (const LoomCudaContext  *context,
                                        cudaKernel_t            kernel,
                                        const LoomPlan         *plan,
                                        GError                **error);
gboolean loom_cuda_kernel_check_grid   (const LoomCudaContext  *context,
                                        cudaKernel_t            kernel,
                                        const LoomPlan         *plan,
                                        GError                **error);
gboolean loom_cuda_kernel_is_cooperative (LoomPtxModule       *module,
                                         const char           *entry);
gboolean loom_cuda_kernel_allow_shared (LoomCudaContext       *context,
                                        cudaKernel_t            kernel,
                                        guint64                 shared,
                                        GError                **error);
gboolean loom_cuda_kernel_queue        (LoomCudaContext        *context,
                                        cudaKernel_t            kernel,
                                        const LoomPlan         *launch,
                                        const LoomDim3         *grid,
                                        cudaStream_t            stream,
                                        gboolean                is_cooperative,
                                        gpointer               *params,
                                        GError                **error);
LoomKernelCosts *loom_cuda_kernel_read_costs (LoomCudaContext *context,
                                              cudaKernel_t     kernel,
                                              guint            block_threads,
                                              guint64          shared);
