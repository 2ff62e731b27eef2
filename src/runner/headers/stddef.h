/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for a host header: what device code can use of it, so that real files compile. */
#pragma once

#ifndef NULL
#define NULL 0
#endif
#ifndef offsetof
#define offsetof(type, member) ((size_t) &((type *) 0)->member)
#endif

typedef long ptrdiff_t;
