/* nasty: launches k out=3,3,3 */
/* Headers that include one another, and are guarded in two ways. */
#include "cyclic-a.h"

__global__ void k (int *out) { out[threadIdx.x] = one () + two (); }
