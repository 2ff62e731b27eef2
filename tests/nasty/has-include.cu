/* nasty: launches k out=1,1,1 */
#if __has_include ("nothing of this name.h")
#include "nothing of this name.h"
#endif
#if defined (__has_include) && __has_include (<vector>)
#include <vector>
#endif
#ifdef __has_include
#if __has_include ("cyclic-b.h")
#include "cyclic-b.h"
#endif
#endif

__global__ void k (int *out) { out[threadIdx.x] = one (); }
