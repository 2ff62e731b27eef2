/* nasty: launches k out=0,10,20 */
#include <cstdio>

#define COLORS(X) X (red, 0) X (green, 10) X (blue, 20)

enum Color {
#define NAME(name, value) name = value,
COLORS (NAME)
#undef NAME
};
#define NAME(name, value) #name,
static const char *const names[] = { COLORS (NAME) };
#undef NAME
__device__ const int values[] = {
#define NAME(name, value) name,
COLORS (NAME)
#undef NAME
};

__global__ void k (int *out) { out[threadIdx.x] = values[threadIdx.x % 3]; }

#define NAME(name, value) void print_##name () { puts (names[value / 10]); k<<<1, 32>>> (nullptr); }
COLORS (NAME)
