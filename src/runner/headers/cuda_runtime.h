/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for a host header: what device code can use of it, so that real files compile. */
#pragma once

/* What nvcc has in each source, whether it is included there or not. */
#include "cmath"
#include "cstddef"
#include "cstdlib"
#include "limits.h"
#include "string.h"
#include "sys/types.h"
#include "time.h"
#include "utility"
