/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for host headers, by several names: what device code can use of them, so that real
 * files compile. */
#ifndef __LOOM_HELPER_FUNCTIONS_H
#define __LOOM_HELPER_FUNCTIONS_H

#include "helper_cuda.h"
#include "algorithm"

#endif
