//! in=s32:a in=s32:b out=s32:5
template <class F> __device__ __noinline__ int apply (F f, int n) { int r = 0; for (int k = 0; k < n; k++) r += f (k); return r; }
template <int N> struct fib { static constexpr int v = fib<N - 1>::v + fib<N - 2>::v; };
template <> struct fib<0> { static constexpr int v = 0; };
template <> struct fib<1> { static constexpr int v = 1; };
template <class... T> __device__ int sum (T... t) { return (t + ...); }
extern "C" __global__ void run (const int* a, const int* b, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = a[i], y = b[i];
    int* p = out + i * 5;
    p[0] = apply ([=] (int k) { return x * k ^ y; }, 5);
    int total = 0;
    auto add = [&total] (int k) { total += k; return total; };
    p[1] = apply ([&] (int k) { return add (k + (x & 3)); }, 4);
    p[2] = fib<20>::v + sum (x, y, 1, 2);
    int (*f) (int, int) = x & 1 ? +[] (int u, int v) { return u - v; } : +[] (int u, int v) { return u ^ v; };
    p[3] = f (x, y);
    p[4] = [] (auto u, auto v) { return (int) (u + v * 2); } (x, (short) y);
}
