/* nasty: refused endless-includes.h */
#include "endless-includes.h"

__global__ void k (int *out) { out[threadIdx.x] = 1; }
