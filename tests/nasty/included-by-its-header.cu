/* nasty: launches k out=7,7,7 */
#ifndef SELF
#define SELF
#include "included-by-its-header.h"

__global__ void k (int *out) { out[threadIdx.x] = seven (); }
#endif
