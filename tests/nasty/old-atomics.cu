/* nasty: launches k<false> out=0,1,2 */
/* What older devices and toolkits lack is defined where they do. */
#include <cstdio>
#if __CUDA_ARCH__ < 600 && defined(__CUDA_ARCH__)
__device__ double atomicAdd (double *address, double value) { return *address += value; }
#endif
#if defined(CUDART_VERSION) && CUDART_VERSION < 9000
# define SHUFFLE(v, l) __shfl (v, l)
#else
# define SHUFFLE(v, l) __shfl_sync (0xffffffffu, v, l)
#endif
#if __cplusplus >= 201703L
# define MAYBE_CONSTEXPR constexpr
#else
# define MAYBE_CONSTEXPR
#endif
#define RETURN_IF_NOT(condition) do { if (!(condition)) return; } while (0)

template <bool is_sum> __global__ void
k (int *out, double *sum = nullptr)
{
  RETURN_IF_NOT (threadIdx.x < 32);
  if MAYBE_CONSTEXPR (is_sum)
    atomicAdd (sum, 1.0);
  out[threadIdx.x] = SHUFFLE (int (threadIdx.x), threadIdx.x);
}
template __global__ void k<false> (int *, double *);

int main () { k<false><<<1, 32>>> (nullptr); printf ("}\n"); }
