/* nasty: launches k out=1,1,1 */
#define THREADS 32
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define BOUNDS(...) __launch_bounds__ (__VA_ARGS__)

template <int n> struct Most { enum { value = n }; };

__global__ void BOUNDS (MIN (THREADS, 64), (Most<2>::value > 1 ? 2 : 1)) k (int *out) { out[threadIdx.x] = 1; }
