/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for a host header: what device code can use of it, so that real files compile. */
#pragma once

#ifndef NULL
#define NULL 0
#endif
#ifndef offsetof
#define offsetof(__type, __member) ((size_t) &((__type *) 0)->__member)
#endif

typedef struct
{
  alignas (16) long long __large[2];
} max_align_t;
