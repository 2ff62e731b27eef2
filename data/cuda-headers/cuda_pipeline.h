/* cuda_pipeline.h: copies to shared memory that go on beside, declared for the bodies of device
 * functions
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cuda_runtime.h"

__device__ void
__pipeline_memcpy_async (void *to, const void *from, size_t size, size_t zeros = 0);
__device__ void __pipeline_commit ();
__device__ void __pipeline_wait_prior (size_t n);
__device__ void __pipeline_arrive_on (unsigned long long *barrier);
