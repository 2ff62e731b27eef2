/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for a host header: what device code can use of it, so that real files compile. */
#pragma once

#include "stddef.h"

/* As the toolkit has it for this compiler. */
typedef long long time_t;
struct timespec
{
  time_t tv_sec;
  long tv_nsec;
};

#ifndef CLOCKS_PER_SEC
#define CLOCKS_PER_SEC 1000000
#endif
