/* nasty: refused unrecognized #pragma */
/* The compiler knows no stack of macros. */
#define SIZE 32
#pragma push_macro ("SIZE")
#undef SIZE
#define SIZE broken
#pragma pop_macro ("SIZE")

__global__ void k (int *out) { out[threadIdx.x % SIZE] = 1; }
