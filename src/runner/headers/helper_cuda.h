/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for host headers, by several names: what device code can use of them, so that real
 * files compile. */
#ifndef __LOOM_HELPER_CUDA_H
#define __LOOM_HELPER_CUDA_H

#include "cuda_runtime.h"
#include "stdio.h"

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef MAX
#define MAX(__a, __b) ((__a) > (__b) ? (__a) : (__b))
#endif
#ifndef MIN
#define MIN(__a, __b) ((__a) < (__b) ? (__a) : (__b))
#endif

#endif
