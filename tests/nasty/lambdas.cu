/* nasty: launches k out=0,2,4 */
/* Lambdas of both sides, a kernel launched in one. */
#include <algorithm>
#include <functional>

template <class F> __device__ int apply (F f, int x) { return f (x); }

__global__ void k (int *out)
{
  const int twice = 2;
  auto scale = [=] (int x) { return [&] { return x * twice; } (); };

  out[threadIdx.x] = apply (scale, threadIdx.x);
}

auto launch = [] (int *p) -> int { k<<<1, 32>>> (p); return [] { return 0; } (); };
std::function<void (int)> later = [] (int i) { if (i) { launch (nullptr); } };

int main () { int a[3]; std::for_each (a, a + 3, [&] (int &x) { x = 1; }); return launch (nullptr); }
