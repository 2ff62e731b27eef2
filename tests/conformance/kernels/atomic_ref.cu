//! in=s32:n out=s32:3
#include <cuda/atomic>
__device__ int total; __device__ cuda::atomic<int, cuda::thread_scope_device> gate;
extern "C" __global__ void run (const int* a, int* out)
{
    __shared__ int s; int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) s = 0; __syncthreads ();
    cuda::atomic_ref<int, cuda::thread_scope_block> r (s); r.fetch_add (a[i], cuda::std::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_device> g (total); g.fetch_max (a[i]); gate.fetch_add (1, cuda::std::memory_order_acq_rel);
    __syncthreads ();
    out[i * 3] = r.load (); out[i * 3 + 1] = s; int expected = -5; out[i * 3 + 2] = g.compare_exchange_strong (expected, 3);
}
