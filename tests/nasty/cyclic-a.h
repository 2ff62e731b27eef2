#pragma once
#include "cyclic-b.h"
__device__ inline int one () { return 1; }
