#pragma once

#include "loom-cuda-context.h"

#include "loom-plan.h"

G_BEGIN_DECLS

/* Launches that a device cannot do are refused by name before they are made. */
gboolean loom_cuda_limits_check        (const LoomCudaContext  *context,
                                        const LoomPlan         *plan,
                                        GError                **error);
gboolean loom_cuda_limits_check_kernel (const LoomCudaContext  *context,
                                        cudaKernel_t            kernel,
                                        const LoomPlan         *plan,
                                        GError                **error);
gboolean loom_cuda_limits_check_grid   (const LoomCudaContext  *context,
                                        cudaKernel_t            kernel,
                                        const LoomPlan         *plan,
                                        GError                **error);

G_END_DECLS
