#include "included-by-its-header.cu"

static __device__ int seven () { return 7; }
