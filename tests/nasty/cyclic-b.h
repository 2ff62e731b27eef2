#ifndef CYCLIC_B
#define CYCLIC_B
#include "cyclic-a.h"
#include "cyclic-b.h"
__device__ inline int two () { return 2; }
#endif
