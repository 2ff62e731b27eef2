/* thrust/detail/config.h: Thrust of the CUDA toolkit, whose algorithms run on the host by its back
 * end for C++: they are handed memory of the device, which the host may touch in such a program
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cuda_runtime.h"

#include_next <thrust/detail/config.h>

static __attribute__ ((constructor (101), used)) void
gridloom_share ()
{
  gridloom_share_memory ();
}
