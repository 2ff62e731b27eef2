/* nasty: launches fill_int out=9,9,9 */
#define KERNEL(T) \
  __global__ void fill_##T (T *out) \
  { \
    out[threadIdx.x] = (T) 9; \
  }

KERNEL (int)
KERNEL (float)
