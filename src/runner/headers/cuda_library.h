/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for headers of libraries that host code calls: the types that they bring along, which
 * kernels use, where the toolkit has them. */
#pragma once

#if __has_include(<cuComplex.h>)
#include <cuComplex.h>
#endif
#if __has_include(<cuda_fp16.h>)
#include <cuda_fp16.h>
#endif
#if __has_include(<cuda_bf16.h>)
#include <cuda_bf16.h>
#endif
#if __has_include(<library_types.h>)
#include <library_types.h>
#endif
