#pragma once

#include "loom-cuda-context.h"

#include "loom-measurement.h"

LoomThrottle loom_cuda_throttle_read (LoomCudaContext *self);
