//! in=u32:n out=u32:3
__device__ __noinline__ unsigned ackermann (unsigned m, unsigned n) { return m == 0 ? n + 1 : n == 0 ? ackermann (m - 1, 1) : ackermann (m - 1, ackermann (m, n - 1)); }
__device__ unsigned odd (unsigned n);
__device__ __noinline__ unsigned even (unsigned n) { return n == 0 ? 1 : odd (n - 1); }
__device__ __noinline__ unsigned odd (unsigned n) { return n == 0 ? 0 : even (n - 1); }
__device__ __noinline__ unsigned hanoi (unsigned n, unsigned from, unsigned to) { return n == 0 ? 0 : hanoi (n - 1, from, 6 - from - to) * 3 + from * 10 + to + hanoi (n - 1, 6 - from - to, to); }
extern "C" __global__ void run (const unsigned* a, unsigned* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; unsigned v = a[i];
    out[i * 3] = ackermann (v % 3, v % 4);
    out[i * 3 + 1] = even (v % 23);
    out[i * 3 + 2] = hanoi (v % 7, 1, 3);
}
