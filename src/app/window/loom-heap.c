/* loom-heap.c: how much of what was freed stays with this process
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-heap.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#define MOST_KEPT_BYTES (4 << 20)

/**
 * loom_heap_limit:
 *
 * Lets a heap keep no more than 4 MiB of what was freed. Call it once, before any thread is
 * started.
 *
 * Once it has seen a block of up to 32 MiB freed, glibc takes such blocks from the heap of
 * whichever thread asks, and keeps twice as much there: what the picture of a large document was
 * made in would stay with each thread that ever made one.
 */
void
loom_heap_limit (void)
{
#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, MOST_KEPT_BYTES);
  mallopt (M_TRIM_THRESHOLD, MOST_KEPT_BYTES);
#endif
}
