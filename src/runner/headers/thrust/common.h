/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for a host header: what device code can use of it, so that real files compile. */

/* What all headers of Thrust bring with them. The rest of it is for the host. */
#include <thrust/functional.h>
#include <thrust/tuple.h>
