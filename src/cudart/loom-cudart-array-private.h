#pragma once

#include "loom-cudart-private.h"

/* What a cudaArray_t points to: memory whose rows follow each other without a gap. */
struct cudaArray
{
  LoomCudartMemory *memory;
  struct cudaChannelFormatDesc channels;
  struct cudaExtent extent;     /* as the program gave it, in cells; 0: no such axis */
  unsigned int flags;
  gsize        width, height, depth;    /* cells along each axis, at least 1 */
};
