#pragma once

#include "loom-cuda-context.h"

#include "loom-measurement.h"

G_BEGIN_DECLS

LoomThrottle loom_cuda_throttle_read (LoomCudaContext *self);

G_END_DECLS
