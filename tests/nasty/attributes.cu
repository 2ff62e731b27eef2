/* nasty: launches k out=3,3,3 */
struct alignas (16) Pair { int a, b; };
[[nodiscard]] __device__ int one () noexcept { return 1; }
__attribute__ ((noinline)) __device__ int two ();
__device__ __attribute__ ((pure)) int two () { return 2; }
static inline constexpr __host__ __device__ int zero () { return 0; }

void __global__ __launch_bounds__ (64)
k [[maybe_unused]] (int *__restrict__ out)
{
  [[maybe_unused]] Pair unused;

  out[threadIdx.x] = one () + two () + zero ();
}

[[gnu::constructor]] static void early () {}
__attribute__ ((constructor)) void earlier () { early (); }
